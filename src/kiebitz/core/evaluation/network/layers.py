"""The network's arithmetic: rows summed up, clipped and weighed, in integers of which none overflows.

**Architecture.** Each side views the board: HIDDEN neurons sum up a row for every man, and a bias; which row that is,
``features`` says. A neuron is clipped to 0…1 and squared (SCReLU). The view of the side to move and the other's, side
by side, are weighed by one of BUCKETS sets of output weights, chosen by the number of men (``bucket_of``); with the
set's bias that is the output, in the view of the side to move, and ``scale`` centipawns for each 1.

**Integers.** A neuron's 1 is QA, an output weight's 1 is ``qb``, so an output bias is in QA * ``qb``. With ``clipped``
in 0…QA: value = (sum of clipped² * weight / QA + bias) * scale / (QA * qb), each division rounded towards zero.

**Nothing overflows**; weights for which that can't be proven are refused (``check_sums``):

- Sums of rows are 16 bits wide. At most 32 men stand on squares of their own, so no sum is larger than the bias and,
  of the 64 squares, the 32 with the largest rows.
- A clipped neuron times an output weight is 16 bits wide: no weight is beyond ±128.
- A set's total is 32 bits wide: its weights, without their signs, sum up to no more than 33,025.

Thread safety: ``Layers`` never change; all threads may read them.
"""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import KING, Square
from cython.cimports.kiebitz.core.chess.position import Position
from cython.cimports.kiebitz.core.evaluation.network.features import (
    BUCKETS,
    FEATURES,
    MOST_MEN,
    Placed,
    bucket_at,
    bucket_of,
    feature_of,
    list_men,
    turn_at,
)
from cython.cimports.kiebitz.core.machine import allocate, deallocate
from cython.cimports.kiebitz.core.value import MAX_EVALUATION
from cython.cimports.libc.string import memcpy

from kiebitz.core.chess.fen import square_name

MAX_WEIGHT = MAX_INT16 // QA
"""An output weight times a clipped neuron fits in 16 bits."""
MAX_TOTAL_WEIGHT = MAX_INT32 // (QA * QA)
"""A set of output weights of this sum, without signs, fits in 32 bits whatever the neurons are."""


class NetworkError(ValueError):
    """Bytes or weights that are no network for this engine; the message says why, and what helps."""


