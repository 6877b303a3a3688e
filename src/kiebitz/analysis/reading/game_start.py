"""Where a game starts, as its tags say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from kiebitz.analysis.reading.tags import STANDARD_NAMES, UNSAID, quoted
from kiebitz.commandline.epd_counters import fen_of_epd
from kiebitz.engine import START_FEN, FenError, board_of, dropped_from, position_from

if TYPE_CHECKING:
    import chess.pgn


class StartError(ValueError):
    """Tags that tell of another game than chess, or of a position that can't be."""


def starts_as_games_do(tags: Mapping[str, str]) -> bool:
    """True if a game with these tags starts from the initial position of chess."""
    return ("FEN" not in tags or _is_unset(tags)) and tags.get("Variant", "").strip().lower() in STANDARD_NAMES


def starting_board(headers: chess.pgn.Headers) -> tuple[chess.Board, tuple[str, ...]]:
    """The position that a game with these tags starts from, and what was dropped of it. Raises StartError.

    Where python-chess would read the tag FEN in another way, or not at all, it is written anew.
    """
    import chess

    if _is_unset(headers):
        for name in ("FEN", "SetUp"):
            headers.pop(name, None)
    if headers.get("Variant", "chess").strip() in UNSAID:
        headers.pop("Variant")
    try:
        variant = headers.variant()
    except ValueError:
        variant = None
    if variant is not chess.Board:
        raise StartError(f"of the variant {quoted(headers['Variant'])}, which Kiebitz doesn't play; not analysed")
    fen = headers.get("FEN", chess.STARTING_FEN)
    if ";" in fen:
        fen = fen_of_epd(fen)
    chess960 = headers.is_chess960() or None  # Without the tag Variant the FEN must show it.
    try:
        board = board_of(position_from(fen, chess960=chess960))
        dropped = dropped_from(fen, chess960)
    except FenError as error:
        raise StartError(f"the position in its tag FEN can't be analysed: {error}") from error
    try:
        is_read_alike = headers.board() == board
    except ValueError:
        is_read_alike = False
    if not is_read_alike:
        headers["FEN"] = board.fen()
    return board, dropped


def _is_unset(tags: Mapping[str, str]) -> bool:
    """True if the tag FEN is none of this game: SetUp says so (PGN, 9.7.1), or it says nothing."""
    return tags.get("SetUp", "").strip() == "0" or tags.get("FEN", START_FEN).strip() in UNSAID
