import os
import threading

import pytest

from kiebitz.web.game_error import GameError
from kiebitz.web.kept_games import ConflictError, GameKeeper, stamp_of

PGN = '[White "A"]\n[Black "?"]\n\n1. e4 *'


def test_games_are_told_the_newest_first(tmp_path):
    keeper = GameKeeper(tmp_path / "board", most=3, most_bytes=1_000)
    names = [keeper.new_name() for _ in range(3)]
    for age, name in enumerate(names, 1):
        keeper.keep(name, PGN)
        os.utime(tmp_path / "board" / f"{name}.pgn", (age, age))
    assert [game.name for game in keeper.games()] == names[::-1]
    assert keeper.games()[0].title == "A – ?"
    assert keeper.read(names[1]) == PGN + "\n"


def test_no_game_is_deleted_unasked(tmp_path):
    keeper = GameKeeper(tmp_path / "board", most=2, most_bytes=1_000)
    first, second, third = (keeper.new_name() for _ in range(3))
    keeper.keep(first, PGN)
    keeper.keep(second, PGN)
    with pytest.raises(
        GameError, match=r"2 games are kept already; delete some where a new tab offers them, or in .*board"
    ):
        keeper.keep(third, PGN)
    keeper.keep(first, PGN + " ")
    assert {game.name for game in keeper.games()} == {first, second}
    keeper.forget(second)
    keeper.keep(third, PGN)
    assert {game.name for game in keeper.games()} == {first, third}


def test_a_version_that_was_not_seen_is_not_written_over(tmp_path):
    one, other = (GameKeeper(tmp_path, most=10, most_bytes=1_000) for _ in range(2))
    name = one.new_name()
    one.keep(name, "1. e4 *", ())
    seen = other.opened(name)[1]
    assert seen == stamp_of("1. e4 *")
    one.keep(name, "1. e4 {one} *", (seen,))
    with pytest.raises(ConflictError):
        other.keep(name, "1. e4 {other} *", (seen,))
    assert other.read(name) == "1. e4 {one} *\n"
    with pytest.raises(ConflictError):
        other.keep(name, "1. d4 *", ())  # no new game, either
    other.keep(name, "1. e4 {one} *", (seen,))  # what is there already harms nobody
    other.forget(name)
    one.keep(name, "1. e4 {once more} *", (stamp_of("1. e4 {one} *"),))
    assert one.read(name) == "1. e4 {once more} *\n"


def test_of_writers_at_the_same_moment_one_is_the_first(tmp_path):
    keeper = GameKeeper(tmp_path, most=100, most_bytes=1_000)
    name = keeper.new_name()
    keeper.keep(name, PGN, ())
    seen, told = stamp_of(PGN), []

    def write(number):
        try:
            keeper.keep(name, f"1. e4 {{{number}}} *", (seen,))
            told.append(number)
        except ConflictError:
            pass

    writers = [threading.Thread(target=write, args=[number]) for number in range(16)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    (first,) = told
    assert keeper.read(name) == f"1. e4 {{{first}}} *\n"


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
