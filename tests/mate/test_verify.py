"""The verifier: it takes every proof that the solver gives out, and none that was tampered with."""

import random
from dataclasses import replace

import chess
import pytest

from full_width import known_problems, microcosmos_end, random_problems
from kiebitz.mate.proof_file import Proof
from kiebitz.mate.verify import MissingPackageError, UnprovenError, verify
from proofs import proved
from sources import DATA

SMALL = "9/4k4/9/4P4/9/9/9/9/9 b 2G 1"


def refuted(proof, message):
    with pytest.raises(UnprovenError, match=message):
        verify(proof)


def few_or_slow(problems):
    """The short ones, and the others as slow ones: where drops put a mate off, proofs have thousands of positions."""
    marks = {"strict": [], "unchecked": [pytest.mark.check], "futile": [pytest.mark.full, pytest.mark.timeout(86_400)]}
    for sfen, has_mate, _, known_by in problems:
        if has_mate:
            yield pytest.param(sfen, marks=marks[known_by])


@pytest.mark.parametrize("sfen", list(few_or_slow(known_problems())))
def test_known_problems(sfen):
    proof = proved(sfen)
    assert verify(proof).plies == proof.plies


@pytest.mark.check
def test_random_problems():
    verified = 0
    for sfen in random_problems(random.Random(1986), 25):
        proof = proved(sfen)
        if proof is not None:
            assert verify(proof).plies == proof.plies
            verified += 1
    assert verified > 5


@pytest.mark.check
@pytest.mark.parametrize(
    "plies", [pytest.param(plies, marks=[pytest.mark.check] if plies > 11 else []) for plies in range(1, 51, 2)]
)
def test_the_end_of_microcosmos(plies):
    proof = proved(microcosmos_end(plies))
    assert verify(proof).plies == proof.plies >= plies


@pytest.mark.parametrize("checks_only", [False, True])
def test_chess(checks_only):
    verified = 0
    for line in (DATA / "epd" / "mates_dm1_15.epd").read_text().splitlines()[::6]:
        board = chess.Board()
        moves = board.set_epd(line)["dm"]
        if moves > 4:
            continue
        proof = proved(board.fen(), moves=moves, checks_only=checks_only)
        if proof is not None:
            assert verify(proof).plies == proof.plies <= 2 * moves - 1
            verified += 1
    assert verified > 2


def test_what_was_tampered_with_is_refused():
    proof = proved(SMALL)
    first = proof.book[next(iter(proof.book))]
    start = " ".join(SMALL.split()[:3])
    assert proof.book[start] == first
    refuted(replace(proof, plies=1), "takes 3 plies, more than the 1 claimed")
    refuted(replace(proof, book={}), "no move for")
    refuted(replace(proof, book=proof.book | {start: "G*5b"}), "illegal")
    refuted(replace(proof, book=proof.book | {start: "G*1i"}), "gives no check")
    refuted(replace(proof, book={start: first}), "no move for")
    refuted(replace(proof, position="9/9 b"), "no position of shogi")
    refuted(replace(proof, game="chess"), "no position of chess")
    for name in proof.book:
        if name != start:
            assert "G*" in proof.book[name]
            refuted(replace(proof, book={key: move for key, move in proof.book.items() if key != name}), "no move for")


@pytest.mark.check
def test_a_line_that_comes_back_is_refused():
    """A rook steps to and fro, whatever is replied."""
    proof = Proof("chess", "k7/8/8/8/8/8/8/6KR w - - 0 1", 99, False, {})
    waiting = [chess.Board(proof.position)]
    while waiting:
        board = waiting.pop()
        name = " ".join(board.fen().split()[:4])
        if name in proof.book:
            continue
        proof.book[name] = "h1h2" if board.piece_at(chess.H1) else "h2h1"
        board.push_uci(proof.book[name])
        for reply in board.legal_moves:
            waiting.append(board.copy())
            waiting[-1].push(reply)
    refuted(proof, "comes back to")


def test_the_rule_of_fifty_moves_is_kept():
    """Mate in two, by the book of which no pawn moves; the count of plies comes to 100 with the mate, or before it."""
    fen = "k7/8/2K5/8/8/8/8/1R6 w - - {} 80"
    for clock in (0, 97):
        proof = proved(fen.format(clock), moves=2)
        assert verify(proof).plies == proof.plies == 3
    assert proved(fen.format(98), moves=2) is None
    refuted(replace(proof, position=fen.format(98)), "rule of fifty moves")


def test_a_pawn_drop_that_mates_is_refused():
    sfen = "R6sk/9/7G1/9/9/9/9/9/9 b P 1"
    book = {" ".join(sfen.split()[:3]): "P*1b"}
    refuted(Proof("shogi", sfen, 1, True, book), "pawn's drop mates")


def test_without_python_shogi_it_says_what_is_needed(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "shogi", None)
    with pytest.raises(MissingPackageError, match=r"kiebitz\[shogi\]"):
        verify(Proof("shogi", SMALL, 3, True, {}))
