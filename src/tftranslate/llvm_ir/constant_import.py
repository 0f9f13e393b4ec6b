"""Constants as operations, in front of what uses them; or as attributes, where an attribute says them."""

from __future__ import annotations

from tfir.conversion.llvm_ir import kept
from tfir.dialects.llvm.types import ArrayType, StructType
from tfir.ir.attributes import (
    ArrayAttr,
    Attribute,
    DenseArrayAttr,
    FloatAttr,
    IntegerAttr,
    OpaqueAttr,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
    integer_of,
)
from tfir.ir.dense import DenseAttr
from tfir.ir.location import UNKNOWN
from tfir.ir.numbers import pack
from tfir.ir.operations import Block, Operation
from tfir.ir.types import I8, I32, FloatType, IntegerType, TensorType, Type, VectorType

from tftranslate.llvm_ir.values import (
    AGGREGATE,
    BLOCK,
    EQUIVALENT,
    EXPRESSION,
    FLOAT,
    GLOBAL,
    INTEGER,
    NO_CFI,
    NONE,
    NULL,
    POISON,
    SIGNED,
    UNDEF,
    ZERO,
    Constant,
    member_count,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tfir.ir.operations import Value

    from tftranslate.llvm_ir.module_reader import ModuleReader

UNIFORM = {NULL: "llvm.mlir.zero", ZERO: "llvm.mlir.zero", NONE: "llvm.mlir.none", POISON: "llvm.mlir.poison", UNDEF: "llvm.mlir.undef"}


def scalar(constant: Constant) -> Attribute:
    """The attribute of a number."""
    type, payload = constant.type, constant.payload
    if isinstance(type, FloatType):
        return FloatAttr(0, type, bits=payload)
    return integer_of(payload, type)


def shaped(type: Type) -> TensorType | VectorType | None:
    """The type of the attribute that has all numbers of an array or a vector; None of what holds anything else."""
    shape: list[int] = []
    while isinstance(type, ArrayType):
        shape.append(type.count)
        type = type.element
    if isinstance(type, (IntegerType, FloatType)):
        return TensorType(shape, type) if shape else None
    if isinstance(type, VectorType) and isinstance(type.element, (IntegerType, FloatType)) and not any(type.scalable):
        return VectorType([*shape, *type.shape], type.element)
    return None


def is_bytes(constant: Constant) -> bool:
    return isinstance(constant.type, ArrayType) and constant.type.element is I8 and all([each.kind == INTEGER for each in constant.payload])


def leaves(constant: Constant) -> list[Constant] | None:
    """The numbers in an aggregate, in order; None where one is no number."""
    numbers: list[Constant] = []
    pending = [constant]
    while pending:
        each = pending.pop()
        if each.kind == AGGREGATE:
            pending += reversed(each.payload)
        elif each.kind in (INTEGER, FLOAT):
            numbers.append(each)
        else:
            return None
    return numbers


def as_attribute(constant: Constant) -> Attribute | None:
    """None of what only operations say."""
    if constant.kind in (INTEGER, FLOAT):
        return scalar(constant)
    if constant.kind not in (AGGREGATE, ZERO):
        return None
    type = shaped(constant.type)
    if constant.kind == ZERO:
        return None if type is None else dense([0], type)
    if is_bytes(constant):
        return StringAttr(bytes([each.payload & 255 for each in constant.payload]))
    numbers = leaves(constant) if type is not None else None
    return None if numbers is None else dense([each.payload for each in numbers], type)


def dense(payloads: list, type: TensorType | VectorType) -> DenseAttr:
    """From integers, or the bits of floats."""
    payloads = payloads[:1] if len(set(payloads)) == 1 else payloads
    element = type.element
    if isinstance(element, FloatType):
        data = b"".join([bits.to_bytes(-(-element.width // 8), "little") for bits in payloads])
    else:
        data = pack(payloads, element)
    return DenseAttr(type, data, len(payloads) == 1)


class ConstantImport:
    """Constants of one function or initializer: their operations stand at the start of its first block, in the order in which they are
    asked for. `expressed` makes an operation of an instruction whose operands are there."""

    def __init__(self, reader: ModuleReader, block: Block, expressed: Callable[..., Operation]):
        self.reader, self.block, self.expressed = reader, block, expressed
        self.values: dict[Constant, Value] = {}
        self.last: Operation | None = None

    def value(self, constant: Constant) -> Value:
        value = self.values.get(constant)
        if value is None:
            for each in self.needed(constant):
                self.values[each] = self.built(each)
            value = self.values[constant]
        return value

    def needed(self, constant: Constant) -> list[Constant]:
        """A constant behind all that are in it and are not there yet, the last of them first."""
        ordered: dict[Constant, None] = {}
        pending = {constant: self.parts(constant)}
        while pending:
            current, parts = next(reversed(pending.items()))
            while parts:
                part = parts.pop()
                if part not in self.values and part not in pending and part not in ordered:
                    pending[part] = self.parts(part)
                    break
            else:
                ordered[current] = None
                del pending[current]
        return list(ordered)

    def parts(self, constant: Constant) -> list[Constant]:
        if constant.kind == AGGREGATE:
            if isinstance(constant.type, (ArrayType, VectorType)) and is_data(constant):
                return []
            return list(constant.payload)
        if constant.kind == ZERO and isinstance(constant.type, (ArrayType, VectorType)):
            return [self.reader.constants.zero(constant.type.element)] * (member_count(constant.type) > 0)
        if constant.kind == ZERO and isinstance(constant.type, StructType):
            return self.reader.constants.members(constant)
        if constant.kind in (EQUIVALENT, NO_CFI):
            return [constant.payload]
        return list(constant.payload.instruction.operands) if constant.kind == EXPRESSION else []

    def insert(self, name: str, operands=(), type: Type | None = None, attributes=None) -> Operation:
        anchor = self.block.first if self.last is None else self.last.next
        types = [] if type is None else [type]
        self.last = Operation(name, operands, types, attributes, location=UNKNOWN, block=self.block, anchor=anchor)
        return self.last

    def built(self, constant: Constant) -> Value:
        attribute = as_attribute(constant)
        if attribute is not None:
            return self.insert("llvm.mlir.constant", (), constant.type, {"value": attribute}).result
        if constant.kind in UNIFORM:
            return self.insert(UNIFORM[constant.kind], (), constant.type).result
        return BUILDERS[constant.kind](self, constant)

    def address(self, constant: Constant, told: dict[str, Attribute] | None = None) -> Value:
        held = {"global_name": self.symbol(constant)} | (told or {})
        return self.insert("llvm.mlir.addressof", (), constant.type, held).result

    def symbol(self, constant: Constant) -> SymbolRefAttr:
        symbol = self.reader.symbols.get(constant.payload)
        if symbol is None:
            raise self.reader.error(f"use of undefined value '@{constant.payload}'", 0)
        return SymbolRefAttr(symbol.name)

    def unchecked(self, constant: Constant) -> Value:
        return self.address(constant.payload, {kept.NO_CFI: UnitAttr()})

    def signed(self, constant: Constant) -> Value:
        pointer, key, number, place = constant.payload
        where = self.symbol(place) if place.kind == GLOBAL else UnitAttr()
        return self.address(pointer, {kept.SIGNED: ArrayAttr([scalar(key), scalar(number), where])})

    def equivalent(self, constant: Constant) -> Value:
        name = SymbolRefAttr(constant.payload.payload)
        return self.insert("llvm.dso_local_equivalent", (), constant.type, {"function_name": name}).result

    def block_address(self, constant: Constant) -> Value:
        function, label = constant.payload
        tag = self.reader.block_number(function, label)
        text = f"#llvm.blockaddress<function = {SymbolRefAttr(function)}, tag = <id = {tag}>>"
        return self.insert("llvm.blockaddress", (), constant.type, {"block_addr": OpaqueAttr(text)}).result

    def expression(self, constant: Constant) -> Value:
        instruction = constant.payload.instruction
        operands = [self.values[each] for each in instruction.operands]
        op = self.expressed(instruction, operands)
        anchor = self.block.first if self.last is None else self.last.next
        self.block.insert_before(op, anchor)
        self.last = op
        return op.result

    def aggregate(self, constant: Constant) -> Value:
        """Members are put into what is undefined, one after another."""
        members = [self.values[each] for each in constant.payload]
        root = self.insert("llvm.mlir.undef", (), constant.type).result
        for at, value in enumerate(members):
            if isinstance(constant.type, VectorType):
                place = self.insert("llvm.mlir.constant", (), I32, {"value": IntegerAttr(at, I32)}).result
                root = self.insert("llvm.insertelement", (root, value, place), constant.type).result
            else:
                places = DenseArrayAttr([at])
                root = self.insert("llvm.insertvalue", (root, value), constant.type, {"position": places}).result
        return root


def is_data(constant: Constant) -> bool:
    """Whether LLVM stores an aggregate as data, without members that are constants themselves."""
    element = constant.type.element
    plain = element.text in ("i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64")
    return plain and all([each.kind in (INTEGER, FLOAT) for each in constant.payload])


BUILDERS: dict[str, Callable[[ConstantImport, Constant], Value]] = {
    GLOBAL: ConstantImport.address, EQUIVALENT: ConstantImport.equivalent, BLOCK: ConstantImport.block_address,
    EXPRESSION: ConstantImport.expression, AGGREGATE: ConstantImport.aggregate, NO_CFI: ConstantImport.unchecked,
    SIGNED: ConstantImport.signed,
}  # fmt: skip
