"""The protocol of the cluster as a pure state machine: what one process does about each thing that happens to it.

Young Brothers Wait Concept with randomised work stealing, as in Zugzwang (Feldmann 1993) and Hydra (Donninger, Lorenz
2004). Process 0 begins as in the sequential case. A process without work asks a random other one; who has a node whose
eldest brother is settled gives a younger one away, from the node nearest to the root, and is its master until the
result has come back or is no longer wanted. Nodes of the upper tree live where they were opened; below the tree's split
depth a whole subtree is one search, which is never moved.

No transport, no clock, no threads: methods say what has happened and return orders to be carried out in their sequence.
The only chance is whom to ask, from a generator with a seed. The transport owes three things: messages between two
processes arrive complete and in their order; every ``Search`` and every ``Rest`` is answered once; and a process that
has died is reported by ``lost``.

Work that nobody can use is counted: subtree searches that were stopped or came too late, and all that was spent below
nodes given up.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace

from kiebitz.cluster.messages import (
    Answered,
    Cutoff,
    Findings,
    Message,
    NoWork,
    Order,
    Request,
    Rest,
    Result,
    Search,
    Send,
    Stop,
    WindowUpdate,
    Work,
)
from kiebitz.cluster.question import Answer, GameTree, Question
from kiebitz.cluster.upper_tree import Assignment, Errand, Node, Pending, SubtreeSearch, Trial


@dataclass(frozen=True, slots=True)
class Conduct:
    """The choices that the protocol leaves open."""

    use_scouts: bool = True
    """Ask of later moves first whether they are better at all (principal variation search)."""
    restart_searches: bool = False
    """When the window of a subtree search changes, stop it and begin anew; else let it end with the old window."""
    share_depth: int | None = None
    """Tell all others what was found at nodes of at least this depth, in plies, above and inside subtrees; None
    tells nothing."""


@dataclass(slots=True)
class Effort:
    """The work of a process, or of several together."""

    nodes: int = 0
    """Visited by subtree searches."""
    wasted_nodes: int = 0
    """Of them, those that nobody could use."""
    searches: int = 0
    """Subtree searches begun."""
    stopped_searches: int = 0
    """Of them, those ended early or in vain."""
    expansions: int = 0
    """Nodes of the upper tree opened."""
    tasks_given: int = 0
    """WORK sent."""
    tasks_taken: int = 0
    """WORK received."""
    requests: int = 0
    """REQUEST sent."""
    messages: int = 0
    """Sent, of all sorts."""
    lost_processes: int = 0
    """Processes that died."""

    @classmethod
    def together(cls, efforts: Iterable[Effort]) -> Effort:
        """The sum of efforts."""
        total = cls()
        for effort in efforts:
            for field in fields(cls):
                setattr(total, field.name, getattr(total, field.name) + getattr(effort, field.name))
        return total


class Member:
    """One process of the cluster during one search."""

    def __init__(
        self,
        rank: int,
        size: int,
        tree: GameTree,
        *,
        lanes: int = 1,
        conduct: Conduct | None = None,
        seed: int = 0,
    ) -> None:
        """Be process ``rank`` of ``size``, able to search ``lanes`` subtrees at a time."""
        self.rank = rank
        self.effort = Effort()
        self._tree = tree
        self._conduct = conduct or Conduct()
        self._lanes = lanes
        self._others = [other for other in range(size) if other != rank]
        self._random = random.Random(f"{seed}/{rank}")
        self._assignments: list[Assignment] = []
        self._jobs: dict[int, SubtreeSearch] = {}
        self._errands: dict[int, Errand] = {}
        self._number = 0
        self._asked: int | None = None
        self._is_resting = False
        self._failures = 0
        self._orders: list[Order] = []

    @property
    def is_free_of_ties(self) -> bool:
        """True if no question, search or errand is left."""
        return not (self._assignments or self._jobs or self._errands)

    # ------------------------------------------------------------------ what may happen

    def start(self) -> list[Order]:
        """Begin the search: look for work."""
        self._pump()
        return self._taken_orders()

    def ask(self, question: Question) -> list[Order]:
        """Have a question answered, by ``Answered``; for process 0. One at a time."""
        self._assignments.append(Assignment(None, 0, question))
        self._pump()
        return self._taken_orders()

    def give_up(self) -> list[Order]:
        """Drop the question put by ``ask``: it needs no answer any more."""
        for assignment in [each for each in self._assignments if each.master is None]:
            self._drop(assignment)
        return self._taken_orders()

    def receive(self, sender: int, message: Message) -> list[Order]:
        """Take a message that has arrived."""
        match message:
            case Findings(content):
                self._tree.hear(content)
                return []  # no work comes of it
            case Request():
                self._give(sender)
                return self._taken_orders()  # nor of this
            case Work(task, question) if sender in self._others:
                self._stop_asking(sender)
                self._failures = 0
                self.effort.tasks_taken += 1
                self._assignments.append(Assignment(sender, task, question))
            case Work():
                pass  # the last words of a process that has died
            case NoWork():
                self._stop_asking(sender)
                self._failures += 1
                self._rest()
            case WindowUpdate(task, alpha, beta):
                self._move_window(sender, task, alpha, beta)
            case Cutoff(task):
                for assignment in self._assignments_of(sender, task):
                    self._drop(assignment)
            case Result(task, answer, nodes):
                self._take_result(sender, task, answer, nodes)
        self._pump()
        return self._taken_orders()

    def searched(self, job_number: int, answer: Answer | None, nodes: int) -> list[Order]:
        """Take the end of a subtree search; it has no answer if it was stopped before it had one."""
        self._tell()
        job = self._jobs.pop(job_number)
        self.effort.nodes += nodes
        if job.is_abandoned:
            self.effort.wasted_nodes += nodes
            self.effort.stopped_searches += 1
        elif answer is None:
            # Stopped because its window had moved: ask again.
            self.effort.wasted_nodes += nodes
            self.effort.stopped_searches += 1
            self._reopen(job)
        else:
            self._deliver(job, answer, nodes)
        self._pump()
        return self._taken_orders()

    def rested(self) -> list[Order]:
        """Go on after the pause asked for by ``Rest``."""
        self._is_resting = False
        self._pump()
        return self._taken_orders()

    def lost(self, rank: int) -> list[Order]:
        """Do without a process that has died: others do what it was to do, what it wanted is forgotten."""
        if rank not in self._others:
            return []
        self.effort.lost_processes += 1
        self._others.remove(rank)
        for assignment in [each for each in self._assignments if each.master == rank]:
            self._drop(assignment)
        for errand in [each for each in self._errands.values() if each.worker == rank]:
            del self._errands[errand.task]
            self._reopen(errand)
        self._stop_asking(rank)
        self._pump()
        return self._taken_orders()

    # ------------------------------------------------------------------ finding work

    def _pump(self) -> None:
        """Keep the lanes busy with own work; if there is none, ask for some."""
        while len(self._jobs) < self._lanes and self._open_something():
            pass
        if len(self._jobs) < self._lanes and self._asked is None and not self._is_resting and self._others:
            self._asked = self._random.choice(self._others)
            self.effort.requests += 1
            self._send(self._asked, Request())

    def _open_something(self) -> bool:
        """Go on with the newest assignment that has something to do; whether one had."""
        for assignment in reversed(self._assignments):
            if assignment.root is None:
                self._open(assignment.question, None, None, assignment)
                return True
            if isinstance(assignment.root, Node):
                found = _deepest(assignment.root)
                if found is not None:
                    node, trial = found
                    self._open(node.question_about(trial), node, trial, assignment)
                    return True
        return False

    def _open(self, question: Question, parent: Node | None, trial: Trial | None, assignment: Assignment) -> None:
        """Begin to answer a question here: by a search of the subtree, or as a node of the upper tree."""
        if question.path and self._tree.is_leaf(question):
            self._number += 1
            job = SubtreeSearch(question, parent, trial, assignment, self._number)
            self._jobs[job.number] = job
            self.effort.searches += 1
            self._attach(job)
            self._orders.append(Search(job.number, question))
            return
        self.effort.expansions += 1
        expansion = self._tree.expand(question)
        node = Node(
            question, parent, trial, assignment, question.alpha, question.beta, use_scouts=self._conduct.use_scouts
        )
        self._attach(node)
        if (
            expansion.lower == expansion.upper
            or expansion.lower >= question.beta
            or expansion.upper <= question.alpha
            or not expansion.moves
        ):
            self._deliver(node, Answer(expansion.lower, expansion.upper), 0)
            return
        node.take(expansion)

    def _give(self, thief: int) -> None:
        """Answer a REQUEST: a younger brother of the node nearest to the root that has one to spare."""
        best: tuple[Node, Trial] | None = None
        for assignment in self._assignments:
            if isinstance(assignment.root, Node):
                for node in _nodes_below(assignment.root):
                    if best is not None and len(node.path) >= len(best[0].path):
                        continue
                    trial = node.next_trial() if node.elders_are_settled() else None
                    if trial is not None:
                        best = node, trial
        if best is None or thief not in self._others:
            self._send(thief, NoWork())
            return
        node, trial = best
        self._number += 1
        question = node.question_about(trial)
        errand = Errand(question, node, trial, node.assignment, self._number, thief)
        self._errands[errand.task] = errand
        self._attach(errand)
        self.effort.tasks_given += 1
        self._send(thief, Work(errand.task, question))

    def _stop_asking(self, rank: int) -> None:
        if self._asked == rank:
            self._asked = None

    def _rest(self) -> None:
        if not self._is_resting:
            self._is_resting = True
            self._orders.append(Rest(self._failures))

    # ------------------------------------------------------------------ answers

    def _attach(self, pending: Pending) -> None:
        if pending.parent is None or pending.trial is None:
            pending.assignment.root = pending
        else:
            pending.parent.under_way[pending.trial.index] = pending

    def _deliver(self, pending: Pending, answer: Answer, nodes: int) -> None:
        """Bring an answer to the node that waits for it, or to the master."""
        if pending.parent is None or pending.trial is None:
            self._finish(pending.assignment, answer, nodes)
            return
        del pending.parent.under_way[pending.trial.index]
        pending.parent.spent += nodes
        pending.parent.note(pending.trial, answer)
        self._review(pending.parent)

    def _review(self, node: Node) -> None:
        """Follow a change of a node's window or knowledge: answer it if it is done, renew or drop the question."""
        answer = node.answer(self._tree.longest_mate)
        if answer is not None:
            self._close(node)
            self._remember(node, answer)
            self._deliver(node, answer, node.spent)
            return
        for pending in node.in_order():
            if node.is_closed:
                return  # by what came of an earlier trial's new window
            trial = pending.trial
            if trial is None or trial.index not in node.under_way:
                continue  # by the same
            if trial is not node.passing and node.is_settled(trial):
                del node.under_way[trial.index]
                self._discard(pending)
            else:
                self._renew(pending, node.question_about(trial))

    def _renew(self, pending: Pending, question: Question) -> None:
        """Tell whoever answers a question that its window has moved."""
        old = pending.question
        if (old.alpha, old.beta) == (question.alpha, question.beta) or old.depth != question.depth:
            return
        if isinstance(pending, SubtreeSearch):
            if self._conduct.restart_searches and not pending.is_abandoned:
                self._orders.append(Stop(pending.number))
            return
        if isinstance(pending, Errand):
            pending.question = question
            self._send(pending.worker, WindowUpdate(pending.task, question.alpha, question.beta))
        elif isinstance(pending, Node):
            pending.move_window(question)
            self._review(pending)

    def _remember(self, node: Node, answer: Answer) -> None:
        """Have what came out for a node remembered, and told if it is worth it."""
        least = self._conduct.share_depth
        is_told = least is not None and node.depth >= least and bool(self._others)
        self._tree.learn(node.key, len(node.path), node.depth, answer, is_told)
        self._tell()

    def _tell(self) -> None:
        """Tell all others what the tree has gathered for them, if it is enough for a message."""
        content = self._tree.take_findings()
        if content is not None:
            told = Findings(content)
            for other in self._others:
                self._send(other, told)

    def _finish(self, assignment: Assignment, answer: Answer, nodes: int) -> None:
        """Send the RESULT of an assignment, which dissolves the tie to its master."""
        self._assignments.remove(assignment)
        assignment.root = None
        if assignment.master is None:
            self._orders.append(Answered(answer))
        else:
            self._send(assignment.master, Result(assignment.task, answer, nodes))

    def _take_result(self, sender: int, task: int, answer: Answer, nodes: int) -> None:
        errand = self._errands.get(task)
        if errand is None or errand.worker != sender:
            # It crossed our CUTOFF on its way.
            self.effort.wasted_nodes += nodes
            return
        del self._errands[task]
        self._deliver(errand, answer, nodes)

    # ------------------------------------------------------------------ changes from above

    def _assignments_of(self, master: int, task: int) -> list[Assignment]:
        return [each for each in self._assignments if each.master == master and each.task == task]

    def _move_window(self, master: int, task: int, alpha: int, beta: int) -> None:
        for assignment in self._assignments_of(master, task):
            old = assignment.question
            assignment.question = replace(old, alpha=alpha, beta=beta)
            if assignment.root is not None:
                self._renew(assignment.root, assignment.question)

    def _drop(self, assignment: Assignment) -> None:
        """Give up an assignment that is no longer wanted."""
        self._assignments.remove(assignment)
        root, assignment.root = assignment.root, None
        if root is not None:
            self._discard(root)

    def _discard(self, pending: Pending) -> None:
        """Give up whatever is being done about a question."""
        if isinstance(pending, SubtreeSearch):
            pending.is_abandoned = True
            self._orders.append(Stop(pending.number))
        elif isinstance(pending, Errand):
            del self._errands[pending.task]
            self._send(pending.worker, Cutoff(pending.task))
        elif isinstance(pending, Node):
            self.effort.wasted_nodes += pending.spent
            self._close(pending)

    def _close(self, node: Node) -> None:
        """Ask nothing more about a node."""
        node.is_closed = True
        pendings = node.in_order()
        node.under_way.clear()
        for pending in pendings:
            self._discard(pending)

    def _reopen(self, pending: Pending) -> None:
        """Open a question again that nobody answers any more."""
        if pending.parent is None or pending.trial is None:
            pending.assignment.root = None
        else:
            del pending.parent.under_way[pending.trial.index]

    # ------------------------------------------------------------------ orders

    def _send(self, to: int, message: Message) -> None:
        self.effort.messages += 1
        self._orders.append(Send(to, message))

    def _taken_orders(self) -> list[Order]:
        orders, self._orders = self._orders, []
        return orders


def _deepest(node: Node) -> tuple[Node, Trial] | None:
    """Where depth-first search goes on below a node: the leftmost open node with something to do, and its move."""
    for below in node.open_children():
        found = _deepest(below)
        if found is not None:
            return found
    trial = node.next_trial()
    return None if trial is None else (node, trial)


def _nodes_below(node: Node) -> Iterator[Node]:
    """A node and all open ones below it in this process, from the left."""
    yield node
    for below in node.open_children():
        yield from _nodes_below(below)
