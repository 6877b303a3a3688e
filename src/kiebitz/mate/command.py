"""``kiebitz mate``: a mate proved in chess or shogi, with its proof; and proofs checked."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, NamedTuple, cast

import typer

from kiebitz.commandline.clean_text import clean
from kiebitz.commandline.line_text import line_text
from kiebitz.commandline.output_file import require_apart, require_output, require_page
from kiebitz.commandline.position_argument import read_position
from kiebitz.commandline.refusal import FAILED, INTERRUPTED, refuse, warn
from kiebitz.commandline.text_file import lines_of
from kiebitz.mate.outputs import Outputs
from kiebitz.mate.proof_file import Proof, ProofFileError, read_proof
from kiebitz.mate.words import count_text, plies_text, positions_text

if TYPE_CHECKING:
    from kiebitz.engine import Position
    from kiebitz.engine.mate_progress import MateProgress
    from kiebitz.engine.mate_solver import MateCooks, MateSolution, MateSolver
    from kiebitz.engine.positions import AnyPosition

DEFAULT_HASH_MB, MAX_HASH_MB = 64, 2**20
MAX_MOVES = 1536
# Chess is searched with all moves, not with checks alone, so it needs a limit.
DEFAULT_CHESS_MOVES = 15
COMMENT = "#"
REFRESH_PER_SECOND = 4
# What is always left for the line of a mate, in seconds.
READING_S = 0.1


class _Limits(NamedTuple):
    """The limits of the search."""

    moves: int | None
    checks: bool
    exact: bool
    cooks: bool
    nodes: int | None
    seconds: float | None


def mate(
    position: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="POSITION",
            help="A FEN (chess), an SFEN (shogi), a file with one in each line, or a record of shogi (KIF, KI2, CSA,"
            " JKF) whose start is the problem.",
            show_default=False,
        ),
    ] = None,
    *,
    moves: Annotated[
        int | None,
        typer.Option(
            "--moves", "-m", min=1, max=MAX_MOVES, help="Longest mate to look for, in moves.  [chess: 15; shogi: any]"
        ),
    ] = None,
    checks: Annotated[
        bool, typer.Option("--checks", help="Let the attacker give check with every move; always so in shogi.")
    ] = False,
    exact: Annotated[
        bool, typer.Option("--exact", help="Find the shortest mate and prove that none is shorter.")
    ] = False,
    cooks: Annotated[
        bool, typer.Option("--cooks", help="Also look for other first moves that mate; a sound problem has none.")
    ] = False,
    nodes: Annotated[int | None, typer.Option("--nodes", "-n", min=1, help="Stop after this many nodes.")] = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", "-t", min=0.001, help="Stop after this many seconds.")
    ] = None,
    hash_mb: Annotated[
        int, typer.Option("--hash", min=1, max=MAX_HASH_MB, metavar="MB", help="Size of the solver's table.")
    ] = DEFAULT_HASH_MB,
    proof: Annotated[
        Path | None,
        typer.Option(
            "--proof",
            metavar="FILE",
            help="Write the proof: .json can be verified, .pgn (chess), .kif and .kifu (shogi) can be read.",
            show_default=False,
        ),
    ] = None,
    svg: Annotated[
        Path | None,
        typer.Option("--svg", metavar="FILE", help="Write a picture of the position.", show_default=False),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="FILE", help="Write a web page to step through the proof.", show_default=False),
    ] = None,
    verify: Annotated[
        Path | None,
        typer.Option(
            "--verify",
            metavar="PROOF.json",
            help="Check a proof in plain Python; --proof, --svg and --html convert it.",
            show_default=False,
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object per position.")] = False,
) -> None:
    """Prove a forced mate, or that there is none; in shogi of any length.

    In shogi every move of the attacker is a check, as in tsume problems:
    'kiebitz mate "4k4/9/4P4/9/9/9/9/9/9 b G 1"'.
    """
    outputs = Outputs(proof, svg, html)
    require_apart(*outputs)
    read: list[Path | str] = [*(position or [])[:1], *filter(None, [verify])]
    if proof is not None:
        require_output(proof, *read)
    require_page(svg, *read)
    require_page(html, *read)
    try:
        if verify is not None:
            unheard = {
                "the position": position,
                "--moves": moves,
                "--checks": checks,
                "--exact": exact,
                "--cooks": cooks,
                "--nodes": nodes,
                "--seconds": seconds,
                "--hash": hash_mb != DEFAULT_HASH_MB,
                "--json": as_json,
            }
            if given := [name for name, value in unheard.items() if value]:
                refuse(f"--verify checks a proof as it is, and searches nothing; leave out {', '.join(given)}")
            _verify(verify, outputs)
        else:
            _solve_all(position or [], hash_mb, _Limits(moves, checks, exact, cooks, nodes, seconds), outputs, as_json)
    except KeyboardInterrupt:
        refuse("interrupted", INTERRUPTED)


def _solve_all(words: list[str], hash_mb: int, limits: _Limits, outputs: Outputs, as_json: bool) -> None:
    """Solve the positions that the words mean."""
    if not words:
        refuse("there is nothing to solve; give a FEN, an SFEN or a file, or a proof to --verify")
    from kiebitz.engine.mate_solver import MateSolver

    problems = _problems(words)
    if any(outputs) and len(problems) != 1:
        refuse(f"--proof, --svg and --html take one position, and there are {len(problems)}")
    try:
        solver = MateSolver(hash_mb)
    except (ValueError, MemoryError) as error:
        refuse(str(error))
    left_out = 0
    for problem in problems:
        try:
            position = read_position(problem.text)
            if len(problems) > 1 and not as_json:
                typer.echo(clean(problem.text))
            _solve(solver, position, limits, outputs, as_json)
        except ValueError as error:
            if len(problems) == 1:
                refuse(f"{problem.place}not a position: {error}")
            warn(f"{problem.place}not a position: {error}; left out")
            left_out += 1
    if left_out:
        refuse(f"{left_out} of {len(problems)} positions were left out; mend them")


class _Problem(NamedTuple):
    """A position to solve."""

    text: str
    place: str = ""
    """The file and the line or game where it stands, for messages."""


def _problems(words: list[str]) -> list[_Problem]:
    """The positions that are meant: one in quotes or word by word, or those of a file."""
    from kiebitz.kifu.writing import is_record

    path = Path(words[0])
    if len(words) > 1 or not _is_file(path):
        if len(words) == 1 and path.suffix:
            refuse(f"there is no file {path}")
        return [_Problem(" ".join(words))]
    found = _problems_in_records(path) if is_record(path) else _problems_in_lines(path)
    return found or refuse(f"{path} holds no position")


def _problems_in_lines(path: Path) -> list[_Problem]:
    """The positions of a text, one a line, before a tab if there is one."""
    lines = lines_of(path, ", or name a record of shogi by its format, as .kif")
    return [
        _Problem(line.split("\t")[0], f"{path}, line {number}: ")
        for number, line in enumerate(lines, 1)
        if line.strip() and not line.startswith(COMMENT)
    ]


def _problems_in_records(path: Path) -> list[_Problem]:
    """The starts of records of shogi; what is wrong with these is told."""
    from kiebitz.kifu.reading import read_kifu
    from kiebitz.kifu.record import KifuError

    found = []
    try:
        for kifu in read_kifu(path, on_fault=lambda fault: warn(str(fault))):
            for fault in kifu.faults:
                warn(str(fault))
            if kifu.sfen is not None:
                found.append(_Problem(kifu.sfen, f"{path}, game {kifu.number}: "))
    except KifuError as error:
        refuse(str(error))
    return found


def _is_file(path: Path) -> bool:
    """True if there is a file of a name, which may be no name at all."""
    try:
        return path.is_file()
    except OSError:
        return False


def _solve(solver: MateSolver, position: AnyPosition, limits: _Limits, outputs: Outputs, as_json: bool) -> None:
    """Solve one position, say what was found, and write down what is wanted. Raises KeyboardInterrupt, after that."""
    from kiebitz.engine.mate_length import counted_plies
    from kiebitz.engine.mate_solver import ProofLostError
    from kiebitz.engine.positions import game_of, text_of

    game = game_of(position)
    is_chess = game == "chess"
    outputs.require(game)
    moves = limits.moves or (DEFAULT_CHESS_MOVES if is_chess and not limits.checks else None)
    checks_only = limits.checks or not is_chess
    proof: Proof | None = None
    line: tuple[str, ...] = ()
    counted: int | None = None
    cooks: MateCooks | None = None
    unread = ""
    deadline = None if limits.seconds is None else monotonic() + limits.seconds
    with _progress_shown() as progress:
        try:
            solution = solver.solve(
                position,
                moves=moves,
                checks_only=checks_only,
                nodes=limits.nodes,
                seconds=limits.seconds,
                exact=limits.exact,
                progress=progress,
            )
            if solution.plies is not None:
                read = _read(solver, position, _left(deadline))
                line, unread = read.line, read.fault
                # What the book proves may be less than the search knew of.
                solution = replace(solution, plies=read.plies or solution.plies, is_stopped=solver.is_stopped)
                if read.book is not None:
                    proof = Proof(game, text_of(position), len(line), checks_only, read.book)
                    counted = len(line) if is_chess else counted_plies(position, read.book, _left(deadline))
                if limits.cooks and line and not solution.is_stopped:
                    cooks = solver.cooks(
                        position,
                        line[0],
                        # Of chess a second solution takes no longer than the first.
                        moves=limits.moves or ((len(line) + 1) // 2 if is_chess else None),
                        checks_only=checks_only,
                        nodes=limits.nodes,
                        seconds=_left(deadline),
                        progress=progress,
                    )
        except (ValueError, MemoryError) as error:
            refuse(str(error))
        except ProofLostError as error:
            refuse(str(error), FAILED)
    if as_json:
        more = {"counted_plies": counted, "line": line, "cooks": None if cooks is None else asdict(cooks)}
        typer.echo(json.dumps({"position": text_of(position)} | asdict(solution) | more))
    else:
        told = line_text(cast("Position", position), line) if is_chess else " ".join(line)
        _tell(solution, counted, told, moves)
        if cooks is not None:
            _tell_cooks(cooks, lambda move: line_text(cast("Position", position), [move]) if is_chess else move)
    outputs.write(position, proof, to_stderr=as_json)
    if unread and not solution.is_stopped:
        warn(unread)
        if outputs.proof is not None or outputs.html is not None:
            refuse("nothing was written of the proof; give it more --seconds", FAILED)
    if solution.is_stopped or (cooks is not None and cooks.is_stopped):
        raise KeyboardInterrupt


class _Read(NamedTuple):
    """The part of a proof that was read in time."""

    line: tuple[str, ...]
    """Empty if not even that was."""
    book: dict[str, str] | None
    plies: int
    """The length of the mate, 0 if no more than the solution's is known."""
    fault: str
    """Why the proof is not whole; empty if it is."""


