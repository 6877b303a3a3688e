"""A cluster in simulated time: the protocol on as many processors as wanted, with latencies and deaths as wanted.

A discrete-event simulation. Every processor runs the very ``Member`` that real processes run; a subtree search is an
event that lasts as long as the caller says, and messages take their time. Everything random has a seed, so a run can be
repeated exactly.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from kiebitz.cluster.front import Front, Iteration
from kiebitz.cluster.member import Conduct, Effort, Member
from kiebitz.cluster.messages import Answered, Message, Order, Rest, Search, Send, Stop
from kiebitz.cluster.question import Answer, GameTree, Question


@dataclass(frozen=True, slots=True)
class Machine:
    """The simulated processors and their network. Times in seconds."""

    processors: int = 1
    lanes: int = 1
    """Subtree searches that a processor runs at a time."""
    latency_s: float = 5e-6
    """From sending a message to its arrival."""
    jitter_s: float = 0.0
    """Up to so much more, evenly spread."""
    polling_s: float = 0.0
    """The longest time a message lies before a processor looks; evenly spread."""
    expansion_s: float = 0.0
    """Taken by opening a node of the upper tree."""
    stop_s: float = 5e-4
    """From the order to stop a search to its end."""
    rest_s: float = 2e-4
    """The pause after the first request in vain; it doubles with each further one."""
    longest_rest_s: float = 2e-3
    """The longest pause."""


@dataclass(frozen=True, slots=True)
class Cost:
    """The result and the time of a subtree search."""

    answer: Answer
    nodes: int
    seconds: float


CostOf: TypeAlias = Callable[[int, Question], Cost]
"""The cost of a search of a question on a processor (its rank)."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A message on its way."""

    sender: int
    to: int
    message: Message
    sent_s: float
    arrives_s: float


@dataclass(frozen=True, slots=True)
class Searched:
    """A subtree search that has come to its end."""

    rank: int
    question: Question
    began_s: float
    ended_s: float
    is_whole: bool
    """True if it wasn't stopped."""


Watcher: TypeAlias = Callable[[Sent | Searched], None]
"""A listener to the events of a simulated cluster."""


_Event: TypeAlias = tuple[float, int, Callable[..., None], tuple[Any, ...]]
"""When, a serial number, what happens, and to what."""


class DeadlockError(RuntimeError):
    """Nothing can happen any more, and the search is not done. A fault of the protocol."""


@dataclass(frozen=True, slots=True)
class SimulatedSearch:
    """The outcome of a simulated search."""

    iterations: tuple[Iteration, ...]
    """Those completed, the last one last."""
    seconds: float
    """Simulated time."""
    effort: Effort
    """Sum over all processors; of the dead, until they died."""
    searching_s: float
    """Processor time spent searching subtrees."""

    @property
    def nodes(self) -> int:
        """Visited by all processors."""
        return self.effort.nodes


@dataclass(slots=True)
class _Processor:
    member: Member
    tree: GameTree
    is_alive: bool = True
    # By job: when it began, when it would end by itself, its cost, and a number that tells a stopped end from the old.
    searches: dict[int, tuple[float, float, Cost, int]] = field(default_factory=dict)
    questions: dict[int, Question] = field(default_factory=dict)


