"""Lays the constants that kernels go through as right operands of products out in the order in which they are read.

A tile reads `vectors * lanes` columns side by side for each place of the contraction, on devices four or more for each lane. So columns are put together in panels of as many, in which
the places of the contraction follow each other; the last panel is filled up with zeros. What an executable computes is said as before, of a
constant that is transposed back; but for convolutions over tiles on processors, whose weights are transformed:

    %w = iree.load_input(%arg1 : memref<4x9x8x32xf32>)        4 panels of 32 columns, 9 * 8 places
    %t = stablehlo.transpose %w, dims = [1, 2, 0, 3]
    %r = stablehlo.reshape %t : .. -> tensor<9x8x128xf32>
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from math import prod

import numpy as np
from tfir.dialects.stablehlo.inference.checks import integers
from tfir.dialects.stablehlo.winograd import TILES, WINDOW, transformed_weights
from tfir.ir.attributes import DenseArrayAttr, IntegerAttr, TypeAttr
from tfir.ir.builder import Builder
from tfir.ir.dense import ElementsAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I64, FunctionType, MemRefType, TensorType, storage_bits
from tfir.ods.arrays import array_of, dense_of

from tfopt.iree_to_spirv.dot_instructions import BITS
from tfopt.iree_to_spirv.elements.contraction import DotDims
from tfopt.iree_to_spirv.executable import Executable, entries
from tfopt.iree_to_spirv.product import batch_dims, depth_dims, product_of
from tfopt.iree_to_spirv.schedule import ATTRIBUTE, Schedule
from tfopt.iree_to_spirv.schedules import winograd

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar

AFTER = ("iree-choose-schedules",)
EXACT = False  # sums over what lies otherwise are taken in another order
CONSTANT, DISPATCHES = "iree_ll_seq.constant", ("iree_ll_seq.static_dispatch", "iree_ll_seq.dynamic_dispatch")


def iree_pack_constants(module: "Module"):
    """Lay constant right operands of products out as tiles read them."""
    calls: dict[tuple[str, ...], list[Operation]] = {}
    for op in [op for func in module.body for op in func.walk() if op.name in DISPATCHES]:
        calls.setdefault(op.attributes["callee"].path, []).append(op)
    packed: dict = {}
    for executable, _, entry in list(entries(module)):
        way = WAYS.get(Schedule.of(entry).name) if ATTRIBUTE in entry.attributes else None
        if way is not None:
            pack(entry, way, calls.get((executable.get("sym_name"), entry.get("sym_name")), []), packed)


def pack(entry: Operation, way: Callable[..., Panels | None], calls: list[Operation], packed: dict) -> None:
    """Packs the right operand of an entry's product, if all that call it pass constants there, which nothing else in it reads."""
    executable, schedule = Executable(entry), Schedule.of(entry)
    root = executable.root
    roots = [op for op in entry.body if op.name == root.name]
    load = roots[0].operands[1].op
    if len(roots) != 1 or load is None or load.name != "iree.load_input" or len(load.result.uses) != 1 or len(load.operands[0].uses) != 1:
        return
    argument = load.operands[0]
    constants = [call.operands[argument.index].op for call in calls]
    panels = way(executable, roots[0], schedule)
    if panels is None or not constants or any([op is None or op.name != CONSTANT for op in constants]):
        return
    argument.retype(panels.type)
    panels.read(load, roots[0])
    if "together" in schedule.values:  # tiles share a copy of a panel where it is none
        entry.set_attribute(ATTRIBUTE, Schedule(schedule.name, **{**schedule.values, **panels.READ}).attribute)
    entry.set_attribute("function_type", TypeAttr(FunctionType([each.type for each in entry.body.arguments])))
    for call, constant in zip(calls, constants):
        content = constant.attributes["value"]
        assert isinstance(content, ElementsAttr)
        key = content, *panels.key
        if key not in packed:
            packed[key] = dense_of(panels.packed(array_of(content)), panels.type.element), {}
        value, of_blocks = packed[key]
        block = constant.block
        if block not in of_blocks:  # at its front, where it is before the calls of all entries
            of_blocks[block] = Builder.before(block.first).value(CONSTANT, [], panels.type, {"value": value})
        operands = list(call.operands)
        operands[argument.index] = of_blocks[block]
        call.set_operands(operands)
    for constant in dict.fromkeys(constants):
        if not constant.result.uses:
            constant.erase()


