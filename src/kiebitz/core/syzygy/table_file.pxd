from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from kiebitz.core.chess.bitboard cimport Square
from kiebitz.core.syzygy.places cimport Layout

cdef enum:
    CLOSED = 0
    READY = 1
    DAMAGED = 2

cdef enum:
    SINGLE_VALUE = 0x80
    OTHER_SIDE = 1
    MAPPED = 2
    WIN_PLIES = 4
    LOSS_PLIES = 8
    WIDE = 16
    # Flags of a whole file.
    SPLIT = 1
    HAS_PAWNS = 2

cdef enum:
    LONGEST_CODE = 32
    LEAF = 0xFFF
    MAP_PARTS = 4
    SECTION = 64
    # Not a value of any table.
    NO_ANSWER = -1000
    # DTZ has no answer for this side to move; the positions a move ahead have.
    ASK_OTHER_SIDE = -1001

cdef extern from *:
    """
    static const unsigned int WDL_MAGIC = 0x5d23e871;
    static const unsigned int DTZ_MAGIC = 0xa50c66d7;
    """
    const uint32_t WDL_MAGIC
    const uint32_t DTZ_MAGIC

# The compressed values of one side to move and, with pawns, one file of the leading pawn. All places are offsets.
cdef struct Values:
    Layout layout
    int flags
    int only                      # the value of all, with SINGLE_VALUE
    int block_shift
    int span_shift
    uint64_t sparse
    uint64_t sparse_count
    uint64_t lengths
    uint64_t length_count
    uint64_t blocks
    uint64_t block_count
    int shortest                  # code, in bits
    int code_count                # lengths of codes
    uint64_t[32] base
    uint64_t symbols              # of each length the lowest one
    uint64_t tree                 # of each symbol left and right half
    int symbol_count
    uint16_t* extents             # of each symbol: values that it stands for, less one
    uint64_t[4] map               # DTZ: where the values of a result are

# A file, and what is known of it. Only its state is touched by several threads before it is READY.
cdef struct Table:
    int64_t state
    const uint8_t* bytes
    uint64_t size
    uint64_t key                  # of the material as the name has it, and with colours exchanged
    uint64_t mirrored
    int count
    bint has_pawns
    bint unique
    int[2] pawns
    int sides
    int files
    bint is_dtz
    Values[2][4] values           # by side to move, file

cdef uint32_t little_16(const uint8_t* bytes) noexcept nogil
cdef uint32_t little_32(const uint8_t* bytes) noexcept nogil
cdef uint64_t big_64(const uint8_t* bytes) noexcept nogil
cdef uint32_t big_32(const uint8_t* bytes) noexcept nogil
cdef bint has(Table* table, uint64_t offset, uint64_t count) noexcept nogil
cdef bint has_the_men_of_its_name(Table* table, Layout* layout) noexcept nogil
cdef bint find_extents(Table* table, Values* values) noexcept nogil
cdef uint64_t read_sizes(Table* table, Values* values, uint64_t offset) noexcept nogil
cdef uint64_t read_maps(Table* table, uint64_t offset) noexcept nogil
cdef bint read_head(Table* table) noexcept nogil
cdef void release(Table* table) noexcept nogil
cdef int value_at(Table* table, Values* values, uint64_t place) noexcept nogil
cdef int value_of(Table* table, const uint64_t* men, int side, int result) noexcept nogil
cdef int mapped(Table* table, Values* values, int value, int result) noexcept nogil
