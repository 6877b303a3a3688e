"""The tools, asked by the client of the package ``mcp``: in this process and, as programs do, over a pipe."""

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import time

import pytest

pytest.importorskip("mcp", reason="the server for language models needs kiebitz[mcp]")

import anyio
from mcp import Client, MCPError, StdioServerParameters

from commands import COMMAND, ENVIRONMENT, refused
from kiebitz.analysis.reading.games import read_games
from kiebitz.collection.adding import add_games
from kiebitz.collection.collection import Collection
from kiebitz.protocols.mcp import searching
from kiebitz.protocols.mcp.held_game import HeldGame
from kiebitz.protocols.mcp.my_games import MyGames
from kiebitz.protocols.mcp.searching import MAX_NODES, CancellableEngine, Searching
from kiebitz.protocols.mcp.server import make_server
from processes import descendants, is_alive, processor_s, wait_until

pytestmark = pytest.mark.check

TOOLS = {
    *("new_game", "load", "state", "legal_moves", "move", "undo", "evaluate", "best_lines", "explain", "save"),
    *("report", "moments", "find_games", "open_game"),
}
FEW_NODES = 2_000
MATE_IN_TWO = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"


@contextlib.asynccontextmanager
async def client_here(collection=None):
    with CancellableEngine(hash_mb=1) as engine:
        async with Client(make_server(HeldGame(), Searching(engine), MyGames(collection))) as client:
            yield client


def client_apart(mode="auto"):
    """A client whose server is a process of its own."""
    program, *arguments = [*COMMAND, "mcp", "--hash", "1"]
    return Client(StdioServerParameters(command=program, args=arguments, env=ENVIRONMENT), mode=mode)


async def answer(client, tool, **arguments):
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    return result.structured_content


async def refusal(client, tool, **arguments):
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    assert result.structured_content is None
    (said,) = result.content
    return said.text


async def give_up(client, tool):
    """Ask what takes long, and wait no longer."""
    with anyio.move_on_after(0.3) as waiting:
        await client.call_tool(tool, {"nodes": MAX_NODES})
    assert waiting.cancelled_caught


def test_every_tool_says_what_it_does_takes_and_answers():
    async def look():
        async with client_here() as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert tools.keys() == TOOLS
            for tool in tools.values():
                assert tool.description
                assert tool.output_schema["properties"]
            assert {name for name, tool in tools.items() if not tool.annotations.read_only_hint} == {
                "new_game",
                "load",
                "open_game",
                "move",
                "undo",
                "save",
            }
            count = tools["best_lines"].input_schema["properties"]["count"]
            assert (count["minimum"], count["maximum"]) == (1, 5)

    asyncio.run(look())


def test_a_game_and_its_judgement():
    async def play():
        async with client_here() as client:
            assert (await answer(client, "new_game", fen=MATE_IN_TWO))["turn"] == "white"
            judged = await answer(client, "evaluate", nodes=FEW_NODES)
            assert judged["value"] == {"text": "#2", "centipawns": None, "mate": 2}
            assert judged["best"] == "Ra6"
            assert (judged["win"], judged["draw"], judged["loss"]) == (1000, 0, 0)
            found = await answer(client, "best_lines", count=3, nodes=FEW_NODES)
            assert [line["rank"] for line in found["lines"]] == [1, 2, 3]
            assert found["lines"][0]["text"].startswith("1. Ra6 ")
            assert found["lines"][0]["moves"][0] == "a1a6"
            explained = await answer(client, "explain", move="Ra6", nodes=FEW_NODES)
            reason = explained["reasons"][0]
            assert reason["theme"] == "mate"
            assert "mate" in reason["sentence"]
            assert reason["claim"]
            await answer(client, "move", move="Ra6")
            last = await answer(client, "explain", move="last", nodes=FEW_NODES, language="de")
            assert (last["fen"], last["move"]) == (explained["fen"], "Ra6")
            assert "setzt in 2 Zügen matt" in last["reasons"][0]["sentence"]
            # Black's view would be the other sign.
            assert (await answer(client, "evaluate", nodes=FEW_NODES))["value"]["mate"] == 1
            assert (await answer(client, "save", white="Anna"))["pgn"].startswith('[Event "Game by MCP"]')

    asyncio.run(play())


