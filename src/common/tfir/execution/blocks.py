"""What a block takes from other blocks, and what others take from it."""

from __future__ import annotations

from tfir.ir.operations import Block, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container

# Values of these types carry nothing: they say what comes before what, and are no operands, inputs or outputs here.
TOKENS = {"!tf_type.control", "!tf_executor.control"}


def without_tokens(values) -> list[Value]:
    return [value for value in values if value.type.text not in TOKENS]


def captured_values(block: Block) -> list[Value]:
    """The values defined outside of a block that its operations, nested ones too, use; each once, in order of first use."""
    inside: set[Value] = set(block.arguments)
    used: dict[Value, None] = {}
    for op in block:
        for inner in op.walk():
            for region in inner.regions:
                for argument in (argument for nested in region.blocks for argument in nested.arguments):
                    inside.add(argument)
            inside.update(inner.results)
            used.update(dict.fromkeys(without_tokens(inner.operands)))
    return [value for value in used if value not in inside]


def exported_values(block: Block, read: Container[Value]) -> list[Value]:
    """The values of a block that are among those that other blocks read."""
    values = [*block.arguments, *[result for op in block for result in op.results]]
    return [value for value in without_tokens(values) if value in read]
