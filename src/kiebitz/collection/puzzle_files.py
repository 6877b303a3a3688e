"""Puzzles as files: PGN, a table as Lichess's, cards for Anki, and a page that is homework."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable
from hashlib import blake2b
from html import escape
from importlib import import_module
from pathlib import Path
from typing import Any

import chess
import chess.pgn

from kiebitz.collection.difficulty import found_by
from kiebitz.collection.homework.page import homework
from kiebitz.collection.puzzle_themes import themes_of
from kiebitz.collection.puzzles import Puzzle

COLUMNS = ("PuzzleId", "FEN", "Moves", "Rating", "RatingDeviation", "Popularity", "NbPlays", "Themes", "GameUrl",
           "OpeningTags")  # fmt: skip
DEVIATION = 400
"""Points that the true rating may be from ours."""
LICHESS = {
    "fork": "fork",
    "pin": "pin",
    "pinned defender": "pin",
    "skewer": "skewer",
    "discovered attack": "discoveredAttack",
    "deflection": "deflection",
    "overloaded piece": "deflection",
    "interference": "interference",
    "intermediate move": "intermezzo",
    "promotion": "promotion",
    "back rank": "backRankMate",
    "removed defender": "capturingDefender",
    "hanging": "hangingPiece",
    "trapped piece": "trappedPiece",
    "smothered mate": "smotheredMate",
    "Anastasia's mate": "anastasiaMate",
    "Arabian mate": "arabianMate",
    "Boden's mate": "bodenMate",
    "hook mate": "hookMate",
    "double check": "doubleCheck",
    "underpromotion": "underPromotion",
    "x-ray attack": "xRayAttack",
    "attraction": "attraction",
    "sacrifice": "sacrifice",
    "quiet move": "quietMove",
    **{f"{piece} endgame": f"{piece}Endgame" for piece in ("pawn", "knight", "bishop", "rook", "queen")},
}
"""Our themes in Lichess's words; those that it hasn't are left out."""
CLUB = 1500
CARD_BYTES = 6
MISSING = "cards for Anki need genanki: pip install 'kiebitz[anki]'"


class PuzzleFileError(ValueError):
    """A file that puzzles can't be written to."""


def writer_for(path: Path) -> Callable[[Iterable[Puzzle]], bytes]:
    """How puzzles are written, by the end of a file's name: .pgn, .csv, .apkg or .html. Raises PuzzleFileError."""
    writers = {".pgn": as_pgn, ".csv": as_csv, ".apkg": as_cards, ".html": as_homework}
    if path.suffix not in writers:
        raise PuzzleFileError(f"{path}: puzzles are written as {', '.join(writers)}")
    if path.suffix == ".apkg":
        _genanki()
    return writers[path.suffix]


def identity(puzzle: Puzzle) -> str:
    """A name for a puzzle that depends on nothing but its position and solution."""
    text = " ".join((puzzle.before, puzzle.allowed_by, *puzzle.solution))
    return blake2b(text.encode(), digest_size=CARD_BYTES).hexdigest()


def as_csv(puzzles: Iterable[Puzzle]) -> bytes:
    """A table with the columns of Lichess's, and the themes that the lines show in its words."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(COLUMNS)
    for puzzle in puzzles:
        length = len(puzzle.solution) // 2 + 1
        moves = (puzzle.allowed_by, *puzzle.solution)
        shown = themes_of(chess.Board(puzzle.before), [chess.Move.from_uci(move) for move in moves])
        own = {LICHESS[theme] for theme in shown if theme in LICHESS}
        mates = {"mate", f"mateIn{length}"} if f"mate in {length}" in shown else set()
        size = "oneMove" if length == 1 else "short" if length == 2 else "long" if length == 3 else "veryLong"
        themes = sorted({*own, *mates, puzzle.themes[-1], size})
        site = puzzle.tags.get("Site", "")
        rows.writerow(
            (identity(puzzle), puzzle.before, " ".join(moves), puzzle.rating, DEVIATION, "", "", " ".join(themes),
             site if site.startswith("https://") else "", "")
        )  # fmt: skip
    return text.getvalue().encode()


def as_pgn(puzzles: Iterable[Puzzle]) -> bytes:
    """A game a puzzle, which starts at its position; the solution is the main line, the reason its comment."""
    texts = []
    for puzzle in puzzles:
        board = puzzle.position
        game = chess.pgn.Game()
        game.setup(chess.Board(board.fen()))
        for name in ("Site", "Date", "White", "Black"):
            game.headers[name] = puzzle.tags.get(name, game.headers[name])
        game.headers["Event"] = ", ".join(puzzle.themes).capitalize()
        game.headers["Round"] = str(puzzle.game)
        game.headers["Result"] = "1-0" if board.turn else "0-1"
        game.headers["Difficulty"] = str(puzzle.rating)
        game.headers["Annotator"] = "Kiebitz"
        node: chess.pgn.GameNode = game
        for number, move in enumerate(puzzle.solution):
            node = node.add_variation(chess.Move.from_uci(move))
            if number == 0:
                node.comment = puzzle.reason
        texts.append(str(game))
    return "\n\n".join([*texts, ""]).encode()


def as_homework(puzzles: Iterable[Puzzle]) -> bytes:
    """A page that poses them, and counts what was found at the first try (see ``homework``)."""
    return homework([(identity(puzzle), puzzle) for puzzle in puzzles]).encode()


def as_cards(puzzles: Iterable[Puzzle]) -> bytes:
    """A deck for Anki (.apkg): the board before, the solution and its reason behind. Raises PuzzleFileError."""
    import tempfile

    import chess.svg

    genanki = _genanki()
    model = genanki.Model(
        1_722_900_001,
        "Kiebitz puzzle",
        fields=[{"name": name} for name in ("Id", "Board", "Question", "Solution", "Reason")],
        templates=[
            {
                "name": "Solve",
                "qfmt": "{{Board}}<p>{{Question}}</p>",
                "afmt": "{{FrontSide}}<hr><p><b>{{Solution}}</b></p><p>{{Reason}}</p>",
            }
        ],
        css=".card { font: 18px sans-serif; text-align: center } svg { width: min(26em, 92vw); height: auto }",
    )
    deck = genanki.Deck(1_722_900_002, "Kiebitz puzzles")
    for puzzle in puzzles:
        board = puzzle.position
        turn = "White" if board.turn else "Black"
        question = f"{turn} to move. About {found_by(CLUB, puzzle.rating):.0%} at {CLUB} find it."
        picture = chess.svg.board(board, orientation=board.turn, lastmove=board.peek())
        name = identity(puzzle)
        deck.add_note(
            genanki.Note(
                model,
                [name, picture, *map(escape, (question, puzzle.san, puzzle.reason))],
                guid=name,
                tags=[theme.replace(" ", "_") for theme in puzzle.themes],
            )
        )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "deck.apkg"
        genanki.Package(deck).write_to_file(str(path))
        return path.read_bytes()


def _genanki() -> Any:
    try:
        return import_module("genanki")
    except ImportError as error:
        raise PuzzleFileError(MISSING) from error
