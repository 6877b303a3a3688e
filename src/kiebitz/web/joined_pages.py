"""The pages' files: each page with one script and one style, joined of the modules and style sheets that it names.

What is written stays what browsers understand, module by module under its own name (``/index.html`` loads them so).
A browser that opens ``/`` gets them joined: a module is a function that returns what it exports, those first that
others import, as ES modules run. A joined file has the hash of its content in its name, so a browser keeps it, and is
compressed once. Sources changed while the server runs are seen after its next start.
"""

from __future__ import annotations

import gzip
import hashlib
import posixpath
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Self

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from kiebitz.commandline import shogi_picture
from kiebitz.commandline.web_page import colours, drawn_board

STATIC, COMPONENT = Path(str(resources.files("kiebitz.web"))) / "static", "component"
ROOMS = {room: f"kiebitz.classroom.{room}" for room in ("animation", "film", "tree")}
"""Folders that the classroom's components are served in, and their packages."""
GENERATED: dict[str, Callable[[], str]] = {
    "colours.css": colours,
    "drawn_board.js": drawn_board,
    "shogi/men.css": lambda: shogi_picture.PAGE_STYLE,
}
KINDS = {".css": "text/css", ".js": "text/javascript", ".html": "text/html"}
HASH_LETTERS = 16
KEPT = {"cache-control": "public, max-age=31536000, immutable"}

IMPORT = re.compile(r"""^import\s+(?:(?:(\w+)|\{([^}]*)\})\s*from\s+)?["']([^"']+)["'];?[ \t]*$""", re.MULTILINE)
LISTED = re.compile(r"^export\s*\{([^}]*)\};?[ \t]*$", re.MULTILINE)
DECLARED = re.compile(r"^export\s+(?=(?:const|var|class|function|async function)\s+(\w+))", re.MULTILINE)
SOURCE_MAP = re.compile(r"^//# sourceMappingURL=.*$", re.MULTILINE)
STYLE = re.compile(r'<link rel="stylesheet" href="([^"]+)">\n')
SCRIPT = re.compile(r'<script type="module" src="([^"]+)"></script>\n')


@cache
def text_of(path: str) -> str:
    """A module, style sheet or page, by its path under the server's root."""
    if path in GENERATED:
        return GENERATED[path]()
    room, _, name = path.partition("/")
    folder = Path(str(resources.files(ROOMS[room]))) / COMPONENT if room in ROOMS else STATIC
    return (folder / (name if room in ROOMS else path)).read_text(encoding="utf-8")


def joined_script(entries: Iterable[str]) -> str:
    """The modules at these paths and all that they import, as one module.

    Raises ValueError if one imports what isn't exported, or, by others, itself.
    """
    exports: dict[str, set[str]] = {}
    begun: list[str] = []
    parts: list[str] = []

    def add(path: str) -> None:
        if path in exports:
            return
        if path in begun:
            raise ValueError(f"modules import each other in a circle: {' '.join([*begun, path])}")
        begun.append(path)
        text = text_of(path)
        for found in IMPORT.finditer(text):
            add(_beside(path, found[3]))

        def imported(found: re.Match[str]) -> str:
            source = _beside(path, found[3])
            names = {"default": found[1]} if found[1] else dict(_pairs(found[2] or ""))
            if missing := names.keys() - exports[source]:
                raise ValueError(f"{path} imports {', '.join(sorted(missing))}, which {source} doesn't export")
            return f"const {{{', '.join(f'{name}: {own}' for name, own in names.items())}}} = {numbered(source)};"

        returned = {name: name for name in DECLARED.findall(text)}
        returned |= {outside: own for listed in LISTED.findall(text) for own, outside in _pairs(listed)}
        body = DECLARED.sub("", LISTED.sub("", SOURCE_MAP.sub("", IMPORT.sub(imported, text))))
        if re.search(r"^(?:export|import)\b(?!\.)", body, re.MULTILINE):
            raise ValueError(f"{path} imports or exports in a form that isn't understood; see joined_pages.py")
        exports[path] = set(returned)
        # Asked for when it is imported: what only a comment exports isn't there.
        names = ", ".join(f"get {outside}() {{ return {own}; }}" for outside, own in returned.items())
        parts.append(f"const {numbered(path)} = (() => {{ // {path}\n{body.strip()}\nreturn {{{names}}};\n}})();\n")
        begun.pop()

    def numbered(path: str) -> str:
        return f"module{list(exports).index(path)}"

    for entry in entries:
        add(entry)
    return "".join(parts)


