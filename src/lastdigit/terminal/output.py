"""Analyses, reviews, rules, lists of games, statistics and progress as text."""

from __future__ import annotations

import re
import textwrap
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TextIO

from lastdigit.errors import LastDigitError, quoted
from lastdigit.game.game import AnyGame, Seat, State, Value
from lastdigit.game.text import (
    AGAINST_COMPUTER,
    Audience,
    display_width,
    example_turn,
    pad,
    pad_left,
    wrap,
)
from lastdigit.games import shared_rules
from lastdigit.terminal.console import EMPTY_CELL, MAX_WIDTH, PLAIN, SYMBOLS, Style

# Some imports are inside functions: the rules are shown faster without records and matches.
if TYPE_CHECKING:
    from lastdigit.analysis.position import Analysis, EvaluatedMove, Opening, SolvedGame
    from lastdigit.analysis.review import Review, ReviewedMove
    from lastdigit.arena.report import ReportTable
    from lastdigit.match.record import Setup
    from lastdigit.puzzles.statistics import GameStatistics, PracticeSuggestion, Statistics
    from lastdigit.puzzles.sums import Share
    from lastdigit.solver import Census
    from lastdigit.storage import Summary


WIDTH = 80
CODE = re.compile(r"`([^`]+)`")
ITEM = re.compile(r" *(?:-|\d+\.) +")


def rulebook_text(game: AnyGame, bold: Callable[[str], str], width: int = WIDTH) -> str:
    """Return the rulebook of a game, followed by the rules common to all games."""
    own, shared = (page_text(page, bold, width) for page in (game.rulebook(), shared_rules()))
    return f"{own}\n{shared}"


def short_rules_text(game: AnyGame, bold: Callable[[str], str], width: int = WIDTH) -> str:
    """Return the rules of a game on one screen: goal, turn, end, and an example turn."""
    voice = game.second_person(AGAINST_COMPUTER)
    rules = f"# {game.title}\n\nThe goal: {voice.goal()}\n\n{voice.in_short()}\n"
    text = page_text(rules, bold, width)
    example = "".join(f"{textwrap.fill(line, width)}\n" for line in example_turn(game))
    return f"{text}\n{bold('A turn')}\n{example}" if example else text


def page_text(markdown: str, bold: Callable[[str], str], width: int = WIDTH) -> str:
    """Format one of the project's Markdown pages for a terminal: rewrapped, with bold headings.

    Words that the user should type are bold. Without bold, these words keep their quotes, so that
    they still stand out.
    """
    filled: list[str] = []
    for line in markdown.splitlines():
        item = ITEM.match(line)
        continues = filled and filled[-1] and line.strip() and not item and not line.startswith("#")
        if continues and not filled[-1].startswith("#"):
            filled[-1] += f" {line.strip()}"
        else:
            filled.append(line)
    text = "\n".join(
        bold(line.lstrip("# ")) if line[:1] == "#" else _fill(line, width) for line in filled
    )
    return f"{CODE.sub(lambda word: bold(word[1]), text) if bold('') else text}\n"


def _fill(line: str, width: int) -> str:
    item = ITEM.match(line)
    return textwrap.fill(
        line,
        width,
        subsequent_indent=" " * (len(item[0]) if item else 0),
        break_on_hyphens=False,
        break_long_words=False,
    )


def fill_text(text: str, width: int = WIDTH) -> str:
    return "\n".join(wrap(text, width, subsequent_indent="  ", break_on_hyphens=False))


def games_text(games: Iterable[type[AnyGame]], bold: Callable[[str], str]) -> str:
    blocks = []
    for game in games:
        lines = [f"{bold(game.title)} ({game.name}, version {game.version})"]
        goal = game().second_person(Audience()).goal()
        lines += textwrap.wrap(goal, WIDTH, initial_indent="  ", subsequent_indent="  ")
        lines += [
            f"  --preset {preset.name}: {preset.about}; {preset.usual}" for preset in game.presets
        ]
        for option in game.options():
            default = option.format(option.default)
            about = f"  --{option.name}: {option.help}; {option.allowed}; default {default}"
            if option.beyond:
                about += "; this option is not in the rulebook"
            lines += textwrap.wrap(about, WIDTH, subsequent_indent="      ")
        blocks.append("\n".join(lines) + "\n")
    return "\n".join(blocks)


