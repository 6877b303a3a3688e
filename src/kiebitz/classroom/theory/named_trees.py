"""Trees by the names that people type: ``tartan``, ``uniform:2,4``, ``ordered:3,3,0.7``, ``[[3, 12], [2, 4]]``."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from kiebitz.classroom.theory.node import GameNode, Node, leaves
from kiebitz.classroom.theory.planned import PlannedTree
from kiebitz.classroom.theory.tartan_tree import tartan_tree
from kiebitz.classroom.theory.trees import (
    TreeError,
    best_first,
    costliest,
    irregular,
    read_tree,
    uniform,
    worst_first,
)

FORMS = (
    "tartan",
    "uniform:B,T[,SEED]",
    "best:B,T[,SEED]",
    "worst:B,T[,SEED]",
    "ordered:B,T,QUALITY[,SEED]",
    "costliest:B,T",
    "random[:SEED]",
    "or nested lists of values such as [[3, 12], [2, 4]]",
)
# What still makes sense on a screen; nested lists have the limits of ``trees``.
MAX_LEAVES = 256
MAX_DIGITS = 9
RANDOM_CHILDREN, RANDOM_PLIES = 4, 4
RANDOM_LEAF_CHANCE = 0.15


@dataclass(frozen=True, slots=True)
class NamedTree:
    """A tree and what it is."""

    root: Node
    title: str
    """In words, for headings."""


def named_tree(text: str) -> NamedTree:
    """The tree that a text means; at most MAX_LEAVES leaves. Raises TreeError."""
    name, _, rest = text.strip().partition(":")
    if text.lstrip().startswith("["):
        tree = NamedTree(read_tree(text), f"The tree {text.strip()}")
    elif name in _GROWERS:
        tree = _GROWERS[name](_Arguments(name, rest))
    else:
        raise TreeError(f"there is no tree '{text}'; give {', '.join(FORMS)}")
    _check_size(sum(1 for _ in leaves(tree.root)))
    return tree


def _check_size(count: int) -> None:
    if count > MAX_LEAVES:
        raise TreeError(f"a tree of more than {MAX_LEAVES} leaves is too large to be watched; make it smaller")


class _Arguments:
    """The numbers behind a tree's name."""

    def __init__(self, name: str, text: str) -> None:
        self._name = name
        self._parts = [part.strip() for part in text.split(",")] if text.strip() else []

    def next_int(self, what: str, least: int, default: int | None = None) -> int:
        if not self._parts:
            if default is None:
                raise self._fault(what)
            return default
        part = self._parts.pop(0)
        if not part.isdecimal() or len(part) > MAX_DIGITS or int(part) < least:
            greatest = 10**MAX_DIGITS - 1
            raise self._fault(f"{what}: '{part[: MAX_DIGITS + 1]}' is no whole number from {least} to {greatest}")
        return int(part)

    def next_chance(self, what: str) -> float:
        if not self._parts:
            raise self._fault(what)
        part = self._parts.pop(0)
        try:
            chance = float(part)
        except ValueError:
            chance = -1
        if not 0 <= chance <= 1:
            raise self._fault(f"{what}: '{part}' is no number from 0 to 1")
        return chance

    def uniform_size(self) -> tuple[int, int]:
        """Branches and plies of a tree that is small enough."""
        branching, plies = self.next_int("branches", 1), self.next_int("plies", 0)
        if plies > MAX_LEAVES:
            raise TreeError(f"{plies} plies are too many to be watched; at most {MAX_LEAVES}")
        _check_size(branching**plies)
        return branching, plies

    def end(self) -> None:
        if self._parts:
            raise self._fault(f"'{','.join(self._parts)}' is too much")

    def _fault(self, what: str) -> TreeError:
        form = next(form for form in FORMS if form.startswith(self._name))
        return TreeError(f"the tree '{self._name}' wants {form}: {what}")


def _tartan(arguments: _Arguments) -> NamedTree:
    arguments.end()
    return NamedTree(tartan_tree(), "The tree of Tartan's article (figure 3), completed by us")


def _uniform_in(order: Callable[[Node], Node] | None, words: str) -> Callable[[_Arguments], NamedTree]:
    def grow_it(arguments: _Arguments) -> NamedTree:
        branching, plies = arguments.uniform_size()
        seed = arguments.next_int("seed", 0, 0)
        arguments.end()
        root = uniform(branching, plies, random.Random(seed))
        title = f"A uniform tree, {branching} branches, {plies} plies, {words} (seed {seed})"
        return NamedTree(order(root) if order else root, title)

    return grow_it


def _ordered(arguments: _Arguments) -> NamedTree:
    branching, plies = arguments.uniform_size()
    quality = arguments.next_chance("quality")
    seed = arguments.next_int("seed", 0, 0)
    arguments.end()
    root = explicit(PlannedTree(branching, plies, quality=quality, seed=seed).root)
    words = f"the best move first with a chance of {quality:g}"
    return NamedTree(root, f"A uniform tree, {branching} branches, {plies} plies, {words} (seed {seed})")


def _costliest(arguments: _Arguments) -> NamedTree:
    branching, plies = arguments.uniform_size()
    arguments.end()
    words = "on which alpha-beta saves nothing"
    return NamedTree(costliest(branching, plies), f"A uniform tree, {branching} branches, {plies} plies, {words}")


def _random(arguments: _Arguments) -> NamedTree:
    seed = arguments.next_int("seed", 0, 0)
    arguments.end()
    rng = random.Random(seed)
    root = irregular(RANDOM_CHILDREN, RANDOM_PLIES, rng, leaf_chance=RANDOM_LEAF_CHANCE)
    return NamedTree(root, f"A random tree (seed {seed})")


_GROWERS: dict[str, Callable[[_Arguments], NamedTree]] = {
    "tartan": _tartan,
    "uniform": _uniform_in(None, "in random order"),
    "best": _uniform_in(best_first, "the best move first"),
    "worst": _uniform_in(worst_first, "the best move last"),
    "ordered": _ordered,
    "costliest": _costliest,
    "random": _random,
}


def explicit(node: GameNode) -> Node:
    """A copy of a tree that grows while it is walked, as one that stands there."""
    children = tuple(explicit(child) for child in node.children)
    return Node(node.number, node.is_max, children, node.value if node.is_leaf else 0, node.move)
