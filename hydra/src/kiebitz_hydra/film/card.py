"""The card clock by clock, as one of the films of ``kiebitz lab film`` and the museum.

``page`` shows more of it and any search; this tells one that is short.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import chess

from kiebitz.analysis.explanation.language import Language
from kiebitz.classroom.film.film import Film as TheFilm
from kiebitz.classroom.film.film import Pane, Step, Words, number_text
from kiebitz.commandline.additions import AdditionError
from kiebitz_hydra.circuit.alpha_beta_fsm import STATES
from kiebitz_hydra.film.film import Film, Frame, film
from kiebitz_hydra.film.sight import sight
from kiebitz_hydra.film.states import STATE_TEXTS
from kiebitz_hydra.question import INFINITY
from kiebitz_hydra.simulator.tools import MissingToolError

FORK = "2K5/8/8/3k1n2/8/4B3/5P2/8 w - - 0 1"
DEPTH = 1
QUIESCENCE = "q"

WORDS: Mapping[Language, Words] = {
    Language.ENGLISH: {
        "title": "The card, clock by clock",
        "about": (
            "Each step is one cycle of the card's clock: no list of moves, but signals that cross the board. Blue:"
            " squares that a man of the side to move reaches; ringed in red the victim, the one with the most valuable"
            " man. Yellow: where the super piece's signals arrive; green: men who can go there, ringed the aggressor,"
            " the least valuable. Violet: what the other side attacks, looked at while Evaluate works."
        ),
        "recorded": (
            "{fen}, {depth} ply and captures, men and places only: {nodes} nodes in {cycles} cycles, {each} a node; the"
            " best move is {best}. 'kiebitz hardware trace FEN --html OUT.html' shows any search, with all wires."
        ),
        "board": "The board's 64 wires",
        "time": "Which module works in which cycle",
        "states": "State machine: cycles so far",
        "wires": "Wires",
        "stack": "Stack",
        "headings": "ply|depth|α, β|move",
        "rows": "side to move|squares reached|men who can go there|check|value after the move|gain|nodes|best move",
        "yes": "yes: illegal",
        "no": "no",
        "sides": "White|Black",
        "VICTIM": " {count} squares are reached; {square} is taken.",
        "VICTIM none": " None is left.",
        "AGGRESSOR": " {count} can go to {target}; {square} is taken.",
        "EVALUATE 3": " Here {value}.",
        "EVALUATE 3 check": " Here the king is attacked: illegal.",
        "UNDO": " For the node the move {move} is worth {value}.",
        "span": "{module}, cycles {first} to {last}",
    },
    Language.GERMAN: {
        "title": "Die Karte, Takt für Takt",
        "about": (
            "Jeder Schritt ist ein Takt der Karte: keine Zugliste, sondern Signale, die über das Brett laufen. Blau:"
            " Felder, die eine Figur der Seite am Zug erreicht; rot umrandet das Opfer, das Feld mit der wertvollsten"
            " Figur. Gelb: wo die Signale der Superfigur ankommen; Grün: wer dorthin ziehen kann, umrandet der"
            " Angreifer, der am wenigsten wert ist. Violett: was die andere Seite angreift, angesehen, während Evaluate"
            " arbeitet."
        ),
        "recorded": (
            "{fen}, {depth} Halbzug und Schlagzüge, nur Figuren und Felder bewertet: {nodes} Knoten in {cycles} Takten,"
            " {each} je Knoten; der beste Zug ist {best}. 'kiebitz hardware trace FEN --html OUT.html' zeigt jede"
            " Suche, mit allen Leitungen."
        ),
        "board": "Die 64 Felder der Schaltung",
        "time": "Welches Modul in welchem Takt arbeitet",
        "states": "Zustandsmaschine: Takte bis hierher",
        "wires": "Leitungen",
        "stack": "Stapel",
        "headings": "Ebene|Tiefe|α, β|Zug",
        "rows": "am Zug|erreichte Felder|wer dorthin kann|Schach|Wert nach dem Zug|Gewinn|Knoten|bester Zug",
        "yes": "ja: verboten",
        "no": "nein",
        "sides": "Weiß|Schwarz",
        "VICTIM": " {count} Felder sind erreicht; genommen wird {square}.",
        "VICTIM none": " Keines ist mehr übrig.",
        "AGGRESSOR": " {count} können nach {target}; genommen wird {square}.",
        "EVALUATE 3": " Hier {value}.",
        "EVALUATE 3 check": " Hier ist der König angegriffen: verboten.",
        "UNDO": " Für den Knoten ist der Zug {move} {value} wert.",
        "span": "{module}, Takte {first} bis {last}",
    },
}


def card(language: Language) -> TheFilm:
    """The film. Raises AdditionError without Amaranth."""
    try:
        shown = film(chess.Board(FORK), DEPTH)
    except MissingToolError as error:
        raise AdditionError(str(error)) from None
    words = WORDS[language]
    spans = tuple(_spans(shown.frames))
    at_work = {each.module for each in spans}
    modules = tuple(dict.fromkeys(text.module for text in STATE_TEXTS.values() if text.module in at_work))
    cycles, nodes = len(shown.frames), shown.answer.nodes
    return TheFilm(
        title=words["title"],
        about=words["about"],
        recorded=words["recorded"].format(
            fen=FORK,
            depth=DEPTH,
            nodes=nodes,
            cycles=cycles,
            each=number_text(round(cycles / nodes, 1), language),
            best=shown.answer.best,
        ),
        panes=(
            Pane("board", "board", words["board"], {"game": "chess"}),
            Pane("states", "bars", words["states"], {"scale": "linear"}),
            Pane("wires", "rows", words["wires"], {"headings": []}),
            Pane("stack", "rows", words["stack"], {"headings": words["headings"].split("|")}),
            Pane(
                "time",
                "lanes",
                words["time"],
                {
                    "names": list(modules),
                    "end": cycles,
                    "spans": [each.drawn(modules, words) for each in spans],
                    "messages": [],
                },
            ),
        ),
        steps=tuple(_steps(shown, words, language)),
    )


@dataclass(frozen=True, slots=True)
class _Span:
    """Cycles one after the other in which a module works, counted from 0."""

    module: str
    first: int
    after: int

    def drawn(self, modules: tuple[str, ...], words: Words) -> list[Any]:
        """As the player's lanes have it."""
        hint = words["span"].format(module=self.module, first=self.first + 1, last=self.after)
        return [modules.index(self.module), self.first, self.after, "", hint]


