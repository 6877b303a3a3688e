from kiebitz.core.pgn.letters cimport Text

cdef enum:
    CLOCK_LETTERS = 5             # of [%clk, and of [%emt
    # Hours, minutes, seconds.
    MAX_FIELDS = 3
    EVALUATION_LETTERS = 6        # of [%eval
    PAIR_LETTERS = 3              # of mt=, tl= and wv=
    # So many digits of a number count: it fits a C int then.
    MAX_DIGITS = 9
    # Pawns have at most so many digits, and so many after the point.
    PAWN_DIGITS = 7
    CENTIPAWN_DIGITS = 2

# What a comment says by commands.
cdef struct Said:
    bint has_clock
    bint has_elapsed
    bint has_centipawns
    bint has_mate
    double seconds                # left on the clock
    double elapsed                # spent on the move, in seconds
    int centipawns                # White's view
    int mate                      # in moves, White's view

cdef void read_comment(Text text, Py_ssize_t at, Py_ssize_t end, bint is_white, Said* said) noexcept nogil

cdef bint is_valued(Said* said) noexcept nogil
cdef bint read_time(Text text, Py_ssize_t at, Py_ssize_t end, double* seconds) noexcept nogil
cdef Py_ssize_t read_fields(Text text, Py_ssize_t at, Py_ssize_t end, double* seconds, int* fields) noexcept nogil
cdef void read_evaluation(Text text, Py_ssize_t at, Py_ssize_t end, Said* said) noexcept nogil
cdef void note(Said* said, int value, bint is_mate) noexcept nogil
cdef Py_ssize_t read_score(Text text, Py_ssize_t at, Py_ssize_t end, int* value, bint* is_mate) noexcept nogil
cdef int moves_of(int plies) noexcept nogil
cdef void read_engine(Text text, Py_ssize_t at, Py_ssize_t end, bint is_white, Said* said) noexcept nogil
cdef void read_pairs(Text text, Py_ssize_t at, Py_ssize_t end, Said* said) noexcept nogil
cdef bint read_pair_time(Text text, Py_ssize_t at, Py_ssize_t end, double* seconds) noexcept nogil
cdef bint ends_pair(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef void read_bare_clock(Text text, Py_ssize_t at, Py_ssize_t end, Said* said) noexcept nogil
cdef Py_ssize_t skip_spaces(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef Py_ssize_t read_number(Text text, Py_ssize_t at, Py_ssize_t end, int* number) noexcept nogil
