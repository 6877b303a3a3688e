"""Positions along random games: the same as python-chess sees, and the same again after the moves are taken back."""

import copy
import pickle
from functools import reduce
from operator import xor

import chess
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kiebitz.core.chess.notation import MoveError, legal_moves, likely_key, push, push_null
from kiebitz.core.chess.position import Position
from random_games import choices, few, play, scattered, set_up, starts

START_KEY = 0x411BAE2C98E6078C
SHUFFLE = ("g1f3", "g8f6", "f3g1", "f6g8")


def agree(position: Position, board: chess.Board) -> None:
    """Assert that both boards tell the same."""
    assert position.fen() == board.fen(en_passant="legal")
    assert position.fen(shredder=True) == board.fen(shredder=True, en_passant="legal")
    assert position.turn == board.turn
    assert position.is_check == board.is_check()
    assert position.halfmove_clock == board.halfmove_clock
    assert position.is_insufficient_material == board.is_insufficient_material()


@few
@given(starts(), choices)
def test_a_game_is_what_python_chess_says_at_each_move(board, numbers):
    position = set_up(board)
    agree(position, board)
    for _ in play(board, position, numbers):
        agree(position, board)
        position.check_invariants()
        assert reduce(xor, (code for _, code in position.key_parts())) == position.hash_key
        names = {name for name, _ in position.key_parts()} - {"castling", "en passant", "side"}
        assert names == {man.symbol() + chess.square_name(square) for square, man in board.piece_map().items()}


@few
@given(starts(), choices)
def test_repetitions_are_counted_as_python_chess_counts_them(board, numbers):
    """Few choices at each move, so that games go round in circles."""
    position = set_up(board)
    for _ in play(board, position, [number % 3 for number in numbers]):
        count = position.repetitions()
        assert board.is_repetition(count)
        assert not board.is_repetition(count + 1)


@few
@given(starts(), choices)
def test_taking_back_restores_everything(board, numbers):
    position = set_up(board)
    trail = []
    before = position.fen(), position.hash_key, position.is_check, position.repetitions()
    for _ in play(board, position, numbers):
        trail.append(before)
        before = position.fen(), position.hash_key, position.is_check, position.repetitions()
    while trail:
        position.pop()
        assert (position.fen(), position.hash_key, position.is_check, position.repetitions()) == trail.pop()
        position.check_invariants()
    with pytest.raises(IndexError, match="no move to take back"):
        position.pop()


@few
@given(starts(), choices)
def test_the_key_depends_on_the_position_alone(board, numbers):
    """The key that moves arrive at is that of the FEN; equal keys mean equal positions, counters aside."""
    position = set_up(board)
    seen: dict[int, str] = {}
    for _ in play(board, position, numbers):
        assert position.hash_key == Position(position.fen(), board.chess960).hash_key
        counterless = position.fen(shredder=True).rsplit(" ", 2)[0]
        assert seen.setdefault(position.hash_key, counterless) == counterless
    assert len(set(seen.values())) == len(seen)


@few
@given(starts(), choices)
def test_the_key_of_an_ordinary_move_is_foreseen(board, numbers):
    """Castling, promotion and what concerns en passant aside, as is promised; a wrong key there costs only time."""
    position = set_up(board)
    foreseen = 0
    for _ in play(board, position, numbers):
        for text in legal_moves(position):
            move = board.parse_uci(text)
            expected = likely_key(position, text)
            push(position, text)
            is_ordinary = not (move.promotion or board.is_castling(move) or board.is_en_passant(move))
            if is_ordinary and position.setup().en_passant is None:
                assert expected == position.hash_key
                foreseen += 1
            position.pop()
    assert foreseen or not numbers or board.is_game_over()


def test_keys_tell_side_castling_and_en_passant_apart():
    fens = [
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
        *(f"r3k2r/8/8/8/8/8/8/R3K2R w {rights} - 0 1" for rights in ("K", "Q", "k", "q", "KQ", "kq", "-")),
        "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
    ]
    assert len({Position(fen).hash_key for fen in fens}) == len(fens)
    # The en passant square counts only where a pawn can take, and the counters never do.
    assert Position("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1").hash_key == Position("4k3/8/8/3p4/8/8/8/4K3 w - - 7 9").hash_key


def test_keys_are_the_same_on_every_machine():
    """They are drawn from a fixed seed; whoever changes them changes what is stored under them."""
    assert Position().hash_key == START_KEY


