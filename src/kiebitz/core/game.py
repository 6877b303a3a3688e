"""The interface between search, table and a game's rules, by name: the one way in which they see chess and shogi.

Nothing in ``search`` or ``table`` cimports from ``chess`` or ``shogi``, nor looks into a position's boards. Which game
is meant is decided when the search is compiled, by the type of the position (``AnyPosition``): each function below is
compiled once for each, and nothing of the choice is left. What they answer stands in ``chess/answers.py`` and
``shogi/answers.py``, by functions of the same names: the build asks them (``tools/write_inlines.py``). A third game
writes such a file.

Besides, a position has methods and words of its own: ``make``, ``unmake``, ``make_null``, ``unmake_null``,
``copy_from``, ``reserve``; ``side``, ``ply``, ``root`` (the ply at which the search began). A move is 16 bits, 0 for
none. Values are the view of the side to move.
"""

import cython

# By their full names: two files of one name, imported from their folders, would be one to Cython 3.3.
import cython.cimports.kiebitz.core.chess.answers as chess
import cython.cimports.kiebitz.core.shogi.answers as shogi
from cython.cimports.kiebitz.core.chess.answers import (
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
    know_mates,
    key_without_rights,
    last_move,
    move_text,
    parse_move,
    write_planes,
)
from cython.cimports.kiebitz.core.shogi.answers import (
    SHOGI_KINDS_TAKEN,
    SHOGI_MAN_SQUARES,
    SHOGI_MEN,
    SHOGI_PLACES,
    SHOGI_TARGETS,
    SHOGI_THREAT_ROWS,
    ShogiPosition,
)
from cython.cimports.kiebitz.core.shogi.move import MAX_MOVES as SHOGI_MAX_MOVES
from cython.cimports.kiebitz.core.shogi.move import usi_text as shogi_move_text
from cython.cimports.kiebitz.core.shogi.notation import parse_move as parse_shogi_move
from cython.cimports.kiebitz.core.value import NO_VALUE
from cython.cimports.libc.stdint import uint64_t

AnyPosition = cython.fused_type(Position, ShogiPosition)

# From which squares each kind of man would check the other side's king: room for chess's six words and shogi's 28.
Checks = cython.struct(words=uint64_t[28])

# ---------------------------------------------------------------------- a move


@cython.inline
def is_in_check(position: AnyPosition) -> cython.bint:
    """True if the side to move is in check."""


@cython.inline
def is_legal(position: AnyPosition, move: Move) -> cython.bint:
    """True if a move from elsewhere is legal here; any 16 bits may be asked about."""


@cython.inline
def legal_moves(position: AnyPosition, moves: cython.pointer(Move)) -> cython.int:
    """Write every legal move; returns how many."""


@cython.inline
def noisy_moves(position: AnyPosition, moves: cython.pointer(Move)) -> cython.int:
    """Write the legal moves that capture or promote; returns how many."""


@cython.inline
def quiet_moves(position: AnyPosition, moves: cython.pointer(Move)) -> cython.int:
    """Write the other legal moves; returns how many."""


@cython.inline
def count_moves(position: AnyPosition) -> cython.int:
    """The number of legal moves."""


@cython.inline
def has_legal_move(position: AnyPosition) -> cython.bint:
    """True if there is a legal move."""


@cython.inline
def gives_check(position: AnyPosition, move: Move) -> cython.bint:
    """True if a legal move checks."""


@cython.inline
def is_noisy(position: AnyPosition, move: Move) -> cython.bint:
    """True if a move captures or promotes."""


@cython.inline
def is_promotion(position: AnyPosition, move: Move) -> cython.bint:
    """True if a move promotes."""


@cython.inline
def value_taken(position: AnyPosition, move: Move) -> cython.int:
    """Value of the piece that a noisy move takes, in centipawns: the change of the evaluation."""


@cython.inline
def value_moved(position: AnyPosition, move: Move) -> cython.int:
    """Gain of taking the piece that moves, in centipawns."""


@cython.inline
def value_promoted(position: AnyPosition, move: Move) -> cython.int:
    """Gain of a promotion, in centipawns; of one that hardly ever serves, much less."""


@cython.inline
def exchange_at_least(position: AnyPosition, move: Move, threshold: cython.int) -> cython.bint:
    """True if the exchange that a move begins is worth so many centipawns to its mover."""


@cython.inline
def was_noisy(position: AnyPosition, move: Move) -> cython.bint:
    """True if the move that led here captured or promoted."""


# ---------------------------------------------------------------------- places, for histories


@cython.inline
def origin_in(position: AnyPosition, move: Move) -> cython.int:
    """Where a move's man comes from: a square, or a place of a hand."""


@cython.inline
def target_in(position: AnyPosition, move: Move) -> cython.int:
    """The square that it comes to."""


@cython.inline
def man_of(position: AnyPosition, move: Move) -> cython.int:
    """The man that moves."""


@cython.inline
def man_square(position: AnyPosition, move: Move) -> cython.int:
    """The row of a move in the continuation histories: its man and target."""


