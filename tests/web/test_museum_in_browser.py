"""The museum in Chromium, as a visitor walks through it."""

import re

import pytest

from board_page import expect

pytestmark = pytest.mark.nightly

FILM = ".film .say"
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def test_a_film_is_walked_through_by_keys_and_slider(visit):
    page = visit("museum/?room=minimax", FILM)
    expect(page.locator(".film .count").last).to_have_text("1 / 482")
    page.focus("[data-act=on]")
    page.keyboard.press("ArrowRight")
    expect(page.locator(FILM)).to_contain_text("leaves the key")
    place = page.locator(".deck").bounding_box()
    for key, step in (("End", "482 / 482"), ("ArrowLeft", "481 / 482"), ("Home", "1 / 482")):
        page.keyboard.press(key)
        expect(page.locator(".film .count").last).to_have_text(step)
        assert page.locator(".deck").bounding_box() == place  # nothing jumps
    page.locator(".film .where").fill("100")
    expect(page.locator(".film .count").last).to_have_text("101 / 482")
    assert page.locator(".film .cell.at").count() == 1
    page.keyboard.press("Home")
    page.click("[data-act=play]")
    expect(page.locator(".film .count").last).not_to_have_text("1 / 482")
    page.click("[data-act=play]")
    expect(page.locator("[data-act=play]")).to_contain_text("play")


def test_every_room_shows_every_exhibit_and_its_claims(visit):
    pytest.importorskip("kiebitz_claims", reason="the claims are in kiebitz-claims")
    page = visit("museum/", ".stage-of .say")
    tabs = page.locator("[role=tab]")
    for room in range(tabs.count()):
        tabs.nth(room).click()
        wall = page.locator("[role=tabpanel]:visible")
        buttons = wall.locator("[data-exhibit]")
        for exhibit in range(buttons.count()):
            buttons.nth(exhibit).click()
            expect(wall.locator("blockquote p")).to_have_count(3)
            expect(wall.locator(".stage-of :is(.say, .missing)").first).to_be_visible()
        expect(wall.locator(".claims tbody tr")).not_to_have_count(0)
        assert wall.locator(".opponents a").count() > 0
    assert "undefined" not in page.inner_text("main")


@pytest.mark.parametrize(("room", "title", "era"), [("nimzo", "Nimzo", "nimzo"), ("tartan", "Tartan 120", "tartan120")])
def test_a_room_leads_to_a_game_against_its_program(visit, room, title, era):
    page = visit(f"museum/?room={room}", ".stage-of .say")
    page.get_by_role("link", name=title, exact=True).click()
    expect(page.locator("#opponent")).to_have_value(era)
    page.click("#begin")
    expect(page.locator("#far-name")).to_contain_text(title.split()[0])
    page.fill("#move", "e4")
    page.press("#move", "Enter")
    expect(page.locator("#moves span")).to_have_count(2)


def test_a_phone_shows_all_in_german(visit):
    page = visit(
        "museum/?room=minimax&exhibit=replacing",
        FILM,
        **PHONE,
        locale="de-DE",
        color_scheme="dark",
        reduced_motion="reduce",
    )
    for room in ("minimax", "yaneuraou", "nimzo", "hydra", "tartan"):
        page.tap(f"#{room}-tab")
        expect(page.locator(".stage-of .say")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    expect(page.locator("[role=tabpanel]:visible")).to_contain_text(re.compile("Gegen sie spielen"))


def test_a_film_leads_to_the_trees_side_by_side(visit):
    page = visit("museum/?room=nimzo", FILM)
    page.get_by_role("link", name="Both trees").click()
    expect(page.locator("#technique")).to_have_value("null_move")
    expect(page.locator("#trees > section")).to_have_count(2)
