"""The classical evaluation: the weighted sum of its modules, named as in Hydra's evaluation unit.

Each module says, for each side, what the position is worth to it in the middlegame and in the endgame. The difference
is mixed by the game phase, scaled where the material makes winning hard, and fades as the fifty moves run out. Men,
side to move, castling rights and the fifty-move count alone decide: the same position always has the same value, with
colours mirrored too, and with wings mirrored where no castling right is left. Any module but the piece values can be
left out (a set of modules says which are in).

Thread safety: a ``Classical`` keeps a memory of pawn structures and belongs to one thread; ``break_down`` uses none and
may be called from any.
"""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import BLACK, EMPTY, WHITE
from cython.cimports.kiebitz.core.evaluation.classical.attacks import Survey, survey_attacks
from cython.cimports.kiebitz.core.evaluation.classical.dynamic import dynamic, wired_dynamic
from cython.cimports.kiebitz.core.evaluation.classical.first_order_values import PLACEMENT
from cython.cimports.kiebitz.core.evaluation.game_phase import blended, game_phase
from cython.cimports.kiebitz.core.evaluation.classical.king_cover import fill_cover
from cython.cimports.kiebitz.core.evaluation.pair import endgame_of, middlegame_of
from cython.cimports.kiebitz.core.evaluation.classical.pawn_structure import fill_pawn_entry, passed_pawns
from cython.cimports.kiebitz.core.evaluation.classical.piece_values import piece_cooperation, plain_values
from cython.cimports.kiebitz.core.evaluation.classical.special_cases import Rest, W, settled, special_bonus
from cython.cimports.kiebitz.core.evaluation.classical.tempo import tempo
from cython.cimports.libc.stdlib import calloc, free

from kiebitz.core.evaluation.breakdown import Evaluation

MODULE_NAMES = (
    "special_cases",
    "piece_values",
    "first_order_values",
    "pawn_structure",
    "king_cover",
    "dynamic",
    "tempo",
)
SWITCHES = tuple(name for name in MODULE_NAMES if name != "piece_values")
"""The modules that can be left out, each by the search parameter of its name."""


class Classical:
    """The classical evaluation, until it is configured with all its modules, and its memory of pawn structures."""

    def __cinit__(self):
        self.entries = cython.cast(
            cython.pointer(PawnEntry), calloc(cython.cast(cython.size_t, PAWN_ENTRIES), cython.sizeof(PawnEntry))
        )
        if self.entries == cython.NULL:
            raise MemoryError("no memory for an evaluation's pawn structures")
        self.modules = ALL_MODULES
        self.wired = False

    def __dealloc__(self):
        free(self.entries)

    def configure(self, values: dict[str, int]) -> None:
        """Take from a complete set of parameters which modules count."""
        self.modules = ALL_MODULES
        for module, name in enumerate(MODULE_NAMES):
            if name in SWITCHES and not values[name]:
                self.modules &= ~(1 << cython.cast(cython.int, module))
        self.wired = values["wired_dynamic"]

    def evaluate(self, position):
        """The value in centipawns from the view of the side to move, within ±MAX_EVALUATION."""
        rest: Rest
        return settled(position, self.sum_up(position), self.modules & 1 << SPECIAL_CASES, cython.address(rest))

    def sum_up(self, position):
        """The modules' sum before it is scaled and fades: centipawns, White's view."""
        tally: Tally
        entry = cython.address(self.entries[position.pawn_key & (PAWN_ENTRIES - 1)])
        if not entry.filled or entry.key != position.pawn_key:
            fill_pawn_entry(position, entry)
        return weigh(position, entry, self.modules, self.wired, cython.address(tally))

    def sum_afresh(self, position):
        """The same, nothing remembered."""
        entry: PawnEntry
        tally: Tally
        fill_pawn_entry(position, cython.address(entry))
        return weigh(position, cython.address(entry), self.modules, self.wired, cython.address(tally))

    def break_down(self, position: Position) -> Evaluation:
        """Take the evaluation apart, nothing remembered; a module that doesn't count has zeros."""
        entry: PawnEntry
        tally: Tally
        rest: Rest
        fill_pawn_entry(position, cython.address(entry))
        value = weigh(position, cython.address(entry), self.modules, self.wired, cython.address(tally))
        total = settled(position, value, self.modules & 1 << SPECIAL_CASES, cython.address(rest))
        for side in range(2):
            values = plain_values(position, side)
            tally.parts[PIECE_VALUES][side] += values
            if self.modules & 1 << FIRST_ORDER_VALUES:
                tally.parts[FIRST_ORDER_VALUES][side] += placement_of(position, side) - values
        by_name = {}
        for module in range(MODULES):
            parts = tally.parts[module]
            by_name[MODULE_NAMES[module]] = (as_tuple(parts[WHITE]), as_tuple(parts[BLACK]))
        return Evaluation(
            total=total,
            modules=by_name,
            phase=tally.phase,
            scale=rest.scale,
            fading=(rest.damping, W.fifty_move_span),
        )


def weigh(position, entry, modules, wired, tally):
    """Sum the modules up, White's view, in centipawns; ``entry`` must be that of the position's pawns.

    ``modules``: the set of those that count; FIRST_ORDER_VALUES stands for the part in ``Position.placement``.
    ``wired``: whether DYNAMIC has the form that the coprocessor's wires allow.
    """
    survey: Survey
    without_batteries: Survey
    survey_attacks(position, cython.address(survey), True)
    if wired:
        survey_attacks(position, cython.address(without_batteries), False)
    fill_cover(position, entry, survey.king[WHITE], survey.king[BLACK])
    total: Pair = position.placement
    if not modules & 1 << FIRST_ORDER_VALUES:
        total = plain_values(position, WHITE) - plain_values(position, BLACK)
    for side in range(2):
        king = survey.king[side]
        enemy_king = survey.king[side ^ 1]
        parts: Pair[MODULES]
        parts[SPECIAL_CASES] = special_bonus(position, king, enemy_king, side)
        parts[PIECE_VALUES] = piece_cooperation(position, side)
        parts[FIRST_ORDER_VALUES] = 0
        parts[PAWN_STRUCTURE] = entry.structure[side] + passed_pawns(position, cython.address(survey), entry, side)
        parts[KING_COVER] = entry.cover[side]
        if wired:
            parts[DYNAMIC] = wired_dynamic(position, cython.address(without_batteries), entry, side)
        else:
            parts[DYNAMIC] = dynamic(position, cython.address(survey), entry, side)
        parts[TEMPO] = tempo(position.side, side)
        for module in range(MODULES):
            if modules != ALL_MODULES and not modules & 1 << module:
                parts[module] = 0
            tally.parts[module][side] = parts[module]
            total += parts[module] if side == WHITE else -parts[module]
    tally.phase = game_phase(position)
    return blended(total, tally.phase)


def placement_of(position, side):
    """Piece values and first-order values of the men of ``side``, own view."""
    total: Pair = 0
    for square in range(64):
        man = position.board[square]
        if man != EMPTY and man & 1 == side:
            total += PLACEMENT[man][square]
    return total if side == WHITE else -total


def as_tuple(value):
    """Take a pair apart: (middlegame, endgame), in centipawns."""
    return middlegame_of(value), endgame_of(value)