class VirtualCluster:
    """Simulated processors and the events that wait for them."""

    def __init__(
        self,
        machine: Machine,
        trees: Callable[[int], GameTree],
        cost_of: CostOf,
        *,
        conduct: Conduct | None = None,
        seed: int = 0,
        deaths: Mapping[int, float] | None = None,
        watch: Watcher | None = None,
    ) -> None:
        """Set processors up.

        ``trees`` makes the tree as the processor of a rank sees it; ``deaths`` says when which rank dies; ``watch`` is
        told of messages and searches.
        """
        self._watch = watch
        self._machine = machine
        self._cost_of = cost_of
        self._random = random.Random(seed)
        self._processors = []
        for rank in range(machine.processors):
            tree = trees(rank)
            member = Member(rank, machine.processors, tree, lanes=machine.lanes, conduct=conduct, seed=seed)
            self._processors.append(_Processor(member, tree))
        self._events: list[_Event] = []
        self._serial = 0
        self._last_arrival: dict[tuple[int, int], float] = {}
        self._now = 0.0
        self._searching_s = 0.0
        self._answers: list[Answer] = []
        self._has_ended = False
        for rank, when in (deaths or {}).items():
            self._at(when, self._die, rank)

    def run(self, front: Front) -> SimulatedSearch:
        """Search from the root until nothing is asked any more. Raises DeadlockError."""
        for rank in range(len(self._processors)):
            self._do(rank, Member.start)
        while (question := front.question) is not None:
            self._do(0, Member.ask, question)
            while not self._answers:
                if not self._events:
                    raise DeadlockError(f"nothing moves at {self._now:.6f} s; the question was {question}")
                self._happen()
            front.take(self._answers.pop())
        seconds = self._now
        self._settle()
        total = Effort.together(processor.member.effort for processor in self._processors)
        return SimulatedSearch(tuple(front.iterations), seconds, total, self._searching_s)

    @property
    def members(self) -> list[Member]:
        """The protocol's state on each processor that lives."""
        return [processor.member for processor in self._processors if processor.is_alive]

    def _settle(self) -> None:
        """Let messages under way arrive and stopped searches end, so that all work is counted."""
        self._has_ended = True
        while self._events:
            self._happen()

    def _at(self, when: float, happen: Callable[..., None], *about: Any) -> None:
        self._serial += 1
        heapq.heappush(self._events, (when, self._serial, happen, about))

    def _happen(self) -> None:
        """Go on to the next event."""
        self._now, _, happen, about = heapq.heappop(self._events)
        happen(*about)

    def _do(self, rank: int, act: Callable[..., list[Order]], *about: Any) -> None:
        """Let something happen to a processor (a method of ``Member``), and carry out what it orders."""
        processor = self._processors[rank]
        if not processor.is_alive:
            return
        member = processor.member
        before = member.effort.expansions
        orders = act(member, *about)
        if not orders:
            return
        ready = self._now + (member.effort.expansions - before) * self._machine.expansion_s
        for order in orders:
            match order:
                case Send(to, message):
                    self._send(rank, to, message, ready)
                case Search(job, question):
                    self._search(rank, job, question, ready)
                case Stop(job):
                    self._stop(rank, job)
                case Rest(failures):
                    self._rest(rank, failures, ready)
                case Answered(answer):
                    self._answers.append(answer)

    def _send(self, sender: int, to: int, message: Message, when: float) -> None:
        machine = self._machine
        arrival = when + machine.latency_s
        if machine.jitter_s or machine.polling_s:
            arrival += self._random.random() * machine.jitter_s + self._random.random() * machine.polling_s
        # One message doesn't overtake another on the same way, as MPI promises.
        arrival = max(arrival, self._last_arrival.get((sender, to), 0.0))
        self._last_arrival[sender, to] = arrival
        if self._watch is not None:
            self._watch(Sent(sender, to, message, when, arrival))
        self._at(arrival, self._do, to, Member.receive, sender, message)

    def _search(self, rank: int, job: int, question: Question, begin: float) -> None:
        cost = self._cost_of(rank, question)
        self._processors[rank].questions[job] = question
        self._end_at(rank, job, begin, begin + cost.seconds, cost)

    def _end_at(self, rank: int, job: int, begin: float, end: float, cost: Cost) -> None:
        self._serial += 1
        token = self._serial
        self._processors[rank].searches[job] = (begin, end, cost, token)
        self._at(end, self._end, rank, job, token)

    def _end(self, rank: int, job: int, token: int) -> None:
        processor = self._processors[rank]
        search = processor.searches.get(job)
        if search is None or search[3] != token or not processor.is_alive:
            return
        begin, _, cost, _ = processor.searches.pop(job)
        spent = min(self._now - begin, cost.seconds)
        self._searching_s += spent
        is_whole = self._now >= begin + cost.seconds
        share = 1.0 if is_whole or not cost.seconds else spent / cost.seconds
        question = processor.questions.pop(job)
        if self._watch is not None:
            self._watch(Searched(rank, question, begin, self._now, is_whole))
        answer = cost.answer if is_whole else None
        self._do(rank, Member.searched, job, answer, round(cost.nodes * share))

    def _stop(self, rank: int, job: int) -> None:
        search = self._processors[rank].searches.get(job)
        if search is None:
            return
        begin, end, cost, _ = search
        stopped = max(begin, self._now + self._machine.stop_s)
        if stopped < end:
            self._end_at(rank, job, begin, stopped, cost)

    def _rest(self, rank: int, failures: int, begin: float) -> None:
        machine = self._machine
        if self._has_ended:
            return
        pause = min(machine.rest_s * 2.0 ** min(failures - 1, 30), machine.longest_rest_s)
        self._at(begin + pause, self._do, rank, Member.rested)

    def _die(self, rank: int) -> None:
        processor = self._processors[rank]
        processor.is_alive = False
        for other in range(len(self._processors)):
            noticed = self._now + self._machine.latency_s + self._random.random() * self._machine.polling_s
            self._at(noticed, self._do, other, Member.lost, rank)
