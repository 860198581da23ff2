"""Tournaments: planning, any number of workers, interruption and resumption."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import fields
from itertools import combinations
from pathlib import Path

import pytest

import lastdigit
from lastdigit.arena.run import (
    NO_STATS,
    OPTIONAL_STATS,
    Entry,
    Fixture,
    Plan,
    PlayerStats,
    finished_entries,
    open_folder,
    parse_contestants,
    parse_entry,
    run,
    serialize_entry,
)
from lastdigit.arena.tournament import Tournament, plan_tournament
from lastdigit.errors import RecordError, UsageError
from lastdigit.executors.base import Executor, SerialExecutor
from lastdigit.executors.local import LocalExecutor
from lastdigit.match.match import verify
from lastdigit.match.record import Record, read_records
from lastdigit.players.players import Settings
from tests.conftest import GAMES, PATIENCE, ROOT, CommandResult, Run
from tests.players.chat_server import (
    Body,
    Response,
    chat_server,
    completion,
    some_legal,
    trouble,
)
from tests.players.games import Waiting, script
from tests.sizes import sampled

FAST = ("digit-poison", "operation-obliteration")


def tournament(
    players: str = "perfect,medium,random",
    games: Sequence[str] = FAST,
    starts: int = 3,
    settings: Settings = Settings(),  # noqa: B008 - frozen
) -> Tournament:
    return Tournament("test", tuple(games), parse_contestants(players), starts, 7, settings)


SERIAL = SerialExecutor()


def play(plan: Plan, folder: Path, executor: Executor = SERIAL) -> list[Entry]:
    return run(plan, folder, executor, lambda *_: None)


def records(folder: Path) -> list[Record]:
    return [record for _, record in read_records(folder / "games.jsonl")]


def test_every_pair_plays_both_seats_from_the_same_starts() -> None:
    plan = plan_tournament(tournament(games=FAST))
    met = Counter(
        (setup.game, (setup.options, setup.start), setup.names)
        for setup in (one.setup for one in plan.fixtures)
    )
    assert set(met.values()) == {1}
    pairs = {
        pair
        for two in combinations(("perfect", "medium", "random"), 2)
        for pair in (two, two[::-1])
    }
    for game in FAST:
        starts = {start for name, start, _ in met if name == game}
        assert len(starts) == 3
        assert {(start, names) for name, start, names in met if name == game} == {
            (start, names) for start in starts for names in pairs
        }
    assert [one.number for one in plan.fixtures] == list(range(1, len(plan.fixtures) + 1))


def test_half_of_a_plan_is_balanced_over_games() -> None:
    plan = plan_tournament(tournament(starts=4))
    half = Counter(one.setup.game for one in plan.fixtures[: len(plan.fixtures) // 2])
    assert half == dict.fromkeys(FAST, 12)


def test_a_game_with_few_starts_repeats_them_with_new_seeds() -> None:
    plan = plan_tournament(tournament("random,perfect", ["operation-obliteration"], 60))
    starts = Counter(one.setup.start for one in plan.fixtures)
    assert len(plan.fixtures) == 120
    assert max(starts.values()) > 2
    assert len({one.setup.seed for one in plan.fixtures}) == 120


def test_adding_a_player_does_not_change_the_games_of_the_others(tmp_path: Path) -> None:
    few = play(plan_tournament(tournament("medium,random")), tmp_path / "few")
    many = play(plan_tournament(tournament("medium,random,easy")), tmp_path / "many")
    assert {entry.record for entry in few} < {entry.record for entry in many}


@pytest.mark.parametrize("name", sampled(GAMES, "operation-obliteration"))
def test_games_verify_and_do_not_depend_on_the_number_of_workers(name: str, tmp_path: Path) -> None:
    plan = plan_tournament(tournament(games=[name], starts=2))
    alone = play(plan, tmp_path / "1")
    shared = play(plan, tmp_path / "2", LocalExecutor(2))
    assert [entry.record for entry in alone] == [entry.record for entry in shared]
    assert timeless(tmp_path / "1") == timeless(tmp_path / "2")
    for entry in alone:
        verify(entry.record)
    assert records(tmp_path / "1") == [entry.record for entry in alone]


def timeless(folder: Path) -> list[str]:
    """Return every record without its times, in the order of the file."""
    lines = (folder / "games.jsonl").read_text().splitlines()
    return [re.sub(r'"times": \{.*\}\}$', "", line) for line in lines]


def test_external_games_are_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "tests" / "outside"))
    from lastdigit import games

    games._outside.cache_clear()
    try:
        plan = plan_tournament(tournament("perfect,random", ["countdown"], 4))
        entries = play(plan, tmp_path / "out", LocalExecutor(2))
    finally:
        games._outside.cache_clear()
    assert len(entries) == 8


def test_an_entry_survives_a_round_trip(tmp_path: Path) -> None:
    for entry in play(plan_tournament(tournament()), tmp_path / "run"):
        assert parse_entry(serialize_entry(entry)) == entry


def test_an_interrupted_run_continues_with_the_same_games(tmp_path: Path) -> None:
    plan = plan_tournament(tournament())
    whole = play(plan, tmp_path / "whole")
    lines = (tmp_path / "whole" / "journal.jsonl").read_bytes()
    for cut in (0, 1, 500, len(lines) // 2, len(lines) - 1):
        folder = tmp_path / str(cut)
        folder.mkdir()
        manifest = (tmp_path / "whole" / "manifest.json").read_bytes()
        (folder / "manifest.json").write_bytes(manifest)
        (folder / "journal.jsonl").write_bytes(lines[:cut])
        assert [entry.record for entry in play(plan, folder)] == [one.record for one in whole]
        kept = lines[:cut].rpartition(b"\n")[0]
        assert (folder / "journal.jsonl").read_bytes().startswith(kept)


def test_finished_games_are_not_played_again(tmp_path: Path) -> None:
    plan = plan_tournament(tournament())
    play(plan, tmp_path / "run")
    before = (tmp_path / "run" / "journal.jsonl").read_bytes()
    play(plan, tmp_path / "run", LocalExecutor(2))
    assert (tmp_path / "run" / "journal.jsonl").read_bytes() == before


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    plan = plan_tournament(tournament())
    play(plan, tmp_path / "run")
    journal = tmp_path / "run" / "journal.jsonl"
    first, rest = journal.read_text().split("\n", 1)
    journal.write_text(f"{first[:-9]}\n{rest}")
    with pytest.raises(RecordError, match=r"journal.jsonl, line 1, is broken"):
        play(plan, tmp_path / "run")


def test_a_run_can_continue_with_a_larger_budget(tmp_path: Path) -> None:
    play(plan_tournament(tournament(settings=Settings(budget=10))), tmp_path / "run")
    journal = (tmp_path / "run" / "journal.jsonl").read_bytes()
    again = play(plan_tournament(tournament(settings=Settings(budget=20))), tmp_path / "run")
    assert (tmp_path / "run" / "journal.jsonl").read_bytes() == journal, "no game is played twice"
    assert len(again) == len(journal.splitlines())


@pytest.mark.parametrize(
    ("players", "message"),
    [
        ("perfect", "two players"),
        ("perfect,nobody", "There is no player"),
        ("perfect,human", "Human players cannot take part"),
        ("perfect,,random", "missing"),
        ('perfect,"random', "not a list of players"),
        ("x" * 41 + "=perfect,random", "1 to 40 visible characters"),
    ],
)
def test_invalid_players_are_refused(players: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        tournament(players)


def test_players_have_unique_short_names() -> None:
    found = parse_contestants(f"random,mine=random,random,cmd:{'x' * 100}")
    assert [player.name for player in found][:3] == ["random", "mine", "random 2"]
    assert [player.who for player in found][:3] == ["random"] * 3
    assert len(found[3].name) == 40


# The command


def arena(waiting: Waiting) -> tuple[str, ...]:
    players = f"waiting={waiting.who},perfect,random"
    patient = ("--move-seconds", str(PATIENCE))
    return ("arena", "--games", "digit-poison", "--players", players, "--starts", "2", *patient)


@pytest.fixture
def begin(environment: dict[str, str], tmp_path: Path) -> Callable[..., subprocess.Popen[bytes]]:
    """Start `lastdigit` in its own process group."""

    def begin_command(*words: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "lastdigit", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            cwd=tmp_path,
            start_new_session=True,
        )

    return begin_command


def until_played(folder: Path, games: int) -> None:
    """Wait until a number of games are saved."""
    deadline = time.monotonic() + PATIENCE
    journal = folder / "journal.jsonl"
    while not journal.exists() or journal.read_bytes().count(b"\n") < games:
        assert time.monotonic() < deadline, "no games are being played"
        time.sleep(0.005)


def group_is_gone(group: int) -> bool:
    """Return whether every process of a group ends soon."""
    for _ in range(20 * PATIENCE):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize(
    ("workers", "games"),
    [("1", 1), *(pytest.param(*one, marks=pytest.mark.prove) for one in (("1", 5), ("2", 3)))],
)
def test_a_tournament_resumed_after_sigkill_equals_an_uninterrupted_one(
    begin: Callable[..., subprocess.Popen[bytes]],
    call: Run,
    tmp_path: Path,
    workers: str,
    games: int,
) -> None:
    waiting = Waiting(tmp_path, games)
    command = (*arena(waiting), "--workers", workers)
    process = begin(*command, "--out", "killed")
    until_played(tmp_path / "killed", games)
    process.kill()
    process.wait(PATIENCE)
    waiting.go_on()
    process.communicate(timeout=PATIENCE)
    assert group_is_gone(process.pid), "workers end with their parent"
    assert not (tmp_path / "killed" / "games.jsonl").exists(), "it was killed in the middle"
    assert call(*command, "--out", "killed").code == 0
    assert call(*command, "--out", "whole").code == 0
    assert timeless(tmp_path / "killed") == timeless(tmp_path / "whole")
    assert records(tmp_path / "killed") == records(tmp_path / "whole")
    assert call("saved", "verify", "killed/games.jsonl").code == 0


@pytest.mark.parametrize(("workers", "how"), [("1", signal.SIGTERM), ("2", signal.SIGINT)])
def test_an_interrupted_tournament_says_how_to_continue(
    begin: Callable[..., subprocess.Popen[bytes]], tmp_path: Path, workers: str, how: signal.Signals
) -> None:
    command = (*arena(Waiting(tmp_path, 2)), "--workers", workers)
    process = begin(*command, "--out", "run")
    until_played(tmp_path / "run", 2)
    os.killpg(process.pid, how) if how is signal.SIGINT else process.send_signal(how)
    _, output = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert b"Stopped. What was played is saved in run. Run the same command to continue." in output
    assert b"Traceback" not in output
    assert group_is_gone(process.pid)
    kept = (tmp_path / "run" / "journal.jsonl").read_bytes()
    assert kept.endswith(b"\n")
    assert all(parse_entry(line) for line in kept.decode().splitlines())


@pytest.mark.prove
def test_another_command_for_the_same_folder_is_refused(call: Run, tmp_path: Path) -> None:
    words = ("arena", "--games", "digit-poison", "--players", "perfect,random", "--starts", "2")
    assert call(*words, "--out", "run").code == 0
    before = (tmp_path / "run" / "journal.jsonl").read_bytes()
    for change, expected in (
        (("--seed", "2"), "seed was 1, not 2"),
        (("--starts", "3"), "starts was 2, not 3"),
        (("--players", "perfect,easy"), "other players"),
        (("--tries", "5"), "other settings"),
    ):
        result = call(*words, *change, "--out", "run")
        assert result.code == 2
        assert "contains games from another command" in result.err
        assert expected in result.err
    assert (tmp_path / "run" / "journal.jsonl").read_bytes() == before


def test_a_folder_without_a_run_is_refused_and_not_changed(call: Run, tmp_path: Path) -> None:
    words = ("arena", "--games", "digit-poison", "--players", "perfect,random", "--out")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    (tmp_path / "file").write_text("a file")
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / "manifest.json").write_text("{")
    for name, expected in (("mine", "not empty"), ("file", "cannot be used"), ("odd", "is broken")):
        result = call(*words, name)
        assert (result.code, result.out) == (2, "")
        assert expected in result.err
        assert "Traceback" not in result.err
    assert os.listdir(tmp_path / "mine") == ["letter.txt"]  # noqa: PTH208 - names are wanted


def test_a_folder_is_locked_during_a_run(
    begin: Callable[..., subprocess.Popen[bytes]], call: Run, tmp_path: Path
) -> None:
    who = script(tmp_path / "bot.sh", "#!/bin/sh\nsleep 600\n")
    words = ("arena", "--games", "digit-poison", "--players", f"silent={who},random")
    process = begin(*words, "--out", "run")
    try:
        until_played(tmp_path / "run", 0)
        result = call(*words, "--out", "run")
        assert result.code == 2
        assert "in use by another run" in result.err
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)
    assert group_is_gone(process.pid)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--players", "perfect"), "two players"),
        (("--players", "a,b"), "There is no player"),
        (("--players", "perfect,cmd:/no/such/program"), "is not a program"),
        (("--players", "perfect,random", "--games", "chess"), "There is no game"),
        (("--players", "perfect,random", "--games", "digit-duel,digit-duel"), "twice"),
        (("--players", "perfect,random", "--starts", "0"), "whole number"),
        (("--players", "perfect,random", "--workers", "0"), "whole number"),
        ((), "--players"),
    ],
)
def test_bad_usage_is_reported_and_no_folder_is_created(
    call: Run, tmp_path: Path, words: tuple[str, ...], expected: str
) -> None:
    result = call("arena", *words, "--out", "run")
    assert (result.code, result.out) == (2, "")
    assert expected in result.err
    assert "Traceback" not in result.err
    assert not (tmp_path / "run").exists()


HOSTILE = {
    "floods": "while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done",
    "never answers": "sleep 600",
    "a megabyte": "head -c 1000000 /dev/zero; echo; sleep 600",
    "forks": "sleep 600 & sleep 600 & exit 0",
    "illegal": 'while read line; do case $line in *turn*) echo \'{"move": "no"}\';; esac; done',
}


@pytest.mark.parametrize("kind", sampled(HOSTILE, "a megabyte", "illegal"))
def test_a_hostile_program_loses_its_games_without_harm(
    kind: str, call: Run, tmp_path: Path
) -> None:
    who = script(tmp_path / "bot.sh", f"#!/bin/sh\n{HOSTILE[kind]}\n")
    limits = ("--tries", "1", "--move-seconds", "1", "--workers", "2", "--out", "run")
    players = f'"hostile={who}",random'
    result = call(
        "arena", "--games", "digit-poison", "--players", players, "--starts", "1", *limits
    )
    assert result.code == 0, result.err
    report = json.loads((tmp_path / "run" / "report.json").read_text())
    overall = {player["name"]: player["overall"] for player in report["players"]}
    assert overall["hostile"]["score"]["value"] == 0
    assert overall["hostile"]["illegalShare"] == 1
    assert overall["random"]["illegalShare"] == 0
    assert call("saved", "verify", "run/games.jsonl").code == 0


def test_a_shell_script_plays_a_tournament(call: Run, tmp_path: Path) -> None:
    """The script plays the first legal move, which is easy to find in a shell."""
    who = script(
        tmp_path / "bot.sh",
        "#!/bin/sh\nwhile read -r line; do case $line in "
        '\'{"type": "turn"\'*) move=${line#*\'legalMoves": ["\'}; '
        'printf \'{"move": "%s"}\\n\' "${move%%\\"*}";; esac; done\n',
    )
    result = call(
        "arena", "--players", f"script={who},random", "--starts", "1", "--games", "digit-duel"
    )
    assert result.code == 0, result.err
    assert "script" in result.out


MODELS = ("arena", "--games", "digit-poison", "--players", "llm:a,llm:b")


@pytest.fixture
def key(environment: dict[str, str]) -> None:
    environment["OPENAI_API_KEY"] = "test"


def legal(body: Body) -> Response:
    return completion(some_legal(body))


def spending(folder: Path) -> int:
    """Return the spent tokens in the ledger of a run."""
    lines = (folder / "spending.jsonl").read_text().splitlines()
    return sum(json.loads(line).get("charge", 0) for line in lines)


@pytest.mark.prove
@pytest.mark.usefixtures("key")
def test_workers_share_the_budget_and_a_larger_one_continues_the_run(
    run: Run, tmp_path: Path
) -> None:
    words = (*MODELS, "--starts", "8", "--workers", "4", "--out", "run")
    with chat_server(legal) as server:
        url = ("--base-url", server.url)
        result = run(*words, *url, "--budget", "1000")
        assert result.code == 1, result.err
        assert "The budget of 1000 tokens is spent: 990 used" in result.err
        assert len(server.asked) == 9
        assert run(*words, *url, "--budget", "2000").code == 1
        assert len(server.asked) == 18
        assert spending(tmp_path / "run") == 18 * 110
        assert run(*words, *url).code == 0
        assert spending(tmp_path / "run") == len(server.asked) * 110


@pytest.mark.usefixtures("key")
def test_tokens_of_an_interrupted_game_count(call: Run, tmp_path: Path) -> None:
    words = (*MODELS, "--starts", "1", "--out", "run")
    replies = iter([legal] * 3)

    def three_and_no_more(body: Body) -> Response:
        return next(replies, lambda _: trouble(404, "It is gone."))(body)

    with chat_server(three_and_no_more) as server:
        url = ("--base-url", server.url)
        assert call(*words, *url).code == 1
        assert (tmp_path / "run" / "journal.jsonl").read_text() == "", "no game was finished"
        result = call(*words, *url, "--budget", "400")
        assert "The budget of 400 tokens is spent: 330 used" in result.err
        assert len(server.asked) == 4, "the refused question, and none after it"


@pytest.mark.usefixtures("key")
def test_a_run_records_its_endpoint_and_cannot_continue_at_another(
    call: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    words = (*MODELS, "--starts", "1", "--out", "run")
    with chat_server(legal) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        assert call(*words).code == 0
        manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
        assert [player["baseUrl"] for player in manifest["players"]] == [server.url] * 2
        monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
        elsewhere = call(*words)
    assert elsewhere.code == 2
    assert "other players" in elsewhere.err


@pytest.mark.usefixtures("key")
@pytest.mark.parametrize("url", ["http://me:pass@127.0.0.1/v1", "http://127.0.0.1/v1?key=pass"])
def test_an_address_that_could_contain_a_secret_is_refused_and_not_printed(
    call: Run, url: str
) -> None:
    result = call(*MODELS, "--base-url", url)
    assert result.code == 2
    assert "cannot contain a user name, password or query" in result.err
    assert "pass@" not in result.err
    assert "key=pass" not in result.err


def test_a_crashed_worker_is_replaced_and_its_game_replayed(
    begin: Callable[..., subprocess.Popen[bytes]], tmp_path: Path
) -> None:
    waiting = Waiting(tmp_path, 1)
    command = (*arena(waiting), "--workers", "2", "--out", "run")
    process = begin(*command)
    until_played(tmp_path / "run", 1)
    ours = subprocess.run(
        ["pgrep", "-P", str(process.pid), "-f", "lastdigit.executors.worker"],
        capture_output=True,
        text=True,
        check=True,
    )
    os.kill(int(ours.stdout.split()[0]), signal.SIGKILL)
    waiting.go_on()
    _, output = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, output


def test_the_default_folder_depends_only_on_the_command(call: Run, tmp_path: Path) -> None:
    words = ("arena", "--games", "digit-poison", "--players", "perfect,random", "--starts", "1")
    assert call(*words).code == call(*words).code == 0
    assert call(*words, "--seed", "2").code == 0
    assert len(list(tmp_path.glob("tournament-*"))) == 2
    assert lastdigit.__version__ in next(tmp_path.glob("tournament-*/report.json")).read_text()


def rejecting(call: Run, url: str, starts: int = 4) -> CommandResult:
    return call(
        *("exam", "run", "llm:test", "--games", "digit-dilemma", "--positions", str(starts)),
        *("--tries", "2", "--base-url", url, "--out", "run"),
    )


def test_an_endpoint_that_rejects_every_question_ends_the_run_without_saving_games(
    call: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "anything")
    with chat_server(lambda _: trouble(400, "I know no such thing.")) as server:
        result = rejecting(call, server.url)
        assert result.code == 1
        assert "llm:test accepted none of the questions" in result.err
        assert "I know no such thing" in result.err
        assert len(server.asked) == 3 * 2, "three questions with two tries each"
        assert (tmp_path / "run" / "journal.jsonl").read_bytes() == b""
        server.answer = lambda _: completion("MOVE: nothing")
        assert rejecting(call, server.url).code == 0


def test_a_single_rejected_question_counts_as_wrong_with_its_reason(
    call: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "anything")
    answers = [trouble(400, "no")] * 4 + [completion("MOVE: nothing")] * 2
    answers += [trouble(400, "no")] * 2
    with chat_server(lambda _: answers.pop(0)) as server:
        result = rejecting(call, server.url)
    assert result.code == 0, result.err
    faults = json.loads((tmp_path / "run" / "report.json").read_text())["faults"]
    assert faults["rejected"] == 6
    assert faults["unreadable"] == 2
    assert faults["filtered"] == 0


@pytest.mark.parametrize(
    ("manifest", "difference"),
    [
        ({"seed": 4, "games": [], "settings": None}, "seed was 3, not 4"),
        ({"seed": 3, "games": [1], "settings": None}, "other games"),
        ({"seed": 3, "games": [], "settings": "x"}, "other settings"),
        ({"games": [], "settings": None}, "other seed"),
    ],
)
def test_a_folder_of_another_run_is_refused_with_what_differs(
    manifest: dict[str, object], difference: str, tmp_path: Path
) -> None:
    saved: dict[str, object] = {"seed": 3, "games": [], "settings": None}
    with open_folder(tmp_path, saved):
        pass
    with pytest.raises(UsageError, match=difference), open_folder(tmp_path, manifest):
        pass


def test_statistics_are_summed_and_no_game_adds_zero() -> None:
    names = [field.name for field in fields(PlayerStats)]
    one = PlayerStats(**{name: number for number, name in enumerate(names, 1)})
    assert one + NO_STATS == one
    assert one + one == PlayerStats(**{name: 2 * number for number, name in enumerate(names, 1)})


def changed_stats(entry: Entry, change: Callable[[dict[str, float]], object]) -> str:
    """Return the line of a finished game, after a change of the first player's statistics."""
    data = json.loads(serialize_entry(entry))
    change(data["deeds"][0])
    return json.dumps(data)


