"""``kiebitz analyse --html`` as people run it."""

import json
import re

import pytest

from commands import refused, run_here
from kiebitz.analysis.archive_run.batch import Observer, run
from kiebitz.analysis.archive_run.request import AnalysisRequest
from kiebitz.analysis.explanation.language import EVERYWHERE, Language
from kiebitz.analysis.judging.annotate import AnalysisSettings
from kiebitz.analysis.report.index import index_page, page_name
from kiebitz.analysis.report.page import game_page
from kiebitz.analysis.report.pages import INDEX, Pages
from kiebitz.engine.limit import Limit

GAME = '[White "{}"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'
ATOMIC = '[White "Boom"]\n[Variant "Atomic"]\n\n1. e4 *\n'
NODES = 300


def archive(path, games=3):
    path.write_text("\n".join(GAME.format(f"Player {number}") for number in range(1, games + 1)))
    return path


@pytest.mark.parametrize("language", EVERYWHERE)
def test_one_game_is_one_page(tmp_path, language):
    archive(tmp_path / "a.pgn", games=1)
    done = run_here("analyse", "a.pgn", "-n", NODES, "--html", "a.html", "-l", language, "--json", cwd=tmp_path)
    assert done.status == 0, done.err
    assert "Report: a.html" in done.err
    assert (tmp_path / "a.html").read_text(encoding="utf-8") == game_page(json.loads(done.out), language)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.analysed.pgn", "a.html", "a.pgn"]


def test_an_archive_is_a_folder_with_an_index(tmp_path):
    path = archive(tmp_path / "a.pgn")
    path.write_text(f"{path.read_text()}\n{ATOMIC}")
    done = run_here("analyse", "a.pgn", "-n", NODES, "-j", 1, "--html", "pages", cwd=tmp_path)
    assert done.status == 0, done.err
    assert "Report: pages/index.html" in done.out
    folder = tmp_path / "pages"
    pages = [page_name(number) for number in (1, 2, 3)]
    assert sorted(path.name for path in folder.iterdir()) == [*pages, INDEX]
    index = (folder / INDEX).read_text(encoding="utf-8")
    assert re.findall(r'href="([^"]*)"', index) == pages
    assert "4 games" in index
    assert "<bdi>Boom</bdi>" in index
    assert "not analysed" in index
    for number, name in enumerate(pages, 1):
        assert f"<bdi>Player {number}</bdi>" in (folder / name).read_text(encoding="utf-8")


def test_an_index_shows_text_as_text():
    player = {
        "name": "</table><script>",
        "accuracy": 90.0,
        "acpl": 12.4,
        "inaccuracies": 1,
        "mistakes": 0,
        "blunders": 2,
    }
    summary = {
        "status": "analysed",
        "result": "<b>",
        "white": player,
        "black": player | {"accuracy": None, "acpl": None},
    }
    page = index_page([summary], Language.GERMAN, "8 plies")
    assert "<script" not in page
    assert "<b>" not in page
    assert "&lt;/table&gt;&lt;script&gt;" in page
    assert "90,0\N{NO-BREAK SPACE}% · –" in page
    assert "12 · –" in page


@pytest.mark.check
def test_an_interrupted_run_goes_on_with_its_pages(tmp_path):
    path, limit = archive(tmp_path / "a.pgn"), Limit(nodes=NODES)
    done = []

    def interrupt(raw, outcome):
        done.append(raw.number)
        if len(done) == 2:
            raise KeyboardInterrupt

    observer = Observer(lambda fault: None, interrupt, lambda summary, record: None, lambda characters, games: None)
    pages = Pages(tmp_path / "pages", Language.ENGLISH, limit)
    settings = AnalysisSettings(limit)
    request = AnalysisRequest((str(path),), tmp_path / "a.analysed.pgn", settings, jobs=1, pages=pages)
    with pytest.raises(KeyboardInterrupt):
        run(request, observer)
    assert sorted(path.name for path in pages.path.iterdir()) == ["0001.html", "0002.html"]
    first = (pages.path / "0001.html").stat().st_mtime_ns
    again = ("analyse", path, "-n", NODES, "-j", 1, "--resume", "-o", tmp_path / "a.analysed.pgn")
    assert f"html was {pages.path}" in refused(*again)
    assert "language was en" in refused(*again, "--html", pages.path, "-l", "de")
    resumed = run_here(*again, "--html", pages.path)
    assert resumed.status == 0, resumed.err
    assert (pages.path / "0001.html").stat().st_mtime_ns == first
    assert re.findall(r'href="([^"]*)"', (pages.path / INDEX).read_text()) == ["0001.html", "0002.html", "0003.html"]