def test_refusals_are_one_sentence():
    async def ask():
        async with client_here() as client:
            assert await refusal(client, "move", move="Ke2") == "'Ke2' is not legal here; legal_moves lists what is"
            assert await refusal(client, "explain", move="Ke2") == await refusal(client, "move", move="Ke2")
            assert await refusal(client, "explain", move="last") == "no move was played yet: name one that is legal"
            assert await refusal(client, "best_lines", count=6) == "count: Input should be less than or equal to 5"
            said = await refusal(client, "evaluate", depth=12)
            assert said == "evaluate has no argument 'depth'; it takes nodes"
            said = await refusal(client, "new_game", position="startpos", chess960=3)
            assert said == "new_game has no argument 'position'; it takes fen, chess960"
            assert await refusal(client, "state", fen="8/8") == "state has no argument 'fen'; it takes none"
            offered = (await client.list_tools()).tools
            schemas = json.dumps([tool.input_schema for tool in offered])
            # What some clients refuse, and then all tools.
            assert not {word for word in ("anyOf", "oneOf", "allOf", "$ref", "$defs", "null") if f'"{word}"' in schemas}
            assert ": null" not in schemas
            assert await refusal(client, "explain", language="fr") == "language: Input should be 'en' or 'de'"
            assert "less than or equal to" in await refusal(client, "evaluate", nodes=MAX_NODES + 1)
            assert "at most" in await refusal(client, "new_game", fen="8" * 1000)
            assert await refusal(client, "move") == "move: Field required"
            assert "pattern" in await refusal(client, "save", white='"]\n[Evil "')
            for move in ("f3", "e5", "g4", "Qh4"):
                await answer(client, "move", move=move)
            over = "the game is over, there is no move to judge: undo a move, or begin a new_game"
            for tool in ("evaluate", "best_lines", "explain"):
                assert await refusal(client, tool) == over

    asyncio.run(ask())


ASKED = {
    **{key: {} for key in ("state", "legal_moves", "undo", "save", "find_games")},
    **{key: {"nodes": 1_000} for key in ("evaluate", "best_lines", "explain", "report", "moments")},
    "load": {"pgn": "1. Ke9 *"},
    "move": {"move": "Zz9"},
    "new_game": {"fen": "8/8/8/8/8/8/8/8 w - - 0 1"},
    "open_game": {"number": 7},
}


@pytest.mark.parametrize(
    "pgn",
    [
        "1. e4 *",
        "1. f3 e5 2. g4 Qh4# 0-1",
        '[FEN "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]\n\n1/2-1/2',
        '[FEN "8/8/3k4/8/8/3K4/8/8 w - - 0 1"]\n\n*',
    ],
)
def test_every_question_is_answered_whatever_was_refused(pgn):
    """By what was asked for, or by one sentence why not; a game that is refused leaves the one before it."""

    async def ask():
        async with client_here() as client:
            begun = await answer(client, "load", pgn=pgn)
            for tool in [*sorted(TOOLS - {"undo"}), "undo"]:
                assert "the game is unchanged" in await refusal(client, "new_game", fen="8/8/8/8/8/8/8/8 w - - 0 1")
                result = await client.call_tool(tool, ASKED[tool])
                assert bool(result.structured_content) != bool(result.is_error), tool
                if result.is_error:
                    assert "\n" not in result.content[0].text, tool
                if tool != "undo":
                    assert (await answer(client, "state"))["fen"] == begun["fen"], tool

    asyncio.run(ask())


@pytest.mark.parametrize("tool", ["best_lines", "evaluate", "explain"])
def test_what_is_cancelled_ends_and_lets_the_next_one_search(tool, monkeypatch):
    monkeypatch.setattr(searching, "MAX_MOVETIME_MS", 3_600_000)  # nobody waits for its end

    async def ask():
        async with client_here() as client:
            await give_up(client, tool)
            await answer(client, "evaluate", nodes=1_000)

    asyncio.run(ask())


def test_no_search_takes_longer_than_it_may(monkeypatch):
    monkeypatch.setattr(searching, "MAX_MOVETIME_MS", 50)

    async def ask():
        async with client_here() as client:
            assert (await answer(client, "evaluate", nodes=MAX_NODES))["nodes"] < MAX_NODES

    asyncio.run(ask())


