"""FEN, X-FEN and Shredder-FEN read and written letter by letter, at the machine's speed.

Layout: ``read_fen`` walks the bytes of a text once, field by field, into a ``WrittenPosition``, or notes there the
first fault and the place it is about; ``write_fen_into`` is the way back. Both run without the GIL.
Words are made only where something is wrong: ``error_of`` and ``dropped_of`` say what the notes mean.

Which rules hold, ``fen`` says. Indices into ``men`` are squares: a rank longer than eight is counted, not written.
"""

import cython
from cython.cimports.cpython.unicode import PyUnicode_AsUTF8AndSize, PyUnicode_DecodeASCII
from cython.cimports.kiebitz.core.chess.bitboard import BLACK, EMPTY, KING, NO_SQUARE, PAWN, ROOK, WHITE
from cython.cimports.kiebitz.core.pgn.letters import Text, is_digit, is_file, is_letter, is_rank, space_at, square_of
from cython.cimports.libc.string import memcmp, memcpy, memset

from kiebitz.core.chess.fen import COLOURS, FILES, LETTERS, FenError, FenFault, Setup, square_name

# By Fault: the rule that is broken.
FAULTS = (
    None,
    FenFault.FIELDS,
    FenFault.FIELDS,
    FenFault.BOARD,
    FenFault.BOARD,
    FenFault.BOARD,
    FenFault.KINGS,
    FenFault.PAWNS_ON_RIM,
    FenFault.MEN,
    FenFault.MEN,
    FenFault.SIDE,
    FenFault.CASTLING,
    FenFault.EN_PASSANT,
    FenFault.COUNTERS,
    FenFault.COUNTERS,
    FenFault.OPPOSITE_CHECK,
)
COUNTER_SHOWN = 20

# The man that a letter means, EMPTY for none, and back.
for _letter in range(256):
    MAN_OF[_letter] = EMPTY
for _man in range(12):
    MAN_OF[ord(LETTERS[_man])] = _man
    LETTER_OF[_man] = ord(LETTERS[_man])


def parse_fen(text: str, chess960: bool | None = None) -> Setup:
    """Read a FEN of one to six fields. Raises FenError.

    ``chess960``: whether it is of Chess960, so that castling rights of that game count; None: if the FEN shows it.
    """
    written: WrittenPosition
    read_text(text, chess960, cython.address(written))
    if written.fault:
        raise error_of(text, cython.address(written))
    return Setup(
        men=tuple([written.men[square] for square in range(64)]),
        side=written.side,
        castling=tuple([None if written.homes[right] == NO_SQUARE else written.homes[right] for right in range(4)]),
        en_passant=None if written.en_passant == NO_SQUARE else written.en_passant,
        halfmove=written.halfmove,
        fullmove=written.fullmove,
        dropped=dropped_of(text, cython.address(written)),
    )


def write_fen(setup: Setup, shredder: bool = False) -> str:
    """Write the FEN of a setup. Castling as KQkq where unambiguous, else by rook file; ``shredder``: always by file."""
    letters: cython.char[FEN_BYTES]
    men: cython.uchar[64]
    homes: cython.uchar[4]
    rights: cython.int = 0
    for square in range(64):
        men[square] = setup.men[square]
    for right in range(4):
        home = setup.castling[right]
        homes[right] = NO_SQUARE if home is None else home
        rights |= (home is not None) << right
    en_passant: cython.int = NO_SQUARE if setup.en_passant is None else setup.en_passant
    length = write_fen_into(
        men, setup.side, homes, rights, en_passant, setup.halfmove, setup.fullmove, shredder, letters
    )
    return PyUnicode_DecodeASCII(letters, length, cython.NULL)


def read_text(text, chess960, written):
    """Read a FEN that is a Python text. Raises TypeError for what is none."""
    if text is None:
        raise TypeError("a FEN is a text, not None")
    length: cython.Py_ssize_t = 0
    kind: cython.int = -1 if chess960 is None else bool(chess960)
    if text.isascii():
        read_fen(cython.cast(Text, PyUnicode_AsUTF8AndSize(text, cython.address(length))), length, kind, written)
        return
    letters: bytes = encoded(text)
    read_fen(letters, len(letters), kind, written)


def encoded(text: str) -> bytes:
    """A text as bytes; lone surrogates, which no position has, too."""
    return text.encode("utf-8", "surrogatepass")


