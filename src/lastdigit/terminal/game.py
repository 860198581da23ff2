"""Playing games in a terminal: turns, commands, rounds and saving."""

from __future__ import annotations

import contextlib
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, NamedTuple

from lastdigit.errors import MatchError, PlayerError, StoreError, printable
from lastdigit.game.game import Objection, Seat
from lastdigit.game.text import UnclearAnswer
from lastdigit.match.match import Match, arrange_from, next_round, resume
from lastdigit.match.narration import Narrator, Voice, audience_of, goal_of, open_narrator
from lastdigit.match.record import (
    ENDS_TURN,
    HUMAN,
    Act,
    Event,
    Hint,
    Record,
    Result,
    Setup,
    append_missing_record,
    append_record,
)
from lastdigit.match.session import PlaySession
from lastdigit.players import COMPUTERS
from lastdigit.players.budget import Budget
from lastdigit.players.players import DEFAULT_SETTINGS, Agent, Settings, Try, ask_turn
from lastdigit.storage import IN_MEMORY, SqliteStore, Store, open_store
from lastdigit.system import now
from lastdigit.terminal.console import (
    SHORT_FORMS,
    Console,
    EndOfInput,
    Quit,
    TimeUp,
    ToMenu,
    ask,
    command_word,
    show_page,
)
from lastdigit.terminal.output import (
    fill_text,
    reason_text,
    rulebook_text,
    short_rules_text,
    values_text,
)

if TYPE_CHECKING:
    from lastdigit.analysis.position import Analysis
    from lastdigit.analysis.review import Review
    from lastdigit.terminal.console import Style


YES, NO = "yes", "no"
NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"


class Command(NamedTuple):
    run: Callable[[TerminalGame], None]
    summary: str


def _show_help(game: TerminalGame) -> None:
    console, indent = game.console, " " * 12
    example = game.match.game.format_move(game.match.game.all_moves()[-1])
    about = (
        "Answer the question. The beginning of a word is enough. You can also type a whole move "
        f"at once, such as {example}. Other commands:"
    )
    lines = [
        textwrap.fill(f"  {name:9} {command.summary}", console.width, subsequent_indent=indent)
        for name, command in COMMANDS.items()
    ]
    console.write(console.wrap(about) + "\n".join(lines) + "\n")


def _show_goal(game: TerminalGame) -> None:
    game.console.write(game.console.wrap(goal_of(game.match.setup)))


def _show_rules(game: TerminalGame) -> None:
    console = game.console
    show_page(console, short_rules_text(game.match.game, console.bold, console.width))


def _show_all_rules(game: TerminalGame) -> None:
    console = game.console
    show_page(console, rulebook_text(game.match.game, console.bold, console.width))


def _show_moves(game: TerminalGame) -> None:
    rules = game.match.game
    if rules.moves_are_a_hint:
        try:
            game.act(Event(Act.HINT, game.match.mover, Hint.MOVES))
        except MatchError as error:
            game.console.write(f"{error}\n")
            return
    beginning = " ".join((*game.session.entry.answers, ""))
    texts = map(rules.format_move, rules.legal_moves(game.match.state))
    # Keep each move on one line.
    legal = ", ".join(
        text.replace(" ", NO_BREAK_SPACE) for text in texts if text.startswith(beginning)
    )
    if legal:
        allowed = fill_text(f"Allowed: {legal}", game.console.width)
        game.console.write(allowed.replace(NO_BREAK_SPACE, " ") + "\n")
    else:
        game.console.write(f"No move starts with {beginning.strip()}. Type undo to take it back.\n")


def _give_hint(game: TerminalGame) -> None:
    from lastdigit.analysis.hints import advise, next_hint

    step = next_hint(game.match.events)
    if step is Hint.VALUES:
        _show_values(game)
        return
    try:
        game.act(Event(Act.HINT, game.match.mover, step))
    except MatchError as error:
        game.console.write(f"{error}\n")
        return
    with game.console.thinking():
        advice = advise(game.match.game, game.match.state, step)
    game.console.write(game.console.wrap(advice.sentence))


def _show_values(game: TerminalGame) -> None:
    _show_exact(game, values_text)


def _explain_rejection(game: TerminalGame) -> None:
    if game.objection is not None:
        game.console.write(f"{game.objection.why or game.objection.reason}\n")
    elif game.match.setup.terms.hints:
        game.console.write(
            "Nothing was rejected this turn. Type hint for help with the position.\n"
        )
    else:
        game.console.write("Nothing was rejected this turn.\n")


