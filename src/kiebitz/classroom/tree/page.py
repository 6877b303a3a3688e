"""The tree of a search for the browser: its data, and one HTML file that needs nothing else, for any since 2023.

The rows travel as columns, one after the other, in zlib and base64; ``component`` unpacks them into typed arrays and
draws only what is opened. It is plain ES modules, which a server may hand out as they are; the file has them joined.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Sequence
from importlib import resources
from typing import Any

import numpy as np

import kiebitz
from kiebitz.analysis.explanation.language import Language
from kiebitz.classroom.tree.reasons import REASON_TEXTS
from kiebitz.classroom.tree.runs import Run
from kiebitz.classroom.tree.shogi_data import drawing, writing
from kiebitz.commandline.shogi_picture import PAGE_STYLE as SHOGI_STYLE
from kiebitz.commandline.web_page import colours, drawn_board, joined, script_data
from kiebitz.core.value import INFINITE, LONGEST_MATE, MATE, NO_VALUE
from kiebitz.engine.line import GameName
from kiebitz.engine.trace import REASONS

TEMPLATE, STYLE, SCRIPT = "page.html", "page.css", "page.js"
COMPONENT_STYLES = ("position_picture.css", "search_tree.css")
# Those that need no other first.
COMPONENT_SCRIPTS = (
    *("chess.js", "position_picture.js", "shogi.js", "shogi_picture.js", "games.js"),
    *("rows.js", "node_text.js", "tree_words.js", "search_tree.js"),
)
STYLE_MARK, SCRIPT_MARK, DATA_MARK = "/*STYLE*/", "/*SCRIPT*/", "/*DATA*/"
# What the page's script calls the columns, and how wide they are there; "span" is the length of a row's subtree.
WIDE, MIDDLE, NARROW = "Int32Array", "Int16Array", "Uint8Array"
COLUMNS = (
    ("span", WIDE),
    *((name, MIDDLE) for name in ("depth", "alpha", "beta", "value", "evaluation")),
    *((name, "Uint16Array") for name in ("move", "best_move")),
    *((name, NARROW) for name in ("ply", "order", "searched", "kind", "expected", "reason", "fresh")),
    *((name, NARROW) for name in ("table_bound", "table_depth", "only_here")),
    *((name, "Int8Array") for name in ("reduction", "extension")),
)
WRITTEN = {WIDE: "<i4", MIDDLE: "<i2", "Uint16Array": "<u2", NARROW: "u1", "Int8Array": "i1"}


def page(runs: Sequence[Run]) -> str:
    """The HTML text of one run, or of two runs of the same position."""
    styles = [colours(), SHOGI_STYLE, _read(STYLE), *(_read(f"component/{name}") for name in COMPONENT_STYLES)]
    style = "".join(styles)
    script = joined([drawn_board(), *(_read(f"component/{name}") for name in COMPONENT_SCRIPTS), _read(SCRIPT)])
    text = _read(TEMPLATE).replace(STYLE_MARK, style).replace(SCRIPT_MARK, script)
    return text.replace(DATA_MARK, script_data(page_data(runs)))


def page_data(runs: Sequence[Run], language: Language = Language.ENGLISH) -> dict[str, Any]:
    """The component's data."""
    trace = runs[0].trace
    is_chess = trace.game == "chess"
    of_game = {"chess960": trace.chess960} if is_chess else {"drawing": drawing(), "writing": writing()}
    return {
        "version": kiebitz.__version__,
        "game": trace.game,
        "fen": trace.fen,
        **of_game,
        "scale": {"MATE": MATE, "LONGEST_MATE": LONGEST_MATE, "INFINITE": INFINITE, "NO_VALUE": NO_VALUE},
        "reasons": [_reason_data(name, trace.game, language) for name in REASONS],
        "legend": [REASONS.index(name) for name in REASON_TEXTS],
        "runs": [_run_data(run) for run in runs],
        "common": len(np.intersect1d(trace.paths, runs[1].trace.paths)) if len(runs) > 1 else None,
    }


def _reason_data(name: str, game: GameName, language: Language) -> dict[str, str]:
    text = REASON_TEXTS[name]
    shown = text.german_name if language is Language.GERMAN else name
    return {"id": name, "name": shown, "meaning": text.meaning_in(game, language), "colour": text.colour}


def _run_data(run: Run) -> dict[str, Any]:
    trace = run.trace
    rows = trace.rows
    spans = np.where(rows["end"] > 0, rows["end"], len(rows)) - np.arange(len(rows))
    own = {"span": spans, "only_here": run.only_here}
    written = b"".join(
        np.ascontiguousarray(own[name] if name in own else rows[name], dtype=WRITTEN[kind]).tobytes()
        for name, kind in COLUMNS
    )
    return {
        "title": run.title,
        "nodes": trace.info.nodes,
        "milliseconds": trace.info.time_ms,
        "unrecorded": trace.unrecorded,
        "paths_only_here": len(np.unique(trace.paths[run.only_here])),
        "rows": len(rows),
        "columns": COLUMNS,
        "packed": base64.b64encode(zlib.compress(written, level=9)).decode("ascii"),
    }


def _read(name: str) -> str:
    return (resources.files("kiebitz.classroom.tree") / name).read_text(encoding="utf-8")
