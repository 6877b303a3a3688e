"""A course as people see it."""

import io

import pytest
from rich.console import Console

from kiebitz.arena.train.block_file import Damage
from kiebitz.arena.train.course import Course, Generation, Settings
from kiebitz.arena.train.display import Display, draw_curves, outlook, summary
from kiebitz.arena.train.gate import Verdict

LOST = Generation(
    0, visited=5_000_000, losses=[(500, 0.04), (1000, 0.03)], test_loss=0.0312, stays=True, is_over=True,
    classical=Verdict(20, None, None, 0.0, decided=True, better=False), core_seconds=1800,
)  # fmt: skip
GAINED = Generation(
    1, labels=900_000, losses=[(500, 0.02)], test_loss=0.02, stays=True, is_over=True, games=140_000, core_seconds=5400,
    seconds={"games": 3600.0, "visit": 1, "fit": 1, "gate": 1},
    verdict=Verdict(200, 31.4, 20.0, 0.545, decided=False, better=True),
    classical=Verdict(400, 25.0, 28.0, 0.535, decided=False, better=True),
)  # fmt: skip
MORE = Generation(
    2, labels=2_000_000, test_loss=0.019, stays=True, is_over=True, core_seconds=3600,
    verdict=Verdict(200, 20.0, 20.0, 0.53, decided=False, better=True),
    classical=Verdict(400, 46.0, 28.0, 0.57, decided=False, better=True),
)  # fmt: skip
ASIDE = Generation(3, labels=1, test_loss=0.5, verdict=Verdict(40, -12.0, 50.0, 0.48, decided=True, better=False))


def test_a_generation_in_a_line():
    assert summary(LOST) == (
        "Generation 0: 5,000,000 positions, test loss 0.03120, 0% (20 games) over classical: stays"
    )
    assert summary(GAINED) == (
        "Generation 1: 900,000 labels, test loss 0.02000, +31 ±20 Elo (200 games) over its forerunner,"
        " +25 ±28 Elo (400 games) over classical: stays"
    )
    assert summary(ASIDE).endswith("-12 ±50 Elo (40 games) over its forerunner: put aside")
    assert summary(Generation(0, checksum="0", stays=True)) == "Generation 0: the network given"


def test_without_a_terminal_stages_are_told_in_lines():
    out = io.StringIO()
    with Display(Console(file=out, width=150)) as display:
        display.stage(1, "games", "150 nodes a move")
        display.progress(0.5, "8,192 games")
        display.done(GAINED)
    assert out.getvalue() == f"Generation 1, playing and labelling: 150 nodes a move\n{summary(GAINED)}\n"


def test_damage_is_told_as_text(tmp_path):
    out = io.StringIO()
    Display(Console(file=out, width=200)).damage(Damage(tmp_path / "[red]", 5, 9))
    assert "[red] is damaged: bytes 5 to 9 are skipped" in out.getvalue()


def test_what_is_to_be_expected_and_what_was_gained(tmp_path):
    course = Course(tmp_path, Settings(2, 1), 2, Display(Console(file=io.StringIO())))
    assert outlook(course).startswith("The next hour: about ")
    course.generations = [LOST, GAINED, MORE]
    told = outlook(course)
    assert "2 networks" in told
    assert "So far: +46 ±28 Elo (400 games) over classical after 3.0 core-hours." in told
    assert "The last generation that stays brought +21 Elo." in told
    course.generations = [LOST, GAINED, MORE, MORE, MORE]
    assert "The next hour" not in outlook(course)


@pytest.mark.check
def test_the_curves_are_a_picture(tmp_path):
    pytest.importorskip("matplotlib")
    draw_curves([LOST, GAINED, MORE, ASIDE], tmp_path / "curves.svg")
    picture = (tmp_path / "curves.svg").read_text()
    assert picture.startswith("<?xml")
    assert len(picture) > 5000
