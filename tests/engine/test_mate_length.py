"""The length that counts: futile interpositions left out, real ones not."""

import pytest

from full_width import known_problems
from kiebitz.engine.mate_length import counted_plies
from kiebitz.engine.mate_solver import MateSolver, longest_line
from kiebitz.engine.positions import position_named

# Of these the shortest proof, ply by ply, is not the one that counts least.
OTHERWISE = {
    "6Snl/5+Rg1k/6pps/9/9/9/9/9/8L b r2b3g2s3n2l16p 1": 3,
    "l6nl/3+R1pk2/3p3gp/p1p3p2/1p1nsN3/2P3P1P/PP1P1S3/1SG2GK2/LN6L b BGPrbs4p 1": 7,
}
PROBLEMS = [(sfen, OTHERWISE.get(sfen, plies)) for sfen, has_mate, plies, _ in known_problems() if has_mate]


def proof(sfen):
    """The shortest proof of a problem."""
    solver = MateSolver(16)
    assert solver.solve(sfen, exact=True).is_exact
    return position_named(sfen), solver.book(sfen)


@pytest.mark.parametrize(("sfen", "plies"), PROBLEMS[::12])
def test_collections_count_so(sfen, plies):
    assert counted_plies(*proof(sfen)) == plies


@pytest.mark.nightly
@pytest.mark.parametrize(("sfen", "plies"), PROBLEMS)
def test_all_problems(sfen, plies):
    assert counted_plies(*proof(sfen)) == plies


@pytest.mark.check
def test_a_rook_far_off_is_taken_for_a_mate_in_one():
    """A drop on each square between puts the mate off: thirteen plies, of which one counts."""
    sfen = "k8/9/1K7/9/9/9/8B/8B/9 b 2r4g4s4n4l18p 1"
    start, book = proof(sfen)
    assert len(longest_line(start, book)) == 13
    assert counted_plies(start, book) == 1


@pytest.mark.parametrize(
    ("sfen", "strict", "counted"),
    [
        ("5p1kg/6R2/5R3/8p/9/9/9/9/9 b NP2b15p 1", 3, 1),
        ("7k1/9/7G1/6l2/9/9/9/9/9 b 2B4s4n 1", 5, 3),
        # A man that is taken mates later.
        ("5Gg1k/9/6R2/9/9/9/9/9/9 b NLr2g 1", 7, 7),
    ],
)
def test_what_is_interposed_counts_if_the_man_is_needed(sfen, strict, counted):
    start, book = proof(sfen)
    assert len(longest_line(start, book)) == strict
    assert counted_plies(start, book) == counted