def test_a_journal_of_an_older_version_lacks_some_statistics(tmp_path: Path) -> None:
    entry = play(plan_tournament(tournament(starts=1)), tmp_path / "run")[0]

    def without(names: Sequence[str]) -> str:
        return changed_stats(entry, lambda stats: [stats.pop(name) for name in names])

    assert parse_entry(without(OPTIONAL_STATS)) == entry, "missing statistics are zero"
    for name in {field.name for field in fields(PlayerStats)} - {*OPTIONAL_STATS}:
        with pytest.raises(RecordError, match=f'"{name}" is missing'):
            parse_entry(without([name]))


@pytest.mark.parametrize(
    ("name", "value"), [("moves", 1.5), ("seconds", "1"), ("tokens_in", None), ("unknown", 1)]
)
def test_malformed_statistics_are_refused(name: str, value: float, tmp_path: Path) -> None:
    entry = play(plan_tournament(tournament(starts=1)), tmp_path / "run")[0]
    with pytest.raises(RecordError, match=name):
        parse_entry(changed_stats(entry, lambda stats: stats.update({name: value})))


@pytest.mark.parametrize("players", [1, 3])
def test_a_finished_game_has_the_statistics_of_two_players(players: int, tmp_path: Path) -> None:
    entry = play(plan_tournament(tournament(starts=1)), tmp_path / "run")[0]
    data = json.loads(serialize_entry(entry))
    data["deeds"] = [data["deeds"][0]] * players
    with pytest.raises(RecordError, match="two players"):
        parse_entry(json.dumps(data))


