"""What is opened in a PGN and never closed takes memory in proportion to its text, whoever reads it, and ends."""

import gzip
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.check,
    pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="a process's peak of memory is Linux's to tell"),
]

# What each begins with, and what is repeated then.
CONSTRUCTS = {
    "tag": ('[White "', "a"),
    "tag of quotes": ('[White "', '\\"'),
    "tag of backslashes": ('[White "', "\\\\"),
    "tag of lines": ('[White "', "a\n"),
    "tag's name": ("[", "a"),
    "tag's gap": ("[White", " "),
    "brackets": ("", "["),
    "tags that begin": ("", "[a "),
    "tags again": ("", '[A "b"]\n'),
    "comment": ("1. e4 {", "a"),
    "comment of emoji": ("1. e4 {", "\N{GRINNING FACE}"),
    "clocks": ("1. e4 {", "[%clk "),
    "evaluation": ("1. e4 {[%eval ", "1"),
    "braces": ("1. e4 ", "{"),
    "closing braces": ("1. e4 ", "}"),
    "rest of a line": ("1. e4 ;", "a"),
    "parentheses": ("1. e4 ", "("),
    "variations": ("1. e4 ", "(1. d4 "),
    "closing parentheses": ("1. e4 ", ")"),
    "escaped line": ("1. e4\n%", "a"),
    "glyph": ("1. e4 $", "1"),
    "dollars": ("1. e4 ", "$"),
    "stars": ("1. e4 ", "*"),
    "number": ("1. e4 ", "1"),
    "dots": ("1. e4 ", "."),
    "word": ("1. e4 ", "e4"),
    "string": ('1. e4 "', "a"),
    "spaces": ("1. e4 ", " "),
    "empty lines": ("1. e4 ", "\n "),
}
READ = """
import sys
from pathlib import Path
from kiebitz.analysis.reading.archive import RawGame, read_archive
from kiebitz.analysis.reading.games import read_games
from kiebitz.analysis.reading.reader import read_game

how, *paths = sys.argv[1:]
for path in paths:
    if how == "light":
        for game in read_games(path, comments=True, on_fault=lambda fault: None):
            pass
    elif how == "tree":
        for raw in read_archive(path, lambda fault: None):
            read_game(raw)
    else:
        read_game(RawGame("whole", 1, 1, Path(path).read_text(), "utf-8"))
with open("/proc/self/status") as status:
    print(next(line.split()[1] for line in status if line.startswith("VmHWM")))
"""
WAYS = ("light", "tree", "whole")
MB = 1 << 20
ROOM = 100 * MB
A_BYTE = 8


def peak_bytes(how, *paths):
    """The most memory that a process takes which reads files, one after another."""
    reading = subprocess.run([sys.executable, "-c", READ, how, *paths], check=True, capture_output=True)
    return 1024 * int(reading.stdout)


def text_of(construct, size):
    beginning, repeated = CONSTRUCTS[construct]
    return beginning + repeated * ((size - len(beginning)) // len(repeated.encode()))


def written(folder, construct, size):
    path = folder / f"{construct}.pgn"
    path.write_text(text_of(construct, size))
    return path


@pytest.mark.parametrize(("how", "size"), [("light", MB), ("tree", MB // 4), ("whole", MB // 4)])
def test_unclosed_constructs_take_memory_in_proportion(tmp_path, how, size):
    paths = [written(tmp_path, construct, size) for construct in CONSTRUCTS]
    assert peak_bytes(how, *paths) <= ROOM + A_BYTE * size


@pytest.mark.full
@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize("size", [4 * MB, 16 * MB], ids=["4 MB", "16 MB"])
@pytest.mark.parametrize("construct", CONSTRUCTS)
def test_a_large_one_does_so_too(tmp_path, construct, size, how):
    assert peak_bytes(how, written(tmp_path, construct, size)) <= ROOM + A_BYTE * size


def test_a_small_file_that_unpacks_to_an_unclosed_tag(tmp_path):
    path = tmp_path / "tag.pgn.gz"
    path.write_bytes(gzip.compress(text_of("tag", 16 * MB).encode()))
    assert path.stat().st_size < 20_000
    for how in ("light", "tree"):
        assert peak_bytes(how, path) <= ROOM + A_BYTE * 16 * MB
