"""Shogi's evaluator: a sum made by hand, a network, or both mixed; it is all that a search knows of them.

The sum has men, hands, where men stand to both kings, and how open a king is to drops. It is not learned, and not meant
to be strong: it makes the search play, and measures what a network is worth. Recomputed for each position; a side's
part is a sum over its men with two look-ups each, in tables of which a king's row fits into the processor's first
cache.

Symmetry: a side's part is computed as Black sees the board, White's on the board turned round. So the evaluation of a
position with sides exchanged is the same.

The *hybrid* is the mean of the network's value and the sum, weighted by how many men stand on the board.

Thread safety: an evaluator belongs to one thread, as its network's views do. The tables are written once, at the first
use, and only read afterwards.
"""

import cython
from cython.cimports.kiebitz.core.evaluation.shogi.weights import (
    ADVANCE,
    ATTACK,
    GUARD,
    HAND_WORTH,
    KING_ADVANCE,
    KING_ASIDE,
    MAN_WORTH,
    MENACE,
    MENACE_PARTS,
    REACH_OF_ATTACK,
    REACH_OF_GUARD,
    TEMPO,
)
from cython.cimports.kiebitz.core.parameters import EVALUATION_CLASSICAL, EVALUATION_HYBRID
from cython.cimports.kiebitz.core.shogi.bitboard import (
    BLACK,
    FILE_OF,
    HAND_KINDS,
    KING,
    KING_ATTACKS,
    KINDS,
    NO_SQUARE,
    RANK_OF,
    SQUARES,
    WHITE,
    either,
    is_empty,
    lowest,
    popcount,
    rest,
    square_at,
    without,
)
from cython.cimports.kiebitz.core.shogi.bitboard import load as load_board
from cython.cimports.kiebitz.core.shogi.hand import count_of
from cython.cimports.kiebitz.core.value import MAX_EVALUATION

from kiebitz.core.evaluation.network.file import network_for
from kiebitz.core.evaluation.network.games import SHOGI
from kiebitz.core.parameters import tunable_of

EVALUATION_PARAMETERS = ("evaluation", "hybrid_middlegame", "hybrid_endgame")
"""The search parameters that change what a position of shogi is worth."""
EVALUATIONS = ("classical", "network", "hybrid")
"""The evaluations that shogi has; the classical one is the sum made by hand."""


class ShogiEvaluator:
    """Judges positions of shogi: until it is configured, by the sum made by hand."""

    def __cinit__(self):
        load()
        self.chosen = EVALUATION_CLASSICAL

    def configure(self, values: dict[str, int], network: Network | None = None) -> None:
        """Take from a complete set of parameters which evaluation is meant.

        ``network``: the one to evaluate by, if they choose that. Raises ValueError for an evaluation of chess alone,
        NetworkError if there is no network or it is one of another game, and MemoryError; nothing has changed then.
        """
        name = tunable_of("evaluation").names[values["evaluation"]]
        if name not in EVALUATIONS:
            raise ValueError(f"evaluation is {name!r}, which is of chess; choose {', '.join(EVALUATIONS)}")
        if name != "classical":
            wanted: Network = network_for(SHOGI, network)
            if self.network is not wanted:
                self.views = Views(wanted.layers)
                self.network = wanted
        self.chosen = values["evaluation"]
        self.full_share = values["hybrid_middlegame"]
        self.bare_share = values["hybrid_endgame"]

    def evaluate(self, position):
        """The evaluation in centipawns, for the side to move, within ±MAX_EVALUATION."""
        if self.chosen == EVALUATION_CLASSICAL:
            return sum_by_hand(position)
        value = value_by_views(self.views, position)
        if self.chosen == EVALUATION_HYBRID:
            value += (sum_by_hand(position) - value) * self.share(position) // PERCENT
        return value

    def share(self, position):
        """Share of the sum made by hand in the hybrid, percent."""
        men = popcount(either(position.colours[0], position.colours[1])) - BARE_BOARD
        men = max(0, min(men, MEN_BETWEEN))
        return (self.full_share * men + self.bare_share * (MEN_BETWEEN - men)) // MEN_BETWEEN

    def value(self, position: ShogiPosition) -> int:
        """Evaluate as the search does, memory used: centipawns from the view of the side to move."""
        return self.evaluate(position)


