"""The board in the browser: what its pages weigh, how soon lines come, how smoothly it drags, what hostile tabs leave.

A server of its own is started, Chromium opens the page by Playwright, and tabs without a browser speak to the
server's WebSocket. Frames are counted while a man is dragged during a search with all threads. Memory is that of the
server's process; a search that is left over would show as its processor time.

    python benches/browser_board.py [ROUNDS]
"""

import gzip
import json
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from playwright.sync_api import Browser, Page, Response, sync_playwright
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from kiebitz.processes.cores import usable_cores
from kiebitz.web.messages import VERSION

PAGES = {"": ".cm-chessboard .piece", "think/": "#trees .row.node", "classroom/": ".animation .current"}
MOVES = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7", "Re1", "b5", "Bb3", "d6", "c3", "O-O"]
TABS, WARM_TABS, FLOOD, LARGE = 100, 20, 1_000, 50 << 20
DRAG_S, REST_S = 3.0, 2.0
# Frames and their times, from this call until the next.
COUNT_FRAMES = """() => { const times = []; window.frames_ = times;
const next = now => { times.push(now); if (window.frames_ === times) requestAnimationFrame(next); };
requestAnimationFrame(next); }"""


@contextmanager
def server() -> Iterator[tuple[str, int]]:
    """A server at a free port: its address and its process."""
    with tempfile.TemporaryDirectory() as data:
        process = subprocess.Popen(
            [sys.executable, "-um", "kiebitz", "serve", "--port", "0", "--no-browser"],
            stdout=subprocess.PIPE,
            text=True,
            env={"XDG_DATA_HOME": data, "PYTHONPATH": ":".join(sys.path)},
        )
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[3], process.pid
        finally:
            process.terminate()
            process.wait()


def memory_mb(process: int) -> float:
    """Resident memory of a process."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process}/status").read_text())
    assert found is not None
    return int(found[1]) / 1024


def processor_s(process: int) -> float:
    """Processor time that a process has taken."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


# ------------------------------------------------------------------ in the browser


def weigh(browser: Browser, url: str, until: str) -> str:
    """Weigh a page: its files and bytes, and how long they take to load."""
    page = browser.new_page()
    answers: list[Response] = []

    def note(answer: Response) -> None:
        answers.append(answer)

    page.on("response", note)
    started = time.perf_counter()
    page.goto(url)
    page.wait_for_selector(until)
    took_ms = 1000 * (time.perf_counter() - started)
    bodies = [answer.body() for answer in answers]
    page.close()
    plain, packed = (sum(map(len, each)) for each in (bodies, map(gzip.compress, bodies)))
    return f"{len(bodies)} files, {plain:,} bytes as they are sent, {packed:,} with gzip; there after {took_ms:.0f} ms"


def first_line_ms(page: Page) -> float:
    """From loading the page of a tab that searches to the first line."""
    started = time.perf_counter()
    page.reload()
    page.wait_for_selector("#lines li")
    return 1000 * (time.perf_counter() - started)


def line_after_move_ms(page: Page, move: str) -> float:
    """From typing a move to the first line of the position after it, by the page's own clock."""
    page.fill("#move", move)
    return float(
        page.evaluate(
            """() => new Promise(resolve => {
            const started = performance.now(), lines = document.querySelector("#lines");
            let isNew = false;
            new MutationObserver((_, watcher) => {
              isNew ||= lines.children.length === 0;
              if (!isNew || !lines.children.length) return;
              watcher.disconnect();
              resolve(performance.now() - started);
            }).observe(lines, {childList: true});
            document.querySelector("#typed").requestSubmit(); })"""
        )
    )


def drag_frames(page: Page) -> tuple[float, float]:
    """Frames a second while a man is dragged to and fro, and the longest time between two, in milliseconds."""
    boxes = [page.locator(f".square[data-square={square}]").bounding_box() for square in ("d2", "h5")]
    assert boxes[0] is not None
    assert boxes[1] is not None
    (x, y), (to_x, to_y) = ((box["x"] + 30, box["y"] + 30) for box in boxes if box)
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate(COUNT_FRAMES)
    until, step = time.perf_counter() + DRAG_S, 0
    while time.perf_counter() < until:
        share = abs(step % 40 - 20) / 20
        page.mouse.move(x + share * (to_x - x), y + share * (to_y - y))
        step += 1
    times = page.evaluate("() => { const times = window.frames_; window.frames_ = null; return times; }")
    page.mouse.move(x, y)
    page.mouse.up()
    gaps = [after - before for before, after in pairwise(times)]
    return 1000 * len(gaps) / sum(gaps), max(gaps)


