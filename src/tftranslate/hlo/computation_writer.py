"""A computation that is being written: instructions for values of IR, and what regions take from around them."""

from __future__ import annotations

import re

from tfir.ir.attributes import DenseArrayAttr, DictAttr, IntegerAttr, StringAttr
from tfir.ir.diagnostics import Error
from tfir.proto import HloComputationProto, ShapeProto

from tftranslate.hlo.element_types import TUPLE
from tftranslate.hlo.locations import CONTROL_ID, CONTROL_PREDECESSORS, fill_metadata
from tftranslate.hlo.shapes import shape_of, tuple_shape
from tftranslate.hlo.text.cursor import cursor_of
from tftranslate.hlo.text.shapes import read_shape
from tftranslate.hlo.text.shardings import read_sharding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Protocol

    from tfir.ir.attributes import Attribute
    from tfir.ir.location import AnyLocation
    from tfir.ir.operations import Block, Operation, Region, Value
    from tfir.proto import HloInstructionProto, HloModuleProto, OpSharding

    class Exporter(Protocol):
        """The program that a computation belongs to."""

        proto: HloModuleProto

        def next_id(self) -> int: ...
        def new_name(self, wish: str) -> str: ...
        def called(self, op: Operation, symbol: str) -> int: ...
        def emit(self, body: Body, op: Operation) -> list[int]: ...


NAME = re.compile(r"[A-Za-z_][\w.\-]*")
UNFIT = re.compile(r"[^\w.\-]")


