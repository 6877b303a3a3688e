"""An analysed game of shogi as plain data for JSON: what ``kiebitz analyse --json`` prints, one object a game.

The fields are those of chess where they mean the same; scores are Black's view, who moves first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kiebitz.analysis.archive_run.record import score_record, status_of
from kiebitz.analysis.judging.annotate import limit_text
from kiebitz.analysis.shogi.judged_game import JudgedGame, ShogiPlayer
from kiebitz.kifu.record import Kifu

RESULTS = {"black": "1-0", "white": "0-1", "draw": "1/2-1/2"}
UNKNOWN = "*"


def shogi_record(kifu: Kifu, game: JudgedGame) -> dict[str, Any]:
    """The whole record of a game: where it stands, what its file says, and every move."""
    return {
        "game_kind": "shogi",
        "file": kifu.file,
        "game": kifu.number,
        "status": status_of(kifu.is_whole),
        "winner": kifu.winner,
        "ending": None if kifu.ending is None else str(kifu.ending),
        "black": _player(game.black),
        "white": _player(game.white),
        "headers": dict(kifu.headers),
        "faults": [{"line": fault.line, "text": fault.text} for fault in kifu.faults],
        "start": {"sfen": game.start_sfen, **score_record(game.start_score)},
        "limit": limit_text(game.limit),
        "nodes": game.nodes,
        "time_ms": game.time_ms,
        "moves": [
            {
                "number": move.ply,
                "color": "black" if move.is_black else "white",
                "usi": move.usi,
                "japanese": move.japanese,
                "western": move.western,
                "sfen": game.sfens[move.ply],
                **score_record(move.score),
                "best": move.best[0].usi[0] if move.best else None,
                "lines": [
                    {
                        **score_record(line.score),
                        "depth": line.depth,
                        "pv": list(line.usi),
                        "pv_japanese": list(line.japanese),
                        "pv_western": list(line.western),
                    }
                    for line in move.best
                ],
                "loss_cp": move.centipawn_loss,
                "loss_win_percent": round(move.win_percent_loss, 2),
                "accuracy": round(move.accuracy, 2),
                "judgement": move.judgement.value if move.judgement else None,
                "seconds": move.seconds,
            }
            for move in game.moves
        ],
    }


def shogi_summary(record: Mapping[str, Any]) -> dict[str, Any]:
    """What a list of games shows of a record that ``shogi_record`` made; the result as PGN writes it, Black's first."""
    result = RESULTS.get(record["winner"], record["ending"] or UNKNOWN)
    return {**{key: record[key] for key in ("status", "black", "white")}, "result": result}


def _player(player: ShogiPlayer) -> dict[str, Any]:
    return {
        "name": player.name,
        "moves": player.moves,
        "accuracy": None if player.accuracy is None else round(player.accuracy, 2),
        "acpl": None if player.average_centipawn_loss is None else round(player.average_centipawn_loss, 2),
        "inaccuracies": player.inaccuracies,
        "mistakes": player.mistakes,
        "blunders": player.blunders,
    }
