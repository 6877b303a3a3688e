from libc.stdint cimport uint8_t

from kiebitz.core.records.key_set cimport KeySet

# The formats, by the numbers that Python gives.
cpdef enum:
    PLAIN
    BIN
    BULLET
    BINPACK
    PSV
    HCPE

cdef enum:
    # Entries of one call, at most, but for those of a chain.
    MOST_ENTRIES = 20000
    FIRST_ENTRIES = 1024
    # Letters of an entry as text, at most.
    PLAIN_LETTERS = 256
    NUMBER_DIGITS = 9
    # What a new score is at most, without its sign.
    MOST_SCORE = 32000

# What is told of a position; an entry of either game begins with it.
cdef struct Told:
    unsigned short move           # the game's code of what was played or found there, or 0
    short score                   # the side to move's view
    unsigned short ply            # played before it, as its file counts
    signed char result            # of the game, the side to move's view: 1, 0, -1
    unsigned char padding         # a byte of records that says nothing

cdef class AnyEntries:
    cdef readonly Py_ssize_t count
    cdef Py_ssize_t room
    cdef Py_ssize_t entry_bytes
    cdef char* entries

    cdef Told* told_at(self, Py_ssize_t index) noexcept nogil
    cdef Told* added(self) noexcept nogil
    cdef Py_ssize_t read_records(self, int format, const uint8_t* data, Py_ssize_t size) noexcept nogil
    cdef Py_ssize_t read_plain(self, const uint8_t* data, Py_ssize_t size, bint is_last) noexcept nogil
    cdef bint read_line(self, Told* told, const uint8_t* line, Py_ssize_t length) noexcept nogil
    cdef int write_plain(self, Told* told, char* text) noexcept nogil

    # What each game answers.
    cdef int record_bytes(self, int format) noexcept nogil
    cdef void clear_entry(self, Told* told) noexcept nogil
    cdef Py_ssize_t read_blocks(self, const uint8_t* data, Py_ssize_t size) noexcept nogil
    cdef bint read_record(self, int format, const uint8_t* record, Told* told) noexcept nogil
    cdef void write_record(self, int format, Told* told, uint8_t* record) noexcept nogil
    cdef Py_ssize_t position_at(self, const uint8_t* line, Py_ssize_t length) noexcept nogil
    cdef bint read_position(self, Told* told, const uint8_t* text, Py_ssize_t length) noexcept nogil
    cdef int write_word(self, char* text) noexcept nogil
    cdef int write_position(self, Told* told, char* text) noexcept nogil
    cdef unsigned short read_move(self, Told* told, const uint8_t* text, Py_ssize_t length) noexcept nogil
    cdef int write_move(self, unsigned short move, char* text) noexcept nogil
    cdef unsigned long long key_at(self, Told* told) noexcept nogil

cdef Py_ssize_t word_of(const uint8_t* line, Py_ssize_t length, const char* word, Py_ssize_t letters) noexcept nogil
cdef bint number_of(const uint8_t* text, Py_ssize_t length, int* value) noexcept nogil
cdef int write_number(int value, char* text) noexcept nogil
