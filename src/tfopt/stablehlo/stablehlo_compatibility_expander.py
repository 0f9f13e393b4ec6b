"""Says in ops and attributes of an older version what came later: tangents, batching in gather and scatter, groups along a mesh.

Source: openxla/stablehlo, StablehloCompatibilityExpander.cpp.
"""

from __future__ import annotations

from tfir.dialects.stablehlo.attributes import NumbersAttr
from tfir.dialects.stablehlo.meshes import groups_along_axes
from tfir.ir.attributes import BoolAttr, IntegerAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.location import AnyLocation, CallSite, FileLineCol, FusedLocation, NameLocation
from tfir.ir.operations import Operation
from tfir.ir.types import I32, I64, IntegerType, TensorType, Type

from tfopt.arithmetic.complex_numbers import complex_of, imag_of, real_of
from tfopt.arithmetic.tensor import Tensor, building, emit, like, unary
from tfopt.rewrite.pattern import FunctionPattern
from tfopt.stablehlo.optimization import has_usual_accuracy, optimize

TITLE = "StablehloCompatibilityExpanderPass"
OPTIONS = {"target": "The version of the programs that are wanted, such as 1.0.0."}
EXACT = False  # a quotient of sine and cosine is no tangent in its last digits


def stablehlo_compatibility_expander(module: "Module", *, target: str = ""):
    version = version_of(target)
    optimize(module, [pattern for since, patterns in LATER.items() if version < since for pattern in patterns], top_down=True)
    if version < (1, 16, 0):
        for op in module.inside():
            list_groups(op)
    if version < (1, 9, 0):
        forget_ends(module)


def version_of(text: str) -> tuple[int, ...]:
    """The numbers of a version. Raises Error for what is none."""
    numbers = text.split(".")
    if len(numbers) != 3 or not all([number.isdecimal() for number in numbers]):
        what = f"Invalid target version argument '{text}'" if text else "No target version specified."
        raise Error(f"{what} Target version must be of the form `#.#.#`.")
    return tuple([int(number) for number in numbers])


def tangent(op: Operation, rewriter) -> bool:
    """tan(a + ib) is (tan a + i tanh b) / (1 - i tan a tanh b)."""
    if not has_usual_accuracy(op):
        return False
    with building(rewriter.builder):
        x = Tensor(op.operands[0])
        if not x.is_complex:
            return rewriter.replace(op, [(unary("sine", x) / unary("cosine", x)).value])
        tan, tanh = unary("tan", real_of(x)), unary("tanh", imag_of(x))
        numerator, one = complex_of(tan, tanh), like(1.0, tan)
        quotient = numerator / complex_of(one, -(tan * tanh))
    rewriter.revisit(tan.value.op)
    return rewriter.replace(op, [quotient.value])


class Fields:
    """What gather and scatter call the parts of their dimension numbers."""

    def __init__(self, attribute: str, batching: str, of_indices: str, left_out: str, places: str):
        self.attribute, self.batching, self.of_indices, self.left_out, self.places = attribute, batching, of_indices, left_out, places


FIELDS = {
    "stablehlo.gather": Fields(
        "dimension_numbers", "operand_batching_dims", "start_indices_batching_dims", "collapsed_slice_dims", "start_index_map"
    ),
    "stablehlo.scatter": Fields(
        "scatter_dimension_numbers", "input_batching_dims", "scatter_indices_batching_dims", "inserted_window_dims",
        "scatter_dims_to_operand_dims",
    ),
}  # fmt: skip


def indices_for_batches(op: Operation, rewriter) -> bool:
    """A dimension of batches is one that is indexed, by the number of the batch."""
    fields, at = FIELDS[op.name], len(op.results)
    numbers, indices = op.attributes[fields.attribute], op.operands[at]
    batching, of_indices = numbers.fields[fields.batching], numbers.fields[fields.of_indices]
    if not batching or not indices.type.is_static:
        return False
    with building(rewriter.builder):
        op.set_operand(at, with_batches(Tensor(indices), numbers.index_vector_dim, of_indices).value)
    places = (*batching, *numbers.fields[fields.places])
    left_out = tuple(sorted((*batching, *numbers.fields[fields.left_out])))
    new = {fields.batching: (), fields.of_indices: (), fields.left_out: left_out, fields.places: places}
    op.set_attribute(fields.attribute, NumbersAttr(numbers.keyword, numbers.dialect, **{**numbers.fields, **new}))
    is_sorted = op.get("indices_are_sorted", False) and is_ascending(of_indices) and is_ascending(places)
    op.set_attribute("indices_are_sorted", BoolAttr(is_sorted))
    return rewriter.modified(op)


def is_ascending(numbers) -> bool:
    return list(numbers) == sorted(numbers)


def with_batches(indices: Tensor, axis: int, batching: tuple[int, ...]) -> Tensor:
    """Index vectors along an axis, with the number of the batch along each of some other axes in front."""
    element = indices.element
    for batch in batching:
        element = wide_enough(element, indices.shape[batch])
    indices = indices.convert(element)
    shape = (*indices.shape[:axis], 1, *indices.shape[axis + 1 :])
    if axis == indices.rank:
        indices = indices.reshape(*shape)
    counted = [emit("iota", [], TensorType(shape, element), iota_dimension=IntegerAttr(batch)) for batch in batching]
    type = TensorType((*shape[:axis], len(counted) + indices.shape[axis], *shape[axis + 1 :]), element)
    return emit("concatenate", [*counted, indices], type, dimension=IntegerAttr(axis))


def wide_enough(type: Type, size: int) -> Type:
    """A type of integers that holds a size, as narrow as the given one if it can be."""
    return next((each for each in (type, I32) if not isinstance(each, IntegerType) or size <= each.limits[1]), I64)


def list_groups(op: Operation) -> None:
    """Groups along the axes of a mesh become lists of numbers."""
    groups = op.attributes.get("replica_groups")
    if groups is not None and not isinstance(groups, DenseAttr):
        numbers = groups_along_axes(op)
        type = TensorType((len(numbers), len(numbers[0]) if numbers else 0), I64)
        op.set_attribute("replica_groups", DenseAttr.of([number for group in numbers for number in group], type))


def forget_ends(module: Operation) -> None:
    """Older versions know no ranges of a file: each becomes the place where it begins."""
    for op in module.walk():
        op.set_location(beginning(op.location))
        for block in [block for region in op.regions for block in region.blocks]:
            for argument, location in block.argument_locations.items():
                block.set_argument_location(argument, beginning(location))


def beginning(location: AnyLocation) -> AnyLocation:
    """A location in which no range of a file is left."""
    if isinstance(location, FileLineCol) and location.end_column is not None:
        return FileLineCol(location.file, location.line, location.column)
    if isinstance(location, NameLocation) and location.child is not None:
        return NameLocation(location.name, beginning(location.child))
    if isinstance(location, CallSite):
        return CallSite(beginning(location.callee), beginning(location.caller))
    if isinstance(location, FusedLocation):
        return FusedLocation([beginning(each) for each in location.locations], location.metadata)
    return location


# The version that a form came with, and the patterns that say it otherwise.
LATER = {
    (1, 1, 0): [FunctionPattern(FIELDS, indices_for_batches)],
    (1, 4, 0): [FunctionPattern(["stablehlo.tan"], tangent)],
}
