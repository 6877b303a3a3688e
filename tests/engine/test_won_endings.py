"""Won endings of up to four men are mated within the fifty moves: at full strength, and by levels."""

import random

import chess
import pytest

from kiebitz.core.syzygy.shipped import SHIPPED, shipped_tables
from kiebitz.engine import Engine, position_from
from kiebitz.engine.limit import Limit

NODES = 20_000
PAIRS = {"queen": "Q", "rook": "R", "two bishops": "BB", "bishop and knight": "BN"}
# Each was drawn by a search alone; in the last one the knight in the corner was lost.
DIFFICULT = {
    "queen": "8/8/8/3k4/8/8/8/KQ6 w - - 0 1",
    "rook": "8/3k4/8/8/R7/8/1K6/8 w - - 0 1",
    "two bishops": "7B/7B/8/2k5/8/3K4/8/8 w - - 0 1",
    "bishop and knight": "8/8/5K2/8/5k2/8/2B5/7N w - - 0 1",
}


def scattered(pieces, chance):
    """White's king and pieces, none of them to be taken, and a bare king; White moves."""
    while True:
        squares = chance.sample(chess.SQUARES, len(pieces) + 2)
        men = dict(zip(squares, [chess.Piece.from_symbol(man) for man in f"Kk{pieces}"], strict=True))
        board = chess.Board(None)
        board.set_piece_map(men)
        bishops = board.pieces(chess.BISHOP, chess.WHITE)
        is_won = len(bishops) != 2 or (bishops & chess.BB_LIGHT_SQUARES and bishops & chess.BB_DARK_SQUARES)
        loose = [square for square in squares[2:] if board.is_attacked_by(chess.BLACK, square)]
        if board.is_valid() and is_won and not loose:
            return board.fen()


def is_mated(fen, attacker, limit):
    """Whether Black is mated, who is played at full strength."""
    board = chess.Board(fen)
    with Engine() as defender:
        while not board.is_game_over() and not board.is_repetition(3) and not board.is_fifty_moves():
            board.push(attacker.play(board, limit) if board.turn else defender.play(board, Limit(nodes=NODES)))
    return board.is_checkmate()


@pytest.mark.check
@pytest.mark.parametrize("pieces", PAIRS)
def test_a_bare_king_is_mated_at_full_strength(pieces):
    with Engine() as engine:
        assert is_mated(DIFFICULT[pieces], engine, Limit(nodes=NODES))


@pytest.mark.nightly
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("pieces", PAIRS)
def test_any_bare_king_is_mated_at_full_strength(pieces):
    chance = random.Random(70)
    with Engine() as engine:
        for fen in (scattered(PAIRS[pieces], chance) for _ in range(20)):
            assert is_mated(fen, engine, Limit(nodes=NODES)), fen


def played_out(ending, chance, engine):
    """Play a random position of an ending of four men, each side by the tables; its result, and that of the game."""
    tables = shipped_tables()
    while True:
        board = chess.Board(None)
        white, black = ending.split("v")
        men = map(chess.Piece.from_symbol, white + black.lower())
        board.set_piece_map(dict(zip(chance.sample(chess.SQUARES, len(white + black)), men, strict=True)))
        board.turn = chance.random() < 0.5
        if board.is_valid() and not board.is_game_over():
            break
    promised = tables.result_of(position_from(board.fen()))
    promised = promised if board.turn else -promised
    while not board.is_game_over() and not board.is_repetition(3) and not board.is_fifty_moves():
        board.push(engine.play(board, Limit(nodes=100)))
    reached = {"1-0": 2, "0-1": -2}.get(board.result(), 0)
    return promised if abs(promised) == 2 else 0, reached


def assert_kept(ending, games):
    """Play random positions of an ending out: each comes to what the tables promise."""
    chance = random.Random(ending)
    with Engine(hash_mb=1) as engine:
        for _ in range(games):
            promised, reached = played_out(ending, chance, engine)
            assert promised == reached


@pytest.mark.check
@pytest.mark.parametrize("ending", ["KQvKR", "KPvKP", "KRvKP", "KBPvK", "KNNvK"])
def test_no_ending_of_four_men_is_misplayed(ending):
    assert_kept(ending, games=2)


@pytest.mark.nightly
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("ending", sorted(path.stem for path in SHIPPED.glob("*.rtbw")))
def test_no_ending_of_up_to_four_men_is_ever_misplayed(ending):
    assert_kept(ending, games=20)


@pytest.mark.check
@pytest.mark.parametrize("elo", [1000, 1400, 2200])
@pytest.mark.parametrize("pieces", PAIRS)
def test_players_have_learned_to_mate(elo, pieces):
    chance = random.Random(elo)
    with Engine(elo=elo) as engine:
        for fen in (DIFFICULT[pieces], *(scattered(PAIRS[pieces], chance) for _ in range(2))):
            assert is_mated(fen, engine, Limit()), fen
