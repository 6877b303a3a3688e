"""What is attacked by less, or badly defended, is threatened."""

import pytest

from kiebitz.core.chess.position import Position
from kiebitz.core.evaluation.classical.weighted_sum import explain


def dynamic(fen: str) -> int:
    """Middlegame value of White's dynamic features."""
    return explain(Position(fen))["dynamic"][0][0]


@pytest.mark.parametrize(
    ("threat", "none"),
    [
        pytest.param("6k1/5ppp/4n3/3P4/8/8/5PPP/6K1", "6k1/5ppp/4n3/8/3P4/8/5PPP/6K1", id="pawn on knight"),
        pytest.param("6k1/5ppp/4n3/8/3P4/8/5PPP/6K1", "6k1/5ppp/4n3/8/2P5/8/5PPP/6K1", id="pawn step"),
        pytest.param("6k1/2q2ppp/8/3N4/8/8/5PPP/6K1", "6k1/1q3ppp/8/3N4/8/8/5PPP/6K1", id="knight on queen"),
        pytest.param("6k1/3q1ppp/8/8/8/8/5PPP/3R2K1", "6k1/4qppp/8/8/8/8/5PPP/3R2K1", id="rook on queen"),
        pytest.param("6k1/3n1ppp/8/8/8/8/5PPP/3R2K1", "6k1/3n1ppp/4p3/8/8/8/5PPP/2R3K1", id="hanging"),
        pytest.param("8/6kp/8/8/3n4/3K4/7P/8", "8/6k1/8/4p3/3n4/3K4/7P/8", id="king"),
    ],
)
def test_a_threat_is_worth_something(threat, none):
    assert dynamic(f"{threat} w - - 0 1") > dynamic(f"{none} w - - 0 1")
