"""HLO's text as an HloModuleProto. Source: hlo_parser.cc."""

from __future__ import annotations

import re
from typing import NamedTuple

from tfir.ir.diagnostics import Error
from tfir.ir.nesting import too_deep
from tfir.proto import HloComputationProto, HloInstructionProto, HloModuleProto, ShapeProto

from tftranslate.hlo.element_types import TUPLE
from tftranslate.hlo.opcodes import Opcode, opcodes
from tftranslate.hlo.shapes import leaves
from tftranslate.hlo.text.attributes import COMMON, NAMED, ORIGINAL, comparison_of
from tftranslate.hlo.text.cursor import NAME, Cursor
from tftranslate.hlo.text.literals import read_literal
from tftranslate.hlo.text.module_header import Settings, read_header, read_stack_frames
from tftranslate.hlo.text.shapes import at_shape, read_shape, shape_text
from tftranslate.hlo.text.unique_names import make_unique

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.location import Source

ASYNC = re.compile(r"(.+)-(start|update|done)")
OPCODE = re.compile(r"[a-z][a-z0-9\-]*")
ROOT = re.compile(r"ROOT\s")
COMPUTATION = re.compile(rf"ENTRY\s|{NAME.pattern}\s*(?:{{|\((?:[^()]|\([^()]*\))*\)\s*->)")


def read_module(source: Source) -> tuple[HloModuleProto, Settings]:
    """The module, and what its first line says that a module's message has no field for. Raises Error for what is no HLO."""
    reader = Reader(Cursor(source))
    try:
        reader.read()
    except RecursionError:
        raise too_deep(reader.cursor.error("nested too deeply")) from None
    return reader.module, reader.settings


