"""What Hydra's coprocessor, simulated, takes for calls of some depth."""

from __future__ import annotations

from itertools import islice

from kiebitz.hardware.budget import bench_boards, budget_of
from kiebitz.hardware.question import FULL, Answer, Knowledge, question_of
from kiebitz.hardware.simulator.choice import SimulatorName, coprocessor
from kiebitz.hardware.simulator.coprocessor import Coprocessor
from kiebitz.hardware.simulator.tools import MissingToolError

QUICK_POSITIONS = 2

Cost = tuple[int, int, dict[str, int]]
"""Calls, their nodes, and their cycles by module."""


def card(knowledge: Knowledge = FULL) -> Coprocessor | str:
    """The machine with this knowledge, or the sentence that says why there is none."""
    try:
        return coprocessor(SimulatorName.VERILATOR, knowledge)
    except MissingToolError as error:
        return str(error)


def calls_of_depth(machine: Coprocessor, depth: int, *, quick: bool, every: int = 1) -> tuple[Cost, Cost]:
    """What the bench's positions cost in an open window, and in one a centipawn wide: whether the value is exceeded.

    Of ``every`` so many positions the first is asked about; ``quick``: of the first two.
    """
    from kiebitz.hardware.circuit.alpha_beta_fsm import STATES

    answers: list[tuple[Answer, Answer]] = []
    for board in islice(bench_boards(), 0, QUICK_POSITIONS if quick else None, every):
        answer = machine.ask(question_of(board, depth))
        answers.append((answer, machine.ask(question_of(board, depth, answer.value, answer.value + 1))))
    wide, narrow = (budget_of(each, STATES) for each in zip(*answers, strict=True))
    return (wide.calls, wide.nodes, wide.cycles), (narrow.calls, narrow.nodes, narrow.cycles)
