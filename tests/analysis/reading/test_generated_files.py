"""Files of every shape that people and programs write, made by chance: no ply is lost."""

import pytest

import kiebitz
from pgn_files import pgn_file

SEVERAL, MANY = 40, 1000


@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(range(SEVERAL), id="several", marks=pytest.mark.check),
        pytest.param(range(SEVERAL, SEVERAL + MANY), id="many", marks=[pytest.mark.nightly, pytest.mark.timeout(600)]),
    ],
)
def test_no_ply_is_lost_of_files_of_all_shapes(seeds, tmp_path):
    """All moves that were written are read: python-chess can't keep more, and keeps fewer of a third of these files."""
    for seed in seeds:
        file = pgn_file(seed)
        path = tmp_path / "games.pgn"
        path.write_bytes(file.text)
        read = [tuple(game.moves) for game in kiebitz.read_games(path)]
        assert read == list(file.moves), f"file {seed}: {file.text!r}"
