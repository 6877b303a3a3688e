"""A dossier as a page of one screen, to look at and to print."""

from __future__ import annotations

from kiebitz.analysis.explanation.language import Language
from kiebitz.collection.dossier.dossier import Dossier, DossierTable
from kiebitz.commandline.printed_page import CELL_CHARACTERS, document, table
from kiebitz.commandline.web_page import text

SENTENCE_CHARACTERS = 300
STYLE = """
body { max-width: 88rem; margin: .8rem auto; font-size: 13px } h1 { margin: 0 0 .4rem; font-size: 1.3rem }
ul { margin: 0; padding-left: 1.1rem; columns: 2 34rem; column-gap: 2rem }
.tables { columns: 3 24rem; column-gap: 2rem; margin-top: .6rem }
section { break-inside: avoid; padding-bottom: .7rem } h2 { font-size: 1rem; margin: 0 0 .15rem } table { width: 100% }
td:first-child { overflow-wrap: anywhere }
@media print { .tables { columns: 2 } }
"""


def dossier_page(dossier: Dossier, language: Language) -> str:
    """The HTML text of a dossier."""
    sentences = "".join(f"<li>{text(each, SENTENCE_CHARACTERS)}</li>" for each in dossier.sentences)
    body = f"<h1>{text(dossier.title, CELL_CHARACTERS)}</h1><ul>{sentences}</ul>"
    body += f'<div class="tables">{"".join(map(_section, dossier.tables))}</div>'
    return document(dossier.title, body, language, STYLE)


def _section(each: DossierTable) -> str:
    rows = [[text(cell, CELL_CHARACTERS) for cell in row] for row in each.rows]
    return f"<section><h2>{text(each.title, CELL_CHARACTERS)}</h2>{table(each.heads, rows)}</section>"
