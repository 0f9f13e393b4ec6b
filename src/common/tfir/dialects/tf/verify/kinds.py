"""What an op's line demands of it: how many operands, results and regions, which elements these have, which attributes there are."""

from __future__ import annotations

from tfir.dialects.tf.declarations import declarations
from tfir.dialects.tf_type import ShapeAttr, SubtypedType, dereferenced, element_base
from tfir.ir.attributes import (
    ArrayAttr,
    BoolAttr,
    DenseArrayAttr,
    DictAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
    UnitAttr,
)
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import F32, F64, I32, I64, OpaqueType, TensorType
from tfir.ods.declared import OPERANDS, RESULTS, count_values

QUANTIZED = "!tf_type.qint8 !tf_type.qint16 !tf_type.qint32 !tf_type.quint8 !tf_type.quint16"
SIGNED, UNSIGNED = "si4 i8 i16 i32 i64", "ui4 ui8 ui16 ui32 ui64"
FLOATS, COMPLEX = "f16 f32 f64 bf16 f8E4M3FN f8E5M2", "complex<f32> complex<f64>"
# word -> (the texts of the element types that it takes, how an error calls them)
ELEMENTS = {
    "bool": ("i1", "bool"), "i8": ("i8", "8-bit integer"), "i16": ("i16", "16-bit integer"), "i32": ("i32", "32-bit integer"),
    "i64": ("i64", "64-bit integer"), "i32_64": ("i32 i64", "32/64-bit signed integer"), "u8": ("ui8", "8-bit unsigned integer"),
    "u16": ("ui16", "16-bit unsigned integer"), "u32": ("ui32", "32-bit unsigned integer"), "u64": ("ui64", "64-bit unsigned integer"),
    "f16": ("f16", "16-bit float"), "bf16": ("bf16", "bfloat16"), "f32": ("f32", "32-bit float"), "f64": ("f64", "64-bit float"),
    "f32_64": ("f32 f64", "32/64-bit float"), "c64": ("complex<f32>", "64-bit complex"), "c128": ("complex<f64>", "128-bit complex"),
    "qi8": ("!tf_type.qint8", "8-bit quantized integer"), "qi16": ("!tf_type.qint16", "16-bit quantized integer"),
    "qi32": ("!tf_type.qint32", "32-bit quantized integer"), "qu8": ("!tf_type.quint8", "8-bit quantized unsigned integer"),
    "qu16": ("!tf_type.quint16", "16-bit quantized unsigned integer"), "str": ("!tf_type.string", "string"),
    "resource": ("!tf_type.resource", "resource"), "variant": ("!tf_type.variant", "variant"), "signed": (SIGNED, "signed integer"),
    "integer": (f"{SIGNED} {UNSIGNED}", "integer"), "float": (FLOATS, "floating-point"), "complex": (COMPLEX, "complex"),
    "number": (f"{SIGNED} {UNSIGNED} {FLOATS} {QUANTIZED} {COMPLEX}", "number"), "i1": ("i1", "1-bit signless integer"),
    "si32": ("i32", "32-bit signless integer"), "any": (f"i1 {SIGNED} {UNSIGNED} {FLOATS} {COMPLEX}", "tf.dtype"),
}  # fmt: skip


def elements(kind: str):
    """(the texts of the elements that a kind takes, its words, its rank or None)."""
    found = _elements.get(kind)
    if found is None:
        rank, _, words = kind.rpartition(":")
        named = [ELEMENTS[word] for word in words.split("|")]
        called = f"{rank and rank + 'D '}tensor of {' or '.join([words for _, words in named])} values"
        found = _elements[kind] = frozenset(" ".join([texts for texts, _ in named]).split()), called, int(rank) if rank else None
    return found


def accepts(kind: str, type) -> bool:
    found = _accepted.get((kind, type))
    if found is None:
        found = _accepted[kind, type] = kind == "value" or (isinstance(type, TensorType) and accepts_tensor(kind, type))
    return found


_elements: dict[str, tuple] = {}
_accepted: dict[tuple, bool] = {}
_attribute_kinds: dict[str, tuple] = {}


def accepts_tensor(kind: str, type) -> bool:
    texts, _, rank = elements(kind)
    if rank is not None and (type.shape is None or len(type.shape) != rank):
        return False
    element = type.element
    return dereferenced(element_base(element)) in texts or (kind == "any" and is_of_tensorflow(element))


def is_of_tensorflow(element) -> bool:
    return isinstance(element, SubtypedType) or (isinstance(element, OpaqueType) and element.dialect == "tf_type")


