"""Which files say what of an op: `inference/FAMILY.py` the types of its results, `verify/FAMILY.py` what else must hold of it."""

from tfir.startup import loaded

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
        set_dimension_size slice torch_index_select
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
FAMILY_OF = {name: family for family, names in FAMILIES.items() for name in names.split()}


def of_family(package: str, table: str, local: str):
    """The entry for an op in the table of that name in its family, or None. The family is imported when it is first asked."""
    family = FAMILY_OF.get(local)
    return getattr(loaded(f"{package}.{family}"), table, {}).get(local) if family is not None else None
