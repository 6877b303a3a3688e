"""The hash table in plain Python: keys of the whole board, and a search that finds the same with fewer positions."""

import random

import pytest

from kiebitz.classroom.board.generator import legal_moves
from kiebitz.classroom.board.hash_table import INDEX, KEY, HashedBoard, HashTable, Kind, MiniMAX
from kiebitz.classroom.board.mailbox import Mailbox
from kiebitz.classroom.board.squares import square_named
from kiebitz.classroom.board.tartan import Strategy, best_move, found_by

LASKER_REICHHELM = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1"
CASTLING = "r3k2r/p6p/8/1P4P1/1p4p1/8/P6P/R3K2R w KQkq - 0 1"
PROMOTIONS = "8/PPPk4/8/8/8/8/4Kppp/8 b - - 90 60"


def played(board, *texts):
    for text in texts:
        board.make(next(move for move in legal_moves(board) if str(move) == text))
    return board


def test_the_way_to_a_position_does_not_matter():
    """The article's examples: 1.d4 Nf6 2.Nf3 and 1.Nf3 Nf6 2.d4; and a pawn that goes d3, d4 instead of d4."""
    one, other = (played(HashedBoard(), *moves.split()) for moves in ("d2d4 g8f6 g1f3", "g1f3 g8f6 d2d4"))
    assert (one.key, one.index) == (other.key, other.index)
    straight = played(HashedBoard(), "d2d4", "a7a6", "h2h3", "a6a5")
    slowly = played(HashedBoard(), "d2d3", "a7a6", "d3d4", "a6a5")
    assert straight.key ^ KEY.of(1, square_named("h3")) ^ KEY.of(1, square_named("h2")) == slowly.key


@pytest.mark.parametrize("fen", [CASTLING, PROMOTIONS, LASKER_REICHHELM])
def test_what_moves_change_is_what_the_whole_board_says(fen):
    board, rng = HashedBoard(fen), random.Random(1)
    trail = []
    for _ in range(60):
        moves = legal_moves(board)
        if not moves:
            break
        trail.append((board.key, board.index))
        board.make(rng.choice(moves))
        assert (board.key, board.index) == (KEY.total(board), INDEX.total(board))
    while trail:
        board.unmake()
        assert (board.key, board.index) == trail.pop()


def test_an_entry_is_found_by_key_and_place_and_the_newest_stays():
    board, table = HashedBoard(), HashTable(bits=1)
    table.store(board, 3, 12, Kind.EXACT, None)
    assert table.look_up(board).value == 12
    while True:
        board.make(legal_moves(board)[0])
        assert table.look_up(board) is None
        if board.index & 1 == HashedBoard().index & 1:
            break
    table.store(board, 1, -5, Kind.LOW, None)
    assert table.look_up(board).kind is Kind.LOW
    assert table.look_up(HashedBoard()) is None


@pytest.mark.check
def test_the_table_changes_the_work_and_not_the_value():
    """Few men that move about: where hashing gains most."""
    plain = best_move(Mailbox(LASKER_REICHHELM), Strategy(7))
    search = MiniMAX(HashedBoard(LASKER_REICHHELM), Strategy(7))
    found = found_by(search)
    assert found.value == plain.value
    assert search.answers > 0
    assert found.positions < plain.positions / 2
