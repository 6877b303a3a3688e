"""The worker: everything one searching thread owns, and the few words it shares with the thread that waits for it.

Here is what workers of both games have in common; ``worker`` adds what is of chess, ``shogi_worker`` what is of shogi:
the position, the evaluator and the histories.

Layout: one ``Frame`` for each ply of the path, with room for its move list, so that the search allocates nothing and
its own stack frames stay small; the root's moves; limits (see ``stopping``) and histories (see ``histories``), whose
rules stand in rooms of their own; and a ring of reports.

Several workers may search one position together (see ``crew``): they share a table and a ``Shared`` with a part of the
histories, nothing else.
The one with index 0 leads: it alone writes reports and obeys limits, but for the time, which all watch (``stopping``);
the others search until they are stopped.

Thread safety: one search at a time. While it runs, other threads may call ``current_move`` and ``read_reports`` only,
and whatever ``Shared`` offers.
"""

import cython
from cython.cimports.kiebitz.core.game import NO_MOVE
from cython.cimports.kiebitz.core.machine import load_relaxed, now_us, store_relaxed
from cython.cimports.kiebitz.core.search.findings import NEVER, Findings
from cython.cimports.kiebitz.core.search.reports import Reports
from cython.cimports.kiebitz.core.search.shared import MAX_WORKERS, Shared, history_block
from cython.cimports.kiebitz.core.search.stopping import elapsed_us, patience_us
from cython.cimports.kiebitz.core.table.table import EXACT, LOWER
from cython.cimports.kiebitz.core.trace import MAX_EXEMPT, Recorder, Row
from cython.cimports.kiebitz.core.value import INFINITE, LONGEST_MATE, NO_VALUE
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memcpy, memset

from collections.abc import Sequence
from math import log

from kiebitz.core.search.reports import BOUND_NAMES, Report


