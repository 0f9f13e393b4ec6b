"""`vector.print` as calls of MLIR's run-time library, which has a function for each kind of number.

    before:  vector.print %i : i32 punctuation <comma>
    after:   %0 = arith.extsi %i : i32 to i64, and calls of @printI64 with it and of @printComma

A vector stays as it is: loops over its elements are made before.
"""

from __future__ import annotations

from tfir.ir.operations import Operation, Value
from tfir.ir.types import BF16, F16, F32, F64, I16, I64, INDEX, IntegerType, Type
from tfir.text.enumerators import word_of

from tfopt.rewrite.type_conversion import TypeConversion
from tfopt.to_llvm import llvm_building as llvm
from tfopt.to_llvm.library import address_of_text, called, global_text, module_around

FLOATS: dict[Type, str] = {F16: "printF16", BF16: "printBF16", F32: "printF32", F64: "printF64"}
PUNCTUATION = {"newline": "printNewline", "comma": "printComma", "open": "printOpen", "close": "printClose"}
WIDEST = 64


def printed(op: Operation, rewriter: TypeConversion) -> bool:
    if op.get("stringLiteral") is not None:
        text = global_text(module_around(op), "vector_print_str", op.attributes["stringLiteral"].bytes + b"\0")
        called(rewriter, op, "printString", [address_of_text(rewriter, text)])
    else:
        if op.operands and not number_printed(op, rewriter):
            return False
        mark = PUNCTUATION.get(word_of(op.attributes["punctuation"]))
        if mark:
            called(rewriter, op, mark, [])
    op.erase()
    return True


def number_printed(op: Operation, rewriter: TypeConversion) -> bool:
    type, operands = rewriter.type_before(op.operands[0]), rewriter.converted(op.operands)
    if operands is None:
        return False
    if type in FLOATS:
        called(rewriter, op, FLOATS[type], [as_bits(rewriter, operands[0])])
        return True
    if type is INDEX or isinstance(type, IntegerType) and type.width <= WIDEST:
        without_sign = type is INDEX or type.signedness == "u"
        wide = widened(rewriter, operands[0], without_sign or type.width == 1)
        called(rewriter, op, "printU64" if without_sign else "printI64", [wide])
        return True
    return False


def as_bits(rewriter: TypeConversion, number: Value) -> Value:
    """Short floats are handed over as their bits."""
    return llvm.value(rewriter, "llvm.bitcast", [number], I16) if number.type in (F16, BF16) else number


def widened(rewriter: TypeConversion, number: Value, without_sign: bool) -> Value:
    name = "arith.extui" if without_sign else "arith.extsi"
    return number if number.type is I64 else rewriter.builder.value(name, [number], I64)
