"""What stands in the rows of a database, read with care: it may be damaged.

Every function raises RecordError for what cannot be read.
"""

from __future__ import annotations

import json
import operator
from collections.abc import Sequence
from datetime import datetime
from typing import TypeGuard

from lastdigit.errors import RecordError, StoreError, quoted
from lastdigit.game.game import Seat
from lastdigit.match.fields import Fields
from lastdigit.match.record_line import read_result, read_setup
from lastdigit.store.contract import Held, Left, Summary


def unknown(game: int) -> StoreError:
    """Return what is said of a game that is not there."""
    return StoreError(f"There is no game {game}; lastdigit list shows those there are.")


def read_summary(game: int, setup: str, result: str | None, changed: str) -> Summary:
    """Return a game in one line; where it cannot be read, the line says why."""
    try:
        ended = read_result(Fields.of(result)) if result else None
        return Summary(game, read_setup(Fields.of(setup)), ended, read_time(changed))
    except RecordError as error:
        return Summary(game, None, fault=str(error))


def read_time(text: str) -> str:
    """Return a time as it was kept; raises RecordError for what is none."""
    try:
        datetime.fromisoformat(text)
    except (TypeError, ValueError):
        raise RecordError(f"{quoted(str(text))} is not a time.") from None
    return text


def read_clocks(text: str) -> Left:
    """Return what two clocks have left."""
    try:
        one, two = json.loads(text)
        return operator.index(one), operator.index(two)
    except (TypeError, ValueError):
        raise RecordError(f"{quoted(str(text))} is not what two clocks have left.") from None


def read_seats(rows: Sequence[tuple[object, object]]) -> tuple[Held, Held]:
    """Return who holds the two seats."""
    seats = [Held(holder, bool(joined)) for holder, joined in rows if _is_holder(holder)]
    if len(seats) != len(Seat):
        raise RecordError("A game has two seats, each held by somebody or free.")
    return seats[0], seats[1]


def _is_holder(holder: object) -> TypeGuard[bytes | None]:
    return holder is None or isinstance(holder, bytes)
