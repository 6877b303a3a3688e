"""One journey through each page in Chromium, as a person takes it; what else pages do there is for every night.

At its end axe-core finds nothing on the page that shuts people out.
"""

import re
from pathlib import Path

import pytest

from barriers import barriers
from board_page import click, drag, expect, middle_of, wait_for_moves
from board_server import Server
from board_tasks import MORE_TASKS, TASKS, Hands
from collected import made_up
from kiebitz.collection.collection import Collection
from kiebitz.web.limits import Limits
from sources import ROOT

pytestmark = pytest.mark.check
# The king has one square: what the engine answers is certain.
MATE_IN_TWO = "7k/8/5K2/8/8/8/8/6R1 w - - 0 1"
MIDDLEGAME = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
ROW = re.compile(r"^\| (\d+) \| (?:[^|]+) \| (\d+) \| (\d+|–) \|", re.MULTILINE)


SIZES = pytest.mark.parametrize(
    "size",
    [
        {"viewport": {"width": 1280, "height": 900}},
        pytest.param(
            {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
            marks=pytest.mark.nightly,
        ),
    ],
    ids=["desktop", "phone"],
)


def documented(first, tasks):
    """Tasks with the clicks that the documentation says of them, here and on Lichess; the first one has this number."""
    rows = ROW.findall((ROOT / "docs" / "board.md").read_text(encoding="utf-8"))
    own = rows[first - 1 : first - 1 + len(tasks)]
    assert [int(number) for number, _, _ in own] == list(range(first, first + len(tasks)))
    return list(zip(tasks, ((int(ours), theirs) for _, ours, theirs in own), strict=True))


def do(hands, tasks):
    """Do tasks with no more clicks than documented, nor than on Lichess."""
    for task, (ours, theirs) in tasks:
        hands.begin()
        task(hands)
        print(f"{task.__name__}: {hands.clicks} clicks, {hands.milliseconds:.0f} ms")
        assert hands.clicks == ours, task.__name__
        assert theirs == "–" or ours <= int(theirs)
    assert barriers(hands.page) == []


@SIZES
def test_analyse_twenty_tasks_with_no_more_clicks_than_documented(visit, size):
    do(Hands(visit(bypass_csp=True, **size)), documented(1, TASKS))


@SIZES
def test_thirty_tasks_more_with_no_more_clicks_than_documented(visit, server, tmp_path, size):
    hands = Hands(None)
    hands.growing_file, hands.large_file = tmp_path / "round.pgn", tmp_path / "large.pgn"
    hands.large_file.write_text("1. e4 *\n\n" * (Limits().games + 1))
    other = Server(tmp_path / "data", "--follow", hands.growing_file)
    try:
        hands.follow = lambda: visit(of=other, bypass_csp=True, **size)
        hands.page = hands.follow()
        do(hands, documented(len(TASKS) + 1, MORE_TASKS))
    finally:
        other.end()


def test_play_a_game_to_mate_by_click_and_drag_that_is_saved_and_analysed(visit):
    page = visit("play/", "#opponent:has(option[value=today])", bypass_csp=True)
    page.select_option("#opponent", "rating")
    page.fill("#elo", "600")
    page.select_option("#colour", "white")
    page.select_option("#clock", "3+2")
    page.select_option("#start", "fen")
    page.fill("#fen", MATE_IN_TWO)
    assert barriers(page) == []
    page.click("#begin")
    state = page.locator("#state")
    expect(state).to_have_text(re.compile("^Your move"))
    click(page, "f6")
    expect(page.locator(".marker-dot")).to_have_count(7)
    click(page, "f7")
    wait_for_moves(page, r"1\. Kf7 Kh7\s*$")
    expect(state).to_have_text(re.compile("^Your move"))
    drag(page, "g1", "h1")
    expect(state).to_have_text("You have won: checkmate.")
    expect(page.locator("#spoken")).to_have_text("You: Rh1#, You have won: checkmate.")
    expect(page.locator(".marker-check")).to_have_count(1)
    expect(page.locator(".marker-last")).to_have_count(2)
    with page.expect_download() as download:
        page.click("#save")
    pgn = Path(download.value.path()).read_text()
    for said in ('Result "1-0"', 'TimeControl "180+2"', 'Termination "normal"', "[%clk 0:03:0"):
        assert said in pgn
    assert barriers(page) == []
    page.click("#analyse")
    wait_for_moves(page, r"Rh1#")
    expect(page).to_have_title("Kiebitz")
    assert page.locator("#search").is_visible()


def test_think_a_tree_is_opened_the_table_filled_and_men_are_weighed(visit):
    page = visit(f"think/?fen={MIDDLEGAME.replace(' ', '%20')}&view=tree", "#trees .row.node", bypass_csp=True)
    nodes = page.locator("#trees .row.node")
    before = nodes.count()
    nodes.nth(1).locator(".twisty").click()
    expect(nodes.nth(1)).to_have_attribute("aria-expanded", "true")
    assert nodes.count() > before
    expect(page.locator(".board")).not_to_have_attribute("data-placement", " ".join(MIDDLEGAME.split()[:2]))
    nodes.first.click()
    expect(page.locator(".board")).to_have_attribute("data-placement", " ".join(MIDDLEGAME.split()[:2]))
    assert barriers(page) == []
    page.click("#table-tab")
    page.click("#fill button >> nth=0")
    expect(page.locator("#fullness")).to_have_attribute("aria-valuenow", re.compile("^[1-9]"))
    expect(page.locator(".histogram")).to_have_count(4)
    page.click("#stop")
    expect(page.locator("#spoken")).to_have_text("The search has ended.")
    page.click("#evaluation-tab")
    men = sum(letter.isalpha() for letter in MIDDLEGAME.split(maxsplit=1)[0]) - 2
    expect(page.locator("#picture .caption")).to_have_count(men)
    expect(page.locator("#modules .module")).to_have_count(7)


def test_shogi_men_are_clicked_and_dragged_and_lines_found(visit):
    page = visit("shogi/", "#spots rect", bypass_csp=True)

    def middle(name):
        return middle_of(page, f'#spots rect[data-name="{name}"]')

    def pull(start, end):
        page.mouse.move(*middle(start))
        page.mouse.down()
        page.mouse.move(*middle(end), steps=5)
        page.mouse.up()

    page.mouse.click(*middle("7g"))
    expect(page.locator("#over .target")).to_have_count(1)
    page.mouse.click(*middle("7f"))
    page.click("#notation")
    expect(page.locator("#game li")).to_have_text(["1. P7g-7f"])
    pull("3c", "3d")
    pull("8h", "2b")
    expect(page.locator("#raise")).to_be_visible()
    page.click("#raise-no")
    pull("9a", "5e")  # no lance goes there: nothing happens
    pull("3a", "2b")
    page.mouse.click(*middle("B*"))
    page.mouse.click(*middle("5e"))
    moves = ["P7g-7f", "P3c-3d", "B8hx2b", "S3ax2b", "B*5e"]
    expect(page.locator("#game li")).to_have_text([f"{ply}. {move}" for ply, move in enumerate(moves, 1)])
    page.click("#search")
    expect(page.locator("#found li")).to_have_count(3)
    expect(page.locator("#over .arrow")).to_have_count(1)
    page.click("#search")
    assert barriers(page) == []


def test_classroom_an_algorithm_is_stepped_through_and_a_claim_opened(visit):
    page = visit("classroom/", ".animation .current", bypass_csp=True)
    count = page.locator(".animation .count").last
    expect(count).to_have_text(re.compile("^step 1 of 54"))
    page.click("[data-act=on]")
    expect(count).to_have_text(re.compile("^step 2 of 54"))
    page.focus(".animation .tree")
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft"):
        page.keyboard.press(key)
    expect(count).to_have_text(re.compile("^step 3 of 54"))
    expect(page.locator("li.lit")).to_have_count(1)
    page.keyboard.press("End")
    expect(page.locator(".say")).to_contain_text("Done. The root is worth")
    assert barriers(page) == []
    page.click("#claims-tab")
    page.get_by_role("button", name=re.compile("^N7")).click()
    expect(page.locator("#claim h2")).to_have_text(re.compile("^N7: "))
    assert "claim=N7" in page.url


def test_my_games_are_added_listed_explored_opened_saved_back_and_practised(mine, visit, tmp_path):
    page = visit("mygames/", "#explorer-board .piece", bypass_csp=True)
    total = page.locator("#total")
    expect(total).to_have_text("1–50 of 81")
    (tmp_path / "more.pgn").write_text(made_up(61))
    page.set_input_files("#files", tmp_path / "more.pgn")
    expect(page.locator("#added")).to_have_text("more.pgn: 1 added, 60 there already")
    expect(total).to_have_text("1–50 of 82")
    page.click("#later")
    expect(total).to_have_text("51–82 of 82")
    click(page, "e2", "e4")
    expect(page.locator("#line")).to_have_text("1. e4")
    page.click("#played tbody button >> nth=0")
    expect(page.locator("#line")).to_have_text(re.compile(r"1\. e4 \S+"))
    page.press("body", "ArrowLeft")
    expect(page.locator("#line")).to_have_text("1. e4")
    page.fill("#player", "Bert")
    page.press("#player", "Enter")
    expect(page.locator("#list tbody tr >> nth=0")).to_contain_text("Bert")
    assert barriers(page) == []
    page.click("#list tbody tr >> nth=0 >> button")
    expect(page.locator("#moves")).to_have_text(re.compile(r"1\. (e4|f3)"))
    page.click("#notes summary")
    page.fill("#comment", "mine")
    page.click("#note button >> nth=-1")
    expect(page.locator("#undo")).to_be_enabled()
    page.click("#to-my-games")
    expect(page.locator("#notice-text")).to_have_text("Saved in my games.")
    page.click("#from-here")
    expect(total).to_have_text(re.compile("of"))
    with Collection(mine) as collection:
        assert len(collection) == 82
        assert sum("mine" in raw.text for raw in collection.raw_games(range(1, 83))) == 1
    page.click("#practice-tab")
    page.wait_for_selector("#practice-board .piece")
    page.click("#solution")
    expect(page.locator("#task")).to_have_text(re.compile("Best is .* Asked again"))
    page.click("#misses-tab")
    expect(page.locator("#misses-about")).to_have_text(re.compile("^20 analysed games"))
