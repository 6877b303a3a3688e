"""A move's 16 bits as text; what the text means on a board is test_notation's."""

import pytest

from kiebitz import Engine, Limit
from kiebitz.core.chess.move import NO_MOVE, NULL_MOVE, NULL_MOVE_TEXT, uci_text
from kiebitz.core.chess.notation import move_text
from kiebitz.core.chess.position import Position

A1, B1, D1, E1, G1, H1, E7, E8 = 0, 1, 3, 4, 6, 7, 52, 60
PROMOTION, CASTLING = 1 << 14, 3 << 14
QUEEN, KNIGHT = 3 << 12, 0


def code(origin: int, target: int, rest: int = 0) -> int:
    return origin | target << 6 | rest


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (code(E7, E8), "e7e8"),
        (code(E7, E8, PROMOTION | QUEEN), "e7e8q"),
        (code(E7, E8, PROMOTION | KNIGHT), "e7e8n"),
        (NO_MOVE, NULL_MOVE_TEXT),
        (NULL_MOVE, NULL_MOVE_TEXT),
    ],
)
def test_a_move_is_written_alike_in_every_variant(move, text):
    assert uci_text(move, False) == uci_text(move, True) == text


@pytest.mark.parametrize(
    ("king", "rook", "standard", "chess960"),
    [
        (E1, H1, "e1g1", "e1h1"),
        (E1, A1, "e1c1", "e1a1"),
        # From elsewhere than in standard chess the king's step could be a step: it takes its rook in both.
        (E1, B1, "e1b1", "e1b1"),
        (D1, H1, "d1h1", "d1h1"),
    ],
)
def test_castling_is_written_as_the_variant_wants_it(king, rook, standard, chess960):
    move = code(king, rook, CASTLING)
    assert (uci_text(move, False), uci_text(move, True)) == (standard, chess960)
    assert move_text(Position(), move) == standard


def test_a_trace_writes_castling_as_its_search_does():
    """With a rook from b1 the trace once wrote e1c1, which is another move."""
    with Engine(hash_mb=1) as engine:
        trace = engine.trace("4k3/8/8/8/8/8/8/1R2K3 w B - 0 1", Limit(depth=2), searchmoves=["e1b1"])
    firsts = {trace.moves(row)[0] for row in range(len(trace)) if trace.rows["ply"][row] == 1}
    assert firsts == {trace.info.best_move} == {"e1b1"}
