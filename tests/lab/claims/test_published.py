"""The table beside published results: every row is made of results that come with Kiebitz."""

from kiebitz.lab.claims.claim import Result, Table
from kiebitz.lab.claims.experiment import claim_ids
from kiebitz.lab.claims.published import HEADINGS, PUBLISHED_RESULTS, rows
from kiebitz.lab.claims.record import Record, load
from kiebitz.lab.claims.results import PUBLISHED


def test_every_row_has_a_source_and_a_figure_of_ours():
    found = rows(record for claim_id in claim_ids() if (record := load(PUBLISHED, claim_id)) is not None)
    assert len(found) == len(PUBLISHED_RESULTS)
    for row in found:
        assert len(row) == len(HEADINGS)
        assert all(row)
        assert any(character.isdigit() for character in row[HEADINGS.index("here")])


def test_ours_is_of_the_result_given():
    table = Table(
        "Against none",
        ("search", "from depth", "positions", "nodes"),
        (("ordered", 2, 9, 0.75), ("ordered", 3, 9, 0.8)),
    )
    record = Record("M6", Result(tables=(table,)), "", "2026-01-01", "0", "here", 1.0)
    ((*_, here, _, claim),) = rows([record])
    assert (here, claim) == ("25% of the nodes from 2 plies on, 20% of the nodes from 3 plies on", "M6")


def test_what_was_not_measured_has_no_row():
    assert rows([]) == []