class Reader:
    """Computations get numbers from 1 on, instructions too, those of all computations together."""

    def __init__(self, cursor: Cursor):
        self.cursor = cursor
        self.module = HloModuleProto()
        self.settings: Settings = {}
        self.computations: dict[str, HloComputationProto] = {}
        self.references: list[tuple[HloInstructionProto, int, str, int]] = []  # to be numbers of computations: name, place in the text
        self.instructions: dict[str, HloInstructionProto] = {}  # of the computation that is read, by name
        self.by_id: dict[int, HloInstructionProto] = {}  # and by number
        self.nested: list[HloInstructionProto] = []  # those of them that stand in the operands of another and have no name
        self.last_id = 0
        self.entry: HloComputationProto | None = None
        self.alone: HloComputationProto | None = None  # what holds an instruction that is all of a text
        self.begun: dict[int, Begun] = {}  # what asynchronous instructions are about, by their numbers
        self.started: set[str] = set()  # computations that are begun

    def read(self) -> None:
        cursor = self.cursor
        if cursor.at("HloModule"):
            read_header(cursor, self.module, self.settings)
            read_stack_frames(cursor, self.module)
        elif not cursor.sees(COMPUTATION):
            if not (at_shape(cursor) or cursor.sees(NAME)):
                raise cursor.error("expected 'HloModule', a computation or an instruction")
            self.read_alone()
        while not cursor.at("FileNames") and cursor.place < len(cursor.text):
            if self.alone is not None:
                raise cursor.error("expected the end of the text, since it begins with an instruction")
            self.read_computation()
            cursor.skip()
        if self.entry is None and self.computations:
            self.entry = list(self.computations.values())[-1]
        if self.entry is None:
            raise cursor.error("a module has at least one computation")
        for instruction, place, name, where in self.references:
            if name not in self.computations:
                raise cursor.error(f"no computation is called {name}", where)
            instruction.called_computation_ids[place] = self.computations[name].id
        self.finish(self.entry)

    def finish(self, entry: HloComputationProto) -> None:
        module = self.module
        module.computations.extend(self.computations.values())
        make_unique(each for computation in module.computations for each in computation.instructions)
        module.name = module.name or ("_" if self.alone is not None else f"module_{entry.name}")
        module.entry_computation_name, module.entry_computation_id = entry.name, entry.id
        if not module.HasField("host_program_shape"):
            module.host_program_shape.CopyFrom(entry.program_shape)
        elif len(module.host_program_shape.parameters) != len(entry.program_shape.parameters):
            raise self.cursor.error("entry_computation_layout has another number of parameters than the entry computation", 0)
        if self.settings.pop("is_scheduled", "") == "true":
            self.schedule()
        module.host_program_shape.parameter_names[:] = entry.program_shape.parameter_names

    def schedule(self) -> None:
        """Instructions run in the order of the text; those of fusions run together."""
        instructions = [each for computation in self.module.computations for each in computation.instructions]
        fused = {id for each in instructions if each.opcode == "fusion" for id in each.called_computation_ids}
        for computation in self.module.computations:
            if computation.id not in fused:
                self.module.schedule.sequences[computation.id].instruction_ids.extend([each.id for each in computation.instructions])

    def read_alone(self) -> None:
        """An instruction that is all of a text, with or without names: what it is given are the parameters, each by its shape."""
        cursor = self.cursor
        computation = self.alone = HloComputationProto(name="_", id=self.next_id())
        if cursor.sees(ROOT):
            cursor.expect("ROOT")
        name = "_"
        if not at_shape(cursor):
            name = cursor.name()
            cursor.expect("=")
        instruction = computation.instructions.add(name=name)
        self.read_right_side(computation, instruction)
        self.name_nested(computation)
        computation.instructions.sort(key=lambda each: each.id)
        computation.root_id = instruction.id
        describe_parameters(computation, cursor, 0)
        self.computations["_"] = self.entry = computation
        self.settings["is_scheduled"] = "true"

    def given_alone(self, name: str, shape: ShapeProto) -> int:
        """The parameter of a name, or a new one."""
        assert self.alone is not None
        if name in self.instructions:
            return self.instructions[name].id
        number = sum(each.opcode == "parameter" for each in self.alone.instructions)
        parameter = self.alone.instructions.add(name=name or f"_{number}", opcode="parameter", parameter_number=number, id=self.next_id())
        parameter.shape.CopyFrom(shape)
        self.by_id[parameter.id] = self.instructions[parameter.name] = parameter
        return parameter.id

    # Computations

    def read_computation(self) -> None:
        """`[ENTRY] name [(p: f32[2]) -> f32[2]] { .. }`"""
        cursor = self.cursor
        is_entry = cursor.accept("ENTRY")
        start, name = cursor.place, cursor.name()
        declared = self.read_signature() if cursor.at("(") else None
        computation = self.read_body(name, start)
        result = computation.program_shape.result
        if declared is not None and shape_text(declared, with_layout=False) != shape_text(result, with_layout=False):
            raise cursor.error(f"the root of {name} is {shape_text(result)}, where {shape_text(declared)} is declared", start)
        while cursor.accept(","):
            cursor.expect("execution_thread=")
            computation.execution_thread = cursor.string()
        if is_entry:
            if self.entry is not None:
                raise cursor.error("a second entry computation", start)
            self.entry = computation

    def read_signature(self) -> ShapeProto:
        """What the parameters and the root say too, `(a: f32[2], b: (s32[], token[])) -> f32[2]`: the shape of the root."""
        cursor = self.cursor

        def parameter() -> None:
            cursor.name()
            cursor.accept(":")
            read_shape(cursor)

        cursor.items(parameter, "(", ")")
        cursor.expect("->")
        return read_shape(cursor)

    def read_body(self, name: str, start: int) -> HloComputationProto:
        """Instructions in braces. Raises Error for a second computation of a name."""
        cursor = self.cursor
        if name in self.computations:
            raise cursor.error(f"a second computation is called {name}", start)
        computation = HloComputationProto(name=name, id=self.next_id())
        outer = self.instructions, self.nested
        self.instructions, self.nested = {}, []
        cursor.expect("{")
        while not cursor.accept("}"):
            self.read_instruction(computation)
        if not computation.instructions:
            raise cursor.error(f"{name} has no instructions", start)
        self.name_nested(computation)
        computation.root_id = computation.root_id or computation.instructions[-1].id
        describe_parameters(computation, cursor, start)
        self.instructions, self.nested = outer
        self.computations[name] = computation
        return computation

    def next_id(self) -> int:
        self.last_id += 1
        return self.last_id

    # Instructions

    def read_instruction(self, computation: HloComputationProto) -> None:
        cursor = self.cursor
        is_root = ROOT.match(cursor.text, cursor.place) is not None
        if is_root:
            if computation.root_id:
                raise cursor.error("a second root")
            cursor.expect("ROOT")
        start, name = cursor.place, cursor.name()
        if name in self.instructions:
            raise cursor.error(f"a second instruction is called {name}", start)
        cursor.expect("=")
        instruction = computation.instructions.add(name=name)
        self.read_right_side(computation, instruction)
        self.instructions[name] = instruction
        if is_root:
            computation.root_id = instruction.id

    def read_right_side(self, computation: HloComputationProto, instruction: HloInstructionProto, is_nested: bool = False) -> None:
        """`f32[2] add(x, y), metadata={..}`. One that is nested in the operands of another has no attributes. Without a shape it has that which
        its operands give it."""
        cursor = self.cursor
        is_shaped = at_shape(cursor)
        if is_shaped:
            instruction.shape.CopyFrom(read_shape(cursor))
        place = cursor.place
        opcode = cursor.read(OPCODE, "an opcode")[0]
        instruction.opcode = opcode
        if opcode in ("parameter", "constant") and not is_shaped:
            raise cursor.error("expected a shape", place)
        if opcode == "parameter":
            cursor.expect("(")
            instruction.parameter_number = cursor.integer()
            cursor.expect(")")
        elif opcode == "constant":
            cursor.expect("(")
            instruction.literal.CopyFrom(read_literal(cursor, instruction.shape))
            cursor.expect(")")
        else:
            instruction.operand_ids.extend(cursor.items(lambda: self.read_operand(computation), "(", ")"))
        instruction.id = self.next_id()  # behind those of its operands
        computation_of_start = self.asynchronous(instruction, place)
        if not is_nested:
            self.read_attributes(instruction, computation_of_start or instruction)
        self.by_id[instruction.id] = instruction
        if not is_shaped:
            self.infer_shape(instruction, place)
        self.complete(instruction, place)
        if instruction.opcode.startswith("async-"):
            self.follow(instruction, computation_of_start, opcode, place)

    def complete(self, instruction: HloInstructionProto, place: int) -> None:
        """Sets what a message says of an instruction where its text leaves that to shapes. Raises Error where it says something of other leaves
        than its shape has."""
        opcode, operands = instruction.opcode, instruction.operand_ids
        if opcode == "map" and not instruction.dimensions:  # it goes over all of them
            instruction.dimensions[:] = range(len(instruction.shape.dimensions))
        elif opcode == "outfeed" and operands and not instruction.HasField("outfeed_shape"):
            instruction.outfeed_shape.CopyFrom(self.by_id[operands[0]].shape)
        elif opcode == "compare" and operands and not instruction.comparison_type:
            instruction.comparison_type = comparison_of(self.by_id[operands[0]].shape.element_type)
        elif opcode == "parameter" and instruction.HasField("parameter_replication"):
            said, count = len(instruction.parameter_replication.replicated_at_leaf_buffers), len(leaves(instruction.shape))
            if said != count:
                raise self.cursor.error(f"parameter_replication is of {said} leaves, of which the parameter has {count}", place)

    def infer_shape(self, instruction: HloInstructionProto, place: int) -> None:
        from tftranslate.hlo.text.omitted_shapes import omitted_shape  # which programs of XLA do not need

        own = len(self.references) - len(instruction.called_computation_ids)  # the last ones are this instruction's
        names = [name for _, _, name, _ in self.references[own:]]
        called = [self.computations[name].program_shape.result for name in names if name in self.computations]
        try:
            instruction.shape.CopyFrom(omitted_shape(instruction, [self.by_id[id].shape for id in instruction.operand_ids], called))
        except Error as error:
            raise self.cursor.error(error.diagnostics[0].message, place) from None

    def read_operand(self, computation: HloComputationProto) -> int:
        """`%x`, with or without its shape in front, or an instruction without a name: `broadcast(f32[] constant(1))`."""
        cursor = self.cursor
        start, shape = cursor.place, read_shape(cursor) if at_shape(cursor) else None
        where, name = cursor.place, "" if computation is self.alone and not cursor.sees(NAME) else cursor.name()
        if name in opcodes() and cursor.at("("):
            cursor.place = start
            return self.read_nested(computation)
        if computation is self.alone:
            if shape is None:
                raise cursor.error("an operand of an instruction that is all of a text has a shape", where)
            return self.given_alone(name, shape)
        if name not in self.instructions:
            raise cursor.error(f"no instruction is called {name} so far", where)
        operand = self.instructions[name]
        if shape is not None and not is_compatible(shape, operand.shape):
            raise cursor.error(f"{name} is {shape_text(operand.shape)}, where {shape_text(shape)} is declared", start)
        return operand.id

    def read_nested(self, computation: HloComputationProto) -> int:
        instruction = computation.instructions.add()
        self.nested.append(instruction)
        self.read_right_side(computation, instruction, is_nested=True)
        return instruction.id

    def name_nested(self, computation: HloComputationProto) -> None:
        """Gives instructions without a name that of their opcode, and puts them in front of those that they are operands of."""
        for instruction in self.nested:
            number, name = 0, f"{instruction.opcode}.anon"
            while name in self.instructions:
                number += 1
                name = f"{instruction.opcode}.anon.{number}"
            instruction.name = name
            self.instructions[name] = instruction
        if self.nested:
            computation.instructions.sort(key=lambda each: each.id)

    def asynchronous(self, instruction: HloInstructionProto, place: int) -> HloInstructionProto | None:
        """`negate-start` is an async-start of a computation with a negate, which is returned to be given the attributes. Raises Error for an
        opcode that is not attributes."""
        if instruction.opcode in opcodes():
            return None
        match = ASYNC.fullmatch(instruction.opcode)
        if match is None or match[1] not in opcodes():
            raise self.cursor.error(f"{instruction.opcode} is no opcode", place)
        instruction.opcode = f"async-{match[2]}"
        if match[2] != "start":
            self.continue_start(instruction)
            return None
        shapes = instruction.shape.tuple_shapes
        if instruction.shape.element_type != TUPLE or len(shapes) < 2 or len(shapes[0].tuple_shapes) != len(instruction.operand_ids):
            raise self.cursor.error("an asynchronous start is a tuple of its operands, its result and a context", place)
        return self.wrapped(instruction, match[1])

    def continue_start(self, instruction: HloInstructionProto) -> None:
        """An update or the end of what was started calls what that does, in its thread."""
        before = self.by_id[instruction.operand_ids[0]] if instruction.operand_ids else None
        if before is not None and before.opcode in ("async-start", "async-update"):
            instruction.called_computation_ids[:] = before.called_computation_ids
            instruction.async_execution_thread = before.async_execution_thread
            self.references += [(instruction, *where) for caller, *where in self.references if caller is before]

    def wrapped(self, start: HloInstructionProto, opcode: str) -> HloInstructionProto:
        """A new computation of one instruction, which an async-start calls."""
        computation = HloComputationProto(name=self.new_name(f"{opcode}_wrapped"), id=self.next_id())
        for number, shape in enumerate(start.shape.tuple_shapes[0].tuple_shapes):
            parameter = computation.instructions.add(name=f"param_{number}", opcode="parameter", id=self.next_id(), parameter_number=number)
            parameter.shape.CopyFrom(shape)
        root = computation.instructions.add(name=opcode, opcode=opcode, id=self.next_id())
        root.shape.CopyFrom(start.shape.tuple_shapes[1])
        root.operand_ids.extend([each.id for each in computation.instructions if each.opcode == "parameter"])
        computation.root_id = root.id
        describe_parameters(computation, self.cursor, self.cursor.place)
        self.computations[computation.name] = computation
        start.called_computation_ids.append(computation.id)
        return root

    def new_name(self, wish: str) -> str:
        number, name = 0, wish
        while name in self.computations:
            number += 1
            name = f"{wish}.{number}"
        return name

    def follow(self, instruction: HloInstructionProto, inner: HloInstructionProto | None, opcode: str, place: int) -> None:
        """Notes what an asynchronous instruction begins, or holds it against what it goes on with. Raises Error where these are different."""
        error = self.cursor.error
        own = self.references[-1][2] if self.references and self.references[-1][0] is instruction else ""
        if inner is not None:  # which has a computation for itself, the last one that was made
            own = next(reversed(self.computations))
        thread = instruction.async_execution_thread or "main"
        if instruction.opcode == "async-start":
            parts = instruction.shape.tuple_shapes
            if instruction.shape.element_type != TUPLE or len(parts) < 2 or parts[0].element_type != TUPLE:
                raise error("an asynchronous start is a tuple of its operands, its result and a context", place)
            if own in self.started:
                raise error(f"{own} is called by more than one asynchronous start", place)
            self.started.add(own)
            self.begun[instruction.id] = Begun(own, thread)
            return
        operands = [self.begun.get(id) for id in instruction.operand_ids]
        if len(operands) != 1 or operands[0] is None:
            raise error(f"{opcode} has one operand, which is asynchronous", place)
        before = operands[0]
        if own not in ("", before.computation):
            raise error(f"{before.computation} was begun, and {own} goes on", place)
        if instruction.async_execution_thread and thread != before.thread:
            raise error(f"thread {before.thread} was begun, and {thread} goes on", place)
        if instruction.opcode == "async-update" and not is_compatible(instruction.shape, self.by_id[instruction.operand_ids[0]].shape):
            raise error("an asynchronous update has the shape of its operand", place)
        called, word = self.computations.get(before.computation), opcode.rpartition("-")[0]
        root = next((each.opcode for each in called.instructions if each.id == called.root_id), word) if called is not None else word
        if word not in ("async", root):
            raise error(f"{root} was begun, and {word} goes on", place)
        self.begun[instruction.id] = before

    def read_attributes(self, instruction: HloInstructionProto, inner: HloInstructionProto) -> None:
        """`, key=value` as often as there are. `inner` is the instruction that an asynchronous one starts."""
        cursor = self.cursor
        opcode = opcodes()[inner.opcode]
        set_defaults(inner, opcode)
        attributes = {NAMED[name].key: NAMED[name] for name in opcode.attributes}
        missing = {NAMED[name].key for name in opcode.needed}
        while cursor.accept(","):
            start, key = cursor.place, cursor.word()
            cursor.expect("=")
            missing.discard(key)
            if key in attributes:
                attributes[key].read(cursor, inner, self)
            elif key in COMMON:
                COMMON[key].read(cursor, instruction, self)
            else:
                allowed = ", ".join(sorted({*attributes, *COMMON}))
                raise cursor.error(f"{inner.opcode} has no attribute {key}; it has {allowed}", start)
        if missing:
            raise cursor.error(f"{inner.opcode} lacks the attribute {', '.join(sorted(missing))}")

    # What attributes ask

    def refer(self, cursor: Cursor, instruction: HloInstructionProto, place: int) -> None:
        """The name of a computation, which may come later, or a computation in braces."""
        start = cursor.place
        if cursor.at("{"):
            name = self.new_name(f"{instruction.name}_{place}")
            self.read_body(name, start)
        else:
            name = cursor.name()
        called = instruction.called_computation_ids
        while len(called) <= place:
            called.append(0)
        self.references.append((instruction, place, name, start))

    def operand_shape(self, instruction: HloInstructionProto, place: int) -> ShapeProto:
        if place >= len(instruction.operand_ids):
            raise self.cursor.error(f"{instruction.opcode} has {len(instruction.operand_ids)} operands")
        return self.by_id[instruction.operand_ids[place]].shape

    def refer_to_instruction(self, cursor: Cursor, instruction: HloInstructionProto) -> None:
        start, name = cursor.place, cursor.name()
        if name not in self.instructions:
            raise cursor.error(f"no instruction is called {name} so far", start)
        instruction.control_predecessor_ids.append(self.instructions[name].id)


