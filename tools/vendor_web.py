#!/usr/bin/env python3
"""Fetch what the board in the browser takes from others into ``src/kiebitz/web/static/vendor``, with licences and SBOM.

Run when a version below changes: ``python tools/vendor_web.py`` (needs npm). Packages come by exact version and are
checked against the hash below; of each only the files named are kept, as they are but for the names of other packages
in their imports. cm-chessboard's own assets stay behind: their
licences (CC BY-SA, CC BY-NC-SA) don't go with ours. The pieces are those of python-chess, made into one sprite.
"""

import base64
import hashlib
import json
import re
import shutil
import subprocess
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

import chess
import chess.svg

VENDOR = Path(__file__).parents[1] / "src" / "kiebitz" / "web" / "static" / "vendor"
SBOM = "sbom.cdx.json"
PIECES = "pieces.svg"
PIECES_LICENCE = """The chess pieces in pieces.svg were drawn by Colin M.L. Burnett
(https://en.wikipedia.org/wiki/User:Cburnett) and come with python-chess
(https://github.com/niklasf/python-chess). He licensed them under the GFDL,
the BSD licence and the GPL; here they are used under the GPL, version 3 or later.
"""


@dataclass(frozen=True)
class Package:
    name: str
    version: str
    integrity: str
    """Of the tarball, as npm writes it."""
    licence: str
    """As SPDX names it."""
    files: tuple[str, ...]
    """The files kept of it."""
    imports: tuple[tuple[str, str], ...] = ()
    """Names that its modules import others by, and the files that these are here: browsers know no packages."""

    @property
    def folder(self) -> str:
        """Where it is kept."""
        return self.name.removeprefix("@").replace("/", "-")


PACKAGES = (
    Package(
        "cm-chessboard",
        "8.15.1",
        "sha512-oaRmOYskBqkVvY8cPO5J3EhWB/UTncDU8028iM2nG0PLPv9dMZTT0W4Zm7IKvTWrHVvGpc/KbKbeFAuxb8uMFg==",
        "MIT",
        (
            "LICENSE",
            "src/Chessboard.js",
            "src/extensions/accessibility/Accessibility.js",
            "src/extensions/accessibility/I18n.js",
            "src/extensions/markers/Markers.js",
            "src/extensions/promotion-dialog/PromotionDialog.js",
            "src/lib/Svg.js",
            "src/lib/Utils.js",
            "src/model/ChessboardState.js",
            "src/model/Extension.js",
            "src/model/Position.js",
            "src/view/ChessboardView.js",
            "src/view/PositionAnimationsQueue.js",
            "src/view/VisualMoveInput.js",
        ),
    ),
    Package(
        "uplot",
        "1.6.32",
        "sha512-KIMVnG68zvu5XXUbC4LQEPnhwOxBuLyW1AHtpm6IKTXImkbLgkMy+jabjLgSLMasNuGGzQm/ep3tOkyTxpiQIw==",
        "MIT",
        ("LICENSE", "dist/uPlot.esm.js", "dist/uPlot.min.css"),
    ),
    Package(
        "chessops",
        "0.15.1",
        "sha512-hQDwv90AFkrPEsRJBebh3ZE+xDga25TCCv4lavNT2plZmd33UKNFYaZsE+7rafMbnBRrDEWUVsSYFqY3qCIGZw==",
        "GPL-3.0-or-later",
        (
            "LICENSE.txt",
            "dist/esm/attacks.js",
            "dist/esm/board.js",
            "dist/esm/chess.js",
            "dist/esm/fen.js",
            "dist/esm/san.js",
            "dist/esm/setup.js",
            "dist/esm/squareSet.js",
            "dist/esm/types.js",
            "dist/esm/util.js",
        ),
        (("@badrap/result", "../../../badrap-result/dist/mjs/index.mjs"),),
    ),
    Package(
        "gifenc",
        "1.0.3",
        "sha512-xdr6AdrfGBcfzncONUOlXMBuc5wJDtOueE3c5rdG0oNgtINLD+f2iFZltrBRZYzACRbKr+mSVU/x98zv2u3jmw==",
        "MIT",
        ("LICENSE.md", "dist/gifenc.esm.js"),
    ),
    Package(
        "@badrap/result",
        "0.3.1",
        "sha512-ECvpsyZYknoRD0peG1K+UkX5llld3TyK1Ot9Cq2epSoWK19nyzpGKVl98sadSmohu5wHNuiDl+Ex9SVdcIjiFg==",
        "MIT",
        ("LICENSE", "dist/mjs/index.mjs"),
    ),
)


