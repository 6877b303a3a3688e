"""The search in pieces: what the pieces find is what the whole search finds."""

import threading

import chess
import pytest

from kiebitz.core import parameters
from kiebitz.core.chess.move import NULL_MOVE
from kiebitz.core.chess.notation import MoveError
from kiebitz.core.search import subtree
from kiebitz.core.search.shared import Shared
from kiebitz.core.search.worker import Worker
from kiebitz.core.table.table import Table
from kiebitz.core.value import INFINITE, MATE, NO_VALUE
from kiebitz.engine import START_FEN, Engine, position_from
from kiebitz.engine.bench import POSITIONS
from kiebitz.engine.limit import Limit
from kiebitz.engine.score import Score
from kiebitz.engine.trace import KINDS
from processes import wait_until
from traced_node import ALONE, HIGH, MIDDLEGAME, QUIET_PATH, SEARCHED, TABLE, TracedNode, move_code

PLAIN = parameters.without(parameters.Spoils.VALUES)
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def make_worker(**values):
    worker = Worker(Table(1), Shared())
    worker.configure(parameters.defaults() | values)
    subtree.begin(worker)
    subtree.rearm(worker)
    return worker


def alpha_beta(worker, root, path, depth, alpha, beta, iteration, leaf_depth):
    """Plain alpha-beta above ``leaf_depth``, one call of the search below."""
    if path and depth <= leaf_depth:
        return subtree.search_below(worker, root, path, depth, alpha, beta, iteration, False)[0]
    lower, upper, _, depth, _, moves = subtree.expand(worker, root, path, depth, alpha, beta, iteration, False)
    if lower == upper:
        return lower
    best = -INFINITE
    for move, reduction in moves:
        assert reduction == 0
        below = (*path, move)
        value = alpha_beta(worker, root, below, depth - 1, -beta, -max(alpha, best), iteration, leaf_depth)
        best = max(best, -value)
        if best >= beta:
            break
    return best


@pytest.mark.parametrize("fen", POSITIONS[:33:6])
def test_a_tree_in_pieces_has_the_value_of_the_whole(fen):
    worker = make_worker(**PLAIN)
    root = position_from(fen)
    score = Engine(hash_mb=1, **{name: bool(value) for name, value in PLAIN.items()}).analyse(fen, Limit(depth=4)).score
    for leaf_depth in (1, 3):
        value = alpha_beta(worker, root, (), 4, -INFINITE, INFINITE, 4, leaf_depth)
        assert Score.of_value(value) == score


def test_late_moves_are_reduced_and_a_good_position_may_pass():
    worker = make_worker()
    root = position_from(KIWIPETE)
    moves = subtree.expand(worker, root, (), 12, -INFINITE, INFINITE, 12, False)[5]
    assert moves[0][1] == 0
    assert max(reduction for _, reduction in moves) > 0
    first = (moves[0][0],)
    passing = subtree.expand(worker, root, first, 11, -1001, -1000, 12, True)[4]
    assert passing is not None
    assert passing < 10
    assert subtree.expand(worker, root, (*first, NULL_MOVE), 8, 999, 1000, 12, True)[4] is None
    assert subtree.expand(worker, root, first, 11, -1000, 1000, 12, False)[4] is None


def test_ends_of_games_are_known_without_search():
    worker = make_worker()

    def bounds(fen, path=()):
        return subtree.expand(worker, position_from(fen), path, 5, -INFINITE, INFINITE, 5, False)[:2]

    assert bounds("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1") == (-MATE, -MATE)
    assert bounds("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1") == (0, 0)
    # A repetition within the path.
    knights = [(1 | 18 << 6), (57 | 42 << 6), (18 | 1 << 6), (42 | 57 << 6)]
    assert bounds(START_FEN, tuple(knights)) == (-INFINITE, INFINITE)
    assert bounds(START_FEN, (*knights, knights[0])) == (0, 0)


