"""Bodies of reductions, scatters, sorts and maps as statements on single elements. A value of several is a tuple of their names, in order."""

from __future__ import annotations

import numpy as np
from tfir.dialects import has_trait
from tfir.ir.diagnostics import Error
from tfir.ir.symbols import nearest_symbol
from tfir.ir.types import F16, F64, IntegerType

from tftranslate.relax.element_types import BOOL, FLOAT, NARROW, bits_of, dtype_name, kind_of, literal, unsigned_literal
from tftranslate.relax.kernel import Kernel, grouped
from tftranslate.relax.scalars import cast, scalar_of, wrapped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from tfir.ir.operations import Block, Operation, Value


def body_of(kernel: Kernel, block: Block, arguments: Sequence[str]) -> list[str]:
    """Writes the statements of a body, and returns the names of its results."""
    return block_of(kernel, block, kernel.outside | dict(zip(block.arguments, arguments, strict=True)))


def block_of(kernel: Kernel, block: Block, around: Mapping[Value, str]) -> list[str]:
    values = dict(around)
    for op in block:
        if op is block.last:
            break
        values.update(zip(op.results, results_of(kernel, op, values)))
    return [text_of(values, value) for value in block.terminator.operands]


def results_of(kernel: Kernel, op: Operation, values: Mapping[Value, str]) -> list[Any]:
    if op.name == "stablehlo.constant":
        return [constant_of(op)]
    operands = [text_of(values, value) for value in op.operands]
    if op.name in OF_SEVERAL:
        return OF_SEVERAL[op.name](kernel, op, operands, values)
    if any([value.type.size != 1 for value in (*op.operands, *op.results)]):
        if not has_trait(op, "elementwise") or op.name == "stablehlo.clamp" or len({value.type.shape for value in op.operands}) != 1:
            raise Error.on(op, f"{op.name} of more than one element in a region has no counterpart in a function of loops")
        each = zip(*[elements_of(operand) for operand in operands])
        return [tuple([named(kernel, element_of(kernel, op, parts), op) for parts in each])]
    if has_trait(op, "passthrough") or (has_trait(op, "movement") and len(operands) == 1):  # of one element
        return operands
    if op.name in COMPOSED:
        return COMPOSED[op.name](kernel, op, operands)
    if op.name in STRUCTURED:
        return STRUCTURED[op.name](kernel, op, operands, values)
    return [named(kernel, element_of(kernel, op, operands), op)]


def elements_of(operand: str | tuple[str, ...]) -> tuple[str, ...]:
    return operand if isinstance(operand, tuple) else (operand,)


def as_value(names: Sequence[str]) -> Any:
    """One name, or a tuple of several."""
    return names[0] if len(names) == 1 else tuple(names)


def concatenated(kernel: Kernel, op: Operation, operands: Sequence[str], values: Mapping[Value, str]) -> list[Any]:
    places, count = [], 0
    for value in op.operands:
        places.append(np.arange(count, count + value.type.size).reshape(value.type.shape))
        count += value.type.size
    names = [name for operand in operands for name in elements_of(operand)]
    return [as_value([names[place] for place in np.concatenate(places, op.get("dimension")).ravel()])]


def reduced(kernel: Kernel, op: Operation, operands: Sequence[str], values: Mapping[Value, str]) -> list[Any]:
    """One element after the other is combined with what came of those before it."""
    count, shape, axes = len(op.results), op.operands[0].type.shape, op.get("dimensions")
    rows = np.moveaxis(np.arange(op.operands[0].type.size).reshape(shape), axes, range(-len(axes), 0)).reshape(op.results[0].type.size, -1)
    totals: list[list[str]] = []
    for row in rows:
        total = list(operands[count:])
        for place in row:
            given = [*total, *[elements_of(operand)[place] for operand in operands[:count]]]
            total = block_of(kernel, op.region.entry, {**values, **dict(zip(op.region.entry.arguments, given))})
        totals.append(total)
    return [as_value(column) for column in zip(*totals)]


