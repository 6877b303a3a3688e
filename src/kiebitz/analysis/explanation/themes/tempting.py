"""The natural reply that loses at once: "and if he takes?"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import chess

from kiebitz.analysis.explanation.asker import Asker
from kiebitz.analysis.explanation.exchange import capture_gain, pays
from kiebitz.analysis.explanation.fact import Fact, Proof
from kiebitz.analysis.explanation.man import worth
from kiebitz.analysis.explanation.shown_line import ShownLine
from kiebitz.analysis.explanation.themes.mate import ForcedMate, find_mate
from kiebitz.analysis.explanation.themes.material import BESIDE_FAULT, MaterialWon, centipawns, find_material
from kiebitz.analysis.explanation.themes.refutation import Refutation, answered, standings_of

WORSE = 150
"""By how many centipawns a reply must be worse than the best one."""
NO_BETTER, PROMISING = -50, 3
"""As much, in centipawns, for a capture that seems to win this number of pawns: that it doesn't is worth telling."""
PLAINLY_WORSE = 300
"""And where neither a mate nor men show why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tempting(Fact):
    """The side that moves first in the line replies as one would at first sight, and loses by it."""

    theme: ClassVar[str] = "tempting reply"
    proof: ClassVar[Proof] = Proof.SEARCH

    punishment: ForcedMate | MaterialWon | Refutation
    """The other side's play after the reply."""


def find_tempting(line: ShownLine, asker: Asker, *, twice: bool = True) -> list[Tempting]:
    """The natural reply to a line's first move that loses more than the best one: by a mate, by men, or plainly.

    Natural are the two captures that win most by exchanges on their own squares, the one on that move's square if it
    costs nothing, else what moves the heaviest man away that could be taken, by a search of one ply. Of those that are
    not the best reply the first one that loses ``WORSE`` more is told, rather one that is mated; a capture that seems
    to win much also where it loses as much as the best reply. With ``twice``, and where it loses only men, one to the
    move that refutes it is told, too.
    """
    if len(line.moves) < 2:
        return []
    board = line.start.copy()
    board.push(line.moves[0])
    told: list[Tempting] = []
    for reply, gain in _natural(board, line.moves[0].to_square, asker).items():
        after = board.copy()
        after.push(reply)
        found = asker.lines(after) if reply != line.moves[1] else ()
        punishment = _punishment(found[0], line, asker, is_promising=gain >= PROMISING) if found else None
        if punishment is None:
            continue
        shown = (board.uci(reply), *punishment.line)
        tempting = Tempting(fen=board.fen(), chess960=board.chess960, line=shown, punishment=punishment)
        if isinstance(punishment, ForcedMate):
            return [tempting]
        if twice:
            return [tempting, *find_tempting(found[0], asker, twice=False)]
        told = told or [tempting]
    return told


def _natural(board: chess.Board, moved_to: chess.Square, asker: Asker) -> dict[chess.Move, int]:
    """The natural replies, each with what it seems to win by exchanges on its square, in pawns."""
    gains = {capture: capture_gain(board, capture) for capture in board.generate_legal_captures()}
    winning = sorted((capture for capture, gain in gains.items() if gain > 0), key=lambda capture: -gains[capture])
    retakes = [capture for capture, gain in gains.items() if capture.to_square == moved_to and gain >= 0]
    aside = _aside(board)
    moves_away = [asker.at_sight(board, aside)] if aside and not retakes else []
    replies = [*winning[:2], *retakes[:1], *moves_away]
    return {reply: gains.get(reply, 0) for reply in replies}


def _aside(board: chess.Board) -> list[chess.Move]:
    """The moves of the heaviest man that the other side could win on its square; none in check."""
    if board.is_check():
        return []
    waiting = board.copy(stack=False)
    waiting.push(chess.Move.null())
    attacked = [square for square in chess.scan_forward(board.occupied_co[board.turn]) if pays(waiting, square)]
    if not attacked:
        return []
    heaviest = max(attacked, key=lambda square: worth(board, square))
    return list(board.generate_legal_moves(from_mask=chess.BB_SQUARES[heaviest]))


def _punishment(
    refuting: ShownLine, line: ShownLine, asker: Asker, *, is_promising: bool
) -> ForcedMate | MaterialWon | Refutation | None:
    """The loss of a reply by the line that refutes it, if that is more than the best reply loses by ``line``."""
    mate = find_mate(refuting, asker)
    if mate and (line.score.mate is None or mate.in_moves + 1 < line.score.mate):
        return mate
    worse = centipawns(refuting.score) - centipawns(line.score)
    if worse < (NO_BETTER if is_promising else WORSE) or line.score.mate is not None:
        return None
    before, after = standings_of(-line.score, -refuting.score)
    won = find_material(refuting, evidence=BESIDE_FAULT)
    if won or before is after or (not is_promising and worse < PLAINLY_WORSE):
        return won
    return answered(refuting, before, after)
