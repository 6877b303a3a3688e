import base64
import hashlib
import json
import re

import pytest

from kiebitz.commandline.web_page import colours, content_policy, joined, script_data, text


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("Müller & Söhne", "Müller &amp; Söhne"),
        ('</style><script>alert("1")</script>', "&lt;/style&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;"),
        ("\"><img src=x onerror='a()'>", "&quot;&gt;&lt;img src=x onerror=&#x27;a()&#x27;&gt;"),
        ("\x1b[31mred\x07", "?[31mred?"),
        ("abc\u202egnp.exe \u200fא", "abc?gnp.exe ?א"),
        ("a\nb\r\0", "a?b??"),
        ("\ud800", "?"),
    ],
)
def test_text_from_outside_is_nothing_but_text(value, shown):
    assert text(value, 100) == shown


def test_long_text_is_cut_before_it_is_written():
    assert text("x" * 100, 100) == "x" * 100
    assert text("&" * 3_000_000, 100) == "&amp;" * 100 + "…"


def test_data_can_not_end_its_script():
    data = {"name": "</script><!--<script>"}
    assert "<" not in script_data(data)
    assert json.loads(script_data(data)) == data


def test_the_policy_names_style_and_script_and_allows_nothing_else():
    def digest(content):
        return base64.b64encode(hashlib.sha256(content).digest()).decode()

    assert content_policy("a{}", "é()") == (
        f"default-src 'none'; style-src 'sha256-{digest(b'a{}')}'; script-src 'sha256-{digest('é()'.encode())}';"
        " base-uri 'none'"
    )


def test_modules_are_joined_without_what_they_say_to_each_other():
    one = "export const three = 3;\n"
    other = (
        'import {three} from "./one.js";\n// an import of goods\nexport class Four { important() { return three; } }\n'
    )
    assert joined([one, other]) == (
        "const three = 3;\n\n// an import of goods\nclass Four { important() { return three; } }\n"
    )


def test_every_colour_of_the_light_page_has_a_dark_one():
    _, light, dark, *more_contrast = (
        re.findall(r"--([\w-]+):", block) for block in re.findall(r":root \{([^}]*)\}", colours())
    )
    assert light == dark
    assert len(more_contrast) == 2
    assert all(set(names) < set(light) for names in more_contrast)
