"""Games added: none twice, none lost, each with its own text."""

import io

import pytest

from collected import collection_of, made_up
from commands import run_here
from kiebitz.analysis.reading.games import read_games
from kiebitz.analysis.reading.selection import GameSelection
from kiebitz.collection import adding
from kiebitz.collection.adding import add_games, save_game
from kiebitz.collection.collection import Collection
from kiebitz.collection.exporting import export_games
from kiebitz.collection.position_search import visits
from kiebitz.collection.schema import CollectionError
from kiebitz.engine import Position

GAME = '[White "A"]\n[Black "B"]\n[Date "2024.05.01"]\n[Result "1-0"]\n\n1. e4 e5 {gut} (1... c5 2. Nf3) 2. Nf3 1-0\n'


def exported(collection):
    file = io.BytesIO()
    export_games(collection, [row.game for row in collection.find()], file)
    return file.getvalue().decode()


def test_texts_come_out_as_they_went_in(tmp_path):
    text = made_up(60) + GAME + '\n[White "Ä"]\n\n1. d4 $1 ; bis hier\n(1. c4) d5 {[%clk 0:01:00]} *\n'
    with collection_of(tmp_path, text) as collection:
        assert exported(collection) == text
        assert len(collection) == 62


def test_a_broken_game_keeps_its_text_and_is_found_by_the_rest(tmp_path):
    text = '[White "A"]\n\n1. e4 e5 2. Ke4 d5 *\n\n[Variant "Atomic"]\n[White "B"]\n\n1. Nf3 *\n\n'
    text += '[FEN "nonsense"]\n\n1. e4 *\n'
    with collection_of(tmp_path, text) as collection:
        assert exported(collection) == text
        rows = collection.find()
        assert [bool(row.fault) for row in rows] == [True, True, True]
        assert visits(collection, Position()).games.tolist() == [1]


NUMBERS = ("0" * 30 + "1999", "9" * 36, "9" * 5000, "-1", "٢٠٠٠")


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("tag", ["WhiteElo", "BlackElo", "Round", "Date", "UTCDate", "ECO", "PlyCount", "TimeControl"])
def test_no_number_of_a_tag_takes_the_import_down(tmp_path, tag, number):
    """Of https://github.com/lichess-org/scalachess's kind: a rating that no integer holds."""
    with collection_of(tmp_path, made_up(3) + f'[{tag} "{number}"]\n' + GAME) as collection:
        row = collection.row(4)
        assert (row.white_rating, row.black_rating) in ((None, None), (1999, None), (None, 1999))
        assert len(collection.find(GameSelection(min_rating=1900, min_moves=1, since="2020"))) < 4


def test_a_game_that_can_not_be_kept_costs_no_other(tmp_path, monkeypatch):
    kept = adding._row

    def row(marks, game, *others):
        if game.tags["White"] == "A":
            raise OverflowError("Python int too large to convert to SQLite INTEGER")
        return kept(marks, game, *others)

    monkeypatch.setattr(adding, "_row", row)
    faults = []
    with Collection(tmp_path / "games.sqlite") as collection:
        added = add_games(collection, read_games(made_up(9) + GAME + made_up(9, seed=2)), on_fault=faults.append)
        assert added.games == len(collection) == 18
        assert exported(collection) == made_up(9) + made_up(9, seed=2)
        assert len(visits(collection, Position()).games) == 18
        assert [fault.text[:28] for fault in faults] == ["can't be kept (OverflowError"]
        with pytest.raises(CollectionError, match="this game can't be kept"):
            save_game(collection, next(iter(read_games(GAME))))


def test_the_same_game_is_known(tmp_path):
    with collection_of(tmp_path, GAME) as collection:
        other = GAME.replace("{gut} (1... c5 2. Nf3) ", "").replace('"A"', '" a "')
        assert add_games(collection, read_games(other)).known == 1
        for different in (
            GAME.replace("2024", "2023"),
            GAME.replace('"B"', '"C"'),
            GAME.replace("2. Nf3 1", "2. d4 1"),
        ):
            assert add_games(collection, read_games(different)).games == 1
        assert len(collection) == 4


