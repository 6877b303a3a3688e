"""A real engine process to talk to."""

from collections.abc import Iterator

import pytest

from engine_process import EngineProcess, clean_engine


@pytest.fixture
def engine() -> Iterator[EngineProcess]:
    """``kiebitz-uci``."""
    with clean_engine("kiebitz.protocols.uci.loop") as process:
        yield process
