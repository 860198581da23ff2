"""The spending limit for language models, shared by all players and processes in a run.

Tokens are reserved before each request, so that concurrent requests do not spend the same tokens.
When the reply arrives, the actual usage replaces the reservation. All processes in a run write
their reservations and charges to the same file, the ledger.
"""

from __future__ import annotations

import json
import math
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, NamedTuple

from lastdigit.errors import BudgetSpent, PlayerError, RecordError
from lastdigit.game.text import plural
from lastdigit.match.record import Fields
from lastdigit.system import lock_file

MILLION = 1_000_000
UNLIMITED = 2**62
"""An amount that stands for no limit, because no run can spend so much."""
POLL_INTERVAL = 0.02
"""Seconds between checks for whether enough of the budget is available for a waiting request."""


class Price(NamedTuple):
    """The price per million input and output tokens, in the user's currency.

    The same numbers are the price of one token in millionths of the currency unit.
    """

    tokens_in: float
    tokens_out: float

    def cost(self, tokens_in: int, tokens_out: int) -> int:
        """Return the cost of these tokens in millionths of the currency unit, rounded up."""
        return math.ceil(tokens_in * self.tokens_in + tokens_out * self.tokens_out)


class Amount(NamedTuple):
    """A number of tokens, and their cost in millionths of the currency unit.

    The cost is 0 if the price is unknown.
    """

    tokens: int
    money: int = 0

    @classmethod
    def of(cls, tokens_in: int, tokens_out: int, price: Price | None) -> Amount:
        """Return the tokens in a request and its reply as an amount, with their cost."""
        return cls(tokens_in + tokens_out, price.cost(tokens_in, tokens_out) if price else 0)


@dataclass
class Reservation:
    """The amount reserved for one request to a language model, and its actual token counts.

    The counts are None before the reply arrives, and stay None if the endpoint omits them.
    """

    name: str
    reserved: Amount
    price: Price | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None

    @property
    def charge(self) -> Amount:
        """The amount to charge for the request: its actual usage if known, else the reservation."""
        if self.tokens_in is None and self.tokens_out is None:
            return self.reserved
        return Amount.of(self.tokens_in or 0, self.tokens_out or 0, self.price)


