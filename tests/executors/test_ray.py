"""The Ray engine: the same games as on this machine, whichever process is killed."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from lastdigit.errors import LastDigitError, PlayerError
from lastdigit.executors.base import Batch, Outcome
from lastdigit.executors.ray import BatchResult, ClusterMonitor, check_result, versions
from tests.conftest import PATIENCE, Run
from tests.executors.cluster import NAMESPACE, SCENARIOS, SECONDS, ray_environment

ARENA = ("arena", "--players", "mcts:30,easy,random", "--games", "digit-duel,digit-poison")
TIMES = ("seconds", "ms", "times", "started", "at")


@pytest.mark.prove
@pytest.mark.usefixtures("_namespace")
@pytest.mark.parametrize(
    ("scenario", "starts"), [("quiet", "3"), ("deaths", "60"), ("head", "300")]
)
def test_a_cluster_plays_the_same_games_whichever_process_is_killed(
    scenario: str, starts: str, tmp_path: Path, environment: dict[str, str]
) -> None:
    command = (*ARENA, "--starts", starts)
    folder = tmp_path / "ray"
    folder.mkdir()
    with ray_environment(folder) as variables:
        done = subprocess.run(
            [*NAMESPACE, sys.executable, "-m", "tests.executors.cluster", scenario, *command],
            cwd=tmp_path,
            env={**environment, **variables},
            capture_output=True,
            text=True,
            check=False,
            timeout=6 * SECONDS,
        )
    assert done.returncode == 0, done.stdout + done.stderr
    subprocess.run(
        [sys.executable, "-m", "lastdigit", *command, "--out", "here"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        check=True,
        timeout=6 * SECONDS,
    )
    here = played(tmp_path / "here")
    for name in SCENARIOS[scenario][1]:
        assert played(tmp_path / name) == here, name
        numbers = [json.loads(line)["number"] for line in journal(tmp_path / name)]
        assert sorted(numbers) == list(range(1, len(numbers) + 1)), "no game is played twice"
        # Its numbers are the same too, except durations.
        ours = json.loads((tmp_path / name / "report.json").read_text())
        assert timeless(ours) == timeless(json.loads((tmp_path / "here/report.json").read_text()))


def journal(folder: Path) -> list[str]:
    return (folder / "journal.jsonl").read_text().splitlines()


def played(folder: Path) -> list[object]:
    """Return the games of a run without times."""
    lines = (folder / "games.jsonl").read_text().splitlines()
    return [timeless(json.loads(line)) for line in lines]


def timeless(data: object) -> object:
    """Return data without the fields for times."""
    if isinstance(data, dict):
        return {
            name: timeless(value)
            for name, value in data.items()
            if not any(word in name.lower() for word in TIMES)
        }
    return [timeless(one) for one in data] if isinstance(data, list) else data


def test_a_finished_run_does_not_join_a_cluster(call: Run) -> None:
    command = ("arena", "--players", "perfect,random", "--games", "digit-poison", "--starts", "1")
    assert call(*command, "--out", "run").code == 0
    result = call(*command, "--out", "run", "--engine", "ray", "--address", "127.0.0.1:1")
    assert result.code == 0, result.err


SMALL = ("arena", "--players", "perfect,random", "--games", "digit-poison", "--starts", "1")
NOBODY = "127.0.0.1:1"


def test_a_missing_cluster_is_reported(call: Run) -> None:
    refused = call(*SMALL, "--address", "auto")
    assert (refused.code, refused.out) == (2, "")
    assert "--engine ray" in refused.err
    # An empty folder for Ray, which has never had a cluster.
    result = call(*SMALL, "--engine", "ray")
    assert (result.code, result.out) == (1, "")
    assert "Cannot join the Ray cluster at auto" in result.err
    assert "Traceback" not in result.err


def test_joining_a_silent_cluster_times_out(call: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lastdigit.executors.ray.JOIN_SECONDS", 1.0)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        result = call(*SMALL, "--engine", "ray", "--address", address, "--out", "run")
    assert (result.code, result.out) == (1, "")
    assert result.err.endswith(
        f"lastdigit: Cannot join the Ray cluster at {address}: no answer within 1 s. "
        "Start a cluster with ray start --head. This machine must be one of its nodes.\n"
    )
    assert "Stopped" not in result.err, "there is nothing to continue"


def test_a_refused_connection_to_a_cluster_is_reported_at_once(call: Run) -> None:
    """Ray itself waits for minutes, longer than `run` does."""
    result = call(*SMALL, "--engine", "ray", "--address", NOBODY)
    assert (result.code, result.out) == (1, "")
    assert f"Cannot join the Ray cluster at {NOBODY}: Connection refused." in result.err


class Silenced:
    """A Ray whose head node responds once and then no more."""

    def __init__(self) -> None:
        self.ended = threading.Event()
        self._answers = iter([[{"Alive": True, "Resources": {"CPU": 3.0}}]])

    def nodes(self) -> list[dict[str, object]]:
        found = next(self._answers, None)
        if found is None:
            self.ended.wait(PATIENCE)
        return found or []


def test_a_head_node_that_stops_responding_is_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("lastdigit.executors.ray.CHECK_SECONDS", 0.001)
    ray = Silenced()
    watch = ClusterMonitor(ray)
    assert watch.workers() == 3
    monkeypatch.setattr("lastdigit.executors.ray.HEAD_SECONDS", 0.0)
    with pytest.raises(LastDigitError, match="head node of the Ray cluster has not responded"):
        watch.workers()
    watch.end()
    ray.ended.set()


def test_a_node_with_another_version_is_refused() -> None:
    result = BatchResult({**versions(), "Python": "2.7"}, 0.1, [])
    with pytest.raises(PlayerError, match=r"Python is 2\.7 there .* installed on every node"):
        list(check_result(Batch(()), result))


def test_a_fault_on_a_node_explains_the_requirements_of_nodes() -> None:
    fault: Outcome[int, int] = Outcome(1, fault='There is no game "nim".')
    [outcome] = check_result(Batch((1,)), BatchResult(versions(), 0.1, [fault]))
    assert outcome.fault.startswith('There is no game "nim". (On a node in the cluster.')
    assert "installed on every node" in outcome.fault
