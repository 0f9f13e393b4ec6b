"""What instructions mean of which the table of opcodes does not tell all: for each opcode a function of the body that is written, the
instruction and the values of its operands.
"""

from __future__ import annotations

from tfir.dialects.stablehlo.attributes import NumbersAttr
from tfir.dialects.stablehlo.calls_of_xla import PINS
from tfir.ir.attributes import ArrayAttr, BoolAttr, EnumAttr, IntegerAttr, StringAttr, SymbolRefAttr
from tfir.ir.builder import Builder, single_block_region
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.types import I1, I32, I64, FloatType, IndexType, TensorType
from tfir.ods.arrays import dense_of
from tfir.proto import CustomCallApiVersion

from tftranslate.hlo import calls_of_xla, fields, literals
from tftranslate.hlo.attribute_values import UNSIGNED_32, grid, integers, rows_of
from tftranslate.hlo.element_types import BY_NUMBER, TUPLE
from tftranslate.hlo.opcodes import opcodes
from tftranslate.hlo.shapes import TOKEN_TYPE, leaf_types, leaves, major_to_minor, type_of
from tftranslate.hlo.text.attributes import is_braced
from tftranslate.hlo.text.shapes import shape_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from tfir.ir.attributes import Attribute
    from tfir.ir.types import Type
    from tfir.proto import HloInstructionProto, LiteralProto, ShapeProto

    from tftranslate.hlo.import_module import Body

    Values = list[Value]
    Conversion = Callable[[Body, HloInstructionProto, list[Values]], Values]


def parameter(body: Body, instruction: HloInstructionProto, operands: list[Values]) -> Values:
    if not 0 <= instruction.parameter_number < len(body.parameters):
        raise Error(f"there is no parameter {instruction.parameter_number}")
    values = body.parameters[instruction.parameter_number]
    if len(values) == 1 and values[0].name is None:  # of a branch it is what the conditional is given, which has a name
        values[0].name = instruction.name
    for value in values:
        if value.owner is body.block:
            body.block.set_argument_location(value, body.builder.location)
    return values


def constant(body: Body, instruction: HloInstructionProto, operands: list[Values]) -> Values:
    return [
        body.builder.value("stablehlo.constant", (), TensorType(each.shape.dimensions, _element(each)), {"value": _dense(each)})
        for each in literal_leaves(instruction.literal)
    ]


def literal_leaves(literal: LiteralProto) -> list[LiteralProto]:
    if not literals.is_tuple(literal):
        return [literal]
    return [leaf for each in literal.tuple_literals for leaf in literal_leaves(each)]


def _element(literal: LiteralProto) -> Type:
    if literal.shape.element_type not in BY_NUMBER:
        raise Error(f"a constant has elements of XLA's type number {literal.shape.element_type}")
    return BY_NUMBER[literal.shape.element_type].type


def _dense(literal: LiteralProto) -> Any:
    return dense_of(literals.array_of(literal), _element(literal))


def tuple_of(body: Body, instruction: HloInstructionProto, operands: list[Values]) -> Values:
    return [value for each in operands for value in each]


def get_tuple_element(body: Body, instruction: HloInstructionProto, operands: list[Values]) -> Values:
    shape = body.shapes[instruction.operand_ids[0]] if instruction.operand_ids else instruction.shape
    index = instruction.tuple_index
    if shape.element_type != TUPLE or not 0 <= index < len(shape.tuple_shapes):
        raise Error(f"{shape_text(shape)} has no element {index}")
    start = sum([len(leaves(each)) for each in shape.tuple_shapes[:index]])
    return operands[0][start : start + len(leaves(shape.tuple_shapes[index]))]


def same(body: Body, instruction: HloInstructionProto, operands: list[Values]) -> Values:
    """What gives its first operand: a copy, a domain, what waits for a token."""
    return operands[0]


