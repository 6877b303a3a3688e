"""What all claims say together, from results made up and from those that come with Kiebitz."""

from collections import Counter
from dataclasses import replace
from types import SimpleNamespace

import pytest

from kiebitz_claims.claims.claim import Claim, Result, Table
from kiebitz_claims.claims.documents import NIMZO, TARTAN
from kiebitz_claims.claims.experiment import Experiment, NotKeptError, every_experiment, find
from kiebitz_claims.claims.judging import Judgement, Prediction, Verdict, exactly, in_its_own
from kiebitz_claims.claims.paper import (
    AGAIN,
    PLANNED,
    SURPRISES,
    Entry,
    chapters,
    counted,
    entries,
    games_by_match,
    judged_records,
    limits,
    plan_table,
    statement_table,
    surprises,
)
from kiebitz_claims.claims.plan import Earlier, Plan
from kiebitz_claims.claims.record import Record, load
from kiebitz_claims.claims.results import PUBLISHED

MORE = Prediction("more", "a number", 0)
EARLIER = (Earlier("holds in part", "2026-01-01", "A slip."),)


def entry(claim_id, source, number=None, *, is_kept=True, tables=(), **known):
    """A claim that more than nothing is found, and what was found; None: nothing was measured."""

    def kept(result):
        if not is_kept:
            raise KeyError("a table")
        return ()

    module = SimpleNamespace(
        STUDY=SimpleNamespace(
            claim=Claim(claim_id, "More", "There is more.", source),
            plan=Plan(2, "Mehr!", "More!", (MORE,), "one", "two", earlier=EARLIER),
        ),
        judge=lambda: Judgement((MORE.judged(exactly(number)),)),
        kept=kept,
        draw=lambda result, figure: None,
    )
    known = {"command": "", "date": "", "version": "", "machine": "here", "seconds": 1.0, "plan": 2, **known}
    record = None if number is None else Record(claim_id, Result(tables=tables), **known)
    (found,) = entries([(Experiment(module), record)])
    return found


def test_claims_come_by_document():
    found = [entry("N1", NIMZO, 1), entry("T1", TARTAN, -1), entry("N2", NIMZO), entry("N3", NIMZO, 2)]
    tartan, nimzo = chapters(found)
    assert (tartan.document, nimzo.document) == (TARTAN, NIMZO)
    assert [each.experiment.claim.id for each in nimzo.entries] == ["N1", "N2", "N3"]
    assert nimzo.counts == Counter({"holds": 2, PLANNED: 1})
    assert counted(tartan.counts + nimzo.counts) == "2 hold, 1 does not hold; 1 is planned, not yet measured"


def test_what_was_measured_under_an_earlier_plan_is_judged_and_counts_apart():
    older, ancient = entry("N1", NIMZO, 1, plan=1), entry("N2", NIMZO, -1, plan=None)
    assert (older.verdict, ancient.verdict) == ("holds, to be measured again", "does not hold, to be measured again")
    assert older.age == "So says the rule of plan 2 to figures taken under plan 1; only a new run confirms it."
    assert "taken before plans were written down;" in ancient.age
    assert older.has_figure
    (chapter,) = chapters([older, ancient, entry("N3", NIMZO, 2)])
    assert counted(chapter.counts) == "1 holds; to be measured again: 1 holds, 1 does not hold"


def test_what_was_measured_in_part_before_its_plan_was_settled_says_so():
    found = entry("N1", NIMZO, 1, is_settled_before=False)
    assert (found.verdict, found.is_older, found.is_older_in_part) == ("holds", False, True)
    assert found.age == "Not all of its figures were taken after plan 2 was settled."
    said = limits([found, entry("N2", NIMZO, 1)])
    assert "Of 1 result not all figures were taken after the plan was settled: N1." in said
    assert not any("settled" in limit for limit in limits([entry("N2", NIMZO, 1)]))
    assert not entry("N1", NIMZO, 1, plan=1, is_settled_before=False).is_older_in_part


def test_figures_that_the_rule_can_not_read_keep_the_verdict_of_their_plan():
    found = entry("N1", NIMZO, 1, is_kept=False, plan=1)
    assert (found.verdict, found.judgement, found.has_figure) == (AGAIN, None, False)
    assert found.age == (
        "The figures were taken under plan 1, and the rule of plan 2 can't be asked of them; "
        "the verdict on them was 'holds in part'."
    )
    assert counted(Counter([found.verdict])) == "to be measured again: 1 by an earlier rule"
    assert judged_records([found]) == []


