"""Each conformance check finds the game that fails it and says what to do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import pytest

from lastdigit.game.declaration import Declaration
from lastdigit.game.game import (
    DEFAULT_NAMES,
    Answer,
    AnyGame,
    Cell,
    Feature,
    Objection,
    Outcome,
    Question,
    Row,
    RowKind,
    Seat,
    Status,
    Value,
    View,
)
from lastdigit.game.options import Preset, option
from lastdigit.game.text import AnyDialogue
from lastdigit.solver import Solution, Solver
from lastdigit.testing import CHECKS, DECLARATIONS, ConformanceError, check, faults
from lastdigit.testing.template.your_game.rules import State, YourGame
from lastdigit.testing.template.your_game.text import YourGameText

TRIES = 8


class Variant(YourGame):
    """A variant of the template game. Its package declares everything that is not overridden."""

    @classmethod
    def declaration(cls) -> Declaration:
        return YourGame.declaration()


def fault_found(kind: type[AnyGame], check: str) -> str:
    """Return the fault that the check with this sentence finds in a game."""
    (tried,) = [one for one, sentence in CHECKS.items() if sentence.startswith(check)]
    for seed in range(TRIES):
        try:
            tried(kind, Random(seed))
        except ConformanceError as broken:
            return str(broken)
    return ""


def test_the_template_passes_every_check() -> None:
    assert faults(YourGame) == []


def test_every_check_has_its_own_sentence() -> None:
    sentences = [finding.check for finding in check(YourGame, tries=1)]
    assert len(set(sentences)) == len(sentences) == len(DECLARATIONS) + len(CHECKS)
    assert all(sentence.endswith(".") for sentence in sentences)


# Rules that fail a check.


class NoEnd(Variant):
    def outcome(self, state: State) -> Outcome | None:
        return None


class MovesAfterTheEnd(Variant):
    def outcome(self, state: State) -> Outcome | None:
        return None if state.left > 2 else Outcome(state.mover.other, "Little is left.")


class Disorderly(Variant):
    def legal_moves(self, state: State) -> tuple[int, ...]:
        return super().legal_moves(state)[::-1]


class Forgetful(Variant):
    def format_state(self, state: State) -> str:
        return f"{state.mover.value} {min(state.left, 9)}"


class Mumbling(Variant):
    def read_state(self, mover: Seat, fields: list[str]) -> State:
        return State(mover, int(fields[0]))


class TooTrusting(Variant):
    """Accepts negative numbers, for which no player has won."""

    def read_state(self, mover: Seat, fields: list[str]) -> State:
        if fields == ["nonsense"]:
            return State(mover, -1)
        return super().read_state(mover, fields)

    def format_state(self, state: State) -> str:
        return f"{state.mover.value} {'nonsense' if state.left < 0 else state.left}"


class TwiceRunning(Variant):
    def successor(self, state: State, move: int) -> State:
        return State(state.mover, state.left - move)


class Blurred(Variant):
    def key(self, state: State) -> int:
        return state.left // 2


class Lenient(Variant):
    def play(self, state: State, text: str) -> State:
        return state


class PlayerOneFirst(Variant):
    def start(self, random: Random | None = None, first: Seat = Seat.ONE) -> State:
        return State(Seat.ONE, self.begin)


class OverAtOnce(Variant):
    def start(self, random: Random | None = None, first: Seat = Seat.ONE) -> State:
        return State(first, 0)


class Capricious(Variant):
    def start(self, random: Random | None = None, first: Seat = Seat.ONE) -> State:
        return State(first, 3 + Random().getrandbits(30) % 1_000)


class NotOnlyTheBeginning(Variant):
    def outcome(self, state: State) -> Outcome | None:
        if state.left:
            return None
        return Outcome(state.mover.other, f"{self.begin} are gone.")


class Unbounded(Variant):
    features = (Feature("the mover", 1, 2), Feature("what is left", 0, 3))

    def observation(self, state: State) -> tuple[int, ...]:
        return state.mover.value, state.left


class TooFewNumbers(Unbounded):
    def observation(self, state: State) -> tuple[int, ...]:
        return (state.mover.value,)


class SeenInAList(Unbounded):
    def observation(self, state: State) -> tuple[int, ...]:
        return [state.mover.value, state.left]  # type: ignore[return-value]  # that is the fault


class SeenDimly(Unbounded):
    features = (Feature("the mover", 1, 2), Feature("what is left, roughly", 0, 1_000))

    def observation(self, state: State) -> tuple[int, ...]:
        return state.mover.value, state.left // 4


class SeenWithoutTheMover(SeenDimly):
    def observation(self, state: State) -> tuple[int, ...]:
        return 0, state.left


class SeenTooWell(SeenDimly):
    def key(self, state: State) -> int:
        return min(state.left, 30)

    def observation(self, state: State) -> tuple[int, ...]:
        return state.mover.value, state.left


class TooLongToBeSeen(Variant):
    def format_state(self, state: State) -> str:
        return f"{state.mover.value} {state.left:0100}"

    def read_state(self, mover: Seat, fields: list[str]) -> State:
        return State(mover, int(fields[0]))


class Crashing(Variant):
    def successor(self, state: State, move: int) -> State:
        return State(state.mover.other, state.left // (state.left - 5) and state.left - move)


RULES: list[tuple[type[AnyGame], str, str]] = [
    (NoEnd, "There are legal moves until", "Return the winner"),
    (MovesAfterTheEnd, "There are legal moves until", "Return () from legal_moves"),
    (Disorderly, "legal_moves returns", "in the order of all_moves"),
    (Forgetful, "The text of a position", "Let format_state write everything"),
    (Mumbling, "Text that is not a valid", "Raise StateSyntaxError in read_state for"),
    (TooTrusting, "Text that is not a valid", "Raise StateSyntaxError in read_state"),
    (TwiceRunning, "A move creates a new position", "Let successor give the turn to mover.other"),
    (Blurred, "Positions with equal keys", "Put everything that matters"),
    (Lenient, "A move that cannot be parsed", "is accepted"),
    (PlayerOneFirst, "Either player can move first", "gives the first move to the other player"),
    (OverAtOnce, "Either player can move first", "Raise OptionError in __post_init__"),
    (Capricious, "The same seed", "Use only its argument 'random'"),
    (NotOnlyTheBeginning, "An option with begins=True", "without begins=True"),
    (Unbounded, "An observation is a tuple", "'features' declares 0 to 3"),
    (TooFewNumbers, "An observation is a tuple", "has 1 numbers, but 'features' declares 2"),
    (SeenInAList, "An observation is a tuple", "does not return a tuple of integers"),
    (SeenDimly, "An observation contains", "Add what differs"),
    (SeenWithoutTheMover, "An observation contains", "The first number must be the player to move"),
    (SeenTooWell, "An observation contains", "Use only the mover"),
    (TooLongToBeSeen, "An observation contains", "must declare 'features' and 'observation'"),
]


@pytest.mark.parametrize(("kind", "check", "advice"), RULES, ids=lambda case: str(case)[:30])
def test_every_check_of_the_rules_finds_its_fault(
    kind: type[AnyGame], check: str, advice: str
) -> None:
    assert advice in fault_found(kind, check)


class NothingToDecide(Variant):
    def all_moves(self) -> tuple[int, ...]:
        return (1,)

    def legal_moves(self, state: State) -> tuple[int, ...]:
        return (1,) if state.left else ()


def test_a_game_without_critical_positions_is_refused() -> None:
    assert "no move was ever better than another" in fault_found(
        NothingToDecide, "In some positions"
    )


def test_a_game_that_is_too_large_to_solve_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from lastdigit.solver import solver, solver_for

    monkeypatch.setattr(solver, "MAX_POSITIONS", 10)
    solver_for.cache_clear()
    assert "Declare a solver with a faster algorithm" in fault_found(
        YourGame, "The value of a position"
    )
    assert "Lower `high`" in fault_found(YourGame, "In some positions")
    solver_for.cache_clear()


def test_an_unexpected_error_in_a_game_is_reported_with_its_location() -> None:
    (fault, *_) = faults(Crashing)
    assert "ZeroDivisionError in successor (test_conformance.py, line " in fault


# Declarations that fail a check.


class Nameless(Variant):
    name = "Your Game"


class Boundless(Variant):
    summary = "Take 1, 2 or 3, and go on taking for as long as there is something left to take."


class Versionless(Variant):
    version = 0


class BadExample(Variant):
    example_state = "1 twenty"


class SamePresets(Variant):
    presets = (YourGame.presets[0], YourGame.presets[0])


class IdlePreset(Variant):
    presets = (YourGame.presets[0], Preset("idle", "no different", (5, 6)))


class BoastfulPreset(Variant):
    presets = (Preset("rulebook", "the number begins at 21", (20, 30)), YourGame.presets[1])


class OneSided(Variant):
    """By ones from 21 the first player always wins, from 4 the second."""

    presets = (
        Preset("rulebook", "the number begins at 21", (21, 21)),
        Preset("quick", "it begins at 4", (4, 4), (("begin", 4),)),
    )

    def all_moves(self) -> tuple[int, ...]:
        return (1,)

    def legal_moves(self, state: State) -> tuple[int, ...]:
        return (1,) if state.left else ()


@dataclass(frozen=True)
class TakenName(Variant):
    seed: int = option(1, low=1, high=9, help="what commands call their own")


class AnotherBook(Variant):
    book = ""

    @classmethod
    def rulebook(cls) -> str:
        return cls.book


def with_book(old: str, new: str) -> type[AnyGame]:
    """Return the game with another rulebook."""
    book = YourGame.rulebook()
    assert old in book
    return type("Edited", (AnotherBook,), {"book": book.replace(old, new)})


DECLARED: list[tuple[type[AnyGame], str]] = [
    (Nameless, "Use lower-case letters, digits and dashes"),
    (Boundless, "Use at most 50"),
    (Versionless, "starting with 1"),
    (BadExample, "example_state cannot be parsed"),
    (SamePresets, "Call the first preset 'rulebook', and give each preset a"),
    (IdlePreset, "the preset 'idle' changes nothing"),
    (BoastfulPreset, "declares 20 to 30 turns. Set turns to"),
    (OneSided, "random games with the preset"),
    (TakenName, "an option cannot be called 'seed'"),
    (AnotherBook, "Write the rules in a file with this name"),
    (with_book("# Your Game\n", "# My Game\n"), "must be '# Your Game'"),
    (with_book("## Errata\n\nNone.\n\n", ""), "write 'None.' in an empty section"),
    (with_book("3. A player", "4. A player"), "Number the rules"),
    (with_book("- 1: first", "- 2: first"), "Write '- 1: ...' under 'Versions'"),
    (with_book("`begin`", "`start`"), "Write '- `NAME`: ...' for each"),
    (with_book("Default 21", "Default 12"), "Write 'Default 21'"),
    (with_book("`1 21`", "`1 two`"), "An example position in rulebook.md, `1 two`, is invalid"),
    (with_book("`1 21`", "that"), "Show a move and a position"),
]


@pytest.mark.parametrize(("kind", "advice"), DECLARED, ids=lambda case: str(case)[:30])
def test_wrong_declarations_are_found_before_a_game_is_played(
    kind: type[AnyGame], advice: str
) -> None:
    findings = list(check(kind, TRIES))
    assert any(advice.lower() in finding.fault.lower() for finding in findings), findings
    assert len(findings) == len(DECLARATIONS)


# Texts that fail a check.


def speaking(**methods: object) -> type[AnyGame]:
    """Return the game with other words."""
    words: type[YourGameText] = type("Words", (YourGameText,), methods)

    class Spoken(Variant):
        def dialogue(
            self, names: tuple[str, str] = DEFAULT_NAMES, bold: Callable[[str], str] = str
        ) -> AnyDialogue:
            return words(self, names, bold)

    return Spoken


def asked(*answers: Answer, prompt: str = "How many:") -> type[AnyGame]:
    """Return the game with another question."""

    def question(_: AnyDialogue, state: State, given: tuple[str, ...]) -> Question | None:
        del state
        return None if given else Question(prompt, answers)

    return speaking(question=question)


ONE_TO_THREE = tuple(map(Answer, "123"))


def row(*cells: Cell, label: str = "Left") -> View:
    """Return a view of one row."""
    return (Row(RowKind.NUMBER, label, cells),)


SPOKEN: list[tuple[type[AnyGame], str, str]] = [
    (asked(Answer("1"), Answer("2")), "The questions lead", "and never give ['3']"),
    (
        asked(Answer("1"), Answer("2"), Answer("3", Status.UNAVAILABLE)),
        "The questions lead",
        "has Status.UNAVAILABLE",
    ),
    (asked(*ONE_TO_THREE), "An answer with Status.LEGAL", "Use Status.UNAVAILABLE"),
    (
        asked(Answer("1", also=("One",))),
        "An answer is one unique word",
        "a single word in lower case",
    ),
    (
        asked(Answer("1", also=("2",)), Answer("2")),
        "An answer is one unique word",
        "has the answer '2' twice",
    ),
    (asked(Answer("undo")), "An answer is one unique word", "with the name of the command undo"),
    (
        speaking(view=lambda *_: row(Cell("9", answer="9"))),
        "A click on a cell",
        "which is not part of any move",
    ),
    (speaking(welcome=lambda *_: "Hello!"), "Messages are whole lines", "Return whole lines"),
    (speaking(rejected=lambda *_: "No.\n"), "Messages are whole lines", "Remove \\n at the end"),
    (
        speaking(turn=lambda _, state: f"{state.mover}'s turn\n"),
        "Messages are whole lines",
        "Name the players with self.names[seat]",
    ),
    (
        asked(*ONE_TO_THREE, prompt="How many?"),
        "Messages are whole lines",
        "one line that ends with ': '",
    ),
    (speaking(ending=lambda *_: "It is over.\n"), "Messages are whole lines", "Name the winner"),
    (speaking(view=lambda *_: ()), "Messages are whole lines", "Return at least one Row"),
    (
        speaking(view=lambda *_: row(Cell("1"), label="Player 1")),
        "Messages are whole lines",
        "Use printable text, and self.names[seat] for players",
    ),
]


@pytest.mark.parametrize(("kind", "check", "advice"), SPOKEN)
def test_every_check_of_texts_finds_its_fault(kind: type[AnyGame], check: str, advice: str) -> None:
    assert advice in fault_found(kind, check)


class Unfinished(Variant):
    def rejection(self, state: State, move: int) -> Objection | None:
        return Objection("too much") if move > state.left else None


def test_a_reason_must_be_a_sentence() -> None:
    assert "Write a sentence that ends with a full stop" in fault_found(
        Unfinished, "Messages are whole lines"
    )


class Optimistic(Solver[State, int]):
    def solution(self, state: State) -> Solution:
        return Solution(Value.WIN, 1)


def test_a_declared_solver_that_contradicts_the_rules_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from lastdigit.testing import conformance

    monkeypatch.setattr(conformance, "solver_for", Optimistic)
    assert "Fix the declared solver" in fault_found(YourGame, "The value of a position")
