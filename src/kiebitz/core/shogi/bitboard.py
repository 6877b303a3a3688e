"""Bitboards of shogi: sets of the 81 squares in two words, file after file, 1a = 0, 1i = 8, 2a = 9.

Files 1 to 7 fill the low word but for its highest bit, files 8 and 9 stand in the high one; so no file is cut in two,
and square 63 doesn't exist. Nothing here asks for integers of 128 bits.

Layout: attacks of men that step are indexed by square. Files and ranks have seven inner squares, whose occupation is
the index of small tables: a file's are in one piece, a rank's are gathered by one multiplication. For diagonals each
square owns a part of one shared table (316 KiB), indexed as in ``chess.bitboard``: by PEXT or by magic multiplication.
Every table is empty at square 63, so a king that isn't there attacks nothing, and nothing attacks it. But what rooks,
lances and bishops attack is looked up by a place that 63 has none of: nobody may ask for it from there.

Thread safety: everything here is written once, with the GIL, when the first position is made, and only read afterwards.
"""

import cython

from kiebitz.core.shogi.magics import BISHOP_MAGICS


@cython.inline
def words(low: uint64_t, high: uint64_t) -> Bitboard:
    """A set out of its two words."""
    bits: Bitboard
    bits.low = low
    bits.high = high
    return bits


@cython.inline
def no_squares() -> Bitboard:
    """The empty set."""
    return words(0, 0)


@cython.inline
def all_squares() -> Bitboard:
    """The whole board."""
    return words(LOW_SQUARES, HIGH_SQUARES)


@cython.inline
def bit(square: Square) -> Bitboard:
    """The set of one square."""
    one: uint64_t = cython.cast(uint64_t, 1) << (square & 63)
    return words(one, 0) if square < 64 else words(0, one)


@cython.inline
def either(one: Bitboard, other: Bitboard) -> Bitboard:
    """Squares in one set or the other."""
    return words(one.low | other.low, one.high | other.high)


@cython.inline
def both(one: Bitboard, other: Bitboard) -> Bitboard:
    """Squares in both sets."""
    return words(one.low & other.low, one.high & other.high)


@cython.inline
def without(one: Bitboard, other: Bitboard) -> Bitboard:
    """Squares of one set that are not in the other."""
    return words(one.low & ~other.low, one.high & ~other.high)


@cython.inline
def is_empty(bits: Bitboard) -> cython.bint:
    """True if there is no square in a set."""
    return (bits.low | bits.high) == 0


@cython.inline
def have_common(one: Bitboard, other: Bitboard) -> cython.bint:
    """True if a square is in both sets."""
    return (one.low & other.low | one.high & other.high) != 0


@cython.inline
def has(bits: Bitboard, square: Square) -> cython.bint:
    """True if a square is in a set."""
    return ((bits.low if square < 64 else bits.high) >> (square & 63) & 1) != 0


@cython.inline
def lowest(bits: Bitboard) -> Square:
    """The lowest square of a set that isn't empty."""
    return lowest_of_word(bits.low) if bits.low else 64 + lowest_of_word(bits.high)


@cython.inline
def rest(bits: Bitboard) -> Bitboard:
    """The set without its lowest square."""
    if bits.low:
        return words(bits.low & (bits.low - 1), bits.high)
    return words(0, bits.high & (bits.high - 1))


@cython.inline
def popcount(bits: Bitboard) -> cython.int:
    """Number of squares in a set."""
    return popcount_of_word(bits.low) + popcount_of_word(bits.high)


@cython.inline
def forward(bits: Bitboard, side: cython.int) -> Bitboard:
    """Each square of the set one rank towards the enemy, seen by ``side``; none may be on the last rank."""
    if side == BLACK:
        return words(bits.low >> 1, bits.high >> 1)
    return words(bits.low << 1, bits.high << 1)


@cython.inline
def square_at(file: cython.int, rank: cython.int) -> Square:
    """The square of a file and rank, both from 0."""
    return 9 * file + rank + (1 if file >= 7 else 0)


@cython.inline
def file_attacks(square: Square, occupied: Bitboard) -> Bitboard:
    """The squares a rook attacks along its file."""
    promise(square != NO_SQUARE, b"whoever asks for a file's attacks stands somewhere")
    rank: cython.int = RANK_OF[square]
    start: cython.int = (square - rank) & 63
    if square < 64:
        return words(FILE_ATTACKS[rank][occupied.low >> (start + 1) & 127] << start, 0)
    return words(0, FILE_ATTACKS[rank][occupied.high >> (start + 1) & 127] << start)


