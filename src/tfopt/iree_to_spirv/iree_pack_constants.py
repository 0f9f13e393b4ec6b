"""Lays the constants that kernels for processors go through as right operands of products out in the order in which they are read.

A tile reads `vectors * lanes` columns side by side for each place of the contraction. So columns are put together in panels of as many, in which
the places of the contraction follow each other; the last panel is filled up with zeros. What an executable computes is said as before, of a
constant that is transposed back:

    %w = iree.load_input(%arg1 : memref<4x9x8x32xf32>)        4 panels of 32 columns, 9 * 8 places
    %t = stablehlo.transpose %w, dims = [1, 2, 0, 3]
    %r = stablehlo.reshape %t : .. -> tensor<9x8x128xf32>
"""

from __future__ import annotations

from math import prod

import numpy as np
from tfir.ir.attributes import DenseArrayAttr, TypeAttr
from tfir.ir.builder import Builder
from tfir.ir.dense import ElementsAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import FunctionType, MemRefType, TensorType
from tfir.ods.arrays import array_of, dense_of

from tfopt.iree_to_spirv.elements.contraction import Convolution, DotDims
from tfopt.iree_to_spirv.executable import Executable, entries
from tfopt.iree_to_spirv.schedule import ATTRIBUTE, Schedule

AFTER = ("iree-choose-schedules",)
CONSTANT, DISPATCHES = "iree_ll_seq.constant", ("iree_ll_seq.static_dispatch", "iree_ll_seq.dynamic_dispatch")


def iree_pack_constants(module: "Module"):
    """Lay constant right operands of products out as tiles read them."""
    calls: dict[tuple[str, ...], list[Operation]] = {}
    for op in [op for func in module.body for op in func.walk() if op.name in DISPATCHES]:
        calls.setdefault(op.attributes["callee"].path, []).append(op)
    packed: dict = {}
    for executable, _, entry in list(entries(module)):
        if ATTRIBUTE in entry.attributes and Schedule.of(entry).name == "register_tile":
            pack(entry, calls.get((executable.get("sym_name"), entry.get("sym_name")), []), packed)


def pack(entry: Operation, calls: list[Operation], packed: dict) -> None:
    """Packs the right operand of an entry's product, if all that call it pass constants there, which nothing else in it reads."""
    root, schedule = Executable(entry).root, Schedule.of(entry)
    roots = [op for op in entry.body if op.name == root.name]
    load = roots[0].operands[1].op
    if len(roots) != 1 or load is None or load.name != "iree.load_input" or len(load.result.uses) != 1 or len(load.operands[0].uses) != 1:
        return
    argument, depth, kind = load.operands[0], depth_dims(roots[0]), load.result.type
    constants = [call.operands[argument.index].op for call in calls]
    if depth is None or not isinstance(kind, TensorType) or not constants or any([op is None or op.name != CONSTANT for op in constants]):
        return
    panels = Panels(kind, depth, schedule["vectors"] * schedule["lanes"])
    if panels.is_as_it_was or not panels.are_columns:
        return
    load_packed(load, panels)
    for call, constant in zip(calls, constants):
        content = constant.attributes["value"]
        assert isinstance(content, ElementsAttr)
        key = content, *panels.depth, panels.type
        if key not in packed:
            value = dense_of(panels.packed(array_of(content)), panels.type.element)
            packed[key] = Builder.before(constant).value(CONSTANT, [], panels.type, {"value": value})
        operands = list(call.operands)
        operands[argument.index] = packed[key]
        call.set_operands(operands)
    for constant in dict.fromkeys(constants):
        if not constant.result.uses:
            constant.erase()


def depth_dims(root: Operation) -> list[int] | None:
    """The dimensions of the right operand that are summed over, of a matrix product as they stand in it: what is cut off from panels that are
    filled up is then the operand itself. None where it has others than these and columns."""
    if root.name == "stablehlo.convolution":
        d = Convolution(root).dims
        return [*d.kernel_spatial_dimensions, d.kernel_input_feature_dimension]
    names = DotDims(root)
    return None if names.rhs_batch else sorted(names.rhs_contracted)


class Panels:
    """How a tensor of a type becomes panels of `width` columns; `depth` are its dimensions that are no columns."""

    def __init__(self, kind: TensorType, depth: list[int], width: int):
        self.kind, self.depth, self.width = kind, depth, width
        self.columns = [d for d in range(len(kind.shape)) if d not in depth]
        self.count = prod([kind.sizes[d] for d in self.columns])
        self.panels = -(-self.count // width)
        self.padding = self.panels * width - self.count
        self.places = [kind.sizes[d] for d in depth]
        self.type = MemRefType((self.panels, *self.places, width), kind.element)

    @property
    def is_as_it_was(self) -> bool:
        """Whether columns lie in one panel, behind all places, already."""
        return self.panels == 1 and not self.padding and [*self.depth, *self.columns] == list(range(len(self.kind.sizes)))

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
        rows = array.transpose([*self.depth, *self.columns]).reshape(prod(self.places), self.count)
        if self.padding:
            rows = np.pad(rows, ((0, 0), (0, self.padding)))
        return np.ascontiguousarray(rows.reshape(-1, self.panels, self.width).transpose(1, 0, 2)).reshape(self.type.sizes)


def load_packed(load: Operation, panels: Panels) -> None:
    """Loads a packed buffer, and makes of it what was loaded before."""
    build, element = Builder.before(load), panels.kind.element
    argument = load.operands[0]
    argument.retype(panels.type)
    value = build.value("iree.load_input", [argument], TensorType(panels.type.sizes, element))
    last = len(panels.places) + 1
    value = moved(build, value, [*range(1, last), 0, last])
    value = shaped(build, value, (*panels.places, panels.panels * panels.width))
    if panels.padding:
        value = cut(build, value, (*panels.places, panels.count))
    order = [*panels.depth, *panels.columns]
    value = shaped(build, value, [panels.kind.sizes[d] for d in order])
    value = moved(build, value, [order.index(d) for d in range(len(order))])
    entry = load.parent_op
    load.replace_with(value)
    entry.set_attribute("function_type", TypeAttr(FunctionType([each.type for each in entry.body.arguments])))


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
