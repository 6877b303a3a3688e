# Inlined whole: letters.py is no module of its own.

# Written by tools/write_inlines.py from letters.py; change it there.

from libc.string cimport memcmp

ctypedef const unsigned char* Text

cdef inline bint is_digit(unsigned char letter) noexcept nogil:
    return b"0" <= letter <= b"9"

cdef inline bint is_file(unsigned char letter) noexcept nogil:
    return b"a" <= letter <= b"h"

cdef inline bint is_rank(unsigned char letter) noexcept nogil:
    return b"1" <= letter <= b"8"

cdef inline bint is_letter(unsigned char letter) noexcept nogil:
    return b"a" <= letter <= b"z" or b"A" <= letter <= b"Z"

cdef inline int square_of(unsigned char file, unsigned char rank) noexcept nogil:
    return file - <unsigned char>b"a" + 8 * (rank - <unsigned char>b"1")

cdef inline bint is_blank(unsigned char letter) noexcept nogil:
    return letter == b" " or b"\t" <= letter <= b"\r" or b"\x1c" <= letter <= b"\x1f"

cdef inline int space_at(Text at, Text end) noexcept nogil:
    if at >= end:
        return 0
    if at[0] < 0x80:
        return is_blank(at[0])
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

cdef inline int sign_at(Text at, Text end, unsigned char* plain) noexcept nogil:
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
    return 3 if at[0] == 0xEF and at[1] == 0xBB and at[2] == 0xBF else 0

cdef inline int nothing_at(Text at, Text end) noexcept nogil:
    cdef unsigned char plain = 0
    cdef int size = sign_at(at, end, &plain)
    return size if plain == 0 else 0

cdef inline bint stands(Text text, Py_ssize_t at, Py_ssize_t end, const char* word, Py_ssize_t letters) noexcept nogil:
    return at >= 0 and end - at >= letters and memcmp(text + at, word, letters) == 0