def _spans(frames: tuple[Frame, ...]) -> Iterator[_Span]:
    for module, cycles in groupby(range(len(frames)), lambda cycle: STATE_TEXTS[frames[cycle].state].module):
        first, *others = cycles
        yield _Span(module, first, (others[-1] if others else first) + 1)


def _steps(shown: Film, words: Words, language: Language) -> Iterator[Step]:
    counts: Counter[str] = Counter()
    used = [state for state in STATES if any(frame.state == state for frame in shown.frames)]
    for cycle, frame in enumerate(shown.frames):
        counts[frame.state] += 1
        seen = sight(frame)
        board = {
            "text": _fen(frame),
            "layers": {colour: list(chess.scan_forward(squares)) for colour, squares in seen.layers},
            "rings": [list(each) for each in seen.rings],
        }
        bars = [[state, counts[state], str(counts[state]), "now" if state == frame.state else ""] for state in used]
        stack = [_level(frame, ply) for ply in range(len(frame.stack))]
        yield Step(
            f"{frame.state} ({STATE_TEXTS[frame.state].module}): {_sentence(frame, words, language)}",
            {
                "board": board,
                "states": {"bars": bars},
                "wires": {
                    "rows": [list(row) for row in zip(words["rows"].split("|"), _wires(frame, words), strict=True)]
                },
                "stack": {"rows": stack},
                "time": {"now": cycle + 1},
            },
        )


def _sentence(frame: Frame, words: Words, language: Language) -> str:
    """The events of a cycle, and their operands."""
    text = STATE_TEXTS[frame.state]
    told = text.german if language is Language.GERMAN else text.meaning
    move = frame.stack[-1].move
    match frame.state:
        case "VICTIM":
            name = "VICTIM" if frame.victims else "VICTIM none"
            return told + words[name].format(count=frame.victims.bit_count(), square=chess.square_name(frame.victim))
        case "AGGRESSOR":
            square = chess.square_name(frame.aggressor)
            return told + words["AGGRESSOR"].format(count=frame.aggressors.bit_count(), target=move[2:4], square=square)
        case "EVALUATE 3":
            return told + words["EVALUATE 3 check" if frame.check else "EVALUATE 3"].format(
                value=_value(frame.evaluation)
            )
        case "UNDO MOVE" if not frame.check:
            return told + words["UNDO"].format(move=move, value=_value(frame.gain))
        case _:
            return told


def _wires(frame: Frame, words: Words) -> tuple[str, ...]:
    """The rows of the wires; a dash where a wire says nothing in this cycle."""
    is_known = frame.state in ("EVALUATE 2", "EVALUATE 3")
    return (
        words["sides"].split("|")[frame.black],
        str(frame.victims.bit_count()) if frame.state == "VICTIM" else "–",
        str(frame.aggressors.bit_count()) if frame.state == "AGGRESSOR" else "–",
        words["yes" if frame.check else "no"] if is_known else "–",
        _value(frame.evaluation) if frame.state == "EVALUATE 3" else "–",
        _value(frame.gain) if frame.state.startswith("UNDO") else "–",
        str(frame.nodes),
        frame.best or "–",
    )


def _level(frame: Frame, ply: int) -> list[Any]:
    """A line of the stack; a node has no move before one is found."""
    level, is_last = frame.stack[ply], ply == len(frame.stack) - 1
    is_open = is_last and frame.state.startswith(("VICTIM", "AGGRESSOR"))
    window = f"{_value(level.alpha)}, {_value(level.beta)}"
    return [str(ply), str(level.depth or QUIESCENCE), window, "" if is_open else level.move]


def _value(value: int) -> str:
    """Centipawns from the view of the side to move."""
    if abs(value) >= INFINITY:
        return "∞" if value > 0 else "−∞"
    return str(value).replace("-", "−")


def _fen(frame: Frame) -> str:
    """The position on the wires, men and side to move alone."""
    board = chess.BaseBoard.empty()
    for square, sign in enumerate(frame.men):
        if sign != ".":
            board.set_piece_at(square, chess.Piece.from_symbol(sign))
    return f"{board.board_fen()} {'b' if frame.black else 'w'} - - 0 1"
