"""The machines of the documents: each is found by name, and shows its document's own example from the command line."""

import shlex

import pytest

from commands import refused, run_apart, run_here
from kiebitz_claims.claims.documents import DOCUMENTS, KIEBITZ
from kiebitz_claims.claims.record import load
from kiebitz_claims.claims.results import PUBLISHED
from kiebitz_claims.machines.command import DOCS
from kiebitz_claims.machines.machine import Shown
from kiebitz_claims.machines.machines import MACHINES, UnknownMachineError, find
from kiebitz_claims.machines.running import Run, page
from kiebitz_claims.machines.show import readme_table
from sources import ROOT

SHOWN = [
    pytest.param(shown, id=f"{machine.name} {number}", marks=[pytest.mark.beside] * (machine.name == "card"))
    for machine in MACHINES
    for number, shown in enumerate(machine.shown, 1)
]


def record_of(claim):
    return load(PUBLISHED, claim)


@pytest.mark.check
@pytest.mark.parametrize("shown", SHOWN)
def test_a_machine_shows_what_its_document_says(shown):
    done = run_apart(*shlex.split(shown.command), COLUMNS="112", PYTHONIOENCODING="utf-8")
    assert done.returncode == 0, done.stderr
    assert shown.found(done.stdout.decode()) is not None, done.stdout.decode()


def test_every_document_has_a_machine_that_is_found_by_program_and_author():
    for document in DOCUMENTS:
        if document == KIEBITZ:
            continue
        found = find(document.program)
        assert {machine.document for machine in found} == {document}
        assert find(document.author.split()[-1].upper()) == found
    assert [machine.name for machine in find("hydra")] == ["lecture", "cluster", "card"]
    assert [machine.name for machine in find("minimax")] == ["minimax"]
    with pytest.raises(UnknownMachineError, match="no machine is called 'deep thought'; there are tartan, minimax"):
        find("deep thought")


def test_what_was_measured_is_what_is_stored_and_readme_says_the_same():
    table = readme_table(MACHINES, record_of)
    assert table in (ROOT / "README.md").read_text(encoding="utf-8")
    for machine in MACHINES:
        for name in machine.figure.measurements:
            assert name in record_of(machine.figure.claim).result.measured
        for path in (machine.picture, machine.small_picture, machine.page):
            assert (ROOT / DOCS / path).is_file(), path


def test_machines_are_listed_and_each_has_a_page():
    listed = run_here("machines")
    assert listed.status == 0, listed.err
    for machine in MACHINES:
        assert f" {machine.name} " in listed.out
    told = run_here("machines", "Donninger")
    assert "kiebitz best" in told.out
    assert "kiebitz lab show N1" in told.out
    assert "no machine is called 'colossus'" in refused("machines", "colossus")


def test_a_page_has_what_was_seen_and_its_picture_in_it():
    (machine,) = find("tartan")
    seen = Run(machine.shown[0], "step 54 of 54   evaluations 7 of 16 leaves\n")
    missed = Run(Shown("best startpos", "the <move>", "1.e4 & wins", "Best move: (e4)"), "Best move: d4\n")
    assert (seen.here, missed.here) == ("7 of 16", None)
    text = page([(machine, [seen, missed])], record_of, ROOT / DOCS)
    assert "data:image/png;base64," in text
    assert "the &lt;move&gt;</td><td>1.e4 &amp; wins</td><td>not seen" in text
    assert "data:image" not in page([(machine, [seen])], record_of, ROOT / "nowhere")


@pytest.mark.check
def test_a_run_is_told_and_written_down(tmp_path):
    done = run_here("machines", "tartan", "--run", "--html", "machines.html", cwd=tmp_path)
    assert done.status == 0, done.err
    assert "here: 7 of 16" in done.out
    assert "evaluations 16 of 16 leaves" in (tmp_path / "machines.html").read_text(encoding="utf-8")
