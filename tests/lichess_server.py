"""Lichess and its broker as the documentation of their external engines has them, on loopback."""

import json
import queue
import re
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOKEN = "lip_secret"
POLL_S = 0.2


class FakeLichess:
    """One server that is both; what it was told is kept."""

    def __init__(self):
        self.engines = []
        self.secrets = {}
        self.waiting = queue.Queue()
        self.polls = 0
        self.said = {}
        self.ended = {}
        self.cut_after = {}
        self.port = 0
        self.start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def start(self):
        """Begin, again at the same port."""
        fake = self

        class Handler(_Handler):
            lichess = fake

        self._server = _Server(("127.0.0.1", self.port), Handler)
        self.port = self._server.server_port
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})
        self._thread.start()

    def stop(self):
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def request(self, number, *, cut_after=None, **work):
        """Somebody wants an analysis; after so many lines, if given, nobody wants it any more."""
        self.said[number], self.ended[number] = [], threading.Event()
        self.cut_after[number] = cut_after
        common = {
            "sessionId": "one",
            "threads": 1,
            "hash": 1,
            "multiPv": 1,
            "variant": "chess",
            "initialFen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "moves": [],
        }
        self.waiting.put({"id": number, "work": common | work, "engine": self.engines[0] if self.engines else {}})


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        # A provider that is ended leaves its poll unanswered.
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    lichess: FakeLichess

    def log_message(self, *arguments):
        pass

    def answer(self, status, content=None):
        body = b"" if content is None else json.dumps(content).encode()
        self.send_response(status)
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def content(self):
        return json.loads(self.rfile.read(int(self.headers["Content-Length"])))

    @property
    def is_known(self):
        if self.headers["Authorization"] == f"Bearer {TOKEN}":
            return True
        self.answer(401, {"error": "No such token"})
        return False

    def do_GET(self):
        if self.is_known:
            self.answer(200, self.lichess.engines)

    def do_PUT(self):
        if self.is_known:
            number = self.path.removeprefix("/api/external-engine/")
            self.register(number, next(engine for engine in self.lichess.engines if engine["id"] == number))

    def do_POST(self):
        if self.path == "/api/external-engine":
            if self.is_known:
                self.lichess.engines.append({"id": f"eei_{len(self.lichess.engines)}"})
                self.register(self.lichess.engines[-1]["id"], self.lichess.engines[-1])
        elif self.path == "/api/external-engine/work":
            self.hand_out()
        else:
            self.take(re.fullmatch("/api/external-engine/work/([^/]+)", self.path)[1])

    def register(self, number, engine):
        offered = self.content()
        self.lichess.secrets[number] = offered.pop("providerSecret")
        engine.update(offered)
        self.answer(200, engine)

    def hand_out(self):
        assert "Authorization" not in self.headers
        assert self.content()["providerSecret"] in self.lichess.secrets.values()
        self.lichess.polls += 1
        try:
            self.answer(200, self.lichess.waiting.get(timeout=POLL_S))
        except queue.Empty:
            self.answer(204)

    def take(self, number):
        """Read an analysis, part by part."""
        assert self.headers["Transfer-Encoding"] == "chunked"
        said, most = self.lichess.said[number], self.lichess.cut_after[number]
        self.close_connection = True
        try:
            while length := int(self.rfile.readline() or b"0", 16):
                said += self.rfile.read(length).decode().splitlines()
                self.rfile.readline()
                if most is not None and len(said) >= most:
                    return
            self.rfile.readline()
            self.answer(200)
        except OSError:
            pass
        finally:
            self.lichess.ended[number].set()
