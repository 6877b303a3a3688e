"""Every command line of the pages runs: those of a page one after another in one folder, with smaller numbers.

Files that a page names lie there, and a placeholder has a value. ``NOT_RUN`` and ``NEEDED`` say what isn't run, and who
runs it instead. What pages show in JSON, YAML and SQL is read and asked.
"""

import contextlib
import doctest
import gzip
import json
import os
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
import tomllib
import zlib
from pathlib import Path

import pytest
import zstandard

import kiebitz
from commands import PATIENCE_S, run_here
from kiebitz.arena.records.files import format_of, writing
from kiebitz.core.records.entries import Entries
from kiebitz.core.records.shogi_entries import ShogiEntries
from kiebitz.core.shogi.sfen import START_SFEN
from kiebitz.protocols.uci.options import OPTIONS
from markdown_page import code_lines
from pages import PAGES, misses, ours, short
from sources import ROOT, SOURCES

pytestmark = pytest.mark.nightly

GAME = '[TimeControl "900"]\n' + (ROOT / "examples/carlsen-anand-2014-game-6.pgn").read_text()
ANNA = """[White "Anna"]
[Black "Bert, B"]
[Date "2024.05.01"]
[WhiteElo "2300"]
[BlackElo "2250"]
[TimeControl "600"]
[ECO "B20"]
[Result "0-1"]

1. e4 c5 2. Nf3 Nc6 3. g4 e5 4. f3 Qh4+ 0-1
"""
BACK_RANK = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
SHOGI = ["7g7f", "3c3d", "2g2f", "8c8d", "2f2e", "8d8e", "6i7h", "4a3b"]
PLACEHOLDERS = {
    "FEN": f'"{BACK_RANK}"',
    "MOVE": "Ra8",
    "DIR": "made",
    "SETTINGS": "null_move=off",
    "17": "1",
    "23": "2",
}
NUMBERS = {
    **dict.fromkeys(("--depth", "-d"), "4"),
    **dict.fromkeys(("--nodes", "-n"), "300"),
    **dict.fromkeys(("--jobs", "-j", "--pairs", "--sample"), "1"),
    **dict.fromkeys(("--games", "--seconds"), "2"),
    "--movetime": "50",
    "--byoyomi": "0.02",
    "--tc": "0.5+0.02",
}
"""What stands in a command in the place of a bigger number."""
LIMITS = {
    **dict.fromkeys(("analyse", "explain", "best", "games analyse"), ("--nodes", "300")),
    "lab tree": ("--depth", "4"),
    "match": ("--games", "2"),
    "games remove": ("--yes",),
}
"""What is said to a command where the page leaves it to its default."""
NOT_RUN = {
    "serve": "runs until it is ended: tests/web",
    "play": "asks for moves until the game ends: tests/play",
    "lab play": "asks for moves: tests/classroom/board/test_opponent.py",
    "games practice": "asks for moves: tests/collection/test_practice.py",
    "games fetch": "needs Lichess and chess.com: tests/collection/test_fetching.py, by a server of its own",
    "hardware": "simulates for minutes: hydra/tests",
    "machines": "claims/tests/machines",
    **{f"lab {name}": "claims/tests/test_lab_command.py" for name in ("list", "show", "run", "report", "pages")},
    "gauntlet": "needs many other engines: tests/arena/match",
    "train": "runs for hours: tests/arena/train",
    "tune": "plays for minutes: tests/arena/tune",
}
"""Commands that aren't run here, and why."""
NEEDED = {
    "--uci": "speaks UCI until it is ended: tests/cluster/test_dialogue.py",
    "--ray": "a cluster's address: tests/analysis/farm/test_ray_farm.py",
    "--hostfile": "a list of machines: tests/cluster/test_mpi.py",
    "--syzygy": "tablebases of 100 MB: tests/analysis/explanation, with those of four men",
    "uci:./yours": "the reader's engine",
    "nn-ad9b42354671.nnue": "a network of 48 MB: tests/core/evaluation/nnue",
    "usi:/usr/games/gpsusi": "an engine that Debian doesn't have",
}
"""What in a command keeps it from being run here."""
ENGINES = ("fairy-stockfish", "stockfish")
SHOWN = re.compile(r"^ *```(json|yaml)\n(.*?)^ *```", re.MULTILINE | re.DOTALL)


def split(line):
    """A line's words; none if it is no command."""
    try:
        return shlex.split(line, comments=True)
    except ValueError:
        return []


