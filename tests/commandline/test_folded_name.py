"""Names found by those who have no such letters on their keyboard."""

import pytest

from kiebitz.commandline.folded_name import folded, has_words, word_pattern

NAMES = [
    ("jorg", "Möller, Jörg"),
    ("moller", "Möller, Jörg"),
    ("Möller", "MO\u0308LLER, J."),
    ("peric ana", "Perić, Ana"),
    ("cwik", "Ćwik, Jan"),
    ("lukasz", "Łukasz Nowak"),
    ("istanbul", "İstanbul Satranç"),
    ("kasimdzhanov", "Kasımdzhanov"),
    ("strasse", "Straße"),
    ("soren", "Søren"),
    ("nguyen", "Nguyễn Ngọc"),
    ("карпов", "Карпов, А"),
    ("bert", "Ubert, Bert"),
    ("bert", "Mc_bertolt"),
    ("nykter", "DrNykterstein"),
    ("drnykter", "DrNykterstein"),
    ("öst", "DeÖsterreicher"),
    ("grave", "Vachier-Grave"),
    ("2900", "gm2900"),
    ("聡太", "藤井聡太"),
]
OTHERS = [
    ("bert", "Albert, Robert"),
    ("bert", "ALBERT"),
    ("karpov", "Ekarpov"),
    ("ller", "MO\u0308LLER, J."),
    ("рпов", "Карпов, А"),
]


@pytest.mark.parametrize(("typed", "name"), NAMES)
def test_a_name_is_found_without_its_accents(typed, name):
    assert has_words(typed, name)
    assert has_words(name, name)
    assert not has_words(f"{typed}x", name)


@pytest.mark.parametrize(("typed", "name"), [each for each in NAMES if each[1] != "Straße"])
def test_sql_finds_the_same(typed, name):
    polars = pytest.importorskip("polars")
    for word in typed.split():
        assert polars.Series([name]).str.contains(word_pattern(word)).item()
        assert not polars.Series([name]).str.contains(word_pattern(f"{word}x")).item()


@pytest.mark.parametrize(("typed", "name"), OTHERS)
def test_a_name_is_not_found_by_its_middle(typed, name):
    polars = pytest.importorskip("polars")
    assert not has_words(typed, name)
    assert not polars.Series([name]).str.contains(word_pattern(typed)).item()


def test_a_mark_alone_is_no_word():
    polars = pytest.importorskip("polars")
    assert has_words("\u0301", "Anna")
    assert polars.Series(["Anna"]).str.contains(word_pattern("\u0301")).item()


def test_a_plain_name_stays():
    assert folded("Carlsen, Magnus") == "carlsen, magnus"
    assert word_pattern("o'b.") != "o'b."
