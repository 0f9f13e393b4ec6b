"""Arguments of blocks as memory: each has a buffer of its own, to which branches copy what they pass."""

from __future__ import annotations

from tfir.dialects.cf import passed
from tfir.dialects.iree_ll_seq import byte_size
from tfir.execution.sequencer import RESHAPES, different, in_turn, origin
from tfir.ir.attributes import DenseArrayAttr, IntegerAttr, integer
from tfir.ir.builder import Builder
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.types import I32, INDEX

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def keep_arguments_in_memory(region: Region) -> None:
    """Allocates a buffer for each argument of a block at the beginning of a function, copies to it on each way into the block, and drops
    the argument. A way of a conditional branch that copies anything becomes a block."""
    if len(region.blocks) < 2:
        return
    entry, *others = region.blocks
    sizes = {argument: open_sizes(argument, region) for block in others for argument in block.arguments}
    front = Builder(entry, entry.first, entry.terminator.location)
    memory = {block: [allocated(behind(sizes[each], entry) or front, each, sizes[each]) for each in block.arguments] for block in others}
    for block in region.blocks:
        if block.terminator.successors:
            copy_on_ways(block.terminator, memory)
    for block in others:
        for argument in reversed(block.arguments):
            block.remove_argument(argument.index)


def open_sizes(argument: Value, region: Region) -> list[Value]:
    """The sizes that a type leaves open of what a block is passed: those of any buffer that arrives there, since all have the same, of which
    the numbers stand in the first block. None where the host makes all that arrives."""
    if argument.type.is_static:
        return []
    is_from_host, pending, seen = False, [argument], set[Value]()
    while pending:
        value = pending.pop()
        if value in seen:
            continue
        seen.add(value)
        if is_made_by_host(value):
            is_from_host = True
            continue
        if value.op is not None:
            sizes = list(value.op.operands[value.op.name in RESHAPES :])
            if all([size.block is region.entry for size in sizes]):
                return sizes
            continue
        if value.owner is region.entry:
            return [dimension(value, axis, region.entry) for axis, size in enumerate(value.type.shape) if size is None]
        branches = [block.terminator for block in region.blocks if block.terminator.successors]
        pending += [values[value.index] for branch in branches for to, values in passed(branch) if to is value.owner]
    if is_from_host:
        return []
    raise Error("is a buffer whose sizes nothing tells before it is passed on", argument)


def is_made_by_host(value: Value) -> bool:
    """Whether a buffer is one that the host fills, of sizes that are known then."""
    return value.op is not None and value.op.name == "iree_ll_seq.alloc_heap" and not value.type.is_static and not value.op.operands


def dimension(value: Value, axis: int, entry: Block) -> Value:
    return dimension_by(Builder(entry, entry.first, entry.terminator.location), value, axis)


def dimension_by(build: Builder, value: Value, axis: int) -> Value:
    return build.value("memref.dim", [value, build.value("arith.constant", [], INDEX, {"value": IntegerAttr(axis, INDEX)})], INDEX)


def behind(sizes: list[Value], entry: Block) -> Builder | None:
    """Where what has these sizes can be allocated first; None for no sizes."""
    makers = {size.op for size in sizes}
    last = next((op for op in reversed(entry) if op in makers), None)
    return None if last is None else Builder(entry, last.next, entry.terminator.location)


def allocated(build: Builder, like: Value, sizes: Sequence[Value]) -> Value:
    buffer = build.value("iree_ll_seq.alloc_heap", sizes, like.type)
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
    def temporary(like: Value) -> Value:
        maker = origin(like, RESHAPES).op
        return allocated(build, like, () if maker is None or like.type.is_static else maker.operands)

    pairs = [
        (uploaded(build, source) if is_made_by_host(source) and not is_made_by_host(target) else source, target) for source, target in pairs
    ]
    for source, target in in_turn(pairs, temporary):
        if not source.type.is_static:
            build.create("iree_ll_seq.dynamic_copy", [source, target])
            continue
        sizes = {"source_offset": integer(0), "target_offset": integer(0), "length": integer(byte_size(source.type))}
        build.create("iree_ll_seq.static_copy", [source, target], attributes=sizes)


def uploaded(build: Builder, made: Value) -> Value:
    """What the host has made, in memory of the device, which is allocated when its sizes are known."""
    sizes = [dimension_by(build, made, axis) for axis, size in enumerate(made.type.shape) if size is None]
    buffer = build.value("iree_ll_seq.alloc_heap", sizes, made.type)
    build.create("iree_ll_seq.upload", [made, buffer])
    return buffer
