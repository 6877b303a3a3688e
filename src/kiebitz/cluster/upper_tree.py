"""The upper part of the game tree as explicit data: what is known about each move of a node, and what to ask next.

A node keeps for every move a lower and an upper bound of its value (the node's view) and derives all else from them:
a move is *settled* when its bounds leave no question that matters for the node's window, and the next question about a
move that isn't is the narrowest one that would settle it. So a window may move in any direction at any time: nothing
that was proven is lost, and nothing is asked that is known.

Equal values: the earlier move counts as the better one, whichever was searched first. A move before the best one so far
is therefore asked whether it reaches the best value, a move after it whether it exceeds it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from kiebitz.cluster.question import Answer, Expansion, Path, Question
from kiebitz.core.value import INFINITE


@dataclass(slots=True, eq=False)
class Trial:
    """One move of a node and what is known about it."""

    move: int
    index: int
    """Place in the order of moves; -1 for the null move."""
    reduction: int = 0
    """Plies still taken off its depth; 0 once it has failed high."""
    lower: int = -INFINITE
    upper: int = INFINITE
    failed_high: bool = False
    """True if it once was better than asked; it is then searched in full."""
    line: Path = ()
    """The best line through it, from the node."""


@dataclass(slots=True, eq=False)
class Pending:
    """A question under way: in a node of the upper tree here, in a subtree search here, or at a worker."""

    question: Question
    parent: Node | None
    """The node whose move this is about; None for an assignment's own question."""
    trial: Trial | None
    assignment: Assignment
    """On whose behalf."""


@dataclass(slots=True, eq=False)
class SubtreeSearch(Pending):
    """A subtree search in this process."""

    number: int = 0
    is_abandoned: bool = False


@dataclass(slots=True, eq=False)
class Errand(Pending):
    """A question that another process answers."""

    task: int = 0
    worker: int = 0


@dataclass(slots=True, eq=False)
class Assignment:
    """A question that this process has to answer: to its master, or (rank None) to its own caller."""

    master: int | None
    task: int
    question: Question
    root: Pending | None = None
    """How it is being answered; None before it has begun."""


