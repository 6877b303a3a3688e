"""The evaluator: chooses among the evaluations, and is all that a search knows of them.

An evaluation answers two questions. *What is this position worth?* is asked by searches: position to centipawns, no
Python object, no memory allocated. *How does that come about?* is asked by people: position to ``Evaluation``. An
evaluation that remembers things is a class with one object an evaluator (``Classical`` with its pawn structures,
``Views`` with the network's sums); one that doesn't is a function. Nobody tells an evaluation of moves made and unmade:
what it keeps of a position it finds again by the position's keys, and brings up to date when it is asked.

The network says what the men are worth; what needs no learning stands round it here, as round the classical sum: known
endings, advantages that don't win, and the fifty moves (``classical.special_cases``). Where a bare king is to be mated
it isn't asked at all (``classical.basic_mates``). The *hybrid* mixes the network's value with the classical sum: the
two err independently, so their mean errs less than either.

Thread safety: an ``Evaluator`` belongs to one thread; ``break_down`` uses no memory and may be called from any.
"""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import BLACK, KING, WHITE
from cython.cimports.kiebitz.core.chess.fen_text import FEN_BYTES
from cython.cimports.kiebitz.core.evaluation.classical.basic_mates import NOBODY, basic_mate_value, who_mates
from cython.cimports.kiebitz.core.evaluation.classical.special_cases import (
    FULL_SCALE,
    Rest,
    W,
    known_wins,
    settled,
    special_bonus,
)
from cython.cimports.kiebitz.core.evaluation.classical.weighted_sum import as_tuple
from cython.cimports.kiebitz.core.evaluation.game_phase import FULL_PHASE, game_phase
from cython.cimports.kiebitz.core.evaluation.network.features import bucket_of
from cython.cimports.kiebitz.core.evaluation.network.layers import evaluate_afresh
from cython.cimports.kiebitz.core.evaluation.nnue.half_ka import value_of
from cython.cimports.kiebitz.core.machine import lowest, popcount

from kiebitz.core.evaluation.breakdown import Evaluation, NetworkView
from kiebitz.core.evaluation.classical.weighted_sum import SWITCHES
from kiebitz.core.evaluation.function import FunctionEvaluation
from kiebitz.core.evaluation.network.file import network_for
from kiebitz.core.evaluation.network.games import CHESS
from kiebitz.core.evaluation.network.layers import NetworkError
from kiebitz.core.evaluation.tartan.terms import break_down as break_tartan_down

NO_TEACHER = (
    "evaluation=teacher needs a network of Stockfish: give network=FILE; 'kiebitz teacher cut' takes one out of the"
    " installed program"
)
NO_FUNCTION = (
    "evaluation=function needs a function of Python: write Engine(evaluation=worth), where worth(board) gives the"
    " side to move's centipawns"
)
EVALUATION_PARAMETERS = ("evaluation", *SWITCHES, "wired_dynamic", "hybrid_middlegame", "hybrid_endgame")
"""The search parameters that change what a position is worth, and so what a table's values mean."""


