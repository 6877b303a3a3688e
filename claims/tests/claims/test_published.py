"""The table beside published results: every row is made of results that come with Kiebitz."""

import pytest

from kiebitz_claims.claims.experiment import every_experiment
from kiebitz_claims.claims.paper import entries, judged_records
from kiebitz_claims.claims.published import HEADINGS, PUBLISHED_RESULTS, rows
from kiebitz_claims.claims.record import load
from kiebitz_claims.claims.results import PUBLISHED


@pytest.fixture(scope="module")
def results():
    """What the table is made of: results that the rules of today can read."""
    found = entries((each, load(PUBLISHED, each.claim.id)) for each in every_experiment())
    return {record.claim_id: record for record in judged_records(found)}


def test_every_row_has_a_source_and_a_figure_of_ours(results):
    waiting = [each for each in PUBLISHED_RESULTS if each.claim_id not in results]
    assert waiting == []
    found = rows(results.values())
    assert len(found) == len(PUBLISHED_RESULTS)
    for row in found:
        assert len(row) == len(HEADINGS)
        assert all(row)
        assert any(character.isdigit() for character in row[HEADINGS.index("here")])


def test_what_is_said_of_ours_is_so(results):
    """If this fails other results have come: say what they say now."""

    def figures(claim_id, title, names, columns):
        return {tuple(row[i] for i in names): [row[i] for i in columns] for row in results[claim_id].result.rows(title)}

    schemes = figures("M5", "Against always replacing", (0, 1, 2), (3, 4, 5))
    value, low, high = range(3)
    for search in ("minimax", "ordered"):
        assert schemes[search, 1, "two_tier"][value] < schemes[search, 1, "depth"][value]
    assert schemes["ordered", 1, "two_tier"][high] < schemes["ordered", 1, "depth"][low]
    of_today = schemes["today", 1, "depth"]
    assert of_today[low] < schemes["today", 1, "two_tier"][value] < of_today[high]

    cutoffs = figures("M6", "Against none", (0, 1), (3, 4, 7))
    nodes, nodes_low, time_low = range(3)
    for least in (2, 3):
        form = cutoffs["ordered", least]
        assert 0.75 < form[nodes_low] < form[nodes] < 1 < form[time_low]

    null_moves = figures("N1", "Nodes at equal depth", (0, 1), (4, 5, 6))
    assert null_moves["nimzo", "adaptive"][low] < 0.9 < null_moves["nimzo", "adaptive"][value]
    assert null_moves["nimzo", "adaptive"][high] > 1
    assert null_moves["today", "adaptive"][high] < 0.7
    assert null_moves["today", "adaptive"][high] < null_moves["today", "off"][low]
    assert null_moves["today", "off"][high] < 1 < null_moves["nimzo", "off"][low]
    assert null_moves["nimzo", "verified"][low] > 1
    assert null_moves["today", "R = 3"][value] < null_moves["today", "verified"][low]
    assert null_moves["today", "verified"][high] < 1

    processors = figures("H1", "Speed-ups, with intervals", (0, 1), (4, 9))
    high, busy = range(2)
    for size, reported in ((256, 142), (1024, 344)):
        many = processors["simulated (shared, a ply less deep)", size]
        assert many[high] < reported
        assert many[busy] < 50

    doublings = [row[4:7] for row in results["H3"].result.rows("Twice the nodes")]
    assert max(low for _, low, _ in doublings) < min(high for *_, high in doublings)

    independent = [errors for moves, _, errors, *_ in results["L3"].result.rows("Independent leaves") if moves == 2]
    assert independent[-1] > independent[0]


def test_what_was_not_measured_has_no_row():
    assert rows([]) == []
