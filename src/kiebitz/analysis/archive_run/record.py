"""An analysed game as plain data for JSON: what ``kiebitz analyse --json`` prints, one object a game."""

from __future__ import annotations

from typing import Any

from kiebitz.analysis.explanation.explanation import reason_records
from kiebitz.analysis.explanation.reason import motif_of
from kiebitz.analysis.judging.annotate import BestLine, GameAnalysis, PlayerSummary, PositionAnalysis, limit_text
from kiebitz.analysis.reading.archive import PgnFault, RawGame
from kiebitz.engine.score import Score


def score_record(score: Score | None) -> dict[str, int | None]:
    """'cp' in centipawns or 'mate' in moves, White's view; the other is null. Mate on the board is 'mate': 0."""
    return {"cp": score.centipawns if score else None, "mate": score.mate if score else None}


def _line_record(line: BestLine) -> dict[str, Any]:
    return {**score_record(line.score), "depth": line.depth, "pv": list(line.uci), "pv_san": list(line.san)}


def _position_record(position: PositionAnalysis) -> dict[str, Any]:
    lines = [{**score_record(line.score), "depth": line.depth, "pv": list(line.uci)} for line in position.best]
    return {"fen": position.fen, "nodes": position.nodes, "lines": lines}


def _player_record(player: PlayerSummary) -> dict[str, Any]:
    return {
        "name": player.name,
        "moves": player.moves,
        "accuracy": _rounded(player.accuracy),
        "acpl": _rounded(player.average_centipawn_loss),
        "inaccuracies": player.inaccuracies,
        "mistakes": player.mistakes,
        "blunders": player.blunders,
        "phases": {
            part.phase.value: {
                "moves": part.moves,
                "accuracy": _rounded(part.accuracy),
                "acpl": _rounded(part.average_centipawn_loss),
            }
            for part in player.phases
        },
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 2)


SUMMARY = ("file", "game", "line", "status", "result", "white", "black")
"""What a record's summary consists of."""


SKIPPED = "skipped"
"""The status of a game that couldn't be analysed."""


def summary_record(raw: RawGame, status: str, headers: dict[str, str], analysis: GameAnalysis | None) -> dict[str, Any]:
    """The row that an archive's overview has for a game: where it stands, and what became of it."""
    return {
        "file": raw.file,
        "game": raw.number,
        "line": raw.line,
        **outcome_record(status, headers, analysis),
    }


def status_of(is_whole: bool) -> str:
    """What became of a game that was analysed: 'in part' if it could be read up to some move only."""
    return "analysed" if is_whole else "in part"


def outcome_record(status: str, headers: dict[str, str], analysis: GameAnalysis | None) -> dict[str, Any]:
    """What became of a game, and how both played. ``status`` is one of ``status_of`` or ``SKIPPED``."""
    return {
        "status": status,
        "result": headers.get("Result", "*"),
        "white": _player_record(analysis.white) if analysis else {"name": headers.get("White", "?"), "moves": 0},
        "black": _player_record(analysis.black) if analysis else {"name": headers.get("Black", "?"), "moves": 0},
    }


def is_summary(data: object) -> bool:
    """Whether plain data from outside has all fields of a summary."""
    return (
        isinstance(data, dict)
        and isinstance(data.get("status"), str)
        and all(isinstance(data.get(colour), dict) for colour in ("white", "black"))
    )


def game_record(
    summary: dict[str, Any],
    headers: dict[str, str],
    start_fen: str | None,
    analysis: GameAnalysis | None,
    faults: tuple[PgnFault, ...],
) -> dict[str, Any]:
    """The whole record of a game: the summary, its tags, and every move."""
    record = {
        **summary,
        "headers": headers,
        "faults": [{"line": fault.line, "text": fault.text} for fault in faults],
        "start": {"fen": start_fen, **score_record(analysis.start_score if analysis else None)},
        "moves": [],
    }
    if analysis:
        opening = analysis.opening
        record["opening"] = {"eco": opening.eco, "name": opening.name} if opening else None
        record["limit"] = limit_text(analysis.limit)
        record["engine"] = analysis.judge
        record["nodes"] = analysis.nodes
        record["time_ms"] = analysis.time_ms
        record["positions"] = [_position_record(position) for position in analysis.positions]
        record["moves"] = [
            {
                "number": move.number,
                "color": "white" if move.is_white else "black",
                "phase": move.phase.value,
                "san": move.san,
                "uci": move.uci,
                **score_record(move.score),
                "best": move.best[0].uci[0] if move.best else None,
                "best_san": move.best[0].san[0] if move.best else None,
                "lines": [_line_record(line) for line in move.best],
                "loss_cp": move.centipawn_loss,
                "loss_win_percent": round(move.win_percent_loss, 2),
                "accuracy": round(move.accuracy, 2),
                "judgement": move.judgement.value if move.judgement else None,
                "sureness": None if move.sureness is None else round(move.sureness, 2),
                "praised": move.is_praised,
                "seconds": move.seconds,
                "seconds_left": move.seconds_left,
                "motif": motif_of(move.reasons) if move.judgement else None,
                "reasons": reason_records(move.reasons),
            }
            for move in analysis.moves
        ]
    return record
