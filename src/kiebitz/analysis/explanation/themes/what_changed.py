"""Differences of two moves by the classical evaluation, module by module."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kiebitz.analysis.explanation.asker import Asker
from kiebitz.analysis.explanation.exchange import is_quiet
from kiebitz.analysis.explanation.fact import Fact, Proof
from kiebitz.analysis.explanation.shown_line import ShownLine
from kiebitz.analysis.explanation.themes.material import centipawns

MAX_PLIES = 8
"""The plies along the lines in which their quiet ends are looked for."""
LEAST = 30
"""From how many centipawns on a module has changed."""
FACTOR = 2
"""All modules together must fall by at least the searched value's fall over this, and at most that times this."""
MOST_MODULES = 3
"""The most modules that are named."""
UNCOUNTED = frozenset({"tempo"})
"""The module that isn't counted: the side to move at the end of a line is not the move's doing."""


@dataclass(frozen=True, slots=True)
class ModuleChange:
    """The difference of one module of the evaluation between the ends of two lines."""

    module: str
    """Its name, as ``kiebitz eval`` has it."""
    centipawns: int
    """The line less the better one, the mover's view."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatChanged(Fact):
    """Modules of the classical evaluation count less at the quiet end of the line than at that of the better one.

    It says what changed, as that evaluation has it, and not why the move is worse.
    """

    theme: ClassVar[str] = "what changed"
    proof: ClassVar[Proof] = Proof.EVALUATION

    better: tuple[str, ...]
    """The better line from the same position to its quiet end, as UCI text."""
    changes: tuple[ModuleChange, ...]
    """The modules that changed most, the greatest change first."""


def find_what_changed(best: ShownLine, played: ShownLine, asker: Asker) -> WhatChanged | None:
    """The modules that fall from the better line's quiet end to the played one's, as the searched value does.

    All modules together fall about as much as that. None if a line has no quiet end or is a mate, or if the played one
    is worth no less.
    """
    if best.score.mate is not None or played.score.mate is not None or played.score >= best.score:
        return None
    ends = [quiet_end(line) for line in (best, played)]
    if None in ends:
        return None
    better, worse = (line.until(end or 0) for line, end in zip((best, played), ends, strict=True))
    before, after = (asker.modules(line.boards[-1]) for line in (better, worse))
    sign = 1 if best.side else -1
    fallen = {name: sign * (after[name] - before[name]) for name in before if name not in UNCOUNTED}
    changes = sorted((change, name) for name, change in fallen.items() if change <= -LEAST)
    searched = centipawns(played.score) - centipawns(best.score)
    if not changes or not searched * FACTOR <= sum(fallen.values()) <= searched / FACTOR:
        return None
    return WhatChanged(
        fen=played.fen,
        chess960=played.start.chess960,
        line=worse.uci,
        better=better.uci,
        changes=tuple(ModuleChange(name, change) for change, name in changes[:MOST_MODULES]),
    )


def quiet_end(line: ShownLine) -> int | None:
    """After how many plies the last quiet position of a line stands, as far as it was searched."""
    reach = min(len(line.moves), line.depth, MAX_PLIES)
    return next((ply for ply in range(reach, 0, -1) if is_quiet(line.boards[ply])), None)