# ---------------------------------------------------------------------- reading


def read_fen(text, length, chess960, written):
    """Read a FEN; the first thing that is wrong with it stands in ``written.fault``.

    ``chess960`` is 1, 0, or -1: if the FEN shows it.
    """
    starts: cython.Py_ssize_t[MAX_FIELDS]
    ends: cython.Py_ssize_t[MAX_FIELDS]
    fields: cython.Py_ssize_t = 0
    at: cython.Py_ssize_t = 0
    written.fault = SOUND
    written.letters = 0
    written.en_passant_drop = KEPT
    written.side = WHITE
    written.en_passant = NO_SQUARE
    written.halfmove = 0
    written.fullmove = 1
    for right in range(4):
        written.homes[right] = NO_SQUARE

    # 1. Where the fields are.
    while at < length:
        blank = space_at(text + at, text + length)
        if blank:
            at += blank
            continue
        start = at
        while at < length and not space_at(text + at, text + length):
            at += 1
        if fields < MAX_FIELDS:
            starts[fields] = start
            ends[fields] = at
        fields += 1
    if fields == 0:
        fail(written, NO_FIELDS, 0, 0)
        return
    if fields > MAX_FIELDS:
        written.number = fields
        fail(written, TOO_MANY_FIELDS, 0, length)
        return

    # 2. What they say, one after the other.
    if not read_board(text, starts[0], ends[0], written) or not check_men(written):
        return
    if fields > 1:
        side = text[starts[1]]
        if ends[1] - starts[1] != 1 or (side != b"w" and side != b"b"):
            fail(written, NO_SIDE, starts[1], ends[1])
            return
        written.side = WHITE if side == b"w" else BLACK
    if fields > 2 and not read_castling(text, starts[2], ends[2], chess960, written):
        return
    if fields > 3 and not read_en_passant(text, starts[3], ends[3], written):
        return
    if fields > 4 and not read_counter(text, starts[4], ends[4], cython.address(written.halfmove)):
        fail(written, NO_HALFMOVE, starts[4], ends[4])
        return
    if fields > 5 and not read_counter(text, starts[5], ends[5], cython.address(written.fullmove)):
        fail(written, NO_FULLMOVE, starts[5], ends[5])
        return
    written.fullmove = max(written.fullmove, 1)


def fail(written, fault, start, end):
    """Note what is wrong; False."""
    written.fault = fault
    written.start = start
    written.end = end
    return False


def read_board(text, start, end, written):
    """Read the board field: eight ranks from the eighth down, separated by slashes."""
    ranks: cython.Py_ssize_t = 1
    at: cython.Py_ssize_t = start
    while at < end:
        ranks += text[at] == b"/"
        at += 1
    if ranks != 8:
        written.number = ranks
        return fail(written, RANK_COUNT, start, end)
    memset(written.men, EMPTY, 64)
    at = start
    rank: cython.int = 7
    while rank >= 0:
        file: cython.Py_ssize_t = 0
        row = at
        while at < end and text[at] != b"/":
            letter: cython.uchar = text[at]
            man: cython.uchar = MAN_OF[letter]
            if man != EMPTY:
                if file < 8:
                    written.men[8 * rank + file] = man
                file += 1
            elif is_rank(letter):
                file += letter - cython.cast(cython.uchar, b"0")
            else:
                written.where = rank
                return fail(written, BOARD_LETTER, at, end)
            at += 1
        if file != 8:
            written.where = rank
            written.number = file
            return fail(written, RANK_LENGTH, row, at)
        at += 1
        rank -= 1
    return True


def check_men(written):
    """Require one king each, no pawns on the outer ranks, no more men and pawns than a game can have."""
    count: cython.int[13]
    for man in range(13):
        count[man] = 0
    for square in range(64):
        count[written.men[square]] += 1
    for side in range(2):
        if count[2 * KING + side] != 1:
            written.number = count[2 * KING + side]
            written.where = side
            return fail(written, KING_COUNT, 0, 0)
    for index in range(16):
        square = index if index < 8 else index + 48
        if written.men[square] >> 1 == PAWN:
            written.where = square
            return fail(written, PAWN_ON_RIM, 0, 0)
    for side in range(2):
        total: cython.int = 0
        for kind in range(6):
            total += count[2 * kind + side]
        written.where = side
        if total > MAX_MEN:
            written.number = total
            return fail(written, TOO_MANY_MEN, 0, 0)
        if count[2 * PAWN + side] > MAX_PAWNS:
            written.number = count[2 * PAWN + side]
            return fail(written, TOO_MANY_PAWNS, 0, 0)
    return True


