"""A cluster that speaks UCI: it offers what it obeys."""

import io

import pytest

from kiebitz.cluster.chess_tree import Briefing, Split
from kiebitz.cluster.dialogue import session_of
from kiebitz.protocols.uci.channel import LineWriter
from processes import wait_until

BRIEFING = Briefing(split=Split(3, job_nodes=None))


class Gui:
    """One who talks to a cluster of two processes."""

    def __init__(self, station, **arguments):
        self.heard = io.BytesIO()
        self.session = session_of(station, BRIEFING, arguments, LineWriter(self.heard))

    def ask(self, *lines):
        """The answers to some lines."""
        before = len(self.heard.getvalue())
        for line in lines:
            self.session.handle(line)
        return self.heard.getvalue()[before:].decode().splitlines()

    def best_move(self):
        wait_until(lambda: b"bestmove" in self.heard.getvalue())
        return self.heard.getvalue().decode().split("bestmove ")[1].split()[0]


@pytest.fixture
def talk(cluster):
    guis = []

    def begin(**arguments):
        guis.append(Gui(cluster(2), **arguments))
        return guis[-1]

    yield begin
    for gui in guis:
        assert gui.session.close()


def test_what_a_cluster_cannot_do_is_not_offered(talk):
    offered = [line for line in talk().ask("uci") if line.startswith("option name ")]
    assert "option name MultiPV type spin default 1 min 1 max 1" in offered
    eras = "".join(f" var {era}" for era in ("tartan", "nimzo1", "nimzo", "hydra", "classical", "today"))
    assert f"option name Era type combo default today{eras}" in offered
    assert not [line for line in offered if "UCI_LimitStrength" in line or "UCI_Elo" in line]
    assert "option name UCI_ShowWDL type check default false" in offered


def test_the_options_begin_as_the_command_line_has_them(talk):
    gui = talk(hash_mb=2, threads=2, era="hydra", move_overhead_ms=40)
    offered = gui.ask("uci")
    for begun in ("Hash type spin default 2 ", "Threads type spin default 2 ", "Move Overhead type spin default 40 "):
        assert any(line.startswith(f"option name {begun}") for line in offered), begun
    gui.ask("position startpos", "go depth 4")
    assert gui.best_move()
    engine = gui.session._engine
    assert (engine.hash_mb, engine.threads, engine.era, engine.move_overhead_ms) == (2, 2, "hydra", 40)
    gui.ask(
        "setoption name Static Selectivity value strict",
        "setoption name Era value nimzo",
        "setoption name Hash value 3",
    )
    assert (engine.hash_mb, engine.threads, engine.era) == (3, 2, "nimzo")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("setoption name MultiPV value 3", "MultiPV is a whole number from 1 to 1, not '3'"),
        ("setoption name Era value minimax", "Era is one of tartan, nimzo1, nimzo, hydra, classical, today"),
        ("setoption name UCI_LimitStrength value true", "no option 'UCI_LimitStrength'"),
    ],
)
def test_what_a_cluster_cannot_do_is_refused(talk, line, words):
    gui = talk()
    (answer,) = gui.ask(line)
    assert words in answer
    gui.ask("go depth 3")
    assert gui.best_move()
