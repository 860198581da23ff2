"""Forbidden commands: each is refused with its error code, and nothing changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import httpx2
import pytest

from tests.web.conftest import Server
from tests.web.people import Person, refused, two_people

COMMANDS: dict[str, dict[str, object]] = {
    "move": {"move": "ones"},
    "resign": {},
    "offer": {},
    "undo": {},
    "accept": {},
    "decline": {},
    "hint": {"kind": "hint"},
    "claim": {},
}


@pytest.fixture
def ada(server: Server) -> Person:
    return server.person()


@pytest.fixture
def ben(server: Server, ada: Person) -> Person:
    """Return the opponent. Each player has moved once, and Ada is to move."""
    ben = server.person()
    two_people(ada, ben)
    ada.move("ones")
    ben.look()
    ben.move("tens")
    ada.look()
    return ben


def unchanged(person: Person, cheat: Callable[[], httpx2.Response]) -> str:
    """Return the error code of a refusal, after checking that nothing has changed."""
    before = person.look()
    name = refused(cheat())
    after = person.look()
    for match in (before, after):
        for player in match["players"]:
            player["away"] = None
    assert before == after
    return name


def refusals(
    witness: Person, person: Person, commands: Iterable[str] = COMMANDS, **words: object
) -> dict[str, str]:
    """Try commands, and return the error code of each. Nothing must change."""
    return {
        do: unchanged(witness, lambda: person.command(do, **COMMANDS[do], **words))  # noqa: B023
        for do in commands
    }


def test_spectator_cannot_send_commands(server: Server, ada: Person, ben: Person) -> None:
    eve = server.person()
    eve.match = ben.match
    assert refusals(ada, eve) == dict.fromkeys(COMMANDS, "no-seat")


def test_secret_of_another_match_gives_no_seat(server: Server, ada: Person, ben: Person) -> None:
    eve = server.person()
    eve.set_up()
    eve.match = ben.match
    assert refusals(ada, eve) == dict.fromkeys(COMMANDS, "no-seat")


def test_player_cannot_act_for_the_other_seat(ada: Person, ben: Person) -> None:
    ben.look()
    assert refusals(ada, ben, seat=1) == dict.fromkeys(COMMANDS, "wrong-seat")


def test_player_cannot_play_out_of_turn(ada: Person, ben: Person) -> None:
    ben.look()
    commands = ("move", "offer", "hint")
    assert refusals(ada, ben, commands) == dict.fromkeys(commands, "out-of-turn")


def test_no_command_is_possible_after_the_end(ada: Person, ben: Person) -> None:
    ben.look()
    ben.do("resign")
    ada.look()
    assert refusals(ada, ada) == dict.fromkeys(COMMANDS, "over")


@pytest.mark.parametrize("after", [0, 1, 3])
def test_command_from_another_moment_is_stale(ada: Person, ben: Person, after: int) -> None:
    assert ben.match
    # The same move as then would be a repeat.
    commands = [do for do in COMMANDS if (do, after) != ("move", 0)]
    assert refusals(ada, ada, commands, after=after) == dict.fromkeys(commands, "stale")


def test_another_move_than_the_one_played_then_is_stale(ada: Person, ben: Person) -> None:
    assert ben.match
    assert unchanged(ada, lambda: ada.command("move", move="hundreds", after=0)) == "stale"


def test_no_command_is_possible_before_the_friend_has_come(ada: Person) -> None:
    ada.set_up(against="link")
    assert refusals(ada, ada) == dict.fromkeys(COMMANDS, "waiting")


def test_there_are_no_hints_against_a_person(ada: Person, ben: Person) -> None:
    assert ben.match
    for kind in ("idea", "look", "hint", "values", None):
        refusal = unchanged(ada, lambda: ada.command("hint", kind=kind))  # noqa: B023
        assert (kind, refusal) == (kind, "not-possible")


def test_there_are_no_hints_at_one_screen(ada: Person) -> None:
    ada.set_up(against="here")
    assert unchanged(ada, lambda: ada.command("hint")) == "not-possible"


def test_hints_that_were_switched_off_stay_off(ada: Person) -> None:
    assert "hint" in ada.set_up(against="easy")["may"]["1"]
    assert "hint" not in ada.set_up(against="easy", hints=False)["may"]["1"]
    assert unchanged(ada, lambda: ada.command("hint")) == "not-possible"


def test_a_short_absence_does_not_allow_a_claim(ada: Person, ben: Person) -> None:
    assert ben.match
    assert unchanged(ada, lambda: ada.command("claim")) == "not-possible"


@pytest.mark.parametrize("do", ["accept", "decline"])
def test_what_was_not_offered_cannot_be_answered(ada: Person, ben: Person, do: str) -> None:
    assert ben.match
    assert unchanged(ada, lambda: ada.command(do)) == "not-possible"


@pytest.mark.parametrize("do", ["accept", "decline"])
def test_a_player_cannot_answer_their_own_offer(ada: Person, ben: Person, do: str) -> None:
    assert ben.match
    ada.do("offer")
    assert unchanged(ada, lambda: ada.command(do)) == "not-possible"


@pytest.mark.parametrize("do", ["offer", "undo"])
def test_a_player_cannot_ask_twice(ada: Person, ben: Person, do: str) -> None:
    assert ben.match
    ada.do(do)
    assert unchanged(ada, lambda: ada.command(do)) == "not-possible"


def test_an_undo_waits_for_the_others_consent(ada: Person, ben: Person) -> None:
    done = ada.do("undo")
    assert done["match"]["position"]["turn"] == 2
    assert done["match"]["pending"] == {"what": "undo", "seat": 1}
    assert unchanged(ada, lambda: ada.command("accept")) == "not-possible"
    ben.look()
    assert ben.do("accept")["match"]["position"]["turn"] == 0


def test_a_third_visitor_gets_no_seat(server: Server, ada: Person, ben: Person) -> None:
    eve = server.person()
    code = ben.match["code"]
    assert unchanged(ada, lambda: eve.post(f"/api/matches/{code}/seat", {})) == "seat-taken"


@pytest.mark.parametrize("ask", ["review", "record"])
def test_reviews_and_records_are_refused_before_the_end(ada: Person, ben: Person, ask: str) -> None:
    code = ben.match["code"]
    assert unchanged(ada, lambda: ada.get(f"/api/matches/{code}/{ask}")) == "not-over"


def test_there_is_no_rematch_before_the_end(ada: Person, ben: Person) -> None:
    code = ben.match["code"]
    assert unchanged(ada, lambda: ada.post(f"/api/matches/{code}/rematch", {})) == "not-over"


@pytest.mark.parametrize("ask", ["rematch", "key"])
def test_a_spectator_gets_neither_rematch_nor_key(
    server: Server, ada: Person, ben: Person, ask: str
) -> None:
    code = ben.match["code"]
    assert unchanged(ada, lambda: server.person().post(f"/api/matches/{code}/{ask}", {})) == (
        "no-seat"
    )


MALFORMED: dict[str, object] = {
    "nothing": {},
    "no number": {"do": "move", "move": "ones"},
    "a number as text": {"do": "move", "move": "ones", "after": "2"},
    "a negative number": {"do": "move", "move": "ones", "after": -1},
    "half a number": {"do": "move", "move": "ones", "after": 1.5},
    "a huge number": {"do": "move", "move": "ones", "after": 10**30},
    "no move": {"do": "move", "after": 2},
    "a move as number": {"do": "move", "move": 1, "after": 2},
    "a move as list": {"do": "move", "move": ["ones"], "after": 2},
    "an endless move": {"do": "move", "move": "o" * 201, "after": 2},
    "an unknown command": {"do": "win", "after": 2},
    "a field too many": {"do": "resign", "after": 2, "winner": 1},
    "a third seat": {"do": "resign", "after": 2, "seat": 3},
    "a seat as text": {"do": "resign", "after": 2, "seat": "1"},
    "a list": [],
    "a text": "resign",
    "an unknown hint": {"do": "hint", "kind": "everything", "after": 2},
}


def test_malformed_commands_are_refused(ada: Person, ben: Person) -> None:
    path = f"/api/matches/{ben.match['code']}/commands"
    found = {
        name: unchanged(ada, lambda: ada.post(path, body))  # noqa: B023
        for name, body in MALFORMED.items()
    }
    assert found == dict.fromkeys(MALFORMED, "malformed")


def test_body_that_is_not_json_is_refused(ada: Person, ben: Person) -> None:
    path = f"/api/matches/{ben.match['code']}/commands"
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {ada.secret}"}
    bodies = (b"", b"null", b"{", b"\xff\xfe", b"[" * 5_000)
    found = {body: refused(ada.http.post(path, content=body, headers=headers)) for body in bodies}
    assert found == dict.fromkeys(bodies, "malformed")


def test_unreadable_move_costs_nothing(ada: Person, ben: Person) -> None:
    assert ben.match
    moves = ("", "  ", "nothing", "ones tens", "\x00", "9" * 200, "\uff2f\uff2e\uff25\uff33")
    found = {move: unchanged(ada, lambda: ada.command("move", move=move)) for move in moves}  # noqa: B023
    assert found == dict.fromkeys(moves, "unreadable")


def test_a_secret_is_needed_whole(server: Server, ada: Person, ben: Person) -> None:
    assert ben.match
    eve = server.person()
    eve.match = ada.match
    assert ada.secret is not None
    for wrong in (ada.secret[:-1], ada.secret + "A", ada.secret.swapcase(), "", "null"):
        eve.secret = wrong
        assert unchanged(ada, lambda: eve.command("resign")) == "no-seat"
