"""Operations of the llvm dialect, one after the other: a function being written.

Constants stand in front of all else, each once. `block` is where the next operation goes.
"""

from __future__ import annotations

from tfir.dialects import definition_of
from tfir.dialects.llvm.attributes import FLOAT_PREDICATES, INTEGER_PREDICATES
from tfir.dialects.llvm.types import PointerType
from tfir.ir.attributes import DenseArrayAttr, FloatAttr, IntegerAttr, OpaqueAttr, StringAttr, SymbolRefAttr, TypeAttr, integer_of
from tfir.ir.dense import DenseAttr
from tfir.ir.location import UNKNOWN
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.types import I32, I64, FloatType, IntegerType, Type, VectorType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from tfir.ir.attributes import Attribute
    from tfir.ir.location import AnyLocation

POINTER = PointerType()
CONTRACT, STRICT = OpaqueAttr("#llvm.fastmath<contract>"), OpaqueAttr("#llvm.fastmath<none>")
NO_WRAP_FLAGS = IntegerAttr(0, I32)
DYNAMIC_INDEX = DenseArrayAttr([-(1 << 31)], I32)
MAY_WRAP, NO_WRAP = {"overflowFlags": IntegerAttr(0, I32)}, {"overflowFlags": IntegerAttr(3, I32)}  # nsw, nuw
ORDERING = IntegerAttr(0, I64)  # not atomic
NO_ACCESS: Mapping[str, Attribute] = {}  # nothing more said of a load or store
SEGMENTS = [DenseArrayAttr([1, 0, 0], I32)]


def element_of(type: Type) -> Type:
    return type.element if isinstance(type, VectorType) else type


