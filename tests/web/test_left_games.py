import asyncio

import pytest

from kiebitz.web.game_error import GameError
from kiebitz.web.kept_games import ConflictError, GameKeeper
from kiebitz.web.left_games import LeftGames

PGN = '[White "Player"]\n[Result "{}"]\n\n1. e4 *'


def test_only_so_many_games_are_remembered():
    left = LeftGames(None, 2)

    async def scenario():
        for name in ("one", "two", "one", "three"):
            await left.keep(name, name, has_moved=True)
        assert [await left.read(name) for name in ("one", "three")] == ["one", "three"]
        with pytest.raises(GameError, match="isn't kept"):
            await left.read("two")

    asyncio.run(scenario())


def test_who_has_not_moved_has_no_game_to_go_on_with(tmp_path):
    left = LeftGames(GameKeeper(tmp_path, 10, 1_000), 10)
    begun, on, over, seated = (GameKeeper.new_name() for _ in range(4))

    async def scenario():
        await left.keep(begun, PGN.format("*"), has_moved=False)
        await left.keep(on, PGN.format("*"), has_moved=True)
        await left.keep(over, PGN.format("1-0"), has_moved=True)
        await left.keep(seated, PGN.format("*"), has_moved=True)
        left.seats[seated] = object()
        assert [game.name for game in await left.unfinished()] == [on]
        assert await left.read(begun) == PGN.format("*")
        await left.forget(on)
        assert await left.unfinished() == []

    asyncio.run(scenario())


def test_another_server_s_moves_are_not_written_over(tmp_path):
    name = GameKeeper.new_name()
    one, other = (LeftGames(GameKeeper(tmp_path, 10, 1_000), 10) for _ in range(2))

    async def scenario():
        await one.keep(name, "1. e4 *", has_moved=True)
        assert await other.read(name) == "1. e4 *\n"
        await other.keep(name, "1. e4 e5 *", has_moved=True)
        with pytest.raises(ConflictError):
            await one.keep(name, "1. e4 c5 *", has_moved=True)
        assert await one.read(name) == "1. e4 e5 *\n"
        await one.keep(name, "1. e4 e5 2. Nf3 *", has_moved=True)

    asyncio.run(scenario())
