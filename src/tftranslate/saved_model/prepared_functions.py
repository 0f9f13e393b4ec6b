"""Functions of a module as TensorFlow takes them: their names, the order of arguments and results, and the resources that they share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import count

from tfir.dialects.tf_saved_model import EXPORTED, INDEX_PATH
from tfir.dialects.tf_type import ShapeAttr, SubtypedType, element_base
from tfir.dialects.tfg.functions import attribute_dicts, data_arguments, functions_by_name
from tfir.dialects.tfg.nodes import colocated_with
from tfir.ir.attributes import ArrayAttr, BoolAttr, DictAttr, StringAttr, TypeAttr, UnitAttr
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.symbols import references_in, take_name
from tfir.ir.types import FunctionType
from tfir.ods.control import CONTROL
from tfir.storage.graphdef.function_headers import elements
from tfir.storage.graphdef.wire import NAME

from tftranslate.saved_model.fingerprint import uid

NO_WORD, FIRST = re.compile(r"[^a-z0-9_]"), re.compile(r"[a-z]")
SHARED, CLASS = "shared_name", "_class"


def prepare_functions(module: Operation, functions: list[Operation]) -> list[Operation]:
    """Functions that users call, or that initialize, as TensorFlow takes them; others of the module in place."""
    called = {reference.root for op, reference in references_in(module) if op.dialect != "tf_saved_model"}
    called |= {op.name.removeprefix("tfg.") for function in module.body if function.regions for op in function.body}
    taken = {op.get("sym_name") for op in module.body}
    prepared = [in_order(op, called, taken) for op in functions]
    for function in functions_by_name(module).values():
        name_resources(function)
        drop_strangers(function)
    for op in prepared:
        rename(op, called, taken)
    return prepared


def in_order(op: Operation, called: set[str], taken: set[str]) -> Operation:
    """The function with its arguments and results in the order in which TensorFlow lists what a structure has: keys of dictionaries as they
    sort. One that others call stays as well."""
    arguments, results = attribute_dicts(op, "arg_attrs")[::2], attribute_dicts(op, "res_attrs")
    places = sorted(range(len(arguments)), key=lambda at: rank(arguments[at]))
    fetched = sorted(range(len(results)), key=lambda at: rank(results[at]))
    if places == list(range(len(arguments))) and fetched == list(range(len(results))):
        return op
    block, mapping = Block(), {}
    for at in [number for place in places for number in (2 * place, 2 * place + 1)]:
        mapping[op.body.arguments[at]] = block.add_argument(op.body.arguments[at].type)
    for inner, copy in [(inner, block.append(inner.clone(mapping))) for inner in op.body]:
        copy.set_operands([mapping.get(value, value) for value in inner.operands])
    given = block.last.operands
    block.last.set_operands([*[given[at] for at in fetched], *given[len(fetched) :]])
    new = Operation("tfg.func", regions=[Region([block])], attributes=op.attributes, location=op.location)
    new.update_attributes({
        "arg_attrs": ArrayAttr([attrs for at in places for attrs in (arguments[at], DictAttr())]),
        "res_attrs": ArrayAttr([results[at] for at in fetched]),
        "function_type": TypeAttr(FunctionType([value.type for value in block.arguments], [given[at].type for at in fetched])),
    })  # fmt: skip
    op.parent.insert_before(new, op)
    if op.get("sym_name") in called:
        op.remove_attribute(EXPORTED)
        new.set_attribute("sym_name", StringAttr(take_name(op.get("sym_name"), taken)))
    else:
        op.erase()
    return new


def rank(attrs: DictAttr) -> tuple:
    """By which arguments and results sort: numbers before names, then what is bound."""
    if INDEX_PATH not in attrs.entries:
        return (1,)
    return (0, [(isinstance(part, StringAttr), part.value) for part in attrs[INDEX_PATH].elements])


def rename(op: Operation, called: set[str], taken: set[str]) -> None:
    """A function that only users call is named as TensorFlow names it, so that it is not called as an op is; arguments and results too,
    since their names may be any text in a signature."""
    name = op.get("sym_name")
    if name not in called and not (name.startswith("__inference_") and uid(name) is not None):
        op.set_attribute("sym_name", StringAttr(numbered(NO_WORD.sub("_", name.lower()), taken)))
    name_ports(op, "arg_attrs", op.body.arguments, {inner.get(NAME) for inner in op.body})
    name_ports(op, "res_attrs", [value for value in op.body.last.operands if value.type is not CONTROL], set())
    shapes = [ShapeAttr(getattr(argument.type, "shape", None)) for argument in data_arguments(op.body)]
    op.update_attributes({"tf._input_shapes": ArrayAttr(shapes), "is_stateful": UnitAttr()})


def numbered(name: str, taken: set[str]) -> str:
    """A name as TensorFlow gives to functions: it ends in a number that no other ends in. `taken` gets it too."""
    used = {uid(other) for other in taken if other}
    number = next(number for number in count(1) if number not in used)
    taken.add(made := f"__inference_{name.removeprefix('__inference_')}_{number}")
    return made


def name_ports(op: Operation, side: str, values: Sequence[Value], used: set[str]) -> None:
    dicts = attribute_dicts(op, side)
    op.set_attribute(side, ArrayAttr([plainly_named(attrs, value, used) for attrs, value in zip(dicts, values, strict=True)]))


def plainly_named(attrs: DictAttr, value: Value, used: set[str]) -> DictAttr:
    """The attributes of an argument or result with a name that TensorFlow takes; of a handle, what it is to."""
    if "tfg.name" not in attrs.entries:
        return attrs
    plain = NO_WORD.sub("_", attrs["tfg.name"].value.lower())
    entries = {**attrs.entries, "tfg.name": StringAttr(take_name(plain if FIRST.match(plain) else f"of_{plain}", used))}
    if INDEX_PATH in entries:
        entries.setdefault("tf._user_specified_name", attrs["tfg.name"])
    element = getattr(value.type, "element", None)
    if isinstance(element, SubtypedType) and element_base(element).text == "!tf_type.resource":
        entries["tfg.handle_data"] = ArrayAttr([TypeAttr(held) for held in element.subtypes])
    return DictAttr(entries)


def name_resources(function: Operation) -> None:
    """Resources that a function makes are shared with other functions by name, that of their node where there is no other."""
    for op in function.body:
        if op.get(SHARED) == "" or (SHARED not in op.attributes and op.name in ("tfg.VarHandleOp", "tfg.HashTableV2")):
            op.set_attribute(SHARED, StringAttr(op.get(NAME) or ""))
        if op.name == "tfg.HashTableV2":
            op.set_attribute("use_node_name_sharing", BoolAttr(True))


def drop_strangers(function: Operation) -> None:
    """Nodes do not ask to stand beside nodes that the function does not have."""
    names = {op.get(NAME) for op in function.body}
    for op in [op for op in function.body if CLASS in op.attributes]:
        kept = [entry for entry in elements(op.attributes[CLASS]) if colocated_with(entry) in (None, *names)]
        if kept:
            op.set_attribute(CLASS, ArrayAttr(kept))
        else:
            op.remove_attribute(CLASS)
