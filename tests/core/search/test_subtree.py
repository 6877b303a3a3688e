"""The search in pieces: what the pieces find is what the whole search finds."""

import threading
import time

import chess
import pytest

from kiebitz.core import parameters
from kiebitz.core.chess.notation import MoveError
from kiebitz.core.search import subtree
from kiebitz.core.search.shared import Shared
from kiebitz.core.search.worker import Worker, score_of
from kiebitz.core.table.table import Table
from kiebitz.engine import START_FEN, Engine, position_from
from kiebitz.engine.bench import POSITIONS
from kiebitz.engine.limit import Limit

INFINITE = 32001
NULL_MOVE = 65
# What makes a value depend on windows, order or memory.
PLAIN = dict.fromkeys(
    (
        *("transposition_table", "hash_move", "killers", "history", "counter_moves", "continuation_history"),
        *("capture_history", "null_move", "late_move_reductions", "reverse_futility", "futility", "razoring"),
        *("late_move_pruning", "history_pruning", "exchange_skipping", "internal_reductions", "singular_extension"),
        "delta_pruning",
    ),
    0,
)
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


@pytest.mark.parametrize("fen", POSITIONS[:33:2])
def test_a_tree_in_pieces_has_the_value_of_the_whole(fen):
    worker = make_worker(**PLAIN)
    root = position_from(fen)
    score = Engine(hash_mb=1, **{name: bool(value) for name, value in PLAIN.items()}).analyse(fen, Limit(depth=4)).score
    for leaf_depth in (1, 3):
        value = alpha_beta(worker, root, (), 4, -INFINITE, INFINITE, 4, leaf_depth)
        assert score_of(value) == (score.centipawns, score.mate)


def test_children_are_the_legal_moves():
    worker = make_worker(**PLAIN)
    for fen in (START_FEN, KIWIPETE):
        root = position_from(fen)
        moves = subtree.expand(worker, root, (), 4, -INFINITE, INFINITE, 4, False)[5]
        texts = {subtree.path_text(root, (move,))[0] for move, _ in moves}
        assert texts == {move.uci() for move in chess.Board(fen).legal_moves}


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

    assert bounds("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1") == (-32000, -32000)
    assert bounds("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1") == (0, 0)
    # A repetition within the path.
    knights = [(1 | 18 << 6), (57 | 42 << 6), (18 | 1 << 6), (42 | 57 << 6)]
    assert bounds(START_FEN, tuple(knights)) == (-INFINITE, INFINITE)
    assert bounds(START_FEN, (*knights, knights[0])) == (0, 0)


def test_mates_are_counted_from_the_root():
    worker = make_worker()
    root = position_from("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
    mate = 0 | 56 << 6
    value, nodes, _ = subtree.search_below(worker, root, (mate,), 2, -INFINITE, INFINITE, 3, False)
    assert value == -31999
    assert nodes >= 1


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
    time.sleep(0.2)
    shared.stop()
    thread.join(30)
    assert not thread.is_alive()
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
