"""The encoding of texts that somebody else wrote: strict UTF-8, else what their letters make likely.

charset-normalizer tells East Asian encodings apart. Of a few names in an alphabet it can't say enough: there the order
of capital and small letters decides (Cyrillic), or letters in which the encodings of Western and Central Europe differ.
"""

from __future__ import annotations

import codecs
import re
from functools import cache

UTF_8, WESTERN, CENTRAL = "utf-8", "cp1252", "cp1250"
NAMES = {
    "utf-8": "UTF-8",
    "utf-16": "UTF-16",
    "cp1252": "Windows-1252",
    "latin-1": "ISO 8859-1",
    "cp1250": "Windows-1250",
    "cp1251": "Windows-1251",
    "koi8-r": "KOI8-R",
    "gb18030": "GB18030",
    "big5": "Big5",
    "cp932": "Shift_JIS",
    "euc_jp": "EUC-JP",
    "iso2022_jp": "ISO-2022-JP",
}
"""The common names of the encodings that are told apart, by Python's names."""
OF_SEVERAL_BYTES = frozenset({"gb18030", "big5", "cp932", "euc_jp", "iso2022_jp"})
"""Those in which a byte of ASCII may be part of another letter."""
_WORD = re.compile(rb'[^\s"\x80-\xff]{0,2}[\x80-\xff][^\s"]{0,200}')
_HIGH = re.compile(rb"[\x80-\xff]")
_LETTER = re.compile(rb"[A-Za-z\x80-\xff]")
# In other alphabets most letters are beyond ASCII, in Latin ones an accent here and there; and so few tell nothing.
_FOREIGN_SHARE = 0.6
_FEW = 4
_MOST_BYTES = 1024
"""So much of a text's words is looked at."""
# Cyrillic words begin with a capital letter, and the two encodings have capital and small ones the other way round.
_CYRILLIC = {
    "cp1251": re.compile(rb"(?<![\x80-\xff])[\xa8\xc0-\xdf][\xb8\xe0-\xff]{2,}(?![\x80-\xff])"),
    "koi8-r": re.compile(rb"(?<![\x80-\xff])[\xb3\xe0-\xff][\xa3\xc0-\xdf]{2,}(?![\x80-\xff])"),
}
_WHOLE_WORD = re.compile(rb"[\x80-\xff]{3,}")
# What East Asian encodings hardly ever lack: second bytes of ASCII, and kana.
_EAST_ASIAN = {
    "gb18030": re.compile(rb""),
    "big5": re.compile(rb"[\x80-\xff][\x40-\x7e]"),
    "cp932": re.compile(rb""),
    "euc_jp": re.compile(rb"[\xa4\xa5][\xa1-\xfe]"),
}
UNREADABLE = "\ufffd"
"""The sign for bytes that an encoding makes nothing of."""
_ESCAPE = re.compile(rb"\x1b\$[@B]")
# Signs of Windows-1252 that stand in no word, but are letters of Windows-1250 (Ł ł Ą ą Ż ż Ş ş Ľ ľ); letters at which
# the two differ and that only one is likely to have: Č Ě Ů Ś Ź and, before a vowel, Ř; ć and ń end words.
_CENTRAL = re.compile(
    rb"(?<=[A-Za-z\x80-\xff])[\xa3\xa5\xaa\xb3\xb9\xba\xbc\xbe\xbf]|[\xa3\xa5\xaa\xaf\xbc\xbf](?=[a-z])|[\x8d\x8f\x9d]"
    rb"|\xe8(?![dglmnrsv]r?e)|[\xc8\xcc\xec\xd9\xf9\x8c\x9c\x9f]|[\xd8\xf8](?=[aeiu\xe1\xe9\xed])|[\xe6\xf1](?![a-z\x80-\xff])|\xc6(?=[aeiuw])"
)
_WESTERN = re.compile(
    rb"[\xc3\xe3\xc5\xe5\xc0\xe0\xca\xea\xd1]|[\xd8\xf8](?![aeiu\xe1\xe9\xed])|[\xe6\xf1](?=[a-z\x80-\xff])"
)


class EncodingError(ValueError):
    """No encoding has this name."""


def encoding_named(name: str) -> str:
    """Python's name of a text's encoding. Raises EncodingError."""
    try:
        "".encode(name)  # codecs of bytes are refused here, too
        return codecs.lookup(name).name
    except (LookupError, ValueError) as error:
        raise EncodingError(f"there is no encoding {name[:40]!r}; write utf-8, cp1251, gb18030 or the like") from error


def decoded(data: bytes, encoding: str | None = None) -> tuple[str, str]:
    """A text, and the encoding that it is taken to be in: that given, else UTF-8, else the likeliest."""
    if encoding is None:
        try:
            return data.decode(UTF_8), UTF_8
        except UnicodeDecodeError:
            encoding = guessed(data)
    return data.decode(encoding, "replace"), encoding


def guessed(data: bytes) -> str:
    """The likeliest encoding of a text that isn't sound UTF-8: of its lines that aren't."""
    if is_rather_utf_8(data):
        return UTF_8
    data = b"\n".join(line for line in data.split(b"\n") if not is_utf_8(line))
    words, size = list[bytes](), 0
    for word in _WORD.finditer(data):
        words.append(word[0])
        size += len(word[0]) + 1
        if size > _MOST_BYTES:
            break
    sample = b" ".join(words)
    high = len(_HIGH.findall(sample))
    if high >= _FEW and high > _FOREIGN_SHARE * len(_LETTER.findall(sample)) and (foreign := _alphabet(sample)):
        return foreign
    if len(_CENTRAL.findall(sample)) > len(_WESTERN.findall(sample)):
        return CENTRAL
    try:
        data.decode(WESTERN)
    except UnicodeDecodeError:
        return "latin-1"
    return WESTERN


def is_utf_8(data: bytes, *, goes_on: bool = False) -> bool:
    """True if a text is sound UTF-8; if it goes on, its last letter may be cut in two."""
    try:
        codecs.getincrementaldecoder(UTF_8)().decode(data, not goes_on)
    except UnicodeDecodeError:
        return False
    return True


def is_rather_utf_8(data: bytes) -> bool:
    """True if of a text's characters beyond ASCII at least as many are UTF-8 as are not."""
    text = data.decode(UTF_8, "replace")
    unreadable = text.count(UNREADABLE)
    return len(text) - len(text.encode("ascii", "ignore")) - unreadable >= unreadable > 0


def is_escaped(data: bytes) -> bool:
    """True if a text of ASCII bytes has the escape sequences of ISO-2022-JP."""
    return _ESCAPE.search(data) is not None


@cache
def _alphabet(words: bytes) -> str | None:
    """The likeliest encoding of words in letters that are not Latin; None if none makes sense."""
    from charset_normalizer import from_bytes

    whole = len(_WHOLE_WORD.findall(words))
    for name, word in _CYRILLIC.items():
        if 2 * len(word.findall(words)) > whole:
            return name
    likely = [name for name, has in _EAST_ASIAN.items() if has.search(words)]
    best = from_bytes(words, cp_isolation=[*likely, *_CYRILLIC]).best()
    return codecs.lookup(best.encoding).name if best else None
