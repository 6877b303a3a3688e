"""A thread that searches chess: what ``any_worker`` leaves to each game."""

import cython
from cython.cimports.kiebitz.core.game import MAX_MOVES, know_mates, legal_moves, move_text, parse_move
from cython.cimports.kiebitz.core.evaluation.network.file import Network
from cython.cimports.kiebitz.core.machine import popcount
from cython.cimports.kiebitz.core.search.shared import Shared
from cython.cimports.kiebitz.core.syzygy.places import MOST_MEN
from cython.cimports.kiebitz.core.syzygy.tables import Tables
from cython.cimports.kiebitz.core.table.table import Table
from cython.cimports.kiebitz.core.training.packing import packed_size
from cython.cimports.kiebitz.core.value import NO_VALUE

from kiebitz.core import parameters as parameter_table
from kiebitz.core.search.limits import SearchLimits
from kiebitz.core.syzygy.shipped import shipped_tables


class Worker:
    """One thread's state that searches chess."""

    def __cinit__(self):
        self.make_room(MAX_MOVES, MAN_SQUARES)

    def __init__(self, table: Table, shared: Shared | None = None, index: cython.int = 0):
        self.join(
            table,
            Shared() if shared is None else shared,
            index,
            cython.sizeof(Histories),
            cython.sizeof(CommonHistories),
        )
        self.histories = cython.cast(cython.pointer(Histories), self.own_block.start)
        self.common = cython.cast(cython.pointer(CommonHistories), self.common_block.start)
        self.evaluator = Evaluator()
        self.position = Position()
        self.use_tables(shipped_tables(), 1, MOST_MEN, True)
        # The classical evaluation needs no file; whoever wants another says so by ``configure``.
        self.configure(parameter_table.complete({"evaluation": "classical"}))

    def configure(self, values: dict[str, int], network: object = None) -> None:
        """Take a complete set of parameters (see ``parameters.TABLE``), and the network if they choose it.

        ``network``: None means the one that comes with Kiebitz. Raises NetworkError and MemoryError; nothing has
        changed then.
        """
        self.evaluator.configure(values, network)
        self.configured = values
        self.parameters = values
        self.fill_reductions(cython.address(self.reductions[0][0]))

    def new_game(self) -> None:
        """Forget what was learned in earlier searches; the table is cleared by its owner."""
        self.forget_learned()

    def prepare(self, position: Position, limits: SearchLimits) -> int:
        """Set a search up; returns how many root moves there are.

        Raises MoveError, and OverflowError for a number that is too large; the last outcome then stays.
        """
        wanted = [parse_move(position, text) for text in limits.searchmoves]
        multipv: cython.int = limits.multipv
        self.take_limits(limits)
        self.position.copy_from(position)
        self.position.reserve(0)
        self.begin_at_root()
        self.start_with(wanted, multipv, limits.ponder)
        return self.root_count

    def begin_at_root(self):
        """Set a search for the best line of the worker's own position up, whose limits are those set last."""
        moves: Move[MAX_MOVES]
        self.position.root = self.position.ply
        self.find_known_mates()
        self.list_root_moves(moves, legal_moves(self.position, moves))

    def find_known_mates(self):
        """Learn which mates below the worker's position needn't be searched for; they are solved if there is time."""
        has_time: cython.bint = self.limits.hard_us == NO_LIMIT or self.limits.hard_us >= SOLVING_US
        self.known_mates = know_mates(self.position, has_time) if self.configured.known_mates else 0

    def use_tables(self, tables: Tables | None, depth: cython.int, most_men: cython.int, fifty_moves: bool) -> None:
        """Ask these endgame tables in the tree of the next searches; with None, none, not even those that come along.

        Positions of up to ``most_men`` men are asked, those of the most only ``depth`` plies before the horizon;
        ``fifty_moves`` says whether a cursed win is a draw.
        """
        self.tables = tables
        self.table_depth = depth
        self.fifty_moves = fifty_moves
        self.table_men = 0 if tables is None else min(most_men, tables.most_men)

    def table_value(self, depth, ply):
        """Value of the worker's position by endgame tables, ``depth`` plies before the horizon, else NO_VALUE.

        They know positions after a capture or a pawn move, without castling.
        """
        men = popcount(self.position.occupied())
        if men > self.table_men or (men == self.table_men and depth < self.table_depth):
            return NO_VALUE
        return self.tables.value(self.position, ply, self.fifty_moves)

    def sample_into(self, buffer: cython.uchar[::1] | None, stride: int) -> None:
        """Keep each ``stride``th position that searches evaluate in a buffer of packed ones; with None, no more."""
        self.sample_packed(buffer, stride, packed_size(self.position))

    def text_of(self, move):
        """A move as UCI writes it."""
        return move_text(self.position, move)

    def static_value(self):
        """The static evaluation of the worker's position, for the side to move."""
        return self.evaluator.evaluate(self.position)
