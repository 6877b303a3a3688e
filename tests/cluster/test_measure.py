"""Positions searched by real processes, for figures."""

import pytest

from kiebitz.cluster import launch
from kiebitz.cluster.launch import LaunchError
from kiebitz.cluster.measure import search_positions, why_not_here
from kiebitz.engine import START_FEN


@pytest.mark.check
@pytest.mark.skipif(why_not_here() is not None, reason=f"{why_not_here()}")
def test_positions_are_searched_by_processes():
    (found,) = search_positions([START_FEN], 2, 6, timeout_s=60)
    assert found.fen == START_FEN
    assert found.nodes > 0
    assert found.seconds > 0
    with pytest.raises(LaunchError, match="not a position"):
        search_positions(["8/8/8 w - -"], 1, 6, timeout_s=60)


def test_what_is_missing_is_said(monkeypatch):
    monkeypatch.setattr(launch, "find_spec", lambda name: None)
    assert "pip install" in why_not_here()
