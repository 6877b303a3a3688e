"""``kiebitz lab why``: the command that says why the search didn't see a move."""

from __future__ import annotations

from typing import Annotated

import typer

from kiebitz.commandline.options import Nodes, Switches
from kiebitz.commandline.position_argument import position_of_either_game
from kiebitz.commandline.refusal import FAILED, INTERRUPTED, refuse

DEFAULT_NODES, MAX_NODES = 300_000, 5_000_000


def why(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="FEN MOVE", help="A position, and the move that the search should see.", show_default=False
        ),
    ],
    *,
    nodes: Nodes = DEFAULT_NODES,
    judge: Annotated[
        str | None,
        typer.Option(
            "--judge",
            metavar="COMMAND",
            help="Let another UCI engine say which moves are right on the way; without it Kiebitz searches longer.",
            show_default=False,
        ),
    ] = None,
    switches: Switches = None,
) -> None:
    """Say why the search of a position didn't see a move: at which node, by which technique, by what margin.

    The cause is proven: the same search again, with that one position spared the technique, plays the move. It takes
    some ten searches. An SFEN asks about a search of shogi.
    """
    from kiebitz.classroom.why.asked import asked
    from kiebitz.classroom.why.words import told
    from kiebitz.commandline.sign_of_life import sign_of_life
    from kiebitz.commandline.switches import SwitchError, parse_switches
    from kiebitz.engine import OptionError
    from kiebitz.programs.uci_engine import ProgramError, ProgramFailure

    nodes = nodes or DEFAULT_NODES
    if nodes > MAX_NODES:
        refuse(f"{nodes:,} nodes can't be recorded; ask for at most {MAX_NODES:,}")
    *fen, move = words
    if not fen:
        refuse("give a position and a move: kiebitz lab why FEN MOVE")
    position = position_of_either_game(fen)
    try:
        with sign_of_life("searching"):
            inquiry = asked(position, move, nodes=nodes, judge=judge, options=parse_switches(switches or []))
    except (OptionError, SwitchError, ProgramError, ValueError) as error:
        refuse(str(error))
    except ProgramFailure as error:
        refuse(str(error), FAILED)
    except MemoryError:
        refuse("no memory for so many nodes; ask for fewer with --nodes", FAILED)
    except KeyboardInterrupt:
        refuse("interrupted", INTERRUPTED)
    for line in told(inquiry):
        typer.echo(line)
