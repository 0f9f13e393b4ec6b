"""Bytecode as a function of the sequencer or of the interpreter again."""

from __future__ import annotations

from tfir.dialects import lookup
from tfir.ir.attributes import Attribute, DenseArrayAttr, IntegerAttr, StringAttr, TypeAttr, UnitAttr, integer_of
from tfir.ir.builder import Builder
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.location import UNKNOWN
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.types import I32, I64, FunctionType, IntegerType, MemRefType, TensorType, Type
from tfir.ir.verify import verify
from tfir.ods.declared import verify_declared
from tfir.vm.fields import SOME_HOST_TYPE, UNKNOWN_SIZE, Instruction, instructions
from tfir.vm.opcodes import NUMBERS, PREDICATES, SLOTS, Binding, Bytecode
from tfir.vm.symbols import Symbols

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from tfir.ir.location import AnyLocation


def disassemble(
    name: str,
    contents: bytes,
    slot_types: Sequence[Type],
    type: FunctionType,
    bytecode: Bytecode,
    symbols: Symbols,
    locations: Mapping[int, AnyLocation] | None = None,
) -> Operation:
    """The function of a name, verified. `type` is its own, `slot_types` those of all slots; `locations` are known of the operations at some
    offsets. Raises Error, with the offset, for bytes that are no such function."""
    func = Disassembler(name, contents, slot_types, bytecode, symbols, locations or {}).function(type)
    try:
        verify(func, lookup, verify_declared)
    except Error as error:
        raise Error.of([*Error(f"{name}: its bytecode makes no valid function").diagnostics, *error.diagnostics]) from None
    return func


