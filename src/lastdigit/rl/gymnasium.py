"""Gymnasium environments for single games, and the agent's opponents."""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import ExitStack
from functools import cached_property
from random import Random
from typing import Any, NoReturn, Protocol, SupportsFloat, SupportsIndex

from lastdigit import __version__
from lastdigit.analysis.critical import critical_start
from lastdigit.batch import is_batched
from lastdigit.errors import (
    IllegalMove,
    LastDigitError,
    MoveSyntaxError,
    OptionError,
    UsageError,
    quoted,
)
from lastdigit.game.game import AnyGame, Outcome, Seat, State
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
from lastdigit.match.match import PLY_LIMIT, Match, arrange_from
from lastdigit.match.record import HUMAN, Player
from lastdigit.players.builtin import Computer, DecisionCache, Level, RandomMoves, decisions_for
from lastdigit.players.external import PythonFunction
from lastdigit.players.players import (
    CMD,
    DEFAULT_SETTINGS,
    LLM,
    Agent,
    NoMove,
    ask_turn,
    check_kind,
    find_computer,
    form_and_detail,
    open_player,
)
from lastdigit.rl.encoding import (
    NO_OPTIONS,
    Encoding,
    Mask,
    Observation,
    Oracle,
    ResetOptions,
    Transcript,
    check_render_mode,
    graded_start,
)
from lastdigit.solver import solver_for
from lastdigit.system import Clock

import gymnasium  # isort: skip - importing encoding reports a missing extra


class Forfeit(LastDigitError):  # noqa: N818 - an event in the game, not a fault
    """The opponent loses the game because it made no valid move."""


class Opponent(Protocol):
    """A player that plays one game after another against the agent."""

    def begin(self, start: State, seat: Seat, random: Random) -> None:
        """Start a new game at the position `start`. `seat` is this player's seat.

        `random` is the generator to use for all random choices in the game.
        """

    def observe_move(self, move: Hashable) -> None:
        """Receive the move that the agent has just made."""

    def reply(self, state: State) -> Hashable:
        """Return this player's legal move in a position.

        Raise Forfeit if the player makes no valid move, and PlayerError if the player fails.
        """

    def close(self) -> None:
        """Release all resources, such as a running program."""


def opponent_of(game: AnyGame, who: str) -> Opponent:
    """Return the opponent that a string describes, such as "random" or "cmd:PROGRAM".

    Raise UsageError if the string is invalid or describes a human player.
    """
    if not isinstance(who, str):
        raise UsageError(f"'opponent' cannot be {who!r}: it must be a string such as 'random'.")
    if check_kind(who) == HUMAN:
        raise UsageError(
            "The opponent in an environment must be a computer player or a program, not a person."
        )
    form, _ = form_and_detail(who)
    if form in (CMD, LLM):
        return ExternalOpponent(game, who)
    computer = find_computer(who)
    if isinstance(computer, RandomMoves):
        return ChanceOpponent(game, computer)
    if isinstance(computer, Level):
        return LevelOpponent(game, computer)
    return ComputerOpponent(game, computer)


class ComputerOpponent:
    """An opponent that is a computer player or a Python function."""

    def __init__(self, game: AnyGame, computer: Computer) -> None:
        self._game = game
        self._computer = computer
        self._checked = isinstance(computer, PythonFunction)

    def begin(self, start: State, seat: Seat, random: Random) -> None:  # noqa: ARG002 - see reply
        """Start a new game. Use the generator `random` for all random choices in the game."""
        self._random = random

    def observe_move(self, move: Hashable) -> None:
        """Do nothing, because this opponent sees only the position."""

    def reply(self, state: State) -> Hashable:
        """Return this opponent's move. Raise Forfeit if a Python function returns no legal move."""
        try:
            text = self._computer.choose(self._game, state, self._random)
            move: Hashable = self._game.parse_move(text)
        except (NoMove, MoveSyntaxError) as error:
            raise Forfeit(f"No valid move. {error}") from None
        if not self._checked:
            return move
        objection = self._game.objection(state, move)
        if objection is not None:
            raise Forfeit(f"No valid move. {objection.reason}")
        return move

    def close(self) -> None:
        """Do nothing, because there are no resources to release."""


