"""From an algorithm's events to the steps of an animation: what to light, what to write at which node, what to say.

Viewers need no knowledge of search: a ``Step`` tells the line of code, the sentence, and what has changed at which node
since the step before. Everything at the nodes takes MAX's view, whatever view the algorithm takes; ``variables`` are
the algorithm's own.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from kiebitz.analysis.explanation.language import Language
from kiebitz.classroom.animation.listing import ListedLine, listing
from kiebitz.classroom.animation.sentences import SENTENCES
from kiebitz.classroom.theory.algorithms import Algorithm
from kiebitz.classroom.theory.node import Node, Value, leaves, walk
from kiebitz.classroom.theory.watch import Event, Kind, Recorder

MINUS, INFINITY = "−", "∞"


class Status(StrEnum):
    """Where the algorithm stands with a node."""

    UNSEEN = "unseen"
    """Not reached yet, in this pass."""
    OPEN = "open"
    """Being searched: it lies on the way from the root to the current node."""
    DONE = "done"
    """Left with a value or a bound."""
    CUT = "cut"
    """Cut off: it can't matter any more."""


@dataclass(frozen=True, slots=True)
class NodeState:
    """The state of a node."""

    status: Status = Status.UNSEEN
    window: str = ""
    """The window, ``(−∞, 36)``; empty where the algorithm has none."""
    value: str = ""
    """The value with its relation, ``= 0``, ``≤ −8`` or ``≥ 12``; empty while there is none."""


@dataclass(frozen=True, slots=True)
class Step:
    """One picture of the animation."""

    line: int | None
    """Index of the line of the listing that is at work; None once the algorithm has ended."""
    node: int
    """The current node."""
    sentence: str
    """The event, in words."""
    variables: str
    """The algorithm's own variables."""
    leaves: int
    """Evaluations so far."""
    changes: Mapping[int, NodeState]
    """The nodes whose state differs from the step before, by number."""


@dataclass(frozen=True, slots=True)
class Animation:
    """All that a viewer needs."""

    algorithm: Algorithm
    root: Node
    tree_name: str
    """The tree's name, in words."""
    code: tuple[ListedLine, ...]
    steps: tuple[Step, ...]
    leaf_count: int
    """Leaves of the whole tree."""

    def states(self, index: int) -> dict[int, NodeState]:
        """The state of every node at a step, counted from 0."""
        states = {node.number: NodeState() for node in walk(self.root)}
        for step in self.steps[: index + 1]:
            states.update(step.changes)
        return states


def number_text(value: Value) -> str:
    """A value with a real minus sign."""
    if math.isinf(value):
        return INFINITY if value > 0 else MINUS + INFINITY
    return f"{value:g}".replace("-", MINUS)


def animate(algorithm: Algorithm, root: Node, tree_name: str, language: Language = Language.ENGLISH) -> Animation:
    """Run an algorithm on a tree and make the steps of what it did, told in a language."""
    recorder = Recorder()
    value = algorithm.run(root, recorder)
    code = listing(algorithm.functions)
    replay = _Replay(algorithm, root, code, language)
    steps = [replay.step(event) for event in recorder.events]
    steps.append(replay.end(value))
    return Animation(algorithm, root, tree_name, code, tuple(steps), replay.leaf_count)


