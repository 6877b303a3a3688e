"""Stockfish's binpack: chains of positions, of which only the first is written, the others as moves and scores.

Layout: blocks of ``BINP``, a length (32 bits) and chains. A chain is a stem and what follows it. A stem has 32 bytes:
occupied squares (64 bits), a man for each of them (four bits, the lower half first: ``PASSED_PAWN`` and the others tell
en passant, castling rights and the side to move), the move (16 bits: sort, origin, target, promotion), the folded
score, the ply with the folded result in its two highest bits, the fifty-move count; numbers have their highest byte
first. Then a count of plies (16 bits) and, bit by bit from the highest, for each of them: which own man moves, by its
number among them; which of the squares that it may go to (promotions four times, castling behind the king's steps,
long before short); the folded difference to the score before, four bits at a time behind a bit that says whether more
follow. Folded is a number whose sign is its lowest bit.

An entry goes on a chain if its position follows by the move of the one before, its ply is the next, and its result the
other side's.

Source: ``docs/binpack.md`` of Stockfish's branch ``tools``, and the documents that it names (``position.md``,
``variable_length.md`` of Sopel97's chess_pos_db).
"""

import cython
from cython.cimports.cpython.bytes import PyBytes_AsString, PyBytes_FromStringAndSize
from cython.cimports.kiebitz.core.chess.bitboard import (
    BISHOP,
    BLACK,
    EMPTY,
    KING,
    KING_ATTACKS,
    KNIGHT,
    KNIGHT_ATTACKS,
    NO_SQUARE,
    PAWN,
    PAWN_ATTACKS,
    QUEEN,
    ROOK,
    WHITE,
    Bitboard,
    bishop_attacks,
    bit,
    rook_attacks,
)
from cython.cimports.kiebitz.core.chess.move import (
    CASTLING,
    EN_PASSANT,
    NO_MOVE,
    PROMOTION,
    Move,
    new_move,
    new_promotion,
    new_special,
    origin_of,
    promoted_kind,
    sort_of,
    target_of,
)
from cython.cimports.kiebitz.core.chess.movegen import is_legal
from cython.cimports.kiebitz.core.chess.position import Position
from cython.cimports.kiebitz.core.machine import lowest, popcount
from cython.cimports.kiebitz.core.records.entry import clear, has_kings, stand_up
from cython.cimports.libc.stdint import uint8_t, uint16_t
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.libc.string import memcmp, memcpy, memset


def next_bits(bits, count):
    """The next bits as a number; 0 beyond the end, which ``at`` then shows."""
    value: cython.int = 0
    for _ in range(count):
        value <<= 1
        if bits.at < bits.end:
            value |= bits.bytes[bits.at >> 3] >> (7 - (bits.at & 7)) & 1
        bits.at += 1
    return value


def put_bits(bits, value, count):
    """Append a number."""
    for index in range(count - 1, -1, -1):
        if bits.at & 7 == 0:
            bits.bytes[bits.at >> 3] = 0
        bits.bytes[bits.at >> 3] |= (value >> index & 1) << (7 - (bits.at & 7))
        bits.at += 1


def folded(value):
    """A number of 16 bits with its sign in the lowest one."""
    bits: cython.int = value & 0xFFFF
    if bits & 0x8000:
        bits ^= 0x7FFF
    return (bits << 1 | bits >> 15) & 0xFFFF


def unfolded(value):
    """The number that was folded."""
    bits: cython.int = (value << 15 | value >> 1) & 0xFFFF
    if bits & 0x8000:
        bits ^= 0x7FFF
        return bits - 0x10000
    return bits


def bits_for(values):
    """Number of bits that tell ``values`` values apart."""
    count: cython.int = 0
    while 1 << count < values:
        count += 1
    return count


def pawn_targets(position, origin):
    """The squares that a pawn may go to, pins aside."""
    side = position.side
    targets: Bitboard = position.colours[side ^ 1]
    if position.en_passant != NO_SQUARE:
        targets |= bit(position.en_passant)
    targets &= PAWN_ATTACKS[side][origin]
    step: cython.int = 8 if side == WHITE else -8
    one: cython.int = origin + step
    if 0 <= one < 64 and position.board[one] == EMPTY:
        targets |= bit(one)
        if origin >> 3 == (1 if side == WHITE else 6) and position.board[one + step] == EMPTY:
            targets |= bit(one + step)
    return targets


