"""The attributes of an op of the `tf` dialect, from those of a node.

What only repeats the op's types is dropped, unknown sizes are unknown, functions are symbols, and there is always a device.
"""

from __future__ import annotations

from functools import cache

from tfir.dialects import dialect, lookup
from tfir.dialects.tf import LISTS_TYPES, slots_counted
from tfir.dialects.tf_type import FuncAttr, ShapeAttr, SubtypedType
from tfir.dialects.tfg.nodes import ASSIGNED_DEVICE, DEVICE, FULL_TYPE, NAME
from tfir.ir.attributes import ArrayAttr, Attribute, BoolAttr, DenseArrayAttr, DictAttr, StringAttr, UnitAttr
from tfir.ir.operations import Operation
from tfir.ir.types import I32
from tfir.ods.control import data_results

OUTPUT_SHAPES = "_output_shapes"  # which only repeats types
INTERNAL = frozenset({NAME, DEVICE, ASSIGNED_DEVICE, FULL_TYPE, OUTPUT_SHAPES})

# Upstream's dialect has one op for those with effects and those without. It tells these from types, but of the former only.
FUNCTIONAL_TYPES = frozenset({"Tcond", "Tin", "Tout", "T"})

# What a resource or variant tells whose type says what it holds.
HELD = {"VarHandleOp": {"dtype", "shape"}, "TensorListReserve": {"element_dtype"}, "EmptyTensorList": {"element_dtype"}}

# Attributes that say the shapes of results, and the ops whose types repeat them.
SHAPES_OF_RESULTS = {"output_shapes", "shape"}
SHAPED = {"PlaceholderWithDefault", "IteratorGetNext", "IteratorGetNextSync", "MultiDeviceIteratorGetNextFromShard"}

# Nodes that say by their name whether they act; the op says it by an attribute.
FUNCTIONAL = {f"{prefix}{name}": name for name in ("If", "Case", "While") for prefix in ("", "Stateless", "Stateful")}


def converted(attribute: Attribute) -> Attribute:
    if isinstance(attribute, ShapeAttr):
        return ShapeAttr([None if size == -1 else size for size in attribute.sizes]) if attribute.sizes is not None else attribute
    if isinstance(attribute, FuncAttr) and attribute.name.root:
        return attribute.name
    if isinstance(attribute, ArrayAttr):
        return ArrayAttr([converted(element) for element in attribute.elements])
    if isinstance(attribute, DictAttr):
        return DictAttr({name: converted(value) for name, value in attribute.entries.items()})
    return attribute


def tf_attributes(node: Operation) -> dict[str, Attribute]:
    local = node.name[4:]
    attributes = _kept(node, INTERNAL | told_by_types(local, node))
    if local in FUNCTIONAL:
        attributes["is_stateless"] = BoolAttr(local.startswith("Stateless"))
        shapes = node.attributes.get("output_shapes")
        if FUNCTIONAL[local] == "While" and isinstance(shapes, ArrayAttr) and shapes.elements:
            attributes["shape_invariant"] = UnitAttr()
    attributes |= segments(local, node)
    for name, value in left_out(local).items():
        attributes.setdefault(name, value)
    attributes["device"] = node.attributes.get(DEVICE, _NO_DEVICE)
    return attributes


@cache
def left_out(local: str) -> dict[str, Attribute]:
    """The defaults that a node need not say, but its op of the dialect does."""
    declared, signature = lookup(f"tf.{local}").constrained, lookup(f"tf.{local}").signature
    if declared is None or signature is None:
        return {}
    required = [name for name, each in declared.attributes.items() if each.required]
    if not required:
        return {}
    from tfir.dialects.tf.defaults import defaults_of

    return {name: value for name, value in defaults_of(signature).items() if name in required}


