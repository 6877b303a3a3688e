"""Files of games as people and programs write them, made by chance: each is a random game and one of many dresses.

What a file holds is known, so a reader can be held to it. The shapes are those that lost plies of real files: signs at
moves and apart, numbers of every kind, comments that look like tags, notes of engines and clocks, odd starts and tags,
line ends, encodings, words and evaluations without braces, what stands behind the last move.
"""

import random
from dataclasses import dataclass

import chess

SIGNS = (
    *("!", "?", "!!", "?!", "±", "∓", "=", "⩲", "+-", "-+", "□", "∞", "N", "TN", "+/=", "=/+", "‼", "⁇", "→"),
    *("↑", "⟳", "○", "~", "D", "⌓", "∆", "⇆", "≤", "RR", "$14", "$1 $18", "+/-", "≥", "e.p.", "mate", "ch"),
    *("dis ch", "dbl.ch.", "check", "Novelty", "and a threat", "für", "+0.35", "-0.2/12", "#3", "$", "$-1"),
    *("[%clk 0:03:00]", "[%eval 0.2]", "} not nested, then }"),
    *("<br>", '<a href="#e5">', "</p>", "&nbsp;", "\0", "12m", "1h05", "[0:05]"),
)
GLUED = ("±", "=", "□", "N", "TN", "+-", "∓", "⩲", "∞", "!", "?!", "‼", "~", "→", "+/=", "!?", "??")
COMMENTS = (
    *("a plain word", "", "{ as if it began", "( no variation )", "1. e4 e5 2. Nf3", "1-0", "*", "; no", "$5"),
    *('\n[Event "in a comment"]\n', "[%clk 1:30:56]", "[%eval 0.25] [%clk 0:00:05]", "[%emt 0.0]", "book"),
    *("+0.53/14 47s", "+1.08/71 0.81s", "(-0.52) The best was", "[%csl Ga1,Rb2][%cal Gc2c3]", "\n\n"),
    *("d=22, sd=24, mt=3000, tl=60000, s=1, n=2", "ünïcödé – „…“"),
)
NUMBERS = ("{n}. ", "{n}.", "{n} ", "{n}) ", "{n}: ", "{n}．", "{n} . ", "", "{n}. ")
BLACK_NUMBERS = ("", "", "{n}... ", "{n}...", "{n}… ", "{n}. ... ", "{n}.. ", "... ", "{n}…")
STARTS = (
    "8/8/7p/5k1P/3KN3/8/8/8 b - - 0 1",
    "3k4/8/8/8/3K4/3R4/8/8 w - - 15 100",
    "r3k2r/ppp2ppp/2n5/3pP3/3P4/2N5/PPP2PPP/R3K2R w KQkq d6 0 9",
    "4k3/P6P/8/8/8/8/p6p/4K3 b - - 3 60",
)
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
ODD_TAGS = ('[Empty ""]', '[  Spaced   "x"  ]', "% an escaped line", '[WhiteElo "0000000000002019"]')
LINE_ENDS = ("\n", "\n", "\r\n", "\r")
ENCODINGS = ("utf-8", "utf-8", "utf-8-sig")


@dataclass(frozen=True)
class PgnFile:
    """A file and what it holds."""

    text: bytes
    moves: tuple[tuple[str, ...], ...]
    """Of each game, as UCI writes them."""


def pgn_file(seed: int) -> PgnFile:
    """The file of that number, always the same: one to three games."""
    chance = random.Random(seed)
    games = [_game(chance) for _ in range(chance.randint(1, 3))]
    text = chance.choice(("", "", "\n", "\n\n\n")) + "\n\n".join(text for text, _ in games)
    text += chance.choice(("\n", "\n", "", "\n\n\n", "\n\x1a"))
    line_end = chance.choice(LINE_ENDS)
    return PgnFile(text.replace("\n", line_end).encode(chance.choice(ENCODINGS)), tuple(moves for _, moves in games))


