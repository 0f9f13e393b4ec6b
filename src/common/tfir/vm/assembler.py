"""Functions of the sequencer, and of the interpreter, as bytecode."""

from __future__ import annotations

from tfir.dialects.cf import passed
from tfir.ir.attributes import DenseArrayAttr, SymbolRefAttr, TypeAttr
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.types import ShapedType, Type
from tfir.vm.fields import MOST_SLOTS, UNKNOWN_SIZE, WRITE
from tfir.vm.opcodes import NUMBERS, PREDICATES, SLOTS, Binding, Bytecode, Line
from tfir.vm.symbols import Symbols

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Assembled:
    """A function as bytes, which use `len(slot_types)` slots, the first of them for the arguments. `places` are pairs of an offset and the
    operation that begins there."""

    __slots__ = ("contents", "slot_types", "places")

    def __init__(self, contents: bytes, slot_types: list[Type], places: list[tuple[int, Operation]]):
        self.contents, self.slot_types, self.places = contents, slot_types, places

    @property
    def local_count(self) -> int:
        return len(self.slot_types)


def assemble(func: Operation, bytecode: Bytecode, symbols: Symbols) -> Assembled:
    """Raises Error on the operation for what the encoding does not hold."""
    return Assembler(func, bytecode, symbols).assembled()


class Assembler:
    """One function. Each value has a slot of its own, in order: a block's arguments, and then what its operations give."""

    def __init__(self, func: Operation, bytecode: Bytecode, symbols: Symbols):
        self.func, self.bytecode, self.symbols = func, bytecode, symbols
        blocks = func.region.blocks
        values = [value for block in blocks for value in [*block.arguments, *[value for op in block for value in op.results]]]
        if len(values) > MOST_SLOTS:
            raise Error.on(func, f"has {len(values)} values, and bytecode numbers up to {MOST_SLOTS}")
        self.slots: dict[Value, int] = {value: slot for slot, value in enumerate(values)}
        self.contents = bytearray()
        self.places: list[tuple[int, Operation]] = []
        self.starts: dict[Block, int] = {}
        self.branches: list[tuple[int, Block]] = []  # where the offset of a block goes

    def assembled(self) -> Assembled:
        for block in self.func.region.blocks:
            self.starts[block] = len(self.contents)
            for op in block:
                self.places.append((len(self.contents), op))
                self.add(op)
        for at, block in self.branches:
            self.contents[at : at + 4] = WRITE["b"](self.starts[block])
        return Assembled(bytes(self.contents), [value.type for value in self.slots], self.places)

    def add(self, op: Operation) -> None:
        lines = self.bytecode.lines.get(op.name, ())
        line = next((line for line in lines if fits(op, line)), None)
        if line is None:
            what = "with these operands and attributes has no encoding in" if lines else "is no operation of"
            raise Error.on(op, f"{what} the {self.bytecode.name}'s bytecode")
        self.contents.append(line.opcode)
        operands, targets = iter(op.operands), iter(passed(op) if op.successors else ())
        block_arguments: list[tuple[int, int]] = []
        for letter, binding in line.parts:
            if letter == "b":
                block, values = next(targets)
                self.branches.append((len(self.contents), block))
                block_arguments = [(self.slots[value], self.slots[argument]) for value, argument in zip(values, block.arguments)]
                field: Any = 0
            elif letter == "T":
                field = block_arguments
            else:
                field = self.field(op, line, letter, binding, operands)
            try:
                self.contents += WRITE[letter](field)
            except Error as error:
                raise Error.on(op, f"cannot be encoded: {error}") from None

    def field(self, op: Operation, line: Line, letter: str, binding: Binding | None, operands) -> Any:
        """What a letter stands for; `operands` are those that no letter before it has taken."""
        if letter in "son":
            return self.slots[next(operands)]
        if letter in "SN":
            return [self.slots[next(operands)] for _ in range(len(op.operands) - line.count("son"))]
        if letter == "O":
            return []
        if letter in "rR":
            results = [self.slots[value] for value in op.results]
            return results[0] if letter == "r" else results
        assert binding is not None
        return self.named(op, letter, binding)

    def named(self, op: Operation, letter: str, binding: Binding) -> Any:
        """What an attribute or a type says."""
        if binding.is_of_type:
            type = (op.results[0] if binding.at is None else op.operands[binding.at]).type
            if binding.name == "element":
                return getattr(type, "element", type)
            return [UNKNOWN_SIZE if size is None else size for size in getattr(type, "shape", None) or ()]
        value = op.attributes.get(binding.name)
        if isinstance(value, SymbolRefAttr):
            try:
                return self.symbols.number(letter, value)
            except Error as error:
                raise Error.on(op, str(error)) from None
        if value is None or isinstance(value, ElementsAttr) and letter == "c":
            return binding.default if value is None else value
        number = plain(value, binding.at)
        return PREDICATES[letter].index(number) if isinstance(number, str) and number in PREDICATES.get(letter, ()) else number


def plain(value: Any, at: int | None) -> Any:
    """An attribute as a number, a word, a type or a list of numbers; element `at` of a list."""
    if isinstance(value, TypeAttr):
        return value.value
    numbers = value.values() if isinstance(value, ElementsAttr) else list(value) if isinstance(value, DenseArrayAttr) else None
    if numbers is not None:
        return numbers if at is None else numbers[at]
    return value.value


def is_number(value: Value) -> bool:
    """Whether a value is no buffer but a number that the host computes with."""
    return not isinstance(value.type, ShapedType) and value.type.text[0] != "!"


def fits(op: Operation, line: Line) -> bool:
    """Whether an operation can be encoded by a line: as many operands, buffers and numbers where it has these, and the attributes that it has."""
    fixed, lists = line.count("son"), line.count("SN")
    missing = [binding for _, binding in line.parts if binding and not binding.is_of_type and binding.default is None]
    if any([binding.name not in op.attributes for binding in missing]) or (line.mark and line.mark not in op.attributes):
        return False
    if line.count("b"):
        return True
    if len(op.operands) < fixed or (len(op.operands) > fixed and not lists) or len(op.results) != line.count("r") and not line.count("R"):
        return False
    kinds = [letter for letter, _ in line.parts if letter in SLOTS + NUMBERS and letter != "O"]
    spread = [each for letter in kinds for each in (letter * (len(op.operands) - fixed) if letter in "SN" else letter)]
    return all([letter == "S" or is_number(value) == (letter in NUMBERS) for letter, value in zip(spread, op.operands)])
