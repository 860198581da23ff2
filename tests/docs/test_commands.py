"""Every command in the README and the documentation runs, here or where a table says so."""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import PATIENCE, ROOT
from tests.players.chat_server import ChatServer, chat_server, completion, some_legal

UV = os.environ.get("UV") or shutil.which("uv")
README = ROOT / "README.md"
COMMAND = re.compile(r"^(?:.*\| |XDG_DATA_HOME=\S+ )?lastdigit(?: |$)|^python3 check_certificate")
GENERATED = {"arena_baselines.md", "baselines.md", "results.md", "training.md"}
"""Pages whose own generators run their commands."""
SLOW = {"arena.md", "datasets.md", "exam.md", "mcp.md", "models.md"}
IN_PROVE = SLOW | {"generate-puzzles.md", "operating.md"}
SIZES = {"--starts": 1, "--positions": 1, "--count": 20}
"""The size in which the commands of slow pages run. All other commands run as printed."""
ELSEWHERE = {
    "--full-screen": "tests/tui",
    "--engine ray": "tests/executors",
    "py:examples.learned": "tests/docs/test_examples.py",
    "exam leaderboard": "tests/exam",
    "exam verify": "tests/exam",
    "dataset --all": "tests/exam/test_export.py",
}
"""Commands that need more than a folder, and where they are tested."""
PROGRAM = re.compile(
    r"(?:[A-Z_]+=\S+ )*(?:[./~]\S*/)?(?:bash|caddy|cd|conda|createdb|createuser|curl|docker|export|"
    r"git|gg-bench|lastdigit\S*|make|mkdocs|nginx|node|npm|npx|pg_dump|pip|pipx|podman|psql|pytest|"
    r"python3?|ray|source|sudo|systemctl|uv|uvicorn|uvx)(?: |$)"
)
"""The start of a line that is typed in a shell. Other lines of code blocks are output or files."""
RUN_SMALL = {
    "python bench/crash.py": "--kills 2 --games 2",
    "python examples/learned.py": "digit-poison --kind table --seconds 1",
    "python examples/tabular.py train": "{folder}/tables --games 5",
    "python -m tools.documentation.pages": "{folder}/pages",
}
"""Programs of the documentation that run here, each with arguments for a small size."""
OTHER_LINES = {
    "make play": "test_make_play_needs_only_python",
    "make serve": "test_make_serve_starts_a_server",
    "make serve-site": "tests/web/site/test_serve.py runs dist/site/serve.py",
    "make test": ".ci/run",
    "make page": "make test",
    "make bundled-tests": "make prove",
    "make site": "tests/web/site runs tools.site and tools.documentation",
    "make game NAME=bead-race": "make new-game-suite, in make prove",
    "uv tool install '.[web]'": "test_an_installed_command_runs",
    "pipx install '.[web]'": "test_an_installed_command_runs",
    "curl -s": "tests/web/api/test_openapi.py runs all commands of docs/api.md",
    "python3 -c": "tests/web/api/test_openapi.py runs all commands of docs/api.md",
    "uv run --group site python -m tools.documentation /tmp": "tests/web/site",
    "python -m bench.shortcuts": "takes minutes; tests/tools/test_shortcuts.py",
    "python -m tools.pools": "takes minutes to hours; tests/tools and tests/exam/test_pools.py",
    "cd /tmp/last-digit": "changes into the folder of the line before",
    "uv run --no-project --with mkdocs-material": "installs another generator of sites",
    "cd integrations/gg_bench && uv sync": "make integrations",
    "uv run lastdigit-gg-bench": "integrations/gg_bench/tests",
    "uv run lastdigit saved verify": "integrations/gg_bench/tests, on the converted games",
    "uv run lastdigit review": "integrations/gg_bench/tests, on the converted games",
    "git clone https://github.com/vivek3141/gg-bench": "needs the network",
    "python bench/gg_bench.py": "needs a clone of gg-bench",
    "gg-bench eval": "needs gg-bench and a trained agent",
    "pip install '.[": "installs packages; the tests of each extra use it",
    "/opt/lastdigit/bin/pip install '.[": "the same, for a service",
    "python3 -m venv /opt/lastdigit": "needs the rights of root",
    "createuser lastdigit && createdb": "needs the system's PostgreSQL",
    "export LASTDIGIT_STORE=postgresql://": "tests/storage/test_postgres.py",
    "docker build": "needs Docker; tests/tools/test_docker.py",
    "docker run": "needs Docker; tests/tools/test_docker.py",
    "ray start": "tests/executors/test_ray.py",
    "uv run python -m bench": "takes minutes; tests/tools/test_bench.py",
    "python bench/resistance.py": "takes minutes; tests/players tests the levels",
    "python bench/ratings.py": "takes minutes; tests/test_statistics.py",
    "python bench/blind.py": "takes minutes; tests/arena/test_functions.py",
    "python bench/coverage.py": "takes minutes; tests/test_statistics.py",
    "python bench/load.py": "takes minutes; tests/web tests the server",
    "python -m bench.rude": "takes minutes; tests/web/test_protocols.py",
    "python -m bench.baselines": "takes hours; tests/exam/test_baselines.py",
    "python -m bench.training": "takes minutes; tests/tools/test_training.py",
    "python -m venv .build/torch": "needs PyTorch",
    ".build/torch/bin/": "needs PyTorch",
    "python examples/char_model/char_model.py data": "tests/docs/test_examples.py",
}
"""The starts of all other lines, and what runs them, or the reason why nothing can."""
PAGES = [ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
TYPED = "0\nquit\nquit\n"
"""Input that ends a game of Digit Poison and leaves every other game."""


def code_lines(path: Path) -> list[str]:
    """Return the lines of all code blocks of a page, without comments."""
    lines, fence = [], None
    for line in path.read_text().replace("\\\n", " ").splitlines():
        if line.startswith("```"):
            fence = None if fence is not None else line.removeprefix("```")
        elif fence in ("", "sh") or (fence is None and line.startswith("    ")):
            lines.append(" ".join(line.partition("  #")[0].split()))
    return lines


def commands(path: Path) -> list[str]:
    """Return the commands of a page that are run here, in order."""
    lines = [re.sub(r'^make play ARGS="(.*)"$', r"lastdigit \1", line) for line in code_lines(path)]
    found = [line for line in lines if COMMAND.match(line)]
    return [line for line in found if not any(word in line for word in ELSEWHERE)]


def scaled(command: str) -> str:
    """Return a command in a small size."""
    for option, number in SIZES.items():
        command = re.sub(rf"{option} \d+", f"{option} {number}", command)
    slow = ("lastdigit arena", "--starts"), ("lastdigit exam run", "--positions")
    for name, option in slow:
        if command.startswith(name) and option not in command:
            command += f" {option} 1"
    return command


@pytest.fixture(scope="module")
def model() -> Iterator[ChatServer]:
    """Run a model that plays legal moves if they are listed."""
    with chat_server(lambda body: completion(some_legal(body))) as server:
        yield server


@pytest.fixture
def shell(environment: dict[str, str], tmp_path: Path, model: ChatServer) -> dict[str, str]:
    """Return an environment in which the commands of the documentation can be typed."""
    programs = tmp_path / "bin"
    programs.mkdir()
    python = shlex.quote(sys.executable)
    for name, words in (("lastdigit", "-m lastdigit "), ("python3", "")):
        program = programs / name
        program.write_text(f'#!/bin/sh\nexec {python} {words}"$@"\n')
        program.chmod(0o755)
    config = Path(environment["XDG_CONFIG_HOME"], "lastdigit")
    config.mkdir(parents=True)
    (endpoints,) = re.findall(r"```toml\n(.*?)```", (ROOT / "docs" / "models.md").read_text(), re.S)
    (config / "endpoints.toml").write_text(re.sub(r'"https?://.*"', f'"{model.url}"', endpoints))
    bot = re.search(r"```python\n(.*?)```", (ROOT / "docs" / "players.md").read_text(), re.S)
    assert bot is not None
    (tmp_path / "bot.py").write_text(bot[1])
    return environment | {
        "PATH": f"{programs}{os.pathsep}{environment['PATH']}",
        "OPENAI_API_KEY": "not-a-secret",
        "OPENAI_BASE_URL": model.url,
        "BROWSER": "true",
    }


def run(command: str, folder: Path, environment: dict[str, str]) -> str:
    """Run a command in a shell; return what it prints."""
    command = command.replace("http://127.0.0.1:8000/v1", environment["OPENAI_BASE_URL"])
    if command.startswith("lastdigit serve"):
        return serve(command, folder, environment)
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", command],
        input=TYPED,
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stderr}"
    return done.stdout


