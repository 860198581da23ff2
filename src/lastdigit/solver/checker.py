"""Check certificates: proofs that a position of a number game is won, lost or drawn.

This code is copied into a stand-alone program, so it uses only the standard library.
"""

# A claim is a position, its value for the player to move, and its remoteness: the plies to the end
# if the winner plays for a short game and the loser for a long one (null if not claimed). It is
# proved by an argument specific to its game (`by_...`) or by moves (`by_moves`). In a proof by
# moves, the winner's listed moves win within the claimed plies against every reply, and the loser's
# listed moves do not lose sooner.

import json
from re import fullmatch
from typing import Any

MOST_BYTES, MOST_STEPS, MOST_PLIES = 8_000_000, 10_000_000, 10_000  # bound memory and time
NUMERALS = "0123456789abcdef"
WORDS = {"win": "wins", "lose": "loses", "draw": "can draw, but not win"}  # with best play


def need(is_so: object, words: str = "it cannot occur in a game") -> None:
    if not is_so:
        raise ValueError(words)


def check(content: bytes, games: dict[str, Any]) -> list[str]:
    """Return a certificate's claims as sentences, or raise ValueError if a claim is wrong."""
    need(len(content) <= MOST_BYTES, f"it is larger than {MOST_BYTES:,} bytes")
    try:
        data = json.loads(content)
        game, options, claims = data["game"], data["options"], data["claims"]
        need(json.dumps(data["certificate"]) == "1" and claims, "it is not a certificate")
        need(game in games, f"{game!r:.40} is not one of {', '.join(games)}")
        known = games[game].options  # a regular expression for the JSON of each value
        need(options.keys() == known.keys(), f"the options of {game} must be {', '.join(known)}")
        for name, value in options.items():
            need(fullmatch(known[name], json.dumps(value)), f"unknown {name}: {value!r:.40}")
        rules = games[game](options)
        rules.table = {rules.read(text): move for text, move in data["moves"].items()}
        return [f"in {game} with {json.dumps(options)}, {rules.prove(claim)}" for claim in claims]
    except (LookupError, AttributeError, TypeError, MemoryError, RuntimeError) as error:
        raise ValueError(f"a part is missing, wrong or too large: {error!s:.80}") from None


class Rules:
    """A proof checker for one game. Each game has a subclass with its rules."""

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
            raise ValueError(f"{text!r:.60} is not a position: {error!s:.60}") from None

    def prove(self, claim: dict[str, Any]) -> str:
        """Check the proof of a claim. Return the claim as a sentence, or raise ValueError."""
        text, value, plies = claim["position"], claim["value"], claim["plies"]
        need(fullmatch("null|[0-9]{1,6}", json.dumps(plies)), f"invalid plies: {plies!r:.40}")
        proved = getattr(self, f"by_{claim['by']}")(self.read(text), claim)
        need((value, plies) == proved, f"{text!r:.60}: proves {proved[0]} in {proved[1]} plies")
        end = "" if plies is None else f" in {plies} {'ply' if plies == 1 else 'plies'}"
        return f"Player {text[0]}, to move at '{text[2:]}', {WORDS[value]}{end}"

    def by_moves(self, root: Any, claim: dict[str, Any]) -> tuple[str, int | None]:
        value, plies = claim["value"], claim["plies"]
        if value == "draw":  # neither may ever lose: MOST_STEPS plies are out of reach
            self.play_out(root, is_to_move=True, plies=MOST_STEPS, must_win=False)
            self.play_out(root, is_to_move=False, plies=MOST_STEPS, must_win=False)
            return value, None
        latest, soonest = (MOST_PLIES, 0) if plies is None else (plies, plies)
        self.play_out(root, is_to_move=value == "win", plies=latest, must_win=True)  # the winner
        self.play_out(root, is_to_move=value != "win", plies=soonest, must_win=False)  # the loser
        return "win" if value == "win" else "lose", plies

    def play_out(self, root: Any, *, is_to_move: bool, plies: int, must_win: bool) -> None:
        """Check that the certificate's moves force a win for a player, or at least avoid a loss."""
        # That player (to move if `is_to_move`) must win in `plies` plies, or not lose in fewer.
        layer, seen, left = {root: ""}, set[Any](), plies + 1 if must_win else plies
        while layer and left:  # the positions after 0, 1, 2, ... plies, with the moves to each
            following: dict[Any, str] = {}
            for position, line in layer.items():
                moves, where = self.moves(position), f"after{line or ' no move,'}"
                self.spend(1 + len(moves))
                if moves in ("win", "lose"):  # the game is over
                    need((moves == "win") == is_to_move, f"{where} it is lost or ends too soon")
                    moves = {}
                elif is_to_move:
                    move = self.table.get(position)
                    need(move in moves, f"{where} the certificate has no legal move: {move!r:.40}")
                    moves = {move: moves[move]}
                for move, after in moves.items():
                    if must_win or (after, not is_to_move) not in seen:  # if seen, checked deeper
                        following[after] = f"{line} {move},"[-60:]
            layer, is_to_move, left = following, not is_to_move, left - 1
            seen.update(() if must_win else ((position, is_to_move) for position in layer))
        need(not (must_win and layer), f"the winner may need more than {plies} plies")
