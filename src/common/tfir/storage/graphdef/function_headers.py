"""The header of a function, without its body: FunctionDef to the attributes of a tfg.func and back.

attr            tf.NAME on the function              arg_attr        tf.NAME on the argument (in `tfg.arg_attrs` if generic)
an argument     tfg.name, tfg.description, ...       signature.attr  tfg.func_attrs (generic only)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tfir.dialects.tf_type import TENSOR, FullTypeAttr, ShapeAttr
from tfir.ir.attributes import ArrayAttr, Attribute, DictAttr, IntegerAttr, StringAttr, TypeAttr, UnitAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import I32, FunctionType, TensorType, Type
from tfir.ods.control import CONTROL
from tfir.proto import FunctionDef, OpDef
from tfir.storage.datatypes import full_type_of, number_of, type_of, unranked, write_full_type
from tfir.storage.graphdef.attribute_values import attribute_of, entries_of, sizes_of, write_shape, write_value
from tfir.storage.graphdef.wire import recorded

WORDS = ("name", "description", "type_attr", "number_attr", "type_list_attr")  # fields of an argument that are strings


def function_type(signature: OpDef, generic: bool) -> FunctionType:
    """The type in memory: a control token stands behind each argument."""
    inputs = [TENSOR if generic else unranked(type_of(arg.type)) for arg in signature.input_arg]
    results: list[Type] = [TENSOR if generic else unranked(type_of(arg.type)) for arg in signature.output_arg]
    tokens: list[Type] = [CONTROL] * len(signature.control_output) if generic else []
    return FunctionType([type for one in inputs for type in (one, CONTROL)], results + tokens)


def read_header(proto: FunctionDef, generic: bool) -> dict[str, Attribute]:
    """The attributes of a function's header, beside its types and its body."""
    signature = proto.signature
    attributes: dict[str, Attribute] = {"sym_name": StringAttr(signature.name)}
    if generic:
        attributes["generic"] = UnitAttr()
    if signature.description:
        attributes["description"] = StringAttr(signature.description)
    if signature.is_stateful:
        attributes["is_stateful"] = UnitAttr()
    if proto.resource_arg_unique_id:
        keys = sorted(proto.resource_arg_unique_id)
        attributes["resource_arg_unique_ids_keys"] = vector(keys)
        attributes["resource_arg_unique_ids_values"] = vector([proto.resource_arg_unique_id[key] for key in keys])
    for name, value in sorted(proto.attr.items()):
        if not name:
            raise Error("Invalid function attribute name" if generic else "empty attr name")
        attributes["tf." + name] = attribute_of(value)[0]
    if generic:
        attributes |= generic_header(signature)
    attributes["arg_attrs"] = ArrayAttr(argument_attributes(proto, generic))
    attributes["res_attrs"] = ArrayAttr(result_attributes(signature, generic))
    attributes["function_type"] = TypeAttr(function_type(signature, generic))
    return attributes


def generic_header(signature: OpDef) -> dict[str, Attribute]:
    attributes: dict[str, Attribute] = {}
    if signature.attr:
        attributes["tfg.func_attrs"] = DictAttr({attr.name: declared_attribute(attr) for attr in signature.attr})
    if signature.control_output:
        attributes["control_output"] = ArrayAttr([StringAttr(name) for name in signature.control_output])
    return attributes


def declared_attribute(attr: OpDef.AttrDef) -> DictAttr:
    if not attr.name:
        raise Error("Missing name for function attribute")
    entries: dict[str, Attribute] = {}
    if attr.type:
        entries["function_type"] = StringAttr(attr.type)
    if attr.HasField("default_value"):
        entries["default_value"] = attribute_of(attr.default_value)[0]
    if attr.description:
        entries["description"] = StringAttr(attr.description)
    if attr.has_minimum:
        entries["minimum"] = IntegerAttr(attr.minimum, I32)
    if attr.HasField("allowed_values"):
        entries["allowed_values"] = attribute_of(attr.allowed_values)[0]
    return DictAttr(entries)