def _read(solver: MateSolver, position: AnyPosition, seconds: float | None) -> _Read:
    """Read the proof off, or its line alone if there is no time for more. Raises ProofLostError."""
    from kiebitz.engine.mate_solver import ProofUnreadError

    try:
        line, book = solver.proof(position, seconds=seconds)
        return _Read(line, book, len(line), "")
    except ProofUnreadError as error:
        fault = str(error)
    except KeyboardInterrupt:
        solver.stop()
        fault = "interrupted"
    try:
        moves, is_longest = solver.line(position, seconds=READING_S)
    except ProofUnreadError:
        return _Read((), None, 0, fault)
    return _Read(moves, None, len(moves) if is_longest else 0, fault)


def _left(deadline: float | None) -> float | None:
    """The seconds that are left; None if there is no limit."""
    return None if deadline is None else max(0.0, deadline - monotonic())


def _tell(solution: MateSolution, counted: int | None, line: str, moves: int | None) -> None:
    """Print what was found; ``counted``: its length as problem collections count it."""
    within = f" within {count_text(moves, 'move', 'moves')}" if moves else ""
    if solution.plies is not None:
        how = "the shortest" if solution.is_exact else "the shortest that is proved"
        without = f" ({counted:,} without futile drops)" if counted not in {solution.plies, None} else ""
        typer.echo(f"Mate in {plies_text(solution.plies)}{without}, {how}: {line or 'its line is not known'}")
    elif solution.mate is None:
        typer.echo(f"Whether there is a mate{within} is not known")
    else:
        typer.echo(f"No mate{within}")
    nodes = count_text(solution.nodes, "node", "nodes")
    typer.echo(
        f"{nodes}, {solution.seconds:.1f} s; {solution.hash_permille / 10:.1f}% of the table in use"
        + (
            f"; garbage collected {count_text(solution.collections, 'time', 'times')},"
            f" {solution.survivors:,} entries left by the last, {solution.longest_pause_ms:.0f} ms at most"
            if solution.collections
            else ""
        )
    )


