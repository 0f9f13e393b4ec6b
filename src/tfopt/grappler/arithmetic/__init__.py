"""The stages of Grappler's arithmetic optimizer, by family; here in the order in which a node tries them."""

from __future__ import annotations

from tfopt.grappler.arithmetic import elementwise, hoisting, reduction, segments, shaping, sums, transposing

STAGES = [
    sums.ADD_OPS_REWRITE, transposing.FOLD_CONJUGATE_INTO_TRANSPOSE, hoisting.FOLD_MULTIPLY_INTO_CONV,
    transposing.FOLD_TRANSPOSE_INTO_MATMUL, sums.HOIST_COMMON_FACTOR, sums.MINIMIZE_BROADCASTS, transposing.REMOVE_IDENTITY_TRANSPOSE,
    elementwise.REMOVE_INVOLUTION, shaping.REMOVE_REDUNDANT_BITCAST, shaping.REMOVE_REDUNDANT_CAST,
    shaping.REPLACE_PACK_WITH_TILE_RESHAPE, shaping.REPLACE_MUL_WITH_BROADCAST_BY_TILE, shaping.REDUCE_UPSAMPLING_DIMS,
    shaping.REMOVE_REDUNDANT_RESHAPE, elementwise.REMOVE_NEGATION, elementwise.REPLACE_MUL_WITH_SQUARE, elementwise.REMOVE_LOGICAL_NOT,
    shaping.REORDER_CAST, sums.SIMPLIFY_AGGREGATION, hoisting.HOIST_CWISE_UNARY_CHAINS, elementwise.SQRT_DIV_TO_RSQRT_MUL,
    elementwise.REMOVE_IDEMPOTENT, elementwise.CONVERT_POW, elementwise.CONVERT_LOG1P, elementwise.LOG_SOFTMAX,
    reduction.OPTIMIZE_MAX_OR_MIN_OF_MONOTONIC, elementwise.CONVERT_EXPM1, elementwise.UNARY_OPS_COMPOSITION,
    shaping.REMOVE_STACK_SLICE_SAME_AXIS, segments.SIMPLIFY_EMBEDDING_LOOKUP, segments.REMOVE_CAST_INTO_SEGMENT_REDUCTION,
    elementwise.FUSE_SQUARED_DIFF,
]  # fmt: skip
# What it makes, no other stage looks into, so that they come first.
AT_THE_END = [elementwise.UNARY_OPS_COMPOSITION]