def commands_of(page):
    """The page's lines that begin with ``kiebitz``, or with what starts it, and the words after it."""
    lines = [(line, ours(split(line))) for line in code_lines(page)]
    return [(line, rest) for line, rest in lines if rest is not None]


def is_run(line, words):
    """Whether a command is run here."""
    said = any(f"{' '.join(words)} ".startswith(f"{each} ") for each in NOT_RUN)
    return not said and not any(need in split(line) for need in NEEDED)


def smaller(line, words):
    """A command's line for the shell, its placeholders filled in and its numbers made small."""
    line = re.sub(r"\s+#.*", "", line)
    for name, value in PLACEHOLDERS.items():
        line = re.sub(rf"(?<=\s){name}(?=\s|$)", value, line)
    for option, number in NUMBERS.items():
        line = re.sub(rf"(?<=\s){option} \S+", f"{option} {number}", line)
    for name, limit in LIMITS.items():
        if " ".join(words).startswith(f"{name} ") and limit[0] not in words and "--movetime" not in words:
            line = line.replace(f"kiebitz {name} ", f"kiebitz {name} {' '.join(limit)} ", 1)
    # What has ended can't be resumed, and what a page's line before has begun has ended.
    return f"rm -f *.analysed.*; {line}" if "--resume" in words else line


def lay_files(folder):
    """What the pages' commands read, and where they write to."""
    record = "\n".join((GAME, ANNA))
    for name in ("game.pgn", "mygames.pgn"):
        (folder / name).write_text(GAME)
    for name in ("archive.pgn", "mine.pgn", "january.pgn", "february.pgn"):
        (folder / name).write_text(record)
    for name in ("white.pgn", "more.pgn"):
        (folder / name).write_text('[Orientation "white"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 *\n')
    (folder / "archive.pgn.gz").write_bytes(gzip.compress(record.encode()))
    evaluated = re.sub(r"(\d\. \S+)", r"\1 { [%eval 0.3] }", ANNA)
    packed = zstandard.compress("\n".join((GAME, evaluated)).encode())
    for name in ("dump", "lichess", "archive", "january"):
        (folder / f"{name}.pgn.zst").write_bytes(packed)
    (folder / "old-folder").mkdir()
    (folder / "old-folder" / "old.pgn").write_text(ANNA.replace("2024", "2023"))
    (folder / "team.txt").write_text("Anna\n")
    (folder / "wac.epd").write_text('2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";\n')
    (folder / "problems.txt").write_text(f"4k4/9/4P4/9/9/9/9/9/9 b G 1\n{BACK_RANK}\n")
    (folder / "positions.txt").write_text(f"{BACK_RANK}\n")
    game = kiebitz.Kifu.of_moves(SHOGI)
    (folder / "kifu-folder").mkdir()
    for name in ("game.kif", "game.csa", "kifu-folder/other.kif"):
        kiebitz.write_kifu(game, folder / name)
    kiebitz.write_kifu(kiebitz.Kifu.of_moves([], "4k4/9/4P4/9/9/9/9/9/9 b G 1"), folder / "tsume.kifu")
    (folder / "folder").mkdir()
    entries = Entries()
    entries.take(["6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"], ["a1a8"], b"\0\1", b"\0\0", b"\1")
    for name in ("games.bin", "games.binpack"):
        with writing(folder / name, format_of(name, None)) as file:
            file.add(entries)
    shogi_entries = ShogiEntries()
    shogi_entries.take([START_SFEN], ["7g7f"], b"\0\1", b"\1\0", b"\1")
    with writing(folder / "games.psv", "psv", "shogi") as file:
        file.add(shogi_entries)


