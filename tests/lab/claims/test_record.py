"""Results on disk."""

from dataclasses import replace

import pytest

from kiebitz.lab.claims.claim import Measurement, Result, Table, Verdict
from kiebitz.lab.claims.record import EarlierVerdict, Record, RecordError, load, path_of

RESULT = Result(
    Verdict.CONDITIONALLY,
    "Only at depth.",
    (Measurement("nodes", 5, error=0.5),),
    (Table("Nodes", ("depth", "nodes", "note"), ((1, 20, "a"), (2, None, "b"))),),
    {"hash": "16 MB"},
)
RECORD = Record("M2", RESULT, "kiebitz lab run M2", "2026-01-01", "0.1.0", "a machine", 12.5)


def test_what_is_saved_is_what_is_loaded(tmp_path):
    RECORD.save(tmp_path / "new")
    assert load(tmp_path / "new", "M2") == RECORD


def test_no_result_yet(tmp_path):
    assert load(tmp_path, "M2") is None


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": 0}', '{"format": 1, "result": {"verdict": "maybe"}}'])
def test_a_damaged_file_is_refused(tmp_path, text):
    path_of(tmp_path, "M2").write_text(text)
    with pytest.raises(RecordError, match=r"M2\.json .*measure again"):
        load(tmp_path, "M2")


def test_a_verdict_that_changes_is_kept_with_the_reason(tmp_path):
    anew = replace(RECORD, result=replace(RESULT, verdict=Verdict.FAILS)).after(RECORD, "Ten games were too few.")
    assert [(said.verdict, said.reason) for said in anew.earlier] == [
        (Verdict.CONDITIONALLY, "Ten games were too few.")
    ]
    once_more = RECORD.after(anew, "Measured again.")
    assert [said.verdict for said in once_more.earlier] == [Verdict.CONDITIONALLY, Verdict.FAILS]
    once_more.save(tmp_path)
    assert load(tmp_path, "M2") == once_more


def test_the_same_verdict_again_is_no_news():
    known = replace(RECORD, earlier=(EarlierVerdict(Verdict.HOLDS, "2026-01-02", "A slip."),))
    assert RECORD.after(known, "Measured again.").earlier == known.earlier
    assert RECORD.after(None, "Measured again.").earlier == ()
