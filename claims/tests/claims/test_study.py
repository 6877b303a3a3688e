"""A study: its text file, its rows and its answers fit together, or it says what doesn't."""

import json
import re
import sys
from dataclasses import asdict, replace
from importlib import import_module
from textwrap import dedent
from typing import NamedTuple

import pytest

from kiebitz.arena.match.elo import Estimate
from kiebitz_claims.claims.claim import Measurement, Table
from kiebitz_claims.claims.documents import KIEBITZ
from kiebitz_claims.claims.experiment import Experiment, every_experiment
from kiebitz_claims.claims.judging import Prediction, Verdict, exactly
from kiebitz_claims.claims.pages import page
from kiebitz_claims.claims.paper import entries
from kiebitz_claims.claims.plan import NOT_DRAWN, Earlier
from kiebitz_claims.claims.record import Record, result_from
from kiebitz_claims.claims.study import Study, StudyError, only
from kiebitz_claims.measuring.progress import Progress
from sources import ROOT

TEXTS = """
id = "Z1"
title = "Sleep"
statement = "Of {beds:,} beds one is enough."
source = "KIEBITZ"

[plan]
version = 3
original = "Schlaf!"
translation = "Sleep!"
sample = "{beds:,} beds"
control = "who lies awake"

[predictions.long]
statement = "sleep is long"
measure = "hours of sleep"
low = 7
high = 9.5
unit = "h"

[predictions.one]
statement = "one bed is enough"
measure = "beds slept in"
exactly = 1

[[earlier]]
verdict = "holds"
until = "2026-01-02"
reason = "Nobody had slept."

[figures]
mean = "hours of sleep, mean"
beds = "beds"

[units]
mean = "h"

[tables.Night]
title = "Nights in {beds:,} beds"
headings = { woken = "times woken" }

[conditions]
beds = "{beds:,} beds, {nights} nights"
"""


class Night(NamedTuple):
    """One night."""

    sleeper_name: str
    hours: float
    woken: int | None


class Figures(NamedTuple):
    """What matters."""

    mean: float
    beds: int


class Beds:
    """Whose beds they are."""

    maker = "Ada"


NIGHTS = [Night("Ada", 8, None), Night("Bob", 7.5, 2)]


@pytest.fixture
def study(tmp_path):
    """Makes the study of a text, ``TEXTS`` with one change."""

    def make(old="", new="", **options):
        assert old in TEXTS
        (tmp_path / "z1_sleep.toml").write_text(TEXTS.replace(old, new, 1), encoding="utf-8")
        return Study(str(tmp_path / "z1_sleep.py"), Night, **{"figures": Figures, "beds": 1_000, **options})

    return make


def test_claim_plan_and_predictions_are_the_text_files(study):
    made = study()
    assert (made.claim.id, made.claim.source) == ("Z1", KIEBITZ)
    assert made.claim.statement == "Of 1,000 beds one is enough."
    assert (made.plan.version, made.plan.sample, made.plan.seeds) == (3, "1,000 beds", NOT_DRAWN)
    assert made.plan.earlier == (Earlier("holds", "2026-01-02", "Nobody had slept."),)
    assert [prediction.range for prediction in made.plan.predictions] == ["7 to 9.5 h", "1"]


def test_what_was_measured_is_a_table_and_comes_back_typed_from_a_file(study):
    made = study()
    result = made.result(NIGHTS, figures=Figures(7.75, 1_000), nights=2)
    assert result.table("Nights in 1,000 beds").headings == ("sleeper name", "hours", "times woken")
    assert result.measured == {"hours of sleep, mean": 7.75, "beds": 1_000}
    assert [str(each) for each in result.measurements] == ["7.75 h", "1,000"]
    assert result.conditions == {"beds": "1,000 beds, 2 nights"}
    stored = result_from(json.loads(json.dumps(asdict(result))))
    assert stored == result
    figures, nights = made.kept(stored)
    assert (figures, nights) == (Figures(7.75, 1_000), NIGHTS)
    assert (figures.mean, nights[1].sleeper_name) == (7.75, "Bob")
    assert made.rows(stored, Night) == NIGHTS


def test_without_a_kind_figures_are_measurements(study):
    hours = Measurement("hours of Ada", 8, "h", 0.5)
    made = study('[figures]\nmean = "hours of sleep, mean"\nbeds = "beds"\n\n[units]\nmean = "h"\n', figures=None)
    result = made.result(NIGHTS, figures=(hours,), nights=2)
    assert result.measurements == (hours,)
    assert made.kept(result) == (NIGHTS,)


