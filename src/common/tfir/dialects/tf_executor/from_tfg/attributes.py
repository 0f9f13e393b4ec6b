"""The attributes of an op of the `tf` dialect, from those of a node.

What only repeats the op's types is dropped, unknown sizes are unknown, functions are symbols, and there is always a device.
"""

from __future__ import annotations

from tfir.dialects import dialect, lookup
from tfir.dialects.tf_type import FuncAttr, ShapeAttr, SubtypedType
from tfir.dialects.tfg.nodes import ASSIGNED_DEVICE, DEVICE, FULL_TYPE, NAME, data_results
from tfir.ir.attributes import ArrayAttr, Attribute, BoolAttr, DictAttr, StringAttr, UnitAttr
from tfir.ir.operations import Operation

OUTPUT_SHAPES = "_output_shapes"  # which only repeats types
INTERNAL = frozenset({NAME, DEVICE, ASSIGNED_DEVICE, FULL_TYPE, OUTPUT_SHAPES})

# Upstream's dialect has one op for those with effects and those without. It tells these from types, but of the former only.
FUNCTIONAL_TYPES = frozenset({"Tcond", "Tin", "Tout", "T"})

# What a resource or variant tells whose type says what it holds.
HELD = {"VarHandleOp": {"dtype", "shape"}, "TensorListReserve": {"element_dtype"}, "EmptyTensorList": {"element_dtype"}}

# Nodes that say by their name whether they act; the op says it by an attribute.
FUNCTIONAL = {f"{prefix}{name}": name for name in ("If", "Case", "While") for prefix in ("", "Stateless", "Stateful")}


def converted(attribute: Attribute) -> Attribute:
    """The attribute as the `tf` dialect has it."""
    if isinstance(attribute, ShapeAttr):
        return ShapeAttr(attribute.shape) if attribute.sizes is not None else attribute
    if isinstance(attribute, FuncAttr) and attribute.name.root and not attribute.attributes.entries:
        return attribute.name
    if isinstance(attribute, ArrayAttr):
        return ArrayAttr([converted(element) for element in attribute.elements])
    if isinstance(attribute, DictAttr):
        return DictAttr({name: converted(value) for name, value in attribute.entries.items()})
    return attribute


def tf_attributes(node: Operation) -> dict[str, Attribute]:
    local = node.name[4:]
    dropped = INTERNAL | derived(local, len(node.operands), len(node.results) - 1)
    if local == "PlaceholderWithDefault" and node.results[0].type.shape is not None:
        dropped |= {"shape"}
    if FUNCTIONAL.get(local) == local:
        dropped |= FUNCTIONAL_TYPES | ({"output_shapes"} if repeats_types(node.attributes.get("output_shapes"), node) else set())
    if local in HELD and isinstance(node.results[0].type.element, SubtypedType):
        dropped |= HELD[local]
    attributes = _kept(node, dropped)
    if local in FUNCTIONAL:
        attributes["is_stateless"] = BoolAttr(local.startswith("Stateless"))
        if FUNCTIONAL[local] == "While":
            attributes["shape_invariant"] = UnitAttr()
    attributes["device"] = node.attributes.get(DEVICE, _NO_DEVICE)
    return attributes


def repeats_types(shapes: Attribute | None, node: Operation) -> bool:
    """Whether the shapes that a node declares are those of its results' types."""
    results = data_results(node)
    if not isinstance(shapes, ArrayAttr) or len(shapes.elements) != len(results):
        return False
    pairs = zip(shapes.elements, results)
    return all([isinstance(shape, ShapeAttr) and shape.shape == getattr(result.type, "shape", False) for shape, result in pairs])


def _kept(node: Operation, dropped: frozenset[str]) -> dict[str, Attribute]:
    """What begins with `tfg.` is about the node in its graph, or its bytes, and means nothing elsewhere."""
    return {name: converted(value) for name, value in node.attributes.items() if name not in dropped and name[:4] != "tfg."}


def executor_attributes(node: Operation) -> dict[str, Attribute]:
    """What an op of the executor keeps: everything, types included."""
    attributes = _kept(node, INTERNAL)
    attributes["device"] = node.attributes.get(DEVICE, _NO_DEVICE)
    return attributes


_NO_DEVICE = StringAttr("")
_derived: dict[tuple[str, bool, bool], frozenset[str]] = {}


def derived(local: str, operands: int, results: int) -> frozenset[str]:
    """The attributes of TensorFlow op `local` that its types and counts tell, so that they need not be stored. Where upstream's
    dialect does not declare the op, its tools cannot tell, and all are stored."""
    key = (local, operands > 0, results > 0)
    if key not in _derived:
        signature = lookup(f"tf.{local}").signature if local in dialect("tf").declared_upstream else None
        _derived[key] = _derived_of(signature, operands, results) if signature is not None else frozenset()
    return _derived[key]


def _derived_of(signature, operands: int, results: int) -> frozenset[str]:
    """Where the slots of a side have several counts, these must be said; absent values tell no type."""
    sides = (signature.operands, signature.results)
    slots = [slot for side in sides for slot in side]
    counts = [{slot.number or slot.name for slot in side if slot.variadic or slot.number} for side in sides]
    if max(map(len, counts)) > 1:
        return frozenset()
    told = [slot for side, present in zip(sides, (operands, results)) for slot in side if present or slot.variadic]
    names = {slot.type for slot in told} | {slot.number for slot in slots if slot.number}
    return frozenset(names & signature.attributes.keys())
