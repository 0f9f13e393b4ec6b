"""Makes operations whose shapes are operands into those whose shapes are attributes, where these operands are constants."""

from __future__ import annotations

from tfir.dialects.stablehlo.calls import WHEN_RUN, check_shape_assertion
from tfir.dialects.stablehlo.inference.indexing import size_of_computed_slice
from tfir.dialects.stablehlo.shape_operands import INDICES, given_shapes, shape_operands
from tfir.ir.attributes import ArrayAttr, Attribute, DenseArrayAttr, IntegerAttr
from tfir.ir.builder import Builder
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import nearest_symbol
from tfir.ir.types import I64, ShapedType, TensorType
from tfir.ods.inference import constant_of

TITLE = "StablehloCanonicalizeDynamismPass"
# The static operation, how many operands it keeps, and the attributes that the others become.
STATIC = {
    "stablehlo.dynamic_broadcast_in_dim": ("stablehlo.broadcast_in_dim", 1, ()),
    "stablehlo.dynamic_conv": ("stablehlo.convolution", 2, ("padding",)),
    "stablehlo.dynamic_iota": ("stablehlo.iota", 0, ()),
    "stablehlo.dynamic_reshape": ("stablehlo.reshape", 1, ()),
    "stablehlo.dynamic_pad": ("stablehlo.pad", 2, ("edge_padding_low", "edge_padding_high", "interior_padding")),
    "stablehlo.real_dynamic_slice": ("stablehlo.slice", 1, ("start_indices", "limit_indices", "strides")),
    "stablehlo.dynamic_gather": ("stablehlo.gather", 2, ("slice_sizes",)),
}
ONLY_DYNAMIC = ("known_expanding_dimensions", "known_nonexpanding_dimensions")
CALL, SLICE = "stablehlo.custom_call", "stablehlo.real_dynamic_slice"


def stablehlo_canonicalize_dynamism(root: Operation):
    """Assertions about shapes that hold go; one that does not is an error."""
    for op in list(root.walk()):
        if op.name == CALL:
            CALLS.get(op.get("call_target_name"), drop_shape_operands)(op)
        elif op.name in STATIC and not make_static(op) and op.name == SLICE:
            make_dynamic_slice(op)


def drop_assertion(op: Operation) -> None:
    operands = [constant_of(value) for value in op.operands]
    if any([operand is None for operand in operands]):
        return
    if operands[0] or WHEN_RUN not in op.attributes:
        check_shape_assertion(op, operands)
        op.erase()


def drop_shape_operands(op: Operation) -> None:
    """The operands that say which shapes the results have go where the types of the results say so."""
    if given_shapes(op) is None or not all([is_static(value) for value in op.results]):
        return
    dropped = set(shape_operands(op))
    kept = [number for number in range(len(op.operands)) if number not in dropped]
    attributes = {name: value for name, value in op.attributes.items() if name != INDICES}
    layouts = attributes.get("operand_layouts")
    if isinstance(layouts, ArrayAttr):
        attributes["operand_layouts"] = ArrayAttr([layouts.elements[number] for number in kept])
    replace(op, CALL, [op.operands[number] for number in kept], attributes)


def make_static(op: Operation, whatever_shape: bool = False) -> bool:
    """With `whatever_shape` the result's type is what counts of a shape, although the operand that gives it is no constant."""
    name, count, attributes = STATIC[op.name]
    constants = [constant_of(value) for value in op.operands[count : count + len(attributes) if whatever_shape else None]]
    needs_types = () if attributes else (*op.operands[:count], *op.results) if name == "stablehlo.broadcast_in_dim" else op.results
    if any([constant is None for constant in constants]) or not all([is_static(value) for value in needs_types]):
        return False
    kept = {key: value for key, value in op.attributes.items() if key not in ONLY_DYNAMIC}
    kept |= {key: numbers(key, constant) for key, constant in zip(attributes, constants)}
    replace(op, name, op.operands[:count], kept)
    return True


def numbers(name: str, content) -> Attribute:
    """Numbers as the attribute of a name holds them."""
    if name == "padding":
        return DenseAttr.of([int(number) for number in content.ravel()], TensorType((content.size // 2, 2), I64))
    return DenseArrayAttr([int(number) for number in content], I64)


def make_dynamic_slice(op: Operation) -> None:
    """A slice of a constant size with strides of 1 is a `dynamic_slice`, which takes the place that it begins at apart."""
    sizes = size_of_computed_slice(op)
    if sizes is None:
        return
    element, build = op.operands[1].type.element, Builder.before(op)
    one, number = TensorType((1,), element), TensorType((), element)
    starts = []
    for at in range(len(sizes)):
        bounds = {"start_indices": [at], "limit_indices": [at + 1], "strides": [1]}
        part = build.value("stablehlo.slice", [op.operands[1]], one, {key: DenseArrayAttr(value, I64) for key, value in bounds.items()})
        starts.append(build.value("stablehlo.reshape", [part], number))
    attributes = {**op.attributes, "slice_sizes": DenseArrayAttr(sizes, I64)}
    replace(op, "stablehlo.dynamic_slice", [op.operands[0], *starts], attributes)


def make_top_k(op: Operation) -> None:
    k = constant_of(op.operands[1])
    if k is None:
        return
    replace(op, "chlo.top_k", op.operands[:1], {"k": IntegerAttr(int(k), I64)})


def make_rng_bit_generator(op: Operation) -> None:
    if constant_of(op.operands[1]) is None or not is_static(op.results[1]):
        return
    replace(op, "stablehlo.rng_bit_generator", op.operands[:1], {"rng_algorithm": op.attributes["rng_algorithm"]})


def make_reduce_window(op: Operation) -> None:
    """The function that puts elements together becomes the body."""
    function = nearest_symbol(op, op.get("called_computations")[0], lambda around: around.name == "builtin.module")
    constants = [constant_of(value) for value in op.operands[-5:]]
    if function is None or any([constant is None for constant in constants]):
        return
    names = ("window_dimensions", "window_strides", "base_dilations", "window_dilations", "padding")
    body = function.region.clone({})
    body.blocks[0].terminator.rename("stablehlo.return")
    replace(op, "stablehlo.reduce_window", op.operands[:-5], {name: numbers(name, each) for name, each in zip(names, constants)}, [body])


# What becomes of calls that stand for something else than foreign code; one that is not here may have operands that say its shapes.
CALLS = {
    "shape_assertion": drop_assertion, "stablehlo.dynamic_top_k": make_top_k, "stablehlo.dynamic_reduce_window": make_reduce_window,
    "stablehlo.dynamic_rng_bit_generator": make_rng_bit_generator,
}  # fmt: skip


def is_static(value: Value) -> bool:
    return isinstance(value.type, ShapedType) and value.type.is_static


def replace(op: Operation, name: str, operands, attributes: dict, regions=()) -> None:
    new = Builder.before(op).create(name, operands, [value.type for value in op.results], attributes, regions)
    for old, result in zip(op.results, new.results):
        result.name = old.name
    op.replace_with(new.results)
