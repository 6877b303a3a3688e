"""Motifs have names in every language, and the page "My games" calls them the same."""

import re

import kiebitz.analysis.explanation.explanation  # noqa: F401 - all facts are there
from kiebitz.analysis.explanation.fact import Fact
from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.explanation.motifs import GERMAN, motif_name
from kiebitz.analysis.explanation.reason import MATERIAL, UNNAMED
from kiebitz.analysis.explanation.shogi.facts import ShogiFact
from kiebitz.analysis.explanation.themes.weakness import WeaknessKind
from sources import PACKAGE


def themes(fact=Fact):
    """The themes of all facts of chess."""
    for each in fact.__subclasses__():
        if issubclass(each, ShogiFact):
            continue
        yield from (each.theme, *themes(each)) if hasattr(each, "theme") else themes(each)


def test_every_motif_has_a_german_name():
    motifs = {*themes(), *WeaknessKind, MATERIAL} - UNNAMED - {"weakness"}
    assert len(motifs) > 30
    assert set(GERMAN) == motifs
    assert motif_name("fork", Language.GERMAN) == "Gabel"
    assert motif_name("fork", Language.ENGLISH) == "fork"
    assert motif_name("not told", Language.GERMAN) == "not told"


def test_the_page_calls_them_the_same():
    script = (PACKAGE / "web/static/mygames/motifs.js").read_text()
    told = {quoted or plain: name for quoted, plain, name in re.findall(r'(?:"([^"]+)"|(\w+)): "([^"]+)"', script)}
    assert told == GERMAN
