"""What a person made, kept beyond the tab: a PGN a game in the user's data directory, offered at the next start.

Only games that were changed are kept. There is a bound to their number and size: the oldest goes first. Who deletes the
folder loses nothing but these games.
"""

from __future__ import annotations

import re
import secrets
from datetime import datetime
from pathlib import Path

from kiebitz.runs.whole_file import whole_file
from kiebitz.web.game_tree import GameError
from kiebitz.web.messages import KeptGame

NAME = re.compile(r"[0-9a-f]{16}")
SUFFIX = ".pgn"
TITLE_CHARACTERS = 100
COMMENT = re.compile(r"\{[^}]*\}")
PLAYER = re.compile(r'^\[(White|Black) "(.*)"\]$', re.MULTILINE)


class GameKeeper:
    """The games of a folder."""

    def __init__(self, folder: Path, most: int, most_bytes: int) -> None:
        """Keep at most so many games, of at most so many bytes each; the folder is made with the first."""
        self._folder = folder
        self._most = most
        self._most_bytes = most_bytes

    @staticmethod
    def new_name() -> str:
        """A name for a game that has none yet."""
        return secrets.token_hex(8)

    def keep(self, name: str, pgn: str) -> None:
        """Keep a game in place of what its name stood for. Raises GameError with the reason if that can't be."""
        content = f"{pgn}\n".encode()
        if len(content) > self._most_bytes:
            raise GameError(f"the game has {len(content):,} bytes; at most {self._most_bytes:,} are kept")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with whole_file(self._path(name)) as file:
                file.write(content)
            for path in self._newest_first()[self._most :]:
                path.unlink(missing_ok=True)
        except OSError as error:
            raise GameError(f"{self._folder} can't keep the game: {error.strerror}") from error

    def games(self) -> list[KeptGame]:
        """What there is, the newest first; none if the folder can't be read."""
        try:
            return [self._told(path) for path in self._newest_first()]
        except OSError:
            return []

    def read(self, name: str) -> str:
        """The PGN of a game. Raises GameError if it isn't there any more."""
        try:
            return self._path(name).read_text(encoding="utf-8", errors="replace")
        except OSError as error:
            raise GameError("this game isn't kept any more") from error

    def forget(self, name: str) -> None:
        """Delete a game. Raises GameError if that can't be."""
        try:
            self._path(name).unlink(missing_ok=True)
        except OSError as error:
            raise GameError(f"the game can't be deleted: {error.strerror}") from error

    def _path(self, name: str) -> Path:
        """The file of a game. Raises GameError for what is no name."""
        if not NAME.fullmatch(name):
            raise GameError("this game isn't kept any more")
        return self._folder / f"{name}{SUFFIX}"

    def _newest_first(self) -> list[Path]:
        paths = [path for path in self._folder.glob(f"*{SUFFIX}") if NAME.fullmatch(path.stem)]
        return sorted(paths, key=lambda path: path.stat().st_mtime_ns, reverse=True)

    def _told(self, path: Path) -> KeptGame:
        text = path.read_text(encoding="utf-8", errors="replace")
        players = {colour: name for colour, name in PLAYER.findall(text) if name != "?"}
        movetext = COMMENT.sub("", text.rpartition("]\n\n")[2])
        title = " – ".join(players.get(colour, "?") for colour in ("White", "Black")) if players else movetext
        at = datetime.fromtimestamp(path.stat().st_mtime).astimezone().isoformat(timespec="minutes")
        return KeptGame(path.stem, " ".join(title.split())[:TITLE_CHARACTERS], at)
