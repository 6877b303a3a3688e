"""The table beside published results: every row is made of results that come with Kiebitz."""

import re

import pytest

from kiebitz_claims.claims.claim import Result, Table
from kiebitz_claims.claims.experiment import every_experiment
from kiebitz_claims.claims.paper import entries, judged_records
from kiebitz_claims.claims.published import HEADINGS, PUBLISHED_RESULTS, rows
from kiebitz_claims.claims.record import Record, load
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
    assert schemes["today", 1, "depth"][high] < schemes["today", 1, "two_tier"][low]

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


def test_ours_is_of_the_result_given():
    table = Table(
        "Against none",
        ("search", "from depth", "positions", "nodes", "low", "high", "time", "time low", "time high"),
        (("ordered", 2, 9, 0.75, 0.7, 0.8, 1.5, 1.4, 1.6), ("ordered", 3, 9, 0.8, 0.7, 0.9, 1.1, 0.9, 1.3)),
    )
    record = Record("M6", Result(tables=(table,)), "", "2026-01-01", "0", "here", 1.0)
    ((*_, here, _, claim),) = rows([record])
    assert claim == "M6"
    assert here == (
        "from 2 plies on 25% of the nodes, at 1.50 (1.40 to 1.60) times the time; "
        "from 3 plies on 20% of the nodes, at 1.10 (0.90 to 1.30) times the time"
    )


def test_of_replacement_schemes_and_null_moves_every_search_is_shown(results):
    shown = {row[0].split()[0]: row[HEADINGS.index("here")] for row in rows([results["M5"], results["N1"]])}
    figure = r"\d\.\d\d \(\d\.\d\d to \d\.\d\d\)"
    schemes = rf"depth {figure}, two_tier {figure}"
    assert re.fullmatch(
        rf"nodes by those of always replacing, 1 MB; (minimax: {schemes}; )?ordered: {schemes}; today: {schemes}",
        shown["two-tier"],
    )
    for name, policies in (("adaptive", ("adaptive", "off")), ("verified", ("R = 3", "verified", "off"))):
        asked = ", ".join(f"{policy} {figure}" for policy in policies)
        assert re.fullmatch(rf"nodes by those of R = 2; nimzo: {asked}; today: {asked}", shown[name])


def test_what_was_not_measured_has_no_row():
    assert rows([]) == []
