"""What people would like to know of a position or a game: questions that carry their own answer."""

from __future__ import annotations

from abc import abstractmethod
from random import Random

import msgspec

from lastdigit.analysis.position import advise, analyse_position, analysis_data, evaluated_move_data
from lastdigit.analysis.review import ReviewData, review_data, review_game
from lastdigit.errors import StateSyntaxError, WrongMove
from lastdigit.game.game import Seat
from lastdigit.game.serialize import position_after
from lastdigit.game.text import Audience
from lastdigit.match.record import Hint, from_line
from lastdigit.web.live.setup import build_game
from lastdigit.web.live.views import position_view
from lastdigit.web.schemas import matches
from lastdigit.web.schemas.errors import Reason, Refusal


class Question(msgspec.Struct, kw_only=True, tag=True):
    """Something to think about, as plain data."""

    @abstractmethod
    def answer(self) -> object:
        """Think, and return the answer; raises Refusal."""


class AnalysisQuestion(Question):
    """Who wins a position, and what every move is worth."""

    game: str
    inquiry: matches.Inquiry

    def answer(self) -> matches.Analysis:
        """Return the analysis; raises Refusal."""
        wish = self.inquiry
        game = build_game(self.game, wish.options)
        try:
            start = (
                game.start(Random()) if wish.position is None else game.parse_state(wish.position)
            )
            before = position_after(game, start, wish.moves[:-1]) if wish.moves else None
            state = position_after(game, start, wish.moves)
        except (StateSyntaxError, WrongMove) as error:
            raise Refusal(Reason.BAD_POSITION, str(error)) from None
        shown = position_view(game.second_person(Audience()), state, len(wish.moves), before)
        return {**analysis_data(analyse_position(game, state)), "shown": shown}


class AdviceQuestion(Question):
    """What is good in a position: one of the steps of a hint."""

    game: str
    options: matches.Options
    position: str
    kind: Hint

    def answer(self) -> matches.Advice:
        """Return the advice."""
        game = build_game(self.game, self.options)
        given = advise(game, game.parse_state(self.position), self.kind)
        return matches.Advice(
            kind=given.kind,
            sentence=given.sentence,
            answers=list(given.answers),
            moves=[evaluated_move_data(move) for move in given.moves],
        )


class ReviewQuestion(Question):
    """How well a whole game was played."""

    record: str
    """Its line."""
    you: int | None
    """The seat of whoever asks, if it is one."""

    def answer(self) -> ReviewData:
        """Return the review."""
        you = None if self.you is None else Seat(self.you)
        return review_data(review_game(from_line(self.record)), you)