def read_castling(text, start, end, chess960, written):
    """Read castling rights, as KQkq (the outermost rook on that side: X-FEN) or as rook files (Shredder-FEN)."""
    if end - start == 1 and text[start] == b"-":
        return True
    for at in range(start, end):
        small: cython.uchar = text[at] | 32
        if not is_letter(text[at]) or not (is_file(small) or small == b"k" or small == b"q"):
            return fail(written, NO_RIGHT, at, end)
    seen: cython.ulonglong = 0  # a bit for each letter, from A on
    untouched: cython.int = -1 if chess960 == -1 else 0
    for at in range(start, end):
        mark = cython.cast(cython.ulonglong, 1) << (text[at] - cython.cast(cython.uchar, b"A"))
        if not seen & mark:
            seen |= mark
            if untouched == -1:
                untouched = has_nobody_moved(written)
            read_right(text[at], chess960, untouched, written)
    return True


def read_right(letter, chess960, untouched, written):
    """Take a castling right that a letter names, or note why it can't be."""
    side = WHITE if not letter & 32 else BLACK
    small: cython.uchar = letter | 32
    king: cython.int = 0
    while written.men[king] != 2 * KING + side:  # check_men has found one
        king += 1
    if king >> 3 != (7 if side == BLACK else 0):
        drop_right(letter, KING_AWAY, king, written)
        return
    home = castling_rook(letter, king, written)
    if home == NO_SQUARE:
        drop_right(letter, NO_ROOK, home, written)
        return
    right: cython.int = 2 * side + (home < king)
    names_file: cython.bint = is_file(small)
    is_of_960: cython.bint = chess960 == 1 or (chess960 == -1 and (names_file or untouched == 1))
    if not is_of_960 and not (king & 7 == 4 and home & 7 == (0 if home < king else 7)):
        drop_right(letter, ONLY_CHESS960, home, written)
    elif written.homes[right] != NO_SQUARE and written.homes[right] != home:
        drop_right(letter, OTHER_RIGHT, home, written)
    else:
        written.homes[right] = home


def drop_right(letter, why, home, written):
    """Note why a letter is no right. There are no more than CASTLING_LETTERS that differ."""
    written.letter[written.letters] = letter
    written.letter_drop[written.letters] = why
    written.letter_home[written.letters] = home
    written.letters += 1


def castling_rook(letter, king, written):
    """The square of the rook that a castling right means; NO_SQUARE if there is none."""
    side = WHITE if not letter & 32 else BLACK
    small: cython.uchar = letter | 32
    first: cython.int = 56 if side == BLACK else 0
    rook = 2 * ROOK + side
    if small == b"k":
        square: cython.int = first + 7
        while square > king:
            if written.men[square] == rook:
                return square
            square -= 1
        return NO_SQUARE
    if small == b"q":
        square = first
        while square < king:
            if written.men[square] == rook:
                return square
            square += 1
        return NO_SQUARE
    square = first + small - cython.cast(cython.uchar, b"a")
    return square if written.men[square] == rook else NO_SQUARE


def has_nobody_moved(written):
    """True if all men stand as at the start of a game of chess or Chess960, pawns before pieces."""
    for file in range(8):
        if written.men[8 + file] != 2 * PAWN or written.men[48 + file] != 2 * PAWN + 1:
            return False
        for side in range(2):
            man = written.men[56 * side + file]
            if man == EMPTY or man & 1 != side or man >> 1 == PAWN:
                return False
    return True


def read_en_passant(text, start, end, written):
    """Read the en passant square. It must lie behind an enemy pawn that has just come two squares, or is dropped."""
    if end - start == 1 and text[start] == b"-":
        return True
    if end - start != 2 or not is_file(text[start]) or not is_rank(text[start + 1]):
        return fail(written, NO_EN_PASSANT_SQUARE, start, end)
    square = square_of(text[start], text[start + 1])
    back = 8 if written.side == WHITE else -8
    written.start = start
    written.end = end
    if square >> 3 != (5 if written.side == WHITE else 2):
        written.en_passant_drop = WRONG_RANK
    elif written.men[square - back] != 2 * PAWN + (written.side ^ 1):
        written.en_passant_drop = NO_PAWN
    elif written.men[square] != EMPTY or written.men[square + back] != EMPTY:
        written.en_passant_drop = WAY_BARRED
    else:
        written.en_passant = square
    return True