def told_by_types(local: str, node: Operation) -> frozenset[str]:
    """The attributes of a node that the op's types repeat."""
    names = derived(local, len(node.operands) > 0, len(node.results) > 1)
    if local in HELD and isinstance(node.results[0].type.element, SubtypedType):
        names |= HELD[local]
    if FUNCTIONAL.get(local) == local:
        names |= FUNCTIONAL_TYPES
    for shapes in SHAPES_OF_RESULTS & node.attributes.keys():
        if local in SHAPED or FUNCTIONAL.get(local) == local:
            names |= {shapes} if repeats_types(node.attributes[shapes], node) else set()
    return names


def repeats_types(shapes: Attribute | None, node: Operation) -> bool:
    """Whether the shapes that a node declares, if it does, are those of its results' types."""
    results = data_results(node)
    declared = [shapes] if isinstance(shapes, ShapeAttr) else list(getattr(shapes, "elements", [None]))
    if declared and len(declared) != len(results):
        return False
    pairs = zip(declared, results)
    return all([isinstance(shape, ShapeAttr) and shape.shape == getattr(result.type, "shape", False) for shape, result in pairs])


def _kept(node: Operation, dropped: frozenset[str]) -> dict[str, Attribute]:
    """The attributes of a node without `dropped` ones and those that begin with `tfg.`, which describe the node in its graph or its bytes.
    The attributes that a function is instantiated with stand beside it."""
    kept = {name: value for name, value in node.attributes.items() if name not in dropped and name[:4] != "tfg."}
    of_functions = [(name, value.attributes.entries) for name, value in kept.items() if isinstance(value, FuncAttr)]
    beside = {f"{name}.{key}": converted(value) for name, entries in of_functions for key, value in entries.items()}
    return {name: converted(value) for name, value in kept.items()} | beside


def executor_attributes(node: Operation) -> dict[str, Attribute]:
    """The attributes of an executor op: all of the node's but internal ones, types included, and its device."""
    attributes = _kept(node, INTERNAL)
    attributes["device"] = node.attributes.get(DEVICE, _NO_DEVICE)
    return attributes


_NO_DEVICE = StringAttr("")


@cache
def derived(local: str, has_operands: bool, has_results: bool) -> frozenset[str]:
    """The attributes of TensorFlow op `local` that its types and counts tell, so that they need not be stored. Where upstream's
    dialect does not declare the op, its tools cannot tell, and all are stored."""
    signature = lookup(f"tf.{local}").signature if local in dialect("tf").table.declared else None
    return _derived_of(signature, has_operands, has_results) if signature is not None else frozenset()


def _derived_of(signature, *present: bool) -> frozenset[str]:
    """Absent values tell no type. Where the slots of a side have several counts, `segments` tells them, and absent types too."""
    if signature.name in LISTS_TYPES:
        return frozenset()
    sides = (signature.operands, signature.results)
    slots = [slot for side in sides for slot in side]
    counts = [{slot.number or slot.name for slot in side if slot.variadic or slot.number} for side in sides]
    if max(map(len, counts)) > 1:
        return frozenset({slot.type for slot in slots} & signature.attributes.keys())
    typed_slots = [slot for side, is_present in zip(sides, present) for slot in side if is_present or slot.variadic]
    names = {slot.type for slot in typed_slots} | {slot.number for slot in slots if slot.number}
    return frozenset(names & signature.attributes.keys())


def segments(local: str, node: Operation) -> dict[str, Attribute]:
    """How many values each slot of a side has, where the op says so in an attribute."""
    declared = lookup(f"tf.{local}").constrained
    if declared is None or not slots_counted(declared):
        return {}
    signature = lookup(f"tf.{local}").signature
    sides = {"operandSegmentSizes": signature.operands, "resultSegmentSizes": signature.results}
    return {name: DenseArrayAttr([_count(slot, node, signature) for slot in sides[name]], I32) for name in slots_counted(declared)}


def _count(slot, node: Operation, signature) -> int:
    if slot.number:
        return node.get(slot.number, signature.attributes[slot.number].default or 0)
    return len(node.attributes[slot.type].elements) if slot.variadic else 1
