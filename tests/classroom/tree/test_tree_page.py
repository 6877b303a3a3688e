import base64
import json
import re
import shutil
import subprocess
import zlib

import chess
import numpy as np
import pytest

from kiebitz.analysis.explanation.language import Language
from kiebitz.classroom.tree.page import COLUMNS, WRITTEN, page, page_data
from kiebitz.classroom.tree.reasons import REASON_TEXTS
from kiebitz.classroom.tree.runs import trace_runs
from kiebitz.engine.limit import Limit
from kiebitz.engine.trace import REASONS

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
needs_browser = pytest.mark.skipif(BROWSER is None, reason="no Chromium to open the page in")
MIDDLEGAME = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
PROMOTIONS = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"
MATE_IN_TWO = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"
PASSANT = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
# Written after the page has drawn itself: the positions and moves of many rows, to be compared with python-chess.
CHECK = """
<script>
ready.then(() => {
  const found = [], {rows, text: words} = tree;
  for (let row = 0; row < rows.count; row += STEP) {
    const move = rows.isMove(row) ? words.moveText(row) : "";
    found.push([row, placementOf(words.positionOf(row)), move, rows.positionsBelow(row)]);
  }
  const text = document.createElement("pre");
  text.id = "check";
  text.textContent = JSON.stringify(found);
  document.body.append(text);
});
</script></body>
"""
# Written below the page: the window's size, and of what is to be seen at once the upper, lower and right edges.
PLACES = """
<script>
ready.then(() => {
  const edges = selector => { const {top, bottom, right} = document.querySelector(selector).getBoundingClientRect();
    return [top, bottom, right]; };
  const places = document.createElement("pre");
  places.id = "places";
  places.textContent = JSON.stringify([innerHeight, innerWidth, {
    controls: edges("[data-act=next]"), notation: edges("[data-act=notation]"), line: edges(".row.node"),
    value: edges(".row.node > :nth-child(7)"),
  }]);
  document.body.append(places);
});
</script></body>
"""


def opened_in_browser(text, tmp_path, fragment="", size="1280,800"):
    """The document after its scripts have run in a window of so many pixels."""
    path = tmp_path / "tree.html"
    path.write_text(text, encoding="utf-8")
    shown = subprocess.run(
        [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}",
         f"--window-size={size}", "--virtual-time-budget=30000", "--dump-dom", f"{path.as_uri()}{fragment}"],
        capture_output=True, timeout=120, check=True,
    ).stdout.decode()  # fmt: skip
    assert 'data-state="ready"' in shown
    return shown


def chosen_row(shown):
    """The row of the line that is selected."""
    (line,) = re.findall(r'<div class="row node[^"]*selected"[^>]*>', shown)
    return int(re.search(r'data-row="(\d+)"', line)[1])


@pytest.fixture(scope="module")
def runs():
    return trace_runs(MIDDLEGAME, Limit(depth=6), {}, {"null_move": False}, max_nodes=200_000)


def test_the_columns_come_back_as_they_were(runs):
    for run, data in zip(runs, page_data(runs)["runs"], strict=True):
        written, rows = zlib.decompress(base64.b64decode(data["packed"])), run.trace.rows
        offset = 0
        for name, kind in COLUMNS:
            column = np.frombuffer(written, dtype=WRITTEN[kind], count=len(rows), offset=offset)
            offset += column.nbytes
            if name == "span":
                assert (column + np.arange(len(rows)) == rows["end"]).all()
            else:
                assert (column == (run.only_here if name == "only_here" else rows[name])).all(), name
        assert offset == len(written)


def test_the_page_needs_nothing_from_elsewhere(runs):
    text = page(runs[:1])
    assert set(re.findall(r"https?://[^\s\"'<]+", text)) == {"http://www.w3.org/2000/svg"}  # a name, loaded by nobody
    assert not re.search(r"<[^>]*\s(src|href)=", text)
    assert text.count("<script") == 2
    data = re.search(r'<script id="data" type="application/json">(.*?)</script>', text, re.DOTALL)[1]
    assert json.loads(data)["fen"] == MIDDLEGAME


@pytest.mark.slow
@needs_browser
def test_the_browser_shows_the_tree_and_opens_it(runs, tmp_path):
    trace = runs[0].trace
    closed = opened_in_browser(page(runs[:1]), tmp_path)
    root = chosen_row(closed)
    assert trace.rows["parent"][root] < 0
    lines = [int(row) for row in re.findall(r'data-row="(\d+)"', closed)]
    assert lines == [root, *trace.children(root).tolist()]
    opened = opened_in_browser(page(runs[:1]), tmp_path, "#open=best")
    assert opened.count('role="treeitem"') > len(lines)
    board = chess.Board(MIDDLEGAME)
    for move in trace.info.lines[0].moves:
        board.push_uci(move)
    row = chosen_row(opened)
    assert trace.moves(row)[: len(trace.info.lines[0].moves)] == list(trace.info.lines[0].moves)


@pytest.mark.slow
@needs_browser
def test_the_browser_shows_the_row_and_the_reason_asked_for(runs, tmp_path):
    trace = runs[0].trace
    row = int(np.flatnonzero((trace.rows["ply"] == 3) & (trace.rows["reason"] == REASONS.index("beta cut")))[-1])
    shown = opened_in_browser(page(runs), tmp_path, f"#row={row}&reason=beta+cut")
    assert chosen_row(shown) == row
    assert f'data-placement="{" ".join(trace.board(row).fen().split()[:2])}"' in shown
    assert " ".join(trace.moves(row)) in shown
    ended = [line for line in re.findall(r'<div class="row node([^"]*)"', shown) if " way" not in line]
    assert 0 < len(ended) <= trace.reasons()["beta cut"]


