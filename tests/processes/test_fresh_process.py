"""Processes that a script without a ``__main__`` guard may start."""

import subprocess
import sys

import pytest

from sources import ROOT

pytestmark = pytest.mark.check

GAME = ROOT / "examples" / "kasparov-deep-blue-1997-game-6.pgn"
SCRIPTS = {
    "analyse_games": (
        "import kiebitz\nprint(kiebitz.analyse_games({games!r}, 'out.pgn', kiebitz.Limit(nodes=10), jobs=2).analysed)\n"
    ),
    "a pool": (
        "import operator\n"
        "from kiebitz.processes.worker_pool import WorkerPool\n"
        "with WorkerPool(2, int) as pool:\n"
        "    print(pool.submit(operator.add, 2).result())\n"
    ),
    "a match": (
        "from kiebitz.arena.match.workers import FRESH\n"
        "child = FRESH.Process(target=print, args=('2',))\n"
        "child.start()\n"
        "child.join()\n"
    ),
}


@pytest.mark.parametrize(
    ("name", "started_as"),
    [("analyse_games", "a file"), ("a match", "a file"), ("a pool", "a module"), ("a pool", "standard input")],
)
def test_a_script_without_a_guard_may_start_them(tmp_path, name, started_as):
    games = tmp_path / "games.pgn"
    games.write_text(2 * GAME.read_text())
    script = tmp_path / "two_lines.py"
    script.write_text(SCRIPTS[name].format(games=str(games)))
    how = {"a file": [script.name], "a module": ["-m", script.stem], "standard input": ["-"]}[started_as]
    text = script.read_text() if started_as == "standard input" else None
    done = subprocess.run(
        [sys.executable, *how], input=text, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.stdout.split(), done.stderr, done.returncode) == (["2"], "", 0)


def test_the_main_module_is_as_before_afterwards():
    main = vars(sys.modules["__main__"])
    before = {name: main.get(name) for name in ("__spec__", "__file__")}
    from kiebitz.processes.fresh_process import FRESH

    child = FRESH.Process(target=int)
    child.start()
    child.join()
    assert child.exitcode == 0
    assert {name: main.get(name) for name in ("__spec__", "__file__")} == before
