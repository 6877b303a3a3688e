"""The command line as a whole."""

import shlex
import signal
import subprocess
import sys

import pytest

import kiebitz
from commands import run_apart, run_here
from kiebitz import cli
from sources import ROOT

COMMANDS = ("analyse", "explain", "best", "eval", "perft", "bench", "uci", "suite", "match", "play", "cluster", "lab")
COMMANDS += ("mate", "survey", "train", "hardware", "mcp", "lichess-provider", "gauntlet", "tune", "serve", "doctor")
COMMANDS += ("kifu", "positions", "games", "machines", "data")


def test_every_command_is_listed():
    listed = run_here("--help")
    assert listed.status == 0
    assert all(command in listed.out for command in COMMANDS)


@pytest.mark.check
@pytest.mark.parametrize(
    ("lacking", "offer"),
    [
        ([], "A board in the browser is there: kiebitz serve opens it."),
        (["uvicorn"], "A board in the browser: pip install 'kiebitz[web]', then kiebitz serve."),
    ],
)
def test_without_a_command_it_says_how_to_begin(monkeypatch, lacking, offer):
    monkeypatch.setattr(cli, "missing", lambda: lacking)
    assert run_here().out == run_here("--help").out + f"{offer}\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_documented(command):
    described = run_here(command, "--help")
    assert described.status == 0
    assert f"kiebitz {command} " in described.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("analyse game.pgn --html --explain", "--html needs a value, and --explain follows it"),
        ("games list --collection --json", "--collection needs a value, and --json follows it"),
        ("best startpos --depth -n", "--depth needs a value, and -n follows it"),
        ("match kiebitz kiebitz -n 1 --pgn ''", "--pgn needs a value, and what follows it is empty"),
        ("analyse game.pgn -o ''", "-o needs a value, and what follows it is empty"),
    ],
)
def test_an_option_without_a_value_is_refused(words, said):
    done = run_here(*shlex.split(words))
    assert (done.status, said in done.err) == (2, True)


@pytest.mark.check
def test_version():
    done = run_apart("--version")
    assert (done.returncode, done.stdout.decode()) == (0, f"Kiebitz {kiebitz.__version__}\n")


def without(*packages):
    """Python's code that makes packages missing."""
    return f"import sys; sys.modules.update(dict.fromkeys({packages}));"


@pytest.mark.check
def test_without_typer_a_command_says_what_to_install():
    code = without("typer", "rich") + "from kiebitz.__main__ import main; main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "kiebitz: commands need Typer: pip install 'kiebitz[cli]'\n"


@pytest.mark.check
def test_the_library_needs_no_command_line():
    code = f"""{without("typer", "rich")}
import kiebitz
for name in kiebitz.__all__:
    getattr(kiebitz, name)
with open({str(ROOT / "examples/carlsen-anand-2014-game-6.pgn")!r}) as file:
    analysed = kiebitz.analyse_game(file.read(), kiebitz.Limit(nodes=100))
import kiebitz.protocols.uci.loop, kiebitz.protocols.usi.loop
found = kiebitz.ShogiEngine(hash_mb=1).analyse("startpos", kiebitz.Limit(nodes=100))
print(len(analysed.analysis.moves), found.nodes > 0)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "75 True\n"), done.stderr


@pytest.mark.check
def test_nothing_heavy_is_imported_early():
    heavy = ("chess", "rich", "numpy", "kiebitz.core")
    code = f"import sys, kiebitz.cli; print([name for name in {heavy} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout == b"[]\n"


@pytest.mark.check
@pytest.mark.parametrize("where", ["kiebitz.cli", "kiebitz.mate.command", "kiebitz.engine.mate_solver"])
def test_ctrl_c_while_something_is_imported_ends_it_in_peace(where):
    code = f"""
import sys
class Interrupting:
    def find_spec(self, name, *_):
        if name == "{where}":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupting())
sys.argv = ["kiebitz", "mate", "startpos"]
from kiebitz.__main__ import main
main()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "kiebitz: interrupted\n")


@pytest.mark.check
@pytest.mark.parametrize("where", ["typer.main.get_command", "inspect.signature", "typer.main.get_group"])
def test_ctrl_c_while_the_command_line_is_made_ends_it_in_peace(where):
    module, _, name = where.rpartition(".")
    code = f"""
import os, pkgutil, signal, sys
import kiebitz.cli
owner = pkgutil.resolve_name("{module}")
real = owner.{name}
def interrupted(*given, **named):
    os.kill(os.getpid(), signal.SIGINT)
    return real(*given, **named)
owner.{name} = interrupted
sys.argv = ["kiebitz", "--version"]
from kiebitz.__main__ import main
main()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr in ("kiebitz: interrupted\n", "")


@pytest.mark.check
def test_ctrl_c_at_the_very_end_says_nothing():
    code = """
import atexit, os, signal, sys
atexit.register(lambda: os.kill(os.getpid(), signal.SIGINT))
sys.argv = ["kiebitz", "--version"]
from kiebitz.__main__ import main
main()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (-signal.SIGINT, "")
