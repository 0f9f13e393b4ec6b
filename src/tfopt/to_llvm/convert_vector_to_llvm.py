"""Converts operations on vectors to LLVM's.

    before:  %0 = vector.extract %v[1] : f32 from vector<4xf32>
    after:   %0 = llvm.extractelement %v[%one : i64] : vector<4xf32>

Those on vectors of several dimensions are taken apart before (`vector_unrolling.py`).
"""

from __future__ import annotations

from functools import partial
from math import nan

from tfir.dialects.arith import INTEGER_PREDICATES, neutral
from tfir.dialects.llvm.attributes import FAST_MATH
from tfir.dialects.llvm.types import ArrayType, StructType
from tfir.dialects.memref.layouts import layout_of
from tfir.ir.attributes import Attribute, DenseArrayAttr, FloatAttr, IntegerAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I1, I32, I64, INDEX, FloatType, MemRefType, Type, VectorType
from tfir.text.pieces import DYNAMIC

from tfopt.rewrite.pattern import function_patterns
from tfopt.rewrite.type_conversion import CAST, TypeConversion
from tfopt.to_llvm import descriptors
from tfopt.to_llvm import llvm_building as llvm
from tfopt.to_llvm.accesses import access_attributes, element_address
from tfopt.to_llvm.elementwise import flag_words
from tfopt.to_llvm.folding import convert_folded
from tfopt.to_llvm.llvm_types import WIDTH_OF_POINTERS, LLVMTypes, types_of
from tfopt.to_llvm.printing import printed
from tfopt.to_llvm.vector_unrolling import outside_of_masks, unroll

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from tfopt.rewrite.pattern import PatternFunction, RewritePattern

    Alignment = Callable[[Any, Any, TypeConversion], int]  # of the buffer's type and the vector's

WORKS_ON = ()  # it folds what else a program has, as upstream's driver does
TITLE = "Lower the operations from the vector dialect into the LLVM dialect"
OPTIONS = {
    "force-32bit-vector-indices": "Compare sizes of masks in 32 bits, not in 64.",
    "reassociate-fp-reductions": "Let LLVM reduce floats in any order.",
    "use-vector-alignment": "Take buffers to be aligned to whole vectors, not to their elements.",
}


def convert_vector_to_llvm(
    root: Operation, *, force_32bit_vector_indices: bool = True, reassociate_fp_reductions: bool = False, use_vector_alignment: bool = False
):
    """Results are those of upstream, operation by operation."""
    unroll(root, I32 if force_32bit_vector_indices else I64)
    convert_folded(root, LLVMTypes(), patterns(reassociate_fp_reductions, use_vector_alignment))


def patterns(reassociates: bool = False, aligns_vectors: bool = False) -> list[RewritePattern]:
    alignment = vector_alignment if aligns_vectors else element_alignment
    loading, storing = partial(masked_load, alignment=alignment), partial(masked_store, alignment=alignment)
    table: dict[str, list[PatternFunction]] = {
        **CONVERSIONS, "vector.reduction": [partial(reduction, reassociates=reassociates)],
        "vector.load": [partial(load, alignment=alignment)], "vector.store": [partial(store, alignment=alignment)],
        "vector.gather": [partial(gather, alignment=alignment)], "vector.scatter": [partial(scatter, alignment=alignment)],
        "vector.maskedload": [partial(loading, name="llvm.intr.masked.load")],
        "vector.maskedstore": [partial(storing, name="llvm.intr.masked.store")],
        "vector.expandload": [partial(masked_load, name="llvm.intr.masked.expandload")],
        "vector.compressstore": [partial(masked_store, name="llvm.intr.masked.compressstore")],
    }  # fmt: skip
    return function_patterns(outside_of_masks(table))


def converted(op: Operation, rewriter: TypeConversion) -> list[Value] | None:
    """Operands in new types, if results have new types too."""
    return None if rewriter.converted_types(op.results) is None else rewriter.converted(op.operands)


# Elements


def element(rewriter: TypeConversion, vector: Value, index: Value) -> Value:
    type: Any = vector.type
    return llvm.value(rewriter, "llvm.extractelement", [vector, index], type.element)


def with_element(rewriter: TypeConversion, vector: Value, part: Value, index: Value) -> Value:
    return llvm.value(rewriter, "llvm.insertelement", [vector, part, index], vector.type)


