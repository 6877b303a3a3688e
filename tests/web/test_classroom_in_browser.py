"""The classroom in Chromium, as a person uses it."""

import re
from importlib.util import find_spec

import pytest

from barriers import barriers
from board_page import expect

pytestmark = pytest.mark.nightly

ANIMATION = ".animation .current"
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def test_any_algorithm_works_on_any_tree(visit):
    page = visit("classroom/?algorithm=pvs&tree=uniform:2,3", ANIMATION)
    expect(page.locator(".animation h1")).to_have_text("Principal variation search")
    page.select_option("#algorithm", "mtdf")
    page.fill("#tree", "[[3, 12], [2, 4]]")
    page.press("#tree", "Enter")
    expect(page.locator(".animation h1")).to_have_text("MTD(f)")
    expect(page.locator(".animation rect.shape")).to_have_count(4 + 1)
    page.fill("#tree", "<img src=x onerror=alert(1)>")
    page.press("#tree", "Enter")
    expect(page.locator("#notice-text")).to_contain_text("there is no tree '<img")
    assert page.locator("main img").count() == 0


def test_the_claims_open_their_pages(visit):
    pytest.importorskip("kiebitz_claims", reason="the claims are in kiebitz-claims")
    page = visit("classroom/?view=claims", "#list tbody tr")
    assert page.locator("#list tbody tr").count() >= 35
    page.get_by_role("button", name=re.compile("^N7")).click()
    expect(page.locator("#claim h2")).to_be_focused()
    expect(page.locator("#claim h2")).to_have_text(re.compile("^N7: "))
    expect(page.locator("#claim img")).to_have_count(int(find_spec("matplotlib") is not None))
    assert page.evaluate("[...document.querySelectorAll('#claim img')].every(figure => figure.naturalWidth > 0)")
    expect(page.locator("#claim code")).to_contain_text("kiebitz lab run N7")
    assert "claim=N7" in page.url
    page.reload()
    expect(page.locator("#claim h2")).to_have_text(re.compile("^N7: "))
    page.get_by_role("button", name="All claims").click()
    expect(page.locator("#list")).to_be_visible()


def test_a_phone_shows_all(visit):
    page = visit("classroom/", ANIMATION, **PHONE, bypass_csp=True)
    page.tap("[data-act=on]")
    expect(page.locator(".animation .count").last).to_have_text(re.compile("^step 2 "))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.tap("#claims-tab")
    page.wait_for_selector("#list tbody tr")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.locator("#list button").nth(12).tap()
    page.wait_for_selector("#claim h2")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.evaluate("for (const each of document.querySelectorAll('#claim details')) each.open = true")
    assert barriers(page) == []


def test_dark_and_german_as_the_browser_wishes(visit):
    light = visit("classroom/", ANIMATION, color_scheme="light")
    dark = visit("classroom/", ANIMATION, color_scheme="dark", locale="de-DE")
    ground = "getComputedStyle(document.querySelector('.animation .panel')).backgroundColor"
    assert light.evaluate(ground) != dark.evaluate(ground)
    expect(dark.locator("[data-act=play]")).to_have_text("▶ abspielen")
    expect(dark.locator(".say")).to_have_text("Knoten 1: MAX zieht; noch ist nichts bekannt.")
    assert "undefined" not in dark.inner_text("main")
    dark.click("#claims-tab")
    verdicts = dark.locator("#list tbody td:nth-child(2)")
    expect(verdicts.filter(has_text="trifft nicht zu")).not_to_have_count(0)
    expect(verdicts.filter(has_text="hold")).to_have_count(0)