class Disassembler:
    """One function on its way from bytes."""

    def __init__(
        self, name: str, contents: bytes, slot_types: Sequence[Type], bytecode: Bytecode, symbols: Symbols, locations: Mapping[int, Any]
    ):
        self.name, self.slot_types, self.symbols, self.locations = name, slot_types, symbols, locations
        self.steps = list(instructions(contents, bytecode, name))
        self.values: dict[int, Value] = {}
        self.awaited: list[tuple[Operation, Instruction, list[int]]] = []  # operations that get their operands when all values are there

    def error(self, step: Instruction, message: str) -> Error:
        return Error(f"{self.name}: byte {step.offset}: {step.line.name}: {message}")

    def function(self, type: FunctionType) -> Operation:
        if not self.steps:
            raise Error(f"{self.name}: there is no bytecode")
        blocks = self.blocks(type)
        block = blocks[0]
        for step in self.steps:
            block = blocks.get(step.offset, block)
            self.add(step, block, blocks)
        for op, step, slots in self.awaited:
            op.set_operands([self.value(step, slot) for slot in slots])
        attributes = {"sym_name": self.name, "function_type": type}
        return Operation("func.func", attributes=attributes, regions=[Region(blocks.values())])

    def blocks(self, type: FunctionType) -> dict[int, Block]:
        """The blocks by offset: the entry, those that branches go to, and what follows a branch."""
        offsets = {step.offset for step in self.steps}
        for step in self.steps:
            if astray := [target for target, _ in step.targets if target not in offsets or target == 0]:
                raise self.error(step, f"goes to byte {astray[0]}, where no block begins")
        ends = [at for at, step in enumerate(self.steps) if step.line.count("b") or step.line.name.endswith(".return")]
        starts = {0, *[self.steps[at + 1].offset for at in ends if at + 1 < len(self.steps)]}
        arguments: dict[int, list[int]] = {0: list(range(len(type.inputs)))}
        for step in self.steps:
            for target, pairs in step.targets:
                places = sorted([place for _, place in pairs])
                if arguments.setdefault(target, places) != places:
                    raise self.error(step, f"passes other values to byte {target} than another branch does")
        blocks = {offset: Block() for offset in sorted(starts | arguments.keys())}
        for offset, block in blocks.items():
            for slot in arguments.get(offset, ()):
                where = f"byte {offset}"
                self.define(slot, block.add_argument(self.type_of(slot, where)), where)
        return blocks

    def add(self, step: Instruction, block: Block, blocks: Mapping[int, Block]) -> None:
        types = [self.result_type(step, slot) for slot in self.results(step)]
        attributes, targets = dict(self.attributes(step, types)), step.targets
        passed = [self.in_order(pairs) for _, pairs in targets]
        if len(targets) == 2:
            attributes["operandSegmentSizes"] = DenseArrayAttr([1, *map(len, passed)], I32)
        builder = Builder.at_end(block, self.locations.get(step.offset, UNKNOWN))
        op = builder.create(step.line.name, (), types, attributes, successors=[blocks[target] for target, _ in targets])
        for slot, value in zip(self.results(step), op.results):
            self.define(slot, value, f"byte {step.offset}")
        read = [slot for letter, field in zip(step.line.letters, step.fields) if letter in SLOTS + NUMBERS for slot in listed(field)]
        self.awaited.append((op, step, [*read, *[slot for slots in passed for slot in slots]]))

    def in_order(self, pairs: Iterable[tuple[int, int]]) -> list[int]:
        """What is passed, in the order of the arguments that it becomes."""
        return [value for value, _ in sorted(pairs, key=lambda pair: pair[1])]

    def results(self, step: Instruction) -> list[int]:
        return [slot for field in step.of("rR") for slot in listed(field)]

    def define(self, slot: int, value: Value, where: str) -> None:
        if slot in self.values:
            raise Error(f"{self.name}: {where}: slot {slot} is written twice")
        self.values[slot] = value

    def value(self, step: Instruction, slot: int) -> Value:
        if slot not in self.values:
            raise self.error(step, f"reads slot {slot}, which is not written")
        return self.values[slot]

    def type_of(self, slot: int, where: str) -> Type:
        if slot >= len(self.slot_types):
            raise Error(f"{self.name}: {where}: there are {len(self.slot_types)} slots, and none is {slot}")
        return self.slot_types[slot]

    def result_type(self, step: Instruction, slot: int) -> Type:
        """The type of the slot. Raises Error where the operation says that it is another."""
        type = self.type_of(slot, f"byte {step.offset}")
        for letter, binding, field in self.named(step):
            told: Any = None
            if letter == "c" and isinstance(type, MemRefType):
                told = MemRefType(field.type.shape, field.type.element) if not step.line.count("I") else None
            elif binding.name == "element" and binding.at is None and field is not SOME_HOST_TYPE:
                told = MemRefType(getattr(type, "shape", None), field) if isinstance(type, MemRefType) else field
            elif binding.name == "shape" and (
                field or getattr(type, "shape", ()) is not None
            ):  # no sizes are those of an unknown rank, too
                told = MemRefType([None if size == UNKNOWN_SIZE else size for size in field], getattr(type, "element", type))
                told = told if isinstance(type, MemRefType) else None
            if told is not None and told is not type:
                raise self.error(step, f"makes a value of type {told}, and slot {slot} is of type {type}")
        return type

    def named(self, step: Instruction) -> list[tuple[str, Binding, Any]]:
        """The letters that stand for attributes and types, with what they say."""
        return [(letter, binding, field) for (letter, binding), field in zip(step.line.parts, step.fields) if binding is not None]

    def attributes(self, step: Instruction, types: list[Type]) -> Iterable[tuple[str, Attribute]]:
        lists: dict[str, list[int]] = {}
        definition = lookup(step.line.name)
        declared = definition.signature.attributes if definition is not None and definition.signature is not None else {}
        for letter, binding, field in self.named(step):
            kind = declared[binding.name].kind if binding.name in declared else ""
            if binding.is_of_type or (binding.default is not None and binding.default == field):
                continue
            if binding.at is not None:
                lists.setdefault(binding.name, []).append(field)
            else:
                yield binding.name, self.attribute(step, letter, kind, field, types)
        for name, numbers in lists.items():
            yield name, DenseAttr.of(numbers, TensorType([len(numbers)], I32))
        if step.line.mark:
            yield step.line.mark, UnitAttr()

    def attribute(self, step: Instruction, letter: str, kind: str, field: Any, types: list[Type]) -> Attribute:
        """What a letter says, as an attribute of the kind that the operation declares."""
        if letter in "fFd":
            try:
                return self.symbols.reference(letter, field)
            except Error as error:
                raise self.error(step, str(error)) from None
        if letter in PREDICATES and kind == "str":
            return StringAttr(PREDICATES[letter][field])
        if letter == "v":
            return integer_of(field, types[0])
        if letter == "t":
            return TypeAttr(field)
        if letter == "I":
            return DenseArrayAttr(field, I64)
        return field if letter == "c" else IntegerAttr(field, IntegerType(int(kind[1:])) if kind[1:].isdigit() else I64)


def listed(field: Any) -> list[int]:
    """The slots of a letter, of which some stand for one and some for several."""
    return field if isinstance(field, list) else [field]
