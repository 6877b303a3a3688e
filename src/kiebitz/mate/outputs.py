"""The files that ``kiebitz mate`` writes: proofs, pictures, pages."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

import typer

from kiebitz.commandline.output_file import refused_if_unwritable
from kiebitz.commandline.refusal import refuse
from kiebitz.mate.proof_file import Proof, write_proof
from kiebitz.mate.words import positions_text
from kiebitz.processes.whole_file import whole_file

if TYPE_CHECKING:
    from kiebitz.engine import Position, ShogiPosition
    from kiebitz.engine.positions import AnyPosition

JSON = ".json"
# What a proof is written as, by the end of its file's name, and the games that can be.
FORMATS = {JSON: ("chess", "shogi"), ".pgn": ("chess",), ".kif": ("shogi",), ".kifu": ("shogi",)}


class Outputs(NamedTuple):
    """The outputs, each to its file, if any."""

    proof: Path | None
    svg: Path | None
    html: Path | None

    def require(self, game: str) -> None:
        """Refuse what can't be written of a game; before anything is searched for."""
        if self.proof is None or game in FORMATS.get(self.proof.suffix.lower(), ()):
            return
        fit = ", ".join(suffix for suffix, games in FORMATS.items() if game in games)
        refuse(f"a proof of {game} can't be written as '{self.proof.suffix or self.proof.name}'; take {fit}")

    def write(self, position: AnyPosition, proof: Proof | None, to_stderr: bool = False) -> None:
        """Write all, without a proof the picture alone; and say, on standard error if wanted, where it is.

        Refuses files that can't be written.
        """
        told = []
        if self.svg is not None:
            with refused_if_unwritable(self.svg):
                _write_text(self.svg, _picture(position))
            told.append(f"The position is drawn in {self.svg}")
        if self.proof is not None and proof is not None:
            with refused_if_unwritable(self.proof):
                told.append(_write_proof(self.proof, position, proof))
        if self.html is not None and proof is not None:
            with refused_if_unwritable(self.html):
                told.append(_write_page(self.html, position, proof))
        for sentence in told:
            typer.echo(sentence, err=to_stderr)


def _picture(position: AnyPosition) -> str:
    """A position as SVG."""
    from kiebitz.engine import ShogiPosition, board_of

    if isinstance(position, ShogiPosition):
        from kiebitz.commandline.shogi_board import ShogiBoard
        from kiebitz.commandline.shogi_picture import picture

        return picture(ShogiBoard.of(position.sfen()), escape(position.sfen()))
    import chess.svg

    return chess.svg.board(board_of(position))


def _write_proof(path: Path, position: AnyPosition, proof: Proof) -> str:
    """Write a proof as the file's name says; what is said of it. Raises OSError."""
    if path.suffix.lower() == JSON:
        write_proof(proof, path)
        return f"The proof, {positions_text(len(proof.book))}, is in {path}"
    from kiebitz.mate.kif_file import write_kif
    from kiebitz.mate.pgn_file import write_pgn
    from kiebitz.mate.proof_graph import proof_graph

    nodes = proof_graph(position, proof.book)
    if proof.game == "chess":
        left_out = write_pgn(cast("Position", position), nodes, path)
    else:
        left_out = write_kif(cast("ShogiPosition", position), nodes, path)
    return f"The proof, {positions_text(len(nodes))}, is in {path}{_less(left_out)}"


def _write_page(path: Path, position: AnyPosition, proof: Proof) -> str:
    """Write a proof as a page; what is said of it. Raises OSError."""
    from kiebitz.mate.page import page
    from kiebitz.mate.proof_graph import proof_graph

    text, left_out = page(position, proof_graph(position, proof.book))
    _write_text(path, text)
    return f"The proof to step through is in {path}{_less(left_out)}"


def _less(left_out: int) -> str:
    """The words on positions that there was no room for."""
    return f"; for want of room {left_out:,} of them are left out, {JSON} has all" if left_out else ""


def _write_text(path: Path, text: str) -> None:
    with whole_file(path) as file:
        file.write(text.encode())
