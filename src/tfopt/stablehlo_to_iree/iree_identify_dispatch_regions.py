"""Gathers the math of a function into dispatch regions; outside of them only constants, reshapes, and regions for the host remain."""

from __future__ import annotations

from math import prod

from tfir.conversion.entry_tokens import drop_tokens
from tfir.dialects.iree.target import TARGET, TargetAttr
from tfir.ir.attributes import IntegerAttr
from tfir.ir.builder import Builder, single_block_region
from tfir.ir.dense import DenseAttr
from tfir.ir.dominance import post_order
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.types import I32, I64, ShapedType, TensorType

from tfopt.stablehlo_to_iree.clusters import CONSTANT, IN_MEMORY, Cluster, form_clusters, is_absorbed, is_elementwise, used_results
from tfopt.stablehlo_to_iree.host_regions import called_on_host, gather_host_regions, outer_values
from tfopt.stablehlo_to_iree.region_remarks import tell
from tfopt.stablehlo_to_iree.sizes import SIZE_OF, HostSizes

WORKS_ON = ()  # what is not StableHLO it refuses itself
OPTIONS = {
    "max-inlined-elements": "Constants of up to so many elements are made anew in each region.",
    "max-operands": "How many buffers a region may read.",
    "allow-host-ops": "Let the host compute what devices have no kernels for, between dispatches.",
    "remarks": "Tell of each region what it reads, writes and keeps from memory, and why it is apart from what reads its results.",
}


def iree_identify_dispatch_regions(
    func: "Func", *, max_inlined_elements: int = 1, max_operands: int = 15, allow_host_ops: bool = False, remarks: bool = False
):  # fmt: skip
    """Gather the math of a function into dispatch regions.

    Constants of up to `max_inlined_elements`, and splats that are used elementwise, are made anew inside; all others
    are operands, so that regions which differ in them alone can share an executable. A region reads no more than
    `max_operands` buffers: every device has 16 texel bindings, and one is kept free for the lowering of the region. It reads fewer where the
    module's target states that it has fewer buffers for storage, as not everything is read as texels. With `allow_host_ops`
    what no dispatch can do goes into regions for the host, as few as there can be; without, it is an error that names all of it.
    With `remarks` each region tells what it moves, and why it is apart.

    Sizes that are not known are computed outside, of the sizes of the function's arguments; a region of such a size has its
    shape as its workload.
    """
    region = func.regions[0]
    if not region.blocks or "iree.executable.export" in func.attributes or (allow_host_ops and func in called_on_host(func.parent_op)):
        return
    drop_tokens(func)
    max_operands = min(max_operands, storage_bindings(func) - 1)
    for block in region.blocks:
        split_concatenations(block, max_operands)
    sizes = HostSizes(func)
    gather_host_regions(func, allow_host_ops, sizes)
    sizes.number_operations()
    clusters = form_clusters(region, max_operands, sizes.made, IN_MEMORY if target_of(func).is_processor else ())
    if remarks:
        tell(clusters, max_operands)
    shapes = {cluster: sizes.of(used_results(cluster.sink)) for cluster in clusters}
    for cluster in clusters:
        _Gathering(cluster, shapes[cluster], max_inlined_elements, sizes).gather()
    _erase_unused(region, sizes)


def storage_bindings(func: Operation) -> int:
    """How many buffers a kernel may have for storage by the module's target, two at least."""
    return max(target_of(func).facts.get(STORAGE, MANY), 2)


def bindings_of_any_kind(func: Operation) -> int:
    """How many buffers a kernel may have whether it reads them as storage or as texels, of which every device has 16."""
    return min(storage_bindings(func), 16)


def target_of(func: Operation) -> TargetAttr:
    """The module's target; any device where it has none."""
    target = func.parent_op.attributes.get(TARGET) if func.parent_op is not None else None
    return target if isinstance(target, TargetAttr) else TargetAttr()


STORAGE, MANY = "max_storage_bindings", 1 << 16


