from kiebitz.core.chess.bitboard cimport Square
from kiebitz.core.pgn.letters cimport Text

cdef enum:
    MAX_FIELDS = 6
    MAX_MEN = 16
    MAX_PAWNS = 8
    # KQkq and the sixteen rook files: letters of castling that differ.
    CASTLING_LETTERS = 20
    # The counters' largest values: they fit a C int with any game on top and lie far beyond any real game.
    MAX_COUNTER = 100000000
    COUNTER_DIGITS = 9
    # The longest FEN that is written: 71 letters of the board, 2 fields of one letter or a square, 4 of castling, two
    # counters of ten digits, five spaces.
    FEN_BYTES = 128

# What may be wrong with a FEN, in the order of ``FAULTS``.
cdef enum Fault:
    SOUND
    NO_FIELDS
    TOO_MANY_FIELDS
    RANK_COUNT
    BOARD_LETTER
    RANK_LENGTH
    KING_COUNT
    PAWN_ON_RIM
    TOO_MANY_MEN
    TOO_MANY_PAWNS
    NO_SIDE
    NO_RIGHT
    NO_EN_PASSANT_SQUARE
    NO_HALFMOVE
    NO_FULLMOVE
    OPPOSITE_CHECK

# Why a castling right or an en passant square is dropped.
cdef enum Drop:
    KEPT
    KING_AWAY
    NO_ROOK
    ONLY_CHESS960
    OTHER_RIGHT
    WRONG_RANK
    NO_PAWN
    WAY_BARRED

# A position as written, or what is wrong with it; places are bytes of the text.
cdef struct WrittenPosition:
    unsigned char[64] men
    int side
    unsigned char[4] homes            # of the rook by right, or NO_SQUARE
    Square en_passant                 # as written, or NO_SQUARE
    int halfmove
    int fullmove
    Fault fault
    Py_ssize_t start                  # what the fault is about
    Py_ssize_t end
    Py_ssize_t number                 # how many fields, ranks, squares, kings, men or pawns there are
    int where                         # which rank, side or square the fault is about
    int letters                       # letters of castling that were dropped, and why
    unsigned char[20] letter
    unsigned char[20] letter_drop
    unsigned char[20] letter_home
    Drop en_passant_drop

# A rank as it was last written: the men on it (at first none that there are), and its letters.
cdef struct WrittenRank:
    unsigned char[8] men
    char[16] letters
    int length

cdef unsigned char[256] MAN_OF
cdef unsigned char[13] LETTER_OF       # by man, EMPTY too

cdef void read_fen(Text text, Py_ssize_t length, int chess960, WrittenPosition* written) noexcept nogil
cdef int write_fen_into(
    const unsigned char* men, int side, const unsigned char* homes, int rights, Square en_passant, int halfmove,
    int fullmove, bint shredder, char* text
) noexcept nogil
cdef int write_men(const unsigned char* men, char* text) noexcept nogil
cdef int write_men_again(const unsigned char* men, WrittenRank* ranks, char* text) noexcept nogil
cdef int write_rank(const unsigned char* men, char* text) noexcept nogil
cdef int write_fields(
    const unsigned char* men, int side, const unsigned char* homes, int rights, Square en_passant, int halfmove,
    int fullmove, bint shredder, char* text
) noexcept nogil

cdef bint fail(WrittenPosition* written, Fault fault, Py_ssize_t start, Py_ssize_t end) noexcept nogil
cdef bint read_board(Text text, Py_ssize_t start, Py_ssize_t end, WrittenPosition* written) noexcept nogil
cdef bint check_men(WrittenPosition* written) noexcept nogil
cdef bint read_castling(
    Text text, Py_ssize_t start, Py_ssize_t end, int chess960, WrittenPosition* written
) noexcept nogil
cdef void read_right(unsigned char letter, int chess960, int untouched, WrittenPosition* written) noexcept nogil
cdef void drop_right(unsigned char letter, Drop why, Square home, WrittenPosition* written) noexcept nogil
cdef Square castling_rook(unsigned char letter, Square king, WrittenPosition* written) noexcept nogil
cdef bint has_nobody_moved(WrittenPosition* written) noexcept nogil
cdef bint read_en_passant(Text text, Py_ssize_t start, Py_ssize_t end, WrittenPosition* written) noexcept nogil
cdef bint read_counter(Text text, Py_ssize_t start, Py_ssize_t end, int* value) noexcept nogil
cdef int write_counter(int value, char* text) noexcept nogil
cdef void read_text(str text, chess960, WrittenPosition* written) except *
cdef error_of(str text, WrittenPosition* written)
cdef tuple dropped_of(str text, WrittenPosition* written)
