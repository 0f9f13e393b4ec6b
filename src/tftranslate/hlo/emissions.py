"""How ops are written as instructions: for each a function of the computation that is written and the op, which gives the numbers of the
instructions that stand for its results.
"""

from __future__ import annotations

from tfir.dialects import lookup
from tfir.dialects.stablehlo.attributes import NumbersAttr
from tfir.dialects.stablehlo.calls_of_xla import PINS
from tfir.ir.attributes import DictAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import I32, TensorType
from tfir.ods.arrays import array_of
from tfir.proto import ShapeProto

from tftranslate.hlo import calls_of_xla, fields, literals, shardy
from tftranslate.hlo.attribute_values import UNSIGNED_32
from tftranslate.hlo.computation_writer import text_bytes
from tftranslate.hlo.element_types import BUFFER, TOKEN, TUPLE
from tftranslate.hlo.opcodes import opcodes
from tftranslate.hlo.shapes import result_shape, shape_of, tuple_shape
from tftranslate.hlo.text.shapes import UNBOUNDED
from tftranslate.region_values import taken_from_outside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from tfir.ir.attributes import Attribute
    from tfir.ir.operations import Value
    from tfir.ir.types import Type

    from tftranslate.hlo.computation_writer import Body

    Emission = Callable[[Body, Operation], list[int]]

LARGEST_WRITTEN_OUT = 1024  # elements of a constant that are all alike; of more it is a broadcast
LOWERED_BY = {
    "chlo": "--chlo-legalize-to-stablehlo", "tf": "tf-opt --pipeline=stablehlo", "tfg": "tf-opt --pipeline=stablehlo",
    "tf_executor": "tf-opt --pipeline=stablehlo", "shape": "--shape-legalize-to-stablehlo", "vhlo": "--vhlo-legalize-to-stablehlo",
}  # fmt: skip


def by_table(body: Body, op: Operation) -> list[int]:
    """An instruction whose operands, called computations and results are those of the op."""
    opcode = BY_OP.get(op.name)
    if opcode is None:
        way = LOWERED_BY.get(op.dialect)
        hint = f"; {way} makes StableHLO of it" if way else ""
        if not way and any([isinstance(value.type, TensorType) and not value.type.is_static for value in op.results]):
            hint = ", since it has sizes that are computed; `tf-opt --input-shapes=..` or `--default-batch=N` in front says them"
        elif "dynamic_" in op.name:
            hint = "; --stablehlo-canonicalize-dynamism makes one of known sizes of it where what says them is constant"
        raise Error(f"XLA has no instruction for '{op.name}'{hint}")
    pair = fields.pair_of(opcode)
    operands = body.operands(op)
    called = [body.region(op, region, f"{opcode.name}_region_{number}") for number, region in enumerate(op.regions)]
    instruction = body.add(opcode.name, result_shape([value.type for value in op.results]), operands, opcode.name)
    instruction.called_computation_ids.extend(called)
    pair.fill(op, instruction)
    return body.many(instruction, len(op.results))


def constant(body: Body, op: Operation) -> list[int]:
    attribute: Any = op.attributes["value"]
    shape = shape_of(op.results[0].type)
    if isinstance(attribute, DenseAttr) and attribute.is_splat and attribute.type.size > LARGEST_WRITTEN_OUT:
        one = DenseAttr(TensorType([], attribute.type.element), attribute.blob, True)
        scalar = body.add("constant", shape_of(one.type))
        scalar.literal.CopyFrom(literals.literal_of(array_of(one), scalar.shape))
        return [body.add("broadcast", shape, [scalar.id]).id]
    instruction = body.add("constant", shape)
    instruction.literal.CopyFrom(literals.literal_of(array_of(attribute), shape))
    return [instruction.id]


def call(body: Body, op: Operation) -> list[int]:
    kind = op.get("mhlo.fusion_kind")
    computation = body.exporter.called(op, op.attributes["callee"].root)
    instruction = body.add("fusion" if kind else "call", result_shape([value.type for value in op.results]), body.operands(op))
    instruction.called_computation_ids.append(computation)
    if kind:
        instruction.fusion_kind = kind
    return body.many(instruction, len(op.results))


def composite(body: Body, op: Operation) -> list[int]:
    """A call that says what it is composed of. XLA itself reads none that has several results: where HLO has an instruction for the op that is
    named, as for `chlo.top_k`, that is written, as XLA does."""
    named = op_named(op)
    if named is not None:
        return by_table(body, named)
    computation = body.exporter.called(op, op.attributes["decomposition"].root)
    instruction = body.add("call", result_shape([value.type for value in op.results]), body.operands(op))
    instruction.called_computation_ids.append(computation)
    instruction.is_composite = True
    told = {"composite.name": op.get("name"), "composite.attributes": str(op.attributes.get("composite_attributes", "{}"))}
    for key, text in {**told, "composite.version": str(op.get("version", 0))}.items():
        instruction.frontend_attributes.map[key] = text
    return body.many(instruction, len(op.results))


