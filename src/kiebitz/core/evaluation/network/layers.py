"""The network's arithmetic: rows summed up, clipped and weighed, in integers of which none overflows.

**Architecture.** Each side views the board: HIDDEN neurons sum up a row for every man, and a bias; which row that is,
``sight`` says, for chess and for shogi. A neuron is clipped to 0…1 and squared (SCReLU). The view of the side to move
and the other's, side by side, are weighed by one of SETS sets of output weights, chosen by the number of men
(``bucket_at``); with the set's bias that is the output, in the view of the side to move, and ``scale`` centipawns for
each 1.

**Integers.** A neuron's 1 is QA, an output weight's 1 is ``qb``, so an output bias is in QA * ``qb``. With ``clipped``
in 0…QA: value = (sum of clipped² * weight / QA + bias) * scale / (QA * qb), each division rounded towards zero.

**Nothing overflows**; weights for which that can't be proven are refused (``check_sums``):

- Sums of rows are 16 bits wide. In chess at most 32 men stand on squares of their own, so no sum is larger than the
  bias and, of the 64 squares, the 32 with the largest rows. In shogi at most 40 men stand on squares of their own, or
  are steps of a hand: the 40 largest of 81 squares and 76 steps (``games``).
- A clipped neuron times an output weight is 16 bits wide: no weight is beyond ±128.
- A set's total is 32 bits wide: its weights, without their signs, sum up to no more than 33,025.

Thread safety: ``Layers`` never change; all threads may read them.
"""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import KING
from cython.cimports.kiebitz.core.chess.position import Position
from cython.cimports.kiebitz.core.evaluation.network.features import (
    MOST_MEN,
    Placed,
    bucket_of,
    feature_of,
    list_men,
)
from cython.cimports.kiebitz.core.evaluation.network.sight import MOST_ROWS, bucket_at, list_rows, turn_at
from cython.cimports.kiebitz.core.machine import allocate, deallocate
from cython.cimports.kiebitz.core.value import MAX_EVALUATION
from cython.cimports.libc.string import memcpy

from kiebitz.core.chess.fen import square_name
from kiebitz.core.evaluation.network.games import NetworkGame

MAX_WEIGHT = MAX_INT16 // QA
"""An output weight times a clipped neuron fits in 16 bits."""
MAX_TOTAL_WEIGHT = MAX_INT32 // (QA * QA)
"""A set of output weights of this sum, without signs, fits in 32 bits whatever the neurons are."""


class NetworkError(ValueError):
    """Bytes or weights that are no network for this engine; the message says why, and what helps."""


