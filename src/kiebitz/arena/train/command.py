"""``kiebitz train``: the command that learns a network. ``cli`` registers ``train`` as a command.

Exit status: 0 when the course is over, 1 when it couldn't go on, 2 for a mistake on the command line, 130 after Ctrl-C
(``kiebitz train`` with the same words goes on).
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kiebitz.commandline.options import jobs_option
from kiebitz.commandline.refusal import FAILED, INTERRUPTED, UNWRITABLE, refuse, terminated_as_interrupted, warn

DEFAULT_DIRECTORY = Path("kiebitz-training")
CURVES = "curves.svg"


def train(
    *,
    hours: Annotated[
        float,
        typer.Option("--hours", "-H", min=0.01, max=10_000, help="Hours of work, in as many sittings as you like."),
    ],
    jobs: Annotated[int | None, jobs_option("Processes and threads that work", "one a processor core")] = None,
    start: Annotated[
        Path | None,
        typer.Option("--from", metavar="NET", help="Train on from this network, not from nothing.", show_default=False),
    ] = None,
    directory: Annotated[
        Path, typer.Option("--directory", "-o", metavar="DIR", help="Where everything lies; a course there goes on.")
    ] = DEFAULT_DIRECTORY,
    seed: Annotated[int, typer.Option("--seed", min=0, max=2**31, help="What is random follows from it.")] = 1,
) -> None:
    """Learn a network from the engine's own games, from nothing to DIR/best.network.

    Positions, training and a match that decides, generation after generation (docs/network.md). Ctrl-C, or even a power
    cut, loses at most a minute: the same command goes on. 'nice kiebitz train …' leaves the machine to others.
    """
    from kiebitz.arena.match.workers import WorkerError
    from kiebitz.arena.train.course import Course, CourseError, Settings
    from kiebitz.arena.train.display import Display, draw_curves
    from kiebitz.arena.train.generate import GenerationError
    from kiebitz.arena.train.sample_file import SampleFileError
    from kiebitz.core.evaluation.network.weights import NetworkError, read_network
    from kiebitz.processes.cores import usable_cores
    from kiebitz.processes.journal_file import JournalError

    try:
        network = None if start is None else read_network(start)
        settings = Settings(hours, seed, network.checksum if network else None)
        with terminated_as_interrupted(), Display() as display:
            course = Course(directory, settings, jobs or usable_cores(), display)
            if network:
                course.begin_with(network)
            course.run()
    except NetworkError as error:
        refuse(str(error))
    except (CourseError, SampleFileError, JournalError) as error:
        refuse(str(error), FAILED)
    except (GenerationError, WorkerError) as error:
        refuse(f"{error}; the same command goes on", FAILED)
    except OSError as error:
        remedy = "; make room, and give the same command again" if error.errno in UNWRITABLE else ""
        refuse(f"{error.filename or directory}: {error.strerror or error}{remedy}", FAILED)
    except KeyboardInterrupt:
        refuse("interrupted; the same command goes on", INTERRUPTED)
    try:
        draw_curves(course.generations, directory / CURVES)
        typer.echo(f"Curves: {directory / CURVES}")
    except ImportError:
        warn("the curves need matplotlib: pip install 'kiebitz[lab]'")
    typer.echo(f"Network: {course.best_network}")
    typer.echo(f"Play with it: kiebitz play --set network={course.best_network}")
