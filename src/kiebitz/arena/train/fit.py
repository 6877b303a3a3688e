"""Training: a network's real-valued weights fitted to positions, in steps that threads share, resumable at any of them.

Positions come from *sources*, each with its share of every batch: those that a judge has labelled, and those that
searches visit, with static values. Without the latter a network drifts where searches ask it most.

The learning rate falls along a cosine from its start to a fiftieth of it (Loshchilov & Hutter 2017) over a number of
presentations that is fixed when the training begins, so that an interrupted training ends as an undisturbed one. Whole
games are held out: positions of one game are too alike for a test.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kiebitz.arena.train.sample_file import Positions
from kiebitz.arena.train.trained_game import CHESS, TrainedGame
from kiebitz.core.evaluation.deep import LAYER_2, WIDE
from kiebitz.core.training.deep_gradient import (
    BIAS_1_AT,
    DEEP_SET,
    DEEP_SETS,
    WEIGHTS_2_AT,
    WEIGHTS_3_AT,
)
from kiebitz.core.training.gradient import WEIGHTS, accumulate, outputs, parts_of, step
from kiebitz.core.training.packed_position import UNKNOWN_RESULT
from kiebitz.core.training.slices import SLICE
from kiebitz.processes.background import in_order
from kiebitz.processes.whole_file import whole_file

SCALE = CHESS.scale
"""Centipawns that are 1 before the logistic function in chess: the results of 603,000 positions follow this one."""
BATCH = 16_384
DECAY = 0.01
MAX_WEIGHT = 1.98
"""No weight grows beyond it: 16-bit sums of 32 rows, or 40, and 16-bit products, then never overflow."""
LAST_RATE = 0.02
"""Of the first learning rate, at the end."""
Numbers = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Training:
    """The settings of a training."""

    seed: int
    presentations: int
    """Positions shown, in all."""
    result_share: float
    """Of the games' results in what is learned, 0 to 1; the rest are the values of searches."""
    rate: float = 1e-3
    scale: float = SCALE
    """Centipawns that are 1 before the logistic function."""

    @property
    def steps(self) -> int:
        """Number of steps."""
        return math.ceil(self.presentations / BATCH)

    def rate_at(self, step: int) -> float:
        """The learning rate of a step, the first being 1."""
        return self.rate * (LAST_RATE + (1 - LAST_RATE) * (1 + math.cos(math.pi * step / self.steps)) / 2)


@dataclass(frozen=True, slots=True)
class Source:
    """Positions of one kind."""

    positions: Positions
    share: float
    """Of each batch, 0 to 1; those of all sources make 1."""


def first_weights(seed: int, size: int = WEIGHTS) -> Numbers:
    """Random weights to begin with: rows small enough that a sum of thirty stays between 0 and 1."""
    chance = np.random.default_rng(seed)
    rows_end, output_start, output_end = parts_of(size)
    weights = np.zeros(size, np.float32)
    weights[:rows_end] = chance.uniform(-0.036, 0.036, rows_end)
    inputs = 2 * (output_start - rows_end)
    weights[output_start:output_end] = chance.uniform(-1, 1, output_end - output_start) / math.sqrt(inputs)
    return weights


