"""An HloModuleProto as HLO's text, in XLA's words and order, with layouts and all elements of constants."""

from __future__ import annotations

from collections import Counter

from tfir.ir.diagnostics import Error

from tftranslate.hlo.opcodes import opcodes
from tftranslate.hlo.text.attributes import COMMON, NAMED
from tftranslate.hlo.text.literals import literal_text
from tftranslate.hlo.text.module_header import header_text, stack_frames_text
from tftranslate.hlo.text.shapes import listed, shape_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfir.proto import HloComputationProto, HloInstructionProto, HloModuleProto, ShapeProto

    from tftranslate.hlo.text.attribute import Attribute
    from tftranslate.hlo.text.module_header import Settings

THREAD = COMMON["async_execution_thread"]


def module_text(module: HloModuleProto, settings: Settings) -> Iterator[str]:
    """The text in pieces, callees first."""
    yield header_text(module, settings) + "\n\n"
    frames = stack_frames_text(module)
    if frames:
        yield frames + "\n"
    writer = Writer(module)
    for computation in module.computations:
        if computation.id not in writer.wrapped:
            yield writer.computation_text(computation, computation.id == module.entry_computation_id)


def own_attributes(instruction: HloInstructionProto) -> list[Attribute]:
    return [NAMED[name] for name in opcodes()[instruction.opcode].attributes]


def wrapped_instructions(module: HloModuleProto) -> dict[int, HloInstructionProto]:
    """The instructions that are all but the parameters of a computation which one asynchronous start calls, by its number. Text has the opcode
    of such a one in place of the call."""
    starts = [each for one in module.computations for each in one.instructions if each.opcode == "async-start"]
    called = Counter(each.called_computation_ids[0] for each in starts if each.called_computation_ids)
    roots = {}
    for computation in module.computations:
        if not computation.instructions:
            continue
        *parameters, root = computation.instructions
        is_one = all([each.opcode == "parameter" for each in parameters]) and root.id == computation.root_id
        numbers = [each.id for each in sorted(parameters, key=lambda each: each.parameter_number)]
        if called[computation.id] == 1 and is_one and list(root.operand_ids) == numbers and root.opcode in opcodes():
            roots[computation.id] = root
    return roots


class Writer:
    def __init__(self, module: HloModuleProto):
        self.computations = {computation.id: computation for computation in module.computations}
        self.wrapped = wrapped_instructions(module)
        self.instructions: dict[int, HloInstructionProto] = {}  # of the computation that is written
        self.begun: dict[int, HloInstructionProto | None] = {}  # what asynchronous ones among those written so far are about

    def computation_text(self, computation: HloComputationProto, is_entry: bool) -> str:
        self.instructions = {each.id: each for each in computation.instructions}
        lines = [
            f"  {'ROOT ' if each.id == computation.root_id else ''}{self.instruction_text(each)}\n" for each in computation.instructions
        ]
        thread = computation.execution_thread
        end = f'}}, execution_thread="{thread}"' if thread not in ("", "main") else "}"
        return f"{'ENTRY ' if is_entry else ''}{computation.name} {{\n{''.join(lines)}{end}\n\n"

    def instruction_text(self, instruction: HloInstructionProto) -> str:
        if instruction.opcode not in opcodes():
            raise Error(f"{instruction.opcode} is no opcode of XLA that is known")
        if instruction.opcode == "parameter":
            inside = str(instruction.parameter_number)
        elif instruction.opcode == "constant":
            inside = literal_text(instruction.literal)
        else:
            inside = listed([self.instruction_name(id) for id in instruction.operand_ids])
        attributes = "".join([f", {key}={value}" for key, value in self.attributes(instruction)])
        opcode = instruction.opcode
        begun = self.wrapped_by(instruction) if opcode.startswith("async-") else None
        if begun is not None:
            opcode = opcode.replace("async", begun.opcode)
        return f"{instruction.name} = {shape_text(instruction.shape)} {opcode}({inside}){attributes}"

    def wrapped_by(self, instruction: HloInstructionProto) -> HloInstructionProto | None:
        """The instruction that an asynchronous one begins, continues or ends, where that is all of a computation that it has for itself."""
        if instruction.opcode == "async-start" and instruction.called_computation_ids:
            self.begun.setdefault(instruction.id, self.wrapped.get(instruction.called_computation_ids[0]))
        elif instruction.operand_ids:
            self.begun.setdefault(instruction.id, self.begun.get(instruction.operand_ids[0]))
        return self.begun.get(instruction.id)

    def attributes(self, instruction: HloInstructionProto) -> Iterator[tuple[str, str]]:
        begun = self.wrapped_by(instruction) if instruction.opcode.startswith("async-") else None
        if begun is None:
            yield from self.written(instruction, [*own_attributes(instruction), *COMMON.values()])
            return
        if instruction.opcode == "async-start":
            yield from self.written(instruction, [THREAD])
            yield from self.written(begun, own_attributes(begun))
        yield from self.written(instruction, [each for each in COMMON.values() if each is not THREAD])

    def written(self, instruction: HloInstructionProto, attributes: Sequence[Attribute]) -> Iterator[tuple[str, str]]:
        for attribute in attributes:
            text = attribute.write(instruction, self)
            if text is not None:
                yield attribute.key, text

    # What attributes ask

    def instruction_name(self, id: int) -> str:
        if id not in self.instructions:
            raise Error(f"no instruction has the number {id}")
        return self.instructions[id].name

    def computation_name(self, id: int) -> str:
        if id not in self.computations:
            raise Error(f"no computation has the number {id}")
        return self.computations[id].name

    def operand_shape(self, instruction: HloInstructionProto, place: int) -> ShapeProto:
        if place >= len(instruction.operand_ids):
            raise Error(f"{instruction.name} has {len(instruction.operand_ids)} operands, where its attributes are of {place + 1}")
        return self.instructions[instruction.operand_ids[place]].shape
