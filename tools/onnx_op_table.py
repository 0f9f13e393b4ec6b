#!/usr/bin/env python3
"""Writes src/common/tfir/dialects/onnx/ops.txt: the operators of ONNX's default domain, one signature line each, of the `onnx` package that runs it.

    python -m venv /tmp/onnx && /tmp/onnx/bin/pip install onnx==1.23.2
    /tmp/onnx/bin/python tools/onnx_op_table.py

An operator has the form of its newest version under its own name. What an older version has in another form has a line of its own, called
as onnx-mlir calls it by the last version of that form: `SqueezeV11`, whose axes are an attribute. Versions from operator set 7 on count.
"""

import sys
from pathlib import Path

import numpy as np
from onnx import AttributeProto, defs, helper

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "src" / "common" / "tfir" / "dialects" / "onnx" / "ops.txt"
FIRST = 7  # the operator set from which on broadcasting is as it is today
DOMAINS = ("", "ai.onnx.ml")
# Versions whose form is that of the next one and whose meaning is not.
OTHER_MEANING = {("GroupNormalization", 18), ("RoiAlign", 10), ("Resize", 10), ("GridSample", 16)}
ELEMENTS = {
    "float": "f32", "double": "f64", "float16": "f16", "bfloat16": "bf16", "bool": "i1", "string": "str",
    "complex64": "c64", "complex128": "c128", "float8e4m3fn": "f8E4M3FN", "float8e4m3fnuz": "f8E4M3FNUZ",
    "float8e5m2": "f8E5M2", "float8e5m2fnuz": "f8E5M2FNUZ", "float8e8m0": "f8E8M0FNU", "float4e2m1": "f4E2M1FN",
    "float6e2m3": "f6E2M3FN", "float6e3m2": "f6E3M2FN",
    **{f"int{width}": f"i{width}" for width in (2, 4, 8, 16, 32, 64)},
    **{f"uint{width}": f"u{width}" for width in (2, 4, 8, 16, 32, 64)},
}  # fmt: skip
KINDS = {
    "FLOAT": "float", "INT": "int", "STRING": "string", "TENSOR": "tensor", "TYPE_PROTO": "type", "SPARSE_TENSOR": "any",
    "FLOATS": "float[]", "INTS": "int[]", "STRINGS": "string[]", "TENSORS": "any[]", "GRAPHS": "any[]", "TYPE_PROTOS": "type[]",
}  # fmt: skip
HEAD = """\
# The operators of ONNX, one line each (notation: tfir/ods/signature.py), of operator sets 7 to {newest}.
# Written by tools/onnx_op_table.py; edit the tool, not the table. Behind `!since` stands the version from which on an operator has its form, and
# behind `!until`, of an older form, the last operator set that has it; `!since_first` says that the operator had it in set 1.

# What programs are made of besides operators: an operand that is left out, the end of a subgraph, a node of another domain or of a function.
NoValue() -> (none_val: any) !pure
Yield(operands: *any) -> () !terminator
Custom(inputs: *any; domain_name?: string, function_name: string) -> (outputs: *any) !regions(many) !single_block

"""
RANDOM = {"Bernoulli", "Multinomial", "RandomNormal", "RandomNormalLike", "RandomUniform", "RandomUniformLike"}


def last_word(value) -> str:
    return str(value).rpartition(".")[2].upper()


def element_of(text: str) -> str | None:
    """The word for `tensor(float)`; None for what is no tensor."""
    inner = text.removeprefix("tensor(").removesuffix(")")
    return ELEMENTS[inner] if text.startswith("tensor(") else None


def form(schema):
    """What tells whether two versions are written alike: operands, results and attributes without their descriptions."""
    attributes = {name: (last_word(each.type), default_of(each)) for name, each in schema.attributes.items()}
    sides = [[last_word(each.option) for each in side] for side in (schema.inputs, schema.outputs)]
    return sides, attributes


def is_part(old, new) -> bool:
    """Whether what is written in the old form means the same in the new one."""
    (old_sides, old_attributes), (new_sides, new_attributes) = form(old), form(new)
    if any(len(one) > len(other) for one, other in zip(old_sides, new_sides)):
        return False
    grown = [(a, b) for one, other in zip(old_sides, new_sides) for a, b in zip(one, other) if a != b and b != "OPTIONAL"]
    changed = [name for name, each in old_attributes.items() if new_attributes.get(name) != each]
    required = [each for each in new.inputs[len(old.inputs) :] if last_word(each.option) == "SINGLE"]
    return not (grown or changed or required) and (old.name, old.since_version) not in OTHER_MEANING


