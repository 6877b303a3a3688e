"""A match as a command line describes it, played to its end, whatever becomes of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import kiebitz
from kiebitz.arena.match.adjudication import AdjudicationError, DrawRule, ResignRule
from kiebitz.arena.match.contest import MAX_FAULTS_ON_END, Contest, Plan
from kiebitz.arena.match.display import Display
from kiebitz.arena.match.journal import Journal
from kiebitz.arena.match.make_player import make_player
from kiebitz.arena.match.openings import Book, OpeningsError, join_books, read_book
from kiebitz.arena.match.options import DEFAULT_GAMES, MAX_GAMES
from kiebitz.arena.match.own_player import OwnPlayer
from kiebitz.arena.match.player import OutsideSpec, PlayerError, game_of, parse_players
from kiebitz.arena.match.referee import Rules
from kiebitz.arena.match.schedule import gauntlet, round_robin
from kiebitz.arena.match.sprt import Sprt
from kiebitz.arena.match.time_control import MatchLimit, MatchLimitError, TimeControl
from kiebitz.arena.match.workers import MatchSetup, WorkerError
from kiebitz.arena.match.written_game import RecordStyle
from kiebitz.commandline.clean_text import clean
from kiebitz.commandline.output_file import require_output
from kiebitz.commandline.refusal import FAILED, INTERRUPTED, UNWRITABLE, refuse, terminated_as_interrupted, warn
from kiebitz.engine.line import GameName
from kiebitz.processes.cores import usable_cores
from kiebitz.processes.journal_file import JournalError

MAX_PLAYERS = 100
EVENT = "Kiebitz match"
FAULTS_SHOWN = 5


def game_of_match(texts: list[str], named: GameName | None) -> GameName:
    """The game played: the one that is named, or that of the players' protocols; refuses players of both."""
    games = {game: text for text in texts if (game := game_of(text)) is not None}
    if named is None and len(games) > 1:
        refuse(f"{clean(games['chess'])} plays chess and {clean(games['shogi'])} shogi; name players of one game")
    return named or ("shogi" if "shogi" in games else "chess")


def limit_of(
    tc: str | None, nodes: int | None, depth: int | None, byoyomi: float | None = None, game: GameName = "chess"
) -> MatchLimit:
    """The limit of the players; refuses all but one of clock (with byoyomi or without), nodes and depth."""
    if byoyomi is not None and game != "shogi":
        refuse("--byoyomi is a clock of shogi, and this is a match of chess; give --tc, or --game shogi")
    try:
        if byoyomi is not None:
            return MatchLimit(TimeControl.with_byoyomi(tc, byoyomi), nodes, depth)
        control = None if tc is None else TimeControl.parse(tc)
        if game == "shogi" and control is not None and control.moves:
            refuse(
                f"'{clean(tc or '')}': shogi has no controls after moves; write --tc SECONDS+INCREMENT, or --byoyomi"
            )
        return MatchLimit(control, nodes, depth)
    except MatchLimitError as error:
        refuse(str(error))


def book_of(paths: list[Path], plies: int | None, game: GameName = "chess") -> Book:
    """The openings of files, at most ``plies`` plies of each game, or our own; reports what can't be used."""
    try:
        book = join_books([read_book(path, plies, game) for path in paths]) if paths else read_book(game=game)
    except OpeningsError as error:
        refuse(str(error))
    except OSError as error:
        refuse(f"{error.filename}: {error.strerror or error}")
    for fault in book.faults[:FAULTS_SHOWN]:
        warn(fault)
    if len(book.faults) > FAULTS_SHOWN:
        warn(f"{book.name}: {len(book.faults) - FAULTS_SHOWN} more faults of that kind")
    return book


def arranged(
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
    game: GameName = "chess",
) -> tuple[Plan, dict[str, str]]:
    """The match that the command line describes, and what must not change between it and the run that resumes it.

    Refuses what can't be played. ``rules`` are the fields of ``Rules`` but its limit, those of ``draw`` and ``resign``
    as text.
    """
    networks: dict[str, str] = {}
    try:
        test = Sprt(*sprt, model="normalized" if normalized else "logistic") if sprt else None
        if normalized and not sprt:
            refuse("--normalized needs --sprt; give both")
        if not 2 <= len(texts) <= MAX_PLAYERS:
            refuse(f"a match is between 2 and {MAX_PLAYERS} players, not {len(texts)}")
        if sprt and len(texts) > 2:
            refuse(f"--sprt tests one player against one other, not {len(texts)} players; give two")
        shown = {name: str(value) for name, value in rules.items()}
        rules["draw"] = DrawRule.parse(rules["draw"])
        rules["resign"] = ResignRule.parse(rules["resign"])
        players = parse_players(*texts, game=game)
        for number, spec in enumerate(players, 1):
            match_limit.times(spec.times)
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
    style = RecordStyle(names, EVENT, date, match_limit, schedule) if written else None
    setup = MatchSetup(players, Rules(match_limit, **rules), style)
    settings = {
        **{f"player {number}": text for number, text in enumerate(texts, 1)},
        "schedule": "gauntlet" if schedule != round_robin(len(players)) else "round robin",
        **({} if game == "chess" else {"game": game}),
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
    style = plan.setup.style
    return plan if style is None else replace(plan, setup=replace(plan.setup, style=replace(style, date=date)))


def played(plan: Plan, settings: dict[str, str], date: str, pgn: Path | None, *, resume: bool) -> tuple[Contest, int]:
    """The match as it stands when it is over or can't go on, and the exit status; refuses what can't begin."""
    status, journal = 0, None
    if pgn is not None:
        require_output(pgn)
        try:
            journal = Journal(pgn, settings, date, games=plan.games, resume=resume)
        except JournalError as error:
            refuse(str(error))
        except OSError as error:
            refuse(f"{error.filename or pgn}: {error.strerror or error}", FAILED)
        plan = _dated(plan, journal.date)
        if journal.kept is not None:
            warn(f"{pgn} held something else than this match's games; it is kept as {journal.kept}")
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
        go_on = "; then go on with --resume" if journal else ""
        warn(f"{error}{go_on}")
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
    return contest, status