def piece_targets(position, origin):
    """The squares that a piece or a king may go to, pins and checks aside."""
    kind: cython.int = position.board[origin] >> 1
    occupied = position.occupied()
    targets: Bitboard = 0
    if kind == KNIGHT:
        targets = KNIGHT_ATTACKS[origin]
    elif kind == KING:
        targets = KING_ATTACKS[origin]
    else:
        if kind == BISHOP or kind == QUEEN:
            targets |= bishop_attacks(origin, occupied)
        if kind == ROOK or kind == QUEEN:
            targets |= rook_attacks(origin, occupied)
    return targets & ~position.colours[position.side]


def read_stem(stem, entry):
    """Read a stem; False if it is damaged."""
    clear(entry)
    occupied: Bitboard = 0
    for index in range(8):
        occupied = occupied << 8 | stem[index]
    if popcount(occupied) > 32:
        return False
    number: cython.int = 0
    while occupied:
        square = lowest(occupied)
        nibble: cython.int = stem[8 + (number >> 1)] >> (4 if number & 1 else 0) & 15
        if nibble == PASSED_PAWN:
            nibble = WHITE if square < 32 else BLACK
            entry.written.en_passant = square - 8 if square < 32 else square + 8
        elif nibble == WHITE_HOME_ROOK or nibble == BLACK_HOME_ROOK:
            side: cython.int = nibble == BLACK_HOME_ROOK
            if square != 56 * side and square != 56 * side + 7:
                return False
            entry.written.homes[2 * side + (square & 7 == 0)] = square
            nibble = 2 * ROOK + side
        elif nibble == BLACK_KING_TO_MOVE:
            nibble = 2 * KING + BLACK
            entry.written.side = BLACK
        entry.written.men[square] = nibble
        occupied &= occupied - 1
        number += 1
    code: cython.int = stem[24] << 8 | stem[25]
    origin: cython.int = code >> 8 & 63
    target: cython.int = code >> 2 & 63
    if code >> 14 == 0:
        entry.told.move = new_move(origin, target)
    elif code >> 14 == 1:
        entry.told.move = new_promotion(origin, target, KNIGHT + (code & 3))
    else:
        entry.told.move = new_special(origin, target, CASTLING if code >> 14 == 2 else EN_PASSANT)
    entry.told.score = unfolded(stem[26] << 8 | stem[27])
    told: cython.int = stem[28] << 8 | stem[29]
    entry.told.ply = told & 0x3FFF
    entry.told.result = unfolded(told >> 14)
    entry.written.halfmove = stem[30] << 8 | stem[31]
    entry.written.fullmove = entry.told.ply // 2 + 1
    return entry.told.result >= -1 and entry.told.result <= 1 and has_kings(entry)


def write_stem(entry, stem):
    """Write a stem."""
    memset(stem, 0, STEM_BYTES)
    number: cython.int = 0
    passed: cython.int = NO_SQUARE
    if entry.written.en_passant != NO_SQUARE:
        passed = entry.written.en_passant + (8 if entry.written.side == BLACK else -8)
    for square in range(64):
        man: cython.int = entry.written.men[square]
        if man == EMPTY:
            continue
        stem[7 - (square >> 3)] |= 1 << (square & 7)
        nibble: cython.int = man
        if man >> 1 == PAWN and square == passed:
            nibble = PASSED_PAWN
        elif man >> 1 == ROOK:
            side: cython.int = man & 1
            for wing in range(2):
                if entry.written.homes[2 * side + wing] == square and (square & 7) == (0 if wing else 7):
                    nibble = BLACK_HOME_ROOK if side else WHITE_HOME_ROOK
        elif man == 2 * KING + BLACK and entry.written.side == BLACK:
            nibble = BLACK_KING_TO_MOVE
        stem[8 + (number >> 1)] |= nibble << (4 if number & 1 else 0)
        number += 1
    sort = sort_of(entry.told.move)
    code: cython.int = origin_of(entry.told.move) << 8 | target_of(entry.told.move) << 2
    if sort == PROMOTION:
        code |= 1 << 14 | promoted_kind(entry.told.move) - KNIGHT
    elif sort == CASTLING:
        code |= 2 << 14
    elif sort == EN_PASSANT:
        code |= 3 << 14
    stem[24] = code >> 8
    stem[25] = code & 255
    score: cython.int = folded(entry.told.score)
    stem[26] = score >> 8
    stem[27] = score & 255
    told: cython.int = entry.told.ply & 0x3FFF | folded(entry.told.result) << 14
    stem[28] = told >> 8 & 255
    stem[29] = told & 255
    stem[30] = entry.written.halfmove >> 8 & 255
    stem[31] = entry.written.halfmove & 255