def read_counter(text, start, end, value):
    """Read the halfmove clock or the move number; some programs write '-'. False if it is none."""
    value[0] = 0
    if end - start == 1 and text[start] == b"-":
        return True
    if end - start > COUNTER_DIGITS:
        return False
    for at in range(start, end):
        if not is_digit(text[at]):
            return False
        value[0] = 10 * value[0] + (text[at] - cython.cast(cython.uchar, b"0"))
    return value[0] <= MAX_COUNTER


# ---------------------------------------------------------------------- writing


def write_fen_into(men, side, homes, rights, en_passant, halfmove, fullmove, shredder, text):
    """Write a FEN, of FEN_BYTES at most; how many letters it has."""
    at = write_men(men, text)
    return at + write_fields(men, side, homes, rights, en_passant, halfmove, fullmove, shredder, text + at)


def write_men(men, text):
    """Write a FEN's first field; how many letters it has."""
    at = write_rank(men + 56, text)
    rank: cython.int = 6
    while rank >= 0:
        text[at] = b"/"
        at += 1
        at += write_rank(men + 8 * rank, text + at)
        rank -= 1
    return at


def write_men_again(men, ranks, text):
    """The same, for boards that come one after another: only ranks that have changed are written anew."""
    at: cython.int = 0
    rank: cython.int = 7
    while rank >= 0:
        known = cython.address(ranks[rank])
        if memcmp(known.men, men + 8 * rank, 8) != 0:
            memcpy(known.men, men + 8 * rank, 8)
            known.length = write_rank(known.men, known.letters)
        memcpy(text + at, known.letters, 8)
        at += known.length
        text[at] = b"/"
        at += 1
        rank -= 1
    return at - 1


def write_rank(men, text):
    """Write eight squares; how many letters they have. One letter behind these is written, too."""
    at: cython.int = 0
    free: cython.int = 0
    # Without a branch a square: what must not stand is written over by what follows.
    for file in range(8):
        man: cython.int = men[file]
        stands: cython.int = man != EMPTY
        text[at] = 48 + free
        at += stands & (free != 0)
        text[at] = LETTER_OF[man]
        at += stands
        free = (free + 1) & (stands - 1)
    text[at] = 48 + free
    return at + (free != 0)


def write_fields(men, side, homes, rights, en_passant, halfmove, fullmove, shredder, text):
    """Write a FEN behind its first field; how many letters that has."""
    at: cython.int = 0
    text[at] = b" "
    text[at + 1] = b"w" if side == WHITE else b"b"
    text[at + 2] = b" "
    at += 3
    for right in range(4):
        if not rights & (1 << right):
            continue
        home: cython.int = homes[right]
        owner = right >> 1
        needs_file: cython.bint = shredder
        beyond: cython.int = home + 1 if right & 1 == 0 else home - 1
        while not needs_file and beyond >> 3 == home >> 3:
            needs_file = men[beyond] == 2 * ROOK + owner
            beyond += 1 if right & 1 == 0 else -1
        if needs_file:
            text[at] = (home & 7) + (97 if owner == BLACK else 65)
        else:
            text[at] = (b"q" if right & 1 else b"k") if owner == BLACK else (b"Q" if right & 1 else b"K")
        at += 1
    if not rights:
        text[at] = b"-"
        at += 1
    text[at] = b" "
    at += 1
    if en_passant == NO_SQUARE:
        text[at] = b"-"
        at += 1
    else:
        text[at] = 97 + (en_passant & 7)
        text[at + 1] = 49 + (en_passant >> 3)
        at += 2
    text[at] = b" "
    at += 1
    at += write_counter(halfmove, text + at)
    text[at] = b" "
    at += 1
    return at + write_counter(fullmove, text + at)


def write_counter(value, text):
    """Write a whole number, not negative; how many digits it has."""
    digits: cython.int = 1
    rest = value // 10
    while rest:
        rest //= 10
        digits += 1
    at = digits - 1
    while at >= 0:
        text[at] = 48 + value % 10
        value //= 10
        at -= 1
    return digits


