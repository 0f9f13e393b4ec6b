"""Fuses loop nests: what a nest computes for another one is computed inside of it, and nests that read the same are run as one."""

from __future__ import annotations

from functools import partial

from tfir.analysis.affine_dependence import Access, Unknown, dependence, stands_behind
from tfir.analysis.affine_loops import loops_around
from tfir.analysis.affine_memory import accessed, buffer_place, is_allocated, is_store, origin
from tfir.ir.attributes import DenseArrayAttr, IntegerAttr
from tfir.ir.builder import Builder
from tfir.ir.types import I32, I64, MemRefType
from tfir.ods.affine_algebra import affine_map, simplified
from tfir.text.affine_expression import add, times

from tfopt.affine.block_dependences import BlockDependences, Node, UnknownRegions, conflicts
from tfopt.affine.fusing import compute_inside, may_join
from tfopt.affine.fusion_cost import best_depth, is_tolerated
from tfopt.affine.fusion_safety import Fusion, fits
from tfopt.affine.interchange import sequential_inside
from tfopt.affine.loops import accesses_in, innermost_common_loops
from tfopt.affine.regions import element_bytes, region_of, variables_around
from tfopt.affine.remapping import remap
from tfopt.affine.slices import slice_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.ir.operations import Block, Operation, Value

    from tfopt.affine.slices import Slice

TITLE = "Fuse affine loop nests"
OPTIONS = {
    "compute-tolerance": "By which part more operations may run than before.",
    "fast-mem-space": "The memory space of buffers that fused nests have for themselves.",
    "local-buf-threshold": "The size in KiB up to which these are in the fast memory space.",
    "maximal": "Fuse as deep as possible, whatever it costs.",
    "mode": "`producer` fuses what is computed into what it is computed for, `sibling` what reads the same; `greedy` does both.",
}
ANY = 1 << 32


def affine_loop_fusion(
    func: Func, *, compute_tolerance: float = 0.3, fast_mem_space: int = -1, local_buf_threshold: int = 0, maximal: bool = False,
    mode: "greedy|producer|sibling" = "greedy",  # noqa: F821 - the choices, no type
):  # fmt: skip
    """Nests of a block, in it and in its loops. Dependences are decided exactly: nests stay where their order could be told from memory,
    where a value would be read that the slice does not write, or where they do anything else with memory than affine accesses. Different
    arguments of a function share no memory."""
    for op in list(func.walk(post_order=True)):
        for region in op.regions if op.parent is not None else ():
            for block in region.blocks:
                if len([each for each in block if each.name == "affine.for"]) > 1:
                    fuse_block(block, compute_tolerance, maximal, mode, partial(memory_space, fast_mem_space, local_buf_threshold * 1024))


def memory_space(fast: int, threshold: int, memref: Value, count: int):
    """That of a new buffer of so many elements of another one's type."""
    size = element_bytes(memref)
    if fast >= 0 and size is not None and size * count <= threshold:
        return IntegerAttr(fast, I64) if fast else None
    return memref.type.space


def fuse_block(block: Block, tolerance: float, maximal: bool, mode: str, space) -> None:
    try:
        fuser = Fuser(block, tolerance, maximal, space)
    except UnknownRegions:
        return
    if mode != "sibling":
        fuser.fuse_producers(1 if mode == "greedy" else ANY)
    if mode != "producer":
        fuser.fuse_siblings()
    if mode == "greedy":
        fuser.fuse_producers(ANY)
    fuser.drop_unused()


