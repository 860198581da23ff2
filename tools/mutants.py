"""Mutation testing: break the code in one place at a time, and see whether the tests notice.

    python -m tools.mutants --seed 7 --count 200

A mutant is one flipped comparison, `and`/`or`, number off by one, or negated condition. Only the
tests and doctests of the mutant's own package run, file by file as far as they reach the changed
line, up to the first failure. A mutant that no test fails for survives: a test is missing, or the
change makes no difference.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import NamedTuple, TypeVar

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "lastdigit"
SCOPE = {
    "game": "game/*.py",
    "games": "games/*/rules.py",
    "match": "match/*.py",
    "storage": "storage/*.py",
    "analysis": "analysis/*.py",
    "puzzles": "puzzles/*.py",
    "arena": "arena/*.py",
    "exam": "exam/*.py",
}
"""The modules to mutate, by package. The tests of a package are in tests/PACKAGE."""
PARTS = ("src", "tests", "tools", "docs", "bench", "examples", "pyproject.toml")
"""The parts of the repository that tests read."""
FLIPPED: dict[type[ast.cmpop], str] = {
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Lt: ">=",
    ast.LtE: ">",
    ast.Gt: "<=",
    ast.GtE: "<",
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.In: "not in",
    ast.NotIn: "in",
}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
SECONDS = 60
"""The time limit of a test. A mutant with a test that takes longer counts as killed."""
WORKERS = 2
SUITES = ROOT / "dist" / "mutants-suites.json"
"""What the last run without mutants measured."""
PHASE = re.compile(r" \((setup|call|teardown)\)$")
"""What pytest adds to the id of a test in PYTEST_CURRENT_TEST."""
FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)

T = TypeVar("T")


@dataclass(frozen=True)
class Mutant:
    """A change of a file: the bytes from `start` to `end` become `text`."""

    package: str
    file: str
    line: int
    start: int
    end: int
    text: str
    before: str
    at_import: bool
    """Whether the line runs when the module is imported, and not in a function."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.before} -> {self.text}"


def mutants_of(package: str, path: Path) -> Iterator[Mutant]:
    """Yield every mutant of a module."""
    source = path.read_text()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line.encode()))
    content = source.encode()

    file = str(path.relative_to(ROOT))
    for node, at_import in _code(ast.parse(source)):
        for place, text in _replacements(node):
            start = starts[place.lineno - 1] + place.col_offset
            end = starts[(place.end_lineno or place.lineno) - 1] + (place.end_col_offset or 0)
            before = content[start:end].decode()
            yield Mutant(package, file, place.lineno, start, end, text, before, at_import)


