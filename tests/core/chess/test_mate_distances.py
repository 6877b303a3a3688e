"""Known mates: distances are those that follow from their moves, and whoever plays by them mates in time."""

import random

import chess
import pytest

from kiebitz import Engine, Limit
from kiebitz.core.chess.mate_distances import mating_line, plies_to_mate
from kiebitz.engine import position_from
from kiebitz.engine.score import Score

SAMPLES = 40
ONE_PIECE = ["Q", "R", "N"]
TWO_PIECES = ["BB", "BN", "NN", "QR", "RN", "QQ"]


def scattered(pieces, chance):
    """A king with pieces, a bare king, anywhere, in either colour."""
    while True:
        board = chess.Board(None)
        squares = chance.sample(chess.SQUARES, len(pieces) + 2)
        men = [chess.Piece.from_symbol(man) for man in f"Kk{pieces}"]
        board.set_piece_map(dict(zip(squares, men, strict=True)))
        board.turn = chance.random() < 0.5
        if board.is_valid():
            return board if chance.random() < 0.5 else board.mirror()


def plies(board):
    return plies_to_mate(position_from(board.fen()))


def follows_from_moves(board):
    """Plies to mate by what is known of the positions a move ahead; python-chess says which those are."""
    after = []
    for move in board.legal_moves:
        board.push(move)
        after.append(-1 if board.is_insufficient_material() else plies(board))
        board.pop()
    if not after:
        return 0 if board.is_check() else -1
    attacks = board.occupied_co[board.turn].bit_count() > 1
    mates = [count + 1 for count in after if count >= 0]
    if attacks:
        return min(mates, default=-1)
    return max(mates) if len(mates) == len(after) else -1


@pytest.mark.parametrize("pieces", [*ONE_PIECE, *(pytest.param(two, marks=pytest.mark.check) for two in TWO_PIECES)])
def test_a_distance_follows_from_those_a_move_ahead(pieces):
    chance = random.Random(1)
    for _ in range(SAMPLES):
        board = scattered(pieces, chance)
        assert plies(board) == follows_from_moves(board), board.fen()


@pytest.mark.parametrize(
    ("fen", "count"),
    [
        ("8/8/8/8/5K2/8/8/5q1k w - - 0 1", 18),
        ("k7/8/8/8/4K3/8/8/7r w - - 0 1", 32),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", -1),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", 0),
        ("7k/8/5KP1/8/8/8/8/8 w - - 0 1", None),
        ("7k/8/5K2/8/8/8/8/1n4Q1 w - - 0 1", None),
        pytest.param("8/7k/8/8/4K1b1/8/8/4b3 w - - 0 1", 36, marks=pytest.mark.check),
        pytest.param("8/4b3/8/4K2k/8/8/n7/8 w - - 0 1", 64, marks=pytest.mark.check),
    ],
)
def test_distances_as_they_are_published(fen, count):
    """Queen 10 moves at most, rook 16, two bishops 19, bishop and knight 33: at or next to it."""
    position = position_from(fen)
    assert plies_to_mate(position) == count
    line = mating_line(position)
    assert len(line) == max(count or 0, 0)
    board = chess.Board(fen)
    for move in line:
        board.push_uci(move)
    assert board.is_checkmate() == (count is not None and count >= 0)


@pytest.mark.parametrize(
    "limit", [Limit(nodes=500), Limit(white_clock_ms=1000, black_clock_ms=1000)], ids=["nodes", "clock"]
)
def test_a_search_tells_the_mate_and_its_line(limit):
    with Engine(hash_mb=1) as engine:
        won = engine.analyse("8/3k4/8/8/R7/8/1K6/8 w - - 0 1", limit)
        lost = engine.analyse("8/3k4/8/8/R7/8/1K6/8 b - - 0 1", limit)
    assert (won.score, len(won.lines[0].moves)) == (Score(mate=12), 23)
    assert (lost.score, len(lost.lines[0].moves)) == (Score(mate=-14), 28)


def test_every_move_of_an_ending_is_told_its_distance():
    fen = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"
    board = chess.Board(fen)
    with Engine(hash_mb=1) as engine:
        for line in engine.analyse(fen, Limit(depth=2), multipv=100).lines:
            board.push_uci(line.moves[0])
            after = plies(board)
            board.pop()
            assert line.score == (Score(mate=after // 2 + 1) if after >= 0 else Score(centipawns=0))


def test_the_fifty_moves_are_heeded():
    """A mate that comes with the hundredth ply counts, and one a ply later doesn't."""
    with Engine(hash_mb=1) as engine:
        assert engine.analyse("8/3k4/8/8/R7/8/1K6/8 w - - 77 90", Limit(nodes=5000)).score == Score(mate=12)
        late = engine.analyse("8/3k4/8/8/R7/8/1K6/8 w - - 78 90", Limit(nodes=5000)).score
    assert late.mate is None


@pytest.mark.check
def test_what_a_search_knows_follows_from_its_root_alone():
    """With a pawn more an ending of two heavy pieces isn't looked up, whoever solved it before."""
    fen = "8/8/4k3/8/8/4p3/1K6/Q6R w - - 0 1"
    with Engine(hash_mb=1) as engine:
        before = engine.analyse(fen, Limit(depth=8)).nodes
    assert plies_to_mate(position_from("8/8/4k3/8/8/8/1K6/Q6R w - - 0 1")) > 0
    with Engine(hash_mb=1) as engine:
        assert engine.analyse(fen, Limit(depth=8)).nodes == before


@pytest.mark.parametrize("era", ["classical", "nimzo"])
def test_other_eras_search_for_their_mates(era):
    with Engine(hash_mb=1, era=era) as engine:
        assert engine.analyse("8/3k4/8/8/R7/8/1K6/8 w - - 0 1", Limit(depth=6)).score.mate is None