def part_of_start(body: Body, instruction: HloInstructionProto, operands: list[Values]) -> Values:
    """What an asynchronous operation has begun: its result stands behind its operands in the tuple of the start."""
    return [value for value in operands[0] if value.type in leaf_types(instruction.shape)][-len(leaves(instruction.shape)) :]


def bitcast(body: Body, instruction: HloInstructionProto, operands: list[Values]) -> Values:
    """The same bytes under another shape and layout: as they lie in memory, then as the shape says, then as its dimensions are numbered."""
    from_shape, to_shape, value = body.shapes[instruction.operand_ids[0]], instruction.shape, operands[0][0]
    if not isinstance(type_of(to_shape), TensorType) or not isinstance(value.type, TensorType):
        raise Error("a bitcast of what is no array has no counterpart in StableHLO")
    source = major_to_minor(from_shape)
    if source != sorted(source):
        value = transposed(body, value, source)
    order = major_to_minor(to_shape)
    element = type_of(to_shape).element
    laid_out = TensorType([to_shape.dimensions[dim] for dim in order], element)
    if element != value.type.element:
        value = body.one(
            "stablehlo.bitcast_convert", [value], laid_out if _rank_follows(value.type, laid_out) else value.type.with_element(element)
        )
    if value.type != laid_out:
        value = body.one("stablehlo.reshape", [value], laid_out)
    if order != sorted(order):
        value = transposed(body, value, [order.index(dim) for dim in range(len(order))])
    return [value]


def _rank_follows(given: Any, other: Any) -> bool:
    return len(given.shape) != len(other.shape) or given.shape == other.shape


def transposed(body: Body, value: Value, order: list[int]) -> Value:
    type = TensorType([value.type.shape[dim] for dim in order], value.type.element)
    return body.one("stablehlo.transpose", [value], type, {"permutation": integers(order)})


def call(body: Body, instruction: HloInstructionProto, operands: list[Values]) -> Values:
    """A call or a fusion. One that is marked as a composite is that."""
    name = body.importer.function_name(instruction.called_computation_ids[0])
    flat = [value for each in operands for value in each]
    attributes: dict[str, Attribute] = {"callee": SymbolRefAttr(name)}
    told = dict(instruction.frontend_attributes.map)
    if instruction.is_composite and "composite.name" in told:
        op = body.builder.create("stablehlo.composite", flat, leaf_types(instruction.shape), composite_attributes(name, told))
        instruction.frontend_attributes.map.clear()
        return list(op.results)
    if instruction.opcode == "fusion":
        attributes["mhlo.fusion_kind"] = StringAttr(instruction.fusion_kind or "kLoop")
    return list(body.builder.create("func.call", flat, leaf_types(instruction.shape), attributes).results)


def composite_attributes(decomposition: str, told: dict[str, str]) -> dict[str, Any]:
    attributes: dict[str, Any] = {"name": StringAttr(told["composite.name"]), "decomposition": SymbolRefAttr(decomposition)}
    if told.get("composite.attributes", "{}") != "{}":
        attributes["composite_attributes"] = parsed(told["composite.attributes"])
    if told.get("composite.version", "0") != "0":
        attributes["version"] = IntegerAttr(int(told["composite.version"]), I32)
    return attributes


def parsed(text: str) -> Attribute:
    """An attribute that stands as IR's text in a string. Raises Error where it is none."""
    from tfir.dialects import dialect, lookup
    from tfir.ir.location import Source
    from tfir.text.parser import Parser

    return Parser(Source("attribute", text), lookup, dialect).attribute()


def while_loop(body: Body, instruction: HloInstructionProto, operands: list[Values]) -> Values:
    inside, condition = instruction.called_computation_ids
    regions = [body.importer.region(condition), body.importer.region(inside)]
    return list(body.builder.create("stablehlo.while", operands[0], leaf_types(instruction.shape), {}, regions).results)


