"""tsshogi (npm) reads what is written here as it is meant: start, moves of every line, comments, bookmarks, times."""

import json
import os
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.kifu.reading import read_kifu
from kiebitz.kifu.record import Ending, Kifu
from kiebitz.kifu.writing import kifu_text
from kifu_records import random_record
from sources import ROOT

FOLDERS = (*filter(None, os.environ.get("NODE_PATH", "").split(os.pathsep)), str(ROOT / "build/node/node_modules"))
TSSHOGI = next((folder for folder in FOLDERS if (Path(folder) / "tsshogi").is_dir()), None)
NODE = shutil.which("node")
pytestmark = [
    pytest.mark.check,
    pytest.mark.skipif(
        NODE is None or TSSHOGI is None,
        reason="no Node with tsshogi: apt-get install npm; npm install --prefix build/node tsshogi",
    ),
]
READER = Path(__file__).parent / "tsshogi_records.mjs"
DATA = ROOT / "tests/data/kifu"
GAMES = 20


def spelt(sfen):
    """A start as we write it."""
    return ShogiPosition(sfen, as_written=True).sfen()


def read_by_tsshogi(files):
    """What it reads of each file."""
    command = [NODE, READER, TSSHOGI, *files]
    outcome = subprocess.run(command, capture_output=True, check=True, timeout=120)
    return [json.loads(line) for line in outcome.stdout.decode().splitlines()]


def nodes_of(kifu: Kifu, *, times=True) -> set[tuple]:
    """Every move and end of a record: the moves to it, and what is said there."""
    found = {("", "", kifu.comment, kifu.bookmark, 0.0)}
    for number, line in enumerate(kifu.lines):
        whole = kifu.line(number)
        before = len(whole) - len(line.moves)
        for place, move in enumerate(line.moves):
            path = " ".join(whole[: before + place + 1])
            found.add((path, "", move.comment, move.bookmark, move.seconds or 0.0))
        if line.ending:
            end = line.ending
            found.add((" ".join(whole), "end", end.comment, end.bookmark, end.seconds or 0.0))
    return {(*node[:4], node[4] if times else 0.0) for node in found}


def plain(nodes: set[tuple]) -> set[tuple]:
    """Nodes without the line ends behind their comments, of which tsshogi adds one."""
    return {(*node[:2], node[2].rstrip("\n"), *node[3:]) for node in nodes}


def with_distinct_moves(chance: random.Random, **options) -> Kifu:
    """A random record whose moves all differ from those of their siblings: tsshogi keeps one of two that are equal."""
    while True:
        kifu = random_record(chance, **options)
        seen = set()
        for number, line in enumerate(kifu.lines):
            path = kifu.line(number)
            begin = len(path) - len(line.moves)
            paths = {tuple(path[:end]) for end in range(begin + 1, len(path) + 1)}
            paths |= {(*path, "end")} if line.ending else set()
            if paths & seen:
                break
            seen |= paths
        else:
            return kifu


@pytest.mark.parametrize(("format", "suffix"), [("kif", "kifu"), ("ki2", "ki2u"), ("csa", "csa")])
def test_what_is_written_is_read_alike(format, suffix, tmp_path):
    chance = random.Random(7)
    games, files = [], []
    for number in range(GAMES):
        kifu = with_distinct_moves(chance, branches=0 if format == "csa" else 6)
        text = kifu_text(kifu, format).text
        [read] = read_kifu(text)
        files.append(tmp_path / f"{number}.{suffix}")
        files[-1].write_text(text, encoding="utf-8")
        games.append(read)
    for kifu, theirs in zip(games, read_by_tsshogi(files), strict=True):
        assert "fault" not in theirs, theirs
        assert spelt(theirs["sfen"]) == spelt(kifu.sfen)
        nodes = {(path, "end" if end else "", *rest) for path, end, *rest in theirs["nodes"]}
        assert plain(nodes) == plain(nodes_of(kifu))


@pytest.mark.parametrize(
    "name",
    [
        *("branches.kifu", "tsume.kifu", "handicap.kifu", "comments.csa", "doubled.ki2u"),
        *("nine_pawns.kifu", "no_kings.kifu"),  # starts that no game leads to
    ],
)
def test_files_are_read_alike(name):
    [theirs] = read_by_tsshogi([DATA / name])
    [kifu] = read_kifu(DATA / name)
    assert spelt(theirs["sfen"]) == spelt(kifu.sfen)
    nodes = {(path, "end" if end else "", *rest) for path, end, *rest in theirs["nodes"]}
    assert plain(nodes) == plain(nodes_of(kifu))
    assert kifu.ending in (None, Ending.RESIGNATION, Ending.INTERRUPTION)
