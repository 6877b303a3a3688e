"""Twenty tasks on the page Analyse, with no more clicks than the documentation says, in Chromium."""

import re

import pytest

from board_tasks import TASKS, Hands
from sources import ROOT

pytestmark = pytest.mark.slow
ROW = re.compile(r"^\| (\d+) \| (?:[^|]+) \| (\d+) \| (\d+|–) \|", re.MULTILINE)
SIZES = {
    "1280": {"viewport": {"width": 1280, "height": 900}},
    "390": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}


def documented():
    """Of each task its clicks here, and in Lichess."""
    rows = ROW.findall((ROOT / "docs" / "board.md").read_text(encoding="utf-8"))
    assert [int(number) for number, _, _ in rows] == list(range(1, len(TASKS) + 1))
    return [(int(ours), None if theirs == "–" else int(theirs)) for _, ours, theirs in rows]


@pytest.mark.parametrize("size", SIZES)
def test_no_task_takes_more_clicks_than_documented(visit, size):
    hands = Hands(visit(**SIZES[size]))
    for task, (ours, theirs) in zip(TASKS, documented(), strict=True):
        hands.begin()
        task(hands)
        print(f"{size} {task.__name__}: {hands.clicks} clicks, {hands.milliseconds:.0f} ms")
        assert hands.clicks == ours, task.__name__
        assert theirs is None or ours <= theirs
