"""From real-valued weights to the integers of a network's file."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from kiebitz.arena.train.fit import DeepParts, Numbers, first_deep_weights, values_of
from kiebitz.arena.train.sample_file import Positions
from kiebitz.arena.train.trained_game import CHESS, GAMES, TrainedGame
from kiebitz.arena.train.training_set import classical_sums_of
from kiebitz.core.evaluation.deep import NEURON, SUM, WEIGHT
from kiebitz.core.evaluation.network.file import Network, pack, pack_deep
from kiebitz.core.evaluation.network.layers import MAX_WEIGHT, QA
from kiebitz.core.training.deep_gradient import (
    BIAS_1_AT,
    BIAS_2_AT,
    BIAS_3_AT,
    DEEP_SET,
    WEIGHTS_2_AT,
    WEIGHTS_3_AT,
)
from kiebitz.core.training.gradient import parts_of
from kiebitz.core.training.slices import SLICE

NETWORK_SHARE = 0.5
"""Of the hybrid's values; the rest is the classical sum."""
UNITS = (64, 512)
"""The least and the most that an output weight of 1 may be."""
JUDGES = 4096
"""So many positions choose among the units."""
MAX_VALUE = 1000
"""Centipawns beyond which values don't count for the spread: a game is won."""
SET_WEIGHTS = (slice(0, WEIGHTS_2_AT), slice(WEIGHTS_2_AT, WEIGHTS_3_AT), slice(WEIGHTS_3_AT, BIAS_1_AT))
SET_BIASES = (slice(BIAS_1_AT, BIAS_2_AT), slice(BIAS_2_AT, BIAS_3_AT), slice(BIAS_3_AT, DEEP_SET))
"""Where the three layers of a deep network's set have their weights and biases."""
FACTORS = (0.25, 4.0)
FACTOR_STEP = 1e-4


@dataclass(frozen=True, slots=True)
class Spread:
    """The spread of a judge's values against those of the classical evaluation, and the factor that makes them equal.

    The margins of the search are in centipawns: they keep their meaning if all judges' values are spread alike.
    """

    judge: float
    """The mean of the values without sign, in centipawns, before they are brought together."""
    classical: float
    factor: float
    """The factor of the network's values."""


def spread_of(
    positions: Positions, weights: Numbers, game: TrainedGame = CHESS, share: float = NETWORK_SHARE
) -> Spread:
    """The spread over positions of the network of these weights, ``share`` of a value: 0.5 in the hybrid, alone 1."""
    network = share * values_of(positions, weights, game.scale).astype(np.float64)
    counted = classical_sums_of(positions, game).astype(np.float64)
    rest = (1 - share) * counted

    def spread(factor: float) -> float:
        return float(np.abs((factor * network + rest).clip(-MAX_VALUE, MAX_VALUE)).mean())

    wanted = float(np.abs(counted.clip(-MAX_VALUE, MAX_VALUE)).mean())
    least, most = FACTORS
    while most - least > FACTOR_STEP:
        middle = (least + most) / 2
        least, most = (middle, most) if spread(middle) < wanted else (least, middle)
    return Spread(spread(1.0), wanted, (least + most) / 2)


