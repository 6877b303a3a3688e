"""Marked moves of a collection's games: what is asked in practice. Our analysis has them, or a game's own text."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Self

from kiebitz.analysis.judging.judgement import Judgement

PRACTISED = (Judgement.MISTAKE.value, Judgement.BLUNDER.value)


@dataclass(frozen=True, slots=True)
class Mark:
    """A marked move, and the position in which it was played."""

    game: int
    ply: int
    """Number of half-moves played up to it."""
    fen: str
    played: str
    """UCI text."""
    best: str
    """"" where who has marked it names none: whoever asks for it looks for one first."""
    judgement: str
    motif: str
    """By what it is explained; nothing if it isn't."""
    reason: dict[str, str]
    """The explanation by language ('en', 'de'); nothing if there is none."""

    @classmethod
    def of(cls, game: int, ply: int, fen: str, *fields: Any) -> Self:
        """As the file has it. Raises ValueError for damage."""
        from kiebitz.engine import legal_moves, position_from

        played, best, judgement, motif, reason = fields
        legal = legal_moves(position_from(fen))
        said = json.loads(reason)
        told = [judgement, motif, *said, *said.values()] if isinstance(said, dict) else [None]
        if (
            type(game) is not int
            or type(ply) is not int
            or {played, best} - {*legal, *([""] if played else [])}
            or {*map(type, told)} != {str}
        ):
            raise ValueError(f"the mark of game {game}, half-move {ply}")
        return cls(game, ply, fen, played, best, judgement, motif, said)


def keep_marks(connection: sqlite3.Connection, game: int, sides: Sequence[int], marks: Iterable[Mark]) -> None:
    """Give a game these marks and no others, in a transaction; ``sides`` are the numbers of White and Black."""
    connection.execute("DELETE FROM marks WHERE game = ?", (game,))
    connection.executemany(
        "INSERT INTO marks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                *(game, mark.ply, sides[mark.fen.split()[1] == "b"], mark.fen, mark.played, mark.best),
                *(mark.judgement, mark.motif, json.dumps(mark.reason)),
            )
            for mark in marks
        ],
    )
