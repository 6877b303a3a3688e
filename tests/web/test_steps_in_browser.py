"""Steps and moves that wait for nobody, and what used to go wrong with them, in Chromium."""

import json
import random
import statistics

import chess
import chess.pgn
import pytest

from board_page import LEGAL, analyse_game, click, expect, load, wait_for_moves
from kiebitz.web.game_list import GameList
from kiebitz.web.limits import Limits
from kiebitz.web.messages import written

pytestmark = pytest.mark.slow
FAR = """() => {
  const near = WebSocket;
  window.WebSocket = class extends near {
    send(text) { setTimeout(() => super.send(text), 50); }
    set onmessage(hear) { super.onmessage = event => setTimeout(() => hear(event), 50); }
  };
}"""
"""Puts 100 ms between page and server, there and back."""
SHUFFLE = " ".join(("Nf3", "Nf6", "Ng1", "Ng8")[ply % 4] for ply in range(80))
SPECIAL = (
    "1. e4 a6 2. e5 d5 3. exd6 (3. -- d4) e6 4. Nf3 Nf6 5. Be2 cxd6 6. O-O Be7 7. Na3 O-O 8. Re1 b5 9. c4 bxc4"
    " 10. b4 cxb3 11. Nc4 b2 12. Nce5 bxa1=Q 13. Nc4 Qxa2 *"
)


def test_the_buttons_know_the_game_that_was_loaded(visit):
    page = visit()
    load(page, "1. e4 e5 2. Nf3")
    wait_for_moves(page, "Nf3")
    page.click("#last")
    expect(page.locator("#spoken")).to_have_text("Move Nf3")
    page.click("#first")
    page.click("#forth")
    expect(page.locator("#spoken")).to_have_text("Move e4")


def test_no_step_is_lost_however_far_the_server_is(visit):
    page = visit()
    page.context.add_init_script(f"({FAR})()")
    page.reload()
    load(page, SHUFFLE)
    wait_for_moves(page, "40. ")
    took_ms = page.evaluate(
        """async () => {
          const press = key => document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
          const took = [];
          for (let count = 0; count < 60; count += 1) {
            const begin = performance.now();
            press("ArrowRight");
            took.push(performance.now() - begin);
            await new Promise(rest => setTimeout(rest, 30));
          }
          return took;
        }"""
    )
    assert len(took_ms) == 60
    print(f"a step takes {statistics.median(took_ms):.1f} ms in the page, at most {max(took_ms):.1f} ms")
    assert page.locator("#moves [aria-current]").inner_text().startswith("Ng8")
    assert page.evaluate("[...document.querySelectorAll('.move')].findIndex(move => move.ariaCurrent)") == 59
    page.wait_for_timeout(400)  # the server has said what it says
    assert page.evaluate("[...document.querySelectorAll('.move')].findIndex(move => move.ariaCurrent)") == 59
    page.keyboard.press("Home")
    for squares in ("e2 e4", "e7 e5", "f1 b5"):
        click(page, *squares.split())
    assert "2. Bb5" in page.locator("#moves").inner_text()
    page.wait_for_timeout(600)
    assert page.locator("#moves [aria-current]").inner_text() == "2. Bb5"


def games():
    """Games with all that is special in the rules, and random ones of Chess960."""
    yield SPECIAL
    yield LEGAL
    yield "8/P6k/8/8/8/8/8/K7 w - - 0 1"
    dice = random.Random(46)
    for number in (518, *(dice.randrange(960) for _ in range(8))):
        board = chess.Board.from_chess960_pos(number)
        game = chess.pgn.Game()
        game.setup(board)
        node = game
        while len(board.move_stack) < 120 and not board.is_game_over(claim_draw=False):
            castlings = list(board.generate_castling_moves())
            move = dice.choice(castlings or list(board.legal_moves))
            node = node.add_variation(move)
            board.push(move)
        yield str(game)


