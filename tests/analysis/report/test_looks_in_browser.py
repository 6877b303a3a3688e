"""A report and an index in Chromium: nothing comes from outside or is cut off, and ears and keys suffice."""

import re

import pytest

from barriers import barriers
from chromium import launched
from kiebitz import Limit, ShogiEngine
from kiebitz.analysis.archive_run.batch import analyse_raw
from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.judging.annotate import AnalysisSettings
from kiebitz.analysis.reading.kifu_games import RawKifu
from kiebitz.analysis.report.index import index_page
from kiebitz.analysis.report.page import game_page
from kiebitz.kifu.record import Kifu

pytestmark = pytest.mark.check


@pytest.fixture(scope="module")
def browser():
    with launched() as browser:
        yield browser


@pytest.fixture(scope="module")
def shogi_text():
    """The page of a game of shogi in which a bishop is given away."""
    kifu = Kifu.of_moves(["7g7f", "3c3d", "8h2b+", "9a9b", "2b3a", "1a1b"], 先手="<b>A</b>", 後手="B")
    raw = RawKifu("game.kifu", 1, 0, "", "utf-8", kifu=kifu)
    with ShogiEngine(hash_mb=1) as engine:
        outcome = analyse_raw(raw, engine, AnalysisSettings(Limit(nodes=2_000), game="shogi"))
    return game_page(outcome.record, Language.ENGLISH)


@pytest.fixture(scope="module", params=["report", "index", "shogi"])
def path(request, record, shogi_text, tmp_path_factory):
    page = {
        "report": game_page(record, Language.ENGLISH),
        "index": index_page([record] * 3, Language.ENGLISH, record["limit"]),
        "shogi": shogi_text,
    }[request.param]
    path = tmp_path_factory.mktemp("pages") / f"{request.param}.html"
    path.write_text(page, encoding="utf-8")
    return path


def opened(browser, path, width, **options):
    tab = browser.new_context(viewport={"width": width, "height": 800}, **options).new_page()
    asked = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.goto(path.as_uri())
    assert asked == [path.as_uri()]
    return tab


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_it_shuts_nobody_out_fits_and_prints(browser, path, colours):
    tab = opened(browser, path, 390, color_scheme=colours, bypass_csp=True)
    assert barriers(tab) == []
    for width in (360, 1280):
        tab.set_viewport_size({"width": width, "height": 800})
        assert tab.evaluate("document.documentElement.scrollWidth") <= width
    if colours == "dark":
        ink = "getComputedStyle(document.body).color"
        on_screen = tab.evaluate(ink)
        tab.emulate_media(media="print")
        assert tab.evaluate(ink) != on_screen
        assert tab.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
        assert not tab.is_visible("#stage")  # What only a script moves is left out.
        tab.emulate_media(media="null")
        assert len(re.findall(rb"/Type\s*/Page\b", tab.pdf(format="A4"))) <= 3  # The report of a whole game.


def test_keys_lead_through_a_game_of_shogi_and_turn_its_board(browser, shogi_text, tmp_path):
    path = tmp_path / "shogi.html"
    path.write_text(shogi_text, encoding="utf-8")
    tab = opened(browser, path, 1280)
    assert tab.locator(".stage .men use").count() == 40
    assert "L9a-9b" in tab.inner_text("#chosen")  # it opens where the game turned
    tab.keyboard.press("ArrowLeft")
    assert "B8hx2b+" in tab.inner_text("#chosen")
    assert tab.locator(".stage .marks rect").count() == 2
    tab.keyboard.press("n")
    assert "L9a-9b" in tab.inner_text("#chosen")
    tab.keyboard.press("ArrowDown")
    assert tab.inner_text("#chosen").startswith("4. ☖同　銀")
    tab.keyboard.press("f")
    assert tab.get_attribute(".stage .names", "href") == "#shogi-names-turned"
