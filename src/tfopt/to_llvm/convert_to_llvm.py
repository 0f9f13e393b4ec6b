"""Converts all that is of MLIR's standard dialects to LLVM's at once, so that no casts are left between what one pass and the next convert."""

from __future__ import annotations

from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation

from tfopt.to_llvm import (
    convert_arith_to_llvm,
    convert_cf_to_llvm,
    convert_complex_to_llvm,
    convert_func_to_llvm,
    convert_index_to_llvm,
    convert_math_to_llvm,
    convert_ub_to_llvm,
    convert_vector_to_llvm,
    finalize_memref_to_llvm,
)
from tfopt.to_llvm.folding import convert_folded
from tfopt.to_llvm.llvm_types import LLVMTypes, index_bits_of

TITLE = "Convert to LLVM via dialect interfaces found in the input IR"
OPTIONS = {
    "allow-pattern-rollback": "Share the casts between operands in new types; otherwise each has one of its own, as where upstream's driver takes nothing back.",
    "dynamic": "Let an `index` have as many bits as a module's data layout says (`dlti.dl_spec`), not always 64.",
    "filter-dialects": "Convert only these dialects.",
}
EXACT = False
CONVERTERS = {
    "arith": convert_arith_to_llvm, "cf": convert_cf_to_llvm, "complex": convert_complex_to_llvm, "func": convert_func_to_llvm, "index": convert_index_to_llvm,
    "math": convert_math_to_llvm, "memref": finalize_memref_to_llvm, "ub": convert_ub_to_llvm, "vector": convert_vector_to_llvm,
}  # fmt: skip


def convert_to_llvm(root: Operation, *, allow_pattern_rollback: bool = True, dynamic: bool = False, filter_dialects: tuple[str, ...] = ()):
    """What has no conversion stays. Operations on vectors of several dimensions are not taken apart before, as upstream does not."""
    unmet = [name for name in filter_dialects if name not in CONVERTERS]
    if unmet:
        raise Error(f"dialect '{unmet[0]}' has no conversion to llvm; there are {', '.join(CONVERTERS)}")
    chosen = [module for name, module in CONVERTERS.items() if not filter_dialects or name in filter_dialects]
    types = LLVMTypes(index_bits_of(root) if dynamic else 0)
    convert_folded(root, types, [pattern for module in chosen for pattern in module.patterns()], shares_casts=allow_pattern_rollback)
