"""Games between settings."""

import pytest

from kiebitz.core.table_design import TableDesign
from kiebitz.lab.games import MatchResult, Side, play_match
from kiebitz.lab.progress import Progress

NODES = 300


def test_equals_at_fixed_nodes_share_every_pair():
    result = play_match("equals", Side(nodes=NODES), Side(nodes=NODES), 2, Progress())
    assert result.pairs == (0, 0, 2, 0, 0)
    assert result.games == 4
    assert result.score == 0.5


def test_more_nodes_win():
    result = play_match("nodes", Side(nodes=20 * NODES), Side(nodes=NODES), 2, Progress())
    assert result.score > 0.5


def test_false_hits_are_counted():
    narrow = Side(nodes=NODES, hash_mb=1, design=TableDesign(key_bits=4, verify="count"))
    assert play_match("narrow keys", narrow, Side(nodes=NODES), 1, Progress()).false_hits > 0
    assert play_match("default", Side(nodes=NODES), Side(nodes=NODES), 1, Progress()).false_hits == 0


def test_elo_of_a_result():
    result = MatchResult(pairs=(0, 5, 10, 25, 10), moves=0, false_hits=0)
    assert result.score == pytest.approx(0.7)
    assert result.elo.low < 147.2 < result.elo.high
