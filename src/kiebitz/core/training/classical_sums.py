"""What the classical evaluation says of training positions, for a network that is to complete it, not to replace it.

Thread safety: each call has an evaluation of its own; it runs without the GIL.
"""

import cython
from cython.cimports.kiebitz.core.chess.position import Position
from cython.cimports.kiebitz.core.evaluation.classical.weighted_sum import Classical
from cython.cimports.kiebitz.core.training.packed_position import (
    LARGEST_SCORE,
    PACKED_BYTES,
    PackedPosition,
    unpack,
)
from cython.cimports.libc.stdint import int16_t


def write_sums(classical, position, packed, count, sums):
    """Write the sum of each packed position; ``position`` shows them one after the other."""
    for index in range(count):
        unpack(packed + index, position)
        value = classical.sum_up(position)
        sums[index] = max(-LARGEST_SCORE, min(LARGEST_SCORE, value))


def classical_sums(positions: cython.uchar[::1], parameters: dict[str, int], sums: int16_t[::1]) -> None:
    """Write, for each packed position, the sum of the classical modules: centipawns, White's view, unscaled.

    ``parameters``: a complete set. Raises ValueError unless there is a number for each whole position.
    """
    count: cython.longlong = sums.shape[0]
    if positions.shape[0] != count * PACKED_BYTES:
        raise ValueError(f"{positions.shape[0]} bytes are not {count} positions of {PACKED_BYTES}")
    if count == 0:
        return
    classical: Classical = Classical()
    classical.configure(parameters)
    position: Position = Position()
    packed = cython.cast(cython.pointer(PackedPosition), cython.address(positions[0]))
    with cython.nogil:
        write_sums(classical, position, packed, count, cython.address(sums[0]))