def alignment_of(type: Type) -> IntegerAttr:
    """That of an element in bytes: vectors lie where their elements lie."""
    element = element_of(type)
    return IntegerAttr(8 if element is POINTER else max(1, element.width // 8), I64)


class LLVMBuilder:
    """Writes the body of an `llvm.func` whose arguments have the types given."""

    def __init__(self, arguments: Iterable[Type], location: AnyLocation = UNKNOWN):
        self.location = location
        self.region = Region()
        self.entry = self.block = self.region.add_block()
        self.arguments = [self.entry.add_argument(type) for type in arguments]
        self.constants: dict[tuple[Attribute, Type], Operation] = {}

    def op(self, name: str, operands: Sequence[Value], type: Type, attributes: Mapping[str, Attribute] | None = None) -> Value:
        """The result of a new operation."""
        return Operation(f"llvm.{name}", operands, (type,), attributes, location=self.location, block=self.block).results[0]

    def effect(
        self, name: str, operands: Sequence[Value], attributes: Mapping[str, Attribute] | None = None, successors: Sequence[Block] = ()
    ):
        Operation(f"llvm.{name}", operands, (), attributes, (), successors, self.location, self.block)

    # Constants

    def constant(self, attribute: Attribute, type: Type) -> Value:
        key = attribute, type
        if key not in self.constants:
            self.constants[key] = Operation("llvm.mlir.constant", (), (type,), {"value": attribute}, location=self.location)
        return self.constants[key].results[0]

    def number(self, number: float, type: Type = I32) -> Value:
        """A number, or a vector that has it in every place."""
        if isinstance(type, VectorType):
            return self.constant(DenseAttr.of(number, type), type)
        if isinstance(type, FloatType):
            return self.constant(FloatAttr(number, type), type)
        return self.constant(integer_of(int(number), type), type)

    def is_number(self, value: Value, number: int) -> bool:
        made = value.op
        return made is not None and made.name == "llvm.mlir.constant" and made.attributes["value"] == integer_of(number, value.type)

    # Arithmetic

    def binary(self, name: str, left: Value, right: Value) -> Value:
        return self.op(name, [left, right], left.type)

    def wrapping(self, name: str, left: Value, right: Value, wraps: bool = True) -> Value:
        """Arithmetic on whole numbers whose results may be too large for their type, unless it is known that none `wraps`."""
        return self.op(name, [left, right], left.type, MAY_WRAP if wraps else NO_WRAP)

    def float_binary(self, name: str, left: Value, right: Value, contracts: bool) -> Value:
        return self.op(name, [left, right], left.type, {"fastmathFlags": CONTRACT if contracts else STRICT})

    def compare(self, predicate: str, left: Value, right: Value) -> Value:
        """One of LLVM's predicates, by name: those of integers are other ones than those of floats."""
        type = IntegerType(1) if not isinstance(left.type, VectorType) else VectorType(left.type.shape, IntegerType(1))
        if predicate in INTEGER_PREDICATES and isinstance(element_of(left.type), IntegerType):
            return self.op("icmp", [left, right], type, {"predicate": IntegerAttr(INTEGER_PREDICATES.index(predicate), I64)})
        return self.op("fcmp", [left, right], type, {"predicate": IntegerAttr(FLOAT_PREDICATES.index(predicate), I64)})

    def intrinsic(self, name: str, operands: Sequence[Value], **attributes: Attribute) -> Value:
        return self.op(f"intr.{name}", operands, operands[0].type, attributes)

    def intrinsic_called(self, name: str, operands: Sequence[Value], types: Sequence[Type]) -> Sequence[Value]:
        """The results of an intrinsic that has no operation of its own, one or none."""
        sizes = DenseArrayAttr([len(operands), 0], I32)
        attributes = {**definition_of("llvm.call_intrinsic").defaults, "intrin": StringAttr(name), "operandSegmentSizes": sizes}
        return Operation("llvm.call_intrinsic", operands, types, attributes, location=self.location, block=self.block).results

    # Vectors

    def lane(self, vector: Value, place: Value) -> Value:
        return self.op("extractelement", [vector, place], element_of(vector.type))

    def composed(self, parts: Sequence[Value], type: Type) -> Value:
        """A vector of scalars."""
        if all([part is parts[0] for part in parts]):
            return self.splat(parts[0], type)
        vector = self.op("mlir.poison", (), type)
        for place, part in enumerate(parts):
            vector = self.op("insertelement", [vector, part, self.number(place)], type)
        return vector

    def splat(self, scalar: Value, type: Type) -> Value:
        first = self.op("insertelement", [self.op("mlir.poison", (), type), scalar, self.number(0)], type)
        return self.op("shufflevector", [first, first], type, {"mask": DenseArrayAttr([0] * type.size, I32)})

    # Memory

    def element(self, base: Value, index: Value, type: Type) -> Value:
        """The address of the element `index` of those of a type that begin at `base`."""
        attributes: dict[str, Attribute] = {"rawConstantIndices": DYNAMIC_INDEX, "elem_type": TypeAttr(type), "noWrapFlags": NO_WRAP_FLAGS}
        return self.op("getelementptr", [base, index], POINTER, attributes)

    def load(self, address: Value, type: Type, access: Mapping[str, Attribute] = NO_ACCESS) -> Value:
        return self.op("load", [address], type, {"alignment": alignment_of(type), "ordering": ORDERING, **access})

    def alloca(self, type: Type, count: Value) -> Value:
        """Memory on the stack, as long as the function runs: for the first block."""
        return self.op("alloca", [count], POINTER, {"alignment": IntegerAttr(64, I64), "elem_type": TypeAttr(type)})

    def call(self, name: str, operands: Sequence[Value], type: Type | None = None) -> Value | None:
        """The result of a function of C's library, if it has one."""
        sizes = DenseArrayAttr([len(operands), 0], I32)
        attributes = {**definition_of("llvm.call").defaults, "callee": SymbolRefAttr(name), "operandSegmentSizes": sizes}
        if type is None:
            self.effect("call", operands, attributes)
            return None
        return self.op("call", operands, type, attributes)

    def store(self, value: Value, address: Value, access: Mapping[str, Attribute] = NO_ACCESS) -> None:
        self.effect("store", [value, address], {"alignment": alignment_of(value.type), "ordering": ORDERING, **access})

    # Control flow

    def begin(self, block: Block) -> None:
        """Puts a new block behind all others, and goes on there."""
        self.region.add_block(block)
        self.block = block

    def branch(self, target: Block, values: Sequence[Value] = ()) -> None:
        self.effect("br", values, successors=[target])

    def branch_if(self, condition: Value, then: Block, otherwise: Block) -> None:
        self.effect("cond_br", [condition], {"operandSegmentSizes": SEGMENTS[0]}, [then, otherwise])

    def counted(self, start: Value, stop: Value, body: Callable[[Value], None]) -> None:
        """`body(i)` for i from `start` up to `stop`."""
        header, inside, after = Block([start.type]), Block(), Block()
        counter = header.arguments[0]
        self.branch(header, [start])
        self.begin(header)
        self.branch_if(self.compare("slt", counter, stop), inside, after)
        self.begin(inside)
        body(counter)
        self.branch(header, [self.wrapping("add", counter, self.number(1, start.type), wraps=False)])
        self.begin(after)

    def finished(self) -> Region:
        """The body, with its constants."""
        first = self.entry.first
        for op in self.constants.values():
            self.entry.insert_before(op, first)
        return self.region
