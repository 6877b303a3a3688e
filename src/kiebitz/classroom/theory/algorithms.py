"""The algorithms of the laboratory by name: how each is run, where it is written, whose view its values take."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kiebitz.classroom.theory.alphabeta import alphabeta
from kiebitz.classroom.theory.fail_soft import fail_soft
from kiebitz.classroom.theory.minimax import best_move_black, best_move_white, minimax
from kiebitz.classroom.theory.mtdf import mtdf, with_memory
from kiebitz.classroom.theory.negamax import negamax
from kiebitz.classroom.theory.node import GameNode, Value
from kiebitz.classroom.theory.principal_variation_search import principal_variation_search
from kiebitz.classroom.theory.watch import Watch

# Where MTD(f) begins. On an abstract tree nothing better is known than "even".
FIRST_GUESS = 0


@dataclass(frozen=True, slots=True)
class Algorithm:
    """An algorithm that finds the minimax value of a tree."""

    name: str
    """Its name as people type it."""
    title: str
    """Its name as people say it."""
    source: str
    """The author, and the year."""
    functions: tuple[Callable[..., Any], ...]
    """The functions that make it up, in reading order, all of one file."""
    is_negamax: bool
    """True if its windows and values take the mover's view; else MAX's."""
    has_windows: bool
    """True if it works with a window of bounds at all."""
    run: Callable[[GameNode, Watch], Value]
    """Searches a tree from its root under a watch and returns the root's value, MAX's view."""


def _windowed(
    search: Callable[[GameNode, Value, Value, Watch], Value], *, is_negamax: bool
) -> Callable[[GameNode, Watch], Value]:
    """How to run a search that takes a window."""

    def run(root: GameNode, watch: Watch) -> Value:
        value = search(root, -math.inf, math.inf, watch)
        return value if root.is_max or not is_negamax else -value

    return run


def _tartan(root: GameNode, watch: Watch) -> Value:
    value, _ = best_move_white(root, watch) if root.is_max else best_move_black(root, watch)
    return value


def _mtdf(root: GameNode, watch: Watch) -> Value:
    value = mtdf(root, FIRST_GUESS, watch)
    return value if root.is_max else -value


ALGORITHMS = {
    algorithm.name: algorithm
    for algorithm in (
        Algorithm("minimax", "Minimax", "J. von Neumann, 1928; C. Shannon, 1950", (minimax,), False, False, minimax),
        Algorithm(
            "tartan",
            "Minimax in two functions that call each other",
            "C. Zwerschke, Tartan, 1991",
            (best_move_white, best_move_black),
            False,
            False,
            _tartan,
        ),
        Algorithm(
            "alphabeta",
            "Alpha-beta",
            "D. Knuth and R. Moore, 1975, in the form of U. Lorenz's lecture",
            (alphabeta,),
            False,
            True,
            _windowed(alphabeta, is_negamax=False),
        ),
        Algorithm(
            "negamax",
            "Alpha-beta, negamax form",
            "D. Knuth and R. Moore, 1975, in the form of U. Lorenz's lecture",
            (negamax,),
            True,
            True,
            _windowed(negamax, is_negamax=True),
        ),
        Algorithm(
            "failsoft",
            "Alpha-beta, fail-soft",
            "J. Fishburn, 1983",
            (fail_soft,),
            True,
            True,
            _windowed(fail_soft, is_negamax=True),
        ),
        Algorithm(
            "pvs",
            "Principal variation search",
            "T. Marsland and M. Campbell, 1982",
            (principal_variation_search,),
            True,
            True,
            _windowed(principal_variation_search, is_negamax=True),
        ),
        Algorithm(
            "mtdf",
            "MTD(f)",
            "A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, 1996",
            (mtdf, with_memory),
            True,
            True,
            _mtdf,
        ),
    )
}