def _beside(path: str, name: str) -> str:
    """The path that a name in the file at ``path`` means."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), name))


def _pairs(names: str) -> list[tuple[str, str]]:
    """Names in braces with what they are called after ``as``."""
    split = (name.split(" as ") for name in names.split(",") if name.strip())
    return [(name[0].strip(), name[-1].strip()) for name in split]


@dataclass(frozen=True, slots=True)
class JoinedFile:
    """A file as it goes out."""

    name: str
    """Its path under the server's root."""
    kind: str
    content: bytes
    packed: bytes
    """The content in gzip."""

    @classmethod
    def of(cls, name: str, suffix: str, text: str) -> Self:
        """A file of this text; its name gets the hash of it."""
        content = text.encode()
        digest = hashlib.sha256(content).hexdigest()[:HASH_LETTERS]
        return cls(f"{name}.{digest}{suffix}", KINDS[suffix], content, gzip.compress(content, mtime=0))

    def answer(self, request: Request) -> Response:
        """The file, packed if the browser takes that; kept by it, unless it is a page."""
        headers = {"vary": "accept-encoding"} | ({} if self.kind == KINDS[".html"] else KEPT)
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self.content, media_type=self.kind, headers=headers)
        return Response(self.packed, media_type=self.kind, headers={**headers, "content-encoding": "gzip"})


@cache
def joined_page(folder: str) -> tuple[JoinedFile, JoinedFile, JoinedFile]:
    """The page in a folder, which is empty or ends with a slash; its script and its style stand under the root."""
    path = f"{folder}index.html"
    page, name = text_of(path), folder.strip("/") or "analyse"
    script = JoinedFile.of(name, ".js", joined_script(_beside(path, entry) for entry in SCRIPT.findall(page)))
    styles = (text_of(_beside(path, sheet)) for sheet in STYLE.findall(page))
    style = JoinedFile.of(name, ".css", "\n".join(styles))
    root = "../" if folder else ""
    head = f'<link rel="stylesheet" href="{root}{style.name}">\n'
    head += f'<script type="module" src="{root}{script.name}"></script>\n'
    page = SCRIPT.sub("", STYLE.sub("", page)).replace("</head>", f"{head}</head>", 1)
    return JoinedFile.of(folder, ".html", page), script, style


def page_routes() -> list[BaseRoute]:
    """Routes to the pages, joined, and to all files they are made of."""
    folders = [path.parent.relative_to(STATIC).as_posix() for path in sorted(STATIC.rglob("index.html"))]
    by_name = {"analyse" if folder == "." else folder: "" if folder == "." else f"{folder}/" for folder in folders}

    def page(folder: str) -> Route:
        def answer(request: Request) -> Response:
            return joined_page(folder)[0].answer(request)

        return Route(f"/{folder}", answer)

    def generated(name: str) -> Route:
        kind = KINDS[Path(name).suffix]
        return Route(f"/{name}", lambda _: Response(GENERATED[name](), media_type=kind))

    def part(request: Request) -> Response:
        folder = by_name.get(request.path_params["name"])
        files = () if folder is None else joined_page(folder)[1:]
        found = next((file for file in files if file.name == request.url.path.rpartition("/")[2]), None)
        return Response(status_code=404) if found is None else found.answer(request)

    return [
        *map(page, by_name.values()),
        *map(generated, GENERATED),
        *(Route(f"/{{name}}.{{digest}}{suffix}", part) for suffix in (".js", ".css")),
        *(Mount(f"/{room}", StaticFiles(packages=[(package, COMPONENT)])) for room, package in ROOMS.items()),
        Mount("/", StaticFiles(packages=[("kiebitz.web", "static")], html=True)),
    ]
