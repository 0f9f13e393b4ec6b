"""An HloModuleProto as HLO's text, in XLA's words and order, with layouts and all elements of constants."""

from __future__ import annotations

from tfir.ir.diagnostics import Error

from tftranslate.hlo.opcodes import opcodes
from tftranslate.hlo.text.attributes import COMMON, NAMED
from tftranslate.hlo.text.literals import literal_text
from tftranslate.hlo.text.module_header import header_text, stack_frames_text
from tftranslate.hlo.text.shapes import shape_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfir.proto import HloComputationProto, HloInstructionProto, HloModuleProto, ShapeProto

    from tftranslate.hlo.text.module_header import Settings


def module_text(module: HloModuleProto, settings: Settings) -> Iterator[str]:
    """The text in pieces, callees first."""
    yield header_text(module, settings) + "\n\n"
    frames = stack_frames_text(module)
    if frames:
        yield frames + "\n"
    writer = Writer(module)
    for computation in module.computations:
        yield writer.computation_text(computation, computation.id == module.entry_computation_id)


class Writer:
    def __init__(self, module: HloModuleProto):
        self.computations = {computation.id: computation for computation in module.computations}
        self.instructions: dict[int, HloInstructionProto] = {}  # of the computation that is written

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
            inside = ", ".join([self.instruction_name(id) for id in instruction.operand_ids])
        attributes = "".join([f", {key}={value}" for key, value in self.attributes(instruction)])
        return f"{instruction.name} = {shape_text(instruction.shape)} {instruction.opcode}({inside}){attributes}"

    def attributes(self, instruction: HloInstructionProto) -> Iterator[tuple[str, str]]:
        named = [NAMED[name] for name in opcodes()[instruction.opcode].attributes]
        for attribute in [*named, *COMMON.values()]:
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
        return self.instructions[instruction.operand_ids[place]].shape
