"""A proof as a file: JSON with the position, what is claimed of it, and the attacker's book of moves.

``book`` has for each position (FEN or SFEN without counters) in which the attacker may come to move his move (UCI or
USI). The tree of the proof is all lines in which he plays by the book and the defender what he likes.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import cast

from kiebitz.processes.bounded import content_of
from kiebitz.processes.whole_file import whole_file

FORMAT = "kiebitz mate proof 1"
GAMES = ("chess", "shogi")


class ProofFileError(ValueError):
    """A file that is no proof; the message names the fault."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A claim with its proof."""

    game: str
    """``chess`` or ``shogi``."""
    position: str
    """FEN or SFEN; the side to move mates."""
    plies: int
    """Plies within which it mates, its own and the defender's."""
    checks_only: bool
    """It does so by checks alone."""
    book: dict[str, str]


def write_proof(proof: Proof, path: Path) -> None:
    """Write a proof, whole or not at all. Raises OSError."""
    with whole_file(path) as file:
        for part in json.JSONEncoder(indent=1).iterencode({"format": FORMAT} | asdict(proof)):
            file.write(part.encode())


def read_proof(path: Path) -> Proof:
    """Read a proof. Raises ProofFileError and OSError."""
    try:
        content = json.loads(content_of(path))
    except ValueError as error:  # of JSON as of UTF-8
        raise ProofFileError(f"{path} is no JSON: {error}") from error
    except RecursionError as error:
        raise ProofFileError(f"{path} is nested too deeply to be a proof") from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ProofFileError(f"{path} is no proof: its format is not '{FORMAT}'")
    game, position, plies = content.get("game"), content.get("position"), content.get("plies")
    checks_only, book = content.get("checks_only"), content.get("book")
    if game not in GAMES:
        raise ProofFileError(f"{path} is of no game that is known: write {' or '.join(GAMES)}")
    is_count = isinstance(plies, int) and not isinstance(plies, bool) and plies >= 1
    if not isinstance(position, str) or not is_count or not isinstance(checks_only, bool):
        raise ProofFileError(f"{path} lacks a position (text), plies (from 1) or checks_only (true or false)")
    if not isinstance(book, dict) or not all(isinstance(move, str) for move in book.values()):
        raise ProofFileError(f"{path} has no book of positions and moves")
    return Proof(game, position, cast("int", plies), checks_only, book)
