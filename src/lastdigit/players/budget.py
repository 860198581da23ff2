"""What a run may spend on language models: one account for all its players and processes.

Before a question tokens are set aside for it, so that those who ask at the same time do not spend
the same tokens twice; with its answer they become what it took. Where the run has a folder, both
are written to a file that only grows. That file is the account: every process reads there what the
others have spent, and a run that goes on begins where the one before it ended.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple

from lastdigit.errors import BudgetSpent, PlayerError, RecordError
from lastdigit.game.text import plural
from lastdigit.match.fields import Fields
from lastdigit.system import lock_file

if TYPE_CHECKING:
    from lastdigit.players.services import Price

MILLION = 1_000_000
ENDLESS = 2**62
"""More than anybody has."""
PAUSE = 0.02
"""Seconds between two looks at whether the others have got their answers."""


class Amount(NamedTuple):
    """What something takes: tokens, and money in millionths, nought where there is no price."""

    tokens: int
    money: int = 0

    @classmethod
    def of(cls, tokens_in: int, tokens_out: int, price: Price | None) -> Amount:
        """Return what so many tokens of question and answer are."""
        return cls(tokens_in + tokens_out, price.of(tokens_in, tokens_out) if price else 0)


@dataclass
class Reservation:
    """What is set aside for a question that is asked, and then what it took.

    The counts are None for as long as nobody says; then what was set aside is charged.
    """

    name: str
    reserved: Amount
    price: Price | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None

    @property
    def charge(self) -> Amount:
        """What it costs."""
        if self.tokens_in is None and self.tokens_out is None:
            return self.reserved
        return Amount.of(self.tokens_in or 0, self.tokens_out or 0, self.price)


class Budget:
    """What may be spent in one run, all players together; None is as much as it takes.

    In tokens, in money (millionths), or both.
    """

    def __init__(
        self,
        limit: int | None,
        money: int | None = None,
        ledger: Path | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.limit = limit
        self.money = money
        self.spent = 0
        self.spent_money = 0
        self._ledger = ledger
        self._sleep = sleep
        self._read_to = 0
        self._asked = 0
        self._open: dict[str, Amount] = {}
        self._largest: tuple[int, int] | None = None
        """The longest question and the longest answer so far, once there is one."""

    @property
    def limited(self) -> bool:
        """Whether there is any limit."""
        return self.limit is not None or self.money is not None

    @contextmanager
    def reserve(
        self, answer_tokens: int | None = None, size: int = 0, price: Price | None = None
    ) -> Iterator[Reservation]:
        """Set tokens aside for a question, and charge what it took when it is done with.

        `answer_tokens` is the longest that the answer can be, if that is known; `size` is the
        question in bytes, of which a token has at least one. Whoever asks fills
        in the counts; one that ends in a PlayerError was refused, and costs nothing. Raises
        BudgetSpent, and PlayerError where the account cannot be kept.
        """
        reservation = self._set_aside(answer_tokens, size, price)
        try:
            yield reservation
        except PlayerError:
            reservation.tokens_in = reservation.tokens_out = 0
            raise
        finally:
            with self._account() as file:
                self._write(file, _settlement(reservation))

    def settle_all(self, before: int) -> None:
        """Charge what was set aside for questions whose process ended before their answers came.

        For the start of a run, when nobody asks. `before` is what is known to have been spent at
        least, for a folder that is older than its account.
        """
        if self._ledger is not None and not self._ledger.exists() and not before:
            return
        with self._account() as file:
            for name, reserved in list(self._open.items()):
                self._write(file, _settlement(Reservation(name, reserved)))
            if self.spent < before:
                self._write(file, {"carried": before - self.spent})

    def _set_aside(self, answer_tokens: int | None, size: int, price: Price | None) -> Reservation:
        while True:
            with self._account() as file:
                needed = self._estimate(answer_tokens, size, price)
                if self._enough(needed):
                    self._asked += 1
                    reservation = Reservation(f"{os.getpid()}-{self._asked}", needed, price)
                    line = {"question": reservation.name, "reserved": needed.tokens}
                    self._write(file, {**line, **_money(needed)})
                    return reservation
            self._sleep(PAUSE)

    def _estimate(self, answer_tokens: int | None, size: int, price: Price | None) -> Amount:
        """Return what the next question may take, going by the dearest so far.

        Before the first answer a question counts as its bytes, but as no more than is left: it is
        hardly ever as much, and would else not be asked.
        """
        if self._largest is not None:
            question, answer = self._largest
            return Amount.of(question, answer if answer_tokens is None else answer_tokens, price)
        whole = Amount.of(size, answer_tokens or 0, price)
        least = Amount.of(0, answer_tokens or 0, price)
        free = self._free()
        return Amount(
            *(max(low, min(most, left)) for low, most, left in zip(least, whole, free, strict=True))
        )

    def _free(self) -> Amount:
        """Return what is left; a great deal where there is no limit."""
        tokens = sum(amount.tokens for amount in self._open.values())
        money = sum(amount.money for amount in self._open.values())
        return Amount(
            ENDLESS if self.limit is None else self.limit - self.spent - tokens,
            ENDLESS if self.money is None else self.money - self.spent_money - money,
        )

    def _enough(self, needed: Amount) -> bool:
        """Return whether there is enough now; raises BudgetSpent if there never will be.

        There may be enough once the questions of others are settled. The very first is waited for:
        before its answer nobody knows what one takes.
        """
        if not self.limited:
            return True
        free = self._free()
        fits = min(free) > 0 and needed.tokens <= free.tokens and needed.money <= free.money
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
                f"The budget of {budget} is too small: the first question may take {next_one}."
            )
        more = f", and the next question may take {next_one}" if next_one else ""
        raise BudgetSpent(f"The budget of {budget} is spent: {used} used{more}.")

    def refresh(self) -> None:
        """Read what has been spent so far, by whoever asks; raises PlayerError."""
        if self._ledger is None or self._ledger.exists():
            with self._account():
                pass

    @contextmanager
    def _account(self) -> Iterator[IO[bytes] | None]:
        """Hold the account, having read what the others wrote; nobody else holds it meanwhile."""
        if self._ledger is None:
            yield None
            return
        try:
            with self._ledger.open("ab+") as file:
                lock_file(file.fileno(), wait=True)
                self._catch_up(file)
                yield file
        except OSError as error:
            raise PlayerError(f"{self._ledger} cannot be written: {error.strerror}.") from None

    def _catch_up(self, file: IO[bytes]) -> None:
        file.seek(self._read_to)
        for line in file:
            if not line.endswith(b"\n"):
                file.truncate(self._read_to)  # cut off by a crash
                break
            try:
                self._enter(Fields.of(line.decode()))
            except (RecordError, UnicodeDecodeError) as error:
                raise RecordError(f"{self._ledger} is broken: {error}") from None
            self._read_to += len(line)

    def _write(self, file: IO[bytes] | None, entry: dict[str, object]) -> None:
        line = json.dumps(entry)
        self._enter(Fields.of(line))
        if file is not None:
            self._read_to += file.write(f"{line}\n".encode())
            file.flush()

    def _enter(self, line: Fields) -> None:
        if "question" in line:
            self._open[line.text("question")] = Amount(line.natural("reserved"), _read_money(line))
        elif "carried" in line:
            self.spent += line.natural("carried")
        # Whoever outlives its run settles what has been settled already.
        elif self._open.pop(line.text("settled"), None) is not None:
            self.spent += line.natural("charge")
            self.spent_money += _read_money(line)
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
        **_money(reservation.charge),
    }


def _money(amount: Amount) -> dict[str, object]:
    """Return the money of an amount for a line, where there is any."""
    return {"money": amount.money} if amount.money else {}


def _read_money(line: Fields) -> int:
    return line.natural("money") if "money" in line else 0


def money_text(millionths: int, places: int = 2) -> str:
    """Return an amount of money exactly, with so many decimal places at least.

    >>> money_text(2_500_000), money_text(37), money_text(0, 3)
    ('2.50', '0.000037', '0.000')
    """
    whole, part = divmod(millionths, MILLION)
    return f"{whole}.{f'{part:06}'[:places]}{f'{part:06}'[places:].rstrip('0')}"
