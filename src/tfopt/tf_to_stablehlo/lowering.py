"""How a lowering is declared: a function of the op's own name whose parameters are the op's operands and attributes.

    @lower
    def ConcatV2(values, axis: int):
        return concatenate(values, axis)

Operands arrive as tensors. One that is annotated must be a constant and arrives as its content: `int` and `float` a number,
`list` a flat list of numbers, `Array` a NumPy array. Any subset of the signature's names may be asked for, and `result_types`.
The answer is a tensor, or a list of one per result.
"""

from __future__ import annotations

from tfir.dialects import lookup
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ods.binding import binding
from tfir.ods.inference import constant_of

from tfopt.tf_to_stablehlo.tensor import Tensor, binary, compare, unary


class Array:
    """Annotates an operand that is wanted as a NumPy array."""


READ = {
    int: lambda content: int(content.item()), float: lambda content: float(content.item()),
    list: lambda content: content.ravel().tolist(), Array: lambda content: content,
}  # fmt: skip

LOWERINGS: dict[str, object] = {}


def lower(function):
    """Registers the lowering of the op that the function is named after."""
    LOWERINGS[function.__name__] = function
    return function


def direct(make, **pairs):
    """Ops that are one StableHLO op each: `direct(unary, Abs="abs")`."""
    for op, name in pairs.items():
        LOWERINGS[op] = make(name)


def same(**pairs):
    """Ops that mean what another one means, by the same names of operands."""
    for op, like in pairs.items():
        LOWERINGS[op] = like


def one(name: str):
    return lambda operands: unary(name, operands[0])


def two(name: str):
    return lambda operands: binary(name, *operands)


def comparison(direction: str):
    return lambda operands: compare(direction, *operands)


def lowered(op: Operation) -> list[Tensor]:
    """The tensors that an op's results become. Operations are built where `building` says."""
    definition = lookup(op.name)
    function = LOWERINGS[definition.local]
    arguments = binding(definition, function).arguments(op, [Tensor(value) for value in op.operands])
    for name, kind in function.__annotations__.items():
        arguments[name] = content(op, name, arguments[name], kind)
    found = function(**arguments)
    return found if isinstance(found, list) else [found]


def content(op: Operation, name: str, operand: Tensor, kind):
    value = constant_of(operand.value)
    if value is None:
        raise Error.on(op, f"operand '{name}' must be a constant to be lowered to StableHLO")
    return READ[kind](value)
