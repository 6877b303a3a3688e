import os

import pytest

from kiebitz.web.game_tree import GameError
from kiebitz.web.kept_games import GameKeeper

PGN = '[White "A"]\n[Black "?"]\n\n1. e4 *'


def test_the_oldest_game_goes_when_there_are_too_many(tmp_path):
    keeper = GameKeeper(tmp_path / "board", most=2, most_bytes=1_000)
    names = [keeper.new_name() for _ in range(3)]
    for age, name in enumerate(names):
        keeper.keep(name, PGN)
        os.utime(tmp_path / "board" / f"{name}.pgn", (age, age))
    keeper.keep(names[2], PGN)
    assert [game.name for game in keeper.games()] == [names[2], names[1]]
    assert keeper.games()[0].title == "A – ?"
    assert keeper.read(names[1]) == PGN + "\n"


def test_a_game_that_is_too_large_is_not_kept(tmp_path):
    keeper = GameKeeper(tmp_path, most=2, most_bytes=10)
    with pytest.raises(GameError, match="at most 10 are kept"):
        keeper.keep(keeper.new_name(), PGN)
    assert keeper.games() == []


@pytest.mark.parametrize("name", ["", "../0123456789abcdef", "0123456789abcdeg", "0123456789abcdef\n"])
def test_a_name_is_no_path(tmp_path, name):
    keeper = GameKeeper(tmp_path, most=2, most_bytes=1_000)
    for act in (keeper.read, keeper.forget, lambda name: keeper.keep(name, PGN)):
        with pytest.raises(GameError, match="isn't kept"):
            act(name)


def test_files_of_others_are_left_alone(tmp_path):
    (tmp_path / "mine.pgn").write_text(PGN)
    keeper = GameKeeper(tmp_path, most=0, most_bytes=1_000)
    keeper.keep(keeper.new_name(), PGN)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.pgn"]
