"""Calls of LLVM's intrinsics as operations of their own, by the dialect's table: what one is called, is overloaded by and is called with."""

from __future__ import annotations

from tfir.conversion.llvm_ir.kept import CALLEE_TYPE, OF_ARGUMENTS, OF_RESULT
from tfir.dialects import definition_of, trait_arguments
from tfir.dialects.llvm.attributes import EXCEPTIONS, ROUNDINGS
from tfir.ir.attributes import ArrayAttr, Attribute, DenseArrayAttr, IntegerAttr, StringAttr, TypeAttr
from tfir.ir.types import I32, I64

from tftranslate.llvm_ir.attribute_reader import of_value
from tftranslate.llvm_ir.constant_import import scalar
from tftranslate.llvm_ir.instruction import MetadataValue
from tftranslate.llvm_ir.metadata_reader import Node
from tftranslate.llvm_ir.values import Constant, Local

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tftranslate.llvm_ir.function_import import FunctionImport
    from tftranslate.llvm_ir.instruction import Call, Instruction

OF_DEBUGGERS = ("llvm.dbg.declare", "llvm.dbg.value", "llvm.dbg.label")
ROUNDING_OF = {f"round.{word}": number for word, number in ROUNDINGS.items()}
EXCEPTION_OF = {f"fpexcept.{word}": number for number, word in enumerate(EXCEPTIONS)}


class Intrinsic:
    """A call on its way to an operation: operands and attributes, as the table's line tells which argument is which."""

    def __init__(self, function: FunctionImport, instruction: Instruction, name: str):
        self.function, self.instruction, self.call = function, instruction, instruction.call
        self.name, self.signature = name, definition_of(name).signature
        self.attributes: dict[str, Attribute] = dict(definition_of(name).defaults)
        self.operands: list[Local | Constant] = []

    def taken(self) -> None:
        """Learns what each argument is."""
        call, held = self.call, self.attributes
        names = [slot.name for slot in self.signature.operands]
        order = trait_arguments(self.name, "called_with") or names
        call.arguments = arguments = without_what_is_old(self.name, call.arguments)
        for name, (value, _) in zip(order, arguments):
            if name in names:
                self.operands.append(self.operand(value))
            else:
                held[name] = self.immediate(name, value.part if isinstance(value, MetadataValue) else value)
        if len(arguments) != len(order) and not any([slot.variadic or slot.optional for slot in self.signature.operands]):
            raise self.error(f"expected {len(order)} arguments, found {len(arguments)}")
        self.take_alignment()
        self.take_argument_attributes(order, names)
        if "fastmathFlags" in self.signature.attributes:
            held["fastmathFlags"] = self.instruction.attributes["fastmathFlags"]
        if "op_bundle_sizes" in self.signature.attributes:
            self.take_bundles(call)

    def error(self, message: str):
        return self.function.reader.error(message, self.instruction.place)

    def operand(self, value: Local | Constant | MetadataValue) -> Local | Constant:
        if isinstance(value, MetadataValue):
            raise self.error(f"'{self.name}' takes no metadata here")
        return value

    def immediate(self, name: str, value: Any) -> Attribute:
        if name == "roundingmode" and value in ROUNDING_OF:
            return IntegerAttr(ROUNDING_OF[value], I64)
        if name == "fpExceptionBehavior" and value in EXCEPTION_OF:
            return IntegerAttr(EXCEPTION_OF[value], I64)
        if name == "scope" and isinstance(value, Node):
            return self.function.metadata.scopes(value)[0]
        if not isinstance(value, Constant) or value.kind not in ("integer", "float"):
            raise self.error(f"'{self.name}' takes a constant as '{name}'")
        return scalar(value)

    def take_alignment(self) -> None:
        """The alignment of a vector's access stands at its pointers."""
        if "alignment" in self.signature.attributes:
            numbers = [words.words["align"] for _, words in self.call.arguments if "align" in words.words]
            self.attributes["alignment"] = IntegerAttr(numbers[0] if numbers else 1, I32)

    def take_argument_attributes(self, order, names: list[str]) -> None:
        told = [words for name, (_, words) in zip(order, self.call.arguments) if name in names]
        if "alignment" in self.signature.attributes:
            told = [words.without("align") for words in told]
        if any(told):
            name = "arg_attrs" if "arg_attrs" in self.signature.attributes else OF_ARGUMENTS
            self.attributes[name] = ArrayAttr([of_value(words) for words in told])
        if self.call.result:
            self.attributes[OF_RESULT] = ArrayAttr([of_value(self.call.result)])

    def take_bundles(self, call: Call) -> None:
        sizes = [len(values) for _, values in call.bundles]
        self.attributes["op_bundle_sizes"] = DenseArrayAttr(sizes, I32)
        if call.bundles:
            self.attributes["op_bundle_tags"] = ArrayAttr([StringAttr(tag) for tag, _ in call.bundles])
        self.operands += [value for _, values in call.bundles for value in values]


OLD_SIZED = ("llvm.intr.lifetime.start", "llvm.intr.lifetime.end")
OLD_ALIGNED = {"llvm.intr.memcpy": 2, "llvm.intr.memmove": 2, "llvm.intr.memset": 1}  # how many arguments are addresses


def without_what_is_old(name: str, arguments: list[tuple]) -> list[tuple]:
    """Arguments as today's LLVM has them: alignments with the addresses that are aligned."""
    count = OLD_ALIGNED.get(name, 0)
    if count and len(arguments) == 5:
        alignment = getattr(arguments[3][0], "payload", None)
        if isinstance(alignment, int) and alignment:
            for _, words in arguments[:count]:
                words.words.setdefault("align", alignment)
        return [*arguments[:3], arguments[4]]
    return arguments


def unregistered(call: Call, name: str, attributes: dict[str, Attribute]) -> tuple[list, dict[str, Attribute]]:
    """Of `llvm.call_intrinsic` the operands and attributes. Metadata among the arguments is left to who knows its attributes."""
    arguments = [(value, words) for value, words in call.arguments if not isinstance(value, MetadataValue)]
    operands = [value for value, _ in arguments]
    held: dict[str, Attribute] = {
        "intrin": StringAttr(name), "op_bundle_sizes": DenseArrayAttr([len(values) for _, values in call.bundles], I32),
    }  # fmt: skip
    held["fastmathFlags"] = attributes["fastmathFlags"]
    extra = [value for _, values in call.bundles for value in values]
    if call.bundles:
        held["op_bundle_tags"] = ArrayAttr([StringAttr(tag) for tag, _ in call.bundles])
    held["operandSegmentSizes"] = DenseArrayAttr([len(operands), len(extra)], I32)
    if any([bool(words) for _, words in arguments]):
        held["arg_attrs"] = ArrayAttr([of_value(words) for _, words in arguments])
    if call.result:
        held["res_attrs"] = ArrayAttr([of_value(call.result)])
    if call.type.is_variadic:
        held[CALLEE_TYPE] = TypeAttr(call.type)
    return [*operands, *extra], held
