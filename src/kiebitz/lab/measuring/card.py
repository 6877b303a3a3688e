"""What Hydra's coprocessor, simulated, takes for calls of some depth."""

from __future__ import annotations

from kiebitz.hardware.budget import budget_of
from kiebitz.hardware.question import FULL, Knowledge, question_of
from kiebitz.hardware.simulator.choice import SimulatorName, coprocessor
from kiebitz.hardware.simulator.coprocessor import Coprocessor
from kiebitz.hardware.simulator.tools import MissingToolError

QUICK_POSITIONS = 2

Cost = tuple[int, dict[str, int]]
"""Nodes of a call, and its cycles by module."""


def card(knowledge: Knowledge = FULL) -> Coprocessor | str:
    """The machine with this knowledge, or the sentence that says why there is none."""
    try:
        return coprocessor(SimulatorName.VERILATOR, knowledge)
    except MissingToolError as error:
        return str(error)


def costs_of(machine: Coprocessor, fen: str, depth: int) -> tuple[Cost, Cost]:
    """What a call costs in an open window, and in one a centipawn wide: whether the value is exceeded."""
    import chess

    from kiebitz.hardware.circuit.alpha_beta_fsm import STATES

    board = chess.Board(fen)
    wide = machine.ask(question_of(board, depth))
    narrow = machine.ask(question_of(board, depth, wide.value, wide.value + 1))
    budgets = (budget_of([answer], STATES) for answer in (wide, narrow))
    first, second = ((budget.nodes, budget.cycles) for budget in budgets)
    return first, second
