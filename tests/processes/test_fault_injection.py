"""The N-th write, fsync and rename of a command's files fail, N = 1, 2, … until none does; or memory ends somewhere.

Whatever fails, the outputs are whole or not there, the command says so in words, and can be gone on with.
"""

import random
import shutil
import subprocess
from itertools import count

import pytest

from long_works import ANALYSE, JOURNALED, KEEPER, WHOLE, gone_on_with, run, undisturbed

STRACE = shutil.which("strace")
CALLS = {
    "write": ("write,pwrite64,writev", "ENOSPC"),
    "fsync": ("fsync,fdatasync", "EIO"),
    "rename": ("rename,renameat,renameat2", "EACCES"),
    "truncate": ("ftruncate", "EIO"),
}
PYTHONS_OWN = ("SystemError: error return without exception set", "RuntimeError: can't start new thread")
MB = 1 << 20
LIMITS = 50
# From where Python hardly begins to where all is well.
LEAST_MB, MOST_MB = 44, 180


def can_trace():
    return (
        STRACE and subprocess.run([STRACE, "-o", "/dev/null", "true"], capture_output=True, check=False).returncode == 0
    )


needs_limits = pytest.mark.skipif(not shutil.which("prlimit"), reason="no prlimit (util-linux)")
needs_strace = pytest.mark.skipif(not can_trace(), reason="no strace (Debian: strace), or tracing isn't allowed here")


@pytest.fixture(scope="module")
def references(tmp_path_factory):
    """What comes out of each work undisturbed."""
    found = {}

    def reference(work):
        if work.name not in found:
            found[work.name] = undisturbed(work, tmp_path_factory.mktemp("undisturbed"))[0]
        return found[work.name]

    return reference


def injected(work, folder, call, number):
    """Run a command whose N-th call of a kind, on its own files, fails; what it said, and whether one failed."""
    calls, error = CALLS[call]
    output = folder / work.output
    files = [output, *(output.with_name(output.name + end) for end in (".journal", ".unfinished"))]
    log = folder / "calls.log"
    watched = [word for path in (*files, output.parent) for word in ("-P", str(path))]
    inject = ["-e", f"trace={calls}", "-e", f"inject={calls}:error={error}:when={number}"]
    done = run([STRACE, "-f", "-qq", "-o", str(log), *watched, *inject, *work.command()], folder)
    return done, "(INJECTED)" in log.read_text()


def check(work, folder, done, reference):
    """Nothing is torn, what failed was said, and it can be gone on with."""
    if done.returncode == 0:
        assert work.result(folder) == reference
    else:
        assert done.returncode > 0
        assert done.stderr.strip()
        assert "Traceback" not in done.stderr
    assert not list(folder.rglob("*.unfinished"))
    assert gone_on_with(work, folder) == reference


def fresh(work, tmp_path, name):
    folder = tmp_path / str(name)
    folder.mkdir()
    work.prepare(folder)
    if work is KEEPER:
        (folder / "board").mkdir()
    return folder


@needs_strace
@pytest.mark.check
@pytest.mark.parametrize(
    "call", [pytest.param(call, marks=() if call == "write" else pytest.mark.nightly) for call in CALLS]
)
def test_a_call_that_fails(call, references, tmp_path):
    folder = fresh(ANALYSE, tmp_path, call)
    done, _ = injected(ANALYSE, folder, call, 1)
    check(ANALYSE, folder, done, references(ANALYSE))


@needs_strace
@pytest.mark.nightly
@pytest.mark.timeout(3_000)
@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("work", [*JOURNALED, *WHOLE], ids=lambda work: work.name)
def test_each_call_fails_once(work, call, references, tmp_path):
    for number in count(1):
        folder = fresh(work, tmp_path, number)
        done, has_failed = injected(work, folder, call, number)
        check(work, folder, done, references(work))
        if not has_failed:
            break


def with_memory(work, folder, limit_mb):
    """Run a command in an address space of so many megabytes."""
    return run(["prlimit", f"--as={limit_mb * MB}", *work.command()], folder)


def check_memory(work, folder, limit_mb, reference):
    """What memory didn't suffice for is said, nothing counts that it spoilt, and it can be gone on with."""
    done = with_memory(work, folder, limit_mb)
    said = f"with {limit_mb} MB: status {done.returncode}, {done.stderr}"
    if done.returncode == 0:
        assert work.result(folder) == reference, said
    elif done.returncode > 0:
        # OpenBLAS, which comes with NumPy, and jemalloc, with Arrow, end their process themselves, in their own words.
        own = any(line.startswith(("kiebitz: ", "OpenBLAS ", "<jemalloc>: ")) for line in done.stderr.splitlines())
        assert work is KEEPER or own, said
        # Without memory Python's own threads and extensions end now and then, in a trace that nobody can catch.
        pythons = any(words in done.stderr for words in PYTHONS_OWN)
        assert work is KEEPER or pythons or "Traceback" not in done.stderr, said
        assert not list(folder.rglob("*.unfinished")), said
    assert gone_on_with(work, folder) == reference, said


@needs_limits
@pytest.mark.check
def test_memory_ends(references, tmp_path):
    check_memory(ANALYSE, fresh(ANALYSE, tmp_path, "short"), 80, references(ANALYSE))


@needs_limits
@pytest.mark.nightly
@pytest.mark.timeout(3_000)
@pytest.mark.parametrize("work", [*JOURNALED, *WHOLE], ids=lambda work: work.name)
def test_memory_ends_somewhere(work, references, tmp_path):
    dice = random.Random(work.name)
    for number in range(LIMITS):
        check_memory(work, fresh(work, tmp_path, number), dice.randint(LEAST_MB, MOST_MB), references(work))
