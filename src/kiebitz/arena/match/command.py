"""``kiebitz match``: players, many games, and what they mean. ``cli`` registers ``match`` as a command.

Exit status: 0 when the match was played, 1 when it couldn't be played to its end, 2 for a mistake on the command line,
130 after Ctrl-C (games that are over count and are kept).
"""

from __future__ import annotations

import datetime
import json
from typing import Annotated

import typer

from kiebitz.arena.match.options import (
    DEFAULT_GAMES,
    DRAW_RULE,
    MARGIN_MS,
    MAX_GAMES,
    MOST_MOVES,
    RESIGN_RULE,
    RULES,
    SHOGI_DRAW_RULE,
    SHOGI_RESIGN_RULE,
    STALL_S,
    AsJson,
    Byoyomi,
    Csa,
    Game,
    Jobs,
    OpeningPlies,
    Openings,
    Pgn,
    Seed,
    Tc,
)
from kiebitz.commandline.options import Depth, Nodes, Resume
from kiebitz.commandline.refusal import refuse


def match(
    players: Annotated[list[str], typer.Argument(metavar="PLAYER...", help="Two or more players.", show_default=False)],
    *,
    gauntlet: Annotated[
        bool,
        typer.Option(
            "--gauntlet", help="The first player meets each of the others; without it, everyone meets everyone."
        ),
    ] = False,
    game: Annotated[
        Game | None,
        typer.Option(help="What is played.  [default: what the players speak, else chess]", show_default=False),
    ] = None,
    tc: Tc = None,
    byoyomi: Byoyomi = None,
    nodes: Nodes = None,
    depth: Depth = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            "-g",
            min=2,
            max=MAX_GAMES,
            help=f"Games for each pair of players, an even number.  [default: {DEFAULT_GAMES}; with --sprt as many as "
            "needed]",
            show_default=False,
        ),
    ] = None,
    openings: Openings = None,
    opening_plies: OpeningPlies = None,
    seed: Seed = 1,
    jobs: Jobs = None,
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(
            "--sprt",
            metavar="ELO0 ELO1",
            help="Stop as soon as the games decide between these two Elo differences (SPRT).",
        ),
    ] = None,
    normalized: Annotated[
        bool, typer.Option("--normalized", help="Read the two differences of --sprt as normalized Elo.")
    ] = False,
    draw: Annotated[
        str | None,
        typer.Option(
            metavar="RULE",
            help="FROM,MOVES,CENTIPAWNS: after move FROM, MOVES moves without a larger score are a draw; or off."
            f"  [default: {DRAW_RULE}; of shogi {SHOGI_DRAW_RULE}]",
            show_default=False,
        ),
    ] = None,
    resign: Annotated[
        str | None,
        typer.Option(
            metavar="RULE",
            help="MOVES,CENTIPAWNS: MOVES moves with such a lead in both scores are a win; or off."
            f"  [default: {RESIGN_RULE}; of shogi {SHOGI_RESIGN_RULE}]",
            show_default=False,
        ),
    ] = None,
    max_moves: Annotated[int, typer.Option(min=1, max=5000, help="Call a draw after this many moves.")] = MOST_MOVES,
    margin: Annotated[
        int,
        typer.Option(
            "--margin", min=0, max=10**6, metavar="MS", help="Time a player may overstep its clock by without losing."
        ),
    ] = MARGIN_MS,
    stall: Annotated[
        float,
        typer.Option(min=1, max=10**6, metavar="SECONDS", help="Without a clock: the longest time a move may take."),
    ] = STALL_S,
    pgn: Pgn = None,
    csa: Csa = None,
    resume: Resume = False,
    as_json: AsJson = False,
) -> None:
    """Play many games between engines, and show the Elo difference with its error.

    A player is Kiebitz with settings ('kiebitz', 'null_move=off,reduction_divisor=200', 'hash=64'), or a program with
    options: 'uci:/usr/games/stockfish;Threads=1;Hash=16', 'xboard:/usr/games/crafty', or just the path of another
    kiebitz-uci. In shogi a program is written 'usi:/usr/games/fairy-stockfish' or as a path, and --game shogi lets
    Kiebitz play itself. The option 'name=...' names a player, 'times=2' gives it twice the time or nodes. More than two
    players meet all against all, or with --gauntlet the first meets each of the others. Each opening is played twice,
    with colours swapped. With --nodes or --depth the same command plays the same games again, whatever --jobs is.
    --resume continues an interrupted match, and with a higher --games a finished one.
    """
    from rich.text import Text

    import kiebitz
    from kiebitz.arena.match.arrangement import arranged, book_of, game_of_match, limit_of, played
    from kiebitz.arena.match.display import outcome
    from kiebitz.arena.match.ranking import ranking_entry, ranking_line
    from kiebitz.arena.match.standing import ledger_entry, ledger_line
    from kiebitz.commandline.clean_text import clean
    from kiebitz.commandline.console import make_console

    date = datetime.datetime.now(datetime.UTC).strftime("%Y.%m.%d")
    what = game_of_match(players, None if game is None else game.value)
    output, other, option = (csa, pgn, "--csa") if what == "shogi" else (pgn, csa, "--pgn")
    if other is not None:
        refuse(f"games of {what} are written by {option}, not to {clean(str(other))}")
    if resume and output is None:
        refuse(f"--resume needs {option}: the file of the match to continue")
    book = book_of(openings or [], opening_plies, what)
    plan, settings = arranged(
        players,
        limit_of(tc, nodes, depth, byoyomi, what),
        book,
        is_gauntlet=gauntlet,
        games=games,
        seed=seed,
        jobs=jobs,
        sprt=sprt,
        normalized=normalized,
        rules={
            "draw": draw or RULES[what][0],
            "resign": resign or RULES[what][1],
            "most_moves": max_moves,
            "margin_ms": margin,
            "stall_s": stall,
        },
        written=output is not None,
        date=date,
        game=what,
    )
    contest, status = played(plan, settings, date, output, resume=resume)
    if contest.tally.games or not status:
        facts = {"date": date.replace(".", "-"), "version": kiebitz.__version__, "book": book.name, "seed": seed}
        facts |= {} if what == "chess" else {"game": what}
        entry = ranking_entry(contest, facts) if contest.is_tournament else ledger_entry(contest, facts)
        if as_json:
            typer.echo(json.dumps(entry))
        else:
            console = make_console()
            for part in outcome(contest):
                console.print(part, soft_wrap=isinstance(part, Text))
            if output is not None:
                console.print(Text(f"Games: {clean(str(output))}"), soft_wrap=True)
            typer.echo(clean(ranking_line(entry) if contest.is_tournament else ledger_line(entry)))
    if status:
        raise typer.Exit(status)
