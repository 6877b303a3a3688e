"""mpirun as this process's child: what it is handed, how long it is waited for, and what is said of its end."""

import os
import sys

import pytest

from kiebitz.cluster import launch
from kiebitz.cluster.launch import (
    LaunchError,
    MpirunExit,
    mpirun_path,
)


@pytest.fixture
def run(monkeypatch):
    """Launches a Python program in mpirun's place."""

    def run(code, **options):
        monkeypatch.setattr(launch, "require_mpi", lambda: None)
        monkeypatch.setattr(launch, "mpirun_command", lambda processes, arguments: [sys.executable, "-c", code])
        return launch.launch(2, [], **({"reads_input": False} | options))

    return run


def test_what_is_missing_is_said(monkeypatch):
    monkeypatch.setattr(launch, "find_spec", lambda name: None)
    with pytest.raises(LaunchError, match=r"mpi4py is missing; pip install 'kiebitz\[mpi\]'"):
        launch.launch(2, [], reads_input=False)
    monkeypatch.setattr(launch.shutil, "which", lambda name: None)
    monkeypatch.setattr(launch.sys, "executable", "/nowhere/python")
    with pytest.raises(LaunchError, match="mpirun is missing"):
        mpirun_path()


def test_more_processes_than_a_machine_bears_are_not_started():
    with pytest.raises(LaunchError, match="4096 processes are more than this machine bears"):
        launch.launch(4096, [], reads_input=False)


@pytest.mark.check
def test_what_a_process_fails_of_is_told(run):
    ending = run("import sys; print('prterun: an error occurred', file=sys.stderr); raise ImportError('no core here')")
    assert ending == MpirunExit(1, "the cluster broke down with status 1: ImportError: no core here")


@pytest.mark.check
@pytest.mark.parametrize(
    ("heard", "reason"),
    [
        ("-----\nprterun noticed that process rank 1 exited on signal 9\n-----", "process rank 1 exited on signal 9"),
        ("*** not enough slots ***", "not enough slots"),
        ("-----\nstrange", "strange"),
        ("-----", "mpirun gave no reason"),
    ],
)
def test_the_reason_is_found_among_many_words(run, heard, reason):
    ending = run(f"import sys; print({heard!r}, file=sys.stderr); sys.exit(9)")
    assert ending.status == 9
    assert ending.message.startswith("the cluster broke down with status 9: ")
    assert ending.message.endswith(reason)


@pytest.mark.check
def test_who_does_not_come_together_in_time_is_ended(run):
    ending = run("import time; time.sleep(60)", startup_s=0.5)
    assert ending.status == 1
    assert ending.message.startswith("the processes did not come together within 0.5 s")


@pytest.mark.check
def test_input_is_handed_on_with_a_last_word(run, monkeypatch, capfd):
    read_end, write_end = os.pipe()
    os.write(write_end, b"startpos\nnext")
    os.close(write_end)
    with os.fdopen(read_end) as source:
        monkeypatch.setattr(launch.sys, "stdin", source)
        code = (
            "import sys\nfor line in sys.stdin:\n"
            "    print(repr(line), flush=True)\n    if line == 'quit\\n': sys.exit(0)"
        )
        assert run(code, reads_input=True) == MpirunExit(0, None)
    assert capfd.readouterr().out.split() == [r"'startpos\n'", r"'next\n'", r"'quit\n'"]
