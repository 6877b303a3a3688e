# Inlined whole: game.py is no module of its own.

# Written by tools/write_inlines.py from game.py; change it there.

cimport kiebitz.core.chess.answers as chess
cimport kiebitz.core.shogi.answers as shogi
from kiebitz.core.chess.answers cimport (
    GOLDEN_GAMMA,
    KINDS_TAKEN,
    MAN_SQUARES,
    MAX_MOVES,
    MAX_PLY,
    MEN_OF_MOVES,
    NO_MOVE,
    NULL_MOVE,
    RIGHTS_WORD,
    SQUARES,
    THREAT_ROWS,
    Bitboard,
    Move,
    Position,
    index_code,
    key_without_rights,
    last_move,
    move_text,
    parse_move,
    write_planes,
)
from kiebitz.core.shogi.answers cimport (
    SHOGI_KINDS_TAKEN,
    SHOGI_MAN_SQUARES,
    SHOGI_MEN,
    SHOGI_PLACES,
    SHOGI_TARGETS,
    SHOGI_THREAT_ROWS,
    ShogiPosition,
)
from kiebitz.core.shogi.move cimport MAX_MOVES as SHOGI_MAX_MOVES
from kiebitz.core.shogi.move cimport usi_text as shogi_move_text
from kiebitz.core.shogi.notation cimport parse_move as parse_shogi_move
from libc.stdint cimport uint64_t

ctypedef fused AnyPosition:
    Position
    ShogiPosition

# From which squares each kind of man would check the other side's king: room for chess's six words and shogi's 28.
cdef struct Checks:
    uint64_t[28] words

cdef inline bint is_in_check(AnyPosition position) noexcept nogil:
    if AnyPosition is Position:
        return chess.is_in_check(position)
    else:
        return shogi.is_in_check(position)

cdef inline bint is_legal(AnyPosition position, Move move) noexcept nogil:
    if AnyPosition is Position:
        return chess.is_legal(position, move)
    else:
        return shogi.is_legal(position, move)

cdef inline int legal_moves(AnyPosition position, Move* moves) noexcept nogil:
    if AnyPosition is Position:
        return chess.legal_moves(position, moves)
    else:
        return shogi.legal_moves(position, moves)

cdef inline int noisy_moves(AnyPosition position, Move* moves) noexcept nogil:
    if AnyPosition is Position:
        return chess.noisy_moves(position, moves)
    else:
        return shogi.noisy_moves(position, moves)

cdef inline int quiet_moves(AnyPosition position, Move* moves) noexcept nogil:
    if AnyPosition is Position:
        return chess.quiet_moves(position, moves)
    else:
        return shogi.quiet_moves(position, moves)

cdef inline int count_moves(AnyPosition position) noexcept nogil:
    if AnyPosition is Position:
        return chess.count_moves(position)
    else:
        return shogi.count_moves(position)

cdef inline bint has_legal_move(AnyPosition position) noexcept nogil:
    if AnyPosition is Position:
        return chess.has_legal_move(position)
    else:
        return shogi.has_legal_move(position)

cdef inline bint gives_check(AnyPosition position, Move move) noexcept nogil:
    if AnyPosition is Position:
        return chess.gives_check(position, move)
    else:
        return shogi.gives_check(position, move)

cdef inline bint is_noisy(AnyPosition position, Move move) noexcept nogil:
    if AnyPosition is Position:
        return chess.is_noisy(position, move)
    else:
        return shogi.is_noisy(position, move)

cdef inline bint is_promotion(AnyPosition position, Move move) noexcept nogil:
    if AnyPosition is Position:
        return chess.is_promotion(position, move)
    else:
        return shogi.is_promotion(position, move)

cdef inline int value_taken(AnyPosition position, Move move) noexcept nogil:
    if AnyPosition is Position:
        return chess.value_taken(position, move)
    else:
        return shogi.value_taken(position, move)

cdef inline int value_moved(AnyPosition position, Move move) noexcept nogil:
    if AnyPosition is Position:
        return chess.value_moved(position, move)
    else:
        return shogi.value_moved(position, move)

cdef inline int value_promoted(AnyPosition position, Move move) noexcept nogil:
    if AnyPosition is Position:
        return chess.value_promoted(position, move)
    else:
        return shogi.value_promoted(position, move)

cdef inline bint exchange_at_least(AnyPosition position, Move move, int threshold) noexcept nogil:
    if AnyPosition is Position:
        return chess.exchange_at_least(position, move, threshold)
    else:
        return shogi.exchange_at_least(position, move, threshold)

cdef inline bint was_noisy(AnyPosition position, Move move) noexcept nogil:
    if AnyPosition is Position:
        return chess.was_noisy(position, move)
    else:
        return shogi.was_noisy(position, move)

cdef inline int origin_in(AnyPosition position, Move move) noexcept nogil:
    if AnyPosition is Position:
        return chess.origin_in(position, move)
    else:
        return shogi.origin_in(position, move)

cdef inline int target_in(AnyPosition position, Move move) noexcept nogil:
    if AnyPosition is Position:
        return chess.target_in(position, move)
    else:
        return shogi.target_in(position, move)

