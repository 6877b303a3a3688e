"""Random games and positions for property tests.

A game is a start and a list of numbers that choose the moves; hypothesis shrinks the list, so that a failure is
reported with a short game.
"""

from collections.abc import Iterator

import chess
from hypothesis import assume, settings
from hypothesis import strategies as st

from kiebitz.core.chess.fen import FenError
from kiebitz.core.chess.notation import push
from kiebitz.core.chess.position import Position

# Few men, so that random games reach promotions, en passant, castling, bare kings and the 50-move rule.
SPARSE = (
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/p6p/8/1P4P1/1p4p1/8/P6P/R3K2R w KQkq - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "8/PPPk4/8/8/8/8/4Kppp/8 b - - 90 60",
    "8/8/4k3/8/2bn4/8/2NBK3/8 w - - 0 1",
    "k7/2P5/8/8/8/8/5p2/7K w - - 0 1",
)
squares = st.sampled_from(chess.SQUARES)
# For what plays whole games: a sixth of the examples.
few = settings(max_examples=settings().max_examples // 6)
# The length is drawn first: a list left to itself has five elements on average, and such games show little.
choices = st.integers(0, 160).flatmap(lambda plies: st.lists(st.integers(0, 1 << 12), min_size=plies, max_size=plies))


@st.composite
def starts(draw: st.DrawFn) -> chess.Board:
    """A start position: standard, Chess960, or with few men."""
    kind = draw(st.sampled_from(("standard", "chess960", "sparse")))
    if kind == "chess960":
        return chess.Board.from_chess960_pos(draw(st.integers(0, 959)))
    return chess.Board(chess.STARTING_FEN if kind == "standard" else draw(st.sampled_from(SPARSE)))


@st.composite
def scattered(draw: st.DrawFn) -> tuple[chess.Board, Position]:
    """Men scattered over the board, as no game would leave them, on both boards."""
    men = draw(st.dictionaries(squares, st.sampled_from("PNBRQpnbrq"), max_size=24))
    men[draw(squares)] = "K"
    men[draw(squares)] = "k"
    board = chess.Board(None)
    for square, letter in men.items():
        if letter not in "Pp" or 8 <= square < 56:
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
    board.turn = draw(st.booleans())
    if board.was_into_check():
        board.turn = not board.turn
    try:
        return board, Position(board.fen())
    except FenError:
        assume(False)
        raise


def set_up(board: chess.Board) -> Position:
    """Our position for an oracle board, without the game behind it."""
    return Position(board.fen(shredder=board.chess960), board.chess960)


def play(board: chess.Board, position: Position, numbers: list[int]) -> Iterator[chess.Move]:
    """Play one random game on both boards in step, yielding after each move."""
    for number in numbers:
        moves = sorted(board.legal_moves, key=chess.Move.uci)
        if not moves:
            return
        move = moves[number % len(moves)]
        text = board.uci(move)
        board.push(move)
        push(position, text)
        yield move
