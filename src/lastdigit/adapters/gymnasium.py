"""Every game as a Gymnasium environment: one agent against any opponent.

Importing this module registers `lastdigit/NAME-v0` for every game there is, outside ones included:

>>> import gymnasium, lastdigit.adapters.gymnasium
>>> "lastdigit/DigitDilemma-v0" in gymnasium.registry
True
"""

from __future__ import annotations

from collections.abc import Hashable
from random import Random
from typing import Any, SupportsFloat, SupportsIndex

from lastdigit.adapters.encoding import Encoding, Mask, Observation
from lastdigit.adapters.episode import (
    NO_WISHES,
    Transcript,
    Wishes,
    check_render_mode,
    graded_start,
)
from lastdigit.adapters.opponents import Forfeit, opponent_of
from lastdigit.adapters.oracle import Oracle
from lastdigit.analysis.critical import critical_start
from lastdigit.batch import is_batched
from lastdigit.errors import IllegalMove, OptionError, UsageError
from lastdigit.game.game import Outcome, Seat, State
from lastdigit.game.options import (
    ALTERNATE,
    DRAWN,
    OptionValue,
    check_flag,
    check_number,
    check_seat,
    checked_options,
    checked_seed,
)
from lastdigit.games import catalogue, find
from lastdigit.match.match import PLY_LIMIT

import gymnasium  # isort: skip - encoding, above, says what to install where it is missing

BOTH = (Seat.ONE, Seat.TWO)
SEATS = {1: (Seat.ONE,), 2: (Seat.TWO,), ALTERNATE: BOTH, DRAWN: BOTH}
VECTOR = "lastdigit.adapters.vector:GameVectorEnv"
BEGUN_ANEW = 1_000
"""How many games in a row may end before the agent's first turn."""

Info = dict[str, Any]
Step = tuple[Observation, SupportsFloat, bool, bool, Info]


