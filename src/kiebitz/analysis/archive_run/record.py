"""An analysed game as plain data for JSON: what ``kiebitz analyse --json`` prints, one object a game."""

from __future__ import annotations

from typing import Any

from kiebitz.analysis.explanation.explanation import reason_records
from kiebitz.analysis.explanation.reason import motif_of
from kiebitz.analysis.judging.annotate import (
    BestLine,
    GameAnalysis,
    MoveAnalysis,
    PlayerSummary,
    PositionAnalysis,
    limit_text,
)
from kiebitz.analysis.judging.record_names import KIND, NAMES, RecordNames
from kiebitz.analysis.reading.archive import PgnFault, RawGame
from kiebitz.engine.score import Score
from kiebitz.games.shogi.game import SHOGI
from kiebitz.kifu.record import Kifu


def score_record(score: Score | None) -> dict[str, int | None]:
    """'cp' in centipawns or 'mate' in moves, White's view, in shogi Black's; the other is null.

    Mate on the board is 'mate': 0.
    """
    return {"cp": score.centipawns if score else None, "mate": score.mate if score else None}


def _line_record(line: BestLine, names: RecordNames) -> dict[str, Any]:
    return {**score_record(line.score), "depth": line.depth, "pv": list(line.uci), f"pv_{names.told}": list(line.san)}


def _position_record(position: PositionAnalysis, names: RecordNames) -> dict[str, Any]:
    lines = [{**score_record(line.score), "depth": line.depth, "pv": list(line.uci)} for line in position.best]
    return {names.position: position.fen, "nodes": position.nodes, "lines": lines}


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
"""The fields of a record's summary."""


SKIPPED = "skipped"
"""The status of a game that couldn't be analysed."""


def summary_record(raw: RawGame, status: str, headers: dict[str, str], analysis: GameAnalysis | None) -> dict[str, Any]:
    """The row that an archive's overview has for a game: where it stands, and what became of it.

    ``headers`` are tags as PGN names them.
    """
    return {
        "file": raw.file,
        "game": raw.number,
        "line": raw.line,
        **outcome_record(status, headers, analysis),
    }


def status_of(is_whole: bool) -> str:
    """The status of a game that was analysed: 'in part' if it could be read up to some move only."""
    return "analysed" if is_whole else "in part"


def outcome_record(status: str, headers: dict[str, str], analysis: GameAnalysis | None) -> dict[str, Any]:
    """The outcome of a game, and how both played. ``status`` is one of ``status_of`` or ``SKIPPED``."""
    return {
        "status": status,
        "result": headers.get("Result", "*"),
        "white": _player_record(analysis.white) if analysis else {"name": headers.get("White", "?"), "moves": 0},
        "black": _player_record(analysis.black) if analysis else {"name": headers.get("Black", "?"), "moves": 0},
    }


def is_summary(data: object) -> bool:
    """True if plain data from outside has all fields of a summary."""
    return (
        isinstance(data, dict)
        and isinstance(data.get("status"), str)
        and all(isinstance(data.get(colour), dict) for colour in ("white", "black"))
    )


def game_record(
    summary: dict[str, Any],
    headers: dict[str, str],
    start: str | None,
    analysis: GameAnalysis | None,
    faults: tuple[PgnFault, ...],
    *,
    kifu: Kifu | None = None,
) -> dict[str, Any]:
    """The whole record of a game: the summary, its tags, and every move.

    ``start`` is the position that it starts from, as FEN or SFEN. Of shogi there is a ``kifu``, whose headers are kept
    beside ``headers``, which name them as PGN does.
    """
    names = NAMES["shogi" if kifu else "chess"]
    record = {
        **({KIND: "shogi", "winner": kifu.winner, "ending": kifu.ending} if kifu else {}),
        **summary,
        **({"headers": dict(kifu.headers), "tags": headers} if kifu else {"headers": headers}),
        "faults": [{"line": fault.line, "text": fault.text} for fault in faults],
        "start": {names.position: start, **score_record(analysis.start_score if analysis else None)},
        "moves": [],
    }
    if analysis:
        opening = analysis.opening
        record["opening"] = {"eco": opening.eco, "name": opening.name} if opening else None
        record["limit"] = limit_text(analysis.limit)
        record["engine"] = analysis.judge
        record["nodes"] = analysis.nodes
        record["time_ms"] = analysis.time_ms
        record["positions"] = [_position_record(position, names) for position in analysis.positions]
        record["moves"] = [_move_record(move, names) for move in analysis.moves]
        if kifu:
            _add_western(record)
    return record


def _move_record(move: MoveAnalysis, names: RecordNames) -> dict[str, Any]:
    return {
        "number": move.number,
        "color": names.sides[not move.is_first],
        "phase": move.phase.value,
        names.told: move.san,
        names.move: move.uci,
        **score_record(move.score),
        "best": move.best[0].uci[0] if move.best else None,
        f"best_{names.told}": move.best[0].san[0] if move.best else None,
        "lines": [_line_record(line, names) for line in move.best],
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


def _add_western(record: dict[str, Any]) -> None:
    """Add to a record of shogi the position after each move, and moves with the men's letters."""
    board = SHOGI.board(record["start"]["sfen"])
    for move in record["moves"]:
        (move["western"],) = board.western([move["usi"]])
        for line in move["lines"]:
            line["pv_western"] = board.western(line["pv"])
        board.push(move["usi"])
        move["sfen"] = board.fen()
