"""Computes on what is stored of quantized values, in integers and floats, since devices know no quantized types.

What comes out is to the bit what the interpreter gives: each op dequantizes, computes, and quantizes, and sums of products are exact. That is not how
`stablehlo-legalize-quant-to-math` has it, which merges scales and truncates.
"""

from __future__ import annotations

from tfir.dialects import has_trait
from tfir.ir.attributes import TypeAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ir.quantized_types import QuantizedType, is_quantized
from tfir.ir.types import FunctionType, Type
from tfir.ods.quantization import stored

from tfopt.rewrite.building import building_before
from tfopt.stablehlo import quantized_numbers
from tfopt.stablehlo.exact_sums import is_of_stored, sum_exactly
from tfopt.stablehlo.stablehlo_expand_complex import values_of
from tfopt.stablehlo.stablehlo_legalize_quantized_op_to_qdq import decompose

WORKS_ON = ()  # types of functions, too
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def stablehlo_lower_quantized_types(module: Operation) -> None:
    """Compute with the stored integers of quantized values."""
    quantized = [op for op in module.walk() if is_about_quantized(op)]
    for op in quantized:
        promote(op)
    for op in [op for op in quantized if has_trait(op, "dequantizing") and not is_conversion(op) and not is_of_stored(op)]:
        with building_before(op) as rewriter:
            if not sum_exactly(op, rewriter):
                decompose(op, rewriter)
    conversions = [op for op in module.walk() if is_conversion(op)]
    elements = {op: [value.type.element for value in (*op.operands, *op.results)] for op in conversions}
    for op in module.walk():
        store(op)
    for op in conversions:
        with building_before(op):
            op.replace_with(converted(op, *elements[op]))
    for op in [op for op in quantized if op.parent is not None]:
        if has_trait(op, "view") and len(op.operands) == 1 and op.operands[0].type is op.result.type:
            op.replace_with(op.operands)  # what was stored of it, and is it now


def is_about_quantized(op: Operation) -> bool:
    return is_quantized(*[value.type for value in values_of(op)])


def is_conversion(op: Operation) -> bool:
    return op.name in ("stablehlo.uniform_quantize", "stablehlo.uniform_dequantize")


# For each operand the argument of the region that elements of it become, or None: accumulators come first, then elements.
REGION_ARGUMENTS: dict[str, Callable[[list[Value], int], list[Value | None]]] = {
    "stablehlo.reduce": lambda arguments, count: [*arguments[count:], *arguments[:count]],
    "stablehlo.reduce_window": lambda arguments, count: [*arguments[count:], *arguments[:count]],
    "stablehlo.scatter": lambda arguments, count: [*arguments[:count], None, *arguments[count:]],
    "stablehlo.select_and_scatter": lambda arguments, count: [None, *arguments],
}


def promote(op: Operation) -> None:
    """Quantizes operands anew that the op's region takes with other scales."""
    arguments_of = REGION_ARGUMENTS.get(op.name)
    if arguments_of is None:
        return
    for at, argument in enumerate(arguments_of(list(op.regions[-1].entry.arguments), len(op.results))):
        type = op.operands[at].type
        if argument is not None and is_quantized(type) and type.element is not argument.type.element:
            anew = type.with_element(argument.type.element)
            op.set_operand(at, Builder.before(op).value("stablehlo.uniform_quantize", [op.operands[at]], anew))


def store(op: Operation) -> None:
    """Gives results, and the arguments of regions, the types that they are stored as."""
    for value in (*op.results, *[argument for region in op.regions for block in region.blocks for argument in block.arguments]):
        if stored(value.type) is not value.type:
            value.retype(stored(value.type))
    type = getattr(op.attributes.get("function_type"), "type", None)
    if isinstance(type, FunctionType) and any([stored(each) is not each for each in (*type.inputs, *type.results)]):
        op.set_attribute("function_type", TypeAttr(FunctionType(map(stored, type.inputs), map(stored, type.results))))


def converted(op: Operation, before: Type, after: Type) -> Value:
    """What an op gives that quantizes or dequantizes, one element type into another."""
    numbers = quantized_numbers.dequantized(op.operands[0], before) if isinstance(before, QuantizedType) else op.operands[0]
    return quantized_numbers.quantized(numbers, after) if isinstance(after, QuantizedType) else numbers
