"""What is visited follows from the recipe, whoever makes it and however often it is interrupted."""

import pytest

from kiebitz.arena.train.generate import GameRecipe, VisitRecipe, visit_positions
from kiebitz.arena.train.sample_file import SampleFile, read_positions
from kiebitz.core.evaluation.network.file import packaged_network
from kiebitz.core.training.packed_position import UNKNOWN_RESULT

RECIPE = VisitRecipe(seed=3, nodes=50, evaluation="classical", stride=8)


def made(path, recipe: VisitRecipe, blocks: int, jobs: int) -> bytes:
    with SampleFile(path) as file:
        visit_positions(recipe, file, jobs, lambda positions: file.blocks < blocks)
    return path.read_bytes()


@pytest.mark.check
def test_processes_and_interruptions_change_nothing(tmp_path):
    whole = made(tmp_path / "a", RECIPE, 3, jobs=1)
    for blocks in (1, 3):
        interrupted = made(tmp_path / "b", RECIPE, blocks, jobs=2)
    assert interrupted == whole
    positions = read_positions(tmp_path / "a")
    assert len(positions) == 3 * 8192
    assert len(set(positions["game"] >> 14)) == 3
    assert set(positions["result"]) == {UNKNOWN_RESULT}


def test_names_tell_who_plays():
    """A network by its checksum, so that another release's games have another name; and how they are labelled.

    A series that another judge went on with would lose its games: they are in step with their labels.
    """
    checksum = packaged_network().checksum[:8]
    assert GameRecipe(7, 150, "hybrid").series == f"hybrid-{checksum}-150-1000-of-1-seed7"
    assert GameRecipe(7, 150, "hybrid", packaged_network().data).judge == f"hybrid-{checksum}-1000"
    recipe = GameRecipe(7, 150, "classical", label_nodes=5000, label_every=4)
    assert recipe.series == "classical-150-5000-of-4-seed7"


def test_an_evaluation_that_does_not_exist_is_refused():
    with pytest.raises(ValueError, match="nonsense"):
        VisitRecipe(seed=3, nodes=10, evaluation="nonsense")