def shuffled(rewriter: TypeConversion, one: Value, other: Value, places: Sequence[int]) -> Value:
    type: Any = one.type
    new = VectorType([len(places)], type.element, type.scalable)
    return llvm.value(rewriter, "llvm.shufflevector", [one, other], new, {"mask": DenseArrayAttr(places, I32)})


def as_index(rewriter: TypeConversion, place: Value | int) -> Value:
    return place if isinstance(place, Value) else llvm.number(rewriter, place, I64)


def ranks_are_here(op: Operation, rewriter: TypeConversion, at: int) -> int:
    """The dimensions that a vector had before it may have been converted."""
    return len(rewriter.type_before(op.operands[at]).shape)


def extract(op: Operation, rewriter: TypeConversion) -> bool:
    operands = converted(op, rewriter)
    if operands is not None and is_nowhere(op):
        return rewriter.replace(op, [llvm.poison(rewriter, rewriter.types[op.results[0].type])])
    where = None if operands is None else places_in(op, rewriter, operands, 0)
    if operands is None or where is None:
        return False
    outer, last = where
    part = operands[0]
    if outer:
        type = part.type
        for _ in outer:
            type = type.element
        part = llvm.extracted(rewriter, part, type, *outer)
    if last is not None:
        part = element(rewriter, part, as_index(rewriter, last))
    return rewriter.replace(op, [part])


def insert(op: Operation, rewriter: TypeConversion) -> bool:
    operands = converted(op, rewriter)
    if operands is not None and is_nowhere(op):
        return rewriter.replace(op, [llvm.poison(rewriter, rewriter.types[op.results[0].type])])
    where = None if operands is None else places_in(op, rewriter, operands, 1)
    if operands is None or where is None:
        return False
    (outer, last), (part, vector, *_) = where, operands
    if last is not None:
        row = vector
        if outer:
            type = vector.type
            for _ in outer:
                type = type.element
            row = llvm.extracted(rewriter, vector, type, *outer)
        part = with_element(rewriter, row, part, as_index(rewriter, last))
    return rewriter.replace(op, [llvm.inserted(rewriter, vector, part, *outer) if outer else part])


def is_nowhere(op: Operation) -> bool:
    """Whether a place is -1, of which all that comes is poison."""
    return -1 in op.attributes["static_position"].values


def places_in(op: Operation, rewriter: TypeConversion, operands: list[Value], at: int) -> tuple[list[int], Value | int | None] | None:
    """Where a part of operand `at` is: the places in arrays, and that in a vector if it is one element. None where arrays are indexed by
    values."""
    rest = iter(operands[at + 1 :])
    places = [next(rest) if each == DYNAMIC else int(each) for each in op.attributes["static_position"].values]
    rank = ranks_are_here(op, rewriter, at)
    last: Value | int | None = 0 if rank == 0 else places.pop() if len(places) == rank else None
    fixed = [each for each in places if not isinstance(each, Value)]
    return (fixed, last) if len(fixed) == len(places) else None


def broadcast(op: Operation, rewriter: TypeConversion) -> bool:
    """One number in each place."""
    operands = converted(op, rewriter)
    if operands is None or isinstance(rewriter.type_before(op.operands[0]), VectorType):
        return False
    (number,), type = operands, rewriter.types[op.results[0].type]
    if not isinstance(type, ArrayType):
        return rewriter.replace(op, [splat(rewriter, number, type)])
    sizes, inner = llvm.rows_of(type)
    whole = llvm.poison(rewriter, type)
    row = splat(rewriter, number, inner, in_rows=True)
    for place in llvm.places(sizes):
        whole = llvm.inserted(rewriter, whole, row, *place)
    return rewriter.replace(op, [whole])


def splat(rewriter: TypeConversion, number: Value, type: Any, in_rows: bool = False) -> Value:
    nothing = llvm.poison(rewriter, type)
    first = with_element(rewriter, nothing, number, llvm.number(rewriter, 0, I32))
    count = type.shape[0]
    if count == 1 and not any(type.scalable) and not in_rows:
        return first
    return shuffled(rewriter, first, first if in_rows else nothing, [0] * count)