@cython.inline
def rank_attacks(square: Square, occupied: Bitboard) -> Bitboard:
    """The squares a rook attacks along its rank: its inner squares, gathered, are the index."""
    promise(square != NO_SQUARE, b"whoever asks for a rank's attacks stands somewhere")
    rank: cython.int = RANK_OF[square]
    inner: uint64_t = (occupied.low >> rank & INNER_ROW) * GATHER >> 58 | (occupied.high >> rank & 1) << 6
    row: Bitboard = RANK_ATTACKS[FILE_OF[square]][inner]
    return words(row.low << rank, row.high << rank)


@cython.inline
def rook_attacks(square: Square, occupied: Bitboard) -> Bitboard:
    """The squares a rook attacks, up to the first pieces in its way."""
    return either(file_attacks(square, occupied), rank_attacks(square, occupied))


@cython.inline
def lance_attacks(side: cython.int, square: Square, occupied: Bitboard) -> Bitboard:
    """The squares a lance attacks, up to the first piece in its way."""
    return both(file_attacks(square, occupied), AHEAD[side][square])


@cython.inline
def bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard:
    """The squares a bishop attacks, up to the first pieces in its way."""
    promise(square != NO_SQUARE, b"whoever asks for a bishop's attacks stands somewhere")
    slider: cython.pointer(Slider) = cython.address(BISHOP_SLIDERS[square])
    inner: uint64_t = occupied.low & slider.mask.low | occupied.high & slider.mask.high
    return slider.attacks[slider_index(inner, slider.folded, slider.magic, slider.shift)]


def step(file, rank, file_step, rank_step):
    """The square one step away, if there is one."""
    file += file_step
    rank += rank_step
    if 0 <= file < 9 and 0 <= rank < 9:
        return bit(square_at(file, rank))
    return no_squares()


def slide(file, rank, file_step, rank_step, occupied):
    """Squares along one direction up to and including the first blocker."""
    reached = no_squares()
    file += file_step
    rank += rank_step
    while 0 <= file < 9 and 0 <= rank < 9:
        square = square_at(file, rank)
        reached = either(reached, bit(square))
        if has(occupied, square):
            break
        file += file_step
        rank += rank_step
    return reached


def straight_slides(square, occupied):
    """Squares a rook attacks, found by walking: the truth that the tables are made of."""
    file = FILE_OF[square]
    rank = RANK_OF[square]
    return either(
        either(slide(file, rank, 1, 0, occupied), slide(file, rank, -1, 0, occupied)),
        either(slide(file, rank, 0, 1, occupied), slide(file, rank, 0, -1, occupied)),
    )


def diagonal_slides(square, occupied):
    """Squares a bishop attacks, likewise."""
    file = FILE_OF[square]
    rank = RANK_OF[square]
    return either(
        either(slide(file, rank, 1, 1, occupied), slide(file, rank, -1, -1, occupied)),
        either(slide(file, rank, 1, -1, occupied), slide(file, rank, -1, 1, occupied)),
    )


def fill_squares():
    """Where each square is, and the sets of squares that rules speak of."""
    FILE_OF[NO_SQUARE] = RANK_OF[NO_SQUARE] = 0
    for side in range(2):
        ZONE[side] = LAST_RANK[side] = LAST_TWO[side] = no_squares()
    for file in range(9):
        FILES[file] = no_squares()
        for rank in range(9):
            square = square_at(file, rank)
            FILE_OF[square] = file
            RANK_OF[square] = rank
            here = bit(square)
            FILES[file] = either(FILES[file], here)
            for side in range(2):
                left: cython.int = rank if side == BLACK else 8 - rank
                if left == 0:
                    LAST_RANK[side] = either(LAST_RANK[side], here)
                if left <= 1:
                    LAST_TWO[side] = either(LAST_TWO[side], here)
                if left <= 2:
                    ZONE[side] = either(ZONE[side], here)


def fill_steps(square, side):
    """Fill the tables of attacks by single steps, and of the way ahead."""
    file = FILE_OF[square]
    rank = RANK_OF[square]
    up: cython.int = -1 if side == BLACK else 1
    ahead = step(file, rank, 0, up)
    front = either(ahead, either(step(file, rank, 1, up), step(file, rank, -1, up)))
    back = either(step(file, rank, 1, -up), step(file, rank, -1, -up))
    beside = either(step(file, rank, 1, 0), step(file, rank, -1, 0))
    PAWN_ATTACKS[side][square] = ahead
    KNIGHT_ATTACKS[side][square] = either(step(file, rank, 1, 2 * up), step(file, rank, -1, 2 * up))
    SILVER_ATTACKS[side][square] = either(front, back)
    GOLD_ATTACKS[side][square] = either(either(front, beside), step(file, rank, 0, -up))
    KING_ATTACKS[square] = either(GOLD_ATTACKS[side][square], back)
    AHEAD[side][square] = slide(file, rank, 0, up, no_squares())


