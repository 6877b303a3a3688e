"""The kept corpus of damaged inputs (``tests/data/fuzz``): whatever is in it is read, or refused in words."""

import subprocess
import sys

import pytest

from commands import ENVIRONMENT, run_here
from kiebitz.analysis.reading.archive import read_archive
from kiebitz.analysis.reading.games import read_games
from kiebitz.analysis.reading.reader import read_game
from kiebitz.arena.suite.epd import read_suite
from kiebitz.engine import FenError, position_from
from kiebitz.processes.journal_file import JournalError, JournalFile
from kiebitz.web.messages import MessageError, read, written
from sources import DATA

CORPUS = DATA / "fuzz"
PATIENCE_S = 60


def inputs(kind):
    paths = sorted(path for path in (CORPUS / kind).iterdir() if path.suffix != ".md")
    assert paths
    return pytest.mark.parametrize("path", paths, ids=lambda path: path.name)


def told(error, act):
    """What comes out, or in which words it is refused."""
    try:
        return act()
    except error as refusal:
        return str(refusal)


@inputs("pgn")
def test_games(path):
    faults = []
    for raw in read_archive(str(path), faults.append):
        game = read_game(raw)
        faults += game.faults
        if game.game is not None:
            assert str(game.game)
    for light in read_games(path, comments=True, on_fault=faults.append):
        assert light.moves is not None
    assert all(str(fault).strip() for fault in faults)


@inputs("epd")
def test_suites(path):
    for line in read_suite(path):
        assert str(line)


@inputs("fen")
def test_positions(path):
    for line in path.read_bytes().decode(errors="surrogateescape").splitlines():
        assert told(FenError, lambda line=line: position_from(line, chess960=None).fen())


@inputs("message")
def test_messages_of_tabs(path):
    for line in path.read_bytes().decode(errors="replace").splitlines():
        assert told(MessageError, lambda line=line: written(read(line)).encode())


@inputs("journal")
def test_journals(path, tmp_path):
    (tmp_path / "out.journal").write_bytes(path.read_bytes())
    journal = told(JournalError, lambda: JournalFile(tmp_path / "out", "work", 1))
    if isinstance(journal, str):
        assert "left alone" in journal
        return
    told(JournalError, lambda: journal.read(lambda header: header["settings"]["a"], lambda line: line["done"]))
    journal.close()


@pytest.mark.check
@pytest.mark.parametrize("language", ["uci", "usi"])
def test_dialogues(language):
    for path in sorted((CORPUS / language).iterdir()):
        engine = [sys.executable, "-m", f"kiebitz.protocols.{language}.loop"]
        said = path.read_bytes() + b"\nstop\nquit\n"
        done = subprocess.run(engine, input=said, capture_output=True, env=ENVIRONMENT, timeout=PATIENCE_S, check=False)
        assert (done.returncode, done.stderr) == (0, b""), path.name


@inputs("proof")
def test_proofs(path):
    done = run_here("mate", "--verify", path)
    assert (done.status, done.err) == (0, "") or (done.status in (1, 2) and done.err.startswith("kiebitz: "))
    assert "Traceback" not in done.err
