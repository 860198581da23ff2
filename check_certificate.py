#!/usr/bin/env python3
"""Checks a certificate: that a position of a number game is won, lost or drawn.

    python3 check_certificate.py FILE

A certificate is JSON that anybody may have made; the answer is yes, with what is proved, or no, and
where the first hole is. A claim is a position, its value for the player to move, and the plies
(turns) to the end if the winner hurries and the loser delays, null if unknown. It is proved by an
argument of its game (by_...), or by moves, one for every position that whoever follows them can
come to. All lines in which the winner does are played out: they must be won within the plies; then
all in which the loser does: none may be lost sooner. In a draw neither may ever lose.
"""
import json
import sys
from math import isqrt
from re import fullmatch
from typing import Any

MOST_BYTES, MOST_STEPS, MOST_PLIES = 8_000_000, 10_000_000, 10_000  # bound memory and time
NUMERALS = "0123456789abcdef"
WORDS = {"win": "won", "lose": "lost", "draw": "drawn"}

def need(is_so: object, words: str = "the game does not come to it") -> None:
    """Raise ValueError with the words unless something is so."""
    if not is_so:
        raise ValueError(words)

def check(content: bytes, games: dict[str, Any]) -> list[str]:
    """Return what a certificate proves, a sentence for each claim; raises ValueError."""
    need(len(content) <= MOST_BYTES, f"it is larger than {MOST_BYTES:,} bytes")
    try:
        data = json.loads(content)
        game, options, claims = data["game"], data["options"], data["claims"]
        need(json.dumps(data["certificate"]) == "1" and claims, "it is no certificate with claims")
        need(game in games, f"no rules of {game!r:.40} are here, only of {', '.join(games)}")
        known = games[game].options  # patterns of what each can be, as JSON
        need(options.keys() == known.keys(), f"the options of {game} are {', '.join(known)}")
        for name, value in options.items():
            need(fullmatch(known[name], json.dumps(value)), f"unknown {name}: {value!r:.40}")
        rules = games[game](options)
        rules.table = {rules.read(text): move for text, move in data["moves"].items()}
        return [f"{rules.prove(claim)}, in {game} with {json.dumps(options)}" for claim in claims]
    except (LookupError, AttributeError, TypeError, MemoryError, RuntimeError) as error:
        raise ValueError(f"a part is missing, wrong or too much: {str(error)!r:.80}") from None

class Rules:
    """What games have in common: how a claim is proved."""
    position: Any  # reads a text; a position is told from the side of the player to move
    moves: Any  # the positions that follow, by the move; at the end "win" or "lose" for that player
    table: dict[Any, Any]  # the certificate's moves
    steps = MOST_STEPS
    def spend(self, steps: int) -> None:
        """Count steps; raises ValueError when they are too many."""
        self.steps -= steps
        need(self.steps >= 0, f"it takes more than {MOST_STEPS:,} steps")
    def read(self, text: str) -> Any:
        """Return the position of a text, which begins with the player to move, 1 or 2."""
        try:
            seat, *fields = text.split(" ")
            return self.position({"1": True, "2": False}[seat], *fields)
        except (LookupError, TypeError, ValueError) as error:
            raise ValueError(f"{text!r:.60} is no position here: {error!s:.60}") from None
    def prove(self, claim: dict[str, Any]) -> str:
        """Return a claim in words once it is proved; raises ValueError."""
        text, value, plies = claim["position"], claim["value"], claim["plies"]
        need(fullmatch(r"null|\d{1,6}", json.dumps(plies)), f"{plies!r:.40} is no number of plies")
        proved = getattr(self, f"by_{claim['by']}")(self.read(text), claim)
        need((value, plies) == proved, f"{text!r:.60}: {proved} is what is proved")
        end = "" if plies is None else f", in {plies} plies"
        return f"{text} is {WORDS[value]} for the player to move{end}"
    def by_moves(self, root: Any, claim: dict[str, Any]) -> tuple[str, int | None]:
        """Return what the moves of the certificate prove."""
        value, plies = claim["value"], claim["plies"]
        if value == "draw":  # each ply takes a step: so these are for ever
            self.play_out(root, True, MOST_STEPS, False)
            self.play_out(root, False, MOST_STEPS, False)
            return value, None
        self.play_out(root, value == "win", MOST_PLIES if plies is None else plies, True)
        self.play_out(root, value != "win", 0 if plies is None else plies, False)
        return "win" if value == "win" else "lose", plies
    def play_out(self, root: Any, mine: bool, plies: int, wins: bool) -> None:
        """Play all lines in which one player, to move now if `mine`, follows the table."""
        # Who `wins` must have won after so many plies; who does not must not have lost before.
        layer, seen, left = {root: ""}, {(root, mine)}, plies + 1 if wins else plies
        while layer and left:  # the positions after 0, 1, 2, ... plies, with a line to each
            following: dict[Any, str] = {}
            for position, line in layer.items():
                moves, where = self.moves(position), f"after{line or ' nothing'}"
                self.spend(1 + len(moves))
                if moves in ("win", "lose"):
                    need((moves == "win") == mine, f"{where} the game is lost, or lost too soon")
                    moves = {}
                elif mine:
                    move = self.table.get(position, "no move")
                    need(move in moves, f"{where} {move!r:.40} is not legal")
                    moves = {move: moves[move]}
                for move, after in moves.items():
                    # Who is not to lose need not look again: there were more plies to last before.
                    if wins or (after, not mine) not in seen:
                        seen.add((after, not mine))
                        following[after] = f"{line} {move},"[-300:]
            layer, mine, left = following, not mine, left - 1
        need(not (wins and layer), f"whoever wins may need more than {plies} plies")

