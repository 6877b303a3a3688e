"""``kiebitz match``: players, many games, and what they mean. ``cli`` registers ``match`` as a command.

Exit status: 0 when the match was played, 1 when it couldn't be played to its end, 2 for a mistake on the command line,
130 after Ctrl-C (games that are over count and are kept).
"""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kiebitz.shell.options import Depth, Nodes, Resume, jobs_option
from kiebitz.shell.refusal import FAILED, INTERRUPTED, UNWRITABLE, refuse, terminated_as_interrupted, warn

if TYPE_CHECKING:
    from kiebitz.match.contest import Plan
    from kiebitz.match.openings import Book
    from kiebitz.match.time_control import MatchLimit

DEFAULT_GAMES = 100
MAX_PLAYERS, MAX_GAMES, MAX_PLIES = 100, 10**7, 1000
EVENT = "Kiebitz match"
FAULTS_SHOWN = 5


def match(
    players: Annotated[
        list[str], typer.Argument(metavar="PLAYER...", help="The players, two or more.", show_default=False)
    ],
    *,
    gauntlet: Annotated[
        bool, typer.Option("--gauntlet", help="The first against each of the others, not all against all.")
    ] = False,
    tc: Annotated[
        str | None, typer.Option("--tc", metavar="TIME", help="Clock in seconds: 2+0.02, 60, or 40/60+0.5.")
    ] = None,
    nodes: Nodes = None,
    depth: Depth = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            "-g",
            min=2,
            max=MAX_GAMES,
            help=f"Games of each two who meet, an even number.  [default: {DEFAULT_GAMES}; with --sprt as many as it "
            "takes]",
            show_default=False,
        ),
    ] = None,
    openings: Annotated[
        list[Path] | None,
        typer.Option(
            "--openings",
            metavar="FILE",
            help="EPD or PGN file to start from, also .gz; repeatable.  [default: 2,000 balanced positions]",
            show_default=False,
        ),
    ] = None,
    opening_plies: Annotated[
        int | None,
        typer.Option("--opening-plies", min=0, max=MAX_PLIES, help="Take only the first plies of each PGN game."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Of the openings' order.")] = 1,
    jobs: Annotated[int | None, jobs_option("Games at a time", "1 on a clock, otherwise one a processor core")] = None,
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(
            "--sprt", metavar="ELO0 ELO1", help="Stop as soon as it is clear which of the two differences fits better."
        ),
    ] = None,
    normalized: Annotated[
        bool, typer.Option("--normalized", help="The two differences of --sprt are normalized Elo.")
    ] = False,
    draw: Annotated[
        str,
        typer.Option(metavar="RULE", help="Call a draw: FROM move, for MOVES, no score above CENTIPAWNS; or off."),
    ] = "40,8,10",
    resign: Annotated[
        str, typer.Option(metavar="RULE", help="Call a win: for MOVES, every score above CENTIPAWNS; or off.")
    ] = "4,600",
    max_moves: Annotated[int, typer.Option(min=1, max=5000, help="Moves after which a game is a draw.")] = 300,
    margin: Annotated[
        int, typer.Option("--margin", min=0, max=10**6, metavar="MS", help="Forgive a flag that fell by so little.")
    ] = 10,
    stall: Annotated[
        float, typer.Option(min=1, max=10**6, metavar="SECONDS", help="Without a clock: a move may take so long.")
    ] = 600.0,
    pgn: Annotated[Path | None, typer.Option("--pgn", metavar="OUT", help="Write the games down.")] = None,
    resume: Resume = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as one JSON object.")] = False,
) -> None:
    """Let players play many games, and say what the result means.

    A player is Kiebitz with settings ('kiebitz', 'null_move=off,reduction_divisor=200', 'hash=64'), or a program with
    options: 'uci:/usr/games/stockfish;Threads=1;Hash=16', 'xboard:/usr/games/crafty', or just the path of
    another kiebitz-uci. 'name=...' among the options names it. More than two meet all against all, or with --gauntlet
    the first each of the others. Each opening is played twice with colours swapped, by all who meet; with --nodes or
    --depth the same command plays the same games again, however many at a time. With --resume an interrupted match
    goes on; with more --games, one that is over does, too.
    """
    from rich.text import Text

    import kiebitz
    from kiebitz.match.contest import MAX_FAULTS_ON_END, Contest
    from kiebitz.match.display import Display, outcome
    from kiebitz.match.journal import Journal
    from kiebitz.match.ranking import ranking_entry, ranking_line
    from kiebitz.match.standing import ledger_entry, ledger_line
    from kiebitz.match.workers import WorkerError
    from kiebitz.runs.journal_file import JournalError
    from kiebitz.shell.clean_text import clean
    from kiebitz.shell.console import make_console

    date = datetime.datetime.now(datetime.UTC).strftime("%Y.%m.%d")
    if resume and pgn is None:
        refuse("--resume needs the --pgn of the match that is to be gone on with")
    book = _book(openings or [], opening_plies)
    plan, settings = _plan(
        players,
        _match_limit(tc, nodes, depth),
        book,
        is_gauntlet=gauntlet,
        games=games,
        seed=seed,
        jobs=jobs,
        sprt=sprt,
        normalized=normalized,
        rules={"draw": draw, "resign": resign, "most_moves": max_moves, "margin_ms": margin, "stall_s": stall},
        written=pgn is not None,
        date=date,
    )
    status, journal = 0, None
    if pgn is not None:
        try:
            journal = Journal(pgn, settings, date, games=plan.games, resume=resume)
        except JournalError as error:
            refuse(str(error))
        except OSError as error:
            refuse(f"{error.filename or pgn}: {error.strerror or error}", FAILED)
        plan = _dated(plan, journal.date)
    contest = Contest(plan, journal)
    try:
        with terminated_as_interrupted(), Display(contest) as display:
            contest.run(display.on_game, display.on_void)
        if contest.broken is not None:
            name = plan.setup.players[contest.broken].name
            go_on = ", then go on with --resume" if journal else ""
            warn(f"{name} has lost {MAX_FAULTS_ON_END} games on end by faults of its own: mend it{go_on}")
            status = FAILED
    except WorkerError as error:
        warn(str(error))
        status = FAILED
    except OSError as error:
        if error.filename is None:
            raise
        go_on = "; make room, and go on with --resume" if error.errno in UNWRITABLE else ""
        warn(f"{error.filename}: {error.strerror or error}{go_on}")
        status = FAILED
    except KeyboardInterrupt:
        go_on = "; go on with --resume" if journal else ""
        warn(f"interrupted{go_on}")
        status = INTERRUPTED
    finally:
        if journal:
            journal.close()
    if contest.tally.games or not status:
        facts = {"date": date.replace(".", "-"), "version": kiebitz.__version__, "book": book.name, "seed": seed}
        entry = ranking_entry(contest, facts) if contest.is_tournament else ledger_entry(contest, facts)
        if as_json:
            typer.echo(json.dumps(entry))
        else:
            console = make_console()
            for part in outcome(contest):
                console.print(part, soft_wrap=isinstance(part, Text))
            if pgn is not None:
                console.print(Text(f"Games: {clean(str(pgn))}"), soft_wrap=True)
            typer.echo(clean(ranking_line(entry) if contest.is_tournament else ledger_line(entry)))
    if status:
        raise typer.Exit(status)


