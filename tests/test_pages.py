"""The pages for readers: links lead somewhere, and commands, options, files and names that are told are there."""

import re
import shlex
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import typer

from kiebitz.cli import app
from markdown_page import anchors, code_lines, code_spans, links
from sources import CORE, PACKAGE, ROOT, SOURCES

DOCS = sorted((ROOT / "docs").glob("*.md"))
PAGES = [*(ROOT / f"{name}.md" for name in ("README", "ARCHITECTURE", "CONTRIBUTING", "CHANGELOG", "SECURITY")), *DOCS]
PAGES += [ROOT / "claims/README.md", ROOT / "hydra/README.md", ROOT / "experiments/ledger/README.md"]
LINKING = [*PAGES, *sorted((ROOT / "docs/claims").glob("*.md")), *sorted((ROOT / "experiments/ledger").glob("*.md"))]
COMMANDS = typer.main.get_command(app)
Command = Any
"""Of the click that Typer has: a group if it lists commands."""
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
FOREIGN_OPTIONS = {
    "--hostfile": "mpirun",
    "--with-ft": "mpirun",
    "--base": "tools/check_footers.py",
    "--engine": "programs for chess.engine",
}
"""Options that pages tell beside ours, and whose they are."""
FOLDERS = {path.name for path in ROOT.iterdir() if path.is_dir()} | {path.name for path in PACKAGE.iterdir()}
PLACES = (ROOT, PACKAGE, CORE, *SOURCES, *(source / f"kiebitz_{source.parent.name}" for source in SOURCES[1:]))
MADE = ("build", "dist", ".venv")
"""Folders that aren't there before something is built."""
OURS = ("src", "claims", "hydra", "tests", "tools", "benches", "docs", "examples", ".github")
FILES = {path for folder in OURS for path in (ROOT / folder).rglob("*")} | set(ROOT.iterdir())
FILE_NAMES = {path.name for path in FILES}
MODULES = {path.stem for path in FILES if path.suffix == ".py" or path.is_dir()}
METADATA = ("version", "network", "limit", "multipv", "era", "threads", "apart")
RIDDLES = re.compile(
    r"\b(so (many|much|little)|those who|whoever|who (is|doesn't|has)|is believed|follows from it)\b", re.I
)
"""What hides who does what (CONTRIBUTING.md, Words)."""
NOT_MODULES = {"kiebitz.commands", "kiebitz.pages", *(f"kiebitz.{key}" for key in METADATA)}
"""Groups of entry points, and keys in the metadata of Parquet files."""


def short(page: Path) -> str:
    """How a page is called here."""
    return str(page.relative_to(ROOT))


def commands_of(page: Path) -> Iterator[list[str]]:
    """Every command that the page tells, as words."""
    for line in [*code_lines(page), *code_spans(page)]:
        try:
            words = shlex.split(line, comments=True)
        except ValueError:
            words = line.split()
        yield words


def ends(word: str) -> bool:
    """Whether a word ends a command: what follows is the shell's."""
    return bool(re.fullmatch(r"[|<>&;]+|2>", word))


def ours(words: list[str]) -> list[str] | None:
    """What follows ``kiebitz`` in a command; None if it is another one."""
    for number, word in enumerate(words):
        if word.rpartition("/")[2] == "kiebitz":
            rest = words[number + 1 :]
            end = next((place for place, each in enumerate(rest) if ends(each)), len(rest))
            return rest[:end]
        if "=" not in word and word not in ("nice", "mpirun") and words[0] != "mpirun":
            return None
    return None


def options_of(command: Command) -> set[str]:
    """The options of a command."""
    context = typer.Context(command)
    return {name for each in command.get_params(context) for name in (*each.opts, *each.secondary_opts)} | {"-h"}


def every_command(command: Command = COMMANDS, name: str = "kiebitz") -> Iterator[tuple[str, Command]]:
    """Every command and group of commands, by its name."""
    yield name, command
    if hasattr(command, "list_commands"):
        context = typer.Context(command)
        for each in command.list_commands(context):
            yield from every_command(command.get_command(context, each), f"{name} {each}")