@pytest.mark.slow
@needs_browser
def test_a_mate_is_written_as_a_score_writes_it(tmp_path):
    runs = trace_runs(MATE_IN_TWO, Limit(depth=5), {}, max_nodes=200_000)
    trace = runs[0].trace
    assert str(trace.info.score) == "#2"
    shown = opened_in_browser(page(runs), tmp_path)
    assert "<dd>#2 (view of White, to move)</dd>" in shown
    played = [row for row in trace.children(chosen_row(shown)).tolist() if trace.moves(row) == ["a1a6"]]
    shown = opened_in_browser(page(runs), tmp_path, f"#row={played[-1]}")
    assert "<dd>#-1 (view of Black, to move)</dd>" in shown
    read = re.sub(r"<script.*?</script>", "", shown, flags=re.DOTALL)  # packed rows may hold any three letters
    assert not re.search(r"[+−]M\d", read)


@pytest.mark.slow
@needs_browser
def test_a_small_window_shows_the_tree_and_its_controls_at_once(runs, tmp_path):
    shown = opened_in_browser(page(runs).replace("</body>", PLACES), tmp_path, size="500,844")
    height, width, places = json.loads(re.search(r'<pre id="places">(.*?)</pre>', shown)[1])
    for name, (top, bottom, right) in places.items():
        assert 0 <= top < bottom <= height, name
        assert right <= width, name


@pytest.mark.slow
@needs_browser
def test_the_browser_marks_what_only_one_run_visited(runs, tmp_path):
    shown = opened_in_browser(page(runs), tmp_path, "#run=2&open=best")
    assert "null_move=off" in shown
    comparison = runs[0].trace.compare(runs[1].trace)
    for count in (comparison.common, len(comparison.disappeared), len(comparison.appeared)):
        assert f"{count:,}" in shown


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize("fen", [MIDDLEGAME, PROMOTIONS, PASSANT])
def test_positions_and_moves_are_python_chess_s(fen, tmp_path):
    runs = trace_runs(fen, Limit(depth=6), {}, max_nodes=200_000)
    trace, step = runs[0].trace, max(1, len(runs[0].trace) // 400)
    text = page(runs).replace("</body>", CHECK.replace("STEP", str(step)))
    shown = opened_in_browser(text, tmp_path)
    found = json.loads(re.search(r'<pre id="check">(.*?)</pre>', shown, re.DOTALL)[1].replace("&amp;", "&"))
    assert len(found) >= 300
    for row, placement, move, positions in found:
        board = trace.board(row)
        assert placement == " ".join(board.fen().split()[:2])
        assert positions == trace.subtree_nodes[row]
        if not move:
            continue
        last = board.pop()
        # The page knows a mate only where the search itself found one.
        expected = board.san(last) if last else "pass"
        assert move.rstrip("#+") == expected.rstrip("#+")
        assert (move[-1] in "#+") == (expected[-1] in "#+")


def test_the_terminal_and_refusals(tmp_path):
    from typer.testing import CliRunner

    from kiebitz.cli import app

    runner = CliRunner()
    done = runner.invoke(app, ["lab", "tree", MIDDLEGAME, "--depth", "5", "--compare", "null_move=off"])
    assert done.exit_code == 0, done.output
    assert "beta cut" in done.output
    assert "paths visited by both" in done.output
    alone = runner.invoke(app, ["lab", "tree", "startpos", "--depth", "4", "--plies", "4", "--moves", "2"])
    assert "more" in alone.output
    assert "Meaning" in alone.output
    out = tmp_path / "out.html"
    assert runner.invoke(app, ["lab", "tree", "startpos", "-d", "3", "--html", str(out)]).exit_code == 0
    assert out.stat().st_size > 10_000


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nonsense"], "not a position"),
        (["startpos", "--set", "null_moves=off"], "null_moves"),
        (["startpos", "--compare", "null_move"], "no option with a value"),
        (["startpos", "--set", "threads=2"], "one thread"),
        (["R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"], "mated or stalemated"),
        (["startpos", "-d", "2", "--html", "/nowhere/out.html"], "/nowhere/out.html"),
    ],
)
def test_faults_are_said_in_one_line(arguments, message):
    from typer.testing import CliRunner

    from kiebitz.cli import app

    done = CliRunner().invoke(app, ["lab", "tree", *arguments])
    assert done.exit_code in {1, 2}
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_full_buffer_is_said():
    from typer.testing import CliRunner

    from kiebitz.cli import app

    done = CliRunner().invoke(app, ["lab", "tree", "startpos", "--depth", "6", "--max-nodes", "200"])
    assert done.exit_code == 0
    assert "found no room" in done.output


def test_every_reason_has_its_words(runs):
    assert set(REASON_TEXTS) == set(REASONS)
    english, german = (page_data(runs, language)["reasons"] for language in Language)
    assert [reason["name"] for reason in english] == [reason["id"] for reason in german] == list(REASONS)
    assert german[REASONS.index("null move")]["name"] == "Nullzug"
    assert all(one["meaning"] != other["meaning"] for one, other in zip(english, german, strict=True))
