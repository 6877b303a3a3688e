"""``kiebitz lab run`` as a whole process, ended at any moment: what is kept is whole, and it can be gone on with."""

import json

import pytest

from kiebitz_claims.claims.record import load
from long_works import KILL_NAMES, KILLS, LongWork, cut_off, run, undisturbed

# How it came about, of which no two runs have the same.
VARYING = ("date", "seconds", "cpu_seconds", "load", "earlier_loads", "earlier_commits")


def lab_run(claim):
    return LongWork(f"lab run {claim}", ("lab", "run", claim, "--results", "."), f"{claim}.json")


# Of several steps, and measured within seconds.
WORKS = [lab_run("T1"), lab_run("T2")]


@pytest.fixture(scope="module")
def references(tmp_path_factory):
    """What comes out of each work undisturbed, and how long it takes."""
    found = {}

    def reference(work):
        if work.name not in found:
            result, duration_s = undisturbed(work, tmp_path_factory.mktemp("undisturbed"))
            found[work.name] = constant(result), duration_s
        return found[work.name]

    return reference


def constant(result):
    return {name: value for name, value in result.items() if name not in VARYING}


def end_and_go_on(work, how, references, tmp_path, share):
    result, duration_s = references(work)
    work.prepare(tmp_path)
    old = tmp_path / work.output
    ended = cut_off(work, tmp_path, how, duration_s * share)
    assert "Traceback" not in ended.stderr
    journal = old.with_name(f"{old.name}.journal")
    if old.exists():
        assert constant(json.loads(old.read_text())) == result
    if ended.returncode == 0:
        assert old.exists()
        assert not journal.exists()
    if journal.exists():
        done = run(work.command("--resume"), tmp_path)
        assert done.returncode == 0, done.stderr
    elif not old.exists():
        done = run(work.command(), tmp_path)
        assert done.returncode == 0, done.stderr
    assert constant(work.result(tmp_path)) == result
    assert load(tmp_path, work.output.removesuffix(".json")) is not None
    assert not list(tmp_path.glob("*.unfinished"))
    assert not journal.exists()


@pytest.mark.nightly
@pytest.mark.parametrize(("how", "share"), KILLS, ids=KILL_NAMES)
@pytest.mark.parametrize("work", WORKS, ids=lambda work: work.name)
def test_it_is_gone_on_with_at_any_moment(work, how, references, tmp_path, share):
    end_and_go_on(work, how, references, tmp_path, share)
