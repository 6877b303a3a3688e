"""The theorem behind the leaf count, made checkable: what any algorithm must have seen.

*Let A be any algorithm that computes the minimax value F(r) of a game tree G. Then the children of G's inner nodes can
be permuted so that every node that alpha-beta visits on the result G′ was visited by A on G.*

Whoever knows F(r) has seen leaves that prove F(r) ≥ f and leaves that prove F(r) ≤ f. A proof of ≥ needs one child at
MAX's nodes and all at MIN's; one of ≤ the other way round. (Such proofs are solution trees, G. Stockman, 1979.)
``permuted`` finds both among the leaves that A evaluated and puts the child that each proof chose first. Where A's
leaves prove nothing, A did not earn its result, and ``NoProofError`` says so.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from kiebitz.classroom.theory.node import Node, Value
from kiebitz.classroom.theory.trees import reordered


class NoProofError(ValueError):
    """The leaves that were evaluated do not prove the value."""


def permuted(root: Node, evaluated: Collection[int], value: Value) -> Node:
    """The tree G′ of the theorem for an algorithm that evaluated these leaves of G and returned ``value``.

    ``evaluated`` holds the leaves' numbers; ``value`` is MAX's view. Raises NoProofError.
    """
    seen = frozenset(evaluated)
    at_least = _provable(root, lambda leaf: leaf.number in seen and leaf.value >= value, any_at_max=True)
    at_most = _provable(root, lambda leaf: leaf.number in seen and leaf.value <= value, any_at_max=False)
    if root.number not in at_least or root.number not in at_most:
        raise NoProofError(f"the leaves evaluated do not prove that the value is {value:g}")
    first: dict[int, Node] = {}
    _choose(root, at_least, at_most, first)

    def order(node: Node) -> list[Node]:
        chosen = first.get(node.number)
        if chosen is None:
            return list(node.children)
        return [chosen, *(child for child in node.children if child is not chosen)]

    return reordered(root, order)


def _provable(root: Node, proves: Callable[[Node], bool], *, any_at_max: bool) -> set[int]:
    """The nodes of which the leaves prove a bound: by any child at one side's nodes, by all at the other's."""
    proven: set[int] = set()

    def visit(node: Node) -> bool:
        if node.is_leaf:
            holds = proves(node)
        else:
            below = [visit(child) for child in node.children]
            holds = any(below) if node.is_max == any_at_max else all(below)
        if holds:
            proven.add(node.number)
        return holds

    visit(root)
    return proven


def _choose(node: Node, at_least: set[int], at_most: set[int], first: dict[int, Node]) -> None:
    """Put first, from a node that needs both proofs, the child that its mover chose; below the others, one proof."""
    if node.is_leaf:
        return
    own, other = (at_least, at_most) if node.is_max else (at_most, at_least)
    chosen = next(child for child in node.children if child.number in own and child.number in other)
    first[node.number] = chosen
    _choose(chosen, at_least, at_most, first)
    for child in node.children:
        if child is not chosen:
            _choose_one(child, other, first)


def _choose_one(node: Node, proven: set[int], first: dict[int, Node], *, mover_chooses: bool = True) -> None:
    """The same below a node of which one bound is proven; movers who choose and who don't take turns."""
    if node.is_leaf:
        return
    if not mover_chooses:
        for child in node.children:
            _choose_one(child, proven, first, mover_chooses=True)
        return
    chosen = next(child for child in node.children if child.number in proven)
    first[node.number] = chosen
    _choose_one(chosen, proven, first, mover_chooses=False)
