"""Converts functions, calls and returns to LLVM's.

    before:  func.func @f(%m: memref<?xf32>, %i: index) -> index
    after:   llvm.func @f(%allocated: !llvm.ptr, %aligned: !llvm.ptr, %offset: i64, %size: i64, %stride: i64, %i: i64) -> i64

A buffer is passed in parts, or with bare pointers as one, and returned as a descriptor. Several results are one structure. Functions whose
types LLVM does not have, such as tensors, stay.
"""

from __future__ import annotations

from tfir.dialects.func import function_type
from tfir.dialects.llvm.types import FunctionType, StructType
from tfir.dialects.llvm.verify_modules import is_module
from tfir.ir.attributes import ArrayAttr, Attribute, DenseArrayAttr, DictAttr, IntegerAttr, OpaqueAttr, SymbolRefAttr, TypeAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import nearest_symbol
from tfir.ir.types import I32, MemRefType, Type

from tfopt.rewrite.pattern import function_patterns
from tfopt.rewrite.type_conversion import TypeConversion
from tfopt.to_llvm import descriptors
from tfopt.to_llvm import llvm_building as llvm
from tfopt.to_llvm.c_interface import wrap
from tfopt.to_llvm.folding import convert_folded
from tfopt.to_llvm.llvm_types import LLVMTypes, index_bits_of, types_of
from tfopt.to_llvm.unranked import moved_to_heap, moved_to_stack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tfopt.rewrite.pattern import RewritePattern

TITLE = "Convert from the Func dialect to the LLVM dialect"
OPTIONS = {
    "use-bare-ptr-memref-call-conv": "Pass and return buffers of known sizes as pointers to their elements.",
}
BARE = "llvm.bareptr"
NOT_ACCESSED = "none, ".join(["other = ", "argMem = ", "inaccessibleMem = ", "errnoMem = ", "targetMem0 = ", "targetMem1 = "])
NO_MEMORY = OpaqueAttr(f"#llvm.memory_effects<{NOT_ACCESSED}none>")


def convert_func_to_llvm(root: Module, *, index_bitwidth: int = 0, use_bare_ptr_memref_call_conv: bool = False):
    """Types, and the order of what is built, are those of upstream."""
    convert_folded(root, LLVMTypes(index_bitwidth or index_bits_of(root), use_bare_ptr_memref_call_conv), patterns())


def patterns() -> list[RewritePattern]:
    return function_patterns(
        {"func.func": [function], "func.return": [returned], "func.call": [call], "func.call_indirect": [call], "func.constant": [address]}
    )


# Functions


def by_convention(of: Callable[[Operation], Operation | None]):
    """For conversions of what a function says of its buffers: one that is `llvm.bareptr` has pointers, whatever the option says."""

    def wrapped(convert: Callable[[Operation, TypeConversion], bool]) -> Callable[[Operation, TypeConversion], bool]:
        def converted(op: Operation, rewriter: TypeConversion) -> bool:
            types, function = types_of(rewriter), of(op)
            before = types.bare_pointers
            types.bare_pointers = before or (function is not None and BARE in function.attributes)
            try:
                return convert(op, rewriter)
            finally:
                types.bare_pointers = before

        return converted

    return wrapped


def callee_of(op: Operation) -> Operation | None:
    callee = op.attributes.get("callee")
    return nearest_symbol(op, callee, is_module) if isinstance(callee, SymbolRefAttr) else None


@by_convention(lambda op: op)
def function(op: Operation, rewriter: TypeConversion) -> bool:
    types = types_of(rewriter)
    before = function_type(op)
    inputs = [types.arguments_for(type) for type in before.inputs]
    result = types.result_of(before.results)
    is_variadic = getattr(op.attributes.get("func.varargs"), "value", False)
    has_interface, linkage = "llvm.emit_c_interface" in op.attributes, op.attributes.get("llvm.linkage")
    if None in inputs or result is None or (is_variadic and has_interface) or isinstance(linkage, IntegerAttr):
        return False
    after = FunctionType(result, [type for each in inputs for type in each], is_variadic)
    is_external, described = not op.region.blocks, op.attributes.get("arg_attrs")
    rewriter.become(op, "llvm.func", (), (), function_attributes(op, after, inputs, len(before.results)))
    if not is_external:
        rewriter.convert_signature(op.body, inputs, descriptors.packed)
    if has_interface and not types.bare_pointers:
        wrap(op, before, described, rewriter, is_external)
    return True


