"""Which module says what of an operator: `inference/FAMILY.py` the types of its results, `FAMILY.py` what it computes."""

FAMILIES = {
    name: tuple(operators.split())
    for name, operators in {
        "elementwise": """
            abs acos acosh add asin asinh atan atanh bitwise_and bitwise_not bitwise_or bitwise_xor cast ceil clip copy cos cosh divide
            equal erf exp floor floor_divide floor_mod greater greater_equal isfinite isinf isnan left_shift less less_equal log log10 log2
            logical_and logical_not logical_or logical_xor maximum minimum mod multiply negative nn.leaky_relu nn.relu not_equal ones_like
            power reinterpret right_shift round rsqrt sigmoid sign sin sinh sqrt subtract tan tanh trunc trunc_divide trunc_mod where
            zeros_like
        """,
        "shaping": """
            arange broadcast_to broadcast_to_like concatenate dyn.broadcast_to dyn.full dyn.reshape expand_dims full full_like
            ndarray_size nn.batch_flatten ones repeat reshape reshape_like reverse shape_of split squeeze stack tile transpose zeros
        """,
        "indexing": """
            argsort dyn.nn.pad dyn.strided_slice gather gather_nd nn.dilate nn.pad one_hot scatter_elements scatter_nd sort strided_set
            strided_slice take topk
        """,
        "reduction": "all any argmax argmin cumprod cumsum max mean min prod sum variance",
        "networks": """
            dft nn.avg_pool1d nn.avg_pool2d nn.avg_pool3d nn.batch_matmul nn.batch_norm nn.bias_add nn.conv1d nn.conv1d_transpose nn.conv2d
            nn.conv2d_transpose nn.conv3d nn.conv3d_transpose nn.dense nn.dropout nn.global_avg_pool2d nn.global_max_pool2d nn.layer_norm
            nn.log_softmax nn.matmul nn.max_pool1d nn.max_pool2d nn.max_pool3d nn.softmax
        """,
    }.items()
}
STRUCTURE: dict[str, tuple[str, ...]] = {
    "structure_values": (
        "as", "call", "constant", "construct", "fn", "global", "if", "match", "ref_create", "ref_read", "ref_write", "tuple",
        "tuple_get_item",
    ),
}  # fmt: skip
