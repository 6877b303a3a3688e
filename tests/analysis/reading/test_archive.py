import bz2
import codecs
import gzip
import io
import lzma
import sys
import zipfile
from types import SimpleNamespace

import pytest

from kiebitz.analysis.reading.archive import ArchiveError, archives_in, check_readable, cut_bytes, read_archive

TWO = '[Event "A"]\n[White "X"]\n\n1. e4 e5 1-0\n\n[Event "B"]\n\n1. d4 *\n'


def cut(path):
    faults = []
    return list(read_archive(str(path), faults.append)), faults


@pytest.fixture
def write(tmp_path):
    def writer(data, name="a.pgn"):
        path = tmp_path / name
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return path

    return writer


def starts(games):
    return [(game.number, game.line) for game in games]


def test_games_their_numbers_and_lines(write):
    games, faults = cut(write(TWO))
    assert starts(games) == [(1, 1), (2, 6)]
    assert games[0].text.startswith('[Event "A"]')
    assert games[1].text.endswith("1. d4 *\n")
    assert not faults


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_line_ends(write, newline):
    games, _ = cut(write(TWO.replace("\n", newline)))
    assert starts(games) == [(1, 1), (2, 6)]
    assert "\r" not in games[0].text


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("\n\n  \n", 0),
        ('[Event "A"]\n1. e4 *\n[Event "B"]\n1. d4 *\n', 2),  # no empty lines at all
        ('[Event "A"]\n\n[White "X"]\n\n1. e4 *\n', 1),  # an empty line among the tags
        ('[Event "A"]\n\n1. e4\n\ne5 2. Nf3 *\n', 1),  # an empty line among the moves
        ("1. e4 e5 *\n\n1. d4 d5 *\n", 2),  # no tags
        ("1. e4 e5\n\n1. d4 d5\n", 2),  # neither tags nor results
        ('[Event "A"]\n\n{ a comment }\n\n1. e4 *\n', 1),  # a comment apart
        ('[Event "A"]\n\n{ a comment\n\n[Event "no"\n and more } 1. e4 *\n', 1),  # the comment holds it
        ('[Event "A"]\n\n{ a comment\n\n[Event "B"]\n\n1. e4 {and} *\n', 2),  # never closed, as it seems
        ('[Event "A"]\n\n{ over\n\n[White "lines"] } 1. e4 *\n\n[Event "B"]\n\n*\n', 2),
        ('[Event "A"]\n\n*\n\n[Event "B"]\n\n*\n', 2),
        ('[Event "A"]\n[White "x"]\n\n[Event "B"]\n[White "y"]\n', 2),  # tags only
        ('[Event "A"]\n\n1. e4 {[%eval 0.3]\n[%clk 0:01:00]} *\n', 1),
        ('% escaped\n[Event "A"]\n\n1. e4 ; { no comment\n*\n\n[Event "B"]\n\n*\n', 2),
        ('[Event "A"]\n\n1. e4 } *\n\n[Event "B"]\n\n*\n', 2),
    ],
)
def test_where_games_end(write, text, count):
    games, _ = cut(write(text))
    assert len(games) == count
    assert "".join(game.text for game in games).split() == text.split()


def test_a_comment_never_closed_ends_with_its_game(write):
    games, _ = cut(write('[Event "A"]\n\n1. e4 { oops\n\n[Event "B"]\n\n1. d4 *\n\n[Event "C"]\n\n*\n'))
    assert starts(games) == [(1, 1), (2, 5), (3, 9)]
    assert [game.unclosed_comment for game in games] == [3, 0, 0]


def test_encodings(write):
    tag = '[Event "Ž"]\n[White "Müller"]\n\n1. e4 *\n\n'
    assert cut(write(codecs.BOM_UTF8 + tag.encode()))[0][0].text.startswith("[Event")
    for encoding in ("utf-16", "utf-8"):
        games, faults = cut(write(tag.encode(encoding)))
        assert "Müller" in games[0].text
        assert not faults
    for encoding in ("utf-16-le", "utf-16-be"):  # without a mark
        games, (told,) = cut(write(tag.encode(encoding)))
        assert "Ž" in games[0].text
        assert encoding in told.text
    # Each game for itself: archives are often glued together.
    games, faults = cut(write(tag.encode() + tag.encode("cp1252") * 2 + tag.encode()))
    assert [game.encoding for game in games] == ["utf-8", "cp1252", "cp1252", "utf-8"]
    assert all("Müller" in game.text and "Ž" in game.text for game in games)
    assert len(faults) == 1
    assert "game 2, line 6" in str(faults[0])
    assert "Windows-1252" in str(faults[0])
    games, faults = cut(write(b'[White "\x81\xfc"]\n\n*\n'))
    assert games[0].encoding == "latin-1"
    assert "ISO 8859-1" in faults[0].text


