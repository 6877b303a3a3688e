"""Replies of servers of all kinds."""

import asyncio
import shutil
import ssl
import subprocess

import pytest

from kiebitz.protocols.lichess import exchange as module
from kiebitz.protocols.lichess.exchange import ExchangeError, Reply, ask, checked_base


def asked(reply):
    """What comes of a server that answers with these bytes and closes, and what it was asked."""
    heard = bytearray()

    async def act():
        async def answer(reader, writer):
            heard.extend(await reader.readuntil(b"}"))
            writer.write(reply)
            await writer.drain()
            writer.close()

        async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            return await ask("POST", f"http://127.0.0.1:{port}/a/b", {"Authorization": "Bearer t"}, {"x": 1})

    return asyncio.run(act()), bytes(heard)


def test_a_request():
    reply, heard = asked(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
    assert reply.json() == {}
    head, _, body = heard.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    assert first == "POST /a/b HTTP/1.1"
    fields = dict(line.split(": ", 1) for line in lines)
    assert fields["Host"].startswith("127.0.0.1:")
    assert (fields["Authorization"], fields["Content-Type"]) == ("Bearer t", "application/json")
    assert body == b'{"x": 1}'
    assert fields["Content-Length"] == str(len(body))


@pytest.mark.parametrize(
    ("sent", "reply"),
    [
        (b"HTTP/1.1 204 No Content\r\n\r\n", Reply(204, b"")),
        (b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 4\r\n\r\noops", Reply(502, b"oops")),
        (
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;x\r\nabc\r\n2\r\nde\r\n0\r\n\r\n",
            Reply(200, b"abcde"),
        ),
        (b"HTTP/1.1 302 Found\r\nLocation: http://elsewhere/\r\nContent-Length: 0\r\n\r\n", Reply(302, b"")),
    ],
)
def test_replies(sent, reply):
    assert asked(sent)[0] == reply


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"HTTP/1.1 200 OK\r\nContent-Le",
        b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc",
        b"HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
        b"\r\n\r\n",
        b"HELLO\r\n\r\n",
        b"x" * 3_000_000,
    ],
)
def test_what_is_no_reply(sent):
    with pytest.raises(ExchangeError, match=r".+"):
        asked(sent)


def test_a_reply_that_is_no_json():
    for body in (b"<html>", b"\xff", b"[" * 100_000):
        with pytest.raises(ExchangeError, match="no JSON"):
            Reply(200, body).json()


def test_nobody_there_and_nobody_answering(monkeypatch):
    async def act():
        async with await asyncio.start_server(lambda reader, writer: reader.read(), "127.0.0.1", 0) as server:
            url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
            with pytest.raises(ExchangeError, match="no answer within 0 seconds"):
                await ask("GET", url, {})
        with pytest.raises(ExchangeError, match=r"refused|Connect"):
            await ask("GET", url, {})
        with pytest.raises(ExchangeError, match=r".+"):
            await ask("GET", "https://127.0.0.1:9/", {})

    monkeypatch.setattr(module, "REPLY_S", 0.05)
    asyncio.run(act())


@pytest.mark.check
@pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl to make a certificate with")
def test_tls_and_only_with_whom_it_should_be(tmp_path, monkeypatch):
    key, certificate = tmp_path / "key", tmp_path / "certificate"
    options = ["-nodes", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-days", "2"]
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", *options, "-keyout", key, "-out", certificate]
    subprocess.run(make, check=True, capture_output=True)
    own = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    own.load_cert_chain(certificate, key)

    async def answer(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        await writer.drain()

    async def act():
        async with await asyncio.start_server(answer, "127.0.0.1", 0, ssl=own) as server:
            port = server.sockets[0].getsockname()[1]
            with pytest.raises(ExchangeError, match="certificate verify failed"):
                await ask("GET", f"https://localhost:{port}/", {})
            monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
            assert await ask("GET", f"https://localhost:{port}/", {}) == Reply(200, b"ok")
            with pytest.raises(ExchangeError, match="IP address mismatch"):
                await ask("GET", f"https://127.0.0.1:{port}/", {})

    asyncio.run(act())


def test_secrets_travel_by_https_alone():
    assert checked_base("https://lichess.org/") == "https://lichess.org"
    assert checked_base("http://localhost:9663") == "http://localhost:9663"
    for clear in ("http://lichess.org", "ftp://lichess.org", "http://localhost.example"):
        with pytest.raises(ValueError, match="unencrypted; give an address that begins with https://"):
            checked_base(clear)
    for wrong in ("lichess.org", "", "https://", "https://a\r\nb", "https://a?b", "https://ä.example"):
        with pytest.raises(ValueError, match="is no address"):
            checked_base(wrong)
