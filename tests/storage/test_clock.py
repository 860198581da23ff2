"""The offset between the database's clock and this machine's."""

from __future__ import annotations

import time

import pytest

from lastdigit.storage.postgres import SAMPLES, DatabaseClock


def test_the_fastest_response_determines_the_offset() -> None:
    clock = DatabaseClock()
    clock.learn(sent=100.0, shown=1_000.5, received=101.0)
    clock.learn(sent=200.0, shown=1_100.001, received=200.002)
    clock.learn(sent=300.0, shown=1_200.9, received=301.0)
    assert clock.now() - time.monotonic() == pytest.approx(900.0, abs=0.01)
    assert clock.clock_jumps() == 0.0


def test_a_slow_drift_is_followed() -> None:
    clock = DatabaseClock()
    for number in range(3 * SAMPLES):
        sent_at, drift = 10.0 * number, 0.02 * number
        clock.learn(sent_at, sent_at + 500.0 + drift, sent_at + 0.001)
    latest, oldest = 500.0 + drift, 500.0 + drift - 0.02 * SAMPLES  # of the samples in use
    assert oldest - 0.01 < clock.now() - time.monotonic() < latest + 0.01
    assert clock.clock_jumps() == 0.0


@pytest.mark.parametrize("leap", [-7200.0, -1.5, 1.5, 86_400.0])
def test_a_clock_jump_is_reported_and_logged_once(
    leap: float, caplog: pytest.LogCaptureFixture
) -> None:
    clock = DatabaseClock()
    clock.learn(sent=100.0, shown=1_000.0, received=100.001)
    clock.learn(sent=101.0, shown=1_001.0 + leap, received=101.001)
    assert clock.clock_jumps() == pytest.approx(leap, abs=0.01)
    assert clock.clock_jumps() == 0.0
    assert clock.now() - time.monotonic() == pytest.approx(900.0 + leap, abs=0.01)
    assert "was changed by" in caplog.text


def test_a_slow_response_is_not_a_clock_jump() -> None:
    clock = DatabaseClock()
    clock.learn(sent=100.0, shown=1_000.0, received=100.001)
    clock.learn(sent=200.0, shown=1_103.9, received=204.0)  # shown at any time in between
    assert clock.clock_jumps() == 0.0
