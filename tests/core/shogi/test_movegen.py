"""Legal moves against two oracles, cshogi and python-shogi: along random games, on scattered men, and in hard cases."""

import random

import cshogi
import pytest
import shogi

from kiebitz.core.shogi.notation import checking_moves, is_checkmate, legal_codes, legal_moves, moves_by_sort, push
from kiebitz.core.shogi.perft import perft
from kiebitz.core.shogi.position import ShogiPosition
from random_shogi import random_games, scattered


def agree_with_cshogi(position: ShogiPosition) -> None:
    """Assert that moves and checks are cshogi's."""
    board = cshogi.Board(position.sfen())
    moves = legal_moves(position)
    expected = {cshogi.move_to_usi(move): move for move in board.legal_moves}
    assert len(set(moves)) == len(moves)
    assert set(moves) == set(expected), position.sfen()
    # Counted without writing them.
    assert perft(position, 1) == len(moves)
    assert position.is_check == board.is_check()
    assert is_checkmate(position) == (board.is_check() and not expected)
    checks = set()
    for text, move in expected.items():
        board.push(move)
        if board.is_check():
            checks.add(text)
        board.pop()
    assert set(checking_moves(position)) == checks, position.sfen()


def agree_with_python_shogi(position: ShogiPosition) -> None:
    """Assert that the moves are python-shogi's, which gives tsume problems one king only, too."""
    board = shogi.Board(position.sfen())
    assert {move.usi() for move in board.legal_moves} == set(legal_moves(position)), position.sfen()
    assert board.is_check() == position.is_check


def test_random_games():
    for _, _, position in random_games(random.Random(1), 400):
        agree_with_cshogi(position)


@pytest.mark.check
def test_scattered_men():
    """Many pins, checks and promotions at once, and pawns to be dropped everywhere."""
    for position in scattered(random.Random(2), 150):
        agree_with_cshogi(position)


@pytest.mark.full
@pytest.mark.timeout(86_400)
def test_a_hundred_thousand_positions():
    chance = random.Random(100_000)
    for _, _, position in random_games(chance, 60_000):
        agree_with_cshogi(position)
    for position in scattered(chance, 40_000):
        agree_with_cshogi(position)


@pytest.mark.check
def test_a_second_oracle():
    chance = random.Random(3)
    for _, _, position in random_games(chance, 60):
        agree_with_python_shogi(position)
    for position in scattered(chance, 30):
        agree_with_python_shogi(position)


@pytest.mark.check
def test_captures_and_promotions_come_apart_from_the_others():
    chance = random.Random(13)
    for position in (*scattered(chance, 80), *(position for _, _, position in random_games(chance, 120))):
        board = cshogi.Board(position.sfen())
        noisy, quiet = moves_by_sort(position)
        assert sorted(noisy + quiet) == sorted(legal_moves(position)), position.sfen()
        captures = {cshogi.move_to_usi(move) for move in board.legal_moves if board.piece(cshogi.move_to(move))}
        assert set(noisy) == captures | {text for text in quiet + noisy if text.endswith("+")}, position.sfen()


def test_every_16_bits_are_judged_as_the_generator_would():
    chance = random.Random(4)
    for position in (*scattered(chance, 75), *(position for _, _, position in random_games(chance, 125))):
        generated, judged = legal_codes(position)
        assert generated == judged, position.sfen()


HARD = {
    "the most moves that a position has": "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
    "double check": "4k4/9/4n4/9/9/4b4/4r4/9/4K4 b RG 1",
    "check from afar, to be answered by drops": "4k4/9/9/9/9/4r4/9/9/4K4 b RBGSNLP 1",
    "a knight must promote": "4k4/9/N7N/1N5N1/9/9/9/9/4K4 b - 1",
    "a lance must promote on the last rank": "4k4/L7L/9/9/9/9/9/9/4K4 b - 1",
    "no square is left": "8k/9/7GG/9/9/9/9/9/8K w - 1",
}


# Whether a pawn may be dropped on 1b, which gives check.
PAWN_DROPS = {
    "mate, which is forbidden": ("7nk/9/7G1/9/9/9/9/9/4K4 b P 1", False),
    "the king takes the pawn": ("7nk/9/9/9/9/9/9/9/4K4 b P 1", True),
    "the king steps away": ("7nk/9/9/7N1/9/9/9/9/4K4 b P 1", True),
    "a man takes it": ("7nk/6r2/7G1/9/9/9/9/9/4K4 b P 1", True),
    "the man that could take it is pinned": ("R6sk/9/7G1/9/9/9/9/9/4K4 b P 1", False),
    "the man takes it along its pin": ("7nk/9/7Gr/8L/9/9/9/9/4K4 b P 1", True),
}


@pytest.mark.parametrize(("sfen", "allowed"), PAWN_DROPS.values(), ids=PAWN_DROPS.keys())
def test_a_pawn_is_not_dropped_to_mate(sfen, allowed, request):
    position = ShogiPosition(sfen)
    agree_with_cshogi(position)
    # python-shogi takes a pinned man for one that may take.
    if "pinned" not in request.node.name:
        agree_with_python_shogi(position)
    assert ("P*1b" in legal_moves(position)) is allowed


def test_a_pawn_that_steps_may_mate():
    position = ShogiPosition("7nk/9/7GP/8L/9/9/9/9/4K4 b - 1")
    push(position, "1c1b")
    assert is_checkmate(position)


@pytest.mark.parametrize("sfen", HARD.values(), ids=HARD.keys())
def test_hard_cases(sfen):
    position = ShogiPosition(sfen)
    agree_with_cshogi(position)
    agree_with_python_shogi(position)
    generated, judged = legal_codes(position)
    assert generated == judged


@pytest.mark.parametrize(("sfen", "mates"), [("7nk/7sl/9/7NN/9/9/9/9/9", False), ("8k/9/8G/9/9/9/9/9/9", True)])
def test_one_king_is_enough(sfen, mates):
    """Of a tsume problem: the attacker has no king, so nothing of his is pinned and he is never in check."""
    position = ShogiPosition(sfen + " b G 1")
    agree_with_python_shogi(position)
    found = False
    for move in checking_moves(position):
        push(position, move)
        found |= is_checkmate(position)
        position.pop()
    assert found is mates


@pytest.mark.parametrize(
    ("sfen", "count"),
    [
        ("R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", 593),
        ("R8/2K1S1SS1/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP 1", 599),  # with one king alone
    ],
)
def test_the_most_moves_have_room(sfen, count):
    assert len(legal_moves(ShogiPosition(sfen))) == count
