"""A file is there whole or not at all."""

import os
import signal
import stat
import subprocess
import sys
import threading

import pytest

from kiebitz.processes.whole_file import FOR_ME, sweep, whole_file


def test_what_is_written_is_there(tmp_path):
    with whole_file(tmp_path / "kept") as file:
        file.write(b"new")
        assert not (tmp_path / "kept").exists()
    assert (tmp_path / "kept").read_bytes() == b"new"
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


@pytest.mark.parametrize("fault", [OSError, KeyboardInterrupt])
def test_the_old_file_stays_if_that_fails(tmp_path, fault):
    (tmp_path / "kept").write_bytes(b"old")

    def leave_early():
        with whole_file(tmp_path / "kept") as file:
            file.write(b"half of the n")
            raise fault

    with pytest.raises(fault):
        leave_early()
    assert (tmp_path / "kept").read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


@pytest.mark.parametrize("planted", ["a link", "another name", "a folder"])
def test_nobody_chooses_what_is_written_over(tmp_path, planted):
    """Who may write in the folder could put a link where the unfinished file is written."""
    victim, trap = tmp_path / "victim", tmp_path / "kept.unfinished"
    victim.write_bytes(b"precious")
    if planted == "a link":
        trap.symlink_to(victim)
    elif planted == "another name":
        trap.hardlink_to(victim)
    else:
        trap.mkdir()
    with whole_file(tmp_path / "kept", FOR_ME) as file:
        file.write(b"new")
    assert (tmp_path / "kept").read_bytes() == b"new"
    assert stat.S_IMODE((tmp_path / "kept").stat().st_mode) == FOR_ME
    assert victim.read_bytes() == b"precious"
    sweep(tmp_path)
    assert trap.exists()


def test_what_killed_writers_left_is_swept_away_and_nothing_else(tmp_path):
    for name in ("a.pgn.unfinished", "b.pgn.unfinished2", "c.pgn.0123abcd.unfinished", "whole.pgn"):
        (tmp_path / name).write_bytes(b"half of")
    with whole_file(tmp_path / "d.pgn") as file:
        sweep(tmp_path)
        file.write(b"whole")
    assert names_in(tmp_path) == ["d.pgn", "whole.pgn"]


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


def test_two_writers_never_meet(tmp_path):
    path = tmp_path / "kept"
    with whole_file(path) as one:
        one.write(b"A" * 300_000)
        with whole_file(path) as other:
            other.write(b"B" * 200_000)
        assert path.read_bytes() == b"B" * 200_000
        with whole_file(path) as third:
            third.write(b"C")
    assert path.read_bytes() == b"A" * 300_000
    assert names_in(tmp_path) == ["kept"]


@pytest.mark.check
def test_many_writers_and_a_reader_see_whole_files_only(tmp_path):
    path = tmp_path / "kept"
    texts = [letter * size for letter, size in ((b"A", 300_000), (b"B", 200_000), (b"C", 1))]

    def write(text):
        for _ in range(40):
            with whole_file(path) as file:
                file.write(text)

    writers = [threading.Thread(target=write, args=[text]) for text in texts]
    for writer in writers:
        writer.start()
    seen = set()
    while any(writer.is_alive() for writer in writers):
        if path.exists():
            seen.add(path.read_bytes())
    assert seen <= set(texts)
    assert path.read_bytes() in texts
    assert names_in(tmp_path) == ["kept"]


KILLED = """
import sys
from pathlib import Path
from kiebitz.processes.whole_file import whole_file
with whole_file(Path(sys.argv[1])) as file:
    file.write(b"much more than the next one writes")
    file.flush()
    print(flush=True)
    sys.stdin.read()
"""


@pytest.mark.check
def test_what_a_killed_writer_left_is_written_over(tmp_path):
    path = tmp_path / "kept"
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as writer:
        writer.stdout.readline()
        writer.send_signal(signal.SIGKILL)
    assert names_in(tmp_path) == ["kept.unfinished"]
    with whole_file(path) as file:
        file.write(b"short")
    assert path.read_bytes() == b"short"
    assert names_in(tmp_path) == ["kept"]


@pytest.mark.skipif(os.name == "nt", reason="modes of Unix")
@pytest.mark.parametrize("mode", [0o600, 0o664])
def test_it_stays_for_those_whom_the_old_one_was_for(tmp_path, mode):
    (tmp_path / "kept").write_bytes(b"old")
    (tmp_path / "kept").chmod(mode)
    with whole_file(tmp_path / "kept") as file:
        file.write(b"new")
    assert stat.S_IMODE((tmp_path / "kept").stat().st_mode) == mode


def test_everybody_may_read_it_whom_the_umask_lets(tmp_path):
    before = os.umask(0o027)
    try:
        with whole_file(tmp_path / "kept"):
            pass
    finally:
        os.umask(before)
    assert (tmp_path / "kept").stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("name", ["x" * 255, "ü" * 127 + "x", "x" * 225, "\udcff" * 255])
def test_a_name_may_be_as_long_as_the_file_system_takes(tmp_path, name):
    for content in (b"one", b"two"):
        with whole_file(tmp_path / name) as file:
            file.write(content)
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"two"]
    assert [path.name for path in tmp_path.iterdir()] == [name]
