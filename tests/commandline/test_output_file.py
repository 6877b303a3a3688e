"""What commands don't write over."""

import pytest

from commands import refused, run_here


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
def test_a_page_is_written_over_own_pages_alone(tmp_path, command):
    kept = tmp_path / "own.pgn"
    for content in (b"1. e4 *", b"<!doctype html><title>Our club</title>"):
        kept.write_bytes(content)
        assert "own.pgn is there, and neither a page of Kiebitz's" in refused(*command.split(), "--html", kept)
        assert kept.read_bytes() == content


def test_positions_are_written_over_parquet_alone(tmp_path):
    pytest.importorskip("pyarrow")
    (tmp_path / "games.pgn").write_text("1. e4 *\n")
    (tmp_path / "out").write_text("mine")
    assert "out is there, and no Parquet file" in refused("positions", "games.pgn", "-o", "out", cwd=tmp_path)
    assert (tmp_path / "out").read_text() == "mine"
    for _ in range(2):
        assert run_here("positions", "games.pgn", "-o", "new", cwd=tmp_path).status == 0


@pytest.mark.parametrize("command", ["convert", "dedupe", "relabel"])
def test_training_data_is_spared(tmp_path, command):
    (tmp_path / "kept.bin").write_bytes(b"mine")
    assert "kept.bin exists" in refused("data", command, "from.bin", "kept.bin", cwd=tmp_path)
    assert (tmp_path / "kept.bin").read_bytes() == b"mine"


@pytest.mark.parametrize("command", ["lab animate alphabeta", "lab tree startpos --depth 1", "lab film finding"])
def test_a_page_is_written_anew(tmp_path, command):
    page = tmp_path / "page.html"
    for _ in range(2):
        assert run_here(*command.split(), "--html", page).status == 0


@pytest.mark.parametrize(
    "command",
    ["mate startpos --svg x --html ./x", "tune aspiration_delta -o x --figure x", "gauntlet --pgn x --figure x"],
)
def test_two_outputs_have_two_names(tmp_path, command):
    assert "two outputs would be written to x; name two files" in refused(*command.split(), cwd=tmp_path)
    assert not list(tmp_path.iterdir())
