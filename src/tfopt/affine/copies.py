"""Copies of what operations access of buffers: into buffers in fast memory in front of them, and back behind them.

Constants are made in front of the function, by each step anew, as upstream does.
"""

from __future__ import annotations

from math import prod

from tfir.analysis.affine_constraints import Constraints, loop_around
from tfir.analysis.affine_loops import affine_ops_around, induction_variable
from tfir.analysis.affine_memory import accessed
from tfir.analysis.affine_values import canonical, fully_composed
from tfir.ir.attributes import DenseArrayAttr, IntegerAttr
from tfir.ir.builder import Builder
from tfir.ir.types import I32, I64, INDEX, IntegerType, MemRefType
from tfir.ods.affine_algebra import affine_map, simplified_map
from tfir.text.affine_expression import add, times

from tfopt.affine.copy_safety import box_of, covers, is_accessed_alone, lies_inside
from tfopt.affine.loops import accesses_in, apply, new_loop
from tfopt.affine.regions import Region, add_shape, element_bytes, region_of, variables_around
from tfopt.affine.remapping import remap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.analysis.affine_values import Applied
    from tfir.ir.operations import Block, Operation, Value
    from tfir.text.affine import AffineAttr
    from tfir.text.affine_expression import Expression


class Options:
    def __init__(self, slow: int, fast: int, tag: int, by_dma: bool):
        self.slow, self.fast, self.tag, self.by_dma = slow, fast, tag, by_dma


class Unsupported(Exception):
    """A region is not copied."""


class Range:
    """Operations of a block from `first` up to `end`, which is the one behind them."""

    def __init__(self, first: Operation, end: Operation):
        self.block: Block = first.block
        self.first, self.end = first, end

    def ops(self) -> list[Operation]:
        ops, each = [], self.first
        while each is not self.end:
            ops.append(each)
            assert each.next is not None
            each = each.next
        return ops


