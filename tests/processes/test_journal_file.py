"""The file that remembers what is done: whatever ends a run, what stands in it is sound."""

import json

import pytest

from kiebitz.processes.journal_file import JournalError, JournalFile, journal_path

KIND, VERSION = "kiebitz_test", 3
SETTINGS = {"nodes": 5, "depth": None}


@pytest.fixture
def output(tmp_path):
    return tmp_path / "out.pgn"


def read(journal):
    """(header, lines) of a journal; lines are whole numbers under "done"."""
    headers, lines = [], []
    has_header = journal.read(headers.append, lambda data: lines.append(int(data["done"])))
    assert has_header == bool(headers)
    return headers, lines


def written(output, lines):
    journal = JournalFile(output, KIND, VERSION)
    journal.begin(SETTINGS, date="today")
    for line in lines:
        journal.append({"done": line}, is_forced=bool(line % 2))
    journal.close()
    return journal_path(output)


def test_what_is_written_is_read(output):
    path = written(output, [1, 2, 3])
    assert path.name == "out.pgn.journal"
    journal = JournalFile(output, KIND, VERSION)
    headers, lines = read(journal)
    assert lines == [1, 2, 3]
    assert headers == [{KIND: VERSION, "settings": SETTINGS, "date": "today"}]
    journal.delete()
    assert not path.exists()


def test_wherever_it_was_cut_the_whole_lines_stand(output):
    path = written(output, range(4))
    whole = path.read_bytes()
    for cut in range(len(whole) + 1):
        path.write_bytes(whole[:cut])
        journal = JournalFile(output, KIND, VERSION)
        headers, lines = read(journal)
        assert lines == list(range(max(whole[:cut].count(b"\n") - 1, 0)))
        if not headers:
            journal.begin(SETTINGS, date="today")
        for line in range(len(lines), 4):
            journal.append({"done": line}, is_forced=False)
        journal.close()
        assert path.read_bytes() == whole


@pytest.mark.parametrize(
    "damage",
    [
        b"rubbish\n",
        b"[" * 100_000 + b"\n",
        b"\xff\xfe\n",
        b"\0\0\n",
        b"\n",
    ],
)
def test_nothing_is_read_after_damage(output, damage):
    path = written(output, [1, 2])
    good = path.read_bytes()
    path.write_bytes(good + damage + b'{"done": 3}\n')
    journal = JournalFile(output, KIND, VERSION)
    assert read(journal)[1] == [1, 2]
    journal.close()
    assert path.read_bytes() == good


@pytest.mark.parametrize("line", [b"[]\n", b"5\n", b"{}\n", b'{"else": 1}\n', b'{"done": "x"}\n', b'{"done": null}\n'])
def test_whole_lines_that_no_run_notes_are_refused(output, line):
    path = written(output, [1, 2])
    notes = path.read_bytes() + line
    path.write_bytes(notes)
    journal = JournalFile(output, KIND, VERSION)
    with pytest.raises(JournalError, match=r"line 4 of .* is damaged"):
        read(journal)
    journal.abandon()
    assert path.read_bytes() == notes


@pytest.mark.parametrize("settings", [{}, {"settings": []}, {"settings": None}])
def test_headers_of_another_shape_are_refused(output, settings):
    path = journal_path(output)
    path.write_text(json.dumps({KIND: VERSION, **settings}) + "\n")
    journal = JournalFile(output, KIND, VERSION)
    with pytest.raises(JournalError, match="line 1 of"):
        journal.read(lambda header: journal.require_same(header, SETTINGS), lambda data: None)
    journal.abandon()
    assert path.exists()


def test_another_version_is_left_alone(output):
    path = written(output, [1])
    before = path.read_bytes()
    journal = JournalFile(output, KIND, VERSION + 1)
    with pytest.raises(JournalError, match="was not written by this version"):
        read(journal)
    journal.abandon()
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "content", [b"my notes", b"my notes\n", b"\n", b"[]\n", b'{"kiebitz_other": 3}\n', b"\xff\n", b"{]"]
)
def test_a_file_of_somebody_else_is_left_alone(output, content):
    path = journal_path(output)
    path.write_bytes(content)
    with pytest.raises(JournalError, match="is left alone: name another output, or move that file away"):
        JournalFile(output, KIND, VERSION)
    assert path.read_bytes() == content


def test_to_begin_is_to_forget(output):
    path = written(output, [1, 2])
    header = path.read_bytes().splitlines(keepends=True)[0]
    journal = JournalFile(output, KIND, VERSION)
    journal.begin(SETTINGS, date="today")
    journal.close()
    assert path.read_bytes() == header


def test_one_run_at_a_time(output):
    pytest.importorskip("fcntl")
    journal = JournalFile(output, KIND, VERSION)
    with pytest.raises(JournalError, match="at this moment"):
        JournalFile(output, KIND, VERSION)
    journal.begin(SETTINGS)
    journal.close()
    JournalFile(output, KIND, VERSION).close()