@cython.inline
def kind_taken(position: AnyPosition, move: Move) -> cython.int:
    """The kind that a noisy move takes; one that takes nothing has a row of its own, or shares the pawns'."""


@cython.inline
def evades(position: AnyPosition, move: Move, threat: Move) -> cython.bint:
    """True if the move evades the threat by moving its target."""


# ---------------------------------------------------------------------- checks and threats


@cython.inline
def find_checks(position: AnyPosition, checks: cython.pointer(Checks)) -> None:
    """From where the side to move could check."""
    if AnyPosition is Position:
        chess.find_checks(position, checks.words)
    else:
        shogi.find_checks(position, checks.words)


@cython.inline
def checks_itself(position: AnyPosition, checks: cython.pointer(Checks), move: Move) -> cython.bint:
    """Whether the man that a quiet move moves gives check; not whether it uncovers one."""
    if AnyPosition is Position:
        return chess.checks_itself(position, checks.words, move)
    else:
        return shogi.checks_itself(position, checks.words, move)


@cython.inline
def attacked_squares(position: AnyPosition) -> uint64_t:
    """Which squares the other side attacks, for ``threat_row``."""


@cython.inline
def threat_row(position: AnyPosition, threats: uint64_t, move: Move) -> cython.int:
    """The row of a quiet move's history by what it leaves and enters."""


# ---------------------------------------------------------------------- ends by rule


@cython.inline
def value_by_rule(position: AnyPosition, ply: cython.int) -> cython.int:
    """Value of a position by the rules, for the side to move, or NO_VALUE: the game goes on."""


@cython.inline
def value_among_noisy(position: AnyPosition) -> cython.int:
    """The same among captures and promotions, which know no rule that counts moves."""


@cython.inline
def is_dead_draw(position: AnyPosition) -> cython.bint:
    """True if it is proven that nobody can win any more; in shogi there is no such knowledge."""
    if AnyPosition is Position:
        return chess.is_dead_draw(position)
    else:
        return False


@cython.inline
def known_mate_value(position: AnyPosition, known: cython.int, ply: cython.int) -> cython.int:
    """Value of a position whose mate is looked up, else NO_VALUE; ``known`` says which are. None in shogi."""
    if AnyPosition is Position:
        return chess.known_mate_value(position, known, ply)
    else:
        return NO_VALUE


@cython.inline
def can_repeat(position: AnyPosition) -> cython.bint:
    """True if a move leads to a position that the search has been in; of shogi, where it may lose, nothing is said."""
    if AnyPosition is Position:
        return chess.can_repeat(position)
    else:
        return False


@cython.inline
def value_without_move(position: AnyPosition, ply: cython.int) -> cython.int:
    """Value of stalemate."""


@cython.inline
def is_trusted(position: AnyPosition) -> cython.bint:
    """True if the table may answer, which doesn't know how near an end by rule is."""


@cython.inline
def is_storable(position: AnyPosition, value: cython.int) -> cython.bint:
    """True if a value may be stored: one that holds on this path alone would mislead on all others."""


@cython.inline
def is_stalemated(position: AnyPosition) -> cython.bint:
    """True if the side to move, out of check, has no move; asked only where that isn't seen otherwise, and cheaply."""


# ---------------------------------------------------------------------- keys: its own, and of what errs alike


@cython.inline
def key_of(position: AnyPosition) -> uint64_t:
    """The key of the position."""


@cython.inline
def key_of_structure(position: AnyPosition) -> uint64_t:
    """Equal where what changes seldom is alike: the pawns, in shogi the hands."""


@cython.inline
def key_of_camp(position: AnyPosition, colour: cython.int) -> uint64_t:
    """Equal where a colour's other men stand alike, in shogi those around its king."""


@cython.inline
def reached_other_camp(position: AnyPosition) -> cython.bint:
    """True if the move that led here may have changed the key of the camp that it wasn't made from."""


# ---------------------------------------------------------------------- passing


@cython.inline
def piece_phase(position: AnyPosition) -> cython.int:
    """Phase of the side to move without king and pawns; 0: it may be in zugzwang."""


@cython.inline
def has_pieces(position: AnyPosition, side: cython.int) -> cython.bint:
    """True if a side has men that are neither king nor pawn."""


@cython.inline
def has_minor_piece_at_most(position: AnyPosition) -> cython.bint:
    """True if the side to move has no more than a knight or bishop beside king and pawns."""


@cython.inline
def is_ending(position: AnyPosition) -> cython.bint:
    """True if so few pieces are left that zugzwang is looked for at the root."""


# ---------------------------------------------------------------------- static selectivity


@cython.inline
def is_exposed(position: AnyPosition) -> cython.bint:
    """True if the king of the side to move is attacked, or a pawn is about to promote."""


@cython.inline
def hanging_men(position: AnyPosition, moves: cython.pointer(Move)) -> cython.int:
    """Number of hanging pieces of the side to move; room for a move list is needed."""
