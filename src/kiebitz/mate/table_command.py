"""``kiebitz lab mate``: a mate proved by proof numbers; the table may be small, overwrite or collect garbage."""

from __future__ import annotations

from typing import Annotated

import typer

from kiebitz.commandline.line_text import line_text
from kiebitz.commandline.options import Fen
from kiebitz.commandline.position_argument import position_argument
from kiebitz.commandline.refusal import INTERRUPTED, refuse

MAX_MOVES, FEWEST_ENTRIES = 64, 64
# ``core.mate.design.KEEPINGS``; the core is not to be loaded for a help text.
WAYS = "overwrite, keep large, collect small or collect unreached"
DEFAULT_MOVES, DEFAULT_ENTRIES, DEFAULT_NODES = 15, 1 << 20, 10_000_000
DEFAULT_KEEPING, DEFAULT_SHARE = "collect small", 0.9


def mate(
    fen: Fen,
    *,
    moves: Annotated[
        int, typer.Option("--moves", "-m", min=1, max=MAX_MOVES, help="The mate may take so many.")
    ] = DEFAULT_MOVES,
    checks: Annotated[bool, typer.Option("--checks", help="The attacker only gives check.")] = False,
    nodes: Annotated[int, typer.Option("--nodes", min=1, help="Nodes searched at most.")] = DEFAULT_NODES,
    entries: Annotated[
        int, typer.Option("--entries", min=FEWEST_ENTRIES, help="Size of the table; an entry takes 32 bytes.")
    ] = DEFAULT_ENTRIES,
    keeping: Annotated[
        str, typer.Option("--keeping", metavar="WAY", help=f"What happens when there is no room: {WAYS}.")
    ] = DEFAULT_KEEPING,
    collect_at: Annotated[
        float, typer.Option("--collect-at", metavar="SHARE", help="Use of the table at which garbage is collected.")
    ] = DEFAULT_SHARE,
    table_only: Annotated[
        bool, typer.Option("--table-only", help="Know a node's children from the table alone, as df-pn usually does.")
    ] = False,
) -> None:
    """Prove a mate by proof numbers (df-pn), or that there is none, and see how the solver's table serves."""
    from kiebitz.core.mate.design import ProofTableDesign
    from kiebitz.core.mate.search import MateSearch
    from kiebitz.core.mate.table import ProofTable
    from kiebitz.engine.mate_prover import MateProver

    position = position_argument(fen)
    try:
        table = ProofTable(ProofTableDesign(entries, keeping, collect_at))
        prover = MateProver(MateSearch(table, checks, table_only))
        has_mate = prover.has_mate(position, moves, nodes)
        searched, used, collections = prover.nodes, table.used, prover.collections
        mate = prover.line(position, moves) if has_mate else None
    except (ValueError, MemoryError) as error:
        refuse(str(error))
    except KeyboardInterrupt:
        refuse("interrupted", INTERRUPTED)
    within = f"within {moves} moves" + (" by checks alone" if checks else "")
    if has_mate:
        typer.echo(f"Mate {within}: {line_text(position, mate.line if mate else ())}")
    elif has_mate is None:
        typer.echo(f"Whether there is a mate {within} is not known: {nodes:,} nodes did not suffice")
    else:
        typer.echo(f"No mate {within}")
    typer.echo(
        f"{searched:,} nodes; {used:,} of {table.entries:,} entries in use, garbage collected {collections:,} times"
    )