def test_statements_are_answered_by_name_in_the_plans_order(study):
    made = study()
    judgement = made.judgement(
        "Slept.", one=exactly(2), long=made.predictions["long"].judged(Estimate(8, 6, 10), 4, "h")
    )
    assert [part.verdict for part in judgement.parts] == [Verdict.UNDECIDED, Verdict.FAILS]
    assert [part.prediction for part in judgement.parts] == list(made.plan.predictions)
    assert judgement.remark == "Slept."


def test_a_modules_constants_stand_in_its_texts(study):
    made = study(
        "{beds:,} beds, {nights}",
        "{BEDS[0]:,} beds of {MAKER.maker}, {nights}",
        constants={"BEDS": (3,), "MAKER": Beds},
    )
    assert made.result(NIGHTS, figures=Figures(8, 1), nights=2).conditions == {"beds": "3 beds of Ada, 2 nights"}
    with pytest.raises(StudyError, match=r"z1_sleep\.toml: .*has no attribute 'stop'"):
        study("Of {beds:,}", "Of {BEDS.stop}", constants={"BEDS": 3})


def test_rows_without_a_kind_stand_under_headings(study):
    made = study(
        "[conditions]",
        '[headings]\n"Dreams of {DREAMS}" = ["sleeper", "*ENDS", "{DREAMS}"]\n\n[conditions]',
        constants={"DREAMS": "flying", "ENDS": ("low", "high")},
    )
    result = made.result(NIGHTS, [("Ada", 1, 2, 3)], figures=Figures(8, 1), conditions={"moon": "full"}, nights=2)
    assert result.table("Dreams of flying").headings == ("sleeper", "low", "high", "flying")
    assert result.conditions == {"beds": "1,000 beds, 2 nights", "moon": "full"}
    assert made.kept(result)[2] == [("Ada", 1, 2, 3)]
    assert made.rows(result, Night) == NIGHTS
    with pytest.raises(StudyError, match=r"z1_sleep\.toml: no row of headings named 'ENDS' was given"):
        study("[conditions]", '[headings]\nDreams = ["*ENDS"]\n\n[conditions]')


def test_a_module_may_make_statements_that_follow_from_a_rule(study):
    more = Prediction("dreams are many", "dreams", 3)
    made = study(predictions=[more])
    assert [each.statement for each in made.plan.predictions] == ["sleep is long", "one bed is enough", more.statement]
    found = {"long": exactly(8), "one": exactly(1), more.statement: exactly(2)}
    assert made.judgement(**found).parts[-1] == more.judged(exactly(2))


@pytest.mark.parametrize(("names", "told"), [(["long"], "one"), (["one"], "long"), (["long", "one", "deep"], "deep")])
def test_every_statement_is_answered_and_no_other(study, names, told):
    with pytest.raises(StudyError, match=rf"z1_sleep\.toml: predicted but not judged, .*: {told}$"):
        study().judgement(**dict.fromkeys(names, exactly(1)))


def test_a_statement_is_not_answered_by_anothers_part(study):
    made = study()
    long = made.predictions["long"].judged(exactly(8))
    with pytest.raises(StudyError, match="'one' is answered by 'sleep is long'"):
        made.judgement(long=long, one=long)


@pytest.mark.parametrize(
    "rows",
    [
        [("Ada", "8", 1)],
        [("Ada", None, 1)],
        [("Ada", 8, 1.5)],
        [("Ada", 8, True)],
        [(8, 8, 1)],
        [("Ada", 8)],
        [("Ada", 8, 1, 1)],
    ],
)
def test_cells_are_of_their_fields_types(study, rows):
    """What is measured and what is read: neither an experiment nor a file gets other rows past it."""
    made = study()
    with pytest.raises(ValueError, match=r"Nights in 1,000 beds|argument"):
        made.result(rows, figures=Figures(8, 1), nights=1)
    stored = made.result(NIGHTS, figures=Figures(8, 1), nights=1)
    if len(rows[0]) == len(NIGHTS[0]):
        with pytest.raises(ValueError, match="can't stand under"):
            made.kept(replace(stored, tables=(replace(stored.tables[0], rows=tuple(rows)),)))


def test_a_table_under_other_headings_is_not_read(study):
    made = study()
    stored = made.result(NIGHTS, figures=Figures(8, 1), nights=1)
    other = replace(stored.tables[0], headings=("sleeper name", "minutes", "times woken"))
    with pytest.raises(ValueError, match="has other columns than sleeper name, hours, times woken"):
        made.kept(replace(stored, tables=(other,)))


def test_another_table_or_figure_is_not_read(study):
    made = study()
    good = made.result(NIGHTS, figures=Figures(8, 1), nights=1)
    with pytest.raises(KeyError, match="Nights in 1,000 beds"):
        made.kept(replace(good, tables=(Table("Days", (), ()),)))
    with pytest.raises(KeyError, match="beds"):
        made.kept(replace(good, measurements=good.measurements[:1]))


