"""Vectors: elements looked up right where they are put together, shapes there and back, masks that are constant. Source: MLIR's vector
dialect."""

from __future__ import annotations

from tfopt.generic.canonicalization.memref import of_uncast
from tfopt.generic.canonicalization.vector.elements import (
    constant_inserted,
    constant_slice_inserted,
    constants_together,
    in_order,
    places_of_part,
    places_of_slice,
    rearranged,
    shuffled_constants,
    splat_spread,
)
from tfopt.generic.canonicalization.vector.masks import (
    bounds_seen,
    gather_of_nothing,
    load_of_mask,
    mask_is_constant,
    mask_known,
    mask_moved,
    mask_without_ones,
    masked_nowhere,
    scatter_of_nothing,
    slice_of_mask,
    store_of_mask,
)
from tfopt.generic.canonicalization.vector.parts import (
    all_alike,
    apart_again,
    elements_moved,
    inserted_everywhere,
    inserted_over,
    nowhere_is_poison,
    of_broadcast,
    of_elements,
    of_extracted,
    of_inserted,
    of_reshaped,
    of_shuffled,
    of_slice,
    of_slices_inserted,
    of_transposed,
    only_part_inserted,
    place_fixed,
    together_again,
    whole_extracted,
    whole_inserted,
)
from tfopt.generic.canonicalization.vector.places import poison_of_poison
from tfopt.generic.canonicalization.vector.reductions import added_to_product, of_unit_dimensions
from tfopt.generic.canonicalization.vector.shapes import (
    alike_on_both_sides,
    in_turn,
    moved_twice,
    not_moved,
    of_leading_ones,
    of_one_element,
    of_same_op,
    of_unstretched,
    one_side,
    same_spread,
    same_type,
    scalar_spread,
    slice_of_broadcast,
    slice_of_inserted,
    slice_of_rows,
    slice_put_back,
    spread_again,
    unit_dimensions_moved,
    whole_slice_inserted,
)
from tfopt.generic.canonicalization.vector.transfers import gathered_in_order, just_read, just_written, written_over

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfopt.rewrite.pattern import PatternFunction

PATTERNS: dict[str, list[PatternFunction]] = {
    "vector.extract": [
        nowhere_is_poison, poison_of_poison, place_fixed, whole_extracted, of_extracted, of_inserted, of_broadcast, of_transposed, of_reshaped, of_elements,
        of_shuffled, of_slice, of_slices_inserted, rearranged(places_of_part),
    ],
    "vector.insert": [nowhere_is_poison, place_fixed, whole_inserted, only_part_inserted, inserted_over, constant_inserted, same_spread, inserted_everywhere],
    "vector.broadcast": [same_type, poison_of_poison, of_same_op, of_leading_ones, splat_spread],
    "vector.shape_cast": [same_type, poison_of_poison, of_same_op, scalar_spread, of_unstretched, spread_again, mask_without_ones, rearranged(in_order)],
    "vector.transpose": [not_moved, poison_of_poison, moved_twice, scalar_spread, splat_spread, mask_moved, elements_moved, unit_dimensions_moved],
    "vector.bitcast": [same_type, poison_of_poison, of_same_op],
    "vector.extract_strided_slice": [same_type, slice_of_mask, slice_of_inserted, scalar_spread, rearranged(places_of_slice), slice_of_broadcast, slice_of_rows],
    "vector.insert_strided_slice": [whole_slice_inserted, slice_put_back, same_spread, constant_slice_inserted],
    "vector.shuffle": [one_side, poison_of_poison, alike_on_both_sides, in_turn, shuffled_constants],
    "vector.reduction": [of_one_element], "vector.multi_reduction": [of_unit_dimensions],
    **dict.fromkeys(("arith.addf", "arith.addi"), [added_to_product]),
    "vector.from_elements": [together_again, constants_together, all_alike],
    "vector.to_elements": [apart_again],
    "vector.mask": [masked_nowhere], "vector.create_mask": [mask_known], "vector.constant_mask": [mask_is_constant],
    "vector.maskedload": [of_uncast, load_of_mask], "vector.expandload": [load_of_mask],
    "vector.maskedstore": [of_uncast, store_of_mask], "vector.compressstore": [store_of_mask],
    "vector.gather": [of_uncast, gather_of_nothing, gathered_in_order], "vector.scatter": [of_uncast, scatter_of_nothing, gathered_in_order],
    "vector.load": [of_uncast], "vector.store": [of_uncast],
    "vector.transfer_read": [of_uncast, bounds_seen, just_written],
    "vector.transfer_write": [of_uncast, bounds_seen, just_read, written_over],
}  # fmt: skip
