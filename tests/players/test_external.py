"""External programs: correct ones play, and hostile ones do no harm and leave no process."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import lastdigit
from lastdigit.errors import PlayerError, RecordError, UsageError
from lastdigit.game.game import Seat, Value
from lastdigit.match.match import Match, verify
from lastdigit.match.record import Act, End, from_line, to_line
from lastdigit.players.builtin import COMPUTERS
from lastdigit.players.external import (
    MARKER_VARIABLE,
    MAX_ERROR_OUTPUT,
    MAX_LINE_BYTES,
    Process,
    bot_answers,
    encode_message,
    marked_processes,
    parse_move_reply,
    turn_message,
)
from lastdigit.players.players import Crash, ReplyTimeout, Settings, UnreadableReply, open_player
from lastdigit.solver import solver_for
from lastdigit.testing.conformance import random_walk
from tests.conftest import GAMES, PATIENCE, ROOT, Run
from tests.players.games import QUICK, bot, played, python, script, set_up
from tests.sizes import sampled, size

BRIEF = Settings(tries=1, seconds=1)
FIRST_LEGAL = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        print(json.dumps({"move": message["legalMoves"][0]}), flush=True)
"""


@pytest.fixture(autouse=True)
def _package_is_found(monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))


def living(group: int) -> list[str]:
    """Return the running processes of a group, without zombies."""
    listing = subprocess.run(
        ["ps", "-A", "-o", "pgid=,stat=,args="], capture_output=True, text=True, check=True
    )
    lines = [line.split(None, 2) for line in listing.stdout.splitlines()]
    return [args[-1] for pgid, stat, *args in lines if int(pgid) == group and stat[0] != "Z"]


def soon(condition: Callable[[], bool]) -> bool:
    """Return whether a condition becomes true soon."""
    deadline = time.monotonic() + PATIENCE
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.02)
    return condition()


@pytest.mark.parametrize("game", sampled(GAMES, "digit-dilemma", "number-morph"))
def test_two_bots_play_each_other(game: str) -> None:
    first = played(bot("medium"), bot("random"), game).record
    assert first.result.end in (End.WIN, End.UNFINISHED)
    verify(from_line(to_line(first)))
    if game == GAMES[0]:
        assert played(bot("medium"), bot("random"), game).record == first


@pytest.mark.parametrize("game", sampled(["digit-duel", "digit-poison"], "digit-poison"))
def test_a_perfect_bot_wins_won_starts_and_loses_only_lost_ones(game: str) -> None:
    rules = lastdigit.find(game)
    value = solver_for(rules).solution(rules.start(Random(0))).value
    winner = Seat.ONE if value is Value.WIN else Seat.TWO
    assert value is not Value.DRAW
    assert played(bot("perfect"), "perfect", game).record.result.winner is winner
    assert played("perfect", bot("perfect"), game).record.result.winner is winner


HOSTILE = {
    "exits at once": ("exit 3", "The program ended with exit code 3."),
    "is killed": ("kill -9 $$", "The program was ended by signal 9."),
    "never answers": ("sleep 100", "No answer within 1 second."),
    "never answers, in children": ("sleep 100 & sleep 100", "No answer within 1 second."),
    "closes its input": ("exec 0<&-; sleep 100", "No answer within 1 second."),
    "closes its output": ("exec 1>&-; sleep 100", "The program closed its standard output."),
    "ignores every polite signal": (
        "trap '' TERM HUP INT PIPE; while :; do sleep 100; done",
        "No answer within 1 second.",
    ),
    "leaves a child that ignores them": (
        "(trap '' TERM HUP INT PIPE; while :; do sleep 100; done) & exit 0",
        "No answer within 1 second.",
    ),
    "floods": ("yes", '"y": This is not JSON: Expecting value: line 1 column 1 (char 0).'),
    "floods without lines": (
        "yes | tr -d '\\n'",
        f"A line of more than {MAX_LINE_BYTES} bytes.",
    ),
    "floods standard error": ("yes >&2", "No answer within 1 second."),
    "writes a megabyte": (
        "head -c 1000000 /dev/zero",
        f"A line of more than {MAX_LINE_BYTES} bytes.",
    ),
    "answers with no object": ("echo 7; sleep 100", '"7": This is not a JSON object.'),
    "answers with no move": ("echo '{}'; sleep 100", '"{}": "move" is missing.'),
    "answers with a number": (
        "echo '{\"move\": 7}'; sleep 100",
        '"{"move": 7}": "move" is not a string.',
    ),
    "answers an unreadable move": (
        'echo \'{"move": "\\u001b[2J"}\'; sleep 100',
        '"?[2J" is not a move: a move looks like "9".',
    ),
}