def default_of(attribute) -> str:
    value = attribute.default_value
    if not value.name:
        return ""
    content = helper.get_attribute_value(value)
    if value.type == AttributeProto.FLOAT:
        return str(np.float32(content))
    if value.type == AttributeProto.STRING:
        return f'"{content.decode()}"'
    if value.type == AttributeProto.INTS or value.type == AttributeProto.INT:
        return str(content)
    if value.type == AttributeProto.STRINGS:
        return "[" + ", ".join(f'"{each.decode()}"' for each in content) + "]"
    if value.type == AttributeProto.FLOATS:
        return "[" + ", ".join(repr(each) for each in content) + "]"
    return ""


def attribute_line(attribute) -> str:
    default = default_of(attribute)
    mark = "" if attribute.required or default else "?"
    return f"{attribute.name}{mark}: {KINDS[last_word(attribute.type)]}" + (f" = {default}" if default else "")


def slot_text(slot, types: dict) -> str:
    option, kind = last_word(slot.option), slot.type_str
    kind = kind if kind in types else element_of(kind) or "any"
    if option == "VARIADIC":
        return f"{slot.name}: *any" if not slot.is_homogeneous else f"{slot.name}: *{kind}"
    return f"{slot.name}{'?' if option == 'OPTIONAL' else ''}: {kind}"


def line(name: str, schema, until: int | None) -> str:
    """The signature line of a version of an operator."""
    types = {}
    for constraint in schema.type_constraints:
        words = [element_of(each) for each in constraint.allowed_type_strs]
        types[constraint.type_param_str] = "" if None in words else "{" + "|".join(sorted(words)) + "}"
    operands = ", ".join(slot_text(each, types) for each in schema.inputs)
    operands = operands.replace("?:", ":") if ": *" in operands else operands  # in front of any number of others each has its place
    results = ", ".join(slot_text(each, types) for each in schema.outputs)
    graphs = [each.name for _, each in sorted(schema.attributes.items()) if last_word(each.type) == "GRAPH"]
    attributes = [attribute_line(each) for _, each in sorted(schema.attributes.items()) if each.name not in graphs]
    told = [f"{parameter}: type{allowed}" for parameter, allowed in types.items()]
    inside = operands + (f"; {', '.join([*attributes, *told])}" if attributes or told else "")
    traits = "" if schema.name in RANDOM else " !pure"
    traits += (
        f" !since({schema.since_version})"
        + (f" !until({until})" if until else "")
        + (f" !domain({schema.domain})" if schema.domain else "")
    )
    if graphs:
        traits += f" !regions({len(graphs)}) !single_block !region_names({', '.join(graphs)})"
    return f"{name}({inside}) -> ({results}){traits}"


def lines(domain: str, versions: list) -> list[str]:
    versions = sorted(versions, key=lambda schema: schema.since_version)
    versions = [each for each in versions if not each.deprecated] or versions
    newest, forms = versions[-1], []
    active = [each for at, each in enumerate(versions) if domain or at + 1 == len(versions) or versions[at + 1].since_version > FIRST]
    for old, after in zip(active, active[1:]):
        later = active[active.index(after) :]
        if not is_part(old, newest) and not (len(later) > 1 and is_part(old, after) and not is_part(after, newest)):
            forms.append(line(f"{old.name}V{old.since_version}", old, after.since_version - 1))
    listed = [line(newest.name, newest, None), *forms]
    if not domain and versions[0].since_version == 1 and not any(1 < each.since_version <= FIRST for each in versions):
        listed[1 if forms else 0] += " !since_first"  # the oldest form
    return listed


def main() -> int:
    by_name: dict = {}
    for schema in defs.get_all_schemas_with_history():
        if schema.domain in DOMAINS:
            by_name.setdefault((schema.domain, schema.name), []).append(schema)
    text = HEAD.format(newest=defs.onnx_opset_version())
    for (domain, _), versions in sorted(by_name.items()):
        text += "".join(f"{each}\n" for each in lines(domain, versions))
    TABLE.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