# kind of an attribute -> (whether it is of that kind, how an error calls it)
ATTRIBUTES = {
    "bool": (lambda a: isinstance(a, BoolAttr), "bool attribute"),
    "i64": (lambda a: isinstance(a, IntegerAttr) and a.type is I64, "64-bit signless integer attribute"),
    "f32": (lambda a: isinstance(a, FloatAttr) and a.type in (F32, F64), "32-bit float attribute"),  # of 2019: without its type
    "str": (lambda a: isinstance(a, StringAttr), "string attribute"),
    "unit": (lambda a: isinstance(a, UnitAttr), "unit attribute"),
    "type": (lambda a: isinstance(a, TypeAttr), "any type attribute"),
    "shape": (lambda a: isinstance(a, ShapeAttr), "TensorFlow shape attribute"),
    "symbol": (lambda a: isinstance(a, SymbolRefAttr), "symbol reference attribute"),
    "flat": (lambda a: isinstance(a, SymbolRefAttr) and len(a.path) == 1, "flat symbol reference attribute"),
    "elements": (lambda a: isinstance(a, ElementsAttr), "constant vector/tensor attribute"),
    "array": (lambda a: isinstance(a, ArrayAttr), "array attribute"),
    "array<i1>": (lambda a: isinstance(a, DenseArrayAttr), "i1 dense array attribute"),
    "convnet": (lambda a: isinstance(a, StringAttr) and a.value in ("NHWC", "NCHW"), "'NHWC' or 'NCHW' convnet data format"),
}
LISTS = {
    "i64": (ATTRIBUTES["i64"][0], "64-bit integer array attribute"),
    "i32": (lambda a: isinstance(a, IntegerAttr) and a.type is I32, "32-bit integer array attribute"),
    "f32": (ATTRIBUTES["f32"][0], "32-bit float array attribute"), "str": (ATTRIBUTES["str"][0], "string array attribute"),
    "type": (ATTRIBUTES["type"][0], "type array attribute"), "shape": (ATTRIBUTES["shape"][0], "tensorflow shape attribute array"),
    "symbol": (ATTRIBUTES["symbol"][0], "symbol ref array attribute"),
    "tfsymbol": (ATTRIBUTES["symbol"][0], "tensorflow symbol ref array attribute"),
    "dictionary": (lambda a: isinstance(a, DictAttr), "Array of dictionary attributes"),
}  # fmt: skip


def attribute_kind(kind: str):
    found = _attribute_kinds.get(kind)
    if found is None:
        found = _attribute_kinds[kind] = find_attribute_kind(kind)
    return found


def find_attribute_kind(kind: str):
    """(whether an attribute is of a kind, how an error calls it)."""
    if kind[0] == "{":
        words = kind[1:-1].split("|")
        return lambda a: isinstance(a, StringAttr) and a.value in words, f"string attribute whose value is {', or '.join(words)}"
    base, _, least = kind.partition(">=")
    if base.endswith("[]"):
        holds, called = LISTS[base[:-2]]
        called += f" with at least {least} elements" if least else ""
        return lambda a: isinstance(a, ArrayAttr) and len(a.elements) >= int(least or 0) and all(map(holds, a.elements)), called
    holds, called = ATTRIBUTES[base]
    if least:
        return lambda a: holds(a) and a.value >= int(least), f"{called} whose minimum value is {least}"
    return holds, called


def verify_line(op) -> None:
    """Raises where an op is not what its line in `declarations.txt` says; an op without one may be anything."""
    declared = declarations().get(op.name[3:])
    if declared is None or "true_branch" in op.attributes:  # as documents of 2019 sketch `tf.If`
        return
    count_values(op, declared.operands, len(op.operands), OPERANDS)
    count_values(op, declared.results, len(op.results), RESULTS)
    if "regions" in declared.traits and len(op.regions) != int(declared.traits["regions"]):
        raise Error.on(op, f"expected {declared.traits['regions']} regions")
    verify_attributes(op, declared)
    for side, slots, values in (("operand", declared.operands, op.operands), ("result", declared.results, op.results)):
        sizes = segment_sizes(op, declared, side, slots, len(values))
        if sizes is not None:
            verify_values(op, side, slots, values, sizes)
    if declared.traits:
        from tfir.dialects.tf.verify.traits import verify_traits

        verify_traits(op, declared)


def verify_attributes(op, declared) -> None:
    found = op.attributes
    for name, each in declared.attributes.items():
        if each.required and name not in found:
            raise Error.on(op, f"requires attribute '{name}'")
    for name, each in declared.attributes.items():
        if name in found:
            holds, called = attribute_kind(each.kind)
            if not holds(found[name]):
                raise Error.on(op, f"attribute '{name}' failed to satisfy constraint: {called}")


def segment_sizes(op, declared, side: str, slots, count: int) -> list[int] | None:
    """How many values each slot of a side has; None where nobody can tell."""
    if f"{side}_segments" in declared.traits:
        name = f"{side}SegmentSizes"
        sizes = op.attributes.get(name)
        sizes = list(sizes.values) if isinstance(sizes, DenseArrayAttr) else [0] * len(slots)
        if len(sizes) != len(slots):
            raise Error.on(op, f"'{name}' attribute for specifying {side} segments must have {len(slots)} elements, but got {len(sizes)}")
        if sum(sizes) != count:
            raise Error.on(op, f"{side} count ({count}) does not match with the total size ({sum(sizes)}) specified in attribute '{name}'")
        return sizes
    several = sum([slot.variadic for slot in slots])
    left = count - (len(slots) - several)
    if several and left % several:
        return None
    return [left // several if slot.variadic else 1 for slot in slots]


def verify_values(op, side: str, slots, values, sizes) -> None:
    number = 0
    for slot, size in zip(slots, sizes):
        for value in values[number : number + size]:
            if not accepts(slot.kind, value.type):
                many = "variadic of " * slot.variadic
                raise Error.on(op, f"{side} #{number} must be {many}{elements(slot.kind)[1]}, but got '{value.type}'")
            number += 1