SLOW = ("never answers, in children", "closes its input", "ignores every polite signal")
"""Programs that are waited for until the time is up."""


@pytest.mark.parametrize("what", sampled(HOSTILE, *[one for one in HOSTILE if one not in SLOW]))
def test_a_hostile_program_forfeits_with_a_reason_and_leaves_no_process(
    what: str, tmp_path: Path
) -> None:
    program, reason = HOSTILE[what]
    who = script(tmp_path / "bot", f"#!/bin/sh\necho $$ > {tmp_path}/group\n{program}\n")
    game = played(who, settings=BRIEF if reason.startswith("No answer") else QUICK)
    assert game.record.result.end is End.FORFEIT
    assert game.record.result.winner is Seat.TWO
    assert game.record.result.reason == f"No valid move in 1 try. {reason}"
    assert [one.refusal for tries in game.turns for one in tries] == [reason]
    verify(from_line(to_line(game.record)))
    group = int((tmp_path / "group").read_text())
    assert soon(lambda: not living(group)), living(group)


def test_an_illegal_move_is_refused_with_a_reason_and_can_be_corrected(tmp_path: Path) -> None:
    program = """
import json, sys
heard = []
for line in sys.stdin:
    message = json.loads(line)
    heard.append(message.get("reason", message["type"]))
    if message["type"] == "turn":
        print(json.dumps({"move": "hundreds 0", "heard": heard}), flush=True)
"""
    game = played(python(tmp_path, program), game="number-morph", settings=Settings())
    tries = game.turns[0]
    assert [one.move for one in tries] == ["hundreds 0"] * 3
    reason = tries[0].refusal
    assert all(one.refusal == reason for one in tries)
    assert json.loads(tries[2].raw)["heard"] == ["start", "turn", reason, "turn", reason, "turn"]
    assert [event.act for event in game.record.events] == [Act.REJECTED] * 3
    assert game.record.result.reason == "No attempts left."


def test_a_program_that_broke_the_protocol_is_restarted(
    tmp_path: Path,
) -> None:
    program = f"""
import pathlib, sys, time
runs = pathlib.Path({str(tmp_path / "runs")!r})
count = len(runs.read_text()) if runs.exists() else 0
runs.write_text("x" * (count + 1))
if count == 0:
    sys.exit("out of memory")
if count == 1:
    print("Hello!", flush=True)
    time.sleep(100)
{FIRST_LEGAL}
"""
    game = played(python(tmp_path, program), settings=Settings(seconds=PATIENCE))
    crash, garbage, accepted = game.turns[0]
    assert crash.refusal == "The program ended with exit code 1."
    assert crash.error_output == "out of memory\n"
    assert garbage.refusal.startswith('"Hello!": This is not JSON')
    assert not accepted.refusal
    assert (tmp_path / "runs").read_text() == "xxx"


def test_only_the_end_of_a_programs_standard_error_is_saved(tmp_path: Path) -> None:
    program = f"import sys\nsys.stderr.write('x' * 1_000_000 + 'end')\n{FIRST_LEGAL}"
    game = played(python(tmp_path, program))
    assert game.record.result.end is End.WIN
    ends = [one.error_output for tries in game.turns for one in tries if one.error_output]
    assert all(len(end) <= MAX_ERROR_OUTPUT for end in ends)
    assert ends[-1].endswith("xend")


