"""An interrupted experiment goes on where it stopped."""

import itertools
import json

import pytest

from kiebitz.processes.journal_file import JournalError, journal_path
from kiebitz_claims.measuring.origin import Origin
from kiebitz_claims.measuring.progress import JournalledProgress, Progress

FULL = {"claim": "M2", "mode": "full", "version": "1"}
ORIGIN = Origin("43c1e75", True, 0.5)
CHANGED = Origin("6d1bb14", False, None)


@pytest.fixture
def begin(tmp_path):
    """Begins a run, or resumes it."""

    def begin(settings=FULL, origin=ORIGIN, *, resume):
        return JournalledProgress(
            tmp_path / "M2.json", settings, origin, resume=resume, show=lambda progress, step: None
        )

    return begin


def never():
    pytest.fail("measured again")


def test_without_a_journal_steps_are_simply_done():
    progress = Progress()
    assert progress.step("one", lambda: 1) == 1
    assert progress.step("two", int, "101", base=2) == 5
    assert progress.done == 2


def test_what_was_done_is_not_done_again(begin, tmp_path, monkeypatch):
    monkeypatch.setattr("kiebitz_claims.measuring.progress.perf_counter", itertools.count(0, 3_600).__next__)
    with begin(resume=False) as first:
        first.step("opening", lambda: {"nodes": 5})
        with pytest.raises(KeyboardInterrupt):
            first.step("ending", lambda: (_ for _ in ()).throw(KeyboardInterrupt))
    with begin(resume=True) as second:
        assert second.step("opening", never) == {"nodes": 5}
        assert second.step("ending", int, "7") == 7
        assert second.done == 2
        assert second.earlier_s == 3_600
        assert 0 <= second.earlier_cpu_s < second.earlier_s
        second.complete()
    assert list(tmp_path.iterdir()) == []


def test_every_step_keeps_its_origin(begin):
    with begin(resume=False) as first:
        for name in ("opening", "ending"):
            first.step(name, lambda: 1)
        assert first.earlier_origins == []
    with begin(origin=CHANGED, resume=True) as second:
        for name in ("opening", "ending", "problem"):
            second.step(name, lambda: 2)
        assert second.earlier_origins == [ORIGIN]
    with begin(resume=True) as third:
        assert [third.step(name, never) for name in ("opening", "ending", "problem")] == [1, 1, 2]
        assert third.earlier_origins == [ORIGIN, CHANGED]
    with begin(resume=True) as fourth:
        fourth.step("problem", never)
        assert fourth.earlier_origins == [CHANGED], "of what is not taken nothing is told"


@pytest.mark.parametrize("origin", [{}, {"origin": None}, {"origin": {"commit": "43c1e75"}}])
def test_a_step_of_no_known_origin_is_refused(begin, tmp_path, origin):
    with begin(resume=False):
        pass
    with journal_path(tmp_path / "M2.json").open("a") as file:
        print(json.dumps({"step": "opening", "outcome": 5, "seconds": 1, "cpu_seconds": 1, **origin}), file=file)
    with pytest.raises(JournalError, match=r"line 2 .* is damaged; run without --resume"):
        begin(resume=True)


def test_without_resuming_what_was_done_is_forgotten(begin):
    with begin(resume=False) as first:
        first.step("opening", lambda: 5)
    with begin(resume=False) as second:
        assert second.step("opening", lambda: 6) == 6
    with begin(resume=True) as third:
        assert third.step("opening", never) == 6


@pytest.mark.parametrize("end", ['{"step": "end', "rubbish\n"])
def test_what_is_not_sound_is_measured_again(begin, tmp_path, end):
    with begin(resume=False) as first:
        first.step("opening", lambda: 5)
    with journal_path(tmp_path / "M2.json").open("a") as file:
        file.write(end)
    with begin(resume=True) as again:
        assert again.step("ending", lambda: 6) == 6
    with begin(resume=True) as third:
        assert [third.step(name, never) for name in ("opening", "ending")] == [5, 6]


def test_what_can_not_be_resumed_is_refused(begin, tmp_path):
    journal = journal_path(tmp_path / "M2.json")
    with pytest.raises(JournalError, match=rf"nothing to resume: no {journal}; run without --resume"):
        begin(resume=True)
    assert not journal.exists()
    with begin(FULL | {"mode": "quick"}, resume=False) as quick:
        quick.step("opening", lambda: 5)
    kept = journal.read_bytes()
    with pytest.raises(JournalError, match=r"mode was quick\): give the same ones, or run without --resume"):
        begin(resume=True)
    assert journal.read_bytes() == kept
    journal.write_text('{"run": "M2 full, version 1"}\n')
    with pytest.raises(JournalError, match="was not written by Kiebitz for this kind of work"):
        begin(resume=True)


def test_one_run_at_a_time(begin):
    pytest.importorskip("fcntl")
    with begin(resume=False) as first:
        first.step("opening", lambda: 5)
        for resume in (False, True):
            with pytest.raises(JournalError, match=r"another run is writing .*M2\.json"):
                begin(resume=resume)
    with begin(resume=True) as second:
        assert second.step("opening", never) == 5