def op_named(op: Operation) -> Operation | None:
    """The op that a composite of several results stands for, where HLO has an instruction for it, and there are no attributes that the op lacks."""
    name, attributes = op.get("name"), op.attributes.get("composite_attributes")
    own = {} if attributes is None else dict(attributes.entries)
    definition = lookup(name) if name in BY_OP and len(op.results) > 1 else None
    if definition is None or not own.keys() <= definition.signature.attributes.keys():
        return None
    return Operation.draft(name, op.operands, [result.type for result in op.results], own)


def while_loop(body: Body, op: Operation) -> list[int]:
    condition, inside = op.regions
    outside = taken_from_outside(op.regions)
    carried = [shape_of(value.type) for value in op.operands]
    called = [
        body.region_of_tuple(inside, carried, outside, "while_body", True),
        body.region_of_tuple(condition, carried, outside, "while_condition", False),
    ]
    start = body.together([*body.operands(op), *[body.id_of(value) for value in outside]])
    instruction = body.add("while", body.shape(start), [start])
    instruction.called_computation_ids.extend(called)
    return body.many(instruction, len(carried) + len(outside))[: len(carried)]


def conditional(body: Body, op: Operation) -> list[int]:
    called, operands = [], [body.id_of(op.operands[0])]
    for number, region in enumerate(op.regions):
        outside = taken_from_outside([region])
        called.append(body.region_of_tuple(region, [], outside, f"branch_{number}", False))
        operands.append(body.together([body.id_of(value) for value in outside]))
    instruction = body.add("conditional", result_shape([value.type for value in op.results]), operands)
    instruction.called_computation_ids.extend(called)
    return body.many(instruction, len(op.results))


def dot(body: Body, op: Operation) -> list[int]:
    """A product without batches, of matrices and vectors."""
    instruction = body.add("dot", shape_of(op.results[0].type), body.operands(op))
    numbers = instruction.dot_dimension_numbers
    numbers.lhs_contracting_dimensions.append(len(op.operands[0].type.shape) - 1)
    numbers.rhs_contracting_dimensions.append(0)
    fields.fill_precisions(op, instruction)
    return [instruction.id]


def broadcast(body: Body, op: Operation) -> list[int]:
    """New dimensions in front."""
    instruction = body.add("broadcast", shape_of(op.results[0].type), body.operands(op))
    rank, added = len(op.results[0].type.shape), len(op.attributes["broadcast_sizes"])
    instruction.dimensions.extend(range(added, rank))
    return [instruction.id]


def broadcast_in_dim(body: Body, op: Operation) -> list[int]:
    """Dimensions of one element that grow are dropped before: XLA's broadcast has dimensions of the same size."""
    operand, result, dims = op.operands[0], op.results[0].type, list(op.attributes["broadcast_dimensions"])
    kept = [at for at, dim in enumerate(dims) if operand.type.shape[at] == result.shape[dim]]
    id = body.id_of(operand)
    if len(kept) < len(dims):
        type = operand.type.with_shape([operand.type.shape[at] for at in kept])
        id = body.add("reshape", shape_of(type), [id]).id
    if sorted(dims) != dims:
        order = sorted(kept, key=lambda at: dims[at])
        type = operand.type.with_shape([operand.type.shape[at] for at in order])
        turned = body.add("transpose", shape_of(type), [id])
        turned.dimensions.extend([kept.index(at) for at in order])
        id, kept = turned.id, order
    instruction = body.add("broadcast", shape_of(result), [id])
    instruction.dimensions.extend([dims[at] for at in kept])
    return [instruction.id]


def dynamic_reshape(body: Body, op: Operation) -> list[int]:
    """Each size is an operand of its own, a scalar of 32 bits. XLA has arrays of bounded sizes alone; those of a type that says all count."""
    if UNBOUNDED in (shape := shape_of(op.results[0].type)).dimensions:
        return by_table(body, op)
    operand, sizes = op.operands
    if op.results[0].type.is_static and operand.type.is_static:
        return [body.add("reshape", shape, [body.id_of(operand)]).id]
    scalars = scalars_of(sizes)
    ids = [body.id_of(scalar) for scalar in scalars] if scalars else [element(body, sizes, at) for at in range(sizes.type.shape[0])]
    if sizes.type.element is not I32:
        ids = [body.add("convert", shape_of(TensorType([], I32)), [id]).id for id in ids]
    return [body.add("dynamic-reshape", shape, [body.id_of(operand), *ids]).id]


