"""``kiebitz tune``: numbers of the search found by playing. ``cli`` registers ``tune`` as a command.

Exit status: 0 when the run is over, 1 when it couldn't go on, 2 for a mistake on the command line, 130 after Ctrl-C
(``--resume`` goes on).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kiebitz.arena.match.options import RULES, Game, OpeningPlies, Openings
from kiebitz.commandline.options import Resume, jobs_option
from kiebitz.commandline.output_file import require_apart, require_output, require_page, write_output
from kiebitz.commandline.refusal import FAILED, INTERRUPTED, UNWRITABLE, refuse, terminated_as_interrupted, warn

if TYPE_CHECKING:
    from kiebitz.arena.match.player import OwnSpec
    from kiebitz.arena.tune.spsa import Knob

NODES, PAIRS = 5_000, 10_000
NUMBER = re.compile(r"(?P<name>\w+)(?:=(?P<start>-?\d+))?(?::(?P<step>\d+(?:\.\d+)?))?")
STEP_SHARE, LEAST_STEP = 0.1, 0.5
"""A step that nobody names: this share of the start, but no less."""


def tune(
    numbers: Annotated[
        list[str],
        typer.Argument(
            metavar="NUMBER...",
            help="Parameters to tune: NAME, NAME=START, NAME:STEP or NAME=START:STEP.",
            show_default=False,
        ),
    ],
    *,
    game: Annotated[Game, typer.Option(help="What is played.")] = Game.chess,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="OUT.json", help="File for the result.", show_default=False)
    ],
    player: Annotated[
        str, typer.Option(metavar="PLAYER", help="All other settings of the engine, written as in kiebitz match.")
    ] = "kiebitz",
    nodes: Annotated[int, typer.Option("--nodes", "-n", min=1, help="Nodes per move.")] = NODES,
    pairs: Annotated[
        int, typer.Option(min=1, max=10**7, help="Number of pairs of games; steps and rate shrink over the whole run.")
    ] = PAIRS,
    rate: Annotated[float, typer.Option(min=1e-9, max=10.0, help="Learning rate at the end of the run.")] = 0.002,
    openings: Openings = None,
    opening_plies: OpeningPlies = None,
    seed: Annotated[int, typer.Option(min=0, max=2**31, help="Random seed; the same seed gives the same run.")] = 1,
    jobs: Annotated[int | None, jobs_option("Games at the same time", "one for each core")] = None,
    resume: Resume = False,
    figure: Annotated[
        Path | None,
        typer.Option(metavar="OUT.svg", help="Write a picture of the values over the run.", show_default=False),
    ] = None,
) -> None:
    """Tune parameters by SPSA: play value + step against value - step, and move towards the winner.

    Each parameter has its own range ('kiebitz uci' lists them as options). STEP is the step at the end of the run, a
    tenth of the start by default. The same command gives the same result, whatever --jobs is. Prove the result by a
    match with another seed and more nodes per move (docs/tuning.md).
    """
    from kiebitz.arena.match.adjudication import DrawRule, ResignRule
    from kiebitz.arena.match.arrangement import book_of
    from kiebitz.arena.match.referee import Rules
    from kiebitz.arena.match.time_control import MatchLimit
    from kiebitz.arena.tune.display import Display
    from kiebitz.arena.tune.figure import tuning_figure
    from kiebitz.arena.tune.games import Board, TuneError
    from kiebitz.arena.tune.spsa import Run
    from kiebitz.arena.tune.tuning import Setting, Tuning
    from kiebitz.processes.cores import usable_cores
    from kiebitz.processes.journal_file import JournalError

    require_apart(output, figure)
    require_output(output)
    require_page(figure)
    run = Run(tuple(_knob(number, game) for number in numbers), pairs, rate, seed)
    if len({knob.name for knob in run.knobs}) < len(run.knobs):
        refuse("a parameter is named twice; name each once")
    spec = _own(player, run.knobs, game)
    book = book_of(openings or [], opening_plies, game.value)
    draw, resign = RULES[game]
    rules = Rules(MatchLimit(nodes=nodes), DrawRule.parse(draw), ResignRule.parse(resign))
    setting = Setting(spec, rules, tuple(book.shuffled(seed)), book.name)
    try:
        Board(spec, rules)
        tuning = Tuning(run, setting, output, resume=resume)
    except (JournalError, TuneError) as error:
        refuse(str(error))
    except OSError as error:
        refuse(f"{error.filename or output}: {error.strerror or error}", FAILED)
    status = 0
    try:
        with terminated_as_interrupted(), Display(tuning) as display:
            tuning.play(jobs or usable_cores(), display.show)
    except TuneError as error:
        warn(str(error))
        status = FAILED
    except OSError as error:
        go_on = "; make room, and go on with --resume" if error.errno in UNWRITABLE else ""
        warn(f"{error.filename or output}: {error.strerror or error}{go_on}")
        status = FAILED
    except KeyboardInterrupt:
        warn("interrupted; go on with --resume")
        status = INTERRUPTED
    finally:
        tuning.close()
    display.end()
    if figure:
        write_output(figure, tuning_figure(tuning).encode())
    if status:
        raise typer.Exit(status)


def _knob(text: str, game: Game) -> Knob:
    """A number as people write it; refuses anything else, and a start outside its bounds."""
    from kiebitz.arena.tune.spsa import Knob
    from kiebitz.core.parameters import CHESS_ALONE, SHOGI, defaults, tunable_of

    written = NUMBER.fullmatch(text)
    if written is None:
        refuse(f"'{text}' names no parameter; write NAME, NAME=START, NAME:STEP or NAME=START:STEP")
    try:
        tunable = tunable_of(written["name"])
    except KeyError:
        refuse(f"there is no parameter '{written['name']}'; 'kiebitz uci' lists them as options")
    if game is Game.shogi and tunable.name in CHESS_ALONE:
        refuse(f"{tunable.name} is a parameter of chess; it changes nothing in shogi")
    least, most = tunable.minimum, tunable.maximum
    if tunable.names or (least, most) == (0, 1):
        refuse(f"{tunable.name} is a switch or a choice, not a number; compare its values by a match")
    start = int(written["start"] or defaults(SHOGI if game is Game.shogi else None)[tunable.name])
    if not least <= start <= most:
        refuse(f"{tunable.name} = {start} is outside {least} to {most}")
    step = float(written["step"] or max(LEAST_STEP, STEP_SHARE * abs(start)))
    if not 0 < step <= most - least:
        refuse(f"the step of {tunable.name} is {step:g}; it can be up to {most - least}, and must be more than 0")
    return Knob(tunable.name, start, least, most, step)


def _own(text: str, knobs: tuple[Knob, ...], game: Game) -> OwnSpec:
    """The engine that a text describes; refuses other programs, and settings of what is tuned."""
    from kiebitz.arena.match.player import OwnSpec, PlayerError, parse_player

    try:
        spec = parse_player(text, game.value)
    except PlayerError as error:
        refuse(str(error))
    if not isinstance(spec, OwnSpec):
        refuse("--player must be Kiebitz with settings; other programs can't be tuned")
    if spec.times != 1:
        refuse("both sides have the same nodes here; leave times out, and give --nodes")
    for name, _ in spec.options:
        if name in {knob.name for knob in knobs}:
            refuse(f"{name} is tuned: give its start as {name}=START among the numbers, not with --player")
    return spec
