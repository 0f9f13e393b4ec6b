"""Computes with what is stored of quantized values, sums and products in integers, as upstream's pass of this name does.

Scales are merged, and what is rounded in between is not what the specification's formulas round: results may be off by a unit or two, and sums
of products are not held inside of the storage type. `stablehlo-lower-quantized-types` is exact. What no rule here is about dequantizes, computes
and quantizes, and what does not compute and is not in upstream's list is refused.
"""

from __future__ import annotations

from tfir.dialects import has_trait
from tfir.ir.diagnostics import Diagnostic, Error
from tfir.ir.operations import Operation
from tfir.ir.quantized_types import QuantizedType, is_quantized
from tfir.ir.types import I32, Type
from tfir.ods.op_lists import read_lists

from tfopt.rewrite.building import building_before, create
from tfopt.stablehlo.quantized_products import product
from tfopt.stablehlo.real_numbers import Real, converted, made
from tfopt.stablehlo.scaled_integers import against, along, between, dequantized, limits, number, quantized, requantized
from tfopt.stablehlo.stablehlo_expand_complex import values_of
from tfopt.stablehlo.stablehlo_lower_quantized_types import store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

TITLE = "StablehloLegalizeQuantToMathPass"
EXACT = False
RETYPED = frozenset(["stablehlo." + name for name in read_lists(__file__)["retyped"]])


def stablehlo_legalize_quant_to_math(module: Operation) -> None:
    """Compute with quantized values in integers."""
    ops = [op for op in module.walk() if op.dialect == "stablehlo" and is_quantized(*[value.type for value in values_of(op)])]
    refuse(ops)
    elements = {
        op: [[value.type.element for value in values] for values in (op.operands, op.results)] for op in ops if op.name not in RETYPED
    }
    for op in module.walk():
        store(op)
    for op, (before, after) in elements.items():
        with building_before(op):
            rule = RULES.get(op.name)
            result = None if rule is None else rule(op, [Real(operand) for operand in op.operands], before, after[0])
            op.replace_with([each.value for each in ([result] if result is not None else decomposed(op, before, after))])


def refuse(ops: list[Operation]) -> None:
    """Raises where an op is about quantized values that upstream has no rule for."""
    failures = []
    for op in ops:
        changes = op.name == "stablehlo.uniform_quantize" and changes_axis(op.operands[0].type, op.result.type)
        if changes:
            failures.append(Diagnostic("Cannot requantize while changing quantization_axis", op))
        if changes or not is_known(op):
            failures.append(Diagnostic(f"failed to legalize operation '{op.name}' that was explicitly marked illegal", op))
    if failures:
        raise Error.of(failures)


def is_known(op: Operation) -> bool:
    return op.name in RETYPED or has_trait(op, "dequantizing") and op.name != "stablehlo.is_finite"


def changes_axis(before: Type, after: Type) -> bool:
    return is_quantized(before) and len({before.element.axis, after.element.axis, None}) > 2


def decomposed(op: Operation, before: list[Any], after: list[Any]) -> list[Real]:
    """The op on floats, between dequantization and quantization."""
    numbers = [dequantized(Real(value), element) if is_quantized(element) else Real(value) for value, element in zip(op.operands, before)]
    types = [result.type.with_element(getattr(element, "expressed", element)) for result, element in zip(op.results, after)]
    results = create(op.name, [each.value for each in numbers], {**op.attributes, "type": types}).results
    return [quantized(Real(result), element) if is_quantized(element) else Real(result) for result, element in zip(results, after)]


def quantize(op: Operation, operands: list[Real], before: list[Any], after: Any) -> Real:
    return requantized(operands[0], before[0], after, op.result.type) if is_quantized(before[0]) else quantized(operands[0], after)


def dequantize(op: Operation, operands: list[Real], before: list[Any], after: Any) -> Real:
    return dequantized(operands[0], before[0])


def add(op: Operation, operands: list[Real], before: list[Any], after: Any) -> Real | None:
    """The sum of integers with the scale and the zero point of the result; None where scales of an axis would have to be changed."""
    if any(element.axis is not None for element in (*before, after)):
        return add_along_axis(operands, after) if {*before} == {after} and after.storage is I32 else None
    wide = op.result.type.with_element(I32)
    lhs, rhs = (requantized(operand, element, after, wide) for operand, element in zip(operands, before))
    zero = number(after.zero_points[0], I32)
    total = against("subtract", against("add", lhs, rhs), zero)
    return total if after.storage is I32 else converted(between(total, limits(after, I32)), after.storage)


def add_along_axis(operands: list[Real], element: QuantizedType) -> Real:
    total = operands[0] + operands[1]
    return against("subtract", total, along(element.zero_points, element.axis, I32), element.axis) if any(element.zero_points) else total


def choose(op: Operation, operands: list[Real], before: list[Any], after: Any) -> Real | None:
    """The larger or smaller of what is stored, where that is the larger or smaller number."""
    alike = {*before} == {after} and after.axis is None
    return made(op.name.removeprefix("stablehlo."), *operands, type=op.result.type) if alike else None


RULES: dict[str, Callable[[Operation, list[Real], list[Any], Any], Real | None]] = {
    "stablehlo.add": add, "stablehlo.convolution": product, "stablehlo.dot": product, "stablehlo.dot_general": product,
    "stablehlo.maximum": choose, "stablehlo.minimum": choose,
    "stablehlo.uniform_dequantize": dequantize, "stablehlo.uniform_quantize": quantize,
}  # fmt: skip
