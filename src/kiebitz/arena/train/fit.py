"""Training: a network's real-valued weights fitted to positions, in steps that threads share, resumable at any of them.

The learning rate falls along a cosine from its start to a fiftieth of it (Loshchilov & Hutter 2017) over a number of
presentations that is fixed when the training begins, so that an interrupted training ends as an undisturbed one. Whole
games are held out: positions of one game are too alike for a test.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kiebitz.arena.train.sample_file import Positions
from kiebitz.core.training.gradient import PARTS, WEIGHTS, accumulate, outputs, step
from kiebitz.processes.whole_file import whole_file

SCALE = 400.0
"""Centipawns that are 1 before the logistic function."""
BATCH = 16_384
DECAY = 0.01
MAX_WEIGHT = 1.98
"""No weight grows beyond it: 16-bit sums of 32 rows, and 16-bit products, then never overflow."""
LAST_RATE = 0.02
"""Of the first learning rate, at the end."""
HELD_OUT = 40
"""Every so manieth game is for the test."""
MAX_TESTED = 50_000

Numbers = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Training:
    """How a network is fitted."""

    seed: int
    presentations: int
    """Positions shown, in all."""
    result_share: float
    """Of the games' results in what is learned, 0 to 1; the rest are the values of searches."""
    rate: float = 1e-3


def split(positions: Positions) -> tuple[Positions, Positions]:
    """Without repeated positions: those to train with, and those of the games held out for the test."""
    _, first = np.unique(_identities(positions), return_index=True)
    unique = positions[np.sort(first)]
    held_out = unique["game"] % HELD_OUT == HELD_OUT - 1
    return unique[~held_out], unique[held_out][:MAX_TESTED]


def _identities(positions: Positions) -> NDArray[np.uint64]:
    """A number for each position that equal men and side to move share."""
    words = np.zeros((len(positions), 4), np.uint64)
    words[:, 0] = positions["occupied"]
    words[:, 1:3] = np.ascontiguousarray(positions["men"]).view(np.uint64)
    words[:, 3] = positions["side"]
    total = np.zeros(len(positions), np.uint64)
    for column in range(4):
        # Mixed as SplitMix64 mixes (Steele, Lea & Flood 2014): equal sums of different positions are out of sight.
        mixed = (total + words[:, column]) * np.uint64(0x9E3779B97F4A7C15)
        total = (mixed ^ (mixed >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
    return total


def first_weights(seed: int) -> Numbers:
    """Random weights to begin with: rows small enough that a sum of thirty stays between 0 and 1."""
    chance = np.random.default_rng(seed)
    rows_end, output_start, output_end = PARTS
    weights = np.zeros(WEIGHTS, np.float32)
    weights[:rows_end] = chance.uniform(-0.036, 0.036, rows_end)
    inputs = 2 * (output_start - rows_end)
    weights[output_start:output_end] = chance.uniform(-1, 1, output_end - output_start) / math.sqrt(inputs)
    return weights


class Fit:
    """A training under way: weights, the optimiser's memory, and where in the order of positions it stands."""

    def __init__(self, training: Training, weights: Numbers) -> None:
        """Begin with these weights, which are changed in place."""
        self.training = training
        self.weights = weights
        self.first = np.zeros(WEIGHTS, np.float32)
        self.second = np.zeros(WEIGHTS, np.float32)
        self.steps = 0
        # The order in which so many positions are shown in an epoch.
        self._ordered = (0, 0)
        self._order = np.empty(0, np.int64)

    @property
    def presented(self) -> int:
        """Positions shown so far."""
        return self.steps * BATCH

    def run(self, positions: Positions, jobs: int, every: int) -> Iterator[float]:
        """Train to the end; yields the mean loss after each ``every`` steps. Raises ValueError for too few positions.

        Stopping between two yields loses nothing that ``save`` has kept.
        """
        if len(positions) < BATCH:
            raise ValueError(f"{len(positions)} positions are too few to train with; {BATCH} make one step")
        gradients = [np.zeros(WEIGHTS, np.float32) for _ in range(jobs)]
        total, steps = math.ceil(self.training.presentations / BATCH), 0
        loss = 0.0
        with ThreadPoolExecutor(jobs) as pool:
            while self.steps < total:
                batch = positions[self._batch(len(positions))]
                parts = np.array_split(batch, jobs)
                loss += math.fsum(pool.map(self._accumulate, parts, gradients))
                for other in gradients[1:]:
                    gradients[0] += other
                    other[:] = 0
                self.steps += 1
                rate = self.training.rate * (
                    LAST_RATE + (1 - LAST_RATE) * (1 + math.cos(math.pi * self.steps / total)) / 2
                )
                step(self.weights, gradients[0], self.first, self.second, self.steps, BATCH, rate, DECAY, MAX_WEIGHT)
                steps += 1
                if steps == every or self.steps == total:
                    yield loss / (steps * BATCH)
                    loss, steps = 0.0, 0

    def _accumulate(self, part: Positions, gradients: Numbers) -> float:
        return accumulate(part.view(np.uint8), self.weights, gradients, self.training.result_share, SCALE)

    def _batch(self, count: int) -> NDArray[np.int64]:
        """Which positions the next step takes: a new order for each time through all of them."""
        batches = count // BATCH
        epoch, batch = divmod(self.steps, batches)
        if self._ordered != (count, epoch):
            self._ordered = (count, epoch)
            self._order = np.random.default_rng((self.training.seed, epoch)).permutation(count)
        return self._order[batch * BATCH : (batch + 1) * BATCH]

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


def values_of(positions: Positions, weights: Numbers) -> Numbers:
    """The network's centipawns of each position, White's view, as real numbers."""
    values = np.empty(len(positions), np.float32)
    outputs(np.ascontiguousarray(positions).view(np.uint8), weights, values)
    return np.where(positions["side"] == 1, -values, values) * np.float32(SCALE)


def loss_of(positions: Positions, weights: Numbers, result_share: float) -> float:
    """The mean square of the error in winning chances."""
    chances = 1 / (1 + np.exp(-values_of(positions, weights) / SCALE))
    values = 1 / (1 + np.exp(-positions["score"] / SCALE))
    target = result_share * positions["result"] / 2 + (1 - result_share) * values
    return float(np.mean((chances - target) ** 2))
