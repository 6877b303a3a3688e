"""The weights of the engine's own network, as they lie in a file and in memory.

**Architecture.** Each side views the board: HIDDEN neurons sum up a row for every man, and a bias. There is a row for
each man on each square, counted as the viewer sees it: own men first, Black's ranks turned round, and the files in a
mirror if the viewer's king stands on e to h (``turn_of``, ``feature_of``). A neuron is clipped to 0…1 and squared
(SCReLU). The view of the side to move and the other's, side by side, are weighed by one of BUCKETS sets of output
weights, chosen by the number of men (``bucket_of``); with the set's bias that is the output, in the view of the side to
move, and ``scale`` centipawns for each 1.

**Integers.** A neuron's 1 is QA, an output weight's 1 is ``qb``, so an output bias is in QA * ``qb``. With ``clipped``
in 0…QA: value = (sum of clipped² * weight / QA + bias) * scale / (QA * qb), each division rounded towards zero.

**Nothing overflows**; a file for which that can't be proven is refused (``check_sums``):

- Sums of rows are 16 bits wide. At most 32 men stand on squares of their own, so no sum is larger than the bias and,
  of the 64 squares, the 32 with the largest rows.
- A clipped neuron times an output weight is 16 bits wide: no weight is beyond ±128.
- A set's total is 32 bits wide: its weights, without their signs, sum up to no more than 33,025.

**The file**, numbers with the low byte first: a line that names it; five numbers of 32 bits: version, HIDDEN, QA,
``qb``, ``scale``; the length of a text, and the text itself (UTF-8): how the network was made; numbers of 16 bits: the
rows, the bias, the output weights, set by set; the output biases in 32 bits; and, in any version, the BLAKE2b digest
(RFC 7693) of all before it, 8 bytes.

Thread safety: a ``Network`` never changes; all threads may read it.
"""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import KING
from cython.cimports.kiebitz.core.chess.position import Position
from cython.cimports.kiebitz.core.machine import allocate, deallocate, lowest, popcount
from cython.cimports.kiebitz.core.value import MAX_EVALUATION
from cython.cimports.libc.string import memcpy

import os
import struct
from functools import cache
from hashlib import blake2b
from pathlib import Path

from kiebitz.core.chess.fen import square_name
from kiebitz.core.evaluation import network as room

MAGIC = b"Kiebitz network\n"
VERSION = 1
HEADER = struct.Struct("<6I")
"""Version, HIDDEN, QA, ``qb``, ``scale``, bytes of the text."""
DIGEST_BYTES = 8
PARTS = ("rows", "output weights", "output biases")
SIZES = (2 * ROW_NUMBERS, 2 * OUTPUT_NUMBERS, 4 * BUCKETS)
"""Bytes of the weights' parts."""
MOST_BYTES = 1 << 24
"""No file is larger; of one that is, no more is read."""
MAX_WEIGHT = MAX_INT16 // QA
"""An output weight times a clipped neuron fits in 16 bits."""
MAX_TOTAL_WEIGHT = MAX_INT32 // (QA * QA)
"""A set of output weights of this sum, without signs, fits in 32 bits whatever the neurons are."""
MAX_UNIT = MAX_INT16
"""``qb`` and ``scale`` are no larger."""
PACKAGED = Path(room.__path__[0]) / "data" / "kiebitz.network"
"""The network that comes with Kiebitz; this file itself may lie in the folder of a variant."""


@cython.inline
def turn_of(side: cython.int, king: Square) -> cython.int:
    """How a view turns the squares.

    Black looks from the other side, and whose king stands on the files e to h, in a mirror.
    """
    return (56 if side == BLACK else 0) ^ (7 if king & 4 else 0)


@cython.inline
def feature_of(man: cython.int, square: Square, side: cython.int, turn: cython.int) -> cython.int:
    """The number of the row of a man on a square, in a view with that turn."""
    return (man ^ side) << 6 | (square ^ turn)


