"""Threats: the other side's move if it could move twice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import chess

from kiebitz.analysis.explanation.asker import Asker
from kiebitz.analysis.explanation.fact import Fact, Proof
from kiebitz.analysis.explanation.shown_line import ShownLine
from kiebitz.analysis.explanation.themes.mate import ForcedMate, find_mate
from kiebitz.analysis.explanation.themes.material import MaterialWon, find_material

MAX_PLIES = 3
"""How soon material must be won for a threat to be one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Threat(Fact):
    """The line would mate or win material if its side were to move. ``fen`` is the position with the turn passed."""

    theme: ClassVar[str] = "threat"
    proof: ClassVar[Proof] = Proof.SEARCH

    mate_in: int | None
    """Moves to the mate that is threatened."""
    won: tuple[str, ...]
    """The men that would be won (as in ``MaterialWon``); none with a mate."""
    paid: tuple[str, ...]
    """The men that would be given for them."""


def find_threat(board: chess.Board, best: ShownLine, asker: Asker) -> Threat | None:
    """The gain of the side that is not to move if the other one passed (the null move's refutation).

    It is a threat only if it wins more than against the best move. None in check, where nobody can pass.
    """
    if board.is_check():
        return None
    passed = board.copy(stack=False)
    passed.push(chess.Move.null())
    if passed.is_check():
        return None
    lines = asker.lines(chess.Board(passed.fen(), chess960=board.chess960))
    found: ForcedMate | MaterialWon | None = None
    if lines:
        already_lost = best.score.mate is not None and best.score.mate < 0
        found = find_material(lines[0], -best.score) if lines[0].score.mate is None else None
        if not already_lost and lines[0].score.mate is not None:
            found = find_mate(lines[0], asker)
    if found is None or (isinstance(found, MaterialWon) and len(found.line) > MAX_PLIES):
        return None
    return Threat(
        fen=found.fen,
        chess960=found.chess960,
        line=found.line,
        mate_in=found.in_moves if isinstance(found, ForcedMate) else None,
        won=found.won if isinstance(found, MaterialWon) else (),
        paid=found.paid if isinstance(found, MaterialWon) else (),
    )
