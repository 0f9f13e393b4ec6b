"""Functions of a library that is linked later: declared once in a module."""

from __future__ import annotations

from tfir.dialects.llvm.types import VOID, FunctionType
from tfir.ir.attributes import DenseArrayAttr, StringAttr, SymbolRefAttr, TypeAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Region, Value
from tfir.ir.types import I32, Type

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
