"""README.md for a package index: there a link within the repository leads nowhere, so each has the whole address."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
LINK = re.compile(r"(!?)\[((?:!\[[^]]*\]\([^)]*\)|[^]])*)\]\(([^)\s]+)\)")
"""A picture, or a link, whose text may be a picture."""


def index_readme() -> str:
    """README.md with links to the files of this version, and pictures from there."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    repository, tag = project["urls"]["Repository"], f"v{project['version']}"
    raw = repository.replace("https://github.com/", "https://raw.githubusercontent.com/")

    def whole(link: re.Match[str]) -> str:
        mark, text, place = link.groups()
        if re.match(r"[a-z]+:|#", place):
            return link[0]
        if mark:
            # GitHub serves SVG as a picture only when asked so.
            return f"![{text}]({raw}/{tag}/{place}{'?sanitize=true' if place.endswith('.svg') else ''})"
        return f"[{LINK.sub(whole, text)}]({repository}/blob/{tag}/{place})"

    return LINK.sub(whole, (ROOT / "README.md").read_text(encoding="utf-8"))
