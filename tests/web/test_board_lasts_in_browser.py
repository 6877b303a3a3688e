"""What the page Analyse weighs, and what it keeps of many games, in Chromium."""

import pytest

from board_page import expect, load

pytestmark = pytest.mark.nightly
GAMES, FIRST_GAMES, MOST_GROWTH_MB, MOST_KB = 200, 20, 20, 900


def test_the_page_is_light(visit):
    page = visit()
    weight = page.evaluate(
        "performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))"
        ".reduce((sum, {encodedBodySize}) => sum + encodedBodySize, 0)"
    )
    print(f"the page weighs {weight / 1000:.0f} kB")
    assert weight < 1000 * MOST_KB


def test_many_games_leave_nothing(visit):
    page = visit()
    session = page.context.new_cdp_session(page)

    def heap():
        session.send("HeapProfiler.collectGarbage")
        return session.send("Runtime.getHeapUsage")["usedSize"] / 1e6

    before = 0.0
    for number in range(GAMES):
        load(page, f'[White "W{number}"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *')
        expect(page.locator("#players")).to_contain_text(f"W{number} ")
        page.keyboard.press("Escape")
        if number == FIRST_GAMES:
            before = heap()
    after = heap()
    print(f"{before:.1f} MB after {FIRST_GAMES} games, {after:.1f} MB after {GAMES}")
    assert after - before < MOST_GROWTH_MB
