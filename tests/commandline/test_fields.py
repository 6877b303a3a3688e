"""Options of a command as the fields of a class."""

from dataclasses import dataclass
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from kiebitz.commandline.fields import with_fields


@dataclass(frozen=True, kw_only=True)
class Greeting:
    names: Annotated[list[str], typer.Argument(metavar="NAME...")]
    times: Annotated[int, typer.Option("--times", "-n", min=1)] = 1
    loud: Annotated[bool, typer.Option("--loud")] = False


@with_fields(Greeting)
def greet(greeting: Greeting, *, language: Annotated[str, typer.Option("--language")] = "en") -> None:
    """Greet somebody."""
    typer.echo(f"{greeting} {language}")


APP = typer.Typer()
APP.command()(greet)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["Anand"], f"{Greeting(names=['Anand'])} en"),
        (["Anand", "Carlsen", "-n", "2", "--loud"], f"{Greeting(names=['Anand', 'Carlsen'], times=2, loud=True)} en"),
        (["--language", "de", "Judit"], f"{Greeting(names=['Judit'])} de"),
    ],
)
def test_the_object_holds_what_was_said(arguments, said):
    assert CliRunner().invoke(APP, arguments).output.strip() == said


def test_help_and_limits_are_those_of_the_fields():
    assert "Greet somebody." in CliRunner().invoke(APP, ["--help"]).output
    assert CliRunner().invoke(APP, ["Anand", "-n", "0"]).exit_code == 2