def sum_by_hand(position):
    """The sum made by hand in centipawns, for the side to move."""
    own: Terms
    other: Terms
    judge_side(position, position.side, cython.address(own))
    judge_side(position, position.side ^ 1, cython.address(other))
    value = sum_of(cython.address(own)) - sum_of(cython.address(other)) + TEMPO
    return max(-MAX_EVALUATION, min(value, MAX_EVALUATION))


def judge_side(position, side, terms):
    """A side's part of the evaluation, term by term.

    Without a king of its own nothing threatens it, and its men are worth more only the farther they came; without one
    of the enemy nothing attacks.
    """
    turned: cython.bint = side == WHITE
    king = position.king[side]
    enemy_king = position.king[side ^ 1]
    own_seen = TURNED[king] if turned else king
    enemy_seen = TURNED[enemy_king] if turned else enemy_king
    terms.men = 0
    terms.guard = 0
    terms.attack = 0
    men = position.colours[side]
    while not is_empty(men):
        square = lowest(men)
        kind: cython.int = position.board[square] >> 1
        seen = TURNED[square] if turned else square
        terms.men += MAN_WORTH[kind]
        terms.guard += GUARDS[own_seen][kind][seen]
        terms.attack += ATTACKS[enemy_seen][kind][seen]
        men = rest(men)
    terms.hand = 0
    threat: cython.int = 0
    for kind in range(HAND_KINDS):
        terms.hand += HAND_WORTH[kind] * count_of(position.hands[side], kind)
        threat += MENACE[kind] * count_of(position.hands[side ^ 1], kind)
    terms.king = KING_PLACES[own_seen]
    open_squares = popcount(without(KING_ATTACKS[king], position.colours[side]))
    terms.menace = -threat * open_squares // MENACE_PARTS


def sum_of(terms):
    """All terms together."""
    return terms.men + terms.hand + terms.guard + terms.attack + terms.king + terms.menace


def fill_king(king):
    """Value pieces by how near they stand to a king on this square; without a king, only by how far they came."""
    for square in range(SQUARES):
        if square == NO_SQUARE:
            continue
        files: cython.int = FILE_OF[square] - FILE_OF[king]
        ranks: cython.int = RANK_OF[square] - RANK_OF[king]
        files = files if files > 0 else -files
        ranks = ranks if ranks > 0 else -ranks
        # A man three files away or more stands beside the fight.
        distance = max(files, ranks) + (1 if files > 2 else 0)
        for kind in range(KINDS):
            GUARDS[king][kind][square] = ADVANCE[kind] * (8 - RANK_OF[square])
            if king != NO_SQUARE and kind != KING:
                GUARDS[king][kind][square] += GUARD[kind] * max(0, REACH_OF_GUARD - distance)
                ATTACKS[king][kind][square] = ATTACK[kind] * max(0, REACH_OF_ATTACK - distance)


def fill_tables():
    """Compute the tables."""
    for square in range(SQUARES):
        TURNED[square] = NO_SQUARE
        KING_PLACES[square] = 0
        fill_king(square)
        if square != NO_SQUARE:
            aside: cython.int = FILE_OF[square] - 4
            TURNED[square] = square_at(8 - FILE_OF[square], 8 - RANK_OF[square])
            KING_PLACES[square] = KING_ADVANCE * (8 - RANK_OF[square]) + KING_ASIDE * (aside if aside > 0 else -aside)


def load():
    """Compute the tables, if that wasn't done yet."""
    global tables_are_filled
    if not tables_are_filled:
        load_board()
        fill_tables()
        tables_are_filled = True


def terms_of(position: ShogiPosition) -> dict[str, tuple[int, int]]:
    """Each term of the evaluation, Black's and White's part, in centipawns; the right to move counts TEMPO besides."""
    black: Terms
    white: Terms
    load()
    judge_side(position, BLACK, cython.address(black))
    judge_side(position, WHITE, cython.address(white))
    blacks: dict = black
    whites: dict = white
    return {name: (blacks[name], whites[name]) for name in blacks}


def evaluation_of(position: ShogiPosition) -> int:
    """The sum made by hand in centipawns, for the side to move."""
    load()
    return sum_by_hand(position)