def text_of(values: Mapping[Value, str], value: Value) -> str:
    """A value by its name; a constant from around is written again."""
    if value not in values and value.op is not None and value.op.name == "stablehlo.constant":
        return constant_of(value.op)
    return values[value]


def named(kernel: Kernel, value: str, op: Operation) -> str:
    element = op.results[0].type.element
    return kernel.local(value, dtype_name(element), op.name.partition(".")[2])


def element_of(kernel: Kernel, op: Operation, operands: Sequence[str]) -> str:
    """The value of an elementwise op; statements that come before it are written."""
    name = op.name.removeprefix("stablehlo.")
    if name == "reduce_precision":
        return rounded(kernel, operands[0], op)
    if name == "power" and isinstance(op.results[0].type.element, IntegerType):
        return integer_power(kernel, operands, op)
    return scalar_of(op, operands)


def constant_of(op: Operation) -> str:
    value = op.attributes["value"]
    if value.type.shape and not value.is_splat:
        raise Error.on(op, "a constant of several elements in a region has no counterpart in a function of loops")
    return literal(value.values()[0], op.results[0].type.element)


def called(kernel: Kernel, op: Operation, operands: Sequence[str]) -> list[str]:
    callee = nearest_symbol(op, op.attributes["callee"].root, lambda each: each.name == "builtin.module")
    if callee is None or not callee.region.blocks:
        raise Error.on(op, f"{op.attributes['callee']} has no body here")
    return body_of(kernel, callee.region.entry, operands)


def integer_power(kernel: Kernel, operands: Sequence[str], op: Operation) -> str:
    """By squaring. Of a negative exponent only powers of 1 and -1 are not 0."""
    element = op.results[0].type.element
    dtype, unsigned = dtype_name(element), f"uint{bits_of(element)}"
    base, left = kernel.local(operands[0], dtype, "base"), kernel.local(operands[1], dtype, "left")
    square = kernel.local(f'T.Cast("{unsigned}", {base})', unsigned, "square")
    power = kernel.local(f"T.{unsigned}(1)", unsigned, "power")
    zero, one, two = [literal(number, element) for number in (0, 1, 2)]
    with kernel.inside(f"while {left} > {zero}:"):
        with kernel.inside(f"if T.truncmod({left}, {two}) == {one}:"):
            kernel.line(f"{power} = {wrapped('*', [power, square], IntegerType(bits_of(element), 'u'))}")
        kernel.line(f"{square} = {wrapped('*', [square, square], IntegerType(bits_of(element), 'u'))}")
        kernel.line(f"{left} = T.truncdiv({left}, {two})")
    whole = f'T.Cast("{dtype}", {power})'
    if kind_of(element) == "u":
        return whole
    odd = f"T.if_then_else(T.bitwise_and({operands[1]}, {one}) == {one}, {base}, {one})"
    negative = f"T.if_then_else({base} == {one} or {base} == {literal(-1, element)}, {odd}, {zero})"
    return f"T.if_then_else({operands[1]} < {zero}, {negative}, {whole})"