class Fuser:
    """The nests of a block while they are fused."""

    def __init__(self, block: Block, tolerance: float, maximal: bool, space):
        self.block, self.tolerance, self.maximal, self.space = block, tolerance, maximal, space
        self.graph = BlockDependences(block)
        self.buffers = {value for node in self.graph.nodes.values() for value in node.buffers()}

    def drop_unused(self) -> None:
        for memref in self.buffers:
            if not memref.uses and memref.op is not None and memref.op.name == "memref.alloc":
                memref.op.erase()

    def order(self) -> list[int]:
        """The nodes in the order in which upstream takes them, which is that of its hash table."""
        numbers = self.graph.nodes
        buckets = 64
        while len(numbers) * 4 >= buckets * 3:
            buckets *= 2
        return sorted(numbers, key=lambda number: number * 37 % buckets, reverse=True)

    def loop(self, number: int) -> Node | None:
        """The node of a loop that gives no values."""
        node = self.graph.nodes.get(number)
        return node if node is not None and node.op.name == "affine.for" and not node.op.results else None

    # What is computed for another nest

    def fuse_producers(self, most_users: int) -> None:
        for number in self.order():
            node = self.loop(number)
            if node is not None:
                node.op = sequential_inside(node.op)
                while any([self.fuse_producer(source, number, most_users) for source in self.producers(number)]):
                    pass

    def producers(self, target: int) -> list[int]:
        """Loops that store what a nest loads, the last first."""
        read = {op.operands[0] for op in self.graph.nodes[target].loads}
        sources = {source for source, _ in self.graph.before[target]}
        stored = [number for number in sources if any([op.operands[1] in read for op in self.graph.nodes[number].stores])]
        return sorted([number for number in stored if self.loop(number) is not None], reverse=True)

    def fuse_producer(self, source: int, target: int, most_users: int) -> bool:
        one, other = self.loop(source), self.loop(target)
        if one is None or other is None:
            return False
        passed = self.passed(one, other)
        if any([self.graph.count_after(source, memref) > most_users for memref in passed]):
            return False
        place = self.graph.place_between(source, target)
        if place is None or not passed:
            return False
        touching = [op for op in (*other.loads, *other.stores) if accessed(op) in passed]
        slices = self.slices(one, other, len(innermost_common_loops(touching)), None)
        depth = self.depth(one, other, slices, [op for op in one.stores if op.operands[1] in passed])
        slice_ = slices[depth - 1] if depth else None
        if slice_ is None or slice_.has_steps():
            return False
        removes = self.may_remove(source, target, slice_, place)
        private = [memref for memref in passed if self.may_be_private(memref, source, target, removes)]
        fusion = Fusion(one.op, other.op, slice_, private, removes)
        if not fusion.is_safe() or not self.may_move(one.op, other.op, place, removes):
            return False
        boxes = self.boxes_of(one.op, other.op, slice_, private, depth)
        if boxes is None:
            return False
        stored = [op.operands[1] for op in (*one.stores, *other.stores)]
        is_open = any([stored.count(memref) > 1 for memref in private]) and Fusion(one.op, other.op, slice_, (), removes).is_safe()
        if not is_open and any([None in memref.type.shape and not is_allocated(memref) for memref in private]):
            return False
        self.fuse(source, target, slice_, place, boxes, removes, is_open)
        return True

    def fuse(self, source: int, target: int, slice_: Slice, place: Operation, boxes: dict, removes: bool, is_open: bool) -> None:
        """`is_open` says that private buffers may as well be left as they are; else there is a whole one where no part of it will do."""
        one, other = self.graph.nodes[source], self.graph.nodes[target]
        compute_inside(one.op, slice_)
        if place is not other.op:
            move_before(other.op, place)
        self.graph.merge(source, target, boxes, removes)
        for memref in boxes:
            if not self.make_private(memref, target, slice_) and not is_open:
                self.make_whole(memref, target)
        other.collect()
        if removes:
            one.op.erase()
            self.graph.remove(source)

    def passed(self, one: Node, other: Node) -> list[Value]:
        """The buffers that one nest stores to and the other loads from."""
        stored = {op.operands[1] for op in one.stores}
        return list(dict.fromkeys([op.operands[0] for op in other.loads if op.operands[0] in stored]))

    def slices(self, one: Node, other: Node, deepest: int, shared: Value | None) -> list[Slice | None]:
        """What of a nest is needed in another one, for each depth there; None where it may not be computed at that depth."""
        outer = len(loops_around(other.op))
        is_first = stands_behind(other.op, one.op)
        first, second = (one, other) if is_first else (other, one)
        mine, theirs = [[op for op in accesses_in(node.op)] for node in (first, second)]
        mine = [op for op in mine if (is_store(op) if shared is None else not is_store(op) and op.operands[0] is shared)]
        limit = carried_depth(one, other) if shared is None else deepest
        return [
            slice_of(mine, theirs, depth, is_first)
            if depth <= limit and not has_condition(one.op) and not has_condition(other.op)
            else None
            for depth in range(1 + outer, deepest + 1)
        ]

    def depth(self, one: Node, other: Node, slices: Sequence[Slice | None], accesses: list[Operation]) -> int:
        """The depth at which it is best to fuse; 0 for none. Where accesses of the source depend on each other in a circle nothing may be
        computed twice."""
        deepest = max([at for at, each in enumerate(slices, 1) if each is not None], default=0)
        slice_ = slices[deepest - 1] if deepest else None
        if slice_ is None:
            return 0
        tolerance = self.tolerance
        if has_cycle(one.op):
            if self.maximal and not is_tolerated(one.op, other.op, slice_, 0):
                return 0
            tolerance = 0
        if self.maximal:
            return deepest
        if len(accesses) > 1:
            return deepest if is_tolerated(one.op, other.op, slice_, tolerance) else 0
        return best_depth(one.op, accesses[0], other.op, slices[:deepest], tolerance) or 0

    def may_remove(self, source: int, target: int, slice_: Slice, place: Operation) -> bool:
        """Whether nothing needs the source any more once the target does its part for it."""
        needed = False
        for number, _ in self.graph.after[source]:
            op = self.graph.nodes[number].op
            if number == target:
                continue
            if op is not place and not stands_behind(op, place):
                return False
            needed = True
        escaping = any([escapes(op.operands[1], self.block) for op in self.graph.nodes[source].stores])
        return not (needed or escaping) or slice_.covers_plainly()

    def may_be_private(self, memref: Value, source: int, target: int, removes: bool) -> bool:
        graph = self.graph
        if escapes(memref, self.block) and (removes or graph.nodes[target].stores_to(memref)):
            return False
        stored_before = [number for number, value in graph.before[source] if value is memref and graph.nodes[number].writes(memref)]
        if stored_before or graph.count_after(target, memref):
            return False
        return not (removes and any([value is memref and number != target for number, value in graph.after[source]]))

    def may_move(self, source: Operation, target: Operation, place: Operation, removes: bool) -> bool:
        """Whether what stands between two nests leaves it open where they are."""
        each = source.next
        is_behind = False
        while each is not None and each is not target:
            is_behind = is_behind or each is place
            if conflicts(each, target) if is_behind else conflicts(source, each) and (removes or not only_reads(each)):
                return False
            each = each.next
        return each is not None

    # Buffers of the nest's own

    def boxes_of(self, source: Operation, target: Operation, slice_: Slice, private: Sequence[Value], depth: int) -> dict | None:
        """Whether what is touched of each private buffer will fit into the box around its first store."""
        draft = {}
        for memref in private:
            store = next(op for op in accesses_in(source) if is_store(op) and op.operands[1] is memref)
            region = region_of(store, 0, slice_)
            if region is None or region.bounding_box() is None or element_bytes(memref) is None or memref.type.layout is not None:
                return None
            draft[memref] = store
        return draft

    def make_private(self, memref: Value, target: int, slice_: Slice) -> bool:
        """Gives a fused nest a buffer of its own for what it stores and loads of another one; whether all of that has a place there."""
        nest = self.graph.nodes[target].op
        users = [op for op in accesses_in(nest) if accessed(op) is memref]
        store, *others = [op for op in users if is_store(op)]
        if not all([Access(store).is_same_place(Access(each)) for each in others]):
            return False
        depth = len(loops_around(slice_.into)) + 1 - len(loops_around(nest))  # as upstream counts: more stands still inside of other loops
        region = region_of(store, depth, keeps_quotients=True)
        box = None if region is None else region.bounding_box()
        if region is None or box is None:
            return False
        sizes, lows = box
        count = len(region.symbols)
        if not fits(memref, [Access(op) for op in users], depth, lows, sizes, region.symbols):
            return False
        type = MemRefType(sizes, memref.type.element, None, self.space(memref, product(sizes)))
        new = new_buffer(type, nest)
        results = [simplified(add(("d", count + at), times(low, -1))) for at, low in enumerate(lows)]
        remap(users, memref, new, affine_map(count + len(sizes), 0, results), region.symbols)
        self.own(new, target)
        return True

    def make_whole(self, memref: Value, target: int) -> None:
        """Gives a fused nest another buffer in the place of one."""
        nest = self.graph.nodes[target].op
        shape = memref.type.shape
        if None in shape:
            assert memref.op is not None and memref.block is not None, "only what an operation makes of sizes is private then"
            copy = memref.op.clone()
            memref.block.insert_before(copy, memref.op.next)
            new = copy.result
        else:
            new = new_buffer(MemRefType(shape, memref.type.element, None, self.space(memref, product(shape))), nest)
        for op in [op for op in accesses_in(nest) if accessed(op) is memref]:
            op.set_operand(buffer_place(op), new)
        self.own(new, target)

    def own(self, new: Value, target: int) -> None:
        self.buffers.add(new)
        if new.op is not None:
            self.graph.connect(self.graph.add(new.op), target, new)

    # Nests that read the same

    def fuse_siblings(self) -> None:
        for number in self.order():
            node = self.graph.nodes.get(number)
            if node is not None and node.op.name == "affine.for":
                seen: set[int] = set()
                while (sibling := self.sibling(number, seen)) is not None:
                    seen.add(sibling[0])
                    self.fuse_sibling(*sibling, number)

    def sibling(self, target: int, seen: set[int]) -> tuple[int, Value] | None:
        """A nest that loads from the same buffer once and has nothing else to do with another one."""
        node = self.graph.nodes[target]
        for argument in self.block.arguments:
            for user in reversed(argument.users):  # as upstream has them
                around = next((op for op in loops_around(user) if op.block is self.block), None)
                other = None if around is None or "load" not in user.name else self.graph.node_of(around)
                if other is not None and self.is_sibling(other, node, argument, seen):
                    return other.number, argument
        for source, memref in self.graph.before[target]:
            first = self.graph.nodes[source]
            if not isinstance(memref.type, MemRefType) or not node.loads_of(memref) or not (first.writes(memref) or memref.op is first.op):
                continue
            for number, value in self.graph.after[source]:
                other = self.graph.nodes[number]
                if value is memref and other.op.name == "affine.for" and self.is_sibling(other, node, memref, seen):
                    return number, memref
        return None

    def is_sibling(self, other: Node, node: Node, memref: Value, seen: set[int]) -> bool:
        graph = self.graph
        if any([result.uses for result in other.op.results]):  # they would have to move as well
            return False
        if other.number == node.number or other.number in seen or not node.loads_of(memref) or len(other.loads_of(memref)) != 1:
            return False
        if graph.reaches(other.number, node.number) or graph.reaches(node.number, other.number):
            return False
        both = [value for value in dict.fromkeys([op.operands[0] for op in other.loads]) if other.stores_to(value)]
        for value in both:
            if any([each is value and graph.nodes[number].writes(value) for number, each in graph.before[other.number]]):
                return False
        return len({op.operands[1] for op in other.stores}) <= 1

    def fuse_sibling(self, source: int, memref: Value, target: int) -> None:
        one, other = self.graph.nodes[source], self.graph.nodes[target]
        is_first = stands_behind(other.op, one.op)
        place = self.graph.place_between(source, target) if is_first else self.graph.place_between(target, source)
        if place is None:
            return
        deepest = len(loops_around(other.loads_of(memref)[0]))
        slices = self.slices(one, other, deepest, memref)
        depth = self.depth(one, other, slices, one.loads_of(memref))
        slice_ = slices[depth - 1] if depth else None
        if slice_ is None or not slice_.covers_plainly():
            return
        if not is_first and (conflicts(one.op, other.op) or conflicts(other.op, one.op)):
            return
        joins = depth == len(slices) and may_join(one.op, slice_)
        if not Fusion(one.op, other.op, slice_, (), True, joins).is_safe() or not self.may_meet(one.op, other.op, place):
            return
        is_whole = slice_.into is other.op
        into = compute_inside(one.op, slice_, joins)
        if is_whole:
            other.op = into
        if place is not other.op:
            move_before(other.op, place)
        self.graph.replace(source, target)
        other.collect()
        one.op.erase()
        self.graph.remove(source)

    def may_meet(self, one: Operation, other: Operation, place: Operation) -> bool:
        """Whether two nests may be run at one place, as far as what stands between them goes."""
        first, second = (one, other) if stands_behind(other, one) else (other, one)
        each, is_behind = first.next, False
        while each is not None and each is not second:
            is_behind = is_behind or each is place
            if conflicts(each, second) if is_behind else conflicts(first, each):
                return False
            each = each.next
        return True


