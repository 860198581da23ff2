"""Threads that go over the games of a batch together."""

from __future__ import annotations

import gc
import threading

import pytest

from lastdigit.batch.crew import LINE, Crew

PATIENCE = 20.0
"""Seconds after which a thread that is waited for will not come."""


@pytest.mark.parametrize("threads", [1, 2, 3, 7])
@pytest.mark.parametrize("games", [7, LINE, 5 * LINE + 1, 1_000])
def test_every_game_is_gone_over_once(games: int, threads: int) -> None:
    crew, gone = Crew(games, threads), [0] * games

    def go_over(first: int, last: int, times: int) -> bool:
        for game in range(first, last):
            gone[game] += times
        return True

    assert crew.go_over(go_over, 1)
    assert crew.go_over(go_over, 2)
    assert gone == [3] * games
    crew.close()
    assert crew.go_over(go_over, 1), "without helpers it goes on"
    assert gone == [4] * games


def test_who_is_held_up_leaves_the_rest_to_the_others() -> None:
    """Whichever thread has the first block waits there until all other blocks are done."""
    crew, games, done, others_done = Crew(8 * LINE, 2), 8 * LINE, [], threading.Event()

    def go_over(first: int, last: int) -> bool:
        if first == 0:
            return others_done.wait(PATIENCE)
        done.append(last - first)
        if sum(done) == games - 2 * LINE:
            others_done.set()
        return True

    assert crew.go_over(go_over)


def test_what_goes_wrong_in_any_thread_is_told_and_the_rest_is_done() -> None:
    crew, here, gone = Crew(8 * LINE, 2), threading.current_thread(), []
    helped = threading.Event()

    def go_over(first: int, _last: int) -> bool:
        gone.append(first)
        if threading.current_thread() is here:
            return helped.wait(PATIENCE)
        helped.set()
        raise MemoryError("in a helper")

    with pytest.raises(MemoryError, match="in a helper"):
        crew.go_over(go_over)
    assert sorted(gone) == [0, 2 * LINE, 4 * LINE, 6 * LINE]
    assert not crew.go_over(lambda first, _last: first != 0), "one block did not go well"
    assert crew.go_over(lambda _first, _last: True)


def test_helpers_go_with_their_crew() -> None:
    before = set(threading.enumerate())
    crew = Crew(8 * LINE, 2)
    assert set(threading.enumerate()) == before, "nobody was needed yet"
    assert crew.go_over(lambda _first, _last: True)
    (helper,) = set(threading.enumerate()) - before
    del crew
    gc.collect()
    helper.join(PATIENCE)
    assert not helper.is_alive()
