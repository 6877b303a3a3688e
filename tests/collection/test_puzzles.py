"""Puzzles have one solution, a theme and a difficulty, and are written where chess programs read them."""

import csv
import io
import sqlite3
import zipfile

import chess
import chess.pgn
import pytest
from typer.testing import CliRunner

import kiebitz
from kiebitz import Engine
from kiebitz.cli import app
from kiebitz.collection.difficulty import MODEL, NAMES, difficulty, found_by
from kiebitz.collection.puzzle_files import COLUMNS, as_cards, as_csv, as_pgn
from kiebitz.collection.puzzles import puzzles_of, solved

# Légal's trap walked into, and left unpunished.
LEGAL = """[Event "?"]
[Site "https://example.org/legal"]
[White "Légal, Kermur"]
[Black "Saint Brie"]
[Result "*"]

1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bb5+ *
"""
NODES = 40_000

pytestmark = pytest.mark.check


@pytest.fixture(scope="module")
def engine():
    with Engine(hash_mb=8) as made:
        yield made


@pytest.fixture(scope="module")
def puzzles(engine):
    return list(puzzles_of(next(kiebitz.read_games(LEGAL)), engine, proof_nodes=NODES))


def test_what_a_game_let_pass_is_a_puzzle(puzzles):
    (puzzle,) = (each for each in puzzles if each.ply == 10)
    assert puzzle.solution == ("c4f7", "e8e7", "c3d5")
    assert puzzle.was_missed
    assert puzzle.allowed_by == "g4d1"
    assert (puzzle.themes[0], puzzle.themes[-1]) == ("mate in 2", "opening")
    assert puzzle.reason
    assert puzzle.san == "6. Bxf7+ Ke7 7. Nd5#"


def test_the_same_game_has_the_same_puzzles(puzzles, engine):
    assert list(puzzles_of(next(kiebitz.read_games(LEGAL)), engine, proof_nodes=NODES)) == puzzles


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        ("6k1/5ppp/8/8/8/8/q4PPP/1R4K1 w - - 0 1", ["b1b8"]),
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", []),  # a rook more wins in any way
        ("6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - - 0 1", []),  # either rook mates
        ("7k/8/8/8/8/8/8/K6q w - - 0 1", []),  # lost
        (chess.STARTING_FEN, []),
    ],
)
def test_one_solution_or_none(engine, fen, moves):
    assert [move.uci() for move in solved(chess.Board(fen), engine, NODES)] == moves


def test_a_long_solution_is_harder_than_a_mate_in_one(engine):
    mate = chess.Board("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
    # Lichess puzzle 0LHqw, rated 2562 (CC0).
    hard = chess.Board("2r5/5pkp/1q1p2p1/2rPp1PP/p7/P4Q2/1P2BP2/1K1R4 b - - 0 30")
    moves = ["c5c3", "f3f6", "g7g8", "h5g6", "h7g6", "d1h1", "c3c1", "h1c1", "c8c1", "b1c1"]
    hard.push_uci(moves[0])
    ratings = [
        difficulty(board, [chess.Move.from_uci(move) for move in line], engine)
        for board, line in ((mate, ["a1a8"]), (hard, moves[1:]))
    ]
    assert ratings[0] < 1000 < 1800 < ratings[1]
    assert found_by(1500, ratings[1]) < 0.5 < found_by(1500, ratings[0])
    with pytest.raises(ValueError, match="not legal"):
        difficulty(mate, [chess.Move.from_uci("a1b2")], engine)
    assert len(NAMES) == 12
    assert MODEL.exists()


def test_they_are_written_as_pgn_and_as_lichess_does(puzzles):
    game = chess.pgn.read_game(io.StringIO(as_pgn(puzzles).decode()))
    assert game.board().fen() == puzzles[0].position.fen()
    assert [move.uci() for move in game.mainline_moves()] == list(puzzles[0].solution)
    rows = list(csv.DictReader(io.StringIO(as_csv(puzzles).decode())))
    assert tuple(rows[0]) == COLUMNS
    board = chess.Board(rows[0]["FEN"])
    for move in rows[0]["Moves"].split():
        board.push_uci(move)
    assert "opening" in rows[0]["Themes"].split()
    assert rows[0]["GameUrl"] == "https://example.org/legal"


def test_they_are_cards_for_anki(puzzles, tmp_path):
    pytest.importorskip("genanki", reason="cards need kiebitz[anki]")
    path = tmp_path / "deck.apkg"
    path.write_bytes(as_cards(puzzles))
    with zipfile.ZipFile(path) as package:
        package.extract("collection.anki2", tmp_path)
    with sqlite3.connect(tmp_path / "collection.anki2") as deck:
        notes = deck.execute("SELECT flds FROM notes").fetchall()
    assert len(notes) == len(puzzles)
    assert "<svg" in notes[0][0]
    assert "Bxf7+" in " ".join(note for (note,) in notes)


def test_the_command_writes_them_and_refuses_what_it_can_not(tmp_path):
    run = CliRunner().invoke
    source, out = tmp_path / "legal.pgn", tmp_path / "out.pgn"
    source.write_text(LEGAL, encoding="utf-8")
    told = run(app, ["games", "puzzles", str(source), "-o", str(out), "--nodes", str(NODES), "--player", "legal"])
    assert told.exit_code == 0, told.output
    assert "of 1 games" in told.output
    assert "Bxf7+" in out.read_text(encoding="utf-8")
    kept = out.read_bytes()
    again = ["games", "puzzles", str(source), "-o", str(out), "--nodes", str(NODES)]
    assert "out.pgn exists; name another place, or add --overwrite" in run(app, again).output
    nobody = run(app, [*again, "--overwrite", "--player", "nobody"])
    assert "0 puzzles of 0 games: nothing is written" in nobody.output
    assert out.read_bytes() == kept
    for words, said in (
        (["-o", str(tmp_path / "out.txt")], ".apkg"),
        ([str(tmp_path / "none.pgn"), "-o", str(tmp_path / "new.pgn")], "none.pgn"),
        ([str(source), "-o", str(tmp_path / "no" / "out.pgn")], "no"),
    ):
        refused = run(app, ["games", "puzzles", *words])
        assert refused.exit_code in {1, 2}
        assert said in refused.output