def test_the_page_has_the_rules_that_python_chess_has(visit):
    """Each position of each game: FEN, check, legal moves and end, and each move's name."""
    page = visit()
    limits = Limits()
    for text in games():
        tree = GameList.of(text, limits).tree(1, limits)
        told = json.loads(written(tree.told()))
        found = page.evaluate(
            """async told => {
              const {Game} = await import("/game.js");
              const game = new Game(), places = {};
              game.take(told);
              for (const node of game.nodes.keys()) {
                const {fen, turn, check, last, legal, outcome} = game.shown(node), names = [];
                for (const uci of new Set(legal.map(([uci]) => uci))) {
                  const other = new Game();
                  other.take({...told, nodes: [], fen, start: {...told.start}});
                  other.make([uci]);
                  names.push(other.nodes.get(other.here).san);
                }
                const moves = legal.map(row => row.join(" ")).sort();
                places[node] = {fen, turn, check, last, legal: moves, outcome, names: names.sort()};
              }
              return places;
            }""",
            told,
        )
        for number, place in found.items():
            tree.go(int(number))
            board, shown = tree.board(), tree.shown()
            assert place["fen"] == board.fen()
            names = sorted(board.san(move) for move in board.legal_moves)
            assert place["legal"] == sorted(" ".join(row) for row in shown.legal), place["fen"]
            assert place["names"] == names, place["fen"]
            assert (place["turn"], place["check"], place["last"]) == (shown.turn, shown.check, shown.last)
            if shown.outcome not in ("seventyfive_moves", "fivefold_repetition"):
                assert place["outcome"] == shown.outcome


def test_the_bar_tells_what_is_stored_and_nothing_where_nothing_is(visit):
    page = visit()
    load(page, "1. e4 {[%eval 0.30]} e5 {[%eval 9.00]} 2. Nf3 *")
    wait_for_moves(page, "Nf3")
    expect(page.locator("#bar")).to_have_class("unknown")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#bar-score")).to_have_text("+0.30")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#bar-score")).to_have_text("+9.00")
    assert page.evaluate("parseFloat(document.querySelector('#white').style.height)") > 95
    page.click("#search")
    page.wait_for_selector("#lines li")
    page.click("#search")
    page.keyboard.press("End")
    expect(page.locator("#bar")).to_have_class("unknown")
    expect(page.locator("#bar-score")).to_be_empty()


def test_the_bar_follows_a_game_that_was_analysed(visit):
    page = visit()
    load(page, LEGAL)
    wait_for_moves(page, "Nd5#")
    analyse_game(page)
    expect(page.locator("#report")).to_be_visible()
    page.keyboard.press("End")
    assert page.evaluate("document.querySelector('#white').style.height") == "100%"
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#bar-score")).not_to_be_empty()


def test_a_move_inside_a_variation_moves_it_up_and_the_main_line_says_why_not(visit):
    page = visit()
    load(page, "1. e4 (1. d4 d5 2. c4) *")
    wait_for_moves(page, "c4")
    page.click(".variation .move >> nth=2")
    page.click("#promote")
    wait_for_moves(page, r"^1\. d4.*1\. e4.*d5 2\. c4")
    page.click("#promote")
    expect(page.locator("#notice-text")).to_contain_text("in the main line already")


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", "utf-16"])
def test_a_file_in_an_old_encoding_is_read(visit, tmp_path, encoding):
    file = tmp_path / "game.pgn"
    file.write_text('[White "Réti"]\n\n1. Nf3 d5 2. c4 *\n', encoding=encoding)
    page = visit()
    page.set_input_files("#file", file)
    expect(page.locator("#players")).to_contain_text("Réti")


def test_a_file_of_more_than_a_million_characters_is_read(visit, tmp_path):
    file = tmp_path / "many.pgn"
    file.write_text(
        "".join(f'[White "W{number}"]\n\n1. e4 e5 2. Nf3 *\n\n' for number in range(2_500)) + "\n" * 1_200_000
    )
    page = visit()
    page.set_input_files("#file", file)
    expect(page.locator("#found")).to_contain_text("2500")


def test_practice_takes_no_illegal_move_turns_the_board_and_hides_the_bar(visit):
    page = visit()
    load(page, LEGAL)
    wait_for_moves(page, "Nd5#")
    analyse_game(page)
    page.click("#learn-black")
    said = page.locator("#learn-text")
    expect(said).to_contain_text("find a better move")
    top = page.locator("#board .square[data-square=a1]").bounding_box()["y"]
    assert top < page.locator("#board .square[data-square=a8]").bounding_box()["y"]
    expect(page.locator("#bar")).to_be_hidden()
    page.fill("#move", "Qa9")
    page.press("#move", "Enter")
    expect(said).to_contain_text("'Qa9' is no move")
    page.click("#end-learning")
    expect(page.locator("#bar")).to_be_visible()


def test_no_coordinate_lies_under_a_man(visit):
    page = visit()
    layers = page.evaluate("[...document.querySelector('#board svg').children].map(node => node.getAttribute('class'))")
    assert layers.index("coordinates") > layers.index("pieces-layer")
    assert page.locator("#board .coordinate").count() == 16
