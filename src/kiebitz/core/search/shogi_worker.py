"""A thread that searches shogi: what ``any_worker`` leaves to each game."""

import cython
from cython.cimports.kiebitz.core.evaluation.network.file import Network
from cython.cimports.kiebitz.core.game import SHOGI_MAX_MOVES, legal_moves, parse_shogi_move, shogi_move_text
from cython.cimports.kiebitz.core.search.shared import Shared
from cython.cimports.kiebitz.core.table.table import Table
from cython.cimports.kiebitz.core.training.packing import packed_size

from kiebitz.core import parameters as parameter_table
from kiebitz.core.search.limits import SearchLimits


class ShogiWorker:
    """One thread's state that searches shogi."""

    def __cinit__(self):
        self.make_room(SHOGI_MAX_MOVES, SHOGI_MAN_SQUARES)

    def __init__(self, table: Table, shared: Shared | None = None, index: cython.int = 0):
        self.join(
            table,
            Shared() if shared is None else shared,
            index,
            cython.sizeof(ShogiHistories),
            cython.sizeof(ShogiCommonHistories),
        )
        self.histories = cython.cast(cython.pointer(ShogiHistories), self.own_block.start)
        self.common = cython.cast(cython.pointer(ShogiCommonHistories), self.common_block.start)
        self.evaluator = ShogiEvaluator()
        self.position = ShogiPosition()
        self.configure(parameter_table.complete({}, parameter_table.SHOGI))

    def configure(self, values: dict[str, int], network: object = None) -> None:
        """Take a complete set of parameters (see ``parameters.TABLE``), and the network if they choose it.

        Raises ValueError, NetworkError and MemoryError; nothing has changed then.
        """
        self.evaluator.configure(values, network)
        self.configured = values
        self.parameters = values
        self.fill_reductions(cython.address(self.reductions[0][0]))

    def new_game(self) -> None:
        """Forget what was learned in earlier searches; the table is cleared by its owner."""
        self.forget_learned()

    def prepare(self, position: ShogiPosition, limits: SearchLimits) -> int:
        """Set a search up; returns how many root moves there are.

        Raises ShogiMoveError, and OverflowError for a number that is too large; the last outcome then stays.
        """
        wanted = [parse_shogi_move(position, text) for text in limits.searchmoves]
        multipv: cython.int = limits.multipv
        self.take_limits(limits)
        self.position.copy_from(position)
        self.position.reserve(0)
        self.begin_at_root()
        self.start_with(wanted, multipv, limits.ponder)
        return self.root_count

    def begin_at_root(self):
        """Set a search for the best line of the worker's own position up, whose limits are those set last."""
        moves: Move[SHOGI_MAX_MOVES]
        self.position.root = self.position.ply
        self.list_root_moves(moves, legal_moves(self.position, moves))

    def sample_into(self, buffer: cython.uchar[::1] | None, stride: int) -> None:
        """Keep each ``stride``th position that searches evaluate in a buffer of packed ones; with None, no more."""
        self.sample_packed(buffer, stride, packed_size(self.position))

    def check_invariants(self) -> None:
        """Compare everything incremental of the worker's position with what is recomputed. For tests."""
        self.position.check_invariants()

    def text_of(self, move):
        """A move as USI writes it."""
        return shogi_move_text(move)

    def static_value(self):
        """The static evaluation of the worker's position, for the side to move."""
        return self.evaluator.evaluate(self.position)
