"""JKF written: JSON Kifu Format 1.0, each move with all that a player needs to show it, as ``jkf_reader`` reads it."""

from __future__ import annotations

import json
from typing import Any

from kiebitz.core.shogi.sfen import BLACK, EMPTY, RANKS, SIZE, SQUARE_AT, WHITE, parse_sfen
from kiebitz.kifu.diagram import LETTERS
from kiebitz.kifu.endings import csa_word
from kiebitz.kifu.handicaps import NAMES
from kiebitz.kifu.jkf_reader import OTHER, PRESETS, SIDES, WAYS
from kiebitz.kifu.kif_writer import Walk, walked_lines
from kiebitz.kifu.losses import Losses
from kiebitz.kifu.names import CSA_NAMES, HAND_ORDER, letter_of
from kiebitz.kifu.record import Kifu, KifuEnding, KifuError, KifuLine, KifuMove
from kiebitz.kifu.text_lines import lines_of
from kiebitz.kifu.written_move import NO_PROMOTION, ki2_text

RELATIVE = {way: letter for letter, way in WAYS.items()}
COLORS = {side: color for color, side in SIDES.items()}
PRESET_OF = {name: preset for preset, name in PRESETS.items()}
MOST_DEPTH = 100
"""Branches of branches are nested no deeper: programs that read JSON have a limit."""
BOOKMARKS = ("bookmark", "bookmarks")


def jkf_text(kifu: Kifu, losses: Losses) -> str:
    """A record as JKF. Raises KifuError and ShogiMoveError."""
    lines: list[KifuLine] = []
    items: list[list[dict[str, Any]]] = []
    depths: list[int] = []
    for number, (line, _, walk) in enumerate(walked_lines(kifu)):
        depths.append(depths[line.parent] + 1 if number else 0)
        if depths[-1] > MOST_DEPTH:
            raise KifuError(f"JKF nests branches, and these are nested more than {MOST_DEPTH} deep; write KIF")
        here = [_move(move, walk, losses) for move in line.moves]
        if line.ending:
            here.append(_end(line.ending, walk, losses))
        if number:
            parent, place = items[line.parent], line.ply - lines[line.parent].ply
            if place == len(parent):
                parent.append({})  # of a line that goes on in branches alone
            parent[place].setdefault("forks", []).append(here)
        lines.append(line)
        items.append(here)
    assert kifu.sfen is not None
    start = _noted({}, kifu, losses)
    record = {"header": kifu.headers, "initial": _initial(kifu.sfen), "moves": [start, *items[0]]}
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"


def _initial(sfen: str) -> dict[str, Any]:
    """Where a game starts: by its name, or man by man."""
    if preset := PRESET_OF.get(NAMES.get(sfen, "")):
        return {"preset": preset}
    setup = parse_sfen(sfen, as_written=True)
    board = [[_man(setup.men[SQUARE_AT[f"{file}{rank}"]]) for rank in RANKS] for file in range(1, SIZE + 1)]
    hands = [
        {CSA_NAMES[letter]: hand[LETTERS.index(letter)] for letter in reversed(HAND_ORDER)} for hand in setup.hands
    ]
    return {"preset": OTHER, "data": {"color": COLORS[setup.side], "board": board, "hands": hands}}


def _man(man: int) -> dict[str, Any]:
    return {} if man == EMPTY else {"color": COLORS[man % 2], "kind": CSA_NAMES[letter_of(man)]}


def _move(move: KifuMove, walk: Walk, losses: Losses) -> dict[str, Any]:
    """A move, which is played. Raises ShogiMoveError."""
    men, last, side = walk.men(), walk.last_target, BLACK if walk.is_black_to_move else WHITE
    walk.play(move.usi)
    told = ki2_text(men, side, move.usi, last)
    origin, target = move.usi[:2], move.usi[2:4]
    is_drop = move.usi[1] == "*"
    said: dict[str, Any] = {"color": COLORS[side]}
    if not is_drop:
        said["from"] = _square(origin)
    said["to"] = _square(target)
    said["piece"] = CSA_NAMES[move.usi[0] if is_drop else letter_of(men[SQUARE_AT[origin]])]
    if target == last:
        said["same"] = True
    if told.endswith(NO_PROMOTION):
        said["promote"] = False
    elif move.usi.endswith("+"):
        said["promote"] = True
    if men[SQUARE_AT[target]] != EMPTY:
        said["capture"] = CSA_NAMES[letter_of(men[SQUARE_AT[target]])]
    if relative := "".join(RELATIVE[letter] for letter in told if letter in RELATIVE):
        said["relative"] = relative
    return _noted({"move": said}, move, losses) | _spent(move, walk, losses)


def _end(ending: KifuEnding, walk: Walk, losses: Losses) -> dict[str, Any]:
    """The end of a line; of one that CSA has no word for only what is said of it."""
    word = csa_word(ending.kind, is_black_to_move=walk.is_black_to_move)
    if word is None:
        losses.add(f"end ({ending.kind})", f"ends ({ending.kind})")
        return {}
    return _noted({"special": word}, ending, losses) | _spent(ending, walk, losses)


def _noted(item: dict[str, Any], said: Kifu | KifuMove | KifuEnding, losses: Losses) -> dict[str, Any]:
    """An item with its comment."""
    if said.bookmark:
        losses.add(*BOOKMARKS)
    return {**item, "comments": lines_of(said.comment)} if said.comment else item


def _spent(item: KifuMove | KifuEnding, walk: Walk, losses: Losses) -> dict[str, Any]:
    """The time of a move and of its side by then."""
    spent = walk.spend(item, losses)
    return {} if spent is None else {"time": dict(zip(("now", "total"), map(_time, spent), strict=True))}


def _time(seconds: int) -> dict[str, int]:
    return {"h": seconds // 3600, "m": seconds // 60 % 60, "s": seconds % 60}


def _square(square: str) -> dict[str, int]:
    return {"x": int(square[0]), "y": RANKS.index(square[1]) + 1}