def in_browser(url: str, rounds: int) -> None:
    """The times a person would notice."""
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if path is None:
        raise SystemExit("Chromium is missing: apt-get install chromium")
    with (
        sync_playwright() as playwright,
        closing(playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])) as browser,
    ):
        for name, until in PAGES.items():
            print(f"/{name}: {weigh(browser, url + name, until)}")
        page = browser.new_page()
        page.goto(url)
        page.click("#search")
        page.wait_for_selector("#lines li")
        times = [first_line_ms(page) for _ in range(rounds)]
        print(f"from loading to the first line: {statistics.median(times):.0f} ms (of {rounds}, most {max(times):.0f})")
        times = [line_after_move_ms(page, move) for move in MOVES]
        print(f"from a move to its line: {statistics.median(times):.0f} ms (of {len(times)}, most {max(times):.0f})")
        page.click("#new")
        page.click("details:has(#settings) summary")
        page.fill("#threads", str(usable_cores()))
        page.click("#settings button")
        page.wait_for_selector("#lines li")
        frames, longest_ms = drag_frames(page)
        print(f"dragging, {usable_cores()} threads searching: {frames:.0f} frames/s, longest gap {longest_ms:.0f} ms")


# ------------------------------------------------------------------ without a browser


@contextmanager
def tab(url: str) -> Iterator[ClientConnection]:
    """A tab that has said hello."""
    origin: Any = url.rstrip("/")
    with connect(f"{url.replace('http', 'ws')}tab", origin=origin, max_size=None) as socket:
        say(socket, "hello", version=VERSION, token="", language="en", game="", path=[], kept="")
        yield socket


def say(socket: ClientConnection, kind: str, **fields: object) -> None:
    """Send a message."""
    socket.send(json.dumps({"type": kind, **fields}))


def hear(socket: ClientConnection, *kinds: str) -> dict[str, Any]:
    """The next message of these kinds."""
    while True:
        message: dict[str, Any] = json.loads(socket.recv())
        if message["type"] in kinds:
            return message


def farewell(url: str, messages: list[str]) -> str:
    """How a tab ends that sends these."""
    try:
        with tab(url) as socket:
            for message in messages:
                socket.send(message)
            while True:
                hear(socket, "nothing")
    except ConnectionClosed as closed:
        return f"{closed.rcvd.code} {closed.rcvd.reason}" if closed.rcvd else "cut off"


def refusal(url: str, **headers: str) -> int:
    """The status that a request with these headers gets."""
    try:
        with urlopen(Request(url, headers=headers)) as answer:
            return int(answer.status)
    except HTTPError as error:
        return error.code


def hostile(url: str, process: int) -> None:
    """The traces of visitors who mean no good, or too much."""
    print(
        f"foreign Host: {refusal(url, Host='evil.example')}; foreign Origin: {refusal(url, Origin='http://evil.example')}"
    )
    before = memory_mb(process)
    large = json.dumps({"type": "load", "text": "1. e4 e5 2. Nf3 Nc6 " * (LARGE // 20)})
    print(f"a PGN of {LARGE >> 20} MB: {farewell(url, [large])}; memory {memory_mb(process) - before:+.1f} MB")
    with tab(url) as socket:
        for fen in ("8/8/8/8/8/8/8/8 w - - 0 1", "9/8/8/8/8/8/8/8 w - - 0 1", "/" * 100_000, "K" * 100_000 + "/" * 7):
            say(socket, "load", text=fen)
            print(f"FEN {fen[:12]}: {hear(socket, 'notice')['detail'][:80]}")
    print(f"{FLOOD:,} messages at once: {farewell(url, [json.dumps({'type': 'go', 'node': 0})] * FLOOD)}")

    def visit() -> None:
        with tab(url) as socket:
            say(socket, "search", on=True)
            hear(socket, "lines")

    for _ in range(WARM_TABS):
        visit()
    time.sleep(REST_S)
    before = memory_mb(process)
    for _ in range(TABS):
        visit()
    time.sleep(REST_S)
    used, began = memory_mb(process), processor_s(process)
    time.sleep(REST_S)
    print(
        f"{TABS} tabs that searched, opened and closed: memory {before:.1f} MB before, {used:.1f} after;"
        f" then {1000 * (processor_s(process) - began) / REST_S:.0f} ms of processor time a second"
    )


def main(rounds: int) -> None:
    """Measure and print."""
    with server() as (url, process):
        in_browser(url, rounds)
        hostile(url, process)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
