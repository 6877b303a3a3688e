cimport cython
from libc.stdint cimport int32_t, uint16_t, uint64_t

from kiebitz.core.chess.move cimport Move
from kiebitz.core.chess.position cimport Position
from kiebitz.core.pgn.letters cimport Text
from kiebitz.core.pgn.line_tree cimport LineTree

# What ends the reading of a main line before its end, in the order of ``FAULTS``.
cdef enum:
    SOUND
    ILLEGAL_MOVE
    AMBIGUOUS_MOVE
    UNREADABLE_MOVE
    AFTER_RESULT
    NULL_IN_CHECK

# How a main line says that it ended, in the order of ``RESULTS``.
cdef enum Ending:
    UNSAID
    UNDECIDED
    WHITE_WINS
    BLACK_WINS
    DRAWN
    BOTH_LOSE
    HALF_AND_NOTHING
    NOTHING_AND_HALF

# Kinds of tokens, in the order of ``TOKENS``: first those that are comments.
cdef enum:
    COMMENT
    WORDS
    SIGN
    MOVE
    GLYPH
    NUMBER
    OPENED
    CLOSED
    PASSED_OVER
    UNOPENED
    RESULT
    STRAY
    FAULT
    ALL_KINDS
    COMMENT_KINDS = MOVE

cdef enum:
    # Plies before the positions of a game are forgotten, which nobody takes back: so memory is bounded.
    PLIES_KEPT = 1024
    FIRST_TOKENS = 256
    # A numeric glyph has at most so many; what is longer is astray.
    GLYPH_DIGITS = 3
    # Signs and ornaments have at most so many bytes, so many with dashes of typography; there are 46 of them.
    REMARK_BYTES = 4
    MAX_SIGN_BYTES = 8
    MAX_REMARKS = 64
    # A move has at most so many bytes with the signs that stand at it.
    MAX_SIGNED = 64
    # A name in HTML has at most so many, what stands behind a tag's, and a word that is read in parts.
    MAX_NAME = 16
    MAX_MARKUP = 256
    MAX_PARTED = 256

cpdef enum:
    NO_NOTE = -2147483648         # stands for an evaluation that isn't there

# Where a token stands, in bytes.
cdef struct Token:
    Py_ssize_t start
    Py_ssize_t end
    Py_ssize_t plies              # of its line, made before it
    int32_t line                  # 0 for the main one (``line_tree``)
    uint16_t kind
    uint16_t number               # a move, a fault

cdef uint64_t[MAX_REMARKS] REMARKS
cdef int REMARK_COUNT
cdef bint[256] ENDS_WORD             # by letter, unless it is of several bytes
cdef bint[256] IS_STRAY_END          # by letter, too
cdef bint[256] PARTS_WORD
cdef bint[256] NAMES_MEN             # men, files or a capture
cdef bint[256] IN_PROSE
cdef bint[256] IN_EVALUATION

@cython.final
cdef class MovetextReader:
    cdef Position start               # where ordinary games begin
    cdef Position position            # the game under way
    cdef Move* moves
    cdef Py_ssize_t move_room
    cdef Token* tokens_read
    cdef Py_ssize_t token_room
    cdef Py_ssize_t token_count
    cdef int kinds_wanted             # kinds of tokens below this are kept
    cdef bint wants_variations
    cdef LineTree tree                # the main line's count of moves, and variations if they are wanted
    cdef int first_side               # to move where the game starts
    cdef bint is_forfeited            # the tags say that both lose: 0-0 at the end is no castling
    cdef bint is_numbered             # the number of a move was the last word
    cdef bint is_short_of_memory
    cdef Ending ending
    cdef readonly Py_ssize_t plies
    cdef int failure
    cdef readonly Py_ssize_t fault_start
    cdef readonly Py_ssize_t fault_end

    cdef void forget(self) noexcept
    cdef void make_room(self, Py_ssize_t length) except *
    cdef void walk(self, Text text, Py_ssize_t at, Py_ssize_t end, bint decodes) noexcept nogil
    cdef bint take_any(self, Text text, Py_ssize_t start, Py_ssize_t end, Py_ssize_t last, bint decodes) noexcept nogil
    cdef Py_ssize_t take_part(
        self, Text text, Py_ssize_t start, Py_ssize_t end, Py_ssize_t last, bint decodes
    ) noexcept nogil
    cdef bint take_word(self, Text text, Py_ssize_t start, Py_ssize_t end, Py_ssize_t last, bint decodes) noexcept nogil
    cdef int play(self, Text text, Py_ssize_t start, Py_ssize_t end) noexcept nogil
    cdef bint take_variation_word(self, Text text, Py_ssize_t start, Py_ssize_t end) noexcept nogil
    cdef bint is_double_forfeit(
        self, Text text, Py_ssize_t start, Py_ssize_t end, Py_ssize_t last, bint decodes
    ) noexcept nogil
    cdef void keep_sign(self, Text text, Py_ssize_t start, Py_ssize_t end) noexcept nogil
    cdef void keep_tail(self, Text text, Py_ssize_t start, Py_ssize_t end) noexcept nogil
    cdef bint fail(self, int failure, Py_ssize_t start, Py_ssize_t end) noexcept nogil
    cdef void keep(self, int kind, Py_ssize_t start, Py_ssize_t end, int number) noexcept nogil

cdef Py_ssize_t place_of(Text text, Py_ssize_t at, Py_ssize_t end, unsigned char letter) noexcept nogil
cdef Py_ssize_t letters_between(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef Py_ssize_t blank_at(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef Py_ssize_t end_of_result(Text text, Py_ssize_t at, Py_ssize_t end, Ending* ending) noexcept nogil
cdef int points_at(Text text, Py_ssize_t at, Py_ssize_t end, Py_ssize_t* behind) noexcept nogil
cdef bint is_noughts(Text word, Py_ssize_t length) noexcept nogil
cdef bint is_castling_of_noughts(Position position, Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef bint is_over(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef Py_ssize_t end_of_number(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef bint is_number_end(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef Py_ssize_t end_of_promotion(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef Py_ssize_t end_of_command(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef Py_ssize_t end_of_markup(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef Py_ssize_t end_of_part(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef Py_ssize_t end_of_word(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef int signed_move(
    Position position, Text text, Py_ssize_t start, Py_ssize_t end, Py_ssize_t* bare
) noexcept nogil
cdef Py_ssize_t sign_behind(Text text, Py_ssize_t start, Py_ssize_t end) noexcept nogil
cdef bint is_sign(Text word, Py_ssize_t length) noexcept nogil
cdef bint is_aside(Text word, Py_ssize_t length) noexcept nogil
cdef bint is_remark(Text word, Py_ssize_t length) noexcept nogil
