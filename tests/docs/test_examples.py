"""The examples work, run as a user would run them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path
from random import Random
from threading import Thread

import pytest

import lastdigit
from examples import learned
from examples.char_model import char_model as char_model_script
from examples.tabular import Learner, choose_move
from lastdigit.game.game import Seat
from lastdigit.match.match import arrange
from lastdigit.match.record import End, Player
from lastdigit.players import COMPUTERS
from lastdigit.players.players import Settings, open_player, play_game
from lastdigit.system import Clock
from tests.conftest import GAMES, ROOT

TABULAR = ROOT / "examples" / "tabular.py"


def run(*words: str) -> str:
    done = subprocess.run(
        [sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert not done.returncode, done.stderr
    return done.stdout


def test_the_digit_duel_example_trains_an_agent_that_improves() -> None:
    first, last = map(int, re.findall(r"won (\d+) %", run("examples/train_digit_duel.py")))
    assert last > first


@pytest.mark.parametrize("name", ["digit-poison", "operation-obliteration"])
def test_a_table_learned_by_self_play_beats_a_random_player(name: str) -> None:
    game = lastdigit.find(name)
    learner = Learner(game, Random(1))
    learner.learn(2_000)
    table, random, won, games = learner.table(), Random(2), 0, 100
    for number in range(games):
        state = game.start(random)
        learned = Seat(number % 2 + 1)
        while game.outcome(state) is None:
            if state.mover is learned:
                text = choose_move(game, table, state, random)
            else:
                text = COMPUTERS["random"].choose(game, state, random)
            state = game.play(state, text)
        outcome = game.outcome(state)
        won += outcome is not None and outcome.winner is learned
    assert won > 0.55 * games


@pytest.mark.prove
@pytest.mark.parametrize("kind", learned.KINDS)
def test_a_policy_learned_in_batches_beats_random_and_plays_in_arena_and_exam(
    kind: str, tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))  # cache compiled code for the whole run
    monkeypatch.setenv("LEARNED", str(tmp_path / "learned"))
    game, random, won, games = lastdigit.find("digit-poison"), Random(2), 0, 100
    known, made = learned.train(game, kind, steps=40_000, games=100, seed=1)
    assert made == 40_000
    learned.save(known, game, kind)
    for number in range(games):
        state, mine = game.start(random), Seat(number % 2 + 1)
        while game.outcome(state) is None:
            if state.mover is mine:
                action = learned.choose_action(known, game, state, random)
                text = game.format_move(game.all_moves()[action])
            else:
                text = COMPUTERS["random"].choose(game, state, random)
            state = game.play(state, text)
        outcome = game.outcome(state)
        won += outcome is not None and outcome.winner is mine
    assert won > 0.7 * games
    who, asked = f"py:examples.learned:{kind}", ("--games", "digit-poison", "--out")
    contest = ("arena", "--players", f"{kind}={who},random", "--starts", "1")
    assert f"\n{kind} " in run("-m", "lastdigit", *contest, *asked, str(tmp_path / "arena"))
    output = run(
        "-m", "lastdigit", "exam", "run", who, "--positions", "1", *asked, str(tmp_path / "exam")
    )
    assert "Errors and cost" in output


@pytest.mark.prove
def test_a_learned_policy_is_saved_and_loaded_unchanged(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    monkeypatch.setenv("LEARNED", str(tmp_path))
    game, other = lastdigit.find("digit-poison"), lastdigit.find("digit-poison", divisor=7)
    for kind in learned.KINDS:
        known, _ = learned.train(game, kind, steps=200, games=100, seed=1)
        learned.save(known, game, kind)
        again = learned.load.__wrapped__(game, kind)
        assert again is not None
        for name, part in known.parameters().items():
            assert (again.parameters()[name] == part).all()
        assert learned.load.__wrapped__(other, kind) is None


@pytest.fixture
def char_model(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Serve the character model's endpoint, with a writer that needs no PyTorch."""

    class Writer:
        def write(self, prompt: str) -> str:
            assert char_model_script.encode(prompt)[-1] == ord("\n")
            return "MOVE: ones"

    handler = char_model_script.Handler
    monkeypatch.setattr(handler, "writer", Writer(), raising=False)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/v1"
        server.shutdown()


def test_the_endpoint_of_the_character_model_can_be_examined(
    char_model: str, tmp_path: Path
) -> None:
    asked = "--games", "digit-duel", "--positions", "3", "--base-url", char_model
    folder = str(tmp_path / "exam")
    run("-m", "lastdigit", "exam", "run", "llm:char-model", *asked, "--out", folder)
    answers = map(json.loads, (tmp_path / "exam" / "answers.jsonl").read_text().splitlines())
    raw = {one["raw"] for answer in answers for turn in answer["tries"] for one in turn["tries"]}
    assert raw == {"MOVE: ones"}
    assert "3 answers checked" in run("-m", "lastdigit", "exam", "verify", folder)


def test_the_character_model_reads_the_end_of_a_prompt() -> None:
    seen = char_model_script.SEEN
    assert char_model_script.encode("ab") == [0] * (seen - 2) + [97, 98]
    assert char_model_script.encode("é" + "b" * (seen - 1)) == [0] + [98] * (seen - 1)
    assert char_model_script.encode("x" * 500) == [120] * seen


@pytest.mark.prove
@pytest.mark.parametrize("name", GAMES)
def test_the_datasets_of_the_character_model_can_be_made(name: str, tmp_path: Path) -> None:
    for number, options in enumerate(char_model_script.VARIANTS[name]):
        words = "-m", "lastdigit", "dataset", name, "--kind", "move", "--count", "5", *options
        run(*words, "--out", str(tmp_path / f"{number}.jsonl"))


def test_every_game_can_be_learned_and_then_played_as_a_program(tmp_path: Path) -> None:
    output = run(str(TABULAR), "train", str(tmp_path), "--games", "20")
    assert len(output.splitlines()) == len(GAMES)
    who = f"cmd:{sys.executable} {TABULAR} play {tmp_path}"
    settings = Settings()
    with open_player(who) as learned, open_player("random") as opponent:
        for name, options in (("digit-duel", {}), ("digit-poison", {"divisor": 7})):
            players = Player(who, "Player 1"), Player("random", "Player 2")
            setup = arrange(
                lastdigit.find(name, **options),
                players,
                package="",
                first=Seat.ONE,
                seed=3,
                terms=settings.terms(),
            )
            occupants = {Seat.ONE: learned, Seat.TWO: opponent}
            game = play_game(setup, occupants, settings, Clock())
            assert game.record.result.end is End.WIN
            assert all(len(tries) == 1 for tries in game.turns)
