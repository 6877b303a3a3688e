"""One node's search, recorded: what was asked of its worker and what each technique made of it.

The worker begins with empty histories and a table of one megabyte, so that a test sees the technique that it switches
on and nothing else.
"""

import chess
import numpy as np

from kiebitz.core import parameters
from kiebitz.core.chess.move import NULL_MOVE
from kiebitz.core.search import subtree
from kiebitz.core.search.shared import Shared
from kiebitz.core.search.worker import Worker
from kiebitz.core.table.table import Table
from kiebitz.core.value import NO_VALUE
from kiebitz.engine import position_from
from kiebitz.engine.engine import EVALUATION_PARAMETERS
from kiebitz.engine.trace import KINDS, REASONS, ROW

ALONE = {
    tunable.name: 0
    for tunable in parameters.TABLE
    if (tunable.minimum, tunable.maximum) == (0, 1) and tunable.name not in EVALUATION_PARAMETERS
} | {"principal_variation_search": 1}
"""Every technique off but null windows: what a test adds stands alone."""
TABLE = {"transposition_table": 1, "table_cutoffs": 1, "hash_move": 1}
"""The table and what it is used for."""
MIDDLEGAME = "r1bq1rk1/pp2ppbp/2np2p1/2n5/P3PP2/N1P2N2/1PB3PP/R1B1QRK1 b - - 0 1"
QUIET_PATH = ("e7e6", "h2h3")
"""Two moves in it, after which Black is to move."""
HIGH = 2_000
"""A value that no move reaches, so that every one is tried."""
SEARCHED = ("beta cut", "all moves searched")
"""The reasons of a node that ended by its moves."""
ROWS = 200_000


def move_code(text):
    """The code of a move that neither castles nor promotes nor takes en passant."""
    return chess.parse_square(text[:2]) | chess.parse_square(text[2:]) << 6


class TracedNode:
    """The node at the end of a path, before and after its search."""

    def __init__(self, fen, path=(), *, known=None, **values):
        """``known``: by moves below the node, what the table is told: value, depth, bound, perhaps move."""
        self.root = position_from(fen)
        self.path = tuple(move_code(move) for move in path)
        self.table = Table(1)
        self.worker = Worker(self.table, Shared())
        # Evaluated by hand: what a node's search does must not hang on what a network has learned.
        self.worker.configure(parameters.complete({"evaluation": "classical"}) | values)
        subtree.begin(self.worker)
        subtree.rearm(self.worker)
        for below, entry in (known or {}).items():
            moves = self.path + tuple(move_code(move) for move in below)
            key = subtree.key_below(self.worker, self.root, moves)
            self.table.remember(key, **({"evaluation": NO_VALUE, "ply": len(moves)} | entry))

    def ask(self, depth, alpha, beta, *, cut_node=False, iteration=None):
        """The arguments of a question about the node; the iteration is as deep as it looks if nothing is said."""
        return self.worker, self.root, self.path, depth, alpha, beta, iteration or depth + len(self.path), cut_node

    def expand(self, *question, **more):
        """What the node consists of, as ``subtree.expand`` tells."""
        return subtree.expand(*self.ask(*question, **more))

    def search(self, *question, **more):
        """Search the node and keep the rows: its own as ``row``, those of its children, in order, as ``children``."""
        rows = np.zeros(ROWS, dtype=ROW)
        self.worker.record_into(rows.view(np.uint8))
        self.value, self.nodes, self.line = subtree.search_below(*self.ask(*question, **more))
        recorded, unrecorded = self.worker.recorded
        self.worker.record_into(None)
        assert not unrecorded, "the test's search is too large"
        self.rows = rows[:recorded]
        self.row = self.rows[0]
        self.reason = REASONS[self.row["reason"]]
        self.children = self.rows[(self.rows["parent"] == 0) & (self.rows["ply"] == len(self.path) + 1)]
        return self

    @property
    def first_searches(self):
        """Of the children, those that were searched first after their move; no pass."""
        return self.children[(self.children["fresh"] == 1) & (self.children["move"] != NULL_MOVE)]

    @property
    def passes(self):
        """Of the children, the null move."""
        return self.children[self.children["move"] == NULL_MOVE]

    @property
    def moves(self):
        """The moves tried, as UCI text."""
        return [subtree.path_text(self.root, (*self.path, int(move)))[-1] for move in self.first_searches["move"]]

    def row_of(self, move):
        """The first search after a move."""
        return self.first_searches[self.first_searches["move"] == move_code(move)][0]

    @property
    def board(self):
        """The position of the node."""
        board = chess.Board(self.root.fen())
        for text in subtree.path_text(self.root, self.path):
            board.push_uci(text)
        return board


def kinds_of(rows):
    """The kinds of rows as words."""
    return [KINDS[kind] for kind in rows["kind"]]