@dataclass(frozen=True, slots=True)
class DeepParts:
    """A deep network's row of weights, taken apart: what is changed in the parts is changed in the row."""

    rows: Numbers
    """Slice by slice, of each row of the game its SLICE neurons."""
    bias: Numbers
    """Of the rows, WIDE numbers."""
    sets: Numbers
    """The layers behind, set by set."""

    @classmethod
    def of(cls, weights: Numbers) -> DeepParts:
        """The parts; a row's length tells of which game it is."""
        bias_at = len(weights) - DEEP_SETS * DEEP_SET - WIDE
        rows = weights[:bias_at].reshape(WIDE // SLICE, -1, SLICE)
        return cls(rows, weights[bias_at : bias_at + WIDE], weights[bias_at + WIDE :].reshape(DEEP_SETS, DEEP_SET))


def first_deep_weights(seed: int, game: TrainedGame = CHESS) -> Numbers:
    """Random weights of a deep network to begin with: the rows alike in every room, sums mostly between 0 and 1."""
    chance = np.random.default_rng(seed)
    weights = np.zeros(game.deep_weights, np.float32)
    parts = DeepParts.of(weights)
    rooms = parts.rows.reshape(len(parts.rows), game.network.rooms, -1, SLICE)
    rooms[:] = chance.normal(0, 0.1, (len(rooms), 1, *rooms.shape[2:]))
    parts.bias[:] = 0.3
    for set_ in parts.sets:
        for start, end, inputs in (
            (0, WEIGHTS_2_AT, WIDE),
            (WEIGHTS_2_AT, WEIGHTS_3_AT, LAYER_2),
            (WEIGHTS_3_AT, BIAS_1_AT, LAYER_2),
        ):
            set_[start:end] = chance.uniform(-1, 1, end - start) / math.sqrt(inputs)
    return weights


class Batches:
    """The batches of a training, which follow from a seed: of each source its share, in ever new orders."""

    def __init__(self, sources: Sequence[Source], seed: int) -> None:
        """Raises ValueError for too few positions."""
        self._sources = sources
        self._seed = seed
        self._counts = [round(BATCH * source.share) for source in sources]
        self._counts[0] += BATCH - sum(self._counts)
        for source, count in zip(sources, self._counts, strict=True):
            if len(source.positions) < count:
                raise ValueError(f"{len(source.positions)} positions are too few to train with; a step takes {count}")
        # Of each source, the order in which its positions are shown in an epoch.
        self._orders: dict[int, tuple[int, NDArray[np.int64]]] = {}

    def at(self, step: int) -> Positions:
        """The positions of a step."""
        return np.concatenate(
            [source.positions[self._chosen(number, step)] for number, source in enumerate(self._sources)]
        )

    def _chosen(self, number: int, step: int) -> NDArray[np.int64]:
        """Which of a source's positions a step takes: a new order for each time through all of them."""
        positions, count = len(self._sources[number].positions), self._counts[number]
        if not count:
            return np.empty(0, np.int64)
        epoch, batch = divmod(step, positions // count)
        ordered, order = self._orders.get(number, (-1, np.empty(0, np.int64)))
        if ordered != epoch:
            order = np.random.default_rng((self._seed, number, epoch)).permutation(positions)
            self._orders[number] = epoch, order
        return order[batch * count : (batch + 1) * count]


def add_up(
    batch: Positions, weights: Numbers, gradients: Sequence[Numbers], result_share: float, scale: float
) -> float:
    """Add a batch's gradients to the first row of ``gradients``, a thread for each row; returns the sum of the losses.

    The other rows are zero before and after.
    """
    parts = np.array_split(batch, len(gradients))
    works = [
        partial(accumulate, part.view(np.uint8), weights, row, result_share, scale)
        for part, row in zip(parts, gradients, strict=True)
    ]
    loss = math.fsum(in_order(works, len(gradients), "kiebitz-train"))
    for other in gradients[1:]:
        gradients[0] += other
        other[:] = 0
    return loss


class Fit:
    """A training under way: weights, the optimiser's memory, and where in the order of positions it stands."""

    def __init__(self, training: Training, weights: Numbers) -> None:
        """Begin with these weights, which are changed in place."""
        self.training = training
        self.weights = weights
        self.first = np.zeros_like(weights)
        self.second = np.zeros_like(weights)
        self.steps = 0

    @property
    def presented(self) -> int:
        """Positions shown so far."""
        return self.steps * BATCH

    def run(self, sources: Sequence[Source], jobs: int, every: int) -> Iterator[float]:
        """Train to the end; yields the mean loss after each ``every`` steps. Raises ValueError for too few positions.

        Stopping between two yields loses nothing that ``save`` has kept.
        """
        batches = Batches(sources, self.training.seed)
        gradients = [np.zeros_like(self.weights) for _ in range(jobs)]
        total, steps = self.training.steps, 0
        loss = 0.0
        while self.steps < total:
            training = self.training
            loss += add_up(batches.at(self.steps), self.weights, gradients, training.result_share, training.scale)
            self.steps += 1
            rate = self.training.rate_at(self.steps)
            step(self.weights, gradients[0], self.first, self.second, self.steps, BATCH, rate, DECAY, MAX_WEIGHT)
            steps += 1
            if steps == every or self.steps == total:
                yield loss / (steps * BATCH)
                loss, steps = 0.0, 0

    def save(self, path: Path) -> None:
        """Keep everything in a file, which is there whole or not at all."""
        with whole_file(path) as file:
            np.savez(file, weights=self.weights, first=self.first, second=self.second, steps=self.steps)

    @classmethod
    def load(cls, path: Path, training: Training) -> Fit:
        """Go on with a training that ``save`` kept. Raises OSError, ValueError or KeyError for another file."""
        with np.load(path) as kept:
            fit = cls(training, kept["weights"])
            fit.first, fit.second, fit.steps = kept["first"], kept["second"], int(kept["steps"])
        return fit


def values_of(positions: Positions, weights: Numbers, scale: float = SCALE) -> Numbers:
    """The network's centipawns of each position, White's view, as real numbers."""
    values = np.empty(len(positions), np.float32)
    outputs(np.require(positions, requirements=["C", "W"]).view(np.uint8), weights, values)
    return np.where(positions["side"] == 1, -values, values) * np.float32(scale)


def loss_of(positions: Positions, weights: Numbers, result_share: float, scale: float = SCALE) -> float:
    """The mean square of the error in winning chances."""
    chances = 1 / (1 + np.exp(-values_of(positions, weights, scale) / scale))
    values = 1 / (1 + np.exp(-positions["score"] / scale))
    shares = np.where(positions["result"] == UNKNOWN_RESULT, 0, np.float32(result_share))
    target = shares * positions["result"] / 2 + (1 - shares) * values
    return float(np.mean((chances - target) ** 2))
