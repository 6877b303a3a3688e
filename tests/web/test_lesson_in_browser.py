"""A coach, pupils with phones, and the words on a stream, in Chromium."""

import re

import pytest

from barriers import barriers
from board_page import PHONE, click, expect, load
from board_server import Server

pytestmark = pytest.mark.check
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"


@pytest.fixture(scope="module")
def server(browser, tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("data"), "--class")
    yield running
    running.end()


@pytest.fixture
def pupil(server, visit):
    """Opens a pupil's page by the address that was printed."""
    printed = server.process.stdout.readline() if not hasattr(server, "class_address") else server.class_address
    server.class_address = printed
    place = re.search(r"class/#\S+", printed)[0]
    return lambda **settings: visit(place, bypass_csp=True, **settings)


def test_a_class_answers_and_hears_what_its_answers_are_worth(visit, pupil):
    coach = visit()
    expect(coach.locator("#class-link")).to_have_attribute("href", re.compile("class/#"))
    load(coach, MATE_IN_ONE)
    phone, other = pupil(**PHONE), pupil(**PHONE | {"locale": "de-DE", "color_scheme": "dark"})
    expect(phone.locator('.pieces [data-piece="wr"][data-square="a1"]')).to_have_count(1)
    expect(coach.locator("#class-count")).to_have_text("Pupils: 2")
    coach.click("#ask-class")
    expect(phone.locator("#task")).to_contain_text("White to move")
    click(phone, "a1", "a8")
    expect(phone.locator("#task")).to_contain_text("Your answer: Ra8#")
    click(other, "h1", "g1")
    expect(coach.locator("#class-answers tr")).to_have_count(2)
    expect(coach.locator("#class-answers")).to_contain_text("Ra8#!")
    coach.click("#ask-class")
    expect(phone.locator("#task")).to_contain_text("the best move!")
    expect(other.locator("#task")).to_contain_text("Kg1: ein grober Fehler.")
    expect(other.locator("#task")).to_contain_text("Am besten ist Ta8#")
    expect(coach.locator("#class-best")).to_contain_text("Ra8#")
    assert barriers(phone) == barriers(other) == []
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert phone.evaluate("localStorage.getItem('kiebitz-token')") is None


def test_arrows_and_words_are_seen_by_those_who_look_on(visit, pupil):
    coach, phone = visit(), pupil(**PHONE)
    load(coach, "1. e4 {Best by test. [%cal Ge2e4]} *")
    coach.click("#forth")
    expect(phone.locator(".drawn-g")).to_have_count(1)
    expect(phone.locator("#task")).to_have_text("1. e4 Best by test.")
    stream = visit("stream/?bar=1&words=1&board=off", until="#words:not(:empty)")
    expect(stream.locator("#words")).to_have_text("1. e4 Best by test.")
    expect(stream.locator("#board")).to_be_hidden()
    assert stream.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
