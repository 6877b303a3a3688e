"""Files of earlier runs: what an analysis must not be written over unasked."""

from __future__ import annotations

from pathlib import Path

from kiebitz.analysis.judging.annotate import LIMIT_TAG, is_shallower
from kiebitz.analysis.judging.written_kifu import limit_told
from kiebitz.analysis.reading.archive import ArchiveError, read_archive
from kiebitz.analysis.reading.kifu_games import raw_kifus
from kiebitz.analysis.reading.reader import read_game
from kiebitz.engine.limit import Limit
from kiebitz.kifu.writing import is_record
from kiebitz.processes.journal_file import journal_path


def why_spared(target: Path, limit: Limit) -> str:
    """The reason why an analysis with this limit shall not take a file's place; nothing if it may."""
    if not target.is_file() or not target.stat().st_size or journal_path(target).exists():
        return ""
    try:
        earlier = _limit_of(target)
    except (ArchiveError, OSError):
        earlier = ""
    if not earlier:
        return f"{target} is no analysis of Kiebitz's"
    return f"{target} was analysed with {earlier} a position, deeper than this" if is_shallower(limit, earlier) else ""


def _limit_of(annotated: Path) -> str:
    """The limit that a file's first game was analysed with; nothing if it was not. Raises ArchiveError and OSError."""
    if is_record(annotated):
        record = next(iter(raw_kifus(str(annotated), lambda fault: None, None)), None)
        return limit_told(record.kifu) if record else ""
    game = next(read_archive(str(annotated), lambda fault: None), None)
    return read_game(game).headers.get(LIMIT_TAG, "") if game else ""
