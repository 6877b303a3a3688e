"""``kiebitz games analyse``, ``misses`` and ``practice``: what goes wrong in one's games, and how it is made good."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from kiebitz.analysis.reading.selection import EVERY_GAME, GameSelection
from kiebitz.analysis.reading.selection_options import with_selection
from kiebitz.collection.asking import asked_move
from kiebitz.collection.options import CollectionFile, Color, PlayerColor, Year, narrowed, opened_collection
from kiebitz.commandline.clean_text import clean
from kiebitz.commandline.options import Depth, Html, Nodes, OtherEngine, jobs_option, limit_of
from kiebitz.commandline.output_file import require_page, write_output
from kiebitz.commandline.refusal import FAILED, INTERRUPTED, refuse, terminated_as_interrupted, warn

if TYPE_CHECKING:
    import chess

    from kiebitz.analysis.archive_run.batch import Outcome
    from kiebitz.analysis.judging.annotate import AnalysisSettings
    from kiebitz.analysis.reading.archive import RawGame
    from kiebitz.collection.collection import Collection
    from kiebitz.collection.marks import Mark

DEFAULT_NODES = 100_000


@with_selection
def analyse(
    *,
    nodes: Nodes = None,
    depth: Depth = None,
    jobs: Annotated[int | None, jobs_option("Games analysed at the same time, one process each", "1")] = None,
    engine: OtherEngine = None,
    again: Annotated[bool, typer.Option("--again", help="Also games that have been analysed before.")] = False,
    year: Year = None,
    color: PlayerColor = None,
    collection: CollectionFile = None,
    select: GameSelection,
) -> None:
    """Analyse the games of chess that have no analysis yet, the latest first; 100,000 nodes a position.

    Each game is kept when it is done, so this may be ended at any time; run the same command again to continue.
    Positions of openings are searched once: a store beside the collection has them.
    """
    from kiebitz.analysis.archive_run.batch import BatchError
    from kiebitz.analysis.explanation.language import Language
    from kiebitz.analysis.judging.annotate import AnalysisSettings
    from kiebitz.analysis.judging.judge_choice import judge_title, judged_by
    from kiebitz.analysis.judging.position_store import StoreError
    from kiebitz.collection.analysing import not_analysed, store_beside
    from kiebitz.engine.limit import Limit
    from kiebitz.programs.uci_engine import ProgramError

    select = narrowed(select, year, color)
    with opened_collection(collection) as opened:
        left = not_analysed(opened, select, color=color or "", again=again)
        if not left:
            _require_chess(opened, select, color)
            typer.echo("every such game of chess has been analysed; --again analyses them anew")
            return
        limit = limit_of(nodes, depth, None, Limit(nodes=DEFAULT_NODES))
        settings = AnalysisSettings(limit, words=Language.ENGLISH, store=str(store_beside(opened)))
        try:
            settings = judged_by(settings, engine)
            judge_title(settings)
        except ProgramError as error:
            refuse(f"--engine: {error}")
        try:
            count = _analyse(opened, left, settings, jobs or 1)
        except StoreError as error:
            refuse(str(error))
        except (BatchError, ProgramError) as error:
            refuse(str(error), FAILED)
    typer.echo(f"{count:,} games analysed; kiebitz games misses tells what they show")


def _require_chess(opened: Collection, select: GameSelection, color: Color | None = None) -> None:
    """Refuse games of which none is of chess: those of shogi are kept and found, and no more."""
    if opened.count(select, color=color or "", game="chess"):
        return
    if opened.count(select, color=color or "", game="shogi"):
        refuse("such games are all of shogi, and this is of chess alone; 'kiebitz analyse' analyses files of records")
    refuse("there is no such game of chess in the collection; 'kiebitz games list' shows what is")


def _analyse(opened: Collection, left: list[int], settings: AnalysisSettings, jobs: int) -> int:
    """Analyse games on the console; how many could be."""
    from rich.progress import Progress

    from kiebitz.collection.analysing import analyse_games
    from kiebitz.commandline.console import make_console

    done = 0
    console = make_console(stderr=True)
    try:
        with (
            terminated_as_interrupted(),
            Progress(console=console, transient=True, disable=not console.is_terminal) as progress,
        ):
            task = progress.add_task(f"{len(left):,} games", total=len(left))

            def tell(raw: RawGame, outcome: Outcome) -> None:
                nonlocal done
                done += 1
                for fault in outcome.faults:
                    warn(str(fault))
                progress.advance(task)

            return analyse_games(opened, left, settings, jobs=jobs, on_game=tell)
    except KeyboardInterrupt:
        so_far = f"{done:,} of {len(left):,} games are done"
        refuse(f"interrupted; {so_far}; run the same command again to continue", INTERRUPTED)


@with_selection
def misses(
    *,
    html: Html = None,
    year: Year = None,
    color: PlayerColor = None,
    collection: CollectionFile = None,
    select: GameSelection,
) -> None:
    """Show what a player misses: by motif, phase, time left and opening, each with the worst example.

    Tells of analysed games (kiebitz games analyse); name the player with --player.
    """
    from kiebitz.analysis.survey.command import answer_table
    from kiebitz.analysis.survey.page import survey_page
    from kiebitz.collection.analysing import analysed
    from kiebitz.collection.misses import misses as misses_of
    from kiebitz.commandline.console import make_console

    require_page(html)
    select = narrowed(select, year, color)
    with opened_collection(collection) as opened:
        rows = opened.find(select, color=color or "", game="chess")
        games = analysed(opened, [row.game for row in rows])
        if not games:
            _require_chess(opened, select, color)
            refuse("no such game has been analysed; kiebitz games analyse does it")
        answers = misses_of(opened, games, select.player, color or "")
    heading = f"{len(games):,} analysed games of {len(rows):,}"
    heading += "".join(f", {name} {value}" for name, value in select.said.items())
    if html is not None:
        write_output(html, survey_page(heading, [(each.question, each.rows) for each in answers]).encode())
    console = make_console()
    console.print(clean(heading), markup=False, soft_wrap=True)
    for each in answers:
        console.print(f"\n{each.question.title}", style="bold", markup=False)
        console.print(answer_table(each.rows) if each.rows else "nothing is marked", markup=False)
    if html is not None:
        console.print(f"\nPage: {html}", markup=False)


def practice(
    *,
    player: Annotated[str, typer.Option(help="Only mistakes of this player: a name, or how words of it begin.")] = "",
    count: Annotated[int, typer.Option("--count", min=1, help="End after this many positions.")] = 10,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print every answer given so far as JSON, and ask nothing.")
    ] = False,
    collection: CollectionFile = None,
) -> None:
    """Practise: find the better move where you, or your opponents, made a mistake.

    Positions come again until you know them: soon after a wrong answer, later and later after right ones. A move counts
    if it is the best or loses too little to be marked.
    """
    from kiebitz.collection.practice import card_to_ask, results, standing
    from kiebitz.collection.spacing import check_ready

    with opened_collection(collection) as opened:
        if as_json:
            for each in results(opened):
                typer.echo(json.dumps(each))
            return
        check_ready()
        _require_chess(opened, EVERY_GAME)
        now = standing(opened, player)
        typer.echo(f"{now.due:,} due, {now.new:,} new, {now.later:,} later")
        right = asked = 0
        while asked < count and (mark := card_to_ask(opened, player)):
            outcome = _ask(opened, mark)
            if outcome is None:
                break
            asked += 1
            right += outcome
        if not asked and not now.due and not now.new:
            typer.echo("nothing to practise now; kiebitz games analyse finds more")
        else:
            typer.echo(f"{right} of {asked} right")


def _ask(opened: Collection, mark: Mark) -> bool | None:
    """Ask a card in the terminal; whether the answer was right, None to end."""
    from kiebitz.collection.practice import answer, verdict_on
    from kiebitz.engine import Engine, board_of, position_from

    board = board_of(position_from(mark.fen))
    row = opened.row(mark.game)
    typer.echo(f"\n{clean(row.white)} - {clean(row.black)}, {row.date or '?'}")
    move = asked_move(board)
    if move is None:
        return None
    verdict = "shown"
    if move:
        with Engine() as engine:
            verdict = verdict_on(engine, mark, board, move)
    answered = answer(opened, mark, move, verdict)
    best, played = (_san(board, uci) for uci in (mark.best, mark.played))
    words = {"best": "the best move", "good": "good, too"}.get(verdict, f"a {verdict}" if move else "shown")
    typer.echo(f"{words}; best is {best}, played was {played}. Asked again {answered.due:%Y-%m-%d %H:%M} UTC.")
    if mark.reason.get("en"):
        typer.echo(clean(mark.reason["en"]))
    return answered.is_right


def _san(board: chess.Board, uci: str) -> str:
    import chess

    return board.san(chess.Move.from_uci(uci))
