import pytest

from kiebitz.analysis.time_control import TIME_CLASSES, time_class


@pytest.mark.parametrize(
    ("tag", "kind"),
    [
        ("15", "ultrabullet"),
        ("60", "bullet"),
        ("120+1", "bullet"),
        ("180", "blitz"),
        ("180+2", "blitz"),
        ("300+3", "blitz"),
        ("480", "rapid"),
        ("600+5", "rapid"),
        ("1500", "classical"),
        ("40/7200:3600", "classical"),
        ("1/86400", "correspondence"),
        ("-", "correspondence"),
        ("?", None),
        ("", None),
        ("5 min", None),
    ],
)
def test_kinds_are_those_of_lichess(tag, kind):
    assert time_class(tag) == kind
    assert kind is None or kind in TIME_CLASSES
