"""Converts buffers, and what reads and writes them, to LLVM's: a buffer is a descriptor, an access pointer arithmetic.

    before:  %0 = memref.load %m[%i, %j] : memref<4x8xf32>
    after:   %0 = llvm.extractvalue %m[1]; %1 = llvm.mul %i, %eight; %2 = llvm.add %1, %j
             %3 = llvm.getelementptr %0[%2] : (!llvm.ptr, i64) -> !llvm.ptr, f32; %4 = llvm.load %3 : !llvm.ptr -> f32

Subviews and reshapes of dimensions stay: `expand-strided-metadata` makes of them what is converted here.
"""

from __future__ import annotations

from tfopt.rewrite.pattern import function_patterns
from tfopt.to_llvm import accesses, allocation, copies, views
from tfopt.to_llvm.folding import convert_folded
from tfopt.to_llvm.llvm_types import LLVMTypes, index_bits_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfopt.rewrite.pattern import RewritePattern

TITLE = "Finalize MemRef dialect to LLVM dialect conversion"
OPTIONS = {
    "use-aligned-alloc": "Allocate by aligned_alloc instead of malloc.",
    "use-generic-functions": "Allocate and free by _mlir_memref_to_llvm_alloc, .._aligned_alloc and .._free.",
}


def finalize_memref_to_llvm(root: Module, *, index_bitwidth: int = 0, use_aligned_alloc: bool = False, use_generic_functions: bool = False):
    """Results are those of upstream, operation by operation, but where strides are below zero."""
    convert_folded(root, LLVMTypes(index_bitwidth or index_bits_of(root)), patterns(use_aligned_alloc, use_generic_functions))


def patterns(use_aligned_alloc: bool = False, use_generic_functions: bool = False) -> list[RewritePattern]:
    heap = allocation.Heap(allocation.GENERIC if use_generic_functions else allocation.CLASSIC, use_aligned_alloc)
    return function_patterns({"memref.alloc": [heap.allocate], "memref.dealloc": [heap.free], **CONVERSIONS})


CONVERSIONS = {
    "memref.load": [accesses.load], "memref.store": [accesses.store], "memref.prefetch": [accesses.prefetch],
    "memref.atomic_rmw": [accesses.read_modify_write], "memref.generic_atomic_rmw": [accesses.computed_update], "memref.copy": [copies.copy],
    "memref.alloca": [allocation.on_stack], "memref.alloca_scope": [allocation.scope],
    "memref.global": [allocation.global_memory], "memref.get_global": [allocation.address_of_global],
    "memref.cast": [views.cast], "memref.memory_space_cast": [views.cast_of_space], "memref.reinterpret_cast": [views.reinterpret_cast],
    "memref.view": [views.view], "memref.transpose": [views.transpose], "memref.assume_alignment": [views.assume_alignment],
    "memref.distinct_objects": [views.distinct_objects], "memref.reshape": [views.reshape], "memref.dim": [views.dim], "memref.rank": [views.rank],
    "memref.extract_aligned_pointer_as_index": [views.aligned_pointer], "memref.extract_strided_metadata": [views.strided_metadata],
}  # fmt: skip
