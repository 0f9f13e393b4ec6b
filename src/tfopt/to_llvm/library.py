"""Functions of a library that is linked later, declared once in a module, and texts for them."""

from __future__ import annotations

from tfir.dialects.llvm.attributes import LINKAGE
from tfir.dialects.llvm.types import POINTER, VOID, ArrayType, FunctionType
from tfir.ir.attributes import DenseArrayAttr, StringAttr, SymbolRefAttr, TypeAttr, UnitAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Region, Value
from tfir.ir.types import I8, I32, TensorType, Type

from tfopt.rewrite.type_conversion import TypeConversion
from tfopt.to_llvm import llvm_building as llvm

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def module_around(op: Operation) -> Operation:
    """The module that an operation stands in. Raises Error where there is none."""
    around: Operation | None = op
    while around is not None and around.name != "builtin.module":
        around = around.parent_op
    if around is None:
        raise Error.on(op, "stands in no module, in which a function could be declared")
    return around


def symbol_in(module: Operation, name: str) -> Operation | None:
    return next((op for op in module.body if op.get("sym_name") == name), None)


def declare(module: Operation, name: str, inputs: Sequence[Type], result: Type) -> Operation:
    """The declaration of a function, in front of all else if it is not there yet. Raises Error where there is another of that name."""
    declared, type = symbol_in(module, name), FunctionType(result, inputs)
    if declared is None:
        attributes = {**llvm.defaults_of("llvm.func"), "sym_name": StringAttr(name), "function_type": TypeAttr(type)}
        return Operation("llvm.func", (), (), attributes, [Region()], (), module.location, module.body, module.body.first)
    if declared.name != "llvm.func" or declared.attributes["function_type"].value is not type:
        raise Error.on(declared, f"is not the function '{name}' of type '{type}' that the program calls now")
    return declared


def called(rewriter: TypeConversion, op: Operation, name: str, operands: Sequence[Value], result: Type = VOID) -> Value | None:
    """The result of a call of a function of the library, in the place of an operation."""
    declare(module_around(op), name, [operand.type for operand in operands], result)
    attributes = {"callee": SymbolRefAttr(name), "operandSegmentSizes": DenseArrayAttr([len(operands), 0], I32)}
    new = llvm.create(rewriter, "llvm.call", operands, () if result is VOID else (result,), attributes)
    return new.results[0] if new.results else None


def global_text(module: Operation, stem: str, text: bytes) -> Operation:
    """A constant of a module that is these bytes, under a name that is free."""
    name, number = stem, 0
    while symbol_in(module, name) is not None:
        name, number = f"{stem}_{number}", number + 1
    held = DenseAttr.of([byte - 256 if byte > 127 else byte for byte in text], TensorType([len(text)], I8))
    attributes = {
        **llvm.defaults_of("llvm.mlir.global"), "global_type": TypeAttr(ArrayType(len(text), I8)), "constant": UnitAttr(),
        "sym_name": StringAttr(name), "linkage": LINKAGE.of("private"), "value": held,
    }  # fmt: skip
    return Operation("llvm.mlir.global", (), (), attributes, [Region()], (), module.location, module.body, module.body.first)


def address_of_text(rewriter: TypeConversion, text: Operation) -> Value:
    place = rewriter.builder.value("llvm.mlir.addressof", (), POINTER, {"global_name": SymbolRefAttr(text.get("sym_name"))})
    return llvm.address_in(rewriter, place, text.attributes["global_type"].value, [0])
