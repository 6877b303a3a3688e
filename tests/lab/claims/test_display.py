"""What the terminal shows."""

from types import SimpleNamespace

from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table
from kiebitz.lab.claims.display import MAX_ROWS, show_record
from kiebitz.lab.claims.documents import KIEBITZ
from kiebitz.lab.claims.experiment import Experiment
from kiebitz.lab.claims.judging import Judgement, Prediction
from kiebitz.lab.claims.plan import Earlier, Plan
from kiebitz.lab.claims.record import Record

STRONGER = Prediction("it gets stronger", "Elo", 0, unit="Elo")
PLAN = Plan(1, "Stärker!", "Stronger!", (STRONGER,), "10 games", earlier=(Earlier("holds", "2026-01-02", "A slip."),))


def test_claim_beside_measurement(capsys):
    long = Table("Many", ("n",), tuple((number,) for number in range(MAX_ROWS + 1)))
    short = Table("Few", ("[n]", "name"), ((1, "[red]"),))
    result = Result((Measurement("Elo", 5.0, "Elo", 20.0),), (long, short))
    module = SimpleNamespace(
        CLAIM=Claim("Z1", "Strength", "It gets stronger.", KIEBITZ),
        PLAN=PLAN,
        judge=lambda elo: Judgement((STRONGER.judged(elo, 10, "games"),), "No more was seen."),
        kept=lambda result: (result.measurements[0].interval,),
    )
    show_record(Experiment(module), Record("Z1", result, "kiebitz lab run Z1", "2026-01-01", "0", "here", 1.0))
    shown = " ".join(capsys.readouterr().out.split())
    assert "The claim is undecided." in shown
    assert "undecided: it gets stronger (predicted at least +0 Elo; +5 (-15 to +25) Elo): about 160 games" in shown
    assert "No more was seen." in shown
    assert "Elo: 5 ± 20 Elo" in shown
    assert "[red]" in shown
    assert f"Many: {MAX_ROWS + 1} rows" in shown
    assert "Until 2026-01-02 the verdict was 'holds'. A slip." in shown
