"""How a decomposition is declared, and what they have in common.

A decomposition is a function whose parameters are operands and attributes of the op by their names, as those of a lowering of
TensorFlow's ops are; `op` is the operation itself. Operands arrive as tensors; it returns a tensor, or a list of one for each result. What it
refuses stays, with the reason.
"""

from __future__ import annotations

from tfir.dialects import lookup
from tfir.ir.attributes import EnumAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import BF16, F16, F32, F64, I1, FloatType, TensorType
from tfir.ods.binding import binding

from tfopt.rewrite.pattern import RewritePattern, place_of
from tfopt.rewrite.rewriter import PatternRewriter
from tfopt.tf_to_stablehlo.tensor import Tensor, building, emit, like

DECOMPOSITIONS: dict = {}


def decompose(function):
    """Registers the decomposition of the op that the function is named after."""
    DECOMPOSITIONS[function.__name__] = function
    return function


class Decomposition(RewritePattern):
    def __init__(self, name: str):
        self.name, self.roots, self.decompose = name, (f"chlo.{name}",), DECOMPOSITIONS[name]
        self.at = place_of(self.decompose)

    def title(self) -> str:
        return f"decompose {self.name}"

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> bool:
        for value in (*op.operands, *op.results):
            if isinstance(value.type, TensorType) and value.type.shape is None:
                raise Error.on(op, f"has a value of type {value.type}: of tensors of unknown rank nothing is decomposed")
        with building(rewriter.builder):
            arguments = binding(defined(op), self.decompose).arguments(op, [Tensor(value) for value in op.operands])
            try:
                results = self.decompose(**arguments)
            except Error as error:
                raise error if error.diagnostics[0].message.startswith("'") else Error.on(op, str(error)) from None
        return rewriter.replace_if_sound(self, op, [each.value for each in (results if isinstance(results, list) else [results])])


def defined(op: Operation):
    """The definition of an op whose name is in a table."""
    definition = lookup(op.name)
    assert definition is not None
    return definition


def holds(direction: str, x: Tensor, y: Tensor) -> Tensor:
    """A comparison of the kind that is usual for the element type."""
    attributes = {"comparison_direction": EnumAttr("stablehlo.comparison_direction", direction)}
    return emit("compare", [x, y], x.type.with_element(I1), **attributes)


def choose(condition: Tensor, x: Tensor, y: Tensor) -> Tensor:
    return emit("select", [condition, x, y], x.type)


def in_f32(function):
    """A decomposition that computes with floats narrower than 32 bits as f32."""

    def decomposition(operands):
        element = operands[0].element
        if element not in (BF16, F16):
            return function(*operands)
        return function(*[operand.convert(F32) for operand in operands]).convert(element)

    return decomposition


def polynomial(x: Tensor, coefficients) -> Tensor:
    """By Horner's rule; the coefficient of the highest power comes first."""
    total = like(coefficients[0], x)
    for coefficient in coefficients[1:]:
        total = total * x
        total = total + like(coefficient, x)
    return total


def require_float(x: Tensor, *elements) -> None:
    if x.element not in elements:
        raise Error(f"is not decomposed for {x.element}")


FLOATS = (F64, F32, F16, BF16)
# The least normal number, the least number above 0: IEEE 754-2019, table 3.5, and bf16 with the exponents of f32.
SMALLEST_NORMAL = {"f16": 2.0**-14, "bf16": 2.0**-126, "f32": 2.0**-126, "f64": 2.0**-1022}
SMALLEST = {"f16": 2.0**-24, "bf16": 2.0**-133, "f32": 2.0**-149, "f64": 2.0**-1074}


def is_float(x: Tensor) -> bool:
    return isinstance(x.element, FloatType)
