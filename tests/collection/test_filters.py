"""A selection asks of rows what it asks of tags."""

import pytest

from collected import collection_of, made_up, read_by_oracle
from kiebitz.analysis.reading.games import read_games
from kiebitz.analysis.reading.selection import GameSelection

ODD = "".join(
    f'[White "{white}"]\n[Black "Someone, Else"]\n[Date "{date}"]\n[WhiteElo "{elo}"]\n[BlackElo "2000"]\n'
    f'[TimeControl "{control}"]\n[ECO "{eco}"]\n[Result "{result}"]\n\n{moves} {result}\n\n'
    for white, date, elo, control, eco, result, moves in (
        ("Öztürk, Ä", "2024.05.01", "2400", "180+2", "B33", "1-0", "1. e4 c5"),
        ("O'Neil", "2024.05.??", "?", "60", "C5", "0-1", "1. e4 e5"),
        ("nobody", "2023.??.??", "1999", "40/7200:3600", "A00", "1/2-1/2", "1. a3"),
        ("?", "????.??.??", "-", "-", "?", "*", "1. d4 d5 2. c4"),
    )
)
SELECTIONS = [
    GameSelection(player="öztürk"),
    GameSelection(player="ELSE someone"),
    GameSelection(player="o'neil"),
    GameSelection(min_rating=2000),
    GameSelection(max_rating=2100, min_rating=1500),
    GameSelection(since="2024"),
    GameSelection(since="2024-05-02"),
    GameSelection(until="2023-06"),
    GameSelection(until="2024.5.1"),
    GameSelection(result="*"),
    GameSelection(result="1/2-1/2"),
    GameSelection(eco="B33,C5"),
    GameSelection(eco="B33, C5, D80 - D99"),
    GameSelection(eco="A00-B99"),
    GameSelection(time_control="blitz"),
    GameSelection(time_control="180+2"),
    GameSelection(time_control="correspondence"),
    GameSelection(min_moves=2),
    GameSelection(max_moves=1),
    GameSelection(first=2, skip=1),
    GameSelection(sample=0.4, seed=3, skip=1, first=7),
    GameSelection(variant="chess960"),
    GameSelection(variant="standard", player="e"),
]


@pytest.mark.parametrize("select", SELECTIONS, ids=str)
def test_rows_are_those_whose_tags_pass(tmp_path, select):
    text = ODD + made_up(60)
    expected = [game.raw.number for game in read_games(text, select=select)]
    with collection_of(tmp_path, text) as collection:
        if select.eco == "A00-B99":  # where no tag says it, the position does
            expected = sorted({*expected, *(row.game for row in collection.find() if row.eco and row.game == 4)} - {4})
        found = [row.game for row in collection.find(select)]
        assert found == expected
        if select.first is None and select.sample == 1:
            assert collection.count(select) == len(expected)


def test_an_opening_is_found_by_our_name_for_it(tmp_path):
    with collection_of(tmp_path, ODD) as collection:
        assert [row.game for row in collection.find(GameSelection(opening="SICILIAN"))] == [1]
        assert not list(collection.find(GameSelection(opening="najdorf")))


def test_the_side_of_a_player(tmp_path):
    with collection_of(tmp_path, made_up(60)) as collection:
        name = read_by_oracle(60)[0].headers["White"]
        found = [row.game for row in collection.find(GameSelection(player=name), color="white")]
        assert found == [n for n, game in enumerate(read_by_oracle(60), 1) if game.headers["White"] == name]
