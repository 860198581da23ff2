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

from lastdigit.batch import batch as pool_module
from lastdigit.batch.batch import LINE, BlockFunction, BlockPool

PATIENCE = 20.0
"""Seconds after which a test stops waiting for a thread."""


@pytest.mark.parametrize("threads", [1, 2, 3, 7])
@pytest.mark.parametrize("games", [7, LINE, 5 * LINE + 1, 1_000])
def test_every_game_is_processed_once(games: int, threads: int) -> None:
    pool, processed = BlockPool(games, threads), [0] * games

    def go_over(first: int, last: int, times: int) -> bool:
        for game in range(first, last):
            processed[game] += times
        return True

    assert pool.run(go_over, 1)
    assert pool.run(go_over, 2)
    assert processed == [3] * games
    pool.close()
    assert pool.run(go_over, 1), "it continues without helpers"
    assert processed == [4] * games


def test_a_blocked_thread_leaves_the_other_blocks_to_the_others() -> None:
    """The thread with the first block waits until all other blocks are done."""
    pool, games, done, others_done = BlockPool(8 * LINE, 2), 8 * LINE, [], threading.Event()

    def go_over(first: int, last: int) -> bool:
        if first == 0:
            return others_done.wait(PATIENCE)
        done.append(last - first)
        if sum(done) == games - 2 * LINE:
            others_done.set()
        return True

    assert pool.run(go_over)


def test_an_error_in_any_thread_is_raised_after_the_other_blocks() -> None:
    pool, here, processed = BlockPool(8 * LINE, 2), threading.current_thread(), []
    helped = threading.Event()

    def go_over(first: int, _last: int) -> bool:
        processed.append(first)
        if threading.current_thread() is here:
            return helped.wait(PATIENCE)
        helped.set()
        raise MemoryError("in a helper")

    with pytest.raises(MemoryError, match="in a helper"):
        pool.run(go_over)
    assert sorted(processed) == [0, 2 * LINE, 4 * LINE, 6 * LINE]
    assert not pool.run(lambda first, _last: first != 0), "one block failed"
    assert pool.run(lambda _first, _last: True)


class Interruption:
    """Simulates Ctrl-C after a number of trace events in the code of the pool."""

    def __init__(self, steps: int) -> None:
        self._left = steps
        self.came = False

    def watch(self, frame: FrameType, _event: str, _found: object) -> Any:
        """Interrupt after the last step. Functions that the pool calls are not traced."""
        if frame.f_code.co_filename != pool_module.__file__:
            return None
        frame.f_trace_opcodes = True
        self._left -= 1
        if self._left < 0:
            self.came = True
            raise KeyboardInterrupt
        return self.watch


@pytest.fixture
def _no_collection() -> Iterator[None]:
    """Turn off garbage collection, which could stop the pool of another test while interrupted."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("_no_collection")
def test_an_interrupted_step_is_made_in_all_games_or_none() -> None:
    for steps in count():
        pool, processed, interruption = BlockPool(8 * LINE, 2), list[int](), Interruption(steps)
        go_over = partial(_note, processed)

        def go_on(
            pool: BlockPool = pool, go_over: BlockFunction = go_over, moment: Any = interruption
        ) -> None:
            sys.settrace(moment.watch)  # only in this thread
            with contextlib.suppress(KeyboardInterrupt):
                pool.run(go_over)

        before = set(threading.enumerate())
        thread = threading.Thread(target=go_on, daemon=True)
        thread.start()
        thread.join(PATIENCE)
        assert not thread.is_alive(), f"interrupted after {steps} steps it waits for ever"
        pool.close()
        for helper in set(threading.enumerate()) - before:
            helper.join(PATIENCE)
        assert sorted(processed) in ([], [0, 2 * LINE, 4 * LINE, 6 * LINE]), steps
        if not interruption.came:
            break


def _note(processed: list[int], first: int, _last: int) -> bool:
    processed.append(first)
    return True


def test_helper_threads_end_with_their_pool() -> None:
    before = set(threading.enumerate())
    pool = BlockPool(8 * LINE, 2)
    assert set(threading.enumerate()) == before, "no helper was needed yet"
    assert pool.run(lambda _first, _last: True)
    (helper,) = set(threading.enumerate()) - before
    del pool
    gc.collect()
    helper.join(PATIENCE)
    assert not helper.is_alive()
