"""What is generated follows from the recipe, whoever makes it and however often it is interrupted."""

import pytest

from kiebitz.arena.train.generate import GenerationError, Recipe, generate
from kiebitz.arena.train.sample_file import SampleFile, read_positions

RECIPE = Recipe(seed=3, nodes=10)


def made(path, recipe: Recipe, blocks: int, jobs: int) -> bytes:
    with SampleFile(path) as file:
        generate(recipe, file, jobs, lambda positions: file.blocks < blocks)
    return path.read_bytes()


@pytest.mark.slow
def test_processes_and_interruptions_change_nothing(tmp_path):
    whole = made(tmp_path / "a", RECIPE, 3, jobs=1)
    for blocks in (1, 3):
        interrupted = made(tmp_path / "b", RECIPE, blocks, jobs=2)
    assert interrupted == whole
    positions = read_positions(tmp_path / "a")
    assert len(positions) > 20_000
    assert len(set(positions["game"] >> 14)) == 3


def test_samples_have_a_recipe_too(tmp_path):
    made(tmp_path / "a", Recipe(seed=3, nodes=100, stride=8), 1, jobs=1)
    positions = read_positions(tmp_path / "a")
    assert len(positions) == 8192
    assert set(positions["result"]) == {1}


def test_a_process_that_fails_is_told(tmp_path):
    with pytest.raises(Exception, match="nonsense"):
        made(tmp_path / "a", Recipe(seed=3, nodes=10, parameters={"nonsense": 1}), 1, jobs=1)
    assert issubclass(GenerationError, Exception)
