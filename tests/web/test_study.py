"""Games that are open together, and one history of what was changed in them."""

import random

import pytest

from kiebitz.web.game_list import GameList
from kiebitz.web.game_tree import GameError
from kiebitz.web.limits import Limits
from kiebitz.web.study import Study

LIMITS = Limits()
TWO = '[White "A \\"B\\""]\n[Result "1-0"]\n\n1. e4 e5 1-0\n\n[White "C"]\n\n1. d4 *\n'


def study_of(text, limits=LIMITS):
    return Study(GameList.of(text, limits), limits)


def test_chapters_are_read_when_they_are_opened_and_written_as_they_were():
    study = study_of(TWO)
    assert [entry.white for entry in study.entries()] == ['A "B"', "C"]
    assert [chapter.is_open for chapter in study.chapters] == [True, False]
    study.open(2)
    assert (study.number, study.tree.told().nodes[0].san) == (2, "d4")
    assert study_of(study.pgn()).entries() == study.entries()


def test_chapters_are_added_named_ordered_and_deleted_and_all_is_undone():
    study = study_of(TWO)
    study.rename(2, "The queen's pawn")
    study.add(GameList.of("8/8/8/8/8/8/8/K1k5 w - - 0 1", LIMITS))
    assert study.number == 3
    study.move(3, 1)
    study.remove(2)
    assert [(entry.name, entry.white) for entry in study.entries()] == [("", "?"), ("The queen's pawn", "C")]
    study.open(2)
    study.tree.move("c4")
    study.set_tags({"White": 'D "E" \\', "Result": "0-1", "Annotator": "me"})
    assert study.tree.tags()["White"] == 'D "E" \\'
    assert study_of(study.pgn()).chapters[1].entry(2).white == 'D "E" \\'
    assert "ChapterName" not in study.tree.tags()
    count = 0
    while study.can_undo:
        study.undo()
        count += 1
    assert count == 6
    assert [entry.white for entry in study.entries()] == ['A "B"', "C"]
    while study.can_redo:
        study.redo()
    assert study.tree.tags()["Annotator"] == "me"
    with pytest.raises(GameError, match="nothing to do again"):
        study.redo()


@pytest.mark.parametrize(
    ("act", "fault"),
    [
        (lambda study: study.open(3), "there is no game 3 in it; there are 2"),
        (lambda study: study.move(1, 0), "there is no game 0"),
        (lambda study: study.add(GameList.of("1. e4 *\n\n" * 63, LIMITS)), "at most 64 chapters"),
        (lambda study: study.set_tags({"a b": "x"}), "'a b' is no name of a tag"),
        (lambda study: study.set_tags({"Result": "2-0"}), "the result is 1-0"),
        (lambda study: study.set_tags({f"T{number}": "x" for number in range(61)}), "at most 60 tags"),
        (lambda study: study_of("1. e4 *").remove(1), "the only chapter"),
        (lambda study: study.undo(), "nothing to undo"),
    ],
)
def test_what_can_not_be_done_changes_nothing(act, fault):
    study = study_of(TWO)
    with pytest.raises(GameError, match=fault):
        act(study)
    assert (study.edits, study.can_undo, [entry.white for entry in study.entries()]) == (0, False, ['A "B"', "C"])


def test_the_position_of_a_game_is_no_tag_to_change():
    study = study_of("8/8/8/8/8/8/8/K1k5 w - - 0 1")
    study.set_tags({"FEN": "nonsense", "White": "A"})
    assert study.tree.tags()["FEN"].startswith("8/8/8")


@pytest.mark.parametrize("seed", range(4))
def test_many_changes_are_undone_and_done_again(seed):
    dice = random.Random(seed)
    study = study_of(TWO)
    study.open(2)
    texts = [study.pgn()]
    for _ in range(60):
        count = len(study.chapters)
        act = dice.choice(["add", "move", "remove", "rename", "open", "tags", "play", "undo", "redo"])
        try:
            match act:
                case "add":
                    study.add(GameList.of("startpos", LIMITS))
                case "move":
                    study.move(dice.randint(1, count), dice.randint(1, count))
                case "remove" | "open":
                    getattr(study, act)(dice.randint(1, count))
                case "rename":
                    study.rename(dice.randint(1, count), str(dice.random()))
                case "tags":
                    study.set_tags({"White": str(dice.random())})
                case "play":
                    study.tree.move(dice.choice([move.uci() for move in study.tree.board().legal_moves]))
                case _:
                    getattr(study, act)()
        except GameError:
            pass
        assert study.shown in study.chapters
        texts.append(study.pgn())
    while study.can_redo:
        study.redo()
    last = study.pgn()
    while study.can_undo:
        study.undo()
    assert study.pgn() in texts
    while study.can_redo:
        study.redo()
    assert study.pgn() == last