class Budget:
    """A spending limit for language models, in tokens, money or both.

    All processes that use the same ledger file share the limit.
    """

    def __init__(
        self,
        limit: int | None,
        money: int | None = None,
        ledger: Path | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.limit = limit
        """Maximum number of tokens. None means no limit."""
        self.money = money
        """Maximum cost in millionths of the currency unit. None means no limit."""
        self.spent = 0
        self.spent_money = 0
        self._ledger = ledger
        self._sleep = sleep
        self._position = 0
        self._request_count = 0
        self._open: dict[str, Amount] = {}
        self._largest: tuple[int, int] | None = None
        """The largest token counts of a request and a reply so far, or None before the first."""

    @property
    def limited(self) -> bool:
        """Whether the budget limits the tokens, the money or both."""
        return self.limit is not None or self.money is not None

    @contextmanager
    def reserve(
        self, answer_tokens: int | None = None, size: int = 0, price: Price | None = None
    ) -> Iterator[Reservation]:
        """Reserve tokens for a request to a language model, and charge the actual usage on exit.

        `answer_tokens` is the maximum number of tokens in the reply, and `size` is the length of
        the request in bytes. The caller sets the token counts of the reservation when the reply
        arrives.

        Wait while other requests have reserved too much. Raise BudgetSpent if too little of the
        budget is left, and PlayerError if the ledger cannot be written.
        """
        reservation = self._reserve(answer_tokens, size, price)
        try:
            yield reservation
        except PlayerError:  # a failed request costs nothing
            reservation.tokens_in = reservation.tokens_out = 0
            raise
        finally:
            with self._locked() as file:
                self._write(file, _settlement(reservation))

    def settle_all(self, spent_before: int) -> None:
        """Charge the reservations that were left open by processes that have ended.

        Call this method at the start of a run. `spent_before` is the number of tokens that the run
        is known to have spent already.
        """
        if self._ledger is not None and not self._ledger.exists() and not spent_before:
            return
        with self._locked() as file:
            for name, reserved in list(self._open.items()):
                self._write(file, _settlement(Reservation(name, reserved)))
            if self.spent < spent_before:  # the run is older than its ledger
                self._write(file, {"carried": spent_before - self.spent})

    def _reserve(self, answer_tokens: int | None, size: int, price: Price | None) -> Reservation:
        while True:
            with self._locked() as file:
                needed = self._estimate(answer_tokens, size, price)
                if self._fits(needed):
                    self._request_count += 1
                    reservation = Reservation(f"{os.getpid()}-{self._request_count}", needed, price)
                    line = {"question": reservation.name, "reserved": needed.tokens}
                    self._write(file, {**line, **_money_field(needed)})
                    return reservation
            self._sleep(POLL_INTERVAL)

    def _estimate(self, answer_tokens: int | None, size: int, price: Price | None) -> Amount:
        """Return the amount to reserve for the next request."""
        # After the first reply, expect the largest request so far. If the maximum length of the
        # reply is unknown, expect the longest reply so far.
        if self._largest is not None:
            question, answer = self._largest
            return Amount.of(question, answer if answer_tokens is None else answer_tokens, price)
        # A request has at most as many tokens as bytes. It rarely has as many, so do not refuse it
        # if only the number of bytes exceeds the budget.
        whole = Amount.of(size, answer_tokens or 0, price)
        least = Amount.of(0, answer_tokens or 0, price)
        free = self._available()
        return Amount(
            *(max(low, min(most, left)) for low, most, left in zip(least, whole, free, strict=True))
        )

    def _available(self) -> Amount:
        """Return the amount that is neither spent nor reserved. UNLIMITED stands for no limit."""
        tokens = sum(amount.tokens for amount in self._open.values())
        money = sum(amount.money for amount in self._open.values())
        return Amount(
            UNLIMITED if self.limit is None else self.limit - self.spent - tokens,
            UNLIMITED if self.money is None else self.money - self.spent_money - money,
        )

    def _fits(self, needed: Amount) -> bool:
        """Return whether an amount can be reserved now, so that the caller does not have to wait.

        Raise BudgetSpent if waiting cannot help.
        """
        if not self.limited:
            return True
        free = self._available()
        fits = min(free) > 0 and needed.tokens <= free.tokens and needed.money <= free.money
        # Before the first reply, the usage of a request is unknown, so only one may be in progress.
        if fits and (self._largest or not self._open):
            return True
        if self._open:
            return False
        if self.limit is not None and (free.tokens <= 0 or needed.tokens > free.tokens):
            budget, used = plural(self.limit, "token"), f"{self.spent}"
            next_one = f"{needed.tokens}" if free.tokens > 0 else ""
        else:
            limit = money_text(self.money or 0)
            places = len(limit.partition(".")[2])
            budget, used = f"{limit} in money", money_text(self.spent_money, places)
            next_one = money_text(needed.money, places) if free.money > 0 else ""
        if next_one and not self.spent:
            raise BudgetSpent(
                f"The budget of {budget} is too small, because the first question may need "
                f"{next_one}."
            )
        more = f", and the next question may need {next_one}" if next_one else ""
        raise BudgetSpent(f"The budget of {budget} is spent: {used} used{more}.")

    def refresh(self) -> None:
        """Update `spent` and `spent_money` with the amounts that other processes have charged.

        Raise PlayerError if the ledger file cannot be opened.
        """
        if self._ledger is None or self._ledger.exists():
            with self._locked():
                pass

    @contextmanager
    def _locked(self) -> Iterator[IO[bytes] | None]:
        """Lock the ledger file, read the new entries of other processes, and yield the file.

        Yield None if there is no ledger. Raise PlayerError if the ledger cannot be opened or
        written.
        """
        if self._ledger is None:
            yield None
            return
        try:
            with self._ledger.open("ab+") as file:
                lock_file(file.fileno(), wait=True)
                self._read_new_entries(file)
                yield file
        except OSError as error:
            raise PlayerError(f"{self._ledger} cannot be written: {error.strerror}.") from None

    def _read_new_entries(self, file: IO[bytes]) -> None:
        file.seek(self._position)
        for line in file:
            if not line.endswith(b"\n"):
                file.truncate(self._position)  # cut off by a crash
                break
            try:
                self._apply(Fields.of(line.decode()))
            except (RecordError, UnicodeDecodeError) as error:
                raise RecordError(f"{self._ledger} is broken: {error}") from None
            self._position += len(line)

    def _write(self, file: IO[bytes] | None, entry: dict[str, object]) -> None:
        line = json.dumps(entry)
        self._apply(Fields.of(line))
        if file is not None:
            self._position += file.write(f"{line}\n".encode())
            file.flush()

    def _apply(self, line: Fields) -> None:
        if "question" in line:
            self._open[line.text("question")] = Amount(line.natural("reserved"), _parse_money(line))
        elif "carried" in line:
            self.spent += line.natural("carried")
        # A process that outlives its run may settle a reservation a second time.
        elif self._open.pop(line.text("settled"), None) is not None:
            self.spent += line.natural("charge")
            self.spent_money += _parse_money(line)
            counts = line.natural_or_null("in"), line.natural_or_null("out")
            before = self._largest or (0, 0)
            if any(counts):
                self._largest = max(before[0], counts[0] or 0), max(before[1], counts[1] or 0)


def _settlement(reservation: Reservation) -> dict[str, object]:
    return {
        "settled": reservation.name,
        "in": reservation.tokens_in,
        "out": reservation.tokens_out,
        "charge": reservation.charge.tokens,
        **_money_field(reservation.charge),
    }


def _money_field(amount: Amount) -> dict[str, object]:
    return {"money": amount.money} if amount.money else {}


def _parse_money(line: Fields) -> int:
    return line.natural("money") if "money" in line else 0


def money_text(millionths: int, places: int = 2) -> str:
    """Format an amount of money exactly, with at least `places` decimal places.

    `millionths` is the amount in millionths of the currency unit.

    >>> money_text(2_500_000), money_text(37), money_text(0, 3)
    ('2.50', '0.000037', '0.000')
    """
    whole, part = divmod(millionths, MILLION)
    return f"{whole}.{f'{part:06}'[:places]}{f'{part:06}'[places:].rstrip('0')}"