def _game(chance: random.Random) -> tuple[str, tuple[str, ...]]:
    start = chance.choice((chess.STARTING_FEN, chess.STARTING_FEN, *STARTS))
    board = chess.Board(start)
    result = chance.choice(RESULTS)
    tags = ['[Event "a game"]', f'[White "{chance.choice(("?", "Łukasz, J.", "O’Neill", "x" * 300))}"]']
    tags.append(f'[Result "{result}"]')
    if start != chess.STARTING_FEN:
        tags.append(chance.choice(('[SetUp "1"]', "")))
        tags.append(f'[FEN "{start}"]')
    elif chance.random() < 0.3:
        tags.append(chance.choice(('[SetUp "0"]', '[Variant ""]', '[Variant "Standard"]', '[TimeControl "G/60"]')))
    if chance.random() < 0.3:
        tags.append(chance.choice(ODD_TAGS))
    words: list[str] = [_comment(chance)] if chance.random() < 0.3 else []
    moves = []
    styles = chance.choice(NUMBERS), chance.choice(BLACK_NUMBERS)
    is_dressed = chance.random() < 0.8
    while len(moves) < chance.randint(4, 40) and not board.is_game_over():
        move = chance.choice(list(board.legal_moves))
        number = (styles[0] if board.turn else styles[1]).format(n=board.fullmove_number)
        if not moves and not board.turn:
            number = f"{board.fullmove_number}... "
        before = board.copy(stack=False)
        san = _spelled(board, move, chance) if is_dressed else board.san(move)
        board.push(move)
        moves.append(move.uci())
        words.append(number + san + (_glued(san, chance) if is_dressed else ""))
        if is_dressed:
            words += _behind(before, chance)
    words.append(result)
    separator = chance.choice((" ", " ", "\n", "  \n "))
    movetext = "".join(word + ("\n" if word.startswith((";", "%")) else separator) for word in words)
    gap = chance.choice(("\n\n", "\n\n", "\n \n"))
    movetext = movetext.rstrip()
    if result != "*" and chance.random() < 0.1 and movetext[-len(result) - 2] in "+#12345678":
        movetext = movetext[: -len(result)].rstrip() + result
    return "\n".join(filter(None, tags)) + gap + movetext, tuple(moves)


def _spelled(board: chess.Board, move: chess.Move, chance: random.Random) -> str:
    san = board.san(move)
    kind = chance.random()
    if kind < 0.05:
        return board.uci(move)
    if kind < 0.1 and "=" in san:
        return san.replace("=", "")
    if kind < 0.15:
        return san.replace("O", "0")
    if kind < 0.2:
        return san.rstrip("+#")
    return san


def _glued(san: str, chance: random.Random) -> str:
    # A word of coordinates with a letter behind it would be a promotion.
    fits = [sign for sign in GLUED if not (sign[0].isalpha() and san[-1].isdigit() and san[0].islower())]
    return chance.choice(fits) if chance.random() < 0.1 else ""


def _behind(board: chess.Board, chance: random.Random) -> list[str]:
    words = []
    if chance.random() < 0.1:
        words.append(chance.choice(SIGNS))
    if chance.random() < 0.15:
        words += [_comment(chance) for _ in range(chance.randint(1, 2))]
    if chance.random() < 0.08:
        words.append(_variation(board, chance, 0))
    if chance.random() < 0.03:
        words.append(chance.choice(("; to the end of the line e4 (", "; {", ";")))
    return words


def _comment(chance: random.Random) -> str:
    return "{" + chance.choice(("", " ")) + chance.choice(COMMENTS) + chance.choice(("", " ")) + "}"


def _variation(board: chess.Board, chance: random.Random, depth: int) -> str:
    board = board.copy(stack=False)
    words = [_comment(chance)] if chance.random() < 0.3 else []
    for ply in range(chance.randint(0, 5)):
        legal = list(board.legal_moves)
        if not legal:
            break
        move = chance.choice(legal)
        dots = "." if board.turn else "..."
        words.append((f"{board.fullmove_number}{dots} " if not ply or board.turn else "") + board.san(move))
        before = board.copy(stack=False)
        board.push(move)
        if depth < 3 and chance.random() < 0.1:
            words.append(_variation(before, chance, depth + 1))
        if chance.random() < 0.1:
            words.append(_comment(chance))
    return "(" + " ".join(words) + chance.choice(("", " *", " +-")) + ")"
