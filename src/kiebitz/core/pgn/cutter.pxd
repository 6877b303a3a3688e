cimport cython

from kiebitz.core.pgn.letters cimport Text

cdef enum:
    # A longer line is taken in pieces.
    MAX_LINE_BYTES = 1 << 20
    # A "game" beyond this is no game: it is cut there, so that no file can exhaust the memory.
    MAX_GAME_BYTES = 1 << 24
    # A tag may go over so many lines.
    MAX_TAG_LINES = 4
    FIRST_ROOM = 1 << 16
    # A game that a comment holds takes no more, else the comment was never closed.
    MAX_QUOTED_BYTES = 1 << 16
    # What DOS ended its text files with.
    END_OF_FILE = 0x1A
    # The longest result, 1/2-1/2, its dash of three bytes; and how many letters so many bytes are at most, a half
    # of two bytes being three.
    RESULT_LETTERS = 9
    PLAIN_LETTERS = 2 * RESULT_LETTERS

# What a line begins with, beside white space.
cdef enum Opening:
    NO_TAG
    SOME_TAG
    EVENT_TAG

# The end of a line, white space behind it left out.
cdef struct LineEnd:
    unsigned char[RESULT_LETTERS] letters
    Py_ssize_t count
    bint is_parted                # white space follows

cdef bint[256] ENDS_NAME          # by letter, white space aside

@cython.final
cdef class GameCutter:
    cdef unsigned char* bytes
    cdef Py_ssize_t room
    cdef Py_ssize_t size              # of what is there
    cdef Py_ssize_t at                # the next line begins here
    cdef Py_ssize_t unbraced          # behind a tag Event in a comment, no brace stands before this place
    cdef Py_ssize_t kept              # the game under way begins here; -1 before its first line
    cdef bint ends_with_return        # whether the last byte fed was a carriage return, made a line feed already

    cdef Py_ssize_t line              # number of the last line taken, from 1
    cdef Py_ssize_t lines_joined      # how many lines more it was
    cdef bint is_line_open            # the next piece goes on with it

    cdef Py_ssize_t first_line        # of the game under way
    cdef Py_ssize_t comment_line      # of the comment that is open; 0 if none is
    cdef bint has_movetext            # comments before the first move included
    cdef bint has_moves
    cdef bint has_event
    cdef bint has_tags
    cdef bint is_among_tags           # nothing but comments since the game's start or the last tag, no empty line
    cdef bint has_note                # a comment among the tags
    cdef bint is_in_tag
    cdef bint is_after_blank
    cdef LineEnd last_moves           # of the last line with moves, comments aside

    cdef Py_ssize_t cut_start         # the game that was cut out last
    cdef Py_ssize_t cut_end
    cdef Py_ssize_t cut_line
    cdef Py_ssize_t cut_comment_line

    cdef list games(self, bint is_last)
    cdef tuple last_cut(self)
    cdef void append(self, bytes piece) except *
    cdef void start_over(self) noexcept nogil
    cdef bint cut(self, Py_ssize_t comment_line) noexcept nogil
    cdef bint next_game(self, bint is_last) noexcept nogil
    cdef bint is_over(self, Py_ssize_t end) noexcept nogil
    cdef bint sees_brace(self, bint is_last) noexcept nogil
    cdef Py_ssize_t end_of_line(self, Py_ssize_t at, bint is_last) noexcept nogil
    cdef Py_ssize_t end_of_next(self, bint is_last) noexcept nogil
    cdef bint take(self, Py_ssize_t end) noexcept nogil
    cdef void look_into(self, Py_ssize_t at, Py_ssize_t end, bint is_blank_line, Opening opening) noexcept nogil
    cdef Py_ssize_t follow_tags(self, Py_ssize_t at, Py_ssize_t end) noexcept nogil
    cdef bint outside_comments(self, Py_ssize_t at, Py_ssize_t end) noexcept nogil
    cdef bint add_moves(self, Py_ssize_t start, Py_ssize_t end, bint goes_on) noexcept nogil
    cdef bint begins_untagged(self, Py_ssize_t at, Py_ssize_t end) noexcept nogil

cdef Py_ssize_t plain_end(LineEnd* moves, unsigned char* letters) noexcept nogil
cdef Py_ssize_t skip_blanks(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef void keep(LineEnd* moves, unsigned char letter) noexcept nogil
cdef Py_ssize_t line_feeds(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef Py_ssize_t skip_gap(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef bint begins_tag(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef Py_ssize_t end_of_tag_name(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef Py_ssize_t end_of_tag(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef Opening opening_of(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
