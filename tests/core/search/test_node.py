"""The search's contract: exact values where they can be known, the same tree twice, every limit obeyed."""

import random
import time

import chess
import pytest

from kiebitz import Engine, Limit
from kiebitz.core import parameters
from kiebitz.core.evaluation.classical.weighted_sum import MODULE_NAMES
from kiebitz.core.value import MATE

SWITCHES = [t.name for t in parameters.TABLE if (t.minimum, t.maximum) == (0, 1) and not t.names]
# Modules of the evaluation, and rules of a null move policy that is not the default, have tests of their own.
TECHNIQUES = [name for name in SWITCHES if name not in MODULE_NAMES and not name.startswith("zugzwang_rule")]
PLAIN = dict.fromkeys(TECHNIQUES, 0)

MATES = [
    ("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", 1, "a1a8"),
    ("8/5R2/2K1P3/4k3/8/b1PPpp1B/5p2/8 w - - 0 1", 2, "c6d7"),
    ("5K2/8/2qk4/2nPp3/3r4/6B1/B7/3R4 w - e6 0 1", 1, "d5e6"),
    ("r1b2r1k/pp1p2pp/2p5/2B1q3/8/8/P1PN2PP/R4RK1 w - - 0 18", 1, "f1f8"),
]


@pytest.fixture
def engine():
    with Engine(hash_mb=4) as engine:
        yield engine


@pytest.mark.parametrize(("fen", "mate", "move"), MATES)
def test_mates_are_found_with_their_distance(engine, fen, mate, move):
    info = engine.analyse(fen, Limit(depth=8))
    assert info.score.mate == mate
    assert info.best_move == move


