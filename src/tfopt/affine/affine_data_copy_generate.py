"""Copies what affine loops access of buffers into buffers in fast memory, and what they write back."""

from __future__ import annotations

from tfir.analysis.affine_loops import step_of
from tfir.analysis.affine_memory import buffer_place
from tfir.analysis.affine_values import canonical, composed, map_of
from tfir.ir.diagnostics import Diagnostic, emit

from tfopt.affine.copies import Copier, Options, Range
from tfopt.affine.loops import accesses_in, constant_at_front, promoted
from tfopt.affine.regions import footprint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.operations import Block, Operation

TITLE = "Generate explicit copying for affine memory operations"
OPTIONS = {
    "fast-mem-capacity": "The size of the fast memory in KiB; loops that access more are copied for from inside. -1 for no limit.",
    "fast-mem-space": "The memory space of the copies.",
    "generate-dma": "Copy by DMA, not by loops.",
    "min-dma-transfer": "Taken for the sake of upstream's pass, which does not use it either.",
    "skip-non-unit-stride-loops": "Copy inside of loops that count by more than 1, whatever they access.",
    "slow-mem-space": "The memory space of what is copied.",
    "tag-mem-space": "The memory space of the tags of DMA.",
}


def affine_data_copy_generate(
    func: Func, *, fast_mem_capacity: int = -1, fast_mem_space: int = 1, generate_dma: bool = False, min_dma_transfer: int = 1024,
    skip_non_unit_stride_loops: bool = False, slow_mem_space: int = 0, tag_mem_space: int = 0,
):  # fmt: skip
    """A buffer that is accessed in other ways too, or by another name, is left, as is one of which more would be copied than it has, or
    written back than was written; upstream copies these. Different arguments of a function share no memory."""
    if not func.region.blocks:
        return
    constant_at_front(func.region.entry.first, 0)
    capacity = None if fast_mem_capacity < 0 else fast_mem_capacity * 1024
    options = Options(slow_mem_space, fast_mem_space, tag_mem_space, generate_dma)
    nests: list[Operation] = []
    for block in func.region.blocks:
        copy_in_block(block, options, capacity, skip_non_unit_stride_loops, nests)
    for nest in nests:
        tidy(nest)


def copy_in_block(block: Block, options: Options, capacity: int | None, by_step: bool, nests: list[Operation]) -> None:
    """Each loop of a block is copied for on its own, and so is what stands between loops, from an access on."""
    first = next_start(block.first, nests)
    each = first
    while each is not None and first is not None:
        if each.name != "affine.for" or each in nests:
            each = each.next
            continue
        copy_range(first, each, options, capacity, nests)
        size = footprint(each)
        if step_of(each) != 1 if by_step else capacity is not None and size is not None and size > capacity:
            copy_in_block(each.body, options, capacity, by_step, nests)
        else:
            assert each.next is not None
            copy_range(each, each.next, options, capacity, nests)
        each = first = next_start(each.next, nests)
    if first is not None and block.last is not None:
        copy_range(first, block.last, options, capacity, nests)


def next_start(op: Operation | None, nests: list[Operation]) -> Operation | None:
    while op is not None and (op.name not in ("affine.load", "affine.store", "affine.for") or op in nests):
        op = op.next
    return op


def copy_range(first: Operation, end: Operation, options: Options, capacity: int | None, nests: list[Operation]) -> None:
    if first is end:
        return
    around = first.parent_op
    copier = Copier(Range(first, end), options, nests)
    copier.run()
    if capacity is not None and copier.bytes > capacity:
        emit(Diagnostic("total size of all copy buffers' for this block exceeds fast memory capacity", around, "warning"))


def tidy(nest: Operation) -> None:
    """Loops of a copy that run once go, and its indices are simplified."""
    copies = list(accesses_in(nest))
    for op in list(nest.walk(post_order=True)):
        if op.name == "affine.for":
            promoted(op)
    for op in copies:
        at = buffer_place(op) + 1
        map, operands = composed(map_of(op), op.operands[at:])
        map, operands = canonical(map, operands)
        op.set_operands([*op.operands[:at], *operands])
        op.set_attribute("map", map)
