"""Values by the evaluation made by hand of training positions, for a network that is to complete it, not to replace it.

Thread safety: each call has an evaluation of its own; it runs without the GIL.
"""

import cython
from cython.cimports.kiebitz.core.chess.position import Position
from cython.cimports.kiebitz.core.evaluation.classical.weighted_sum import Classical
from cython.cimports.kiebitz.core.evaluation.shogi.evaluator import ShogiEvaluator, sum_by_hand
from cython.cimports.kiebitz.core.shogi.position import ShogiPosition
from cython.cimports.kiebitz.core.training.packed_position import LARGEST_SCORE, PackedPosition
from cython.cimports.kiebitz.core.training.packing import unpack_from
from cython.cimports.kiebitz.core.training.shogi_packed_position import ShogiPackedPosition
from cython.cimports.libc.stdint import int16_t

from kiebitz.core.training.game_record import GAMES


def write_sums(classical, position, packed, count, sums):
    """Write the sum of each packed position; ``position`` shows them one after the other."""
    for index in range(count):
        unpack_from(packed, index, position)
        value = classical.sum_up(position)
        sums[index] = max(-LARGEST_SCORE, min(LARGEST_SCORE, value))


def write_shogi_sums(position, packed, count, sums):
    """The same for shogi; the right to move counts in the sum."""
    for index in range(count):
        unpack_from(packed, index, position)
        value = sum_by_hand(position)
        sums[index] = -value if position.side else value


def classical_sums(
    positions: cython.uchar[::1], parameters: dict[str, int], sums: int16_t[::1], game: str = "chess"
) -> None:
    """Write what the evaluation made by hand says of each packed position: centipawns, the view of who moves first.

    In chess the sum of the classical modules, unscaled; ``parameters`` are a complete set. Raises ValueError unless
    there is a number for each whole position, and for a game that isn't known.
    """
    if game not in GAMES:
        raise ValueError(f"there are positions of {' and '.join(GAMES)}, not of {game!r}")
    is_shogi: cython.bint = game == "shogi"
    size: cython.int = cython.sizeof(ShogiPackedPosition) if is_shogi else cython.sizeof(PackedPosition)
    count: cython.longlong = sums.shape[0]
    if positions.shape[0] != count * size:
        raise ValueError(f"{positions.shape[0]} bytes are not {count} positions of {size}")
    if count == 0:
        return
    source = cython.address(positions[0])
    target = cython.address(sums[0])
    if is_shogi:
        ShogiEvaluator()  # Its tables are computed when the first one is made.
        board: ShogiPosition = ShogiPosition()
        with cython.nogil:
            write_shogi_sums(board, source, count, target)
        return
    classical: Classical = Classical()
    classical.configure(parameters)
    position: Position = Position()
    with cython.nogil:
        write_sums(classical, position, source, count, target)
