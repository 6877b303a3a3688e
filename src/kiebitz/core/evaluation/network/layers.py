"""The network's arithmetic: rows summed up, clipped and weighed, in integers of which none overflows.

**Architecture.** Each side views the board: neurons sum up a row for every man, and a bias; which row that is,
``sight`` says, for chess and for shogi. What is made of both views, by one of SETS sets of weights, chosen by the
number of men (``bucket_at``), is the output: in the view of the side to move, ``scale`` centipawns for each 1.

- A *shallow* network has HIDDEN neurons, clipped to 0…1 and squared (SCReLU). The view of the side to move and the
  other's, side by side, are weighed by the set's output weights.
- A *deep* one has WIDE neurons, in chess rows for each room of the own king, and behind them pairs multiplied and three
  layers (``deep``).

**Integers.** A neuron's 1 is QA. Shallow: an output weight's 1 is ``qb``, so an output bias is in QA * ``qb``. With
``clipped`` in 0…QA: value = (sum of clipped² * weight / QA + bias) * scale / (QA * qb), each division rounded towards
zero. Deep: value = output * scale / SUM, likewise.

**Nothing overflows**; weights for which that can't be proven are refused (``check_sums``):

- Sums of rows are 16 bits wide. In chess at most 32 men stand on squares of their own, so no sum is larger than the
  bias and, of the 64 squares, the 32 with the largest rows. In shogi at most 40 men stand on squares of their own, or
  are steps of a hand: the 40 largest of 81 squares and 76 steps (``games``).
- A clipped neuron times an output weight is 16 bits wide: no weight is beyond ±128.
- A set's total is 32 bits wide: its weights, without their signs, sum up to no more than 33,025.
- Behind a deep network's first layer neurons and weights are bytes; no bias is beyond ±MOST_BIAS.

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
from cython.cimports.kiebitz.core.machine import advise_huge_pages, allocate, deallocate
from cython.cimports.kiebitz.core.value import MAX_EVALUATION
from cython.cimports.libc.string import memcpy

from kiebitz.core.chess.fen import square_name
from kiebitz.core.evaluation.network.games import NetworkGame

MAX_WEIGHT = MAX_INT16 // QA
"""An output weight times a clipped neuron fits in 16 bits."""
MAX_TOTAL_WEIGHT = MAX_INT32 // (QA * QA)
"""A set of output weights of this sum, without signs, fits in 32 bits whatever the neurons are."""
REMEDY = "train with narrower limits, or export with smaller units"


class NetworkError(ValueError):
    """Bytes or weights that are no network for this engine; the message says why, and what helps."""


class Layers:
    """The weights of a game as they lie in a file: rows (the bias after them), and what lies behind; their units.

    ``weights`` of a shallow network: rows, output weights and output biases; of a deep one: rows, and the sets. The
    parts have just their sizes. Raises NetworkError for weights by which a sum could overflow.
    """

    def __cinit__(self, weights: tuple[bytes, ...], qb: int, scale: int, game: NetworkGame, deep: bool):
        self.rows = self.output_rows = cython.NULL
        self.weights_1 = cython.NULL
        self.deep = deep
        self.qb = qb
        self.scale = scale
        self.features = game.features
        self.width = WIDE if deep else HIDDEN
        self.rooms = (len(weights[0]) // (2 * self.width) - 1) // self.features
        size: cython.size_t = cython.sizeof(int16_t)
        row_bytes: cython.size_t = (self.rooms * self.features + 1) * self.width * size
        # Rows are read at random, a deep network's on huge pages where the system grants them.
        self.rows = cython.cast(cython.pointer(int16_t), allocate(HUGE_PAGE if deep else CACHE_LINE, row_bytes))
        self.output_rows = cython.cast(cython.pointer(int16_t), allocate(CACHE_LINE, OUTPUT_NUMBERS * size))
        self.weights_1 = cython.cast(cython.pointer(int16_t), allocate(CACHE_LINE, SETS * LAYER_1 * WIDE * size))
        if self.rows == cython.NULL or self.output_rows == cython.NULL or self.weights_1 == cython.NULL:
            raise MemoryError("no memory for a network")
        if deep:
            advise_huge_pages(self.rows, row_bytes)
        self.read(weights)
        self.check_sums(game)

    def __dealloc__(self):
        deallocate(self.rows)
        deallocate(self.output_rows)
        deallocate(self.weights_1)

    def read(self, weights):
        """Take the weights; the parts have just their sizes."""
        source: cython.p_uchar = weights[0]
        for index in range((self.rooms * self.features + 1) * self.width):
            self.rows[index] = int16_at(source, index)
        source = weights[1]
        if self.deep:
            self.read_behind(source)
            return
        for index in range(OUTPUT_NUMBERS):
            self.output_rows[index] = int16_at(source, index)
        source = weights[2]
        for index in range(SETS):
            self.output_bias[index] = int32_at(source, index)

    def read_behind(self, source):
        """Take the sets of a deep network: of each layer the biases, and the weights."""
        for number in range(SETS):
            behind = cython.address(self.behind[number])
            for neuron in range(LAYER_1):
                behind.bias_1[neuron] = int32_at(source, neuron)
            source += 4 * LAYER_1
            source = widen(self.weights_1 + number * LAYER_1 * WIDE, source, LAYER_1 * WIDE)
            for neuron in range(LAYER_2):
                behind.bias_2[neuron] = int32_at(source, neuron)
            source += 4 * LAYER_2
            source = widen(cython.cast(Int16Row, behind.weights_2), source, LAYER_2 * LAYER_2)
            behind.bias_3 = int32_at(source, 0)
            source = widen(behind.weights_3, source + 4, LAYER_2)

    def check_sums(self, game):
        """Prove that no sum overflows in any position. Raises NetworkError if that fails."""
        largest: cython.int = self.largest_sum(game.groups, game.most_rows)
        if largest > MAX_INT16:
            raise NetworkError(f"a neuron of the network could reach {largest}, beyond {MAX_INT16}; {REMEDY}")
        if self.deep:
            self.check_behind()
        else:
            self.check_output()

    def check_output(self):
        """Prove it of a shallow network's output weights."""
        for bucket in range(SETS):
            total: cython.int = 0
            for index in range(2 * HIDDEN):
                weight: cython.int = self.output_rows[bucket * 2 * HIDDEN + index]
                if not -MAX_WEIGHT <= weight <= MAX_WEIGHT:
                    raise NetworkError(f"an output weight of the network is {weight}, beyond ±{MAX_WEIGHT}; {REMEDY}")
                total += abs(weight)
            if total > MAX_TOTAL_WEIGHT:
                raise NetworkError(
                    f"output weights of the network sum up to {total}, beyond {MAX_TOTAL_WEIGHT}; {REMEDY}"
                )

    def check_behind(self):
        """Prove it of what lies behind a deep network's first layer."""
        for number in range(SETS):
            behind = cython.address(self.behind[number])
            for neuron in range(LAYER_2):
                biases = (behind.bias_1[neuron % LAYER_1], behind.bias_2[neuron], behind.bias_3)
                if max(map(abs, biases)) > MOST_BIAS:
                    raise NetworkError(f"a bias of the network is beyond ±{MOST_BIAS}; {REMEDY}")

    def largest_sum(self, groups, most_rows):
        """No neuron is farther from zero than this before it is clipped, whatever men a position has.

        A position has at most one row of each group, no more than ``most_rows``, and all are of one room.
        """
        largest: cython.int = 0
        group_of: cython.p_uchar = groups
        for neuron in range(self.width):
            for room in range(self.rooms):
                largest = max(largest, self.reach_of(room, neuron, group_of, most_rows))
        return largest

    def reach_of(self, room, neuron, group_of, most_rows):
        """No less than a neuron's bias and its largest weights in a room, for so many rows of different groups.

        Without signs, and exact if it is too much.
        """
        by_group: cython.int[MOST_GROUPS]
        for group in range(MOST_GROUPS):
            by_group[group] = 0
        rows = self.rows + room * self.features * self.width + neuron
        for feature in range(self.features):
            weight: cython.int = rows[feature * self.width]
            by_group[group_of[feature]] = max(by_group[group_of[feature]], abs(weight))
        bias: cython.int = self.bias()[neuron]
        bias = abs(bias)
        total: cython.int = bias
        for group in range(MOST_GROUPS):
            total += by_group[group]
        if total <= MAX_INT16:
            return total
        total = bias
        for _ in range(most_rows):
            largest: cython.int = 0
            for group in range(1, MOST_GROUPS):
                if by_group[group] > by_group[largest]:
                    largest = group
            total += by_group[largest]
            by_group[largest] = 0
        return total

    def output(self, own, other, bucket):
        """The value by one set of weights, of the view of the side to move and the other's."""
        value: cython.longlong
        if self.deep:
            value = self.ask_behind(own, other, bucket) * self.scale / SUM
        else:
            weights = self.output_rows + bucket * 2 * HIDDEN
            value = activated(own, weights) + activated(other, weights + HIDDEN)
            value = (value / QA + self.output_bias[bucket]) * self.scale / (QA * self.qb)
        return min(max(value, -MAX_EVALUATION), MAX_EVALUATION)

    def ask_behind(self, own, other, bucket):
        """Run the layers behind over two views; the output is in units of which SUM is 1."""
        seen: int16_t[WIDE]
        told: Told
        multiply(seen, own, WIDE // 2, QA, PRODUCT_SHIFT)
        multiply(seen + WIDE // 2, other, WIDE // 2, QA, PRODUCT_SHIFT)
        weights = self.weights_1 + bucket * LAYER_1 * WIDE
        through(weights, cython.address(self.behind[bucket]), seen, WIDE, cython.address(told))
        return told.output + told.by

    def worths(self, position):
        """The loss of value without each piece but the kings, by its square: centipawns, its side's view."""
        own: int16_t[WIDE]
        other: int16_t[WIDE]
        men: Placed[MOST_MEN]
        side = position.side
        sum_up_view(self, position, side, own)
        sum_up_view(self, position, side ^ 1, other)
        own_turn = turn_at(position, side, self.rooms)
        other_turn = turn_at(position, side ^ 1, self.rooms)
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
            take(own, own_row, self.width)
            take(other, other_row, self.width)
            worth = value - self.output(own, other, bucket_of(count - 1))
            worths[square_name(square)] = worth if man & 1 == side else -worth
            add(own, own_row, self.width)
            add(other, other_row, self.width)
        return worths

    @cython.inline
    def row(self, feature: cython.int) -> cython.pointer(cython.const(int16_t)):
        """A row by its number; the bias is the last."""
        return self.rows + feature * self.width

    @cython.inline
    def bias(self) -> cython.pointer(cython.const(int16_t)):
        """The numbers that a view's sums begin with."""
        return self.row(self.rooms * self.features)


# ---------------------------------------------------------------------- what they say of a position, computed afresh


def sum_up_view(layers, position, side, sums):
    """Sum the rows of all men up, in the view of ``side``."""
    rows: cython.int[MOST_ROWS]
    turn = turn_at(position, side, layers.rooms)
    memcpy(sums, layers.bias(), layers.width * cython.sizeof(int16_t))
    for index in range(list_rows(position, side, turn, rows)):
        add(sums, layers.row(rows[index]), layers.width)


def evaluate_afresh(layers, position):
    """The value in centipawns from the view of the side to move, within ±MAX_EVALUATION."""
    own: int16_t[WIDE]
    other: int16_t[WIDE]
    sum_up_view(layers, position, position.side, own)
    sum_up_view(layers, position, position.side ^ 1, other)
    return layers.output(own, other, bucket_at(position))


def outputs_afresh(layers, position):
    """Outputs of every set of weights, whatever the number of men."""
    own: int16_t[WIDE]
    other: int16_t[WIDE]
    sum_up_view(layers, position, position.side, own)
    sum_up_view(layers, position, position.side ^ 1, other)
    return tuple([layers.output(own, other, bucket) for bucket in range(SETS)])


@cython.inline
def add(sums: Int16Row, added: ConstInt16Row, width: cython.int) -> None:
    """Add a row."""
    for index in range(width):
        sums[index] += added[index]


@cython.inline
def take(sums: Int16Row, taken: ConstInt16Row, width: cython.int) -> None:
    """Take a row away."""
    for index in range(width):
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