def vector(values) -> DenseAttr:
    return DenseAttr.of([value - (value >> 31 << 32) for value in values], TensorType((len(values),), I32))


def argument_attributes(proto: FunctionDef, generic: bool) -> list[DictAttr]:
    """One dictionary for each argument and an empty one for the control token behind it."""
    attributes = []
    for number, arg in enumerate(proto.signature.input_arg):
        read = entries_of(proto.arg_attr[number].attr).entries if number in proto.arg_attr else {}
        if generic:
            mine: dict[str, Attribute] = {"tfg.arg_attrs": DictAttr(read)} if read else {}
        else:
            mine = {"tf." + name: value for name, value in read.items()}
        attributes += [DictAttr({**mine, **described(arg, generic)}), DictAttr()]
    return attributes


def result_attributes(signature: OpDef, generic: bool) -> list[DictAttr]:
    for arg in signature.output_arg:
        if not arg.name:
            raise Error(f"Function '{signature.name}' has empty result name")
    results = [DictAttr(described(arg, generic)) for arg in signature.output_arg]
    if "" in signature.control_output:
        raise Error(f"Function '{signature.name}' has empty control result name")
    return results + [DictAttr({"tfg.name": StringAttr(name)}) for name in signature.control_output if generic]


def described(arg: OpDef.ArgDef, generic: bool) -> dict[str, Attribute]:
    """The fields of an argument or result. Its type stands among them only where the function's type does not tell it."""
    attributes: dict[str, Attribute] = {}
    for word in WORDS:
        if getattr(arg, word):
            attributes["tfg." + word] = StringAttr(getattr(arg, word))
    if generic and arg.type:
        attributes["tfg.type"] = TypeAttr(type_of(arg.type))
    if arg.is_ref:
        attributes["tfg.is_ref"] = UnitAttr()
    if arg.handle_data:
        attributes["tfg.handle_data"] = ArrayAttr([TypeAttr(handled(part)) for part in arg.handle_data])
    if arg.HasField("experimental_full_type"):
        attributes["tfg.experimental_full_type"] = full_type_of(arg.experimental_full_type)
    return attributes


def handled(part) -> TensorType:
    """The type of a tensor that a resource holds."""
    if not part.dtype:
        raise Error("Invalid dtype for handle_data")
    return TensorType(sizes_of(part.shape), type_of(part.dtype))


# And back.


def write_header(attributes: Mapping[str, Attribute], proto: FunctionDef) -> None:
    signature, generic = proto.signature, "generic" in attributes
    signature.name = attributes["sym_name"].value
    if "description" in attributes:
        signature.description = attributes["description"].value
    signature.is_stateful = "is_stateful" in attributes
    write_arguments(attributes, proto, generic)
    write_results(attributes, signature, generic)
    write_resource_ids(attributes, proto)
    for name, attribute in attributes.items():
        if name.startswith("tf."):
            write_value(proto.attr[name[3:]], attribute)
    declared = dict(entries(attributes.get("tfg.func_attrs")))
    for name in declaration_order(attributes, declared):
        write_declared(signature.attr.add(name=name), declared[name])
    signature.control_output.extend([name.value for name in elements(attributes.get("control_output")) if generic])


def declared_defaults(function: Operation) -> dict[str, Attribute]:
    """The defaults of a generic function's own attributes."""
    declared = entries(function.attributes.get("tfg.func_attrs"))
    return {name: one["default_value"] for name, one in declared if "default_value" in one.entries}


def entries(attribute: Attribute | None) -> list[tuple[str, Any]]:
    return list(attribute.entries.items()) if isinstance(attribute, DictAttr) else []


def elements(attribute: Attribute | None) -> list[Any]:
    return list(attribute.elements) if isinstance(attribute, ArrayAttr) else []


def declaration_order(attributes: Mapping[str, Attribute], declared: Mapping[str, Attribute]) -> list[str]:
    """The order of a function's own attributes: as remembered, or else by name."""
    order = [name.value for name in elements(recorded(attributes).get("attr_order"))]
    return order if sorted(order) == sorted(declared) else sorted(declared)


