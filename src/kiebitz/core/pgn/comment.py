"""Notes that programs write into comments: clocks, time spent, evaluations.

Commands of PGN: ``[%clk 0:03:00]``, ``[%emt 0:00:05]``, ``[%eval 0.35]``, ``[%eval #-3,20]``. What matches between
engines leave: ``+0.53/14 47s`` (cutechess, c-chess-cli, fastchess, xboard, our own), of the mover's view, mates in
plies (``-M12/30 1.2s``), perhaps behind a line in parentheses; ``mt=00:01:01, tl=00:37:47, wv=0.45,`` (TCEC; times
without colons in milliseconds, ``wv`` of White's view). And a clock alone: ``0:04:57`` (ICC).

Places are indices into the text; a number that isn't there has its end at -1.
"""

import cython
from cython.cimports.cpython.unicode import PyUnicode_AsUTF8AndSize
from cython.cimports.kiebitz.core.pgn.letters import is_digit, is_letter, space_at, stands
from cython.cimports.libc.string import memchr


def comment_notes(text: str, is_white: bool) -> tuple[float | None, float | None, int | None, int | None]:
    """Notes of a comment on a move: seconds left, seconds spent, White's centipawns or moves to mate; else None.

    ``is_white`` says who has made the move.
    """
    said: Said
    length: cython.Py_ssize_t = 0
    letters = cython.cast(Text, PyUnicode_AsUTF8AndSize(text, cython.address(length)))
    said.has_clock = said.has_elapsed = said.has_centipawns = said.has_mate = False
    read_comment(letters, 0, length, is_white, cython.address(said))
    return (
        said.seconds if said.has_clock else None,
        said.elapsed if said.has_elapsed else None,
        said.centipawns if said.has_centipawns else None,
        said.mate if said.has_mate else None,
    )


def read_comment(text, at, end, is_white, said):
    """Note the first sound clock, time spent and evaluation of a comment, unless there is one already."""
    start = at
    while at < end:
        bracket = cython.cast(Text, memchr(text + at, b"[", end - at))
        if bracket == cython.NULL:
            break
        at = bracket - text
        if not said.has_clock and stands(text, at, end, b"[%clk", CLOCK_LETTERS):
            said.has_clock = read_time(text, at + CLOCK_LETTERS, end, cython.address(said.seconds))
        elif not said.has_elapsed and stands(text, at, end, b"[%emt", CLOCK_LETTERS):
            said.has_elapsed = read_time(text, at + CLOCK_LETTERS, end, cython.address(said.elapsed))
        elif not is_valued(said) and stands(text, at, end, b"[%eval", EVALUATION_LETTERS):
            read_evaluation(text, at + EVALUATION_LETTERS, end, said)
        at += 1
    read_engine(text, start, end, is_white, said)
    read_pairs(text, start, end, said)
    read_bare_clock(text, start, end, said)


def is_valued(said):
    """True if there is an evaluation already."""
    return said.has_centipawns or said.has_mate


def read_time(text, at, end, seconds):
    """Read what stands after ``[%clk`` or ``[%emt``; whether it is a time."""
    fields: cython.int = 0
    if space_at(text + at, text + end) == 0:
        return False
    at = read_fields(text, skip_spaces(text, at, end), end, seconds, cython.address(fields))
    return at >= 0 and stands(text, skip_spaces(text, at, end), end, b"]", 1)


def read_fields(text, at, end, seconds, fields):
    """Read a time and of how many fields it is; where it ends, or -1.

    It is ``0:02:57``, ``2:57`` or ``177``, perhaps with a fraction behind a point or a comma, and with a minus once the
    flag has fallen.
    """
    number: cython.int = 0
    fraction: cython.int = 0
    scale: cython.double = 1
    total: cython.double = 0
    is_negative: cython.bint = stands(text, at, end, b"-", 1)
    at += is_negative
    fields[0] = 0
    for field in range(MAX_FIELDS):
        if field:
            if not stands(text, at, end, b":", 1):
                break
            at += 1
        at = read_number(text, at, end, cython.address(number))
        if at < 0:
            return -1
        total = 60 * total + number
        fields[0] += 1
    if stands(text, at, end, b".", 1) or stands(text, at, end, b",", 1):
        point = at
        at = read_number(text, point + 1, end, cython.address(fraction))
        if at < 0:
            at = point + 1
        for _ in range(min(at - point - 1, MAX_DIGITS)):
            scale *= 10
    total = (total * scale + fraction) / scale
    seconds[0] = -total if is_negative else total
    return at


