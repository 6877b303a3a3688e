import pytest

from kiebitz.analysis.reading.time_control import TIME_CLASSES, same_time_control, time_class


@pytest.mark.parametrize(
    ("tag", "kind"),
    [
        ("15", "ultrabullet"),
        ("29", "ultrabullet"),
        ("30", "bullet"),
        ("60", "bullet"),
        ("179", "bullet"),
        ("120+1", "bullet"),
        ("180", "blitz"),
        ("180+2", "blitz"),
        ("300+3", "blitz"),
        ("479", "blitz"),
        ("480", "rapid"),
        ("1499", "rapid"),
        ("600+5", "rapid"),
        ("1500", "classical"),
        ("21599", "classical"),
        ("21600", "correspondence"),
        ("40/7200:3600", "classical"),
        ("1/86400", "correspondence"),
        ("-", "correspondence"),
        ("0.5+0.02", "ultrabullet"),
        ("8+0.08", "ultrabullet"),
        ("0,5+0,02", "ultrabullet"),
        ("40/7.5:5.25+1", "ultrabullet"),
        ("175.5+0.125", "blitz"),
        ("?", None),
        ("", None),
        # As people write them (report: "classical; told ultrabullet").
        ("1:30:00+30", "classical"),
        ("0:03:00+2", "blitz"),
        ("G/60", "classical"),
        ("G/5;+3", "blitz"),
        ("G/90; d5", "classical"),
        ("SD/5", "blitz"),
        ("90 min + 30 s", "classical"),
        ("5 min", "blitz"),
        ("5m+3s", "blitz"),
        ("1h30m", "classical"),
        ("90'+30''", "classical"),
        ("3′ + 2″", "blitz"),
        ("10 minutes + 5 seconds per move", "rapid"),
        ("1 in 5 days", "correspondence"),
        ("3 days/move", "correspondence"),
        ("5+0.05; 10+0.1", "ultrabullet"),
        ("180; 600", "rapid"),
        ("180; soon", None),
        ("as usual", None),
    ],
)
def test_kinds_are_those_of_lichess(tag, kind):
    assert time_class(tag) == kind
    assert kind is None or kind in TIME_CLASSES


@pytest.mark.parametrize("tag", ["0.5+0.02", "0.50+0.020", " 0.5+0.02"])
def test_numbers_count_and_not_how_they_are_written(tag):
    assert same_time_control(tag, "0.5+0.02")
    assert not same_time_control(tag, "0.5")
    assert same_time_control("180", "180+0")
    assert same_time_control("40/7200:3600", "40/7200:3600.0+0")
    assert not same_time_control("?", "")
    assert same_time_control("?", "?")
