"""The budget of cycles as a table and sentences for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kiebitz_hydra.budget import (
    HYDRA_CALLS_A_SECOND,
    HYDRA_CLOCK_HZ,
    HYDRA_CYCLES_A_NODE,
    ITEMS,
    Budget,
    in_evaluate,
)
from kiebitz_hydra.question import Knowledge

if TYPE_CHECKING:
    from rich.table import Table


def budget_table(budget: Budget, knowledge: Knowledge) -> Table:
    """Cycles for a node by module of a machine with this knowledge: counted here, allotted by the document."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), show_edge=False)
    table.add_column("Module", no_wrap=True)
    table.add_column("Cycles a node", justify="right", no_wrap=True)
    table.add_column("Document", no_wrap=True)
    for item in ITEMS:
        counted = f"{budget.cycles[item.module] / budget.nodes:.2f}" if item.states else "beside others"
        table.add_row(item.module, counted, item.document)
        if item.module == "Evaluate":
            for module, cycles in in_evaluate(knowledge).items():
                table.add_row(f"  {module}", cycles, f"of the {item.document}")
    table.add_row("All", f"{budget.cycles_a_node:.2f}", f"{HYDRA_CYCLES_A_NODE}")
    return table


def budget_lines(budget: Budget, clock_hz: float) -> Iterator[str]:
    """The budget at a clock, beside the document's cycles, clock and calls."""
    yield f"{budget.calls} calls, {budget.nodes_a_call:,.0f} nodes a call"
    yield (
        f"At {clock_hz / 1e6:g} MHz: {clock_hz / budget.cycles_a_node / 1e6:.2f} million nodes a second"
        f" (the document's cycles at its clock: {HYDRA_CLOCK_HZ / HYDRA_CYCLES_A_NODE / 1e6:.2f}),"
        f" {budget.calls_a_second(clock_hz):,.0f} calls a second (the document: {HYDRA_CALLS_A_SECOND:,})"
    )
