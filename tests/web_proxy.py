"""A proxy or a tunnel before a server, in a thread of this process."""

import asyncio
import re
import ssl
import subprocess
import threading


def certificate(folder):
    """A certificate for localhost, made by OpenSSL, and its key."""
    key, cert = folder / "key.pem", folder / "cert.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, "-days", "3"]
    subprocess.run([*command, "-subj", "/CN=localhost"], check=True, capture_output=True)
    return cert, key


class Proxy:
    """Hands requests on to a port; what it takes away of the path and says in Host, its user decides."""

    def __init__(self, port, *, own_port=0, takes_away="", rewrites_host=False, tls=None):
        self._target, self._takes_away, self._rewrites_host = port, takes_away.encode(), rewrites_host
        self._context = None
        if tls:
            self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._context.load_cert_chain(*tls)
        self._own_port = own_port
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)

    def __enter__(self):
        self._thread.start()
        assert self._ready.wait(10)
        return self

    def __exit__(self, *exception):
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join()

    async def _run(self):
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._serve, "127.0.0.1", self._own_port, ssl=self._context)
        self._ready.set()
        await self._over.wait()
        server.close()

    async def _serve(self, reader, writer):
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            if self._takes_away:
                first, rest = head.split(b"\r\n", 1)
                method, path, version = first.split(b" ")
                assert path.startswith(self._takes_away), path
                head = b" ".join((method, path[len(self._takes_away) - 1 :], version)) + b"\r\n" + rest
            if self._rewrites_host:
                head = re.sub(rb"(?im)^host:[^\r]*", b"Host: 127.0.0.1:%d" % self._target, head)
            if b"pgrade: websocket" not in head:
                head = re.sub(rb"(?im)^connection:[^\r]*", b"Connection: close", head)
            there, to = await asyncio.open_connection("127.0.0.1", self._target)
            to.write(head)
            await asyncio.gather(pipe(reader, to), pipe(there, writer))
        except (OSError, asyncio.IncompleteReadError, AssertionError):
            writer.close()


async def pipe(reader, writer):
    try:
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    writer.close()
