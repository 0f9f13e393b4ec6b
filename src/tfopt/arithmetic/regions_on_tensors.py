"""Regions on scalars, as `map` and `sort` have them, on whole tensors."""

from __future__ import annotations

from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Block, Operation, Value

from tfopt.arithmetic.sizes import ir_type, named_type, note_named
from tfopt.arithmetic.tensor import Tensor, broadcast_to, current, splat


def on_tensors(block: Block, arguments: list[Tensor], shape: tuple[int, ...]) -> list[Tensor] | None:
    """What a block of elementwise operations on scalars gives for tensors of one shape; None where operations in it have regions. Scalars
    from outside of it are spread."""
    if any(inner.regions for inner in block):
        return None
    values = {argument: tensor.value for argument, tensor in zip(block.arguments, arguments)}
    for inner in block:
        if inner is not block.terminator:
            copy_spread(inner, shape, values)
    return [Tensor(spread(value, shape, values)) for value in block.terminator.operands]


def copy_spread(inner: Operation, shape: tuple[int, ...], values: dict[Value, Value]) -> None:
    content = inner.attributes.get("value")
    if inner.name == "stablehlo.constant" and isinstance(content, DenseAttr):
        values[inner.results[0]] = splat(content.values()[0], shape, inner.results[0].type.element).value
        return
    types = [named_type(shape, result.type.element) for result in inner.results]
    operands = [spread(value, shape, values) for value in inner.operands]
    copy = current().create(inner.name, operands, map(ir_type, types), inner.attributes)
    note_named(copy.results, types)
    values.update(zip(inner.results, copy.results))


def spread(value: Value, shape: tuple[int, ...], values: dict[Value, Value]) -> Value:
    if value not in values:
        values[value] = broadcast_to(Tensor(value), shape).value
    return values[value]