def conditional(body: Body, instruction: HloInstructionProto, operands: list[Values]) -> Values:
    """Branches take an operand each; those of IR see it where it stands."""
    is_if = operands[0][0].type.element.text == "i1"
    regions = []
    for id, given in zip(instruction.called_computation_ids, operands[1:]):
        block = Block()
        results = body.importer.convert(body.importer.computation(id), block, [given])
        block.append(Operation("stablehlo.return", results))
        regions.append(Region([block]))
    name = "stablehlo.if" if is_if else "stablehlo.case"
    return list(body.builder.create(name, operands[0], leaf_types(instruction.shape), {}, regions).results)


def product(body: Body, instruction: HloInstructionProto, operands: list[Values]) -> Values:
    """A product or convolution; where operands have other elements than each other they become those of the result first, as in XLA."""
    kinds: list[Any] = [operand[0].type for operand in operands[:2]]
    if kinds[0].element != kinds[1].element:
        element = type_of(instruction.shape).element
        converted = [[body.one("stablehlo.convert", each, kind.with_element(element))] for each, kind in zip(operands, kinds)]
        operands = [*converted, *operands[2:]]
    return body.by_table(opcodes()[instruction.opcode], instruction, operands)


def dynamic_slice(body: Body, instruction: HloInstructionProto, operands: list[Values]) -> Values:
    """A slice, or its update, whose starts old programs have in one operand."""
    *given, last = operands
    type: Any = last[0].type
    if len(type.shape) == 1 and len(operands) == (2 if instruction.opcode == "dynamic-slice" else 3):
        one, scalar = type.with_shape([1]), type.with_shape([])
        starts = [body.one("stablehlo.slice", last, one, slice_of(at)) for at in range(type.shape[0])]
        operands = [*given, *[[body.one("stablehlo.reshape", [start], scalar)] for start in starts]]
    return body.by_table(opcodes()[instruction.opcode], instruction, operands)


def slice_of(at: int, rest: Sequence[int] = ()) -> dict[str, Any]:
    """One step of the first dimension, and all of those behind it."""
    zeros, ones = [0] * len(rest), [1] * len(rest)
    return {
        "start_indices": integers([at, *zeros]),
        "limit_indices": integers([at + 1, *rest]),
        "strides": integers([1, *ones]),
    }


def rng(body: Body, instruction: HloInstructionProto, operands: list[Values]) -> Values:
    """StableHLO takes the shape as an operand."""
    type = type_of(instruction.shape)
    sizes = DenseAttr.of(list(type.sizes), TensorType([len(type.sizes)], I64))
    shape = body.one("stablehlo.constant", (), sizes.type, {"value": sizes})
    return [body.one("stablehlo.rng", [operands[0][0], operands[1][0], shape], type, fields.rng_attributes(instruction))]


def all_to_all(body: Body, instruction: HloInstructionProto, operands: list[Values]) -> Values:
    """With a dimension an array is split along it; without one each operand goes to one device of the group."""
    if not instruction.dimensions:
        return all_to_all_of_operands(body, instruction, operands)
    dimension = instruction.dimensions[0]
    return exchanged(body, instruction, operands[0], dimension, leaf_types(instruction.shape))


def all_to_all_of_operands(body: Body, instruction: HloInstructionProto, operands: list[Values]) -> Values:
    """The operands are rows of one array, which is split by rows."""
    values = [value for each in operands for value in each]
    type, count = values[0].type, len(values)
    if any([value.type != type for value in values]):
        raise Error("an all-to-all of operands of several types")
    row, stack = type.with_shape([1, *type.shape]), type.with_shape([count, *type.shape])
    rows = [body.one("stablehlo.reshape", [value], row) for value in values]
    stacked = body.one("stablehlo.concatenate", rows, stack, {"dimension": IntegerAttr(0)})
    received = exchanged(body, instruction, [stacked], 0, [stack], count)[0]
    parts = [body.one("stablehlo.slice", [received], row, slice_of(at, type.shape)) for at in range(count)]
    return [body.one("stablehlo.reshape", [part], type) for part in parts]


