import html
import json
import re
from html.parser import HTMLParser

import pytest

import kiebitz
from chromium import dumped, needs_browser
from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.report.page import game_page, moments
from kiebitz.analysis.report.story import steps
from kiebitz.analysis.report.words import WORDS
from kiebitz.commandline.chess_diagram import diagram
from kiebitz.commandline.web_page import content_policy

VOID = {"meta", "img", "br", "hr", "input", "link"}


class Reader(HTMLParser):
    """Collects the elements of a page and what is read in it, and sees whether each element is closed."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.words, self.open = [], [], []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if not self.open or self.open[-1] not in ("style", "script"):
            self.words.append(data)


@pytest.fixture(scope="module")
def page(record):
    return game_page(record, Language.ENGLISH)


def test_the_page_needs_nothing_from_elsewhere(page):
    reader = Reader(page)
    assert set(re.findall(r"https?://[^\s\"'<]+", page)) == {"http://www.w3.org/2000/svg"}  # a name, loaded by nobody
    assert not any("src" in attributes or "style" in attributes for _, attributes in reader.tags)
    links = {attributes["href"] for tag, attributes in reader.tags if "href" in attributes}
    ids = [attributes["id"] for _, attributes in reader.tags if "id" in attributes]
    assert {link.removeprefix("#") for link in links} <= set(ids)
    assert len(ids) == len(set(ids))


def test_the_policy_is_that_of_the_style_and_script_in_the_page(page):
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)[1]
    script = re.search(r"<script>(.*?)</script>", page, re.DOTALL)[1]
    (policy,) = [
        attributes["content"]
        for tag, attributes in Reader(page).tags
        if attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    assert policy == content_policy(style, script)
    assert "unsafe" not in policy


def test_what_stands_in_the_game_is_text(page):
    reader = Reader(page)
    assert [attributes for tag, attributes in reader.tags if tag == "script"] == [
        {"id": "data", "type": "application/json"},
        {},
    ]
    assert not any(tag == "img" for tag, _ in reader.tags)
    said = "".join(reader.words)
    assert said.count("</title></style><script>alert(1)</script>") == 4  # title, White's name and rating, event
    assert '"><img src=x onerror=alert(2)>' in said
    assert "?[31mred?der?" in said
    assert not any(sign in page for sign in "\x1b\u202e\u200f")


def test_endless_names_are_cut(record):
    long = "<b>" * 1_000_000
    endless = record | {"white": record["white"] | {"name": long}, "headers": {"Event": long, "BlackElo": long}}
    page = game_page(endless, Language.ENGLISH)
    assert len(page) < 200_000
    assert page.count(f"{'&lt;b&gt;' * 26}&lt;b…") == 2  # in the title and the heading
    Reader(page)


def test_everything_can_be_read_without_a_script(record, page):
    said = "".join(Reader(page).words)
    told = steps(record, Language.ENGLISH)
    for step in told:
        assert step.evaluation in said
        if step.judgement:
            assert step.name in said
            assert all(sentence in said for sentence in step.said)
    for words in ("C50", "Italian Game", "Accuracy", f"{record['white']['accuracy']:.1f}%", "0–1", "0:30", "2024 ·"):
        assert words in said, words
    assert "10,000 nodes a position" in said
    assert "(?! 5, ? 10, ?? 15 percentage points" in said
    assert page.count('class="board"') == 1 + sum(step.judgement is not None for step in told)


def test_what_mattered_is_shown_and_the_rest_is_folded():
    words = WORDS[Language.ENGLISH]
    cards = [(cost, f"<article>{cost}</article>") for cost in (6, 30, 5, 12, 11, 50, 7, 13, 20)]
    shown, folded = moments(cards, words).split("<details")
    assert re.findall(r"<article>(\d+)", shown) == ["30", "12", "50", "13", "20"]
    assert re.findall(r"<article>(\d+)", folded) == ["6", "5", "11", "7"]
    assert "4 more marked moves" in folded
    shown, folded = moments(cards[:1] + cards[2:3] + cards[6:7] + cards[1:2] + cards[2:3], words).split("<details")
    assert re.findall(r"<article>(\d+)", shown) == ["6", "7", "30"]
    assert re.findall(r"<article>(\d+)", folded) == ["5", "5"]
    assert "<details" not in moments(cards[:4], words)
    assert words.no_moments in moments([], words)


def test_the_script_is_given_every_position(record, page):
    data = json.loads(re.search(r'<script id="data" type="application/json">(.*?)</script>', page, re.DOTALL)[1])
    told = steps(record, Language.ENGLISH)
    assert [position["men"] for position in data["positions"]] == [
        told[0].before.board_fen(),
        *(step.after.board_fen() for step in told),
    ]
    assert [position["name"] for position in data["positions"][1:]] == [step.name for step in told]


def test_german(record):
    page = game_page(record, Language.GERMAN)
    said = "".join(Reader(page).words)
    assert '<html lang="de">' in page
    assert "7. Le2" in said
    assert "7...Sf3# ist matt." in said
    assert "Genauigkeit" in said
    assert not re.search(r"\d\.\d\d\b(?!\.)", re.sub(r"\d+\.\d+\.\d+", "", said)), "a decimal point is left"


@pytest.mark.parametrize("text", ["*", "1. e4 e5 2. Ke5 *", '[FEN "8/8/8/8/8/5k2/6q1/7K w - - 0 1"]\n\n*'])
def test_games_of_no_moves_and_games_in_part(text):
    analysed = kiebitz.analyse_game(f'[White "A"]\n{text}', kiebitz.Limit(nodes=100))
    said = "".join(Reader(analysed.to_html()).words)
    if analysed.is_whole:
        assert "There are no moves to analyse." in said
    else:
        assert "in part: 2. Ke5 is illegal" in said


def test_a_notebook_shows_the_page_in_a_frame(analysed):
    shown = analysed._repr_html_()
    (frame,) = Reader(shown).tags
    assert frame[0] == "iframe"
    assert frame[1]["srcdoc"] == analysed.to_html("en")
    assert frame[1]["sandbox"] == "allow-scripts"
    with pytest.raises(ValueError, match="fr"):
        analysed.to_html("fr")


# Opened in a frame as wide as asked: headless windows are never narrower than 500 pixels. The page's policy keeps other
# scripts out of it, so it is asked from outside.
FRAME = """<!doctype html><body style="margin:0"><iframe id="frame" style="border:0" width="WIDTH" height="900"
srcdoc="PAGE"></iframe><script>
addEventListener("load", () => {
  const page = document.getElementById("frame").contentDocument, found = {};
  const board = () => [...page.querySelectorAll("#stage .board g use")]
    .map(use => `${use.getAttribute("href")} ${use.getAttribute("x")} ${use.getAttribute("y")}`).sort();
  const { KeyboardEvent, MouseEvent } = page.defaultView;
  const key = name => page.body.dispatchEvent(new KeyboardEvent("keydown", {key: name, bubbles: true}));
  found.hidden = page.getElementById("stage").hidden;
  found.opened = page.getElementById("chosen").textContent;
  key("ArrowDown");
  found.into = page.getElementById("chosen").textContent;
  key("ArrowUp");
  found.out = page.getElementById("chosen").textContent;
  page.querySelector('button[data-go="first"]').click();
  found.start = board();
  page.querySelector('.graph a[data-ply="9"]').dispatchEvent(
    new MouseEvent("click", {bubbles: true, cancelable: true}));
  found.clicked = [page.getElementById("chosen").textContent, board(), page.querySelector(".chosen").id];
  key("ArrowRight");
  found.right = page.getElementById("chosen").textContent;
  key("ArrowLeft"); key("ArrowLeft");
  found.left = page.getElementById("chosen").textContent;
  key("n");
  found.mark = page.getElementById("chosen").className;
  page.querySelector('button[data-go="last"]').click();
  found.last = page.getElementById("chosen").textContent;
  page.querySelector('button[data-go="first"]').click();
  key("f");
  found.turned = [board(), page.querySelectorAll("#stage .board use")[1].getAttribute("href")];
  const text = document.createElement("pre");
  text.id = "found";
  text.textContent = JSON.stringify(found);
  document.body.append(text);
});
</script></body>"""


def opened(page, width, tmp_path):
    """What a browser finds in the page, and what it says on its console."""
    frame = FRAME.replace("WIDTH", str(width)).replace("PAGE", html.escape(page))
    options = ("--hide-scrollbars", "--enable-logging=stderr", "--virtual-time-budget=20000")
    shown, console = dumped(frame, tmp_path, *options, size="1500,1000")
    found = re.search(r'<pre id="found">(.*?)</pre>', shown, re.DOTALL)
    return json.loads(html.unescape(found[1])), console


@pytest.mark.check
@needs_browser
def test_the_browser_shows_it_and_the_board_follows(record, page, tmp_path):
    found, console = opened(page, 390, tmp_path)
    assert console == []
    told = steps(record, Language.ENGLISH)
    assert not found["hidden"]
    assert len(found["start"]) == 32
    critical = next(step for step in told if step.name == found["opened"])
    assert critical.judgement is not None
    assert (
        found["into"] == f"{critical.number}{'. ' if critical.is_first else '...'}{critical.before.san(critical.best)}"
    )
    assert found["out"] == found["opened"]
    ninth = told[8]
    assert found["clicked"][0] == ninth.name
    assert found["clicked"][2] == "ply-9"
    men = re.findall(r'<use href="(#[a-z]+-[a-z]+)" x="(\d+)" y="(\d+)"/>', diagram(ninth.after, (), ""))
    assert found["clicked"][1] == sorted(map(" ".join, men))
    assert (found["right"], found["left"]) == (told[9].name, told[7].name)
    assert found["mark"] == ninth.judgement.value
    assert found["last"] == told[-1].name
    assert found["turned"] == [sorted(map(turned, found["start"])), "#coordinates-turned"]


def turned(man):
    """A man of the board as drawn from the other side."""
    name, x, y = man.split()
    return f"{name} {315 - int(x)} {315 - int(y)}"


@pytest.mark.check
@needs_browser
@pytest.mark.parametrize("foreign", ["<script>document.title = 1</script>", '<p style="color:red" onclick="f()">'])
def test_the_browser_runs_and_paints_nothing_foreign(foreign, page, tmp_path):
    _, console = opened(page.replace("<footer", f"{foreign}<footer", 1), 700, tmp_path)
    assert any("violates the following Content Security Policy" in line for line in console)
