"""How the types and attributes of StableHLO's ops must fit together: the constraints of its specification, op by op.

Wording follows the messages of StableHLO's own verifier. Unknown sizes fit anything. A family is imported when an op of its is verified.
"""

from tfir.ods.dialect import loaded

FAMILIES = {
    "elementwise": """
        abs add and atan2 cbrt ceil clamp compare complex convert cosine count_leading_zeros divide exponential
        exponential_minus_one floor imag is_finite log log_plus_one logistic map maximum minimum multiply negate not
        or popcnt power real reduce_precision remainder round_nearest_afz round_nearest_even rsqrt select shift_left
        shift_right_arithmetic shift_right_logical sign sine sqrt subtract tan tanh uniform_dequantize
        uniform_quantize xor
    """,
    "shaping": """
        bitcast_convert broadcast broadcast_in_dim concatenate constant dynamic_broadcast_in_dim dynamic_iota
        dynamic_pad dynamic_reshape iota pad reshape reverse transpose
    """,
    "indexing": """
        dynamic_gather dynamic_slice dynamic_update_slice gather get_dimension_size real_dynamic_slice scatter
        set_dimension_size slice
    """,
    "contraction": "dot dot_general",
    "window": "convolution dynamic_conv reduce_window select_and_scatter",
    "reduction": "reduce sort",
    "linalg": """
        batch_norm_grad batch_norm_inference batch_norm_training cholesky fft rng rng_bit_generator triangular_solve
    """,
    "control_flow": "case get_tuple_element if optimization_barrier tuple while",
    "collective": """
        after_all all_gather all_reduce all_to_all async_done async_start collective_broadcast collective_permute
        collective_reduce create_token infeed outfeed partition_id recv reduce_scatter replica_id send
    """,
    "calls": "composite custom_call",
}
DEPEND_ON_VALUES = "composite dynamic_broadcast_in_dim dynamic_conv dynamic_gather dynamic_iota dynamic_pad dynamic_reshape rng"
DEPEND_ON_VALUES = f"{DEPEND_ON_VALUES} all_gather all_reduce all_to_all collective_broadcast reduce_scatter".split()
_family_of = {name: family for family, names in FAMILIES.items() for name in names.split()}


class EveryOp:
    """Answers for the name of any op with the one function that verifies its constraints."""

    @staticmethod
    def get(name: str):
        return verify


def verify(op) -> None:
    """Raises where operands, results and attributes do not fit together."""
    constraint = _constraint(op, "VERIFY")
    if constraint is not None:
        constraint(op)


def verify_values(op) -> None:
    """Raises where what makes the operands, or what an attribute refers to, does not fit: asked for each op, not for its types."""
    _constraint(op, "VERIFY_IN_CONTEXT")(op)


def _constraint(op, table: str):
    constraint = _constraints.get((op.name, table), False)
    if constraint is False:
        local = op.name.partition(".")[2]
        family = _family_of.get(local)
        constraint = getattr(loaded(f"{__name__}.{family}"), table, {}).get(local) if family is not None else None
        _constraints[op.name, table] = constraint
    return constraint


_constraints: dict = {}
