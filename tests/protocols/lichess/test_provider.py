"""The provider beside a server that behaves as Lichess's documentation says; the true one was never met."""

import asyncio
import contextlib
import signal
import subprocess

import chess
import pytest

from commands import COMMAND, ENVIRONMENT, refused
from kiebitz.engine.async_engine import AsyncEngine
from kiebitz.protocols.lichess import provider
from kiebitz.protocols.lichess.exchange import Reply, checked_base
from kiebitz.protocols.lichess.provider import Place, Provider, ProviderError, StatusError
from kiebitz.protocols.lichess.work import Capacity
from lichess_server import TOKEN, FakeLichess

PATIENCE_S = 100
POLLING_S = 0.02
CAPACITY = Capacity(threads=2, hash_mb=4, depth=6)


@pytest.fixture
def lichess():
    server = FakeLichess()
    yield server
    server.stop()


@contextlib.asynccontextmanager
async def offered(lichess, told=None, token=TOKEN, name="Kiebitz"):
    """A provider at work."""
    place = Place(checked_base(lichess.url), checked_base(f"{lichess.url}/"), token, name)
    async with AsyncEngine(hash_mb=1) as engine:
        serving = asyncio.create_task(
            Provider(engine, place, CAPACITY, (told if told is not None else []).append).serve()
        )
        try:
            yield engine
        finally:
            serving.cancel()
            await asyncio.wait([serving])
            if not serving.cancelled():
                serving.result()


async def until(condition):
    while not condition():
        await asyncio.sleep(POLLING_S)


def run(act):
    asyncio.run(asyncio.wait_for(act, PATIENCE_S))


def fields(line):
    words = line.split()
    return {word: words[words.index(word) + 1] for word in ("depth", "multipv", "nodes", "time")} | {
        "pv": words[words.index("pv") + 1 :]
    }


def test_it_registers_and_takes_the_place_of_its_namesake(lichess):
    async def act():
        told = []
        async with offered(lichess, told):
            await until(lambda: lichess.polls)
        assert told == [f"Kiebitz is registered at {lichess.url} and waits for work"]
        async with offered(lichess):
            await until(lambda: lichess.polls > 1)
        async with offered(lichess, name="Another"):
            await until(lambda: len(lichess.engines) == 2)

    run(act())
    first, second = lichess.engines
    assert first == {
        "id": "eei_0",
        "name": "Kiebitz",
        "maxThreads": 2,
        "maxHash": 4,
        "defaultDepth": 6,
        "variants": ["chess"],
    }
    assert second["name"] == "Another"
    secrets = list(lichess.secrets.values())
    assert len(set(secrets)) == 2
    assert all(16 <= len(secret) <= 1024 for secret in secrets)


def test_work_is_searched_and_streamed(lichess):
    async def act():
        async with offered(lichess):
            lichess.request("w1", multiPv=2, depth=8, moves=["e2e4", "e7e5"])
            await until(lambda: lichess.ended.get("w1") and lichess.ended["w1"].is_set())

    run(act())
    said = [fields(line) for line in lichess.said["w1"]]
    board = chess.Board()
    board.push_san("e4")
    board.push_san("e5")
    assert {line["multipv"] for line in said} == {"1", "2"}
    assert said[-1]["depth"] == "8"
    for line in said:
        after = board.copy()
        for move in line["pv"]:
            after.push_uci(move)
    assert "lowerbound" not in " ".join(lichess.said["w1"])
    assert "bestmove" not in " ".join(lichess.said["w1"])


@pytest.mark.parametrize(
    ("fen", "score"), [("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", "mate 0"), ("k7/8/1Q6/1K6/8/8/8/8 b - - 0 1", "cp 0")]
)
def test_where_no_move_is_left(lichess, fen, score):
    async def act():
        async with offered(lichess):
            lichess.request("w", initialFen=fen, depth=4)
            await until(lichess.ended["w"].is_set)

    run(act())
    assert lichess.said["w"] == [f"info depth 0 score {score}"]


def test_work_that_nobody_wants_any_more_ends(lichess):
    async def act():
        async with offered(lichess) as engine:
            lichess.request("cut", cut_after=3, movetime=None)
            await until(lichess.ended["cut"].is_set)
            await until(lambda: not engine._search.is_running)
            lichess.request("next", depth=3)
            await until(lichess.ended["next"].is_set)

    run(act())
    assert lichess.said["next"]


def test_newer_work_ends_the_work_before_it(lichess):
    async def act():
        async with offered(lichess):
            lichess.request("old", infinite=True)
            await until(lambda: lichess.said["old"])
            assert not lichess.ended["old"].is_set()
            lichess.request("new", depth=3)
            await until(lichess.ended["new"].is_set)
            await until(lichess.ended["old"].is_set)

    run(act())
    assert fields(lichess.said["new"][-1])["depth"] == "3"


def test_faulty_work_is_told_and_the_next_is_done(lichess):
    told = []

    async def act():
        async with offered(lichess, told):
            lichess.request("bad", initialFen="no position")
            lichess.request("good", depth=2)
            await until(lichess.ended["good"].is_set)

    run(act())
    assert "an analysis came to nothing: " in told[-1]


