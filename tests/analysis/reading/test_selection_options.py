from dataclasses import fields
from typing import Annotated

import typer
from typer.testing import CliRunner

from kiebitz.analysis.reading.selection import EVERY_GAME, GameSelection
from kiebitz.analysis.reading.selection_options import OPTIONS, with_selection

GIVEN = {
    "min_rating": 1000, "max_rating": 2000, "player": "Anna", "time_control": "blitz", "eco": "B", "opening": "e",
    "since": "2020",
    "until": "2021", "result": "*", "variant": "standard", "min_moves": 3, "max_moves": 90, "sample": 0.5, "seed": 7,
    "skip": 1, "first": 9,
}  # fmt: skip


@with_selection
def command(name: Annotated[str, typer.Argument()], *, loud: bool = False, select: GameSelection) -> None:
    """Do something."""
    seen.append((name, loud, select))


seen = []
app = typer.Typer()
app.command()(command)


def run(*words):
    seen.clear()
    outcome = CliRunner().invoke(app, [str(word) for word in words])
    return seen[0] if seen else outcome


def test_every_field_has_its_option():
    # How files are read is said by commands that read files, not by those that choose among games.
    conditions = [field.name for field in fields(GameSelection) if field.name != "encoding"]
    assert list(OPTIONS) == conditions == list(GIVEN)
    words = [word for name, value in GIVEN.items() for word in ("--" + name.replace("_", "-"), value)]
    assert run("x", "--loud", *words) == ("x", True, GameSelection(**GIVEN))
    assert run("x") == ("x", False, EVERY_GAME)


def test_help_has_a_panel_of_its_own():
    text = run("--help").output
    assert "Which games" in text
    assert "Do something." in text


def test_what_cannot_be_wanted_is_refused():
    outcome = run("x", "--eco", "X")
    assert outcome.exit_code == 2
    assert outcome.output == "kiebitz: 'X' is no code of an opening; write B33, B3 or B, or a range B20-B99\n"
