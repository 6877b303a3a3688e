"""Edits of games in the page, in Chromium: they leave sound games, all is undone, and PGN is python-chess's."""

import json

import pytest

from kiebitz.analysis.judging.annotate import export
from kiebitz.web.game_list import GameList
from kiebitz.web.limits import Limits
from kiebitz.web.messages import written
from sources import DATA

pytestmark = pytest.mark.check
LIMITS = Limits()
TEXTS = (
    '[White "A \\"B\\" C"]\n[Black "D\\\\"]\n\n'
    "{Before} 1. e4 {Best} e5 (1... c5 $1 2. Nf3 (2. c3)) 2. Nf3 Nc6 3. Bb5 *",
    "{one} *",
    "*",
    '[FEN "8/8/8/8/8/k7/p7/K7 b - - 0 30"]\n\n*',
    "1. e4 (1. d4 $5 {a} (1. c4)) (1. b3 d5) e5 {b} 2. Nf3 $3 $18 $40 *",
    "{[%csl Gd4]} 1. e4 {[%eval 0.35][%clk 0:02:57] Good [%emt 0:00:03]} ({Or} 1. d4 {" + "word " * 60 + "}) e5 1-0",
    "1. Nf3 " + "Nf6 2. Ng1 Ng8 3. Nf3 " * 10 + "".join("(1. Nc3 " for _ in range(300)) + ")" * 300,
)
EDITING = """async ([trees, seed]) => {
  const names = ["game", "study", "pgn", "edits"];
  const [{Game}, {Study}, {pgnOf}, edits] = await Promise.all(names.map(name => import(`/${name}.js`)));
  let state = seed;
  const dice = most => (state = (state * 48271) % 2147483647) % most;
  const game = new Game(), refused = [], written = [];
  const read = () => { throw new Error("all is read"); };
  const study = new Study(game, {show() {}, read, refuse: why => refused.push(why)});
  study.limits = {most_chapters: 6, most_positions: 60, game_characters: 2000};
  const own = study.adopted(trees[0]);
  study.open({texts: ["", ""], games: [{}, {}], shown: 1}, own);
  study.chapters[1] = {tree: study.adopted(trees[1])};
  const texts = [study.pgn()];
  for (let count = 0; count < 200; count += 1) {
    const ids = [0, ...game.nodes.keys()], node = ids[dice(ids.length)], {legal} = game.shown();
    const tags = {White: String(dice(9)), Result: "1-0"};
    const acts = [
      () => legal.length && study.play([legal[dice(legal.length)][0]]), () => { game.here = node; },
      () => node && study.edit(edits.promoted(game.tree, node)),
      () => node && study.edit(edits.madeMain(game.tree, node)),
      () => node && dice(3) === 0 && study.edit(edits.removed(game.tree, node)),
      () => study.edit(edits.commented(game.tree, node, ["", "a word", "many words ".repeat(20)][dice(3)])),
      () => node && study.edit(edits.marked(game.tree, node, [1, 2, 10][dice(3)])),
      () => study.edit(edits.drawn(game.tree, node, [[], ["Gd4"], ["Bd4", "Re2e4"]][dice(3)])),
      () => study.edit(edits.tagged(game.tree, tags)), () => study.undo(), () => study.redo(),
      () => study.add(), () => study.move(dice(3) - 1), () => dice(2) && study.remove(),
      () => study.choose(1 + dice(study.chapters.length)),
      () => study.rename(String(dice(99))),
    ];
    acts[dice(acts.length)]();
    if (!game.nodes.has(game.here)) throw new Error("nowhere");
    if (game.fen() === "") throw new Error("no position");
    texts.push(study.pgn());
    written.push([pgnOf(game.tree), game.fen(), game.path()]);
  }
  while (study.canRedo) study.redo();
  const last = study.pgn();
  while (study.canUndo) study.undo();
  const first = study.pgn();
  while (study.canRedo) study.redo();
  return {texts, written, refused, first, last, again: study.pgn()};
}"""


def told(text):
    read = GameList.of(text, LIMITS).game(1, LIMITS)
    return read.game, json.loads(written(read.tree(read.game)))


def test_a_game_is_written_as_python_chess_writes_it(visit):
    page = visit()
    files = sorted((DATA / "pgn").rglob("*.pgn"))[:40]
    texts = [*TEXTS, *(path.read_text(encoding="utf-8", errors="replace") for path in files)]
    compared = 0
    for text in texts:
        try:
            game, tree = told(text)
        except ValueError:
            continue
        page_s = page.evaluate("async tree => (await import('/pgn.js')).pgnOf(tree)", tree)
        assert page_s == export(game)
        compared += 1
    assert compared >= len(TEXTS)


def test_comments_keep_what_programs_write(visit):
    found = visit().evaluate(
        """async () => {
          const {withWords, withShapes, commentFields} = await import("/pgn.js");
          const raw = "[%eval 0.35][%clk 0:02:57] Good [%csl Gd4] [%emt 0:00:03]";
          const drawn = [["Bd4", "Re4e5"], []].map(shapes => withShapes(raw, shapes));
          return [withWords(raw, "Very\\n {good}"), ...drawn, commentFields(raw).comment];
        }"""
    )
    assert found == [
        "[%eval 0.35] [%clk 0:02:57] [%csl Gd4] [%emt 0:00:03] Very [good]",
        "[%csl Bd4][%cal Re4e5] [%eval 0.35][%clk 0:02:57] Good [%emt 0:00:03]",
        "[%eval 0.35][%clk 0:02:57] Good [%emt 0:00:03]",
        "Good",
    ]


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_many_edits_leave_sound_games_and_are_undone(visit, seed):
    page = visit()
    found = page.evaluate(EDITING, [[told(TEXTS[0])[1], told("1. d4 *")[1]], seed])
    for pgn, fen, path in found["written"]:
        read = GameList.of(pgn, LIMITS).game(1, LIMITS)
        assert read.faults == ()
        assert export(read.game) == pgn
        assert read.at_path(path).board().fen() == fen
    assert found["first"] in found["texts"]
    assert found["last"] == found["again"]
    assert set(found["refused"]) <= {"impossible", "game_full"}