def new_buffer(type: MemRefType, nest: Operation) -> Value:
    """A buffer at the beginning of the region that a nest is in."""
    region = nest.block.parent
    front = nest.block if region is None else region.entry
    build = Builder(front, front.first, nest.location)
    return build.value("memref.alloc", [], type, {"operandSegmentSizes": DenseArrayAttr([0, 0], I32)})


def product(sizes: Sequence[int]) -> int:
    total = 1
    for size in sizes:
        total *= size
    return total


def has_cycle(root: Operation) -> bool:
    """Whether accesses of a nest depend on each other in a circle."""
    outer = len(variables_around(root))
    inside = [Access(op) for op in accesses_in(root)]
    after = {one.op: [other.op for other in inside if depends(one, other, outer)] for one in inside}
    while ends := [op for op, others in after.items() if not any([other in after for other in others])]:
        for op in ends:
            del after[op]
    return bool(after)


def depends(one: Access, other: Access, outer: int) -> bool:
    """Whether an access depends on another one in the same iteration of so many outer loops."""
    if one.memref is not other.memref:
        return False
    try:
        between = dependence(one, other)
        return between is not None and any([between.exists(depth) for depth in range(outer + 1, len(between.common) + 2)])
    except Unknown:
        return True


def has_condition(root: Operation) -> bool:
    return any([op.name == "affine.if" for op in root.walk()])