def run_line(line, folder):
    """Run a line in the shell, where ``kiebitz`` is this one."""
    programs = folder / "programs"
    programs.mkdir(exist_ok=True)
    (programs / "kiebitz").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m kiebitz "$@"\n')
    (programs / "kiebitz").chmod(0o755)
    reach = os.pathsep.join((str(programs), str(Path(sys.executable).parent), os.environ["PATH"], "/usr/games"))
    own = {"PATH": reach, "XDG_DATA_HOME": str(folder / "own"), "PYTHONPATH": os.pathsep.join(map(str, SOURCES))}
    return subprocess.run(
        ["/bin/sh", "-c", line],
        cwd=folder,
        env=os.environ | own,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


@pytest.mark.parametrize("page", [page for page in PAGES if commands_of(page)], ids=short)
def test_the_commands_of_a_page_run(page, tmp_path):
    lay_files(tmp_path)
    if page.name == "kifu.md":  # elsewhere it is written
        shutil.copy(tmp_path / "game.csa", tmp_path / "games.csa")
    for line, words in commands_of(page):
        missing = [name for name in ENGINES if name in line and not shutil.which(name, path="/usr/games:/usr/bin")]
        if is_run(line, words) and not missing:
            done = run_line(smaller(line, words), tmp_path)
            assert done.returncode == 0, (smaller(line, words), done.stdout, done.stderr)


def test_what_is_not_run_is_told_somewhere():
    """And most is run."""
    every = [command for page in PAGES for command in commands_of(page)]
    left = [(line, words) for line, words in every if not is_run(line, words)]
    assert len(left) < len(every) / 2
    for name in NOT_RUN:
        assert any(" ".join(words).startswith(name) for _, words in left), name
    for need in NEEDED:
        assert any(need in split(line) for line, _ in left), need
    for reason in (*NOT_RUN.values(), *NEEDED.values()):
        for path in re.findall(r"(?:\w+/)*tests/[\w/.]+", reason):
            assert (ROOT / path).exists(), path


def test_what_pages_show_in_json_and_yaml_is_read():
    """The programs in it are ours, and so are the options that it sets."""
    programs = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    names = {option.name for option in OPTIONS}
    shown = [(kind, text) for page in PAGES for kind, text in SHOWN.findall(page.read_text())]
    assert sorted(kind for kind, _ in shown) == ["json", "json", "yaml"]
    for kind, text in shown:
        if kind == "yaml":
            assert re.search(r'name: "([\w-]+)"', text)[1] in programs
            assert set(re.findall(r"^    ([\w ]+):", text, re.MULTILINE)) <= names
            continue
        read = json.loads(text)
        if isinstance(read, list):
            assert read[0]["command"] in programs
            assert {option["name"] for option in read[0]["options"]} <= names
        else:
            server = read["mcpServers"]["kiebitz"]
            assert server["command"] in programs
            assert misses(server["args"]) is None


def test_sql_of_the_pages_is_answered(tmp_path):
    """SQLite of a collection, and DuckDB of an analysis."""
    import duckdb

    lay_files(tmp_path)
    made = ["kiebitz games add mine.pgn", "kiebitz analyse --nodes 300 archive.pgn --parquet data"]
    assert [run_line(line, tmp_path).returncode for line in made] == [0, 0]
    collection = sqlite3.connect(tmp_path / "own/kiebitz/games/collection.sqlite")
    collection.create_function("sqlar_uncompress", 2, lambda blob, size: zlib.decompress(blob, bufsize=size))
    asked = re.findall(r'^sqlite3 collection\.sqlite "(.*?)"$', (ROOT / "docs/games.md").read_text(), re.S | re.M)
    people, text = (collection.execute(each.replace("= 17", "= 2")).fetchall() for each in asked)
    assert ("Anna", "Bert, B", "2024.05.01", "0-1", "B20") in people
    assert text[0][0].decode().strip() == ANNA.strip()
    collection.close()
    (views,) = re.findall(r'^duckdb -c "(.*?) SELECT …"$', (ROOT / "docs/survey.md").read_text(), re.S | re.M)
    with contextlib.chdir(tmp_path), duckdb.connect() as connection:
        connection.execute(views)
        for view in ("games", "moves", "openings"):
            assert connection.execute(f"SELECT COUNT(*) FROM {view}").fetchone()[0] >= 1, view


def test_what_the_mailbox_shows():
    text = (ROOT / "docs/from-mailbox-to-bitboards.md").read_text()
    (shown,) = re.findall(r"^```\n(>>> .*?)^```", text, re.MULTILINE | re.DOTALL)
    test = doctest.DocTestParser().get_doctest(shown, {}, "from-mailbox-to-bitboards.md", None, None)
    assert doctest.DocTestRunner().run(test).failed == 0


def test_explanations_that_are_shown_are_those_that_come():
    """What is proven; scores and the lines behind a colon are the network's."""
    (shown,) = re.findall(r"^```\n(kiebitz explain.*?)^```", (ROOT / "docs/explain.md").read_text(), re.M | re.S)
    talks = [talk.partition("\n") for talk in shown.split("\n\n")][:2]
    told = [run_here(*shlex.split(command)[1:]).out for command, _, _ in talks]
    sentences = [
        (re.sub(r": \d.*", "", line), out)
        for (_, _, shown), out in zip(talks, told, strict=True)
        for line in shown.splitlines()[1:]
        if " is the best answer" not in line
    ]
    assert len(sentences) == 4
    assert all(sentence in out for sentence, out in sentences), told