class GameEnv(gymnasium.Env[Observation, SupportsIndex]):
    """One game, played by an agent on one seat and by an opponent on the other.

    `opponent` is any WHO but a person. `seat` is the agent's: 1, 2, "alternate", by turns from
    the one that the seed draws, or "random"; Player 1 moves first. `illegal` is the reward of an
    illegal action, which is refused and changes nothing; None raises IllegalMove instead. With
    `oracle` every `info` tells what the solver knows, and each reward is less by `regret_weight`
    times what the move gave away. Rule options are keyword arguments under the names that `find`
    takes. Raises UsageError.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - declared by their class

    def __init__(
        self,
        game: str,
        *,
        opponent: str = "random",
        seat: int | str = ALTERNATE,
        illegal: float | None = -1.0,
        oracle: bool = False,
        regret_weight: float = 0.0,
        render_mode: str | None = None,
        **options: OptionValue,
    ) -> None:
        check_seat(seat)
        check_number("illegal", illegal, none=True)
        check_flag("oracle", oracle)
        check_number("regret_weight", regret_weight)
        if regret_weight and not oracle:
            raise OptionError("regret_weight needs oracle=True: only the oracle knows the regret.")
        check_render_mode(render_mode)
        self.game = find(game, **options)
        self.render_mode = render_mode
        self._encoding = Encoding(self.game)
        self.action_space = self._encoding.action_space()
        self.observation_space = self._encoding.observation_space()
        self._opponent = opponent_of(self.game, opponent)
        self._seats, self._seat_drawn = SEATS[seat], seat == DRAWN
        self._oracle = Oracle(self.game, self._encoding) if oracle else None
        self._regret_weight = regret_weight
        self._illegal = illegal
        self._random: Random | None = None
        self._episodes = 0
        self._transcript: Transcript | None = None
        self._choices = self._encoding.choices(())
        self._outcome: Outcome | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Begin a game, and let the opponent move if it is first.

        The options `seat` and `position` say for this one game who the agent is and where it
        begins; `critical` lets it begin where the agent has something to decide, at a position
        that is for training, and `grade` at such a one of a grade of the exam, where the agent is
        Player 1. A game that ends before the agent's first turn is not an episode:
        another is begun. Raises UsageError for options that cannot be, and where the agent never
        has a turn.
        """
        seed, given = checked_seed(seed), checked_options(options)
        wishes = Wishes.of(self.game, given) if given else NO_WISHES
        super().reset(seed=seed)
        random = self._random
        if seed is not None or random is None:
            random = self._random = Random(int(self.np_random.integers(2**32)))
            self._episodes = random.randrange(len(self._seats))
        self.seat = wishes.seat or self._next_seat(random)
        start = wishes.start
        if wishes.grade is not None:
            self.seat = Seat.ONE
            start = graded_start(self.game, wishes.grade, random)
        if wishes.critical:
            start = critical_start(self.game, self.seat, random)
        for _ in range(BEGUN_ANEW):
            self._begin(self.game.start(random) if start is None else start, random)
            if self._outcome is None:
                return self._encoding.observe(self._state), self._info()
        raise UsageError(
            f"Player {self.seat.value} has no turn: with these options and this opponent "
            f"{BEGUN_ANEW} games in a row ended before it."
        )

    def _next_seat(self, random: Random) -> Seat:
        if self._seat_drawn:
            return random.choice(self._seats)
        self._episodes += 1
        return self._seats[(self._episodes - 1) % len(self._seats)]

    def _begin(self, start: State, random: Random) -> None:
        self._state, self._outcome = start, self.game.outcome(start)
        self._plies = 0
        if self.render_mode is not None:
            self._transcript = Transcript(self.game, self._state)
        self._opponent.begin(self._state, self.seat.other, random)
        if self._state.mover is not self.seat:
            self._reply()

    def step(self, action: SupportsIndex) -> Step:
        """Make a move, and let the opponent answer it.

        Raises MoveSyntaxError for a number that is no action, IllegalMove if that was chosen, and
        PlayerError where an outside opponent cannot be asked.
        """
        number = self._encoding.action(action)
        move = self._encoding.moves[number]
        if self._transcript is not None:
            self._transcript.turn_page()
        if not self._choices.flags[number]:
            return self._refuse(move)
        regret = None if self._oracle is None else self._oracle.regret(move)
        self._make(move)
        self._opponent.hear_move(move)
        if self._outcome is None and self._plies < PLY_LIMIT:
            self._reply()
        facts: Info = {} if regret is None else {"regret": regret}
        shaped = 0.0 - self._regret_weight * (regret or 0)
        if self._outcome is None:
            return self._result(shaped, facts)
        winner, reason = self._outcome
        facts |= {"winner": winner.number, "reason": reason}
        return self._result((1.0 if winner is self.seat else -1.0) + shaped, facts)

    def _refuse(self, move: Hashable) -> Step:
        """Return what comes of a move that is not legal; raises IllegalMove if that was chosen."""
        if not self._choices.legal:
            raise gymnasium.error.ResetNeeded("The game is over, or has not begun: reset first.")
        objection = self.game.objection(self._state, move)
        assert objection is not None, "every move that is not legal has an objection"
        if self._illegal is None:
            raise IllegalMove(objection.reason)
        self._plies += 1  # so that an agent that only errs is cut off, too
        if self._transcript is not None:
            self._transcript.add_try(move)
        return self._result(self._illegal, {"refusal": objection.reason})

    def _result(self, reward: float, facts: Info) -> Step:
        """Return a step's five values; an endless game is cut off here."""
        ended = self._outcome is not None
        cut_off = not ended and self._plies >= PLY_LIMIT
        info = self._info()
        if facts:
            info |= facts
        return self._encoding.observe(self._state), reward, ended, cut_off, info

    def _reply(self) -> None:
        try:
            move = self._opponent.reply(self._state)
        except Forfeit as forfeit:
            self._outcome = Outcome(self.seat, str(forfeit))
            if self._transcript is not None:
                self._transcript.add_sentence(str(forfeit))
        else:
            self._make(move)

    def _make(self, move: Hashable) -> None:
        game = self.game
        self._state = state = game.successor(self._state, move)
        self._outcome = game.outcome(state)
        self._plies += 1
        if self._transcript is not None:
            self._transcript.add_try(move)

    def _info(self) -> Info:
        over = self._outcome is not None or self._plies >= PLY_LIMIT
        legal = () if over else self.game.legal_moves(self._state)
        self._choices = choices = self._encoding.choices(legal)
        info: Info = {"action_mask": choices.mask.copy(), "seat": self.seat.number}
        if self._oracle is not None and legal:
            info |= self._oracle.look(self._state)
        return info

    def action_masks(self) -> Mask:
        """Return the mask of the legal actions, under the name that sb3-contrib asks for."""
        return self._choices.mask.copy()

    def render(self) -> str | None:
        """Return the dialogue since the step before."""
        return None if self._transcript is None else self._transcript.piece

    def close(self) -> None:
        """Send the opponent home."""
        self._opponent.close()


def environment_id(name: str) -> str:
    """Return the id of a game's environment.

    >>> environment_id("number-morph")
    'lastdigit/NumberMorph-v0'
    """
    return f"lastdigit/{''.join(word.capitalize() for word in name.split('-'))}-v0"


def _register() -> None:
    for name, kind in catalogue().items():
        gymnasium.register(
            environment_id(name),
            f"{__name__}:GameEnv",
            vector_entry_point=VECTOR if is_batched(kind) else None,
            kwargs={"game": name},
        )


_register()
