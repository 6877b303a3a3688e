"""A dossier: counted results, theory, misses; said in sentences, in tables, on a page that is text."""

from html import unescape

import pytest

from collected import RUY_LOPEZ, collection_of, short_game
from commands import refused, run_here
from kiebitz.analysis.explanation.language import EVERYWHERE, Language
from kiebitz.collection.dossier.dossier import dossier_of
from kiebitz.collection.dossier.page import dossier_page
from kiebitz.collection.dossier.words import WORDS

SICILIAN = "1. e4 c5 2. Nf3 d6"
TEXT = "".join(
    [
        *(short_game("Anna", f"B{number}", f"{RUY_LOPEZ} 5. h4 h6 6. b{3 + number % 2}") for number in range(6)),
        *(short_game(f"C{number}", "Anna", f"{SICILIAN} 3. h3 a{6 - number % 2}") for number in range(6)),
        short_game("Annabel", "D", "1. d4 d5", "*"),
    ]
)


@pytest.fixture
def collection(tmp_path):
    with collection_of(tmp_path, TEXT) as opened:
        yield opened


def test_sentences_and_tables(collection):
    told = dossier_of(collection, "Anna", Language.ENGLISH)
    assert told.title == "Anna"
    first, several, white, black, *others = told.sentences
    assert first == "Anna: 13 games, 50 %; with White 100 %, with Black 0 %."
    assert several == "More than one name fits: Anna (12), Annabel (1)."
    assert white.startswith("Plays with White: Ruy Lopez (6, 100 %)")
    assert black == "Plays with Black: Sicilian Defense (6, 0 %)."
    assert "Scores worse than elsewhere (more than chance explains) with Black Sicilian Defense (0 %, 6)." in others
    assert "Scores better than elsewhere (more than chance explains) with White Ruy Lopez (100 %, 6)." in others
    assert any(each.endswith("5.h4 (6 games, 100 %).") for each in others)
    assert others[-1] == (
        'None of the games is analysed, so nothing is known of what is missed: kiebitz games analyse --player "Anna".'
    )
    tables = {table.title: table for table in told.tables}
    assert tables["Results"].rows == [
        ["White", "6", "100 %", "6", "0", "0"],
        ["Black", "6", "0 %", "0", "0", "6"],
        ["Both", "12", "50 %", "6", "0", "6"],
    ]
    assert tables["Leaves theory with White"].rows[0][1:] == ["5.h4", "6", "100 %", "0"]
    assert all(len(row) == len(table.heads) for table in told.tables for row in table.rows)
    assert dossier_of(collection, "Nobody", Language.ENGLISH) is None


def test_of_few_games_nothing_stands_out(tmp_path):
    with collection_of(tmp_path, TEXT.replace("Annabel", "E")) as opened:
        opened.remove([1, 2])
        told = dossier_of(opened, "Anna", Language.ENGLISH)
    assert not any("chance" in each for each in told.sentences)


def test_an_archive_makes_theory(collection, tmp_path):
    (tmp_path / "other").mkdir()
    others = "".join(short_game("X", f"Y{number}", f"{RUY_LOPEZ} 5. h4 h6") for number in range(4))
    with collection_of(tmp_path / "other", others) as archive:
        told = dossier_of(collection, "Anna", Language.ENGLISH, archive, least=4)
    (table,) = [table for table in told.tables if table.title == "Leaves theory with White"]
    assert {row[1] for row in table.rows} == {"6.b3", "6.b4"}
    assert {row[-1] for row in table.rows} == {"4"}


def test_both_languages_say_the_same(collection):
    assert WORDS[Language.ENGLISH].keys() == WORDS[Language.GERMAN].keys()
    english, german = (dossier_of(collection, "Anna", language) for language in EVERYWHERE)
    assert len(english.sentences) == len(german.sentences)
    assert [table.rows[0][1:] for table in english.tables[1:]] == [table.rows[0][1:] for table in german.tables[1:]]


@pytest.mark.check
def test_misses_are_told_of_analysed_games(tmp_path, monkeypatch):
    """Anna is mated in the opening five times, with a clock that says so."""
    monkeypatch.setenv("KIEBITZ_COLLECTION", str(tmp_path / "games.sqlite"))
    moves = "1. {first} e5 {{[%clk 0:00:05]}} 2. g4 {{[%clk 0:00:0{number}]}} Qh4#"
    text = "".join(
        short_game("Anna <i>", f"B{number}", moves.format(first=first, number=number), "0-1")
        for number, first in enumerate(["f3", "f4"] * 3)
    )
    run_here("games", "add", "-", stdin=text.encode())
    run_here("games", "analyse", "-n", "500")
    done = run_here("games", "dossier", "Anna", "--html", "anna.html", cwd=tmp_path)
    assert done.status == 0, done.err
    assert "6 of 6 games are analysed." in done.out
    assert "Misses above all (mistakes marked): mate (6)." in done.out
    page = (tmp_path / "anna.html").read_text()
    assert "<i>" not in page
    assert "Misses by time left" in page
    german = run_here("games", "dossier", "Anna", "--language", "de").out
    assert "Übersieht vor allem (so viele Fehler): Matt (6)." in german
    assert "no games of Nobody" in refused("games", "dossier", "Nobody")
    assert "give en or de" in refused("games", "dossier", "Anna", "--language", "ja")


def test_the_page_holds_all_that_is_said(collection):
    told = dossier_of(collection, "Anna", Language.GERMAN)
    page = unescape(dossier_page(told, Language.GERMAN))
    assert 'lang="de"' in page
    assert all(each in page for each in told.sentences)
    assert all(table.title in page for table in told.tables)