def panels_of_product(executable: Executable, root: Operation, schedule: Schedule) -> Panels | None:
    depth, kind, width = depth_dims(root), root.operands[1].type, tile_width(schedule)
    slices = 1 if executable.sliced is None else executable.sliced.count
    if batch_dims(root) or not isinstance(kind, TensorType):
        return None
    if slices > 1:
        return SlicedPanels(kind, width, slices)
    panels = ColumnPanels(kind, depth, width)
    return None if panels.is_as_it_was or not panels.are_columns else panels


def tile_width(schedule: Schedule) -> int:
    """How many columns a tile has that a processor computes in its registers."""
    return schedule["vectors"] * schedule["lanes"]


def panels_of_groups(executable: Executable, root: Operation, schedule: Schedule) -> Panels | None:
    """Of a matrix whose places of the contraction are one level of it, or several, of which the last one goes by groups."""
    product, depth, kind = product_of(executable), depth_dims(root), root.operands[1].type
    if product is None or batch_dims(root) or not isinstance(kind, TensorType) or len(kind.sizes) != len(depth) + 1:
        return None
    if root.name != "stablehlo.convolution" and list(DotDims(root).rhs_contracted) != depth:
        return None
    return GroupedPanels(kind, depth, product.depth[-1][0], BITS // storage_bits(kind.element), tile_width(schedule))


def panels_of_tile(_executable: Executable, root: Operation, schedule: Schedule) -> Panels | None:
    """What a workgroup of a device has of the columns."""
    kind = root.operands[1].type
    if not isinstance(kind, TensorType) or not kind.is_static or root.get("feature_group_count", 1) > 1:
        return None
    width = schedule["columns"] * schedule["lanes"] // schedule.values.get("groups", 1)
    panels = ColumnPanels(kind, depth_dims(root), width, batch_dims(root))
    is_plain = panels.are_columns and (not panels.padding or panels.columns == [len(kind.shape) - 1])
    return panels if is_plain and not panels.is_as_it_was else None


class Panels(ABC):
    """How a tensor becomes panels of columns, with places of the contraction one after the other in each: a buffer of `type`."""

    READ: ClassVar[dict[str, int]] = {"together": 1}  # what a schedule says that reads them
    type: MemRefType
    key: tuple  # what tells these panels of a tensor from others

    @abstractmethod
    def packed(self, array: np.ndarray) -> np.ndarray:
        """The content of the buffer."""

    @abstractmethod
    def read(self, load: Operation, root: Operation) -> None:
        """Makes what an executable computes of the load of a tensor, by its root, a computation of panels that are loaded."""


class ColumnPanels(Panels):
    """How a tensor of a type becomes panels of `width` columns, of each matrix of the dimensions `batch`; `depth` are those that are no columns."""

    def __init__(self, kind: TensorType, depth: list[int], width: int, batch: list[int] | None = None):
        self.kind, self.depth, self.width, self.batch = kind, depth, width, batch or []
        self.columns = [d for d in range(len(kind.shape)) if d not in (*depth, *self.batch)]
        self.count = prod([kind.sizes[d] for d in self.columns])
        self.panels = -(-self.count // width)
        self.padding = self.panels * width - self.count
        self.places, self.matrices = ([kind.sizes[d] for d in dims] for dims in (depth, self.batch))
        self.type = MemRefType((*self.matrices, self.panels, *self.places, width), kind.element)
        self.key = *self.order, self.type

    @property
    def order(self) -> list[int]:
        return [*self.batch, *self.depth, *self.columns]

    @property
    def is_as_it_was(self) -> bool:
        """Whether columns lie in one panel, behind all places, already."""
        return self.panels == 1 and not self.padding and self.order == list(range(len(self.kind.sizes)))

    @property
    def are_columns(self) -> bool:
        """Whether columns of several dimensions are panels of as many, in which whole dimensions lie, and a part of one at the most."""
        left = self.width
        for size in [self.kind.sizes[d] for d in reversed(self.columns)] if len(self.columns) > 1 else ():
            if size % left == 0:
                return True
            if left % size:
                return False
            left //= size
        return len(self.columns) == 1 or left == 1

    def packed(self, array: np.ndarray) -> np.ndarray:
        rows = array.transpose(self.order).reshape(prod(self.matrices), prod(self.places), self.count)
        if self.padding:
            rows = np.pad(rows, ((0, 0), (0, 0), (0, self.padding)))
        panels = rows.reshape(*rows.shape[:2], self.panels, self.width).transpose(0, 2, 1, 3)
        return np.ascontiguousarray(panels).reshape(self.type.sizes)

    def read(self, load: Operation, root: Operation) -> None:
        """By views of the panels that are what was loaded before."""
        build, first, places = Builder.before(load), len(self.matrices), len(self.places)
        value = build.value("iree.load_input", [load.operands[0]], TensorType(self.type.sizes, self.kind.element))
        value = moved(build, value, [*range(first), *range(first + 1, first + 1 + places), first, first + 1 + places])
        value = shaped(build, value, (*self.matrices, *self.places, self.panels * self.width))
        if self.padding:
            value = cut(build, value, (*self.matrices, *self.places, self.count))
        value = shaped(build, value, [self.kind.sizes[d] for d in self.order])
        load.replace_with(moved(build, value, [self.order.index(d) for d in range(len(self.order))]))


class SlicedPanels(Panels):
    """How a matrix becomes panels of `width` columns, as many of each of the `slices` that its columns are, one slice behind the other. The last panel
    is filled up with zeros in each slice."""

    def __init__(self, kind: TensorType, width: int, slices: int):
        self.kind, self.slices, self.of_each = kind, slices, width // slices
        self.places, columns = kind.sizes
        self.count = columns // slices
        self.panels = -(-self.count // self.of_each)
        self.type = MemRefType((self.panels, self.places, width), kind.element)
        self.key = "slices", slices, self.type

    def packed(self, array: np.ndarray) -> np.ndarray:
        columns = array.reshape(self.places, self.slices, self.count)
        filled = np.pad(columns, ((0, 0), (0, 0), (0, self.panels * self.of_each - self.count)))
        panels = filled.reshape(self.places, self.slices, self.panels, self.of_each).transpose(2, 0, 1, 3)
        return np.ascontiguousarray(panels).reshape(self.type.sizes)

    def read(self, load: Operation, root: Operation) -> None:
        """By views of the panels that are what was loaded before."""
        build, (places, slices) = Builder.before(load), (self.places, self.slices)
        value = build.value("iree.load_input", [load.operands[0]], TensorType(self.type.sizes, self.kind.element))
        value = shaped(build, value, (self.panels, places, slices, self.of_each))
        value = shaped(build, moved(build, value, [1, 2, 0, 3]), (places, slices, self.panels * self.of_each))
        if self.panels * self.of_each > self.count:
            value = cut(build, value, (places, slices, self.count))
        load.replace_with(shaped(build, value, self.kind.sizes))


class GroupedPanels(Panels):
    """How a matrix becomes panels of `width` columns whose places of the contraction stand in groups: `places` of them, the last level, at a time. The
    last group is filled up with zeros."""

    READ: ClassVar[dict[str, int]] = {"together": 1, "grouped": 1}

    def __init__(self, kind: TensorType, depth: list[int], places: int, group: int, width: int):
        self.kind, self.depth, self.places, self.group, self.width = kind, depth, places, group, width
        (self.column,) = [d for d in range(len(kind.sizes)) if d not in depth]
        self.outer, self.count = prod([kind.sizes[d] for d in depth]) // places, kind.sizes[self.column]
        self.type = MemRefType((-(-self.count // width), self.outer, -(-places // group), width, group), kind.element)
        self.key = "groups", *depth, self.type

    def packed(self, array: np.ndarray) -> np.ndarray:
        panels, outer, groups, width, group = self.type.sizes
        rows = array.transpose([*self.depth, self.column]).reshape(outer, self.places, self.count)
        filled = np.zeros((outer, groups * group, panels * width), array.dtype)
        filled[:, : self.places, : self.count] = rows
        return np.ascontiguousarray(filled.reshape(outer, groups, group, panels, width).transpose(3, 0, 1, 4, 2))

    def read(self, load: Operation, root: Operation) -> None:
        """By views of the panels that are what was loaded before."""
        build, (panels, outer, groups, width, group) = Builder.before(load), self.type.sizes
        value = build.value("iree.load_input", [load.operands[0]], TensorType(self.type.sizes, self.kind.element))
        value = shaped(build, moved(build, value, [1, 2, 4, 0, 3]), (outer, groups * group, panels * width))
        order = [*self.depth, self.column]
        if value.type.sizes != (outer, self.places, self.count):
            value = cut(build, value, (outer, self.places, self.count))
        value = shaped(build, value, [self.kind.sizes[d] for d in order])
        load.replace_with(moved(build, value, [order.index(d) for d in range(len(order))]))


class WindowPanels(Panels):
    """How the weights of a convolution over tiles become panels of `width` columns of what its sums are multiplied by."""

    def __init__(self, kind: TensorType, step: int, width: int):
        self.step, self.width = step, width
        _, _, channels, self.count = kind.sizes
        self.type = MemRefType((-(-self.count // width), (step + WINDOW - 1) ** 2, channels, width), kind.element)
        self.key = "winograd", self.type

    def packed(self, array: np.ndarray) -> np.ndarray:
        panels, places, channels, width = self.type.sizes
        shares = np.pad(transformed_weights(array, self.step), ((0, 0), (0, 0), (0, panels * width - self.count)))
        return np.ascontiguousarray(shares.reshape(places, channels, panels, width).transpose(2, 0, 1, 3))

    def read(self, load: Operation, root: Operation) -> None:
        """By a convolution of transformed weights."""
        build = Builder.before(root)
        weights = build.value("iree.load_input", [load.operands[0]], TensorType(self.type.sizes, self.type.element))
        padding = integers(root.attributes.get("padding")) or [0] * 4
        attributes = {"step": IntegerAttr(self.step, I64), "padding": DenseArrayAttr(padding)}
        root.replace_with(build.value(winograd.NAME, [root.operands[0], weights], root.results[0].type, attributes))
        load.erase()


def panels_of_windows(_executable: Executable, root: Operation, schedule: Schedule) -> Panels | None:
    kind = root.operands[1].type
    if root.name != "stablehlo.convolution" or not isinstance(kind, TensorType):
        return None
    return WindowPanels(kind, root.get(TILES), tile_width(schedule))


WAYS = {"register_tile": panels_of_product, "dot_tile": panels_of_groups, "contraction": panels_of_tile, "winograd": panels_of_windows}


def moved(build: Builder, value: Value, permutation: list[int]) -> Value:
    if permutation == list(range(len(permutation))):
        return value
    type = value.type.with_shape([value.type.shape[d] for d in permutation])
    return build.value("stablehlo.transpose", [value], type, {"permutation": DenseArrayAttr(permutation)})


def shaped(build: Builder, value: Value, shape) -> Value:
    type = value.type.with_shape(shape)
    return value if type is value.type else build.value("stablehlo.reshape", [value], type)


def cut(build: Builder, value: Value, shape) -> Value:
    attributes = {
        "start_indices": DenseArrayAttr([0] * len(shape)),
        "limit_indices": DenseArrayAttr(shape),
        "strides": DenseArrayAttr([1] * len(shape)),
    }
    return build.value("stablehlo.slice", [value], value.type.with_shape(shape), attributes)