def export(weights: Numbers, factor: float, made: str, positions: Positions, game: TrainedGame = CHESS) -> bytes:
    """The bytes of a shallow network's file: values ``factor`` times those of the weights. Raises NetworkError.

    A finer unit rounds each output weight less, but their errors add up as it happens. So the unit is taken that
    changes the values of these positions least. Where no unit lets the largest output weight grow by the factor, the
    file's scale takes the rest of it.
    """
    _, output_start, output_end = parts_of(len(weights))
    least, most = UNITS
    grown = factor * float(np.abs(weights[output_start:output_end]).max())
    scale = math.ceil(game.scale * max(1.0, grown * least / MAX_WEIGHT))
    exact = weights.copy()
    exact[output_start:] *= np.float32(factor * game.scale / scale)
    rows = np.round(exact[:output_start] * QA)
    output, bias = exact[output_start:output_end].astype(np.float64), exact[output_end:].astype(np.float64)
    judges = positions[:: max(1, len(positions) // JUDGES)]
    values = values_of(judges, exact, scale)

    def error(unit: int) -> float:
        rounded = np.concatenate([rows / QA, np.round(output * unit) / unit, exact[output_end:]]).astype(np.float32)
        return float(np.abs(values_of(judges, rounded, scale) - values).mean())

    largest = float(np.abs(output).max(initial=MAX_WEIGHT / most))
    unit = min(range(least, max(least, int(MAX_WEIGHT / largest)) + 1), key=error)
    return pack(
        rows.astype("<i2").tobytes(),
        np.round(output * unit).astype("<i2").tobytes(),
        np.round(bias * QA * unit).astype("<i4").tobytes(),
        qb=unit,
        scale=scale,
        made=made,
        game=game.network,
    )


def export_deep(weights: Numbers, made: str, scale: float = CHESS.scale, game: TrainedGame = CHESS) -> bytes:
    """The bytes of a deep network's file; ``scale``: centipawns for each 1 of its output. Raises NetworkError."""
    parts = DeepParts.of(weights)
    first = np.concatenate([parts.rows.transpose(1, 0, 2).ravel(), parts.bias])
    written = []
    for set_ in parts.sets:
        for part, bias in zip(SET_WEIGHTS, SET_BIASES, strict=True):
            written.append(np.round(set_[bias] * SUM).astype("<i4").tobytes())
            written.append(np.round(set_[part] * WEIGHT).clip(-NEURON, NEURON).astype("i1").tobytes())
    rows = np.round(first * QA).astype("<i2").tobytes()
    return pack_deep(rows, b"".join(written), scale=round(scale), made=made, game=game.network)


def starting_weights(network: Network) -> Numbers:
    """Real-valued weights that say what a network says, to train on from there."""
    if network.deep:
        return _deep_weights(network)
    rows, output, bias = network.parts
    first = np.frombuffer(rows, "<i2") / QA
    factor = network.scale / GAMES[network.game.name].scale / network.qb
    others = [np.frombuffer(output, "<i2") * factor, np.frombuffer(bias, "<i4") * factor / QA]
    return np.concatenate([first, *others]).astype(np.float32)


def _deep_weights(network: Network) -> Numbers:
    """Those of a deep network, whose scale is taken for that of the game."""
    game = GAMES[network.game.name]
    rows, sets = network.parts
    first = np.frombuffer(rows, "<i2").astype(np.float32) / QA
    weights = np.zeros(game.deep_weights, np.float32)
    parts = DeepParts.of(weights)
    parts.rows[:] = first[: -len(parts.bias)].reshape(-1, len(parts.rows), SLICE).transpose(1, 0, 2)
    parts.bias[:] = first[-len(parts.bias) :]
    at = 0
    for set_ in parts.sets:
        for part, bias in zip(SET_WEIGHTS, SET_BIASES, strict=True):
            count = set_[bias].size
            set_[bias] = np.frombuffer(sets, "<i4", count, at).astype(np.float32) / SUM
            at += 4 * count
            count = set_[part].size
            set_[part] = np.frombuffer(sets, "i1", count, at).astype(np.float32) / WEIGHT
            at += count
    _wake(parts, game)
    return weights


def _wake(parts: DeepParts, game: TrainedGame) -> None:
    """Give neurons that say nothing, as those that a narrower network is widened by, what they can learn from.

    Nobody hears them yet, so the network says what it said.
    """
    asleep = ~parts.rows.any(axis=1) & (parts.bias.reshape(-1, SLICE) == 0)
    if asleep.any():
        begun = DeepParts.of(first_deep_weights(0, game))
        parts.rows.transpose(0, 2, 1)[asleep] = begun.rows.transpose(0, 2, 1)[asleep]
        parts.bias[asleep.ravel()] = begun.bias[asleep.ravel()]
