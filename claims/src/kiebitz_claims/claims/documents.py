"""The documents whose claims the laboratory measures."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Document:
    """A text that makes claims."""

    author: str
    """Who wrote it, as far as it says."""
    title: str
    """Its title, as printed."""
    about: str
    """What kind of text it is, in a few words."""

    def __str__(self) -> str:
        return f"{self.author}: {self.title} ({self.about})"


TARTAN = Document("Zwerschke", "Programmieren »en passant«: Tartan-Schachprogramm", "magazine article, 1991")
MINIMAX = Document("MiniMAX's author", "MiniMAX und Hashtabellen", "article about a didactic chess program")
YANEURAOU = Document(
    "Yane", "コンピュータ将棋のHASHの概念について詳しく", "blog post by YaneuraOu's author, with comments"
)
NIMZO = Document("Chr. Donninger", "Die Kunst des Nichtstuns", "article about the null move in Nimzo, 1993")
LORENZ = Document("U. Lorenz", "Computerschach", "lecture on game-tree search and Hydra")
KIEBITZ = Document("Kiebitz", "own question", "no document claims it")

DOCUMENTS = (TARTAN, MINIMAX, YANEURAOU, NIMZO, LORENZ, KIEBITZ)
"""In the order in which they are told."""