def test_each_kind_has_its_rows(study):
    with pytest.raises(StudyError, match="2 tables were measured, 1 are declared"):
        study().result(NIGHTS, NIGHTS, figures=Figures(8, 1), nights=1)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('id = "Z1"', 'id = "Z1', "Illegal character"),
        ('id = "Z1"\n', "", "'id'"),
        ('id = "Z1"', 'ident = "Z1"', "Claim has no such field, or one of another type: ident"),
        ("version = 3", 'version = "3"', "Plan has no such field, or one of another type: version"),
        ("version = 3", 'version = 3\npredictions = "many"', "of another type: predictions"),
        ("low = 7", 'low = "7"', "Prediction has no such field, or one of another type: low"),
        ("exactly = 1", "about = 1", "Prediction has no such field, or one of another type: about"),
        ('"2026-01-02"', "2026-01-02", "Earlier has no such field, or one of another type: until"),
        ('"KIEBITZ"', '"SHANNON"', "its source is none of the documents"),
        ('"KIEBITZ"', '"DOCUMENTS"', "its source is none of the documents"),
        ("Of {beds:,}", "Of {bunks:,}", "no number named 'bunks' was given for 'Of {bunks:,} beds"),
        ("Of {beds:,}", "Of {beds", "a brace that is none of a number's is written twice"),
        ("[tables.Night]", "[tables.Day]", "no kind of rows is named Day"),
        ("woken = ", "awake = ", "what it says of Night doesn't fit its fields: awake"),
        ('title = "Nights in {beds:,} beds"\n', "", "what it says of Night doesn't fit its fields: no title"),
        ('mean = "h"', 'median = "h"', "units of no figure: median"),
        ('beds = "beds"', 'bunks = "bunks"', "what it says of Figures doesn't fit its fields: bunks"),
    ],
)
def test_a_text_file_that_does_not_fit_says_where(study, old, new, told):
    with pytest.raises(StudyError) as caught:
        study(old, new)
    assert str(caught.value).startswith("z1_sleep.toml: ")
    assert told in str(caught.value)


def test_the_row_that_is_meant_is_the_only_one():
    assert only(NIGHTS, sleeper_name="Bob", woken=2).hours == 7.5
    with pytest.raises(ValueError, match="0 rows instead of one"):
        only(NIGHTS, sleeper_name="Cid")
    with pytest.raises(ValueError, match="2 rows instead of one"):
        only([*NIGHTS, *NIGHTS], sleeper_name="Bob")


def test_every_text_file_lies_beside_its_study_and_is_package_data():
    folder = ROOT / "claims" / "src" / "kiebitz_claims" / "experiments"
    studies = {each.file_name for each in every_experiment() if hasattr(each.module, "STUDY")}
    assert {path.with_suffix(".py").name for path in folder.glob("*.toml")} == studies
    assert '"kiebitz_claims.experiments" = ["*.toml"]' in (ROOT / "claims" / "pyproject.toml").read_text()


def test_the_claim_in_the_readme_is_one(tmp_path, monkeypatch):
    """The recipe's two files, as they stand there: measured, judged, and told on a page."""
    readme = (ROOT / "claims" / "README.md").read_text(encoding="utf-8")
    for language, name in (("toml", "z1_first_moves.toml"), ("python", "z1_first_moves.py")):
        (block,) = re.findall(
            rf"^   ```{language}\n   # {re.escape(name)}\n(.*?)^   ```$", readme, re.DOTALL | re.MULTILINE
        )
        (tmp_path / name).write_text(dedent(block), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "z1_first_moves", raising=False)
    experiment = Experiment(import_module("z1_first_moves"))
    progress = Progress()
    result = experiment.measure(progress)
    assert progress.done == progress.total == 20
    assert result_from(json.loads(json.dumps(asdict(result)))) == result
    assert experiment.judge(result).why == (
        "Twenty first moves: 20 – holds; as many answers to most of them: 100 (81 to 100) % – holds."
    )
    quick = experiment.judge(experiment.measure(Progress(), quick=True))
    assert [part.verdict for part in quick.parts] == [Verdict.FAILS, Verdict.HOLDS]
    record = Record("Z1", result, "kiebitz lab run Z1", "2026-01-01", "0", "here", 1.0, plan=1)
    (entry,) = entries([(experiment, record)])
    text = page(entry)
    for said in ("# Z1: Twenty first moves", "| move | answers |", "- moves: 20 of all", "played, and the answers"):
        assert said in text
    assert "- Rule: There must be twenty first moves, and to most of them twenty answers." in text
