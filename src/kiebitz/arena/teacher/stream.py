"""Learning from a teacher, as a stream: searches visit positions, the teacher values them, a network learns.

In each *round* games of the newest network are played at few nodes a move, and of the positions that their searches
evaluate each so manieth is taken: what a judge is asked is what it must know. The teacher says what they are worth: a
network by itself, a program after its search. They go into a *window* in memory, in place of the oldest, and batches
drawn from all of it are presented, so many that each position is seen a few times. So there are no store, no epochs and
nothing to lose: the network's file says how much it has been shown, and learning goes on from it alone. What is shown
follows from the seed, and from where the network began; how much, from the hours.

The learning rate rises over the first steps of a sitting, for the optimiser's memory is not kept, and falls linearly
over the last part of the hours. The more a network has been shown, the lower the rate of its next sitting: at the full
one it would first unlearn. What is kept, searches with and judges is the mean of the weights over the last steps, which
is nearer to where they go than any of them is.

Sources: learning from a stronger judge's values is *distillation* (Hinton, Vinyals & Dean 2015); labels by the static
values of another network, after Stockfish's and its forerunners' practice; the mean of the weights: Polyak & Juditsky
1992.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from typing import Protocol

import numpy as np
from typing_extensions import Buffer

from kiebitz.arena.match.openings import read_book
from kiebitz.arena.train.export import export_deep, starting_weights
from kiebitz.arena.train.fit import BATCH, DECAY, MAX_WEIGHT, add_up, first_deep_weights, loss_of
from kiebitz.arena.train.sample_file import Positions
from kiebitz.arena.train.trained_game import CHESS
from kiebitz.core.evaluation.network.file import Network
from kiebitz.core.evaluation.nnue.half_ka import HalfKA
from kiebitz.core.parameters import complete
from kiebitz.core.training.gradient import step
from kiebitz.core.training.packed_position import UNKNOWN_RESULT
from kiebitz.core.training.self_play import SelfPlay
from kiebitz.processes.background import in_order

NODES, STRIDE = 60, 12
"""Searched a move where positions are visited, and of how many of these one is taken."""
TASKS, POSITIONS_A_TASK = 8, 1 << 15
"""Pieces of work of a round, whatever the number of threads, and the positions that each visits."""
POSITIONS_OF_A_PROGRAM = 1 << 10
"""As many where the teacher is a program, which searches each."""
WINDOW = 20_000_000
"""Positions in memory, 32 bytes each."""
FIRST_ROUNDS = 4
"""So many rounds fill the window before anything is learned."""
PRESENTED = 3
"""Number of times a position is presented, in the mean."""
RATE, LAST_RATE, WARMING_STEPS = 1e-3, 0.02, 500
"""The learning rate, how much of it is left at the end, and over how many steps it rises."""
EASED = 400_000_000
"""A network that has been shown so much begins its next sitting at half of the rate, at thrice that at a quarter."""
MEAN_STEPS, MEAN_EVERY = 2_000, 4
"""Over about how many steps the mean of the weights goes, and after how many each it takes them in."""
FALLING = 0.5
"""The last part of the hours, over which the rate falls."""
HELD_OUT = 1 << 14
"""Positions of the first round that are never learned from."""
NORMAL = 208 / 361
"""Static centipawns of a teacher's network in those where 100 are an even chance to win; programs tell such."""
SPREAD = 1.3
"""Where the teacher is a network: ours has so many centipawns for each of these, so that the values of our searches are
as far apart as a referee's."""
TAUGHT = re.compile(r"taught by (?P<teacher>.+): (?P<shown>\d+) positions shown")
"""How a network that was taught says so."""


class Teacher(Protocol):
    """The teacher: it says what positions are worth."""

    @property
    def name(self) -> str:
        """Its name."""
        ...

    def label(self, positions: Buffer) -> None:
        """Write the value of each packed position of a buffer into it: centipawns, White's view."""


@dataclass(frozen=True, slots=True)
class State:
    """The progress of a stream."""

    shown: int
    """Positions presented, those of earlier sittings among them."""
    visited: int
    """Positions of this sitting."""
    loss: float
    """Of the round: the mean square of the error in chances, 0 to 1."""
    held_out: float
    """The same over positions that were never shown."""


