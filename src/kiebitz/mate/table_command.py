"""``kiebitz lab mate``: a mate proved by proof numbers; the table may be small, overwrite or collect garbage."""

from __future__ import annotations

from typing import Annotated

import typer

from kiebitz.commandline.line_text import line_text
from kiebitz.commandline.options import Fen
from kiebitz.commandline.position_argument import position_of_either_game
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
        int, typer.Option("--moves", "-m", min=1, max=MAX_MOVES, help="Longest mate to look for, in moves.")
    ] = DEFAULT_MOVES,
    checks: Annotated[
        bool, typer.Option("--checks", help="Let the attacker give check with every move; always so in shogi.")
    ] = False,
    nodes: Annotated[int, typer.Option("--nodes", min=1, help="Stop after this many nodes.")] = DEFAULT_NODES,
    entries: Annotated[
        int, typer.Option("--entries", min=FEWEST_ENTRIES, help="Number of table entries, 32 bytes each.")
    ] = DEFAULT_ENTRIES,
    keeping: Annotated[
        str, typer.Option("--keeping", metavar="WAY", help=f"What to do when the table is full: {WAYS}.")
    ] = DEFAULT_KEEPING,
    collect_at: Annotated[
        float,
        typer.Option("--collect-at", metavar="SHARE", help="Collect garbage when this share of the table is in use."),
    ] = DEFAULT_SHARE,
    table_only: Annotated[
        bool,
        typer.Option(
            "--table-only", help="Look children up in the table only, as df-pn usually does, not in the current line."
        ),
    ] = False,
) -> None:
    """Prove a mate of either game by proof numbers (df-pn), or that there is none, and show how full the table is."""
    from kiebitz.commandline.sign_of_life import sign_of_life
    from kiebitz.core.mate.design import ProofTableDesign
    from kiebitz.core.mate.search import MateSearch
    from kiebitz.core.mate.table import ProofTable
    from kiebitz.engine.mate_prover import MateProver
    from kiebitz.engine.positions import game_of

    position = position_of_either_game(fen)
    checks = checks or game_of(position) == "shogi"
    try:
        table = ProofTable(ProofTableDesign(entries, keeping, collect_at))
        prover = MateProver(MateSearch(table, checks, table_only))
        with sign_of_life("searching"):
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
