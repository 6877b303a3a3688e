"""The tags of a game, if they are plain: as any program writes them, and almost all files have them.

Plain is a tag whose name PGN allows and whose value stands on the same line, without a backslash. What isn't plain is
for ``analysis.tags``, which knows how to mend it.
"""

import cython
from cython.cimports.cpython.unicode import PyUnicode_AsUTF8AndSize, PyUnicode_DecodeUTF8
from cython.cimports.kiebitz.core.pgn.letters import Text, is_digit, is_letter, nothing_at, space_at, stands
from cython.cimports.libc.string import memchr


def plain_tags(text: str) -> tuple[dict[str, str], int] | None:
    """The tags of a game's text, and the place in its UTF-8 where the moves begin; None if one of them isn't plain."""
    length: cython.Py_ssize_t = 0
    letters = cython.cast(Text, PyUnicode_AsUTF8AndSize(text, cython.address(length)))
    tags = {}
    at = skip_white_space(letters, 0, length)
    while stands(letters, at, length, b"[", 1):
        name = at + 1
        name_end = end_of_plain_name(letters, name, length)
        at = skip_spaces(letters, name_end, length)
        if name_end == name or name_end - name > MAX_NAME_BYTES or not stands(letters, at, length, b'"', 1):
            return None
        value = at + 1
        quote = cython.cast(Text, memchr(letters + value, b'"', length - value))
        if quote == cython.NULL:
            return None
        size = quote - letters - value
        if size > MAX_VALUE_BYTES or memchr(letters + value, b"\\", size) or memchr(letters + value, b"\n", size):
            return None
        at = skip_spaces(letters, value + size + 1, length)
        if not stands(letters, at, length, b"]", 1):
            return None
        word = PyUnicode_DecodeUTF8(cython.cast(cython.p_char, letters + name), name_end - name, cython.NULL)
        if word in tags:
            return None
        tags[word] = PyUnicode_DecodeUTF8(cython.cast(cython.p_char, letters + value), size, cython.NULL)
        at = skip_white_space(letters, at + 1, length)
    # Comments may stand among tags; those behind the last one belong to the moves.
    return None if stands(letters, skip_comments(letters, at, length), length, b"[", 1) else (tags, at)


def end_of_plain_name(text, at, end):
    """Where the name of a tag ends that stands here; ``at`` if none does."""
    if at == end or not is_letter(text[at]):
        return at
    while at < end and (
        is_letter(text[at])
        or is_digit(text[at])
        or text[at] == b"_"
        or text[at] == b"+"
        or text[at] == b"#"
        or text[at] == b"="
        or text[at] == b":"
        or text[at] == b"-"
    ):
        at += 1
    return at


def skip_spaces(text, at, end):
    """Where the next letter stands that is neither space nor tabulator."""
    while at < end and (text[at] == b" " or text[at] == b"\t"):
        at += 1
    return at


def skip_comments(text, at, end):
    """Where the next letter stands that is in no comment; ``end`` if one is never closed."""
    while at < end and (text[at] == b"{" or text[at] == b";"):
        closing: cython.uchar = b"}" if text[at] == b"{" else b"\n"
        found = cython.cast(Text, memchr(text + at, closing, end - at))
        if found == cython.NULL:
            return end
        at = skip_white_space(text, found - text + 1, end)
    return at


def skip_white_space(text, at, end):
    """Where the next letter stands that is neither white space, nor without width, nor in a line escaped by %."""
    while at < end:
        blank = space_at(text + at, text + end) or nothing_at(text + at, text + end)
        if blank:
            at += blank
        elif text[at] == b"%" and (at == 0 or text[at - 1] == b"\n"):
            line_feed = cython.cast(Text, memchr(text + at, b"\n", end - at))
            at = end if line_feed == cython.NULL else line_feed - text
        else:
            break
    return at