# ---------------------------------------------------------------------- what is wrong, in words


def error_of(text, written):
    """The FenError that tells of the fault."""
    data = encoded(text)
    said = data[written.start : written.end].decode("utf-8", "surrogatepass")
    fault, number, where = written.fault, written.number, written.where
    rule = FAULTS[fault]
    if fault == NO_FIELDS:
        return FenError(rule, "the FEN is empty; give at least the board and the side to move")
    if fault == TOO_MANY_FIELDS:
        return FenError(rule, f"the FEN has {number} fields; it has at most six")
    if fault == RANK_COUNT:
        return FenError(rule, f"the board has {number} ranks; write eight, separated by '/'")
    if fault == BOARD_LETTER:
        return FenError(rule, f"'{said[0]}' in rank {where + 1} is neither a man (PNBRQK, pnbrqk) nor a digit 1 to 8")
    if fault == RANK_LENGTH:
        return FenError(rule, f"rank {where + 1} ('{said}') has {number} squares; it needs eight")
    if fault == KING_COUNT:
        return FenError(rule, f"{COLOURS[where]} has {number} kings; each side needs exactly one")
    if fault == PAWN_ON_RIM:
        return FenError(rule, f"a pawn stands on {square_name(where)}; pawns live on ranks 2 to 7")
    if fault == TOO_MANY_MEN:
        return FenError(rule, f"{COLOURS[where]} has {number} men; {MAX_MEN} is the most")
    if fault == TOO_MANY_PAWNS:
        return FenError(rule, f"{COLOURS[where]} has {number} pawns; {MAX_PAWNS} is the most")
    if fault == NO_SIDE:
        return FenError(rule, f"'{said}' is no side to move; write 'w' or 'b'")
    if fault == NO_RIGHT:
        return FenError(rule, f"'{said[0]}' is no castling right; write KQkq, rook files (HAha) or '-'")
    if fault == NO_EN_PASSANT_SQUARE:
        return FenError(rule, f"'{said}' is no square; write the square behind the pawn (e3, d6) or '-'")
    if fault == OPPOSITE_CHECK:
        return FenError(
            rule,
            f"{COLOURS[written.side ^ 1]}'s king on {square_name(where)} is in check"
            f" though {COLOURS[written.side]} is to move; give the other side the move",
        )
    name = "halfmove clock" if fault == NO_HALFMOVE else "move number"
    return FenError(rule, f"the {name} '{said[:COUNTER_SHOWN]}' is not a whole number from 0 to {MAX_COUNTER}")


def dropped_of(text, written):
    """The parts that were written but can't be, a sentence each."""
    faults: dict[str, str] = {}  # the letters by what is wrong with them
    for index in range(written.letters):
        letter, why, home = chr(written.letter[index]), written.letter_drop[index], written.letter_home[index]
        side: cython.int = WHITE if letter.isupper() else BLACK
        if why == KING_AWAY:
            fault = f"the king of {COLOURS[side]} is on {square_name(home)}, not on rank {8 if side == BLACK else 1}"
            faults[fault] = faults.get(fault, "") + letter
        elif why == NO_ROOK:
            fault = f"there is no rook of {COLOURS[side]} to castle with"
            faults[fault] = faults.get(fault, "") + letter
        elif why == ONLY_CHESS960:
            king = [square for square in range(64) if written.men[square] == 2 * KING + side][0]
            fault = f"only Chess960 castles with the king on {square_name(king)} and the rook on {square_name(home)}"
            faults[fault] = letter
        else:
            faults[f"there is another right of {COLOURS[side]} on that wing"] = letter
    notes = [f"castling '{letters}' dropped: {fault}" for fault, letters in faults.items()]
    if written.en_passant_drop != KEPT:
        square = encoded(text)[written.start : written.end].decode()
        if written.en_passant_drop == WRONG_RANK:
            side_letter, rank = ("w", 6) if written.side == WHITE else ("b", 3)
            notes.append(f"en passant square {square} dropped: with {side_letter} to move it is on rank {rank}")
        elif written.en_passant_drop == NO_PAWN:
            owner = COLOURS[written.side ^ 1]
            notes.append(f"en passant square {square} dropped: no pawn of {owner} has just passed it")
        else:
            notes.append(f"en passant square {square} dropped: a man stands where the pawn passed")
    return tuple(notes)