def _replacements(node: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    """Yield the expressions that a mutant of a node replaces, each with its new text."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        left, right = ast.unparse(node.left), ast.unparse(node.comparators[0])
        yield node, f"(({left}) {FLIPPED[type(node.ops[0])]} ({right}))"
    elif isinstance(node, ast.BoolOp):
        word = " or " if isinstance(node.op, ast.And) else " and "
        yield node, f"({word.join(f'({ast.unparse(value)})' for value in node.values)})"
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield node, str(node.value + 1)
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        yield node.test, f"(not ({ast.unparse(node.test)}))"


def _code(tree: ast.AST, at_import: bool = True) -> Iterator[tuple[ast.AST, bool]]:
    """Yield the nodes that are executed, and whether that is at import.

    Leave out annotations, types such as `Literal[1, 2]`, and the parts of f-strings.
    """
    at_import = at_import and not isinstance(tree, FUNCTIONS)
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns") or isinstance(value, ast.JoinedStr):
            continue
        for node in value if isinstance(value, list) else [value]:
            if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
                continue
            if isinstance(node, ast.Subscript) and ast.unparse(node.value) == "Literal":
                continue
            if isinstance(node, ast.AST) and not isinstance(node, ast.JoinedStr):
                yield node, at_import
                yield from _code(node, at_import)


def draw(seed: str, count: int, packages: Sequence[str]) -> list[Mutant]:
    """Draw mutants at random. The same seed draws the same ones."""
    every = [
        mutant
        for package in packages
        for path in sorted(SOURCE.glob(SCOPE[package]))
        for mutant in mutants_of(package, path)
    ]
    return Random(seed).sample(every, min(count, len(every)))


class Suite(NamedTuple):
    """The tests of a package: how long each takes, and which of them reach each line of a file."""

    seconds: dict[str, float]
    reaching: dict[str, dict[str, list[str]]]

    def order(self, mutant: Mutant) -> list[str]:
        """Return the tests of a mutant, starting with those that are likely to kill it soonest.

        The tests that reach the line come first. The other tests of their files follow, because a
        line that runs once for many tests, in a shared fixture or a cached function, is attributed
        to only one of them. A line that runs at import, or that no test reaches, may matter to all
        tests that reach the module. Quick files come first. The tests of a file stay together,
        because they may share slow fixtures.
        """
        lines = self.reaching.get(mutant.file, {})
        reaching = set(() if mutant.at_import else lines.get(str(mutant.line), ()))
        near = reaching or {test for tests in lines.values() for test in tests}
        files = {file_of(test) for test in near or self.seconds}
        tests = [test for test in self.seconds if file_of(test) in files]
        totals = Counter[tuple[bool, str]]()
        for test in tests:
            totals[test not in reaching, file_of(test)] += round(1_000 * self.seconds[test])

        def key(test: str) -> tuple[bool, int, str, float]:
            group = test not in reaching, file_of(test)
            return group[0], totals[group], group[1], self.seconds[test]

        return sorted(tests, key=key)

    def new_files(self, package: str, copy: Path) -> set[str]:
        """Return the test files of a package that did not exist when the suite was measured."""
        paths = (copy / "tests" / package).rglob("test_*.py")
        return {str(path.relative_to(copy)) for path in paths} - set(map(file_of, self.seconds))


def file_of(test: str) -> str:
    """Return the file of a test."""
    return test.partition("::")[0]


def run_tests(places: Iterable[str], copy: Path, **environment: str) -> tuple[bool, str]:
    """Run the tests and doctests of files or folders in a copy, up to the first failure.

    Return whether they pass, and the output.
    """
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--tb=short", "-p", "no:cacheprovider"]
    command += ["-p", "tools.mutants_plugin", f"--timeout={SECONDS}"]
    command += ["--doctest-modules", *places]
    # With CI, Hypothesis tries the same examples every time.
    variables = {**os.environ, "PYTHONPATH": str(copy / "src"), "CI": "1", **environment}
    output = copy / "output.txt"
    with output.open("w") as file:
        process = subprocess.Popen(
            command, cwd=copy, env=variables, stdout=file, stderr=file, start_new_session=True
        )
        code = process.wait()
    with suppress(ProcessLookupError):  # processes that a test left behind
        os.killpg(process.pid, signal.SIGKILL)
    # Solved tables are in a folder per version of the source.
    shutil.rmtree(copy / ".pytest_cache", ignore_errors=True)
    text = output.read_text(errors="replace")
    if code == pytest.ExitCode.NO_TESTS_COLLECTED or "ERROR: file or directory not found" in text:
        raise RuntimeError(text)  # otherwise the mutant would count as killed
    return code == pytest.ExitCode.OK, text


def suite_of(package: str, copy: Path) -> Suite:
    """Run the tests of a package without a mutant. Exit if they fail."""
    settings, data = copy / "coverage.ini", copy / "coverage"
    data.mkdir()
    durations = data / "durations.json"
    settings.write_text(
        f"[run]\nsource = {copy / 'src' / 'lastdigit' / package}\n"
        f"data_file = {data / 'data'}\nparallel = true\n"
        # Processes that a test starts count for the test.
        "sigterm = true\ncontext = ${PYTEST_CURRENT_TEST-}\n"
        "disable_warnings = no-data-collected\n[json]\nshow_contexts = true\n"
    )
    passed, output = run_tests(
        [f"tests/{package}", f"src/lastdigit/{package}"],
        copy,
        COVERAGE_PROCESS_START=str(settings),
        MUTANTS_DURATIONS=str(durations),
    )
    if not passed:
        sys.exit(f"The tests of {package} fail without a mutant:\n{output}")
    coverage = [sys.executable, "-m", "coverage"]
    report = data / "report.json"
    for words in (["combine", "-q"], ["json", "-q", "-o", str(report)]):
        subprocess.run([*coverage, *words, f"--rcfile={settings}"], cwd=copy, check=True)
    files = json.loads(report.read_text())["files"]
    seconds = json.loads(durations.read_text())
    shutil.rmtree(data)
    reaching = {
        name: {
            line: sorted({PHASE.sub("", test) for test in tests} & seconds.keys())
            for line, tests in found["contexts"].items()
        }
        for name, found in files.items()
    }
    return Suite(seconds, reaching)


def killer(mutant: Mutant, suite: Suite, copy: Path) -> str | None:
    """Return the test that fails with a mutant, or None if all pass."""
    tests, order = suite.order(mutant), copy / "order.json"
    order.write_text(json.dumps(tests))
    places = dict.fromkeys([*map(file_of, tests), *suite.new_files(mutant.package, copy)])
    path = copy / mutant.file
    status, content = path.stat(), path.read_bytes()
    path.write_bytes(content[: mutant.start] + mutant.text.encode() + content[mutant.end :])
    try:
        passed, output = run_tests(places, copy, MUTANTS_ORDER=str(order))
    finally:
        path.write_bytes(content)
        # Python recognizes outdated bytecode by this time.
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    if passed:
        return None
    if "+++ Timeout +++" in output:
        return "timeout"
    failed = FAILED.search(output)
    return failed[1] if failed else "import"


def run(mutants: Sequence[Mutant], out: Path, reuse: bool) -> int:
    """Test all mutants, print the survivors, and write all results to a file. Return the killed."""
    out.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(WORKERS):
            copy = Path(name, str(number))
            for part in PARTS:
                place = ROOT / part
                if place.is_dir():
                    shutil.copytree(
                        place, copy / part, ignore=shutil.ignore_patterns("__pycache__")
                    )
                else:
                    shutil.copy2(place, copy / part)
            copies.put(copy)

        def in_copy(function: Callable[..., T], *arguments: object) -> T:
            copy = copies.get()
            try:
                return function(*arguments, copy)
            finally:
                copies.put(copy)

        with ThreadPoolExecutor(WORKERS) as pool:
            if reuse:
                suites = {name: Suite(*one) for name, one in json.loads(SUITES.read_text()).items()}
            else:
                packages = sorted({mutant.package for mutant in mutants})
                found = pool.map(lambda package: in_copy(suite_of, package), packages)
                suites = dict(zip(packages, found, strict=True))
                SUITES.parent.mkdir(exist_ok=True)
                SUITES.write_text(json.dumps(suites))
            results = []
            tried = pool.map(lambda one: in_copy(killer, one, suites[one.package]), mutants)
            for mutant, test in zip(mutants, tried, strict=True):
                results.append({**asdict(mutant), "killer": test})
                if test is None:
                    print(f"survived {mutant}", flush=True)
                out.write_text(json.dumps(results, indent=1) + "\n")
    return sum(result["killer"] is not None for result in results)


def main() -> int:
    """Draw and test mutants. Return 0 if at least 90 % are killed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--packages", default=",".join(SCOPE), help="comma-separated")
    parser.add_argument("--out", type=Path, default=ROOT / "dist" / "mutants.json")
    parser.add_argument(
        "--reuse",
        action="store_true",
        help="skip the run without mutants and use the last one; tests added since then run first",
    )
    parser.add_argument("--list", action="store_true", help="print the mutants without testing")
    arguments = parser.parse_args()
    mutants = draw(arguments.seed, arguments.count, arguments.packages.split(","))
    if arguments.list:
        for mutant in mutants:
            print(mutant)
        return 0
    killed = run(mutants, arguments.out, arguments.reuse)
    print(f"{killed} of {len(mutants)} mutants killed.")
    return 0 if killed >= 0.9 * len(mutants) else 1


if __name__ == "__main__":
    sys.exit(main())