def fill_around():
    """The squares around each, as a list."""
    for square in range(SQUARES):
        around = no_squares() if square == NO_SQUARE else KING_ATTACKS[square]
        for index in range(NEIGHBOURS):
            AROUND[square][index] = NO_SQUARE if is_empty(around) else lowest(around)
            around = rest(around)


def fill_lines():
    """The attacks along files and ranks, by the inner squares that are occupied."""
    for index in range(128):
        inner: uint64_t = index
        column = words(inner << 1, 0)
        row = no_squares()
        for file in range(1, 8):
            if inner >> (file - 1) & 1:
                row = either(row, bit(square_at(file, 0)))
        for place in range(9):
            up_and_down = either(slide(0, place, 0, 1, column), slide(0, place, 0, -1, column))
            FILE_ATTACKS[place][index] = up_and_down.low
            RANK_ATTACKS[place][index] = either(slide(place, 0, 1, 0, row), slide(place, 0, -1, 0, row))


def fill_slider(slider, square, magic, attacks):
    """Set up one square's look-up and fill its part of the table; returns the number of entries used."""
    inner = no_squares()
    for file in range(1, 8):
        for rank in range(1, 8):
            inner = either(inner, bit(square_at(file, rank)))
    slider.mask = both(diagonal_slides(square, no_squares()), inner)
    slider.folded = slider.mask.low | slider.mask.high
    slider.magic = magic
    slider.attacks = attacks
    slider.shift = 64 - popcount(slider.mask)
    folded: uint64_t = 0
    while True:
        blockers = words(folded & slider.mask.low, folded & slider.mask.high)
        attacks[slider_index(folded, slider.folded, magic, slider.shift)] = diagonal_slides(square, blockers)
        folded = (folded - slider.folded) & slider.folded
        if folded == 0:
            break
    return cython.cast(cython.int, 1) << popcount(slider.mask)


def fill_line(here, there):
    """The line through two squares and the squares between them."""
    ends = either(bit(here), bit(there))
    if has(ROOK_RAYS[here], there):
        BETWEEN[here][there] = both(rook_attacks(here, ends), rook_attacks(there, ends))
        LINE[here][there] = either(both(ROOK_RAYS[here], ROOK_RAYS[there]), ends)
    elif has(BISHOP_RAYS[here], there):
        BETWEEN[here][there] = both(bishop_attacks(here, ends), bishop_attacks(there, ends))
        LINE[here][there] = either(both(BISHOP_RAYS[here], BISHOP_RAYS[there]), ends)


def fill_tables():
    """Compute every table; what is never written is empty."""
    used: cython.int = 0
    fill_squares()
    fill_lines()
    for square in range(SQUARES):
        if square == NO_SQUARE:
            continue
        for side in range(2):
            fill_steps(square, side)
        ROOK_RAYS[square] = straight_slides(square, no_squares())
        BISHOP_RAYS[square] = diagonal_slides(square, no_squares())
        magic: uint64_t = BISHOP_MAGICS[square - (square > NO_SQUARE)]
        used += fill_slider(cython.address(BISHOP_SLIDERS[square]), square, magic, SLIDER_TABLE + used)
    for here in range(SQUARES):
        for there in range(SQUARES):
            if here != NO_SQUARE and there != NO_SQUARE:
                fill_line(here, there)
    fill_around()


def load():
    """Compute the tables, if that wasn't done yet: who plays chess doesn't pay for them."""
    global tables_are_filled
    if not tables_are_filled:
        fill_tables()
        tables_are_filled = True


def is_loaded() -> bool:
    """True if the tables were computed."""
    return tables_are_filled


def attacks_from(square: int, diagonal: bool, occupied: int) -> int:
    """Squares that a bishop (``diagonal``) or rook attacks, as a mask of bits 0 to 81, given the men on the board.

    Raises ValueError for a square that doesn't exist.
    """
    if not 0 <= square < SQUARES or square == NO_SQUARE:
        raise ValueError(f"square {square} is not in 0..81, or is {NO_SQUARE}, which doesn't exist")
    load()
    low: uint64_t = occupied & 0xFFFFFFFFFFFFFFFF
    high: uint64_t = occupied >> 64
    blockers = words(low, high)
    reached = bishop_attacks(square, blockers) if diagonal else rook_attacks(square, blockers)
    return int(reached.low) | int(reached.high) << 64
