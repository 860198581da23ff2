"""Whole games through the API, with all commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lastdigit.games import catalogue
from lastdigit.match.match import verify
from lastdigit.match.record import Act, from_line
from lastdigit.web.api import matches as match_handlers
from lastdigit.web.limits import Limits
from tests.conftest import GAMES, Run
from tests.sizes import sampled
from tests.web.conftest import Serve, Server, wait_for
from tests.web.inside import RunningApp, run_with_app
from tests.web.people import Person, heard, refused, two_people


def choose(match: dict[str, object], skip: int = 0) -> str:
    """Return a move that can be tried, found only from the questions."""
    answers: list[str] = []
    position = match["position"]
    assert isinstance(position, dict)
    question = position["question"]
    while question is not None:
        open_ones = [one for one in question["answers"] if one["status"] != "unavailable"]
        one = open_ones[skip % len(open_ones)]
        skip //= len(open_ones)
        answers.append(one["text"])
        question = one["next"]
    return " ".join(answers)


def shortest(game: str) -> str:
    """Return the name of the shortest preset."""
    return min(catalogue()[game].presets, key=lambda preset: preset.turns[1]).name


def play_out(*people: Person) -> None:
    """Play to the end, each person in turn."""
    skip = 0
    while people[0].look()["result"] is None:
        for person in people:
            person.look()
            seats = [str(seat) for seat in person.match["you"]]
            if any("move" in person.match["may"][seat] for seat in seats):
                done = person.move(choose(person.match, skip))
                skip = 0 if done["accepted"] else skip + 1


@pytest.mark.parametrize("game", sampled(GAMES, *GAMES[:3]))
def test_every_game_is_played_to_the_end_at_one_screen(server: Server, game: str) -> None:
    ada = server.person()
    ada.set_up(game, against="here", name="Ada", otherName="Ben", preset=shortest(game))
    play_out(ada)
    assert ada.match["result"]["winner"] in (1, 2)
    code = ada.match["code"]
    record = from_line(ada.get(f"/api/matches/{code}/record").text)
    verify(record)
    assert record.setup.names == ("Ada", "Ben")
    review = ada.get(f"/api/matches/{code}/review").json()
    assert len(review["course"]) == len(review["moves"]) + 1 == len(ada.match["moves"]) + 1


@pytest.mark.parametrize("game", sampled(GAMES, *GAMES[:3]))
def test_every_game_is_played_to_the_end_against_the_computer(server: Server, game: str) -> None:
    ada = server.person()
    ada.set_up(game, against="easy", first=2, preset=shortest(game))
    play_out(ada)
    verify(from_line(ada.get(f"/api/matches/{ada.match['code']}/record").text))


@pytest.mark.parametrize("game", sampled(GAMES, *GAMES[:3]))
def test_every_game_is_played_to_the_end_between_two_people(server: Server, game: str) -> None:
    ada, ben, eve = server.person(), server.person(), server.person()
    two_people(ada, ben, game, preset=shortest(game))
    eve.match = ada.match
    with eve.listen() as socket:
        play_out(ada, ben)
        news = heard(socket)
        while news["result"] is None:
            news = heard(socket)
        assert news["result"] == eve.look()["result"]
        assert news["you"] == []


def test_the_page_of_a_game_in_a_browser_is_seen_in_the_terminal(
    server: Server, run: Run, environment: dict[str, str]
) -> None:
    environment["XDG_DATA_HOME"] = str(server.data)
    ada = server.person()
    ada.set_up("digit-poison", against="here", name="Ada of the browser")
    listed = run("saved", "list", "--all").out
    line = next(line for line in listed.splitlines() if "Ada of the browser" in line)
    number = line.split()[0]
    resumed = run("resume", number)
    assert resumed.code == 1
    assert "played in a browser" in resumed.err
    ada.move("3")
    assert "3 is divisible by 3" in run("saved", "replay", number).out
    assert "The game turned at move 1: " in run("review", number).out


def test_a_rejected_try_has_its_reason(server: Server) -> None:
    ada = server.person()
    ada.set_up("number-morph", against="here", options={"start": 211})
    done = ada.move("units 3")
    assert not done["accepted"]
    assert done["sentence"] == "213 = 3 × 71, so it isn't prime."
    assert done["match"]["position"]["turn"] == 0
    assert done["match"]["may"]["1"][0] == "move"


def test_moves_are_read_as_kindly_as_in_the_terminal(server: Server) -> None:
    ada = server.person()
    ada.set_up("number-morph", against="here", options={"start": 211})
    assert ada.move("  T, 7 ")["match"]["moves"][-1]["move"] == "tens 7"


def test_a_long_number_is_shown_by_its_end(server: Server) -> None:
    ada = server.person()
    options = {"divisor": 1_000_000_000, "max-length": None}
    ada.set_up("digit-poison", against="here", options=options)
    for _ in range(62):
        ada.move("7")
    number = ada.match["position"]["view"][0]
    assert (len(number["cells"]), number["hidden"]) == (60 + 1, 2), "and one place that waits"
    assert ["changed" in cell for cell in number["cells"]] == [False] * 59 + [True, False]


def test_an_incomplete_move_is_reported(server: Server) -> None:
    ada = server.person()
    ada.set_up("number-morph", against="here")
    answer = ada.command("move", move="tens")
    assert refused(answer) == "unreadable"
    assert "half a move" in answer.json()["message"]


def test_a_repeated_command_gets_the_same_answer_and_is_not_played_twice(server: Server) -> None:
    ada = server.person()
    ada.set_up("number-morph", against="here", options={"start": 211})
    for move in ("units 3", "tens 7", "units 7"):
        before = dict(ada.match)
        first = ada.move(move)
        ada.match = before
        again = ada.move(move)
        assert again == first
    ada.do("undo")
    turns = [turn["move"] for turn in ada.match["moves"]]
    assert turns == ["tens 7"]


@pytest.mark.prove
def test_a_command_can_ask_for_the_new_moves_only(server: Server) -> None:
    ada = server.person()
    ada.set_up("digit-poison", against="here")
    ada.move("1")
    before = ada.match
    done = ada.do("move", move="1", reply="new")
    whole = ada.look()
    assert [turn["turn"] for turn in done["match"]["moves"]] == [2] == [done["match"]["firstTurn"]]
    assert done["match"] == {**whole, "moves": whole["moves"][1:], "firstTurn": 2}
    ada.match = before
    assert ada.do("move", move="1", reply="new") == done, "sent again"
    ada.match = before
    assert refused(ada.command("move", move="2", reply="new")) == "stale"
    ada.look()
    undone = ada.do("undo", reply="new")["match"]
    assert (undone["moves"], undone["firstTurn"]) == ([], 2)
    assert refused(ada.command("move", move="1", reply="other")) == "malformed"


def test_a_repeat_is_recognized_after_a_restart_and_after_later_moves(serve: Serve) -> None:
    server = serve()
    ada = server.person()
    ada.set_up("digit-duel", against="here")
    ada.move("ones")
    ada.move("tens")
    server.kill()
    server.start(server.port)
    ada.match["number"] = 0
    done = ada.move("ones")
    assert done["sentence"].startswith("Player 1 struck with 9: Player 2's 999 is now 990")
    assert done["match"]["number"] == 2


def test_the_last_move_is_marked(server: Server) -> None:
    ada = server.person()
    ada.set_up("number-morph", against="here", options={"start": 211})
    cells = ada.move("tens 7")["match"]["position"]["view"][0]["cells"]
    assert ["changed" in cell for cell in cells] == [False, True, False]


def test_earlier_positions_can_be_looked_at(server: Server) -> None:
    ada = server.person()
    ada.set_up("digit-duel", against="here")
    ada.move("ones")
    ada.move("tens")
    code = ada.match["code"]
    shown = [ada.get(f"/api/matches/{code}/turns/{turn}").json() for turn in (0, 1, 2)]
    assert [one["position"] for one in shown] == ["1 999 999", "2 998 990", "1 989 980"]
    assert shown[2]["view"] == ada.match["position"]["view"]
    assert refused(ada.get(f"/api/matches/{code}/turns/3")) == "unknown-turn"
    assert [turn["turn"] for turn in ada.get(f"/api/matches/{code}/turns?before=2").json()] == [1]


@pytest.mark.parametrize("start", [1, 12], ids=["it is winning", "it is losing"])
def test_a_computer_declines_a_draw_in_any_position(server: Server, start: int) -> None:
    ada = server.person()
    ada.set_up("operation-obliteration", against="perfect", options={"start": start})
    ada.do("offer")
    wait_for(lambda: ada.look()["news"]["act"] == "decline")
    assert ada.match["result"] is None


def test_an_undo_against_the_computer_takes_both_moves_back(server: Server) -> None:
    ada = server.person()
    ada.set_up("digit-duel", against="random")
    ada.move("ones")
    wait_for(lambda: ada.look()["position"]["turn"] == 2)
    assert "undo" in ada.match["may"]["1"]
    assert ada.do("undo")["match"]["position"]["turn"] == 0


@pytest.mark.parametrize(("answer", "turn"), [("accept", 0), ("decline", 1)])
def test_an_undo_between_people_is_by_consent(server: Server, answer: str, turn: int) -> None:
    ada, ben = server.person(), server.person()
    two_people(ada, ben)
    ada.move("ones")
    ada.do("undo")
    ben.look()
    assert {"accept", "decline"} <= set(ben.match["may"]["2"])
    done = ben.do(answer)
    assert done["match"]["pending"] is None
    assert done["match"]["position"]["turn"] == turn


def test_an_offer_stands_until_the_other_has_moved(server: Server) -> None:
    ada, ben = server.person(), server.person()
    two_people(ada, ben)
    ada.do("offer")
    ada.move("ones")
    assert ben.look()["pending"] == {"what": "draw", "seat": 1}
    assert ben.do("accept")["match"]["result"]["end"] == "draw"


def test_a_draw_is_agreed_at_one_screen(server: Server) -> None:
    ada = server.person()
    ada.set_up(against="here")
    ada.do("offer")
    assert ada.do("accept")["match"]["result"]["end"] == "draw"


def test_hints_are_exact_and_are_written_down(server: Server) -> None:
    ada = server.person()
    ada.set_up("digit-duel", against="perfect")
    idea = ada.do("hint")["advice"]
    assert (idea["kind"], idea["moves"]) == ("idea", [])
    assert idea["sentence"]
    look = ada.do("hint")["advice"]
    assert (look["kind"], len(look["answers"])) == ("look", 2)
    assert "ones" in look["answers"]
    hint = ada.do("hint")["advice"]
    assert [(one["move"], one["moveValue"]) for one in hint["moves"]] == [("ones", "win")]
    values = ada.do("hint")["advice"]
    assert [one["move"] for one in values["moves"]] == ["ones", "tens", "hundreds"]
    assert ada.do("hint", kind="idea")["advice"] == idea
    ada.do("resign")
    record = from_line(ada.get(f"/api/matches/{ada.match['code']}/record").text)
    asked = [event.text for event in record.events if event.act is Act.HINT]
    assert asked == ["idea", "look", "hint", "values", "idea"]


@pytest.mark.parametrize(("moves", "status"), [("12", 200), ("124", 409)])
def test_a_very_long_game_is_not_reviewed_here(
    moves: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_handlers, "MAX_REVIEWED", 3)

    async def scenario(app: RunningApp) -> None:
        ada = app.guest()
        await ada.set_up("digit-poison", against="here", options={"divisor": 1_000})
        for digit in moves:
            await ada.move(digit)
        assert (await ada.command("resign")).status_code == 200
        answer = await ada.get(f"{ada.path}/review")
        assert answer.status_code == status
        if status != 200:
            assert refused(answer) == "not-possible"
            assert "lastdigit review" in answer.json()["message"]

    run_with_app(scenario)


def test_a_rematch_keeps_the_seats_and_lets_the_other_begin(server: Server) -> None:
    ada, ben = server.person(), server.person()
    two_people(ada, ben, name="Ada")
    ada.do("resign")
    code = ada.match["code"]
    ada.seated(ada.post(f"/api/matches/{code}/rematch", {}))
    again = ada.match
    assert again["first"] == 2
    assert not again["begun"]
    assert ben.look()["rematch"] == again["code"]
    eve = server.person()
    assert eve.get(f"/api/matches/{again['code']}").json()["may"]["0"] == []
    assert refused(eve.post(f"/api/matches/{again['code']}/seat", {})) == "seat-taken"
    ben.seated(
        ben.post(f"/api/matches/{code}/rematch", {})
    )  # a second request agrees to the rematch
    assert ben.match["code"] == again["code"]
    assert ben.match["begun"]
    assert ben.match["you"] == [2]
    assert [player["name"] for player in ben.match["players"]] == ["Ada", "Player 2"]
    ben.move("ones")


def test_sitting_down_twice_is_sitting_down(server: Server) -> None:
    ada, ben = server.person(), server.person()
    two_people(ada, ben)
    assert ben.sit(ben.match["code"])["you"] == [2]


def test_a_players_own_invitation_offers_the_second_seat(server: Server) -> None:
    ada = server.person()
    ada.set_up(against="link")
    assert ada.look()["may"]["0"] == ["sit"]
    ada.sit(ada.match["code"], name="Grandma")
    assert ada.match["you"] == [1, 2]
    assert ada.match["may"]["0"] == []
    ada.move("ones")
    ada.move("ones")


def test_opening_a_link_takes_no_seat(server: Server) -> None:
    ada, ben = server.person(), server.person()
    ada.set_up(against="link")
    ben.match = ada.match
    ben.look()
    with ben.listen() as socket:
        heard(socket)
    assert [player["joined"] for player in ada.look()["players"]] == [True, False]


def test_a_seat_is_taken_to_another_device_by_its_key_once(server: Server) -> None:
    ada, ben, phone, thief = (server.person() for _ in range(4))
    two_people(ada, ben)
    code = ada.match["code"]
    key = ada.post(f"/api/matches/{code}/key", {}).json()
    assert key["seconds"] == 300
    assert phone.sit(code, key=key["key"].lower())["you"] == [1]
    assert refused(thief.post(f"/api/matches/{code}/seat", {"key": key["key"]})) == "bad-key"
    assert refused(ada.command("resign")) == "no-seat"
    phone.move("ones")
    assert phone.match["you"] == [1]


def test_key_expires() -> None:
    async def scenario(app: RunningApp) -> None:
        ada, phone = app.guest(), app.guest()
        await ada.set_up()
        key = (await ada.post(f"{ada.path}/key", {})).json()["key"]
        app.time.pass_by(60)
        assert refused(await phone.post(f"{ada.path}/seat", {"key": key})) == "bad-key"

    run_with_app(scenario, Limits(key_seconds=60, thinking_milliseconds=0))


def test_my_games_are_those_at_which_i_sit(server: Server) -> None:
    ada, ben = server.person(), server.person()
    two_people(ada, ben, name="Ada")
    mine = ada.get("/api/mine").json()
    assert [(one["code"], one["yourTurn"], one["result"]) for one in mine] == [
        (ada.match["code"], True, None)
    ]
    assert not ben.get("/api/mine").json()[0]["yourTurn"]
    ada.do("resign")
    assert ada.get("/api/mine").json()[0]["result"] == "Player 2 won by resignation"
    assert server.person().get("/api/mine").json() == []


def test_secrets_are_saved_as_hashes(server: Server) -> None:
    ada = server.person()
    ada.set_up()
    key = ada.post(f"/api/matches/{ada.match['code']}/key", {}).json()["key"]
    saved = b"".join(path.read_bytes() for path in Path(server.data).rglob("games.sqlite3*"))
    assert ada.match["code"].encode() in saved
    assert ada.secret is not None
    assert len(ada.secret) >= 43
    assert ada.secret.encode() not in saved
    assert key.encode() not in saved


ANALYSED = {
    "digit-duel": ("1 999 999", "win", 171),
    "operation-obliteration": ("1 12 - -", "win", 3),
}


@pytest.mark.parametrize("game", ANALYSED)
def test_any_position_is_analysed_exactly(server: Server, game: str) -> None:
    position, value, remoteness = ANALYSED[game]
    answer = server.person().post(f"/api/games/{game}/analysis", {"position": position}).json()
    assert (answer["positionValue"], answer["remoteness"]) == (value, remoteness)
    assert answer["why"]
    assert answer["shown"]["position"] == position


@pytest.mark.parametrize(
    "wish",
    [{"position": "nonsense"}, {"moves": ["nonsense"]}, {"position": "1 0 0"}],
    ids=json.dumps,
)
def test_an_invalid_position_is_refused(server: Server, wish: dict[str, object]) -> None:
    answer = server.person().post("/api/games/digit-duel/analysis", wish)
    assert refused(answer) == "bad-position"


ARRANGED: dict[str, tuple[dict[str, object], str]] = {
    "an unknown game": ({"game": "chess"}, "unknown-game"),
    "half a game's name": ({"game": "digit-p"}, "unknown-game"),
    "an unknown option": ({"options": {"colour": 1}}, "bad-option"),
    "an option out of range": ({"options": {"divisor": 0}}, "bad-option"),
    "an option of the wrong kind": ({"options": {"divisor": True}}, "bad-option"),
    "a text for an option": ({"options": {"divisor": "3"}}, "malformed"),
    "an unknown preset": ({"preset": "slow"}, "bad-option"),
    "an unknown opponent": ({"against": "god"}, "malformed"),
    "a program as opponent": ({"against": "cmd:rm"}, "malformed"),
    "no name": ({"name": ""}, "malformed"),
    "a blank name": ({"name": "   "}, "malformed"),
    "a name that steers": ({"name": "\x1b[2J"}, "malformed"),
    "an endless name": ({"name": "A" * 41}, "malformed"),
    "the same name twice": ({"name": "Ada", "otherName": "Ada"}, "malformed"),
    "two clocks": ({"timeLimit": 5, "clock": {"seconds": 60}}, "malformed"),
    "no time": ({"timeLimit": 0}, "malformed"),
    "a clock that runs back": ({"clock": {"seconds": 60, "increment": -1}}, "malformed"),
    "a third seat first": ({"first": 3}, "malformed"),
    "an unknown field": ({"colour": "red"}, "malformed"),
}


@pytest.mark.parametrize("case", ARRANGED)
def test_an_invalid_setup_is_refused(server: Server, case: str) -> None:
    wish, name = ARRANGED[case]
    answer = server.person().post("/api/matches", {"game": "digit-poison"} | wish)
    assert refused(answer) == name


def test_a_game_begins_at_a_position_and_at_either_seat(server: Server) -> None:
    ada = server.person()
    match = ada.set_up(against="perfect", position="2 009 008", seat=2, name="Ada")
    assert (match["position"]["position"], match["you"]) == ("2 009 008", [2])
    assert [player["label"] for player in match["players"]] == ["Computer", "You"]
    for position in ("nonsense", "1 0 5"):
        wish = {"game": "digit-duel", "position": position}
        assert refused(ada.post("/api/matches", wish)) == "bad-position"


def test_my_games_show_their_outcome_for_me(server: Server) -> None:
    ada, ben = server.person(), server.person()
    two_people(ada, ben)
    ada.do("resign")
    ada.set_up(against="here")
    ada.do("resign")
    ada.set_up(against="easy")
    outcomes = [[one["outcome"] for one in who.get("/api/mine").json()] for who in (ada, ben)]
    assert outcomes == [[None, None, "lost"], ["won"]]


def test_the_log_is_the_rulebooks_dialogue(server: Server) -> None:
    ada = server.person()
    ada.set_up("digit-poison", against="here", name="Ada", otherName="Ben")
    ada.move("1")
    log = ada.get(f"/api/matches/{ada.match['code']}/log").json()["text"]
    assert log.startswith("Welcome to Digit Poison!\n")
    assert "Ada's Turn:" in log
    assert "1 is not divisible by 3." in log
