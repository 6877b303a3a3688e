"""``kiebitz mate``: a mate proved in chess or shogi, with its proof; and proofs checked."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple, cast

import typer

from kiebitz.mate.proof_file import Proof, ProofFileError, read_proof, write_proof
from kiebitz.shell.line_text import line_text
from kiebitz.shell.refusal import FAILED, refuse

if TYPE_CHECKING:
    from kiebitz.engine import Position
    from kiebitz.engine.mate_solver import MateProgress, MateSolution, MateSolver

DEFAULT_HASH_MB, MAX_HASH_MB = 64, 2**20
MAX_MOVES = 64
# Chess is searched with all moves, not with checks alone, so it needs a limit.
DEFAULT_CHESS_MOVES = 15
COMMENT = "#"
REFRESH_PER_SECOND = 4


class _Limits(NamedTuple):
    """What may be searched."""

    moves: int | None
    checks: bool
    exact: bool
    nodes: int | None
    seconds: float | None


def mate(
    position: Annotated[
        list[str] | None,
        typer.Argument(metavar="POSITION", help="FEN, SFEN, or a file of them, one a line.", show_default=False),
    ] = None,
    *,
    moves: Annotated[
        int | None,
        typer.Option("--moves", "-m", min=1, max=MAX_MOVES, help="The mate may take so many.  [chess: 15; shogi: any]"),
    ] = None,
    checks: Annotated[bool, typer.Option("--checks", help="The attacker only gives check; always in shogi.")] = False,
    exact: Annotated[bool, typer.Option("--exact", help="Look for the shortest mate, and prove that it is.")] = False,
    nodes: Annotated[int | None, typer.Option("--nodes", "-n", min=1, help="Nodes searched at most.")] = None,
    seconds: Annotated[float | None, typer.Option("--seconds", "-t", min=0.001, help="Time at most.")] = None,
    hash_mb: Annotated[
        int, typer.Option("--hash", min=1, max=MAX_HASH_MB, metavar="MB", help="Size of the solver's table.")
    ] = DEFAULT_HASH_MB,
    proof: Annotated[
        Path | None, typer.Option("--proof", metavar="OUT.json", help="Write the proof down.", show_default=False)
    ] = None,
    verify: Annotated[
        Path | None,
        typer.Option("--verify", metavar="PROOF.json", help="Check a proof, in plain Python.", show_default=False),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print each outcome as one JSON object.")] = False,
) -> None:
    """Prove a mate, of any length in shogi, or that there is none; Ctrl-C leaves it unknown.

    Shogi by checks alone, as in tsume problems: 'kiebitz mate "4k4/9/4P4/9/9/9/9/9/9 b G 1"'.
    """
    if verify is not None:
        _verify(verify)
        return
    if not position:
        refuse("there is nothing to solve; give a FEN, an SFEN or a file, or a proof to --verify")
    from kiebitz.engine.mate_solver import MateSolver

    texts = _texts(position)
    if proof is not None and len(texts) != 1:
        refuse(f"--proof takes one position, and there are {len(texts)}")
    try:
        solver = MateSolver(hash_mb)
    except (ValueError, MemoryError) as error:
        refuse(str(error))
    for text in texts:
        _solve(solver, text, _Limits(moves, checks, exact, nodes, seconds), proof, as_json)


def _texts(words: list[str]) -> list[str]:
    """The positions that are meant: one in quotes or word by word, or those of a file, before a tab if there is one."""
    path = Path(words[0])
    if len(words) > 1 or not path.is_file():
        return [" ".join(words)]
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        refuse(f"{path} can't be read: {error}")
    texts = [line.split("\t")[0] for line in lines if line.strip() and not line.startswith(COMMENT)]
    return texts or refuse(f"{path} holds no position")


def _solve(solver: MateSolver, text: str, limits: _Limits, proof: Path | None, as_json: bool) -> None:
    """Solve one position, say what was found, and write the proof down if that is wanted."""
    from kiebitz.engine.mate_solver import ProofLostError, game_of, longest_line, position_named, text_of

    try:
        position = position_named(text)
    except ValueError as error:
        refuse(f"not a position: {error}")
    is_chess = game_of(position) == "chess"
    moves = limits.moves or (DEFAULT_CHESS_MOVES if is_chess and not limits.checks else None)
    checks_only = limits.checks or not is_chess
    line: tuple[str, ...] = ()
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
                book = solver.book(position)
                line = longest_line(position, book)
                # What the book proves may be less than the search knew of.
                solution = replace(solution, plies=len(line))
        except (ValueError, MemoryError) as error:
            refuse(str(error))
        except ProofLostError as error:
            refuse(str(error), FAILED)
    if as_json:
        typer.echo(json.dumps({"position": text_of(position)} | asdict(solution) | {"line": line}))
    else:
        _tell(solution, line_text(cast("Position", position), line) if is_chess else " ".join(line), moves)
    if proof is not None and line:
        _write(Proof(game_of(position), text_of(position), len(line), checks_only, book), proof)


def _tell(solution: MateSolution, line: str, moves: int | None) -> None:
    """Print what was found."""
    within = f" within {moves} moves" if moves else ""
    if solution.plies is not None:
        how = "the shortest" if solution.is_exact else "the shortest that is proved"
        typer.echo(f"Mate in {solution.plies} plies, {how}: {line}")
    elif solution.mate is None:
        typer.echo(f"Whether there is a mate{within} is not known")
    else:
        typer.echo(f"No mate{within}")
    typer.echo(
        f"{solution.nodes:,} nodes, {solution.seconds:.1f} s; {solution.hash_permille / 10:.1f}% of the table in use"
        + (
            f"; garbage collected {solution.collections:,} times, {solution.survivors:,} entries left by the last,"
            f" {solution.longest_pause_ms:.0f} ms at most"
            if solution.collections
            else ""
        )
    )


@contextmanager
def _progress_shown() -> Iterator[Callable[[MateProgress], None] | None]:
    """Someone to tell of progress, who shows it on a terminal; None where there is none."""
    from kiebitz.shell.console import make_console

    console = make_console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    with console.status("", refresh_per_second=REFRESH_PER_SECOND) as status:
        yield lambda progress: status.update(
            f"{progress.nodes:,} nodes; proof number {progress.proof:,}, disproof number {progress.disproof:,};"
            f" table {progress.hash_permille / 10:.1f}%, collected {progress.collections:,} times"
        )


def _write(proof: Proof, path: Path) -> None:
    try:
        write_proof(proof, path)
    except OSError as error:
        refuse(f"{path} can't be written: {error.strerror}", FAILED)
    typer.echo(f"The proof, {len(proof.book):,} positions, is in {path}")


def _verify(path: Path) -> None:
    """Check a proof and say what it proves."""
    from kiebitz.mate.verify import MissingPackageError, UnprovenError, verify

    try:
        proof = read_proof(path)
        verdict = verify(proof)
    except OSError as error:
        refuse(f"{path} can't be read: {error.strerror}")
    except (ProofFileError, MissingPackageError) as error:
        refuse(str(error))
    except UnprovenError as error:
        refuse(f"{path} proves nothing: {error}", FAILED)
    by_checks = " by checks alone" if proof.checks_only else ""
    typer.echo(f"Proved: mate in {verdict.plies} plies at most{by_checks}: {proof.position}")
    typer.echo(f"{verdict.positions:,} positions looked at")
