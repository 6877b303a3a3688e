"""Intervals against ranges, several settings of one statement, and the verdict on a claim of several statements."""

import math

import pytest

from kiebitz.arena.match.elo import Estimate
from kiebitz_claims.claims.judging import (
    Judgement,
    Part,
    Prediction,
    Verdict,
    exactly,
    figures_of,
    in_all,
    in_any,
    in_its_own,
    more_than,
    unsure,
)

HOLDS, CONDITIONALLY, FAILS, UNDECIDED, UNTESTABLE = Verdict
ONE_TO_TWO = Prediction("one to two", "a number", 1.0, 2.0)


def test_figures_of_what_has_no_range():
    assert figures_of(Estimate(451.4, 382.5, 550.7)) == "450 (380 to 550)"
    assert figures_of(exactly(12), "plies") == "12 plies"


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (1.0, 2.0, HOLDS),
        (1.2, 1.8, HOLDS),
        (0.9, 1.8, UNDECIDED),
        (1.2, 2.1, UNDECIDED),
        (0.5, 2.5, UNDECIDED),
        (0.5, 1.0, UNDECIDED),
        (0.5, 0.99, FAILS),
        (2.01, 2.5, FAILS),
        (-math.inf, math.inf, UNDECIDED),
    ],
)
def test_an_interval_against_the_range_from_1_to_2(low, high, verdict):
    assert ONE_TO_TWO.judged(Estimate((max(low, -9) + min(high, 9)) / 2, low, high)).verdict is verdict


def test_a_range_may_be_open_at_an_end():
    assert Prediction("more", "a number", low=0).judged(more_than(1)).verdict is HOLDS
    assert Prediction("less", "a number", high=1).judged(exactly(1.1)).verdict is FAILS
    assert Prediction("less", "a number", high=1).judged(more_than(0.5)).verdict is UNDECIDED


@pytest.mark.parametrize(
    ("value", "low", "high", "sample"),
    [
        # Half the interval has to go: four times the sample.
        (1.5, 0.5, 2.5, 400),
        # The nearer end decides, here a quarter of that side's width away.
        (1.1, 0.7, 1.5, 1_600),
        # Outside: what reaches in has to go.
        (0.8, 0.4, 1.2, 400),
        (2.2, 1.8, 2.6, 400),
        # An end that is not crossed asks nothing, however near it is.
        (1.9, 0.0, 2.0, 450),
    ],
)
def test_the_sample_that_would_decide(value, low, high, sample):
    assert ONE_TO_TWO.sample_to_decide(Estimate(value, low, high), 100) == sample
    assert ONE_TO_TWO.judged(Estimate(value, low, high), 100, "games").note == f"about {sample:,} games would decide"


def test_a_ratio_shrinks_by_its_logarithm():
    """From 4 to ¼ around 1; up to 2 it is half the logarithm."""
    twice = Prediction("at most twice", "a ratio", high=2.0, is_ratio=True)
    assert twice.sample_to_decide(Estimate(1.0, 0.25, 4.0), 100) == 400


@pytest.mark.parametrize(
    ("measured", "sample", "note"),
    [
        (unsure(1.5), 0, "no interval is known"),
        (Estimate(1.5, 0.0, math.inf), 1, "no interval is known"),
        (more_than(0.5), 0, "a measurement as far as 1 would decide"),
        (more_than(1.5), 0, "a measurement as far as 2 would decide"),
        (Estimate(1.0, 0.5, 1.5), 100, "no larger sample would decide if the value stays"),
        (Estimate(1.0001, 0.5, 1.5), 100, "over 10,000,000 games are needed"),
        # Never less than what was taken.
        (Estimate(1.5, 0.98, 2.02), 25_804_969, "about 28,000,000 games would decide"),
        (Estimate(1.01, 0.5, 1.51), 25_804_969, "over 258,049,690 games are needed"),
    ],
)
def test_why_nothing_is_decided(measured, sample, note):
    assert ONE_TO_TWO.judged(measured, sample, "games").note == note


@pytest.mark.parametrize(
    ("prediction", "text"),
    [
        (Prediction("", "", 1, 2, "plies"), "1 to 2 plies"),
        (Prediction("", "", 1), "at least 1"),
        (Prediction("", "", high=2.5, unit="s"), "at most 2.5 s"),
        (Prediction("", "", 3_199, 3_199), "3,199"),
        (Prediction("", "", 1.985, 1.995), "1.985 to 1.995"),
        (Prediction("", "", 40, unit="Elo"), "at least +40 Elo"),
    ],
)
def test_a_range_is_written_as_people_say_it(prediction, text):
    assert prediction.range == text


@pytest.mark.parametrize(
    ("measured", "text"),
    [
        (Estimate(1.5, 1.1, 1.9), "1.5 (1.1 to 1.9)"),
        (Estimate(0.9997, 0.9941, 1.0038), "0.9997 (0.9941 to 1.0038)"),
        (Estimate(-0.0002, -0.438, 0.437), "0.0 (-0.4 to 0.4)"),
        (Estimate(0.048, 0.0135, 0.168), "0.048 (0.013 to 0.168)"),
        (Estimate(0.0, 0.0, 2.5), "0.0 (0.0 to 2.5)"),
        (Estimate(1394.9, 1285.4, 1504.4), "1,390 (1,290 to 1,500)"),
        (exactly(12_345), "12,345"),
        (unsure(0.5), "0.5 (no interval)"),
        (Estimate(0.5, 0.0, math.inf), "0.5 (no interval)"),
        (more_than(16), "over 16"),
    ],
)
def test_figures_are_written_with_their_interval(measured, text):
    assert ONE_TO_TWO.judged(measured).figures == text


