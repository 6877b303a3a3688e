"""Themes that lines show, held against the labels of Lichess's puzzles (database.lichess.org, CC0)."""

import chess
import pytest

from kiebitz.collection.puzzle_files import LICHESS
from kiebitz.collection.puzzle_themes import MATES, THEMES, themes_of

# Lichess's number, the position before the move that allowed it, all moves, and what it shows: all of it labelled so.
PUZZLES = (
    (
        "0YT5v",
        "r2qk2r/ppp2pp1/2np4/4p3/2B3Q1/P1nP4/2P2PPN/R1B2RK1 w kq - 0 13",
        "g4g7 c3e2 g1h1 h8h2 h1h2 d8h4",
        ("mate in 3", "Anastasia's mate", "attraction", "sacrifice"),
    ),
    ("1ELLe", "5rk1/5ppp/8/2Q5/8/5nNq/r5P1/3R2RK w - - 0 28", "g2h3 a2h2", ("mate in 1", "Arabian mate")),
    (
        "6B1yS",
        "2rq1rk1/pp3ppp/3b1n2/3p4/8/1NPbBQ1P/PP1N1PP1/2KR3R w - - 8 18",
        "e3g5 c8c3 b2c3 d6a3",
        ("mate in 2", "Boden's mate", "sacrifice"),
    ),
    (
        "01Qdr",
        "6k1/pp4p1/7p/1PPp4/P2b2rq/5rN1/6PP/3QR2K w - - 0 30",
        "d1f3 h4h2 h1h2 g4h4",
        ("mate in 2", "attraction", "sacrifice"),
    ),
    (
        "00awK",
        "r5k1/2p2Qpp/p7/4b3/8/8/1PP1KR2/2q5 b - - 0 24",
        "g8h8 f7f8 a8f8 f2f8",
        ("mate in 2", "back rank", "sacrifice"),
    ),
    ("3fJJH", "5k2/8/5K2/7B/p7/8/8/8 w - - 0 73", "f6g5 a4a3 h5d1 a3a2", ("bishop endgame",)),
    (
        "L81qU",
        "4r1k1/1p4p1/p1p1bp2/3p4/7R/1P1P2P1/1PP2P1P/4RK2 w - - 2 27",
        "h4b4 e6h3 f1g1 e8e1",
        ("mate in 2", "discovered attack", "deflection"),
    ),
    (
        "022HT",
        "r3k2r/ppp1qppp/2np4/2b1p3/2P1P1b1/3P1N2/PP2BPPP/R1BQK2R b KQkq - 2 8",
        "c6d4 f3d4 c5d4 e2g4",
        ("discovered attack",),
    ),
    (
        "FMZqb",
        "r1b2k1r/pp3Bpp/1qpp4/4P1B1/3nP1n1/2N5/PPP3PP/R2Q1RK1 w - - 1 12",
        "f7h5 d4f3 g1h1 b6g1 f1g1 g4f2",
        ("mate in 3", "smothered mate", "double check", "sacrifice"),
    ),
    ("00Pc8", "rnb2r2/pp4k1/2p3pp/4Np2/2BP4/8/PP4PP/2KRR3 b - - 0 18", "b8d7 e5d7 c8d7 e1e7 g7f6 e7d7", ("fork",)),
    ("0EUQb", "8/8/8/6PK/3b4/7P/1pk5/1R6 w - - 1 59", "g5g6 c2b1 g6g7 d4g7", ("hanging",)),
    (
        "04sGR",
        "r1b4r/1p1p1pp1/p1n1kb1p/4pN2/2P1P3/5N2/PP3PPP/2KR1B1R b - - 0 14",
        "g7g6 d1d6",
        ("mate in 1", "hook mate"),
    ),
    (
        "08TEy",
        "2k1r3/1p3p1p/p1p1r3/2P5/8/PQ2B1Pq/4KP1P/3R3R w - - 1 26",
        "b3d3 e6e3 f2e3 h3g2 e2e1 g2h1",
        ("interference", "sacrifice"),
    ),
    (
        "03WiF",
        "r4qk1/pp2r2p/4p1pQ/3pRpPP/3P4/2P5/PP6/5RK1 w - - 1 27",
        "h5g6 f8h6 g5h6 h7g6",
        ("removed defender", "intermediate move"),
    ),
    (
        "FVwu5",
        "8/8/8/5p2/4pk2/2K2P1p/3N3P/8 w - - 0 50",
        "c3d4 e4e3 d2c4 e3e2 c4e5 e2e1n",
        ("promotion", "underpromotion", "knight endgame"),
    ),
    (
        "0KlBf",
        "8/kppR4/pq5p/8/2B2Q2/7P/PPP2bP1/2K5 w - - 0 23",
        "f4c7 b6e3 d7d2 e3e1 d2d1 f2e3 c1b1 e1d1",
        ("mate in 4", "deflection"),
    ),
    (
        "3UtVR",
        "8/8/8/p7/1k4KP/8/8/8 w - - 0 58",
        "g4f3 a5a4 h4h5 a4a3 h5h6 a3a2 h6h7 a2a1q",
        ("promotion", "quiet move", "pawn endgame"),
    ),
    (
        "00p93",
        "1k1r1b1r/n1p3p1/p5p1/1pn1P3/P2B2Pq/2P2Q1P/1PB1K3/R6R b - - 0 24",
        "c5e6 d4a7 b8a7 a4b5 d8d2 e2d2",
        ("pin",),
    ),
    (
        "3advu",
        "8/1Q6/p4pk1/7p/P5p1/1P3K2/1q3PP1/8 w - - 0 46",
        "f3g3 b2e5 f2f4 e5e3 g3h2 e3f4",
        ("deflection", "queen endgame"),
    ),
    ("0008Q", "8/4R3/1p2P3/p4r2/P6p/1P3Pk1/4K3/8 w - - 1 64", "e7f7 f5e5 e2f1 e5e6", ("rook endgame",)),
    ("02QUU", "4k3/4bppp/pp6/4P3/P2PP3/6P1/5K1P/2B5 w - - 3 28", "f2e3 e7g5 e3e2 g5c1", ("skewer", "bishop endgame")),
    (
        "AU4oe",
        "2kr1b2/2p5/2q1p1N1/p2np3/1p1n1P1P/3Q4/PPPB4/1NKR3R w - - 1 25",
        "g6e5 c6c2 d3c2 d4e2",
        ("mate in 2", "smothered mate", "sacrifice"),
    ),
    ("0Ha68", "r3r1k1/1p4pp/p7/8/6p1/P3p3/1PP2NPP/1K3B1R w - - 0 24", "f2g4 e3e2 f1e2 e8e2", ("trapped piece",)),
    (
        "tJEEQ",
        "r4nk1/1p3R2/p2p2p1/2pP2B1/2Pb4/3B1P1q/PP1Q1P1P/6K1 w - - 1 24",
        "d2f4 d4e5 g5f6 h3h2 f4h2 e5h2 g1h2 g8f7",
        ("x-ray attack",),
    ),
)


def shown(fen, moves):
    return themes_of(chess.Board(fen), [chess.Move.from_uci(move) for move in moves.split()])


@pytest.mark.parametrize(("name", "fen", "moves", "themes"), PUZZLES, ids=[each[0] for each in PUZZLES])
def test_a_line_shows_its_themes(name, fen, moves, themes):
    assert shown(fen, moves) == themes


def test_every_theme_is_tried_and_has_a_word_of_lichess():
    tried = {theme for *_, themes in PUZZLES for theme in themes}
    assert {*THEMES, *MATES} <= tried
    assert {theme for theme in tried if not theme.startswith("mate in")} <= LICHESS.keys()


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        ("6k1/8/8/8/8/8/4RK2/7q b - - 0 1", "h1h2 f2f3"),  # a king who steps out of a check
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 1", "g8f8 a1a8"),  # a check alone is no theme
    ],
)
def test_what_shows_nothing(fen, moves):
    assert [theme for theme in shown(fen, moves) if theme != "rook endgame"] == []
