"""A process of the cluster: it runs the protocol for one search after another, on a transport and with a clock.

Process 0 calls ``search``; all others ``serve`` it. A search begins with ``Begin`` from process 0 to all, ends with its
``End``, and every process answers ``Done`` with what it did. Whatever belongs to another search than the present one is
thrown away. Between two looks at the transport the process sleeps, so that it takes no time from those that search.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic, sleep
from typing import TypeAlias

from kiebitz.cluster.chess_tree import Briefing, ChessTree
from kiebitz.cluster.front import Iteration
from kiebitz.cluster.lanes import Lanes
from kiebitz.cluster.member import Effort, Member
from kiebitz.cluster.messages import Answered, Message, Order, Rest, Search, Send, Stop
from kiebitz.cluster.question import Answer, Path
from kiebitz.cluster.transport import Transport
from kiebitz.core.table.table import Table


class ClusterError(RuntimeError):
    """The cluster can't go on; the message says why."""


@dataclass(frozen=True, slots=True)
class Begin:
    """A search begins."""

    search: int
    briefing: Briefing
    forget: bool
    """True if tables are cleared first."""


@dataclass(frozen=True, slots=True)
class Said:
    """A message of the protocol, in a search."""

    search: int
    message: Message


@dataclass(frozen=True, slots=True)
class End:
    """A search has ended."""

    search: int


@dataclass(frozen=True, slots=True)
class Done:
    """The work of a process in a search."""

    search: int
    effort: Effort
    searching_s: float


@dataclass(frozen=True, slots=True)
class Quit:
    """There will be no more searches."""


Parcel: TypeAlias = Begin | Said | End | Done | Quit


@dataclass(frozen=True, slots=True)
class Patience:
    """The times that a process sleeps. In seconds; the defaults were measured (``experiments/ledger/cluster.md``)."""

    poll_s: float = 2e-4
    """Between two looks at the transport during a search."""
    idle_poll_s: float = 2e-3
    """The same between searches."""
    rest_s: float = 2e-4
    """Before asking again after the first request in vain; twice as long after each further one."""
    longest_rest_s: float = 2e-3
    last_words_s: float = 10.0
    """Time that process 0 waits at the end of a search to hear what each has done."""


@dataclass(frozen=True, slots=True)
class ClusterSearch:
    """The outcome of a search of the cluster."""

    iterations: tuple[Iteration, ...]
    """Those completed."""
    seconds: float
    """From its beginning to its answer."""
    effort: Effort
    """Sum over the processes."""
    efforts: tuple[Effort, ...]
    """Of each process that answered, process 0 first."""
    searching_s: float
    """Time that lanes spent searching, summed up."""
    lost: tuple[int, ...]
    """Processes that died in this search or earlier."""


class _Session:
    """One search in one process."""

    def __init__(self, search: int, tree: ChessTree, member: Member) -> None:
        self.search = search
        self.tree = tree
        self.member = member
        self.rests: list[float] = []
        self.searching_s = 0.0
        self.answer: Answer | None = None