def _match_limit(tc: str | None, nodes: int | None, depth: int | None) -> MatchLimit:
    from kiebitz.match.time_control import MatchLimit, MatchLimitError, TimeControl

    try:
        return MatchLimit(None if tc is None else TimeControl.parse(tc), nodes, depth)
    except MatchLimitError as error:
        refuse(str(error))


def _book(paths: list[Path], plies: int | None) -> Book:
    from kiebitz.match.openings import OpeningsError, join_books, read_book

    try:
        book = join_books([read_book(path, plies) for path in paths]) if paths else read_book()
    except OpeningsError as error:
        refuse(str(error))
    except OSError as error:
        refuse(f"{error.filename}: {error.strerror or error}")
    for fault in book.faults[:FAULTS_SHOWN]:
        warn(fault)
    if len(book.faults) > FAULTS_SHOWN:
        warn(f"{book.name}: {len(book.faults) - FAULTS_SHOWN} more openings left out")
    return book


def _plan(
    texts: list[str],
    match_limit: MatchLimit,
    book: Book,
    *,
    is_gauntlet: bool,
    games: int | None,
    seed: int,
    jobs: int | None,
    sprt: tuple[float, float] | None,
    normalized: bool,
    rules: dict[str, Any],
    written: bool,
    date: str,
) -> tuple[Plan, dict[str, str]]:
    """The match that the command line describes, and what must not change between it and the run that resumes it."""
    import kiebitz
    from kiebitz.match.adjudication import AdjudicationError, DrawRule, ResignRule
    from kiebitz.match.contest import Plan
    from kiebitz.match.make_player import make_player
    from kiebitz.match.own_player import OwnPlayer
    from kiebitz.match.pgn import PgnStyle
    from kiebitz.match.player import OutsideSpec, PlayerError, parse_players
    from kiebitz.match.referee import Rules
    from kiebitz.match.schedule import gauntlet, round_robin
    from kiebitz.match.sprt import Sprt
    from kiebitz.match.workers import MatchSetup
    from kiebitz.runs.cores import usable_cores

    networks: dict[str, str] = {}
    try:
        test = Sprt(*sprt, model="normalized" if normalized else "logistic") if sprt else None
        if normalized and not sprt:
            refuse("--normalized says how --sprt is meant; give both")
        if not 2 <= len(texts) <= MAX_PLAYERS:
            refuse(f"a match is between 2 and {MAX_PLAYERS} players, not {len(texts)}")
        if sprt and len(texts) > 2:
            refuse(f"--sprt tests one player against one other, not {len(texts)} players; give two")
        shown = {name: str(value) for name, value in rules.items()}
        rules["draw"] = DrawRule.parse(rules["draw"])
        rules["resign"] = ResignRule.parse(rules["resign"])
        players = parse_players(*texts)
        for number, spec in enumerate(players, 1):
            if isinstance(spec, OutsideSpec) and spec.left_out:
                warn(f"{spec.name}: {', '.join(spec.left_out)} left out: the match decides it")
            player = make_player(spec)
            if isinstance(player, OwnPlayer) and player.network:
                networks[f"network {number}"] = player.network
            try:
                player.new_game()
            finally:
                player.close()
    except (AdjudicationError, PlayerError, ValueError) as error:
        refuse(str(error))
    distinct = 2 * len(book.openings)
    if games is None:
        games = DEFAULT_GAMES if test is None else distinct if match_limit.is_repeatable else MAX_GAMES
        games = min(games, distinct) if match_limit.is_repeatable else games
    if games % 2:
        refuse(f"games are played in pairs with colours swapped: give an even number, not {games}")
    if match_limit.is_repeatable and games > distinct:
        refuse(
            f"{book.name} has {len(book.openings):,} openings, for {distinct:,} games; at {match_limit} any more would"
            " be the same again. Give more with --openings"
        )
    workers = jobs or (usable_cores() if match_limit.is_repeatable else 1)
    schedule = gauntlet(len(players)) if is_gauntlet else round_robin(len(players))
    games *= len(schedule.pairings)
    names = tuple(spec.name for spec in players)
    style = PgnStyle(names, EVENT, date, match_limit, schedule) if written else None
    setup = MatchSetup(players, Rules(match_limit, **rules), style)
    settings = {
        **{f"player {number}": text for number, text in enumerate(texts, 1)},
        "schedule": "gauntlet" if schedule != round_robin(len(players)) else "round robin",
        "limit": str(match_limit),
        "openings": f"{book.name} ({len(book.openings)})",
        "seed": str(seed),
        "sprt": "off" if test is None else f"{test.elo0:g} {test.elo1:g} ({test.model} Elo)",
        "version": kiebitz.__version__,
        **networks,
        **shown,
    }
    return Plan(setup, tuple(book.shuffled(seed)), games, min(workers, games), test, schedule), settings


def _dated(plan: Plan, date: str) -> Plan:
    """The plan with the date on which the match began."""
    from dataclasses import replace

    style = plan.setup.style
    return plan if style is None else replace(plan, setup=replace(plan.setup, style=replace(style, date=date)))
