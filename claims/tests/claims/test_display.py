"""What the terminal shows."""

from dataclasses import replace
from types import SimpleNamespace

from kiebitz_claims.claims.claim import Claim, Measurement, Result, Table
from kiebitz_claims.claims.display import MAX_ROWS, show_list, show_record
from kiebitz_claims.claims.documents import KIEBITZ
from kiebitz_claims.claims.experiment import Experiment
from kiebitz_claims.claims.judging import Judgement, Prediction
from kiebitz_claims.claims.plan import Earlier, Plan
from kiebitz_claims.claims.record import Record

STRONGER = Prediction("it gets stronger", "Elo", 0, unit="Elo")
EARLIER = (Earlier("holds", "2026-01-02", "A slip."),)
PLAN = Plan(1, "Stärker!", "Stronger!", (STRONGER,), "10 games", "a player with less time", earlier=EARLIER)


def judge(elo):
    """The rule is that it gets stronger."""
    return Judgement((STRONGER.judged(elo, 10, "games"),), "No more was seen.")


EXPERIMENT = Experiment(
    SimpleNamespace(
        STUDY=SimpleNamespace(claim=Claim("Z1", "Strength", "It gets stronger.", KIEBITZ), plan=PLAN),
        judge=judge,
        kept=lambda result: (result.measurements[0].interval,),
    )
)
LONG = Table("Many", ("n",), tuple((number,) for number in range(MAX_ROWS + 1)))
SHORT = Table("Few", ("[n]", "name"), ((1, "[red]"),))
RESULT = Result((Measurement("Elo", 5.0, "Elo", 20.0),), (LONG, SHORT))
RECORD = Record("Z1", RESULT, "kiebitz lab run Z1", "2026-01-01", "0", "here", 1.0, plan=1)


def shown_by(capsys, show, *arguments):
    show(*arguments)
    return " ".join(capsys.readouterr().out.split())


def test_claim_beside_measurement(capsys):
    shown = shown_by(capsys, show_record, EXPERIMENT, RECORD)
    assert "only a new run" not in shown
    assert "The claim is undecided." in shown
    assert "undecided: it gets stronger (predicted at least 0 Elo; +5 (-15 to +25) Elo): about 160 games" in shown
    assert "No more was seen." in shown
    assert "Elo: 5 ± 20 Elo" in shown
    assert "[red]" in shown
    assert f"Many: {MAX_ROWS + 1} rows" in shown
    assert "Until 2026-01-02 the verdict was 'holds'. A slip." in shown


def test_the_list_tells_planned_measured_and_older_apart(capsys):
    def listed(record):
        return shown_by(capsys, show_list, [(EXPERIMENT, record)])

    assert "planned, not yet measured -" in listed(None)
    shown = listed(RECORD)
    assert "undecided 2026-01-01" in shown
    assert "*" not in shown
    shown = listed(replace(RECORD, plan=None))
    assert "undecided 2026-01-01*" in shown
    assert "* older than the plan: to be measured again" in shown