def move_before(op: Operation, place: Operation) -> None:
    op.remove()
    place.block.insert_before(op, place)


def only_reads(op: Operation) -> bool:
    return not any(map(is_store, accesses_in(op)))


def escapes(memref: Value, block: Block) -> bool:
    """Whether a buffer is known outside of a block, or by more than affine accesses."""
    if memref.op is None or not is_allocated(memref) or origin(memref) is not memref:
        return True
    for user in memref.users:
        around = next((op for op in (user, *user.ancestors()) if op.parent is not None and op.parent.parent is block.parent), None)
        if around is None:
            return True
        if around.block is block and not user.name.startswith("affine."):
            return True
    return False


def carried_depth(one: Node, other: Node) -> int:
    """How many of the loops around what a nest loads of another one's stores carry no dependence of it."""
    stored = {op.operands[1] for op in one.stores}
    passed = {op.operands[0] for op in other.loads if op.operands[0] in stored}
    touching = [Access(op) for op in accesses_in(other.op) if accessed(op) in passed]
    depth = len(innermost_common_loops([access.op for access in touching])) if touching else 0
    for first in touching:
        for second in touching:
            try:
                between = dependence(first, second)
                levels = range(1, len(between.common) + 2) if between is not None else ()
                depth = min(depth, next((level - 1 for level in levels if between is not None and between.exists(level)), depth))
            except Unknown:
                return 0
    return depth
