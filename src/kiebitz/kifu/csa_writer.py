"""CSA written: version 2.2, as most programs read it, and 3.0 where parts of a second need that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kiebitz.core.shogi.notation import push
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.shogi.sfen import BLACK, EMPTY, RANKS, SIZE, SQUARE_AT, START_SFEN, parse_sfen
from kiebitz.kifu.csa_reader import HEADERS as JAPANESE_NAMES
from kiebitz.kifu.csa_reader import SEPARATOR
from kiebitz.kifu.diagram import LETTERS
from kiebitz.kifu.endings import csa_word
from kiebitz.kifu.losses import Losses
from kiebitz.kifu.names import CSA_NAMES, EVEN_SIDES, HAND_ORDER, HANDICAP_SIDES, digits_of, letter_of
from kiebitz.kifu.record import Kifu, KifuEnding, KifuError, KifuMove
from kiebitz.kifu.text_lines import lines_of

HEADERS = {japanese: name for name, japanese in JAPANESE_NAMES.items()}
PLAYERS = frozenset({*EVEN_SIDES, *HANDICAP_SIDES})
BRANCHES = ("branch", "branches")
BOOKMARKS = ("bookmark", "bookmarks")
UNNAMED = ("header whose name can't be written", "headers whose names can't be written")
WHOLE, EXACT = "V2.2", "V3.0"
DECIMALS = 3
FINER = (f"time finer than {DECIMALS} decimals", f"times finer than {DECIMALS} decimals")


def csa_text(games: Iterable[Kifu], encoding_name: str, losses: Losses) -> str:
    """Records as CSA. Raises KifuError and ShogiMoveError."""
    given = list(games)
    name = encoding_name.upper()
    parts = ["".join(f"{line}\n" for line in _lines(kifu, losses)) for kifu in given]
    version = EXACT if any(_has_parts_of_seconds(kifu) for kifu in given) else WHOLE
    return f"'CSA encoding={name}\n{version}\n" + f"{SEPARATOR}\n".join(parts)


def _lines(kifu: Kifu, losses: Losses) -> Iterator[str]:
    """A record, line by line."""
    if kifu.sfen is None:
        raise KifuError("the record has no start; give Kifu.sfen")
    for _ in range(kifu.branches):
        losses.add(*BRANCHES)
    yield from _headers(kifu, losses)
    yield from _position(kifu.sfen)
    yield from _notes(kifu, losses)
    position = ShogiPosition(kifu.sfen, as_written=True)
    line = kifu.lines[0]
    for move in line.moves:
        sign = "+" if position.turn else "-"
        push(position, move.usi)
        target = move.usi[2:4]
        man = letter_of(position.setup().men[SQUARE_AT[target]])
        origin = "00" if move.usi[1] == "*" else digits_of(move.usi[:2])
        yield f"{sign}{origin}{digits_of(target)}{CSA_NAMES[man]}"
        yield from _notes(move, losses)
    if line.ending:
        word = csa_word(line.ending.kind, is_black_to_move=position.turn)
        if word is None:
            losses.add(f"end ({line.ending.kind})", f"ends ({line.ending.kind})")
        else:
            yield f"%{word}"
            yield from _notes(line.ending, losses)


def _headers(kifu: Kifu, losses: Losses) -> Iterator[str]:
    """The names of both sides, and what else is said of the game."""
    for sign, player in (("+", kifu.black), ("-", kifu.white)):
        yield from (f"N{sign}{name}" for name in lines_of(player) if name)
    for key, value in kifu.headers.items():
        if key in PLAYERS:
            continue
        name = HEADERS.get(key, key)
        if not name or name != name.strip() or ":" in name or len(lines_of(name)) > 1:
            losses.add(*UNNAMED)
        else:
            yield from (f"${name}:{part}" for part in lines_of(value))


def _position(sfen: str) -> Iterator[str]:
    """Where the game starts, and who begins."""
    setup = parse_sfen(sfen, as_written=True)
    if setup.men == parse_sfen(START_SFEN).men:
        yield "PI"
    else:
        for number, rank in enumerate(RANKS, 1):
            men = [setup.men[SQUARE_AT[f"{file}{rank}"]] for file in range(SIZE, 0, -1)]
            yield f"P{number}{''.join(map(_cell, men))}"
        for sign, hand in zip("+-", setup.hands, strict=True):
            held = "".join(f"00{CSA_NAMES[letter]}" * hand[LETTERS.index(letter)] for letter in HAND_ORDER)
            if held:
                yield f"P{sign}{held}"
    yield "+" if setup.side == BLACK else "-"


def _cell(man: int) -> str:
    return " * " if man == EMPTY else f"{'-' if man % 2 else '+'}{CSA_NAMES[letter_of(man)]}"


def _notes(item: Kifu | KifuMove | KifuEnding, losses: Losses) -> Iterator[str]:
    """The time of a move, and its comment."""
    if not isinstance(item, Kifu) and item.seconds is not None:
        seconds = round(item.seconds, DECIMALS)
        if seconds != item.seconds:
            losses.add(*FINER)
        yield f"T{int(seconds)}" if seconds == int(seconds) else f"T{seconds:.{DECIMALS}f}"
    if item.comment:
        yield from (f"'*{line}" for line in lines_of(item.comment))
    if item.bookmark:
        losses.add(*BOOKMARKS)


def _has_parts_of_seconds(kifu: Kifu) -> bool:
    line = kifu.lines[0]
    times = [move.seconds for move in line.moves] + [line.ending.seconds if line.ending else None]
    return any(seconds is not None and seconds != int(seconds) for seconds in times)