class Begun(NamedTuple):
    """What an asynchronous instruction is about: the name of the computation that was begun, and the thread."""

    computation: str
    thread: str


def is_compatible(one: ShapeProto, other: ShapeProto) -> bool:
    """Whether shapes are the same but for layouts, and for which sizes are bounds."""
    texts = [shape_text(each, with_layout=False).replace("<=", "") for each in (one, other)]
    return texts[0] == texts[1]


def set_defaults(instruction: HloInstructionProto, opcode: Opcode) -> None:
    """What a message says even where its text does not."""
    if opcode.name == "custom-call":
        instruction.custom_call_api_version = ORIGINAL
    elif "window" in opcode.attributes:
        instruction.window.SetInParent()
    elif opcode.name == "dot":
        instruction.dot_dimension_numbers.SetInParent()


def describe_parameters(computation: HloComputationProto, cursor: Cursor, place: int) -> None:
    """The shapes of a computation, as its parameters and its root say them. Raises Error where numbers of parameters are missing or doubled."""
    parameters = sorted([each for each in computation.instructions if each.opcode == "parameter"], key=lambda each: each.parameter_number)
    if [each.parameter_number for each in parameters] != list(range(len(parameters))):
        raise cursor.error(f"the parameters of {computation.name} are not numbered from 0 on", place)
    shape = computation.program_shape
    shape.parameters.extend([each.shape for each in parameters])
    shape.parameter_names.extend([each.name for each in parameters])
    shape.result.CopyFrom(next(each.shape for each in computation.instructions if each.id == computation.root_id))