def rounded(kernel: Kernel, operand: str, op: Operation) -> str:
    """`stablehlo.reduce_precision`: to nearest, ties to even; too large becomes infinite, too small zero of the same sign."""
    element = op.results[0].type.element
    mantissa = {F16: 10, F64: 52}.get(element, 7 if element.text == "bf16" else 23)
    width = bits_of(element)
    exponent = width - 1 - mantissa
    exponent_bits, mantissa_bits = op.get("exponent_bits"), op.get("mantissa_bits")
    unsigned, name = f"uint{width}", dtype_name(element)
    bits = kernel.local(f'T.reinterpret("{unsigned}", {operand})', unsigned, "bits")
    sign = f"T.bitwise_and({bits}, {unsigned_literal(1 << width - 1, width)})"
    if mantissa_bits < mantissa:
        dropped = mantissa - mantissa_bits
        last = f"T.bitwise_and(T.shift_right({bits}, {unsigned_literal(dropped, width)}), T.{unsigned}(1))"
        up = f"{bits} + {last} + {unsigned_literal((1 << dropped - 1) - 1, width)}"
        kept = kernel.local(f"T.bitwise_and({up}, {unsigned_literal(((1 << width) - 1) >> dropped << dropped, width)})", unsigned, "kept")
    else:
        kept = bits
    if exponent_bits < exponent:
        bias, least_bias = (1 << exponent - 1) - 1, (1 << exponent_bits - 1) - 1
        magnitude = f"T.bitwise_and({kept}, {unsigned_literal((1 << exponent) - 1 << mantissa, width)})"
        above = f"T.bitwise_or({sign}, {unsigned_literal((1 << exponent) - 1 << mantissa, width)})"
        too_large = f"{magnitude} > {unsigned_literal(bias + least_bias << mantissa, width)}"
        too_small = f"{magnitude} <= {unsigned_literal(bias - least_bias << mantissa, width)}"
        kept = kernel.local(f"T.if_then_else({too_large}, {above}, T.if_then_else({too_small}, {sign}, {kept}))", unsigned, "ranged")
    is_nan = f"T.isnan({cast(operand, element, element) if kind_of(element) == 'f' else f'T.Cast({chr(34)}float32{chr(34)}, {operand})'})"
    return f'T.if_then_else({is_nan}, {grouped(operand)}, T.reinterpret("{name}", {kept}))'


def conditional(kernel: Kernel, op: Operation, operands: Sequence[str], values: Mapping[Value, str]) -> list[str]:
    """An `if`, or the branches of a `case` one after the other."""
    names = [kernel.local(zero(value), dtype_name(value.type.element), "branch") for value in op.results]
    is_case = op.name == "stablehlo.case"
    element = op.operands[0].type.element
    conditions = [f"{operands[0]} == {literal(number, element)}" for number in range(len(op.regions))] if is_case else operands
    choose(kernel, op, conditions, names, values, 0)
    return names


def choose(kernel: Kernel, op: Operation, conditions: Sequence[str], names: list[str], values: Mapping[Value, str], number: int) -> None:
    if number == len(op.regions) - 1:
        assign(kernel, names, block_of(kernel, op.regions[number].entry, values))
        return
    with kernel.inside(f"if {conditions[number]}:"):
        assign(kernel, names, block_of(kernel, op.regions[number].entry, values))
    with kernel.inside("else:"):
        choose(kernel, op, conditions, names, values, number + 1)


def loop(kernel: Kernel, op: Operation, operands: Sequence[str], values: Mapping[Value, str]) -> list[str]:
    condition, body = [region.entry for region in op.regions]
    names = [kernel.local(operand, dtype_name(value.type.element), "carried") for operand, value in zip(operands, op.results)]
    inside = {**values, **dict(zip(condition.arguments, names)), **dict(zip(body.arguments, names))}
    goes_on = kernel.local(block_of(kernel, condition, inside)[0], "bool", "goes_on")
    with kernel.inside(f"while {goes_on}:"):
        results = block_of(kernel, body, inside)
        assign(kernel, names, [kernel.local(result, dtype_name(value.type.element), "next") for result, value in zip(results, op.results)])
        kernel.line(f"{goes_on} = {block_of(kernel, condition, inside)[0]}")
    return names


def assign(kernel: Kernel, names: Sequence[str], values: Sequence[str]) -> None:
    for name, value in zip(names, values):
        kernel.line(f"{name} = {value}")


def zero(value: Value) -> str:
    element = value.type.element
    return "T.bool(False)" if kind_of(element) == BOOL else literal(0.0 if kind_of(element) in (FLOAT, NARROW) else 0, element)


STRUCTURED = {"stablehlo.if": conditional, "stablehlo.case": conditional, "stablehlo.while": loop}
OF_SEVERAL: dict[str, Callable[[Kernel, Operation, Sequence[str], Mapping[Value, str]], list[Any]]] = {
    "stablehlo.concatenate": concatenated, "stablehlo.reduce": reduced,
    "stablehlo.reshape": lambda kernel, op, operands, values: list(operands),
}  # fmt: skip
COMPOSED: dict[str, Callable[[Kernel, Operation, Sequence[str]], list[str]]] = {"func.call": called}