def test_searches_wait_for_one_another():
    async def ask():
        async with client_here() as client:
            answers = await asyncio.gather(*(answer(client, "best_lines", nodes=FEW_NODES) for _ in range(5)))
            assert {found["nodes"] for found in answers} == {FEW_NODES}
            # While one searches, the game can be looked at, and goes on.
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(give_up, client, "best_lines")
                begun_s = time.process_time()
                await asyncio.to_thread(wait_until, lambda: time.process_time() > begun_s + 0.1)
                assert (await answer(client, "move", move="e4"))["moves"] == ["e4"]

    asyncio.run(ask())


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_over_a_pipe(mode):
    async def ask():
        before = set(descendants(os.getpid()))
        async with client_apart(mode) as client:
            (server,) = set(descendants(os.getpid())) - before
            assert (await answer(client, "move", move="e4"))["moves"] == ["e4"]
            await give_up(client, "best_lines")
            assert (await answer(client, "evaluate", nodes=FEW_NODES))["nodes"] == FEW_NODES
            left = asyncio.create_task(client.call_tool("best_lines", {"nodes": MAX_NODES}))
            begun_s = processor_s(server)
            await asyncio.to_thread(wait_until, lambda: processor_s(server) > begun_s + 0.1)
        with pytest.raises(MCPError):
            await left
        wait_until(lambda: not is_alive(server))

    asyncio.run(ask())


@pytest.mark.parametrize("how", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.nightly)])
def test_a_signal_ends_it(how):
    process = subprocess.Popen(
        [*COMMAND, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT
    )
    # It answers, so it is there.
    process.stdin.write(b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
    process.stdin.flush()
    assert process.stdout.readline()
    process.send_signal(how)
    assert process.communicate(timeout=20) == (b"", b"")
    assert process.returncode == -how


def test_a_folder_that_is_not_there_is_refused(tmp_path):
    assert "is no folder; make it first" in refused("mcp", "--games", tmp_path / "none")


def test_the_missing_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "mcp", None)
    monkeypatch.setattr("kiebitz.protocols.mcp.command.find_spec", lambda name: None)
    assert "pip install 'kiebitz[mcp]'" in refused("mcp")


def test_a_loaded_game_is_reported_and_its_moments_told():
    pgn = '[White "Anna"]\n[Black "Bert"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n'

    async def ask():
        async with client_here() as client:
            assert "no moves" in await refusal(client, "report")
            await answer(client, "load", pgn=pgn)
            report = await answer(client, "report", nodes=FEW_NODES)
            assert (report["white"]["name"], report["black"]["name"]) == ("Anna", "Bert")
            assert report["black"]["blunders"] == 1
            assert len(report["values"]) == 7
            assert "Opening" in report["opening"]
            *_, moment = (await answer(client, "moments", nodes=FEW_NODES, language="de"))["moments"]
            assert (moment["ply"], moment["move"], moment["judgement"]) == (6, "3...Nf6", "blunder")
            assert moment["after"]["mate"] == 1
            assert moment["line"].startswith(moment["best"])
            assert any("matt" in reason for reason in moment["reasons"])

    anyio.run(ask)


def test_my_games_are_found_and_opened(tmp_path):
    path = tmp_path / "games.sqlite"
    games = (("2021", "Bert", "e5"), ("2022", "Carl", "c5"), ("2023", "Dora", "e5"))
    texts = [
        f'[White "Anna"]\n[Black "{name}"]\n[Date "{year}.01.01"]\n\n1. e4 {move} *\n' for year, name, move in games
    ]
    with Collection(path) as collection:
        add_games(collection, read_games("\n".join(texts)))

    async def ask():
        async with client_here() as client:
            assert "without --collection" in await refusal(client, "find_games")
            assert "without --collection" in await refusal(client, "open_game", game=1)
        async with client_here(path) as client:
            found = await answer(client, "find_games", player="anna", count=2)
            assert found["count"] == 3
            assert [(game["black"], game["game"]) for game in found["games"]] == [("Dora", 3), ("Carl", 2)]
            assert {game["ply"] for game in found["games"]} == {-1}
            state = await answer(client, "open_game", game=1)
            assert state["moves"] == ["e4", "e5"]
            found = await answer(client, "find_games", here=True)
            assert [(game["game"], game["ply"]) for game in found["games"]] == [(3, 2), (1, 2)]
            assert "no game 9" in await refusal(client, "open_game", game=9)
            assert "is no date" in await refusal(client, "find_games", since="never")

    anyio.run(ask)
    assert "isn't there" in refused("mcp", "--collection", tmp_path / "none")
