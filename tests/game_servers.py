"""Lichess and chess.com as their documentation has the games of a player, on loopback."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit


def lichess_game(number):
    """A game of the anonymous player, one a minute."""
    return (
        f'[Event "Rated Blitz game"]\n[Site "https://lichess.org/{number:08}"]\n[Date "2024.05.01"]\n[White "anna"]\n'
        f'[Black "opponent{number}"]\n[Result "1-0"]\n[UTCDate "2024.05.01"]\n'
        f'[UTCTime "{number // 60:02}:{number % 60:02}:00"]\n[TimeControl "180+2"]\n\n'
        f"1. e4 {{ [%clk 0:03:00] }} 1... e5 {{ [%clk 0:03:00] }} 1-0\n\n\n"
    )


BEGAN_MS = 1_714_521_600_000


class GameServer:
    """Both servers in one; ``asked`` has every path, and ``agents`` who asked."""

    def __init__(self):
        self.asked, self.agents, self.at_once = [], set(), 0
        self.games = 0
        self.months = {}
        self.pauses = []
        self.breaks_after = None
        owner = self

        class Handler(_Handler):
            server_told = owner

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *exception):
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_told: GameServer

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        told = self.server_told
        told.asked.append(self.path)
        told.agents.add(self.headers["User-Agent"])
        if told.pauses:
            status, retry = told.pauses.pop(0)
            self.send_response(status)
            if retry is not None:
                self.send_header("Retry-After", retry)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        parts = urlsplit(self.path)
        if parts.path == "/api/games/user/Anna":
            self.stream(parse_qs(parts.query))
        elif parts.path == "/pub/player/anna/games/archives":
            urls = [f"https://api.chess.com/pub/player/anna/games/{month}" for month in told.months]
            self.answer(json.dumps({"archives": urls}))
        elif parts.path.startswith("/pub/player/anna/games/") and parts.path.endswith("/pgn"):
            self.answer(told.months[parts.path.removeprefix("/pub/player/anna/games/").removesuffix("/pgn")])
        else:
            self.send_error(404)

    def answer(self, text):
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def stream(self, asked):
        told = self.server_told
        assert asked["sort"] == ["dateAsc"]
        assert self.headers["Accept"] == "application/x-chess-pgn"
        since = int(asked.get("since", ["0"])[0])
        numbers = [number for number in range(told.games) if BEGAN_MS + 60_000 * number >= since]
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for count, number in enumerate(numbers):
            data = lichess_game(number).encode()
            if count == told.breaks_after:
                self.wfile.write(b"%x\r\n%s" % (len(data), data[:120]))
                self.close_connection = True
                return
            self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.write(b"0\r\n\r\n")