NAMES = {
    "cp1250": ("Šťastný, Žofie", "Łukowska, Ćwika"),
    "cp1251": ("Иванов, Пётр", "Щукина, Юлия"),
    "koi8-r": ("Карпов, Анатолий", "Таль, Михаил"),
    "gb18030": ("王小明", "李红梅"),
    "big5": ("陳小明", "林海峰"),
    "cp932": ("羽生善治", "藤井聡太"),
    "euc_jp": ("はやし まさお", "羽生善治"),
    "iso2022_jp": ("羽生善治", "藤井聡太"),
    "cp1252": ("Müller, Jörg", "Núñez, Ángel"),
}


@pytest.mark.parametrize("encoding", NAMES)
def test_old_encodings_are_told_by_their_letters(write, encoding):
    white, black = NAMES[encoding]
    text = f'[Event "{{[\\x"]\n[White "{white}"]\n[Black "{black}"]\n\n1. e4 {{{black}}} e5 *\n\n'
    games, faults = cut(write((text * 2).encode(encoding)))
    assert [(game.encoding, game.text.strip()) for game in games] == [(encoding, text.strip())] * 2
    assert len(faults) == 1
    path = str(write(text.encode(encoding)))
    named = list(read_archive(path, pytest.fail, encoding))
    assert [(game.encoding, game.text.strip()) for game in named] == [(encoding, text.strip())]


@pytest.mark.parametrize(
    "name", ["Süß", "Öz, Åå", "Lefèvre, Hélène", "Kjær, Bjørn Åge", "João Gonçalves", "é", "Þór Guðný"]
)
def test_the_west_stays_the_west(write, name):
    games, _ = cut(write(f'[White "{name}"]\n\n*\n'.encode("cp1252")))
    assert (games[0].encoding, name in games[0].text) == ("cp1252", True)


def test_a_damaged_letter_makes_no_other_encoding(write):
    text = '[White "王小明 Müller"]\n\n1. e4 *\n\n' * 5
    games, faults = cut(write(text.encode().replace(b"\xe5", b"\xff", 1)))
    assert [fault.game for fault in faults] == [1]
    assert {game.encoding for game in games} == {"utf-8"}
    assert ["王小明" in game.text for game in games] == [False, True, True, True, True]


@pytest.mark.parametrize(("head", "kind"), [(b"7z\xbc\xaf'\x1c", "7z"), (b"Rar!\x1a\x07\x01\x00", "RAR")])
def test_archives_that_can_not_be_read_are_named(write, head, kind):
    with pytest.raises(ArchiveError, match=f"a {kind} archive: unpack it first"):
        cut(write(head + bytes(99)))


def test_gzip_is_known_by_its_content(write):
    assert len(cut(write(gzip.compress(TWO.encode()), "a.pgn.gz"))[0]) == 2
    assert len(cut(write(gzip.compress(TWO.encode()), "misnamed.pgn"))[0]) == 2
    assert len(cut(write(TWO, "misnamed.pgn.gz"))[0]) == 2