class ChanceOpponent(ComputerOpponent):
    """An opponent that makes random moves."""

    def __init__(self, game: AnyGame, computer: RandomMoves) -> None:
        super().__init__(game, computer)
        self._legal_moves = game.legal_moves

    def reply(self, state: State) -> Hashable:
        """Return a random legal move."""
        move: Hashable = self._random.choice(self._legal_moves(state))  # as `RandomMoves.pick`
        return move


class LevelOpponent(ComputerOpponent):
    """An opponent that is a computer player with a level of play, such as "hard"."""

    def __init__(self, game: AnyGame, level: Level) -> None:
        super().__init__(game, level)
        self._level = level

    def reply(self, state: State) -> Hashable:
        """Return this opponent's move, chosen at its level of play."""
        return self._level.pick(self._decisions, state, self._random)

    @cached_property
    def _decisions(self) -> DecisionCache:
        # Created on first use, because it may solve the game or load compiled code.
        solver_for(self._game).warm_up()
        return decisions_for(self._game)

    def __reduce__(self) -> tuple[type[LevelOpponent], tuple[AnyGame, Level], dict[str, Random]]:
        """Support copying and pickling. A copy has its own random generator."""
        return LevelOpponent, (self._game, self._level), {"_random": self._random}


class ExternalOpponent:
    """An opponent that is an external program or a language model."""

    def __init__(self, game: AnyGame, who: str) -> None:
        self._game = game
        self._who = who
        self._open = ExitStack()
        self._occupant: Agent = self._open.enter_context(open_player(who))

    def begin(self, start: State, seat: Seat, random: Random) -> None:
        """Start a new game, and inform the external player about it."""
        kinds = [self._who if one is seat else "agent" for one in Seat]
        players = Player(kinds[0], str(Seat.ONE)), Player(kinds[1], str(Seat.TWO))
        setup = arrange_from(
            self._game,
            self._game.format_state(start),
            players,
            package=__version__,
            seed=random.getrandbits(32),
            terms=DEFAULT_SETTINGS.terms(),
        )
        self._match = Match(setup)
        self._occupant.begin(setup, seat)

    def observe_move(self, move: Hashable) -> None:
        """Record the agent's move. If the move ends the game, inform the external player."""
        self._match.play(self._game.format_move(move))
        self._report_end()

    def reply(self, state: State) -> Hashable:  # noqa: ARG002 - the match has it
        """Return the external player's move. After an invalid move, the player may try again.

        Raise Forfeit if the player makes no valid move, and PlayerError if the player fails.
        """
        move_count = len(self._match.moves)
        for _ in ask_turn(self._match, self._occupant, DEFAULT_SETTINGS, Clock().steady):
            pass  # the match records every event
        self._report_end()
        if len(self._match.moves) == move_count:
            assert self._match.result is not None, "a turn ends with a move or a forfeit"
            raise Forfeit(self._match.result.reason)
        move: Hashable = self._game.parse_move(self._match.moves[-1])
        return move

    def _report_end(self) -> None:
        if self._match.result is not None:
            self._occupant.on_result(self._match.result)

    def close(self) -> None:
        """Stop the external program, or end the session with the language model."""
        self._open.close()

    def __reduce__(self) -> NoReturn:
        """Raise UsageError, because an external player cannot be copied."""
        raise UsageError(
            f"An environment whose opponent is {quoted(self._who)} cannot be copied. Make a new "
            "one."
        )


BOTH_SEATS = (Seat.ONE, Seat.TWO)
SEATS = {1: (Seat.ONE,), 2: (Seat.TWO,), ALTERNATE: BOTH_SEATS, DRAWN: BOTH_SEATS}
VECTOR = "lastdigit.rl.vector:GameVectorEnv"
MAX_RESTARTS = 1_000
"""The maximum number of games in a row that may end before the agent's first turn."""

Info = dict[str, Any]
NO_FACTS: Info = {}
Step = tuple[Observation, SupportsFloat, bool, bool, Info]


