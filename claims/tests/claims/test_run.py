"""A run of an experiment: what is recorded of it, and that an interrupted one goes on."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

import kiebitz
from kiebitz.processes.journal_file import JournalError
from kiebitz_claims.claims import record as records
from kiebitz_claims.claims import run
from kiebitz_claims.claims.claim import Claim, Measurement, Result
from kiebitz_claims.claims.documents import KIEBITZ
from kiebitz_claims.claims.experiment import Experiment
from kiebitz_claims.claims.plan import Plan
from kiebitz_claims.claims.provenance import provenance
from kiebitz_claims.claims.run import run_experiment

pytestmark = pytest.mark.check

CLAIM = Claim("Z1", "Sleep", "A step takes as long as it sleeps.", KIEBITZ)
PLAN = Plan(3, "Schlaf!", "Sleep!", (), "two steps", "no step takes no time")
STEP_S = 3_600


def silent(progress, step):
    pass


def experiment(first, second):
    """An experiment of two steps."""

    def measure(quick, progress):
        steps = progress.step("first", first), progress.step("second", second)
        return Result(tuple(Measurement("steps gave", value) for value in steps))

    return Experiment(SimpleNamespace(STUDY=SimpleNamespace(claim=CLAIM, plan=PLAN), measure=measure))


class Clock:
    """One that goes only while somebody sleeps."""

    now = 0.0


def sleep():
    Clock.now += STEP_S
    return 1


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    for module in ("claims.run", "measuring.progress"):
        monkeypatch.setattr(f"kiebitz_claims.{module}.perf_counter", lambda: Clock.now)


def interrupt():
    raise KeyboardInterrupt


def never():
    pytest.fail("measured again")


def test_a_full_run_is_kept_before_its_journal_goes(tmp_path, monkeypatch):
    """Hours of measuring were lost where the result couldn't be written, or the power went just then."""
    known = replace(provenance(quick=True), signature=3, classical_signature=4)
    monkeypatch.setattr(run, "provenance", lambda quick: known)
    (tmp_path / "Z1.json").mkdir()
    with pytest.raises(OSError, match=r"Z1\.json"):
        run_experiment(experiment(sleep, lambda: 2), tmp_path, silent, quick=False, resume=False)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["Z1.json", "Z1.json.journal"]
    (tmp_path / "Z1.json").rmdir()
    record = run_experiment(experiment(never, never), tmp_path, silent, quick=False, resume=True)
    assert [path.name for path in tmp_path.iterdir()] == ["Z1.json"]
    assert records.load(tmp_path, "Z1") == record


def test_an_interrupted_run_goes_on_and_counts_the_seconds_of_both(tmp_path):
    with pytest.raises(KeyboardInterrupt):
        run_experiment(experiment(sleep, interrupt), tmp_path, silent, quick=True, resume=False)
    assert [path.name for path in tmp_path.iterdir()] == ["Z1.json.journal"]
    record = run_experiment(experiment(never, lambda: 2), tmp_path, silent, quick=True, resume=True)
    assert record.seconds == STEP_S
    assert [measured.value for measured in record.result.measurements] == [1, 2]
    assert record.plan == 3
    assert (record.claim_id, record.version) == ("Z1", kiebitz.__version__)
    assert record.command == "kiebitz lab run Z1 --quick"
    assert (record.signature, record.classical_signature) == (None, None)
    assert record.core == provenance(quick=True).core
    assert 0 <= record.cpu_seconds < record.seconds
    assert list(tmp_path.iterdir()) == []


def resumed_after(monkeypatch, tmp_path, parts):
    """The record of a run whose parts have these commits, clean or not, and loads; the last one does the last step."""
    known = provenance(quick=True)
    for number, (commit, is_clean, load) in enumerate(parts, 1):
        measured_with = replace(known, commit=commit, is_clean=is_clean)
        monkeypatch.setattr(run, "provenance", lambda *, quick, measured_with=measured_with: measured_with)
        monkeypatch.setattr(run, "load", lambda load=load: load)
        work = (lambda: 1) if number == 1 else never, (lambda: 2) if number == len(parts) else interrupt
        try:
            return run_experiment(experiment(*work), tmp_path, silent, quick=True, resume=number > 1)
        except KeyboardInterrupt:
            assert number < len(parts)
    return pytest.fail("never ended")


@pytest.mark.parametrize(
    ("parts", "commits", "is_clean", "loads"),
    [
        ([("a", True, 0.5)], ((), "a"), True, ()),
        ([("a", True, 0.5), ("a", True, 0.7)], ((), "a"), True, (0.5,)),
        ([("a", True, 0.5), ("b", True, 0.7)], (("a",), "b"), True, (0.5,)),
        ([("a", False, 0.5), ("b", True, 0.7)], (("a",), "b"), False, (0.5,)),
        ([("a", True, None), ("b", False, None)], (("a",), "b"), False, ()),
        ([("a", False, 0.5), ("a", True, 0.7)], ((), "a"), False, (0.5,)),
        ([(None, None, 0.5), ("a", True, 0.7)], ((None,), "a"), None, (0.5,)),
        # The second part ended before it had done a step.
        ([("a", True, 0.5), ("b", False, 0.6), ("c", True, 0.7)], (("a",), "c"), True, (0.5,)),
    ],
)
def test_a_result_tells_the_commits_of_all_its_steps(monkeypatch, tmp_path, parts, commits, is_clean, loads):
    record = resumed_after(monkeypatch, tmp_path, parts)
    assert (record.earlier_commits, record.commit) == commits
    assert record.is_clean is is_clean
    assert record.earlier_loads == loads
    load = parts[-1][-1]
    assert record.load == (None if load is None else (load, load))


def test_another_engine_or_plan_does_not_go_on(tmp_path, monkeypatch):
    """What is resumed must be of the same core, the same bench and the same plan."""
    with pytest.raises(KeyboardInterrupt):
        run_experiment(experiment(sleep, interrupt), tmp_path, silent, quick=True, resume=False)
    known = provenance(quick=True)
    for other in (replace(known, core="0" * 12), replace(known, signature=5), replace(known, classical_signature=5)):
        monkeypatch.setattr(run, "provenance", lambda *, quick, other=other: other)
        with pytest.raises(JournalError, match="give the same ones, or run without --resume"):
            run_experiment(experiment(never, never), tmp_path, silent, quick=True, resume=True)
    monkeypatch.setattr(run, "provenance", lambda *, quick: replace(known, commit="another", is_clean=False))
    changed = experiment(never, never)
    changed.module.STUDY.plan = replace(PLAN, version=4)
    with pytest.raises(JournalError, match="plan was 3"):
        run_experiment(changed, tmp_path, silent, quick=True, resume=True)
    record = run_experiment(experiment(never, lambda: 2), tmp_path, silent, quick=True, resume=True)
    assert (record.earlier_commits, record.commit, record.is_clean) == ((known.commit,), "another", False)
