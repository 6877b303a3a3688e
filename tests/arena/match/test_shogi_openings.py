import pytest

from kiebitz.arena.match.openings import Opening, OpeningsError, read_book
from kiebitz.core.shogi.sfen import START_SFEN
from kiebitz.kifu.record import Ending, Kifu
from kiebitz.kifu.writing import write_kifu

ENDGAME = "4k4/9/9/9/9/9/9/9/4K4 b RB2G2S2N2L9Prb2g2s2n2l9p 1"


def book_of(tmp_path, text, plies=None, name="openings.sfen"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return read_book(path, plies, "shogi")


def test_our_own_book_can_be_played():
    book = read_book(game="shogi")
    assert (len(book.openings), book.faults) == (500, ())
    assert {len(opening.moves) for opening in book.openings} == {12}
    assert book.openings[0].game == "shogi"


def test_lists_as_programs_write_them(tmp_path):
    text = f"""# a list
position startpos moves 7g7f 3c3d
startpos moves 2g2f
sfen {START_SFEN} moves 7g7f
{ENDGAME}
{ENDGAME.rpartition(" ")[0]}
startpos
"""
    book = book_of(tmp_path, text)
    assert book.faults == ()
    assert book.openings == (
        Opening(START_SFEN, ("7g7f", "3c3d"), game="shogi"),
        Opening(START_SFEN, ("2g2f",), game="shogi"),
        Opening(START_SFEN, ("7g7f",), game="shogi"),
        Opening(ENDGAME, game="shogi"),  # twice, as one
        Opening(START_SFEN, game="shogi"),
    )


@pytest.mark.parametrize("suffix", ["kif", "csa"])
def test_records_give_their_first_moves(tmp_path, suffix):
    path = tmp_path / f"game.{suffix}"
    write_kifu(Kifu.of_moves(["7g7f", "3c3d", "2g2f", "8c8d"], ending=Ending.RESIGNATION), path)
    assert read_book(path, 3, "shogi").openings == (Opening(START_SFEN, ("7g7f", "3c3d", "2g2f"), game="shogi"),)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no game of shogi"),
        ("startpos moves 7g7e", "line 1: '7g7e'"),
        ("\nstartpos moves \x1b[2J", "line 2"),
        ("sfen 4k4/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l18p 1", "both kings"),
        ("sfen 4k4/4G4/4G4/9/9/9/9/9/4K4 w - 1", "over there already"),
        ("startpos rubbish", "line 1"),
        ("e2e4 e7e5", "no game of shogi"),
    ],
)
def test_what_can_not_be_played_is_named(tmp_path, text, words):
    with pytest.raises(OpeningsError, match=words):
        book_of(tmp_path, text)
