"""Space and clock for people, and what is shown while tools work."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from kiebitz_hydra.fpga import clock, resources

if TYPE_CHECKING:
    from rich.table import Table

    from kiebitz_hydra.fpga.clock import Clock
    from kiebitz_hydra.fpga.resources import Space
    from kiebitz_hydra.fpga.tool import Progress

HEADINGS = {"luts": "LUTs", "flip_flops": "Flip-flops", "block_rams": "Block RAMs", "multipliers": "Multipliers"}


@contextmanager
def shown_progress(title: str) -> Iterator[Progress]:
    """Show on standard error what a tool does, if that is a terminal."""
    from kiebitz.commandline.console import make_console

    with make_console(stderr=True).status(title) as status:
        yield lambda step: status.update(f"{title}: {step}")


def space_table(spaces: Sequence[Space]) -> Table:
    """Space of each module, by its place in the design, and all of them beside Hydra's chip."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), show_edge=False)
    table.add_column("Module", no_wrap=True)
    for heading in HEADINGS.values():
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column(f"Of a {resources.CHIP}", justify="right")
    for space in spaces:
        *above, name = space.module.split(".")
        table.add_row(f"{'  ' * len(above)}{name}", *_cells(asdict(space)))
    table.add_row("All", *_cells(total(spaces)))
    return table


def _cells(numbers: dict[str, Any]) -> list[str]:
    """The figures of a row."""
    return [*(f"{numbers[name]:,}" for name in HEADINGS), f"{numbers['luts'] / resources.CHIP_LUTS:.1%}"]


def total(spaces: Sequence[Space]) -> dict[str, int]:
    """The sums over modules."""
    return {name: sum(getattr(space, name) for space in spaces) for name in HEADINGS}


def space_record(spaces: Sequence[Space]) -> dict[str, Any]:
    """The same as plain data."""
    return {
        "chip": resources.CHIP,
        "chip_luts": resources.CHIP_LUTS,
        "all": total(spaces),
        "modules": [asdict(space) for space in spaces],
    }


def clock_lines(reached: Clock) -> Iterator[str]:
    """The clock and its slowest way."""
    yield f"{reached.mhz:.2f} MHz on an {clock.CHIP}"
    yield (
        f"Slowest way: {reached.start} to {reached.end}, {reached.logic_ns + reached.routing_ns:.1f} ns through"
        f" {reached.gates} gates ({reached.logic_ns:.1f} in gates and registers, {reached.routing_ns:.1f} on wires)"
    )
