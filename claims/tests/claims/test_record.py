"""Results on disk."""

import json
from dataclasses import replace

import pytest

from kiebitz_claims.claims.claim import Measurement, Result, Table
from kiebitz_claims.claims.record import Record, RecordError, load, path_of

RESULT = Result(
    (Measurement("nodes", 5, error=0.5),),
    (Table("Nodes", ("depth", "nodes", "note"), ((1, 20, "a"), (2, None, "b"))),),
    {"hash": "16 MB"},
)
RECORD = Record("M2", RESULT, "kiebitz lab run M2", "2026-01-01", "0.1.0", "a machine", 12.5)


def test_what_is_saved_is_what_is_loaded(tmp_path):
    RECORD.save(tmp_path / "new")
    assert load(tmp_path / "new", "M2") == RECORD


def test_where_a_result_comes_from_is_told():
    assert RECORD.origin == "2026-01-01 with version 0.1.0 on a machine, in 12 s"
    full = replace(
        RECORD,
        signature=33,
        classical_signature=37,
        core="abc",
        commit="43c1e75",
        is_clean=False,
        cpu_seconds=11.0,
        load=(0.5, 1.25),
    )
    assert full.origin == (
        "2026-01-01 with version 0.1.0 (bench 33, classical 37, core abc, commit 43c1e75 with changes) on a machine,"
        " in 12 s, 11 s of processor time, load 0.5 to 1.25 a core"
    )


def test_a_run_in_parts_tells_every_commit_and_load():
    parts = replace(
        RECORD, commit="c", is_clean=True, earlier_commits=("a", "b"), load=(0.5, 1.25), earlier_loads=(1.0, 0.25)
    )
    assert parts.origin == (
        "2026-01-01 with version 0.1.0 (in parts at commits a, b and c) on a machine, in 12 s,"
        " load 0.5 to 1.25 a core (as earlier parts began: 1, 0.25)"
    )
    assert "commits a, b and c, perhaps with changes)" in replace(parts, is_clean=None).origin
    unclean = replace(parts, earlier_commits=(None,), is_clean=False)
    assert "(in parts at commits an unknown one and c, with changes)" in unclean.origin
    assert (
        "(in parts at commits a and an unknown one, with changes)"
        in replace(unclean, commit=None, earlier_commits=("a",)).origin
    )


def test_everything_about_a_run_is_kept(tmp_path):
    full = replace(
        RECORD,
        plan=1,
        core="abc",
        commit="43c1e75",
        is_clean=True,
        cpu_seconds=11.0,
        load=(0.5, 1.25),
        earlier_commits=("6d1bb14", None),
        earlier_loads=(0.25,),
        is_settled_before=False,
        footnote="Made by two processes.",
    )
    full.save(tmp_path)
    assert load(tmp_path, "M2") == full


def test_an_older_result_is_read_as_one_of_a_single_part(tmp_path):
    path = RECORD.save(tmp_path)
    data = json.loads(path.read_text())
    for name in ("earlier_commits", "earlier_loads", "is_settled_before", "footnote"):
        del data[name]
    path.write_text(json.dumps(data))
    assert load(tmp_path, "M2") == RECORD
    assert (RECORD.earlier_commits, RECORD.earlier_loads, RECORD.footnote) == ((), (), None)
    assert RECORD.is_settled_before


def test_no_result_yet(tmp_path):
    assert load(tmp_path, "M2") is None


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": 0}', '{"format": 1, "result": {"measurements": 3}}'])
def test_a_damaged_file_is_refused(tmp_path, text):
    path_of(tmp_path, "M2").write_text(text)
    with pytest.raises(RecordError, match=r"M2\.json .*measure again"):
        load(tmp_path, "M2")


def test_a_result_of_the_first_format_is_read_without_its_verdict(tmp_path):
    path = RECORD.save(tmp_path)
    data = json.loads(path.read_text())
    data |= {"format": 1, "earlier": [{"verdict": "holds", "until": "2026-01-02", "reason": "A slip."}]}
    data["result"] |= {"verdict": "holds in part", "why": "Only at depth."}
    path.write_text(json.dumps(data))
    assert load(tmp_path, "M2") == RECORD
