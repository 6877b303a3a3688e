"""Proofs in KIF: python-shogi reads every line of them back."""

import re

import pytest

from full_width import known_problems, microcosmos
from kiebitz.core.shogi.notation import is_checkmate, legal_moves, push
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.engine.mate_solver import name_of
from kiebitz.mate import proof_graph as module
from kiebitz.mate.kif_file import write_kif
from kiebitz.mate.proof_graph import proof_graph
from proofs import proved

BRANCH = "変化："
IN_THREE = "9/4k4/9/4P4/9/9/9/9/9 b 2G2r2b4s4n4l17p 1"
WHITE_MATES = "9/9/9/9/9/4p4/9/4K4/9 w 2R2B4S4N4L17P2g 1"
PROBLEMS = [sfen for sfen, has_mate, plies, by in known_problems() if has_mate and by != "futile" and plies <= 7]


def written(sfen, path):
    """A proof as a file: it, its nodes, and how many of these were left out."""
    proof = proved(sfen)
    position = ShogiPosition(proof.position)
    nodes = proof_graph(position, proof.book)
    return proof, nodes, write_kif(position, nodes, path)


def lines_of(text):
    """The start and all lines of a record as python-shogi reads them: a branch begins on the line before it."""
    kif = pytest.importorskip("shogi.KIF").Parser
    # It knows no mark of moves that others stand beside, and 同 needs the move before it.
    head, *branches = re.sub(r"(?m)^( *\d+ .*?) *\+$", r"\1", text).split(f"\n{BRANCH}")
    # It takes the side to move after the last move that it has read for that of the start.
    sfen = kif.parse_str(head.split("手数")[0])[0]["sfen"]
    rows: list[str] = []
    for ply, told in [("1", head), *(branch.split("手\n", 1) for branch in branches)]:
        rows = rows[: int(ply) - 1] + re.findall(r"(?m)^ *\d+ .*[)打]$", told)
        yield sfen, kif.parse_str("\n".join(rows))[0]["moves"]


@pytest.mark.parametrize("sfen", [IN_THREE, WHITE_MATES, *PROBLEMS[::8]])
@pytest.mark.parametrize("name", ["proof.kif", "proof.kifu"])
def test_what_is_written_is_read_back(sfen, name, tmp_path):
    path = tmp_path / name
    proof, nodes, left_out = written(sfen, path)
    assert left_out == 0
    text = path.read_bytes().decode("utf-8" if name.endswith("u") else "cp932")
    told, lengths = {}, []
    for start, line in lines_of(text):
        position = ShogiPosition(start)
        assert name_of(position) == name_of(ShogiPosition(sfen))
        for ply, move in enumerate(line):
            if ply % 2:
                told.setdefault(name_of(position), set()).add(move)
            else:
                assert move == proof.book[name_of(position)]
            push(position, move)
        assert is_checkmate(position)
        lengths.append(len(line))
    assert lengths[0] == max(lengths) == proof.plies
    for name, replies in told.items():
        assert replies == set(legal_moves(ShogiPosition(f"{name} 1")))
    assert len(told) == sum(1 for node in nodes if node.replies)


def test_what_is_left_out_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "MOST_MOVES", 2)
    sfen, moves = microcosmos()
    position = ShogiPosition(sfen)
    for move in moves[:-9]:
        push(position, move)
    path = tmp_path / "proof.kifu"
    proof, nodes, left_out = written(position.sfen(), path)
    assert 0 < left_out < len(nodes)
    assert path.read_text().splitlines()[-1].startswith(f"# {left_out} positions")
    assert len(next(iter(lines_of(path.read_text())))[1]) == proof.plies