def dictionaries(attributes: Mapping[str, Attribute], name: str, count: int) -> list[DictAttr]:
    """The dictionaries of arguments or results, with empty ones for those that have none."""
    dicts = elements(attributes.get(name))
    return dicts + [DictAttr()] * (count - len(dicts))


def write_arguments(attributes: Mapping[str, Attribute], proto: FunctionDef, generic: bool) -> None:
    types = attributes["function_type"].type.inputs
    for number, (type, attrs) in enumerate(zip(types[::2], dictionaries(attributes, "arg_attrs", len(types))[::2])):
        if "tfg.name" not in attrs.entries:
            where = f"\n\t when exporting argument {number} for function {proto.signature.name}"
            raise Error('Missing "tfg.name" attribute' + where if generic else "argument is missing 'tfg.name'")
        write_described(proto.signature.input_arg.add(), attrs, type, generic)
        mine = [(name[3:], value) for name, value in attrs.entries.items() if name.startswith("tf.")]
        for name, value in entries(attrs.get("tfg.arg_attrs")) if generic else mine:
            write_value(proto.arg_attr[number].attr[name], value)


def write_results(attributes: Mapping[str, Attribute], signature: OpDef, generic: bool) -> None:
    types = attributes["function_type"].type.results
    for type, attrs in zip(types, dictionaries(attributes, "res_attrs", len(types))):
        if "tfg.name" not in attrs.entries:
            raise Error('Missing "tfg.name" attribute' if generic else "result is missing 'tfg.name'")
        if type is not CONTROL:
            write_described(signature.output_arg.add(), attrs, type, generic)


def write_described(arg: OpDef.ArgDef, attrs: DictAttr, type: Type, generic: bool) -> None:
    for word in WORDS:
        if "tfg." + word in attrs.entries:
            setattr(arg, word, attrs["tfg." + word].value)
    element = attrs.get("tfg.type") if generic else TypeAttr(getattr(type, "element", type))
    if element is not None:
        number = number_of(element.type)
        if number is None:
            raise Error(f"TensorFlow has no dtype for the type {type}")
        arg.type = number
    arg.is_ref = "tfg.is_ref" in attrs.entries
    for part in elements(attrs.get("tfg.handle_data")):
        write_handled(arg.handle_data.add(), part.type)
    full_type = attrs.get("tfg.experimental_full_type")
    if isinstance(full_type, FullTypeAttr):
        write_full_type(arg.experimental_full_type, full_type)


def write_handled(part, type: TensorType) -> None:
    part.dtype = number_of(type.element)
    write_shape(part.shape, ShapeAttr(type.shape))


def write_declared(attr: OpDef.AttrDef, declared: DictAttr) -> None:
    if "function_type" in declared.entries:
        attr.type = declared["function_type"].value
    if "description" in declared.entries:
        attr.description = declared["description"].value
    if "minimum" in declared.entries:
        attr.has_minimum, attr.minimum = True, declared["minimum"].value
    for field in ("default_value", "allowed_values"):
        if field in declared.entries:
            getattr(attr, field).SetInParent()
            write_value(getattr(attr, field), declared[field])


def write_resource_ids(attributes: Mapping[str, Attribute], proto: FunctionDef) -> None:
    keys, values = (attributes.get(f"resource_arg_unique_ids_{part}") for part in ("keys", "values"))
    if keys is None and values is None:
        return
    if keys is None or values is None:
        here, there = ("values", "keys") if keys is None else ("keys", "values")
        raise Error(f"'resource_arg_unique_ids_{here}' is present but 'resource_arg_unique_ids_{there}' is missing")
    if keys.type.size != values.type.size:
        raise Error("'resource_arg_unique_ids_keys' is not the same size as 'resource_arg_unique_ids_values'")
    for key, value in zip(keys.values(), values.values()):
        proto.resource_arg_unique_id[key & 0xFFFFFFFF] = value & 0xFFFFFFFF