def test_a_result_of_todays_plan_must_fit_its_rule():
    with pytest.raises(NotKeptError):
        entry("N1", NIMZO, 1, is_kept=False)


def test_a_planned_claim_has_its_predictions_and_nothing_else():
    found = entry("N1", NIMZO)
    assert (found.verdict, found.age, found.is_older, found.has_figure) == (PLANNED, "", False, False)
    assert plan_table(found.experiment.plan).rows == (("more", "a number", "at least 0"),)


def test_a_setting_with_a_range_of_its_own_says_so():
    faster = Prediction("more", "a ratio", low=1)
    settings = {"probes": MORE.judged(exactly(1)), "searches": faster.judged(exactly(2))}
    _, probes, searches = statement_table(Judgement((in_its_own(settings),))).rows
    assert (probes[1], searches[1]) == ("", "at least 1")


def test_limits_say_how_many_engines_machines_and_old_results_there_are():
    new, old = entry("N1", NIMZO, 1, signature=5), entry("N2", NIMZO, 1, signature=6, plan=None, machine="there")
    said = " ".join(limits([new, old, entry("N3", NIMZO)]))
    assert "2 machines" in said
    assert "the results are of 2 of its states" in said
    assert "1 result was taken before the plan" in said
    said = " ".join(limits([new]))
    assert "1 machine" in said
    assert "states" not in said
    assert "before the plan" not in said


def test_limits_say_how_many_games_a_match_has():
    ends = Table("Matches", ("won", "drawn", "lost", "Elo"), ((9, 1, 10, -17.4), (200, 99, 1, 338.0)))
    games = Table("More matches", ("games", "Elo"), ((3_500, 5.0),))
    others = Table("Every position", ("game", "games", "won"), (("a", 9_999, 1),)), Table("Ratings", ("Elo",), ((9,),))

    def said(*tables):
        return next(limit for limit in limits([entry("N1", NIMZO, 1, tables=tables)]) if "two cores" in limit)

    assert said(ends, games, *others) == (
        "1 machine, of two cores: a match has 20 to 3,500 games, too few to tell two or three Elo."
    )
    assert "a match has 3,500 games" in said(games)
    assert said(*others) == "1 machine, of two cores."


def test_no_match_that_comes_with_kiebitz_tells_three_elo():
    """If this fails there are longer matches: say in the limits what they can tell."""
    records = filter(None, (load(PUBLISHED, experiment.claim.id) for experiment in every_experiment()))
    tables = [table for record in records for table in record.result.tables if "Elo" in table.headings]
    assert all(games_by_match(table) for table in tables)
    ends = [end for table in tables for end in zip(table.numbers("low"), table.numbers("high"), strict=True)]
    # Where a side won everything there are no ends.
    assert 3 < min((high - low) / 2 for low, high in ends if high > low) < 5


def test_a_surprise_is_told_as_long_as_the_verdicts_bear_it_out():
    experiment = find("N1")
    (found,) = entries([(experiment, load(PUBLISHED, "N1"))])
    ((claim, said),) = surprises([found])
    assert claim == "N1"
    assert "1.57 (1.39 to 1.74) plies deeper" in said
    assert said.endswith("worth +74 (+45 to +104) Elo only, where he has 200 to 300.")
    deeper, stronger = found.judgement.parts
    other = Judgement((deeper, replace(stronger, verdict=Verdict.UNDECIDED)))
    assert surprises([Entry(experiment, found.record, other)]) == []
    assert surprises([Entry(experiment, None, None)]) == []


@pytest.mark.check
def test_every_surprise_is_borne_out_by_what_comes_with_kiebitz():
    """If this fails a verdict has changed: tell what surprises now. What waits for a new run may surprise again."""
    found = entries((experiment, load(PUBLISHED, experiment.claim.id)) for experiment in every_experiment())
    judged = {entry.experiment.claim.id for entry in found if entry.judgement is not None}
    expected = [surprise.claim_id for surprise in SURPRISES if surprise.claim_id in judged]
    assert [claim for claim, _ in surprises(found)] == expected
