"""How the types and attributes of CHLO's ops must fit together. Wording follows upstream's verifier."""

from __future__ import annotations

from tfir.dialects.chlo.inference import BINARY, BROADCASTS, INFER, UNARY
from tfir.dialects.stablehlo.inference.checks import Refused, compatible
from tfir.dialects.stablehlo.verify.checks import checked, in_order, inferred, same_elements
from tfir.dialects.stablehlo.verify.contraction import fits_product
from tfir.dialects.stablehlo.verify.elementwise import same_types
from tfir.ir.diagnostics import Error


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


VERIFY = (
    dict.fromkeys(INFER, inferred)
    | dict.fromkeys([f"broadcast_{name}" for name in BROADCASTS], in_order(same_elements, inferred))
    | dict.fromkeys((*UNARY, *BINARY), same_types)
    | {"constant_like": in_order(constant_like, inferred), "scan": checked(scan, named=True), "ragged_dot": checked(fits_product)}
)  # fmt: skip
