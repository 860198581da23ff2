#!/usr/bin/env python3
"""Checks a certificate: that a position of a number game is won, lost or drawn.

    python3 check_certificate.py FILE

The answer is yes, with what is proved, or no, with the first hole. A claim is a position, its value
for the player to move, and the plies (turns) to the end if the winner hurries and the loser delays
(null: not told). It is proved by an argument of its game (by_...), or by moves (by_moves): against
whatever the other does, the winner's moves win within the plies, the loser's do not lose sooner.
"""
import json
import sys
from math import isqrt
from re import fullmatch
from typing import Any

MOST_BYTES, MOST_STEPS, MOST_PLIES = 8_000_000, 10_000_000, 10_000  # bound memory and time
NUMERALS = "0123456789abcdef"
WORDS = {"win": "wins", "lose": "loses", "draw": "can draw, but not win"}  # with best play

def need(is_so: object, words: str = "no game comes to it") -> None:
    if not is_so:
        raise ValueError(words)

def check(content: bytes, games: dict[str, Any]) -> list[str]:
    """Return a sentence for each claim. Raise ValueError if one is not proved."""
    need(len(content) <= MOST_BYTES, f"it is larger than {MOST_BYTES:,} bytes")
    try:
        data = json.loads(content)
        game, options, claims = data["game"], data["options"], data["claims"]
        need(json.dumps(data["certificate"]) == "1" and claims, "it is no certificate with claims")
        need(game in games, f"no rules of {game!r:.40} are here, only of {', '.join(games)}")
        known = games[game].options  # a regular expression for the JSON of each value
        need(options.keys() == known.keys(), f"the options of {game} are {', '.join(known)}")
        for name, value in options.items():
            need(fullmatch(known[name], json.dumps(value)), f"unknown {name}: {value!r:.40}")
        rules = games[game](options)
        rules.table = {rules.read(text): move for text, move in data["moves"].items()}
        return [f"in {game} with {json.dumps(options)}, {rules.prove(claim)}" for claim in claims]
    except (LookupError, AttributeError, TypeError, MemoryError, RuntimeError) as error:
        raise ValueError(f"a part is missing, wrong or too much: {error!s:.80}") from None

class Rules:
    """The proof of a claim, common to all games. A subclass adds the rules of one game."""
    position: Any  # parses a position, as seen by the player to move
    moves: Any  # returns the successors by move, or "win" or "lose" for the player to move
    table: dict[Any, Any]  # the certificate's move for each position
    steps = MOST_STEPS
    def spend(self, steps: int) -> None:
        self.steps -= steps
        need(self.steps >= 0, f"it takes more than {MOST_STEPS:,} steps")
    def read(self, text: str) -> Any:
        """Parse the text of a position, which starts with the player to move, 1 or 2."""
        try:
            seat, *fields = text.split(" ")
            return self.position({"1": True, "2": False}[seat], *fields)
        except (LookupError, TypeError, ValueError) as error:
            raise ValueError(f"{text!r:.60} is no position here: {error!s:.60}") from None
    def prove(self, claim: dict[str, Any]) -> str:
        """Check the proof of a claim and return the claim in words. Raise ValueError."""
        text, value, plies = claim["position"], claim["value"], claim["plies"]
        need(fullmatch("null|[0-9]{1,6}", json.dumps(plies)), f"no number of plies: {plies!r:.40}")
        proved = getattr(self, f"by_{claim['by']}")(self.read(text), claim)
        need((value, plies) == proved, f"{text!r:.60}: proved is {proved[0]} in {proved[1]} plies")
        end = "" if plies is None else f" in {plies} {'ply' if plies == 1 else 'plies'}"
        return f"Player {text[0]}, to move at '{text[2:]}', {WORDS[value]}{end}"
    def by_moves(self, root: Any, claim: dict[str, Any]) -> tuple[str, int | None]:
        value, plies = claim["value"], claim["plies"]
        if value == "draw":  # neither may ever lose: MOST_STEPS plies are out of reach
            self.play_out(root, follows=True, plies=MOST_STEPS, must_win=False)
            self.play_out(root, follows=False, plies=MOST_STEPS, must_win=False)
            return value, None
        latest, soonest = (MOST_PLIES, 0) if plies is None else (plies, plies)
        self.play_out(root, follows=value == "win", plies=latest, must_win=True)  # the winner
        self.play_out(root, follows=value != "win", plies=soonest, must_win=False)  # the loser
        return "win" if value == "win" else "lose", plies
    def play_out(self, root: Any, *, follows: bool, plies: int, must_win: bool) -> None:
        """Try the table's moves of one player, to move if `follows`, against all replies."""
        # That player must have won after `plies` plies if `must_win`, else not have lost before.
        layer, seen, left = {root: ""}, set[Any](), plies + 1 if must_win else plies
        while layer and left:  # the positions after 0, 1, 2, ... plies, with the moves to each
            following: dict[Any, str] = {}
            for position, line in layer.items():
                moves, where = self.moves(position), f"after{line or ' no move'}"
                self.spend(1 + len(moves))
                if moves in ("win", "lose"):  # the game is over
                    need((moves == "win") == follows, f"{where} the wrong one wins, or too soon")
                    moves = {}
                elif follows:
                    move = self.table.get(position)
                    need(move in moves, f"{where} the certificate has no legal move: {move!r:.40}")
                    moves = {move: moves[move]}
                for move, after in moves.items():
                    if must_win or (after, not follows) not in seen:  # if seen, checked deeper
                        following[after] = f"{line} {move},"[-60:]
            layer, follows, left = following, not follows, left - 1
            seen.update(() if must_win else ((position, follows) for position in layer))
        need(not (must_win and layer), f"the winner may need more than {plies} plies")

