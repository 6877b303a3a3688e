"""State shared by the workers of one search and the thread that waits for them, besides the transposition table.

A handful of 64-bit words, each a relaxed atomic: nobody waits for anybody, and no order between two of them is relied
upon. Node counts are published once every ``POLL_NODES`` nodes and at the end of a search, each worker into a cache
line of its own. Besides, the memory of the histories that all learn into (see ``histories``).
"""

import cython
from cython.cimports.kiebitz.core.machine import load_relaxed, now_us, store_relaxed
from cython.cimports.libc.string import memset


class Shared:
    """Stop flag, ponder flag, clock and node counts of one search; and what the crew has learned in all."""

    def __cinit__(self):
        memset(self.counters, 0, cython.sizeof(self.counters))
        self.workers = 1
        self.start(False, 0)

    def start(self, ponder, now):
        """Begin a search; while no worker runs."""
        for index in range(self.workers):
            store_relaxed(cython.address(self.counters[index * COUNTER_WORDS]), 0)
        store_relaxed(cython.address(self.stop_flag), 0)
        store_relaxed(cython.address(self.ponder_flag), ponder)
        store_relaxed(cython.address(self.clock_start_us), now)

    def publish_nodes(self, index, nodes):
        """Tell how many nodes a worker has visited."""
        store_relaxed(cython.address(self.counters[index * COUNTER_WORDS]), nodes)

    def total_nodes(self):
        """Nodes of all workers, as far as published."""
        total: cython.longlong = 0
        for index in range(self.workers):
            total += load_relaxed(cython.address(self.counters[index * COUNTER_WORDS]))
        return total

    def has_used(self, limit_us):
        """True if so much time has passed on the clock; never while it doesn't count."""
        if load_relaxed(cython.address(self.ponder_flag)):
            return False
        return now_us() - load_relaxed(cython.address(self.clock_start_us)) >= limit_us

    def common_block(self, size):
        """Memory for the histories that the crew shares, made for whoever joins first. Raises MemoryError."""
        if self.histories is None:
            self.histories = history_block(size)
        return self.histories

    # ------------------------------------------------------------------ for Python

    def enlist(self, workers: cython.int) -> None:
        """Say how many workers take part; between searches only. Raises ValueError."""
        if not 1 <= workers <= MAX_WORKERS:
            raise ValueError(f"{workers} workers can't search together; choose 1 to {MAX_WORKERS}")
        self.workers = workers

    # ------------------------------------------------------------------ for Python, from any thread

    def stop(self) -> None:
        """End the search within about a millisecond."""
        store_relaxed(cython.address(self.ponder_flag), 0)
        store_relaxed(cython.address(self.stop_flag), 1)

    def ponderhit(self) -> None:
        """Let the clock count from now: the expected move was played."""
        store_relaxed(cython.address(self.clock_start_us), now_us())
        store_relaxed(cython.address(self.ponder_flag), 0)

    @property
    def node_count(self) -> int:
        """Positions visited so far by all workers, as far as published."""
        return self.total_nodes()


def history_block(size):
    """Empty memory for histories, in whole huge pages if they fill half of one at least. Raises MemoryError.

    They are read at random, as a table is, and the system grants no part of a huge page.
    """
    page: cython.size_t = HUGE_PAGE if 2 * size >= HUGE_PAGE else CACHE_LINE
    block: Memory = Memory((size + page - 1) // page * page)
    block.clear()
    return block
