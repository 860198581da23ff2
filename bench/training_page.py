"""The page docs/training.md and its picture, from the data of `bench/training.py`."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from statistics import mean, stdev
from typing import Any

from lastdigit.games import find_class
from lastdigit.statistics import NORMAL, beyond_chance, score_interval, student_quantile

Row = dict[str, Any]
NOTHING = "-"

ABOUT = """\
# Train a policy on exact rewards

    python -m bench.training

This command trains a small policy for every game, tests it on exam positions during training, and
writes this page, the curves below and [training.json](training.json). Training needs the extra
`fast` and no GPU. The committed run of {runs} trainings took {minutes} minutes on two busy cores.

![Accuracy corrected for chance, by game and grade](pictures/training.svg)

The lines are the means of {seeds} seeds, and the bands are 95 % intervals over seeds. 0 is a random
legal move, and 100 is perfect play.

## The recipe

Every action has an exact reward, which the batch looks up in the solver's tables
([`Batch(oracle=True).action_values()`](environments.md#batches-of-thousands-of-games)).

- **Policy**: a network with two hidden layers of 128 units, in numpy (`Policy` in
  `examples/learned.py`). Its inputs are the numbers of the observation, with
  large numbers as digits and remainders.
- **Learning**: the policy plays 512 games at once. Each step makes all actions that give nothing
  away more likely, and then makes a move in every game. Half of the moves are random, and the
  others are drawn from the policy. After {steps:,} steps it has seen {positions:,} positions, some
  of them repeatedly.
- **Variant**: the one with the most exam questions, because a network can read the observations of
  only one variant.
- **Exam**: all positions of the exam's pool in this variant. The policy never learns from them, but
  it does learn from positions one move away.

To use a trained policy in the arena or in the exam:

    python examples/learned.py digit-dilemma digit-poison --kind policy --seconds 60
    lastdigit exam run py:examples.learned:policy --games digit-dilemma,digit-poison

## Accuracy after training

Accuracy is in per cent and weighted as in the exam. `start` is the mean over seeds before training,
and `end` is the mean after it. `end, seeds` is the 95 % interval over seeds, which shows how much
other trainings would differ. `end, items` is the 95 % Wilson interval for the effective number of
items, which shows how much other positions of the grade would differ. `corrected` is the accuracy
at the end, corrected for chance.
"""

WRONG = """\
## What the policy gets wrong

Accuracy after training is in per cent and corrected for chance: below 0, the policy is worse than
random moves. The number of items is in brackets. A distance is the number of moves by both players
until the end with best play. The second table groups positions by their number of right moves.
"""

ALWAYS = """\
In Operation Obliteration, the policy plays no better than at random. Its games soon reach small
numbers, but most exam positions have large ones, so it learns hardly anything about them.

With every seed, the policy chose a wrong move in these positions. The table has the positions of
each game with the largest weights in the exam. The column `policy` has the most frequent choice.
"""


def seeds_interval(scores: list[float]) -> list[float] | None:
    """Return the 95 % interval of the mean over seeds, or None if there are fewer than three."""
    if len(scores) < 3:
        return None
    reach = student_quantile(len(scores) - 1) * stdev(scores) / math.sqrt(len(scores))
    return [max(0.0, mean(scores) - reach), min(1.0, mean(scores) + reach)]


def page(data: Row) -> str:
    return "\n".join(_parts(data)).rstrip("\n") + "\n"


def _parts(data: Row) -> Iterator[str]:
    yield ABOUT.format(
        minutes=math.ceil(data["minutes"]),
        runs=data["seeds"] * len(data["games"]),
        seeds=data["seeds"],
        steps=data["steps"],
        positions=data["positions"],
    )
    shares = "chance", "start", "end", "end, seeds", "end, items", "corrected"
    heading = "game", "grade", "items (effective)", *shares
    yield f"| {' | '.join(heading)} |"
    yield f"| --- |{' --: |' * (len(heading) - 1)}"
    for name, game in data["games"].items():
        for grade, curve in game["grades"].items():
            first, last = (mean(curve["points"][place]["scores"]) for place in (0, -1))
            yield _line(
                name,
                grade,
                f"{curve['items']} ({curve['effective']:.0f})",
                *(_percent(share) for share in (curve["chance"], first, last)),
                _interval(seeds_interval(curve["points"][-1]["scores"])),
                _interval(score_interval(min(1.0, last), curve["effective"], NORMAL)),
                _corrected(last, curve["chance"]),
            )
    yield "\nThe variants are:\n"
    for name, game in data["games"].items():
        yield f"- {name}: {_options(game['options'])}"
    yield f"\n{WRONG}"
    yield from _kinds_table(data["games"])
    yield ALWAYS
    yield "| game | grade | position | value | right moves | policy | always wrong |"
    yield "| --- | --: | --- | --- | --- | --- | --: |"
    for name, game in data["games"].items():
        wrong = game["mistakes"]
        items = sum(curve["items"] for curve in game["grades"].values())
        for number, one in enumerate(wrong["examples"]):
            yield _line(
                name,
                str(one["grade"]),
                f"`{_shortened(one['position'])}`",
                one["value"],
                ", ".join(one["right"]),
                one["chosen"],
                "" if number else f"{wrong['always_wrong']} of {items}",
            )


def _kinds_table(games: Row) -> Iterator[str]:
    kinds: dict[str, dict[str, None]] = {}
    for game in games.values():
        for kind, rows in game["mistakes"]["kinds"].items():
            kinds.setdefault(kind, {}).update(dict.fromkeys(row["name"] for row in rows))
    for kind, names in kinds.items():
        yield f"| {kind} | {' | '.join(games)} |"
        yield f"| --- |{' --: |' * len(games)}"
        for name in names:
            cells = []
            for game in games.values():
                rows = [row for row in game["mistakes"]["kinds"][kind] if row["name"] == name]
                cells.append(_kind_cell(rows[0]) if rows else NOTHING)
            yield _line(name, *cells)
        yield ""


def _kind_cell(row: Row) -> str:
    return f"{_corrected(row['share'], row['chance'])} ({row['items']})"


def _line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _percent(share: float) -> str:
    return f"{round(100 * share)}"


def _interval(ends: Sequence[float] | None) -> str:
    return NOTHING if ends is None else f"{_percent(ends[0])} to {_percent(ends[1])}"


def _corrected(share: float, chance: float) -> str:
    corrected = beyond_chance(share, chance)
    return NOTHING if corrected is None else _percent(corrected)


def _options(options: Row) -> str:
    if not options:
        return "the rulebook's options"
    return ", ".join(f"{name} {json.dumps(value)}" for name, value in options.items())


def _shortened(position: str, most: int = 48) -> str:
    return position if len(position) <= most else f"{position[: most - 2]} …"


WIDTH, HEIGHT, MARGIN, COLUMNS = 300, 230, 40, 3
SHADES = ("#d99a00", "#3f9e4d", "#1a86a0", "#3a56b4", "#541b6e")
"""The colours of the grades, from easy to hard."""
LOW, HIGH = -40, 100
FONT = 'font-family="system-ui, sans-serif"'


def curves(data: Row) -> str:
    """Return the learning curves as SVG: one panel per game, and one line per grade."""
    panels = [
        f'<g transform="translate({number % COLUMNS * WIDTH} {number // COLUMNS * HEIGHT})">'
        f"{''.join(_panel(name, game))}</g>"
        for number, (name, game) in enumerate(data["games"].items())
    ]
    width = WIDTH * min(COLUMNS, len(panels))
    height = HEIGHT * -(-len(panels) // COLUMNS)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" {FONT} font-size="10">\n'
        "<title>Accuracy corrected for chance by positions learned</title>\n"
        f'<rect width="{width}" height="{height}" fill="#fff"/>\n'
        + "\n".join(panels)
        + "\n</svg>\n"
    )


def _panel(name: str, game: Row) -> Iterator[str]:
    left, right, top, bottom = MARGIN, WIDTH - 14, 44, HEIGHT - 36
    first, *_ = game["grades"].values()
    ticks = [point["positions"] for point in first["points"]]
    places = [
        left + (right - left) * number / max(1, len(ticks) - 1) for number in range(len(ticks))
    ]

    def height(percent: float) -> float:
        kept = min(HIGH, max(LOW, percent))
        return bottom - (bottom - top) * (kept - LOW) / (HIGH - LOW)

    title = find_class(name).title
    yield f'<text x="{left}" y="16" font-size="12" font-weight="600">{title}</text>'
    for percent in range(LOW + 40, HIGH + 1, 25):
        y = f"{height(percent):.1f}"
        shade = "#888" if percent == 0 else "#ddd"
        yield f'<path d="M{left} {y}H{right}" stroke="{shade}" fill="none"/>'
        yield f'<text x="{left - 6}" y="{y}" dy="3" text-anchor="end" fill="#444">{percent}</text>'
    for place, positions in zip(places[::2], ticks[::2], strict=True):
        yield (
            f'<text x="{place:.1f}" y="{bottom + 14}" text-anchor="middle" fill="#444">'
            f"{_thousands(positions)}</text>"
        )
    yield (
        f'<text x="{(left + right) / 2}" y="{bottom + 27}" text-anchor="middle" fill="#444">'
        "positions learned</text>"
    )
    for number, (grade, curve) in enumerate(game["grades"].items()):
        shade = SHADES[int(grade) - 1]
        ends = [_band(point["scores"], curve["chance"]) for point in curve["points"]]
        middle = [(x, height(one[1])) for x, one in zip(places, ends, strict=True)]
        upper = [(x, height(one[2])) for x, one in zip(places, ends, strict=True)]
        lower = [(x, height(one[0])) for x, one in zip(places, ends, strict=True)]
        yield f'<path d="M{_path(upper + lower[::-1])}Z" fill="{shade}" fill-opacity="0.12"/>'
        yield f'<path d="M{_path(middle)}" fill="none" stroke="{shade}" stroke-width="2"/>'
        x = left + 52 * number
        yield f'<path d="M{x} 29h8" stroke="{shade}" stroke-width="3"/>'
        yield f'<text x="{x + 11}" y="32" fill="#222">grade {grade}</text>'


def _band(scores: list[float], chance: float) -> list[float]:
    """Return the low end, the mean and the high end, in per cent corrected for chance."""
    low, high = seeds_interval(scores) or (mean(scores), mean(scores))
    return [100 * (share - chance) / (1 - chance) for share in (low, mean(scores), high)]


def _path(points: list[tuple[float, float]]) -> str:
    return "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _thousands(positions: int) -> str:
    if positions >= 1_000_000:
        return f"{positions / 1_000_000:.1f}M"
    return f"{round(positions / 1_000)}k" if positions else "0"
