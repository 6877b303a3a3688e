"""Positions of shogi along random games: as cshogi sees them, and the same again after the moves are taken back."""

import random
from functools import reduce
from operator import xor

import cshogi
import pytest
import shogi

from kiebitz.core.shogi.notation import ShogiMoveError, legal_moves, likely_key, push, push_null
from kiebitz.core.shogi.position import ShogiPosition
from random_shogi import random_games, scattered

START_KEY = 0xA9AC9600FC422BC2
SHUFFLE = ("2h3h", "8b7b", "3h2h", "7b8b")
KINGS = "4k4/9/9/9/9/9/9/9/4K4"


def test_a_game_is_what_cshogi_says_at_each_move():
    board, before = cshogi.Board(), None
    for start, played, position in random_games(random.Random(5), 400):
        if before == (start, len(played) - 1):
            board.push_usi(played[-1])
        else:
            board = cshogi.Board(start)
        before = start, len(played)
        # cshogi counts from 1 whatever it is told.
        assert position.sfen().rsplit(" ", 1)[0] == board.sfen().rsplit(" ", 1)[0]
        assert position.turn == (board.turn == cshogi.BLACK)
        assert position.is_check == board.is_check()
        position.check_invariants()
        assert reduce(xor, (code for _, code in position.key_parts())) == position.hash_key


@pytest.mark.check
def test_the_key_depends_on_the_position_alone():
    seen = {}
    for _, _, position in random_games(random.Random(6), 600):
        assert position.hash_key == ShogiPosition(position.sfen()).hash_key
        numberless = position.sfen().rsplit(" ", 1)[0]
        assert seen.setdefault(position.hash_key, numberless) == numberless
    assert len(set(seen.values())) == len(seen)


def test_keys_tell_side_and_hands_apart():
    sfens = [f"{KINGS} {side} {hand} 1" for side in "bw" for hand in ("-", "P", "p", "2P", "Pp", "L", "l", "G", "R")]
    assert len({ShogiPosition(sfen).hash_key for sfen in sfens}) == len(sfens)


def test_keys_are_the_same_on_every_machine():
    """They are drawn from a fixed seed; whoever changes them changes what is stored under them."""
    assert ShogiPosition().hash_key == START_KEY


def test_taking_back_restores_everything():
    chance = random.Random(7)
    for start, played, _ in list(random_games(chance, 400))[::40]:
        position, trail = ShogiPosition(start), []
        for move in played:
            trail.append((position.sfen(), position.hash_key, position.is_check, position.repetitions()))
            push(position, move)
        while trail:
            position.pop()
            now = (position.sfen(), position.hash_key, position.is_check, position.repetitions())
            assert now == trail.pop()
            position.check_invariants()
        with pytest.raises(IndexError, match="no move to take back"):
            position.pop()


@pytest.mark.check
def test_scattered_men():
    for position in scattered(random.Random(8), 200):
        position.check_invariants()
        assert ShogiPosition(position.sfen()).hash_key == position.hash_key


def test_a_copy_shares_nothing():
    position = ShogiPosition()
    for move in SHUFFLE:
        push(position, move)
    twin = position.copy()
    push(twin, "7g7f")
    assert (position.repetitions(), twin.repetitions()) == (2, 1)
    del position
    for _ in range(5):
        twin.pop()
    assert twin.sfen() == ShogiPosition().sfen()


def test_hands_hold_what_was_taken_unpromoted():
    position = ShogiPosition("4k4/4+r4/4R4/9/9/9/9/9/4K4 b P2g 1")
    assert (position.hand(True), position.hand(False)) == ((1, 0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0, 2))
    push(position, "5c5b+")
    assert position.hand(True) == (1, 0, 0, 0, 0, 1, 0)
    assert position.sfen() == "4k4/4+R4/9/9/9/9/9/9/4K4 w RP2g 2"


def test_the_fourth_time_is_a_draw():
    position = ShogiPosition()
    for turn in range(1, 4):
        assert position.repetition_outcome() is None
        for move in SHUFFLE:
            push(position, move)
        assert position.repetitions() == turn + 1
    assert position.repetition_outcome() == "draw"


@pytest.mark.parametrize(("shift", "outcome"), [(0, "loss"), (1, "win")])
def test_perpetual_check_loses(shift, outcome):
    """The rook checks on and on; the outcome is that of the side to move."""
    position = ShogiPosition("1k7/9/9/9/9/9/9/9/R7K b - 1")
    board = shogi.Board(position.sfen())
    for ply in range(12 + shift):
        move = ("9i8i", "8a9a", "8i9i", "9a8a")[ply % 4]
        push(position, move)
        board.push_usi(move)
    assert board.is_fourfold_repetition()
    assert position.repetitions() == 4
    assert position.repetition_outcome() == outcome


def test_other_hands_are_another_position():
    """The men come to stand as before, but a pawn has changed hands."""
    position = ShogiPosition("5k3/9/9/9/9/9/4R4/9/4K4 b P 1")
    for move in ("P*4b", "4a4b", "5g5h", "4b3a", "5h5g", "3a4a"):
        push(position, move)
    assert position.sfen() == "5k3/9/9/9/9/9/4R4/9/4K4 b p 7"
    assert position.repetitions() == 1


def test_a_game_of_any_length():
    """No array ends: 5,000 plies, far beyond any game, then all of them back."""
    position = ShogiPosition()
    for ply in range(5000):
        push(position, SHUFFLE[ply % 4])
    assert position.repetitions() == 1251
    for _ in range(5000):
        position.pop()
    assert position.sfen() == ShogiPosition().sfen()
    assert len(legal_moves(position)) == 30


def test_the_key_after_a_move_is_known_before_it():
    for _, _, position in list(random_games(random.Random(14), 600))[::10]:
        for move in legal_moves(position):
            expected = likely_key(position, move)
            push(position, move)
            assert position.hash_key == expected
            position.pop()


def test_who_passes_leaves_all_but_the_side_to_move():
    for _, _, position in list(random_games(random.Random(15), 400))[::7]:
        before = position.sfen(), position.hash_key
        if position.is_check:
            with pytest.raises(ShogiMoveError):
                push_null(position)
            continue
        push_null(position)
        position.check_invariants()
        assert position.turn == (" w " in before[0])
        assert position.hash_key == ShogiPosition(position.sfen()).hash_key
        position.pop()
        assert (position.sfen(), position.hash_key) == before
        position.check_invariants()
