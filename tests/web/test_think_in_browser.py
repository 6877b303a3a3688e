"""The page that watches the engine think in Chromium, as a person uses it."""

import re
from urllib.parse import quote

import pytest

from board_page import expect
from kiebitz.core.shogi.notation import push
from kiebitz.engine import ShogiPosition
from kiebitz.kifu.told_move import told_move

pytestmark = pytest.mark.nightly

MIDDLEGAME = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
ENDGAME = "8/5k2/8/8/3P4/8/2K5/7r b - - 0 1"
SHOGI = "ln1g5/1r2S1k2/p2pppn2/2ps2p2/1p7/2P6/PPSPPPPLP/2G2K1pr/LN4G1b w BGSLPnp 62"
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def think(visit):
    """The page, showing a view of a position."""

    def open_view(view="tree", until="#trees .row.node", fen=MIDDLEGAME, **settings):
        return visit(f"think/?fen={quote(fen)}&view={view}", until, **settings)

    return open_view


def compare(page, technique="null_move"):
    page.select_option("#technique", technique)
    page.click("#trace button")
    page.wait_for_selector("#trees > :nth-child(2) .row.node")


def selected(page, number):
    """The line selected in one of two trees."""
    return page.locator(f"#trees > :nth-child({number}) .row.selected .move")


@pytest.mark.parametrize("width", [390, 1100, 1920])
def test_no_column_of_the_tree_is_cut(think, width):
    page = think(viewport={"width": width, "height": 900})
    room = "element => element.clientWidth - element.scrollWidth"
    assert page.locator(".tree-panel .scroll").evaluate(room) >= 0


def move_of(line):
    """The move that a line of the tree shows."""
    return line.locator(".move").inner_text().strip("▾▸↻ \n")


def test_a_tree_of_shogi_is_walked_through_by_keys(think):
    page = think(fen=SHOGI)
    position = ShogiPosition(SHOGI)
    expect(page.locator("div.board")).to_have_attribute("data-placement", " ".join(SHOGI.split()[:3]))
    page.locator("[role=tree]").focus()
    page.keyboard.press("ArrowDown")
    line = page.locator(".row.selected")
    japanese, named = move_of(line), page.locator("[data-act=notation]")
    expect(named).to_have_text("Japanese")
    page.keyboard.press("m")
    expect(named).to_have_text("Western")
    western = move_of(line)
    page.keyboard.press("m")
    expect(named).to_have_text("USI")
    usi = move_of(line)
    assert (japanese, western) == told_move(position, usi, None)
    push(position, usi)
    expect(page.locator("div.board")).to_have_attribute("data-placement", " ".join(position.sfen().split()[:3]))
    # The board of the root points to the best move, and turns.
    page.keyboard.press("ArrowUp")
    expect(page.locator("svg.board .arrow")).to_have_count(1)
    expect(page.locator("svg.board .names")).to_have_attribute("href", "#shogi-names")
    page.keyboard.press("f")
    expect(page.locator("svg.board .names")).to_have_attribute("href", "#shogi-names-turned")
    # White is to move at the root: in Black's view the value is the other way round.
    value = page.locator(".row.selected > :nth-child(7)")
    before = value.inner_text()
    page.keyboard.press("v")
    expect(page.locator("[data-act=view]")).to_have_text("Black's view")
    assert int(value.inner_text().replace("−", "-")) == -int(before.replace("−", "-"))
    page.keyboard.press("p")
    assert int(line.get_attribute("aria-level")) > 3
    numbers = re.findall(r"(\d+)\.", page.locator(".path").inner_text())
    assert numbers == [str(62 + ply) for ply in range(len(numbers))] != []
    page.get_by_role("button", name=re.compile(r"^beta cut \d")).click()
    page.keyboard.press("c")
    page.keyboard.press("n")
    expect(page.locator(".row.selected .chip")).to_contain_text("beta cut")


@pytest.mark.parametrize("width", [360, 1280])
def test_moves_of_shogi_have_room_beside_the_figures(think, width):
    page = think(fen=SHOGI, viewport={"width": width, "height": 900})
    page.locator("[role=tree]").focus()
    for notation in ("Japanese", "Western", "USI"):
        expect(page.locator("[data-act=notation]")).to_have_text(notation)
        page.keyboard.press("p")
        room = "lines => lines.map(line => line.clientWidth - line.scrollWidth)"
        assert min(page.locator(".row.node .move").evaluate_all(room)) >= 0
        page.keyboard.press("m")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_two_searches_of_shogi_share_their_men(think):
    page = think(fen=SHOGI)
    offered = page.locator("#technique option").all_inner_texts()
    assert "with singular extension" in offered  # chess has it on by default
    assert not any("pawn structure" in text for text in offered)
    compare(page, "singular_extension")
    expect(page.locator(".subtitle").nth(1)).to_contain_text("singular_extension=on")
    assert page.locator("svg.definitions").count() == 1
    assert page.locator("svg.board").count() == 2
    page.locator("#trees > :nth-child(1) .row.node").nth(1).click()
    assert selected(page, 1).inner_text() == selected(page, 2).inner_text() != ""
    drawn = "element => element.getBBox().width"
    assert page.locator("svg.board .men use").last.evaluate(drawn) > 0
    # Back to chess: its techniques, its board.
    page.fill("#fen", MIDDLEGAME)
    page.press("#fen", "Enter")
    expect(page.locator(".subtitle").first).to_contain_text(MIDDLEGAME)
    assert any("pawn structure" in text for text in page.locator("#technique option").all_inner_texts())
    assert page.locator("svg.board.shogi").count() == 0


