"""How the types and attributes of CHLO's ops must fit together. Wording follows upstream's verifier."""

from __future__ import annotations

from tfir.dialects.chlo.inference import BINARY, BROADCASTS, INFER, UNARY
from tfir.dialects.stablehlo.inference.checks import Refused, compatible, terminated
from tfir.dialects.stablehlo.verify.checks import checked, in_order, inferred, results_fit, same_elements
from tfir.dialects.stablehlo.verify.contraction import fits_product
from tfir.dialects.stablehlo.verify.elementwise import same_types
from tfir.ir.diagnostics import Error
from tfir.ir.types import TensorType


def constant_like(op):
    type = op.attributes["value"].type
    if type is not op.result.type.element:
        raise Error.on(op, "value's type doesn't match element return type")


def scan(op):
    inputs = [v.type for v in op.operands[: op.attributes["operandSegmentSizes"].values[0]]]
    dimension, size = op.get("dimension"), op.get("scan_dim_size")
    for number, type in enumerate(inputs):
        if dimension >= type.rank:
            raise Refused(f"scan dimension of operand {number} is out of bounds")
        extent = type.shape[dimension]
        if extent is not None:
            if size is not None and size != extent:
                raise Refused(f"invalid scan dimension size of operand {number}")
            size = extent
    arguments = op.body.arguments
    if len(arguments) != len(op.operands):
        raise Refused(f"expects {len(op.operands)} arguments in the body, but got {len(arguments)}")
    for number, (operand, argument) in enumerate(zip(op.operands, arguments)):
        type = operand.type
        if number < len(inputs):
            type = type.with_shape(type.shape[:dimension] + type.shape[dimension + 1 :])
        if not compatible(type, argument.type):
            raise Refused(f"operand and body argument {number} are incompatible")
    returned = [value.type for value in terminated(op.region) or ()]
    count = len(returned) - (len(op.operands) - len(inputs))
    results_fit(op, [*[along(type, dimension, size) for type in returned[: max(0, count)]], *returned[max(0, count) :]])


def along(slice, dimension: int, size: int | None):
    """The type of slices beside each other along a dimension."""
    if not isinstance(slice, TensorType) or slice.shape is None:
        return slice
    if dimension > slice.rank:
        raise Refused("scan dimension of the results is out of bounds")
    return slice.with_shape((*slice.shape[:dimension], size, *slice.shape[dimension:]))


VERIFY = (
    dict.fromkeys(INFER, inferred)
    | dict.fromkeys([f"broadcast_{name}" for name in BROADCASTS], in_order(same_elements, inferred))
    | dict.fromkeys((*UNARY, *BINARY), same_types)
    | {"constant_like": in_order(constant_like, inferred), "scan": checked(scan, named=True), "ragged_dot": checked(fits_product)}
)  # fmt: skip