class _Gathering:
    """Builds one region: collects the values that it captures, and the operations that are cloned into it."""

    def __init__(self, cluster: Cluster, shape: Value | None, max_inlined_elements: int, sizes: HostSizes):
        self.cluster, self.shape, self.limit, self.sizes = cluster, shape, max_inlined_elements, sizes
        self.members = cluster.members
        self.region, self.block = single_block_region()
        self.captured: dict[Value, Value] = {}
        self.mapping: dict[Value, Value] = {}
        self.inside = Builder.at_end(self.block, cluster.sink.location)

    def gather(self):
        sink = self.cluster.sink
        for member in self.members:
            for value in outer_values(member):
                self.mapping[value] = self._value_inside(value, member)
            self.inside.insert(member.clone(self.mapping))
        results = used_results(sink)
        self.inside.create("iree.return", [self.mapping[value] for value in results])
        region = self._region_op(sink, results)
        for old, new in zip(results, region.results):
            new.name = old.name
            self.sizes.replace(old, new)
            old.replace_all_uses_with(new)
        for member in reversed(self.members):
            member.erase()

    def _region_op(self, sink: Operation, results) -> Operation:
        outside, count = Builder.before(sink), self.shape
        if count is None:
            count = outside.value(CONSTANT, (), WORKLOAD_TYPE, {"value": workload(results[0].type)})
        types = [value.type for value in results]
        return outside.create("iree.dispatch_region", [count, *self.captured], types, regions=[self.region])

    def _value_inside(self, value: Value, user: Operation) -> Value:
        if value in self.mapping:
            return self.mapping[value]
        if value.op is not None and self._is_made_anew(value.op, user):
            carrier = self._carrier(value.op)
            if carrier is not None:
                asked, axis = self._value_inside(carrier[0], user), {"dimension": IntegerAttr(carrier[1], I64)}
                return self.inside.value(SIZE_OF, [asked], value.type, axis)
            for operand in value.op.operands:
                self.mapping[operand] = self._value_inside(operand, value.op)
            return self.inside.insert(value.op.clone(self.mapping)).results[value.index]
        if value not in self.captured:
            self.captured[value] = self.block.add_argument(value.type)
        return self.captured[value]

    def _carrier(self, op: Operation) -> tuple[Value, int] | None:
        """A value that the region reads anyway, and its dimension of the size that an operation asks an argument for."""
        size = self.sizes.asked_by(op)
        for member in self.members if size is not None else ():
            for value in outer_values(member):
                if value.op is None or not (value.op in self.members or self._is_made_anew(value.op, member)):
                    shape = self.sizes.analysis[value].shape
                    if shape is not None and size in shape:
                        return value, shape.index(size)
        return None

    def _is_made_anew(self, op: Operation, user: Operation) -> bool:
        if op in self.sizes.made:
            return True
        by_element = is_elementwise(user) or is_absorbed(user)
        if op.name == CONSTANT:
            value = op.attributes["value"]
            return value.type.size <= self.limit or (value.is_splat and by_element)
        return is_absorbed(op) and by_element


def _erase_unused(region: Region, sizes: HostSizes):
    """Constants, broadcasts and sizes that have been made anew everywhere."""
    for op in [op for block in post_order(region.entry) for op in reversed(block)]:
        if (op.name == CONSTANT or is_absorbed(op) or op in sizes.made) and not any(value.uses for value in op.results):
            op.erase()


CONCATENATE = "stablehlo.concatenate"


def split_concatenations(block: Block, max_operands: int):
    """Concatenate in groups first, and the groups then, until none has more than so many operands."""
    for op in block:
        while op.name == CONCATENATE and len(op.operands) > max_operands:
            parts = list(op.operands)
            groups = [parts[at : at + max_operands] for at in range(0, len(parts), max_operands)]
            op.set_operands([_joined(op, group) for group in groups])


def _joined(op: Operation, parts: list[Value]) -> Value:
    if len(parts) == 1:
        return parts[0]
    dimension = op.get("dimension")
    shape = list(parts[0].type.shape)
    sizes = [part.type.shape[dimension] for part in parts]
    shape[dimension] = None if None in sizes else sum(sizes)
    return Builder.before(op).value(CONCATENATE, parts, parts[0].type.with_shape(shape), op.attributes)


WORKLOAD_TYPE = TensorType((3,), I32)


def workload(result: ShapedType) -> DenseAttr:
    """The workload of a dispatch whose first result has this static type.

    Trailing sizes of 1 do not count, and up to three sizes are taken in reverse: 4 is 4x1x1, 1x128 is 128x1x1. Beyond
    three, the last two stand for themselves and the third number is the product of all sizes.
    """
    sizes = list(result.sizes) or [1]
    while len(sizes) > 1 and sizes[-1] == 1:
        sizes.pop()
    if len(sizes) <= 3:
        numbers = [*sizes[::-1], 1, 1][:3]
    else:
        numbers = [sizes[-1], sizes[-2], prod(sizes)]
    return DenseAttr.of(numbers, WORKLOAD_TYPE) if len(set(numbers)) > 1 else DenseAttr.of(numbers[0], WORKLOAD_TYPE)