def test_the_keyboard_is_enough(think):
    page = think()
    page.focus("#fen")
    page.keyboard.press("Control+a")
    page.keyboard.type(ENDGAME)
    page.keyboard.press("Enter")
    expect(page.locator(".subtitle")).to_contain_text(ENDGAME)
    page.locator("[role=tree]").focus()
    page.keyboard.press("p")
    assert page.get_attribute("[role=tree]", "aria-activedescendant") == page.get_attribute(".row.selected", "id")
    assert int(page.get_attribute(".row.selected", "aria-level")) > 2
    page.keyboard.press("c")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".row.selected")).to_have_attribute("aria-level", "2")
    page.focus("#tree-tab")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#evaluation-tab")).to_be_focused()
    expect(page.locator("#picture .caption")).to_have_count(2)
    assert "view=evaluation" in page.url


def test_what_can_not_be_shown_is_told_as_text(think):
    page = think(fen="<img src=x onerror=alert(1)>", until="#notice-text:not(:empty)")
    expect(page.locator("#notice-text")).to_contain_text("the board has 1 ranks")
    page.fill("#fen", ENDGAME)
    page.press("#fen", "Enter")
    expect(page.locator(".subtitle")).to_contain_text(ENDGAME)
    expect(page.locator("#notice")).to_be_hidden()
    assert page.locator("main img").count() == 0


@pytest.mark.parametrize(
    ("view", "until", "fen"),
    [
        ("tree", "#trees .row.node", MIDDLEGAME),
        ("tree", "#trees .row.node", SHOGI),
        ("table", "#fill", MIDDLEGAME),
        ("evaluation", "#picture svg", MIDDLEGAME),
    ],
)
def test_a_phone_shows_all(think, view, until, fen):
    page = think(view, until, fen, **PHONE)
    if view == "tree":
        compare(page)
    if view == "table":
        page.tap("#fill button >> nth=0")
        page.wait_for_selector(".histogram")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    heights = page.evaluate(
        "[...document.querySelectorAll('main > * > button')].map(b => b.offsetHeight).filter(Boolean)"
    )
    assert min(heights) >= 40


def test_dark_and_german_as_the_browser_wishes(think):
    light, dark = think(color_scheme="light"), think(color_scheme="dark", locale="de-DE")
    ground = "getComputedStyle(document.querySelector('.search-tree .panel')).backgroundColor"
    assert light.evaluate(ground) != dark.evaluate(ground)
    expect(dark.get_by_role("button", name=re.compile(r"^Beta-Schnitt"))).to_be_visible()
    assert "undefined" not in dark.inner_text("main")
    shogi = think(fen=SHOGI, color_scheme="dark", locale="de-DE")
    wood = "getComputedStyle(document.querySelector('svg.board.shogi')).getPropertyValue('--wood')"
    assert shogi.evaluate(wood) != think(fen=SHOGI, color_scheme="light").evaluate(wood)
    expect(shogi.locator(".caption")).to_contain_text("Weiß (☖) am Zug")
    expect(shogi.locator("[data-act=notation]")).to_have_text("japanisch")
    assert "undefined" not in shogi.inner_text("main")
    shogi.click("#evaluation-tab")
    expect(shogi.locator("#notice-text")).to_contain_text("nur für Schach")
    assert dark.evaluate(
        """async () => { const {TREE_WORDS: {en, de}} = await import("/tree/tree_words.js");
        return JSON.stringify(Object.keys(en).sort()) === JSON.stringify(Object.keys(de).sort()); }"""
    )


def test_why_a_move_is_not_seen_is_read_below_the_tree(think):
    page = think()
    page.fill("#nodes", "5000")
    page.fill("#why-move", "a3")
    page.click("#why button")
    expect(page.locator("#why-told p").first).to_contain_text("a3")
    expect(page.locator("#why-told")).to_contain_text(re.compile(r"nodes prefer .* to 1\. a3\."))