class Layers:
    """The weights of a game as they lie in a file: rows (the bias after them), output weights and biases; their units.

    Raises NetworkError for weights by which a sum could overflow. The three parts have just their sizes.
    """

    def __cinit__(self, weights: tuple[bytes, bytes, bytes], qb: int, scale: int, game: NetworkGame):
        self.rows = self.output_rows = cython.NULL
        self.qb = qb
        self.scale = scale
        self.features = game.features
        size: cython.size_t = cython.sizeof(int16_t)
        row_bytes: cython.size_t = (self.features + 1) * HIDDEN * size
        self.rows = cython.cast(cython.pointer(int16_t), allocate(CACHE_LINE, row_bytes))
        self.output_rows = cython.cast(cython.pointer(int16_t), allocate(CACHE_LINE, OUTPUT_NUMBERS * size))
        if self.rows == cython.NULL or self.output_rows == cython.NULL:
            raise MemoryError("no memory for a network")
        self.read(weights)
        self.check_sums(game)

    def __dealloc__(self):
        deallocate(self.rows)
        deallocate(self.output_rows)

    def read(self, weights):
        """Take the weights; the three parts have just their sizes."""
        rows, output, output_bias = weights
        source: cython.p_uchar = rows
        for index in range((self.features + 1) * HIDDEN):
            self.rows[index] = int16_at(source, index)
        source = output
        for index in range(OUTPUT_NUMBERS):
            self.output_rows[index] = int16_at(source, index)
        source = output_bias
        for index in range(SETS):
            self.output_bias[index] = int32_at(source, index)

    def check_sums(self, game):
        """Prove that no sum overflows in any position. Raises NetworkError if that fails."""
        remedy = "train with narrower limits, or export with smaller units"
        largest: cython.int = self.largest_sum(game.groups, game.most_rows)
        if largest > MAX_INT16:
            raise NetworkError(f"a neuron of the network could reach {largest}, beyond {MAX_INT16}; {remedy}")
        for bucket in range(SETS):
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

    def largest_sum(self, groups, most_rows):
        """No neuron is farther from zero than this before it is clipped, whatever men a position has.

        A position has at most one row of each group, and no more than ``most_rows``.
        """
        largest: cython.int = 0
        group_of: cython.p_uchar = groups
        for neuron in range(HIDDEN):
            bias: cython.int = self.rows[self.features * HIDDEN + neuron]
            reach = self.largest_of_groups(neuron, group_of, most_rows) + abs(bias)
            largest = max(largest, reach)
        return largest

    def largest_of_groups(self, neuron, group_of, most_rows):
        """The sum of a neuron's largest weights, without signs, for so many rows of different groups."""
        by_group: cython.int[MOST_GROUPS]
        for group in range(MOST_GROUPS):
            by_group[group] = 0
        for feature in range(self.features):
            weight: cython.int = self.rows[feature * HIDDEN + neuron]
            by_group[group_of[feature]] = max(by_group[group_of[feature]], abs(weight))
        total: cython.int = 0
        for _ in range(most_rows):
            largest: cython.int = 0
            for group in range(1, MOST_GROUPS):
                if by_group[group] > by_group[largest]:
                    largest = group
            total += by_group[largest]
            by_group[largest] = 0
        return total

    def output(self, own, other, bucket):
        """The value by one set of output weights, of the view of the side to move and the other's."""
        weights = self.output_rows + bucket * 2 * HIDDEN
        total: cython.longlong = activated(own, weights) + activated(other, weights + HIDDEN)
        value = (total / QA + self.output_bias[bucket]) * self.scale / (QA * self.qb)
        return min(max(value, -MAX_EVALUATION), MAX_EVALUATION)

    def worths(self, position):
        """What the value would lose without each man but the kings, by his square: centipawns, his side's view."""
        own: int16_t[HIDDEN]
        other: int16_t[HIDDEN]
        men: Placed[MOST_MEN]
        side = position.side
        sum_up_view(self, position, side, own)
        sum_up_view(self, position, side ^ 1, other)
        own_turn = turn_at(position, side)
        other_turn = turn_at(position, side ^ 1)
        count = list_men(position, men)
        value = self.output(own, other, bucket_of(count))
        worths = {}
        for index in range(count):
            man = men[index].man
            if man >> 1 == KING:
                continue
            square = men[index].square
            own_row = self.row(feature_of(man, square, side, own_turn))
            other_row = self.row(feature_of(man, square, side ^ 1, other_turn))
            take(own, own_row)
            take(other, other_row)
            worth = value - self.output(own, other, bucket_of(count - 1))
            worths[square_name(square)] = worth if man & 1 == side else -worth
            add(own, own_row)
            add(other, other_row)
        return worths

    @cython.inline
    def row(self, feature: cython.int) -> cython.pointer(cython.const(int16_t)):
        """A row by its number."""
        return self.rows + feature * HIDDEN


# ---------------------------------------------------------------------- what they say of a position, computed afresh


def sum_up_view(layers, position, side, sums):
    """Sum the rows of all men up, in the view of ``side``."""
    rows: cython.int[MOST_ROWS]
    turn = turn_at(position, side)
    memcpy(sums, layers.row(layers.features), HIDDEN * cython.sizeof(int16_t))
    for index in range(list_rows(position, side, turn, rows)):
        add(sums, layers.row(rows[index]))


def evaluate_afresh(layers, position):
    """The value in centipawns from the view of the side to move, within ±MAX_EVALUATION."""
    own: int16_t[HIDDEN]
    other: int16_t[HIDDEN]
    sum_up_view(layers, position, position.side, own)
    sum_up_view(layers, position, position.side ^ 1, other)
    return layers.output(own, other, bucket_at(position))


def outputs_afresh(layers, position):
    """What every set of output weights says, whatever the number of men."""
    own: int16_t[HIDDEN]
    other: int16_t[HIDDEN]
    sum_up_view(layers, position, position.side, own)
    sum_up_view(layers, position, position.side ^ 1, other)
    return tuple([layers.output(own, other, bucket) for bucket in range(SETS)])


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


def int16_at(bytes, index):
    """A signed number of two bytes, the low one first."""
    return cython.cast(int16_t, bytes[2 * index] | bytes[2 * index + 1] << 8)


def int32_at(bytes, index):
    """A signed number of four bytes, the lowest first."""
    low: cython.uint = bytes[4 * index] | bytes[4 * index + 1] << 8 | bytes[4 * index + 2] << 16
    high: cython.uint = bytes[4 * index + 3]
    return cython.cast(int32_t, low | high << 24)