class Copier:
    """Copies for a range of operations; `nests` are the loops of all copies."""

    def __init__(self, range_: Range, options: Options, nests: list[Operation]):
        self.range, self.options, self.nests = range_, options, nests
        self.reads: dict[Value, Region] = {}
        self.writes: dict[Value, Region] = {}
        self.fast: dict[Value, Value] = {}
        self.bytes = 0

    def run(self) -> None:
        if not self.gather():
            return
        unsafe = [memref for memref in {**self.reads, **self.writes} if not self.is_safe(memref)]
        for regions in (self.reads, self.writes):
            for memref, region in regions.items():
                if memref not in unsafe:
                    try:
                        self.copy(region)
                    except Unsupported:
                        pass

    # What is accessed

    def accesses(self) -> list[Operation]:
        return [op for top in self.range.ops() for op in accesses_in(top) if op.name in ("affine.load", "affine.store")]

    def gather(self) -> bool:
        """Finds the box of each buffer that is loaded from or stored to; whether these are told."""
        depth = len(variables_around(self.range.first))
        for op in self.accesses():
            memref = accessed(op)
            space = memref.type.space
            if (isinstance(space, IntegerAttr) and space.value != self.options.slow) or not is_from_outside(memref, self.range.block):
                continue
            region = region_of(op, depth, within_shape=False) or whole_buffer(op, depth)
            if region is None or not self.add(region, depth):
                return False
        return True

    def add(self, region: Region, depth: int) -> bool:
        """Puts a region to those of its kind; both kinds have the box around all accesses of a buffer."""
        for regions in (self.reads, self.writes):
            other = regions.get(region.memref)
            if other is None:
                continue
            if not other.unite(region):
                whole = whole_buffer(region.op, depth)
                if whole is None:
                    return False
                other.system = whole.system
            region.system = other.system.copy()
        kind = self.writes if region.is_write else self.reads
        kind.setdefault(region.memref, region)
        return True

    def is_safe(self, memref: Value) -> bool:
        """Whether nothing can tell that accesses to a buffer are made elsewhere. What is only written must be written whole."""
        regions = [regions[memref] for regions in (self.reads, self.writes) if memref in regions]
        accesses = [op for op in self.accesses() if accessed(op) is memref]
        for region in regions:
            loop = self.placement(region)
            if not is_accessed_alone(memref, self.range.ops(), self.range.ops() if loop is None else [loop]):
                return False
            box = box_of(region, self.options.by_dma)
            if box is None or not lies_inside(region, box, accesses):
                return False
        if memref in self.reads:
            return True
        box = box_of(regions[0], self.options.by_dma)
        return box is not None and any([covers(op, regions[0], box) for op in accesses])

    def placement(self, region: Region) -> Operation | None:
        """The outermost loop around the range that a region does not depend on, if there is one."""
        last = None
        for op in reversed(affine_ops_around(self.range.first)):
            if not is_from_outside(region.memref, op.block) or op.name != "affine.for":
                break
            if any([value is induction_variable(op) for value in region.symbols]):
                break
            last = op
        return last

    # Copying

    def copy(self, region: Region) -> None:
        """Copies a region; raises Unsupported where that is not done."""
        top = Front(self.range.first)
        zero = top.constant(0)
        top = Front(self.range.first)
        memref, rank = region.memref, region.rank
        box = region.bounding_box()
        if memref.type.layout is not None or rank == 0 or box is None:
            raise Unsupported
        sizes, lows = box
        if prod(sizes) == 0:
            return
        bounds = [region.system.bounds(at, 0, rank, region.system.outer - rank) for at in range(rank)]
        if not all([low.results and high.results for low, high in bounds]):
            raise Unsupported
        loop, ops = self.placement(region), self.range.ops()
        start, end = (self.range.first, self.range.end) if loop is None else (loop, loop.next)
        assert end is not None
        prologue, epilogue = Builder(start.block, start, region.op.location), Builder(end.block, end, region.op.location)
        build = epilogue if region.is_write else prologue
        corner = [self.corner(low, zero, top, build, region) for low in lows]
        is_new = memref not in self.fast
        if is_new:
            self.fast[memref] = allocation(prologue, sizes, memref.type.element, self.options.fast)
            self.bytes += prod(sizes) * (element_bytes(memref) or 0)
        count = top.constant(prod(sizes))
        fast = self.fast[memref]
        if self.options.by_dma:
            first = self.transfer(region, sizes, corner, zero, count, top, build, prologue, epilogue)
        else:
            first = copy_nest(build, region, fast, bounds, lows)
            self.nests.append(first)
        closes = loop is None and (region.is_write or self.options.by_dma)
        new_end = first if closes else None
        if is_new:
            freed = epilogue.create("memref.dealloc", [fast])
            new_end = freed if new_end is None and loop is None else new_end
        results = [add(("d", len(region.symbols) + at), times(low, -1)) for at, low in enumerate(lows)]
        users = [op for op in memref.users if any([op is each or op.is_inside(each) for each in ops])]
        before = self.range.first.previous
        remap(users, memref, fast, affine_map(len(region.symbols) + rank, 0, results), region.symbols)
        first_now = self.range.block.first if before is None else before.next
        assert first_now is not None
        self.range.first = first_now
        self.range.end = new_end or self.range.end

    def corner(self, low: Expression, zero: Value, top: Front, build: Builder, region: Region) -> Value:
        if isinstance(low, int):
            return zero if low == 0 else top.constant(low)
        return apply(build, (affine_map(len(region.symbols), 0, [low]), tuple(region.symbols)))

    def transfer(
        self, region: Region, sizes: list[int], corner: list[Value], zero: Value, count: Value, top: Front, build: Builder, prologue: Builder,
        epilogue: Builder,
    ) -> Operation:  # fmt: skip
        """Moves a box by DMA; what is behind the range from then on begins there."""
        strides = strides_of(region.memref.type.shape, sizes)
        if len(strides) > 1:
            raise Unsupported
        numbers = [count, *[top.constant(number) for pair in strides for number in pair]]
        tag = allocation(prologue, [1], IntegerType(32), self.options.tag)
        rank = region.rank
        slow = (region.memref, *indexed(corner))
        fast = (self.fast[region.memref], *indexed([zero] * rank))
        source, target = (fast, slow) if region.is_write else (slow, fast)
        tag_map, tag_indices = indexed([zero])
        maps = {"src_map": source[1], "dst_map": target[1], "tag_map": tag_map}
        operands = [source[0], *source[2], target[0], *target[2], tag, *tag_indices, *numbers]
        start = build.create("affine.dma_start", operands, (), maps)
        build.create("affine.dma_wait", [tag, zero, count], (), {"tag_map": tag_map})
        freed = epilogue.create("memref.dealloc", [tag])
        return start if region.is_write else freed