def _explain_position(game: TerminalGame) -> None:
    _show_exact(game, reason_text)


def _show_exact(game: TerminalGame, text: Callable[[Analysis, Style], str]) -> None:
    """Show an exact evaluation, which counts as the strongest hint."""
    try:
        game.act(Event(Act.HINT, game.match.mover, Hint.VALUES))
    except MatchError as error:
        game.console.write(f"{error}\n")
        return
    from lastdigit.analysis.position import analyse_position

    with game.console.thinking():
        analysis = analyse_position(game.match.game, game.match.state)
    game.console.write(text(analysis, game.console.style))


def _show_history(game: TerminalGame) -> None:
    game.console.write(game.narrator.history() or "No moves yet.\n")


def _undo(game: TerminalGame) -> None:
    match = game.match
    if game.session.entry.answers:
        game.session.entry.clear()
        game.console.write("Taken back.\n")
        return
    try:
        game.act(Event(Act.UNDO, match.mover, plies=match.plies_back(match.mover)))
    except MatchError as error:
        game.console.write(f"{error}\n")


def _resign(game: TerminalGame) -> None:
    game.act(Event(Act.RESIGN, game.match.mover))


def _offer_draw(game: TerminalGame) -> None:
    mover = game.match.mover
    game.act(Event(Act.OFFER, mover))
    answer: bool | None
    if mover.other in game.agents:
        answer = game.match.repeats
    else:
        answer = _answer_to_offer(
            game, f"{game.narrator.name(mover.other)}, do you agree? (yes/no): "
        )
    acts = {True: Act.ACCEPT, False: Act.DECLINE, None: Act.RESIGN}
    game.act(Event(acts[answer], mover.other))


def _open_menu(game: TerminalGame) -> None:
    raise ToMenu(game.console)


def _quit(_: TerminalGame) -> None:
    raise Quit


def _answer_to_offer(game: TerminalGame, prompt: str) -> bool | None:
    """Return the other player's answer to a draw offer, or None if that player resigns instead."""
    while True:
        answer = command_word(game.ask_other_player(prompt))
        if answer == "quit":
            raise Quit
        if answer == "resign":
            return None
        if answer and YES.startswith(answer):
            return True
        if answer and NO.startswith(answer):
            return False
        game.console.write("Type yes for a draw, no to keep playing, resign, or quit.\n")


COMMANDS = {
    "help": Command(_show_help, "Show these commands (or type ?)."),
    "goal": Command(_show_goal, "Show the goal of this game."),
    "rules": Command(_show_rules, "Show the rules on one screen."),
    "rules all": Command(_show_all_rules, "Show the whole rulebook."),
    "moves": Command(_show_moves, "Show the moves you can make now."),
    "hint": Command(
        _give_hint,
        "Get an idea. Type it again for where to look, and again for a good move.",
    ),
    "values": Command(_show_values, "Show which moves win and which lose."),
    "why": Command(_explain_rejection, "Explain why your last move was rejected."),
    "why all": Command(
        _explain_position,
        "Explain in full who is winning and why.",
    ),
    "history": Command(_show_history, "Show the moves so far and the numbers they made."),
    "undo": Command(
        _undo, "Take back a move. Against the computer, this goes back to your last turn."
    ),
    "resign": Command(_resign, "Give up. The other player wins."),
    "draw": Command(_offer_draw, "Offer a draw. Both players must agree."),
    "menu": Command(_open_menu, "Go to the menu. The game is saved."),
    "quit": Command(_quit, "Quit (or type q or exit). The game is saved."),
}
COMMANDS_BY_INPUT = {**COMMANDS, **{short: COMMANDS[name] for short, name in SHORT_FORMS.items()}}
"""The commands by name and short form."""