class Evaluator:
    """Evaluate positions as parameters say: until it is configured, by the whole classical evaluation."""

    def __cinit__(self):
        self.classical = Classical()
        self.chosen = EVALUATION_CLASSICAL

    def configure(self, values: dict[str, int], network: object = None) -> None:
        """Take from a complete set of parameters which evaluation is meant, and which of its modules.

        ``network``: the one to evaluate by, if they choose that; None means the one that comes with Kiebitz, and a
        ``HalfKA`` is what a teacher needs, and a ``FunctionEvaluation`` what a function does. Raises NetworkError if
        there is none or it is one of another game or kind, and MemoryError; nothing has changed then.
        """
        if values["evaluation"] == EVALUATION_FUNCTION:
            if not isinstance(network, FunctionEvaluation):
                raise NetworkError(NO_FUNCTION)
            self.function = cython.cast(AskedFunction, cython.cast(cython.size_t, network.address))
            self.function_owner = network
        if values["evaluation"] == EVALUATION_TEACHER:
            if not isinstance(network, HalfKA):
                raise NetworkError(NO_TEACHER)
            self.teacher = network
        if values["evaluation"] in (EVALUATION_NETWORK, EVALUATION_HYBRID):
            wanted: Network = network_for(CHESS, network)
            if self.network is not wanted:
                self.views = Views(wanted.layers)
                self.network = wanted
        self.chosen = values["evaluation"]
        self.special_cases = values["special_cases"]
        self.middlegame_share = values["hybrid_middlegame"]
        self.endgame_share = values["hybrid_endgame"]
        self.classical.configure(values)

    def value_by_function(self, position):
        """The value in centipawns from the view of the side to move, as the function says: nothing stands round it."""
        fen: cython.char[FEN_BYTES]
        length: cython.int = position.write_into(fen, position.chess960)
        fen[length] = 0
        return self.function(fen)

    def value_by_network(self, position, output):
        """The value in centipawns from the view of the side to move, given what a network says, likewise."""
        rest: Rest
        value = output if position.side == WHITE else -output
        if self.special_cases:
            value += known_wins(position)
        if self.chosen == EVALUATION_HYBRID:
            value = self.mixed(position, value, False)
        return settled(position, value, self.special_cases, cython.address(rest))

    def value_by_knowledge(self, position, mating):
        """The value of a basic mate in centipawns from the view of the side to move; ``mating`` is who mates."""
        rest: Rest
        value = basic_mate_value(position, mating)
        return settled(position, value if mating == WHITE else -value, True, cython.address(rest))

    def mixed(self, position, value, afresh):
        """Mix the network's value with the classical sum, by game phase: centipawns, White's view, as both are.

        The two err independently, so their mean errs less than either (measured; see docs/network.md). ``afresh``: no
        memory of pawn structures is used.
        """
        counted = self.classical.sum_afresh(position) if afresh else self.classical.sum_up(position)
        return value + (counted - value) * self.share(position) / PERCENT

    def share(self, position):
        """Share of the classical sum in the hybrid, percent."""
        phase = game_phase(position)
        return (self.middlegame_share * phase + self.endgame_share * (FULL_PHASE - phase)) / FULL_PHASE

    def value(self, position: Position) -> int:
        """Evaluate as the search does, memory used: centipawns from the view of the side to move."""
        value = self.evaluate(position)
        self.raise_fault()
        return value

    def raise_fault(self) -> None:
        """Raise what a function that evaluates raised, if it did."""
        if self.chosen == EVALUATION_FUNCTION:
            self.function_owner.end()

    def break_down(self, position: Position) -> Evaluation:
        """Take the evaluation of a position apart; its total is what ``value`` gives, without any memory."""
        if self.chosen == EVALUATION_TARTAN:
            return break_tartan_down(position)
        if self.chosen in (EVALUATION_NETWORK, EVALUATION_HYBRID, EVALUATION_TEACHER):
            return self.break_network_down(position)
        if self.chosen == EVALUATION_FUNCTION:
            return Evaluation(
                total=self.value(position),
                modules={},
                phase=game_phase(position),
                scale=FULL_SCALE,
                fading=(1, 1),
            )
        return self.classical.break_down(position)

    def break_network_down(self, position):
        """The network's evaluation, or the hybrid, taken apart, with the classical one beside it.

        Of a teacher's network there is its value alone: it has no parts that have names.
        """
        rest: Rest
        of_teacher = self.chosen == EVALUATION_TEACHER
        output: cython.int
        bonuses: tuple
        if of_teacher:
            output = value_of(self.teacher, position)
        else:
            output = evaluate_afresh(self.network.layers, position)
        value = output if position.side == WHITE else -output
        bonuses = ((0, 0), (0, 0))
        mating = who_mates(position) if self.special_cases else NOBODY
        if self.special_cases and mating == NOBODY:
            value += known_wins(position)
            white_king = lowest(position.men(WHITE, KING))
            black_king = lowest(position.men(BLACK, KING))
            bonuses = (
                as_tuple(special_bonus(position, white_king, black_king, WHITE)),
                as_tuple(special_bonus(position, black_king, white_king, BLACK)),
            )
        share = PERCENT
        if mating != NOBODY:
            worth = basic_mate_value(position, mating)
            value = worth if mating == WHITE else -worth
            if mating == WHITE:
                bonuses = ((worth, worth), (0, 0))
            else:
                bonuses = ((0, 0), (worth, worth))
            share = 0
        elif self.chosen == EVALUATION_HYBRID:
            value = self.mixed(position, value, True)
            share -= self.share(position)
        total = settled(position, value, self.special_cases, cython.address(rest))
        return Evaluation(
            total=total,
            modules={"special_cases": bonuses},
            phase=game_phase(position),
            scale=rest.scale,
            fading=(rest.damping, W.fifty_move_span),
            network=None
            if of_teacher
            else NetworkView(
                output=output,
                outputs=self.network.outputs(position),
                bucket=bucket_of(popcount(position.occupied())),
                worths=self.network.worths(position),
                checksum=self.network.checksum,
                made=self.network.made,
                classical=self.classical.break_down(position),
                share=share,
            ),
        )

    @cython.inline
    def evaluate(self, position: Position) -> cython.int:
        """The value in centipawns from the view of the side to move, within +-MAX_EVALUATION.

        Inline, so that a search calls the evaluation chosen without a step between.
        """
        if self.chosen == EVALUATION_CLASSICAL:
            return self.classical.evaluate(position)
        if self.chosen == EVALUATION_TARTAN:
            return tartan_value(position)
        if self.chosen == EVALUATION_FUNCTION:
            return self.value_by_function(position)
        mating = who_mates(position) if self.special_cases else NOBODY
        if mating != NOBODY:
            return self.value_by_knowledge(position, mating)
        if self.chosen == EVALUATION_TEACHER:
            return self.value_by_network(position, value_of(self.teacher, position))
        return self.value_by_network(position, value_by_views(self.views, position))
