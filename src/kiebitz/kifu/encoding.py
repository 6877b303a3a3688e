"""Characters of Japanese files: told apart when read, and what Shift_JIS lacks when written.

Files say nothing reliable of their encoding: .kif is Shift_JIS by custom (as Windows has it: cp932) and UTF-8 in half
the programs; old CSA files are EUC-JP or, out of mails, ISO-2022-JP. So the bytes decide: a byte order mark, then
strict UTF-8, escape sequences, strict EUC-JP, then cp932. A file that is none of these is damaged, and is read as what
most of it is.
"""

from __future__ import annotations

import codecs
from pathlib import Path

from kiebitz.commandline.encoding import UNREADABLE, UTF_8, is_escaped, is_rather_utf_8
from kiebitz.kifu.record import KifuError

SHIFT_JIS, EUC, ISO_2022 = "cp932", "euc_jp", "iso2022_jp"
DECLARED = {UTF_8: "UTF-8", SHIFT_JIS: "Shift_JIS"}
"""The names of encodings in the first line of a file."""
BY_SUFFIX = {
    ".kif": SHIFT_JIS,
    ".kifu": UTF_8,
    ".ki2": SHIFT_JIS,
    ".ki2u": UTF_8,
    ".csa": UTF_8,
    ".jkf": UTF_8,
}
"""How files are written, by the end of their names."""
MARK = "\ufeff"
"""The byte order mark, as text."""
# What stands for a missing character, as printers have it.
MISSING = "〓"
# The same signs at other places of Unicode: the first is not in cp932, the second is.
TWINS = str.maketrans("☗☖〜−‖¢£¬—⛊⛉", "▲△～－∥￠￡￢―▲△")


def decode(data: bytes, encoding: str | None = None) -> tuple[str, str]:
    """The text of a file, in the encoding given or the one that its bytes are, and what is wrong with them."""
    if encoding is not None:
        text = data.decode(encoding, "replace").removeprefix(MARK)
        return text, _fault(text, encoding) if UNREADABLE in text else ""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        text = data.decode("utf-16", "replace")
        return text, _fault(text, "UTF-16") if UNREADABLE in text else ""
    data = data.removeprefix(codecs.BOM_UTF8)
    for likely in (*((ISO_2022,) if is_escaped(data) else ()), UTF_8, EUC, SHIFT_JIS):
        try:
            text = data.decode(likely)
        except UnicodeDecodeError:
            continue
        # Bytes of UTF-8 can look like others by chance: they are that only where UTF-8 makes no sense of it.
        if likely in (ISO_2022, UTF_8) or not is_rather_utf_8(data):
            return text, ""
    likely = UTF_8 if is_rather_utf_8(data) else SHIFT_JIS
    text = data.decode(likely, "replace")
    return text, _fault(text, DECLARED[likely])


def _fault(text: str, name: str) -> str:
    count = text.count(UNREADABLE)
    line = text.count("\n", 0, text.index(UNREADABLE)) + 1 if count else 0
    where = f", the first in line {line}" if line else ""
    characters = "1 character is" if count == 1 else f"{count} characters are"
    return f"in no encoding of Japanese; read as {name}, in which {characters} unreadable{where}"


def encoding_of(path: Path, encoding: str | None = None) -> str:
    """The encoding that a file is written in, by its name if none is asked for. Raises KifuError."""
    if encoding is None:
        return BY_SUFFIX.get(path.suffix.lower(), UTF_8)
    try:
        name = codecs.lookup(encoding).name
    except LookupError as error:
        raise KifuError(f"there is no encoding {encoding[:40]!r}; write 'utf-8' or 'cp932' (Shift_JIS)") from error
    name = SHIFT_JIS if name in ("shift_jis", SHIFT_JIS) else name
    if name not in DECLARED:
        raise KifuError(f"records are written in 'utf-8' or 'cp932' (Shift_JIS), not in {encoding[:40]!r}")
    return name


def encode(text: str, encoding: str) -> tuple[bytes, str]:
    """The bytes of a text, and which of its characters the encoding lacks; they become 〓."""
    if encoding == UTF_8:
        return text.encode(UTF_8, "replace"), ""
    text = text.translate(TWINS)
    try:
        return text.encode(encoding), ""
    except UnicodeEncodeError:
        pass
    missing = {letter for letter in set(text) if not _is_in(letter, encoding)}
    data = text.translate({ord(letter): MISSING for letter in missing}).encode(encoding)
    shown = "".join(sorted(missing)[:10])
    return data, f"characters that Shift_JIS lacks ({shown}), written as {MISSING}"


def _is_in(letter: str, encoding: str) -> bool:
    try:
        letter.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