def test_a_reply_without_a_newline_and_a_closed_input_are_accepted() -> None:
    assert played('cmd:printf \'{"move": "0"}\'').turns[0][0].move == "0"


@pytest.mark.parametrize("beyond", [0, 1, 30_000])
def test_a_line_of_the_maximum_length_is_accepted_and_a_longer_one_refused(
    beyond: int, tmp_path: Path
) -> None:
    padding = MAX_LINE_BYTES - len('{"move": "7", "x": ""}') + beyond
    program = f'print(\'{{"move": "7", "x": "\' + \'x\' * {padding} + \'"}}\')'
    (tried,) = played(python(tmp_path, program)).turns[0]
    assert tried.move == (None if beyond else "7")
    assert bool(tried.refusal) is bool(beyond)


def test_a_program_that_writes_but_does_not_read_is_refused() -> None:
    process = Process(["yes"], os.environ)
    try:
        with pytest.raises(UnreadableReply, match="writes, but does not read"):
            process.answer(b"x" * 1_000_000, 20)
    finally:
        process.close()


def test_a_program_gets_the_result_and_time_to_exit(tmp_path: Path) -> None:
    program = f"""
import json, pathlib, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        print(json.dumps({{"move": message["legalMoves"][0]}}), flush=True)
pathlib.Path({str(tmp_path / "last")!r}).write_text(line)
"""
    game = played(python(tmp_path, program))
    data = json.loads((tmp_path / "last").read_text())
    winner = game.record.result.winner
    assert winner is not None
    assert (data["type"], data["end"], data["winner"]) == ("result", "win", winner.value)


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="there is no /proc")
def test_a_daemonized_child_process_is_killed(tmp_path: Path) -> None:
    daemon = f"""
import os, pathlib, time
if os.fork() == 0:
    os.setsid()
    for number in range(3):
        os.close(number)
    if os.fork() == 0:
        pathlib.Path({str(tmp_path / "mark")!r}).write_text(os.environ[{MARKER_VARIABLE!r}])
        time.sleep(100)
    os._exit(0)
while not pathlib.Path({str(tmp_path / "mark")!r}).exists():
    time.sleep(0.01)
"""
    played(python(tmp_path, daemon), settings=Settings(tries=1, seconds=PATIENCE))
    mark = (tmp_path / "mark").read_text()
    assert mark
    assert soon(lambda: not list(marked_processes(mark)))


def test_a_program_is_killed_when_the_game_is_interrupted(tmp_path: Path) -> None:
    written = tmp_path / "group"
    who = script(tmp_path / "bot", f"#!/bin/sh\necho $$ > {written}\nsleep 100\n")
    setup = set_up("digit-poison")

    def broken_off() -> None:
        with open_player(who) as program:
            program.begin(setup, Seat.ONE)
            assert soon(lambda: written.exists() and written.read_text() != "")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        broken_off()
    group = int(written.read_text())
    assert soon(lambda: not living(group)), living(group)


def test_a_program_that_cannot_be_run_is_refused_before_the_game(tmp_path: Path) -> None:
    with (
        pytest.raises(UsageError, match=r'"\./nowhere" is not a program'),
        open_player("cmd:./nowhere"),
    ):
        pass
    broken = script(tmp_path / "bot", "#!/no/such/interpreter\n")
    with open_player(broken) as program, pytest.raises(PlayerError, match="cannot be started"):
        program.begin(set_up("digit-poison"), Seat.ONE)


@given(st.binary(max_size=300))
@settings(max_examples=size(sample=20, full=300))
def test_random_output_of_a_program_counts_as_a_try_and_the_record_verifies(written: bytes) -> None:
    program = f"import sys\nsys.stdout.buffer.write({written!r})"
    game = played(f"cmd:{sys.executable} -Sc 'exec(bytes.fromhex(\"{program.encode().hex()}\"))'")
    assert game.record.result.end in (End.FORFEIT, End.WIN)
    verify(from_line(to_line(game.record)))


