"""What types alone cannot say of operations of LLVM. Source: MLIR's LLVM dialect."""

from tfir.dialects.llvm.types import PointerType
from tfir.ir.diagnostics import Error


def same_operands(op):
    types = {value.type for value in op.operands}
    if len(types) > 1:
        raise Error.on(op, "requires all operands to have the same type")


def all_alike(op):
    types = {value.type for value in (*op.operands, *op.results)}
    if len(types) > 1:
        raise Error.on(op, "requires the same type for all operands and results")


def cast(op):
    source, result = op.operands[0].type, op.result.type
    if isinstance(source, PointerType) is not isinstance(result, PointerType):
        raise Error.on(op, "can only cast pointers from and to pointers")


ALIKE = "add sub mul shl udiv sdiv lshr ashr urem srem and or xor fadd fsub fmul fdiv frem fneg freeze".split()
VERIFY = {**dict.fromkeys(ALIKE, all_alike), **dict.fromkeys(("icmp", "fcmp"), same_operands), "bitcast": cast}
VERIFY_IN_CONTEXT: dict = {}