class DigitDilemma(Rules):
    """Place digits from one pool. The first multiple wins, or at the end the closer number."""
    options = {"leading-zero": "true|false", "divisor": "[2-9]|[1-9][0-9]", "slots": "[2-4]"}
    def __init__(self, options: dict[str, Any]) -> None:
        self.divisor, self.zero_leads = options["divisor"], options["leading-zero"]
        names = {2: "left right", 3: "left middle right", 4: "left second third right"}
        self.places = names[options["slots"]].split()
    def position(self, first: bool, one: str, two: str) -> tuple[str, str]:
        own, other = (one, two) if first else (two, one)
        placed = (own + other).replace("_", "")
        need(len(own) == len(other) == len(self.places) and len(set(placed)) == len(placed))
        need(own.count("_") - other.count("_") in (0, 1) and fullmatch("[0-9]*", placed))
        need(self.zero_leads or "0" not in (own[0], other[0]))
        need(self.rank(own)[0] or self.rank(other)[0])  # the first multiple ends the game
        return own, other
    def rank(self, board: str) -> tuple[int, int]:
        """Return a sort key: distance to the next multiple, then the number. Less is better."""
        return (self.divisor, 0) if "_" in board else (-int(board) % self.divisor, int(board))
    def moves(self, position: tuple[str, str]) -> Any:
        own, other = position
        if "_" not in own or self.rank(other)[0] == 0:  # own full: both are full
            return "win" if self.rank(own) < self.rank(other) else "lose"
        return {
            f"{digit} {name}": (other, f"{own[:place]}{digit}{own[place + 1 :]}")
            for digit in sorted(set("0123456789") - set(own + other))
            for place, name in enumerate(self.places)
            if own[place] == "_" and (digit != "0" or place > 0 or self.zero_leads)
        }

class DigitDuel(Rules):
    """Subtract a digit of your number from the opponent's. Then that digit drops by 1."""
    options = {"digits": "[1-6]", "base": "[2-9]|1[0-6]"}
    def __init__(self, options: dict[str, Any]) -> None:
        self.digits, self.base = options["digits"], options["base"]
        places = ["hundreds", "tens", "ones"] if self.digits == 3 else "123456"[: self.digits]
        self.costs = {p: self.base ** (self.digits - n) for n, p in enumerate(places, 1)}
        self.worth: list[list[int]] = []
    def position(self, first: bool, one: str, two: str) -> tuple[int, int]:
        need(fullmatch(f"[{NUMERALS[: self.base]}]{{{2 * self.digits}}}", one + two))
        need(len(one) == self.digits and {*one, *two} != {"0"})
        own, other = (one, two) if first else (two, one)
        return int(own, self.base), int(other, self.base)
    def moves(self, position: tuple[int, int]) -> Any:
        own, other = position
        if own == 0 or other == 0:
            return "win" if other == 0 else "lose"
        found = {}
        for place, cost in self.costs.items():
            if digit := own // cost % self.base:  # reaching zero ends it before the digit drops
                found[place] = (other - digit, own - cost) if digit < other else (0, own)
        return found
    def by_counting(self, position: tuple[int, int], claim: Any) -> tuple[str, int]:
        """Solve all pairs in order of their sum, which works because numbers only shrink."""
        size, end = max(position) + 1, 10**6  # a win in 3 plies has end - 3, a loss 3 - end
        if size > len(self.worth):
            self.spend(3 * size * size)
            self.worth = [[-end] * size, *([end] + [0] * (size - 1) for _ in range(size - 1))]
            for both in range(2, 2 * size - 1):
                for own in range(max(1, both - size + 1), min(both, size)):
                    best = max(-self.worth[a][b] for a, b in self.moves((own, both - own)).values())
                    self.worth[own][both - own] = best - 1 if best > 0 else best + 1
        score = self.worth[position[0]][position[1]]
        return "win" if score > 0 else "lose", end - abs(score)