class TerminalGame:
    """A match in a terminal, with its agents and a function that saves each event."""

    def __init__(
        self,
        console: Console,
        session: PlaySession,
        save: Callable[[int, Event, Result | None], None],
        agents: Mapping[Seat, Agent],
        settings: Settings,
    ) -> None:
        self.console = console
        self.session = session
        self.agents = agents
        self.objection: Objection | None = None
        self._save = save
        self._settings = settings
        self._deadline: float | None = None
        self._turn_is_over = False

    @property
    def match(self) -> Match:
        return self.session.match

    @property
    def narrator(self) -> Narrator:
        return self.session.narrators[0]

    def play(self) -> None:
        """Play to the end.

        Raise Quit, EndOfInput or KeyboardInterrupt if the player leaves, and PlayerError if an
        agent is unavailable.
        """
        for seat, agent in self.agents.items():
            agent.begin(self.match.setup, seat)
        while self.match.result is None:
            self.console.write(self.narrator.opening())
            self.objection = None
            if self.match.mover in self.agents:
                self._computer_turn(self.agents[self.match.mover])
            else:
                self._human_turn()
        for agent in self.agents.values():
            agent.on_result(self.match.result)

    def act(self, action: Event | str, lead: str = "") -> None:
        """Save an event, or a move given as text, and then print it after `lead`.

        Raise MatchError if the event is not possible now.
        """
        prepared = self.session.prepare(action)
        self._save(prepared.number, prepared.event, prepared.match.result)
        self.console.write(f"{lead}{self.session.commit(prepared).text(self.narrator)}")
        self._turn_is_over = self.match.result is not None or prepared.event.act in ENDS_TURN

    def _computer_turn(self, agent: Agent) -> None:
        before, mover = self.match.state, self.narrator.name(self.match.mover)
        steps = ask_turn(self.match.copy(), agent, self._settings, self.console.clock)
        while True:
            with self.console.thinking():
                step = next(steps, None)
            if step is None:
                return
            if isinstance(step, Event):
                is_try = step.act in (Act.MOVE, Act.REJECTED)
                self.act(step, self.narrator.answers_text(step.text, before) if is_try else "")
            elif step.move is None:
                self.console.write(f"{mover}: {failure_text(step)}\n")

    def _human_turn(self) -> None:
        limit = self.match.setup.terms.time_limit
        self._deadline = None if limit is None else self.console.clock() + limit
        self.session.entry.clear()
        self._turn_is_over = False
        try:
            while not self._turn_is_over:
                prompt = self.narrator.prompt(self.session.entry.answers)
                line = self.console.ask(
                    prompt, self._deadline, self._turn_so_far, self._completions
                )
                self._handle_line(line)
        except TimeUp:
            self.act(Event(Act.TIME, self.match.mover))

    def _turn_so_far(self) -> str:
        """Return the current turn, for a player who continues a stopped program."""
        entry = self.session.entry
        answers = self.narrator.answers_text(entry.text, self.match.state)
        prompt = self.narrator.prompt(entry.answers)
        return f"{self.narrator.opening()}{answers}{prompt}"

    def _completions(self, line: str) -> list[str]:
        return [*self.session.entry.completions(line), *COMMANDS]

    def _handle_line(self, line: str) -> None:
        """Run a command, or enter an answer. The last answer of a turn makes the move."""
        command = COMMANDS_BY_INPUT.get(line.strip().lower())
        if command is not None:
            command.run(self)
            return
        entry = self.session.entry
        if not line.strip():
            line = self.narrator.only_answer(entry.answers)
        try:
            entry.enter(line)
        except UnclearAnswer as unclear:
            self.objection = unclear.objection or self.objection
            self.console.write(self.narrator.unclear_text(unclear))
            return
        if entry.is_complete:
            self.act(entry.text)
            self.objection = self.match.objection

    def ask_other_player(self, prompt: str) -> str:
        """Ask the other player a question while the mover's clock is stopped."""
        asked_at = self.console.clock()
        answer = self.console.ask(prompt)
        if self._deadline is not None:
            self._deadline += self.console.clock() - asked_at
        return answer


def failure_text(attempt: Try) -> str:
    """Return why a try was rejected, with the last line that a program wrote to standard error."""
    lines = attempt.error_output.strip().splitlines()
    return printable(f"{attempt.refusal} ({lines[-1]})" if lines else attempt.refusal)


