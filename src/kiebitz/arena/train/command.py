"""``kiebitz train``: the command that learns a network. ``cli`` registers ``train`` as a command.

Exit status: 0 when the course is over, 1 when it couldn't go on, 2 for a mistake on the command line, 130 after Ctrl-C
(``kiebitz train`` with the same words goes on).
"""

from __future__ import annotations

import math
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kiebitz.arena.match.options import Game
from kiebitz.commandline.options import jobs_option
from kiebitz.commandline.refusal import FAILED, INTERRUPTED, UNWRITABLE, refuse, terminated_as_interrupted, warn

if TYPE_CHECKING:
    from kiebitz.arena.train.display import Display
    from kiebitz.arena.train.generate import GameRecipe, Judge
    from kiebitz.arena.train.trained_game import TrainedGame
    from kiebitz.core.evaluation.network.file import Network
    from kiebitz.engine.limit import Limit

DEFAULT_DIRECTORY = Path("kiebitz-training")
CURVES = "curves.svg"
HOUR_S = 3600
SAID_EVERY_S = 30.0


def train(
    *,
    game: Annotated[Game, typer.Option("--game", help="What the network is learned for.")] = Game.chess,
    hours: Annotated[
        float | None,
        typer.Option("--hours", "-H", min=0.01, max=10_000, help="Hours of work, in as many sittings as you like."),
    ] = None,
    jobs: Annotated[int | None, jobs_option("Processes and threads that work", "one a processor core")] = None,
    start: Annotated[
        Path | None,
        typer.Option("--from", metavar="NET", help="Train on from this network, not from nothing.", show_default=False),
    ] = None,
    directory: Annotated[
        Path,
        typer.Option(
            "--directory", "-o", metavar="DIR", help="Working directory; an unfinished run in it is continued."
        ),
    ] = DEFAULT_DIRECTORY,
    store: Annotated[
        Path | None,
        typer.Option(
            "--store",
            metavar="DIR",
            help="Where games and labels are collected, for as many courses as you like. Default: 'store' in the"
            " directory.",
            show_default=False,
        ),
    ] = None,
    merge: Annotated[
        list[Path] | None,
        typer.Option("--merge", metavar="DIR", help="First copy the games of this store too.", show_default=False),
    ] = None,
    relabel: Annotated[
        bool,
        typer.Option(
            "--relabel",
            help="Instead of a course: let the best network label the store's games anew.",
            show_default=False,
        ),
    ] = False,
    collect: Annotated[
        bool,
        typer.Option(
            "--collect",
            help="Instead of a course: play and label games for the store, for --hours or until Ctrl-C.",
            show_default=False,
        ),
    ] = False,
    deep: Annotated[
        bool,
        typer.Option(
            "--deep",
            help="A deep network, which judges alone; so are those of --teacher.",
            show_default=False,
        ),
    ] = False,
    alone: Annotated[
        bool,
        typer.Option("--alone", help="A network that judges alone, instead of half of the hybrid.", show_default=False),
    ] = False,
    teacher: Annotated[
        str | None,
        typer.Option(
            "--teacher",
            metavar="FILE|uci:CMD",
            help="Instead of a course: learn the values of a network of Stockfish, which 'kiebitz teacher cut' finds,"
            " or, slowly, of a program: uci:COMMAND;OPTION=VALUE. With --relabel a program labels the store's games,"
            " those of shogi as well: usi:COMMAND.",
            show_default=False,
        ),
    ] = None,
    teacher_nodes: Annotated[
        int, typer.Option("--teacher-nodes", min=1, metavar="N", help="What a program searches of a position.")
    ] = 1_000,
    teacher_depth: Annotated[
        int | None,
        typer.Option(
            "--teacher-depth", min=1, max=100, metavar="PLIES", help="The same to a depth.", show_default=False
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", min=0, max=2**31, help="Random seed; the same seed plays the same games.")
    ] = 1,
    policy: Annotated[
        list[Path] | None,
        typer.Option(
            "--policy",
            metavar="PGN",
            help="Learn instead which moves people choose, from these games, to DIR/people.json.",
            show_default=False,
        ),
    ] = None,
    player: Annotated[
        str | None,
        typer.Option("--player", metavar="NAME", help="With --policy: only this player's moves.", show_default=False),
    ] = None,
) -> None:
    """Learn a network from the engine's own games, from nothing to DIR/best.network.

    Games, training and matches that decide, generation after generation (docs/network.md). Ctrl-C, or even a power cut,
    loses at most a minute: run the same command again to continue. 'nice kiebitz train …' leaves the machine to others.
    """
    from kiebitz.arena.match.player import PlayerError
    from kiebitz.arena.match.workers import WorkerError
    from kiebitz.arena.teacher.lessons import Lessons, take
    from kiebitz.arena.teacher.program import teacher_of
    from kiebitz.arena.train.block_file import BlockFileError
    from kiebitz.arena.train.course import STORE, Course, CourseError, Settings
    from kiebitz.arena.train.display import Display, draw_curves, outlook
    from kiebitz.arena.train.game_store import StoreError
    from kiebitz.arena.train.generate import GenerationError, OwnJudge
    from kiebitz.arena.train.trained_game import GAMES
    from kiebitz.core.evaluation.network.file import read_network
    from kiebitz.core.evaluation.network.layers import NetworkError
    from kiebitz.core.evaluation.nnue.file import NnueError
    from kiebitz.engine.limit import Limit
    from kiebitz.processes.cores import usable_cores
    from kiebitz.processes.journal_file import JournalError
    from kiebitz.programs.description import DescriptionError
    from kiebitz.programs.uci_engine import ProgramError, ProgramFailure

    if policy:
        if game is not Game.chess:
            refuse("--policy learns moves of chess alone; leave --game out")
        _learn_policy(policy, player, directory)
        return
    if player is not None:
        refuse("--player is of --policy; add --policy GAMES.pgn")
    if hours is None and not (merge or relabel or collect):
        refuse("say how long to work: --hours 3")
    if teacher and not relabel and (collect or store or merge or game is not Game.chess or hours is None):
        refuse(
            "--teacher takes --hours, --jobs, --from, --directory and --seed, for chess alone: it needs no store;"
            " with --relabel a program labels a store's games, --game shogi among them"
        )
    if relabel and collect:
        refuse("--relabel judges games that are there, --collect plays more; give one of the two")
    trained = GAMES[game]
    games = directory / STORE if store is None else store
    course: Course | None = None
    try:
        network = None if start is None else read_network(start, trained.network)
        if network and not network.deep and (deep or teacher) and not (relabel or collect):
            refuse(f"{start} is shallow, and what is to be learned is deep; begin with another, or with nothing")
        with terminated_as_interrupted(), Display() as display:
            limit = Limit(depth=teacher_depth) if teacher_depth else Limit(nodes=teacher_nodes)
            if teacher and not relabel:
                with teacher_of(teacher, limit) as asked:
                    take(Lessons(directory, asked, hours or 0.0, seed, jobs or usable_cores()), network, display)
                return
            for other in merge or ():
                _merge(games, other)
            if relabel:
                judge: Judge = (
                    _judging(teacher, limit, trained, jobs or usable_cores())
                    if teacher
                    else OwnJudge(_recipe(trained, network or _best(directory, trained), 0), jobs or usable_cores())
                )
                _relabel(judge, games, hours, display)
            elif collect:
                recipe = _recipe(trained, network or _best(directory, trained), seed)
                _collect(recipe, games, jobs or usable_cores(), hours)
            elif hours is not None:
                if network:
                    deep, alone = network.deep, network.judges_by == "network"
                settings = Settings(hours, seed, network.checksum if network else None, trained.name, deep, alone)
                course = Course(directory, settings, jobs or usable_cores(), display, games)
                if network:
                    course.begin_with(network)
                display.course = course
                display.console.print(outlook(course), highlight=False)
                course.run()
    except (NetworkError, NnueError, DescriptionError, ProgramError, PlayerError) as error:
        refuse(str(error))
    except (CourseError, BlockFileError, StoreError, JournalError) as error:
        refuse(str(error), FAILED)
    except (GenerationError, WorkerError, ProgramFailure) as error:
        refuse(f"{error}; run the same command again to continue", FAILED)
    except OSError as error:
        remedy = "; make room, and give the same command again" if error.errno in UNWRITABLE else ""
        refuse(f"{error.filename or directory}: {error.strerror or error}{remedy}", FAILED)
    except KeyboardInterrupt:
        refuse("interrupted; run the same command again to continue", INTERRUPTED)
    if course is None:
        return
    try:
        draw_curves(course.generations, directory / CURVES)
        typer.echo(f"Curves: {directory / CURVES}")
    except ImportError:
        warn("the curves need matplotlib: pip install 'kiebitz[lab]'")
    typer.echo(f"Network: {course.best_network}")
    typer.echo(
        f"Play with it: kiebitz play --set network={course.best_network}"
        if game is Game.chess
        else f"Play with it: kiebitz-usi, EvalFile {course.best_network}"
    )


def _learn_policy(files: list[Path], player: str | None, directory: Path) -> None:
    """Learn which moves people choose, and say how well they are met in games kept apart."""
    from kiebitz.commandline.sign_of_life import sign_of_life
    from kiebitz.engine.people import write_policy
    from kiebitz.people.learning import PEOPLE, LearningError, learn_policy

    path = directory / PEOPLE
    try:
        with sign_of_life("learning"):
            policy, met = learn_policy([str(file) for file in files], player, lambda fault: warn(str(fault)))
        directory.mkdir(parents=True, exist_ok=True)
        write_policy(policy, path)
    except LearningError as error:
        refuse(str(error))
    except OSError as error:
        refuse(f"{error.filename or directory}: {error.strerror or error}", FAILED)
    except KeyboardInterrupt:
        refuse("interrupted; nothing is kept", INTERRUPTED)
    typer.echo(f"Learned from {policy.made}")
    typer.echo(
        f"Of {met.positions:,} moves kept apart {met.share:.1%} were the likeliest;"
        f" {met.look:.1%} were the best of a look one ply deep"
    )
    typer.echo(f"Play against it: kiebitz play --like {path}")


def _merge(store: Path, other: Path) -> None:
    """Copy what the other store has and this one lacks."""
    from kiebitz.arena.train.game_store import StoreError, merge

    if not other.is_dir():
        raise StoreError(f"there is no store {other}; give the directory in which its .games and .labels lie")
    copied = merge(store, other)
    typer.echo(f"{copied} files of {other} copied to {store}" if copied else f"{store} has all that {other} has")


def _best(directory: Path, game: TrainedGame) -> Network:
    """The best network of a course; without one, the network that comes along."""
    from kiebitz.arena.train.course import BEST
    from kiebitz.core.evaluation.network.file import read_network

    best = directory / BEST
    return read_network(best, game.network) if best.exists() else game.packaged()


def _recipe(game: TrainedGame, network: Network, seed: int) -> GameRecipe:
    """The player and labeller: this network, as it is meant to judge."""
    from kiebitz.arena.train.course import LABEL_EVERY, LABEL_NODES, NODES
    from kiebitz.arena.train.generate import GameRecipe

    return GameRecipe(
        seed, NODES, network.judges_by, network.data, game.name, label_nodes=LABEL_NODES, label_every=LABEL_EVERY
    )


class _Teller:
    """Says now and then how many games there are, and whether there is time for more: at first always."""

    def __init__(self, hours: float | None, done: str) -> None:
        self._seconds = None if hours is None else hours * HOUR_S
        self._end = math.inf
        self._said = time.monotonic()
        self._done = done
        self.games = 0

    def __call__(self, games: int) -> bool:
        self.games = games
        if self._seconds is not None:
            # Counted from the first time it is asked: a sitting adds a piece of work, however busy the machine is.
            self._end, self._seconds = time.monotonic() + self._seconds, None
            return True
        if time.monotonic() - self._said > SAID_EVERY_S:
            self.say()
            self._said = time.monotonic()
        return time.monotonic() < self._end

    def say(self, what_next: str = "") -> None:
        """Say it."""
        typer.echo(f"{self.games:,} games {self._done}{what_next}")


def _collect(recipe: GameRecipe, store: Path, jobs: int, hours: float | None) -> None:
    """Play and label games for a store, for so long at most; the series goes on where it stopped."""
    from kiebitz.arena.train.generate import play_games

    typer.echo(f"Playing {recipe.game} for {store}: {recipe.series}, labels of {recipe.label_nodes:,} nodes")
    teller = _Teller(hours, "in the series")
    play_games(recipe, store, jobs, teller)
    teller.say("; run the same command again to continue")


def _relabel(judge: Judge, store: Path, hours: float | None, display: Display) -> None:
    """Let a judge label a store's games anew, for so long at most."""
    from kiebitz.arena.train.game_store import series_of
    from kiebitz.arena.train.generate import label_again

    if not series_of(store, judge.game):
        refuse(f"{store} holds no games of {judge.game.name}; play some with --collect, or name another --store")
    typer.echo(f"Labelling the games of {store} anew: {judge.name}")
    teller = _Teller(hours, "labelled")
    done = label_again(judge, store, teller, display.damage)
    teller.say("; all are labelled" if done else "; run the same command again to continue")


def _judging(teacher: str, limit: Limit, game: TrainedGame, jobs: int) -> Judge:
    """The program that a user names as the judge of games. Raises PlayerError."""
    from kiebitz.arena.match.player import OutsideSpec, parse_player
    from kiebitz.arena.teacher.judged_games import JudgingProgram

    spec = parse_player(teacher, game.name)
    if not isinstance(spec, OutsideSpec):
        refuse("--relabel asks a program: --teacher uci:COMMAND, of shogi usi:COMMAND")
    return JudgingProgram(spec, limit, game, jobs)
