"""What packages beside Kiebitz add, as users have them installed or not."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from kiebitz.classroom.film.films import ELSEWHERE
from kiebitz.commandline.additions import FILMS, KiebitzGroup, LabGroup, additions
from sources import SOURCE

pytestmark = pytest.mark.check

GREETING = """
import typer

greet = typer.Typer(help="Greetings.")


@greet.command()
def hello(name: str) -> None:
    \"\"\"Greet.\"\"\"
    typer.echo(f"Hello, {name}")


@greet.command()
def goodbye() -> None:
    \"\"\"Take leave.\"\"\"
"""


class Place:
    """A Python with all that is installed here, but for what Kiebitz brings: that is to be added."""

    def __init__(self, folder):
        self.folder = folder
        for kind in {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}:
            for path in Path(kind).iterdir():
                if "kiebitz" not in path.name.lower():
                    (folder / path.name).symlink_to(path)

    def install(self, package, entries, **modules):
        """Add a package with its entry points, as pip would."""
        information = self.folder / f"{package.replace('-', '_')}-1.0.dist-info"
        information.mkdir()
        (information / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        (information / "entry_points.txt").write_text(entries)
        for name, text in modules.items():
            (self.folder / f"{name}.py").write_text(text)

    def run(self, *command):
        """What a Python says that has only this."""
        return subprocess.run(
            [sys.executable, "-S", *command],
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(SOURCE), str(self.folder)]), "COLUMNS": "100"},
            capture_output=True,
            text=True,
            check=False,
        )

    def kiebitz(self, *arguments):
        """What a command says."""
        return self.run("-m", "kiebitz", *arguments)


@pytest.fixture
def place(tmp_path):
    return Place(tmp_path)


@pytest.mark.parametrize(
    ("arguments", "package"),
    [
        (["hardware", "moves", "startpos"], "kiebitz-hydra"),
        (["lab", "run", "M2"], "kiebitz-claims"),
        (["lab", "list"], "kiebitz-claims"),
        (["lab", "film", "card"], "kiebitz-hydra"),
    ],
)
def test_a_command_of_a_package_that_is_missing_says_what_to_install(place, arguments, package):
    done = place.kiebitz(*arguments)
    assert done.returncode == 2
    assert f"is in a package of its own: pip install {package}" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_the_help_says_what_is_not_installed(place):
    assert (
        "Not installed: hardware, machines (pip install kiebitz-hydra kiebitz-claims)" in place.kiebitz("--help").stdout
    )
    told = place.kiebitz("lab", "--help")
    assert "Not installed: list, show, run, report, pages (pip install kiebitz-claims)" in told.stdout
    assert "animate" in told.stdout


def test_any_package_may_add_commands(place):
    place.install("greetings", "[kiebitz.commands]\ngreet = greeting:greet\nlab = greeting:greet\n", greeting=GREETING)
    assert place.kiebitz("greet", "hello", "Anand").stdout == "Hello, Anand\n"
    assert place.kiebitz("lab", "hello", "Vishy").stdout == "Hello, Vishy\n"
    assert "Greetings." in place.kiebitz("--help").stdout


@pytest.mark.parametrize("entry", ["greeting:greet", "gone:greet", "greeting:gone"])
def test_a_package_that_is_broken_is_named_and_the_rest_works(place, entry):
    place.install("greetings", f"[kiebitz.commands]\ngreet = {entry}\n", greeting="import nothing_of_the_kind\n")
    told = place.kiebitz("--help")
    assert told.returncode == 0
    assert "greetings can't be loaded" in told.stderr
    assert len(told.stderr.splitlines()) == 1
    assert "analyse" in told.stdout


def test_packages_are_not_looked_for_until_one_is_needed(place):
    place.install("greetings", "[kiebitz.commands]\ngreet = greeting:greet\n", greeting=GREETING)
    code = (
        "import sys; sys.argv = ['kiebitz', 'lab', 'table', '--help']\n"
        "import atexit; atexit.register(lambda: print('greeting' in sys.modules))\n"
        "from kiebitz.cli import main; main()"
    )
    assert place.run("-c", code).stdout.splitlines()[-1] == "False"


def test_what_is_said_to_be_elsewhere_is_there():
    """Of the packages beside Kiebitz, as they are installed here."""
    lab, kiebitz = LabGroup(name="lab"), KiebitzGroup(name="kiebitz")
    assert set(lab.added()) == set(LabGroup.elsewhere)
    assert {"hardware", "machines"} == set(KiebitzGroup.elsewhere) <= set(kiebitz.added())
    assert set(ELSEWHERE) == set(additions(FILMS))