def element(body: Body, vector: Value, at: int) -> int:
    part = body.add("slice", shape_of(vector.type.with_shape([1])), [body.id_of(vector)])
    part.slice_dimensions.add(start=at, limit=at + 1, stride=1)
    return body.add("reshape", shape_of(vector.type.with_shape([])), [part.id]).id


def scalars_of(sizes: Value) -> list[Value]:
    """The scalars that a vector is put together of, as reading has it; none where it is made otherwise."""
    joined = sizes.op
    if joined is None or joined.name != "stablehlo.concatenate":
        return []
    rows = [value.op for value in joined.operands]
    if not all([row is not None and row.name == "stablehlo.reshape" and not row.operands[0].type.shape for row in rows]):
        return []
    return [row.operands[0] for row in rows]


def unless_sizes(body: Body, op: Operation) -> list[int]:
    """What only puts the sizes of a reshape together has no instruction."""
    return [] if is_of_sizes(op) else by_table(body, op)


def is_of_sizes(op: Operation) -> bool:
    users = list(op.results[0].users)
    if op.name == "stablehlo.reshape":
        return (
            not op.operands[0].type.shape
            and bool(users)
            and all([user.name == "stablehlo.concatenate" and is_of_sizes(user) for user in users])
        )
    asked = [user.name == "stablehlo.dynamic_reshape" and user.operands[1] is op.results[0] for user in users]
    return bool(users) and all(asked) and bool(scalars_of(op.results[0]))


def rng(body: Body, op: Operation) -> list[int]:
    """HLO takes the shape from the type."""
    instruction = body.add("rng", shape_of(op.results[0].type), body.operands(op)[:2])
    fields.fill_rng(op, instruction)
    return [instruction.id]


def barrier(body: Body, op: Operation) -> list[int]:
    operand = body.together(body.operands(op))
    return body.many(body.add("opt-barrier", body.shape(operand), [operand]), len(op.results))


def tuple_of(body: Body, op: Operation) -> list[int]:
    return [body.make_tuple(body.operands(op))]


def get_tuple_element(body: Body, op: Operation) -> list[int]:
    return [body.element(body.id_of(op.operands[0]), op.attributes["index"].value)]


def token(body: Body, op: Operation) -> list[int]:
    return [body.add("after-all", ShapeProto(element_type=TOKEN), body.operands(op)).id]


def infeed(body: Body, op: Operation) -> list[int]:
    """HLO gives a pair of what is read and a token."""
    types = [value.type for value in op.results]
    read = result_shape(types[:-1])
    instruction = body.add("infeed", tuple_shape([read, shape_of(types[-1])]), body.operands(op))
    fields.fill_infeed(op, instruction)
    data, after = body.elements(instruction.id)
    return [*(body.elements(data) if read.element_type == TUPLE else [data]), after]


def outfeed(body: Body, op: Operation) -> list[int]:
    *data, before = body.operands(op)
    written = body.together(data)
    instruction = body.add("outfeed", ShapeProto(element_type=TOKEN), [written, before])
    instruction.outfeed_shape.CopyFrom(body.shape(written))
    fields.fill_outfeed(op, instruction)
    return [instruction.id]


def send(body: Body, op: Operation) -> list[int]:
    *data, before = body.operands(op)
    sent = body.together(data)
    shape = tuple_shape([body.shape(sent), CONTEXT, ShapeProto(element_type=TOKEN)])
    begun = body.add("send", shape, [sent, before])
    fields.PAIRS["send"].fill(op, begun)
    done = body.add("send-done", ShapeProto(element_type=TOKEN), [begun.id])
    done.channel_id, done.is_host_transfer = begun.channel_id, begun.is_host_transfer
    return [done.id]


def recv(body: Body, op: Operation) -> list[int]:
    types = [value.type for value in op.results]
    received = result_shape(types[:-1]) if len(types) > 1 else tuple_shape([])
    after = ShapeProto(element_type=TOKEN)
    begun = body.add("recv", tuple_shape([received, CONTEXT, after]), body.operands(op))
    fields.PAIRS["recv"].fill(op, begun)
    done = body.add("recv-done", tuple_shape([received, after]), [begun.id])
    done.channel_id, done.is_host_transfer = begun.channel_id, begun.is_host_transfer
    data, last = body.elements(done.id)
    return [*(body.elements(data) if received.element_type == TUPLE else [data]), last]


def all_to_all(body: Body, op: Operation) -> list[int]:
    """XLA's leaves the parts where they were cut. To be put together along another dimension they move there."""
    split, joined, count = [op.attributes[name].value for name in ("split_dimension", "concat_dimension", "split_count")]
    ids = []
    for id, operand in zip(body.operands(op), op.operands):
        instruction = body.add("all-to-all", shape_of(operand.type), [id])
        fields.fill_groups(op, instruction)
        instruction.dimensions.append(split)
        ids.append(instruction.id if split == joined else moved_parts(body, operand.type, instruction.id, split, joined, count))
    return ids