def exchanged(body: Body, instruction: HloInstructionProto, operands: Values, dimension: int, types: list[Type], count: int = 0) -> Values:
    """What each device gets; where the instruction says no groups, that of all devices, of which there are as many as operands, or as the module says."""
    groups = fields.group_attributes(instruction)
    groups.pop("use_global_device_ids", None)
    rows = rows_of(groups["replica_groups"])
    if not rows:
        rows = [list(range(count or body.importer.devices(instruction.channel_id > 0)))]
        groups["replica_groups"] = grid(rows)
    attributes = {
        "split_dimension": IntegerAttr(dimension), "concat_dimension": IntegerAttr(dimension),
        "split_count": IntegerAttr(len(rows[0])), **groups,
    }  # fmt: skip
    return list(body.builder.create("stablehlo.all_to_all", operands, types, attributes).results)


def custom_call(body: Body, instruction: HloInstructionProto, operands: list[Values]) -> Values:
    flat = [value for each in operands for value in each]
    if instruction.custom_call_target == TOP_K and len(flat) == 1:
        types = leaf_types(instruction.shape)
        if len(types) != 2 or not isinstance(types[0], TensorType) or not types[0].shape:
            raise Error(f"{instruction.name} calls {TOP_K}, which gives two arrays")
        return list(body.builder.create("chlo.top_k", flat, types, {"k": IntegerAttr(types[0].shape[-1])}).results)
    attributes: dict[str, Any] = {"call_target_name": StringAttr(instruction.custom_call_target)}
    version = instruction.custom_call_api_version
    if instruction.custom_call_has_side_effect:
        attributes["has_side_effect"] = True
    config = instruction.backend_config.decode("utf-8", "surrogateescape")
    if config:
        is_typed = version == CustomCallApiVersion.Value("API_VERSION_TYPED_FFI") and is_braced(config)
        attributes["backend_config"] = parsed(config) if is_typed else StringAttr(config)
    if version:
        attributes["api_version"] = IntegerAttr(version, I32)
    if instruction.called_computation_ids:
        attributes["called_computations"] = ArrayAttr(
            [SymbolRefAttr(body.importer.function_name(id)) for id in instruction.called_computation_ids]
        )
    if instruction.constrain_layout:
        given = [leaf for shape in instruction.operand_shapes_with_layout for leaf in leaves(shape)]
        attributes["operand_layouts"] = layouts(given)
        attributes["result_layouts"] = layouts(leaves(instruction.shape))
    if instruction.output_operand_aliasing and instruction.custom_call_target not in PINS:
        attributes["output_operand_aliases"] = ArrayAttr([alias(each) for each in instruction.output_operand_aliasing])
    return list(body.builder.create("stablehlo.custom_call", flat, leaf_types(instruction.shape), attributes).results)


def layouts(shapes: list[ShapeProto]) -> ArrayAttr:
    return ArrayAttr(
        [DenseAttr.of(list(shape.layout.minor_to_major), TensorType([len(shape.layout.minor_to_major)], IndexType())) for shape in shapes]
    )


def alias(message: Any) -> NumbersAttr:
    return NumbersAttr(
        "output_operand_alias", output_tuple_indices=tuple(message.output_shape_index), operand_index=message.operand_index,
        operand_tuple_indices=tuple(message.operand_shape_index),
    )  # fmt: skip


def send(body: Body, instruction: HloInstructionProto, operands: list[Values]) -> Values:
    """Of the tuple that HLO gives, what is sent, a context and a token, the token is all that is used."""
    token = body.one(
        "stablehlo.send", [value for each in operands for value in each], TOKEN_TYPE, fields.PAIRS["send"].attributes(instruction)
    )
    context = DenseAttr.of(0, TensorType([], UNSIGNED_32))
    return [*operands[0], body.one("stablehlo.constant", (), context.type, {"value": context}), token]


