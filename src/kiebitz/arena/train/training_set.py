"""Training sets: positions from wherever they come, each once, in a flat file that is mapped into memory.

A file holds packed positions one after the other, no header: it is made anew from its sources whenever a training
begins, so nothing is lost with it. Whole games are held out for the test: positions of one game are too alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kiebitz.arena.train.sample_file import Positions
from kiebitz.arena.train.trained_game import CHESS, TrainedGame
from kiebitz.core.parameters import defaults
from kiebitz.core.training.classical_sums import classical_sums
from kiebitz.processes.whole_file import whole_file

HELD_OUT = 40
"""Every so manieth game is for the test."""
MAX_TESTED = 50_000
CHUNK = 1 << 18


def gather(blocks: Iterable[Positions], path: Path, game: TrainedGame = CHESS) -> tuple[Positions, Positions]:
    """Write each different position once: those to train with, mapped from the file, and those held out for the test.

    Needs forty bytes of memory a position, and the room of two files. Raises OSError.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    everything = path.with_name(path.name + ".all")
    names = [np.empty(0, np.uint64)]
    tested: list[Positions] = []
    try:
        with whole_file(everything) as file:
            for block in blocks:
                names.append(identities(block))
                file.write(block.tobytes())
        _, first = np.unique(np.concatenate(names), return_index=True)
        names.clear()
        first.sort()
        with whole_file(path) as file:
            for start in range(0, len(first), CHUNK):
                # Opened for each part: pages once read don't stay in memory.
                part = _mapped(everything, game)[first[start : start + CHUNK]]
                held_out = part["game"] % HELD_OUT == HELD_OUT - 1
                file.write(part[~held_out].tobytes())
                tested.append(part[held_out][: MAX_TESTED - sum(map(len, tested))])
    finally:
        everything.unlink(missing_ok=True)
    return _mapped(path, game), np.concatenate([np.empty(0, game.position), *tested])


def _mapped(path: Path, game: TrainedGame) -> Positions:
    """The positions of a flat file; an empty one can't be mapped."""
    return np.memmap(path, game.position, "r") if path.stat().st_size else np.empty(0, game.position)


def classical_sums_of(positions: Positions, game: TrainedGame = CHESS) -> NDArray[np.int16]:
    """The classical sum of each position, in shogi the one made by hand: centipawns, the view of who moves first."""
    sums = np.empty(len(positions), np.int16)
    parameters = defaults()
    for start in range(0, len(positions), CHUNK):
        part = positions[start : start + CHUNK].copy()
        classical_sums(part.view(np.uint8), parameters, sums[start : start + CHUNK], game.name)
    return sums


def identities(positions: Positions) -> NDArray[np.uint64]:
    """A number for each position that equal men, hands and side to move share."""
    alike = np.array(positions)
    for judged in ("score", "result", "game"):
        alike[judged] = 0
    words = alike.view(np.uint64).reshape(len(positions), -1)
    total = np.zeros(len(positions), np.uint64)
    for column in range(words.shape[1]):
        # Mixed as SplitMix64 mixes (Steele, Lea & Flood 2014): equal sums of different positions are out of sight.
        mixed = (total + words[:, column]) * np.uint64(0x9E3779B97F4A7C15)
        total = (mixed ^ (mixed >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
    return total
