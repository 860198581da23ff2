"""A language model on a seat: `llm:MODEL@NAME`, through any OpenAI-compatible endpoint.

Each turn is asked afresh: rules, position and history say all there is.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from lastdigit.errors import PlayerError, UsageError, quoted
from lastdigit.game.game import Seat
from lastdigit.match.match import Match
from lastdigit.match.record import Result, Setup
from lastdigit.players import names, prompt
from lastdigit.players.budget import Budget
from lastdigit.players.endpoint import Endpoint, Message
from lastdigit.players.seats import NoMove, Reply
from lastdigit.players.services import FILE, service_of
from lastdigit.players.settings import Settings

LONGEST_ECHO = 2_000
"""Characters of a refused answer that the model is shown again."""


class LanguageModel:
    """A model that is asked for each move."""

    def __init__(
        self,
        detail: str,
        settings: Settings,
        budget: Budget,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Find the endpoint of `MODEL@NAME`; raises UsageError."""
        self._model = names.model_and_service(detail)[0]
        self._settings = settings
        self._budget = budget
        self._service = service_of(detail, settings.base_url)
        if budget.money is not None and self._service.price is None:
            raise UsageError(
                f"A budget in money needs the price of {quoted(detail)}: price-in and price-out "
                f"of its endpoint, in {FILE} (docs/models.md)."
            )
        self._endpoint = Endpoint(self._service, sleep)
        self._instructions = ""
        self._moves: list[str] = []
        self._refused: list[Message] = []

    def begin(self, setup: Setup, seat: Seat) -> None:
        """Put the rules into words."""
        self._instructions = prompt.instructions(setup, seat)
        self._refused = []

    def choose(self, match: Match, seconds: float) -> Reply:
        """Return the move in the model's answer."""
        if self._moves != match.moves:
            self._moves, self._refused = list(match.moves), []
        turn = prompt.turn(match, show_legal=self._settings.show_legal)
        messages: list[Message] = [
            {"role": "system", "content": self._instructions},
            {"role": "user", "content": turn},
            *self._refused,
        ]
        return prompt.read_answer(self._reply(messages, seconds))

    def ask(self, instructions: str, question: str, seconds: float) -> Reply:
        """Return the answer to a question in words, as if it were a move; raises NoMove."""
        messages: list[Message] = [
            {"role": "system", "content": instructions},
            {"role": "user", "content": question},
        ]
        return prompt.read_answer(self._reply(messages, seconds), prompt.ANSWER_MARK)

    def _reply(self, messages: list[Message], seconds: float) -> Reply:
        bound = self._longest_answer
        size = sum(len(message["content"].encode()) for message in messages)
        with self._budget.reserve(bound, size, self._service.price) as reservation:
            try:
                reply = self._endpoint.answer(self._model, messages, self._sampling(), seconds)
            except NoMove as failure:
                reservation.tokens_in = failure.reply.tokens_in
                reservation.tokens_out = failure.reply.tokens_out
                raise
            reservation.tokens_in, reservation.tokens_out = reply.tokens_in, reply.tokens_out
        if reply.tokens_in is None and bound is None and self._budget.limited:
            raise PlayerError(
                "The endpoint tells no token counts, so that no budget can be kept unless the "
                "longest answer is known (--answer-tokens)."
            )
        return reply

    @property
    def _longest_answer(self) -> int | None:
        """How many tokens an answer can have, if anybody says."""
        given = self._settings.answer_tokens
        return self._service.max_tokens if given is None else given

    def _sampling(self) -> dict[str, object]:
        """Return what is asked of the endpoint by its own names; the rest is left to it."""
        wishes = {
            "temperature": self._settings.temperature,
            self._service.max_tokens_as: self._longest_answer,
        }
        asked = {name: value for name, value in wishes.items() if value is not None}
        return {**self._service.body, **asked}

    def hear_refusal(self, raw: str, reason: str) -> None:
        """Show the model its answer and why it was refused; where it said nothing, ask again."""
        if not raw:
            return
        self._refused += [
            {"role": "assistant", "content": raw[:LONGEST_ECHO]},
            {"role": "user", "content": prompt.refusal(reason)},
        ]

    def hear_result(self, result: Result) -> None:
        """Say nothing: it remembers nothing."""
