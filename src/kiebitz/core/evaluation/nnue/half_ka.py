"""The networks of Stockfish 15 and 15.1, asked exactly as that program asks them: ``HalfKAv2_hm``.

**Architecture.** Each side views the board, its own king always on the files e to h: a row of HALF numbers for each man
on a square, by where the own king stands, summed up with a bias. Halves of the sums are multiplied, and the products,
the own view's before the other's, go through the layers behind (``evaluation.deep``), one of STACKS sets of them by the
number of men. Each row has a worth, too, in each set (PSQT); half the difference of both views is added. The fewer
pieces there are, the less the layers count beside the worths.

**Units.** A value is 208 for an advantage of a pawn, as that program counts; here it is in centipawns.

The sums of the first layer are 16 bits wide and wrap as they do there; all others have room (``file``).

Sources: Nasu 2018, Stockfish 15.1 (2022; the architecture as facts, none of its code).

Thread safety: a ``HalfKA`` never changes; all threads may ask it.
"""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import BLACK, KING
from cython.cimports.kiebitz.core.chess.position import Position
from cython.cimports.kiebitz.core.machine import allocate, deallocate, lowest
from cython.cimports.kiebitz.core.training.packed_position import PackedPosition
from cython.cimports.kiebitz.core.value import MAX_EVALUATION
from cython.cimports.libc.string import memcpy

MATERIAL[:] = [0, 781, 825, 1276, 2538, 0]