def read_evaluation(text, at, end, said):
    """Read what stands after ``[%eval``: a value, perhaps a comma and a depth."""
    value: cython.int = 0
    depth: cython.int = 0
    is_mate: cython.bint = False
    blank = space_at(text + at, text + end)
    if blank == 0:
        return
    at = read_score(text, at + blank, end, cython.address(value), cython.address(is_mate))
    if at < 0:
        return
    if stands(text, at, end, b",", 1):
        at = read_number(text, at + 1, end, cython.address(depth))
    if stands(text, at, end, b"]", 1):
        note(said, value, is_mate)


def note(said, value, is_mate):
    """Note a value of White's view."""
    said.has_mate = is_mate
    said.has_centipawns = not is_mate
    said.mate = said.centipawns = value


def read_score(text, at, end, value, is_mate):
    """Read a value: pawns, or ``#`` or ``M`` and a number, a sign before either; where it ends, or -1."""
    whole: cython.int = 0
    part: cython.int = 0
    is_negative: cython.bint = stands(text, at, end, b"-", 1)
    at += is_negative or stands(text, at, end, b"+", 1)
    is_mate[0] = stands(text, at, end, b"#", 1) or stands(text, at, end, b"M", 1)
    if is_mate[0]:
        at += 1
        is_negative = is_negative or stands(text, at, end, b"-", 1)
        at += stands(text, at, end, b"-", 1) or stands(text, at, end, b"+", 1)
    start = at
    at = read_number(text, at, end, cython.address(whole))
    if at - start > (MAX_DIGITS if is_mate[0] else PAWN_DIGITS) or (at < 0 and is_mate[0]):
        return -1
    if not is_mate[0]:
        whole *= 100
        point = start if at < 0 else at
        if stands(text, point, end, b".", 1):
            behind = read_number(text, point + 1, end, cython.address(part))
            if behind - point - 1 > CENTIPAWN_DIGITS:
                return -1
            if behind >= 0:
                at = behind
                whole += part * 10 if behind - point == CENTIPAWN_DIGITS else part
            elif at >= 0:
                at = point + 1
    value[0] = -whole if is_negative else whole
    return at


def moves_of(plies):
    """Plies to mate as moves."""
    return (plies + 1) // 2 if plies >= 0 else -((1 - plies) // 2)


def read_engine(text, at, end, is_white, said):
    """Read ``+0.53/14 47s`` at a comment's beginning, the value of the mover's view; either part may be missing."""
    value: cython.int = 0
    depth: cython.int = 0
    is_mate: cython.bint = False
    seconds: cython.double = 0
    fields: cython.int = 0
    at = skip_spaces(text, at, end)
    if stands(text, at, end, b"(", 1):  # a line, as xboard has it
        closing = cython.cast(Text, memchr(text + at, b")", end - at))
        if closing == cython.NULL:
            return
        at = skip_spaces(text, closing - text + 1, end)
    behind = read_score(text, at, end, cython.address(value), cython.address(is_mate))
    is_scored: cython.bint = behind >= 0 and stands(text, behind, end, b"/", 1)
    if is_scored and not is_mate and memchr(text + at, b".", behind - at) == cython.NULL:
        return  # 24/7, or half a point
    if is_scored:
        behind = read_number(text, behind + 1, end, cython.address(depth))
        if behind >= 0 and stands(text, behind, end, b"/", 1):
            behind = read_number(text, behind + 1, end, cython.address(depth))
        if behind < 0 or (behind < end and (is_letter(text[behind]) or is_digit(text[behind]))):
            return
        if not is_valued(said):
            value = moves_of(value) if is_mate else value
            note(said, value if is_white else -value, is_mate)
        at = skip_spaces(text, behind, end)
    if said.has_elapsed:
        return
    behind = read_fields(text, at, end, cython.address(seconds), cython.address(fields))
    if behind < 0 or seconds < 0:
        return
    unit = behind
    if stands(text, behind, end, b"ms", 2):
        seconds /= 1000
        behind += 2
    elif stands(text, behind, end, b"s", 1):
        behind += 1
    if (behind > unit or is_scored) and not (behind < end and (is_letter(text[behind]) or text[behind] == b"/")):
        said.has_elapsed = True
        said.elapsed = seconds