class _Replay:
    """Follows the events one by one."""

    def __init__(self, algorithm: Algorithm, root: Node, code: tuple[ListedLine, ...], language: Language) -> None:
        self._sentences = SENTENCES[language]
        self._algorithm = algorithm
        self._root = root
        self._nodes = {node.number: node for node in walk(root)}
        self._states = {number: NodeState() for number in self._nodes}
        self._index = {line.number: index for index, line in enumerate(code) if line.number}
        self._tried: dict[int, set[int]] = {number: set() for number in self._nodes}
        self._parents = {child.number: node.number for node in walk(root) for child in node.children}
        self._entered: dict[int, tuple[Value, Value]] = {}
        self._own: dict[int, tuple[Value, Value]] = {}
        # What was found of each node so far, in words by value: where an algorithm remembers, this is what.
        self._found: dict[int, dict[Value, str]] = {number: {} for number in self._nodes}
        self._leaves = 0
        self._changes: dict[int, NodeState] = {}
        self.leaf_count = sum(1 for _ in leaves(root))

    def step(self, event: Event) -> Step:
        """The picture after an event."""
        self._changes = {}
        node = self._nodes[event.node]
        sentence = {
            Kind.ENTER: self._enter,
            Kind.VALUE: self._value,
            Kind.WINDOW: self._window,
            Kind.RECALL: self._recall,
            Kind.NARROW: self._narrow,
            Kind.CUT: self._cut,
            Kind.LEAVE: self._leave,
        }[event.kind](event, node)
        return Step(
            self._index[event.line], node.number, sentence, self._variables(event), self._leaves, dict(self._changes)
        )

    def end(self, value: Value) -> Step:
        """The last picture; ``value`` is the root's, MAX's view."""
        self._changes = {}
        self._set(self._root.number, NodeState(Status.DONE, "", f"= {number_text(value)}"))
        sentence = self._say("end", value=number_text(value), seen=self._leaves, leaves=self.leaf_count)
        return Step(None, self._root.number, sentence, "", self._leaves, dict(self._changes))

    # --- events ---

    def _enter(self, event: Event, node: Node) -> str:
        self._note_tried(node)
        again = self._states[node.number].status is not Status.UNSEEN
        for below in walk(node):
            self._set(below.number, NodeState())
            self._tried[below.number] = set()
        self._entered[node.number] = alpha, beta = self._max_view(event.alpha, event.beta, node)
        self._own[node.number] = event.alpha, event.beta
        has_window = not (math.isinf(alpha) and math.isinf(beta))
        window = _window_text(alpha, beta) if self._has_windows else ""
        self._set(node.number, NodeState(Status.OPEN, window))
        what = self._of("again" if again else "node", node)
        if node.is_leaf:
            name = "leaf"
        elif not self._has_windows:
            name = "moves"
        elif not has_window:
            name = "unknown"
        elif _is_null(alpha, beta):
            name = "question"
        elif math.isinf(beta):
            name = "above"
        elif math.isinf(alpha):
            name = "below"
        else:
            name = "between"
        return self._of(name, node, what=what, alpha=number_text(alpha), beta=number_text(beta))

    def _value(self, event: Event, node: Node) -> str:
        self._leaves += 1
        value = self._max_value(event, node)
        self._write(node, value, "=")
        return self._of("evaluated", node, value=number_text(value))

    def _window(self, event: Event, node: Node) -> str:
        before, now = self._own[node.number], (event.alpha, event.beta)
        self._own[node.number] = now
        state = self._states[node.number]
        if not self._has_windows:
            assert event.value is not None
            best = number_text(event.value)
            self._set(node.number, replace(state, value=f"{'≥' if node.is_max else '≤'} {best}"))
            return self._of("best", node, value=best)
        alpha, beta = self._max_view(event.alpha, event.beta, node)
        self._set(node.number, replace(state, window=_window_text(alpha, beta)))
        if now == before:
            return self._of("nothing_better", node)
        own, other = (alpha, beta) if node.is_max else (beta, alpha)
        name = "sure" if math.isinf(other) or _is_null(*self._entered[node.number]) else "both_sure"
        return self._of(name, node, value=number_text(own), bound=number_text(other))

    def _recall(self, event: Event, node: Node) -> str:
        self._note_tried(node)
        value = self._max_value(event, node)
        self._set(node.number, NodeState(Status.DONE, "", self._found[node.number][value]))
        return self._of("remembered", node, value=number_text(value))

    def _narrow(self, event: Event, node: Node) -> str:
        lower, upper = self._max_view(event.alpha, event.beta, node)
        name = "shown_between"
        if lower == upper:
            name = "shown"
        elif math.isinf(upper):
            name = "shown_at_least"
        elif math.isinf(lower):
            name = "shown_at_most"
        return self._of(name, node, lower=number_text(lower), upper=number_text(upper))

    def _cut(self, event: Event, node: Node) -> str:
        value = self._max_value(event, node)
        self._done(node, value)
        rest = [child for child in node.children if child.number not in self._tried[node.number]]
        for child in rest:
            for below in walk(child):
                self._set(below.number, NodeState(Status.CUT))
        alpha, beta = self._entered[node.number]
        bound = number_text(beta if node.is_max else alpha)
        name = "answers" if _is_null(alpha, beta) else "refutes"
        reason = self._of(name, node, value=number_text(value), bound=bound)
        cut = self._say("beta_cut" if node.is_max else "alpha_cut")
        name = {0: "none_cut", 1: "one_cut"}.get(len(rest), "some_cut")
        return f"{reason} {self._say(name, count=len(rest), cut=cut)}"

    def _leave(self, event: Event, node: Node) -> str:
        relation = self._done(node, self._max_value(event, node))
        name = {"=": "worth", "≤": "worth_at_most", "≥": "worth_at_least"}[relation]
        return self._of(name, node, value=number_text(self._max_value(event, node)))

    # --- what they share ---

    def _say(self, name: str, **fields: object) -> str:
        """A sentence by its name."""
        return self._sentences[name].format(**fields)

    def _of(self, name: str, node: Node, **fields: object) -> str:
        """A sentence of a node."""
        side, other = ("MAX", "MIN") if node.is_max else ("MIN", "MAX")
        after = f" ({node.move})" if node.move else ""
        return self._say(name, node=node.number, after=after, side=side, other=other, **fields)

    @property
    def _has_windows(self) -> bool:
        return self._algorithm.has_windows

    def _set(self, number: int, state: NodeState) -> None:
        if self._states[number] != state:
            self._states[number] = state
            self._changes[number] = state

    def _note_tried(self, node: Node) -> None:
        parent = self._parents.get(node.number)
        if parent is not None:
            self._tried[parent].add(node.number)

    def _done(self, node: Node, value: Value) -> str:
        """Writes the value to the node; returns its relation to the true one."""
        alpha, beta = self._entered[node.number]
        relation = "≤" if value <= alpha else "≥" if value >= beta else "="
        self._write(node, value, relation)
        return relation

    def _write(self, node: Node, value: Value, relation: str) -> None:
        text = f"{relation} {number_text(value)}"
        self._found[node.number][value] = text
        self._set(node.number, NodeState(Status.DONE, "", text))

    def _max_value(self, event: Event, node: Node) -> Value:
        assert event.value is not None
        return -event.value if self._algorithm.is_negamax and not node.is_max else event.value

    def _max_view(self, alpha: Value, beta: Value, node: Node) -> tuple[Value, Value]:
        return (-beta, -alpha) if self._algorithm.is_negamax and not node.is_max else (alpha, beta)

    def _variables(self, event: Event) -> str:
        parts = [f"v = {event.node}"]
        if self._has_windows and event.node in self._own and event.kind not in (Kind.RECALL, Kind.NARROW):
            alpha, beta = self._own[event.node]
            parts += [f"a = {number_text(alpha)}", f"b = {number_text(beta)}"]
        if event.value is not None:
            name = "best" if event.kind is Kind.WINDOW else "returns"
            parts.append(f"{name} {number_text(event.value)}")
        return "   ".join(parts)


def _window_text(alpha: Value, beta: Value) -> str:
    return f"({number_text(alpha)}, {number_text(beta)})"


def _is_null(alpha: Value, beta: Value) -> bool:
    """True if no whole number lies between two bounds, so that a search can only say yes or no."""
    return beta - alpha <= 1
