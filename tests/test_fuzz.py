"""Every parser accepts random text or raises its documented error."""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lastdigit
from lastdigit.cli import main
from lastdigit.cli.main import COMMANDS
from lastdigit.errors import RecordError
from lastdigit.game.game import AnyGame
from lastdigit.game.options import Option
from lastdigit.games import find_class
from lastdigit.match.match import Match, verify
from lastdigit.match.record import from_line, to_line
from lastdigit.testing import new_game
from tests.conftest import GAMES
from tests.match.test_record import games, matches, timed
from tests.sizes import size

# Difficult input: digits that are not ASCII, all kinds of blanks, signs, case and length.
TRICKS = [
    *("", " ", "\0", "\n", "\u00a0", "\u2028", "\ufeff", "_", "-", "+", ",", ".", "e9", "0x"),
    *(
        "1",
        "00",
        "\u0661",
        "\u00b2",
        "\uff11",
        "\u2170",
        "\U0001d7d9",
        "\u0130",
        "\u017f",
        "\u212a",
    ),
    *("\ud800", "\x1b[2J", "%s", "{}", "9" * 30, "9" * 5_000, "NaN", "null", "None", "True"),
]
texts = st.text() | st.sampled_from(TRICKS) | st.lists(st.sampled_from(TRICKS)).map("".join)


@st.composite
def mutated(draw: st.DrawFn, valid: st.SearchStrategy[str]) -> str:
    """Draw a valid text with pieces cut out, doubled, swapped or put in."""
    text = draw(valid)
    for _ in range(draw(st.integers(1, 3))):
        begin = draw(st.integers(0, len(text)))
        end = draw(st.integers(begin, min(len(text), begin + 5)))
        piece = draw(st.one_of(texts, st.just(text[begin:end] * 2), st.just(text[::-1][:3])))
        text = text[:begin] + piece + text[end:]
    return draw(st.sampled_from([text, text.upper(), text.title(), f" {text} "]))


def texts_like(*valid: str) -> st.SearchStrategy[str]:
    return texts | mutated(st.sampled_from(valid))


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_a_random_text_is_parsed_as_the_exact_move_or_refused(
    name: str, data: st.DataObject
) -> None:
    game = lastdigit.find(name)
    exact = [game.format_move(move) for move in game.all_moves()]
    text = data.draw(texts_like(*exact))
    try:
        move = game.parse_move(text)
    except lastdigit.MoveSyntaxError as error:
        assert text not in exact
        check_message(error)
    else:
        assert game.format_move(move) == text


def check_message(error: Exception) -> None:
    """Check that an error message is one short line without control characters."""
    message = str(error)
    assert message
    assert message.isprintable()
    assert len(message) < 1_000


@st.composite
def state_texts(draw: st.DrawFn, game: AnyGame) -> str:
    """Draw the text of a reachable position or of the example, or a mix of their fields."""
    state = game.start(draw(st.randoms(use_true_random=False)))
    for _ in range(draw(st.integers(0, 8))):
        if legal := game.legal_moves(state):
            state = game.successor(state, draw(st.sampled_from(legal)))
    fields = [*game.format_state(state).split(), *game.example_state.split()]
    return draw(
        st.sampled_from([game.format_state(state), game.example_state])
        | st.lists(st.sampled_from(fields), max_size=5).map(" ".join)
    )


@given(games(), st.data())
def test_a_random_text_is_parsed_as_a_playable_position_or_refused(
    game: AnyGame, data: st.DataObject
) -> None:
    valid = state_texts(game)
    text = data.draw(texts | valid | mutated(valid))
    try:
        state = game.parse_state(text)
    except lastdigit.StateSyntaxError as error:
        check_message(error)
        return
    again = game.format_state(state)
    assert game.parse_state(again) == state
    assert game.format_state(game.parse_state(again)) == again
    # A parsed position can be played from, evaluated and shown like any other.
    assert (game.outcome(state) is None) == bool(game.legal_moves(state))
    assert game.view(state)
    for move in game.legal_moves(state):
        game.outcome(game.successor(state, move))
    for move in game.all_moves():
        allowed = move in game.legal_moves(state)
        assert (game.objection(state, move) is None) == allowed


OPTIONS = [option for game in lastdigit.catalogue().values() for option in game.options()]


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
@given(data=st.data())
def test_a_random_text_is_parsed_as_an_option_in_range_or_refused(
    option: Option, data: st.DataObject
) -> None:
    near = {option.low, option.high, option.low - 1, option.high + 1}
    words = ["yes", "no", "none", "random", *map(str, near)]
    text = data.draw(texts_like(*words) | st.sampled_from(words))
    try:
        value = option.parse(text)
    except lastdigit.OptionError as error:
        check_message(error)
        return
    assert option.parse(option.format(value)) == value
    if value is None:
        assert option.none
    elif option.kind == "yes/no":
        assert isinstance(value, bool)
    else:
        numbers = value if isinstance(value, tuple) else (value,)
        assert all(option.low <= number <= option.high for number in numbers)


names = texts_like(*GAMES, *(game.title for game in lastdigit.catalogue().values()))


@given(names)
def test_a_random_name_finds_one_game_or_is_refused(name: str) -> None:
    try:
        found = find_class(name)
    except lastdigit.UnknownGame as error:
        check_message(error)
    else:
        assert found.name in GAMES
        wanted = "-".join(name.lower().replace("_", " ").replace("-", " ").split())
        assert f"-{wanted}" in f"-{found.name}"  # it begins with the name, or a word of it does


