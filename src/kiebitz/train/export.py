"""From real-valued weights to the integers of a network's file."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kiebitz.core.evaluation.network.weights import MAX_WEIGHT, QA, Network, pack
from kiebitz.core.training.gradient import PARTS
from kiebitz.train.fit import SCALE, Numbers, values_of
from kiebitz.train.sample_file import Positions

UNITS = (512, 384, 256, 192, 128, 96, 64)
"""What an output weight of 1 may be; the largest that fits is taken."""
MAX_VALUE = 1000
"""Beyond so many centipawns values don't count for the spread: a game is won."""


@dataclass(frozen=True, slots=True)
class Spread:
    """How far a network's values are apart, against those of the search that taught it."""

    network: float
    """The mean of the values without sign, in centipawns."""
    teacher: float

    @property
    def factor(self) -> float:
        """What the network's values are multiplied with, so that the margins of the search keep their meaning."""
        return self.teacher / self.network if self.network else 1.0


def spread_of(positions: Positions, weights: Numbers) -> Spread:
    """The spread over positions whose scores are the teacher's."""
    network = np.abs(values_of(positions, weights).clip(-MAX_VALUE, MAX_VALUE))
    teacher = np.abs(positions["score"].astype(np.float32).clip(-MAX_VALUE, MAX_VALUE))
    return Spread(float(network.mean()), float(teacher.mean()))


def export(weights: Numbers, factor: float, made: str) -> bytes:
    """The bytes of a network's file: values ``factor`` times those of the weights. Raises NetworkError."""
    _, output_start, output_end = PARTS
    output = weights[output_start:output_end].astype(np.float64) * factor
    bias = weights[output_end:].astype(np.float64) * factor
    largest = float(np.abs(output).max(initial=0.0))
    unit = next((unit for unit in UNITS if round(largest * unit) <= MAX_WEIGHT), UNITS[-1])
    return pack(
        np.round(weights[:output_start] * QA).astype("<i2").tobytes(),
        np.round(output * unit).astype("<i2").tobytes(),
        np.round(bias * QA * unit).astype("<i4").tobytes(),
        qb=unit,
        scale=round(SCALE),
        made=made,
    )


def starting_weights(network: Network) -> Numbers:
    """Real-valued weights that say what a network says, to train on from there."""
    rows, output, bias = network.parts
    first = np.frombuffer(rows, "<i2") / QA
    factor = network.scale / SCALE / network.qb
    others = [np.frombuffer(output, "<i2") * factor, np.frombuffer(bias, "<i4") * factor / QA]
    return np.concatenate([first, *others]).astype(np.float32)