def _tell_cooks(cooks: MateCooks, told: Callable[[str], str]) -> None:
    """Print which first moves mate beside the one that was proved to."""
    if cooks.mating:
        typer.echo(f"These first moves mate, too: {', '.join(map(told, cooks.mating))}")
    if cooks.unknown:
        typer.echo(f"Whether these mate, too, is not known: {', '.join(map(told, cooks.unknown))}")
    if not cooks.mating and not cooks.unknown:
        typer.echo("No other first move mates")


@contextmanager
def _progress_shown() -> Iterator[Callable[[MateProgress], None] | None]:
    """Someone to tell of progress, who shows it on a terminal; None where there is none."""
    from kiebitz.commandline.console import make_console

    console = make_console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    with console.status("", refresh_per_second=REFRESH_PER_SECOND) as status:
        yield lambda progress: status.update(
            f"{progress.nodes:,} nodes; proof {progress.proof:,}, disproof {progress.disproof:,};"
            f" table {progress.hash_permille / 10:.1f}%, collected {progress.collections:,} times"
        )


def _verify(path: Path, outputs: Outputs) -> None:
    """Check a proof and say what it proves; then write down what is wanted."""
    from kiebitz.engine.positions import position_named
    from kiebitz.mate.verify import MissingPackageError, UnprovenError, verify

    try:
        proof = read_proof(path)
        outputs.require(proof.game)
        verdict = verify(proof)
    except OSError as error:
        refuse(f"{path} can't be read: {error.strerror}")
    except (ProofFileError, MissingPackageError) as error:
        refuse(str(error))
    except UnprovenError as error:
        refuse(f"{path} is not a valid proof: {error}", FAILED)
    by_checks = " by checks alone" if proof.checks_only else ""
    typer.echo(f"Proved: mate in {plies_text(verdict.plies)} at most{by_checks}: {proof.position}")
    typer.echo(f"{positions_text(verdict.positions)} looked at")
    outputs.write(position_named(proof.position), proof)
