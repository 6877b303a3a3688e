"""The example that learns moves with PyTorch: it learns, from games and from their positions alike. Needs PyTorch."""

import importlib.util
import sys

import chess
import numpy as np
import pytest

import kiebitz
from sources import ROOT

pytestmark = pytest.mark.nightly

torch = pytest.importorskip("torch", reason="PyTorch is not installed (pip install torch)")
GAMES = ROOT / "examples" / "kasparov-deep-blue-1997.pgn"


@pytest.fixture(scope="module")
def example():
    spec = importlib.util.spec_from_file_location("learn_moves", ROOT / "examples" / "learn_moves.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_targets_are_the_moves_in_the_movers_view(example):
    fens = [chess.STARTING_FEN, "4k3/8/8/8/8/8/8/R3K3 b - - 0 1", "6k1/8/8/8/8/8/8/4K2R w - - 0 1"]
    turn = kiebitz.features_batch(fens).turn
    # White's king on e1 looks into a mirror, Black's on e8 besides from the other side.
    assert turn.tolist() == [7, 63, 7]
    expected = [64 * (chess.E2 ^ 7) + (chess.E4 ^ 7), 64 * (chess.E8 ^ 63) + (chess.D7 ^ 63)]
    assert example.targets_of(["e2e4", "e8d7"], turn[:2]).tolist() == expected


def test_it_learns_from_games_and_from_their_positions(example, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(example, "BATCH", 64)
    monkeypatch.setattr(example, "REPORT_STEPS", 8)
    positions = tmp_path / "positions.parquet"
    kiebitz.read_games(GAMES).positions().write_parquet(positions)
    told = []
    for path in (GAMES, positions):
        written = tmp_path / "weights"
        monkeypatch.setattr(sys, "argv", ["learn", str(path), "--epochs", "12", "--device", "cpu", "-o", str(written)])
        example.main()
        losses = [float(line.split("loss ")[1].split(",")[0]) for line in capsys.readouterr().out.splitlines()]
        assert losses[-1] < 0.8 * losses[0]
        assert written.stat().st_size > example.HIDDEN
        told.append(losses)
    assert np.allclose(*told, rtol=1e-3)