class AnyWorker:
    """One searching thread's state, but for what is of one game."""

    def __dealloc__(self):
        free(self.frames)
        free(self.root_moves)
        free(self.worth_lists)
        free(self.move_lists)

    # ------------------------------------------------------------------ before a search

    def make_room(self, room, no_continuation):
        """Make room for a game's moves. Raises MemoryError."""
        places: cython.size_t = FRAMES * room
        worths: cython.size_t = FRAMES * (room + LANES)
        self.frames = cython.cast(cython.pointer(Frame), calloc(FRAMES, cython.sizeof(Frame)))
        self.root_moves = cython.cast(cython.pointer(RootMove), calloc(room, cython.sizeof(RootMove)))
        self.worth_lists = cython.cast(cython.p_int, calloc(worths, cython.sizeof(cython.int)))
        self.move_lists = cython.cast(cython.pointer(Move), calloc(places, cython.sizeof(Move)))
        if (
            self.frames == cython.NULL
            or self.root_moves == cython.NULL
            or self.worth_lists == cython.NULL
            or self.move_lists == cython.NULL
        ):
            raise MemoryError("no memory for a search")
        self.room = room
        self.no_continuation = no_continuation
        self.lay_lists()

    def join(self, table, shared, index, own_bytes, common_bytes):
        """Take a table, a place in a crew, and memory for histories, own and common ones.

        Raises ValueError and MemoryError.
        """
        if not 0 <= index < MAX_WORKERS:
            raise ValueError(f"a worker's index is 0 to {MAX_WORKERS - 1}, not {index}")
        self.table = table
        self.shared = shared
        self.index = index
        self.reports = Reports()
        self.least_told = NEVER
        self.own_block = history_block(own_bytes)
        self.common_block = shared.common_block(common_bytes)

    def forget_learned(self):
        """Empty the histories, the crew's too: the parts that were changed."""
        self.own_block.clear_parts()
        self.common_block.clear_parts()

    def lay_lists(self):
        """Give every frame its move list."""
        for index in range(FRAMES):
            self.frames[index].moves = self.move_lists + index * self.room
            self.frames[index].worths = self.worth_lists + index * (self.room + LANES)

    def fill_reductions(self, reductions):
        """Work the late move reductions out, by depth and move number; integers, so equal on every machine."""
        for depth in range(REDUCTIONS):
            for number in range(REDUCTIONS):
                reduction = 0.0
                if depth and number:
                    reduction = self.parameters.reduction_base / 100.0 + log(depth) * log(number) * 100.0 / (
                        self.parameters.reduction_divisor
                    )
                reductions[depth * REDUCTIONS + number] = int(reduction * REDUCTION_UNIT + 0.5)

    def take_limits(self, limits):
        """Take the limits of the next search. Raises OverflowError for a number that is too large."""
        self.limits.depth = limits.depth
        self.limits.nodes = limits.nodes
        self.limits.soft_us = limits.soft_us
        self.limits.hard_us = limits.hard_us
        self.limits.mate = limits.mate
        self.limits.flexible = limits.flexible
        if self.limits.depth == NO_LIMIT or self.limits.depth > MAX_PLY - 1:
            self.limits.depth = MAX_PLY - 1

    def list_root_moves(self, moves, count):
        """Set a search for the best of these moves up, whose limits are those set last."""
        self.root_count = count
        for index in range(count):
            root_move = cython.address(self.root_moves[index])
            memset(root_move, 0, cython.sizeof(RootMove))
            root_move.move = moves[index]
            root_move.value = -INFINITE
            root_move.previous = -INFINITE
            root_move.pv[0] = moves[index]
            root_move.pv_length = 1
        self.multipv = min(1, count)
        self.steady = 0
        self.parameters = self.configured
        self.iteration = 0
        self.completed = 0
        self.selective_depth = 0
        self.rank = 0
        self.stopped = False
        self.nodes = 0
        self.others = 0
        store_relaxed(cython.address(self.current), 0)
        store_relaxed(cython.address(self.zugzwang), 0)
        self.reports.clear()
        self.start_us = now_us()
        if self.index == 0:
            self.shared.start(False, self.start_us)
            self.table.new_search()

    def start_with(self, wanted, multipv, ponder):
        """Keep of the root moves those that are wanted, or all; and say how many lines are to be found."""
        if wanted:
            kept = 0
            for index in range(self.root_count):
                if self.root_moves[index].move in wanted:
                    self.root_moves[kept] = self.root_moves[index]
                    kept += 1
            self.root_count = kept
        self.multipv = min(multipv, self.root_count)
        if self.index == 0:
            self.shared.start(ponder, self.start_us)

    def is_cut_short(self, root_move):
        """True if the search was stopped in a root move: its last complete value is better than a bound or none."""
        if not self.stopped or root_move.previous == -INFINITE:
            return False
        return root_move.value == -INFINITE or root_move.bound != EXACT or self.is_rashly_mated(root_move)

    def is_rashly_mated(self, root_move):
        """True if the search was stopped after it found a root move mated: others may last longer, or escape."""
        if not self.stopped or self.root_count == 1 or root_move.value == -INFINITE:
            return False
        return root_move.value <= -LONGEST_MATE and root_move.value < root_move.previous

    def record_into(self, rows: cython.uchar[::1] | None, exempt: Sequence[tuple[int, int, int]] = ()) -> None:
        """Record the next searches in a buffer of ``trace.Row``s, from its beginning; with None, record no more.

        ``exempt``: keys of positions, each with the techniques left out there (bits, see ``trace.TECHNIQUES``) and the
        least depth in plies that it is searched to. Raises ValueError for too many.
        """
        if len(exempt) > MAX_EXEMPT:
            raise ValueError(f"{MAX_EXEMPT} positions may be exempt at a time, not {len(exempt)}")
        self.recorder = cython.NULL
        self.rows = rows
        if rows is not None and rows.shape[0] >= cython.sizeof(Row):
            memset(cython.address(self.recording), 0, cython.sizeof(Recorder))
            self.recording.rows = cython.cast(cython.pointer(Row), cython.address(rows[0]))
            self.recording.capacity = rows.shape[0] // cython.sizeof(Row)
            self.recording.current = -1
            self.recording.exempt_count = len(exempt)
            for index in range(len(exempt)):
                exemption = cython.address(self.recording.exempt[index])
                exemption.key, exemption.techniques, exemption.depth = exempt[index]
            self.recorder = cython.address(self.recording)

    def sample_packed(self, buffer, stride, packed_bytes):
        """Keep each ``stride``th position that searches evaluate in a buffer of packed ones; with None, no more."""
        self.record_into(None)
        self.rows = buffer
        if buffer is None:
            return
        room: cython.uchar[::1] = buffer
        if room.shape[0] >= packed_bytes:
            memset(cython.address(self.recording), 0, cython.sizeof(Recorder))
            self.recording.samples = cython.address(room[0])
            self.recording.room = room.shape[0] // packed_bytes
            self.recording.stride = stride
            self.recording.current = -1
            self.recorder = cython.address(self.recording)

    @property
    def sampled(self) -> int:
        """Positions that ``sample_into`` has got so far."""
        return self.recording.sampled

    def tell_from(self, depth: int | None) -> Findings | None:
        """Keep what is stored for at least so many plies, to be told to others; with None, nothing more."""
        self.findings = None if depth is None else Findings()
        self.least_told = NEVER if depth is None else depth
        return self.findings

    # ------------------------------------------------------------------ what each game's worker answers

    def text_of(self, move):
        """A move of the root's position, or of a line from it, as the game's protocol writes it."""
        raise NotImplementedError

    def static_value(self):
        """The static evaluation of the worker's position, for the side to move."""
        return 0

    def table_value(self, depth, ply):
        """Value of the worker's position by endgame tables, ``depth`` plies before the horizon, else NO_VALUE."""
        return NO_VALUE

    # ------------------------------------------------------------------ while it searches

    def extend_pv(self, ply, move):
        """Make the best line from ``ply`` of this move and the child's line."""
        frame = self.frame(ply)
        child = self.frame(ply + 1)
        frame.pv[0] = move
        frame.pv_length = child.pv_length + 1
        memcpy(frame.pv + 1, child.pv, child.pv_length * cython.sizeof(move))

    def clear_margin(self):
        """Let the root have no moves before it."""
        for ply in range(-FRAME_MARGIN, 0):
            frame = self.frame(ply)
            frame.continuation = self.no_continuation
            frame.evaluation = NO_VALUE
            frame.uncorrected = NO_VALUE
            frame.move = NO_MOVE

    def forget_path(self):
        """Clear what belongs to one search only: killers and variations."""
        for index in range(FRAMES):
            # Of variations the lengths: moves beyond them say nothing.
            start = cython.cast(cython.p_char, cython.address(self.frames[index].pv_length))
            memset(start, 0, cython.cast(cython.p_char, self.frames + index + 1) - start)
        self.clear_margin()

    def report(self, root_move, rank):
        """Publish a line, if this worker leads; dropped if nobody has read the last thousand."""
        if self.index != 0 or self.silent:
            return
        line = self.reports.next_line()
        if line == cython.NULL:
            return
        self.shared.publish_nodes(self.index, self.nodes)
        line.rank = rank
        line.depth = self.iteration
        line.selective_depth = root_move.selective_depth
        line.value = root_move.value
        line.bound = root_move.bound
        line.nodes = self.shared.total_nodes()
        line.time_us = elapsed_us(self)
        line.hashfull = self.table.permille()
        line.length = root_move.pv_length
        memcpy(line.moves, root_move.pv, cython.sizeof(root_move.pv))
        self.reports.publish()

    # ------------------------------------------------------------------ from other threads

    def current_move(self) -> tuple[str, int] | None:
        """The root move being searched and its number from 1; None before the first."""
        current: cython.longlong = load_relaxed(cython.address(self.current))
        if current == 0:
            return None
        return self.text_of(cython.cast(Move, current & 0xFFFF)), current >> 16

    @property
    def root_zugzwang(self) -> bool:
        """True if passing was found to be best at the root (zugzwang rule III), so that the search began again."""
        return load_relaxed(cython.address(self.zugzwang)) != 0

    @property
    def time_us(self) -> int:
        """Microseconds since the search began."""
        return elapsed_us(self)

    @property
    def patience_us(self) -> int:
        """Microseconds after which no further iteration would begin; for a thread that has ended its search."""
        return patience_us(self)

    def read_reports(self) -> list[Report]:
        """The lines published since the last call."""
        reports: list = []
        while True:
            line = self.reports.oldest()
            if line == cython.NULL:
                return reports
            reports.append(
                Report(
                    rank=line.rank,
                    depth=line.depth,
                    selective_depth=line.selective_depth,
                    value=line.value,
                    bound=BOUND_NAMES[line.bound],
                    nodes=line.nodes,
                    time_us=line.time_us,
                    hashfull=line.hashfull,
                    moves=self.line_text(line.moves, line.length),
                )
            )
            self.reports.take()

    def line_text(self, moves, length):
        """A variation as text. Needs only what no search changes: which variant's castling is written."""
        texts: list = []
        for index in range(length):
            texts.append(self.text_of(moves[index]))
        return tuple(texts)

    # ------------------------------------------------------------------ after a search

    @property
    def recorded(self) -> tuple[int, int]:
        """Searches of a node recorded, and those that found no room in the buffer."""
        return self.recording.count, self.recording.unrecorded

    def settle(self, root_move, outcome):
        """Say what a root move is worth after the search, whatever ended it."""
        outcome.value = root_move.value
        outcome.bound = root_move.bound if root_move.bound else EXACT
        if self.is_cut_short(root_move):
            outcome.value = root_move.previous
            outcome.bound = root_move.previous_bound
        if outcome.value == -INFINITE:
            outcome.value = self.static_value()
            outcome.bound = LOWER
        outcome.length = 1 if self.is_rashly_mated(root_move) else root_move.pv_length

    def results(self) -> list[Report]:
        """The final lines, best first."""
        lines = []
        outcome: Outcome
        for index in range(self.multipv):
            root_move = cython.address(self.root_moves[index])
            self.settle(root_move, cython.address(outcome))
            moves = self.line_text(root_move.pv, outcome.length)
            lines.append((outcome.value, BOUND_NAMES[outcome.bound], root_move.selective_depth, moves))
        # A search stopped between two lines of an iteration has some from this one and some from the last.
        lines.sort(key=lambda line: -line[0])
        nodes = self.shared.total_nodes()
        time_us = elapsed_us(self)
        return [
            Report(
                rank=rank,
                depth=max(self.completed, 1),
                selective_depth=selective_depth,
                value=value,
                bound=bound,
                nodes=nodes,
                time_us=time_us,
                hashfull=self.table.permille(),
                moves=moves,
            )
            for rank, (value, bound, selective_depth, moves) in enumerate(lines, 1)
        ]

    # ------------------------------------------------------------------ frames and windows

    @cython.inline
    def frame(self, ply: cython.int) -> cython.pointer(Frame):
        """The frame of a ply; the margin makes those of the root's parents and of the last ply's children exist."""
        return self.frames + ply + FRAME_MARGIN

    @cython.inline
    def is_principal(self, alpha: cython.int, beta: cython.int) -> cython.bint:
        """True if an open window is that of the principal variation: only there nothing is pruned.

        Without null windows every window is open; then it is the one that nothing has narrowed yet.
        """
        return self.parameters.principal_variation_search or (alpha == -INFINITE and beta == INFINITE)

    # ------------------------------------------------------------------ recording: but a test while nothing is recorded

    @cython.inline
    def ended(self, reason: cython.int, value: cython.int) -> cython.int:
        """The search of a node ends, and why; returns ``value``."""
        promise(-MATE <= value and value <= MATE, b"no value lies beyond the mates")
        if self.recorder != cython.NULL:
            close_row(self.recorder, reason, value)
        return value

    @cython.inline
    def made(self, ply: cython.int, order: cython.int, reduction: cython.int, extension: cython.int) -> None:
        """A move was made at ``ply``.

        Its number among those tried, from 1 (0 for a null move), and what its depth becomes.
        """
        if self.recorder != cython.NULL:
            record_move(self.recorder, ply, order, reduction, extension)

    @cython.inline
    def reduced(self, reduction: cython.int) -> None:
        """The next search is one of the root, so many plies less deep than its iteration."""
        if self.recorder != cython.NULL:
            self.recorder.reduction = reduction

    @cython.inline
    def knew(self, hit: cython.pointer(Hit)) -> None:
        """The table's knowledge of the node."""
        if self.recorder != cython.NULL and hit.found:
            record_hit(self.recorder, hit.bound, hit.depth)

    @cython.inline
    def tried(self, searched: cython.int, best_move: Move) -> None:
        """Number of moves the node searched, and the best of them."""
        if self.recorder != cython.NULL:
            record_moves(self.recorder, searched, best_move)
