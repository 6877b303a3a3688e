import pytest

from kiebitz.analysis.reading.selection import GameSelection

TAGS = {
    "White": "Carlsen, Magnus",
    "Black": "Anand, Viswanathan",
    "WhiteElo": "2863",
    "BlackElo": "2792",
    "Date": "2014.11.15",
    "ECO": "B41",
    "Opening": "Sicilian Defense: Kan Variation",
    "Result": "1-0",
    "TimeControl": "40/7200:3600",
}


def passes(tags=TAGS, plies=75, **said):
    return GameSelection(**said).passes(tags, lambda: plies)


@pytest.mark.parametrize(
    ("said", "taken"),
    [
        ({}, True),
        ({"min_rating": 2792}, True),
        ({"min_rating": 2800}, False),
        ({"max_rating": 2863}, True),
        ({"max_rating": 2800}, False),
        ({"player": "magnus carlsen"}, True),
        ({"player": "ANAND"}, True),
        ({"player": "Magnus Anand"}, False),
        ({"time_control": "classical"}, True),
        ({"time_control": "Blitz"}, False),
        ({"time_control": "40/7200:3600"}, True),
        ({"time_control": "40/7200"}, False),
        ({"eco": "B41"}, True),
        ({"opening": "KAN sicilian"}, True),
        ({"opening": "najdorf"}, False),
        ({"eco": "B"}, True),
        ({"eco": "A00,B4"}, True),
        ({"eco": "B20-B99"}, True),
        ({"eco": "A-B4"}, True),
        ({"eco": "B42-C"}, False),
        ({"eco": "B20-B40"}, False),
        ({"since": "2014"}, True),
        ({"since": "2014-11-15", "until": "2014.11.15"}, True),
        ({"since": "2014-12"}, False),
        ({"until": "2014-11"}, True),
        ({"until": "2014-11-14"}, False),
        ({"result": "1-0"}, True),
        ({"result": "*"}, False),
        ({"variant": "standard"}, True),
        ({"variant": "Chess960"}, False),
        ({"min_moves": 38, "max_moves": 38}, True),
        ({"min_moves": 39}, False),
        ({"max_moves": 37}, False),
        ({"player": "Anand", "eco": "C"}, False),
    ],
)
def test_what_passes(said, taken):
    assert passes(**said) is taken


@pytest.mark.parametrize(
    ("tag", "said", "taken"),
    [
        ({"WhiteElo": "?"}, {"min_rating": 1}, False),
        ({"WhiteElo": "-"}, {"max_rating": 3000}, False),
        ({"Date": "2014.??.??"}, {"since": "2014-12"}, True),
        ({"Date": "2014.??.??"}, {"since": "2015"}, False),
        ({"Date": "????.??.??"}, {"until": "2100"}, False),
        ({"UTCDate": "2013.01.01"}, {"until": "2013"}, True),
        ({"ECO": "?"}, {"eco": "A-E"}, False),
        ({"ECO": ""}, {"eco": "A-E"}, False),
        ({"Result": "½"}, {"result": "1/2-1/2"}, True),
        ({"Result": "won"}, {"result": "*"}, True),
        ({"Variant": "Fischerrandom"}, {"variant": "chess960"}, True),
        ({"Variant": "Chess"}, {"variant": "standard"}, True),
        ({"Variant": "Atomic"}, {"variant": "atomic"}, True),
        ({"TimeControl": "?"}, {"time_control": "blitz"}, False),
        ({"TimeControl": "-"}, {"time_control": "correspondence"}, True),
        ({"PlyCount": "10"}, {"max_moves": 5}, True),
        ({"PlyCount": "many"}, {"max_moves": 5}, False),
    ],
)
def test_tags_as_files_have_them(tag, said, taken):
    assert passes(TAGS | tag, **said) is taken


def test_moves_are_counted_only_where_they_matter():
    def never():
        raise AssertionError

    assert GameSelection(eco="B").passes(TAGS, never)
    assert not GameSelection(eco="C", min_moves=1).passes(TAGS, never)
    assert GameSelection(min_moves=1).passes(TAGS | {"PlyCount": "2"}, never)


def picked(count=1000, **said):
    picker = GameSelection(**said).picker()
    return [number for number in range(count) if picker.takes({"White": str(number)}, lambda: 0)]


def test_a_sample_is_drawn_by_its_seed():
    sample = picked(sample=0.1)
    assert 70 < len(sample) < 130
    assert picked(sample=0.1) == sample != picked(sample=0.1, seed=1)
    assert picked(sample=0) == []
    assert picked(sample=1) == list(range(1000))
    assert picked(sample=0.1, skip=5, first=7) == sample[5:12]


def test_skip_and_first_count_what_passes():
    assert picked(player="9", skip=1, first=2) == [19, 29]
    assert picked(first=0) == []
    picker = GameSelection(first=1).picker()
    assert not picker.is_done
    assert picker.takes({}, lambda: 0)
    assert picker.is_done


def test_what_is_said_can_be_told():
    assert GameSelection().said == {}
    assert GameSelection(eco="B", sample=0.5).said == {"eco": "B", "sample": 0.5}
    assert GameSelection(seed=3).said == {}
    assert GameSelection(seed=3, sample=0.5).said == {"seed": 3, "sample": 0.5}


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"min_rating": 2000, "max_rating": 1000}, "the rating can't be at least 2000 and at most 1000"),
        ({"min_moves": -1}, "the number of moves can't be at least -1"),
        ({"since": "May"}, "'May' is no date; write 2024-05-01, 2024-05 or 2024"),
        ({"until": "2024-5-"}, "is no date"),
        ({"since": "2024-13"}, "'2024-13' is no date"),
        ({"until": "2024-12-32"}, "is no date"),
        ({"eco": "B2-X9"}, "'X9' is no code of an opening"),
        ({"eco": "B99-B20"}, "'B99-B20' is no range of openings; write the lower code first"),
        ({"eco": " , "}, "names no opening"),
        ({"eco": "-"}, "'' is no code of an opening"),
        ({"player": " "}, "' ' is no player's name; it would fit every one"),
        ({"opening": "\u0301"}, "is no opening's name"),
        ({"result": "2-0"}, "'2-0' is no result"),
        ({"time_control": "slow"}, "'slow' is no kind of game; there are ultrabullet, bullet"),
        ({"sample": 1.5}, "a sample is a share from 0 to 1, not 1.5"),
        ({"first": -1}, "can't be negative"),
        ({"skip": -1}, "can't be negative"),
    ],
)
def test_what_cannot_be_wanted(said, words):
    with pytest.raises(ValueError, match=words):
        GameSelection(**said)
