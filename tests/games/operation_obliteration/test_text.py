"""The texts of Operation Obliteration."""

from __future__ import annotations

from lastdigit.game.game import Seat
from lastdigit.game.text import Audience
from lastdigit.games.operation_obliteration.variants import OperationObliteration


def test_the_last_operation_of_each_player_is_in_view() -> None:
    game, reader = OperationObliteration(), Audience(("Ada", "Computer"), Seat.ONE, Seat.TWO)
    view = game.second_person(reader).view(game.parse_state("1 3 subtract add"))
    signs = [row for row in view if row.seat]
    assert [(row.label, row.cells[0].text) for row in signs] == [
        ("Your last", "-1"),
        ("Computer's last", "+1"),
    ]
    halved = game.second_person(reader).view(game.parse_state("1 3 divide add"))
    assert [row.cells[0].caption for row in halved if row.seat] == ["halve", "add"]
