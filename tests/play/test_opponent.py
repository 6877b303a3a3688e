import chess
import pytest

from kiebitz import Engine, Limit
from kiebitz.engine.strength import Handicap, Level
from kiebitz.games.chess.game import CHESS
from kiebitz.games.live_game import LiveGame
from kiebitz.play.opponent import DRAW_FROM_MOVE, Opponent, options_of

LIMIT = Limit(nodes=2000)
MATE_IN_1 = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"
QUEEN_UP = f"4k3/8/8/8/8/8/8/Q3K3 w - - 0 {DRAW_FROM_MOVE}"
QUEEN_DOWN = f"q3k3/8/8/8/8/8/8/4K3 w - - 0 {DRAW_FROM_MOVE}"


def test_the_best_move_is_played():
    with Opponent(CHESS, LIMIT) as opponent:
        assert opponent.choose(LiveGame(CHESS, MATE_IN_1)) == "a1a8"


def test_clocks_take_the_place_of_the_limit():
    clocks = Limit(white_clock_ms=200, black_clock_ms=200)
    for handicap in (None, Handicap(Level(2400, 500, 0.0))):
        with Engine() as engine, Opponent(CHESS, Limit(movetime_ms=60_000), handicap, engine=engine) as opponent:
            assert opponent.choose(LiveGame(CHESS, MATE_IN_1), clocks) == "a1a8"


def test_castling_is_a_move_of_the_board_that_is_played_on():
    # Nothing but castling saves the rook from mate on h1: whichever move is chosen, the board knows it.
    live = LiveGame(CHESS, "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1", chess960=True)
    with Opponent(CHESS, LIMIT, engine=Engine(**options_of(None, "hydra"))) as opponent:
        for _ in range(6):
            live.push(opponent.choose(live))


def test_each_move_of_a_level_has_nodes_of_its_own(monkeypatch):
    limits = []
    analyse = Engine.analyse

    def noted(self, board, limit, **options):
        limits.append(limit)
        return analyse(self, board, limit, **options)

    monkeypatch.setattr(Engine, "analyse", noted)
    with Opponent(CHESS, Limit(), Handicap(Level(2000, 500, 0.0), seed=1)) as opponent:
        for _ in range(3):
            opponent.choose(LiveGame(CHESS))
    assert len({limit.nodes for limit in limits}) == 3


def test_hints_are_at_full_strength_and_whites_view():
    with Opponent(CHESS, Limit(), Handicap(Level(600, 50, 1000.0), seed=1)) as opponent:
        hint = opponent.hint(LiveGame(CHESS, MATE_IN_1))
        assert (hint.move, str(hint.score)) == ("a1a8", "#1")
        hint = opponent.hint(LiveGame(CHESS, chess.Board(MATE_IN_1).mirror().fen()))
    assert (hint.move, str(hint.score)) == ("a8a1", "#-1")


@pytest.mark.parametrize(("fen", "agrees"), [(QUEEN_UP, True), (QUEEN_DOWN, False)])
def test_a_draw_is_taken_by_who_is_no_better(fen, agrees):
    with Opponent(CHESS, LIMIT) as opponent:
        assert opponent.agrees_to_draw(LiveGame(CHESS, fen)) == agrees


def test_no_draw_early_in_the_game():
    early = QUEEN_UP.rsplit(" ", 1)[0] + f" {DRAW_FROM_MOVE - 1}"
    with Opponent(CHESS, LIMIT) as opponent:
        assert not opponent.agrees_to_draw(LiveGame(CHESS, early))
