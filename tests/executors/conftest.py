"""A Ray cluster for tests, in a network namespace of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.executors.cluster import RemoteRay, ray_environment, refused_namespace


@pytest.fixture(scope="session")
def _namespace() -> None:
    """Skip a test that needs a namespace if the machine allows none."""
    why_not = refused_namespace()
    if why_not:
        pytest.skip(f"no network of its own can be had here: {why_not}")


@pytest.fixture(scope="module")
def ray(_namespace: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RemoteRay]:
    """Return a `RayExecutor` in a namespace with a cluster of one worker."""
    with ray_environment(tmp_path_factory.mktemp("ray")) as environment:
        remote = RemoteRay(environment)
        yield remote
        remote.close()