def fetch(package: Package, folder: Path) -> Path:
    """The package's tarball, fetched by npm. Raises SystemExit if it isn't the one that was looked at."""
    command = ["npm", "pack", "--silent", f"{package.name}@{package.version}"]
    named = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    tarball = folder / named.stdout.split()[-1]
    algorithm, _, expected = package.integrity.partition("-")
    found = base64.b64encode(hashlib.new(algorithm, tarball.read_bytes()).digest()).decode()
    if found != expected:
        raise SystemExit(f"{tarball.name} has the hash {algorithm}-{found}, not {package.integrity}: nothing was taken")
    return tarball


def take(package: Package, tarball: Path, target: Path) -> None:
    """Write the files of a package that are kept."""
    with tarfile.open(tarball) as archive:
        for name in package.files:
            content = archive.extractfile(f"package/{name}")
            assert content is not None
            path = target / name
            path.parent.mkdir(parents=True, exist_ok=True)
            data = content.read()
            for imported, here in package.imports:
                data = data.replace(f"'{imported}'".encode(), f"'{here}'".encode())
            path.write_bytes(data)


def pieces_sprite() -> str:
    """The twelve men of python-chess as one SVG, each under the name that cm-chessboard has for it: ``wk``."""
    men = []
    for symbol, drawing in sorted(chess.svg.PIECES.items()):
        name = f"{'w' if symbol.isupper() else 'b'}{symbol.lower()}"
        men.append(re.sub(r'\bid="[^"]*"', f'id="{name}"', drawing, count=1))
    return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45">\n' + "\n".join(men) + "\n</svg>\n"


def component(name: str, version: str, licence: str, purl: str, files: list[Path]) -> dict[str, object]:
    """The SBOM's entry of a package: where it is from, and the hash of each file."""
    return {
        "type": "library",
        "bom-ref": purl,
        "name": name,
        "version": version,
        "licenses": [{"license": {"id": licence}}],
        "purl": purl,
        "components": [
            {
                "type": "file",
                "name": path.relative_to(VENDOR).as_posix(),
                "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(path.read_bytes()).hexdigest()}],
            }
            for path in files
        ],
    }


def main() -> None:
    shutil.rmtree(VENDOR, ignore_errors=True)
    components = []
    with tempfile.TemporaryDirectory() as folder:
        for package in PACKAGES:
            take(package, fetch(package, Path(folder)), VENDOR / package.folder)
            purl = f"pkg:npm/{package.name.replace('@', '%40')}@{package.version}"
            files = [VENDOR / package.folder / name for name in package.files]
            components.append(component(package.name, package.version, package.licence, purl, files))
    drawn = VENDOR / "python-chess"
    drawn.mkdir()
    (drawn / PIECES).write_text(pieces_sprite(), encoding="utf-8")
    (drawn / "LICENSE").write_text(PIECES_LICENCE, encoding="utf-8")
    purl = f"pkg:pypi/chess@{chess.__version__}"
    files = [drawn / "LICENSE", drawn / PIECES]
    components.append(component("chess", chess.__version__, "GPL-3.0-or-later", purl, files))
    bom = {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "components": components}
    (VENDOR / SBOM).write_text(json.dumps(bom, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