def test_a_game_of_another_run_keeps_the_run_that_played_it(tmp_path: Path) -> None:
    plan = plan_tournament(tournament(starts=1))
    entry, other = play(plan, tmp_path / "run")[:2]
    fixture = Fixture(9, other.record.setup)
    adopted = entry.adopted_by(fixture, "first")
    assert (adopted.number, adopted.record.setup, adopted.source) == (9, fixture.setup, "first")
    assert adopted.record.events == entry.record.events
    assert adopted.adopted_by(fixture, "second").source == "first"


def test_the_games_of_a_run_in_progress_are_known_by_number(tmp_path: Path) -> None:
    plan = plan_tournament(tournament(starts=1))
    with pytest.raises(UsageError, match="does not contain a run yet"):
        finished_entries(plan, tmp_path)
    entries = play(plan, tmp_path)
    assert finished_entries(plan, tmp_path) == {entry.number: entry for entry in entries}
    journal = tmp_path / "journal.jsonl"
    journal.write_bytes(journal.read_bytes().splitlines(keepends=True)[0] + b'{"number": 2')
    assert finished_entries(plan, tmp_path) == {1: entries[0]}
    other = plan_tournament(tournament(starts=2))
    with pytest.raises(UsageError, match="starts was 1, not 2"):
        finished_entries(other, tmp_path)