def next_move(bits, position):
    """Read a move of the side to move; NO_MOVE if there is none of that number."""
    side = position.side
    men: Bitboard = position.colours[side]
    number: cython.int = next_bits(bits, bits_for(popcount(men)))
    if number >= popcount(men):
        return NO_MOVE
    while number:
        men &= men - 1
        number -= 1
    origin = lowest(men)
    kind: cython.int = position.board[origin] >> 1
    targets: Bitboard = pawn_targets(position, origin) if kind == PAWN else piece_targets(position, origin)
    count: cython.int = popcount(targets)
    choices: cython.int = count
    promotes: cython.bint = kind == PAWN and origin >> 3 == (6 if side == WHITE else 1)
    rights: cython.int = position.castling >> 2 * side & 3
    if promotes:
        choices *= 4
    elif kind == KING:
        choices += (rights & 1) + (rights >> 1)
    number = next_bits(bits, bits_for(choices))
    if number >= choices:
        return NO_MOVE
    if kind == KING and number >= count:
        wing: cython.int = 1 if number == count and rights & 2 else 0
        return new_special(origin, position.rook_home[2 * side + wing], CASTLING)
    promotion: cython.int = number & 3
    if promotes:
        number >>= 2
    while number:
        targets &= targets - 1
        number -= 1
    target = lowest(targets)
    if promotes:
        return new_promotion(origin, target, KNIGHT + promotion)
    if kind == PAWN and target == position.en_passant and (origin ^ target) & 7:
        return new_special(origin, target, EN_PASSANT)
    return new_move(origin, target)


def put_move(bits, position, move):
    """Write a legal move of the side to move."""
    side = position.side
    men: Bitboard = position.colours[side]
    origin = origin_of(move)
    target = target_of(move)
    put_bits(bits, popcount(men & (bit(origin) - 1)), bits_for(popcount(men)))
    kind: cython.int = position.board[origin] >> 1
    targets: Bitboard = pawn_targets(position, origin) if kind == PAWN else piece_targets(position, origin)
    choices: cython.int = popcount(targets)
    number: cython.int = popcount(targets & (bit(target) - 1))
    rights: cython.int = position.castling >> 2 * side & 3
    if kind == KING:
        if sort_of(move) == CASTLING:
            number = choices + (target > origin and rights & 2 != 0)
        choices += (rights & 1) + (rights >> 1)
    elif sort_of(move) == PROMOTION:
        number = 4 * number + promoted_kind(move) - KNIGHT
        choices *= 4
    put_bits(bits, number, bits_for(choices))
    return True


def put_score(bits, value):
    """Write a folded difference."""
    while True:
        more: cython.int = value >> SCORE_BITS != 0
        put_bits(bits, more << SCORE_BITS | value & 15, SCORE_BITS + 1)
        value >>= SCORE_BITS
        if not more:
            return


def next_score(bits):
    """Read a folded difference."""
    value: uint16_t = 0
    for block in range(4):
        part: cython.int = next_bits(bits, SCORE_BITS + 1)
        value |= (part & 15) << SCORE_BITS * block
        if not part >> SCORE_BITS:
            break
    return value


