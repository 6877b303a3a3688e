"""What a GUI is told of a proof under way."""

import io

from kiebitz.engine.mate_progress import MateProgress
from kiebitz.protocols.uci import proof_telling
from kiebitz.protocols.uci.channel import LineWriter
from kiebitz.protocols.uci.proof_telling import ProofTelling


def test_it_is_told_once_a_second_however_often_it_is_heard(monkeypatch):
    now = 100.0
    monkeypatch.setattr(proof_telling, "monotonic", lambda: now)
    target = io.BytesIO()
    telling = ProofTelling(LineWriter(target))
    for now in (100.5, 101.0, 101.5, 101.75, 102.25, 103.0):
        telling.hear(MateProgress(round(now), 7, 9, 120, 0))
    times = [line.split()[2] for line in target.getvalue().decode().splitlines() if line.startswith("info time ")]
    assert times == ["1000", "2250"]
    assert target.getvalue().count(b"proof number 7, disproof number 9") == 2
