"""One move in standard algebraic notation, as players, programs and old books write it, read on a position.

What is read: ``Nf3``, ``exd5``, ``e8=Q``, ``e8Q``, ``e8q``, ``O-O``, ``0-0-0``, ``OO``, long algebraic (``Ng1-f3``,
``e2-e4``), UCI (``e2e4``, ``e7e8q``; castling as the king's step or, in Chess960, as king takes rook), figurines, small
letters of men that name no file (``nf3``), a ``P`` or ``p`` before pawn moves, ``+``, ``++`` and ``#`` after a move,
``e.p.`` after a capture, the null moves ``--``, ``<>``, ``Z0``, ``0000``, ``@@@@``, ``null`` and ``pass``; ``e8(Q)``
and ``e8/Q``, ``e4:d5``, and dashes and crosses of typography. More may be named than is needed to tell two moves
apart, but not less. Castling is never written with the king's letter: ``Kg1`` is a step.

These are the rules of ``analysis.reader``, which asks python-chess; tests hold the two together.
"""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import (
    ALL_SQUARES,
    BISHOP,
    FILE_A,
    KING,
    KING_ATTACKS,
    KNIGHT,
    KNIGHT_ATTACKS,
    PAWN,
    QUEEN,
    RANK_1,
    RANK_8,
    ROOK,
    bishop_attacks,
    bit,
    rook_attacks,
)
from cython.cimports.kiebitz.core.chess.castling import castled_king
from cython.cimports.kiebitz.core.chess.move import (
    CASTLING,
    EN_PASSANT,
    NO_MOVE,
    NULL_MOVE,
    new_move,
    new_promotion,
    new_special,
)
from cython.cimports.kiebitz.core.chess.movegen import is_legal
from cython.cimports.kiebitz.core.machine import lowest
from cython.cimports.kiebitz.core.pgn.letters import is_file, is_rank, sign_at, square_of
from cython.cimports.libc.string import memcmp

# The letters of Unicode's figures, in its order; pawns have none.
for _number in range(PAWN_FIGURE):
    FIGURES[_number] = ord("KQRBN"[_number])


def read_san(position, word, length):
    """The move that a word means, ``NULL_MOVE`` for a null move; else ILLEGAL, AMBIGUOUS or UNREADABLE."""
    letters: cython.uchar[WORD_BYTES]
    end = bare(word, length, letters)
    if end < 2:
        return UNREADABLE
    wing: cython.int = castling_of(letters, end)
    if wing >= 0:
        return castled(position, wing)
    if is_null(letters, end):
        return NULL_MOVE

    # 1. From the end: promotion and target.
    promotion: cython.int = NO_KIND
    if not is_rank(letters[end - 1]):
        promotion = kind_of(letters[end - 1] & ~32)  # small letters, too
        if promotion == NO_KIND:
            return UNREADABLE
        end -= 2 if letters[end - 2] == b"=" or letters[end - 2] == b"/" else 1
    if end < 2 or not (is_file(letters[end - 2]) and is_rank(letters[end - 1])):
        return UNREADABLE
    end -= 2
    target: cython.int = square_of(letters[end], letters[end + 1])

    # 2. From the beginning: the man, and where it comes from.
    at: cython.int = 0
    kind: cython.int = NO_KIND
    origins: Bitboard = ALL_SQUARES
    if at < end:
        kind = kind_of(letters[at])
        at += kind != NO_KIND
    named = at
    if at < end and is_file(letters[at]):
        origins &= FILE_A << square_of(letters[at], b"1")
        at += 1
    if at < end and is_rank(letters[at]):
        origins &= RANK_1 << square_of(b"a", letters[at])
        at += 1
    named = at - named
    if at < end and (letters[at] == b"x" or letters[at] == b"-" or letters[at] == b":"):
        at += 1
    if at != end:
        return UNREADABLE

    # 3. The one legal move of these.
    if kind == NO_KIND:
        if named == 2:
            return fully_specified(position, lowest(origins), target, promotion)
        kind = PAWN
        if not is_file(letters[0]) or end == 0:
            origins &= FILE_A << (target & 7)
    return only_legal(position, origins & origins_of(position, kind, target), target, promotion)


def bare(word, length, letters):
    """Write a word without what says nothing that the move doesn't; its length, or -1 if it is too long for a move."""
    while length > 0 and (word[length - 1] == b"." or word[length - 1] == b","):
        length -= 1
    count: cython.int = 0
    plain: cython.uchar = 0
    at: cython.Py_ssize_t = 0
    while at < length:
        letter: cython.uchar = word[at]
        size = sign_at(word + at, word + length, cython.address(plain)) if letter >= 0x80 else 0
        at += 1
        if size:
            at += size - 1
            letter = plain
            if plain == 0:
                continue
        if letter == b"(" or letter == b")":  # A word has them only around the piece of a promotion.
            continue
        # Figurines are E2 99 94 (white king) to E2 99 9F (black pawn); pawns go without a letter.
        if letter == 0xE2 and length - at >= 2 and word[at] == 0x99 and 0x94 <= word[at + 1] <= 0x9F:
            figure: cython.int = (word[at + 1] - 0x94) % 6
            at += 2
            if figure == PAWN_FIGURE:
                continue
            letter = FIGURES[figure]
        if count == WORD_BYTES:
            return -1
        letters[count] = letter
        count += 1
    while count > 0 and (letters[count - 1] == b"." or letters[count - 1] == b","):
        count -= 1
    if count > 2 and letters[count - 1] == b"p":
        before = count - 3 if letters[count - 2] == b"." else count - 2
        if letters[before] == b"e":
            count = before
    while count > 0 and (letters[count - 1] == b"+" or letters[count - 1] == b"#"):
        count -= 1
    first = letters[0]
    if count > 2 and (first == b"n" or first == b"r" or first == b"q" or first == b"k") and stands_for_man(letters):
        letters[0] = first & ~32
    elif count > 0 and (first == b"P" or first == b"p" and count > 2 and stands_for_man(letters)):
        count -= 1
        for index in range(count):
            letters[index] = letters[index + 1]
    return count


