"""Explicit game trees: written down, uniform, random; and the same tree with its branches in another order.

A tree is grown from a ``Shape``: a number is a leaf, a list an inner node, and ``Branch`` names the move that leads to
either. ``[[3, 12], [2, 4]]`` is a tree of two plies with four leaves.
"""

from __future__ import annotations

import itertools
import json
import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Union

from kiebitz.classroom.theory.node import Node, Value, true_values

# What a tree may be at most: Python's own stack bounds the depth, patience the size.
MAX_NODES = 1_000_000
MOST_CHARACTERS = 32 * MAX_NODES
MAX_DEPTH = 200
DEFAULT_LEAST, DEFAULT_GREATEST = -99, 99


class TreeError(ValueError):
    """A description that no tree can be grown from; the text says what to write instead."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A move and what follows it."""

    move: str
    """The move, in any notation."""
    below: Shape
    """The tree after it."""


Shape = Union[int, float, "Branch", Sequence["Shape"]]


def grow(shape: Shape, *, root_is_max: bool = True) -> Node:
    """Grow the tree that a shape describes, numbered from 1 in preorder. Raises TreeError."""
    numbers = itertools.count(1)

    def node(shape: Shape, is_max: bool, depth: int, move: str) -> Node:
        if isinstance(shape, Branch):
            return node(shape.below, is_max, depth, shape.move)
        number = next(numbers)
        if number > MAX_NODES or depth > MAX_DEPTH:
            raise TreeError(f"the tree is too large; at most {MAX_NODES:,} nodes and {MAX_DEPTH} plies")
        if isinstance(shape, bool) or not isinstance(shape, (int, float, list, tuple)):
            raise TreeError(f"{shape!r} is no part of a tree; write a number for a leaf, a list for a node")
        if isinstance(shape, (int, float)):
            if not math.isfinite(shape):
                raise TreeError(f"{shape} is no value of a leaf; write a finite number")
            return Node(number, is_max, (), shape, move)
        if not shape:
            raise TreeError("a node without moves is a leaf and needs a value; write a number instead of []")
        return Node(number, is_max, tuple(node(part, not is_max, depth + 1, "") for part in shape), 0, move)

    return node(shape, root_is_max, 0, "")


def read_tree(text: str) -> Node:
    """Grow the tree written as nested lists of numbers, ``[[3, 12], [2, 4]]``. Raises TreeError."""
    if len(text) > MOST_CHARACTERS:
        raise TreeError(f"the tree has more than {MOST_CHARACTERS:,} characters")
    try:
        shape = json.loads(text)
        return grow(shape)
    except (json.JSONDecodeError, RecursionError) as error:
        raise TreeError(f"not a tree: {error}; write nested lists of numbers such as [[3, 12], [2, 4]]") from error


def uniform(
    branching: int,
    plies: int,
    rng: random.Random,
    *,
    least: int = DEFAULT_LEAST,
    greatest: int = DEFAULT_GREATEST,
) -> Node:
    """A b/t-uniform tree: every inner node has ``branching`` children, every leaf lies at depth ``plies``.

    The leaves' values are drawn independently, ``least`` to ``greatest``; a narrow range makes equal values common.
    """

    def shape(plies: int) -> Shape:
        return [shape(plies - 1) for _ in range(branching)] if plies else rng.randint(least, greatest)

    return grow(shape(plies))


def irregular(
    most_children: int,
    most_plies: int,
    rng: random.Random,
    *,
    least: int = DEFAULT_LEAST,
    greatest: int = DEFAULT_GREATEST,
    leaf_chance: float = 0.2,
) -> Node:
    """A random tree of any form: 1 to ``most_children`` children, leaves at any depth, MAX or MIN at the root."""

    def shape(plies: int) -> Shape:
        if plies == 0 or rng.random() < leaf_chance:
            return rng.randint(least, greatest)
        return [shape(plies - 1) for _ in range(rng.randint(1, most_children))]

    return grow(shape(most_plies), root_is_max=rng.random() < 0.5)


def reordered(root: Node, order: Callable[[Node], Sequence[Node]]) -> Node:
    """The same tree with the children of each node in another order; every node keeps its number."""
    return Node(
        root.number,
        root.is_max,
        tuple(reordered(child, order) for child in order(root)),
        root.value,
        root.move,
    )


def best_first(root: Node) -> Node:
    """The tree in perfect order: at every node the best move for its mover comes first."""
    values = true_values(root)
    return reordered(root, lambda node: sorted(node.children, key=lambda c: values[c.number], reverse=node.is_max))


def worst_first(root: Node) -> Node:
    """The tree with the best move last everywhere. (Not always the costliest order: see ``costliest``.)"""
    values = true_values(root)
    return reordered(root, lambda node: sorted(node.children, key=lambda c: values[c.number], reverse=not node.is_max))


def shuffled(root: Node, rng: random.Random) -> Node:
    """The tree with the children of every node in random order."""
    return reordered(root, lambda node: rng.sample(node.children, len(node.children)))


def costliest(branching: int, plies: int) -> Node:
    """A uniform tree on which alpha-beta visits every node, as the lecture says can happen.

    Each leaf is given a value strictly between the bounds with which the search arrives: it is put right behind the
    present lower bound in a list of all values, which in the end numbers them. No window is ever closed, so no branch
    is ever cut.
    """
    below, above = 0, 1  # the places of the two infinities
    places = itertools.count(2)
    after = {below: above}

    def shape(plies: int, is_max: bool, low: int, high: int) -> tuple[Shape, int]:
        """A subtree whose values all lie between two places, and the place of its own value."""
        if plies == 0:
            place = next(places)
            after[place], after[low] = after[low], place
            return [place], place
        parts: list[Shape] = []
        for _ in range(branching):
            part, place = shape(plies - 1, not is_max, low, high)
            parts.append(part)
            low, high = (place, high) if is_max else (low, place)
        return parts, low if is_max else high

    described, _ = shape(plies, True, below, above)
    rank: dict[int, Value] = {}
    place = after[below]
    while place != above:
        rank[place] = len(rank) + 1
        place = after[place]

    def ranked(shape: Shape, plies: int) -> Shape:
        assert isinstance(shape, list)
        return [ranked(part, plies - 1) for part in shape] if plies else rank[shape[0]]

    return grow(ranked(described, plies))
