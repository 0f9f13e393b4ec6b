"""Loops and choices whose bodies are built in them, and where memory on the stack is freed."""

from __future__ import annotations

from tfir.dialects import has_trait
from tfir.ir.attributes import IntegerAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.types import INDEX, Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Inside = Callable[[Builder], Sequence[Value]]


def within(build: Builder, block: Block) -> Builder:
    """A builder in a block of what another one builds, which has built what this one builds."""
    inside = Builder.at_end(block, build.location)
    inside.created = build.created
    return inside


def number(build: Builder, value: int) -> Value:
    return build.value("arith.constant", (), INDEX, {"value": IntegerAttr(value, INDEX)})


def bounds(build: Builder, count: int) -> list[Value]:
    return [number(build, each) for each in (0, count, 1)]


def loop(
    build: Builder, bounds: Sequence[Value], carried: Sequence[Value], body: Callable[[Builder, Value, Sequence[Value]], Sequence[Value]]
) -> Operation:  # fmt: skip
    """A loop whose body is built in it, where its variable is one."""
    types = [value.type for value in carried]
    block = Block([INDEX, *types])
    made = build.create("scf.for", [*bounds, *carried], types, {}, [Region([block])])
    inside = within(build, block)
    inside.create("scf.yield", body(inside, block.arguments[0], block.arguments[1:]), ())
    return made


def choice(build: Builder, condition: Value, types: Sequence[Type], sides: Sequence[Inside]) -> Sequence[Value]:
    blocks = [Block() for _ in sides]
    made = build.create("scf.if", [condition], types, {}, [*[Region([block]) for block in blocks], *[Region()] * (2 - len(blocks))])
    for side, block in zip(sides, blocks):
        inside = within(build, block)
        inside.create("scf.yield", side(inside), ())
    return made.results


def scope_of(op: Operation) -> Block | None:
    """The first block of what frees memory on the stack around an operation."""
    around = op.parent_op
    while around is not None and not is_scope(around):
        around = around.parent_op
    return None if around is None else around.regions[0].entry


def is_scope(op: Operation) -> bool:
    is_counted = has_trait(op, "loop") and len(op.regions) == 1
    return is_counted or op.name == "memref.alloca_scope" or (has_trait(op, "isolated") and op.name != "builtin.module")