@given(st.text())
@example("[" * 10_000)
@example('{"move": "7", "move": "8"}')
@example("NaN")
def test_a_reply_that_is_not_json_is_refused_with_a_printable_reason(raw: str) -> None:
    with pytest.raises(UnreadableReply) as garbage:
        parse_move_reply(raw)
    assert garbage.value.reply.raw == raw
    assert str(garbage.value).isprintable()


json_values = st.recursive(
    st.none() | st.booleans() | st.floats(-9, 9) | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.just("move"), inner),
)


@given(json_values)
def test_only_an_object_with_a_string_called_move_is_a_reply(value: object) -> None:
    raw = json.dumps(value)
    if isinstance(value, dict) and isinstance(value.get("move"), str):
        assert parse_move_reply(raw).answer == value["move"]
    else:
        with pytest.raises(UnreadableReply):
            parse_move_reply(raw)


START: dict[str, object] = {
    "type": "start",
    "protocol": 1,
    "game": "digit-duel",
    "options": {},
    "seed": 1,
}
TURN: dict[str, object] = {"type": "turn", "position": "1 987 123", "history": []}


@st.composite
def nearly_right(draw: st.DrawFn) -> str:
    """Draw a message of which at most one field is wrong."""
    result: dict[str, object] = {"type": "result"}
    message = dict(draw(st.sampled_from([START, TURN, TURN, result])))
    if draw(st.booleans()):
        message[draw(st.sampled_from(sorted(message)))] = draw(json_values)
    return json.dumps(message)


@given(st.lists(nearly_right() | st.text(), max_size=5))
def test_a_bot_replies_to_every_turn_or_names_the_wrong_line(lines: list[str]) -> None:
    moves, wrong = [], ""
    try:
        for answer in bot_answers(COMPUTERS["random"], [json.dumps(START), *lines]):
            moves.append(json.loads(answer)["move"])
    except RecordError as error:
        wrong = str(error)
    turns = [line for line in lines if '"type": "turn"' in line]
    assert wrong.startswith("line ") or len(moves) == len(turns)
    assert set(moves) <= {"hundreds", "tens", "ones"}


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        (START | {"protocol": 2}, "Protocol 2 is unknown. This version uses protocol 1."),
        (TURN | {"position": "1 987 0"}, "The game is over in this position."),
    ],
)
def test_a_bot_explains_messages_that_it_cannot_reply_to(
    message: dict[str, object], reason: str
) -> None:
    messages = [message] if message["type"] == "start" else [START, message]
    with pytest.raises(RecordError, match=re.escape(reason)):
        list(bot_answers(COMPUTERS["random"], map(json.dumps, messages)))


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_message_is_one_complete_line(game: str) -> None:
    rules = lastdigit.find(game)
    setup = set_up(game)
    match = Match(setup)
    for _, move in random_walk(rules, Random(1), longest=5):
        text = encode_message(turn_message(match)).decode()
        assert text.count("\n") == 1
        data = json.loads(text)
        assert text.startswith('{"type": "turn", ')
        state = rules.parse_state(data["position"])
        assert rules.key(state) == rules.key(match.state)
        assert data["legalMoves"] == [str(move) for move in rules.legal_moves(state)]
        assert data["history"] == match.moves
        if move is None or not data["legalMoves"]:
            break
        match.play(data["legalMoves"][-1])
        if match.result is not None:
            break


def test_crashes_and_timeouts_are_separate_exceptions(tmp_path: Path) -> None:
    for program, kind in (("exit 0", Crash), ("echo hi", None), ("sleep 100", ReplyTimeout)):
        path = tmp_path / "bot"
        script(path, f"#!/bin/sh\n{program}\n")
        process = Process([str(path)], os.environ)
        try:
            if kind is None:
                assert process.answer(b"\n", 20) == "hi"
            else:
                with pytest.raises(kind):
                    process.answer(b"\n", 0.2 if kind is ReplyTimeout else 20)
        finally:
            process.close()