@pytest.mark.parametrize("faulty", [{"initialFen": "no position"}, {"nodes": float("inf")}, {"movetime": 10**400}])
def test_a_broker_of_nothing_but_faulty_work_is_asked_more_and_more_rarely(lichess, monkeypatch, faulty):
    pauses, told = [], []
    real_sleep = asyncio.sleep

    async def sleep(seconds):
        if seconds != POLLING_S:
            pauses.append(seconds)
        await real_sleep(0 if seconds != POLLING_S else seconds)

    bad = [f"bad {number}" for number in range(7)]

    def all_came_to_nothing():
        return sum("an analysis came to nothing: " in sentence for sentence in told) == len(bad)

    async def act():
        for number in bad:
            lichess.request(number, **faulty)
        lichess.request("good", depth=2)
        async with offered(lichess, told):
            await until(lichess.ended["good"].is_set)
            assert all_came_to_nothing()
            # What has ended for the broker may have a moment to go for the provider.
            while pauses.count(1) < 2:
                bad.append(f"bad {len(bad)}")
                lichess.request(bad[-1], **faulty)
                await until(all_came_to_nothing)

    monkeypatch.setattr(provider.asyncio, "sleep", sleep)
    run(act())
    assert all_came_to_nothing()
    assert pauses[:7] == [1, 2, 4, 8, 16, 32, 60]


def test_a_server_that_goes_and_comes_back(lichess, monkeypatch):
    monkeypatch.setattr(provider, "FIRST_WAIT_S", 0.05)
    told = []

    async def act():
        async with offered(lichess, told):
            await until(lambda: lichess.polls)
            await asyncio.to_thread(lichess.stop)
            await until(lambda: len(told) >= 4)
            await asyncio.to_thread(lichess.start)
            lichess.request("w", depth=2)
            await until(lichess.ended["w"].is_set)

    run(act())
    assert all(sentence.startswith("no luck with Lichess (") for sentence in told[1:4])


def test_waits_grow(lichess, monkeypatch):
    waits = []

    async def sleep(seconds):
        waits.append(seconds)
        if len(waits) == 9:
            raise asyncio.CancelledError

    async def fail():
        replies = {4: Reply(429, b"")}
        raise StatusError(replies.get(len(waits), Reply(502, b"bad\x1bgateway")))

    async def act():
        async with AsyncEngine(hash_mb=1) as engine:
            told = []
            made = Provider(engine, Place("", "", "", ""), CAPACITY, told.append)
            monkeypatch.setattr(provider.asyncio, "sleep", sleep)
            with pytest.raises(asyncio.CancelledError):
                await made._patiently(fail)
            assert told[0] == "no luck with Lichess (status 502: bad?gateway); again in 1 s"

    asyncio.run(act())
    assert waits == [1, 2, 4, 8, 60, 32, 60, 60, 60]


def test_a_token_that_is_not_accepted(lichess):
    async def act():
        async with AsyncEngine(hash_mb=1) as engine:
            await Provider(engine, Place(lichess.url, lichess.url, "lip_other", "Kiebitz"), CAPACITY, print).serve()

    with pytest.raises(ProviderError, match=r"doesn't accept the token \(status 401: .*engine:read and engine:write"):
        run(act())


@pytest.mark.check
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_the_command_in_mid_search(lichess, how, tmp_path):
    (tmp_path / "token").write_text(f"{TOKEN}\n", encoding="utf-8-sig")  # as Notepad writes it
    arguments = ["--lichess", lichess.url, "--broker", lichess.url, "--token-file", str(tmp_path / "token")]
    process = subprocess.Popen(
        [*COMMAND, "lichess-provider", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
    )
    lichess.request("w", infinite=True)
    run(until(lambda: lichess.said["w"]))
    process.send_signal(how)
    out, told = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, out) == (0, "")
    assert told == f"kiebitz: Kiebitz is registered at {lichess.url} and waits for work\n"
    assert lichess.ended["w"].wait(PATIENCE_S)


@pytest.mark.check
def test_what_the_command_refuses(tmp_path, monkeypatch, lichess):
    monkeypatch.delenv("LICHESS_API_TOKEN", raising=False)
    assert "no token: set LICHESS_API_TOKEN" in refused("lichess-provider")
    assert "can't be read" in refused("lichess-provider", "--token-file", tmp_path / "none")
    (tmp_path / "two").write_text("one\ntwo\n")
    assert "on one line" in refused("lichess-provider", "--token-file", tmp_path / "two")
    monkeypatch.setenv("LICHESS_API_TOKEN", "lip_other")
    assert "3 to 200 characters" in refused("lichess-provider", "--name", "K")
    assert "unencrypted" in refused("lichess-provider", "--lichess", "http://lichess.org")
    assert "no address" in refused("lichess-provider", "--broker", "engine")
    said = refused("lichess-provider", "--lichess", lichess.url, "--broker", lichess.url)
    assert "Lichess doesn't accept the token" in said
