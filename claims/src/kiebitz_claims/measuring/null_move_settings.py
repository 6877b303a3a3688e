"""Settings of the null move that experiments compare, in the search of its time (Nimzo's) and in today's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kiebitz.engine.eras import ERAS
from kiebitz_claims.measuring.settings import SearchSettings

NIMZO: SearchSettings = ERAS["nimzo"].options

OFF: Final = "off"
# Policies by the names that tables and figures use.
POLICIES: Mapping[str, SearchSettings] = {
    OFF: {"null_move_policy": "off"},
    "R = 2": {"null_move_policy": "donninger", "donninger_reduction": 2},
    "R = 3": {"null_move_policy": "donninger", "donninger_reduction": 3},
    "verified": {"null_move_policy": "verified"},
    "adaptive": {"null_move_policy": "adaptive"},
}

NO_RULES: SearchSettings = {"zugzwang_rule_1": 0, "zugzwang_rule_2": 0, "zugzwang_rule_3": 0}
RULES: Mapping[str, SearchSettings] = {
    "no rule": NO_RULES,
    "rule I": {**NO_RULES, "zugzwang_rule_1": 1},
    "rule II": {**NO_RULES, "zugzwang_rule_2": 1},
    "rule III": {**NO_RULES, "zugzwang_rule_3": 1},
    "all rules": {},
}