def shuffle(op: Operation, rewriter: TypeConversion) -> bool:
    operands = converted(op, rewriter)
    if operands is None:
        return False
    (one, other), type, mask = operands, rewriter.types[op.results[0].type], [int(each) for each in op.attributes["mask"].values]
    if not isinstance(type, ArrayType) and one.type is other.type:
        return rewriter.replace(op, [shuffled(rewriter, one, other, mask)])
    count = one.type.count if isinstance(type, ArrayType) else one.type.shape[0]
    whole = llvm.poison(rewriter, type)
    for to, place in enumerate(mask):
        source, at = (one, place) if place < count else (other, place - count)
        if isinstance(type, ArrayType):
            whole = llvm.inserted(rewriter, whole, llvm.extracted(rewriter, source, type.element, at), to)
        else:
            part = element(rewriter, source, llvm.index(rewriter, at))
            whole = with_element(rewriter, whole, part, llvm.index(rewriter, to))
    return rewriter.replace(op, [whole])


def from_elements(op: Operation, rewriter: TypeConversion) -> bool:
    operands = converted(op, rewriter)
    type = rewriter.types[op.results[0].type]
    if operands is None or isinstance(type, ArrayType):
        return False
    whole = llvm.poison(rewriter, type)
    for at, part in enumerate(operands):
        whole = with_element(rewriter, whole, part, llvm.number(rewriter, at, I64))
    return rewriter.replace(op, [whole])


def to_elements(op: Operation, rewriter: TypeConversion) -> bool:
    operands = converted(op, rewriter)
    if operands is None or isinstance(operands[0].type, ArrayType):
        return False
    parts = [element(rewriter, operands[0], llvm.number(rewriter, at, I64)) if each.uses else each for at, each in enumerate(op.results)]
    return rewriter.replace(op, parts)


def bitcast(op: Operation, rewriter: TypeConversion) -> bool:
    operands, types = converted(op, rewriter), rewriter.converted_types(op.results)
    if operands is None or types is None or isinstance(types[0], ArrayType):
        return False
    return rewriter.become(op, "llvm.bitcast", operands, types, op.attributes)


def interleave(op: Operation, rewriter: TypeConversion) -> bool:
    operands = converted(op, rewriter)
    if operands is None or isinstance(operands[0].type, ArrayType):
        return False
    type: Any = operands[0].type
    if any(type.scalable):
        new = rewriter.types[op.results[0].type]
        return rewriter.replace(op, [llvm.value(rewriter, "llvm.intr.vector.interleave2", operands, new)])
    count = type.shape[0]
    places = [place for at in range(count) for place in (at, count + at)]
    return rewriter.replace(op, [shuffled(rewriter, operands[0], operands[1], places)])


def deinterleave(op: Operation, rewriter: TypeConversion) -> bool:
    operands = converted(op, rewriter)
    if operands is None or isinstance(operands[0].type, ArrayType):
        return False
    type: Any = operands[0].type
    if any(type.scalable):
        half = rewriter.types[op.results[0].type]
        both = llvm.value(rewriter, "llvm.intr.vector.deinterleave2", operands, StructType([half, half]))
        return rewriter.replace(op, [llvm.extracted(rewriter, both, half, at) for at in (0, 1)])
    nothing = llvm.poison(rewriter, type)
    halves = [shuffled(rewriter, operands[0], nothing, range(first, type.shape[0], 2)) for first in (0, 1)]
    return rewriter.replace(op, halves)


# Arithmetic


def fma(op: Operation, rewriter: TypeConversion) -> bool:
    operands, types = converted(op, rewriter), rewriter.converted_types(op.results)
    if operands is None or types is None:
        return False
    name = "llvm.intr.fmuladd"
    return not isinstance(types[0], ArrayType) and rewriter.become(op, name, operands, types, llvm.defaults_of(name))


def reduction(op: Operation, rewriter: TypeConversion, reassociates: bool = False) -> bool:
    operands = converted(op, rewriter)
    if operands is None:
        return False
    vector, *acc = operands
    type = rewriter.types[op.results[0].type]
    kind = op.attributes["kind"].text.partition("<")[2].removesuffix(">")
    first = acc[0] if acc else None
    if isinstance(type, FloatType):
        words = flag_words(op.attributes["fastmath"].text)
        flags = FAST_MATH.of([*words, "reassoc"] if reassociates else words)
        value = reduced_float(rewriter, kind, vector, first, {"fastmathFlags": flags})
    else:
        value = reduced_whole(rewriter, kind, vector, first)
    return value is not None and rewriter.replace(op, [value])


