"""Pages in Markdown: their headings as GitHub links to them, their links, and what stands in code."""

import re
from pathlib import Path


def anchor(heading: str) -> str:
    """How a link names a heading: small letters, hyphens for blanks, no other signs."""
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading)
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


def without_blocks(text: str) -> str:
    """The page without its blocks of code."""
    return re.sub(r"^ *```.*?^ *```", "", text, flags=re.MULTILINE | re.DOTALL)


def anchors(page: Path) -> list[str]:
    """What links may name on the page; a heading that comes twice has a number the second time."""
    found: list[str] = []
    for heading in re.findall(r"^#{1,6} (.+)$", without_blocks(page.read_text()), re.MULTILINE):
        name, number = anchor(heading.strip()), 0
        while (numbered := name if not number else f"{name}-{number}") in found:
            number += 1
        found.append(numbered)
    return found + re.findall(r"<a (?:name|id)=\"([^\"]+)\"", page.read_text())


def links(page: Path) -> list[str]:
    """Where the page's links and pictures lead, but for those out into the web."""
    text = re.sub(r"`[^`\n]*`", "", without_blocks(page.read_text()))
    targets = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r"^\[[^]]+\]: (\S+)", text, re.MULTILINE)
    return [target for target in targets if not re.match(r"[a-z]+:", target)]


def code_spans(page: Path) -> list[str]:
    """What stands in code within sentences and tables."""
    text = re.sub(r"(?<!\n)\n(?!\n)", " ", without_blocks(page.read_text()))
    return [span.strip() for span in re.findall(r"(?<!`)`([^`]+)`(?!`)", text)]


def code_lines(page: Path) -> list[str]:
    """The lines of blocks of code, those of Python left out; a line that goes on is one."""
    text = page.read_text()
    blocks = re.findall(r"^ *```(?!python|json|toml|yaml)\w*\n(.*?)^ *```", text, re.MULTILINE | re.DOTALL)
    blocks += re.findall(r"(?:^ {4}(?! |[-*|]).*\n?)+", without_blocks(text), re.MULTILINE)
    return [line.strip() for block in blocks for line in block.replace("\\\n", " ").splitlines() if line.strip()]
