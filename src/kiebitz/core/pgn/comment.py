"""What programs write into comments: ``[%clk 0:03:00]``, ``[%emt 0:00:05]``, ``[%eval 0.35]``, ``[%eval #-3,20]``.

Places are indices into the text; a number that isn't there has its end at -1.
"""

import cython
from cython.cimports.kiebitz.core.pgn.letters import is_digit, space_at, stands
from cython.cimports.libc.string import memchr


def read_comment(text, at, end, said):
    """Note the first sound clock, time spent and evaluation of a comment, unless there is one already."""
    while at < end:
        bracket = cython.cast(Text, memchr(text + at, b"[", end - at))
        if bracket == cython.NULL:
            return
        at = bracket - text
        if not said.has_clock and stands(text, at, end, b"[%clk", CLOCK_LETTERS):
            said.has_clock = read_time(text, at + CLOCK_LETTERS, end, cython.address(said.seconds))
        elif not said.has_elapsed and stands(text, at, end, b"[%emt", CLOCK_LETTERS):
            said.has_elapsed = read_time(text, at + CLOCK_LETTERS, end, cython.address(said.elapsed))
        elif not (said.has_centipawns or said.has_mate) and stands(text, at, end, b"[%eval", EVALUATION_LETTERS):
            read_evaluation(text, at + EVALUATION_LETTERS, end, said)
        at += 1


def read_time(text, at, end, seconds):
    """Read what stands after ``[%clk`` or ``[%emt``; whether it is a time.

    It is ``0:02:57``, ``2:57`` or ``177``, perhaps with a fraction behind a point or a comma, and with a minus once the
    flag has fallen.
    """
    number: cython.int = 0
    fraction: cython.int = 0
    scale: cython.double = 1
    total: cython.double = 0
    blank = space_at(text + at, text + end)
    if blank == 0:
        return False
    at = skip_spaces(text, at, end)
    is_negative: cython.bint = stands(text, at, end, b"-", 1)
    at += is_negative
    for field in range(MAX_FIELDS):
        if field:
            if not stands(text, at, end, b":", 1):
                break
            at += 1
        at = read_number(text, at, end, cython.address(number))
        if at < 0:
            return False
        total = 60 * total + number
    if stands(text, at, end, b".", 1) or stands(text, at, end, b",", 1):
        point = at
        at = read_number(text, point + 1, end, cython.address(fraction))
        if at < 0:
            at = point + 1
        for _ in range(min(at - point - 1, MAX_DIGITS)):
            scale *= 10
    at = skip_spaces(text, at, end)
    if not stands(text, at, end, b"]", 1):
        return False
    total = (total * scale + fraction) / scale
    seconds[0] = -total if is_negative else total
    return True


def read_evaluation(text, at, end, said):
    """Read what stands after ``[%eval``: pawns, or ``#`` and moves to mate; perhaps a comma and a depth."""
    whole: cython.int = 0
    part: cython.int = 0
    depth: cython.int = 0
    blank = space_at(text + at, text + end)
    if blank == 0:
        return
    at += blank
    is_mate: cython.bint = stands(text, at, end, b"#", 1)
    at += is_mate
    is_negative: cython.bint = stands(text, at, end, b"-", 1)
    at += is_negative or stands(text, at, end, b"+", 1)
    start = at
    at = read_number(text, at, end, cython.address(whole))
    if at - start > (MAX_DIGITS if is_mate else PAWN_DIGITS) or (at < 0 and is_mate):
        return
    if not is_mate:
        whole *= 100
        point = start if at < 0 else at
        if stands(text, point, end, b".", 1):
            behind = read_number(text, point + 1, end, cython.address(part))
            if behind - point - 1 > CENTIPAWN_DIGITS:
                return
            if behind >= 0:
                at = behind
                whole += part * 10 if behind - point == CENTIPAWN_DIGITS else part
            elif at >= 0:
                at = point + 1
    if stands(text, at, end, b",", 1):
        at = read_number(text, at + 1, end, cython.address(depth))
    if not stands(text, at, end, b"]", 1):
        return
    whole = -whole if is_negative else whole
    said.has_mate = is_mate
    said.has_centipawns = not is_mate
    said.mate = said.centipawns = whole


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
