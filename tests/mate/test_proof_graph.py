"""A proof as a graph: every reply leads somewhere, lengths are those of the longest lines, trees stay small."""

import pytest

from full_width import known_problems
from kiebitz.core.chess.notation import legal_moves, push
from kiebitz.engine.mate_solver import ProofLostError, longest_line, name_of
from kiebitz.engine.positions import notation_of, position_named
from kiebitz.mate import proof_graph as module
from kiebitz.mate.proof_graph import Opening, proof_graph
from proofs import proved

MATE_IN_TWO = "8/5R2/2K1P3/4k3/8/b1PPpp1B/5p2/8 w - - 0 1"


def short_problems():
    return [sfen for sfen, has_mate, plies, by in known_problems() if has_mate and by != "futile" and plies <= 7][::10]


@pytest.mark.parametrize("text", [*short_problems(), MATE_IN_TWO])
def test_every_line_of_the_book_is_there(text):
    proof = proved(text, **({} if text != MATE_IN_TWO else {"moves": 2}))
    start = position_named(text)
    nodes = proof_graph(start, proof.book)
    assert nodes[0].plies == proof.plies == len(longest_line(start, proof.book))
    push = notation_of(start).push
    places = {0: start}
    for number, node in enumerate(nodes):
        here = places[number]
        assert node.move == proof.book[name_of(here)]
        after = here.copy()
        push(after, node.move)
        assert sorted(reply for reply, _ in node.replies) == sorted(notation_of(start).legal_moves(after))
        lengths = [nodes[child].plies for _, child in node.replies]
        assert lengths == sorted(lengths, reverse=True)
        assert node.plies == (lengths[0] + 2 if lengths else 1)
        for reply, child in node.replies:
            behind = after.copy()
            push(behind, reply)
            assert name_of(places.setdefault(child, behind)) == name_of(behind)
    assert len(places) == len(nodes) <= len(proof.book)


def test_a_book_that_goes_in_circles_is_refused():
    """A rook steps to and fro, whatever is replied."""
    start = position_named("k7/8/8/8/8/8/8/6KR w - - 0 1")
    book, waiting = {}, [start]
    while waiting:
        here = waiting.pop()
        if name_of(here) in book:
            continue
        after = here.copy()
        move = "h1h2" if "R w" in here.fen() else "h2h1"
        book[name_of(here)] = move
        push(after, move)
        for reply in legal_moves(after):
            waiting.append(after.copy())
            push(waiting[-1], reply)
    with pytest.raises(ProofLostError, match="comes back to a position"):
        proof_graph(start, book)


def test_a_tree_opens_a_position_once_and_stops_when_it_is_large(monkeypatch):
    nodes = proof_graph(position_named(MATE_IN_TWO), proved(MATE_IN_TWO, moves=2).book)
    opening = Opening(nodes)
    assert opening.replies(nodes, 0) == nodes[0].replies
    assert opening.replies(nodes, 0) == nodes[0].replies[:1]
    assert opening.left_out == len(nodes) - 1
    monkeypatch.setattr(module, "MOST_MOVES", 0)
    assert Opening(nodes).replies(nodes, 0) == nodes[0].replies[:1]
