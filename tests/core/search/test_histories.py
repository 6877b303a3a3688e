"""Histories: what refutes gains, what was tried before it loses; each only where it is switched on."""

import chess
import pytest

from kiebitz import Engine, Limit
from kiebitz.core import parameters
from kiebitz.core.chess.position import Position
from kiebitz.core.search import subtree
from kiebitz.core.search.iterative_deepening import think
from kiebitz.core.search.limits import SearchLimits
from kiebitz.core.search.shared import Shared
from kiebitz.core.search.worker import Worker
from kiebitz.core.table.table import Table
from traced_node import ALONE, HIGH, MIDDLEGAME, TracedNode, move_code

FEN, PATH = "4k3/pp3p2/8/3n4/8/2B5/PP4P1/4K3 b - - 0 1", ("a7a6",)
OFF = {"history": 0, "continuation_history": 0, "capture_history": 0, "correction_history": 0}


def order(node):
    """The node's moves in the order to try them."""
    return [subtree.path_text(node.root, (*node.path, move))[-1] for move, _ in node.expand(5, -HIGH, HIGH)[5]]


@pytest.mark.parametrize("name", ["history", "continuation_history"])
def test_a_quiet_move_that_refuted_is_tried_early_and_those_before_it_late(name):
    node = TracedNode(FEN, PATH, **(ALONE | {name: 1, "check_bonus": 0}))
    value = node.search(1, -HIGH, HIGH).value
    assert node.search(1, value - 1, value).reason == "beta cut"
    *failed, refutation = node.moves
    assert failed
    after = order(node)
    assert after[0] == refutation
    assert set(after[-len(failed) :]) == set(failed)


@pytest.mark.parametrize("is_on", [True, False])
def test_a_move_out_of_an_attack_has_a_history_of_its_own(is_on):
    """The bishop refutes where the knight attacks it; that says nothing of where the knight has gone."""
    node = TracedNode(FEN, PATH, **(ALONE | {"history": 1, "threat_history": is_on, "check_bonus": 0}))
    value = node.search(1, -HIGH, HIGH).value
    refutation = node.search(1, value - 1, value).moves[-1]
    assert refutation == "c3d4"
    assert order(node)[0] == refutation
    node.path = (move_code("d5b6"),)
    assert (order(node)[0] == refutation) == (not is_on)


def test_a_quiet_move_after_which_the_evaluation_is_better_is_tried_earlier():
    """No move refutes, so that nothing but the evaluations is learned from."""
    options = ALONE | {"history": 1, "evaluation_history": 1, "evaluation_bonus_slope": 1, "check_bonus": 0}
    node = TracedNode(FEN, PATH, **options)
    assert node.search(2, HIGH, HIGH + 1).reason == "all moves searched"
    captures = {move.uci() for move in node.board.generate_legal_captures()}
    after = {move: int(node.row_of(move)["evaluation"]) for move in node.moves if move not in captures}
    tried = [after[move] for move in order(node) if move in after]
    assert len(set(tried)) > 5
    assert tried == sorted(tried), "the evaluation is the opponent's view"
    node.worker.new_game()
    subtree.begin(node.worker)
    assert [after[move] for move in order(node) if move in after] != sorted(tried)


def test_a_new_game_forgets_them():
    node = TracedNode(FEN, PATH, **(ALONE | {"history": 1, "continuation_history": 1, "check_bonus": 0}))
    fresh = order(node)
    for alpha in (-300, -100, 0):
        node.search(4, alpha, alpha + 1)
    assert order(node) != fresh
    node.worker.new_game()
    subtree.begin(node.worker)
    assert order(node) == fresh


def test_switched_off_they_neither_learn_nor_speak():
    """Then it is of no effect how much would have been learned; nor what was, before they were switched off."""
    nodes = []
    for slope in (1, 2000):
        with Engine(hash_mb=4, history_bonus_slope=slope, **OFF) as engine:
            nodes.append(engine.analyse(MIDDLEGAME, Limit(depth=8)).nodes)
    assert nodes[0] == nodes[1]
    with Engine(hash_mb=4, killers=0, counter_moves=0, transposition_table=0) as engine:
        engine.analyse(MIDDLEGAME, Limit(depth=6))
        engine.configure(**OFF)
        late = engine.analyse(MIDDLEGAME, Limit(depth=5)).nodes
        engine.new_game()
        assert engine.analyse(MIDDLEGAME, Limit(depth=5)).nodes == late


def test_an_entry_never_exceeds_its_limit():
    """However often the same move refutes: the bonus is a share of the room left, so no sum overflows 16 bits."""
    options = {"history": 1, "history_limit": 30_000, "history_bonus_slope": 2000, "history_bonus_limit": 20_000}
    node = TracedNode(FEN, PATH, **(ALONE | options | {"check_bonus": 0}))
    value = node.search(3, -HIGH, HIGH).value
    for _ in range(60):
        node.search(3, value - 1, value)
    assert order(node)[0] == node.moves[-1], "an overflow would have put it last"


def test_a_crew_learns_together_and_forgets_together():
    table, shared = Table(1), Shared()
    shared.enlist(2)
    leader, helper = Worker(table, shared), Worker(table, shared, 1)

    def nodes_of(worker):
        before = 0 if worker is leader else shared.node_count
        table.clear()
        worker.prepare(Position(MIDDLEGAME), SearchLimits(depth=7))
        think(worker)
        return shared.node_count - before

    fresh = nodes_of(leader)
    taught = nodes_of(helper)
    assert taught != fresh, "the helper knows what the leader learned"
    for worker in (leader, helper):
        worker.new_game()
    assert nodes_of(leader) == fresh
    for worker in (leader, helper):
        worker.new_game()
    assert nodes_of(leader) == fresh
    assert nodes_of(helper) == taught


@pytest.mark.parametrize("is_on", [True, False])
def test_a_move_that_no_answer_refutes_gains_more_than_one_that_refutes(is_on):
    """By so much that it is tried before a safe check, whose bonus lies between."""
    options = ALONE | {"history": 1, "history_bonus_slope": 100, "unanswered_history": is_on}
    node = TracedNode("4k3/8/8/8/8/8/R7/4K2N b - - 0 1", ("e8f8",), **options, check_bonus=0)
    assert node.search(2, -HIGH, 1 - HIGH).reason == "beta cut"
    (refutation,) = node.moves
    node.worker.configure(parameters.complete({"evaluation": "classical"}) | options | {"check_bonus": 225})
    assert not node.board.gives_check(chess.Move.from_uci(refutation))
    first = order(node)[0]
    assert first == refutation if is_on else node.board.gives_check(chess.Move.from_uci(first))