def part(verdict):
    return Part(ONE_TO_TWO, verdict, exactly(1.5))


@pytest.mark.parametrize(
    ("verdicts", "verdict"),
    [
        ([HOLDS, HOLDS], HOLDS),
        ([HOLDS, CONDITIONALLY], CONDITIONALLY),
        ([CONDITIONALLY, UNDECIDED], UNDECIDED),
        ([HOLDS, UNDECIDED, FAILS], FAILS),
        ([HOLDS, UNTESTABLE], HOLDS),
        ([UNTESTABLE, UNDECIDED], UNDECIDED),
        ([UNTESTABLE, UNTESTABLE], UNTESTABLE),
    ],
)
def test_a_claim_is_as_strong_as_its_weakest_statement_that_can_be_tested(verdicts, verdict):
    for order in (verdicts, verdicts[::-1]):
        assert Judgement(tuple(map(part, order))).verdict is verdict


@pytest.mark.parametrize(
    ("verdicts", "in_all_of_them", "in_its_own_one", "in_any_of_them"),
    [
        ([HOLDS, HOLDS], HOLDS, HOLDS, HOLDS),
        ([HOLDS, FAILS], FAILS, CONDITIONALLY, HOLDS),
        ([HOLDS, UNDECIDED], UNDECIDED, CONDITIONALLY, HOLDS),
        ([FAILS, HOLDS], FAILS, FAILS, HOLDS),
        ([UNDECIDED, FAILS], FAILS, UNDECIDED, UNDECIDED),
        ([FAILS, FAILS], FAILS, FAILS, FAILS),
    ],
)
def test_a_statement_in_two_settings(verdicts, in_all_of_them, in_its_own_one, in_any_of_them):
    settings = dict(zip(("own", "other"), map(part, verdicts), strict=True))
    assert in_all(settings).verdict is in_all_of_them
    assert in_its_own(settings).verdict is in_its_own_one
    assert in_any(settings).verdict is in_any_of_them
    assert all(found(settings).settings == settings for found in (in_all, in_its_own, in_any))


def test_conditions_are_named():
    settings = {"Nimzo": part(HOLDS), "today": part(FAILS), "Hydra": part(UNDECIDED)}
    assert in_its_own(settings).note == "with Nimzo; not with today; undecided with Hydra"
    assert in_all(settings).note == "with today"


@pytest.mark.parametrize(
    ("verdicts", "note"),
    [
        ([FAILS, FAILS], "with own; not with a or b"),
        ([UNDECIDED, UNDECIDED], "with own; undecided with a or b"),
        ([UNDECIDED, FAILS, HOLDS, UNDECIDED], "with own; not with b; undecided with a or d"),
        ([UNTESTABLE, CONDITIONALLY, HOLDS], "with own; under conditions with b; not testable with a"),
    ],
)
def test_settings_that_do_not_decide_are_told_from_those_where_it_does_not_hold(verdicts, note):
    found = in_its_own({"own": part(HOLDS), **dict(zip("abcd", map(part, verdicts), strict=False))})
    assert (found.verdict, found.note) == (CONDITIONALLY, note)


def test_of_settings_that_all_hold_the_one_nearest_to_its_limit_speaks():
    settings = {name: ONE_TO_TWO.judged(exactly(value)) for name, value in (("wide", 1.5), ("near", 1.9), ("far", 1.2))}
    assert in_all(settings).note == "with near"


def test_one_setting_needs_no_name():
    assert in_its_own({"Nimzo": part(HOLDS)}) == in_all({"Nimzo": part(HOLDS)}) == part(HOLDS)


def test_why_is_a_sentence_of_all_statements():
    judgement = Judgement((part(HOLDS), ONE_TO_TWO.untestable("no such machine")))
    assert judgement.why == "One to two: 1.5 – holds; one to two: not testable here (no such machine)."


def test_of_many_statements_the_first_is_told_and_those_that_decide():
    low, high = part(FAILS), ONE_TO_TWO.judged(exactly(3.0))
    judgement = Judgement((part(HOLDS), low, part(HOLDS), part(UNDECIDED), high, part(HOLDS)))
    assert judgement.why == f"One to two: 1.5 – holds; {low}; {high}; of the others 1 is undecided, 2 hold."
    assert Judgement((part(HOLDS),) * 6).why.count("holds") == 6


def test_a_figure_near_an_end_of_its_range_is_told_from_it():
    slow = Prediction("slow", "a ratio", low=1.01)
    assert slow.judged(Estimate(0.994, 0.983, 1.0062)).figures == "0.994 (0.983 to 1.006)"
    assert slow.judged(Estimate(1.01, 1.01, 1.0101)).figures == "1.01000 (1.01000 to 1.01010)"
    five = Prediction("five", "Elo", low=5, unit="Elo")
    assert five.judged(Estimate(5.2, 4.9, 30)).figures == "+5.2 (+4.9 to +30.0) Elo"
    rounded = Prediction("what rounds to 1.99", "a ratio", 1.99 - 0.005, 1.99 + 0.005)
    assert rounded.judged(exactly(24_213 / 12_139)).figures == "1.99"
    assert Prediction("better", "Elo", low=0, unit="Elo").range == "at least 0 Elo"
