"""Functions that C can call, `_mlir_ciface_NAME`: buffers are pointers to descriptors, and so is a result that is a structure."""

from __future__ import annotations

from tfir.dialects.llvm.attributes import LINKAGE
from tfir.dialects.llvm.types import POINTER, VOID, StructType
from tfir.dialects.llvm.types import FunctionType as LLVMFunctionType
from tfir.ir.attributes import ArrayAttr, Attribute, DenseArrayAttr, DictAttr, StringAttr, SymbolRefAttr, TypeAttr
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.types import I32, FunctionType, MemRefType, Type

from tfopt.rewrite.type_conversion import TypeConversion
from tfopt.to_llvm import descriptors
from tfopt.to_llvm import llvm_building as llvm
from tfopt.to_llvm.llvm_types import types_of


def wrap(op: Operation, before: FunctionType, described: Attribute | None, rewriter: TypeConversion, is_external: bool) -> None:
    """A function behind one of LLVM that was of type `before` and said this of its arguments: it calls that, or if that is external is
    called by it."""
    result = types_of(rewriter).result_of(before.results)
    passed = [POINTER if isinstance(type, MemRefType) else rewriter.types[type] for type in before.inputs]
    is_pointed = isinstance(result, StructType)
    type = LLVMFunctionType(VOID if is_pointed else result, [*[POINTER] * is_pointed, *passed])
    attributes = {**op.attributes, "sym_name": StringAttr(f"_mlir_ciface_{op.get('sym_name')}"), "function_type": TypeAttr(type)}
    if described is not None:
        attributes["arg_attrs"] = ArrayAttr([*[DictAttr()] * is_pointed, *described])
    wrapper = Operation("llvm.func", (), (), attributes, [Region()], (), op.location, op.block, op.next)
    if is_external:
        op.set_attribute("linkage", LINKAGE.of("private"))
        call_wrapper(op, wrapper, before, rewriter, result)
    else:
        call_wrapped(op, wrapper, before, rewriter, result)


def build_at_end(rewriter: TypeConversion, function: Operation, types: list[Type]) -> Block:
    block = function.region.add_block(Block(types))
    rewriter.builder.block, rewriter.builder.anchor = block, None
    return block


def call_wrapped(op: Operation, wrapper: Operation, before: FunctionType, rewriter: TypeConversion, result: Type) -> None:
    type = wrapper.attributes["function_type"].value
    arguments = list(build_at_end(rewriter, wrapper, type.inputs).arguments)
    target = arguments.pop(0) if isinstance(result, StructType) else None
    passed: list[Value] = []
    for argument, old in zip(arguments, before.inputs):
        if isinstance(old, MemRefType):
            descriptor = llvm.value(rewriter, "llvm.load", [argument], rewriter.types[old])
            passed += descriptors.unpacked(rewriter, descriptor)
        else:
            passed.append(argument)
    values = call(rewriter, op, passed, result)
    if target is not None:
        llvm.create(rewriter, "llvm.store", [*values, target], ())
        values = []
    llvm.create(rewriter, "llvm.return", values, ())


def call_wrapper(op: Operation, wrapper: Operation, before: FunctionType, rewriter: TypeConversion, result: Type) -> None:
    arguments = list(build_at_end(rewriter, op, op.attributes["function_type"].value.inputs).arguments)
    passed = [on_stack(rewriter, result, None)] if isinstance(result, StructType) else []
    target = passed[0] if passed else None
    for old in before.inputs:
        count = len(types_of(rewriter).arguments_for(old))
        parts, arguments = arguments[:count], arguments[count:]
        if isinstance(old, MemRefType):
            descriptor = descriptors.packed(rewriter, old, rewriter.types[old], parts)
            passed.append(on_stack(rewriter, descriptor.type, descriptor))
        else:
            passed += parts
    values = call(rewriter, wrapper, passed, wrapper.attributes["function_type"].value.result)
    if target is not None:
        values = [llvm.value(rewriter, "llvm.load", [target], result)]
    llvm.create(rewriter, "llvm.return", values, ())


def on_stack(rewriter: TypeConversion, type: Type, stored: Value | None) -> Value:
    """A place on the stack, in which something may stand already."""
    place = llvm.value(rewriter, "llvm.alloca", [llvm.index(rewriter, 1)], POINTER, {"elem_type": TypeAttr(type)})
    if stored is not None:
        llvm.create(rewriter, "llvm.store", [stored, place], ())
    return place


def call(rewriter: TypeConversion, function: Operation, operands: list[Value], result: Type) -> list[Value]:
    attributes = {"callee": SymbolRefAttr(function.get("sym_name")), "operandSegmentSizes": DenseArrayAttr([len(operands), 0], I32)}
    return list(llvm.create(rewriter, "llvm.call", operands, () if result is VOID else (result,), attributes).results)
