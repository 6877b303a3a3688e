"""The documents whose claims the laboratory measures."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Document:
    """A text that makes claims."""

    author: str
    """The author, as far as the document says."""
    title: str
    """Its title, as printed."""
    about: str
    """The kind of text, in a few words."""
    program: str
    """The program it is about, as people call it."""
    year: str
    """When it was written, as far as is known; empty for none."""

    def answers_to(self, word: str) -> bool:
        """True if a word, in any case, means this document: its program, its author's last name, or its title."""
        names = (self.program, self.author.split()[-1], self.title)
        return word.strip().casefold() in (name.casefold() for name in names)

    def __str__(self) -> str:
        return f"{self.author}: {self.title} ({self.about})"


TARTAN = Document(
    "Zwerschke", "Programmieren »en passant«: Tartan-Schachprogramm", "magazine article, 1991", "Tartan", "1991"
)
MINIMAX = Document(
    "MiniMAX's author", "MiniMAX und Hashtabellen", "article about a didactic chess program", "MiniMAX", "2002"
)
YANEURAOU = Document(
    "Yane",
    "コンピュータ将棋のHASHの概念について詳しく",
    "blog post by YaneuraOu's author, with comments",
    "YaneuraOu",
    "",
)
NIMZO = Document(
    "Chr. Donninger", "Die Kunst des Nichtstuns", "article about the null move in Nimzo, 1993", "Nimzo", "1993"
)
LORENZ = Document("U. Lorenz", "Computerschach", "lecture on game-tree search and Hydra", "Hydra", "about 2009")
KIEBITZ = Document("Kiebitz", "own question", "no document claims it", "Kiebitz", "")

DOCUMENTS = (TARTAN, MINIMAX, YANEURAOU, NIMZO, LORENZ, KIEBITZ)
"""In the order in which they are told."""