@few
@given(starts(), choices)
def test_a_copy_shares_nothing(board, numbers):
    position = set_up(board)
    for _ in play(board, position, numbers[: len(numbers) // 2]):
        pass
    fen, key, repetitions, moves = position.fen(), position.hash_key, position.repetitions(), board.ply()
    twin = position.copy()
    assert (twin.fen(), twin.hash_key, twin.repetitions()) == (fen, key, repetitions)
    for _ in play(board, twin, numbers[len(numbers) // 2 :]):
        twin.check_invariants()
    assert (position.fen(), position.hash_key, position.repetitions()) == (fen, key, repetitions)
    position.check_invariants()
    # The copy knows the game, too, and survives its original.
    del position
    for _ in range(board.ply() - moves):
        twin.pop()
    assert twin.fen() == fen


@few
@given(starts(), choices)
def test_the_null_move_passes_and_comes_back(board, numbers):
    position = set_up(board)
    for _ in play(board, position, numbers):
        fen, key = position.fen(), position.hash_key
        if position.is_check:
            with pytest.raises(MoveError, match="impossible in check"):
                push_null(position)
        else:
            push_null(position)
            passed = board.copy(stack=False)
            passed.push(chess.Move.null())
            assert position.fen() == passed.fen(en_passant="legal")
            assert position.repetitions() == 1
            position.check_invariants()
            position.pop()
        assert (position.fen(), position.hash_key) == (fen, key)
        position.check_invariants()


def test_repetition_looks_no_further_back_than_a_null_move():
    position = Position()
    push_null(position)
    for move in ("g8f6", "g1f3", "f6g8", "f3g1"):
        push(position, move)
    assert position.repetitions() == 2
    push_null(position)
    # White is to move at the start again, but a pass led here: no game can repeat so.
    assert position.repetitions() == 1


@given(scattered())
def test_scattered_men(pair):
    board, position = pair
    agree(position, board)
    position.check_invariants()


@pytest.mark.parametrize(
    ("dead", "boards"),
    [
        (True, "k7/K7 k7/KN6 k7/KB6 kb6/K1B5 k7/B7/1B6/K1B5"),
        (False, "kb6/KB6 k7/KBB5 k7/KNN5 kn6/KN6 kn6/KB6 k7/P7/K7 k7/KR6 k7/K1Q5"),
    ],
)
def test_insufficient_material(dead, boards):
    for men in boards.split():
        first, *others = men.split("/")
        fen = "/".join([first, *["8"] * (7 - len(others)), *others]) + " w - - 0 1"
        assert chess.Board(fen).is_insufficient_material() is dead, fen
        assert Position(fen).is_insufficient_material is dead, fen


def test_castling_rights_lost_make_another_position():
    """After the rook has been out and back the men stand the same, but the right is gone."""
    position = Position("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    counts = []
    for move in 3 * ("h1h2", "e8e7", "h2h1", "e7e8"):
        push(position, move)
        counts.append(position.repetitions())
    assert counts == [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]


def test_a_game_of_any_length():
    """No array ends: 20,000 plies, far beyond any game, then all of them back."""
    position = Position()
    plies = 20_000
    for ply in range(plies):
        push(position, SHUFFLE[ply % 4])
    assert position.repetitions() == plies // 4 + 1
    assert position.fen() == f"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - {plies} {plies // 2 + 1}"
    assert Position(position.fen()).fen() == position.fen()
    twin = position.copy()
    twin.check_invariants()
    for _ in range(plies):
        position.pop()
    assert position.fen() == Position().fen()
    assert twin.repetitions() == plies // 4 + 1


def test_counters_go_on_from_the_fen():
    position = Position("4k3/8/8/8/8/8/4P3/4K3 b - - 41 77")
    push(position, "e8e7")
    assert position.fen() == "8/4k3/8/8/8/8/4P3/4K3 w - - 42 78"
    push(position, "e2e3")
    assert position.fen() == "8/4k3/8/8/8/4P3/8/4K3 b - - 0 78"


@few
@given(starts(), choices, st.booleans())
def test_chess960_is_a_matter_of_writing_only(board, numbers, chess960):
    """Both notations reach the same positions."""
    assume(not board.has_chess960_castling_rights())
    position = Position(board.fen(shredder=True), chess960)
    other = Position(board.fen(shredder=True), not chess960)
    for number in numbers:
        texts = legal_moves(position)
        if not texts:
            break
        index = number % len(texts)
        push(other, legal_moves(other)[index])
        push(position, texts[index])
        assert other.fen() == position.fen()
        assert other.hash_key == position.hash_key


def test_python_copying_is_refused_rather_than_wrong():
    """A position owns memory that Python can't see; ``Position.copy`` is the way."""
    for duplicate in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError):
            duplicate(Position())
