"""Which of the rules of `canonicalize` are folders in upstream, which its greedy driver applies in any pass that uses it. The others are
patterns of the canonicalizer alone."""

from __future__ import annotations

from tfopt.generic.canonicalization import files_about, table_of
from tfopt.rewrite.pattern import RewritePattern, function_patterns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

FOLDING = ("affine", "arith", "complex", "index", "llvm", "math", "memref", "tensor", "vector")
# By the file's key; `broadcast:of_same_op` is a pattern for one operation, and a folder for others. Upstream has no rule for quotients and
# remainders of 0, or by the same number; nor for such shifts.
PATTERNS_ALONE = {
    "affine": """always_or_never does_nothing in_order joined_of_split merged one_digit operands_composed
        split_into_ones split_of_joined split_within_last without_duplicates without_else without_ones""",
    "arith": """before_extension chosen_again complement_chooses converted_compared difference_of_difference greater_or_lesser
        is_complement is_extension merge_constants negated_comparison of_bitcast of_extended of_two_negated shift_of_sign sign_as_high
        sum_with_negated zero_minus
        of_ones of_zero shrsi:itself shrui:itself divui:itself divsi:itself ceildivui:itself ceildivsi:itself floordivsi:itself remui:itself remsi:itself""",
    "complex": "bits_of_bits",
    "index": "chained difference_with_zero",
    "memref": """cast_back joined_of_uncast joined_twice metadata_of_uncast never_read of_base of_known_size of_own_metadata onto_itself other_way_then
        part_of_uncast part_told reinterpreted_told scope_around_all size_asked_for split_of_uncast split_twice view_told whole_part_cast""",
    "tensor": """bits_back cast_at_once cast_back generated inserted_alike insertion_fixed insertion_of_narrower into_narrower joined_of_narrower joined_twice of_empty of_narrower padded_twice
        padding_fixed parallel_insertion_fixed size_of_target sizes_constant slice_fixed slice_of_narrower split_twice""",
    "vector": """added_to_product alike_on_both_sides all_alike broadcast:of_same_op constant_slice_inserted elements_moved gather_of_nothing gathered_in_order
        in_turn inserted_everywhere just_written load_of_mask mask_known mask_moved mask_without_ones masked_nowhere moved_twice of_leading_ones of_one_element
        of_unit_dimensions of_unstretched only_part_inserted same_spread scalar_spread scatter_of_nothing slice_of_broadcast slice_of_mask slice_of_rows slice_put_back
        spread_again store_of_mask together_again unit_dimensions_moved written_over""",
}  # fmt: skip


def folders_about(names: Iterable[str]) -> list[RewritePattern]:
    """The folders of operations of these names."""
    patterns = []
    for key in files_about(names):
        if key in FOLDING:
            alone = set(PATTERNS_ALONE.get(key, "").split())
            for name, rules in table_of(key).items():
                local = name.rpartition(".")[2]
                folders = [each for each in rules if alone.isdisjoint((called := getattr(each, "__name__", ""), f"{local}:{called}"))]
                patterns += function_patterns({name: folders})
    return patterns