def reduced_float(rewriter: TypeConversion, kind: str, vector: Value, acc: Value | None, flags: dict[str, Attribute]) -> Value | None:
    """Sums and products begin with a number; extremes are combined with one at the end."""
    element: Any = vector.type.element
    start = dict(add=0.0, mul=1.0).get(kind)
    if start is not None:
        first = acc if acc is not None else llvm.constant(rewriter, FloatAttr(start, element), element)
        return llvm.value(rewriter, f"llvm.intr.vector.reduce.f{kind}", [first, vector], element, flags)
    names = FLOAT_EXTREMES.get(kind)
    if names is None:
        return None
    value = llvm.value(rewriter, f"llvm.intr.vector.reduce.{names[0]}", [vector], element, flags)
    return value if acc is None else llvm.value(rewriter, f"llvm.intr.{names[1]}", [value, acc], element)


def reduced_whole(rewriter: TypeConversion, kind: str, vector: Value, acc: Value | None) -> Value | None:
    element: Any = vector.type.element
    name, predicate = WHOLE_KINDS.get(kind, ("", ""))
    if not name:
        return None
    value = llvm.value(rewriter, f"llvm.intr.vector.reduce.{name}", [vector], element)
    if acc is None:
        return value
    if not predicate:
        return llvm.whole(rewriter, name, acc, value)
    held = {"predicate": IntegerAttr(INTEGER_PREDICATES.index(predicate), I64)}
    is_it = rewriter.builder.value("llvm.icmp", [acc, value], I1, held)
    return llvm.value(rewriter, "llvm.select", [is_it, acc, value], element)


FLOAT_EXTREMES = {
    "minnumf": ("fmin", "minnum"), "maxnumf": ("fmax", "maxnum"), "minimumf": ("fminimum", "minimum"), "maximumf": ("fmaximum", "maximum"),
}  # fmt: skip
MASKED_FLOATS = {"add": ("fadd", 0.0), "mul": ("fmul", 1.0), "minnumf": ("fmin", -nan), "maxnumf": ("fmax", nan)}
WHOLE_KINDS = {
    "add": ("add", ""), "mul": ("mul", ""), "and": ("and", ""), "or": ("or", ""), "xor": ("xor", ""),
    "minsi": ("smin", "sle"), "minui": ("umin", "ule"), "maxsi": ("smax", "sge"), "maxui": ("umax", "uge"),
}  # fmt: skip


def masked(op: Operation, rewriter: TypeConversion) -> bool:
    """A reduction of the elements that a mask lets through, by an intrinsic that takes the mask and the number of elements."""
    inner = op.body.first
    if inner is None or inner.name != "vector.reduction" or len(op.operands) > 1:
        return False
    operands, mask = rewriter.converted(inner.operands), rewriter.converted(op.operands)
    if operands is None or mask is None:
        return False
    (vector, *acc), type = operands, rewriter.types[inner.results[0].type]
    kind = inner.attributes["kind"].text.partition("<")[2].removesuffix(">")
    name, beginning = masked_kind(kind, type)
    if not name:
        return False
    first = acc[0] if acc else llvm.constant(rewriter, beginning, type)
    count = count_of(rewriter, vector.type)
    return rewriter.replace(op, [rewriter.builder.value(f"llvm.intr.vp.reduce.{name}", [first, vector, *mask, count], type)])


def count_of(rewriter: TypeConversion, type: Any) -> Value:
    """How many elements a vector has, which only the machine knows of a scalable one."""
    count = llvm.number(rewriter, type.shape[0], I32)
    if not any(type.scalable):
        return count
    scale = llvm.value(rewriter, "llvm.intr.vscale", (), types_of(rewriter).index)
    times = rewriter.builder.value("arith.index_cast", [rewriter.builder.value(CAST, [scale], INDEX)], I32)
    return rewriter.builder.value("arith.muli", [count, times], I32)


def masked_kind(kind: str, type: Any) -> tuple[str, Attribute]:
    """The intrinsic of a kind of reduction, and the number that changes nothing. Upstream's numbers for `minimumf` and `maximumf`, the
    greatest float and the negative one next to zero, change results: reductions of these kinds stay as they are."""
    if isinstance(type, FloatType):
        name, number = MASKED_FLOATS.get(kind, ("", 0.0))
        return name, FloatAttr(number, type)
    name = WHOLE_KINDS.get(kind, ("", ""))[0]
    number = neutral(op_kind(kind), type)
    return ("" if number is None else name), IntegerAttr(int(number or 0), type)


