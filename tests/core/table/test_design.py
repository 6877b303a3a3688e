"""Designs of tables: what can be built, and what is refused with a remedy."""

import pytest

from kiebitz.core.table.design import POLICIES, DesignError, TableDesign


def test_the_default_is_the_compact_layout():
    assert TableDesign().is_default_layout
    assert TableDesign().bucket_entries == 3
    assert TableDesign(hashfull="used").is_default_layout, "how use is counted changes no layout"


@pytest.mark.parametrize(
    "choice",
    [
        {"policy": "depth"},
        {"key_bits": 17},
        {"index": "and"},
        {"independent_index": False},
        {"own_index_codes": True},
        {"entries": 1 << 20},
        {"key": "reduced"},
        {"verify": "count"},
        {"bucket": 3},
        {"neighbours": True},
    ],
)
def test_every_other_choice_is_the_laboratorys(choice):
    assert not TableDesign(**choice).is_default_layout


@pytest.mark.parametrize("policy", POLICIES)
def test_every_policy_has_a_bucket_and_says_what_it_does(policy):
    rule = POLICIES[policy]
    assert TableDesign(policy=policy, key_bits=32).bucket_entries == rule.bucket
    assert rule.meaning


@pytest.mark.parametrize(
    ("choice", "remedy"),
    [
        ({"policy": "newest"}, "choose from always, depth, two_tier"),
        ({"index": "hash"}, "choose from multiply, and, mod"),
        ({"key": "short"}, "choose from whole, reduced"),
        ({"verify": True}, "choose from off, count, reject"),
        ({"hashfull": "all"}, "choose from recent, used"),
        ({"key_bits": 0}, "from 1 to 64"),
        ({"key_bits": 65}, "from 1 to 64"),
        ({"key_bits": "16"}, "from 1 to 64"),
        ({"key_bits": True}, "from 1 to 64"),
        ({"bucket": 9}, "from 1 to 8"),
        ({"bucket": 0}, "from 1 to 8"),
        ({"policy": "depth", "bucket": 2}, "say None"),
        ({"neighbours": 1}, "True or False"),
        ({"own_index_codes": 1}, "True or False"),
        ({"entries": 7}, "from 8 on"),
        ({"entries": 64.0}, "from 8 on"),
    ],
)
def test_what_cannot_be_built_is_refused_with_the_remedy(choice, remedy):
    with pytest.raises(DesignError, match=remedy):
        TableDesign(**choice)