@pytest.mark.check
def test_what_is_not_ours_or_deeper_is_spared(tmp_path):
    archive(tmp_path / "a.pgn", games=1)
    run = ("analyse", "a.pgn", "-n", NODES)
    page = tmp_path / "page.html"
    page.write_text("<!doctype html><p>mine</p>")
    assert "page.html is no page of Kiebitz's" in refused(*run, "--html", page, cwd=tmp_path)
    assert page.read_text().endswith("<p>mine</p>")
    assert run_here(*run, "--html", page, "--overwrite", cwd=tmp_path).status == 0
    kept = page.read_text(encoding="utf-8")
    shallower = ("analyse", "a.pgn", "-n", NODES - 1, "-o", "b.pgn", "--html", page)
    assert f"was analysed with {NODES} nodes a position, deeper than this" in refused(*shallower, cwd=tmp_path)
    assert page.read_text(encoding="utf-8") == kept
    assert run_here(*run, "--html", page, cwd=tmp_path).status == 0
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "about.html").write_text("mine")
    assert run_here(*run, "--html", folder, cwd=tmp_path).status == 0
    (folder / INDEX).write_text("mine")
    assert "index.html is no page of Kiebitz's" in refused(*run, "--html", folder, cwd=tmp_path)
    assert (folder / "about.html").read_text() == (folder / INDEX).read_text() == "mine"


@pytest.mark.check
def test_pages_of_an_earlier_larger_run_go_and_others_stay(tmp_path):
    run = ("analyse", archive(tmp_path / "a.pgn"), "-n", NODES, "-j", 1, "--html", "pages")
    assert run_here(*run, cwd=tmp_path).status == 0
    folder = tmp_path / "pages"
    others = ["0009.html", "12.html", "about.html"]
    for name in others:
        (folder / name).write_text("mine")
    archive(tmp_path / "a.pgn", games=1)
    (tmp_path / "a.pgn").write_text(f"{ATOMIC}\n{(tmp_path / 'a.pgn').read_text()}")
    assert run_here(*run, "--overwrite", cwd=tmp_path).status == 0
    assert sorted(path.name for path in folder.iterdir()) == ["0002.html", *others, INDEX]
    assert re.findall(r'href="([^"]*)"', (folder / INDEX).read_text(encoding="utf-8")) == ["0002.html"]


@pytest.mark.check
def test_places_that_are_refused(tmp_path):
    path = archive(tmp_path / "a.pgn", games=2)
    run = ("analyse", path, "-n", NODES)
    assert "is a page for one game, and there are 2; name a folder" in refused(*run, "--html", "a.html", cwd=tmp_path)
    assert "standard input may hold more" in refused("analyse", "-", "--html", "a.html", stdin=b"*", cwd=tmp_path)
    assert "--html needs a file for the annotated games" in refused(*run, "-o", "-", "--html", "pages")
    assert "there is no directory" in refused(*run, "--html", tmp_path / "none" / "pages")
    assert "is no folder" in refused(*run, "--html", archive(tmp_path / "file"))
    (tmp_path / "folder.html").mkdir()
    assert "is not a file" in refused(*run, "--html", tmp_path / "folder.html")
    for name in ("a.pgn", "out.html"):
        assert "is the input, or the annotated games" in refused(*run, "-o", "out.html", "--html", name, cwd=tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.pgn", "file", "folder.html"]


def test_a_page_that_can_not_be_written_is_named_and_leaves_nothing(tmp_path, record):
    pages = Pages(tmp_path / "pages", Language.ENGLISH, Limit(nodes=1))
    (tmp_path / "pages" / "0002.html").mkdir(parents=True)
    with pytest.raises(OSError, match="directory") as caught:
        pages.write(2, record)
    assert caught.value.filename == str(tmp_path / "pages" / "0002.html")
    assert [path.name for path in pages.path.iterdir()] == ["0002.html"]
    with pytest.raises(IsADirectoryError):
        pages.check(may_replace=False)
