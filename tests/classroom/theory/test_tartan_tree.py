"""What the article states, one by one."""

import chess

from kiebitz.classroom.theory.algorithms import ALGORITHMS
from kiebitz.classroom.theory.minimax import best_move_white
from kiebitz.classroom.theory.node import leaves, true_values, walk
from kiebitz.classroom.theory.tartan_tree import (
    ALPHA_CUTS,
    BETA_CUTS,
    EVALUATIONS_WITH_CUTS,
    EVALUATIONS_WITHOUT_CUTS,
    STATED_MOVES,
    STATED_VALUES,
    tartan_tree,
)
from kiebitz.classroom.theory.watch import Visits, Watch

NODES = {node.number: node for node in walk(tartan_tree())}


def test_form():
    root = tartan_tree()
    assert len(NODES) == 31
    assert sum(1 for _ in leaves(root)) == EVALUATIONS_WITHOUT_CUTS
    assert all(len(node.children) == 2 for node in NODES.values() if not node.is_leaf)


def test_stated_moves_and_values():
    moves = {number: NODES[number].move for number in STATED_MOVES}
    assert moves == {2: "e2-e4", 4: "b1-c3", 5: "b8-c6", 6: "g8-f6", 7: "g1-f3", 8: "d7-d6"}
    values = true_values(tartan_tree())
    stated = {number: values[number] for number in STATED_VALUES}
    assert stated == {1: 0, 2: 0, 3: 0, 4: 0, 5: 0, 6: 36, 7: -36, 8: -8, 9: -36}
    assert best_move_white(tartan_tree(), Watch()) == (0, "e2-e4")


def test_the_cuts_are_where_the_article_has_them():
    visits = Visits()
    assert ALGORITHMS["alphabeta"].run(tartan_tree(), visits) == 0
    assert visits.leaves == EVALUATIONS_WITH_CUTS
    cut = {n for n in visits.nodes if any(child.number not in visits.nodes for child in NODES[n].children)}
    assert cut == ALPHA_CUTS | BETA_CUTS
    assert {number for number in cut if NODES[number].is_max} == BETA_CUTS


def test_every_line_can_be_played():
    parents = {child.number: node for node in NODES.values() for child in node.children}
    for leaf in leaves(tartan_tree()):
        line = []
        while leaf.number in parents:
            line.append(leaf.move)
            leaf = parents[leaf.number]
        board = chess.Board()
        for move in reversed(line):
            assert (move[2] == "x") == board.is_capture(chess.Move.from_uci(move[:2] + move[3:]))
            board.push_uci(move[:2] + move[3:])