def serve(command: str, folder: Path, environment: dict[str, str]) -> str:
    """Start a server on a free port, and stop it when it has printed its address."""
    command = re.sub(r"serve( --port \d+)?", "serve --port 0", command)
    command = re.sub(r"drain-seconds=\d+", "drain-seconds=0", command)
    with subprocess.Popen(
        ["bash", "-c", f"exec {command}"],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        address = process.stdout.readline()
        process.terminate()
        process.communicate(timeout=PATIENCE)
    assert "http" in address, command
    assert process.returncode == 0, command
    return address


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, id=page.name, marks=[pytest.mark.prove] * (page.name in IN_PROVE))
        for page in PAGES
        if page.name not in GENERATED and commands(page)
    ],
)
def test_commands_of_a_page_run(page: Path, tmp_path: Path, shell: dict[str, str]) -> None:
    for command in commands(page):
        run(scaled(command) if page.name in SLOW else command, tmp_path, shell)


def test_commands_of_the_readme_run_and_print_its_result(
    tmp_path: Path, shell: dict[str, str]
) -> None:
    printed = [run(command, tmp_path, shell) for command in commands(README)]
    assert len(printed) > 5
    (result,) = re.findall(r"```text\n(.*?)```", README.read_text(), re.DOTALL)
    for line in result.splitlines():
        assert line in printed[-1]