def function_attributes(op: Operation, type: FunctionType, inputs: list[list[Type]], results: int) -> dict[str, Attribute]:
    attributes = dict(llvm.defaults_of("llvm.func"))
    for name, held in op.attributes.items():
        if name == "llvm.linkage":
            attributes["linkage"] = held
        elif name == "llvm.readnone":
            attributes["memory_effects"] = NO_MEMORY
        elif name == "arg_attrs":
            attributes[name] = descriptions(held, inputs)
        elif name == "sym_visibility" and held.value == "public":
            continue  # as every function is that says nothing
        elif name not in ("function_type", "func.varargs", "no_inline") and (name != "res_attrs" or results == 1):
            attributes[name] = held
    attributes["function_type"] = TypeAttr(type)
    return attributes


def descriptions(held: Attribute, inputs: list[list[Type]]) -> ArrayAttr:
    """What is said of arguments. Of one that is passed in parts nothing is, as upstream has it."""
    return ArrayAttr([each if len(new) == 1 else DictAttr() for each, new in zip(held, inputs) for _ in new])


@by_convention(lambda op: op.parent_op)
def returned(op: Operation, rewriter: TypeConversion) -> bool:
    around = op.parent_op
    if around is None or around.name != "llvm.func":
        return False
    operands = rewriter.converted(op.operands)
    if operands is None:
        return False
    befores = [rewriter.type_before(value) for value in op.operands]
    if types_of(rewriter).bare_pointers:
        operands = [bare(rewriter, type, operand) for type, operand in zip(befores, operands)]
    else:
        operands = [
            moved_to_heap(rewriter, op, operand) if isinstance(type, MemRefType) and type.shape is None else operand
            for type, operand in zip(befores, operands)
        ]  # fmt: skip
    if len(operands) > 1:
        operands = [together(rewriter, operands)]
    return rewriter.become(op, "llvm.return", operands, (), op.attributes)


def bare(rewriter: TypeConversion, before: Type, operand: Value) -> Value:
    """The pointer of a buffer; anything else as it is."""
    return descriptors.part(rewriter, operand, descriptors.ALLOCATED) if isinstance(before, MemRefType) else operand


def together(rewriter: TypeConversion, operands: list[Value]) -> Value:
    """Several values as one structure."""
    structure = llvm.poison(rewriter, StructType([operand.type for operand in operands]))
    for at, operand in enumerate(operands):
        structure = llvm.inserted(rewriter, structure, operand, at)
    return structure


# Calls


@by_convention(callee_of)
def call(op: Operation, rewriter: TypeConversion) -> bool:
    operands, results = rewriter.converted(op.operands), rewriter.converted_types(op.results)
    given = [types_of(rewriter).returned(result.type) for result in op.results]
    if operands is None or results is None or None in given:
        return False
    befores = [rewriter.type_before(value) for value in op.operands]
    passed = [part for before, operand in zip(befores, operands) for part in parts_of(rewriter, before, operand)]
    types = given if len(given) < 2 else [StructType(given)]
    new = llvm.create(rewriter, "llvm.call", passed, types, call_attributes(op.attributes, len(passed)))
    values = list(new.results)
    if len(given) > 1:
        values = [llvm.extracted(rewriter, new.results[0], type, at) for at, type in enumerate(given)]
    return rewriter.replace(op, as_results(op, rewriter, values, results))


def as_results(op: Operation, rewriter: TypeConversion, values: list[Value], types: list[Type]) -> list[Value]:
    """What a call has given, as values of the types that those of its results become."""
    if types_of(rewriter).bare_pointers:
        return [
            descriptors.of_pointer(rewriter, result.type, type, value) if isinstance(result.type, MemRefType) else value
            for result, value, type in zip(op.results, values, types)
        ]  # fmt: skip
    return [
        moved_to_stack(rewriter, op, value) if isinstance(result.type, MemRefType) and result.type.shape is None else value
        for result, value in zip(op.results, values)
    ]


def parts_of(rewriter: TypeConversion, before: Type, operand: Value) -> list[Value]:
    """What is passed for an operand."""
    if not isinstance(before, MemRefType):
        return [operand]
    if types_of(rewriter).bare_pointers and before.shape is not None:
        return [descriptors.part(rewriter, operand, descriptors.ALIGNED)]
    return descriptors.unpacked(rewriter, operand)


def call_attributes(attributes: Mapping[str, Attribute], count: int) -> dict[str, Attribute]:
    kept = {name: held for name, held in attributes.items() if name not in ("arg_attrs", "res_attrs")}
    return kept | {"operandSegmentSizes": DenseArrayAttr([count, 0], I32)}


def address(op: Operation, rewriter: TypeConversion) -> bool:
    types = rewriter.converted_types(op.results)
    attributes = {("global_name" if name == "value" else name): held for name, held in op.attributes.items()}
    return types is not None and rewriter.become(op, "llvm.mlir.addressof", (), types, attributes)