def moved_parts(body: Body, type: Type, id: int, split: int, joined: int, count: int) -> int:
    """An array whose parts lie along one dimension, with these parts along another."""
    sizes = [*type.shape[:split], count, type.shape[split] // count, *type.shape[split + 1 :]]
    apart = body.add("reshape", shape_of(type.with_shape(sizes)), [id])
    order = [at for at in range(len(sizes)) if at != split]
    place = order.index(joined + (joined >= split))
    order.insert(place, split)
    turned = body.add("transpose", shape_of(type.with_shape([sizes[at] for at in order])), [apart.id])
    turned.dimensions.extend(order)
    sizes = [sizes[at] for at in order]
    return body.add("reshape", shape_of(type.with_shape([*sizes[:place], count * sizes[place + 1], *sizes[place + 2 :]])), [turned.id]).id


def custom_call(body: Body, op: Operation) -> list[int]:
    if (emission := calls_of_xla.EMISSIONS.get(op.attributes["call_target_name"].value)) is not None:
        return emission(body, op)
    operands, results = body.operands(op), [value.type for value in op.results]
    shapes = [shape_of(type) for type in results]
    set_layouts(shapes, op.attributes.get("result_layouts"))
    instruction = body.add("custom-call", shapes[0] if len(shapes) == 1 else tuple_shape(shapes), operands)
    instruction.custom_call_target = op.attributes["call_target_name"].value
    instruction.custom_call_has_side_effect = op.get("has_side_effect", False)
    is_typed = isinstance(op.attributes.get("mhlo.backend_config"), DictAttr)  # as JAX exports calls of its interface of functions
    instruction.custom_call_api_version = op.get("api_version", 4 if is_typed else 1)
    if "backend_config" in op.attributes:
        instruction.backend_config = text_bytes(op.attributes["backend_config"])
    if "operand_layouts" in op.attributes:
        instruction.constrain_layout = True
        instruction.operand_shapes_with_layout.extend([body.shape(id) for id in operands])
        set_layouts(instruction.operand_shapes_with_layout, op.attributes["operand_layouts"])
    if instruction.custom_call_target in PINS and len(operands) == 1:  # which StableHLO leaves to the name, and XLA writes
        instruction.output_operand_aliasing.add(operand_index=0)
    for alias in getattr(op.attributes.get("output_operand_aliases"), "elements", ()):
        if isinstance(alias, NumbersAttr):
            instruction.output_operand_aliasing.add(
                output_shape_index=alias.output_tuple_indices,
                operand_index=alias.operand_index,
                operand_shape_index=alias.operand_tuple_indices,
            )
    for callee in getattr(op.attributes.get("called_computations"), "elements", ()):
        instruction.called_computation_ids.append(body.exporter.called(op, callee.root))
    return body.many(instruction, len(results))


def set_layouts(shapes: Iterable[ShapeProto], layouts: Attribute | None) -> None:
    """Gives shapes the layouts of a call, lists of dimensions from the shortest steps to the longest."""
    for shape, layout in zip(shapes, getattr(layouts, "elements", ())):
        if shape.element_type not in (TUPLE, TOKEN, BUFFER):
            shape.layout.minor_to_major[:] = array_of(layout).tolist()


CONTEXT = shape_of(TensorType([], UNSIGNED_32))
BY_OP = {opcode.op: opcode for opcode in opcodes().values() if opcode.op and opcode.name != "fusion"}
EMISSIONS: dict[str, Emission] = {
    "stablehlo.constant": constant, "func.call": call, "stablehlo.composite": composite, "stablehlo.while": while_loop,
    "stablehlo.if": conditional, "stablehlo.case": conditional, "stablehlo.dot": dot, "stablehlo.broadcast": broadcast,
    "stablehlo.broadcast_in_dim": broadcast_in_dim, "stablehlo.rng": rng, "stablehlo.optimization_barrier": barrier, "stablehlo.tuple": tuple_of,
    "stablehlo.get_tuple_element": get_tuple_element, **dict.fromkeys(("stablehlo.after_all", "stablehlo.create_token"), token),
    "stablehlo.infeed": infeed, "stablehlo.outfeed": outfeed, "stablehlo.send": send, "stablehlo.recv": recv,
    "stablehlo.dynamic_reshape": dynamic_reshape, **dict.fromkeys(("stablehlo.reshape", "stablehlo.concatenate"), unless_sizes),
    "stablehlo.all_to_all": all_to_all, "stablehlo.custom_call": custom_call, **shardy.EMISSIONS,
}  # fmt: skip