class Station:
    """One process of the cluster."""

    def __init__(self, transport: Transport, patience: Patience | None = None) -> None:
        self._transport = transport
        self._patience = patience or Patience()
        self._table = Table(1)
        self._lanes: Lanes | None = None
        self._session: _Session | None = None
        self._tree: ChessTree | None = None
        self._search = 0
        self._lost: set[int] = set()
        self._done: dict[int, Done] = {}
        self._has_quit = False

    @property
    def rank(self) -> int:
        """Number of this process."""
        return self._transport.rank

    @property
    def size(self) -> int:
        """Number of processes the cluster began with."""
        return self._transport.size

    # ------------------------------------------------------------------ all but process 0

    def serve(self) -> None:
        """Take part in whatever process 0 searches, until it quits. Raises ClusterError if it dies."""
        while not self._has_quit:
            if 0 in self._lost:
                raise ClusterError("process 0 has died")
            if not self.turn():
                self._sleep()
        self.close()

    # ------------------------------------------------------------------ process 0

    def take_table(self, hash_mb: int) -> None:
        """Give this process's table its size, emptied if that is another; the others follow when a search begins.

        Raises ValueError for a size that can't be, and MemoryError; the table then stays as it was.
        """
        if self._table.size_mb != hash_mb:
            self._table.resize(hash_mb)

    def search(
        self,
        briefing: Briefing,
        depth: int,
        *,
        forget: bool = False,
        deadline: Callable[[], float | None] = lambda: None,
        may_go_on: Callable[[Iteration], bool] = lambda iteration: True,
        should_stop: Callable[[], bool] = lambda: False,
        on_iteration: Callable[[Iteration, Effort, float], None] = lambda iteration, effort, seconds: None,
    ) -> ClusterSearch:
        """Search a position with all processes, to a depth in plies.

        ``deadline`` gives the time (``time.monotonic``) at which to stop, and may change its mind; ``may_go_on`` is
        asked after each iteration whether another one shall begin; ``should_stop`` is asked all the time.
        ``on_iteration`` is told what each iteration found, this process's effort so far, and the seconds since the
        beginning. Raises FenError, MoveError or ValueError for a briefing that can't be, before anything is sent.
        """
        began = monotonic()
        self._search += 1
        begin = Begin(self._search, briefing, forget)
        session = self._begin(begin)
        self._done.clear()
        for rank in self._others():
            self._transport.send(rank, begin)
        front = session.tree.front(depth)
        self._carry_out(session.member.start())
        while (question := front.question) is not None:
            self._carry_out(session.member.ask(question))
            while session.answer is None:
                limit = deadline()
                if should_stop() or (limit is not None and monotonic() >= limit):
                    break
                if not self.turn():
                    self._sleep()
            if session.answer is None:
                self._carry_out(session.member.give_up())
                break
            answer, session.answer = session.answer, None
            iteration = front.take(answer)
            if iteration is not None:
                on_iteration(iteration, session.member.effort, monotonic() - began)
                if not may_go_on(iteration):
                    break
        seconds = monotonic() - began
        done = self._end_everywhere(session)
        efforts = tuple(each.effort for each in done)
        return ClusterSearch(
            tuple(front.iterations),
            seconds,
            Effort.together(efforts),
            efforts,
            sum(each.searching_s for each in done),
            tuple(sorted(self._lost)),
        )

    def text(self, line: Path) -> tuple[str, ...]:
        """A line of the present or last search as UCI text."""
        if self._tree is None:
            raise RuntimeError("nothing has been searched yet")
        return self._tree.text(line)

    def quit(self) -> None:
        """Send all processes home; once is enough."""
        if self._has_quit:
            return
        self._has_quit = True
        for rank in self._others():
            self._transport.send(rank, Quit())
        self.close()

    def close(self) -> None:
        """End the threads."""
        if self._lanes is not None:
            self._lanes.close()
            self._lanes = None

    def _end_everywhere(self, session: _Session) -> list[Done]:
        """End a search in every process and collect what each did."""
        for rank in self._others():
            self._transport.send(rank, End(session.search))
        own = self._end()
        patience = monotonic() + self._patience.last_words_s
        while not self._done.keys() >= set(self._others()) and monotonic() < patience:
            if not self.turn():
                self._sleep()
        return [own, *(self._done[rank] for rank in sorted(self._done))]

    def _others(self) -> list[int]:
        return [rank for rank in range(self.size) if rank != self.rank and rank not in self._lost]

    # ------------------------------------------------------------------ every process

    def turn(self) -> bool:
        """Do what there is to do now; whether there was something."""
        is_busy = False
        while (arrived := self._transport.receive()) is not None:
            is_busy = True
            self._hear(*arrived)
        for rank in self._transport.newly_lost():
            is_busy = True
            self._lost.add(rank)
            if self._session is not None:
                self._carry_out(self._session.member.lost(rank))
        session = self._session
        if session is None or self._lanes is None:
            return is_busy
        while (ended := self._lanes.take_ended(session.tree)) is not None:
            is_busy = True
            session.searching_s += ended.seconds
            session.tree.gather(ended.findings)
            if ended.answer is not None:
                session.tree.observe(ended.nodes)
            self._carry_out(session.member.searched(ended.job, ended.answer, ended.nodes))
        while session.rests and session.rests[0] <= monotonic():
            is_busy = True
            heapq.heappop(session.rests)
            self._carry_out(session.member.rested())
        return is_busy

    def _sleep(self) -> None:
        if self._session is None or self._lanes is None:
            sleep(self._patience.idle_poll_s)
            return
        self._lanes.wake.wait(self._patience.poll_s)
        self._lanes.wake.clear()

    def _hear(self, sender: int, parcel: Parcel) -> None:
        session = self._session
        match parcel:
            case Said(search, message):
                if session is not None and session.search == search:
                    self._carry_out(session.member.receive(sender, message))
            case Begin(search):
                if session is not None:
                    self._end()
                self._search = search
                self._carry_out(self._begin(parcel).member.start())
            case End(search):
                if session is not None and session.search == search:
                    self._transport.send(sender, self._end())
            case Done(search):
                if search == self._search:
                    self._done[sender] = parcel
            case Quit():
                self._has_quit = True

    def _begin(self, begin: Begin) -> _Session:
        """Get ready for a search. Raises FenError, MoveError, ValueError or MemoryError."""
        briefing = begin.briefing
        self.take_table(briefing.hash_mb)
        if self._lanes is None or len(self._lanes.workers) != briefing.threads:
            self.close()
            self._lanes = Lanes(self._table, briefing.threads)
        if begin.forget:
            self._table.clear()
            for worker in self._lanes.workers:
                worker.new_game()
        self._table.advance()
        self._lanes.tell_from(briefing.conduct.share_depth if self.size > 1 else None)
        tree = ChessTree(briefing, self._table, self._lanes.workers)
        member = Member(
            self.rank, self.size, tree, lanes=briefing.threads, conduct=tree.conduct, seed=briefing.seed + begin.search
        )
        for rank in self._lost:
            member.lost(rank)
        self._tree = tree
        self._session = _Session(begin.search, tree, member)
        return self._session

    def _end(self) -> Done:
        """Stop whatever is searched, wait for its end (a millisecond) and sum up."""
        session, lanes = self._session, self._lanes
        if session is None or lanes is None:
            raise RuntimeError("no search is under way")
        lanes.stop_all()
        while not lanes.are_idle:
            ended = lanes.take_ended(session.tree)
            if ended is None:
                lanes.wake.wait(self._patience.poll_s)
                lanes.wake.clear()
                continue
            session.searching_s += ended.seconds
            # What it and others order is of no use to anyone now.
            session.member.searched(ended.job, ended.answer, ended.nodes)
        self._session = None
        return Done(session.search, session.member.effort, session.searching_s)

    def _carry_out(self, orders: list[Order]) -> None:
        session, lanes = self._session, self._lanes
        if session is None or lanes is None:
            raise RuntimeError("no search is under way")
        for order in orders:
            match order:
                case Send(to, message):
                    self._transport.send(to, Said(session.search, message))
                case Search(job, question):
                    lanes.begin(session.tree, job, question)
                case Stop(job):
                    lanes.stop(job)
                case Rest(failures):
                    pause = self._patience.rest_s * 2.0 ** min(failures - 1, 10)
                    heapq.heappush(session.rests, monotonic() + min(pause, self._patience.longest_rest_s))
                case Answered(answer):
                    session.answer = answer