def read_pairs(text, at, end, said):
    """Read ``mt=00:01:01, tl=00:37:47, wv=0.45,``, wherever in a comment they begin behind a comma."""
    value: cython.int = 0
    is_mate: cython.bint = False
    while at < end:
        at = skip_spaces(text, at, end)
        if not said.has_elapsed and stands(text, at, end, b"mt=", PAIR_LETTERS):
            said.has_elapsed = read_pair_time(text, at + PAIR_LETTERS, end, cython.address(said.elapsed))
        elif not said.has_clock and stands(text, at, end, b"tl=", PAIR_LETTERS):
            said.has_clock = read_pair_time(text, at + PAIR_LETTERS, end, cython.address(said.seconds))
        elif not is_valued(said) and stands(text, at, end, b"wv=", PAIR_LETTERS):
            behind = read_score(text, at + PAIR_LETTERS, end, cython.address(value), cython.address(is_mate))
            if behind >= 0 and ends_pair(text, behind, end):
                note(said, moves_of(value) if is_mate else value, is_mate)
        comma = cython.cast(Text, memchr(text + at, b",", end - at)) if at < end else cython.NULL
        at = end if comma == cython.NULL else comma - text + 1


def read_pair_time(text, at, end, seconds):
    """Read a time with colons or a unit, or else in milliseconds; whether it is one."""
    fields: cython.int = 0
    number: cython.int = 0
    whole = read_number(text, at, end, cython.address(number))
    if whole >= 0 and ends_pair(text, whole, end):
        seconds[0] = number / 1000.0
        return True
    at = read_fields(text, at, end, seconds, cython.address(fields))
    if at < 0 or seconds[0] < 0:
        return False
    if stands(text, at, end, b"ms", 2):
        seconds[0] /= 1000
        at += 2
    elif stands(text, at, end, b"s", 1):
        at += 1
    elif fields == 1:
        return False
    return ends_pair(text, at, end)


def ends_pair(text, at, end):
    """True if a comma stands here, white space or the end."""
    return at >= end or text[at] == b"," or space_at(text + at, text + end) > 0


def read_bare_clock(text, at, end, said):
    """Read a clock with hours that is all of a comment."""
    seconds: cython.double = 0
    fields: cython.int = 0
    if said.has_clock:
        return
    at = read_fields(text, skip_spaces(text, at, end), end, cython.address(seconds), cython.address(fields))
    if at >= 0 and fields == MAX_FIELDS and skip_spaces(text, at, end) == end:
        said.has_clock = True
        said.seconds = seconds


def skip_spaces(text, at, end):
    """Where the next letter stands that is no white space; ``end`` if none does."""
    while at < end:
        blank = space_at(text + at, text + end)
        if blank == 0:
            break
        at += blank
    return at


def read_number(text, at, end, number):
    """Read the digits at a place, of which the first ``MAX_DIGITS`` count; where they end, or -1 if there is none."""
    start = at
    number[0] = 0
    while at < end and is_digit(text[at]):
        if at - start < MAX_DIGITS:
            number[0] = 10 * number[0] + (text[at] - 48)
        at += 1
    return at if at > start else -1
