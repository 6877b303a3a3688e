"""Positions for the simulated machine, and what makes them hard."""

import random
from collections.abc import Iterator
from itertools import islice

import chess

HARD = (
    # Everything at once; captures in passing along a rank with both kings; promotions with castling, for both sides.
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    # A capture in passing that uncovers the king; both sides may castle both ways.
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
    # In check twice; mate in one; mated; stalemate.
    "4k3/8/8/8/4r3/8/3n4/4K3 w - - 0 1",
    "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1",
    "4R1k1/5ppp/8/8/8/8/8/K7 b - - 0 1",
    "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1",
)


# Plies played between two positions of a game, and in a whole one, at most.
STEP, GAME = 12, 120
# Men of an ending beside the kings, at most.
MEN = 4


def positions(count: int, seed: int = 1) -> Iterator[chess.Board]:
    """The hard positions, then positions of random games, until there are so many."""
    yield from map(chess.Board, HARD)
    yield from islice(_from_games(random.Random(seed)), count - len(HARD))


def _from_games(numbers: random.Random) -> Iterator[chess.Board]:
    """Positions of random games, a few plies apart."""
    while True:
        board = chess.Board()
        pause = 0
        while board.ply() < GAME and (moves := list(board.legal_moves)):
            if pause == 0:
                pause = numbers.randrange(1, STEP)
                yield board.copy(stack=False)
            pause -= 1
            board.push(numbers.choice(moves))


def endings(count: int, seed: int = 1) -> Iterator[chess.Board]:
    """So many legal positions with few men, drawn by lot: what is known of endings seldom comes up in games."""
    numbers = random.Random(seed)
    kinds = (chess.PAWN, chess.PAWN, chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.BISHOP, chess.ROOK, chess.QUEEN)
    while count:
        board = chess.Board(None)
        squares = iter(numbers.sample(chess.SQUARES, 2 + MEN))
        for side in chess.COLORS:
            board.set_piece_at(next(squares), chess.Piece(chess.KING, side))
        for _ in range(numbers.randint(1, MEN)):
            board.set_piece_at(next(squares), chess.Piece(numbers.choice(kinds), numbers.choice(chess.COLORS)))
        board.turn = numbers.choice(chess.COLORS)
        if board.is_valid():
            count -= 1
            yield board


def without_past(board: chess.Board) -> str:
    """Men, side to move and rights to castle as FEN: nothing else counts in the machine's evaluation."""
    return f"{board.board_fen()} {'w' if board.turn else 'b'} {board.castling_xfen()} - 0 1"
