"""``kiebitz gauntlet``: a player against programs that others know, and its rating. ``cli`` registers it as a command.

Exit status: as ``kiebitz match``.
"""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kiebitz.arena.match.options import (
    DRAW_RULE,
    MARGIN_MS,
    MAX_GAMES,
    MOST_MOVES,
    RESIGN_RULE,
    STALL_S,
    AsJson,
    Jobs,
    OpeningPlies,
    Openings,
    Pgn,
    Seed,
    Tc,
)
from kiebitz.commandline.options import Resume
from kiebitz.commandline.output_file import require_apart, require_page, write_output
from kiebitz.commandline.refusal import refuse, warn

if TYPE_CHECKING:
    from kiebitz.arena.match.anchors import Anchor

GAMES = 20
CLOCK = "10+0.1"


def gauntlet(
    player: Annotated[
        str, typer.Argument(metavar="PLAYER", help="The player to rate, written as in kiebitz match.")
    ] = "kiebitz",
    *,
    anchors: Annotated[
        str | None,
        typer.Option(
            metavar="NAMES",
            help="Meet only these programs, such as stockfish-2100,toga2.  [default: all that are installed]",
            show_default=False,
        ),
    ] = None,
    tc: Tc = CLOCK,
    games: Annotated[
        int, typer.Option("--games", "-g", min=2, max=MAX_GAMES, help="Games against each program, an even number.")
    ] = GAMES,
    openings: Openings = None,
    opening_plies: OpeningPlies = None,
    seed: Seed = 1,
    jobs: Jobs = None,
    pgn: Pgn = None,
    resume: Resume = False,
    figure: Annotated[
        Path | None, typer.Option(metavar="OUT.svg", help="Write a picture of the ratings.", show_default=False)
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play against well-known programs, and rate the player on their scale.

    The programs are Stockfish at full strength and at seven of its rated levels, Ethereal, Toga, Glaurung, GNU Chess,
    Phalanx and Sjeng, as Debian packages them: one thread, no book, no pondering. Programs that are not installed are
    named and left out. The player is rated from its games against Stockfish's levels, the other programs from theirs
    against the player. --resume continues an interrupted gauntlet.
    """
    from rich.text import Text

    import kiebitz
    from kiebitz.arena.match.arrangement import arranged, book_of, limit_of, played
    from kiebitz.arena.match.ladder import gauntlet_line, ladder, ladder_entry, ladder_lines, ladder_table
    from kiebitz.arena.match.ladder_figure import ladder_figure
    from kiebitz.commandline.clean_text import clean
    from kiebitz.commandline.console import make_console

    if resume and pgn is None:
        refuse("--resume needs --pgn: the file of the gauntlet to continue")
    require_apart(pgn, figure)
    require_page(figure)
    met = _installed(anchors)
    date = datetime.datetime.now(datetime.UTC).strftime("%Y.%m.%d")
    book = book_of(openings or [], opening_plies)
    plan, settings = arranged(
        [player, *met.values()],
        limit_of(tc, None, None),
        book,
        is_gauntlet=True,
        games=games,
        seed=seed,
        jobs=jobs,
        sprt=None,
        normalized=False,
        rules={
            "draw": DRAW_RULE,
            "resign": RESIGN_RULE,
            "most_moves": MOST_MOVES,
            "margin_ms": MARGIN_MS,
            "stall_s": STALL_S,
        },
        written=pgn is not None,
        date=date,
    )
    contest, status = played(plan, settings, date, pgn, resume=resume)
    if contest.tally.games or not status:
        found = ladder(contest, dict(zip([spec.name for spec in plan.setup.players[1:]], met, strict=True)))
        facts = {"date": date.replace(".", "-"), "version": kiebitz.__version__, "book": book.name, "seed": seed}
        entry = ladder_entry(found, contest, facts)
        if as_json:
            typer.echo(json.dumps(entry))
        else:
            console = make_console()
            for part in (ladder_table(found), "", *map(Text, ladder_lines(found))):
                console.print(part, soft_wrap=isinstance(part, Text))
            typer.echo(clean(gauntlet_line(entry)))
        if figure:
            write_output(figure, ladder_figure(found).encode())
    if status:
        raise typer.Exit(status)


def _installed(names: str | None) -> dict[Anchor, str]:
    """The anchors to meet with their descriptions; reports missing ones. Refuses unknown names, and none."""
    from kiebitz.arena.match.anchors import ANCHORS

    known = {anchor.name: anchor for anchor in ANCHORS}
    wanted = list(known) if names is None else [name.strip() for name in names.split(",") if name.strip()]
    unknown = [name for name in wanted if name not in known]
    if unknown:
        refuse(f"there is no anchor '{unknown[0]}'; choose from {', '.join(known)}")
    found = {known[name]: player for name in wanted if (player := known[name].player) is not None}
    missing = dict.fromkeys(known[name].program for name in wanted if known[name] not in found)
    if missing:
        warn(f"not installed, left out: {', '.join(missing)}; on Debian, apt install {' '.join(missing)}")
    if not found:
        refuse("there is no anchor to play against")
    return found
