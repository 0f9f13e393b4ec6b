"""The low-level sequencer: dispatches of known size on planned buffers. Source: IREE's walkthrough of 2019.

Offsets and lengths are in bytes. A slice is a view of a part of a buffer under a type of its own; `dynamic_slice` has as many bytes for each of
what its sizes count together, and begins behind as many for each of that number rounded up to a `multiple`. A `dynamic_copy` is one of a whole buffer to another of the same type and sizes.

An `alloc_arena` is given numbers of bytes, and places buffers of these. Each row of its `spans` is the number of a buffer, that of its size, and the first and
the last of steps between which it is needed, which are numbered by the order in which they are done; a buffer has as many rows as there are such stretches.
Buffers that are not needed at one step may share memory; unless that saves much, those that are needed in one of `stretches`, from a first to a last step, do not. An `arena_slice` is one of these buffers.

Of 2019 are the forms of `dynamic_slice` (without attributes: of a buffer, an offset, a length and sizes), `dynamic_copy` (of a part), `reshape` and
`dynamic_dispatch` that have such numbers in buffers.
"""

from __future__ import annotations

from math import prod

from tfir.dialects.func import verify_return
from tfir.dialects.iree import SYNTAX
from tfir.dialects.iree.forms import (
    BRANCH_FORMS,
    BRANCH_OPS,
    SEQUENCER_OPS,
    VERIFY_BRANCHES,
    VERIFY_CONDITIONS,
    ConstantForm,
    CopyForm,
    DispatchForm,
    ReshapeForm,
)
from tfir.dialects.iree.verify import VERIFY_CALLS, VERIFY_NUMBERS, check_numbers
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import I8, I32, IndexType, MemRefType, storage_bits
from tfir.ods.dialect import Dialect

OPS = """
    constant(; value: elements) -> (result: memref) !pure !constant_like
    alloc_heap(sizes: *index) -> (result: memref)
    reshape(source: memref, sizes: *any) -> (result: memref) !pure
    static_slice(source: memref; offset: i64, length: i64) -> (result: memref) !pure
      $source[$offset, $length] attr-dict : type($source) -> type(results)
    dynamic_slice(source: memref, sizes: *any; offset?: i64, length?: i64, multiple: i64 = 1) -> (result: memref) !pure
    alloc_arena(sizes: *index; spans: elements, stretches: elements, alignment: i64) -> (result: memref)
    arena_slice(source: memref, sizes: *index; buffer: i64) -> (result: memref) !pure
    static_dispatch(arguments: *memref; callee: symbol, workload: elements)
    static_copy(source: memref, target: memref; source_offset: i64, target_offset: i64, length: i64)
      $source[$source_offset] to $target[$target_offset], $length attr-dict : type($source), type($target)
    dynamic_copy(operands: *memref)
    static_fill(target: memref; offset: i64, length: i64, value: i32)
      $value to $target[$offset, $length] attr-dict : type($target)
    dynamic_dispatch(arguments: *memref; callee: symbol, has_workload?: unit)
    upload(source: memref, target: memref)
      $source to $target attr-dict : type($source), type($target)
    call_import(operands: *any; callee: symbol) -> (results: *any)
    alloc_static(; value: elements) -> (result: memref)
    alloc_stack(sizes: *any; memory_space: i32 = 0) -> (result: memref)
    alloc_stack_init(sizes: *any; value: elements) -> (result: memref)
    shape(operand: memref, target: memref)
    length(operand: memref, target: memref)
    compute_offset(shape: memref, indices: memref, target: memref; element_size: i32)
    compute_range(shape: memref, indices: memref, lengths: memref, offset: memref, length: memref; element_size: i32)
    dynamic_fill(value: memref, target: memref, offset: memref, length: memref)
    return(operands: *any) !terminator
      $operands attr-dict <ReturnTypes>()
"""


def byte_size(kind) -> int:
    """How many bytes a buffer of a static type takes."""
    return kind.size * storage_bits(kind.element) // 8


def known_size(kind) -> int:
    """How many bytes a buffer takes for each of what its unknown sizes count together."""
    return prod([size for size in kind.shape if size is not None]) * storage_bits(kind.element) // 8


def verify_sizes(op):
    """An allocation that is given no size may be of a buffer that the host alone has."""
    if op.operands:
        verify_open_sizes(op)


def verify_open_sizes(op):
    unknown = op.results[0].type.shape.count(None)
    given = sum([isinstance(value.type, IndexType) for value in op.operands])
    if given != unknown:
        raise Error.on(op, f"gives {given} sizes to a buffer of type {op.results[0].type}, which leaves {unknown} open")


def verify_reshape(op):
    source, result = op.operands[0].type, op.results[0].type
    if not (source.is_static and result.is_static):
        return
    if source.element is not result.element or source.size != result.size:
        raise Error.on(op, f"cannot view {source} as {result}")


def verify_slice(op):
    offset, length = op.get("offset"), op.get("length")
    check_range(op, op.operands[0], offset, length)
    if byte_size(op.results[0].type) > length:
        raise Error.on(op, f"gives {length} bytes to a buffer of type {op.results[0].type}")