def show(position, entry):
    """Have an entry show a position; its ply says the move's number."""
    memcpy(entry.written.men, position.board, 64)
    entry.written.side = position.side
    for right in range(4):
        entry.written.homes[right] = position.rook_home[right] if position.castling >> right & 1 else NO_SQUARE
    entry.written.en_passant = position.en_passant
    entry.written.halfmove = position.halfmove
    entry.written.fullmove = entry.told.ply // 2 + 1


def shows(position, entry):
    """True if an entry shows a position."""
    if entry.written.side != position.side or entry.written.en_passant != position.en_passant:
        return False
    if memcmp(entry.written.men, position.board, 64) != 0 or entry.written.halfmove != position.halfmove:
        return False
    for right in range(4):
        home: cython.int = position.rook_home[right] if position.castling >> right & 1 else NO_SQUARE
        if entry.written.homes[right] != home:
            return False
    return True


class BinpackWriter:
    """Writes entries one after another, and keeps what isn't a block yet."""

    def __cinit__(self):
        self.position = Position()
        self.position.reserve(MOST_PLIES_OF_CHAIN + 1)
        room: cython.size_t = MOST_PLIES_OF_CHAIN * BYTES_A_PLY + 8
        self.moves = cython.cast(cython.pointer(uint8_t), malloc(room))
        self.chunk = cython.cast(cython.pointer(uint8_t), malloc(CHUNK_BYTES + room + STEM_BYTES + COUNT_BYTES))
        if self.moves == cython.NULL or self.chunk == cython.NULL:
            raise MemoryError("no memory for a block of a binpack")
        self.bits.bytes = self.moves

    def __dealloc__(self):
        free(self.moves)
        free(self.chunk)

    def add(self, entry):
        """Add an entry; True if it begins the next block: then ``take_block`` has the one before it."""
        if self.has_last and self.goes_on(entry):
            put_move(cython.address(self.bits), self.position, entry.told.move)
            put_score(cython.address(self.bits), folded(entry.told.score + self.last.told.score))
            self.plies += 1
            memcpy(cython.address(self.last), entry, cython.sizeof(self.last))
            return False
        if self.has_last:
            self.close_chain()
        is_full: cython.bint = self.used >= CHUNK_BYTES
        memcpy(cython.address(self.last), entry, cython.sizeof(self.last))
        self.has_last = True
        if not is_full:
            write_stem(entry, self.chunk + self.used)
            self.used += STEM_BYTES
        self.is_sound = stand_up(cython.address(self.last), self.position)
        self.plies = 0
        self.bits.at = 0
        return is_full

    def goes_on(self, entry):
        """True if an entry follows the last one in its game: its move is made then on the position."""
        if not self.is_sound or self.plies == MOST_PLIES_OF_CHAIN:
            return False
        if entry.told.ply != self.last.told.ply + 1 or entry.told.result != -self.last.told.result:
            return False
        if self.last.told.move == NO_MOVE or not is_legal(self.position, self.last.told.move):
            return False
        self.position.make(self.last.told.move)
        if shows(self.position, entry) and entry.told.move != NO_MOVE and is_legal(self.position, entry.told.move):
            return True
        self.is_sound = False
        return False

    def close_chain(self):
        """Write the moves of the last chain."""
        self.chunk[self.used] = self.plies >> 8
        self.chunk[self.used + 1] = self.plies & 255
        size = (self.bits.at + 7) >> 3
        memcpy(self.chunk + self.used + COUNT_BYTES, self.moves, size)
        self.used += COUNT_BYTES + size

    def take_block(self):
        """The block that is full, or the last one."""
        size = self.used
        block = PyBytes_FromStringAndSize(cython.NULL, HEADER_BYTES + size)
        at = cython.cast(cython.pointer(uint8_t), PyBytes_AsString(block))
        memcpy(at, b"BINP", 4)
        for index in range(4):
            at[4 + index] = size >> 8 * index & 255
        memcpy(at + HEADER_BYTES, self.chunk, size)
        self.used = 0
        if self.has_last:
            write_stem(cython.address(self.last), self.chunk)
            self.used = STEM_BYTES
        return block

    def finish(self) -> bytes:
        """The last block, closed; empty if there were no entries."""
        if not self.has_last:
            return b""
        self.close_chain()
        self.has_last = False
        return self.take_block()
