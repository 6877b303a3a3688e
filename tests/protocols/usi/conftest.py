"""A real engine process to talk to."""

from collections.abc import Iterator

import pytest

from engine_process import EngineProcess, clean_engine


@pytest.fixture
def engine() -> Iterator[EngineProcess]:
    """``kiebitz-usi``."""
    with clean_engine("kiebitz.protocols.usi.loop") as process:
        yield process
