"""Games by material and pawns, as python-chess finds them by playing every game through."""

from collections import defaultdict

import chess
import pytest

from collected import collection_of, made_up, read_by_oracle
from kiebitz.collection.structures import games_with, material_of, pawns_of

ENDING = (
    '[FEN "8/8/8/4k3/8/8/3PK3/r6R w - - 0 1"]\n[SetUp "1"]\n\n1. d4+ Kxd4 2. Rxa1 *\n\n'
    '[FEN "8/3pk3/8/4K3/8/8/8/r6R w - - 0 1"]\n[SetUp "1"]\n\n1. Rxa1 *\n'
)


def men(board, side):
    """A side's men, as material is written."""
    own = board.occupied_co[side]
    kinds = (board.kings, board.queens, board.rooks, board.bishops, board.knights, board.pawns)
    return "".join(letter * (kind & own).bit_count() for letter, kind in zip("KQRBNP", kinds, strict=True))


def has_isolani(board):
    """White's pawn on d4 has no neighbours, and Black has one on e6."""
    white, black = (board.pawns & board.occupied_co[side] for side in (chess.WHITE, chess.BLACK))
    files = chess.BB_FILE_C | chess.BB_FILE_E
    return white & (chess.BB_D4 | files) == chess.BB_D4 and bool(black & chess.BB_E6)


def first_plies(games):
    """By material, the side with more letters first, and for the isolani: in which games it stood, and when first."""
    by_material, isolani = defaultdict(dict), {}
    for number, game in enumerate(games, 1):
        board = game.board()
        for ply, move in enumerate([*game.mainline_moves(), None]):
            material = "v".join(sorted((men(board, chess.WHITE), men(board, chess.BLACK))))
            by_material[material].setdefault(number, ply)
            if has_isolani(board):
                isolani.setdefault(number, ply)
            if move:
                board.push(move)
    return by_material, isolani


def test_material_of_either_side_or_of_one(tmp_path):
    with collection_of(tmp_path, ENDING) as collection:
        assert games_with(collection, material_of("KRPvKR")) == {1: 0, 2: 0}
        assert games_with(collection, material_of("w:KRPvKR")) == {1: 0}
        assert games_with(collection, material_of("b:KRPvKR")) == {2: 0}
        assert games_with(collection, material_of("KRP*vKRP*")) == {1: 0, 2: 0}
        assert games_with(collection, material_of("KRP+vKRP+")) == {}
        assert games_with(collection, material_of("KRvK")) == {1: 3}
        assert games_with(collection, material_of("KRvKP")) == {2: 1}
        collection.remove([1])
        assert games_with(collection, material_of("KRPvKR")) == {2: 0}


@pytest.mark.check
@pytest.mark.parametrize("count", [120, pytest.param(2000, marks=pytest.mark.nightly)])
def test_as_python_chess_finds_them(tmp_path, count):
    by_material, isolani = first_plies(read_by_oracle(count))
    with collection_of(tmp_path, made_up(count)) as collection:
        for material in list(by_material)[:: len(by_material) // 100]:
            assert games_with(collection, material_of(material)) == by_material[material]
        assert games_with(collection, pawns_of("d4 -c -e / e6")) == isolani


def test_exactly_the_pawns_of_a_fen(tmp_path):
    with collection_of(tmp_path, ENDING) as collection:
        assert games_with(collection, pawns_of("8/8/8/8/8/8/3P4/8")) == {1: 0}
        assert games_with(collection, pawns_of("8/3p4/8/8/8/8/8/8 w - - 0 1")) == {2: 0}
        assert games_with(collection, pawns_of("/ -d")) == {1: 0}
        assert games_with(collection, pawns_of("d2 -c -e")) == {1: 0}


@pytest.mark.parametrize("text", ["", "KRP", "KRvR", "KXvK", "x:KvK", "KRPvKRP?"])
def test_what_is_no_material(text):
    with pytest.raises(ValueError, match="names no material"):
        material_of(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "names no pawns"),
        ("d4 / d5 / c6", "names no pawns"),
        ("d9", "is no place of a pawn"),
        ("d1", "is no place of a pawn"),
        ("d4 -d", "says there is none"),
        ("9/8/8/8/8/8/8/8", "is no placement"),
    ],
)
def test_what_are_no_pawns(text, words):
    with pytest.raises(ValueError, match=words):
        pawns_of(text)
