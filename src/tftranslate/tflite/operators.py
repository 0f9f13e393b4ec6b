"""Which table of options an operator has in a file, and how its fields and the attributes of the op are the same thing."""

from __future__ import annotations

import os
from functools import cache

from tfir.dialects import definition_of, dialect
from tfir.dialects.tfl.attributes import BytesAttr
from tfir.ir.attributes import ArrayAttr, Attribute, BoolAttr, DenseArrayAttr, EnumAttr, FloatAttr, IntegerAttr, StringAttr, TypeAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import F32, I1, I32, I64, TensorType

from tftranslate.tflite.elements import ELEMENTS, word_of
from tftranslate.tflite.schema import schema

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from tfir.ir.operations import Operation, Value
    from tfir.ods.signature import Attribute as Declared

    from tftranslate.tflite.reading import Record

CUSTOM = 32


@cache
def exceptions() -> dict[str, list[str]]:
    """What `options.txt` says of an operator: the name of its table, and `-` where the converter leaves that out."""
    with open(os.path.join(os.path.dirname(__file__), "options.txt"), encoding="utf-8") as file:
        return {local: told for local, *told in [line.split() for line in file if line[0] != "#"]}


def is_left_out(local: str) -> bool:
    """Whether the converter writes no options for an operator, though the schema has a table for it."""
    return "-" in exceptions().get(local, ())


@cache
def operators() -> dict[int, str]:
    """The local name of each builtin operator, by its number."""
    tfl = dialect("tfl")
    assert tfl is not None
    return {code: name for name in tfl.table if (code := tfl.table[name].code) is not None}


KERNELS = {"lstm": ("kernel_type", "BASIC", "basic_lstm")}  # operators that are another op by a word of their options


def local_of(code: int, options: Record) -> str | None:
    """The op that an operator of that number is; None of a number that the schema does not have."""
    local = operators().get(code)
    field, word, other = KERNELS.get(local or "", ("", None, None))
    return other if word is not None and options.get(field) == word else local


@cache
def codes() -> dict[str, int]:
    """The number of the operator that each op is."""
    numbers = {local: code for code, local in operators().items()}
    return numbers | {other: numbers[local] for local, (_, _, other) in KERNELS.items()}


def options_table(local: str) -> str | None:
    """The table of options that an operator may have; None where the schema has none."""
    tables = [word for word in exceptions().get(local, ()) if word != "-"]
    return tables[0] if tables else tables_by_word().get(local.replace("_", "") + "options")


@cache
def tables_by_word() -> dict[str, str]:
    members = [name for union in ("BuiltinOptions", "BuiltinOptions2") for name in schema().unions[union]]
    return {name.lower(): name for name in members}


def attributes_of(local: str, options: Record) -> dict[str, Attribute]:
    """The attributes that options say; fields that stand at their default among them."""
    table = options_table(local)
    if table is None:
        return {}
    attributes = {}
    for name, declared in definition_of(f"tfl.{local}").declaration.attributes.items():
        field = schema().tables[table].get(name)
        if field is None or field.kind in schema().tables:
            continue
        value = options.get(name, [] if field.is_vector else "" if field.kind == "string" else default_of(field))
        if not declared.optional or name in options and value:
            attributes[name] = attribute_of(declared, value)
    return attributes


def default_of(field) -> Any:
    enumeration = schema().enums.get(field.kind)
    return enumeration[1][field.default] if enumeration else bool(field.default) if field.kind == "bool" else field.default


def attribute_of(declared: Declared, value: Any) -> Attribute:
    kind = declared.kind
    if kind == "type":
        return TypeAttr(ELEMENTS[value])
    if kind[0] == "#":
        return EnumAttr(kind[1:], value)
    if kind in ("str", "string"):
        return ArrayAttr([StringAttr(each) for each in value]) if declared.is_list else StringAttr(value)
    if kind == "bool":
        return BoolAttr(bool(value))
    if kind in ("array<i64>", "array<i1>"):
        return DenseArrayAttr([int(each) for each in value], I64 if kind == "array<i64>" else I1)
    if kind == "attr":  # bytes of which each operator says what they are
        return BytesAttr(bytes(value))
    if kind == "numbers":
        return ArrayAttr([IntegerAttr(each, I64) for each in value])
    if kind == "f32":
        return ArrayAttr([FloatAttr(each, F32) for each in value]) if declared.is_list else FloatAttr(value, F32)
    return IntegerAttr(value, I64 if kind == "i64" else I32)


def value_of(attribute: Attribute) -> Any:
    if isinstance(attribute, ArrayAttr):
        return [value_of(each) for each in attribute.elements]
    if isinstance(attribute, DenseArrayAttr):
        return list(attribute.values)
    if isinstance(attribute, TypeAttr):
        return word_of(attribute.value)
    if isinstance(attribute, BytesAttr):
        return attribute.data
    return attribute.value


def options_of(op: Operation) -> Record:
    """The fields of an op's options that its attributes and types say."""
    local = op.name.partition(".")[2]
    table = options_table(local)
    if table is None:
        return {}
    fields, told = schema().tables[table], {}
    for name, declared in definition_of(op.name).declaration.attributes.items():
        if name not in fields:
            continue
        value = op.attributes.get(name)
        if value is not None:
            told[name] = value_of(value)
        elif declared.default is not None:
            told[name] = str(declared.default) if isinstance(declared.default, str) else declared.default
        elif declared.required:
            raise Error(f"'{op.name}' lacks the attribute '{name}'")
    if local == "cast":
        told.update(in_data_type=element_at(op, op.operands, 0), out_data_type=element_at(op, op.results, 0))
    for name, result in (("output_type", 0), ("out_type", 0), ("idx_out_type", 1)):
        if name in fields:
            told[name] = element_at(op, op.results, result)
    return told


def element_at(op: Operation, values: Sequence[Value], at: int) -> str:
    """The schema's word for the elements of one of an op's operands or results. Raises Error where there is no such tensor, as in a damaged file."""
    if at >= len(values) or not isinstance(values[at].type, TensorType):
        raise Error(f"'{op.name}' has {len(values)} tensors where it needs {at + 1}")
    return word_of(values[at].type.element)