def test_a_stop_is_obeyed_and_taken_back():
    shared = Shared()
    worker = Worker(Table(1), shared)
    subtree.begin(worker)
    subtree.rearm(worker)
    root = position_from(KIWIPETE)
    path = (subtree.expand(worker, root, (), 5, -INFINITE, INFINITE, 5, False)[5][0][0],)
    found = []

    def search(depth):
        found.append(subtree.search_below(worker, root, path, depth, -INFINITE, INFINITE, 60, False))

    thread = threading.Thread(target=search, args=(60,))
    thread.start()
    wait_until(lambda: shared.node_count)
    shared.stop()
    thread.join()
    assert found.pop()[0] is None
    subtree.rearm(worker)
    search(3)
    value, _, line = found.pop()
    assert value is not None
    assert len(subtree.path_text(root, (*path, *line))) == 1 + len(line)


def test_what_can_not_be_walked_is_refused():
    worker = make_worker()
    root = position_from(START_FEN)
    with pytest.raises(MoveError, match="not legal"):
        subtree.search_below(worker, root, (12 | 36 << 6,), 3, -10, 10, 5, False)
    checked = position_from("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")
    with pytest.raises(MoveError, match="in check"):
        subtree.expand(worker, checked, (NULL_MOVE,), 3, -10, 10, 5, False)
    with pytest.raises(MoveError, match="too long"):
        subtree.search_below(worker, root, (NULL_MOVE,) * 200, 3, -10, 10, 5, False)
    for path, alpha, beta in (((), 0, 1), ((NULL_MOVE,), 1, 1), ((NULL_MOVE,), -40000, 1)):
        with pytest.raises(ValueError, match="nothing to search"):
            subtree.search_below(worker, root, path, 3, alpha, beta, 5, False)


