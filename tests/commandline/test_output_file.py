"""What commands don't write over."""

import pytest

from commands import refused


@pytest.mark.parametrize(
    "command",
    [
        "analyse own.pgn",
        "positions own.pgn",
        "games puzzles own.pgn",
        "kifu own.kif",
        "data convert own.bin",
        "data dedupe own.bin",
        "teacher cut own.pgn",
        "mate own.kif",
        "survey own.parquet",
    ],
)
def test_an_input_is_never_written_over(tmp_path, command):
    kept = tmp_path / command.split()[-1]
    kept.write_bytes(b"1. e4 *")
    option = {"data": (), "mate": ("--proof",), "survey": ("--html",)}.get(command.split()[0], ("-o",))
    assert "is the input" in refused(*command.split(), *option, kept, cwd=tmp_path)
    assert kept.read_bytes() == b"1. e4 *"
    assert list(tmp_path.iterdir()) == [kept]


@pytest.mark.parametrize(
    "command",
    [
        "lab tree startpos --depth 1",
        "lab animate alphabeta",
        "lab film table",
        "mate startpos",
        "survey no-columns",
        "games dossier Anna",
        "games misses",
    ],
)
def test_a_page_is_written_over_pages_alone(tmp_path, command):
    kept = tmp_path / "own.pgn"
    kept.write_bytes(b"1. e4 *")
    assert "own.pgn is there, and neither a web page nor a picture" in refused(*command.split(), "--html", kept)
    assert kept.read_bytes() == b"1. e4 *"


@pytest.mark.parametrize(
    "command",
    ["mate startpos --svg x --html ./x", "tune aspiration_delta -o x --figure x", "gauntlet --pgn x --figure x"],
)
def test_two_outputs_have_two_names(tmp_path, command):
    assert "two outputs would be written to x; name two files" in refused(*command.split(), cwd=tmp_path)
    assert not list(tmp_path.iterdir())