def test_being_mated_and_having_been_mated(engine):
    assert engine.analyse("2brrb2/8/p7/Q7/1p1kpPp1/1P1pN1K1/3P4/8 b - -", Limit(depth=8)).score.mate == -1
    mated = engine.analyse("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Limit(depth=4))
    assert mated.lines == ()
    assert mated.best_move is None
    assert engine.analyse("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Limit(depth=4)).best_move is None


def plain_value(board: chess.Board, depth: int, evaluate) -> int:
    """Minimax over the same horizon, as plainly as it can be said: no window, no order, no table."""
    if board.is_checkmate():
        return -MATE + board.ply()
    if depth > 0 and board.is_stalemate():
        return 0
    if board.is_insufficient_material() or board.is_repetition(2) or board.is_fifty_moves():
        return 0
    moves = list(board.legal_moves) if depth > 0 or board.is_check() else [*board.generate_legal_captures()]
    if depth <= 0:
        moves += [m for m in board.legal_moves if m.promotion and m not in moves]
    best = -40000
    if depth <= 0 and not board.is_check():
        best = evaluate(board)
    for move in moves:
        board.push(move)
        best = max(best, -plain_value(board, depth - 1, evaluate))
        board.pop()
    return best


def test_alpha_beta_with_every_technique_off_equals_minimax():
    rng = random.Random(11)
    compared = 0
    with Engine(hash_mb=1, **PLAIN) as engine:
        while compared < 12:
            board = chess.Board("4k3/pp3p2/8/3n4/8/2B5/PP4P1/4K3 w - - 0 1")
            for _ in range(rng.randrange(0, 16)):
                moves = list(board.legal_moves)
                if not moves:
                    break
                board.push(rng.choice(moves))
            if not any(board.legal_moves) or board.is_insufficient_material():
                continue
            start = chess.Board(board.fen())
            engine.new_game()
            info = engine.analyse(start.fen(), Limit(depth=2))
            value = plain_value(start, 2, lambda b: engine.evaluate(b.fen()).total)
            if info.score.mate is None:
                assert info.score.centipawns == value, start.fen()
            compared += 1


@pytest.mark.parametrize("technique", TECHNIQUES)
def test_every_technique_can_be_switched_off_and_matters(technique):
    fen = "r1bq1rk1/pp2ppbp/2np2p1/2n5/P3PP2/N1P2N2/1PB3PP/R1B1QRK1 b - - 0 1"
    nodes = []
    for value in (1, 0):
        with Engine(hash_mb=4, **{technique: value}) as engine:
            info = engine.analyse(fen, Limit(depth=8))
            assert info.best_move in {move.uci() for move in chess.Board(fen).legal_moves}
            nodes.append(info.nodes)
    # These two change nothing in a search as short as this one.
    if technique not in ("mate_distance_pruning", "history_pruning"):
        assert nodes[0] != nodes[1]


def test_the_same_search_twice_visits_the_same_nodes(engine):
    outcomes = []
    for _ in range(2):
        engine.new_game()
        info = engine.analyse("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", Limit(depth=8))
        outcomes.append((info.nodes, info.best_move, info.score, info.lines[0].moves))
    assert outcomes[0] == outcomes[1]


def test_node_limits_are_exact(engine):
    for nodes in (1000, 4321, 50_000):
        engine.new_game()
        assert engine.analyse(chess.STARTING_FEN, Limit(nodes=nodes)).nodes == nodes
    assert engine.analyse(chess.STARTING_FEN, Limit(nodes=1)).best_move


def test_principal_variations_are_legal_games(engine):
    rng = random.Random(5)
    board = chess.Board()
    for _ in range(30):
        info = engine.analyse(board, Limit(depth=6), multipv=3)
        for line in info.lines:
            after = board.copy()
            for move in line.pv:
                assert after.is_legal(move), (board.fen(), line)
                after.push(move)
        board.push(rng.choice(list(board.legal_moves)))


def test_multipv_ranks_distinct_moves_by_value(engine):
    fen = "r1bqkb1r/4npp1/p1p4p/1p1pP1B1/8/1B6/PPPN1PPP/R2Q1RK1 w kq - 0 1"
    info = engine.analyse(fen, Limit(depth=7), multipv=5)
    assert [line.rank for line in info.lines] == [1, 2, 3, 4, 5]
    assert len({line.moves[0] for line in info.lines}) == 5
    values = [line.score.clipped(MATE) for line in info.lines]
    assert values == sorted(values, reverse=True)
    few = engine.analyse("7k/8/8/8/8/8/6q1/K7 w - - 0 1", Limit(depth=3), multipv=50)
    assert len(few.lines) == chess.Board("7k/8/8/8/8/8/6q1/K7 w - - 0 1").legal_moves.count()


def test_searchmoves_restrict_the_root(engine):
    info = engine.analyse(chess.STARTING_FEN, Limit(depth=6), multipv=4, searchmoves=["a2a3", "h2h3"])
    assert {line.moves[0] for line in info.lines} == {"a2a3", "h2h3"}


def test_repetition_is_a_draw_for_the_side_that_wants_it(engine):
    # White is a rook down and about to be mated, but checks for ever: Qe8+ Kh7 Qh5+ Kg8.
    info = engine.analyse("6k1/6p1/8/7Q/3q4/8/1r4PP/7K w - - 0 1", Limit(depth=12))
    assert info.best_move == "h5e8"
    assert info.score.centipawns == 0


def test_the_fifty_move_rule_is_seen(engine):
    won = engine.analyse("7k/8/8/8/8/8/1R6/K7 w - - 0 1", Limit(depth=10)).score
    drawn = engine.analyse("7k/8/8/8/8/8/1R6/K7 w - - 98 120", Limit(depth=10)).score
    assert won.clipped(10_000) > 100
    assert drawn.centipawns == 0


def test_a_stop_is_obeyed_at_once(engine):
    stream = engine.stream(chess.STARTING_FEN, Limit(infinite=True))
    time.sleep(0.2)
    started = time.perf_counter()
    engine.stop()
    info = stream.info
    assert time.perf_counter() - started < 2
    assert info.best_move


def test_a_game_of_any_length_is_searched(engine):
    board = chess.Board()
    shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"]
    for number in range(3000):
        board.push_uci(shuffle[number % 4])
    assert engine.analyse(board, Limit(depth=4)).best_move
