import gzip
import json
import tracemalloc

import pytest

from kiebitz.analysis.archive_run.journal import Journal, digest
from kiebitz.analysis.reading.archive import RawGame
from kiebitz.processes.journal_file import JournalError, journal_path

SUMMARY = {"status": "analysed", "white": {}, "black": {}}
SETTINGS = {"version": "1", "nodes": 5, "depth": None}


def raw(number):
    return RawGame("a.pgn", number, number, f"1. a{number} *", "utf-8")


def add(journal, number, record=None, output=None):
    journal.write(f"game {number}\n".encode(), b"\n", output)
    journal.note(raw(number), SUMMARY, record)


@pytest.fixture
def output(tmp_path):
    return tmp_path / "out.pgn"


def test_a_whole_run(output):
    with Journal(output, SETTINGS, resume=False) as journal:
        add(journal, 1)
        assert journal_path(output).exists()
        add(journal, 2)
        journal.complete()
    assert output.read_text() == "game 1\n\ngame 2\n"
    assert not journal_path(output).exists()


def test_resume_wherever_it_was_cut(output):
    with Journal(output, SETTINGS, resume=False) as journal:
        for number in (1, 2, 3):
            add(journal, number, {"number": number})
    whole, notes = output.read_bytes(), journal_path(output).read_bytes()
    for cut in (*range(0, len(notes), 9), len(notes) - 1, len(notes)):
        output.write_bytes(whole + b"\n[Event half a game")
        journal_path(output).write_bytes(notes[:cut])
        with Journal(output, SETTINGS, resume=True) as journal:
            done = len(journal.digests)
            assert journal.digests == [digest(raw(n)) for n in range(1, done + 1)]
            assert [game.record for game in journal.done_games()] == [{"number": n} for n in range(1, done + 1)]
            for number in range(done + 1, 4):
                add(journal, number, {"number": number})
        assert output.read_bytes() == whole
        assert journal_path(output).read_bytes() == notes
    assert done == 3


def test_several_outputs_are_resumed_wherever_it_was_cut(tmp_path):
    outputs = [tmp_path / name for name in "aab"]
    with Journal(outputs[0], SETTINGS, resume=False) as journal:
        for number, output in enumerate(outputs):
            add(journal, number, output=output)
    whole, notes = [path.read_bytes() for path in outputs], journal_path(outputs[0]).read_bytes()
    assert whole == [b"game 0\n\ngame 1\n"] * 2 + [b"game 2\n"]
    for cut in range(0, len(notes) + 1, 9):
        for path in outputs:
            path.write_bytes(path.read_bytes() + b"half a game")
        journal_path(outputs[0]).write_bytes(notes[:cut])
        with Journal(outputs[0], SETTINGS, resume=True) as journal:
            for number in range(len(journal.digests), 3):
                add(journal, number, output=outputs[number])
        assert [path.read_bytes() for path in outputs] == whole
        assert journal_path(outputs[0]).read_bytes() == notes


def test_a_compressed_output_is_resumed(tmp_path):
    output = tmp_path / "out.pgn.gz"
    with Journal(output, SETTINGS, resume=False) as journal:
        add(journal, 1)
    with output.open("ab") as handle:
        handle.write(b"half a game")
    with Journal(output, SETTINGS, resume=True) as journal:
        add(journal, 2)
    assert gzip.decompress(output.read_bytes()) == b"game 1\n\ngame 2\n"


def test_an_interrupted_run_is_not_overwritten(output):
    with Journal(output, SETTINGS, resume=False) as journal:
        add(journal, 1)
    with pytest.raises(JournalError, match="--resume"):
        Journal(output, SETTINGS, resume=False)
    assert output.read_text() == "game 1\n"


def test_other_settings_are_refused(output):
    with Journal(output, SETTINGS, resume=False) as journal:
        add(journal, 1)
    with pytest.raises(JournalError, match=r"nodes was 5"):
        Journal(output, SETTINGS | {"nodes": 6}, resume=True)
    with pytest.raises(JournalError, match=r"depth was not given"):
        Journal(output, SETTINGS | {"depth": 6}, resume=True)
    assert output.read_text() == "game 1\n"


