"""Writes src/common/tfir/dialects/tf/ops.txt: every TensorFlow op as one signature line.

    python tools/tf_op_table.py ops.pb            rewrites the table from a registry (a binary OpList)
    python tools/tf_op_table.py --check ops.pb    reads the table back and names every fact that it does not hold

A registry is what a TensorFlow of some version says it has:

    python -c "import tensorflow; from tensorflow.python.client import pywrap_tf_session as session; import sys
    sys.stdout.buffer.write(session.TF_GetBuffer(session.TF_GetAllOpList()))" > ops.pb

The table leaves out prose: summaries, descriptions, and what a deprecated op says about its successor. Traits that no registry
tells (`tfir/ods/traits.py`), and what TensorFlow's dialect declares of its ops (the table's last part), are written into the table by
hand, and kept when it is written again.
"""

import argparse
import pathlib
import re
import struct
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src" / "common"))

from tfir.dialects.tf.dtypes import DTYPES  # noqa: E402
from tfir.ods.signature import UNRANKED, Shape, Table  # noqa: E402
from tfir.proto import OpList  # noqa: E402

TABLE = ROOT / "src" / "common" / "tfir" / "dialects" / "tf" / "ops.txt"

HEADER = """\
# Every op of the TensorFlow registry as one signature line (notation: tfir/ods/signature.py).
# Written by tools/tf_op_table.py; edit the tool, not the table, but for traits that the registry does not tell (tfir/ods/traits.py).
#
# Element types: bool, i8 .. i64, u8 .. u64, f16, bf16, f32, f64, c64, c128, str, quantized qi8 .. qi32, qu8, qu16,
# resource, variant. Traits of the registry: !stateful, !commutative, !aggregate, !uninitialized, !distributed, !deprecated(version).
"""

# Groups of element types that the registry uses over and over. A group may name the ones above it.
SETS = {
    "float": "f16 bf16 f32 f64",
    "signed": "i8 i16 i32 i64",
    "unsigned": "u8 u16 u32 u64",
    "integer": "signed unsigned",
    "complex": "c64 c128",
    "real": "float integer",
    "number": "real complex",
    "quantized": "qi8 qi16 qi32 qu8 qu16",
}
SHOWN_FIRST = "bool i2 i4 i8 i16 i32 i64 u2 u4 u8 u16 u32 u64 f16 bf16 f32 f64 c64 c128 str"

WORDS = {number: word for number, _, word, _ in DTYPES}
RANK = {word: index for index, word in enumerate(dict.fromkeys([*SHOWN_FIRST.split(), *WORDS.values()]))}
TRAITS = {
    "is_stateful": "stateful",
    "is_commutative": "commutative",
    "is_aggregate": "aggregate",
    "allows_uninitialized_input": "uninitialized",
    "is_distributed_communication": "distributed",
}
OF_REGISTRY = {*TRAITS.values(), "deprecated"}


def members(name: str) -> frozenset[str]:
    return frozenset().union(*(members(word) if word in SETS else {word} for word in SETS[name].split()))


GROUPS = sorted(((members(name), name) for name in SETS), key=lambda group: -len(group[0]))


def group(words: set[str]) -> str:
    """`{f32, f64, f16, bf16, i32}` as `i32|float`: the largest groups that fit, then what is left."""
    terms = []
    for inside, name in GROUPS:
        if inside <= words:
            terms.append((min(RANK[word] for word in inside), name))
            words = words - inside
    terms += [(RANK[word], word) for word in words]
    return "|".join(name for _, name in sorted(terms))


def quoted(text: bytes) -> str:
    return '"' + "".join(chr(c) if 32 <= c < 127 and c not in b'"\\' else f"\\{c:02X}" for c in text) + '"'


def choice(text: bytes) -> str:
    return text.decode() if re.fullmatch(rb"[\w-]+", text) else quoted(text)


def decimal(value: float) -> str:
    """The shortest decimal that reads back as the same 32-bit float."""
    texts = (f"{value:.{digits}g}" for digits in range(1, 10))
    text = next(text for text in texts if struct.pack("f", float(text)) == struct.pack("f", value))
    return text if re.search(r"[.einf]", text) else text + ".0"


def shape(proto) -> str:
    if proto.unknown_rank:
        return "<*>"
    return "<" + "x".join("?" if dim.size < 0 else str(dim.size) for dim in proto.dim) + ">"