@cython.inline
def bucket_of(men: cython.int) -> cython.int:
    """The set of output weights for so many men: 2 to 5, 6 to 9, … 30 to 32."""
    return (men - 2) >> 2


class NetworkError(ValueError):
    """Bytes or weights that are no network for this engine; the message says why, and what helps."""


class Network:
    """A network from the bytes of its file. Raises NetworkError.

    ``made`` says how it came about, ``checksum`` (16 hexadecimal digits) which one it is; ``data`` are the bytes.
    """

    def __cinit__(self, data: bytes):
        self.rows = self.output_rows = cython.NULL
        made, self.qb, self.scale, weights = parse(data)
        self.data = data
        self.made = made
        self.checksum = data[-DIGEST_BYTES:].hex()
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

    def __reduce__(self):
        return Network, (self.data,)

    @property
    def parts(self) -> tuple[bytes, bytes, bytes]:
        """Rows, output weights and output biases, as they lie in the file and as ``pack`` takes them."""
        return parse(self.data)[3]

    def __repr__(self) -> str:
        return f"<Network {self.checksum}: {self.made}>"

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
        return self.output(own, other, bucket_of(popcount(position.occupied())))

    def view(self, position, side, sums):
        """Sum the rows of all men up, in the view of ``side``."""
        turn = turn_of(side, lowest(position.men(side, KING)))
        memcpy(sums, self.rows + FEATURES * HIDDEN, HIDDEN * cython.sizeof(int16_t))
        men = position.occupied()
        while men:
            square = lowest(men)
            men &= men - 1
            add(sums, self.row(position.board[square], square, side, turn))

    def output(self, own, other, bucket):
        """The value by one set of output weights, of the view of the side to move and the other's."""
        weights = self.output_rows + bucket * 2 * HIDDEN
        total: cython.longlong = activated(own, weights) + activated(other, weights + HIDDEN)
        value = (total / QA + self.output_bias[bucket]) * self.scale / (QA * self.qb)
        return min(max(value, -MAX_EVALUATION), MAX_EVALUATION)

    def outputs(self, position: Position) -> tuple[int, ...]:
        """What every set of output weights says, whatever the number of men."""
        own: int16_t[HIDDEN]
        other: int16_t[HIDDEN]
        self.view(position, position.side, own)
        self.view(position, position.side ^ 1, other)
        return tuple([self.output(own, other, bucket) for bucket in range(BUCKETS)])

    def worths(self, position: Position) -> dict[str, int]:
        """What the value would lose without each man but the kings, by his square: centipawns, his side's view."""
        own: int16_t[HIDDEN]
        other: int16_t[HIDDEN]
        side = position.side
        self.view(position, side, own)
        self.view(position, side ^ 1, other)
        own_turn = turn_of(side, lowest(position.men(side, KING)))
        other_turn = turn_of(side ^ 1, lowest(position.men(side ^ 1, KING)))
        men = popcount(position.occupied())
        value = self.output(own, other, bucket_of(men))
        worths = {}
        others = position.occupied() & ~position.kinds[KING]
        while others:
            square = lowest(others)
            others &= others - 1
            man: cython.int = position.board[square]
            own_row = self.row(man, square, side, own_turn)
            other_row = self.row(man, square, side ^ 1, other_turn)
            take(own, own_row)
            take(other, other_row)
            worth = value - self.output(own, other, bucket_of(men - 1))
            worths[square_name(square)] = worth if man & 1 == side else -worth
            add(own, own_row)
            add(other, other_row)
        return worths

    def value(self, position: Position) -> int:
        """What the set for the number of men says: centipawns from the view of the side to move."""
        return self.evaluate(position)

    @cython.inline
    def row(self, man: cython.int, square: Square, side: cython.int, turn: cython.int) -> cython.pointer(
        cython.const(int16_t)
    ):
        """The row of a man on a square, in the view of ``side``."""
        return self.rows + feature_of(man, square, side, turn) * HIDDEN


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