def test_damaged_gzip_gives_what_is_before(write):
    many = "".join(f'[Event "{number}"]\n\n1. e4 *\n\n' for number in range(20000)).encode()
    packed = gzip.compress(many)
    games, faults = cut(write(packed[: len(packed) // 2], "half.pgn.gz"))
    assert 5000 < len(games) < 15000
    assert len(faults) == 1
    assert "damaged from here on" in faults[0].text
    broken = bytearray(packed)
    broken[len(broken) // 2 :] = bytes(len(broken) - len(broken) // 2)
    games, faults = cut(write(bytes(broken), "broken.pgn.gz"))
    assert games
    assert len(faults) == 1


def packed_by_zstd(text, frames=1, **options):
    zstandard = pytest.importorskip("zstandard", reason="archives compressed by zstd need kiebitz[data]")
    size = len(text) // frames + 1
    pieces = [text[start : start + size].encode() for start in range(0, len(text), size)]
    return b"".join(zstandard.ZstdCompressor(**options).compress(piece) for piece in pieces)


MANY = "".join(f'[Event "{number}"]\n\n1. e4 *\n\n' for number in range(20000))


@pytest.mark.parametrize("frames", [1, 7])
def test_zstd_is_known_by_its_content(write, frames):
    games, faults = cut(write(packed_by_zstd(MANY, frames), "misnamed.pgn"))
    assert len(games) == 20000
    assert "".join(game.text for game in games) == MANY
    assert not faults


def test_zstd_may_begin_with_a_frame_of_nothing(write):
    """As pzstd writes it."""
    games, faults = cut(write(b"\x50\x2a\x4d\x18\x04\0\0\0abcd" + packed_by_zstd(TWO)))
    assert len(games) == 2
    assert not faults


@pytest.mark.parametrize("share", [0.3, 0.5, 0.999])
def test_zstd_cut_short_gives_what_is_whole_and_says_so(write, share):
    packed = packed_by_zstd(MANY, 5, write_checksum=True)
    games, faults = cut(write(packed[: int(len(packed) * share)], "half.pgn.zst"))
    assert MANY.startswith("".join(game.text for game in games))
    assert len(games) > 20000 * share / 3
    (fault,) = faults
    assert "damaged from here on (the compressed file ends too early); the games before are read" in fault.text


def test_damaged_zstd_gives_what_is_before(write):
    broken = bytearray(packed_by_zstd(MANY, 5, write_checksum=True))
    broken[len(broken) // 2] ^= 255
    games, faults = cut(write(bytes(broken), "broken.pgn.zst"))
    assert 5000 < len(games) < 15000
    assert len(faults) == 1


def test_zstd_without_its_package(write, monkeypatch):
    monkeypatch.setitem(sys.modules, "zstandard", None)
    path = write(b"\x28\xb5\x2f\xfd" + bytes(20))
    for look in (check_readable, cut):
        with pytest.raises(ArchiveError, match=r"pip install 'kiebitz\[data\]', or pipe it in as '-' .zstdcat FILE"):
            look(str(path))


def test_folders_stand_for_the_archives_in_them(tmp_path):
    (tmp_path / "b" / "c").mkdir(parents=True)
    names = ["a.pgn", "b/c/d.pgn.gz", "b/e.pgn.zst"]
    for name in [*names, "readme.txt", "f.pgn.lz4"]:
        (tmp_path / name).write_text("")
    assert archives_in(["-", str(tmp_path), "other.pgn"]) == [
        "-",
        *(str(tmp_path / name) for name in names),
        "other.pgn",
    ]
    (tmp_path / "empty").mkdir()
    with pytest.raises(ArchiveError, match="empty is a folder without PGN files"):
        archives_in([str(tmp_path / "empty")])
    (tmp_path / "empty" / "a.KIF").write_text("")
    with pytest.raises(ArchiveError, match="named one by one here; 'kiebitz games add' takes a folder of them"):
        archives_in([str(tmp_path / "empty")])


def test_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(gzip.compress(TWO.encode()))))
    games, _ = cut("-")
    assert len(games) == 2
    assert games[0].file == "standard input"


PACKERS = {"gzip": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress, "zip": None}


def packed_by(packer, data):
    if PACKERS[packer]:
        return PACKERS[packer](data)
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("readme.txt", "no games")
        file.writestr("folder/a.PGN", data[: data.index(b"[Event", 1)].rstrip())
        file.writestr("b.pgn", data[data.index(b"[Event", 1) :])
    return archive.getvalue()


@pytest.mark.parametrize("packer", PACKERS)
def test_what_is_packed_is_known_by_its_content(write, packer):
    some = MANY[: MANY.index('[Event "3000"]')]
    packed = packed_by(packer, some.encode())
    games, faults = cut(write(packed, "misnamed.pgn"))
    assert "".join(game.text for game in games).split() == some.split()
    assert (len(games), faults) == (3000, [])
    assert len(list(cut_bytes(packed, "x", pytest.fail))) == 3000


@pytest.mark.parametrize("packer", PACKERS)
def test_what_is_packed_and_damaged_is_told(write, packer):
    packed = packed_by(packer, MANY[:20_000].encode())
    for damaged in (packed[: len(packed) // 2], packed[:300] + bytes(200) + packed[500:]):
        if packer == "zip" and len(damaged) < len(packed):
            with pytest.raises(ArchiveError, match="damaged"):
                cut(write(damaged))
        else:
            games, faults = cut(write(damaged, "damaged.pgn"))
            assert "damaged from here on" in faults[0].text
            assert "".join(game.text for game in games) != MANY[:20_000]


def test_packed_files_one_behind_the_other(write):
    for compress in (gzip.compress, bz2.compress, lzma.compress):
        games, faults = cut(write(compress(TWO.encode()) + compress(b"\n\n" + TWO.encode()), "two.pgn"))
        assert (len(games), faults) == (4, [])


@pytest.mark.parametrize("flag", [1, 0])
def test_a_zip_archive_with_a_password_or_without_games_is_told(write, flag):
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("a.pgn" if flag else "a.txt", TWO)
    data = archive.getvalue()
    if flag:
        data = data.replace(b"PK\x03\x04\x14\x00\x00", b"PK\x03\x04\x14\x00\x01").replace(
            b"PK\x01\x02\x14\x03\x14\x00\x00", b"PK\x01\x02\x14\x03\x14\x00\x01"
        )
        games, faults = cut(write(data))
        assert (games, len(faults), "password" in faults[0].text) == ([], 1, True)
    else:
        with pytest.raises(ArchiveError, match="without PGN files"):
            cut(write(data))


def test_what_cannot_be_opened(tmp_path):
    with pytest.raises(ArchiveError, match="doesn't exist"):
        check_readable(str(tmp_path / "none.pgn"))
    with pytest.raises(ArchiveError, match="is an address, and files are read here"):
        check_readable("https://lichess.org/00000000")
    with pytest.raises(ArchiveError, match="is a directory"):
        check_readable(str(tmp_path))


def test_endless_lines_do_not_pile_up(write):
    games, _ = cut(write(b"x" * (40 << 20)))
    assert len(games) > 1
    assert max(len(game.text) for game in games) < 20 << 20


def test_a_line_may_end_with_a_letter_that_would_go_on_in_utf_8(write):
    games, _ = cut(write("1. e4 {Perić\n} e5 *".encode("cp1250")))
    assert (games[0].encoding, "Perić" in games[0].text) == ("cp1250", True)