class DigitDilemma(Rules):
    """Place digits from one pool; the first multiple wins, or at the end who is closer to one."""
    options = {"leading-zero": "true|false", "divisor": "[2-9]|[1-9][0-9]", "slots": "[2-4]"}
    def __init__(self, options: dict[str, Any]) -> None:
        self.divisor, self.zero_leads = options["divisor"], options["leading-zero"]
        between = {2: [], 3: ["middle"], 4: ["second", "third"]}[options["slots"]]
        self.places = ["left", *between, "right"]
    def position(self, first: bool, one: str, two: str) -> tuple[str, str]:
        own, other = (one, two) if first else (two, one)
        placed = (own + other).replace("_", "")
        need(len(own) == len(other) == len(self.places) and len(set(placed)) == len(placed))
        need(own.count("_") - other.count("_") in (0, 1) and fullmatch("[0-9]*", placed))
        need(self.zero_leads or "0" not in (own[0], other[0]))
        need(self.rank(own)[0] or self.rank(other)[0])  # with the first multiple it was over
        return own, other
    def rank(self, board: str) -> tuple[int, int]:
        """Return how far it is up to the next multiple, and the number: the smaller rank wins."""
        return (self.divisor, 0) if "_" in board else (-int(board) % self.divisor, int(board))
    def moves(self, position: tuple[str, str]) -> Any:
        own, other = position
        if "_" not in own or self.rank(other)[0] == 0:
            return "win" if self.rank(own) < self.rank(other) else "lose"
        return {
            f"{digit} {name}": (other, f"{own[:place]}{digit}{own[place + 1 :]}")
            for digit in sorted(set("0123456789") - set(own + other))
            for place, name in enumerate(self.places)
            if own[place] == "_" and (digit != "0" or place > 0 or self.zero_leads)
        }

class DigitDuel(Rules):
    """Strike with a digit of your number: the other's falls by it, that digit of yours by one."""
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
            if digit := own // cost % self.base:  # at zero it is over, before the own digit falls
                found[place] = (other - digit, own - cost) if digit < other else (0, own)
        return found
    def by_counting(self, position: tuple[int, int], claim: Any) -> tuple[str, int]:
        """Numbers only shrink: so all pairs are worked out here, from the smallest sum up."""
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
    """Add a digit to the number; whoever makes it divisible, or as long as it may be, loses."""
    options = {"divisor": (by := "([1-9][0-9]{,8}|10{9})"), "base": "[2-9]|1[0-6]"}
    options |= {"max-length": "null|[1-9][0-9]{,4}|100000", "uses": "null|[1-9]"}
    options |= {"divisors": rf"\[({by}(, {by}){{,19}})?\]"}  # these instead of it, if any
    def __init__(self, options: dict[str, Any]) -> None:
        self.longest, self.uses, self.base = options["max-length"], options["uses"], options["base"]
        self.divisors = options["divisors"] or [options["divisor"]]
    def position(self, first: bool, digits: str) -> Any:
        number: Any = (0,) * len(self.divisors), 0, ""
        for numeral in "" if digits == "-" else digits:
            number = self.added(number, numeral)
        need(set(digits) <= {"-", *NUMERALS[: self.base]} and number[1] <= (self.longest or 1))
        need(all(number[2].count(numeral) <= self.uses for numeral in number[2]))
        return number
    def added(self, number: Any, numeral: str) -> Any:
        """Return remainders, length and digits, in order; without a maximum these are 1 and ""."""
        remainders, length, digits = number
        self.spend(len(remainders) + len(digits))
        made = (rest * self.base + NUMERALS.index(numeral) for rest in remainders)
        remainders = tuple(whole % by for whole, by in zip(made, self.divisors, strict=True))
        digits = "".join(sorted(digits + numeral)) if self.uses else ""
        return remainders, length + 1 if self.longest else 1, digits
    def moves(self, number: Any) -> Any:
        remainders, length, digits = number
        if length and (0 in remainders or length == self.longest):
            return "win"  # for whoever added the last digit has lost
        left = [n for n in NUMERALS[: self.base] if digits.count(n) < (self.uses or 1)]
        return {numeral: self.added(number, numeral) for numeral in left} or "lose"
    def by_parity(self, number: Any, claim: Any) -> tuple[str, int | None]:
        """0 and 1 make neighbours, one of which is safe: only the last digit must be poison."""
        alone = not self.uses and not self.divisors[1:] and self.divisors != [1]
        need(alone and self.moves(number) != "win", "parity needs one divisor above 1")
        left = self.longest and self.longest - number[1]
        return ("draw", None) if left is None else ("lose" if left % 2 else "win", left)

