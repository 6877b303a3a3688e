"""``kiebitz lab`` as users run it."""

import os
import signal
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from commands import COMMAND, ENVIRONMENT, PATIENCE_S, refused, run_here
from kiebitz_claims.claims import experiment, figure, report
from kiebitz_claims.claims.documents import LORENZ
from kiebitz_claims.claims.experiment import claim_ids, find
from kiebitz_claims.claims.paper import entries
from kiebitz_claims.claims.record import load
from kiebitz_claims.claims.results import PUBLISHED
from processes import wait_until


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """A user whose data lies there."""
    for name, value in {"NO_COLOR": "1", "COLUMNS": "80", "XDG_DATA_HOME": str(tmp_path / "data")}.items():
        monkeypatch.setenv(name, value)
    return tmp_path


def own(home):
    """Where such a user's results are kept."""
    return home / "data" / "kiebitz" / "results"


def lab(*arguments, cwd):
    return run_here("lab", *arguments, cwd=cwd)


@pytest.mark.check
def test_list_names_every_claim_with_the_verdicts_that_come_with_kiebitz(tmp_path):
    done = lab("list", cwd=tmp_path)
    assert done.status == 0, done.err
    rows = {line.split()[0]: line for line in done.out.splitlines() if line.strip()}
    assert set(claim_ids()) <= set(rows)
    assert "One key for every move order" in rows["M1"]
    assert "MiniMAX: MiniMAX's author: MiniMAX und Hashtabellen" in done.out
    for claim_id in claim_ids():
        (entry,) = entries([(find(claim_id), load(PUBLISHED, claim_id))])
        assert (entry.verdict if entry.judgement is None else str(entry.judgement.verdict)) in rows[claim_id]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.check
def test_a_document_is_shown_by_its_program_with_its_claims_and_machines(tmp_path):
    done = lab("show", "Hydra", cwd=tmp_path)
    assert done.status == 0, done.err
    ids = {line.split()[0] for line in done.out.splitlines() if line.strip()}
    assert {claim_id for claim_id in claim_ids() if find(claim_id).claim.source == LORENZ} <= ids
    assert "M1" not in ids
    assert "kiebitz machines card" in done.out
    both = lab("show", "tartan", "M1", cwd=tmp_path).out
    assert "kiebitz machines tartan" in both
    assert "M1: One key for every move order" in both


@pytest.mark.check
def test_a_result_of_ones_own_stands_above_the_published(tmp_path):
    published = load(PUBLISHED, "M1")
    replace(published, date="2031-01-01").save(own(tmp_path))
    done = lab("list", cwd=tmp_path)
    assert "2031-01-01" in done.out
    assert "results: M1" in " ".join(done.out.split())
    assert "2031-01-01" in lab("show", "M1", cwd=tmp_path).out


def test_without_a_home_a_directory_is_asked_for(monkeypatch):
    def nowhere():
        raise RuntimeError

    monkeypatch.setattr(Path, "home", nowhere)
    monkeypatch.setenv("XDG_DATA_HOME", "")
    said = "kiebitz: there is no home directory to keep results in; name one with --results DIR\n"
    assert refused("lab", "list") == said


@pytest.mark.check
def test_a_quick_run_shows_claim_and_measurement_and_keeps_nothing(tmp_path):
    done = lab("run", "m1", "--quick", cwd=tmp_path)
    assert done.status == 0, done.err
    assert "Claim: The key of a position" in done.out
    assert "The claim holds." in done.out
    assert not list(own(tmp_path).iterdir())


@pytest.mark.check
def test_faults_are_said_in_one_line(tmp_path):
    for arguments, message in (
        (["run", "Q9"], "no experiment measures 'Q9'"),
        (["show", "Q9"], "no experiment measures 'Q9'"),
        (["run", "M1", "--quick", "--resume"], "nothing to resume"),
    ):
        assert message in refused("lab", *arguments, cwd=tmp_path)


@pytest.mark.check
def test_report_and_pages_measure_nothing(tmp_path, monkeypatch):
    """Of two claims, without their pictures: every claim's are ``test_report``'s and ``test_pages``'."""
    monkeypatch.setattr(experiment, "every_experiment", lambda: [find("N7"), find("M1")])
    for module in (figure, report):
        monkeypatch.setattr(module, "can_draw", lambda: False)
    assert lab("report", "-o", "all.html", cwd=tmp_path).status == 0
    assert "Until 2026-11-22 the verdict was" in (tmp_path / "all.html").read_text()
    assert lab("pages", cwd=tmp_path).status == 0
    assert (tmp_path / "docs" / "claims.md").exists()


def test_a_damaged_result_is_named(tmp_path):
    results = own(tmp_path)
    results.mkdir(parents=True)
    (results / "M1.json").write_text("{")
    done = lab("list", cwd=tmp_path)
    assert done.status == 2
    assert "M1.json" in done.err


def test_a_result_that_cannot_be_judged_is_named(tmp_path):
    kept = load(PUBLISHED, "T1")
    replace(kept, plan=find("T1").plan.version, result=replace(kept.result, tables=())).save(own(tmp_path))
    done = lab("show", "T1", cwd=tmp_path)
    assert done.status == 2
    assert "the result of T1 doesn't fit its experiment any more" in done.err


@pytest.mark.check
@pytest.mark.parametrize("how", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.nightly)])
def test_an_interrupted_run_can_go_on(tmp_path, how):
    """Ctrl-C in the middle of a long experiment, or the system's end: what is done is kept, and the way on is said."""
    process = subprocess.Popen(
        [*COMMAND, "lab", "run", "M6"],
        env=ENVIRONMENT | {"XDG_DATA_HOME": os.environ["XDG_DATA_HOME"]},
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
    )
    journal = own(tmp_path) / "M6.json.journal"
    wait_until(lambda: journal.exists() and len(journal.read_text().splitlines()) >= 2)
    process.send_signal(how)
    _, said = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130
    assert said.splitlines() == ["kiebitz: interrupted; go on with: kiebitz lab run M6 --resume"]
    assert len(journal.read_text().splitlines()) >= 2