def recv(body: Body, instruction: HloInstructionProto, operands: list[Values]) -> Values:
    types = leaf_types(instruction.shape)
    op = body.builder.create("stablehlo.recv", operands[0], [*types[:-2], TOKEN_TYPE], fields.PAIRS["recv"].attributes(instruction))
    context = DenseAttr.of(0, TensorType([], UNSIGNED_32))
    return [*op.results[:-1], body.one("stablehlo.constant", (), context.type, {"value": context}), op.results[-1]]


def recv_done(body: Body, instruction: HloInstructionProto, operands: list[Values]) -> Values:
    return [*operands[0][:-2], operands[0][-1]]


def send_done(body: Body, instruction: HloInstructionProto, operands: list[Values]) -> Values:
    return operands[0][-1:]


def after_all(body: Body, instruction: HloInstructionProto, operands: list[Values]) -> Values:
    return [body.one("stablehlo.after_all", tuple_of(body, instruction, operands), TOKEN_TYPE)]


def async_start(body: Body, instruction: HloInstructionProto, operands: list[Values]) -> Values:
    """The computation is called at once; what else its tuple holds is its operands."""
    flat = [value for each in operands for value in each]
    name = body.importer.function_name(instruction.called_computation_ids[0])
    result = instruction.shape.tuple_shapes[1]
    results = body.builder.create("func.call", flat, leaf_types(result), {"callee": SymbolRefAttr(name)}).results
    return [*flat, *results, *contexts(body, list(instruction.shape.tuple_shapes[2:]))]


def contexts(body: Body, shapes: list[ShapeProto]) -> Values:
    """Numbers in the tuple of a start that only XLA's runtime looks at."""
    zeros = []
    for shape in [leaf for each in shapes for leaf in leaves(each)]:
        zero = DenseAttr.of(0, type_of(shape))
        zeros.append(body.one("stablehlo.constant", (), zero.type, {"value": zero}))
    return zeros


def started(opcode: str) -> Conversion:
    """A collective that is begun: what it computes, in the tuple that its start gives."""

    def convert(body: Body, instruction: HloInstructionProto, operands: list[Values]) -> Values:
        whole = instruction.shape
        inner = type(instruction)()
        inner.CopyFrom(instruction)
        inner.opcode = opcode
        if opcode != "all-reduce":
            inner.shape.CopyFrom(whole.tuple_shapes[1])
        if opcode == calls_of_xla.PERMUTE:
            results = calls_of_xla.permute(body, inner, operands)
        else:
            results = body.by_table(opcodes()[opcode], inner, operands)
        if opcode == "all-reduce":
            return results
        given = [value for each in operands for value in each][: len(leaves(whole.tuple_shapes[0]))]  # in place what is sent alone
        return [*given, *results, *contexts(body, list(whole.tuple_shapes[2:]))]

    return convert


def copy_start(body: Body, instruction: HloInstructionProto, operands: list[Values]) -> Values:
    return [*operands[0], *operands[0], *contexts(body, list(instruction.shape.tuple_shapes[2:]))]


def dynamic_reshape(body: Body, instruction: HloInstructionProto, operands: list[Values]) -> Values:
    sizes = [each[0] for each in operands[1:]]
    type = TensorType([1], sizes[0].type.element)
    rows = [body.one("stablehlo.reshape", [size], type) for size in sizes]
    shape = body.one("stablehlo.concatenate", rows, TensorType([len(rows)], type.element), {"dimension": IntegerAttr(0)})
    return [body.one("stablehlo.dynamic_reshape", [operands[0][0], shape], type_of(instruction.shape))]


def iota(body: Body, instruction: HloInstructionProto, operands: list[Values]) -> Values:
    return [body.one("stablehlo.iota", (), type_of(instruction.shape), fields.PAIRS["iota"].attributes(instruction))]


def top_k(body: Body, instruction: HloInstructionProto, operands: list[Values]) -> Values:
    if not instruction.largest:
        return least(body, instruction, operands)
    return body.by_table(opcodes()["topk"], instruction, operands)


