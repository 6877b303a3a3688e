"""Moves of shogi as people type them."""

import random

import pytest

from kiebitz.core.shogi.notation import legal_moves, push
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.shogi.sfen import BLACK, SQUARE_AT, WHITE
from kiebitz.engine.positions import shogi_position_from
from kiebitz.kifu.names import letter_of
from kiebitz.kifu.typed_move import TypedMoveError, read_typed_move
from kiebitz.kifu.written_move import ki2_text, kif_text
from random_shogi import random_games

START = ShogiPosition()
AFTER_EXCHANGE = shogi_position_from(moves=("7g7f", "3c3d", "8h2b+"))


@pytest.mark.parametrize(
    ("position", "text", "move"),
    [
        (START, "7g7f", "7g7f"),
        (START, " 1. 7G7F ", "7g7f"),
        (START, "☗７六歩", "7g7f"),
        (START, "▲76歩", "7g7f"),
        (START, "７六歩(77)", "7g7f"),
        (START, "P-7f", "7g7f"),
        (START, "p-76", "7g7f"),
        (START, "P7f", "7g7f"),
        (START, "P7g-7f", "7g7f"),
        (START, "G6i-5h", "6i5h"),
        (START, "58金右", "4i5h"),
        (START, "N", None),
        (AFTER_EXCHANGE, "同銀", "3a2b"),
        (AFTER_EXCHANGE, "同　銀", "3a2b"),
        (AFTER_EXCHANGE, "Sx2b", "3a2b"),
        (AFTER_EXCHANGE, "S-22", "3a2b"),
    ],
)
def test_spellings(position, text, move):
    if move is None:
        with pytest.raises(TypedMoveError, match="is no move"):
            read_typed_move(position, text, "2b")
    else:
        assert read_typed_move(position, text, "2b") == move


def test_drops_and_promotions():
    position = ShogiPosition("4k4/9/4+P4/2S6/9/9/9/9/4K4 b GP 1")
    for text in ("G*5b", "g*5b", "G'52", "52金打", "５二金", "G*52"):
        assert read_typed_move(position, text) == "G*5b"
    assert read_typed_move(position, "Sx7c") == "7d7c"  # who doesn't say that a man promotes means that it doesn't
    assert read_typed_move(position, "S-7c+") == read_typed_move(position, "73銀成") == "7d7c+"
    assert read_typed_move(position, "S-7c=") == read_typed_move(position, "73銀不成") == "7d7c"
    assert read_typed_move(position, "+P-5b") == read_typed_move(position, "52と") == "5c5b"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is no move"),
        ("castle", "is no move"),
        ("7g7e", "'7g7e' goes where the man can't go"),
        ("P*5e", "moves a man that the side to move doesn't have there"),
        ("75歩", "no 歩 of Black can go to 75"),
        ("G-5h", "is ambiguous: it means"),
        ("58金", "it means several moves"),
        ("R-9a", "is not legal here"),
        ("同歩", "has no move before it"),
        ("\x1b[2J" + "x" * 9999, "is no move"),
    ],
)
def test_what_is_no_move_is_told(text, words):
    with pytest.raises(TypedMoveError, match=words.replace("[", "\\[")) as error:
        read_typed_move(START, text)
    assert "lnsgkgsnl" not in str(error.value)  # the board is in sight
    assert str(error.value).isprintable()


@pytest.mark.check
def test_every_legal_move_is_understood_however_it_is_written():
    chance = random.Random(6)
    for _, played, position in random_games(chance, 60):
        men, side = position.setup().men, BLACK if position.turn else WHITE
        last = played[-1][2:4] if played else None
        for move in legal_moves(position):
            man = move[0] if move[1] == "*" else letter_of(men[SQUARE_AT[move[:2]]])
            western = move if move[1] == "*" else f"{man}{move[:2]}-{move[2:]}"
            for text in (move, kif_text(men, move, last), ki2_text(men, side, move, last), western):
                assert read_typed_move(position, text, last) == move, (text, position.sfen())


def test_a_game_typed_in_by_hand():
    position, last = ShogiPosition(), None
    for text in ["76歩", "34歩", "22角成", "同銀", "B*5e"]:
        move = read_typed_move(position, text, last)
        push(position, move)
        last = move[2:4]
    assert position.sfen().startswith("lnsgkg1nl/1r5s1/pppppp1pp/6p2/4B4/")
