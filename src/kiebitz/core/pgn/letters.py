"""Kinds of letters in PGN, which is UTF-8 here."""

import cython
from cython.cimports.libc.string import memcmp

Text = cython.typedef(cython.pointer(cython.const(cython.uchar)))


@cython.inline
def is_digit(letter: cython.uchar) -> cython.bint:
    """True if a letter is a digit."""
    return b"0" <= letter <= b"9"


@cython.inline
def is_file(letter: cython.uchar) -> cython.bint:
    """True if a letter names a file."""
    return b"a" <= letter <= b"h"


@cython.inline
def is_rank(letter: cython.uchar) -> cython.bint:
    """True if a letter names a rank."""
    return b"1" <= letter <= b"8"


@cython.inline
def is_letter(letter: cython.uchar) -> cython.bint:
    """True if a letter is one of the alphabet's."""
    return b"a" <= letter <= b"z" or b"A" <= letter <= b"Z"


@cython.inline
def square_of(file: cython.uchar, rank: cython.uchar) -> cython.int:
    """The square that two letters name."""
    return file - cython.cast(cython.uchar, b"a") + 8 * (rank - cython.cast(cython.uchar, b"1"))


@cython.inline
def is_blank(letter: cython.uchar) -> cython.bint:
    """True if a letter of one byte is white space, the line feed included."""
    return letter == b" " or b"\t" <= letter <= b"\r" or b"\x1c" <= letter <= b"\x1f"


@cython.inline
def space_at(at: Text, end: Text) -> cython.int:
    """Length in bytes of the white space, as Unicode has it, that a text begins with; 0 if it begins otherwise.

    The sign NUL is white space, too: it stands in files that were cut off or written over.
    """
    if at >= end:
        return 0
    if at[0] < 0x80:
        return is_blank(at[0]) or at[0] == 0
    if end - at >= 2 and at[0] == 0xC2:
        return 2 if at[1] == 0x85 or at[1] == 0xA0 else 0
    if end - at < 3:
        return 0
    if at[0] == 0xE2 and at[1] == 0x80:
        return 3 if at[2] <= 0x8A or at[2] == 0xA8 or at[2] == 0xA9 or at[2] == 0xAF else 0
    if (
        (at[0] == 0xE2 and at[1] == 0x81 and at[2] == 0x9F)
        or (at[0] == 0xE1 and at[1] == 0x9A and at[2] == 0x80)
        or (at[0] == 0xE3 and at[1] == 0x80 and at[2] == 0x80)
    ):
        return 3
    return 0


@cython.inline
def sign_at(at: Text, end: Text, plain: cython.pointer(cython.uchar)) -> cython.int:
    """Length in bytes of the typographic sign that a text begins with.

    0 if none does, and the plain letter it stands for: hyphens and dashes are '-', crosses 'x', daggers '+' and '#',
    Cyrillic O's 'O'; signs without width are nothing, 0. ``commandline.typography`` has the same table; a test holds
    the two together.
    """
    if end - at < 2 or at[0] < 0xC2:
        return 0
    plain[0] = 0
    if at[0] == 0xC2:
        return 2 if at[1] == 0xAD else 0
    if at[0] == 0xC3 and at[1] == 0x97:
        plain[0] = b"x"
        return 2
    if at[0] == 0xD0 and (at[1] == 0x9E or at[1] == 0xBE):
        plain[0] = b"O"
        return 2
    if end - at < 3:
        return 0
    if at[0] == 0xE2:
        if (at[1] == 0x80 and 0x90 <= at[2] <= 0x95) or (at[1] == 0x88 and at[2] == 0x92):
            plain[0] = b"-"
            return 3
        if at[1] == 0x80 and (at[2] == 0xA0 or at[2] == 0xA1):
            plain[0] = b"+" if at[2] == 0xA0 else b"#"
            return 3
        if at[1] == 0x9C and at[2] == 0x95:
            plain[0] = b"x"
            return 3
        if at[1] == 0x80 and (0x8B <= at[2] <= 0x8F or 0xAA <= at[2] <= 0xAE):
            return 3
        return 3 if at[1] == 0x81 and 0xA0 <= at[2] <= 0xAF else 0
    if at[0] != 0xEF:
        return 0
    return 3 if (at[1] == 0xBB and at[2] == 0xBF) or (at[1] == 0xB8 and (at[2] == 0x8E or at[2] == 0x8F)) else 0


@cython.inline
def nothing_at(at: Text, end: Text) -> cython.int:
    """Length in bytes of the sign without width that a text begins with; 0 if it begins otherwise."""
    plain: cython.uchar = 0
    size: cython.int = sign_at(at, end, cython.address(plain))
    return size if plain == 0 else 0


@cython.inline
def mark_at(at: Text, end: Text) -> cython.int:
    """Length in bytes of the mark that a text begins with: a sign beyond ASCII that says nothing of a move; 0 if none.

    Marks are Latin-1's signs, punctuation, arrows, mathematics, shapes and pictures, but no figure of a chess man, and
    nothing that ``space_at`` or ``sign_at`` knows.
    """
    if at >= end or at[0] < 0xC2:
        return 0
    plain: cython.uchar = 0
    size: cython.Py_ssize_t = end - at
    if size < 2 or space_at(at, end) or sign_at(at, end, cython.address(plain)):
        return 0
    if at[0] == 0xC2:
        return 2 if at[1] >= 0xA1 and at[1] != 0xAA and at[1] != 0xB5 and at[1] != 0xBA and at[1] != 0xBD else 0
    if at[0] == 0xC3 or at[0] == 0xCE:  # the sign of division, and Delta, "with the idea"
        return 2 if at[1] == (0xB7 if at[0] == 0xC3 else 0x94) else 0
    if size < 3:
        return 0
    if at[0] == 0xE2:
        if at[1] == 0x80 and at[2] < 0x96 or at[1] == 0x99 and 0x94 <= at[2] <= 0x9F:
            return 0
        return 3 if at[1] == 0x80 or at[1] == 0x81 or 0x86 <= at[1] <= 0xAF else 0
    if at[0] == 0xE3:
        return 3 if at[1] == 0x80 and 0x81 <= at[2] <= 0x83 else 0
    return 4 if size >= 4 and at[0] == 0xF0 and at[1] == 0x9F else 0


@cython.inline
def digit_at(at: Text, end: Text) -> cython.int:
    """Length in bytes of the digit, as wide as Chinese signs perhaps, that a text begins with; 0 if none."""
    if at >= end:
        return 0
    if is_digit(at[0]):
        return 1
    return 3 if end - at >= 3 and at[0] == 0xEF and at[1] == 0xBC and 0x90 <= at[2] <= 0x99 else 0


@cython.inline
def dot_at(at: Text, end: Text) -> cython.int:
    """Length in bytes of the dot, three as one sign or a wide one, that a text begins with; 0 if none."""
    if at >= end:
        return 0
    if at[0] == b".":
        return 1
    if end - at < 3:
        return 0
    if at[0] == 0xE2 and at[1] == 0x80 and at[2] == 0xA6:
        return 3
    return 3 if at[0] == 0xEF and at[1] == 0xBC and at[2] == 0x8E else 0


@cython.inline
def stands(
    text: Text, at: Py_ssize_t, end: Py_ssize_t, word: cython.pointer(cython.const(cython.char)), letters: Py_ssize_t
) -> cython.bint:
    """True if a word stands at a place of a text that ends at ``end``; nothing does at -1."""
    return at >= 0 and end - at >= letters and memcmp(text + at, word, letters) == 0