def test_a_game_is_told_as_it_was_played():
    moves = ("e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "e1g1", "0000", "a2a3")
    fen, told = subtree.game_of(position_from(START_FEN, moves))
    assert told == moves
    assert position_from(fen, told).hash_key == position_from(START_FEN, moves).hash_key
    chess960 = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"
    assert subtree.game_of(position_from(chess960, ("f2f3",), chess960=True)) == (chess960, ("f2f3",))


FORESEEN = {"history": 0, "continuation_history": 0, "capture_history": 0, "counter_moves": 0} | {
    "correction_history": 0, "prob_cut": 0, "singular_extension": 0, "null_verification_phase": 0,
}  # fmt: skip
# White is two pieces up and nothing of his hangs.
WON = "4k3/5ppp/8/8/8/2N5/1B3PPP/4K3 b - - 0 1"
IN_TREE = KINDS.index("tree")


class BothWays(TracedNode):
    """One node as ``expand`` sees it and as its search, by the same worker right afterwards, is recorded."""

    def __init__(self, fen, path, *question, cut_node=False, seen_before=0, known=None, **values):
        """``seen_before``: plies of an earlier search of it."""
        super().__init__(fen, path, known=known, **(FORESEEN | values))
        if seen_before:
            self.search(seen_before, *question[1:], cut_node=cut_node)
        self.lower, self.upper, _, self.depth, self.null_depth, self.expected = self.expand(
            *question, cut_node=cut_node
        )
        self.search(*question, cut_node=cut_node)

    def agrees(self):
        """Hold the two against each other: bounds, children in order, reductions, depths."""
        alpha, beta = int(self.row["alpha"]), int(self.row["beta"])
        if self.reason in (*SEARCHED, "null move"):
            assert (self.lower, self.upper) == (-INFINITE, INFINITE)
            null_depths = [max(int(row["depth"]), 0) for row in self.passes if row["fresh"]]
            assert null_depths == ([] if self.null_depth is None else [self.null_depth])
        else:
            assert (self.lower >= beta) == (self.value >= beta)
            assert (self.upper <= alpha) == (self.value <= alpha)
            assert alpha + 1 == beta or self.lower == self.value == self.upper
            assert not self.expected
        if self.reason in SEARCHED:
            rows = self.first_searches
            searched = list(zip(rows["move"].tolist(), rows["reduction"].tolist(), strict=True))
            # A refutation hides the moves behind it.
            assert searched == list(self.expected)[: len(searched) if self.reason == "beta cut" else None]
            # One that was judged is not in check, and so not extended.
            judged = rows[(rows["kind"] == IN_TREE) & (rows["evaluation"] != NO_VALUE)]
            assert (judged["depth"] == self.depth - 1 - judged["reduction"]).all()
        return self


@pytest.mark.check
@pytest.mark.parametrize("cut_node", [True, False])
@pytest.mark.parametrize("depth", [2, 4, 6])
def test_a_node_in_pieces_has_the_children_that_its_search_has(depth, cut_node):
    """With every technique at once, about the value of the node and far from it."""
    reasons = set()
    for number, fen in enumerate(POSITIONS[:40:8]):
        board = chess.Board(fen)
        path = []
        for _ in range(2):
            moves = sorted(
                move.uci() for move in board.legal_moves if not board.is_castling(move) and not move.promotion
            )
            path.append(moves[7 * number % len(moves)])
            board.push_uci(path[-1])
        for alpha in (-300, -40, 60, 250):
            for seen_before in (0, depth - 1):
                node = BothWays(fen, path, depth, alpha, alpha + 1, cut_node=cut_node, seen_before=seen_before).agrees()
                reasons.add(node.reason)
    assert reasons >= ({*SEARCHED, "null move"} if depth > 2 else set(SEARCHED))


def test_near_the_fifty_move_draw_the_table_is_not_believed():
    """The key doesn't know the clock."""
    fen = "4k3/8/8/8/8/8/R7/4K3 w - - {} 80"
    known = {(): {"value": -500, "depth": 20, "bound": 1}}
    for halfmove, reason in ((80, "table hit"), (95, "all moves searched")):
        node = BothWays(fen.format(halfmove - 1), ("a2a1",), 2, 100, 101, known=known, **(ALONE | TABLE))
        assert node.agrees().reason == reason


def test_who_is_mated_by_the_hundredth_move_is_mated():
    node = BothWays("7k/8/6K1/8/8/8/8/5Q2 w - - 99 90", ("f1f8",), 3, -INFINITE, INFINITE)
    assert (node.agrees().reason, node.lower, node.upper) == ("mated", -MATE + 1, -MATE + 1)
    node = BothWays("7k/8/6K1/8/8/8/8/5Q2 w - - 99 90", ("f1f7",), 3, -INFINITE, INFINITE)
    assert (node.agrees().reason, node.lower, node.upper) == ("draw by rule", 0, 0)


@pytest.mark.parametrize(
    ("technique", "depth"), [("late_move_pruning", 3), ("futility", 3), ("see_pruning", 3), ("late_move_reductions", 5)]
)
@pytest.mark.parametrize("improving", [0, 1])
def test_the_same_moves_are_dismissed_or_reduced(technique, depth, improving):
    asked = (MIDDLEGAME, QUIET_PATH, depth, HIGH, HIGH + 1)
    off = BothWays(*asked, **(ALONE | {"improving": improving})).agrees()
    on = BothWays(*asked, **(ALONE | {"improving": improving, technique: 1})).agrees()
    assert off.reason == on.reason == "all moves searched"
    assert on.expected != off.expected


def test_a_check_is_answered_a_ply_deeper_and_without_a_table_move_one_is_taken_off():
    fen, path, window = START_FEN.replace("PPPPPPPP", "PPPP1PPP"), ("a2a3", "d7d6", "f1b5"), (HIGH, HIGH + 1)
    assert BothWays(fen, path, 4, *window, **(ALONE | {"check_extension": 1})).agrees().depth == 5
    reducing = ALONE | TABLE | {"internal_iterative_reduction": 1}
    assert BothWays(fen, path, 4, *window, cut_node=True, **reducing).agrees().depth == 3
    assert BothWays(fen, path, 4, *window, cut_node=False, **reducing).agrees().depth == 4
    assert BothWays(fen, path, 4, -HIGH, HIGH, **reducing).agrees().depth == 3


def test_the_pass_is_searched_to_the_same_depth():
    passing = ALONE | {"null_move": 1, "null_move_margin": 10_000}
    node = BothWays(MIDDLEGAME, QUIET_PATH, 6, -400, -399, **passing).agrees()
    assert (node.reason, node.null_depth) == ("null move", 1)
    assert BothWays(MIDDLEGAME, QUIET_PATH, 3, -400, HIGH, **passing).agrees().null_depth is None
    # Donninger passes in the principal variation, too.
    donninger = passing | {"null_move_policy": 1, "zugzwang_rule_1": 1, "zugzwang_rule_2": 1}
    assert BothWays(MIDDLEGAME, QUIET_PATH, 3, -400, 100, **donninger).agrees().null_depth == 0


def test_the_table_ends_a_node_that_is_not_principal():
    exact = {(): {"value": 30, "depth": 9, "bound": 3}}
    asked = (MIDDLEGAME, QUIET_PATH, 4, -100, 100)
    assert BothWays(*asked, known=exact, **(ALONE | TABLE)).agrees().reason in SEARCHED
    # Without null windows an open window says nothing about the variation.
    node = BothWays(*asked, known=exact, **(ALONE | TABLE | {"principal_variation_search": 0})).agrees()
    assert (node.reason, node.lower, node.upper) == ("table hit", 30, 30)


@pytest.mark.parametrize("technique", ["reverse_futility", "static_selectivity"])
def test_who_is_far_ahead_near_the_horizon_need_not_search(technique):
    asked = (3, 200, 201)
    node = BothWays(WON, ("f7f6", "f2f3", "g7g6"), *asked, **(ALONE | {technique: 1})).agrees()
    assert node.reason == technique.replace("_", " ")
    assert node.lower >= 201
    answer = BothWays(WON, ("f7f6",), *asked, **(ALONE | {technique: 1})).agrees()
    assert (answer.reason in SEARCHED) == (technique == "static_selectivity"), "it answers a root move"


def test_a_move_that_is_known_to_refute_ends_the_node():
    options = ALONE | TABLE | {"enhanced_transposition_cutoff": 1}
    known = {("h7h6",): {"value": -90, "depth": 9, "bound": 1}}
    node = BothWays(MIDDLEGAME, QUIET_PATH, 4, 40, 41, known=known, **options).agrees()
    assert (node.reason, node.lower) == ("transposition cutoff", 90)
    assert BothWays(MIDDLEGAME, QUIET_PATH, 4, 90, 91, known=known, **options).agrees().reason in SEARCHED


def test_no_shorter_mate_is_looked_for():
    for alpha, beta in ((MATE - 2, MATE - 1), (-MATE + 1, -MATE + 2)):
        node = BothWays(MIDDLEGAME, ("e7e5", "f4f5"), 5, alpha, beta)
        assert node.agrees().reason == "mate distance"
    assert BothWays(MIDDLEGAME, ("e7e5", "f4f5"), 5, -MATE + 2, -MATE + 3).agrees().reason != "mate distance"


def test_the_root_reduces_what_its_own_search_reduces():
    """By number, as no move captures here; and no check, wherever it stands."""
    fen, depth = "4k3/8/8/8/8/8/R7/4K2N w - - 0 1", 8
    checks = {move_code("a2a8"), move_code("a2e2")}
    options = ALONE | {"late_move_reductions": 1}
    with Engine(hash_mb=1, **options) as engine:
        rows = engine.trace(fen, Limit(depth=depth)).last_iteration().rows
    searched = rows[(rows["parent"] == 0) & (rows["fresh"] == 1)]
    asked = (position_from(fen), (), depth, -INFINITE, INFINITE, depth, False)
    children = subtree.expand(make_worker(**options), *asked)[5]
    of_search = list(zip(searched["move"].tolist(), searched["reduction"].tolist(), strict=True))
    assert {reduction for move, reduction in (*children, *of_search) if move in checks} == {0}
    by_number = [
        (one, other)
        for (move, one), (rival, other) in zip(children, of_search, strict=True)
        if not {move, rival} & checks
    ]
    assert all(one == other for one, other in by_number)
    assert max(by_number) >= (1, 1)
