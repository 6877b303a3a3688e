"""Designs of tables: what can be built, and what is refused with a remedy."""

import pytest

from kiebitz.core.table.design import POLICIES, DesignError, TableDesign


def test_the_default_is_the_compact_layout():
    assert TableDesign().is_default_layout
    assert TableDesign().bucket_entries == 3
    assert TableDesign(hashfull="used").is_default_layout, "how use is counted changes no layout"


def test_every_other_choice_is_the_laboratorys():
    choices = {"policy": "depth", "key_bits": 17, "index": "and", "independent_index": False, "own_index_codes": True}
    choices |= {"entries": 1 << 20, "key": "reduced", "verify": "count", "bucket": 3, "neighbours": True}
    for name, value in choices.items():
        assert not TableDesign(**{name: value}).is_default_layout, name


@pytest.mark.parametrize("policy", POLICIES)
def test_every_policy_has_a_bucket_and_says_what_it_does(policy):
    rule = POLICIES[policy]
    assert TableDesign(policy=policy, key_bits=32).bucket_entries == rule.bucket
    assert rule.meaning


@pytest.mark.parametrize(
    ("field", "values", "remedy"),
    [
        ("policy", ["newest"], "always, depth, two_tier"),
        ("index", ["hash"], "multiply, and, mod"),
        ("key", ["short"], "whole, reduced"),
        ("verify", [True], "off, count, reject"),
        ("hashfull", ["all"], "recent, used"),
        ("key_bits", [0, 65, "16", True], "1 to 64"),
        ("bucket", [9, 0], "1 to 8"),
        ("neighbours", [1], "True or False"),
        ("own_index_codes", [1], "True or False"),
        ("entries", [7, 64.0], "from 8"),
    ],
)
def test_what_cannot_be_built_is_refused_with_the_remedy(field, values, remedy):
    for value in values:
        with pytest.raises(DesignError, match=remedy):
            TableDesign(**{field: value})


def test_a_policy_has_its_own_bucket():
    with pytest.raises(DesignError, match="None"):
        TableDesign(policy="depth", bucket=2)
