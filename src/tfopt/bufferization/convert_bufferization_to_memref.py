"""Makes allocations and copies of clones, and frees what is owned and not kept.

before:  %0 = bufferization.clone %m : memref<4xf32> to memref<4xf32>
after:   %0 = memref.alloc() : memref<4xf32>
         memref.copy %m, %0 : memref<4xf32> to memref<4xf32>

Several buffers that are freed together, of which some may be the same, are refused.
"""

from __future__ import annotations

from tfir.dialects.arith import INTEGER_PREDICATES
from tfir.dialects.scf import parts_of
from tfir.ir.attributes import BoolAttr, DenseArrayAttr, IntegerAttr
from tfir.ir.builder import Builder, single_block_region
from tfir.ir.operations import Operation, Region, Value
from tfir.ir.types import I1, I32, I64, INDEX, MemRefType

from tfopt.bufferization.copies import index_constant
from tfopt.bufferization.models import memref_of
from tfopt.bufferization.options import casts_safely
from tfopt.rewrite.conversion import ConversionTarget, apply_conversion
from tfopt.rewrite.pattern import function_patterns
from tfopt.rewrite.rewriter import PatternRewriter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

TITLE = "Convert operations from the Bufferization dialect to the MemRef dialect"


def convert_bufferization_to_memref(root: Operation):
    """Results are those of upstream."""
    patterns = function_patterns({"bufferization.clone": [cloned], "bufferization.dealloc": [freed]})
    apply_conversion(root, ConversionTarget(illegal=["bufferization"]), patterns)


def cloned(op: Operation, rewriter: PatternRewriter) -> bool:
    build, source, type = rewriter.builder, op.operands[0], memref_of(op.result)
    if type.shape is None:
        new = unranked_like(build, source, type)
    else:
        plain = MemRefType(type.shape, type.element, None, type.space)
        if not casts_safely(plain, type):
            return False
        new = allocated(build, plain, [known_size(build, source, at) for at, size in enumerate(type.shape) if size is None])
        new = new if plain is type else build.value("memref.cast", [new], type)
    build.create("memref.copy", [source, new])
    return rewriter.replace(op, [new])


def allocated(build: Builder, type: MemRefType, sizes: Sequence[Value], name: str = "memref.alloc") -> Value:
    return build.value(name, sizes, type, {"operandSegmentSizes": DenseArrayAttr([len(sizes), 0], I32)})


def known_size(build: Builder, buffer: Value, at: int) -> Value:
    place, shape = index_constant(build, at), memref_of(buffer).shape
    size = shape[at] if shape is not None else None
    return build.value("memref.dim", [buffer, place], INDEX) if size is None else index_constant(build, size)


def unranked_like(build: Builder, source: Value, type: MemRefType) -> Value:
    """New memory of as many elements, under the same shape, which a loop finds."""
    low, step = index_constant(build, 0), index_constant(build, 1)
    rank = build.value("memref.rank", [source], INDEX)
    shape = allocated(build, MemRefType([None], INDEX), [rank], "memref.alloca")
    region, block = single_block_region([INDEX, INDEX])
    count = build.value("scf.for", [low, rank, step, step], INDEX, regions=[region])
    body = Builder.at_end(block, build.location)
    at, total = block.arguments
    size = body.value("memref.dim", [source, at], INDEX)
    body.create("memref.store", [size, shape, at])
    body.create("scf.yield", [body.value("arith.muli", [total, size], INDEX)])
    flat = allocated(build, MemRefType([None], type.element, None, type.space), [count])
    return build.value("memref.reshape", [flat, shape], type)


def freed(op: Operation, rewriter: PatternRewriter) -> bool:
    memrefs, conditions, retained = parts_of(op)
    if len(memrefs) > 1:
        return False
    build = rewriter.builder
    if not memrefs:
        return rewriter.replace(op, [truth(build, False)] * len(retained))
    others = differences(build, memrefs[0], retained)
    is_free, *rest = *others, conditions[0]
    for each in rest:
        is_free = build.value("arith.andi", [is_free, each], I1)
    region, block = single_block_region()
    body = Builder.at_end(block, build.location)
    body.create("memref.dealloc", [memrefs[0]])
    body.create("scf.yield")
    build.create("scf.if", [is_free], regions=[region, Region()])
    true = truth(build, True) if others else is_free
    return rewriter.replace(op, [owned(build, is_other, true, conditions[0]) for is_other in others])


def truth(build: Builder, value: bool) -> Value:
    return build.value("arith.constant", (), I1, {"value": BoolAttr(value)})


def differences(build: Builder, memref: Value, retained: Sequence[Value]) -> list[Value]:
    """Whether each buffer that is kept is another one."""
    differs = {"predicate": IntegerAttr(INTEGER_PREDICATES.index("ne"), I64)}
    pointer = address(build, memref) if retained else memref
    return [build.value("arith.cmpi", [pointer, address(build, kept)], I1, differs) for kept in retained]


def address(build: Builder, buffer: Value) -> Value:
    return build.value("memref.extract_aligned_pointer_as_index", [buffer], INDEX)


def owned(build: Builder, is_other: Value, true: Value, condition: Value) -> Value:
    """Whether a buffer that is kept is the one that was owned."""
    return build.value("arith.andi", [build.value("arith.xori", [is_other, true], I1), condition], I1)
