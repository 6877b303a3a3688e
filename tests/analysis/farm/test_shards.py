"""Shards: cut in the same places whatever is left to do; their files are this run's, whole and sound."""

import gzip
from dataclasses import replace

import pytest

from kiebitz import Limit
from kiebitz.analysis.archive_run.batch import analyse_raw, network_of, recipe
from kiebitz.analysis.farm.shards import Shard, ShardError, ShardFolder, analyse_shard, cut, folder_of
from kiebitz.analysis.judging.annotate import AnalysisSettings
from kiebitz.analysis.reading.archive import cut_text
from kiebitz.engine import Engine

SETTINGS = AnalysisSettings(Limit(nodes=300))
TEXTS = ("1. f3 e5 2. g4 Qh4# 0-1", "1. c4 Xf6 *", '[Variant "Atomic"]\n\n1. e4 *', "Dear Sir", "1. d4 *")
RAWS = tuple(cut_text("\n\n".join(f'[Event "{text[:1]}"]\n\n{text}' for text in TEXTS), "a.pgn"))


@pytest.fixture(scope="module")
def made_by():
    return recipe(SETTINGS, network_of(SETTINGS))


@pytest.fixture(scope="module")
def data(made_by):
    return analyse_shard(RAWS, SETTINGS, made_by)


@pytest.fixture
def folder(tmp_path, made_by):
    folder = ShardFolder(tmp_path / "out.pgn", made_by)
    assert folder.characters(lambda: 40) == 40
    return folder


@pytest.mark.parametrize("left", range(len(RAWS) + 1))
def test_cuts_do_not_depend_on_what_is_left(left):
    done = len(RAWS) - left
    shards = list(cut(((raw, number >= done) for number, raw in enumerate(RAWS)), 60))
    assert [shard.games for shard in shards] == [shard.games for shard in cut(((raw, True) for raw in RAWS), 60)], (
        "the same shards"
    )
    assert len(shards) > 1
    assert sum(shard.done_before for shard in shards) == done
    assert sum(shard.characters_left for shard in shards) == sum(len(raw.text) for raw in RAWS[done:])
    assert all(sum(len(raw.text) for raw in shard.games) >= 60 for shard in shards[:-1])


def test_a_shard_comes_back_as_it_would_be_made_here(folder, data):
    shard = Shard(RAWS, 0)
    assert not folder.has(shard)
    folder.write(shard, data)
    assert folder.has(shard)
    with Engine() as engine:
        for raw, outcome in zip(RAWS, folder.read(shard), strict=True):
            here = analyse_raw(raw, engine, SETTINGS)
            assert (outcome.pgn, outcome.faults, outcome.is_analysed) == (here.pgn, here.faults, here.is_analysed)
            untimed = {"time_ms": 0}
            assert outcome.record | untimed == here.record | untimed
            assert outcome.summary == here.summary


def test_the_name_holds_all_that_matters(folder, tmp_path, made_by):
    shard = Shard(RAWS, 0)
    names = {folder.file_of(shard).name}
    assert folder.file_of(Shard(RAWS, 3)).name in names, "what is done before doesn't matter"
    for setting in made_by:
        names.add(ShardFolder(tmp_path / "out.pgn", made_by | {setting: "other"}).file_of(shard).name)
    for change in ({"file": "b.pgn"}, {"number": 7}, {"line": 7}, {"text": "1. e4 *"}):
        names.add(folder.file_of(Shard((replace(RAWS[0], **change), *RAWS[1:]), 0)).name)
    names.add(folder.file_of(Shard(RAWS[:-1], 0)).name)
    assert len(names) == 1 + len(made_by) + 4 + 1


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:-9],
        lambda data: b"x" + data[1:],
        lambda data: gzip.compress(b"[]\n"),
        lambda data: gzip.compress(b'{"pgn": 1}\n'),
        lambda data: gzip.compress(gzip.decompress(data).split(b"\n", 1)[1]),
    ],
)
def test_a_damaged_file_is_no_shard(folder, data, damage):
    shard = Shard(RAWS, 0)
    folder.write(shard, damage(data))
    assert not folder.has(shard)
    with pytest.raises(ShardError, match=r"\.jsonl\.gz is damaged"):
        folder.read(shard)


def test_another_kiebitz_is_refused(made_by):
    for name in ("version", "network"):
        with pytest.raises(ShardError, match=f"another Kiebitz .{name} .* install the same"):
            analyse_shard(RAWS, SETTINGS, made_by | {name: "x"})


def test_the_plan_of_the_first_run_counts(folder, tmp_path, made_by):
    assert ShardFolder(tmp_path / "out.pgn", made_by).characters(lambda: 99) == 40
    other = ShardFolder(tmp_path / "out.pgn", made_by | {"nodes": 9})
    assert other.characters(lambda: 99) == 99
    next(folder.path.glob("*.plan")).write_text("much")
    assert {ShardFolder(tmp_path / "out.pgn", made_by).characters(lambda: 7), other.characters(lambda: 7)} <= {
        7,
        40,
        99,
    }


def test_only_what_is_ours_is_deleted(folder, data, tmp_path):
    folder.write(Shard(RAWS, 0), data)
    letter = folder.path / "letter.txt"
    letter.write_text("Dear Sir")
    folder.delete()
    assert list(folder.path.iterdir()) == [letter]
    letter.unlink()
    folder.delete()
    assert not folder_of(tmp_path / "out.pgn").exists()
    folder.delete()