def table_text(table: ReportTable, bold: Callable[[str], str]) -> str:
    """Return a table with the first column left-aligned and the others right-aligned."""
    columns = zip(table.heading, *table.rows, strict=True)
    widths = [max(map(display_width, column)) for column in columns]
    lines = [_table_line(row, widths) for row in (table.heading, *table.rows)]
    return "\n".join([bold(table.title), *lines]) + "\n"


def _table_line(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *rest = zip(cells, widths, strict=True)
    return "  ".join([pad(*first), *(pad_left(cell, width) for cell, width in rest)])


WORDS = {Value.WIN: "wins", Value.LOSE: "loses", Value.DRAW: "draws"}


def position_heading(game: AnyGame, state: State) -> str:
    """Return the title of a game, the position as text for `--position`, and the board."""
    from lastdigit.game.serialize import view_text

    return f'{game.title}, position "{game.format_state(state)}"\n{view_text(game.view(state))}'


def position_text(game: AnyGame, state: State) -> str:
    """Return a position with its legal moves or outcome."""
    heading = position_heading(game, state)
    outcome = game.outcome(state)
    if outcome is not None:
        return f"{heading}{outcome.reason} {outcome.winner} wins!\n"
    legal = ", ".join(map(game.format_move, game.legal_moves(state)))
    return f"{heading}To move: {state.mover}\n{fill_text(f'Allowed: {legal}')}\n"


def value_text(value: Value, plies: int | None, style: Style = PLAIN) -> str:
    """Return a value as a coloured symbol and word, with the number of turns to the end.

    >>> value_text(Value.WIN, 3)
    '▲ wins in 3 turns'
    """
    if plies == 0:
        words = "has won" if value is Value.WIN else "has lost"
    elif plies is None:
        words = WORDS[value]
    else:
        words = f"{WORDS[value]} in {turns_text(plies)}"
    return style.mark_value(value, words)


def turns_text(plies: int) -> str:
    return "1 turn" if plies == 1 else f"{plies} turns"


def move_value_text(move: EvaluatedMove, style: Style = PLAIN) -> str:
    """Return the value of a move for the player who makes it."""
    plies = None if move.after.remoteness is None else move.after.remoteness + 1
    return value_text(move.value, plies, style)


def analysis_text(game: AnyGame, analysis: Analysis, style: Style) -> str:
    state = game.parse_state(analysis.position)
    value = value_text(analysis.solution.value, analysis.solution.remoteness, style)
    return (
        f"{position_heading(game, state)}For {state.mover}: {value}\n"
        f"{values_text(analysis, style)}{fill_text(analysis.why, style.width)}\n"
    )


def values_text(analysis: Analysis, style: Style) -> str:
    width = max((len(move.move) for move in analysis.moves), default=0)
    return "".join(
        f"  {move.move:{width}}  {move_value_text(move, style)}\n" for move in analysis.moves
    )


def reason_text(analysis: Analysis, style: Style) -> str:
    """Return the reason for a value, with every pair if a pairing strategy decides the game."""
    text = f"{fill_text(analysis.why, style.width)}\n"
    if analysis.pairing is None:
        return text
    pairs = [f"{one}-{two}" for one, two in analysis.pairing.pairs]
    paired = {one for pair in analysis.pairing.pairs for one in pair}
    alone = [one for one in analysis.pairing.places if one not in paired]
    for about, listed in (("All pairs", pairs), ("Without a partner", alone)):
        if listed:
            text += fill_text(f"{about}: {', '.join(listed)}.", style.width) + "\n"
    return text


def solved_game_text(solved: SolvedGame, style: Style) -> str:
    from lastdigit.match.record import option_values

    lines = [solved.game.title]
    values = dict(option_values(solved.game))
    lines += [
        f"  {option.name} {option.format(values[option.name])}"
        for option in solved.game.own_options()
        if option.name in values
    ]
    if solved.opening is not None:
        lines += _opening_lines(solved.opening)
    if solved.census is not None:
        lines.append(
            f"Positions that can come up: {solved.census.positions:,}. For the player to move: "
            f"{solved.census.won:,} won, {solved.census.lost:,} lost, "
            f"{solved.census.drawn:,} drawn."
        )
        if (longest := solved.census.longest) is not None:
            lines.append(f"The longest forced win takes {turns_text(longest)}.")
    elif solved.opening is not None:
        lines.append("There are too many positions to count.")
    if solved.starts:
        lines += _start_lines(solved.starts, style)
    elif (census := solved.many_starts) is not None:
        lines += _census_lines(census)
    elif solved.opening is None:
        lines.append("The start is random, and there are too many starts to count.")
    return "".join(f"{fill_text(line, style.width)}\n" for line in lines)


def _opening_lines(opening: Opening) -> list[str]:
    plies = opening.solution.remoteness
    far = "" if plies is None else f" in {turns_text(plies)}"
    if opening.winner is None:
        lines = ["With best play, the game is a draw from the start."]
    else:
        lines = [f"If Player 1 moves first, {opening.winner} wins{far}."]
    if opening.best:
        kind = "win" if opening.winner else "keep the draw"
        lines.append(f"First moves that {kind}: {', '.join(opening.best)}.")
    return lines


def _census_lines(census: Census) -> list[str]:
    longest = census.longest
    far = "" if longest is None else f"; the longest forced win takes {turns_text(longest)}"
    lines = [
        f"All {census.positions:,} starts, for the player who moves first: {census.won:,} won, "
        f"{census.lost:,} lost, {census.drawn:,} drawn{far}."
    ]
    if census.few:
        rare = "won" if census.won == len(census.few) else "lost"
        these = "this one is" if len(census.few) == 1 else "these are"
        lines.append(f"Only {these} {rare}: {', '.join(census.few)}.")
    return lines


def _start_lines(starts: dict[str, Opening], style: Style) -> list[str]:
    wins = sum(start.winner is Seat.ONE for start in starts.values())
    losses = sum(start.winner is Seat.TWO for start in starts.values())
    lines = [
        f"All {len(starts)} starts, for the player who moves first: {wins} won, {losses} lost, "
        f"{len(starts) - wins - losses} drawn."
    ]
    if len({(start.solution, start.best) for start in starts.values()}) == 1:
        return lines  # all starts have the same value and best moves
    for label, start in starts.items():
        best = f": {', '.join(start.best)}" if start.best else ""
        lines.append(
            f"  {label} {value_text(start.solution.value, start.solution.remoteness, style)}{best}"
        )
    return lines


COURSE_MARKS = {
    Seat.ONE: SYMBOLS[Value.WIN],
    None: SYMBOLS[Value.DRAW],
    Seat.TWO: SYMBOLS[Value.LOSE],
}
MAX_COURSE_COLUMNS = 60
MAX_VERDICT_WIDTH = 40


def review_text(review: Review, style: Style, you: Seat | None = None) -> str:
    """Return a review, in the second person for the player in seat `you`."""
    from lastdigit.analysis.review import (
        second_person_turning_text,
        turning_text,
        verdict_text,
    )
    from lastdigit.match.narration import (
        RulebookNarrator,
        SecondPersonNarrator,
        audience_of,
        player_text,
    )

    match = review.match
    audience = audience_of(match.setup, you)
    names = audience.label(Seat.ONE), audience.label(Seat.TWO)
    if you is None:
        ending, turning = RulebookNarrator(match).ending(), turning_text(review)
    else:
        narrator = SecondPersonNarrator(match, you, width=style.width)
        ending, turning = narrator.ending(), second_person_turning_text(review, narrator.voice)
    ending = ending or f"{review.result.reason}\n"
    players = " - ".join(player_text(match.setup, seat, you) for seat in Seat)
    lines = [f"{style.bold(review.match.game.title)}: {players}", ending]
    start, *boards = _boards(review)
    lines.append(f"Start: {start or '-'}")
    name_width = max(map(display_width, names))
    move_width = max((len(move.move) for move in review.moves), default=0)
    board_width = max(map(len, boards), default=0)
    for move, board in zip(review.moves, boards, strict=True):
        name = names[move.seat.index]
        value = style.mark_value(move.after, f"{WORDS[move.after]:5}")
        made = f"{move.move:{move_width}}  {board:{board_width}}"
        line = f"{move.turn:4}  {pad(name, name_width)}  {made}"
        # On a narrow screen, put the evaluation on a line below the move.
        narrow = style.width < min(MAX_WIDTH, display_width(line) + MAX_VERDICT_WIDTH)
        gap = f"\n{' ' * 6}" if narrow else "  "
        lines.append(f"{line}{gap}{value}  {verdict_text(move)}")
    lines += ["", course_text(review.course, audience, style), fill_text(turning, style.width)]
    lines += _reason_lines(review, audience, style.width)
    lines.append(fill_text(_key_moves_text(review, audience), style.width))
    return "\n".join(lines)


def _key_moves_text(review: Review, audience: Audience) -> str:
    """Return how many key moves each player found."""
    accuracy = {seat: review.accuracy(seat) for seat in Seat}
    found = [seat for seat in Seat if accuracy[seat][1]]
    if not found:
        return "Neither player had a key move."
    first, *rest = (f"{accuracy[seat][0]} of {accuracy[seat][1]}" for seat in found)
    text = f"Key moves: {audience.name(found[0])} found {first}"
    if rest:
        return f"{text}, {audience.name(found[1])} {rest[0]}."
    return f"{text}. {audience.subject(found[0].other)} had none."


def course_text(course: Sequence[Seat | None], audience: Audience, style: Style) -> str:
    """Return a chart of who was winning: one row per result, one column per move, starting at 0."""
    one, two = (f"{wins[:1].upper()}{wins[1:]}" for wins in map(audience.wins, Seat))
    rows = {Seat.ONE: one, None: "draw", Seat.TWO: two}
    marks = COURSE_MARKS if style.symbols else dict.fromkeys(COURSE_MARKS, "#")
    empty = EMPTY_CELL if style.symbols else "."
    width = max(map(display_width, rows.values()))
    columns = min(MAX_COURSE_COLUMNS, style.width - width - 1)
    blocks = []
    for begin in range(0, len(course), columns):
        part = course[begin : begin + columns]
        lines = [
            f"{pad(label, width)} "
            + "".join(marks[winner] if seat is winner else empty for seat in part)
            for winner, label in rows.items()
            if winner is not None or None in course
        ]
        last = begin + len(part) - 1
        lines.append(f"{'move':>{width}} {f'{begin} to {last}' if last > begin else begin}")
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def _boards(review: Review) -> Iterator[str]:
    """Yield the numbers on the board at the start and after each move."""
    from lastdigit.game.serialize import numbers_text

    game = review.match.game
    state = game.parse_state(review.match.setup.start)
    yield numbers_text(game.view(state))
    for move in review.moves:
        state = game.play(state, move.move)
        yield numbers_text(game.view(state))


def _reason_lines(review: Review, audience: Audience, width: int) -> list[str]:
    """Return the reason for the turning point, and for the reader's last mistake."""
    from lastdigit.solver import solver_for

    game, lines = review.match.game, []

    def reason(move: ReviewedMove) -> str:
        return solver_for(game).why(game.parse_state(move.position))

    # If a player gave up while winning, the turning-point sentence names no move.
    turning = review.turning_point if review.given_up is None else None
    if turning is not None:
        lines.append(f"Why: {reason(turning)}")
    mistakes = [move for move in review.moves if move.seat is audience.you and not move.right]
    if mistakes and mistakes[-1] is not turning:
        last = mistakes[-1]
        lines.append(f"Your last mistake: move {last.turn}, {last.move}. {reason(last)}")
    return [fill_text(line, width) for line in lines]


HEADING = ("id", "changed", "game", "players", "start", "result")
INDENT = " " * 6


def local_time(time: str) -> str:
    from datetime import datetime

    return datetime.fromisoformat(time).astimezone().strftime("%Y-%m-%d %H:%M")


def saved_games_text(games: Sequence[Summary], width: int | None = None) -> str:
    """Return saved games as a table. Lines wider than `width` are wrapped."""
    rows = [HEADING, *(_cells(game) for game in games)]
    widths = [max(map(display_width, column)) for column in zip(*rows, strict=True)]
    lines = []
    for cells, game in zip(rows, (None, *games), strict=True):
        first, *rest = zip(cells, widths, strict=True)
        line = "  ".join([pad_left(*first), *(pad(cell, size) for cell, size in rest)])
        if game is not None and game.fault:
            line = f"{pad_left(*first)}  cannot be read: {game.fault}"
        lines.append(line.rstrip())
    if width is not None:
        lines = [_fold(line, width) for line in lines]
    return "".join(f"{line}\n" for line in lines)


def _fold(line: str, width: int) -> str:
    if display_width(line) <= width:
        return line
    # A wrapped line has no columns, so remove the padding between cells.
    plain = "  ".join(part for part in line.split("  ") if part).strip()
    return "\n".join(wrap(plain, width, subsequent_indent=INDENT, break_on_hyphens=False))


def _cells(game: Summary) -> tuple[str, ...]:
    from lastdigit.match.narration import audience_of, player_text, result_text

    setup = game.setup
    if setup is None:
        return str(game.id), "", "", "", "", ""
    audience = audience_of(setup, None)
    return (
        str(game.id),
        local_time(game.changed),
        setup.build_game().title,
        " - ".join(player_text(setup, seat) for seat in Seat),
        _start_text(setup),
        result_text(game.result, (audience.label(Seat.ONE), audience.label(Seat.TWO))),
    )


def _start_text(setup: Setup) -> str:
    """Return the numbers a game started with, shortened if they are long."""
    from lastdigit.game.serialize import numbers_text

    game = setup.build_game()
    try:
        numbers = numbers_text(game.view(game.parse_state(setup.start)))
    except LastDigitError:  # the list includes damaged games
        return quoted(setup.start)
    return numbers if any(map(str.isalnum, numbers)) else "empty"


def game_text(game: Summary) -> str:
    """Return a saved game in words, for a confirmation prompt."""
    *_, title, players, _, result = _cells(game)
    return f"game {game.id} ({title}, {players}: {result})" if title else f"game {game.id}"


def saved_games_data(games: Sequence[Summary]) -> list[dict[str, object]]:
    """Return saved games as JSON data. Set-ups and results are the same as in the records."""
    from lastdigit.match.record import result_data, setup_data

    return [
        {
            "id": game.id,
            "changed": game.changed or None,
            "setup": None if game.setup is None else setup_data(game.setup),
            "result": None if game.result is None else result_data(game.result),
            "fault": game.fault or None,
        }
        for game in games
    ]


BAR = 24
BAR_INTERVAL, LINE_INTERVAL = 0.1, 10.0
"""Seconds between updates of the bar on a terminal, and between lines elsewhere."""


class ProgressBar:
    """Progress of a run: a bar on a terminal, otherwise a line now and then."""

    def __init__(self, output: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._output = output
        self._live = output.isatty()
        self._clock = clock
        self._began = clock()
        self._before: int | None = None
        self._shown_at: float | None = None
        self._drawn = False
        self.has_results = False
        """Whether any game has finished."""

    def __call__(self, done: int, total: int, workers: int = 1) -> None:
        """Report the number of finished games, of all games, and of live workers."""
        now = self._clock()
        self.has_results = done > 0
        if self._before is None:
            self._before = done
        if not self._due(now, done == total):
            return
        self._shown_at = now
        text = self._text(done, total, now - self._began)
        text += f", {workers} workers" if workers > 1 else ""
        self._output.write(
            f"\r{progress_bar(done, total)} {text}\x1b[K" if self._live else f"{text}\n"
        )
        self._output.flush()
        self._drawn = self._live

    def _due(self, now: float, last: bool) -> bool:
        """Return whether to show an update now. Without a terminal, a short run shows nothing."""
        if self._shown_at is None:
            return self._live or now - self._began >= LINE_INTERVAL
        return last or now - self._shown_at >= (BAR_INTERVAL if self._live else LINE_INTERVAL)

    def end(self) -> None:
        """End the line of the progress bar."""
        if self._drawn:
            self._output.write("\n")
            self._output.flush()
            self._drawn = False

    def _text(self, done: int, total: int, seconds: float) -> str:
        made = done - (self._before or 0)
        if not made or not seconds:
            return f"{done} of {total}"
        rate = made / seconds
        return f"{done} of {total}, {rate:.3g} per second, {duration((total - done) / rate)} left"


def progress_bar(done: int, total: int) -> str:
    """Return a progress bar.

    >>> progress_bar(1, 3)
    '[########................]'
    """
    filled = BAR * done // total if total else BAR
    return f"[{'#' * filled}{'.' * (BAR - filled)}]"


def duration(seconds: float) -> str:
    """Return a duration in at most two units, rounded up.

    >>> duration(7.2), duration(90), duration(7_300)
    ('8 s', '1 min 30 s', '2 h 1 min')
    """
    whole = -int(-seconds // 1)
    if whole < 60:
        return f"{whole} s"
    if whole < 3_600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3_600} h {whole % 3_600 // 60} min"


NO_STATISTICS = "Nothing saved yet. To start: lastdigit play GAME, or lastdigit daily\n"


def statistics_text(
    statistics: Statistics, habits: Sequence[str], suggestion: PracticeSuggestion | None
) -> str:
    """Return statistics as text, without games that were never played."""
    parts = [
        [kind.title, *_lines(one), *_rating_lines(statistics, kind.title)]
        for kind, one in statistics.games.items()
        if one.played or one.puzzles.count
    ]
    if not parts:
        return NO_STATISTICS
    days = statistics.current_streak
    streak = (
        f"Daily puzzles: {days}-day streak."
        if days
        else "Daily puzzles: solve one today to start a streak."
    )
    if len(parts) > 1:
        parts.insert(0, ["All games", *_lines(statistics.total)])
    parts.append([streak])
    if habits:
        parts.append(["What your games show", *(f"  {habit}" for habit in habits)])
    if suggestion is not None:
        command = f"lastdigit practice {suggestion.kind.name} --mistakes"
        parts.append(["Practise next", f"  {suggestion.reason}", f"  Try again: {command}"])
    return "\n\n".join("\n".join(lines) for lines in parts) + "\n"


def _lines(statistics: GameStatistics) -> list[str]:
    lines = []
    if statistics.played:
        lines.append(
            f"  Played {statistics.played}, won {statistics.won} ({statistics.alone} without help)."
        )
    if statistics.accuracy.count:
        lines.append(f"  Key moves found: {_share(statistics.accuracy)}")
        lines += [f"    {month} {_bar_line(share)}" for month, share in statistics.months]
    if statistics.puzzles.count:
        lines.append(f"  Puzzles solved on the first try: {_share(statistics.puzzles)}")
    return lines


def _rating_lines(statistics: Statistics, title: str) -> list[str]:
    from lastdigit.puzzles.practice import rating_text

    return [
        f"  {rating_text(kind.title, rating)}"
        for kind, rating in statistics.ratings.items()
        if kind.title == title
    ]


def _share(share: Share) -> str:
    low, high = share.interval
    return f"{share.right} of {share.count} ({low:.0%} to {high:.0%})"


def _bar_line(share: Share) -> str:
    return f"{progress_bar(share.right, share.count)}   {_share(share)}"
