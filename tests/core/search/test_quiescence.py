"""Quiescence: captures until nothing hangs, every evasion in check, and what each pruning leaves out."""

import chess
import pytest

from kiebitz.core.value import MATE
from traced_node import ALONE, HIGH, TABLE, TracedNode, kinds_of

# White's rook can take a pawn that a pawn guards, or a knight that nobody does; nothing else is to be taken.
FEN = "4k3/8/2p5/3p4/8/n2R4/8/3QK3 b - - 0 1"


def quiet_down(fen, path, alpha=-HIGH, beta=HIGH, known=None, **values):
    """A node at the horizon; ``path`` leads to it."""
    node = TracedNode(fen, path, known=known, **(ALONE | values)).search(0, alpha, beta)
    assert set(kinds_of(node.rows)) == {"quiescence"}
    return node


def after_a_king_move(**more):
    """The node one move of Black's king later, for a search below begins with a move."""
    return quiet_down(FEN, ("e8f8",), **more)


def test_captures_and_promotions_are_played_and_nothing_else():
    assert after_a_king_move().moves == ["d3a3", "d3d5"]
    promoting = quiet_down("8/4P3/8/8/8/k7/7p/4K3 b - - 0 1", ("a3a2",))
    assert promoting.moves[0] == "e7e8q"
    assert set(promoting.moves) == {"e7e8q", "e7e8r", "e7e8b", "e7e8n"}


def test_nobody_out_of_check_is_forced_to_capture():
    node = after_a_king_move(alpha=-HIGH, beta=-HIGH + 1)
    assert (node.reason, node.value) == ("stand pat", node.row["evaluation"])
    quiet = quiet_down("4k3/8/8/3p4/8/8/8/4K3 b - - 0 1", ("e8f8",))
    assert (quiet.moves, quiet.value) == ([], quiet.row["evaluation"])


def test_a_bound_of_the_table_stands_pat_if_it_knows_better():
    known = {(): {"value": 1500, "depth": 3, "bound": 2}}
    options = TABLE | {"table_cutoffs": 0}
    assert after_a_king_move(known=known, beta=1400, **options).reason == "stand pat"
    upper = {(): {"value": 1500, "depth": 3, "bound": 1}}
    assert after_a_king_move(known=upper, beta=1400, **options).reason != "stand pat"
    assert after_a_king_move(known=known, alpha=1399, beta=1400, **TABLE).reason == "table hit"


def test_in_check_every_evasion_is_tried_and_mate_is_seen():
    node = quiet_down("4k3/8/8/8/8/8/3r4/R3K3 b - - 0 1", ("d2e2",))
    assert set(node.moves) == {move.uci() for move in node.board.legal_moves}
    mated = quiet_down("r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1", ("a8a1",))
    assert (mated.reason, mated.value) == ("mated", -MATE + 1)


def test_a_capture_that_loses_material_is_left_out():
    assert after_a_king_move(exchange_pruning=1).moves == ["d3a3"]
    assert after_a_king_move(exchange_pruning=1, exchange_threshold=-1000).moves == ["d3a3", "d3d5"]


def test_a_capture_that_can_not_reach_alpha_is_left_out():
    static = int(after_a_king_move().row["evaluation"])
    # With the margin of 180 a pawn is too little to gain 400, a knight too little to gain 600.
    assert after_a_king_move(delta_pruning=1, alpha=static + 400).moves == ["d3a3"]
    assert after_a_king_move(delta_pruning=1, alpha=static + 600).moves == []
    # One that checks may be worth more than it takes.
    checking = quiet_down("3k4/8/8/3p4/8/8/8/3RK3 b - - 0 1", ("d8d7",), alpha=1500, delta_pruning=1)
    assert checking.moves == ["d1d5"]


def test_draws_end_it():
    shuffle = ("g1f3", "g8f6", "f3g1", "f6g8", "g1f3")
    assert quiet_down(chess.STARTING_FEN, shuffle).reason == "draw by rule"
    assert quiet_down("4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", ("e1e2",)).reason == "draw by rule"


@pytest.mark.parametrize(("alpha", "beta"), [(-50, -49), (500, 501), (-HIGH, HIGH)])
def test_the_value_is_a_bound_beside_the_window_and_exact_within(alpha, beta):
    exact = after_a_king_move().value
    value = after_a_king_move(alpha=alpha, beta=beta).value
    if value <= alpha:
        assert exact <= value
    elif value >= beta:
        assert exact >= value
    else:
        assert value == exact
