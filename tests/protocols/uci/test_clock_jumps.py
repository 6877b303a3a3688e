"""The wall clock may be put forward or back while a search runs: no limit hears of it."""

import ast
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from commands import ENVIRONMENT
from sources import PACKAGE

pytestmark = pytest.mark.check

LIBRARIES = sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
WALL_CLOCKS = {"time", "time_ns"}
PATIENCE_S = 20
AN_HOUR_MS = 3_600_000
ASK = "import sys, time; from datetime import datetime; print(datetime.now().year)"


def faked(folder, command, **more):
    """A process whose wall clock, and no other, is what the file ``clock`` in a folder says at any moment."""
    environment = ENVIRONMENT | {
        "LD_PRELOAD": str(LIBRARIES[0]),
        "FAKETIME_TIMESTAMP_FILE": str(folder / "clock"),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
    return subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, **more
    )


def put_clock(folder, offset):
    whole = folder / "clock.new"
    whole.write_text(f"{offset}\n")
    whole.replace(folder / "clock")


def can_fake(folder):
    put_clock(folder, "+3650d")
    told, _ = faked(folder, [sys.executable, "-c", ASK]).communicate(timeout=PATIENCE_S)
    return int(told) > time.gmtime().tm_year + 5


@pytest.mark.skipif(not LIBRARIES or "LD_PRELOAD" in os.environ, reason="no faketime (Debian: faketime)")
@pytest.mark.parametrize(
    ("go", "jump"),
    [
        ("go movetime 1000", "+3650d"),
        ("go wtime 20000 btime 20000", "-3650d"),
        pytest.param("go movetime 1000", "-3650d", marks=pytest.mark.nightly),
        pytest.param("go wtime 20000 btime 20000", "+3650d", marks=pytest.mark.nightly),
    ],
)
def test_no_limit_hears_of_a_jump(tmp_path, go, jump):
    if not can_fake(tmp_path):
        pytest.skip("libfaketime doesn't work here")
    put_clock(tmp_path, "+0")
    process = faked(tmp_path, [sys.executable, "-m", "kiebitz.protocols.uci.loop"])
    try:
        process.stdin.write(f"position startpos\n{go}\n")
        taken_ms = []
        for told in process.stdout:
            if told.startswith("bestmove"):
                break
            if found := re.search(r" time (\d+)", told):
                put_clock(tmp_path, jump)
                taken_ms.append(int(found[1]))
        assert taken_ms == sorted(taken_ms)
        assert taken_ms[-1] < AN_HOUR_MS
    finally:
        process.kill()
        process.communicate()


def asks_the_wall_clock(text):
    for node in ast.walk(ast.parse(text)) if re.search(r"\b(import|from) time\b", text) else ():
        if isinstance(node, ast.ImportFrom) and node.module == "time":
            yield from {name.name for name in node.names} & WALL_CLOCKS
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "time":
            yield from {node.attr} & WALL_CLOCKS


def test_nothing_asks_the_wall_clock_how_long_it_takes():
    assert list(asks_the_wall_clock("import time\nbegan = time.time()"))
    assert list(asks_the_wall_clock("from time import monotonic, time_ns"))
    paths = [path for path in PACKAGE.rglob("*.py") if any(asks_the_wall_clock(path.read_text(encoding="utf-8")))]
    assert paths == []