class DigitPoison(Rules):
    """Add a digit. The player who makes the number divisible or reaches the maximum loses."""
    number = "([1-9][0-9]{,8}|10{9})"  # 1 to 1,000,000,000
    options = {"divisors": rf"\[{number}(, {number}){{,19}}\]", "base": "[2-9]|1[0-6]"}
    options |= {"max-length": "null|[1-9][0-9]{,4}|100000", "uses": "null|[1-9]"}
    def __init__(self, options: dict[str, Any]) -> None:
        self.divisors, self.base, self.longest, self.uses = (options[n] for n in self.options)
    def position(self, first: bool, digits: str) -> Any:
        number: Any = (0,) * len(self.divisors), 0, ""
        for numeral in "" if digits == "-" else digits:
            need(not number[1] or (0 not in number[0] and number[1] != self.longest))  # not over
            number = self.added(number, numeral)
        need(digits and set(digits) <= {"-", *NUMERALS[: self.base]})
        need(all(number[2].count(numeral) <= self.uses for numeral in number[2]))
        return number
    def added(self, number: Any, numeral: str) -> Any:
        """Return remainders, length (1 without a maximum), sorted digits ("" if unlimited)."""
        remainders, length, digits = number
        self.spend(len(remainders) + len(digits))
        made = (rest * self.base + NUMERALS.index(numeral) for rest in remainders)
        remainders = tuple(whole % by for whole, by in zip(made, self.divisors, strict=True))
        digits = "".join(sorted(digits + numeral)) if self.uses else ""
        return remainders, length + 1 if self.longest else 1, digits
    def moves(self, number: Any) -> Any:
        remainders, length, digits = number
        if length and (0 in remainders or length == self.longest):
            return "win"  # the player who added the last digit has lost
        left = [n for n in NUMERALS[: self.base] if not self.uses or digits.count(n) < self.uses]
        return {numeral: self.added(number, numeral) for numeral in left} or "lose"
    def by_parity(self, number: Any, claim: Any) -> tuple[str, int | None]:
        """Of the digits 0 and 1 one is always safe, so only the maximum length can force a loss."""
        alone = not self.uses and not self.divisors[1:] and self.divisors != [1]
        need(alone and self.moves(number) != "win", "parity needs one divisor above 1")
        left = self.longest and self.longest - number[1]
        return ("draw", None) if left is None else ("lose" if left % 2 else "win", left)

