"""What nobody may do, one by one: each is refused by name, and nothing changes."""

from __future__ import annotations

from collections.abc import Callable

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
    """Return the opponent, both seated, Ada to move after one move each."""
    ben = server.person()
    two_people(ada, ben)
    ada.move("ones")
    ben.look()
    ben.move("tens")
    ada.look()
    return ben


def unchanged(person: Person, cheat: Callable[[], httpx2.Response]) -> str:
    """Return the name by which something is refused, having seen that nothing has changed."""
    before = person.look()
    name = refused(cheat())
    after = person.look()
    for match in (before, after):
        for player in match["players"]:
            player["away"] = None
    assert before == after
    return name


@pytest.mark.parametrize("do", COMMANDS)
def test_a_spectator_can_do_nothing(server: Server, ada: Person, ben: Person, do: str) -> None:
    eve = server.person()
    eve.match = ben.match
    assert unchanged(ada, lambda: eve.command(do, **COMMANDS[do])) == "no-seat"


@pytest.mark.parametrize("do", COMMANDS)
def test_another_matchs_secret_is_worth_nothing_here(
    server: Server, ada: Person, ben: Person, do: str
) -> None:
    eve = server.person()
    eve.set_up()
    eve.match = ben.match
    assert unchanged(ada, lambda: eve.command(do, **COMMANDS[do])) == "no-seat"


@pytest.mark.parametrize("do", COMMANDS)
def test_nobody_acts_for_the_other_seat(ada: Person, ben: Person, do: str) -> None:
    ben.look()
    assert unchanged(ada, lambda: ben.command(do, seat=1, **COMMANDS[do])) == "wrong-seat"


@pytest.mark.parametrize("do", ["move", "offer", "hint"])
def test_nobody_plays_out_of_turn(ada: Person, ben: Person, do: str) -> None:
    ben.look()
    assert unchanged(ada, lambda: ben.command(do, **COMMANDS[do])) == "out-of-turn"


@pytest.mark.parametrize("do", COMMANDS)
def test_nothing_happens_after_the_end(ada: Person, ben: Person, do: str) -> None:
    ben.look()
    ben.do("resign")
    ada.look()
    assert unchanged(ada, lambda: ada.command(do, **COMMANDS[do])) == "over"


@pytest.mark.parametrize("do", COMMANDS)
@pytest.mark.parametrize("after", [0, 1, 3, 99])
def test_a_command_from_another_moment_is_stale(
    ada: Person, ben: Person, do: str, after: int
) -> None:
    assert ben.match
    words = COMMANDS[do] | {"after": after}
    if (do, after) == ("move", 0):
        words["move"] = "hundreds"  # not what was played then: that would be a repeat
    assert unchanged(ada, lambda: ada.command(do, **words)) == "stale"


@pytest.mark.parametrize("do", COMMANDS)
def test_nothing_happens_before_the_friend_has_come(ada: Person, do: str) -> None:
    ada.set_up(against="link")
    assert unchanged(ada, lambda: ada.command(do, **COMMANDS[do])) == "waiting"


@pytest.mark.parametrize("kind", ["idea", "look", "hint", "values", None])
def test_there_are_no_hints_against_a_person(ada: Person, ben: Person, kind: str | None) -> None:
    assert ben.match
    assert unchanged(ada, lambda: ada.command("hint", kind=kind)) == "not-possible"


def test_there_are_no_hints_at_one_screen(ada: Person) -> None:
    ada.set_up(against="here")
    assert unchanged(ada, lambda: ada.command("hint")) == "not-possible"


def test_hints_that_were_switched_off_stay_off(ada: Person) -> None:
    assert "hint" in ada.set_up(against="easy")["may"]["1"]
    assert "hint" not in ada.set_up(against="easy", hints=False)["may"]["1"]
    assert unchanged(ada, lambda: ada.command("hint")) == "not-possible"


def test_nobody_wins_because_the_other_blinked(ada: Person, ben: Person) -> None:
    assert ben.match
    assert unchanged(ada, lambda: ada.command("claim")) == "not-possible"


@pytest.mark.parametrize("do", ["accept", "decline"])
def test_what_was_not_offered_cannot_be_answered(ada: Person, ben: Person, do: str) -> None:
    assert ben.match
    assert unchanged(ada, lambda: ada.command(do)) == "not-possible"


@pytest.mark.parametrize("do", ["accept", "decline"])
def test_nobody_answers_their_own_offer(ada: Person, ben: Person, do: str) -> None:
    assert ben.match
    ada.do("offer")
    assert unchanged(ada, lambda: ada.command(do)) == "not-possible"


@pytest.mark.parametrize("do", ["offer", "undo"])
def test_nobody_asks_twice_for_the_same(ada: Person, ben: Person, do: str) -> None:
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
def test_what_would_help_is_not_told_before_the_end(ada: Person, ben: Person, ask: str) -> None:
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


@pytest.mark.parametrize("body", MALFORMED.values(), ids=MALFORMED)
def test_malformed_commands_are_refused(ada: Person, ben: Person, body: object) -> None:
    code = ben.match["code"]
    assert unchanged(ada, lambda: ada.post(f"/api/matches/{code}/commands", body)) == "malformed"


@pytest.mark.parametrize("raw", [b"", b"null", b"{", b"\xff\xfe", b'{"do":"resign"', b"[" * 5_000])
def test_what_is_not_json_is_refused(ada: Person, ben: Person, raw: bytes) -> None:
    code = ben.match["code"]
    answer = ada.http.post(
        f"/api/matches/{code}/commands",
        content=raw,
        headers={"Content-Type": "application/json", "Authorization": f"Bearer {ada.secret}"},
    )
    assert refused(answer) == "malformed"


@pytest.mark.parametrize(
    "move", ["", "  ", "nothing", "ones tens", "\x00", "9" * 200, "\uff2f\uff2e\uff25\uff33"]
)
def test_a_move_that_cannot_be_read_costs_nothing(ada: Person, ben: Person, move: str) -> None:
    assert ben.match
    assert unchanged(ada, lambda: ada.command("move", move=move)) == "unreadable"


def test_a_secret_is_needed_whole(server: Server, ada: Person, ben: Person) -> None:
    assert ben.match
    eve = server.person()
    eve.match = ada.match
    assert ada.secret is not None
    for wrong in (ada.secret[:-1], ada.secret + "A", ada.secret.swapcase(), "", "null"):
        eve.secret = wrong
        assert unchanged(ada, lambda: eve.command("resign")) == "no-seat"
