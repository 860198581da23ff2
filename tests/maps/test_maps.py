"""Maps agree with the solver, need no other file and never change."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

import lastdigit
from lastdigit.errors import UsageError
from lastdigit.game.game import Seat, Value
from lastdigit.games.digit_duel.variants import DigitDuel
from lastdigit.maps.maps import GeneralMap, Walk, map_data, map_of, path_of
from lastdigit.render.svg import SHAPES, map_svg
from lastdigit.solver import solver_for
from lastdigit.web.assets import STATIC
from tests.conftest import GAMES, Run

NAMESPACE = "{http://www.w3.org/2000/svg}"


def looks(svg: str, tag: str) -> Counter[str]:
    """Return the number of shapes with each class."""
    found = ElementTree.fromstring(svg).iter(f"{NAMESPACE}{tag}")
    return Counter(one.get("class", "") for one in found)


@pytest.mark.parametrize("name", GAMES)
def test_a_map_is_self_contained_and_titled_with_its_finding(name: str) -> None:
    drawn = map_of(lastdigit.find(name))
    svg = map_svg(drawn)
    root = ElementTree.fromstring(svg)
    assert root.findtext(f"{NAMESPACE}title") == drawn.finding()
    assert root.findtext(f"{NAMESPACE}desc") == " ".join(drawn.notes())
    assert "prefers-color-scheme: dark" in svg
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")
    assert map_svg(map_of(lastdigit.find(name))) == svg


# Number Morph


def test_the_map_from_211_has_71_pairs_that_answer_every_move() -> None:
    drawn = map_of(lastdigit.find("number-morph", start=211))
    assert drawn.finding() == (
        "Starting from 211, the first player loses. The map shows the primes in pairs: the player "
        "who always answers with the partner wins."
    )
    listed = drawn.notes()[-1].removeprefix("The pairs: ").removesuffix(".").split(", ")
    pairs = [pair.split("-") for pair in listed]
    assert len({prime for pair in pairs for prime in pair}) == 142
    for one, two in pairs:
        assert sum(left != right for left, right in zip(one, two, strict=True)) == 1
    svg = map_svg(drawn)
    assert looks(svg, "rect") >= Counter(paired=142, chosen=1)
    assert looks(svg, "path")["pair"] == 71


def test_pairs_change_with_the_start() -> None:
    game = lastdigit.find("number-morph")
    one, other = (
        lastdigit.find("number-morph", start=start).start(Random(0)) for start in (211, 307)
    )
    seen = looks(map_svg(map_of(game, other, one)), "path")
    assert seen["pair shifted"]
    assert abs(seen["pair shifted"] - seen["pair gone"]) <= 1
    assert seen["pair"], "most stay"


# Other games


# The general map, and refused options


def test_a_game_without_its_own_map_is_drawn_in_layers() -> None:
    game = lastdigit.find("operation-obliteration")
    drawn = GeneralMap(game, game.start(Random(0)))
    assert "all 22 positions" in drawn.finding()
    assert looks(map_svg(drawn), "circle") == Counter(win=7, lose=7, draw=8)


@pytest.mark.parametrize(
    ("name", "options", "why"),
    [
        ("digit-duel", {"digits": 4}, "up to 1,000 numbers"),
        ("number-morph", {"digits": 4}, "up to 200 primes"),
        ("operation-obliteration", {"limit": 1_000}, "numbers up to 100"),
        ("digit-dilemma", {"slots": 4}, "up to three digits"),
        ("digit-poison", {"uses": 1}, "needs a maximum length"),
        ("digit-poison", {"max_length": 25}, "up to 24 digits"),
    ],
)
def test_a_map_with_nothing_visible_is_refused_with_a_reason(
    name: str, options: dict[str, int], why: str
) -> None:
    with pytest.raises(UsageError, match=why):
        map_of(lastdigit.find(name, **options))


def test_a_map_with_too_many_positions_is_refused() -> None:
    game = lastdigit.find("digit-dilemma")
    with pytest.raises(UsageError, match="This map would have more than 400 positions"):
        GeneralMap(game, game.start(Random(0))).finding()


# The path of a game


def test_the_path_of_a_game_is_solid_while_the_player_is_winning() -> None:
    game = DigitDuel(number_1=99, number_2=99)
    states, chance = [game.start(Random(0))], Random(4)
    while game.outcome(states[-1]) is None:
        states.append(game.successor(states[-1], chance.choice(game.legal_moves(states[-1]))))
    way = path_of(map_of(game), states, Seat.ONE)
    met = [state for state in states[:-1] if state.mover is Seat.ONE]
    assert ElementTree.fromstring(way.line).get("class") == "walked"
    good = {solver_for(game).solution(state).value is Value.WIN for state in met[:-1]}
    assert ("walk winning" in way.line, "walk losing" in way.line) == (True in good, False in good)
    stands = ElementTree.fromstring(way.over).findall("g[@class='stand']")
    assert [int(one.get("data-turn", "")) for one in stands] == [
        turn for turn, state in enumerate(states) if state in met
    ], "a map of positions by mover shows only the player's own turns"
    assert not path_of(map_of(game), states[:1], Seat.ONE).line


@pytest.mark.parametrize(("whose", "turns"), [(Seat.ONE, []), (Seat.TWO, ["4"])])
def test_a_pin_marks_the_last_mistake_of_a_player(whose: Seat, turns: list[str]) -> None:
    game = lastdigit.find("operation-obliteration")
    states = [game.start(Random(0))]
    # Player 1 throws the win away at 3, which leaves a draw, and Player 2 the draw at 4.
    for move in ("divide", "divide", "subtract", "add", "multiply"):
        states.append(game.successor(states[-1], game.parse_move(move)))
    over = ElementTree.fromstring(path_of(map_of(game), states, whose).over)
    pins = [group for group in over if group.findtext("title") == "it turned here"]
    assert [pin.get("data-turn") for pin in pins] == turns


def test_used_primes_fade_and_most_pairs_stay_from_turn_to_turn() -> None:
    game = lastdigit.find("number-morph", start=211)
    states, chance = [game.start(Random(0))], Random(3)
    for _ in range(12):
        states.append(game.successor(states[-1], chance.choice(game.legal_moves(states[-1]))))
    for turn in range(13):
        data = map_data(map_of(game, states[0]), Walk(states, Seat.ONE, turn))
        assert (data["turns"], data["follows"], data["choice"]) == (12, True, False)
        assert data["drawn"].count('class="spent"') == turn
        pairs = data["drawn"].count('class="pair"')
        shifted = data["drawn"].count('class="pair shifted"')
        assert pairs + shifted <= (143 - turn) // 2
        assert shifted < 10 < pairs


@pytest.mark.parametrize("name", GAMES)
def test_a_static_map_shows_the_whole_path(name: str) -> None:
    game = lastdigit.find(name)
    states = [game.start(Random(0))]
    for _ in range(2):
        states.append(solver_for(game).best(states[-1])[0].after)
    first, last = (
        map_data(map_of(game, states[0]), Walk(states, Seat.ONE, turn)) for turn in (0, 99)
    )
    assert last["turns"] == 2
    assert first["follows"] is (name == "number-morph") is (first["drawn"] != last["drawn"])
    assert 'class="stand" data-turn=' in last["drawn"]


# Appearance


def test_classes_of_maps_do_not_collide_with_the_pages_styles() -> None:
    looks = set(re.findall(r"\.([a-z][a-z-]+)", re.sub(r"\{\{.*?\}\}", "", SHAPES)))
    assert {"win", "barred", "walk"} <= looks
    sheets = "\n".join(path.read_text() for path in (STATIC / "style").glob("*.css"))
    taken = set(re.findall(r"^\.([a-z][a-z-]+)(?: \{|,)", sheets, re.MULTILINE))
    assert looks & taken == {"soft"}, "the colour of soft text, which is the same"


# The command


def test_the_command_writes_a_picture_and_prints_the_finding(call: Run, tmp_path: Path) -> None:
    done = call("map", "number-morph", "--start", "211", "--out", "morph.svg")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Starting from 211, the first player loses")
    assert (tmp_path / "morph.svg").read_text().startswith("<svg")
    again = call("map", "number-morph", "--out", "morph.svg")
    assert (again.code, "already exists" in again.err) == (2, True)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("digit-poison", "--out", "a.pdf"), "must end in .svg or .png"),
        (("digit-poison", "--out", "a.png"), "so it can only be saved as an SVG file"),
        (("digit-poison", "--out", "no/such/a.svg"), "cannot be written"),
        (("digit-poison", "--position", "x", "--out", "a.svg"), "x"),
        (("operation-obliteration", "--position", "1 35 - -", "--out", "a.svg"), "is over"),
        (("digit-poison",), "--out"),
    ],
)
def test_invalid_map_commands_are_refused(
    call: Run, tmp_path: Path, words: tuple[str, ...], why: str
) -> None:
    done = call("map", *words)
    assert (done.code, why in done.err) == (2, True), done.err
    assert not [*tmp_path.glob("*.svg"), *tmp_path.glob("*.png")]
