import base64
import json
import re
import zlib

import chess
import numpy as np
import pytest
from typer.testing import CliRunner

from chromium import dumped, needs_browser
from kiebitz.analysis.explanation.language import EVERYWHERE, Language
from kiebitz.classroom.tree.page import COLUMNS, WRITTEN, page, page_data
from kiebitz.classroom.tree.reasons import REASON_TEXTS
from kiebitz.classroom.tree.runs import trace_runs
from kiebitz.cli import app
from kiebitz.engine import ShogiPosition
from kiebitz.engine.limit import Limit
from kiebitz.engine.trace import PASS, REASONS
from kiebitz.kifu.told_move import told_move

MIDDLEGAME = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
PROMOTIONS = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"
MATE_IN_TWO = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"
SHOGI = "ln1g5/1r2S1k2/p2pppn2/2ps2p2/1p7/2P6/PPSPPPPLP/2G2K1pr/LN4G1b w BGSLPnp 62"
# Of each kind several men that can go to one square, so that records must say which.
ALIKE = "4k4/9/1S1S1+P+P2/2G3G2/1S2G+P3/+R3+R4/3N1N3/2L6/B3K3B b G2N3L5P 1"
ALIKE_OF_WHITE = "b3k3b/6l2/3n1n3/4+r3+r/3+pg2s1/2g3g2/2+p+p1s1s1/9/4K4 w g2n3l5p 1"
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
# The same for shogi: moves in every notation, and how many men, signs of hands and arrows the node's board has.
SHOGI_CHECK = """
<script>
ready.then(() => {
  const found = [], {rows, text: words, game, data} = tree, texts = game.notations.map(([, write]) => write);
  for (let row = 0; row < rows.count; row += STEP) {
    const before = rows.isMove(row) ? words.positionOf(rows.parent[row]) : null;
    const moves = before ? texts.map(write => write(before, rows.move[row], false, data)) : [];
    const picture = game.picture(words.positionOf(row), {best: rows.best_move[row]}, data);
    const drawn = [".men use", ".arrow"].map(what => picture.querySelectorAll(what).length);
    found.push([row, game.placement(words.positionOf(row)), moves, drawn]);
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
    shown, _ = dumped(text, tmp_path, "--virtual-time-budget=30000", fragment=fragment, size=size)
    assert 'data-state="ready"' in shown
    return shown


def chosen_row(shown):
    """The row of the line that is selected."""
    (line,) = re.findall(r'<div class="row node[^"]*selected"[^>]*>', shown)
    return int(re.search(r'data-row="(\d+)"', line)[1])


def traced_shogi(sfen, depth, changed=None, rows=200_000):
    return trace_runs(ShogiPosition(sfen), Limit(depth=depth), {}, changed, max_nodes=rows)


@pytest.fixture(scope="module")
def runs():
    return trace_runs(MIDDLEGAME, Limit(depth=6), {}, {"null_move": False}, max_nodes=200_000)


@pytest.fixture(scope="module")
def shogi_runs():
    return traced_shogi(SHOGI, 5, {"null_move": False})


@pytest.mark.check
@pytest.mark.parametrize("game", ["runs", "shogi_runs"])
def test_the_columns_come_back_as_they_were(game, request):
    runs = request.getfixturevalue(game)
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


@pytest.mark.parametrize(("game", "fen"), [("runs", MIDDLEGAME), ("shogi_runs", SHOGI)])
def test_the_page_needs_nothing_from_elsewhere(game, fen, request):
    text = page(request.getfixturevalue(game)[:1])
    assert set(re.findall(r"https?://[^\s\"'<]+", text)) == {"http://www.w3.org/2000/svg"}  # a name, loaded by nobody
    assert not re.search(r"<[^>]*\s(src|href)=", text)
    assert not re.search(r"^(import|export) ", text, re.MULTILINE)
    assert text.count("<script") == 2
    data = re.search(r'<script id="data" type="application/json">(.*?)</script>', text, re.DOTALL)[1]
    assert json.loads(data)["fen"] == fen


@pytest.mark.check
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


def last_beta_cut(trace):
    """The last row at ply three that ended so."""
    return int(np.flatnonzero((trace.rows["ply"] == 3) & (trace.rows["reason"] == REASONS.index("beta cut")))[-1])


@pytest.mark.check
@needs_browser
def test_the_browser_shows_the_row_and_the_reason_asked_for(runs, tmp_path):
    trace = runs[0].trace
    row = last_beta_cut(trace)
    shown = opened_in_browser(page(runs), tmp_path, f"#row={row}&reason=beta+cut")
    assert chosen_row(shown) == row
    assert f'data-placement="{" ".join(trace.board(row).fen().split()[:2])}"' in shown
    assert " ".join(trace.moves(row)) in shown
    ended = [line for line in re.findall(r'<div class="row node([^"]*)"', shown) if " way" not in line]
    assert 0 < len(ended) <= trace.reasons()["beta cut"]


@pytest.mark.check
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


@pytest.mark.check
@needs_browser
def test_a_small_window_shows_the_tree_and_its_controls_at_once(runs, tmp_path):
    shown = opened_in_browser(page(runs).replace("</body>", PLACES), tmp_path, size="500,844")
    height, width, places = json.loads(re.search(r'<pre id="places">(.*?)</pre>', shown)[1])
    for name, (top, bottom, right) in places.items():
        assert 0 <= top < bottom <= height, name
        assert right <= width, name


@pytest.mark.check
@needs_browser
@pytest.mark.parametrize("fen", [MIDDLEGAME, PROMOTIONS])
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


@pytest.mark.check
@needs_browser
@pytest.mark.parametrize("sfen", [SHOGI, ALIKE, pytest.param(ALIKE_OF_WHITE, marks=pytest.mark.nightly)])
def test_positions_and_moves_of_shogi_are_the_records_own(sfen, tmp_path):
    """By the rules of the core and the words of ``kifu``, which the page has no part in."""
    # As many rows as show every move of the root, and what follows some of them.
    (run,) = traced_shogi(sfen, 4, rows=20_000)
    trace = run.trace
    step = max(1, len(trace) // (600 if sfen == SHOGI else 3000))
    text = page([run]).replace("</body>", SHOGI_CHECK.replace("STEP", str(step)))
    found = json.loads(re.search(r'<pre id="check">(.*?)</pre>', opened_in_browser(text, tmp_path), re.DOTALL)[1])
    assert len(found) >= 300
    for row, placement, told, (men, arrows) in found:
        fields = trace.position_text(row).split()
        assert placement == " ".join(fields[:3])
        assert men == len(re.findall("[A-Za-z]", fields[0] + fields[2]))
        assert arrows == bool(trace.rows["best_move"][row])
        moves = trace.moves(row)
        if not told:
            continue
        before = trace.position(int(trace.rows["parent"][row]))
        if moves[-1] == PASS:
            assert told == [f"{'☗' if before.turn else '☖'}パス", PASS, PASS]
            continue
        last = moves[-2][2:4] if len(moves) > 1 and moves[-2] != PASS else None
        assert told == [*told_move(before, moves[-1], last), moves[-1]]
    if sfen in (ALIKE, ALIKE_OF_WHITE):
        said = "".join(told[0] for _, _, told, _ in found if told)
        assert set("右左上引寄直打成同") <= set(said)
        assert "不成" in said


@pytest.mark.check
@needs_browser
def test_the_page_shows_a_search_of_shogi(shogi_runs, tmp_path):
    trace = shogi_runs[0].trace
    row = last_beta_cut(trace)
    shown = opened_in_browser(page(shogi_runs), tmp_path, f"#row={row}&reason=beta+cut")
    assert chosen_row(shown) == row
    fields = trace.position_text(row).split()
    assert f'data-placement="{" ".join(fields[:3])}"' in shown
    assert " ".join(trace.moves(row)) in shown
    assert f"{int(trace.fen.split()[3])}." in shown
    assert "hundredths of a pawn (view of " in shown
    assert re.search(r'<p data-game="chess" hidden="">', shown)
    assert not re.search(r'<p data-game="shogi" hidden="">', shown)
    opened = opened_in_browser(page(shogi_runs), tmp_path, "#run=2&open=best")
    best = shogi_runs[1].trace.info.lines[0].moves
    assert tuple(shogi_runs[1].trace.moves(chosen_row(opened))[: len(best)]) == tuple(best)
    for count in (trace.compare(shogi_runs[1].trace).common, len(trace.compare(shogi_runs[1].trace).appeared)):
        assert f"{count:,}" in opened


def told(*arguments):
    """What ``kiebitz lab tree`` prints."""
    done = CliRunner().invoke(app, ["lab", "tree", *map(str, arguments)])
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.check
def test_the_terminal(tmp_path):
    compared = told(MIDDLEGAME, "--depth", 4, "--compare", "null_move=off")
    assert "beta cut" in compared
    assert "paths visited by both" in compared
    alone = told("startpos", "--depth", 4, "--plies", 4, "--moves", 2)
    assert "more" in alone
    assert "Meaning" in alone
    assert "found no room" in told("startpos", "--depth", 6, "--max-nodes", 200)
    for fen in (chess.STARTING_FEN, SHOGI):
        out = tmp_path / "out.html"
        assert "searches of a node" in told(fen, "-d", 3, "--html", out)
        assert f'"fen":"{fen}"' in out.read_text(encoding="utf-8")


def test_the_terminal_shows_a_search_of_shogi():
    compared = told("4k4/9/4P4/9/9/9/9/9/4K4 b GS 1", "-d", 3, "--compare", "null_move=off")
    for words in ("G*5b", "Black's view", "paths visited by both"):
        assert words in compared
    assert "has no move, and has lost" in " ".join(told(SHOGI, "-d", 3).split())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nonsense"], "not a position"),
        (["startpos", "--set", "null_moves=off"], "null_moves"),
        (["startpos", "--set", "threads=2"], "one thread"),
        (["R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"], "the side to move has no move"),
        (["startpos", "-d", "2", "--html", "/nowhere/out.html"], "there is no directory /nowhere"),
        (["9/9/9/9/9/9/9/9/9 b - 1", "--html", "tree.html"], "there is no king"),
        (["4k4/9/4P4/9/9/9/9/9/4K4 b GS 1", "--set", "special_cases=0"], "parameter of chess"),
    ],
)
def test_faults_are_said_in_one_line(arguments, message):
    done = CliRunner().invoke(app, ["lab", "tree", *arguments])
    assert done.exit_code in {1, 2}
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_every_reason_has_its_words(runs):
    assert set(REASON_TEXTS) == set(REASONS)
    english, german = (page_data(runs, language)["reasons"] for language in EVERYWHERE)
    assert [reason["name"] for reason in english] == [reason["id"] for reason in german] == list(REASONS)
    assert german[REASONS.index("null move")]["name"] == "Nullzug"
    assert all(one["meaning"] != other["meaning"] for one, other in zip(english, german, strict=True))


@pytest.mark.check
@pytest.mark.parametrize(
    ("language", "of_chess", "of_shogi"),
    [(Language.ENGLISH, "fifty", "sennichite"), (Language.GERMAN, "fünfzig", "Sennichite")],
)
def test_reasons_speak_of_the_game_s_own_rules(language, of_chess, of_shogi, runs, shogi_runs):
    drawn = REASONS.index("draw by rule")
    meanings = [page_data(each, language)["reasons"][drawn]["meaning"] for each in (runs, shogi_runs)]
    assert [of_chess in meaning for meaning in meanings] == [True, False]
    assert [of_shogi in meaning for meaning in meanings] == [False, True]


@pytest.mark.check
def test_each_game_brings_what_it_is_drawn_with(runs, shogi_runs):
    of_chess, of_shogi = page_data(runs), page_data(shogi_runs)
    assert (of_chess["game"], of_shogi["game"]) == ("chess", "shogi")
    assert of_chess.keys() - of_shogi.keys() == {"chess960"}
    assert of_shogi.keys() - of_chess.keys() == {"drawing", "writing"}
