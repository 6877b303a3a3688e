"""What is checked in of others is what ``tools/vendor_web.py`` looked at, whole and with its licence."""

import hashlib
import json
import re
import tomllib
from pathlib import Path

from vendor_web import PACKAGES, PIECES, SBOM, VENDOR, pieces_sprite

COMPONENTS = json.loads((VENDOR / SBOM).read_text(encoding="utf-8"))["components"]


def test_every_file_has_the_hash_that_the_sbom_tells():
    told = {file["name"]: file["hashes"][0]["content"] for part in COMPONENTS for file in part["components"]}
    found = {
        path.relative_to(VENDOR).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in VENDOR.rglob("*")
        if path.is_file() and path.name != SBOM
    }
    assert found == told


def test_the_sbom_names_the_versions_that_are_fetched():
    versions = {part["purl"]: part["licenses"][0]["license"]["id"] for part in COMPONENTS}
    for package in PACKAGES:
        assert versions[f"pkg:npm/{package.name.replace('@', '%40')}@{package.version}"] == package.licence
        assert {"LICENSE", "LICENSE.txt", "LICENSE.md"} & set(package.files)
        assert package.integrity.startswith("sha512-")


def test_the_package_tells_every_licence_in_it():
    root = Path(__file__).parents[2]
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    told = set(project["license"].split(" AND "))
    assert {part["licenses"][0]["license"]["id"] for part in COMPONENTS} | {"CC0-1.0"} == told
    files = {file for pattern in project["license-files"] for file in root.glob(pattern)}
    assert files == {root / "LICENSE", *VENDOR.glob("*/LICENSE*")}


def test_every_module_imported_is_there():
    for path in VENDOR.rglob("*.*js"):
        for name in re.findall(r"""^import .* from ["'](.*)["'];?$""", path.read_text(encoding="utf-8"), re.MULTILINE):
            assert (path.parent / name).is_file(), f"{path.name} imports {name}"


def test_the_pieces_are_those_of_python_chess():
    sprite = (VENDOR / "python-chess" / PIECES).read_text(encoding="utf-8")
    assert sprite == pieces_sprite()
    assert {f"{colour}{man}" for colour in "wb" for man in "kqrbnp"} <= set(re.findall(r'id="(\w+)"', sprite))
