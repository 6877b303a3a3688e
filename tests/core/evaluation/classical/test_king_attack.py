"""Several attackers are dangerous, one is not, and a queen makes the difference."""

from kiebitz.core.chess.position import Position
from kiebitz.core.evaluation.classical.weighted_sum import explain


def dynamic(fen: str) -> int:
    """Middlegame value of White's dynamic features."""
    return explain(Position(fen))["dynamic"][0][0]


def test_attackers_multiply():
    """A second attacker is worth more beside the first than alone."""
    none = dynamic("r1b2rk1/5p2/8/8/8/8/PPPQ1PPP/R2B2K1 w - - 0 1")
    queen = dynamic("r1b2rk1/5p2/8/7Q/8/8/PPP2PPP/R2B2K1 w - - 0 1")
    bishop = dynamic("r1b2rk1/5p2/8/8/8/3B4/PPPQ1PPP/R5K1 w - - 0 1")
    both = dynamic("r1b2rk1/5p2/8/7Q/8/3B4/PPP2PPP/R5K1 w - - 0 1")
    assert both - none > (queen - none) + (bishop - none) + 30


def test_a_bare_king_is_attacked_more_easily():
    covered = dynamic("r4rk1/5ppp/8/7Q/8/3B4/5PPP/R5K1 w - - 0 1")
    bare = dynamic("r4rk1/5p2/8/7Q/8/3B4/5PPP/R5K1 w - - 0 1")
    assert bare > covered + 40


def test_without_a_queen_there_is_little_danger():
    with_queens = dynamic("3q1rk1/5p2/8/7Q/8/3B1R2/5PPP/6K1 w - - 0 1")
    without = dynamic("3q1rk1/5p2/8/8/8/3B1R2/5PPP/6K1 w - - 0 1")
    assert with_queens > without + 80