def pack(rows: bytes, output: bytes, output_bias: bytes, *, qb: int, scale: int, made: str) -> bytes:
    """Make the bytes of a network's file; ``made`` says how it came about.

    ``rows``: the first layer's rows, the bias after them; ``output``: the sets of output weights, each the own view's
    before the other's; ``output_bias``: one for each set; as they lie in the file. Raises NetworkError for weights
    that no file may have.
    """
    text = made.encode()
    check_units(qb, scale)
    for name, part, size in zip(PARTS, (rows, output, output_bias), SIZES, strict=True):
        if len(part) != size:
            raise NetworkError(f"the {name} of a network have {size} bytes, not {len(part)}; write them as in a file")
    content = MAGIC + HEADER.pack(VERSION, HIDDEN, QA, qb, scale, len(text)) + text + rows + output + output_bias
    data = content + digest_of(content)
    Network(data)
    return data


def check_units(qb, scale):
    """Raise NetworkError unless both are whole numbers that the sums have room for."""
    for name, unit in (("qb", qb), ("scale", scale)):
        if not 1 <= unit <= MAX_UNIT:
            raise NetworkError(f"the network's {name} is {unit}, not in 1 to {MAX_UNIT}; export it anew")


def digest_of(content):
    """What the file's last bytes must be."""
    return blake2b(content, digest_size=DIGEST_BYTES).digest()


def read_network(path: str | os.PathLike[str]) -> Network:
    """Read a network's file. Raises NetworkError, which names the file."""
    path = Path(path)
    if path.exists() and not path.is_file():
        # A pipe would keep its reader waiting.
        raise NetworkError(f"{path} is no file; give one that 'kiebitz train' wrote")
    try:
        with path.open("rb") as file:
            return Network(file.read(MOST_BYTES))
    except OSError as error:
        raise NetworkError(f"can't read the network {path}: {error.strerror}") from error
    except NetworkError as error:
        raise NetworkError(f"{path}: {error}") from error


@cache
def packaged_network() -> Network:
    """The network that comes with Kiebitz, read once. Raises NetworkError if there is none."""
    if not PACKAGED.exists():
        raise NetworkError(
            "no network comes with this Kiebitz; give one with network=FILE (UCI: EvalFile), or choose"
            " evaluation=classical"
        )
    return read_network(PACKAGED)


def parse(data):
    """Take a file apart: how it was made, ``qb``, ``scale``, and the weights: rows, output, output biases.

    Raises NetworkError for a file that is foreign, damaged, of a newer format or of another architecture.
    """
    if not data.startswith(MAGIC):
        raise NetworkError("this is no network of Kiebitz; give a file that 'kiebitz train' wrote")
    content, digest = data[:-DIGEST_BYTES], data[-DIGEST_BYTES:]
    start = len(MAGIC) + HEADER.size
    if len(content) < start or digest != digest_of(content):
        raise NetworkError("the network is damaged: its checksum doesn't fit; copy the file anew")
    version, hidden, qa, qb, scale, text_bytes = HEADER.unpack_from(content, len(MAGIC))
    if version != VERSION:
        raise NetworkError(
            f"the network has version {version} of the format, not {VERSION}; use the Kiebitz that it was made for"
        )
    if (hidden, qa) != (HIDDEN, QA):
        raise NetworkError(
            f"the network has {hidden} neurons of {qa} steps; this Kiebitz needs {HIDDEN} of {QA}, so train one for it"
        )
    check_units(qb, scale)
    if len(content) != start + text_bytes + sum(SIZES):
        raise NetworkError(
            f"the network has {len(content) - start - text_bytes} bytes of weights, not {sum(SIZES)}; export it anew"
        )
    try:
        made = content[start : start + text_bytes].decode()
    except UnicodeDecodeError:
        raise NetworkError("the network's text is no UTF-8; export it anew") from None
    start += text_bytes
    weights = []
    for size in SIZES:
        weights.append(content[start : start + size])
        start += size
    return made, qb, scale, tuple(weights)
