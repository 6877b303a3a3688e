"""A course as people see it."""

import io

import pytest
from rich.console import Console

from kiebitz.arena.train.course import Generation
from kiebitz.arena.train.display import Display, draw_curves, summary
from kiebitz.arena.train.gate import Verdict

LOST = Generation(
    0, positions=5_000_000, losses=[(500, 0.04), (1000, 0.03)], test_loss=0.0312, stays=True,
    verdict=Verdict(20, None, None, 0.0, decided=True, better=False),
)  # fmt: skip
GAINED = Generation(
    1, positions=900_000, losses=[(500, 0.02)], test_loss=0.02, stays=True,
    verdict=Verdict(200, 31.4, 20.0, 0.545, decided=False, better=True),
)  # fmt: skip
ASIDE = Generation(2, positions=1, test_loss=0.5, verdict=Verdict(40, -12.0, 50.0, 0.48, decided=True, better=False))


def test_a_generation_in_a_line():
    assert summary(LOST) == "Generation 0: 5,000,000 positions, test loss 0.03120, 0% in 20 games: stays"
    assert summary(GAINED).endswith("+31 ±20 Elo in 200 games: stays")
    assert summary(ASIDE).endswith("-12 ±50 Elo in 40 games: put aside")
    assert summary(Generation(0, checksum="0", stays=True)) == "Generation 0: the network given"


def test_without_a_terminal_stages_are_told_in_lines():
    out = io.StringIO()
    with Display(Console(file=out, width=100)) as display:
        display.stage(1, "generate", "games at 50 nodes a move")
        display.progress(0.5, "8,192 positions")
        display.done(GAINED)
    assert out.getvalue() == f"Generation 1, generate: games at 50 nodes a move\n{summary(GAINED)}\n"


def test_the_curves_are_a_picture(tmp_path):
    pytest.importorskip("matplotlib")
    draw_curves([LOST, GAINED, ASIDE], tmp_path / "curves.svg")
    picture = (tmp_path / "curves.svg").read_text()
    assert picture.startswith("<?xml")
    assert len(picture) > 5000