@dataclass(slots=True, eq=False)
class Node(Pending):
    """A node of the upper tree that is being searched here."""

    alpha: int = -INFINITE
    beta: int = INFINITE
    depth: int = 0
    key: int = 0
    passing: Trial | None = None
    """The null move, as long as it may refute."""
    trials: list[Trial] = field(default_factory=list)
    under_way: dict[int, Pending] = field(default_factory=dict)
    """The ranks that are finding out more about a move, by its index."""
    best: Trial | None = None
    """The earliest of the moves with the greatest lower bound, if that is above alpha."""
    is_closed: bool = False
    """True if it is answered or given up."""
    spent: int = 0
    """Nodes searched below it by what has ended."""
    use_scouts: bool = True
    """Whether later moves are first asked only whether they are better (principal variation search)."""

    def take(self, expansion: Expansion) -> None:
        """Become what the tree says the node consists of."""
        self.depth = expansion.depth
        self.key = expansion.key
        if expansion.pass_move is not None:
            self.passing = Trial(*expansion.pass_move[:1], index=-1)
            self.passing.reduction = self.depth - 1 - expansion.pass_move[1]
        self.trials = [
            Trial(move, index, reduction if self.use_scouts else 0)
            for index, (move, reduction) in enumerate(expansion.moves)
        ]

    @property
    def path(self) -> Path:
        """From the root of the whole tree."""
        return self.question.path

    # ------------------------------------------------------------------ what is being found out

    def in_order(self) -> list[Pending]:
        """The moves under way, in their order."""
        under_way = self.under_way
        return list(under_way.values()) if len(under_way) < 2 else [under_way[index] for index in sorted(under_way)]

    def open_children(self) -> list[Node]:
        """The nodes right below this one that are being searched here, in the order of the moves."""
        return [pending for pending in self.in_order() if isinstance(pending, Node)]

    # ------------------------------------------------------------------ questions

    def floor(self, trial: Trial) -> int:
        """The value a move must exceed to matter."""
        best = self.best
        if best is None:
            return self.alpha
        # The best move's lower bound is above alpha, so what it leaves to earlier moves isn't below it.
        return best.lower - 1 if trial.index <= best.index else best.lower

    def is_settled(self, trial: Trial) -> bool:
        """True if nothing more need be known about a move."""
        lower, upper = trial.lower, trial.upper
        return lower == upper or lower >= self.beta or upper <= self.floor(trial)

    def _unsettled(self) -> Iterator[Trial]:
        """The moves of which more must be known, in their order: ``is_settled`` for all of them at once."""
        best, beta, floor, next_best = self.best, self.beta, self.alpha, len(self.trials)
        if best is not None:
            floor, next_best = best.lower - 1, best.index
        for trial in self.trials:
            lower, upper = trial.lower, trial.upper
            if lower != upper and lower < beta and upper > (floor if trial.index <= next_best else floor + 1):
                yield trial

    def elders_are_settled(self) -> bool:
        """True if the younger brothers need wait no longer (Young Brothers Wait Concept, Feldmann 1993)."""
        return self.passing is None and self.is_settled(self.trials[0])

    def next_trial(self) -> Trial | None:
        """The first move that someone should look at now."""
        under_way = self.under_way
        if not self.elders_are_settled():
            eldest = self.passing or self.trials[0]
            return None if eldest.index in under_way else eldest
        return next((trial for trial in self._unsettled() if trial.index not in under_way), None)

    def question_about(self, trial: Trial) -> Question:
        """The question to ask about a move now, from the view of the side that then has the move."""
        path = (*self.path, trial.move)
        cut_node = self.question.cut_node
        iteration = self.question.iteration
        depth = self.depth - 1 - trial.reduction
        if trial is self.passing:
            return Question(path, depth, -self.beta, -self.beta + 1, not cut_node, iteration)
        floor = self.floor(trial)
        is_principal = self.beta - self.alpha > 1
        # Who was better than some floor is asked by how much, though another one has raised it meanwhile: two scouts
        # that raise it for each other would go on by the least step.
        if trial.index == 0 or not self.use_scouts or (is_principal and trial.lower > -INFINITE):
            return Question(path, depth, -self.beta, -floor, not is_principal and not cut_node, iteration)
        return Question(path, depth, -floor - 1, -floor, not cut_node if trial.failed_high else True, iteration)

    # ------------------------------------------------------------------ answers

    def note(self, trial: Trial, answer: Answer) -> None:
        """Take what was found out about a move; the answer is the other side's view."""
        lower, upper = -answer.upper, -answer.lower
        line = (trial.move, *answer.line)
        if trial is self.passing:
            self._note_pass(lower)
            return
        if trial.reduction:
            if lower > self.floor(trial):
                # Better than expected: all depth from now on, and what a shallow search said counts no more.
                trial.reduction, trial.lower, trial.upper, trial.failed_high = 0, -INFINITE, INFINITE, True
            else:
                trial.upper = min(upper, INFINITE)
            return
        if lower == upper:
            trial.lower = trial.upper = lower
        elif upper < INFINITE:
            trial.lower, trial.upper = min(trial.lower, upper), upper
        else:
            trial.lower, trial.upper = lower, max(trial.upper, lower)
        if lower > -INFINITE:
            trial.failed_high = True
            trial.line = line
        elif not trial.line:
            trial.line = line
        self._find_best()

    def _note_pass(self, lower: int) -> None:
        """Take what was found about the null move, which refutes or is forgotten."""
        trial = self.passing
        if trial is not None and lower >= self.beta:
            trial.lower = lower
        else:
            self.passing = None

    def _find_best(self) -> None:
        best, least = None, self.alpha
        for trial in self.trials:
            # A reduced search's bound is none of the move's.
            if trial.lower > least:
                best, least = trial, trial.lower
        self.best = best

    def move_window(self, question: Question) -> None:
        """Take a question about the same node with another window."""
        self.question = question
        self.alpha, self.beta = question.alpha, question.beta
        self._find_best()

    def answer(self, longest_mate: int) -> Answer | None:
        """The node's answer, once there is one. Lower bounds from ``longest_mate`` on are mates."""
        if self.passing is not None:
            if self.passing.lower >= self.beta:
                # A mate found after passing proves nothing about its length.
                return Answer(self.beta if self.passing.lower >= longest_mate else self.passing.lower, INFINITE)
            return None
        if self.best is not None and self.best.lower >= self.beta:
            return Answer(self.best.lower, INFINITE, self.best.line)
        if next(self._unsettled(), None) is not None:
            return None
        if self.best is not None:
            return Answer(self.best.lower, self.best.lower, self.best.line)
        return Answer(-INFINITE, max(trial.upper for trial in self.trials), self.trials[0].line)