class GameEnv(gymnasium.Env[Observation, SupportsIndex]):
    """A Gymnasium environment for one game between an agent and an opponent.

    - `opponent`: a computer player such as "random", a program, or a language model
    - `seat`: the agent's seat, which is 1 (moves first), 2, "random" or "alternate"
    - `illegal`: the reward for an illegal action, or None to raise IllegalMove instead
    - `oracle`: whether `info` contains the exact solution of each position
    - `regret_weight`: the penalty for a mistake, which is doubled if a win becomes a loss

    Other keyword arguments are the rule options of the game. Raise UsageError if an argument is
    invalid.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - declared by the base class

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
        """Start a new game, and let the opponent move if it is the first player.

        The options apply to this game only:

        - `seat`: the agent's seat, 1 or 2
        - `position`: the text of the starting position
        - `critical`: whether to start at a training position in which some moves are mistakes
        - `grade`: the difficulty of the training position at which to start

        Raise UsageError if an option is invalid, or if the game ends before the agent has a turn.
        """
        seed, given = checked_seed(seed), checked_options(options)
        requested = ResetOptions.of(self.game, given) if given else NO_OPTIONS
        super().reset(seed=seed)
        random = self._random
        if seed is not None or random is None:
            random = self._random = Random(int(self.np_random.integers(2**32)))
            self._episodes = random.randrange(len(self._seats))
        self.seat = requested.seat or self._next_seat(random)
        start = requested.start
        if requested.grade is not None:
            self.seat = Seat.ONE
            start = graded_start(self.game, requested.grade, random)
        if requested.critical:
            start = critical_start(self.game, self.seat, random)
        for _ in range(MAX_RESTARTS):
            self._begin(self.game.start(random) if start is None else start, random)
            if self._outcome is None:
                return self._encoding.observe(self._state), self._info()
        raise UsageError(
            f"Player {self.seat.value} never gets a turn: with these options and this opponent, "
            f"{MAX_RESTARTS} games in a row ended before it could move."
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
        """Make the agent's move, and let the opponent reply.

        Raise MoveSyntaxError for a number that is not an action, and PlayerError if an external
        opponent fails. Raise IllegalMove for an illegal move if the environment has no reward for
        it.
        """
        number = self._encoding.action(action)
        move = self._encoding.moves[number]
        if self._transcript is not None:
            self._transcript.start_part()
        if not self._choices.flags[number]:
            return self._refuse(move)
        regret = None if self._oracle is None else self._oracle.regret(move)
        self._make(move)
        self._opponent.observe_move(move)
        if self._outcome is None and self._plies < PLY_LIMIT:
            self._reply()
        reward, facts = 0.0, NO_FACTS
        if regret is not None:
            reward, facts = 0.0 - self._regret_weight * regret, {"regret": regret}
        if self._outcome is not None:
            winner, reason = self._outcome
            facts = facts | {"winner": winner.number, "reason": reason}
            reward += 1.0 if winner is self.seat else -1.0
        return self._result(reward, facts)

    def _refuse(self, move: Hashable) -> Step:
        """Return the values of `step` for an illegal move.

        Raise IllegalMove if the environment has no reward for an illegal move.
        """
        if not self._choices.legal:
            raise gymnasium.error.ResetNeeded(
                "The game is over or has not started. Call reset first."
            )
        objection = self.game.objection(self._state, move)
        assert objection is not None, "every move that is not legal has an objection"
        if self._illegal is None:
            raise IllegalMove(objection.reason)
        self._plies += 1  # an agent that makes only illegal moves is cut off too
        if self._transcript is not None:
            self._transcript.add_try(move)
        return self._result(self._illegal, {"refusal": objection.reason})

    def _result(self, reward: float, facts: Info) -> Step:
        ended = self._outcome is not None
        info = self._info()
        if facts:
            info |= facts
        cut_off = not ended and self._plies >= PLY_LIMIT
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
        """Return an array with one number per action: 1 for legal actions, and 0 for all others."""
        return self._choices.mask.copy()

    def render(self) -> str | None:
        """Return the text of the last step, or None if the render mode is not "ansi"."""
        return None if self._transcript is None else self._transcript.part

    def close(self) -> None:
        """Close the environment, and stop an external opponent."""
        self._opponent.close()


def environment_id(name: str) -> str:
    """Return a game's Gymnasium ID.

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
