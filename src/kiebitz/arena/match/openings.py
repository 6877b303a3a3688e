"""The positions that games start from, read from EPD or PGN files; those of shogi ``shogi_openings`` reads."""

from __future__ import annotations

import gzip
import io
import random
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from itertools import islice
from pathlib import Path

from kiebitz.commandline.epd_counters import fen_of_epd
from kiebitz.engine import START_FEN, FenError, MoveError, dropped_from, legal_moves, position_from
from kiebitz.engine.line import GameName
from kiebitz.games import game_called
from kiebitz.games.live_game import LiveGame

DEFAULT_BOOKS: dict[GameName, str] = {"chess": "8moves_v3.epd", "shogi": "balanced_openings.sfen"}
_FILES: dict[GameName, str] = {"chess": "an EPD or PGN file", "shogi": "a list of SFENs, or records in KIF or CSA"}
_MOST_REPETITIONS = 2
# Zip bombs and devices without an end: no book of openings is as large.
MAX_BYTES = 1 << 30


class OpeningsError(ValueError):
    """A file without any opening that can be played."""


@dataclass(frozen=True, slots=True)
class Opening:
    """Where a game starts: a position and the moves played from there before the players take over."""

    fen: str
    """The position set up; in shogi an SFEN."""
    moves: tuple[str, ...] = ()
    """Moves of the book, as UCI text; in shogi as USI text."""
    chess960: bool = False
    """True if castling follows Chess960."""
    dropped: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """The parts left out of the FEN that was given, as they can't be."""
    game: GameName = "chess"
    """Which game it is."""

    @property
    def white_begins(self) -> bool:
        """True if White, in shogi Black, moves first in this position: who does so by the rules."""
        return self.fen.split()[1] == ("w" if self.game == "chess" else "b")

    def begin(self) -> LiveGame:
        """The game after the opening. Raises ValueError for one that can't be played."""
        return LiveGame(game_called(self.game), self.fen, self.moves, chess960=self.chess960)


@dataclass(frozen=True, slots=True)
class Book:
    """The openings of a file and what was wrong in it."""

    name: str
    """The file's name, without folders."""
    openings: tuple[Opening, ...]
    """Every different opening, in the file's order."""
    faults: tuple[str, ...]
    """The faults of the file, each with file and line or game: what couldn't be used, or was left out."""

    def shuffled(self, seed: int) -> list[Opening]:
        """The openings in an order that depends on the seed alone."""
        order = list(self.openings)
        random.Random(seed).shuffle(order)
        return order


def read_book(path: Path | None = None, plies: int | None = None, game: GameName = "chess") -> Book:
    """Read an EPD or PGN file (also .gz), of shogi SFENs or records, or the book that comes with Kiebitz.

    ``plies`` cuts each game off after so many plies. What is broken is listed and left out. Raises OpeningsError
    if nothing is left, and OSError for a file that can't be read.
    """
    return _own_book(game) if path is None else _book_of(path.name, _read(path), plies, game)


@cache
def _own_book(game: GameName) -> Book:
    """The book of a game that comes with Kiebitz."""
    name = DEFAULT_BOOKS[game]
    return _book_of(name, (resources.files("kiebitz.arena.match") / "data" / name).read_bytes(), None, game)


def _book_of(name: str, raw: bytes, plies: int | None, game: GameName) -> Book:
    """The book in a file of this name. Raises OpeningsError."""
    if game == "shogi":
        # Here, because matches of chess need no reader of shogi records.
        from kiebitz.arena.match.shogi_openings import shogi_entries

        entries = shogi_entries(raw, plies)
    else:
        entries = _chess_entries(name, raw, plies)
    openings: dict[Opening, None] = {}
    faults: list[str] = []
    for where, found in entries:
        if isinstance(found, Opening):
            openings[found] = None
            faults.extend(f"{name}, {where}: {note}" for note in found.dropped)
        else:
            faults.append(f"{name}, {where}: {found}")
    if not openings:
        reason = faults[0] if faults else f"{name} is empty"
        raise OpeningsError(f"no opening to play from: {reason}; give {_FILES[game]}")
    return Book(name, tuple(openings), tuple(faults))


def join_books(books: Sequence[Book]) -> Book:
    """One book of several, without what they repeat of each other."""
    openings = dict.fromkeys(opening for book in books for opening in book.openings)
    return Book(
        "+".join(book.name for book in books), tuple(openings), tuple(fault for book in books for fault in book.faults)
    )


def _read(path: Path) -> bytes:
    with path.open("rb") as file:
        if path.suffix.lower() == ".gz":
            try:
                with gzip.open(file) as unpacked:
                    raw = unpacked.read(MAX_BYTES + 1)
            except (EOFError, gzip.BadGzipFile, zlib.error) as error:
                raise OpeningsError(f"{path} is no sound gzip file: {error}") from error
        else:
            raw = file.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise OpeningsError(f"{path} is larger than {MAX_BYTES >> 20} MB; that is no book of openings")
    return raw


def _chess_entries(name: str, raw: bytes, plies: int | None) -> Iterator[tuple[str, Opening | str]]:
    """Entries of a chess file: where, and the opening or why it can't be played."""
    text = raw.decode("utf-8-sig", "replace")
    is_pgn = name.lower().removesuffix(".gz").endswith(".pgn") or text.lstrip().startswith("[")
    return _from_pgn(text, plies) if is_pgn else _from_epd(text)


def _opening(fen: str, moves: tuple[str, ...] = (), chess960: bool | None = None) -> Opening | str:
    """The opening, or why it can't be played. ``chess960`` is None where the castling rights must tell."""
    try:
        if dropped := dropped_from(fen, chess960):  # Every player is to read the same.
            start = position_from(fen, chess960=chess960)
            fen = start.fen(shredder=start.chess960)
        position = position_from(fen, moves, chess960)
    except (FenError, MoveError) as error:
        return str(error)
    if not legal_moves(position) or position.is_insufficient_material or position.repetitions() > _MOST_REPETITIONS:
        return "the game is over there already; --opening-plies takes only the first moves of each game"
    return Opening(fen, moves, position.chess960, dropped)


def _from_epd(text: str) -> Iterator[tuple[str, Opening | str]]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield f"line {number}", _opening(fen_of_epd(line))


def _from_pgn(text: str, plies: int | None) -> Iterator[tuple[str, Opening | str]]:
    import logging

    import chess.pgn

    # What is wrong with a game is in game.errors; the library would print it as well.
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    stream = io.StringIO(text)
    number = 0
    while True:
        number += 1
        try:
            game = chess.pgn.read_game(stream)
        except Exception as error:  # python-chess stumbles in many ways over what is no PGN at all
            yield f"game {number}", str(error)
            continue
        if game is None:
            return
        moves = list(islice(game.mainline_moves(), plies))
        if game.errors and (plies is None or len(moves) < plies):
            yield f"game {number}", str(game.errors[0])
            continue
        try:
            board = game.board()
        except ValueError as error:
            yield f"game {number}", str(error)
            continue
        if board.uci_variant != "chess":
            yield f"game {number}", f"a game of {board.uci_variant}, not of chess"
            continue
        fen = game.headers.get("FEN", START_FEN)
        is_chess960 = game.headers.is_chess960() or None  # Without the tag Variant the FEN must show it.
        yield f"game {number}", _opening(fen, tuple(m.uci() for m in moves), is_chess960)