EVERY_COMMAND = dict(every_command())
EVERY_OPTION = {*FOREIGN_OPTIONS, *(option for command in EVERY_COMMAND.values() for option in options_of(command))}


@pytest.mark.parametrize("page", LINKING, ids=short)
def test_links_lead_somewhere(page):
    for link in links(page):
        name, _, part = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        assert target.exists(), link
        if part and target.suffix == ".md":
            assert part in anchors(target), link


def misses(words: list[str]) -> str | None:
    """What a command lacks that is told like this, after ``kiebitz``."""
    command, context = COMMANDS, typer.Context(COMMANDS, info_name="kiebitz")
    words = list(words)
    while hasattr(command, "list_commands") and words and re.fullmatch(r"[a-z][a-z-]*", words[0]):
        command = command.get_command(context, words[0])
        if command is None:
            return f"there is no command {words[0]}"
        context = typer.Context(command, info_name=words.pop(0), parent=context)
    options = options_of(command)
    for word in words:
        option = word.partition("=")[0]
        if re.fullmatch(r"--[a-z][\w-]*|-[a-zA-Z]", option) and option not in options:
            return f"{command.name} has no {option}"
    return None


@pytest.mark.parametrize("page", PAGES, ids=short)
def test_commands_and_their_options_are_there(page):
    for words in commands_of(page):
        if (rest := ours(words)) is not None:
            assert misses(rest) is None, " ".join(words)


@pytest.mark.parametrize("name", EVERY_COMMAND)
def test_help_texts_use_the_reader_s_words(name):
    command = EVERY_COMMAND[name]
    texts = [command.help or "", *(getattr(each, "help", None) or "" for each in command.params)]
    for text in texts:
        assert not RIDDLES.search(text), text
    for option in command.params:
        if getattr(option, "help", None):
            assert re.fullmatch(r"[A-Z].*[.)\]] *|[a-z]\w+, .*\.", option.help, re.DOTALL), f"{name}: {option.help}"


def test_every_command_is_told_on_a_page():
    told = {" ".join(["kiebitz", *rest]) for page in PAGES for words in commands_of(page) if (rest := ours(words))}
    for name in (name for name, command in EVERY_COMMAND.items() if not hasattr(command, "list_commands")):
        assert any(f"{each} ".startswith(f"{name} ") for each in told), name


@pytest.mark.parametrize("page", PAGES, ids=short)
def test_options_that_are_named_alone_are_there(page):
    for span in code_spans(page):
        if found := re.match(r"--[a-z][\w-]*", span):
            assert found.group() in EVERY_OPTION, span


@pytest.mark.parametrize("page", LINKING, ids=short)
def test_tables_are_whole(page):
    """A table begins with its head; rows behind a blank line are none."""
    for block in re.split(r"\n\s*\n", page.read_text()):
        assert not block.startswith("|") or re.search(r"^\|[-:| ]+\|$", block, re.MULTILINE), block


@pytest.mark.parametrize("page", PAGES, ids=short)
def test_targets_of_make_are_there(page):
    for words in commands_of(page):
        if words[:1] == ["make"] and "-C" not in words:
            for word in words[1:]:
                if ends(word):
                    break
                assert "=" in word or word in TARGETS or not re.fullmatch(r"[a-z-]+", word), " ".join(words)


def is_there(name: str, page: Path) -> bool:
    """Whether a file or folder is there that a page tells, from the root, its room or the page on."""
    return any(
        any(place.glob(f"{name.rstrip('/')}{ending}"))
        for place in (*PLACES, page.parent)
        for ending in ("", ".py", ".pxd")
    )


def is_placeholder(name: str) -> bool:
    """Whether a name has a part in capitals that stands for another: ``themes/THEME.py``."""
    return bool(re.search(r"[A-Z]{2,}", name.replace("README.md", "")))