def test_the_bot_command_refuses_other_kinds_of_players(call: Run) -> None:
    refused = call("bot", "cmd:yes")
    assert refused.code == 2
    assert "not a computer player" in refused.err
    wrong = call("bot", "easy", typed='{"type": "turn"}\n')
    assert wrong.code == 1
    assert wrong.err == 'lastdigit: line 1: "turn" was not expected here.\n'


def test_a_person_plays_against_a_program_that_the_record_names(call: Run, tmp_path: Path) -> None:
    who = bot("perfect")
    words = ("play", "digit-poison", "--max-length", "2", "--player-2", who)
    done = call(*words, "--record", "games.jsonl", typed="1\n")
    assert done.code == 0, done.err
    record = from_line((tmp_path / "games.jsonl").read_text())
    assert record.setup.players[1].kind == who
    assert record.result.end is End.WIN
    assert call("saved", "verify", "games.jsonl").code == 0


def test_play_prints_the_faults_of_a_program_and_saves_no_game_without_one(call: Run) -> None:
    failing = "cmd:sh -c 'echo no luck >&2; exit 4'"
    done = call("play", "digit-poison", "--player-1", failing, "--player-2", "random")
    assert done.code == 0
    expected = "Player 1: The program ended with exit code 4. (no luck)\n"
    end = "No valid move in 3 tries. The program ended with exit code 4. Player 2 wins!\n"
    assert done.out.endswith(expected * 3 + end)
    missing = call("play", "digit-poison", "--player-1", "cmd:./nowhere")
    assert missing.code == 2
    assert len(call("saved", "list").out.splitlines()) == 2, "a heading and one game"


def test_a_program_can_be_resumed_undone_and_offered_a_draw(call: Run, tmp_path: Path) -> None:
    words = ("play", "digit-duel", "--player-2", python(tmp_path, FIRST_LEGAL))
    left = call(*words, typed="ones\nundo\nones\nquit\n")
    assert left.code == 0, left.err
    assert "Taken back." in left.out
    resumed = call("resume", typed="draw\nquit\n")
    assert resumed.code == 0, resumed.err
    assert "You offer a draw.\nThe computer does not agree.\n" in resumed.out


SECRETS = {
    "OPENAI_API_KEY": "sk-1",
    "ANTHROPIC_API_KEY": "sk-2",
    "GITHUB_TOKEN": "t",
    "CLIENT_SECRET": "s",
    "DB_PASSWORD": "p",
    "AWS_SECRET_ACCESS_KEY": "a",
    "openai_apikey": "k",
}
HARMLESS = {"KEYBOARD": "us", "TOKENIZERS_PARALLELISM": "false", "MONKEY": "1"}


def test_a_program_gets_only_the_named_secrets_of_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {**SECRETS, **HARMLESS}.items():
        monkeypatch.setenv(name, value)
    seen = tmp_path / "seen"
    program = f"""
import json, os, pathlib
pathlib.Path({str(seen)!r}).write_text(json.dumps(dict(os.environ)))
{FIRST_LEGAL}
"""
    who = python(tmp_path, program)
    played(who)
    found = json.loads(seen.read_text())
    assert not SECRETS.keys() & found.keys()
    assert HARMLESS.keys() <= found.keys()
    played(who, settings=Settings(tries=1, pass_env=("GITHUB_TOKEN",)))
    found = json.loads(seen.read_text())
    assert SECRETS.keys() & found.keys() == {"GITHUB_TOKEN"}


def test_passing_on_a_missing_variable_is_bad_usage(call: Run) -> None:
    words = ("play", "digit-poison", "--player-2", "cmd:true", "--pass-env")
    result = call(*words, "NO_SUCH_KEY")
    assert result.code == 2
    assert (
        result.err == 'lastdigit: The environment variable "NO_SUCH_KEY" is not set (--pass-env).\n'
    )


def test_a_program_is_marked_by_a_variable_in_its_environment(tmp_path: Path) -> None:
    program = f"import os\nassert os.environ[{MARKER_VARIABLE!r}]\n{FIRST_LEGAL}"
    assert played(python(tmp_path, program)).record.result.end is End.WIN
    assert MARKER_VARIABLE not in os.environ
