"""The phase falls from 24 to 0 as pieces come off."""

import pytest

from evaluated import taken_apart
from kiebitz.core.chess.position import START_FEN


@pytest.mark.parametrize(
    ("fen", "phase"),
    [
        (START_FEN, 24),
        ("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 20),
        ("rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1", 22),
        ("r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 23),
        ("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", 0),
        ("QQQQk3/8/8/8/8/8/8/QQQQK3 b - - 0 1", 24),
    ],
)
def test_phase(fen, phase):
    assert taken_apart(fen).phase == phase
