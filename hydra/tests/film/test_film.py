import json
import re
import shutil
import subprocess

import chess
import pytest

from kiebitz_hydra.circuit.alpha_beta_fsm import STATES
from kiebitz_hydra.film.film import Film, Frame, Level, film
from kiebitz_hydra.film.page import page, page_data
from kiebitz_hydra.film.states import STATE_TEXTS
from kiebitz_hydra.question import Answer
from machines import HARD

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
CASTLING_AND_PASSING = "4k3/8/8/8/1pP5/8/8/r3K2R b K c3 0 1"


def one_frame(**changes):
    men = "".join(piece.symbol() if (piece := chess.Board().piece_at(square)) else "." for square in chess.SQUARES)
    level = Level("a1a1", 1, -32_000, 32_000)
    fields = {"state": "VICTIM", "men": men, "black": False, "victims": 0xFFFF0000, "victim": 16, "super_piece": 0,
              "aggressors": 0, "aggressor": 0, "attacked": 0, "check": False, "evaluation": 0, "gain": 0, "nodes": 0,
              "best": "", "stack": (level,)}  # fmt: skip
    return Frame(**{**fields, **changes})


def shown(frames):
    answer = Answer(12, "e2e4", 1, (0,) * len(STATES), ("e2e4",), (12,))
    return Film(chess.STARTING_FEN, 1, answer, tuple(frames))


def test_every_state_is_explained():
    assert tuple(STATE_TEXTS) == STATES


def test_what_is_equal_is_written_once():
    data = page_data(shown([one_frame(), one_frame(nodes=1), one_frame(victims=1 << 63)]))
    assert len(data["men"]) == len(data["stacks"]) == 1
    assert data["squares"] == ["ffff0000", "0", "8000000000000000"]
    assert [each["rings"] for each in data["sights"]] == [(("victim", 16),)] * 2
    assert [frame[11] for frame in data["frames"]] == [0, 1, 0]


def test_the_page_needs_nothing_from_elsewhere():
    text = page(shown([one_frame()]))
    assert set(re.findall(r"https?://[^\s\"'<]+", text)) == {"http://www.w3.org/2000/svg"}  # a name, loaded by nobody
    assert not re.search(r"<[^>]*\s(src|href)=", text)
    data = re.search(r'<script id="data" type="application/json">(.*?)</script>', text, re.DOTALL)[1]
    assert json.loads(data)["fen"] == chess.STARTING_FEN


@pytest.mark.check
@pytest.mark.skipif(BROWSER is None, reason="no Chromium to open the page in")
def test_the_browser_shows_a_cycle(tmp_path):
    path = tmp_path / "film.html"
    path.write_text(page(shown([one_frame(), one_frame(state="VICTIM WAIT"), one_frame(nodes=7)])), encoding="utf-8")
    dom = subprocess.run(
        [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}",
         "--virtual-time-budget=30000", "--dump-dom", f"{path.as_uri()}#3"],
        capture_output=True, timeout=120, check=True,
    ).stdout.decode()  # fmt: skip
    assert 'data-state="ready"' in dom
    assert ">cycle 3 of 3<" in dom
    assert re.search(r'<li [^>]*class="now"[^>]*>VICTIM<', dom)
    assert dom.count('class="layer"') == 16
    assert re.search(r'<dt>nodes</dt><dd class="changed">7</dd>', dom)


@pytest.mark.check
@pytest.mark.parametrize("fen", [CASTLING_AND_PASSING, HARD[8]])
def test_the_film_is_the_search(fen):
    """Cycles by state are those counted; after each move the men stand where python-chess puts them."""
    root = chess.Board(fen)
    found = film(root, 1)
    counted = [sum(frame.state == state for frame in found.frames) for state in STATES]
    assert tuple(counted) == found.answer.cycles
    assert found.frames[-1].nodes == found.answer.nodes
    deepest = 0
    for frame in found.frames:
        if frame.state != "EVALUATE 3":
            continue
        board = root.copy()
        for level in frame.stack:
            board.push(chess.Move.from_uci(level.move))
        men = "".join(piece.symbol() if (piece := board.piece_at(square)) else "." for square in chess.SQUARES)
        assert frame.men == men, board.fen()
        assert frame.black == board.turn, board.fen()
        assert frame.check == board.was_into_check(), board.fen()
        deepest = max(deepest, len(frame.stack))
    assert deepest > 1 or fen == HARD[8]