option_names = texts_like(*(option.name for option in OPTIONS)) | st.sampled_from(
    [option.field for option in OPTIONS] + [option.name for option in OPTIONS]
)
option_values: st.SearchStrategy[Any] = (
    st.none() | st.booleans() | st.integers() | st.just(10**5_000) | texts | st.floats()
)


@given(st.sampled_from(GAMES), st.dictionaries(option_names, option_values, max_size=3))
def test_random_options_create_a_game_or_are_refused(name: str, options: dict[str, Any]) -> None:
    try:
        game = lastdigit.find(name, **options)
    except lastdigit.OptionError as error:
        check_message(error)
    else:
        assert game == lastdigit.catalogue()[name](
            **{option.field: getattr(game, option.field) for option in game.options()}
        )


def check_line(line: str) -> None:
    try:
        verify(from_line(line))
    except RecordError as error:
        check_message(error)


@given(texts)
def test_random_text_is_refused_as_a_record(text: str) -> None:
    with pytest.raises(RecordError) as caught:
        from_line(text)
    check_message(caught.value)


@given(mutated(matches().map(timed).map(to_line)))
def test_a_record_with_changed_characters_is_read_or_refused_with_a_reason(line: str) -> None:
    check_line(line)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts | st.just(-(10**400)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=5,
)


@st.composite
def tampered(draw: st.DrawFn) -> str:
    """Draw a record in which values were replaced, removed, doubled or borrowed from elsewhere."""
    body = json.loads(to_line(timed(draw(matches()))))
    for _ in range(draw(st.integers(1, 3))):
        places = list(places_in(body))
        inside, key = draw(st.sampled_from(places))
        elsewhere, other = draw(st.sampled_from(places))
        new = draw(st.just(elsewhere[other]) | anything | st.integers(-1, 3))
        if isinstance(inside, dict) and draw(st.booleans()):
            del inside[key]
        elif isinstance(inside, list) and draw(st.booleans()):
            inside.insert(key, json.loads(json.dumps(new)))
        else:
            inside[key] = json.loads(json.dumps(new))
        if not body:
            break
    return json.dumps(body, ensure_ascii=draw(st.booleans()))


def places_in(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the path of every value in JSON data."""
    keys: Any = value if isinstance(value, dict) else range(len(value))
    for key in list(keys):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from places_in(value[key])


@given(tampered())
def test_a_record_with_changed_values_is_read_or_refused_with_a_reason(line: str) -> None:
    check_line(line)


@given(tampered())
def test_an_accepted_record_survives_a_round_trip(line: str) -> None:
    try:
        record = from_line(line)
    except RecordError:
        return
    assert from_line(to_line(record)) == record


@given(matches(), st.data())
def test_a_truncated_record_is_refused(match: Match, data: st.DataObject) -> None:
    line = to_line(timed(match))
    cut = data.draw(st.integers(0, len(line) - 1))
    with pytest.raises(RecordError):
        from_line(line[:cut])


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Iterator[Path]:
    """Let commands run in this process with a temporary home folder and no input."""
    folder = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch, Path("/dev/null").open() as nobody:
        patch.setenv("XDG_DATA_HOME", str(folder))
        patch.setenv("XDG_CACHE_HOME", str(cache))
        patch.chdir(folder)
        patch.setattr(sys, "stdin", nobody)
        patch.setattr(new_game, "REPOSITORY", folder)  # where a new game would be written
        yield folder


FLAGS = [
    *("--help", "--version", "--json", "--all", "--no-hints", "--", "-", "-h", "--nonsense"),
    *("--color", "--color=never", "--preset", "--preset=quick", "--first", "--seed", "--seed=1"),
    *("--name-1", "--name-2", "--player-1", "--player-2=random", "--attempts", "--time-limit"),
    *("--rounds", "--record", "--record=games.jsonl", "--position", *sorted(COMMANDS), *GAMES),
    *(f"--{option.name}" for option in OPTIONS),
]
ENDING = sorted({*COMMANDS} - {"serve", "mcp"})  # which run until they are stopped
GOOD = ["random", "human", "quick", "toss", "never", "211", "12", "2", "none", "no", "tens 7"]


def can_be_an_argument(word: str) -> bool:
    """Return whether the operating system accepts a word as an argument: any bytes except NUL."""
    try:
        return b"\0" not in os.fsencode(word)
    except UnicodeEncodeError:
        return False


words = st.one_of(
    st.sampled_from(FLAGS), st.sampled_from(GOOD), texts_like(*FLAGS, *GOOD), st.just("\udcff")
).filter(can_be_an_argument)
lines = st.tuples(st.sampled_from([*ENDING, ""]), st.lists(words, max_size=6)) | (
    st.tuples(
        st.sampled_from(["play", "show"]),
        st.tuples(st.sampled_from(GAMES), st.lists(words, max_size=5)).map(
            lambda line: [line[0], *line[1]]
        ),
    )
)


@settings(max_examples=size(sample=100, full=5_000))
@given(line=lines)
def test_every_command_line_ends_with_an_exit_code(home: Path, line: tuple[str, list[str]]) -> None:
    assert home.is_dir()
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code: object = main([*line[0].split(), *line[1]])
        except SystemExit as ended:
            code = ended.code
    assert code in (0, 1, 2)
    output = out.getvalue() + err.getvalue()
    assert all(character == "\n" or character.isprintable() for character in output)
    if code == 2:
        assert output