def tensor(proto) -> str:
    """A small integer constant, all that defaults hold today: `i32<>[1]`."""
    if not proto.int_val:
        raise SystemExit(f"a default tensor that is not a list of int_val:\n{proto}")
    return f"{WORDS[proto.dtype]}{shape(proto.tensor_shape)}[{', '.join(map(str, proto.int_val))}]"


SPELL = {
    "s": quoted,
    "i": str,
    "f": decimal,
    "b": lambda value: "true" if value else "false",
    "type": WORDS.__getitem__,
    "shape": shape,
    "tensor": tensor,
}


def default(value) -> str:
    kind = value.WhichOneof("value")
    if kind != "list":
        return SPELL[kind](getattr(value, kind))
    filled = value.list.ListFields()
    if len(filled) > 1:
        raise SystemExit(f"a default list of two kinds:\n{value}")
    return "[" + ", ".join(SPELL[field.name](item) for field, items in filled for item in items) + "]"


def full_type(proto) -> str:
    ids = proto.DESCRIPTOR.fields_by_name["type_id"].enum_type.values_by_number
    name = ids[proto.type_id].name.removeprefix("TFT_").lower()
    payload = " " + quoted(proto.s.encode()) if proto.WhichOneof("attr") == "s" else ""
    inside = ", ".join(map(full_type, proto.args))
    return name + payload + (f"<{inside}>" if inside else "")


def slot(arg) -> str:
    """An operand or result of an OpDef."""
    if arg.handle_data:
        raise SystemExit(f"an argument with handle data:\n{arg}")
    kind = "*" + arg.type_list_attr if arg.type_list_attr else arg.type_attr or WORDS[arg.type]
    kind = ("&" if arg.is_ref else "") + kind if not arg.type_list_attr else kind
    number = arg.number_attr + "*" if arg.number_attr else ""
    refined = " as " + full_type(arg.experimental_full_type) if arg.HasField("experimental_full_type") else ""
    return f"{arg.name}: {number}{kind}{refined}"


def attribute(attr) -> str:
    kind = re.sub(r"list\((\w+)\)", r"\1[]", attr.type)
    allowed = attr.allowed_values.list
    if allowed.type:
        kind += "{" + group({WORDS[number] for number in allowed.type}) + "}"
    elif allowed.s:
        kind += "{" + "|".join(map(choice, allowed.s)) + "}"
    kind += f">={attr.minimum}" if attr.has_minimum else ""
    return f"{attr.name}: {kind}" + (f" = {default(attr.default_value)}" if attr.HasField("default_value") else "")


def line(op, more: str = "") -> str:
    operands = ", ".join(map(slot, op.input_arg))
    attributes = "; " + ", ".join(map(attribute, op.attr)) if op.attr else ""
    results = ", ".join(map(slot, op.output_arg))
    traits = [trait for field, trait in TRAITS.items() if getattr(op, field)]
    if op.HasField("deprecation"):
        traits.append(f"deprecated({op.deprecation.version})")
    if op.control_output:
        raise SystemExit(f"{op.name}: a primitive op with control outputs")
    return f"{op.name}({operands}{attributes}) -> ({results})" + "".join(f" !{trait}" for trait in traits) + more


def write(registry, before: Table | None = None) -> str:
    """The table of a registry, with the traits that `before` says beyond what registries tell."""
    sets = "".join(f"set {name} = {words}\n" for name, words in SETS.items())
    lines = "".join(line(op, kept(before, op.name)) + "\n" for op in sorted(registry.op, key=lambda op: op.name))
    return f"{HEADER}\n{sets}\n{lines}{'' if before is None else declared(before)}"


def declared(before: Table) -> str:
    """What the table says of TensorFlow's dialect, which no registry tells: its last part, from the comment before it."""
    first = min(before.declared.values(), default=len(before.lines))
    while before.lines[first - 1][:1] == "#" or before.lines[first - 1].startswith("constraint ") or not before.lines[first - 1]:
        first -= 1
    return "\n".join(["", *before.lines[first + 1 :]])


def kept(before: Table | None, name: str) -> str:
    """The traits of the op's line that no registry tells, as they are spelled."""
    traits = before[name].traits if before is not None and name in before else {}
    spelled = [f" !{trait}" + (f"({', '.join(told)})" if told else "") for trait, told in traits.items() if trait not in OF_REGISTRY]
    return "".join(spelled)


