"""``kiebitz kifu``: records converted, and what can't be said in words."""

import pytest

from commands import refused, run_apart, run_here
from kiebitz.kifu.reading import read_kifu
from kiebitz.kifu.writing import kifu_text
from sources import ROOT

DATA = ROOT / "tests/data/kifu"


def test_records_are_shown_in_their_order():
    names = DATA / "comments.csa", DATA / "tsume.kifu"
    games = [game for name in names for game in read_kifu(name)]
    shown = {to: run_here("kifu", *names, "--to", to).out for to in ("kif", "csa")}
    assert "   3 ２二角成(88) ( 0:10/00:00:15)" in shown["kif"]
    assert shown == {"kif": "".join(kifu_text(game).text for game in games), "csa": kifu_text(games, "csa").text}


@pytest.mark.parametrize("to", ["kifu", "ki2u", "csa", "jkf"])
def test_a_record_cannot_steer_the_terminal(to, tmp_path):
    record = tmp_path / "escapes.csa"
    record.write_text("V2.2\nN+\x1b]0;PWNED\x07 羽生　善治\n$EVENT:\x9b2J\nPI\n+\n'*\x1b]8;;http://x\x07\n+7776FU\n")
    shown = run_here("kifu", record, "--to", to).out
    mark = r"\u001b]0;PWNED\u0007" if to == "jkf" else "?]0;PWNED?"
    assert f"{mark} 羽生　善治" in shown
    assert not {"\x1b", "\x07", "\x9b"} & set(shown)
    run_here("kifu", record, "-o", tmp_path / "copy.csa")
    assert "\x1b]0;PWNED\x07" in (tmp_path / "copy.csa").read_text()


@pytest.mark.parametrize("name", ["out.kif", "out.kifu", "out.ki2", "out.ki2u", "out.csa", "out.jkf"])
def test_a_record_is_converted_and_what_is_lost_is_said(name, tmp_path):
    done = run_here("kifu", DATA / "branches.kifu", "-o", tmp_path / name)
    assert done.status == 0
    assert (tmp_path / name).exists()
    assert ("has no room for" in done.err) == (not name.startswith("out.kif"))
    again = run_here("kifu", tmp_path / name, "--to", "csa")
    assert "+7776FU" in again.out


def test_a_folder_takes_each_game(tmp_path):
    games = tmp_path / "games.csa"
    games.write_text("V2.2\nPI\n+\n+7776FU\n/\nPI\n+\n+2726FU\n")
    done = run_here("kifu", games, DATA / "tsume.kifu", "-o", tmp_path, "--to", "kif")
    assert done.status == 0
    assert {path.name for path in tmp_path.iterdir()} == {"games.csa", "games.kif", "games-2.kif", "tsume.kif"}
    for _ in range(2):  # a folder that isn't there, and one that is
        done = run_here("kifu", games, "-o", tmp_path / "folder", "--to", "kif", "--overwrite")
        assert (done.status, done.out) == (0, f"{tmp_path / 'folder'}: 2 games\n")
    assert {path.name for path in (tmp_path / "folder").iterdir()} == {"games.kif", "games-2.kif"}
    (tmp_path / "file").write_text("")
    assert "file is a file; name a folder" in refused("kifu", games, "-o", tmp_path / "file")


def test_a_record_that_is_there_stays(tmp_path):
    kept = tmp_path / "tsume.csa"
    kept.write_text("V2.2\nPI\n+\n+7776FU\n")
    for place in (kept, tmp_path):
        said = refused("kifu", DATA / "tsume.kifu", "--to", "csa", "-o", place)
        assert f"{kept} exists; name another place, or add --overwrite" in said
    assert "+7776FU" in kept.read_text()
    assert run_here("kifu", DATA / "tsume.kifu", "-o", kept, "--overwrite").status == 0
    assert "+7776FU" not in kept.read_text()


@pytest.mark.check
def test_standard_input_in_shift_jis_and_damaged():
    text = "先手：髙橋\n   1 ７六歩(77)\n   2 ３五歩(33)\n"
    done = run_apart("kifu", "-", stdin=text.encode("cp932"))
    assert done.returncode == 0
    assert "先手：髙橋" in done.stdout.decode()
    assert "standard input, line 3: move 2 '３五歩(33)' is illegal" in done.stderr.decode()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["none.kif"], "none.kif doesn't exist"),
        ([DATA / "tsume.kifu", "--encoding", "cp932"], "name one by --output"),
        ([DATA / "tsume.kifu", "-o", "x.txt"], "x.txt: name a file that ends with"),
        ([DATA / "tsume.kifu", "-o", "x.kif", "--to", "csa"], "x.kif is not a name for --to csa"),
        ([DATA / "tsume.kifu", "-o", DATA / "tsume.kifu"], "is the input"),
        ([DATA / "tsume.kifu", "-o", "nowhere/x.kif"], "there is no directory nowhere"),
        ([DATA / "tsume.kifu", "-o", "nowhere/x"], "there is no directory nowhere"),
        ([DATA / "tsume.kifu", DATA / "comments.csa", "-o", "x.kif"], "holds one game, and there are 2"),
        ([DATA / "tsume.kifu", "-o", "x.kif", "--encoding", "koi8-r"], "not in 'koi8-r'"),
        ([DATA / "tsume.kifu", "-o", "x", "--encoding", "koi8-r"], "not in 'koi8-r'"),
        ([DATA / "tsume.kifu", "-o", "x.kif", "--encoding", "nonsense"], "there is no encoding 'nonsense'"),
    ],
)
def test_what_cannot_be_done_is_refused(arguments, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run_here("kifu", *arguments)
    assert done.status == 2
    assert words in done.err
    assert not list(tmp_path.iterdir())
