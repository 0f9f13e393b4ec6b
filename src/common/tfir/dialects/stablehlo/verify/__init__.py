"""How the types and attributes of StableHLO's ops must fit together: the constraints of its specification, op by op.

Wording follows the messages of StableHLO's own verifier. Unknown sizes fit anything. A family is imported when an op of its is verified.
"""

from tfir.dialects.stablehlo.families import FAMILY_OF, of_family

DEPEND_ON_VALUES = """all_gather all_reduce all_to_all collective_broadcast collective_reduce composite dynamic_broadcast_in_dim dynamic_conv
dynamic_gather dynamic_iota dynamic_pad dynamic_reshape real_dynamic_slice reduce_scatter rng set_dimension_size""".split()


def verify(op) -> None:
    """Raises where operands, results and attributes do not fit together."""
    constraint = _constraint(op, "VERIFY")
    if constraint is not None:
        constraint(op)


def verify_values(op) -> None:
    """Raises where the ops that make the operands, or the symbols that attributes refer to, do not fit: asked per op, not per types."""
    _constraint(op, "VERIFY_IN_CONTEXT")(op)


def _constraint(op, table: str):
    """The verifier in the op's family, or else `inferred`, which compares the results' types with those that the operands imply."""
    constraint = _constraints.get((op.name, table), False)
    if constraint is False:
        local = op.name.partition(".")[2]
        constraint = of_family(__name__, table, local)
        if constraint is None and local in FAMILY_OF and (local in DEPEND_ON_VALUES) is (table == "VERIFY_IN_CONTEXT"):
            from tfir.dialects.stablehlo.verify.checks import inferred as constraint
        _constraints[op.name, table] = constraint
    return constraint


_constraints: dict = {}