class NumberMorph(Rules):
    """Change one digit to form an unused prime. The player who cannot do so loses."""
    options = {"log-start": "true|false", "digits": "[2-6]", "base": "[2-9]|1[0-6]"}
    def __init__(self, options: dict[str, Any]) -> None:
        self.start_is_used, self.digits, self.base = (options[name] for name in self.options)
        need((size := self.base**self.digits) <= 16**5, "there are too many digits in this base")
        self.names = ["hundreds", "tens", "units"] if self.digits == 3 else "123456"
        self.prime = bytearray(b"\0\0" + b"\1" * (size - 2))
        for by in range(2, isqrt(size) + 1):
            self.prime[by * by :: by] = bytes(len(range(by * by, size, by)))
    def position(self, first: bool, number: str, log: str) -> tuple[str, frozenset[str]]:
        used = frozenset(logged := [] if log == "-" else log.split(","))
        need(len(used) == len(logged))
        for text in {number} | used:
            need(fullmatch(f"(?!0)[{NUMERALS[: self.base]}]{{{self.digits}}}", text))
            need(self.prime[int(text, self.base)])
        need(number in used or (log == "-" and not self.start_is_used))
        return number, used
    def near(self, number: str, used: frozenset[str]) -> dict[str, str]:
        """Return the unused primes that differ in one digit, by move."""
        self.spend(self.digits * self.base)
        return {
            f"{self.names[place]} {digit}": formed
            for place in range(self.digits)
            for digit in NUMERALS[: self.base]
            if (formed := f"{number[:place]}{digit}{number[place + 1 :]}") != number
            if formed not in used and formed[0] != "0" and self.prime[int(formed, self.base)]
        }
    def moves(self, position: tuple[str, frozenset[str]]) -> Any:
        number, used = position
        formed = self.near(number, used)
        self.spend(len(formed) * len(used))
        return {move: (prime, used | {prime}) for move, prime in formed.items()} or "lose"
    def by_pairs(self, position: Any, claim: dict[str, Any]) -> tuple[str, None]:
        """The player to move loses if a maximum matching leaves the current prime unmatched."""
        # The winner answers each prime with its partner. If the loser could form an unmatched
        # prime, all primes since the current one would be an augmenting path to a larger matching.
        # The barrier proves that there is none: without it, each odd component has a prime that is
        # unmatched or matched into the barrier, so at least odd - barrier are unmatched (Berge).
        if claim["value"] == "win":  # after the winning move the opponent must lose
            position = self.moves(position)[claim["move"]]
        number, used = position  # named "" below, because an unlogged start can be formed again
        beside = {"": set(self.near(number, used).values())}
        waiting = list(beside[""])
        while waiting:  # finds all reachable primes
            if (prime := waiting.pop()) not in beside:
                beside[prime] = set(self.near(prime, used).values())
                waiting += beside[prime]
        for prime in beside[""]:
            beside[prime].add("")
        paired, barrier = set[str](), set(claim["barrier"].split())
        for pair in claim["pairs"].split():
            one, _, two = pair.partition("-")
            fits = one and two and two in beside.get(one, ()) and not {one, two} & paired
            need(fits, f"{pair!r:.20} are not two unused primes side by side, paired once")
            paired |= {one, two}
        alone, odd, rest = len(beside) - len(paired), 0, set(beside) - barrier
        while rest:
            island = [rest.pop()]
            for prime in island:  # grows during the loop
                fresh = beside[prime] & rest
                island += fresh
                rest -= fresh
            odd += len(island) % 2
        need(alone == odd - len(barrier), f"{alone} are alone, not {odd - len(barrier)}")
        return ("win" if claim["value"] == "win" else "lose"), None

class OperationObliteration(Rules):
    """Apply an operation that fits the number and is not your last one. If you cannot, you lose."""
    options = {"limit": "[1-9][0-9]{1,5}|1000000", "divisors": r"\[2(, 3(, 5(, 7)?)?)?\]"}
    def __init__(self, options: dict[str, Any]) -> None:
        self.limit, divisors = options["limit"], options["divisors"]
        self.divisions = {f"divide-{by}": by for by in divisors} if divisors[1:] else {"divide": 2}
    def position(self, first: bool, number: str, one: str, two: str) -> tuple[int, str, str]:
        need(fullmatch("[1-9][0-9]{,6}", number) and int(number) <= self.limit)
        need({one, two} <= {"-", "add", "subtract", "multiply", *self.divisions})
        return (int(number), one, two) if first else (int(number), two, one)
    def moves(self, position: tuple[int, str, str]) -> Any:
        number, own_last, other_last = position
        self.spend(isqrt(number) // 20)  # the cost of the primality test
        formed = {name: number // by for name, by in self.divisions.items() if number % by == 0}
        if number % 2 == 1:
            formed["multiply"] = 3 * number + 1
        if number > 1 and all(number % factor for factor in range(2, isqrt(number) + 1)):
            formed |= {"add": number + 1, "subtract": number - 1}
        legal = {name for name in formed if name != own_last and 1 <= formed[name] <= self.limit}
        return {name: (formed[name], other_last, name) for name in sorted(legal)} or "lose"

GAMES = {"digit-dilemma": DigitDilemma, "digit-duel": DigitDuel, "digit-poison": DigitPoison,
         "number-morph": NumberMorph, "operation-obliteration": OperationObliteration}

if __name__ == "__main__":
    try:
        with open(sys.argv[1] if len(sys.argv) == 2 else "", "rb") as file:
            print("\n".join(f"Yes: {told}." for told in check(file.read(MOST_BYTES + 1), GAMES)))
    except OSError as error:
        print(f"Usage: python3 check_certificate.py FILE ({error})", file=sys.stderr)
        sys.exit(2)
    except ValueError as error:
        sys.exit(f"No: {error}.")