class Stream:
    """A network that learns from a teacher; ``mean`` are the weights that it has come to so far."""

    def __init__(
        self,
        teacher: Teacher,
        start: Network | None,
        *,
        seed: int,
        jobs: int,
        window: int = WINDOW,
        tasks: int | None = None,
    ) -> None:
        """Begin with a network, or with nothing. Raises MemoryError."""
        self._teacher = teacher
        is_static = isinstance(teacher, HalfKA)
        self._normal, self._spread = (NORMAL, SPREAD) if is_static else (1.0, 1.0)
        self._positions_a_task = POSITIONS_A_TASK if is_static else POSITIONS_OF_A_PROGRAM
        self._jobs = jobs
        self._tasks = tasks or TASKS
        told = TAUGHT.search(start.made) if start else None
        self.shown = int(told["shown"]) if told else 0
        self._rate = RATE / (1 + self.shown / EASED)
        self._seed = f"{seed} {start.checksum if start else 'nothing'}"
        self._weights = first_deep_weights(self._number("weights")) if start is None else starting_weights(start)
        self.mean = self._weights.copy()
        self._first = np.zeros_like(self._weights)
        self._second = np.zeros_like(self._weights)
        self._gradients = [np.zeros_like(self._weights) for _ in range(jobs)]
        self._steps = 0
        self._window = np.zeros(window, CHESS.position)
        self._filled = self._next = 0
        self._held_out = self._window[:0]
        self._judge = ("classical", None) if start is None else ("network", start)
        self._book = tuple(opening.fen for opening in read_book().openings)
        self._visited = 0
        self._round = 0

    def rounds(self, share: Callable[[], float]) -> Iterator[State]:
        """Visit, label and learn, round after round, until ``share``, asked for what is spent of the time, says 1."""
        while share() < 1:
            fresh = self._visit()
            self._visited += len(fresh)
            if not len(self._held_out):
                count = min(HELD_OUT, len(fresh) // 2)
                self._held_out, fresh = fresh[:count].copy(), fresh[count:]
            self._keep(fresh)
            self._round += 1
            if self._round < FIRST_ROUNDS:
                continue
            steps = max(1, PRESENTED * len(fresh) * (FIRST_ROUNDS if self._round == FIRST_ROUNDS else 1) // BATCH)
            loss = math.fsum(self._step(share) for _ in range(steps)) / (steps * BATCH)
            self._judge = "network", self.network()
            yield State(self.shown, self._visited, loss, loss_of(self._held_out, self.mean, 0.0))

    def network(self) -> Network:
        """The network as it is now. Raises NetworkError if its numbers are too large for a file."""
        seed = self._seed.replace(" ", " from ")
        made = f"kiebitz train: alone, taught by {self._teacher.name}: {self.shown} positions shown, seed {seed}"
        return Network(export_deep(self.mean, made, CHESS.scale * self._spread))

    # ------------------------------------------------------------------ a round

    def _visit(self) -> Positions:
        """Positions that searches of games visit, labelled, score by the teacher, White's view."""
        works = (partial(self._visited_by, task) for task in range(self._tasks))
        return np.concatenate(list(in_order(works, self._jobs, "kiebitz-visit")))

    def _visited_by(self, task: int) -> Positions:
        evaluation, network = self._judge
        player = SelfPlay(complete({"evaluation": evaluation}), NODES, network, book=self._book)
        positions = np.zeros(self._positions_a_task, CHESS.position)
        player.sample(self._number(f"{self._round} {task}"), positions.view(np.uint8).data, STRIDE, 0)
        self._teacher.label(positions.view(np.uint8).data)
        positions["score"] = np.round(positions["score"] * self._normal)
        positions["result"] = UNKNOWN_RESULT
        return positions

    def _keep(self, fresh: Positions) -> None:
        """Put positions into the window, in place of the oldest."""
        places = (self._next + np.arange(len(fresh))) % len(self._window)
        self._window[places] = fresh
        self._next = int(places[-1] + 1) % len(self._window)
        self._filled = min(len(self._window), self._filled + len(fresh))

    def _step(self, share: Callable[[], float]) -> float:
        """Present a batch; returns the sum of its losses."""
        chosen = np.random.default_rng((self._number("batches"), self._steps)).integers(self._filled, size=BATCH)
        weights, gradients = self._weights, self._gradients[0]
        loss = add_up(self._window[chosen], weights, self._gradients, 0.0, CHESS.scale)
        self._steps += 1
        falling = max(RATE * LAST_RATE, self._rate * min(1.0, (1 - share()) / FALLING))
        rate = falling * min(1.0, self._steps / WARMING_STEPS)
        step(weights, gradients, self._first, self._second, self._steps, BATCH, rate, DECAY, MAX_WEIGHT)
        if self._steps % MEAN_EVERY == 0:
            self.mean += (weights - self.mean) * np.float32(MEAN_EVERY / min(self._steps, MEAN_STEPS))
        self.shown += BATCH
        return loss

    def _number(self, what: str) -> int:
        """A number of 63 bits that follows from the seed and what it is for."""
        return int.from_bytes(blake2b(f"{self._seed} {what}".encode(), digest_size=8).digest()) >> 1
