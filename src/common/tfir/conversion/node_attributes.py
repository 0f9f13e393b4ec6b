"""The attributes of a node, from those of an op of `tf` or of the executor.

Attributes that the types imply are added, a function reference carries the attributes of its call, and a missing device is "".
"""

from __future__ import annotations

from tfir.dialects import lookup
from tfir.dialects.tf_type import FuncAttr, ShapeAttr, SubtypedType, element_base, referred
from tfir.dialects.tfg.nodes import DEVICE
from tfir.ir.attributes import ArrayAttr, Attribute, DictAttr, IntegerAttr, StringAttr, SymbolRefAttr, TypeAttr
from tfir.ir.operations import Operation
from tfir.ir.types import TensorType, Type
from tfir.ods.binding import grouped
from tfir.ods.control import data_types

FUNCTIONAL = {"tf.If", "tf.Case", "tf.While"}
SEGMENTS = ("operandSegmentSizes", "resultSegmentSizes")
NOT_OF_NODES = {"is_stateless", "shape_invariant", "device", *SEGMENTS, "_disable_call_shape_inference"}


def node_attributes(op: Operation, local: str) -> dict[str, Attribute]:
    """The attributes of the node of op `local` that stands for `op`."""
    kept = {name: value for name, value in op.attributes.items() if name not in NOT_OF_NODES}
    attributes = {name: converted(value, beside(kept, name)) for name, value in kept.items() if not is_beside(kept, name)}
    if op.get("device"):
        attributes[DEVICE] = StringAttr(op.get("device"))
    definition = lookup(f"tf.{local}")
    if op.dialect == "tf_executor":
        attributes |= executor_types(op, definition, attributes)
    elif op.name in FUNCTIONAL:
        attributes |= functional_types(op, attributes)
    elif definition is not None and definition.signature is not None:
        attributes |= derived_attributes(op, definition, attributes)
    return attributes


def is_beside(attributes: dict, name: str) -> bool:
    """Whether an attribute `f.x` belongs to the function `f`."""
    owner, dot, _ = name.partition(".")
    return bool(dot) and isinstance(attributes.get(owner), SymbolRefAttr)


def beside(attributes: dict, owner: str) -> dict:
    prefix = owner + "."
    return {name.removeprefix(prefix): value for name, value in attributes.items() if name.startswith(prefix)}


def converted(attribute: Attribute, attributes: dict) -> Attribute:
    if isinstance(attribute, SymbolRefAttr):
        return FuncAttr(attribute, DictAttr(attributes))
    if isinstance(attribute, ShapeAttr):
        return open_sizes(attribute)
    if isinstance(attribute, ArrayAttr):
        return ArrayAttr([converted(element, {}) for element in attribute.elements])
    return attribute


def executor_types(op: Operation, definition, written: dict) -> dict:
    """Types of the executor's own ops, where these were not written down."""
    values = [type for type in data_types([*op.results, *op.operands]) if isinstance(type, TensorType)]
    types: dict[str, Attribute] = {"T": type_of(values[0])} if values else {}
    if op.name == "tf_executor.Merge":
        types["N"] = IntegerAttr(sum([isinstance(value.type, TensorType) for value in op.operands]))
    declared = definition.signature.attributes if definition is not None and definition.signature is not None else ()
    return {name: value for name, value in types.items() if name in declared and name not in written}


def functional_types(op: Operation, written: dict) -> dict:
    """Types of what goes in and comes out. Shapes are only said where there are any, of a loop where these hold in every turn."""
    lead = 0 if op.name == "tf.While" else 1
    inputs = type_list(data_types(op.operands)[lead:])
    results = data_types(op.results)
    is_open = op.name == "tf.While" and "shape_invariant" not in op.attributes
    is_open |= all([getattr(type, "shape", None) is None for type in results])
    shapes = ArrayAttr([] if is_open else [shape_of(type) for type in results])
    types: dict[str, Attribute] = {"T": inputs} if op.name == "tf.While" else {"Tin": inputs, "Tout": type_list(results)}
    if op.name == "tf.If":
        types["Tcond"] = type_of(data_types(op.operands)[0])
    return {name: value for name, value in {**types, "output_shapes": shapes}.items() if name not in written}


def shape_of(type) -> ShapeAttr:
    return open_sizes(ShapeAttr(type.shape if isinstance(type, TensorType) else None))


def open_sizes(shape: ShapeAttr) -> ShapeAttr:
    """The shape with -1 for each size that is unknown, as nodes have it."""
    return shape if shape.sizes is None else ShapeAttr([-1 if size is None else size for size in shape.sizes])


def type_of(type) -> TypeAttr:
    """A value's type as an attribute says it: what is held and referred to does not matter there."""
    return TypeAttr(referred(element_base(type.element) if isinstance(type, TensorType) else type))


def type_list(types) -> ArrayAttr:
    return ArrayAttr([type_of(type) for type in types])


def derived_attributes(op: Operation, definition, written: dict) -> dict:
    """Attributes that the op's declaration calls for and that follow from the types of its operands and results."""
    derived: dict[str, Attribute] = {}
    operands = grouped(definition, op, data_types(op.operands)) if definition.signature.operands else []
    results = grouped(definition, op, data_types(op.results), "result")
    for slot, part in [*zip(definition.signature.operands, operands), *zip(definition.signature.results, results)]:
        if part is None or not slot.type:
            continue
        many = isinstance(part, list)
        if slot.variadic:
            derived.setdefault(slot.type, type_list(part))
        elif not many or part:
            derived.setdefault(slot.type, type_of(part[0] if many else part))
        if slot.number:
            derived.setdefault(slot.number, IntegerAttr(len(part)))
    held = held_by(op)
    if held is not None:
        derived |= {"dtype": type_of(held), "shape": shape_of(held), "element_dtype": type_of(held)}
    if op.name == "tf.PlaceholderWithDefault":
        derived["shape"] = shape_of(op.results[0].type)
    declared = definition.signature.attributes
    return {name: value for name, value in derived.items() if name in declared and name not in written}


def held_by(op: Operation) -> Type | None:
    """The type of the tensors that the handle made by an op holds; None where the op makes no handle."""
    element = getattr(op.results[0].type, "element", None) if op.results else None
    return element.subtypes[0] if isinstance(element, SubtypedType) and len(element.subtypes) == 1 else None
