"""The critical tree of real positions: what it consists of, and that reruns reach it."""

import chess
import pytest

from kiebitz.engine import Engine
from kiebitz.engine.limit import Limit
from kiebitz_claims.experiments.l4_search_against_critical_tree import PLAIN, real_search, variants
from kiebitz_claims.measuring.critical_tree import critical_tree
from kiebitz_claims.measuring.positions import PHASES, phase_positions


@pytest.mark.parametrize("phase", PHASES)
def test_the_rerun_is_smaller_and_refutes_with_the_first_move(phase):
    fen = phase_positions(phase, 1)[0].fen
    plain, critical = critical_tree(fen, 4, PLAIN)
    assert critical.value == plain.value == real_search(fen, 4, PLAIN)["value"]
    assert critical.to_horizon < plain.to_horizon
    assert critical.first > 0.99
    assert critical.inner + critical.leaves <= critical.all


def test_depth_two_is_one_answer_for_each_move_and_all_answers_to_the_best():
    """Two plies: the critical leaves are every answer to the first move, and one answer to every other move."""
    fen = phase_positions("opening", 1)[0].fen
    board = chess.Board(fen)
    _, critical = critical_tree(fen, 2, PLAIN)
    moves = board.legal_moves.count()
    answers = []
    for move in board.legal_moves:
        board.push(move)
        answers.append(board.legal_moves.count())
        board.pop()
    assert critical.inner == 1 + moves
    assert critical.leaves - (moves - 1) in answers


def test_a_tree_is_no_smaller_than_what_a_real_exact_search_visits_at_best():
    fen = phase_positions("ending", 1)[0].fen
    _, critical = critical_tree(fen, 4, PLAIN)
    assert real_search(fen, 4, PLAIN)["last"] >= critical.to_horizon


@pytest.mark.check
def test_what_other_searches_leave_leads_to_cheaper_refutations():
    fen = "r4k2/ppp3pp/8/8/1P1P2bP/1B2P3/1P5P/R5K1 b - - 0 25"
    settings = dict(variants())["+ null windows (PVS)"]
    (plain, alone), (same, least) = critical_tree(fen, 6, PLAIN), critical_tree(fen, 6, PLAIN, before=[settings])
    assert same == plain
    assert least.value == alone.value
    assert least.to_horizon < alone.to_horizon


def test_the_value_is_that_of_the_engine():
    fen = phase_positions("middlegame", 1)[0].fen
    with Engine(**PLAIN) as engine:
        expected = engine.analyse(fen, Limit(depth=3)).score.centipawns
    assert critical_tree(fen, 3, PLAIN)[1].value == expected
