"""What becomes of types: indices are integers, buffers descriptors, vectors of several dimensions arrays of vectors."""

from __future__ import annotations

import re

from tfir.dialects.llvm.types import POINTER, VOID, ArrayType, LLVMType, PointerType, StructType
from tfir.dialects.memref.layouts import layout_of
from tfir.ir.attributes import IntegerAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import ComplexType, FloatType, FunctionType, IndexType, IntegerType, MemRefType, Type, VectorType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from tfir.ir.operations import Operation

    from tfopt.rewrite.type_conversion import TypeConversion

WIDTH_OF_POINTERS = 64
WIDEST_INTEGER = (1 << 24) - 1
INDEX_IN_LAYOUT = re.compile(r"[<\s,]index\s*[=,]\s*(\d+)")  # as in #dlti.dl_spec<index = 32>, <#dlti.dl_entry<index, 32>> as well


class LLVMTypes(dict[Type, "Type | None"]):
    """Type -> its type in LLVM, or None where it has none. Raises Error for a width that no index can have."""

    def __init__(self, index_bits: int = 0, bare_pointers: bool = False):
        super().__init__()
        if not 0 <= index_bits <= WIDEST_INTEGER:
            raise Error(f"index-bitwidth: an integer has 1 to {WIDEST_INTEGER} bits, not {index_bits}; 0 stands for those of a pointer")
        self.index = IntegerType(index_bits or WIDTH_OF_POINTERS)
        self.bare_pointers = bare_pointers

    def __missing__(self, type: Type) -> Type | None:
        convert = OF_CLASS.get(type.__class__)
        converted = convert(type, self) if convert is not None else None
        self[type] = converted
        return converted

    def several(self, types: Iterable[Type]) -> list[Type] | None:
        """Those of several types; None where one has none."""
        converted = [self[type] for type in types]
        return None if None in converted else converted

    # Signatures

    def arguments_for(self, type: Type) -> list[Type] | None:
        """What is passed for a value: for a buffer all that its descriptor says, or with bare pointers one pointer."""
        converted = self[type]
        if converted is None or not isinstance(type, MemRefType):
            return None if converted is None else [converted]
        if self.bare_pointers:
            return [pointer_to(type)] if type.is_static else None
        if type.shape is None:
            return [self.index, POINTER]
        return [pointer_to(type), pointer_to(type), *[self.index] * (1 + 2 * len(type.shape))]

    def returned(self, type: Type) -> Type | None:
        if self.bare_pointers and isinstance(type, MemRefType):
            return pointer_to(type) if type.is_static and self[type] is not None else None
        return self[type]

    def result_of(self, types: Sequence[Type]) -> Type | None:
        """The result of a function with several: nothing, one, or a structure."""
        results = [self.returned(type) for type in types]
        if None in results:
            return None
        return VOID if not results else results[0] if len(results) == 1 else StructType(results)


def index_bits_of(root: Operation) -> int:
    """How many bits an index has by the data layout (`dlti.dl_spec`) of a module, or of the nearest one around; 0 where none says it."""
    scope: Operation | None = root
    while scope is not None:
        held = scope.attributes.get("dlti.dl_spec")
        said = None if held is None else INDEX_IN_LAYOUT.search(str(held))
        if said is not None:
            return int(said[1])
        scope = scope.parent_op
    return 0


def pointer_to(type: MemRefType) -> PointerType:
    """The pointer to the memory of a buffer; its space must be a number, if it has one."""
    return PointerType(type.space.value) if type.space is not None else POINTER


def of_integer(type: IntegerType, types: LLVMTypes) -> Type:
    return IntegerType(type.width) if type.signedness else type


def of_float(type: FloatType, types: LLVMTypes) -> Type | None:
    """LLVM has no numbers of 8 bits and less: these are integers. It has no tf32 at all."""
    if type.name == "tf32":
        return None
    return IntegerType(type.width) if type.width < 16 else type


def of_index(type: IndexType, types: LLVMTypes) -> Type:
    return types.index


def of_complex(type: ComplexType, types: LLVMTypes) -> Type | None:
    element = types[type.element]
    return None if element is None else StructType([element, element])


def of_function(type: FunctionType, types: LLVMTypes) -> Type:
    return POINTER


def of_vector(type: VectorType, types: LLVMTypes) -> Type | None:
    """A vector of the last dimension, in arrays of the others. Only the last may be scalable."""
    element = types[type.element]
    scalable = type.scalable or (False,) * len(type.shape)
    if element is None or any(scalable[:-1]):
        return None
    sizes = type.shape or (1,)
    converted: Type = VectorType(sizes[-1:], element, scalable[-1:] if any(scalable) else ())
    for size in reversed(sizes[:-1]):
        converted = ArrayType(size, converted)
    return converted


def of_buffer(type: MemRefType, types: LLVMTypes) -> Type | None:
    """A descriptor: the pointer that was allocated, the aligned one, an offset, sizes and strides. Without a rank: rank and pointer to one."""
    if types[type.element] is None or (type.space is not None and not isinstance(type.space, IntegerAttr)):
        return None
    if type.shape is None:
        return StructType([types.index, POINTER])
    if layout_of(type) is None:
        return None
    pointer, rank = pointer_to(type), len(type.shape)
    numbers = [ArrayType(rank, types.index)] * 2 if rank else []
    return StructType([pointer, pointer, types.index, *numbers])


def of_llvm(type: LLVMType, types: LLVMTypes) -> Type | None:
    """Structures and arrays may hold other types inside."""
    if isinstance(type, StructType) and type.members is not None and type.name is None:
        members = types.several(type.members)
        return None if members is None else StructType(members, None, type.is_packed)
    if isinstance(type, ArrayType):
        element = types[type.element]
        return None if element is None else ArrayType(type.count, element)
    return type


OF_CLASS: Mapping[type, Callable[..., Type | None]] = {
    IntegerType: of_integer, FloatType: of_float, IndexType: of_index, ComplexType: of_complex, FunctionType: of_function,
    VectorType: of_vector, MemRefType: of_buffer,
    **dict.fromkeys(LLVMType.__subclasses__(), of_llvm),
}  # fmt: skip


def types_of(rewriter: TypeConversion) -> LLVMTypes:
    """The types that a rewriter converts to, as what they are."""
    assert isinstance(rewriter.types, LLVMTypes), "conversions to LLVM have these"
    return rewriter.types