def test_variants_that_are_not_understood_are_told_apart_by_their_text(tmp_path):
    text = '[Variant "Atomic"]\n[White "B"]\n\n1. Nf3 *\n\n[Variant "Atomic"]\n[White "B"]\n\n1. Nc3 *\n'
    with collection_of(tmp_path, text) as collection:
        assert len(collection) == 2


def test_portions_are_one_collection(tmp_path, monkeypatch):
    monkeypatch.setattr(adding, "MOST_GAMES_A_PORTION", 7)
    with collection_of(tmp_path, made_up(40)) as collection, Collection(tmp_path / "whole.sqlite") as whole:
        monkeypatch.undo()
        add_games(whole, read_games(made_up(40)), source="test")
        assert collection.find() == whole.find()
        assert len(collection.portions()) == 6
        here, there = (visits(each, Position()) for each in (collection, whole))
        assert here.games.tolist() == there.games.tolist() == list(range(1, 41))
        assert here.moves == there.moves


def test_what_is_told_is_there(tmp_path, monkeypatch):
    monkeypatch.setattr(adding, "MOST_GAMES_A_PORTION", 10)
    seen = []
    with Collection(tmp_path / "games.sqlite") as collection, Collection(tmp_path / "games.sqlite") as other:
        add_games(collection, read_games(made_up(40)), on_portion=lambda added: seen.append((added.games, len(other))))
    assert seen == [(10, 10), (20, 20), (30, 30), (40, 40)]


def test_a_saved_game_takes_anothers_place(tmp_path):
    with collection_of(tmp_path, made_up(5)) as collection:
        (game,) = read_games(GAME)
        number = save_game(collection, game, replaced=3)
        assert number == 6
        assert [row.game for row in collection.find()] == [1, 2, 4, 5, 6]
        assert collection.text(6) == GAME
        assert 3 not in visits(collection, Position()).games
        with pytest.raises(CollectionError, match="game 3 isn't in the collection any more"):
            save_game(collection, game, replaced=3)
        assert len(collection) == 5


def test_a_game_saved_with_other_words_stays_the_same_game(tmp_path):
    with collection_of(tmp_path, GAME + "\n" + made_up(5)) as collection:
        collection.connection.execute("INSERT INTO analyses VALUES (1, '', x'')")
        other = GAME.replace("gut", "besser").replace("1-0", "0-1").replace("[Date", '[WhiteElo "2000"]\n[Date')
        (game,) = read_games(other)
        assert save_game(collection, game, replaced=1) == 1
        assert collection.text(1) == other
        row = collection.row(1)
        assert (row.result, row.white_rating, row.opening, row.number) == ("0-1", 2000, "King's Knight Opening", 1)
        assert len(collection) == 6
        assert collection.connection.execute("SELECT COUNT(*) FROM analyses").fetchone() == (1,)
        (answer,) = (move for move in visits(collection, Position()).moves if move.san == "e4")
        assert answer.black >= 1
        assert save_game(collection, game, replaced=2) == 1
        assert len(collection) == 5


def test_many_files_of_any_kind(tmp_path):
    import gzip

    (tmp_path / "a.pgn").write_text(GAME)
    (tmp_path / "b.pgn.gz").write_bytes(gzip.compress(made_up(3).replace("\n", "\r\n").encode()))
    (tmp_path / "c.pgn").write_bytes('[White "Müller"]\n\n1. e4 *\n'.encode("cp1252"))
    done = run_here("games", "add", ".", "--collection", "games.sqlite", cwd=tmp_path)
    assert done.out == "5 games added; 5 in games.sqlite\n"
    assert "not in UTF-8" in done.err
    done = run_here("games", "export", "5", "--collection", "games.sqlite", cwd=tmp_path)
    assert done.out == '[White "Müller"]\n\n1. e4 *\n'