class NumberMorph(Rules):
    """Change one digit of the prime to form one that is not used; whoever cannot loses."""
    options = {"log-start": "true|false", "digits": "[2-6]", "base": "[2-9]|1[0-6]"}
    def __init__(self, options: dict[str, Any]) -> None:
        self.start_is_used, self.digits, self.base = (options[name] for name in self.options)
        need((size := self.base**self.digits) <= 16**5, "there are too many digits in this base")
        self.names = ["hundreds", "tens", "units"] if self.digits == 3 else "123456"
        self.prime = bytearray(b"\0\0" + b"\1" * (size - 2))
        for by in range(2, isqrt(size) + 1):
            self.prime[by * by :: by] = bytes(len(range(by * by, size, by)))
    def position(self, first: bool, number: str, log: str) -> tuple[str, frozenset[str]]:
        used = frozenset([] if log == "-" else log.split(","))
        for text in {number} | used:
            need(fullmatch(f"(?!0)[{NUMERALS[: self.base]}]{{{self.digits}}}", text))
            need(self.prime[int(text, self.base)])
        need(number in used or (log == "-" and not self.start_is_used))
        return number, used
    def near(self, number: str, used: frozenset[str]) -> dict[str, str]:
        """Return the unused primes that a change of one digit forms, by the move."""
        self.spend(1)
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
        """Whoever is to move loses if the most pairs of neighbours leave the current prime out."""
        # The winner answers every prime by its partner: if all have one, that is all. If not, and
        # the loser could form one without, the primes from the current one to that, as they came,
        # would make a pair more. But none are more: without the barrier the rest falls into
        # islands, and in every odd one somebody is alone or has a partner in the barrier (Berge).
        if claim["value"] == "win":  # by this move, after which the other is to lose
            position = self.moves(position)[claim["move"]]
        number, used = position  # the current prime is "": as an unused start it may come again
        beside = {"": set(self.near(number, used).values())}
        waiting = list(beside[""])
        while waiting:
            if (prime := waiting.pop()) not in beside:
                beside[prime] = set(self.near(prime, used).values())
                waiting += beside[prime]
        for prime in beside[""]:
            beside[prime].add("")
        paired, barrier = set[str](), set(claim["barrier"].split())
        for pair in claim["pairs"].split():
            one, two = pair.split("-")
            fits = one and two in beside.get(one, ()) and two and not {one, two} & paired
            need(fits, f"{pair!r:.20} are not two unused primes side by side, paired once")
            paired |= {one, two}
        odd, rest, alone = 0, set(beside) - barrier, len(beside) - len(paired)
        while rest:
            size, island = 0, {rest.pop()}
            while island:
                fresh, size = beside[island.pop()] & rest, size + 1
                island |= fresh
                rest -= fresh
            odd += size % 2
        need(alone == odd - len(barrier), f"why {alone} are alone is not shown")
        return ("win" if claim["value"] == "win" else "lose"), None

class OperationObliteration(Rules):
    """Do to the number what its kind allows, not what you did last; whoever cannot loses."""
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
        with open(" ".join(sys.argv[1:]) or "FILE", "rb") as file:
            print("\n".join(f"Yes: {told}." for told in check(file.read(MOST_BYTES + 1), GAMES)))
    except (OSError, ValueError) as error:
        sys.exit(f"No: {error}.")
