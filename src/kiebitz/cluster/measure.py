"""Positions searched by real processes, to be measured: ``kiebitz cluster`` run as a program."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from kiebitz.cluster.launch import LaunchError, mpirun_path, require_mpi
from kiebitz.processes.last_will import last_will


@dataclass(frozen=True, slots=True)
class Searched:
    """A position as a cluster searched it."""

    fen: str
    seconds: float
    nodes: int
    """Of all processes, in subtree searches."""
    wasted_nodes: int
    searching_seconds: float
    """Time spent in subtree searches, summed over the processes."""
    messages: int
    value: int | None
    """For the side to move."""


def why_not_here() -> str | None:
    """The thing missing for real processes; None if nothing is."""
    try:
        require_mpi()
        mpirun_path()
    except LaunchError as error:
        return str(error)
    return None


def search_positions(
    fens: Sequence[str], processes: int, depth: int, *, options: Sequence[str] = (), timeout_s: float | None = None
) -> list[Searched]:
    """Search positions one after another, each from empty tables, with ``processes`` processes.

    ``options`` are further ones of ``kiebitz cluster``. Raises LaunchError if that fails or takes longer than
    ``timeout_s``.
    """
    command = [sys.executable, "-m", "kiebitz", "cluster", "-", "--jobs", str(processes), "--depth", str(depth)]
    try:
        run = subprocess.run(
            [*command, *options, "--json"],
            input="\n".join(fens),
            capture_output=True,
            text=True,
            timeout=timeout_s,
            check=False,
            preexec_fn=last_will(),
        )
    except subprocess.TimeoutExpired as error:
        raise LaunchError(
            f"{processes} processes took longer than {timeout_s:g} s for {len(fens)} positions"
        ) from error
    if run.returncode != 0:
        raise LaunchError(run.stderr.strip() or f"kiebitz cluster ended with status {run.returncode}")
    found = []
    for line in run.stdout.splitlines():
        record = json.loads(line)
        found.append(Searched(**{name: record[name] for name in Searched.__dataclass_fields__}))
    return found
