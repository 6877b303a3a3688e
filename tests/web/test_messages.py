import json
from dataclasses import asdict

import pytest

from kiebitz.web.messages import (
    MAX_ITEMS,
    Explain,
    Hello,
    Judged,
    MessageError,
    Notice,
    PlayerJudged,
    Settings,
    Shown,
    Tree,
    TreeNode,
    read,
    written,
)


def text(**fields):
    return json.dumps(fields)


def test_messages_are_read_with_their_types():
    hello = Hello(1, "de", "1. e4", [0, 1], 1, False)
    assert (
        read(text(type="hello", version=1, language="de", game="1. e4", path=[0, 1], chapter=1, has_game=False))
        == hello
    )
    assert read(text(type="settings", lines=3, threads=1, hash_mb=16, seconds=9, depth=0)) == Settings(3, 1, 16, 9, 0)
    assert read(text(type="explain")) == Explain()


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ("", "a JSON object"),
        ("[]", "a JSON object"),
        ("[" * 100_000, "a JSON object"),
        ("{}", "type is one of hello, load"),
        (text(type=["go"]), "type is one of"),
        (text(type="welcome"), "type is one of"),
        (text(type="go\ud800"), "type is one of"),
        (text(type="choose"), "the fields of 'choose' are: number"),
        (text(type="choose", number=1, more=2), "the fields of 'choose' are: number"),
        (text(type="explain", node=1), "are: none"),
        (text(type="choose", number="1"), "'number' of 'choose'"),
        (text(type="choose", number=True), "'number' of 'choose'"),
        (text(type="choose", number=1.0), "'number' of 'choose'"),
        (text(type="search", on=1), "'on' of 'search'"),
        (text(type="choose", number=2**53), "'number' of 'choose'"),
        (text(type="choose", number=-(10**40)), "'number' of 'choose'"),
        ('{"type": "choose", "number": ' + "9" * 5000 + "}", "a JSON object"),
        (text(type="load", text=["x"] * 100_000), "a JSON object of texts"),
        (text(type="load", text=[[[[[[[[["x" * 5000]]]]]]]]]), "a JSON object of texts"),
        ('{"type": "load", "text": [' + "{}," * 60_000 + "{}]}", "a JSON object of texts"),
        (
            text(type="hello", version=1, language="en", game="", path=["0"], chapter=1, has_game=False),
            "'path' of 'hello'",
        ),
        (
            text(
                type="hello",
                version=1,
                language="en",
                game="",
                path=[0] * (MAX_ITEMS + 1),
                chapter=1,
                has_game=False,
            ),
            "'path'",
        ),
    ],
)
def test_what_is_no_message_is_refused_by_name(said, fault):
    with pytest.raises(MessageError, match=fault):
        read(said)


def test_what_the_server_says_names_its_type():
    assert json.loads(written(Notice("busy", "Größe"))) == {"type": "notice", "code": "busy", "detail": "Größe"}


@pytest.mark.parametrize(
    ("said", "text_read"),
    [
        ("\ud800", "�"),
        ("e4 \udfff!", "e4 �!"),
        ("\udc80" * 3, "���"),
        ("\N{GRINNING FACE}\ud83d", "\N{GRINNING FACE}�"),
    ],
)
def test_half_a_character_becomes_a_sign_for_that(said, text_read):
    assert read(text(type="load", text=said)).text == text_read
    written(read(text(type="load", text=said))).encode()


def test_long_lists_are_written_as_short_ones_are():
    nodes = [
        TreeNode(number, number - 1, number, "Nf3", 'a "word" \N{WHITE CHESS KING}', nags=[1])
        for number in range(2_500)
    ]
    for message in (
        Tree({"White": "\\ {"}, nodes[0], "fen", False, nodes, 1, 3),
        Shown(1, "fen", "w", "", [], [["e2e4", "e2", "e4"]] * 1_001, "", ""),
        Notice("code", ""),
        Judged(5, [], PlayerJudged("A", None, 1.5, 0, 0, 0), PlayerJudged("B", 2, None, 0, 0, 0), ""),
    ):
        assert json.loads(written(message)) == {"type": type(message).__name__.lower(), **asdict(message)}