class TerminalSession:
    """Games played one after another on one console."""

    def __init__(
        self,
        console: Console,
        store: Store,
        record_path: Path | None = None,
        *,
        continue_hint: str = "lastdigit resume {game}",
        saved: bool = True,
        settings: Settings = DEFAULT_SETTINGS,
        voice: Voice = Voice.AUTO,
    ) -> None:
        self.console = console
        self._voice = voice
        self.store = store
        self.saved = saved
        self._record_path = record_path
        self._continue_hint = continue_hint
        self._settings = settings
        self._budget = Budget(settings.budget)
        self._game = 0

    @classmethod
    def open(
        cls,
        console: Console,
        record_path: Path | None = None,
        continue_hint: str = "lastdigit resume {game}",
        settings: Settings = DEFAULT_SETTINGS,
        voice: Voice = Voice.AUTO,
        store_location: str | None = None,
    ) -> TerminalSession:
        """Return a session that saves its games, or keeps them in memory if it cannot."""
        store, saved = open_store_or_memory(store_location, "games")
        return cls(
            console,
            store,
            record_path,
            continue_hint=continue_hint,
            saved=saved,
            settings=settings,
            voice=voice,
        )

    def close(self) -> None:
        self.store.close()

    def play(self, setup: Setup) -> None:
        """Play a match from its first round.

        Raise UsageError if a player cannot be opened, PlayerError if an agent is unavailable, and
        Quit, EndOfInput or KeyboardInterrupt if the player leaves. Unless a player cannot be
        opened, print how to continue.
        """
        with self._open_agents(setup):
            pass  # do not save a game whose players cannot be opened
        self._game = self.store.add(setup)
        self._play_or_leave(Match(setup))

    def record(self) -> Record:
        """Return the current game, or the last one played."""
        return self.store.record(self._game)

    def resume(self, game: int | None = None) -> Setup:
        """Continue a saved game, the latest by default, and return its set-up.

        A player leaves the game as in `play`. Raise StoreError if there is no such game or it is
        over.
        """
        game = self.store.latest_unfinished() if game is None else game
        if game is None:
            raise StoreError("There is no unfinished game. To start one: lastdigit play GAME")
        self._game = game
        match = resume(self.store.record(game))
        if match.result is None and self.store.code_of(game) is not None:
            raise StoreError(
                f"Game {game} is being played in a browser. To continue it: lastdigit serve"
            )
        if match.result is not None:
            _, following = self.store.rounds(game)
            if following not in (None, game):
                return self.resume(following)
            if self._record_path is None:
                raise StoreError(f"Game {game} is over. To see it: lastdigit saved replay {game}")
            # The program may have been killed after the last move, before the record was written.
            added = append_missing_record(self._record_path, self.store.record(game))
            state = "was added to the file" if added else "is already in the file"
            self.console.write(f"Game {game} is over and {state}.\n")
            return match.setup
        return self._play_or_leave(match)

    def _play_or_leave(self, match: Match) -> Setup:
        """Play the remaining rounds and return the last set-up. On exit, print how to resume."""
        try:
            return self._play_rounds(match)
        except (Quit, ToMenu, EndOfInput, KeyboardInterrupt, PlayerError):
            _, unfinished = self.store.rounds(self._game)
            if self.saved and unfinished is not None:
                way = self._continue_hint.format(game=unfinished)
                self.console.write(f"Game {unfinished} is saved. To continue: {way}\n")
            raise

    def _play_rounds(self, match: Match) -> Setup:
        while True:
            self._play_game(match)
            if match.setup.terms.rounds == 1:
                return match.setup
            results, following = self.store.rounds(self._game)
            self.console.write(tally_text(match.setup, results, self._narrator(match)))
            if following is None:
                return match.setup
            self._game = following
            match = resume(self.store.record(following))
            self.console.write("\n")

    @contextlib.contextmanager
    def _open_agents(self, setup: Setup) -> Iterator[dict[Seat, Agent]]:
        """Open the players who are not people."""
        from lastdigit.players.players import open_player

        with contextlib.ExitStack() as stack:
            yield {
                seat: stack.enter_context(open_player(player.kind, self._settings, self._budget))
                for seat, player in zip(Seat, setup.players, strict=True)
                if player.kind != HUMAN
            }

    def _play_game(self, match: Match) -> None:

        with self._open_agents(match.setup) as agents:
            save = partial(self.store.append, self._game, following=next_round(match.setup))
            session = PlaySession(match, self._narrator(match))
            self._start_or_continue(
                TerminalGame(self.console, session, save, agents, self._settings)
            )
        if self._record_path is not None:
            append_record(self._record_path, self.store.record(self._game))

    def _narrator(self, match: Match) -> Narrator:
        return open_narrator(match, self._voice, self.console.bold, self.console.width)

    def _start_or_continue(self, game: TerminalGame) -> None:
        """Start or continue a game, and play it."""
        from lastdigit.analysis.prepare import prepare

        match = game.match
        self.console.clear_history()
        prepare(match.game)  # in the background, so that hints and the computer's moves are fast
        if match.events:
            of_rounds = f", round {match.setup.round}" if match.setup.terms.rounds > 1 else ""
            heading = f"game {self._game}{of_rounds}, turn {len(match.moves) + 1}"
            self.console.write(game.narrator.resumption(heading))
        else:
            terms = terms_text(match.setup, game.narrator)
            self.console.write(f"{terms}{game.narrator.welcome()}")
        game.play()


