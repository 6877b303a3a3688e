"""A team's pages: results as the tags have them, names as text, printable."""

from html import unescape

import pytest

from collected import made_up, read_by_oracle
from commands import refused, run_here
from kiebitz.analysis.explanation.language import EVERYWHERE, Language
from kiebitz.analysis.judging.phase import Phase
from kiebitz.analysis.survey.questions import CLOCKS, LONGER, NOT_TOLD
from kiebitz.collection.collection import Collection
from kiebitz.collection.miss_groups import LABELS
from kiebitz.collection.player_report import report_of
from kiebitz.collection.team import WORDS, player_page

POINTS = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}


@pytest.mark.check
def test_results_are_those_of_the_tags(tmp_path):
    (tmp_path / "games.pgn").write_text(made_up(120))
    run_here("games", "add", tmp_path / "games.pgn", "--collection", tmp_path / "games.sqlite")
    name = read_by_oracle(120)[0].headers["White"]
    white = [game.headers for game in read_by_oracle(120) if game.headers["White"] == name]
    black = [game.headers for game in read_by_oracle(120) if game.headers["Black"] == name]
    with Collection(tmp_path / "games.sqlite") as collection:
        report = report_of(collection, name)
    assert [row.date for row in report.rows] == sorted((each["Date"] for each in white + black), reverse=True)
    assert report.sides["white"].games == len(white)
    assert report.sides["black"].games == len(black)
    points = sum(POINTS[each["Result"]] for each in white) + sum(1 - POINTS[each["Result"]] for each in black)
    assert report.total.score == 100 * points / len(white + black)
    assert sum(tally.games for tally in report.openings.values()) == len(white + black)
    page = unescape(player_page(report, Language.GERMAN))
    assert name in page
    assert 'lang="de"' in page
    assert "@media print" in page
    assert f"0 von {len(white + black)} Partien sind analysiert" in page


def test_all_words_are_there_in_both_languages():
    assert WORDS[Language.ENGLISH].keys() == WORDS[Language.GERMAN].keys()


@pytest.mark.check
def test_what_is_missed_is_told_in_the_page_s_language(tmp_path):
    """By an analysed game: its motif, phase and clock."""
    collection = tmp_path / "games.sqlite"
    game = '[White "Anna"]\n[Black "Bert"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'
    run_here("games", "add", "-", "--collection", collection, stdin=game.encode())
    run_here("games", "analyse", "-n", "500", "--collection", collection)
    with Collection(collection) as opened:
        report = report_of(opened, "Anna")
    told = {each.question.name: [row[each.question.name] for row in each.rows] for each in report.misses}
    assert (told["motif"], told["phase"], told["clock"]) == (["mate"], ["opening"], ["not told"])
    english, german = (unescape(player_page(report, language)) for language in EVERYWHERE)
    assert all(f"<td>{name}</td>" in english for name in ("mate", "opening", "not told"))
    assert all(f"<td>{name}</td>" in german for name in ("Matt", "Eröffnung", "nicht bekannt"))
    assert not any(f"<td>{name}</td>" in german for name in ("mate", "opening", "not told"))
    assert set(LABELS) == {*Phase, *CLOCKS.values(), LONGER, NOT_TOLD}


@pytest.mark.check
def test_the_command(tmp_path, monkeypatch):
    monkeypatch.setenv("KIEBITZ_COLLECTION", str(tmp_path / "games.sqlite"))
    text = '[White "<script>alert(1)</script>"]\n[Black "Index"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n'
    run_here("games", "add", "-", stdin=text.encode())
    run_here("games", "analyse", "-n", "50")
    (tmp_path / "names.txt").write_text("Index\n\n<script>\n", encoding="utf-8-sig")  # as Notepad writes it
    done = run_here("games", "team", "names.txt", "-o", "team", cwd=tmp_path)
    assert (done.status, done.out) == (0, "2 players: team/index.html\n"), done.err
    assert sorted(path.name for path in (tmp_path / "team").iterdir()) == ["index-2.html", "index.html", "script.html"]
    for page in (tmp_path / "team").iterdir():
        assert "<script" not in page.read_text()
    assert "1 of 1 games are analysed" in (tmp_path / "team" / "script.html").read_text()
    assert run_here("games", "team", "Index", "-o", "team", cwd=tmp_path).status == 0
    (tmp_path / "team" / "index.html").write_text("<!doctype html><title>Our club</title>")
    assert "neither a page of Kiebitz's" in refused("games", "team", "Index", "-o", "team", cwd=tmp_path)
    assert "there are no games of Nobody" in refused("games", "team", "Nobody", "-o", tmp_path / "team")
    assert "can't be read" in refused("games", "team", "none.txt", "-o", tmp_path / "team")
    (tmp_path / "names.txt").write_text("Jürgen", encoding="cp1252")
    assert "no text in UTF-8; save it as one" in refused("games", "team", "names.txt", "-o", "team", cwd=tmp_path)
    assert "there is no directory" in refused("games", "team", "Index", "-o", tmp_path / "a" / "b")
