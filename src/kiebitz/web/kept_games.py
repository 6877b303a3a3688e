"""A person's games, kept beyond the tab: a PGN a game in the user's data directory, offered at the next start.

Only games that were changed are kept. Nothing is deleted unasked: if there are too many, no more are taken. Who deletes
the folder loses nothing but these games.

Tabs, and servers, may have one game open at a time. Who keeps a game says which version of it was seen last, by its
stamp; if the file holds another one meanwhile, it is not written over.
"""

from __future__ import annotations

import re
import secrets
import zlib
from collections.abc import Container
from datetime import datetime
from pathlib import Path

from kiebitz.commandline.user_data import make_own
from kiebitz.processes.bounded import MOST_TEXT_BYTES, content_of
from kiebitz.processes.file_lock import alone_in
from kiebitz.processes.whole_file import FOR_ME, whole_file
from kiebitz.web.game_error import GameError
from kiebitz.web.messages import KeptGame

NAME = re.compile(r"[0-9a-f]{16}")
SUFFIX = ".pgn"
NANOSECONDS = 10**9
TITLE_CHARACTERS = 100
TITLE_BYTES = 1 << 16
"""So much of a game is read for its title."""
COMMENT = re.compile(r"\{[^}]*\}")
PLAYER = re.compile(r'^\[(White|Black) "(.*)"\]$', re.MULTILINE)


class ConflictError(GameError):
    """The file of a game holds another version than the one that was seen last."""


def stamp_of(pgn: str) -> str:
    """The stamp that tells one version of a game from another: CRC-32 and length, which a tab works out as well."""
    return _stamp(_content(pgn))


class GameKeeper:
    """The games of a folder."""

    def __init__(self, folder: Path, most: int, most_bytes: int) -> None:
        """Keep at most ``most`` games, of at most ``most_bytes`` each; the folder is made with the first."""
        self._folder = folder
        self._most = most
        self._most_bytes = most_bytes

    @staticmethod
    def new_name() -> str:
        """A name for a game that has none yet."""
        return secrets.token_hex(8)

    @staticmethod
    def is_name(name: str) -> bool:
        """True if this may be the name of a game."""
        return NAME.fullmatch(name) is not None

    def keep(self, name: str, pgn: str, seen: Container[str] | None = None) -> None:
        """Keep a game under its name.

        ``seen`` has the stamps of the versions that it may follow, none for a new game; None takes the place of any.
        Raises GameError with the reason if that can't be: ConflictError if there is another version.
        """
        content = _content(pgn)
        if len(content) > self._most_bytes:
            raise GameError(f"the game has {len(content):,} bytes; at most {self._most_bytes:,} are kept")
        path = self._path(name)
        try:
            make_own(self._folder)
            with alone_in(self._folder):
                there = _read(path)
                if there is None and len(self._newest_first()) >= self._most:
                    raise GameError(
                        f"{self._most:,} games are kept already; delete some where a new tab offers them, or in"
                        f" {self._folder}"
                    )
                if not (seen is None or there is None or there == content or _stamp(there) in seen):
                    raise ConflictError("the game was changed elsewhere")
                with whole_file(path, FOR_ME) as file:
                    file.write(content)
        except OSError as error:
            raise GameError(f"{self._folder} can't keep the game: {error.strerror}") from error

    def games(self) -> list[KeptGame]:
        """The kept games, the newest first; none if the folder can't be read."""
        try:
            return [told for path in self._newest_first() if (told := self._told(path))]
        except OSError:
            return []

    def read(self, name: str) -> str:
        """The PGN of a game. Raises GameError if it isn't there any more."""
        return self.opened(name)[0]

    def opened(self, name: str) -> tuple[str, str]:
        """The PGN of a game, and its stamp. Raises GameError if it isn't there any more."""
        try:
            content = content_of(self._path(name), MOST_TEXT_BYTES)
        except OSError as error:
            raise GameError("this game isn't kept any more") from error
        return content.decode(errors="replace"), _stamp(content)

    def forget(self, name: str) -> None:
        """Delete a game. Raises GameError if that can't be."""
        try:
            self._path(name).unlink(missing_ok=True)
        except OSError as error:
            raise GameError(f"the game can't be deleted: {error.strerror}") from error

    def _path(self, name: str) -> Path:
        """The file of a game. Raises GameError for what is no name."""
        if not self.is_name(name):
            raise GameError("this game isn't kept any more")
        return self._folder / f"{name}{SUFFIX}"

    def _newest_first(self) -> list[Path]:
        """The files of the games; another server may delete one of them meanwhile."""
        times = {path: _time_ns(path) for path in self._folder.glob(f"*{SUFFIX}") if self.is_name(path.stem)}
        return sorted((path for path in times if times[path]), key=lambda path: times[path], reverse=True)

    def _told(self, path: Path) -> KeptGame | None:
        """The list's entry of a game; None if it has just been deleted."""
        content, time_ns = _read(path, TITLE_BYTES), _time_ns(path)
        if content is None or not time_ns:
            return None
        text = content.decode(errors="replace")
        players = {colour: name for colour, name in PLAYER.findall(text) if name != "?"}
        movetext = COMMENT.sub("", text.rpartition("]\n\n")[2])
        title = " – ".join(players.get(colour, "?") for colour in ("White", "Black")) if players else movetext
        at = datetime.fromtimestamp(time_ns / NANOSECONDS).astimezone().isoformat(timespec="minutes")
        return KeptGame(path.stem, " ".join(title.split())[:TITLE_CHARACTERS], at)


def _content(pgn: str) -> bytes:
    return f"{pgn}\n".encode()


def _stamp(content: bytes) -> str:
    return f"{zlib.crc32(content):08x}{len(content):x}"


def _read(path: Path, most: int = -1) -> bytes | None:
    """The text of a file, at most its first ``most`` bytes; None if there is none."""
    try:
        with path.open("rb") as file:
            return file.read(most)
    except FileNotFoundError:
        return None


def _time_ns(path: Path) -> int:
    """When a file was changed last; 0 if there is none."""
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:
        return 0
