"""What the terminal shows."""

from kiebitz.lab.claims.claim import Measurement, Result, Table, Verdict
from kiebitz.lab.claims.display import MAX_ROWS, show_record
from kiebitz.lab.claims.experiment import find
from kiebitz.lab.claims.record import EarlierVerdict, Record


def test_claim_beside_measurement(capsys):
    long = Table("Many", ("n",), tuple((number,) for number in range(MAX_ROWS + 1)))
    short = Table("Few", ("[n]", "name"), ((1, "[red]"),))
    result = Result(Verdict.UNDECIDED, "Too few games.", (Measurement("Elo", 5.0, "Elo", 20.0),), (long, short))
    earlier = (EarlierVerdict(Verdict.HOLDS, "2026-01-02", "A slip."),)
    show_record(find("M1"), Record("M1", result, "kiebitz lab run M1", "2026-01-01", "0", "here", 1.0, earlier=earlier))
    shown = capsys.readouterr().out
    assert "The claim is undecided. Too few games." in shown
    assert "Elo: 5 ± 20 Elo" in shown
    assert "[red]" in shown
    assert f"Many: {MAX_ROWS + 1} rows" in shown
    assert "Until 2026-01-02 the verdict was 'holds'. A slip." in shown
