"""Computes elementwise operations of a concatenation on its parts.

    maximum(concatenate(a, b), 0)   =   concatenate(maximum(a, 0), maximum(b, 0))

What makes a part then does the rest of the work as well, and nothing stands between what is put together and what reads it as a whole.
"""

from __future__ import annotations

from tfir.dialects import has_trait
from tfir.ir.builder import Builder
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value

from tfopt.rewrite.constants import elements_of

CONCATENATE = "stablehlo.concatenate"
MOST = 16  # operations that are repeated for each part


def stablehlo_sink_concatenations(func: "Func"):
    """Put tensors together after elementwise operations, where these have no other operands but splats."""
    for op in [op for op in func.walk() if op.name == CONCATENATE]:
        chain = chain_of(op)
        if chain:
            sink(op, chain)


def chain_of(op: Operation) -> list[Operation]:
    """The elementwise operations of a concatenation and of each other, in order, the last of which alone is read by others; none where there are no
    such, or where a part is read by others, too, so that what makes it would not be all that computes with it."""
    if not op.result.type.is_static or not all([made_for_this(part) for part in op.operands]):
        return []
    chain: dict[Operation, None] = {}
    joined = [op.result]
    for value in joined:
        for user in value.users if len(chain) <= MOST else ():
            if user not in chain and user.parent is op.parent and is_of_parts(user, joined):
                chain[user] = None
                joined.append(user.result)
    read_elsewhere = [value for value in joined if not value.uses or any([user not in chain for user in value.users])]
    return list(chain) if 0 < len(chain) <= MOST and read_elsewhere == joined[-1:] else []


def made_for_this(part: Value) -> bool:
    return part.op is not None and len(part.uses) == 1 and not has_trait(part.op, "constant_like")


def is_of_parts(op: Operation, joined: list[Value]) -> bool:
    """Whether an operation computes each element of the one of these values at its place, and of numbers."""
    if len(op.results) != 1 or op.regions or not has_trait(op, "elementwise"):
        return False
    shape = op.result.type.shape
    return all([operand.type.shape == shape if operand in joined else is_splat(operand) for operand in op.operands])


def is_splat(value: Value) -> bool:
    elements = elements_of(value)
    return isinstance(elements, DenseAttr) and elements.is_splat


def sink(op: Operation, chain: list[Operation]) -> None:
    """Repeats a chain for each part, and puts the results together."""
    last, results = chain[-1], []
    builder = Builder.before(last)
    for part in op.operands:
        mapping = {op.result: part}
        for each in chain:
            for operand in each.operands:
                if operand not in mapping:
                    mapping[operand] = of_size(builder, operand, part)
            made = builder.insert(each.clone(mapping))
            made.result.retype(each.result.type.with_shape(part.type.shape))
            mapping[each.result] = made.result
        results.append(mapping[last.result])
    whole = builder.value(CONCATENATE, results, last.result.type, op.attributes)
    last.result.replace_all_uses_with(whole)
    for each in [*chain[::-1], op]:
        each.erase()


def of_size(builder: Builder, splat: Value, part: Value) -> Value:
    """A splat of the shape of a part; a scalar as it is."""
    if splat.type.shape == ():
        return splat
    elements = elements_of(splat)
    type = splat.type.with_shape(part.type.shape)
    return builder.value("stablehlo.constant", (), type, {"value": DenseAttr(type, elements.blob, True)})