cdef inline int man_of(AnyPosition position, Move move) noexcept nogil:
    if AnyPosition is Position:
        return chess.man_of(position, move)
    else:
        return shogi.man_of(position, move)

cdef inline int man_square(AnyPosition position, Move move) noexcept nogil:
    if AnyPosition is Position:
        return chess.man_square(position, move)
    else:
        return shogi.man_square(position, move)

cdef inline int kind_taken(AnyPosition position, Move move) noexcept nogil:
    if AnyPosition is Position:
        return chess.kind_taken(position, move)
    else:
        return shogi.kind_taken(position, move)

cdef inline bint evades(AnyPosition position, Move move, Move threat) noexcept nogil:
    if AnyPosition is Position:
        return chess.evades(position, move, threat)
    else:
        return shogi.evades(position, move, threat)

cdef inline void find_checks(AnyPosition position, Checks* checks) noexcept nogil:
    if AnyPosition is Position:
        chess.find_checks(position, checks.words)
    else:
        shogi.find_checks(position, checks.words)

cdef inline bint checks_itself(AnyPosition position, Checks* checks, Move move) noexcept nogil:
    if AnyPosition is Position:
        return chess.checks_itself(position, checks.words, move)
    else:
        return shogi.checks_itself(position, checks.words, move)

cdef inline uint64_t attacked_squares(AnyPosition position) noexcept nogil:
    if AnyPosition is Position:
        return chess.attacked_squares(position)
    else:
        return shogi.attacked_squares(position)

cdef inline int threat_row(AnyPosition position, uint64_t threats, Move move) noexcept nogil:
    if AnyPosition is Position:
        return chess.threat_row(position, threats, move)
    else:
        return shogi.threat_row(position, threats, move)

cdef inline int value_by_rule(AnyPosition position, int ply) noexcept nogil:
    if AnyPosition is Position:
        return chess.value_by_rule(position, ply)
    else:
        return shogi.value_by_rule(position, ply)

cdef inline int value_among_noisy(AnyPosition position) noexcept nogil:
    if AnyPosition is Position:
        return chess.value_among_noisy(position)
    else:
        return shogi.value_among_noisy(position)

cdef inline bint is_dead_draw(AnyPosition position) noexcept nogil:
    if AnyPosition is Position:
        return chess.is_dead_draw(position)
    else:
        return False

cdef inline bint can_repeat(AnyPosition position) noexcept nogil:
    if AnyPosition is Position:
        return chess.can_repeat(position)
    else:
        return False

cdef inline int value_without_move(AnyPosition position, int ply) noexcept nogil:
    if AnyPosition is Position:
        return chess.value_without_move(position, ply)
    else:
        return shogi.value_without_move(position, ply)

cdef inline bint is_trusted(AnyPosition position) noexcept nogil:
    if AnyPosition is Position:
        return chess.is_trusted(position)
    else:
        return shogi.is_trusted(position)

cdef inline bint is_storable(AnyPosition position, int value) noexcept nogil:
    if AnyPosition is Position:
        return chess.is_storable(position, value)
    else:
        return shogi.is_storable(position, value)

cdef inline bint is_stalemated(AnyPosition position) noexcept nogil:
    if AnyPosition is Position:
        return chess.is_stalemated(position)
    else:
        return shogi.is_stalemated(position)

cdef inline uint64_t key_of_structure(AnyPosition position) noexcept nogil:
    if AnyPosition is Position:
        return chess.key_of_structure(position)
    else:
        return shogi.key_of_structure(position)

cdef inline uint64_t key_of_camp(AnyPosition position, int colour) noexcept nogil:
    if AnyPosition is Position:
        return chess.key_of_camp(position, colour)
    else:
        return shogi.key_of_camp(position, colour)

cdef inline bint reached_other_camp(AnyPosition position) noexcept nogil:
    if AnyPosition is Position:
        return chess.reached_other_camp(position)
    else:
        return shogi.reached_other_camp(position)

cdef inline int piece_phase(AnyPosition position) noexcept nogil:
    if AnyPosition is Position:
        return chess.piece_phase(position)
    else:
        return shogi.piece_phase(position)

cdef inline bint has_pieces(AnyPosition position, int side) noexcept nogil:
    if AnyPosition is Position:
        return chess.has_pieces(position, side)
    else:
        return shogi.has_pieces(position, side)

cdef inline bint has_minor_piece_at_most(AnyPosition position) noexcept nogil:
    if AnyPosition is Position:
        return chess.has_minor_piece_at_most(position)
    else:
        return shogi.has_minor_piece_at_most(position)

cdef inline bint is_ending(AnyPosition position) noexcept nogil:
    if AnyPosition is Position:
        return chess.is_ending(position)
    else:
        return shogi.is_ending(position)

cdef inline bint is_exposed(AnyPosition position) noexcept nogil:
    if AnyPosition is Position:
        return chess.is_exposed(position)
    else:
        return shogi.is_exposed(position)

cdef inline int hanging_men(AnyPosition position, Move* moves) noexcept nogil:
    if AnyPosition is Position:
        return chess.hanging_men(position, moves)
    else:
        return shogi.hanging_men(position, moves)
