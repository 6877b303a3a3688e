"""Damaged records: no byte of them ends the reading, moves before the damage are kept, and no size takes too much."""

import random
import subprocess
import sys

import pytest

from commands import ENVIRONMENT
from kiebitz.commandline.clean_text import clean
from kiebitz.kifu.encoding import BY_SUFFIX, encode
from kiebitz.kifu.reading import read_kifu
from kiebitz.kifu.writing import FORMATS, kifu_text
from kifu_records import random_record
from sources import ROOT

pytestmark = pytest.mark.check

FILES = sorted((ROOT / "tests/data/kifu").iterdir())
QUICK, LONG = 3_000, 100_000
WORDS = (
    "変化：3手",
    "まで",
    "手合割：その他",
    "先手の持駒：",
    "|v玉",
    "+7776FU",
    "T5",
    "%TORYO",
    "/",
    "P+00AL",
    "PI",
    "同",
    "打",
    "成",
    "不成",
    "右",
    "投了",
    "( 0:05/00:00:05)+",
    "*",
    "&",
    "#",
    "▲",
)
MEGABYTES = 16


def damaged(data: bytes, chance: random.Random) -> tuple[bytes, int]:
    """A record changed at one to four places, and the first of them."""
    first = len(data)
    for _ in range(chance.randrange(1, 5)):
        place = chance.randrange(len(data) + 1)
        length = chance.choice((0, 1, 1, 2, 10, 200))
        match chance.randrange(5):
            case 0:
                new = bytes(chance.randrange(256) for _ in range(chance.randrange(4)))
            case 1:
                new = chance.choice(WORDS).encode(chance.choice(("utf-8", "cp932")))
            case 2:
                new = b"\n" * chance.randrange(3)
            case 3:
                other = chance.randrange(len(data) + 1)
                new = data[other : other + chance.randrange(300)]
            case _:
                new = b""
        data = data[:place] + new + data[place + length :]
        first = min(first, place)
    return data, first


def originals(chance: random.Random):
    """Records as files, and how many moves of the main line stand before each of their bytes."""
    for file in FILES:
        yield file.read_bytes()
    for suffix in (".kif", ".kifu", ".ki2", ".ki2u", ".csa", ".jkf"):
        text = kifu_text(random_record(chance), FORMATS[suffix]).text
        yield encode(text, BY_SUFFIX[suffix])[0]


def read_through(count: int, seed: int) -> None:
    chance = random.Random(seed)
    done = 0
    while done < count:
        for data in originals(chance):
            [whole] = read_kifu(data)
            for _ in range(30):
                changed, first = damaged(data, chance)
                told = []
                games = list(read_kifu(changed, on_fault=told.append))
                for fault in (*told, *(fault for game in games for fault in game.faults)):
                    assert clean(str(fault)) == str(fault), changed
                for game in games:
                    if game.sfen is not None:
                        text, left_out = kifu_text(game)
                        [again] = read_kifu(text)
                        assert again == game or left_out, changed
                head = data[:first].rpartition(b"\n")[0] + b"\n"
                before = list(read_kifu(head, on_fault=told.append)) if first else []
                if before and before[0].lines[0].moves and games and not told:
                    moves = before[0].moves
                    assert games[0].moves[: len(moves)] == moves == whole.moves[: len(moves)], changed
                done += 1


@pytest.mark.nightly
def test_damaged_records():
    read_through(QUICK, 1)


@pytest.mark.nightly
@pytest.mark.timeout(7200)
def test_a_hundred_thousand_damaged_records():
    read_through(LONG, 2)


BEGIN = "手合割：平手\n1 ７六歩(77)\n"
PARTS = {
    "comments": (BEGIN, "*ab\n"),
    "empty comments": (BEGIN, "*\n"),
    "one comment": (BEGIN + "*", "長い"),
    "bookmarks": ("", "&a\n"),
    "headers": ("", "備考：あ\n"),
    "other headers": ("", None),
    "spaces": ("1", " "),
    "full-width spaces": ("▲", "　"),
    "one line of moves": ("", "▲７六歩 "),
    "wrong moves": ("", "   1 ７六歩(77)\n"),
    "branches": (BEGIN, "変化:1手\n1 76歩(77)\n"),
    "branches of branches": ("", None),
    "branches that no line has": (BEGIN, "変化：9手\n"),
    "rows of a board": ("", "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n"),
    "one row": ("|", " ・"),
    "a hand": ("先手の持駒：", "歩"),
    "hands": ("", "先手の持駒：歩\n"),
    "digits": ("", "1"),
    "times": (BEGIN + "2 ３四歩(33) ", "(0:0/"),
    "ends": (BEGIN, "2 投了\n"),
    "nothing": ("", "\n"),
    "no line": ("", "x\n"),
    "games": ("", f"{BEGIN}*{'x' * 100}\n"),
    "CSA": ("V2.2\nPI\n+\n", "'*ab\n"),
    "CSA commas": ("V2.2\nPI\n+\n", ","),
    "CSA men": ("V2.2\nP+", "00FU"),
    "CSA games": ("V2.2\n", f"PI\n+\n'*{'x' * 100}\n/\n"),
    "CSA times": ("V2.2\nPI\n+\n", "T5\n"),
    "CSA moves": ("V2.2\nPI\n+\n", "+7776FU\n"),
}
SPECIAL = {
    "other headers": lambda number: f"h{number}：{number}\n",
    "branches of branches": lambda number: (
        f"変化：{number + 1}手\n{number + 1} {('38飛(28)', '72飛(82)', '28飛(38)', '82飛(72)')[number % 4]}\n"
    ),
}
# In a process of its own: what it has taken before counts for nothing.
MEASURED = """
import sys, time
from kiebitz.kifu.reading import read_kifu
def kilobytes():
    with open("/proc/self/status") as status:
        return int(next(line.split()[1] for line in status if line.startswith("VmHWM")))
list(read_kifu("+7776FU\\n"))
before, begun = kilobytes(), time.process_time()
games = faults = 0
for game in read_kifu(sys.argv[1], on_fault=print):
    games += 1
print(kilobytes() - before, time.process_time() - begun, games)
"""


@pytest.mark.full
@pytest.mark.parametrize("name", PARTS)
def test_memory_and_time_of_large_records(name, tmp_path):
    start, part = PARTS[name]
    size = MEGABYTES << 20
    if part is None:
        pieces, length, number = [], 0, 0
        while length < size:
            pieces.append(SPECIAL[name](number))
            length += len(pieces[-1].encode())
            number += 1
        text = start + "".join(pieces)
    else:
        text = start + part * (size // len(part.encode()))
    path = tmp_path / "large.kifu"
    path.write_text(text, encoding="utf-8")
    outcome = subprocess.run(
        [sys.executable, "-c", MEASURED, path], env=ENVIRONMENT, capture_output=True, check=True, timeout=280
    )
    kilobytes = int(outcome.stdout.split()[-3])
    assert kilobytes < (100 << 10) + 8 * (size >> 10), outcome.stdout
