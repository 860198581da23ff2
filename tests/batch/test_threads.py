"""Threads that share the games of a batch."""

from __future__ import annotations

import contextlib
import gc
import sys
import threading
from collections.abc import Iterator
from functools import partial
from itertools import count
from types import FrameType
from typing import Any

import pytest

from lastdigit.batch import batch as crew_module
from lastdigit.batch.batch import LINE, BlockFunction, BlockPool

PATIENCE = 20.0
"""Seconds after which a thread that is waited for will not come."""


@pytest.mark.parametrize("threads", [1, 2, 3, 7])
@pytest.mark.parametrize("games", [7, LINE, 5 * LINE + 1, 1_000])
def test_every_game_is_gone_over_once(games: int, threads: int) -> None:
    crew, gone = BlockPool(games, threads), [0] * games

    def go_over(first: int, last: int, times: int) -> bool:
        for game in range(first, last):
            gone[game] += times
        return True

    assert crew.run(go_over, 1)
    assert crew.run(go_over, 2)
    assert gone == [3] * games
    crew.close()
    assert crew.run(go_over, 1), "without helpers it goes on"
    assert gone == [4] * games


def test_who_is_held_up_leaves_the_rest_to_the_others() -> None:
    """Whichever thread has the first block waits there until all other blocks are done."""
    crew, games, done, others_done = BlockPool(8 * LINE, 2), 8 * LINE, [], threading.Event()

    def go_over(first: int, last: int) -> bool:
        if first == 0:
            return others_done.wait(PATIENCE)
        done.append(last - first)
        if sum(done) == games - 2 * LINE:
            others_done.set()
        return True

    assert crew.run(go_over)


def test_what_goes_wrong_in_any_thread_is_told_and_the_rest_is_done() -> None:
    crew, here, gone = BlockPool(8 * LINE, 2), threading.current_thread(), []
    helped = threading.Event()

    def go_over(first: int, _last: int) -> bool:
        gone.append(first)
        if threading.current_thread() is here:
            return helped.wait(PATIENCE)
        helped.set()
        raise MemoryError("in a helper")

    with pytest.raises(MemoryError, match="in a helper"):
        crew.run(go_over)
    assert sorted(gone) == [0, 2 * LINE, 4 * LINE, 6 * LINE]
    assert not crew.run(lambda first, _last: first != 0), "one block did not go well"
    assert crew.run(lambda _first, _last: True)


class Interruption:
    """Ctrl-C at a moment of a crew's work: before so many of the smallest steps of Python."""

    def __init__(self, steps: int) -> None:
        self._left = steps
        self.came = False

    def watch(self, frame: FrameType, _event: str, _found: object) -> Any:
        """Interrupt when it is time; what the crew calls is left alone."""
        if frame.f_code.co_filename != crew_module.__file__:
            return None
        frame.f_trace_opcodes = True
        self._left -= 1
        if self._left < 0:
            self.came = True
            raise KeyboardInterrupt
        return self.watch


@pytest.fixture
def _no_collection() -> Iterator[None]:
    """Let no pool of another test be collected, and stopped, in a thread that is interrupted."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("_no_collection")
def test_a_step_that_is_interrupted_at_any_moment_is_made_in_all_games_or_none() -> None:
    for steps in count():
        crew, gone, interruption = BlockPool(8 * LINE, 2), list[int](), Interruption(steps)
        go_over = partial(_note, gone)

        def go_on(
            crew: BlockPool = crew, go_over: BlockFunction = go_over, moment: Any = interruption
        ) -> None:
            sys.settrace(moment.watch)  # of this thread alone
            with contextlib.suppress(KeyboardInterrupt):
                crew.run(go_over)

        before = set(threading.enumerate())
        thread = threading.Thread(target=go_on, daemon=True)
        thread.start()
        thread.join(PATIENCE)
        assert not thread.is_alive(), f"interrupted after {steps} steps it waits for ever"
        crew.close()
        for helper in set(threading.enumerate()) - before:
            helper.join(PATIENCE)
        assert sorted(gone) in ([], [0, 2 * LINE, 4 * LINE, 6 * LINE]), steps
        if not interruption.came:
            break


def _note(gone: list[int], first: int, _last: int) -> bool:
    gone.append(first)
    return True


def test_helpers_go_with_their_crew() -> None:
    before = set(threading.enumerate())
    crew = BlockPool(8 * LINE, 2)
    assert set(threading.enumerate()) == before, "nobody was needed yet"
    assert crew.run(lambda _first, _last: True)
    (helper,) = set(threading.enumerate()) - before
    del crew
    gc.collect()
    helper.join(PATIENCE)
    assert not helper.is_alive()