class Body:
    """A computation that is being written. `ids` are the instructions of values of IR."""

    def __init__(self, exporter: Exporter):
        self.exporter = exporter
        self.computation = HloComputationProto(id=exporter.next_id())
        self.ids: dict[Value, int] = {}
        self.hints: dict[int, str] = {}  # what instructions would be called
        self.by_id: dict[int, HloInstructionProto] = {}
        self.awaited: dict[int, int] = {}  # instructions that others run behind, by the number of the op

    # Making instructions

    def add(self, opcode: str, shape: ShapeProto, operands: Sequence[int] = (), hint: str = "") -> HloInstructionProto:
        instruction = self.computation.instructions.add(opcode=opcode, id=self.exporter.next_id())
        self.hints[instruction.id] = hint or opcode
        instruction.shape.CopyFrom(shape)
        instruction.operand_ids.extend(operands)
        self.by_id[instruction.id] = instruction
        return instruction

    def shape(self, id: int) -> ShapeProto:
        return self.by_id[id].shape

    def parameter(self, number: int, shape: ShapeProto, hint: str, location: AnyLocation | None = None) -> HloInstructionProto:
        instruction = self.add("parameter", shape, (), hint)
        instruction.parameter_number = number
        fill_metadata(location, instruction)
        return instruction

    def element(self, id: int, index: int) -> int:
        instruction = self.add("get-tuple-element", self.shape(id).tuple_shapes[index], [id])
        instruction.tuple_index = index
        return instruction.id

    def elements(self, id: int) -> list[int]:
        return [self.element(id, index) for index in range(len(self.shape(id).tuple_shapes))]

    def make_tuple(self, ids: Sequence[int]) -> int:
        return self.add("tuple", tuple_shape([self.shape(id) for id in ids]), ids).id

    def together(self, ids: Sequence[int]) -> int:
        """One value as it is, several as a tuple."""
        return ids[0] if len(ids) == 1 else self.make_tuple(ids)

    def take_apart(self, id: int, shape: ShapeProto, values: Iterator[Value]) -> None:
        """Gives values of IR, in order, the leaves of an instruction."""
        if shape.element_type != TUPLE:
            self.ids[next(values)] = id
            return
        for index, each in enumerate(shape.tuple_shapes):
            self.take_apart(self.element(id, index), each, values)

    def tuple_like(self, shape: ShapeProto, ids: Iterator[int]) -> int:
        """Tuples within tuples, as a shape says, of leaves in order."""
        if shape.element_type != TUPLE:
            return next(ids)
        return self.make_tuple([self.tuple_like(each, ids) for each in shape.tuple_shapes])

    def finish(self, name: str, root: int) -> HloComputationProto:
        """Names all instructions, and puts the computation behind those that it calls."""
        computation, exporter = self.computation, self.exporter
        for instruction in computation.instructions:
            instruction.name = exporter.new_name(self.hints[instruction.id])
        computation.name, computation.root_id = exporter.new_name(name), root
        parameters = [each for each in computation.instructions if each.opcode == "parameter"]
        computation.program_shape.parameters.extend([each.shape for each in parameters])
        computation.program_shape.parameter_names.extend([each.name for each in parameters])
        computation.program_shape.result.CopyFrom(self.shape(root))
        exporter.proto.computations.append(computation)
        return exporter.proto.computations[-1]

    # Values

    def id_of(self, value: Value) -> int:
        """The instruction of a value. A constant from around is written here again."""
        if value not in self.ids:
            op = value.op
            if op is None or op.name != "stablehlo.constant":
                raise Error.on(op or value.owner.parent_op, "a region of an op other than a loop or branch takes a value from outside")
            self.ids[value] = self.exporter.emit(self, op)[0]
        return self.ids[value]

    def operands(self, op: Operation) -> list[int]:
        return [self.id_of(value) for value in op.operands]

    # Ops

    def write(self, block: Block) -> None:
        for op in block:
            if op is not block.last:
                self.write_op(op)

    def write_op(self, op: Operation) -> None:
        before = len(self.computation.instructions)
        try:
            ids = self.exporter.emit(self, op)
        except Error as error:
            raise error if error.diagnostics[0].location is not None else Error.on(op, str(error)) from None
        self.ids.update(zip(op.results, ids))
        self.mark(op, self.computation.instructions[before:])

    def mark(self, op: Operation, made: Sequence[HloInstructionProto]) -> None:
        """What an op says besides: its name, where it came from, sharding, layout."""
        for instruction in made:
            fill_metadata(op.location, instruction)
        main = next((each for each in reversed(made) if each.opcode not in ("get-tuple-element", "tuple")), None)
        if main is None:
            return
        attributes = op.attributes
        if "mhlo.sharding" in attributes:
            main.sharding.CopyFrom(sharding(attributes["mhlo.sharding"].value))
        for key, text in texts(attributes.get("mhlo.frontend_attributes")).items():
            main.frontend_attributes.map[key] = text
        if "mhlo.backend_config" in attributes:
            main.backend_config = text_bytes(attributes["mhlo.backend_config"])
        before, number = attributes.get(CONTROL_PREDECESSORS), attributes.get(CONTROL_ID)
        if isinstance(before, DenseArrayAttr):
            main.control_predecessor_ids.extend([self.awaited[each] for each in before if each in self.awaited])
        if isinstance(number, IntegerAttr):
            self.awaited[number.value] = main.id
        if "xla_shape" in attributes:
            main.shape.CopyFrom(read_shape(cursor_of(attributes["xla_shape"].value)))
        name = op.results[0].name if op.results else None
        if name and not name.isdigit():
            self.hints[main.id] = name

    def many(self, instruction: HloInstructionProto, count: int) -> list[int]:
        """The results of an instruction, of a tuple each element."""
        return self.elements(instruction.id) if count != 1 or instruction.shape.element_type == TUPLE else [instruction.id]

    # Regions

    def region(self, op: Operation, region: Region, hint: str) -> int:
        """A region whose arguments are parameters. Raises Error where it takes from outside what is no constant."""
        body = Body(self.exporter)
        block = region.entry
        for number, argument in enumerate(block.arguments):
            body.ids[argument] = body.parameter(number, shape_of(argument.type), argument.name or f"Arg_{number}").id
        body.write(block)
        return body.finish(hint, body.together([body.id_of(value) for value in block.terminator.operands])).id

    def region_of_tuple(self, region: Region, carried: list[ShapeProto], outside: list[Value], hint: str, passes_on: bool) -> int:
        """A region whose only parameter is a tuple, of its arguments and of what it takes from outside; `passes_on`: this is given back, too."""
        body = Body(self.exporter)
        block = region.entry
        shapes = [*carried, *[shape_of(value.type) for value in outside]]
        shape = shapes[0] if len(shapes) == 1 else tuple_shape(shapes)
        parameter = body.parameter(0, shape, "Arg_0").id
        parts = [parameter] if len(shapes) == 1 else body.elements(parameter)
        body.ids.update(zip([*block.arguments, *outside], parts))
        body.write(block)
        results = [body.id_of(value) for value in block.terminator.operands]
        return body.finish(hint, body.together([*results, *[body.ids[value] for value in outside]] if passes_on else results)).id


def sharding(text: str) -> OpSharding:
    return read_sharding(cursor_of(text))


def fitting(name: str) -> str:
    """A name that HLO's text has no quotes for."""
    name = UNFIT.sub("_", name)
    return name if NAME.fullmatch(name) else f"_{name}"


def texts(attribute: Attribute | None) -> dict[str, str]:
    if not isinstance(attribute, DictAttr):
        return {}
    return {name: value.value if isinstance(value, StringAttr) else str(value) for name, value in attribute.entries.items()}


def text_bytes(attribute: Attribute) -> bytes:
    text = attribute.value if isinstance(attribute, StringAttr) else str(attribute)
    return text.encode("utf-8", "surrogateescape")
