"""Files of packed training positions: blocks of 32 bytes a position, in shogi 56 (``core.training.packing``)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kiebitz.arena.train.block_file import BlockFile, BlockFileError, Damage, read_blocks
from kiebitz.arena.train.trained_game import CHESS, TrainedGame

POSITION = CHESS.position
"""A position of chess as NumPy has it: occupied, men, score (centipawns, White's view), result (White's half points),
side, game."""

MAGIC = CHESS.positions_magic

Positions = NDArray[np.void]


class SampleFile(BlockFile):
    """A file that positions are appended to; a context manager. Creates the file if there is none."""

    def __init__(self, path: Path, game: TrainedGame = CHESS) -> None:
        """Open it behind its last whole block. Raises BlockFileError for another kind of file, and OSError."""
        super().__init__(path, game.positions_magic)

    @property
    def positions(self) -> int:
        """Number of positions."""
        return self.things

    def add(self, positions: Positions) -> None:
        """Write a block of them, and have it on the disk when this returns. Raises OSError."""
        self.append(len(positions), positions.tobytes())


def position_blocks(path: Path, on_damage: Callable[[Damage], None], game: TrainedGame = CHESS) -> Iterator[Positions]:
    """The positions of a file, block by block; reports damaged ones and leaves them out.

    Raises BlockFileError for a file of another kind, and OSError.
    """
    for block in read_blocks(path, game.positions_magic, on_damage):
        yield np.frombuffer(block.data, game.position)


def read_positions(
    path: Path, on_damage: Callable[[Damage], None] | None = None, game: TrainedGame = CHESS
) -> Positions:
    """All positions of a file, in their order; none for an empty file. Reports damaged blocks and leaves them out.

    Without ``on_damage`` they raise BlockFileError, as a file of another kind does. Raises OSError.
    """

    def refuse(damage: Damage) -> None:
        raise BlockFileError(str(damage))

    blocks = list(position_blocks(path, on_damage or refuse, game))
    return np.concatenate(blocks) if blocks else np.empty(0, game.position)
