"""Arguments of blocks as memory: each has a buffer of its own, to which branches copy what they pass."""

from __future__ import annotations

from tfir.dialects.cf import passed
from tfir.dialects.iree_ll_seq import byte_size
from tfir.execution.sequencer import different, in_turn
from tfir.ir.attributes import DenseArrayAttr, integer
from tfir.ir.builder import Builder
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.types import I32


def keep_arguments_in_memory(region: Region) -> None:
    """Allocates a buffer for each argument of a block at the beginning of a function, copies to it on each way into the block, and drops
    the argument. A way of a conditional branch that copies anything becomes a block."""
    if len(region.blocks) < 2:
        return
    entry, *others = region.blocks
    build = Builder(entry, entry.first, entry.terminator.location)
    memory = {block: [allocated(build, argument) for argument in block.arguments] for block in others}
    for block in region.blocks:
        if block.terminator.successors:
            copy_on_ways(block.terminator, memory)
    for block in others:
        for argument in reversed(block.arguments):
            block.remove_argument(argument.index)


def allocated(build: Builder, like: Value) -> Value:
    buffer = build.value("iree_ll_seq.alloc_heap", [], like.type)
    buffer.name = like.name
    if like.op is None:
        like.replace_all_uses_with(buffer)
    return buffer


def copy_on_ways(branch: Operation, memory: dict[Block, list[Value]]) -> None:
    """Puts the copies of what a branch passes in front of it, or into a block on the way where it has two."""
    ways = [(block, different(zip(values, memory[block]))) for block, values in passed(branch)]
    condition = branch.operands[: len(ways) - 1]
    branch.set_operands(condition)
    if not condition:
        copy(Builder.before(branch), ways[0][1])
        return
    branch.set_attribute("operandSegmentSizes", DenseArrayAttr([1, 0, 0], I32))
    branch.set_successors([way_through(branch, block, pairs) if pairs else block for block, pairs in ways])


def way_through(branch: Operation, block: Block, pairs: list[tuple[Value, Value]]) -> Block:
    """A new block with copies that goes on to another, behind that of the branch."""
    way = Block()
    branch.block.insert_behind([way])
    build = Builder.at_end(way, branch.location)
    copy(build, pairs)
    build.create("iree_ll_seq.br", successors=[block])
    return way


def copy(build: Builder, pairs: list[tuple[Value, Value]]) -> None:
    for source, target in in_turn(pairs, lambda source: allocated(build, source)):
        sizes = {"source_offset": integer(0), "target_offset": integer(0), "length": integer(byte_size(source.type))}
        build.create("iree_ll_seq.static_copy", [source, target], attributes=sizes)