def verify_dynamic_slice(op):
    if "offset" not in op.attributes and "length" not in op.attributes:
        if len(op.operands) != 4 or not all([isinstance(value.type, MemRefType) for value in op.operands]):
            raise Error.on(op, "has neither an offset and a length nor, as in 2019, buffers for an offset, a length and sizes")
        check_numbers(op, 1, 2, 3)
        return
    if None in (op.get("offset"), op.get("length")):
        raise Error.on(op, "has an offset without a length, or a length without an offset")
    verify_sizes(op)
    if op.get("multiple", 1) < 1:
        raise Error.on(op, f"rounds sizes up to multiples of {op.get('multiple')}")
    arena, length = op.operands[0].type, op.get("length")
    if op.get("offset") < 0 or op.get("offset") + length > known_size(arena) or known_size(op.results[0].type) > length:
        raise Error.on(
            op, f"takes bytes {op.get('offset')}..{op.get('offset') + length} of {arena} for a buffer of type {op.results[0].type}"
        )


def verify_arena(op):
    """The rows of a buffer stand behind each other, and are of one size."""
    spans, alignment = op.attributes["spans"], op.get("alignment")
    for name, width in (("spans", 4), ("stretches", 2)):
        rows = op.attributes[name]
        if not is_table(rows, width):
            raise Error.on(op, f"has {name} of type {rows.type}; expected rows of {width} i32")
    if alignment < 1 or op.results[0].type is not MemRefType((None,), I8):
        raise Error.on(
            op, f"gives {op.results[0].type} of which buffers begin at multiples of {alignment}; expected memref<?xi8>, and 1 or more"
        )
    before = (-1, 0)
    for buffer, size, first, last in rows_of(spans):
        if not 0 <= size < len(op.operands) or not 0 <= first <= last or (buffer, size) != before and buffer != before[0] + 1:
            raise Error.on(
                op, f"has a buffer {buffer} of size {size} from step {first} to {last}, behind one {before[0]} of size {before[1]}"
            )
        before = buffer, size
    end = -1
    for first, last in rows_of(op.attributes["stretches"]):
        if not end < first <= last:
            raise Error.on(op, f"has a stretch from step {first} to {last}, behind one that ends at {end}")
        end = last


def verify_arena_slice(op):
    verify_open_sizes(op)
    arena = op.operands[0].op
    if arena is None or arena.name != "iree_ll_seq.alloc_arena":
        raise Error.on(op, "takes a buffer of what no iree_ll_seq.alloc_arena gives")
    spans = arena.attributes.get("spans")
    rows = spans.type.sizes[0] if is_table(spans, 4) else 0
    count = spans.value_at(4 * (rows - 1)) + 1 if rows else 0  # buffers stand in order
    if not 0 <= op.get("buffer") < count:
        raise Error.on(op, f"takes buffer {op.get('buffer')} of an arena of {count}")


def is_table(value, width):
    return isinstance(value, DenseAttr) and value.type.element is I32 and len(value.type.sizes) == 2 and value.type.sizes[1] == width


def rows_of(table):
    """The rows of a table."""
    flat, width = table.values(), table.type.sizes[1]
    return [flat[at : at + width] for at in range(0, len(flat), width)]


def verify_dynamic_copy(op):
    if len(op.operands) not in (2, 5):
        raise Error.on(op, f"copies a buffer to another, or a part of one, and has {len(op.operands)} operands")
    check_numbers(op, *((1, 3, 4) if len(op.operands) == 5 else ()))


def verify_copy(op):
    check_range(op, op.operands[0], op.get("source_offset"), op.get("length"))
    check_range(op, op.operands[1], op.get("target_offset"), op.get("length"))


def verify_fill(op):
    check_range(op, op.operands[0], op.get("offset"), op.get("length"))


def check_range(op, buffer, offset: int, length: int):
    size = byte_size(buffer.type)
    if offset < 0 or length < 0 or offset + length > size:
        raise Error.on(op, f"bytes {offset}..{offset + length} do not lie in {buffer.type} of {size} bytes")


DIALECT = Dialect(
    "iree_ll_seq",
    OPS + SEQUENCER_OPS + BRANCH_OPS,
    forms={
        "constant": ConstantForm(),
        "reshape": ReshapeForm(),
        "dynamic_copy": CopyForm(),
        "dynamic_dispatch": DispatchForm(None),
        "static_dispatch": DispatchForm("attribute"),
        **BRANCH_FORMS,
    },
    syntax=SYNTAX,
    verify={
        "alloc_heap": verify_sizes,
        "dynamic_slice": verify_dynamic_slice,
        "arena_slice": verify_arena_slice,
        "alloc_arena": verify_arena,
        "dynamic_copy": verify_dynamic_copy,
        **VERIFY_NUMBERS,
        **VERIFY_CONDITIONS,
    },
    verify_in_context={
        "return": verify_return,
        "reshape": verify_reshape,
        "static_slice": verify_slice,
        "static_copy": verify_copy,
        "static_fill": verify_fill,
        **VERIFY_CALLS,
        **VERIFY_BRANCHES,
    },
)