class Layers:
    """The weights as they lie in a file: rows (the bias after them), output weights, output biases; and their units.

    Raises NetworkError for weights by which a sum could overflow. The three parts have just their sizes.
    """

    def __cinit__(self, weights: tuple[bytes, bytes, bytes], qb: int, scale: int):
        self.rows = self.output_rows = cython.NULL
        self.qb = qb
        self.scale = scale
        size: cython.size_t = cython.sizeof(int16_t)
        self.rows = cython.cast(cython.pointer(int16_t), allocate(CACHE_LINE, ROW_NUMBERS * size))
        self.output_rows = cython.cast(cython.pointer(int16_t), allocate(CACHE_LINE, OUTPUT_NUMBERS * size))
        if self.rows == cython.NULL or self.output_rows == cython.NULL:
            raise MemoryError("no memory for a network")
        self.read(weights)
        self.check_sums()

    def __dealloc__(self):
        deallocate(self.rows)
        deallocate(self.output_rows)

    def read(self, weights):
        """Take the weights; the three parts have just their sizes."""
        rows, output, output_bias = weights
        source: cython.p_uchar = rows
        for index in range(ROW_NUMBERS):
            self.rows[index] = int16_at(source, index)
        source = output
        for index in range(OUTPUT_NUMBERS):
            self.output_rows[index] = int16_at(source, index)
        source = output_bias
        for index in range(BUCKETS):
            self.output_bias[index] = int32_at(source, index)

    def check_sums(self):
        """Prove that no sum overflows in any position. Raises NetworkError if that fails."""
        remedy = "train with narrower limits, or export with smaller units"
        largest: cython.int = self.largest_sum()
        if largest > MAX_INT16:
            raise NetworkError(f"a neuron of the network could reach {largest}, beyond {MAX_INT16}; {remedy}")
        for bucket in range(BUCKETS):
            total: cython.int = 0
            for index in range(2 * HIDDEN):
                weight: cython.int = self.output_rows[bucket * 2 * HIDDEN + index]
                if not -MAX_WEIGHT <= weight <= MAX_WEIGHT:
                    raise NetworkError(f"an output weight of the network is {weight}, beyond ±{MAX_WEIGHT}; {remedy}")
                total += abs(weight)
            if total > MAX_TOTAL_WEIGHT:
                raise NetworkError(
                    f"output weights of the network sum up to {total}, beyond {MAX_TOTAL_WEIGHT}; {remedy}"
                )

    def largest_sum(self):
        """No neuron is farther from zero than this before it is clipped, whatever men stand on the board."""
        largest: cython.int = 0
        for neuron in range(HIDDEN):
            bias: cython.int = self.rows[FEATURES * HIDDEN + neuron]
            reach = largest_of_squares(self.rows, neuron) + abs(bias)
            largest = max(largest, reach)
        return largest

    # ------------------------------------------------------------------ what it says of a position

    def evaluate(self, position):
        """The value in centipawns from the view of the side to move, within ±MAX_EVALUATION."""
        own: int16_t[HIDDEN]
        other: int16_t[HIDDEN]
        self.view(position, position.side, own)
        self.view(position, position.side ^ 1, other)
        return self.output(own, other, bucket_at(position))

    def view(self, position, side, sums):
        """Sum the rows of all men up, in the view of ``side``."""
        men: Placed[MOST_MEN]
        turn = turn_at(position, side)
        memcpy(sums, self.rows + FEATURES * HIDDEN, HIDDEN * cython.sizeof(int16_t))
        for index in range(list_men(position, men)):
            add(sums, self.row(men[index], side, turn))

    def output(self, own, other, bucket):
        """The value by one set of output weights, of the view of the side to move and the other's."""
        weights = self.output_rows + bucket * 2 * HIDDEN
        total: cython.longlong = activated(own, weights) + activated(other, weights + HIDDEN)
        value = (total / QA + self.output_bias[bucket]) * self.scale / (QA * self.qb)
        return min(max(value, -MAX_EVALUATION), MAX_EVALUATION)

    def outputs(self, position):
        """What every set of output weights says, whatever the number of men."""
        own: int16_t[HIDDEN]
        other: int16_t[HIDDEN]
        self.view(position, position.side, own)
        self.view(position, position.side ^ 1, other)
        return tuple([self.output(own, other, bucket) for bucket in range(BUCKETS)])

    def worths(self, position):
        """What the value would lose without each man but the kings, by his square: centipawns, his side's view."""
        own: int16_t[HIDDEN]
        other: int16_t[HIDDEN]
        men: Placed[MOST_MEN]
        side = position.side
        self.view(position, side, own)
        self.view(position, side ^ 1, other)
        own_turn = turn_at(position, side)
        other_turn = turn_at(position, side ^ 1)
        count = list_men(position, men)
        value = self.output(own, other, bucket_of(count))
        worths = {}
        for index in range(count):
            man = men[index].man
            if man >> 1 == KING:
                continue
            own_row = self.row(men[index], side, own_turn)
            other_row = self.row(men[index], side ^ 1, other_turn)
            take(own, own_row)
            take(other, other_row)
            worth = value - self.output(own, other, bucket_of(count - 1))
            worths[square_name(men[index].square)] = worth if man & 1 == side else -worth
            add(own, own_row)
            add(other, other_row)
        return worths

    @cython.inline
    def row(self, placed: Placed, side: cython.int, turn: cython.int) -> cython.pointer(cython.const(int16_t)):
        """The row of a man on a square, in the view of ``side``."""
        return self.rows + feature_of(placed.man, placed.square, side, turn) * HIDDEN


def add(sums, added):
    """Add a row."""
    for index in range(HIDDEN):
        sums[index] += added[index]


def take(sums, taken):
    """Take a row away."""
    for index in range(HIDDEN):
        sums[index] -= taken[index]


def activated(sums, weights):
    """Weigh a view: clipped squares times output weights.

    Written so that gcc makes vector instructions of it: limits by conditional expressions, for ``min`` and ``max``
    would compare in 64 bits; and the first product stays in 16 bits.
    """
    total: cython.int = 0
    for index in range(HIDDEN):
        clipped: int16_t = sums[index]
        clipped = 0 if clipped < 0 else clipped
        clipped = QA if clipped > QA else clipped
        product: int16_t = clipped * weights[index]
        total += product * clipped
    return total


def largest_of_squares(rows, neuron):
    """The sum of a neuron's largest weights, without signs, for MOST_MEN men on squares of their own."""
    by_square: cython.int[64]
    for square in range(64):
        by_square[square] = 0
        for man in range(12):
            weight: cython.int = rows[(man * 64 + square) * HIDDEN + neuron]
            by_square[square] = max(by_square[square], abs(weight))
    total: cython.int = 0
    for _ in range(MOST_MEN):
        largest = 0
        for square in range(1, 64):
            if by_square[square] > by_square[largest]:
                largest = square
        total += by_square[largest]
        by_square[largest] = 0
    return total


def int16_at(bytes, index):
    """A signed number of two bytes, the low one first."""
    return cython.cast(int16_t, bytes[2 * index] | bytes[2 * index + 1] << 8)


def int32_at(bytes, index):
    """A signed number of four bytes, the lowest first."""
    low: cython.uint = bytes[4 * index] | bytes[4 * index + 1] << 8 | bytes[4 * index + 2] << 16
    high: cython.uint = bytes[4 * index + 3]
    return cython.cast(int32_t, low | high << 24)
