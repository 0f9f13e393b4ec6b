"""TensorFlow's declarations of the ops of its tf dialect, where the table's `declared` lines say that it declares them.

`declared NAME` says that the dialect has the op as the registry has it: the same operands, attributes and results, each type one of
the element types that the registry allows. Upstream's generator names several of these together (`Float` for all of `f16|bf16|f32|f64`)
where the names add up to exactly those that are allowed, and lists them one by one otherwise. Traits behind it say what must hold of
several types together (`tf/verify/traits.py`). An op that the dialect has otherwise, or that no registry has, has a whole line.
"""

from __future__ import annotations

from tfir.ods.signature import Signature, Slot, Table, parse, read_traits

# What stands for several element types; of each op the first that fit, in this order.
GROUPS = {
    "Number": "f16 bf16 f32 f64 i8 i16 i32 i64 u8 u16 u32 u64 c64 c128 qi8 qi16 qi32 qu8 qu16",
    "Int": "i8 i16 i32 i64 u8 u16 u32 u64",
    "Float": "f16 bf16 f32 f64",
    "Complex": "c64 c128",
    "I32OrI64": "i32 i64",
    "F32OrF64": "f32 f64",
}


def declaration(table: Table, local: str) -> Signature | None:
    """The signature that the dialect declares for an op; None where it does not declare it."""
    if local not in table.declared:
        return None
    line = table.lines[table.declared[local]].removeprefix("declared ")
    if line.startswith(f"{local}("):
        return parse(line, table.sets)
    registered = table[local]
    operands, results = [tuple([of_dialect(slot, registered) for slot in side]) for side in (registered.operands, registered.results)]
    return Signature(local, None, operands, registered.attributes, results, read_traits(line), None)


def of_dialect(slot: Slot, registered: Signature) -> Slot:
    """A slot of the registry as the dialect has it: any number of values is `*`, the type a constraint."""
    parameter = registered.attributes.get(slot.type)
    words = [slot.type] if parameter is None else parameter.allowed or ["dtype"]
    return Slot(slot.name, f"tensor<{grouped(words)}>", variadic=bool(slot.variadic or slot.number))


def grouped(words) -> str:
    left, groups = set(words), []
    for name, members in GROUPS.items():
        if left.issuperset(members.split()):
            left -= {*members.split()}
            groups.append(name)
    return "|".join(sorted(words) if left else groups)
