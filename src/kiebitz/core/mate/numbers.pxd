# Inlined whole: numbers.py is no module of its own.

# Written by tools/write_inlines.py from numbers.py; change it there.

ctypedef unsigned int Number

cdef enum:
    INFINITE = 1 << 30

cdef struct Numbers:
    Number proof
    Number disproof

cdef inline bint is_settled(Numbers numbers) noexcept nogil:
    return numbers.proof == 0 or numbers.disproof == 0

cdef inline Number added(Number one, Number other) noexcept nogil:
    if one == INFINITE or other == INFINITE:
        return INFINITE
    return INFINITE - 1 if one + other >= INFINITE else one + other
