"""Time of calls of some depth on Hydra's coprocessor, simulated."""

from __future__ import annotations

from kiebitz_hydra.budget import budget_of
from kiebitz_hydra.question import FULL, Answer, Knowledge, question_of
from kiebitz_hydra.simulator.choice import SimulatorName, coprocessor
from kiebitz_hydra.simulator.coprocessor import Coprocessor
from kiebitz_hydra.simulator.tools import MissingToolError

Cost = tuple[int, dict[str, int]]
"""Nodes of a call, and its cycles by module."""


def card(knowledge: Knowledge = FULL) -> Coprocessor | str:
    """The machine with this knowledge, or the sentence that says why there is none."""
    try:
        return coprocessor(SimulatorName.VERILATOR, knowledge)
    except MissingToolError as error:
        return str(error)


def cost_in_open_window(machine: Coprocessor, fen: str, depth: int) -> Cost:
    """Cost of a call that asks for the value."""
    import chess

    return _cost(machine.ask(question_of(chess.Board(fen), depth)))


def costs_of(machine: Coprocessor, fen: str, depth: int) -> tuple[Cost, Cost]:
    """Cost of a call in an open window, and in one a centipawn wide: whether the value is exceeded."""
    import chess

    board = chess.Board(fen)
    wide = machine.ask(question_of(board, depth))
    narrow = machine.ask(question_of(board, depth, wide.value, wide.value + 1))
    return _cost(wide), _cost(narrow)


def _cost(answer: Answer) -> Cost:
    from kiebitz_hydra.circuit.alpha_beta_fsm import STATES

    budget = budget_of([answer], STATES)
    return budget.nodes, budget.cycles