def paths_of(page: Path) -> Iterator[str]:
    """The paths below our folders that a page tells, and names of our kinds of files."""
    for words in commands_of(page):
        for word in words:
            below = re.fullmatch(r"[\w.*-]+(/[\w.*-]+)+/?", word) and word.partition("/")[0] in FOLDERS
            if below or re.fullmatch(r"[a-z_]\w*\.(py|pxd|pyi|sh|toml)", word):
                yield word


@pytest.mark.parametrize("page", [page for page in PAGES if page.name != "CHANGELOG.md"], ids=short)
def test_files_are_there(page):
    for name in paths_of(page):
        if name.partition("/")[0] not in MADE and not is_placeholder(name):
            assert is_there(name, page) if "/" in name else name in FILE_NAMES, name


@pytest.mark.parametrize("page", PAGES, ids=short)
def test_dotted_names_are_there(page):
    for span in code_spans(page):
        found = re.match(r"(kiebitz(?:_claims|_hydra)?)((?:\.[A-Za-z_]\w*)+)(?![\w/-])", span)
        if found and found.group() not in NOT_MODULES:
            there = import_module(found.group(1))
            for name in found.group(2).split(".")[1:]:
                there = getattr(there, name, None) or import_module(f"{there.__name__}.{name}")


def test_modules_that_architecture_explains_are_there():
    tree = (ROOT / "ARCHITECTURE.md").read_text().split("```\n")[1]
    assert set(re.findall(r"([a-z_]+) \(", tree)) - MODULES <= {"technique", "wrote"}


@pytest.mark.parametrize("page", [ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md"], ids=short)
def test_names_in_code_are_those_of_the_code(page):
    """Words with an underscore are names of ours, and ``node.search`` stands in a module ``node``."""
    texts = {path: path.read_text() for path in FILES if path.suffix in (".py", ".pxd")}
    words = {word for text in texts.values() for word in re.findall(r"\w+", text)}
    told = {name for name in re.findall(r"\b[a-z]+_\w+", page.read_text()) if not is_placeholder(name)}
    assert told <= words | MODULES
    for module, name in re.findall(r"`([a-z_]+)\.(?!py|txt|toml|js|html|css)([A-Za-z_]+)`", page.read_text()):
        homes = [path for path in texts if path.stem == module]
        assert not homes or any(re.search(rf"\b{name}\b", texts[path]) for path in homes), f"{module}.{name}"


@pytest.mark.parametrize(
    ("told", "test"),
    [
        ("[a page](gone.md)", test_links_lead_somewhere),
        ("[a part](library.md#gone)", test_links_lead_somewhere),
        ("![a picture](images/gone.png)", test_links_lead_somewhere),
        ("`kiebitz cluster startpos -p 2`", test_commands_and_their_options_are_there),
        ("```\nnice kiebitz suite wac.epd --concurrency 2  # many\n```", test_commands_and_their_options_are_there),
        ("`kiebitz lab judge M2`", test_commands_and_their_options_are_there),
        ("| a | b |\n|---|---|\n| 1 | 2 |\n\n| 3 | 4 |", test_tables_are_whole),
        ("with `--processes`", test_options_that_are_named_alone_are_there),
        ("then `make tests`", test_targets_of_make_are_there),
        ("in `core/search/lazy_smp.py`", test_files_are_there),
        ("```\npython benches/gone.py 3\n```", test_files_are_there),
        ("as `game_tree_walk.py` says", test_files_are_there),
        ("by `kiebitz.engine.trace.move_text`", test_dotted_names_are_there),
        ("`kiebitz.limit.Limit`", test_dotted_names_are_there),
    ],
)
def test_what_is_gone_is_seen(tmp_path, told, test):
    (tmp_path / "library.md").write_text("# The library\n")
    page = tmp_path / "page.md"
    page.write_text(f"# A page\n\n{told}\n")
    with pytest.raises((AssertionError, ModuleNotFoundError)):
        test(page)
