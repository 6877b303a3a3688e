"""``kiebitz gauntlet`` as people run it."""

import json
import shutil

import pytest

from commands import refused, run_apart, run_here
from kiebitz.arena.match.anchors import GAMES_DIRECTORY

pytestmark = pytest.mark.check

needs_stockfish = pytest.mark.skipif(
    not (shutil.which("stockfish") or shutil.which("stockfish", path=GAMES_DIRECTORY)),
    reason="Stockfish, whose levels are the scale, is not installed",
)


@needs_stockfish
def test_a_gauntlet_in_two_sittings(tmp_path):
    pgn, figure = tmp_path / "games.pgn", tmp_path / "ladder.svg"
    arguments = ["era=tartan", "--anchors", "stockfish-1500,stockfish-1800", "--tc", "0.1+0.001", "--pgn", pgn]
    first = run_apart("gauntlet", *arguments, "--games", 2)
    assert first.returncode == 0, first.stderr
    lines = first.stdout.decode().splitlines()
    assert lines[-1].startswith("gauntlet: date=")
    assert "games=4" in lines[-1]
    second = run_here("gauntlet", *arguments, "--games", 4, "--resume", "--figure", figure, "--json")
    assert second.status == 0, second.err
    assert "4 games were played before" in second.err
    entry = json.loads(second.out)
    assert {each["name"]: each["games"] for each in entry["anchors"]} == {"stockfish-1500": 4, "stockfish-1800": 4}
    assert figure.read_text().startswith("<svg")


def test_what_can_not_be_played(tmp_path, monkeypatch):
    assert "no anchor 'fritz'; choose from stockfish-1350" in refused("gauntlet", "--anchors", "stockfish,fritz")
    assert "--resume needs --pgn" in refused("gauntlet", "--resume")
    assert "there is no directory" in refused("gauntlet", "--figure", tmp_path / "none" / "ladder.svg")
    monkeypatch.setattr("kiebitz.arena.match.anchors.shutil.which", lambda program, path=None: None)
    done = run_here("gauntlet", "--anchors", "toga2,stockfish-1500,stockfish-1800")
    missing, none = done.err.splitlines()
    assert "left out: toga2, stockfish; on Debian, apt install toga2 stockfish" in missing
    assert "no anchor to play against" in none
    assert done.status == 2
