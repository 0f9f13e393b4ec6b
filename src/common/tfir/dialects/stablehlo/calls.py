"""Calls out of the program. The only ones that are answered are expectations, such as `@check.expect_eq`, and assertions about shapes."""

from tfir.dialects.check.expectations import near, same, settle, units_between
from tfir.ir.diagnostics import Error
from tfir.ods.semantics import OpSemantics

CLOSE = 3  # units in the last place that StableHLO's own test programs allow


LAPACK_HINT = "; JAX exports Cholesky's decomposition and triangular systems as operations of StableHLO for platforms=['tpu']"


class custom_call(OpSemantics):
    def evaluate(inputs, call_target_name, op):
        if call_target_name == "check.expect_eq":
            return settle(op, *inputs, same(*inputs), "be equal to")
        if call_target_name == "check.expect_almost_eq":
            return settle(op, *inputs, near(*inputs, 1e-4), "almost be")
        if call_target_name == "check.expect_close":
            return settle(op, *inputs, units_between(*inputs) <= CLOSE, f"be within {CLOSE} units in the last place of")
        if call_target_name == "shape_assertion":
            return check_shape_assertion(op, inputs)
        hint = LAPACK_HINT if call_target_name.startswith("lapack_") else ""
        raise Error.on(op, f"calls '{call_target_name}', which nothing here answers{hint}")


def check_shape_assertion(op, operands) -> list:
    """Checks an assertion of JAX on sizes that its export left unknown: a truth value, and the numbers for {0}, {1}, ... in its message."""
    if operands[0]:
        return []
    text = op.get("error_message", "sizes do not fit each other")
    for number, operand in enumerate(operands[1:]):
        text = text.replace(f"{{{number}}}", str(operand))
    raise Error.on(op, text)