class Front:
    """New constants in front of a function, in order."""

    def __init__(self, op: Operation):
        around = next(each for each in op.ancestors() if each.name == "func.func")
        self.build = Builder(around.region.entry, around.region.entry.first, around.location)

    def constant(self, number: int) -> Value:
        return self.build.value("arith.constant", [], INDEX, {"value": IntegerAttr(number, INDEX)})


def allocation(build: Builder, sizes: Sequence[int], element, space: int) -> Value:
    type = MemRefType(sizes, element, None, IntegerAttr(space, I64) if space else None)
    return build.value("memref.alloc", [], type, {"operandSegmentSizes": DenseArrayAttr([0, 0], I32)})


def indexed(indices: Sequence[Value]) -> tuple[AffineAttr, tuple[Value, ...]]:
    """The map and its operands for an access at some indices."""
    rank = len(indices)
    return fully_composed(affine_map(rank, 0, [("d", at) for at in range(rank)]), indices)


def strides_of(shape: Sequence[int], sizes: Sequence[int]) -> list[tuple[int, int]]:
    """Where a box is narrower than its buffer: how far it is from one part of it to the next, and how many elements a part has."""
    stride, elements, strides = 1, 1, []
    for at in reversed(range(1, len(sizes))):
        stride, elements = stride * shape[at], elements * sizes[at]
        if sizes[at] < shape[at] and sizes[at - 1] > 1:
            strides.append((stride, elements))
    return strides


def copy_nest(
    build: Builder, region: Region, fast: Value, bounds: Sequence[tuple[AffineAttr, AffineAttr]], lows: Sequence[Expression]
) -> Operation:
    """Loops that copy a box element by element."""
    outer: Operation | None = None
    symbols = tuple(region.symbols)
    variables, offsets = [], []
    for (low, high), corner in zip(bounds, lows):
        loop = new_loop(build, canonical_bound(low, symbols), canonical_bound(high, symbols))
        outer = outer or loop
        build = Builder(loop.body, loop.body.last, build.location)
        offsets.append(apply(build, (affine_map(len(symbols), 0, [corner]), symbols)))
        variables.append(induction_variable(loop))
    assert outer is not None
    rank = region.rank
    results = [add(("d", 2 * at + 1), times(("d", 2 * at), -1)) for at in range(rank)]
    operands = [value for pair in zip(offsets, variables) for value in pair]
    map, values = fully_composed(affine_map(2 * rank, 0, results), operands)
    map, values = canonical(simplified_map(map), values)
    for offset in offsets:
        if not offset.uses and offset.op is not None:
            offset.op.erase()
    identity = affine_map(rank, 0, [("d", at) for at in range(rank)])
    element = region.memref.type.element
    slow = ([region.memref, *variables], identity)
    quick = ([fast, *values], map)
    source, target = (quick, slow) if region.is_write else (slow, quick)
    loaded = build.value("affine.load", source[0], element, {"map": source[1]})
    build.create("affine.store", [loaded, *target[0]], (), {"map": target[1]})
    return outer


def canonical_bound(map: AffineAttr, operands: tuple[Value, ...]) -> Applied:
    """A bound in canonical form, each of its results once."""
    map, operands = fully_composed(map, operands)
    map, operands = canonical(map, operands)
    return affine_map(map.dimensions, map.symbols, list(dict.fromkeys(map.results))), operands


def is_from_outside(memref: Value, block: Block) -> bool:
    """Whether a buffer is known around a block."""
    assert memref.block is not None
    region = memref.block.parent
    around: Block | None = block
    while around is not None:
        if around.parent is region:
            return True
        above = around.parent_op
        around = None if above is None else above.parent
    return False


def whole_buffer(op: Operation, depth: int) -> Region | None:
    """All of a buffer, as what an access touches; None where its size is not known."""
    from tfir.analysis.affine_dependence import Access

    access = Access(op)
    if None in access.memref.type.shape:
        return None
    system = Constraints(
        [None] * len(access.memref.type.shape), [value for value in variables_around(op)[:depth] if loop_around(value) is not None]
    )
    add_shape(system, access.memref)
    return Region(access, system)
