"""The rules of chess that a page has are python-chess's, in Chromium."""

import json
import random

import chess
import chess.pgn
import pytest

from board_page import LEGAL
from kiebitz.web.game_list import GameList
from kiebitz.web.limits import Limits
from kiebitz.web.messages import written
from kiebitz.web.shown_position import shown_position

pytestmark = pytest.mark.check
SPECIAL = (
    "1. e4 a6 2. e5 d5 3. exd6 (3. -- d4) e6 4. Nf3 Nf6 5. Be2 cxd6 6. O-O Be7 7. Na3 O-O 8. Re1 b5 9. c4 bxc4"
    " 10. b4 cxb3 11. Nc4 b2 12. Nce5 bxa1=Q 13. Nc4 Qxa2 *"
)


def games():
    """Games with all that is special in the rules, and random ones of Chess960."""
    yield SPECIAL
    yield LEGAL
    yield "8/P6k/8/8/8/8/8/K7 w - - 0 1"
    dice = random.Random(46)
    for number in (518, *(dice.randrange(960) for _ in range(3))):
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
        read = GameList.of(text, limits).game(1, limits)
        told = json.loads(written(read.tree(read.game)))
        boards = {0: read.game.board()}
        for node in told["nodes"]:
            boards[node["id"]] = boards[node["parent"]].copy()
            boards[node["id"]].push_uci(node["move"])
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
            board = boards[int(number)]
            shown = shown_position(board, int(number))
            assert place["fen"] == board.fen()
            names = sorted(board.san(move) for move in board.legal_moves)
            assert place["legal"] == sorted(" ".join(row) for row in shown.legal), place["fen"]
            assert place["names"] == names, place["fen"]
            assert (place["turn"], place["check"], place["last"]) == (shown.turn, shown.check, shown.last)
            if shown.outcome not in ("seventyfive_moves", "fivefold_repetition"):
                assert place["outcome"] == shown.outcome
