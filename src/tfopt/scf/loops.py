"""What passes on structured loops do: take bounds of threads as values, put loops of other kinds in the place of one."""

from __future__ import annotations

from tfir.ir.attributes import IntegerAttr
from tfir.ir.builder import Builder, single_block_region
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import INDEX
from tfir.text.pieces import DYNAMIC

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.ir.operations import Value

BOUNDS = ("staticLowerBound", "staticUpperBound", "staticStep")


def bounds_of_threads(op: Operation, target: str) -> list[list[Value]]:
    """The lower bounds, the upper ones and the steps of a `scf.forall`, with constants in front of it for numbers. An error for one of
    tensors, which becomes no loop of another kind."""
    if op.results:
        raise Error.on(op, f"only fully bufferized scf.forall ops can be lowered to {target}")
    build, values = Builder.before(op), iter(op.operands)

    def value(number: int) -> Value:
        if number == DYNAMIC:
            return next(values)
        return build.value("arith.constant", [], INDEX, {"value": IntegerAttr(number, INDEX)})

    return [[value(int(number)) for number in op.attributes[name].values] for name in BOUNDS]


def in_nested_loops(op: Operation, bounds: Sequence[Sequence[Value]]) -> None:
    """Puts the body of a loop of several dimensions into loops of one each, in its place. What ends the body is left out."""
    place, anchor = op.block, op
    *body, end = op.body
    for argument, low, high, step in zip(list(op.body.arguments), *bounds):
        region, block = single_block_region([INDEX])
        loop = Operation("scf.for", [low, high, step], (), {}, [region], location=op.location)
        place.insert_before(loop, anchor)
        argument.replace_all_uses_with(block.arguments[0])
        anchor = Operation("scf.yield", location=op.location)
        block.append(anchor)
        place = block
    end.erase()
    for each in body:
        each.remove()
        place.insert_before(each, anchor)
    op.erase()