class HalfKA:
    """A network from its parts, as ``file`` finds them in ``data``, its bytes; ``name`` says which one it is."""

    def __cinit__(self, parts: tuple, name: str, data: bytes):
        self.bias = self.rows = cython.NULL
        self.worths = cython.NULL
        self.weights_1 = cython.NULL
        self.behind = cython.NULL
        self.name = name
        self.data = data
        self.bias = cython.cast(cython.pointer(int16_t), allocate(CACHE_LINE, HALF * 2))
        row_bytes: cython.size_t = INPUTS * HALF * cython.sizeof(int16_t)
        self.rows = cython.cast(cython.pointer(int16_t), allocate(CACHE_LINE, row_bytes))
        self.worths = cython.cast(cython.pointer(int32_t), allocate(CACHE_LINE, INPUTS * STACKS * 4))
        self.weights_1 = cython.cast(cython.pointer(int16_t), allocate(CACHE_LINE, STACKS * LAYER_1 * HALF * 2))
        self.behind = cython.cast(cython.pointer(Behind), allocate(CACHE_LINE, STACKS * cython.sizeof(Behind)))
        if not (self.bias and self.rows and self.worths and self.weights_1 and self.behind):
            raise MemoryError("no memory for a network of Stockfish")
        self.take(parts)

    def __dealloc__(self):
        deallocate(self.bias)
        deallocate(self.rows)
        deallocate(self.worths)
        deallocate(self.weights_1)
        deallocate(self.behind)

    def __reduce__(self):
        from kiebitz.core.evaluation.nnue.file import nnue_of

        return nnue_of, (self.data,)

    def __repr__(self) -> str:
        return f"<HalfKA {self.name}>"

    @property
    def checksum(self) -> str:
        """Which network it is."""
        return self.name

    def take(self, parts):
        """Copy the numbers. Raises OverflowError for some by which a sum could overflow."""
        bias, rows, worths, stacks = parts
        memcpy(self.bias, cython.cast(cython.p_char, bias), len(bias))
        memcpy(self.rows, cython.cast(cython.p_char, rows), len(rows))
        memcpy(self.worths, cython.cast(cython.p_char, worths), len(worths))
        for index in range(INPUTS * STACKS):
            self.check(self.worths[index])
        source = cython.cast(cython.p_uchar, stacks)
        for number in range(STACKS):
            stack = self.behind + number
            source = copied(stack.bias_1, source, cython.sizeof(stack.bias_1))
            source = widen(self.weights_1 + number * LAYER_1 * HALF, source, LAYER_1 * HALF)
            source = copied(stack.bias_2, source, cython.sizeof(stack.bias_2))
            source = widen(cython.cast(Int16Row, stack.weights_2), source, LAYER_2 * LAYER_2)
            source = copied(cython.address(stack.bias_3), source, cython.sizeof(stack.bias_3))
            source = widen(stack.weights_3, source, LAYER_2)
            for neuron in range(LAYER_1):
                self.check(stack.bias_1[neuron])
            for neuron in range(LAYER_2):
                self.check(stack.bias_2[neuron])

    def check(self, number):
        """Raise OverflowError for a number that sums of 32 bits have no room for."""
        if not -MOST <= number <= MOST:
            raise OverflowError(f"has numbers beyond ±{MOST:,}")

    def add_up(self, men, side, stack, seen):
        """Write what the layers behind see of one side's view; returns the worths of its rows."""
        listed: cython.int[LISTED]
        sums: int16_t[HALF]
        king: cython.int = men.kings[side]
        turn: cython.int = (56 if side == BLACK else 0) ^ (0 if king & 4 else 7)
        king ^= turn
        base: cython.int = 64 * PLANES * (4 * (7 - (king >> 3)) + 7 - (king & 7))
        worths: int32_t = 0
        for index in range(men.count):
            kind: cython.int = men.man[index] >> 1
            plane: cython.int = 2 * kind + ((men.man[index] & 1) ^ side)
            plane = PLANE_OF_KINGS if kind == KING else plane
            row: cython.int = base + 64 * plane + (men.square[index] ^ turn)
            listed[index] = row
            worths += self.worths[row * STACKS + stack]
        listed[men.count] = END
        sum_rows(sums, self.bias, self.rows, listed)
        multiply(seen, sums, HALF // 2, NEURON, PRODUCT_SHIFT)
        return worths

    def ask(self, men):
        """Value of a position by the network."""
        seen: int16_t[HALF]
        said: Said
        told: Told
        stack: cython.int = (men.count - 1) >> 2
        own = self.add_up(men, men.side, stack, seen)
        other = self.add_up(men, men.side ^ 1, stack, seen + HALF // 2)
        # Division in C goes toward zero.
        said.worths = cython.cast(int64_t, own - other) / 2
        through(self.weights_1 + stack * LAYER_1 * HALF, self.behind + stack, seen, HALF, cython.address(told))
        said.layers = told.output + told.by * OUTPUT_UNIT / SUM
        return said

    def evaluate(self, men):
        """The value in centipawns, the view of the side to move, within ±MAX_EVALUATION."""
        said = self.ask(men)
        material: cython.int = 0
        for index in range(men.count):
            material += MATERIAL[men.man[index] >> 1]
        shift: int64_t = STEPS - material / MATERIAL_A_STEP
        value: int64_t = ((WHOLE - shift) * said.worths + (WHOLE + shift) * said.layers) / (WHOLE * VALUE_UNIT)
        value = value * 100 / PAWN
        return min(max(value, -MAX_EVALUATION), MAX_EVALUATION)

    def value(self, position: Position) -> int:
        """The value of a position in centipawns, the view of the side to move, within ±MAX_EVALUATION."""
        return value_of(self, position)

    def said(self, position: Position) -> tuple[int, int]:
        """Outputs of worths and layers, not mixed, in sixteenths of Stockfish's unit: to compare with others by."""
        men: Men
        men_of_position(position, cython.address(men))
        said = self.ask(cython.address(men))
        return said.worths, said.layers

    def label(self, positions: cython.uchar[::1]) -> None:
        """Write the value of each packed position of a buffer into it: centipawns, White's view.

        Raises ValueError for bytes that are no whole positions. Other threads run meanwhile.
        """
        size: cython.Py_ssize_t = cython.sizeof(PackedPosition)
        if positions.shape[0] % size:
            raise ValueError(f"{positions.shape[0]} bytes are not whole positions of {size}")
        count: cython.Py_ssize_t = positions.shape[0] // size
        if count == 0:
            return
        packed = cython.cast(cython.pointer(PackedPosition), cython.address(positions[0]))
        men: Men
        with cython.nogil:
            for index in range(count):
                men_of_packed(packed + index, cython.address(men))
                value = self.evaluate(cython.address(men))
                packed[index].score = -value if men.side == BLACK else value


def copied(target, source, size):
    """Copy some bytes; returns where the next ones lie."""
    memcpy(target, source, size)
    return source + size


def value_of(network, position):
    """The value of a position, as a search asks for it."""
    men: Men
    men_of_position(position, cython.address(men))
    return network.evaluate(cython.address(men))


def men_of_position(position, men):
    """List the men of a position."""
    men.count = 0
    men.side = position.side
    left = position.occupied()
    while left:
        square = lowest(left)
        left &= left - 1
        man: cython.int = position.board[square]
        men.man[men.count] = man
        men.square[men.count] = square
        men.count += 1
        if man >> 1 == KING:
            men.kings[man & 1] = square


def men_of_packed(packed, men):
    """List the men of a packed position."""
    men.count = men.kings[0] = men.kings[1] = 0
    men.side = packed.side & 1
    left = packed.occupied
    while left and men.count < MOST_MEN:
        square = lowest(left)
        left &= left - 1
        man: cython.int = packed.men[men.count >> 1] >> (4 if men.count & 1 else 0) & 15
        man = min(man, 2 * KING + 1)
        men.man[men.count] = man
        men.square[men.count] = square
        men.count += 1
        if man >> 1 == KING:
            men.kings[man & 1] = square


def sum_rows(sums, bias, rows, listed):
    """Sum up the bias and the rows listed, block by block: a block's sums stay in registers over all rows.

    The list has an end instead of a length: were it known, gcc would join the loops and leave the registers.
    """
    held: int16_t[BLOCK]
    for part in range(HALF // BLOCK):
        block = part * BLOCK
        for lane in range(BLOCK):
            held[lane] = bias[block + lane]
        entry = listed
        while entry[0] != END:
            source = rows + cython.cast(cython.Py_ssize_t, entry[0]) * HALF + block
            for lane in range(BLOCK):
                held[lane] += source[lane]
            entry += 1
        for lane in range(BLOCK):
            sums[block + lane] = held[lane]
