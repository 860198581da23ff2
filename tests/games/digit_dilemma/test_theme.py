"""The map of Digit Dilemma."""

from __future__ import annotations

from lastdigit.games import find
from lastdigit.maps.maps import map_of
from lastdigit.render.svg import map_svg
from tests.maps.test_maps import looks


def test_two_of_810_replies_save_the_second_player() -> None:
    drawn = map_of(find("digit-dilemma"))
    assert drawn.finding() == "Only 2 of 810 replies save the second player."
    seen = looks(map_svg(drawn), "rect")
    assert (seen["win"], seen["lose"], seen["ring"]) == (808, 2, 2)