def test_every_command_runs_or_has_a_reason_not_to() -> None:
    typed = [line for page in (README, *PAGES) for line in code_lines(page) if PROGRAM.match(line)]
    listed = {*OTHER_LINES, *RUN_SMALL}
    found = {line: {start for start in listed if is_start(start, line)} for line in typed}
    assert [line for line in typed if not found[line] and not COMMAND.match(line)] == []
    assert listed == set().union(*found.values()), "lines that are no longer in the documentation"


def is_start(start: str, line: str) -> bool:
    """Return whether a line starts with these words, after `uv run` and its options."""
    words = line.removeprefix("uv run --group site ")
    return any(
        one.startswith(start)
        and (not start[-1].isalnum() or not re.match(r"[\w-]", one[len(start) :]))
        for one in (line, words)
    )


@pytest.mark.prove
@pytest.mark.parametrize("program", RUN_SMALL)
def test_a_program_runs(program: str, tmp_path: Path, shell: dict[str, str]) -> None:
    arguments = RUN_SMALL[program].format(folder=shlex.quote(str(tmp_path)))
    environment = shell | {"LEARNED": str(tmp_path / "learned")}
    command = program.replace("python ", f"{shlex.quote(sys.executable)} ", 1)
    run(f"{command} {arguments}", ROOT, environment)


def test_every_benchmark_and_tool_exists() -> None:
    lines = [line for page in PAGES for line in code_lines(page)]
    scripts = [found[1] for line in lines if (found := re.search(r"python (\w+/\w+\.py)", line))]
    modules = [found[1] for line in lines if (found := re.search(r"python -m ([\w.]+)", line))]
    assert len(scripts) > 5
    assert len(modules) > 3
    assert not [path for path in scripts if not (ROOT / path).is_file()]
    assert not [name for name in modules if importlib.util.find_spec(name) is None]


def test_make_play_needs_only_python(environment: dict[str, str]) -> None:
    assert any(line.startswith("make play") for line in code_lines(README))
    done = subprocess.run(
        ["make", "--no-print-directory", "play", f"PYTHON={sys.executable} -S"],
        input="q\n",
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Which one?" in done.stdout


@pytest.mark.prove
@pytest.mark.skipif(UV is None, reason="installs with uv: make prove")
def test_make_serve_starts_a_server(environment: dict[str, str]) -> None:
    assert any(line.startswith("make serve") for line in code_lines(README))
    environment.pop("PYTHONPATH")
    with subprocess.Popen(
        ["make", "--no-print-directory", f"UV={UV}", "serve", "ARGS=--port 0"],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        address = process.stdout.readline()
        os.killpg(process.pid, signal.SIGTERM)
        process.communicate(timeout=PATIENCE)
    assert "http://127.0.0.1:" in address


@pytest.mark.prove
@pytest.mark.skipif(UV is None, reason="installs with uv: make prove")
@pytest.mark.parametrize("line", ["uv tool install '.[web]'", "pipx install '.[web]'"])
def test_an_installed_command_runs(line: str, tmp_path: Path, environment: dict[str, str]) -> None:
    assert line in code_lines(README)
    environment.pop("PYTHONPATH")
    environment |= {
        "UV_TOOL_DIR": str(tmp_path / "tools"),
        "UV_TOOL_BIN_DIR": str(tmp_path / "bin"),
        "PIPX_HOME": str(tmp_path / "pipx"),
        "PIPX_BIN_DIR": str(tmp_path / "bin"),
        "PIPX_MAN_DIR": str(tmp_path / "man"),
    }
    words = shlex.split(line)
    command = [str(UV), *words[1:]] if words[0] == "uv" else [str(UV), "tool", "run", *words]
    if words[0] == "pipx":
        del environment["UV_TOOL_DIR"], environment["UV_TOOL_BIN_DIR"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, timeout=PATIENCE)
    done = subprocess.run(
        [tmp_path / "bin" / "lastdigit", "play", "digit-poison", "--max-length", "1"],
        input="1\n",
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "wins!" in done.stdout