def test_a_changed_output_is_refused(output):
    with Journal(output, SETTINGS, resume=False) as journal:
        add(journal, 1)
    output.write_text("")
    with pytest.raises(JournalError, match="was changed"):
        Journal(output, SETTINGS, resume=True)


def test_nothing_to_resume(output):
    with Journal(output, SETTINGS, resume=True) as journal:  # neither output nor journal: it simply begins
        journal.complete()
    output.write_text("done")
    with pytest.raises(JournalError, match="is complete"):
        Journal(output, SETTINGS, resume=True)


def test_an_older_output_stands_until_there_is_something_new(output):
    output.write_text("old")
    with Journal(output, SETTINGS, resume=False) as journal:
        assert output.read_text() == "old"
        add(journal, 1)
    assert output.read_text() == "game 1\n"


def test_an_output_that_was_begun_needs_its_journal(output):
    output.write_text("old")
    with Journal(output, SETTINGS, resume=False) as journal:
        assert not journal.is_needed  # what an earlier run left there still stands
        journal.write(b"game 1\n", b"\n")
        assert journal.is_needed  # though the game isn't noted
    with Journal(output, SETTINGS, resume=True) as journal:
        assert journal.digests == []
        assert journal.is_needed  # though this run did nothing yet
        add(journal, 1)
        journal.complete()
    assert output.read_text() == "game 1\n"


def test_two_runs_on_one_output(output):
    pytest.importorskip("fcntl")
    with Journal(output, SETTINGS, resume=False), pytest.raises(JournalError, match="at this moment"):
        Journal(output, SETTINGS, resume=True)


def test_foreign_journals(output):
    journal_path(output).write_text(json.dumps({"kiebitz_journal": 99, "settings": {}}) + "\n")
    with pytest.raises(JournalError, match="was not written by this version"):
        Journal(output, SETTINGS, resume=True)
    for notes in ("rubbish\n", "my notes", '{"mine": 1}\n'):
        journal_path(output).write_text(notes)
        for resume in (False, True):
            with pytest.raises(JournalError, match="move that file away"):
                Journal(output, SETTINGS, resume=resume)
        assert journal_path(output).read_text() == notes


SOUND = {"digest": "x", "end": 0, "summary": SUMMARY}


@pytest.mark.parametrize(
    "wrong",
    [
        {"digest": 5},
        {"end": "0"},
        {"end": -1},
        {"summary": []},
        {"summary": {"status": 1, "white": {}, "black": {}}},
        {"summary": {"status": "analysed", "white": {}}},
        {"record": "text"},
    ],
)
def test_lines_of_another_shape_are_refused(output, wrong):
    for line in (json.dumps(SOUND | wrong), "[]", '"text"', "{}"):
        header = json.dumps({"kiebitz_journal": 1, "settings": SETTINGS})
        notes = f"{header}\n{json.dumps(SOUND)}\n{line}\n"
        journal_path(output).write_text(notes)
        with pytest.raises(JournalError, match=r"line 3 of .* is damaged"):
            Journal(output, SETTINGS, resume=True)
        assert journal_path(output).read_text() == notes


def test_records_are_not_held(output):
    size, games = 200_000, 20
    with Journal(output, SETTINGS, resume=False) as journal:
        for number in range(games):
            add(journal, number, {"text": "x" * size})
    tracemalloc.start()
    with Journal(output, SETTINGS, resume=True) as journal:
        assert sum(len(game.record["text"]) for game in journal.done_games()) == games * size
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < games * size / 2


def test_outputs_that_cannot_be_written(tmp_path):
    with pytest.raises(JournalError, match="not a file"):
        Journal(tmp_path, SETTINGS, resume=False)
    with pytest.raises(OSError, match="No such file"):
        Journal(tmp_path / "none" / "out.pgn", SETTINGS, resume=False)
