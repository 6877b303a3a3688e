import asyncio
import threading

import chess.pgn
import pytest

from kiebitz.analysis.analysed_game import analyse_game
from kiebitz.analysis.explanation.language import Language
from kiebitz.engine.limit import Limit
from kiebitz.web import whole_game
from kiebitz.web.game_list import GameList
from kiebitz.web.limits import Limits
from kiebitz.web.searches import Searches
from kiebitz.web.whole_game import WholeGames, judged

pytestmark = pytest.mark.check

LIMITS = Limits()
NODES = 3_000
LEGAL = "1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0"


def game():
    return GameList.of(LEGAL, LIMITS).game(1, LIMITS).game


def essence(analysis):
    """What is thought of the moves."""
    return [(move.san, move.score, move.judgement, move.accuracy, move.best) for move in analysis.moves]


async def analysed(whole_games, tell):
    return await whole_games.analyse(game(), NODES, Language.ENGLISH, tell)


def test_the_game_is_analysed_as_everywhere():
    told = []

    async def tell(done, of):
        told.append((done, of))

    searches = Searches(LIMITS)
    result, page = asyncio.run(analysed(WholeGames(searches, 1), tell))
    direct = analyse_game(LEGAL, Limit(nodes=NODES))
    assert result.pgn == direct.pgn
    assert page == judged(direct, Language.ENGLISH)
    assert (page.white.accuracy, page.black.blunders) == (
        direct.analysis.white.accuracy,
        direct.analysis.black.blunders,
    )
    assert page.opening == "C41 Philidor Defense"
    assert [page.moves[9].san, page.moves[9].judgement, page.moves[-1].expected] == ["Bxd1", "blunder", 1000]
    assert any("mate" in text for text in page.moves[9].said)
    assert told == sorted(told)
    moves = len(direct.analysis.moves)
    assert moves + 2 < told[-1][1] <= moves + 8  # some moves are looked at again
    assert told[-1][0] == told[-1][1]
    assert searches.running == 0


def test_an_analysis_that_is_left_goes_on_and_ends_as_if_it_had_not_been(monkeypatch):
    monkeypatch.setattr(whole_game, "REPORT_S", 0)  # on a quick machine all is over within the usual tenth of a second
    whole_games = WholeGames(Searches(LIMITS), 1)
    come_to = []

    async def left_and_taken_up():
        halfway = asyncio.Event()

        async def tell(done, of):
            come_to.append(done)
            if done > 4:
                halfway.set()

        work = asyncio.create_task(analysed(whole_games, tell))
        waiting = asyncio.create_task(halfway.wait())
        await asyncio.wait([work, waiting], return_when=asyncio.FIRST_COMPLETED)
        assert not work.done()
        work.cancel()
        with pytest.raises(asyncio.CancelledError):
            await work
        return await analysed(whole_games, tell)

    result, _ = asyncio.run(left_and_taken_up())
    direct = analyse_game(LEGAL, Limit(nodes=NODES))
    assert essence(result.analysis) == essence(direct.analysis)
    assert result.analysis.nodes == direct.analysis.nodes


async def leave(searches, whole_games, first, nodes):
    """Begin to analyse a game of two moves, and leave it when its first position is being searched."""

    async def tell(done, of):
        pass

    game = chess.pgn.Game()
    game.add_main_variation(chess.Move.from_uci(first)).add_main_variation(chess.Move.from_uci("e7e5"))
    work = asyncio.create_task(whole_games.analyse(game, nodes, Language.ENGLISH, tell))
    while not any(thread.name == "kiebitz-search" for thread in threading.enumerate()):
        await asyncio.sleep(0)
    work.cancel()
    await asyncio.wait([work])


def test_no_more_analyses_are_kept_than_allowed(monkeypatch):
    monkeypatch.setattr(whole_game, "PATIENCE_S", 60.0)
    searches = Searches(LIMITS)
    whole_games = WholeGames(searches, 1)
    for first in ("e2e4", "d2d4"):
        asyncio.run(leave(searches, whole_games, first, 10_000))
    assert whole_games.left == 1


def test_a_search_that_takes_too_long_is_cut_and_not_kept(monkeypatch):
    monkeypatch.setattr(whole_game, "PATIENCE_S", 0.0)
    searches = Searches(LIMITS)
    whole_games = WholeGames(searches, 1)
    asyncio.run(leave(searches, whole_games, "e2e4", 1_000_000_000))
    assert whole_games.left == 0
