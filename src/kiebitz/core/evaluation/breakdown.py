"""An evaluation taken apart, as plain data: the same for every evaluation there is."""

from __future__ import annotations

import warnings
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NetworkView:
    """The network's part of an evaluation."""

    output: int
    """Centipawns for the side to move, before known endings, scale and fading."""
    outputs: tuple[int, ...]
    """The same by each set of output weights, whatever the number of men."""
    bucket: int
    """Which of them counts."""
    worths: dict[str, int]
    """By square, of every man but the kings: what the output would lose without him, in centipawns, his side's view."""
    checksum: str
    """Which network it is."""
    made: str
    """How that came about."""
    classical: Evaluation
    """The classical evaluation, beside it."""
    share: int
    """The network's share of the evaluation, percent: 100, less where the classical sum has the rest (hybrid), or 0
    where a bare king is to be mated: then the special cases have it all."""

    @property
    def teacher(self) -> Evaluation:
        """The name of ``classical`` until 0.2."""
        warnings.warn("NetworkView.teacher is called classical now", DeprecationWarning, stacklevel=2)
        return self.classical


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The static evaluation of a position, module by module (no search).

    The modules' differences are mixed by phase, scaled and faded; every division rounds towards zero. The network's
    output stands in place of the modules, but for the special cases.
    """

    total: int
    """Centipawns for the side to move."""
    modules: dict[str, tuple[tuple[int, int], tuple[int, int]]]
    """By module: (middlegame, endgame) of White's men and of Black's, in centipawns, each side's own view."""
    phase: int
    """Game phase: 24 with all pieces on the board, 0 with none."""
    scale: int
    """The share of the advantage that is real, in 64ths: less than 64 where the material makes it hard to win."""
    fading: tuple[int, int]
    """The share that the fifty-move count leaves of it, as a fraction (numerator, denominator)."""
    network: NetworkView | None = None
    """If the network evaluates."""
