"""What a game's own text says of its mistakes, as cards to practise."""

import pytest

from kiebitz.analysis.reading.games import read_games
from kiebitz.collection.adding import add_games, save_game
from kiebitz.collection.analysing import keep_analysis
from kiebitz.collection.collection import Collection
from kiebitz.collection.practice import card_to_ask, next_card, standing

LICHESS = """[White "Anna"]
[Black "Bert"]

1. e4 { [%eval 0.25] } 1... e5 { [%eval 0.3] } 2. Qh5 { [%eval -0.4] } 2... Nc6 { [%eval -0.3] } 3. Bc4 { [%eval 0.1] }
3... Nf6?? { (0.10 → Mate in 1) Checkmate is now unavoidable. g6 was best. } { [%eval #1] } (3... Qe7) 4. Qxf7# 1-0
"""
MARKED = '[White "Carl"]\n[Black "Dora"]\n\n1. e4 e5 2. f4 $2 exf4 3. Ke2 $4 (3. Be2 $6) (3. Nf3) Qh4+ $6 *\n'
FEN = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
EVALUATED = "1. e4 {[%eval 0.25]} e5 {[%eval 0.3]} 2. Ke2 {[%eval -1.3]} Nc6 {[%eval -1.2]} 3. Kf3 {[%eval -4.0]} *\n"
BLACK_BEGINS = f"""[SetUp "1"]\n[FEN "{FEN}"]\n
1... e5 {{[%eval 0.3]}} 2. Ke2 {{[%eval -2.3]}} Nc6 {{[%eval 1.2]}} (2... d5) *"""
SILENT = [
    '[White "?"]\n\n1. e4 {why not?} e5 {"?"} 2. f4 $1 exf4 $6 *\n',
    "1. e4 {[%eval 9.0]} e5 {[%eval 99.0]} *\n",  # whoever is lost has nothing left to lose
    "1. e4 {[%eval 0.2]} e5 2. Ke2 {[%eval -3.0]} *\n",  # nothing is known of the position before it
    '[Variant "Crazyhouse"]\n\n1. e4 e5 $4 *\n',
]


@pytest.fixture
def collection(tmp_path):
    with Collection(tmp_path / "games.sqlite") as opened:
        yield opened


def marks(collection):
    return collection.connection.execute("SELECT ply, played, best, judgement FROM marks ORDER BY game, ply").fetchall()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (LICHESS, [(6, "g8f6", "g7g6", "blunder")]),
        (MARKED, [(3, "f2f4", "", "mistake"), (5, "e1e2", "g1f3", "blunder")]),
        (EVALUATED, [(3, "e1e2", "", "mistake"), (5, "e2f3", "", "blunder")]),
        (BLACK_BEGINS, [(2, "e1e2", "", "blunder"), (3, "b8c6", "d7d5", "blunder")]),
        (BLACK_BEGINS.replace("(2... d5)", ""), [(2, "e1e2", "", "blunder"), (3, "b8c6", "", "blunder")]),
        *((text, []) for text in SILENT),
    ],
)
def test_what_a_game_tells_of_its_mistakes_is_to_be_practised(collection, text, told):
    for known in (0, 1):
        added = add_games(collection, read_games(text))
        assert (added.games, added.known) == (1 - known, known)
        assert marks(collection) == told
        assert standing(collection).new == len(told)
    assert standing(collection, "anna").new == 0  # the mistake was Bert's


def test_a_game_that_was_there_learns_from_a_file_that_knows_more(collection):
    add_games(collection, read_games(MARKED.replace("$2", "").replace("$4", "")))
    assert marks(collection) == []
    assert add_games(collection, read_games(MARKED)).known == 1
    assert len(marks(collection)) == 2
    save_game(collection, next(read_games(MARKED.replace("$2", ""))), 1)
    assert [ply for ply, *_ in marks(collection)] == [5]


def test_an_analysis_of_ours_knows_better(collection):
    add_games(collection, read_games(LICHESS))
    keep_analysis(collection, 1, "", {"moves": []})
    assert marks(collection) == []
    add_games(collection, read_games(LICHESS))
    save_game(collection, next(read_games(LICHESS)), 1)
    assert marks(collection) == []


@pytest.mark.check
def test_a_better_move_that_nobody_named_is_searched_and_kept(collection, monkeypatch):
    monkeypatch.setattr("kiebitz.collection.practice.ANSWER_NODES", 2_000)
    add_games(collection, read_games('[White "Carl"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 g6 $2 4. Kd1 $4 *\n'))
    assert {best for _, _, best, _ in marks(collection)} == {""}
    asked = card_to_ask(collection)
    assert (asked.ply, asked.played) == (7, "e1d1")
    assert asked.best not in ("", "e1d1")
    assert card_to_ask(collection) == next_card(collection) == asked
    collection.connection.execute("DELETE FROM marks WHERE ply = 7")
    assert card_to_ask(collection) is None  # 3...g6 is what a search plays, and no mistake
    assert marks(collection) == []
