"""Which rules are patterns of the canonicalizer alone is said by their names: one that no rule has would make a folder of what was meant."""

import pytest

from tfopt.generic.canonicalization import table_of
from tfopt.generic.canonicalization.folders import FOLDING, PATTERNS_ALONE


@pytest.mark.parametrize("key", FOLDING)
def test_patterns_are_called_as_rules_are(key):
    table = table_of(key)
    names = {getattr(rule, "__name__", "") for rules in table.values() for rule in rules}
    names |= {f"{name.rpartition('.')[2]}:{getattr(rule, '__name__', '')}" for name, rules in table.items() for rule in rules}
    assert set(PATTERNS_ALONE.get(key, "").split()) <= names
