"""What an agent can do here, whatever it is connected by: play, look, analyse, answer questions.

In an exam nothing tells what is right: there is no analysis, nobody to play against who knows, and
a score only when everything has been answered.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lastdigit.analysis.position import analyse_position, analysis_data
from lastdigit.arena.fixtures import Fixture
from lastdigit.errors import UsageError, quoted
from lastdigit.exam.plan import ExamQuestion
from lastdigit.game.game import AnyGame, Seat
from lastdigit.game.serialize import game_data, position_data
from lastdigit.game.text import plural
from lastdigit.games import catalogue, find, find_class
from lastdigit.match.match import Match
from lastdigit.match.record import Player
from lastdigit.match.setup import arrange
from lastdigit.players import prompt
from lastdigit.players.computers import COMPUTERS
from lastdigit.players.seats import find_computer
from lastdigit.system import package_version

Data = dict[str, Any]
MOST_MATCHES = 1_000
KNOWS_NOTHING = "random"
"""The only opponent in an exam."""


class Desk:
    """Where one agent sits: the matches that it plays and the questions that it is asked."""

    def __init__(
        self, asked: Sequence[ExamQuestion], fixtures: Sequence[Fixture], *, exam: bool
    ) -> None:
        self._asked = asked
        self._fixtures = fixtures
        self._exam = exam
        self._matches: list[tuple[Match, Seat, str]] = []
        self._answers: dict[int, bool] = {}

    def games(self) -> list[Data]:
        """List the games: name, goal, options with their defaults and bounds."""
        found = [dict(game_data(game)) for game in catalogue().values()]
        wanted = ("name", "title", "goal", "options")
        return [{name: game[name] for name in wanted} for game in found]

    def rules(self, game: str) -> str:
        """Tell all rules of a game, and how its moves are written."""
        kind = find_class(game)
        return f"{kind.rulebook()}\nA move is {prompt.grammar(kind())}.\n"

    def new_game(
        self,
        game: str,
        against: str = KNOWS_NOTHING,
        seat: int = 1,
        seed: int = 1,
        options: Data | None = None,
    ) -> Data:
        """Begin a match against a computer of ours; returns its number and how it stands."""
        if self._exam and against != KNOWS_NOTHING:
            raise UsageError(f"In an exam there is only {KNOWS_NOTHING} to play against.")
        if against not in COMPUTERS:
            raise UsageError(
                f"There is no opponent {quoted(against)}; there is {', '.join(COMPUTERS)}."
            )
        if seat not in (1, 2):
            raise UsageError("The seat is 1 (moves first) or 2.")
        if len(self._matches) == MOST_MATCHES:
            raise UsageError(f"{MOST_MATCHES} matches are enough.")
        own, people = Seat(seat), [Player("human", "Agent"), Player(against, "Computer")]
        players = (people[0], people[1]) if own is Seat.ONE else (people[1], people[0])
        kind = _with_options(game, options)
        setup = arrange(kind, players, package=package_version(), first=Seat.ONE, seed=seed)
        self._matches.append((Match(setup), own, against))
        number = len(self._matches)
        self._answer_moves(number)
        return self.look(number)

    def look(self, match: int) -> Data:
        """Show how a match stands: position, legal moves, moves so far, result."""
        found, own, against = self._match(match)
        result = found.result
        return {
            "match": match,
            "seat": own.number,
            "against": against,
            **position_data(found.game, found.state),
            "moves": list(found.moves),
            "result": None
            if result is None
            else {
                "end": str(result.end),
                "winner": result.winner.number if result.winner else None,
                "reason": result.reason,
            },
        }

    def play(self, match: int, move: str) -> Data:
        """Make a move in a match; the computer answers. A move that is refused changes nothing."""
        found, _, _ = self._match(match)
        if found.result is not None:
            raise UsageError("This match is over.")
        found.game.play(found.state, move)  # or it says what is wrong
        found.play(move)
        self._answer_moves(match)
        return self.look(match)

    def analyse(self, game: str, position: str, options: Data | None = None) -> Data:
        """Tell exactly who wins a position, what every move is worth, and why."""
        kind = _with_options(game, options)
        return dict(analysis_data(analyse_position(kind, kind.parse_state(position))))

    def question(self) -> Data:
        """Ask the next question that has no answer yet."""
        for fixture in self._fixtures:
            if fixture.number not in self._answers:
                return {
                    "question": fixture.number,
                    "of": len(self._fixtures),
                    "text": f"{prompt.instructions(fixture.setup, Seat.ONE)}\n"
                    f"{prompt.turn(Match(fixture.setup), show_legal=False)}",
                }
        return {"question": None, "of": len(self._fixtures), "text": "All are answered."}

    def answer(self, question: int, move: str) -> Data:
        """Answer a question with a move, once; what is no legal move is a wrong answer."""
        if not 1 <= question <= len(self._fixtures):
            raise UsageError(f"There are questions 1 to {len(self._fixtures)}.")
        if question in self._answers:
            raise UsageError(f"Question {question} is answered already.")
        best = self._asked[question - 1].critical.best
        self._answers[question] = right = move.strip() in best
        left = len(self._fixtures) - len(self._answers)
        told: Data = {} if self._exam else {"right": right, "best": list(best)}
        return {**told, "left": left}

    def score(self) -> Data:
        """Tell how many answers were right; in an exam when there is one to every question."""
        answered = len(self._answers)
        if self._exam and answered < len(self._fixtures):
            raise UsageError(
                f"Not answered yet: {plural(len(self._fixtures) - answered, 'question')}; "
                "the score comes when all are."
            )
        chance = sum(self._asked[number - 1].critical.chance for number in self._answers)
        right = sum(self._answers.values())
        return {"answered": answered, "right": right, "chance": chance}

    def _match(self, number: int) -> tuple[Match, Seat, str]:
        if not 1 <= number <= len(self._matches):
            raise UsageError(f"There is no match {number}; new_game begins one.")
        return self._matches[number - 1]

    def _answer_moves(self, number: int) -> None:
        match, own, against = self._match(number)
        computer = find_computer(against)
        while match.result is None and match.mover is not own:
            match.play(computer.choose(match.game, match.state, match.random()))


def _with_options(game: str, options: Data | None) -> AnyGame:
    """Return a game with options as JSON has them; raises LastDigitError."""
    given = (options or {}).items()
    return find(
        game, **{name: tuple(value) if isinstance(value, list) else value for name, value in given}
    )