ARG_FIELDS = ("name", "type", "type_list_attr", "type_attr", "number_attr", "is_ref")


def read_slot(slot) -> dict:
    """What a slot says, as the fields of an ArgDef."""
    numbers = {word: number for number, word in WORDS.items()}
    return {
        "name": slot.name,
        "type": 0 if slot.variadic else numbers.get(slot.type, 0),
        "type_list_attr": slot.type if slot.variadic else "",
        "type_attr": "" if slot.variadic or slot.type in numbers else slot.type,
        "number_attr": slot.number or "",
        "is_ref": slot.ref,
        "full_type": slot.full_type or "",
    }


def said_slot(arg) -> dict:
    refined = full_type(arg.experimental_full_type) if arg.HasField("experimental_full_type") else ""
    return {**{name: getattr(arg, name) for name in ARG_FIELDS}, "full_type": refined}


def plain(value):
    """The value of an attribute in the terms of the signature reader."""
    if value is None:
        return None
    kind = value.WhichOneof("value")
    convert = {
        "s": bytes.decode,
        "f": lambda number: float(decimal(number)),
        "type": WORDS.__getitem__,
        "shape": lambda s: UNRANKED if s.unknown_rank else Shape(None if d.size < 0 else d.size for d in s.dim),
        "tensor": tensor,
    }
    if kind != "list":
        return convert.get(kind, lambda same: same)(getattr(value, kind))
    return [convert.get(field.name, lambda same: same)(item) for field, items in value.list.ListFields() for item in items]


def read_attribute(attr) -> tuple:
    allowed = None if attr.allowed is None else frozenset(attr.allowed)
    kind = f"list({attr.kind})" if attr.is_list else attr.kind
    return attr.name, kind, attr.minimum, allowed, attr.default


def said_attribute(attr) -> tuple:
    allowed = frozenset(plain(attr.allowed_values)) if attr.HasField("allowed_values") else None
    minimum = attr.minimum if attr.has_minimum else None
    return attr.name, attr.type, minimum, allowed, plain(attr.default_value if attr.HasField("default_value") else None)


def differences(op, signature):
    """What the registry says of an op and its line does not, or says differently."""
    yield from compare("operands", map(said_slot, op.input_arg), map(read_slot, signature.operands))
    yield from compare("results", map(said_slot, op.output_arg), map(read_slot, signature.results))
    yield from compare("attributes", map(said_attribute, op.attr), map(read_attribute, signature.attributes.values()))
    traits: dict[str, tuple[str, ...]] = {trait: () for field, trait in TRAITS.items() if getattr(op, field)}
    if op.HasField("deprecation"):
        traits["deprecated"] = (str(op.deprecation.version),)
    told = {name: arguments for name, arguments in signature.traits.items() if name in OF_REGISTRY}
    yield from compare("traits", sorted(traits.items()), sorted(told.items()))


def compare(what: str, said, read):
    said, read = list(said), list(read)
    if said != read:
        yield f"{what}: registry {said}, table {read}"


def check(registry, path) -> int:
    table = Table(path)
    complaints = [f"{op.name}: not in the table" for op in registry.op if op.name not in table]
    complaints += [f"{name}: not in the registry" for name in sorted(set(table) - {op.name for op in registry.op})]
    for op in registry.op:
        if op.name in table:
            complaints += [f"{op.name}: {difference}" for difference in differences(op, table[op.name])]
    print("\n".join(complaints) if complaints else f"{len(table)} ops agree with the registry")
    return 1 if complaints else 0


def add_ops_of_gpu_builds(registry) -> None:
    """Ops that only a TensorFlow built for GPUs registers: a tensor's way to the host's memory and back."""
    for name in {"_CopyFromGpuToHost", "_CopyFromHostToGpu"} - {op.name for op in registry.op}:
        op = registry.op.add(name=name)
        op.input_arg.add(name="input", type_attr="T")
        op.output_arg.add(name="output", type_attr="T")
        op.attr.add(name="T", type="type")


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("registry", type=pathlib.Path)
    arguments.add_argument("--check", action="store_true")
    arguments.add_argument("--table", type=pathlib.Path, default=TABLE)
    given = arguments.parse_args()
    registry = OpList.FromString(given.registry.read_bytes())
    add_ops_of_gpu_builds(registry)
    if given.check:
        return check(registry, given.table)
    before = Table(given.table) if given.table.exists() else None
    given.table.write_text(write(registry, before), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
