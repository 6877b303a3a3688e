"""A move in algebraic notation as people, programs and web pages write it, in the spelling of PGN."""

from __future__ import annotations

import re

from kiebitz.commandline.typography import PLAIN_SIGNS

FIGURINES = str.maketrans("♔♕♖♗♘♚♛♜♝♞", "KQRBNKQRBN", "♙♟")
EN_PASSANT_SUFFIX = re.compile(r"e\.?p\.?$")
CASTLING = re.compile(r"[Oo0]-?[Oo0](?:-?[Oo0])?")
SMALL_MAN = re.compile(r"[nrqkp](?=[x:-][a-h]|[a-h][1-8a-hx:-]|[1-8][a-hx])")
"""A man's small letter that names no file."""
NULL_MOVES = frozenset({"--", "<>", "Z0", "0000", "@@@@", "null", "pass"})
"""How programs write that a side passes: a null move."""
PASS = "--"
PROMOTION = re.compile(r"(?<=[1-8])(?:/|\(=?|=\()([QRBNqrbn])\)?$")


def plain_san(word: str) -> str:
    """A move without what says nothing about it, its signs those of PGN: '♘×e5!' is 'Nxe5', '0–0+' is 'O-O'.

    A word that is no move comes back as some other word that is none.
    """
    word = word.translate(PLAIN_SIGNS).rstrip(".,").translate(FIGURINES)
    text = EN_PASSANT_SUFFIX.sub("", word).rstrip("+#")
    if SMALL_MAN.match(text):
        text = text[0].upper() + text[1:]
    text = text.removeprefix("P")
    if text in NULL_MOVES:
        return PASS
    text = PROMOTION.sub(r"=\1", text).replace(":", "x")
    return "-".join("O" * len(text.replace("-", ""))) if CASTLING.fullmatch(text) else text