def stands_for_man(letters):
    """True if the second and third letter of a move go on as a move does behind a man's letter."""
    second, third = letters[1], letters[2]
    if second == b"x" or second == b"-" or second == b":":
        return is_file(third)
    return (
        is_file(second)
        and (is_rank(third) or is_file(third) or third == b"x" or third == b"-" or third == b":")
        or (is_rank(second) and (is_file(third) or third == b"x"))
    )


def castling_of(letters, count):
    """The wing of O-O (0) or O-O-O (1), letters O of any size or noughts, dashes or none; -1 if neither."""
    noughts: cython.int = 0
    is_after_dash: cython.bint = True
    for index in range(count):
        letter = letters[index]
        if letter == b"O" or letter == b"o" or letter == b"0":
            noughts += 1
            is_after_dash = False
        elif letter != b"-" or is_after_dash:
            return -1
        else:
            is_after_dash = True
    return noughts - 2 if not is_after_dash and (noughts == 2 or noughts == 3) else -1


def is_null(letters, count):
    """True if this is a null move."""
    if count == 2:
        return memcmp(letters, b"--", 2) == 0 or memcmp(letters, b"<>", 2) == 0 or memcmp(letters, b"Z0", 2) == 0
    return count == 4 and (
        memcmp(letters, b"0000", 4) == 0
        or memcmp(letters, b"@@@@", 4) == 0
        or memcmp(letters, b"null", 4) == 0
        or memcmp(letters, b"pass", 4) == 0
    )


def castled(position, wing):
    """Castling on the short (0) or the long (1) wing; ILLEGAL if the right, the way or the time is wrong."""
    right: cython.int = 2 * position.side + wing
    if not position.castling & (1 << right):
        return ILLEGAL
    move = new_special(lowest(position.men(position.side, KING)), position.rook_home[right], CASTLING)
    if is_legal(position, move):
        return move
    return ILLEGAL


def fully_specified(position, origin, target, promotion):
    """The move from square to square, whatever man makes it, castling included."""
    king = lowest(position.men(position.side, KING))
    if origin == king and promotion == NO_KIND:
        for wing in range(2):
            right: cython.int = 2 * position.side + wing
            if position.castling & (1 << right):
                rook: cython.int = position.rook_home[right]
                if target == rook or (not position.chess960 and target == castled_king(king, rook)):
                    return castled(position, wing)
    return only_legal(position, bit(origin), target, promotion)


def only_legal(position, origins, target, promotion):
    """The legal move from one of these squares; AMBIGUOUS if there are several."""
    found: cython.int = ILLEGAL
    while origins:
        move = move_between(position, lowest(origins), target, promotion)
        origins &= origins - 1
        if move != NO_MOVE and is_legal(position, move):
            if found != ILLEGAL:
                return AMBIGUOUS
            found = move
    return found


def move_between(position, origin, target, promotion):
    """The move of the man on a square, castling aside; NO_MOVE if it promotes and must not, or the other way round."""
    if position.board[origin] >> 1 != PAWN:
        return new_move(origin, target) if promotion == NO_KIND else NO_MOVE
    if bit(target) & (RANK_1 | RANK_8):
        return new_promotion(origin, target, promotion) if KNIGHT <= promotion <= QUEEN else NO_MOVE
    if promotion != NO_KIND:
        return NO_MOVE
    if target == position.en_passant and (origin ^ target) & 7:
        return new_special(origin, target, EN_PASSANT)
    return new_move(origin, target)


def origins_of(position, kind, target):
    """Men of a kind of the side to move that may reach a square; of pawns, all."""
    men = position.men(position.side, kind)
    if kind == KNIGHT:
        return men & KNIGHT_ATTACKS[target]
    if kind == BISHOP:
        return men & bishop_attacks(target, position.occupied())
    if kind == ROOK:
        return men & rook_attacks(target, position.occupied())
    if kind == QUEEN:
        return men & (bishop_attacks(target, position.occupied()) | rook_attacks(target, position.occupied()))
    if kind == KING:
        return men & KING_ATTACKS[target]
    return men


def kind_of(letter):
    """The kind of man that a capital letter stands for; NO_KIND if it stands for none."""
    if letter == b"N":
        return KNIGHT
    if letter == b"B":
        return BISHOP
    if letter == b"R":
        return ROOK
    if letter == b"Q":
        return QUEEN
    if letter == b"K":
        return KING
    return NO_KIND
