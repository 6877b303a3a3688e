"""Games in German, French and Spanish letters are read as what they are, and nothing else is."""

import pytest

import kiebitz
from kiebitz.analysis.reading.reader import read_game

ENGLISH = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. Kh1 Qd7"


def in_letters_of(letters):
    return ENGLISH.translate(str.maketrans("KQRBN", letters))


@pytest.mark.parametrize("letters", ["KQRBN", "KDTLS", "RDTFC", "RDTAC"])
@pytest.mark.parametrize("numbers", [". ", "."])
def test_a_game_is_read_in_its_letters(letters, numbers):
    (english,) = kiebitz.read_games(ENGLISH)
    written = in_letters_of(letters).replace(". ", numbers)
    (game,) = kiebitz.read_games(f'[Event "Sf3"]\n\n{written} {{ Sf3 Lb5 }} 1-0')
    assert (game.moves, game.result, game.faults) == (english.moves, "1-0", ())
    read = read_game(game.raw)
    assert [move.uci() for move in read.game.mainline_moves()] == list(english.moves)
    assert read.game.end().comment == "Sf3 Lb5"
    assert read.game.headers["Event"] == "Sf3"


def test_variations_promotions_and_captures():
    text = "1. e4 d5 2. exd5 c6 3. dxc6 Sf6 (3... Sxc6 4. Sc3) 4. cxb7 Sd5 5. bxa8D Sb4 6. Dxb8 *"
    (game,) = kiebitz.read_games(text)
    assert (game.plies, game.faults) == (11, ())
    read = read_game(game.raw)
    assert "bxa8=Q" in str(read.game)
    assert "3... Nxc6 4. Nc3" in str(read.game)


@pytest.mark.parametrize(
    ("text", "plies"),
    [
        ("1. e4 e5 2. Sf3 Bc5", 2),  # of two languages
        ("1. e4 e5 2. Xf3 Xc5", 2),  # of none
        ("1. e4 e5 2. Nf3 Lc5", 3),
        ("1. e4 e5 2. Sf3 Sc6 3. Lb9", 4),  # no move in any
    ],
)
def test_what_is_no_language_is_a_fault(text, plies):
    (game,) = kiebitz.read_games(text)
    assert game.plies == plies
    assert "is no move" in game.faults[0].text
