import pytest

from kiebitz.classroom.board.evaluation import evaluate
from kiebitz.classroom.board.generator import captures, legal_moves
from kiebitz.classroom.board.mailbox import Mailbox, Move
from kiebitz.classroom.board.squares import square_named
from kiebitz.classroom.board.tartan import WMAX, Strategy, best_move

OPEN_GAME = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"


@pytest.mark.parametrize(
    ("fen", "move", "value"),
    [
        ("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "a1a8", WMAX - 1),
        ("r6k/8/8/8/8/8/5PPP/6K1 b - - 0 1", "a8a1", -WMAX + 1),
        ("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "h5f7", WMAX - 1),
    ],
)
def test_mates_in_one(fen, move, value):
    for depth in (1, 2):
        found = best_move(Mailbox(fen), Strategy(depth))
        assert (str(found.move), found.value) == (move, value)


def full_minimax(board, ply, depth):
    """The value without any cut but with the same end of the look ahead."""
    legal = legal_moves(board)
    if not legal or ply == depth:
        return best_move_value_at_end(board, ply, legal)
    values = []
    for move in legal:
        board.make(move)
        values.append(full_minimax(board, ply + 1, depth))
        board.unmake()
    return max(values) if board.white_to_move else min(values)


def best_move_value_at_end(board, ply, legal):
    if not legal:
        sign = -1 if board.white_to_move else 1
        return sign * (WMAX - ply) if board.is_check() else 0
    return played_out(board)


def played_out(board):
    values = [evaluate(board).total]
    for move in captures(board):
        board.make(move)
        if not board.leaves_king_in_check():
            values.append(played_out(board))
        board.unmake()
    return max(values) if board.white_to_move else min(values)


# Few captures, so that they can be played out without any cut.
@pytest.mark.parametrize("fen", ["8/2p5/8/2kPKp1p/2p4P/2P5/3P4/8 w - - 0 1", "6k1/5ppp/8/3r4/8/2N5/5PPP/6K1 b - - 0 1"])
def test_cuts_change_nothing(fen):
    board = Mailbox(fen)
    found = best_move(board, Strategy(2))
    assert found.value == full_minimax(Mailbox(fen), 0, 2)
    assert board.fen() == Mailbox(fen).fen()
    assert found.positions > 0


def test_mate_and_stalemate_at_the_root():
    mated = best_move(Mailbox("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1"), Strategy(1))
    assert (mated.move, mated.value) == (None, WMAX)
    stalemate = best_move(Mailbox("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1"), Strategy(1))
    assert (stalemate.move, stalemate.value) == (None, 0)


@pytest.mark.parametrize(
    ("fen", "moves", "value"),
    [
        ("4k3/p3R3/8/8/8/8/8/4K3 b - - 0 1", ("a7a6", "e7e8"), WMAX),
        ("4k3/8/8/8/8/8/P3r3/4K3 w - - 0 1", ("a2a3", "e2e1"), -WMAX),
    ],
)
def test_whose_king_was_taken_has_lost(fen, moves, value):
    """As printed: the move list stays empty then, and the value of that is the loss of the game, not a stalemate."""
    board = Mailbox(fen)
    for move in moves:
        board.make(Move(square_named(move[:2]), square_named(move[2:])))
    found = best_move(board, Strategy(2))
    assert (found.move, found.value, found.positions) == (None, value, 0)


def test_strategies_that_look_at_nothing_are_refused():
    for depth, width in ((0, None), (1, 0)):
        with pytest.raises(ValueError, match="looks at no move"):
            Strategy(depth, width)


def test_the_b_strategy_judges_fewer_positions():
    everything, few = (best_move(Mailbox(OPEN_GAME), Strategy(2, width)) for width in (None, 3))
    assert few.positions < everything.positions


def test_what_the_b_strategy_looks_at_to_choose_is_counted():
    board = Mailbox("6k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1")
    found = best_move(board, Strategy(1, 2))
    # All of White's moves, then the two chosen, behind which nothing can be taken.
    assert found.positions == len(legal_moves(board)) + 2