def open_store_or_memory(location: str | None, unsaved: str) -> tuple[Store, bool]:
    """Open the store, or warn and open a store in memory. Also return whether games are saved.

    `unsaved` names the lost data in the warning. Raise UsageError if `location` is invalid.
    """
    try:
        return open_store(location), True
    except StoreError as error:
        print(printable(f"lastdigit: Your {unsaved} are not saved. {error}"), file=sys.stderr)
        return SqliteStore(IN_MEMORY, now), False


def toss_text(setup: Setup) -> str:
    audience = audience_of(setup, setup.own_seat)
    moves = "move" if setup.first is audience.you else "moves"
    return f"Coin toss: {audience.name(setup.first)} {moves} first.\n\n"


def terms_text(setup: Setup, narrator: Narrator) -> str:
    """Return the terms to show before a game: round, time limit and attempts."""
    terms = setup.terms
    lines = []
    if terms.rounds > 1:
        moves = "move" if narrator.is_reader(setup.first) else "moves"
        first = f"{narrator.name(setup.first)} {moves} first."
        lines.append(f"Round {setup.round} of {terms.rounds}. {first}")
    if terms.time_limit is not None:
        seconds = "1 second" if terms.time_limit == 1 else f"{terms.time_limit} seconds"
        lines.append(f"Time limit: {seconds} per turn.")
    if terms.attempts is not None:
        moves = "1 rejected move" if terms.attempts == 1 else f"{terms.attempts} rejected moves"
        lines.append(f"You lose after {moves} in one turn.")
    return "".join(f"{line}\n" for line in lines) + ("\n" if lines else "")


def tally_text(setup: Setup, results: list[Result], narrator: Narrator) -> str:
    """Return the score of a match of several rounds and, after the last round, the champion."""
    one, two = map(narrator.label, Seat)
    wins = [sum(result.winner is seat for result in results) for seat in Seat]
    none = sum(result.winner is None for result in results)
    line = (
        f"\nAfter round {setup.round} of {setup.terms.rounds}: {one}: {wins[0]}, {two}: {wins[1]}"
    )
    line += f", draws: {none}.\n" if none else ".\n"
    if setup.round < setup.terms.rounds:
        return line
    if wins[0] == wins[1]:
        each = "1 win" if wins[0] == 1 else f"{wins[0]} wins"
        return f"{line}It's a tie: {each} each.\n"
    champion = Seat.ONE if wins[0] > wins[1] else Seat.TWO
    verb = "are" if narrator.is_reader(champion) else "is"
    return f"{line}{narrator.name(champion)} {verb} the champion!\n"


def offer_to_try_again(console: Console, review: Review) -> Setup | None:
    """Offer to replay from the player's last mistake. If accepted, return the set-up.

    May raise Quit, EndOfInput or ToMenu.
    """
    setup = review.match.setup
    you = setup.own_seat
    if you is None or setup.players[you.other.index].kind not in COMPUTERS:
        return None
    own = [move for move in review.moves if move.seat is you and not move.right]
    if not own:
        return None
    console.write("\n")
    prompt = f"Try again from move {own[-1].turn}? (yes, no) [no]: "
    while True:
        answer = ask(console, prompt, words=("yes", "no"))
        if "no".startswith(answer):
            return None
        if "yes".startswith(answer):
            break
        console.write(console.wrap("Type yes to play on from that position, or no."))
    console.write("\n")
    return arrange_from(
        review.match.game,
        own[-1].position,
        setup.players,
        package=setup.package,
        seed=SystemRandom().getrandbits(32),
        terms=setup.terms._replace(rounds=1),
    )