def op_kind(kind: str) -> str:
    """The kind as atomic operations spell it."""
    return {"add": "addi", "mul": "muli", "and": "andi", "or": "ori", "xor": "xori"}.get(kind, kind.removesuffix("i"))


# Memory


def element_alignment(buffer: Any, vector: Any, rewriter: TypeConversion) -> int:
    """What a buffer is aligned to if nothing else is known."""
    return alignment_of(rewriter.types[buffer.element])


def vector_alignment(buffer: Any, vector: Any, rewriter: TypeConversion) -> int:
    """What a buffer is aligned to if it is known to hold whole vectors."""
    return alignment_of(rewriter.types[vector])


def alignment_of(type: Any) -> int:
    """The bytes to which LLVM aligns an element where nothing else is said."""
    if isinstance(type, VectorType):
        return 1 << (type.size * type.element.width // 8 - 1).bit_length()
    width = getattr(type, "width", WIDTH_OF_POINTERS)
    return min(16, 1 << (-(-width // 8) - 1).bit_length())


def aligned(op: Operation, rewriter: TypeConversion, buffer: Any, vector: Type, alignment: Alignment, type: Type) -> dict[str, Attribute]:
    asked = op.get("alignment") or alignment(buffer, vector, rewriter)
    return {"alignment": IntegerAttr(asked, type)}


def access(op: Operation, rewriter: TypeConversion, at: int, indices: int) -> tuple[Any, list[Value], Value] | None:
    """The buffer's type, operands in new types, and the address that operand `at` and the indices behind it mean; None where the
    elements of a row don't lie one behind another."""
    operands = converted(op, rewriter)
    buffer = rewriter.type_before(op.operands[at])
    layout = layout_of(buffer) if getattr(buffer, "shape", None) is not None else None
    if operands is None or layout is None or layout[0][-1:] not in ([1], []):
        return None
    return buffer, operands, element_address(rewriter, buffer, operands[at], operands[at + 1 : at + 1 + indices])


def is_row(type: Any) -> bool:
    return isinstance(type, VectorType) and len(type.shape) == 1


def load(op: Operation, rewriter: TypeConversion, alignment: Alignment) -> bool:
    if len(op.results[0].type.shape) > 1:
        return False
    given = access(op, rewriter, 0, len(op.operands) - 1)
    if given is None:
        return False
    buffer, _, pointer = given
    is_aligned = aligned(op, rewriter, buffer, op.results[0].type, alignment, I64)
    attributes = {**llvm.defaults_of("llvm.load"), **access_attributes(op), **is_aligned}
    return rewriter.become(op, "llvm.load", [pointer], [rewriter.types[op.results[0].type]], attributes)


def store(op: Operation, rewriter: TypeConversion, alignment: Alignment) -> bool:
    if len(rewriter.type_before(op.operands[0]).shape) > 1:
        return False
    given = access(op, rewriter, 1, len(op.operands) - 2)
    if given is None:
        return False
    buffer, operands, pointer = given
    is_aligned = aligned(op, rewriter, buffer, rewriter.type_before(op.operands[0]), alignment, I64)
    attributes = {**llvm.defaults_of("llvm.store"), **access_attributes(op), **is_aligned}
    return rewriter.become(op, "llvm.store", [operands[0], pointer], (), attributes)


def masked_load(op: Operation, rewriter: TypeConversion, name: str, alignment: Alignment | None = None) -> bool:
    if not is_row(op.results[0].type):
        return False
    given = access(op, rewriter, 0, len(op.operands) - 3)
    if given is None:
        return False
    buffer, operands, pointer = given
    attributes = {} if alignment is None else aligned(op, rewriter, buffer, op.results[0].type, alignment, I32)
    return rewriter.become(op, name, [pointer, *operands[-2:]], [rewriter.types[op.results[0].type]], attributes)


def masked_store(op: Operation, rewriter: TypeConversion, name: str, alignment: Alignment | None = None) -> bool:
    if not is_row(rewriter.type_before(op.operands[-1])):
        return False
    given = access(op, rewriter, 0, len(op.operands) - 3)
    if given is None:
        return False
    buffer, operands, pointer = given
    mask, stored = operands[-2:]
    attributes = {} if alignment is None else aligned(op, rewriter, buffer, rewriter.type_before(op.operands[-1]), alignment, I32)
    return rewriter.become(op, name, [stored, pointer, mask], (), attributes)


def gather(op: Operation, rewriter: TypeConversion, alignment: Alignment) -> bool:
    if not is_row(op.results[0].type):
        return False
    given = access(op, rewriter, 0, len(op.operands) - 4)
    if given is None:
        return False
    buffer, operands, pointer = given
    *_, indices, mask, otherwise = operands
    pointers = addresses(rewriter, buffer, pointer, indices)
    vector = op.results[0].type
    attributes = aligned(op, rewriter, buffer, vector, alignment, I32)
    return rewriter.become(op, "llvm.intr.masked.gather", [pointers, mask, otherwise], [rewriter.types[vector]], attributes)


def scatter(op: Operation, rewriter: TypeConversion, alignment: Alignment) -> bool:
    if not is_row(rewriter.type_before(op.operands[-1])) or op.results:
        return False
    given = access(op, rewriter, 0, len(op.operands) - 4)
    if given is None:
        return False
    buffer, operands, pointer = given
    *_, indices, mask, stored = operands
    pointers = addresses(rewriter, buffer, pointer, indices)
    attributes = aligned(op, rewriter, buffer, rewriter.type_before(op.operands[-1]), alignment, I32)
    return rewriter.become(op, "llvm.intr.masked.scatter", [stored, pointers, mask], (), attributes)


def addresses(rewriter: TypeConversion, buffer: Any, pointer: Value, indices: Value) -> Value:
    type: Any = indices.type
    pointers = VectorType(type.shape, pointer.type, type.scalable)
    return llvm.address_in(rewriter, pointer, rewriter.types[buffer.element], [indices], type=pointers)


def type_cast(op: Operation, rewriter: TypeConversion) -> bool:
    """A buffer at the pointers of one whose numbers, or rows, its vectors have."""
    operands = converted(op, rewriter)
    before, after = rewriter.type_before(op.operands[0]), rewriter.type_before(op.results[0])
    if operands is None or before.layout is not None or not isinstance(after, MemRefType) or after.layout is not None:
        return False
    new = llvm.poison(rewriter, rewriter.types[after])
    for at in (descriptors.ALLOCATED, descriptors.ALIGNED):
        new = llvm.inserted(rewriter, new, descriptors.part(rewriter, operands[0], at), at)
    return rewriter.replace(op, [descriptors.laid_out(rewriter, after, new)])


def step(op: Operation, rewriter: TypeConversion) -> bool:
    """Of a vector whose size is not known; the others are constants."""
    type = rewriter.types[op.results[0].type]
    return any(op.results[0].type.scalable) and rewriter.become(op, "llvm.intr.stepvector", (), [type], {})


def scalable_part(op: Operation, rewriter: TypeConversion) -> bool:
    """A part of a scalable vector, or one with another part, which the intrinsics take in the opposite order."""
    operands, types = converted(op, rewriter), rewriter.converted_types(op.results)
    name = f"llvm.intr.vector.{op.name.rpartition('.')[2]}"
    return operands is not None and types is not None and rewriter.become(op, name, operands[::-1], types, op.attributes)


def vscale(op: Operation, rewriter: TypeConversion) -> bool:
    return rewriter.become(op, "llvm.intr.vscale", (), [types_of(rewriter).index], op.attributes)


CONVERSIONS: dict[str, list[PatternFunction]] = {
    "vector.extract": [extract], "vector.insert": [insert], "vector.broadcast": [broadcast], "vector.shuffle": [shuffle],
    "vector.from_elements": [from_elements], "vector.to_elements": [to_elements], "vector.bitcast": [bitcast],
    "vector.interleave": [interleave], "vector.deinterleave": [deinterleave], "vector.fma": [fma],
    "vector.mask": [masked], "vector.type_cast": [type_cast], "vector.vscale": [vscale], "vector.print": [printed],
    "vector.step": [step], "vector.scalable.extract": [scalable_part], "vector.scalable.insert": [scalable_part],
}  # fmt: skip
