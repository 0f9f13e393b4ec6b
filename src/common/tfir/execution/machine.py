"""The machine that runs the interpreter's bytecode: a loop over decoded instructions, each a function of a frame of slots, over NumPy arrays.

What an operation computes is what it means in `iree_hl_interp`. Memory that is allocated is there when it is first needed: a result that is the first
and only one to be written to it is its content, without a copy. Such a result may be a view of other memory; where an argument is written
that it is a view of, it gets memory of its own first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

from tfir.dialects import definition_of
from tfir.dialects.iree_interp import LINES
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import MemRefType
from tfir.ods.arrays import array_of, dtype_of, element_of
from tfir.ods.binding import parameters_of
from tfir.vm.fields import UNKNOWN_SIZE, Instruction, instructions
from tfir.vm.opcodes import PREDICATES, SLOTS, interpreter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Call = Callable[["Frame"], int | None]  # computes an instruction; where it goes on, or None for the next one

RETURN = -1
HIGH, LOW = "iree_hl_interp", "iree_ll_interp"
COPIES = {"dynamic_copy": 2, "static_copy": 1}  # which of their operands is written
ALLOCATING = ("alloc_heap", "alloc_stack")


class Fresh:
    """Memory that nothing has been written to."""

    __slots__ = ("type",)

    def __init__(self, type: MemRefType):
        self.type = type


class Frame:
    """The slots of a call. `views` are those whose content may lie in memory of another."""

    __slots__ = ("slots", "views", "results")

    def __init__(self, arguments: Sequence[Any], count: int):
        self.slots: list[Any] = [*arguments, *[None] * (count - len(arguments))]
        self.views: set[int] = set()
        self.results: list[Any] = []

    def read(self, slot: int) -> Any:
        value = self.slots[slot]
        if isinstance(value, Fresh):
            value = self.slots[slot] = np.zeros(value.type.sizes, dtype_of(value.type.element))
        elif value is None:
            raise Error(f"slot {slot} is read before it is written")
        return value

    def type_of(self, slot: int) -> MemRefType:
        value = self.slots[slot]
        return value.type if isinstance(value, Fresh) else MemRefType(value.shape, element_of(value.dtype))

    def target(self, slot: int) -> np.ndarray:
        """Memory that is to be written to. What others see of it in place of a copy gets one now."""
        memory = self.read(slot)
        for view in [view for view in self.views if np.may_share_memory(self.slots[view], memory)]:
            self.slots[view] = self.slots[view].copy()
            self.views.discard(view)
        return memory


class Function:
    """A function of bytecode: `contents` with `count` slots. `places` has the operations that it was made of by offset, where there are such."""

    def __init__(self, name: str, contents: bytes, count: int, places: dict[int, Operation] | None = None):
        self.name, self.contents, self.count, self.places = name, contents, count, places or {}
        self.calls: list[Call] = []

    def __call__(self, code: Code, *arguments: Any) -> list:
        if not self.calls:
            self.calls = Decoder(self, code).calls()
        if len(arguments) > self.count:
            raise Error(f"{self.name}: has {self.count} slots for {len(arguments)} arguments")
        frame, at = Frame(arguments, self.count), 0
        while at != RETURN:
            following = self.calls[at](frame)
            at = at + 1 if following is None else following
        return frame.results


class Code:
    """The functions of a module of bytecode, and what computes the functions that it imports: callables from arrays to a list of arrays."""

    def __init__(self, functions: Sequence[Function], imports: Sequence[Callable]):
        self.functions, self.imports = functions, imports
        self.by_name = {function.name: function for function in functions}

    def run(self, name: str, *buffers: Any) -> list:
        """Calls a function on buffers, which it reads and writes to."""
        with np.errstate(all="ignore"):
            try:
                return self.by_name[name](self, *buffers)
            except RecursionError:
                raise Error(f"{name}: calls go too deep") from None


class Decoder:
    """Makes calls of the instructions of a function, each once. Raises Error for bytes that are no function of this many slots."""

    def __init__(self, function: Function, code: Code):
        self.function, self.code = function, code
        self.steps = list(instructions(function.contents, interpreter(), function.name))
        self.places = {step.offset: at for at, step in enumerate(self.steps)}
        self.once = self.written_once()

    def error(self, step: Instruction, message: object) -> Error:
        text = f"{self.function.name}: byte {step.offset}: {step.line.name}: {message}"
        return Error(text, self.function.places.get(step.offset))

    def calls(self) -> list[Call]:
        if not self.steps or local(self.steps[-1]) not in ("return", "br", "cond_br"):
            raise Error(f"{self.function.name}: its bytecode does not end with a return or a branch")
        return [self.guarded(step, self.checked(step)) for step in self.steps]

    def checked(self, step: Instruction) -> Call:
        slots = [slot for letter, field in zip(step.line.letters, step.fields) for slot in slots_of(letter, field)]
        if slots and max(slots) >= self.function.count:
            raise self.error(step, f"there are {self.function.count} slots, and none is {max(slots)}")
        for number, there in [(n, self.code.functions) for n in step.of("f")] + [(n, self.code.imports) for n in step.of("F")]:
            if number >= len(there):
                raise self.error(step, f"calls function {number} of {len(there)}")
        for target, _ in step.targets:
            if target not in self.places:
                raise self.error(step, f"goes to byte {target}, where no instruction begins")
        return self.call_of(step)

    def guarded(self, step: Instruction, call: Call) -> Call:
        def run(frame: Frame) -> int | None:
            try:
                return call(frame)
            except (ValueError, TypeError, IndexError, ArithmeticError, AttributeError, MemoryError) as error:
                raise self.error(step, f"cannot be computed: {str(error) or type(error).__name__}") from error
            except Error as error:
                if ": byte " in str(error):
                    raise
                raise self.error(step, error) from None

        return run

    def written_once(self) -> set[int]:
        """The slots that may take a result as it is: allocated here, and written to by one instruction. None where memory is written under
        another name, since then it matters whose it is."""
        written = Counter([slot for step in self.steps for slot in written_by(step)])
        allocated = {slot for step in self.steps if local(step) in ALLOCATING for slot in step.of("r")}
        made = {slot for step in self.steps for letter in "rRT" for field in step.of(letter) for slot in slots_of(letter, field, made=True)}
        if any([slot in made and slot not in allocated for slot in written]) or any([local(step) == "call" for step in self.steps]):
            return set()
        return {slot for slot in allocated if written[slot] == 1}

    def call_of(self, step: Instruction) -> Call:
        name = local(step)
        if name in CALLS:
            return CALLS[name](self, step)
        return self.computing(step) if name in LINES else self.giving(step)

    # What becomes of instructions

    def computing(self, step: Instruction) -> Call:
        """One that writes what it computes to its last operand."""
        *inputs, target = [
            slot for letter, field in zip(step.line.letters, step.fields) if letter in SLOTS for slot in slots_of(letter, field)
        ]
        definition = definition_of(f"{HIGH}.{local(step)}")
        compute, takes_types = self.arguments(step, definition, inputs)
        adopts = target in self.once

        def run(frame: Frame) -> None:
            types = {"result_types": [frame.type_of(target)]} if takes_types else {}
            result = np.asarray(compute(frame, **types))
            memory = frame.slots[target]
            if adopts and isinstance(memory, Fresh):
                if result.shape != memory.type.sizes or result.dtype != dtype_of(memory.type.element):
                    raise Error(f"gives elements of {result.dtype} in the shape {list(result.shape)} for a buffer of type {memory.type}")
                self.keep(frame, target, result)
            else:
                np.copyto(frame.target(target), result)

        return run

    def keep(self, frame: Frame, slot: int, result: np.ndarray) -> None:
        frame.slots[slot] = result
        frame.views.add(slot)

    def giving(self, step: Instruction) -> Call:
        """One that gives new values, parts of memory, or nothing."""
        definition = definition_of(step.line.name)
        inputs = [slot for letter, field in zip(step.line.letters, step.fields) if letter in SLOTS for slot in slots_of(letter, field)]
        compute, takes_types = self.arguments(step, definition, inputs)
        results = [slot for letter in "rR" for field in step.of(letter) for slot in slots_of(letter, field)]
        types = {"result_types": self.result_types(step, len(results))} if takes_types else {}

        def run(frame: Frame) -> None:
            given = compute(frame, **types)
            assign(frame, results, given if isinstance(given, list) else [given])

        return run

    def result_types(self, step: Instruction, count: int) -> list[Any]:
        told = {binding.name: field for (_, binding), field in zip(step.line.parts, step.fields) if binding and binding.is_of_type}
        if "shape" not in told:
            return [None] * count
        element = told.get("element", getattr(getattr(step.of("c")[0] if step.of("c") else None, "type", None), "element", None))
        return [MemRefType([None if size == UNKNOWN_SIZE else size for size in told["shape"]], element)]

    def arguments(self, step: Instruction, definition: Any, inputs: list[int]) -> tuple[Callable, bool]:
        """A function of a frame that computes what the op of a definition does, of the slots `inputs` and what the instruction says; whether it is
        to be told the types of results."""
        evaluate = definition.semantics.evaluate
        names = parameters_of(evaluate)
        if names is None or names == ("operands",):
            listed = names is not None
            return lambda frame: evaluate([*map(frame.read, inputs)]) if listed else evaluate(*map(frame.read, inputs)), False
        said = {binding.name: field for (_, binding), field in zip(step.line.parts, step.fields) if binding and not binding.is_of_type}
        said = {name: predicate_or(step, name, field) for name, field in said.items() if name in names}
        slots = definition.declaration.operands
        single = {slot.name: number for slot, number in zip(slots, inputs) if not slot.variadic and slot.name in names}
        several = {slot.name: inputs[at:] for at, slot in enumerate(slots) if slot.variadic and slot.name in names}

        def compute(frame: Frame, **types: Any) -> Any:
            values = {name: frame.read(number) for name, number in single.items()}
            lists = {name: [frame.read(number) for number in numbers] for name, numbers in several.items()}
            return evaluate(**values, **lists, **said, **types)

        return compute, "result_types" in names

    def constant(self, step: Instruction) -> Call:
        value, (slot,) = array_of(step.of("c")[0]), step.of("r")
        return lambda frame: assign(frame, [slot], [value])

    def allocation(self, step: Instruction) -> Call:
        (type,), (slot,), (sizes,) = self.result_types(step, 1), step.of("r"), step.of("S")

        def run(frame: Frame) -> None:
            given = iter([int(frame.read(size).reshape(-1)[0]) for size in sizes])
            shape = [next(given) if size is None else size for size in type.shape]
            frame.slots[slot] = Fresh(MemRefType(shape, type.element))
            frame.views.discard(slot)

        return run

    def copy(self, step: Instruction) -> Call:
        """Copies to a part of memory."""
        inputs = [slot for letter, field in zip(step.line.letters, step.fields) if letter in SLOTS for slot in slots_of(letter, field)]
        target = inputs[COPIES[local(step)]]
        compute, _ = self.arguments(step, definition_of(step.line.name), inputs)

        def run(frame: Frame) -> None:
            frame.target(target)
            compute(frame)

        return run

    def call(self, step: Instruction) -> Call:
        (number,), (operands,), (results,) = step.of("f"), step.of("S"), step.of("R")
        return lambda frame: assign(frame, results, self.code.functions[number](self.code, *map(frame.read, operands)))

    def call_import(self, step: Instruction) -> Call:
        (number,), (operands,), (results,) = step.of("F"), step.of("S"), step.of("R")
        compute, is_shared = self.code.imports[number], bool(self.once)

        def run(frame: Frame) -> None:
            given = compute(*map(frame.read, operands))
            assign(frame, results, [np.asarray(each) if is_shared else np.array(each) for each in given])
            frame.views.update(results)

        return run

    def returning(self, step: Instruction) -> Call:
        (slots,) = step.of("S")

        def run(frame: Frame) -> int:
            frame.results = [frame.read(slot) for slot in slots]
            return RETURN

        return run

    def branch(self, step: Instruction) -> Call:
        ways = [(self.places[target], [value for value, _ in pairs], [place for _, place in pairs]) for target, pairs in step.targets]
        condition = step.of("s")

        def run(frame: Frame) -> int:
            at, values, places = ways[0 if not condition or frame.read(condition[0]).reshape(-1)[0] else 1]
            assign(frame, places, [frame.read(value) for value in values])
            return at

        return run


CALLS: dict[str, Callable[[Decoder, Instruction], Call]] = {
    "constant": Decoder.constant,
    **dict.fromkeys(ALLOCATING, Decoder.allocation),
    **dict.fromkeys(COPIES, Decoder.copy),
    "call": Decoder.call,
    "call_import": Decoder.call_import,
    "return": Decoder.returning,
    **dict.fromkeys(("br", "cond_br"), Decoder.branch),
}


def local(step: Instruction) -> str:
    return step.line.name.rpartition(".")[2]


def slots_of(letter: str, field: Any, made: bool = False) -> list[int]:
    """The slots that a letter stands for; of pairs that are passed both, or those that are `made`."""
    if letter == "T":
        return [slot for value, place in field for slot in ((place,) if made else (value, place))]
    if letter not in SLOTS + "nNrR":
        return []
    return field if isinstance(field, list) else [field]


def written_by(step: Instruction) -> list[int]:
    """The slots whose memory an instruction writes to."""
    return step.of("o")


def assign(frame: Frame, slots: Sequence[int], values: Sequence[Any]) -> None:
    """Gives slots new values, all at once."""
    if len(slots) != len(values):
        raise Error(f"gives {len(values)} values for {len(slots)} slots")
    for slot, value in zip(slots, values):
        frame.slots[slot] = value
        frame.views.discard(slot)


def predicate_or(step: Instruction, name: str, field: Any) -> Any:
    """What a field says; of a predicate its name."""
    letter = next(letter for letter, binding in step.line.parts if binding is not None and binding.name == name)
    return PREDICATES[letter][field] if letter in PREDICATES else field
