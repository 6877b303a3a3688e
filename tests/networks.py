"""Networks with random weights, and what they say of a position by NumPy: the meaning of a file, computed otherwise."""

from dataclasses import dataclass

import numpy as np

from kiebitz.core.chess.fen import Setup
from kiebitz.core.evaluation.network.features import BUCKETS, FEATURES
from kiebitz.core.evaluation.network.file import Network, pack
from kiebitz.core.evaluation.network.layers import HIDDEN, QA

EMPTY = 12
KING = 10
UNIT = 128
SCALE = 400


@dataclass(frozen=True)
class Weights:
    """A network's numbers; what is drawn at random spreads as in trained ones."""

    rows: np.ndarray
    """FEATURES rows of HIDDEN, and the bias."""
    output: np.ndarray
    """By bucket and view."""
    output_bias: np.ndarray
    """By bucket."""

    @classmethod
    def drawn(cls, seed: int) -> "Weights":
        """Random weights, the same for a seed everywhere."""
        rng = np.random.default_rng(seed)
        return cls(
            rng.normal(0, 30, (FEATURES + 1, HIDDEN)).round().clip(-500, 500).astype("<i2"),
            rng.normal(0, 30, (BUCKETS, 2, HIDDEN)).round().clip(-128, 128).astype("<i2"),
            rng.integers(-QA * UNIT // 2, QA * UNIT // 2, BUCKETS).astype("<i4"),
        )

    @classmethod
    def zero(cls) -> "Weights":
        """Weights that find every position equal."""
        return cls(
            np.zeros((FEATURES + 1, HIDDEN), "<i2"),
            np.zeros((BUCKETS, 2, HIDDEN), "<i2"),
            np.zeros(BUCKETS, "<i4"),
        )

    def packed(self, *, qb: int = UNIT, scale: int = SCALE, made: str = "at random") -> bytes:
        """The bytes of its file."""
        parts = (self.rows.tobytes(), self.output.tobytes(), self.output_bias.tobytes())
        return pack(*parts, qb=qb, scale=scale, made=made)

    def network(self) -> Network:
        """The network itself."""
        return Network(self.packed())

    def outputs(self, position: Setup) -> list[int]:
        """What each set of output weights says, centipawns for the side to move."""
        clipped = np.stack([self.view(position, side).clip(0, QA) for side in (position.side, 1 - position.side)])
        totals = (clipped * clipped * self.output.astype(np.int64)).sum(axis=(1, 2))
        sums = np.trunc(totals / QA).astype(np.int64) + self.output_bias
        return [int(value) for value in np.trunc(sums * SCALE / (QA * UNIT))]

    def value(self, position: Setup) -> int:
        """What the set for the number of men says."""
        men = sum(man != EMPTY for man in position.men)
        return self.outputs(position)[(men - 2) // 4]

    def view(self, position: Setup, side: int) -> np.ndarray:
        """The sums of one side's view, not clipped yet."""
        turn = 56 if side else 0
        if position.men.index(KING + side) % 8 >= 4:
            turn ^= 7
        places = [(man ^ side) * 64 + (square ^ turn) for square, man in enumerate(position.men) if man != EMPTY]
        return self.rows[[*places, FEATURES]].astype(np.int64).sum(axis=0)
