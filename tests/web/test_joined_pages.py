"""A page is three files, each with all that its modules and sheets say, kept by browsers as long as it is the same."""

import gzip
import re

import pytest

pytest.importorskip("starlette", reason="the board in the browser needs kiebitz[web]")

from kiebitz.web import joined_pages
from kiebitz.web.joined_pages import STATIC, joined_script
from kiebitz.web.server import Board
from tabs import ADDRESS, client_of

MOST_BYTES = 250_000
FOLDERS = sorted("" if path.parent == STATIC else f"{path.parent.name}/" for path in STATIC.rglob("index.html"))


@pytest.fixture
def modules(monkeypatch):
    """Modules by path, in place of those there are."""
    texts = {}
    monkeypatch.setattr(joined_pages, "text_of", texts.__getitem__)
    return texts


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_page_is_one_script_and_one_style(folder):
    with client_of(Board(ADDRESS)) as client:
        page = client.get(f"/{folder}")
        assert page.headers["cache-control"] == "no-cache"
        names = re.findall(r'(?:href|src)="([^":?]+\.(?:js|css))"', page.text)
        assert sorted(name.rpartition(".")[2] for name in names) == ["css", "js"]
        sent = len(gzip.compress(page.content))
        for name in names:
            file = client.get(f"/{folder}{name}")
            assert (file.status_code, file.headers["content-encoding"]) == (200, "gzip")
            assert "immutable" in file.headers["cache-control"]
            assert "frame-ancestors 'none'" in file.headers["content-security-policy"]
            assert client.get(f"/{folder}{name}", headers={"accept-encoding": "identity"}).content == file.content
            assert client.get(f"/{folder}{name.replace('.', '.0', 1)}").status_code == 404
            sent += int(file.headers["content-length"])
        assert sent < MOST_BYTES
        assert not re.search(r"^(?:import|export)\b(?!\.)", file.text, re.MULTILINE)


def test_modules_are_joined_in_the_order_in_which_they_run(modules):
    modules["a/main.js"] = (
        'import {one, two as second} from "../b.js";\nimport start from "./c.js";\nimport "../b.js";\nrun();\n'
    )
    modules["b.js"] = "export const one = 1;\nfunction two() {}\nexport {two};\n"
    modules["a/c.js"] = 'import {\n  one,\n} from "../b.js";\nexport {one as default};\n'
    script = joined_script(["a/main.js"])
    assert [script.index(f"// {path}\n") for path in ("b.js", "a/c.js", "a/main.js")] == sorted(
        script.index(f"// {path}\n") for path in modules
    )
    assert "const {one: one, two: second} = module0;" in script
    assert "const {default: start} = module1;" in script
    assert "return {get default() { return one; }};" in script


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('import {nothing} from "./b.js";\n', "a.js imports nothing, which b.js doesn't export"),
        ("export let one = 1;\n", "a form that isn't understood"),
        ('export * from "./b.js";\n', "a form that isn't understood"),
        ('import {one} from "./a.js";\nexport const one = 1;\n', "in a circle: a.js a.js"),
    ],
)
def test_what_cannot_be_joined_is_named(modules, text, fault):
    modules.update({"a.js": text, "b.js": "export const one = 1;\n"})
    with pytest.raises(ValueError, match=fault):
        joined_script(["a.js"])
