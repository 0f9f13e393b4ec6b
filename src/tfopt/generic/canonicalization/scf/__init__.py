"""Conditions and loops with regions: known conditions, loops that run once or never, values that only pass. Source: MLIR's scf dialect."""

from __future__ import annotations

from tfopt.generic.canonicalization.scf.conditions import (
    after_its_like,
    case_known,
    choices_between_outside,
    condition_inside,
    condition_known,
    condition_swapped,
    executed_in_place,
    nested,
    without_else,
    without_unused,
    yields_the_condition,
    yields_twice,
)
from tfopt.generic.canonicalization.scf.loops import (
    carried_as_narrower,
    carried_unchanged,
    carried_unused,
    carries_nothing_new,
    compared_by_the_condition,
    condition_moved_down,
    condition_true_inside,
    never_or_once,
    passed_from_outside,
    passed_in_order,
    passed_unused,
    passes_twice,
)
from tfopt.generic.canonicalization.scf.parallel import (
    forall_bounds_fixed,
    forall_single_or_none,
    outputs_as_narrower,
    outputs_untouched,
    single_or_none,
)
from tfopt.generic.canonicalization.scf.parallel import nested as nested_loops
from tfopt.generic.canonicalization.scf.passing import passes_one_value, passes_the_same, results_from_outside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfopt.rewrite.pattern import PatternFunction

PATTERNS: dict[str, list[PatternFunction]] = {
    "scf.if": [
        condition_swapped, after_its_like, nested, condition_inside, choices_between_outside, without_else, condition_known,
        without_unused, yields_the_condition, yields_twice,
    ],
    "scf.index_switch": [case_known, results_from_outside, without_unused],
    "scf.execute_region": [executed_in_place, results_from_outside, without_unused],
    "scf.for": [never_or_once, carries_nothing_new, passes_one_value, passes_the_same, carried_as_narrower],
    "scf.while": [
        passes_one_value, passes_the_same,
        condition_true_inside, carried_unchanged, passed_from_outside, compared_by_the_condition, passed_unused, passes_twice,
        carried_unused, condition_moved_down, passed_in_order,
    ],
    "scf.parallel": [single_or_none, nested_loops],
    "scf.forall": [outputs_as_narrower, forall_bounds_fixed, outputs_untouched, forall_single_or_none],
}  # fmt: skip