def least(body: Body, instruction: HloInstructionProto, operands: list[Values]) -> Values:
    """The first elements of what is sorted in total order, of equal ones those in front."""
    value, types = operands[0][0], leaf_types(instruction.shape)
    last = len(value.type.shape) - 1
    if last < 0 or len(types) != 2:
        raise Error(f"{instruction.name} takes an array and gives two")
    places = body.one("stablehlo.iota", (), value.type.with_element(types[1].element), {"iota_dimension": IntegerAttr(last)})
    scalar = TensorType([], value.type.element)
    region, block = single_block_region([scalar, scalar, *[TensorType([], types[1].element)] * 2])
    inside = Builder.at_end(block, body.builder.location)
    order = {"comparison_direction": EnumAttr("stablehlo.comparison_direction", "LT")}
    if isinstance(scalar.element, FloatType):
        order["compare_type"] = EnumAttr("stablehlo.comparison_type", "TOTALORDER")
    inside.create("stablehlo.return", [inside.value("stablehlo.compare", block.arguments[:2], TensorType([], I1), order)])
    attributes = {"dimension": IntegerAttr(last), "is_stable": BoolAttr(True)}
    results = body.builder.create("stablehlo.sort", [value, places], [value.type, places.type], attributes, [region]).results
    bounds = {
        "start_indices": integers([0] * (last + 1)), "limit_indices": integers(types[0].shape),
        "strides": integers([1] * (last + 1)),
    }  # fmt: skip
    return [body.one("stablehlo.slice", [result], type, bounds) for result, type in zip(results, types)]


CONVERSIONS: dict[str, Conversion] = {
    "parameter": parameter, "constant": constant, "tuple": tuple_of, "get-tuple-element": get_tuple_element, "iota": iota,
    **dict.fromkeys(("copy", "domain", "add-dependency", "all-reduce-done", "async-update"), same),
    **dict.fromkeys(("all-gather-done", "collective-permute-done", "async-done", "copy-done"), part_of_start),
    "bitcast": bitcast, "call": call, "fusion": call, "while": while_loop, "conditional": conditional, "rng": rng, "all-to-all": all_to_all,
    "custom-call": custom_call, "send": send, "recv": recv, "recv-done": recv_done, "send-done": send_done, "after-all": after_all,
    "async-start": async_start, "copy-start": copy_start, "dynamic-reshape": dynamic_reshape, "topk": top_k,
    "dot": product, "convolution": product, "dynamic-slice": dynamic_slice, "dynamic-update-slice": dynamic_slice,
    **{f"{opcode}-start": started(opcode) for opcode in ("all-gather", "all-reduce", "collective-permute")}, **calls_of_xla.CONVERSIONS,
}  # fmt: skip
# How many operands, called computations and parts of its tuple each of these conversions looks at.
TOP_K = "TopK"  # what XLA's passes for CPUs make of a sort of which the first elements are kept
LEAST = {
    "topk": (1, 0, 0),
    **dict.fromkeys(("get-tuple-element", "copy", "domain", "add-dependency", "bitcast", "all-to-all", "recv", "recv-done"), (1, 0, 0)),
    **dict.fromkeys(("all-reduce-done", "async-update", "all-gather-done", "collective-permute-done", "async-done", "copy-done"), (1, 0, 0)),
    "rng": (2, 0, 0), "dynamic-reshape": (2, 0, 0), "send": (2, 0, 3), "send-done": (1, 0, 0), "while": (1, 2, 0), "conditional": (2, 1, 0),
    "call": (0, 1, 0), "fusion": (0, 1, 0), "async-start": (0, 1, 2), "copy-start": (1, 0, 2),
    "all-gather-start": (1, 0, 2), "collective-permute-start": (1, 0, 2),
    "dot": (2, 0, 0), "convolution": (2, 0, 0), "dynamic-slice": (1, 0, 0), "dynamic-update-slice": (2, 0, 0),
}  # fmt: skip
# Of opcodes that may be given tuples without elements: how many of their operands are none.
TAKES_EMPTY = {"while": 0, "conditional": 1}
