"""HLO as StableHLO: the entry computation is the public function `@main`, what is called is a private function, all else are regions.

Values of tuples are taken apart: in place of one value there are as many as it has leaves, in order. So the entry's parameters that are
tuples are several arguments, and its result is several results; `mhlo.entry_computation_layout` says what they were where that is not told
by their types. What has no meaning of its own in IR stands in attributes: `mhlo.sharding`, `mhlo.frontend_attributes`,
`mhlo.backend_config`, `mhlo.fusion_kind`, and `xla_shape`, a shape whose layout is not row-major order. What runs behind something that
it takes nothing from names it by its number (`mhlo.control_predecessors`, `mhlo.control_id`).
"""

from __future__ import annotations

from tfir.ir.attributes import ArrayAttr, BoolAttr, DictAttr, IntegerAttr, StringAttr, TypeAttr
from tfir.ir.builder import Builder, module_op, single_block_region
from tfir.ir.diagnostics import Error
from tfir.ir.nesting import Nest, too_deep
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.types import I32, I64, FunctionType

from tftranslate.hlo import fields
from tftranslate.hlo.attribute_values import integers
from tftranslate.hlo.conversions import CONVERSIONS, LEAST, TAKES_EMPTY
from tftranslate.hlo.element_types import TUPLE
from tftranslate.hlo.locations import CONTROL_ID, CONTROL_PREDECESSORS, Locations
from tftranslate.hlo.opcodes import Opcode, opcodes
from tftranslate.hlo.shapes import argument_paths, is_default_layout, leaf_paths, leaf_types, leaves, tuple_shape
from tftranslate.hlo.text.shapes import program_shape_text, shape_text
from tftranslate.hlo.text.shardings import sharding_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from tfir.ir.attributes import Attribute
    from tfir.ir.types import Type
    from tfir.proto import HloComputationProto, HloInstructionProto, HloModuleProto, ShapeProto

    from tftranslate.hlo.text.module_header import Settings

    Values = list[Value]

ENTRY = "main"
FEW_COPIED, MOST_COPIES = 20_000, 64  # instructions; times that all of a file may be copied


def import_module(proto: HloModuleProto, settings: Settings | None = None) -> Operation:
    """The module of a program. Raises Error for what is damaged, and for opcodes without a counterpart."""
    try:
        return Importer(proto, settings or {}).module()
    except RecursionError:
        raise too_deep(Error("computations call each other too deeply")) from None


class Importer:
    def __init__(self, proto: HloModuleProto, settings: Settings):
        self.proto, self.settings = proto, settings
        self.nest = Nest(Error, 1)  # a function's around all
        # Instructions that may become operations: a computation is copied for each instruction that takes it as a region.
        self.left = FEW_COPIED + MOST_COPIES * sum([len(computation.instructions) for computation in proto.computations])
        self.locations = Locations(proto.stack_frame_index)
        self.computations = {computation.id: computation for computation in proto.computations}
        self.result = module_op()
        self.names: dict[int, str] = {}  # of functions made so far, by the number of the computation
        self.taken = {ENTRY}  # names of functions
        self.under_way: list[int] = []  # computations that are being converted, which may not call themselves
        self.awaited: dict[Operation, int] = {}  # what others run behind, with its number

    def module(self) -> Operation:
        proto = self.proto
        entry = self.computations.get(proto.entry_computation_id)
        if entry is None:
            raise Error(f"the entry computation has the number {proto.entry_computation_id}, which none has")
        self.result.set_attribute("sym_name", StringAttr(proto.name or "module"))
        self.names[entry.id] = ENTRY
        function = self.function(entry, ENTRY, "public")
        self.describe(function, entry)
        self.result.body.append(function)
        return self.result

    def devices(self, are_partitions: bool) -> int:
        """How many devices a group has that is all of them: replicas, or partitions of one, as those of a channel are."""
        number = self.settings.get("num_partitions" if are_partitions else "replica_count", "")
        return int(number) if number.isdigit() else 1

    def describe(self, function: Operation, entry: HloComputationProto) -> None:
        """What the module says of its entry: layouts, aliases, shardings; and how many devices it is for."""
        proto = self.proto
        shape = proto.host_program_shape
        declared = list(shape.parameters) + [shape.result]
        is_told = all([is_default_layout(each) for each in declared]) and all([each.element_type != TUPLE for each in shape.parameters])
        is_plain_result = shape.result.element_type != TUPLE or (
            len(shape.result.tuple_shapes) > 1 and all([each.element_type != TUPLE for each in shape.result.tuple_shapes])
        )
        if proto.HasField("host_program_shape") and not (is_told and is_plain_result):
            function.set_attribute("mhlo.entry_computation_layout", StringAttr(program_shape_text(shape)))
        for key, name in (("num_partitions", "mhlo.num_partitions"), ("replica_count", "mhlo.num_replicas")):
            if self.settings.get(key, "").isdigit():
                self.result.set_attribute(name, IntegerAttr(int(self.settings[key]), I32))
        if proto.frontend_attributes.map:
            self.result.set_attribute("mhlo.frontend_attributes", strings(dict(proto.frontend_attributes.map)))
        self.alias_arguments(function, entry)

    def alias_arguments(self, function: Operation, entry: HloComputationProto) -> None:
        """`tf.aliasing_output` of arguments whose memory a result may take, as JAX marks them."""
        results = leaf_paths(entry.program_shape.result)
        arguments = argument_paths(list(entry.program_shape.parameters))
        marks: list[dict[str, Attribute]] = [{} for _ in arguments]
        for alias in self.proto.input_output_alias.entries:
            argument, output = (alias.parameter_number, list(alias.parameter_shape_index)), list(alias.output_shape_index)
            if argument in arguments and output in results:
                marks[arguments.index(argument)]["tf.aliasing_output"] = IntegerAttr(results.index(output), I32)
        for donor in self.proto.buffer_donor.entries:
            argument = donor.parameter_number, list(donor.parameter_shape_index)
            if argument in arguments:
                marks[arguments.index(argument)]["jax.buffer_donor"] = BoolAttr(True)
        for parameter in [each for each in entry.instructions if each.opcode == "parameter"]:
            if (parameter.parameter_number, []) in arguments:  # that of a tuple has a sharding for each leaf
                mark = marks[arguments.index((parameter.parameter_number, []))]
                if parameter.HasField("sharding"):
                    mark["mhlo.sharding"] = StringAttr(sharding_text(parameter.sharding))
                if parameter.frontend_attributes.map:
                    mark["mhlo.frontend_attributes"] = strings(dict(parameter.frontend_attributes.map))
        if any(marks):
            function.set_attribute("arg_attrs", ArrayAttr([DictAttr(each) for each in marks]))

    def computation(self, id: int) -> HloComputationProto:
        if id not in self.computations:
            raise Error(f"a computation of number {id} is called, which none has")
        return self.computations[id]

    def function_name(self, id: int) -> str:
        """The function of a computation, which is made where it is first called."""
        computation = self.computation(id)
        self.check_recursion(computation)
        if id not in self.names:
            name, number = computation.name or "computation", 0
            while name in self.taken:
                number += 1
                name = f"{computation.name}_{number}"
            self.taken.add(name)
            self.names[id] = name
            self.result.body.append(self.function(computation, name, "private"))
        return self.names[id]

    def function(self, computation: HloComputationProto, name: str, visibility: str) -> Operation:
        inputs = parameter_types(computation)
        region, block = single_block_region(inputs)
        results = self.fill(computation, block)
        block.append(Operation("func.return", results))
        type = FunctionType(inputs, [value.type for value in results])
        attributes = {"sym_name": StringAttr(name), "function_type": TypeAttr(type), "sym_visibility": StringAttr(visibility)}
        return Operation("func.func", attributes=attributes, regions=[region])

    def region(self, id: int) -> Region:
        """A computation as a region, whose arguments are the leaves of its parameters."""
        computation = self.computation(id)
        region, block = single_block_region(parameter_types(computation))
        with self.nest:
            block.append(Operation("stablehlo.return", self.fill(computation, block)))
        return region

    def fill(self, computation: HloComputationProto, block: Block) -> Values:
        """Writes a computation behind a block's arguments, and returns what its root has."""
        arguments, at = [], 0
        for shape in computation.program_shape.parameters:
            count = len(leaves(shape))
            arguments.append(list(block.arguments[at : at + count]))
            at += count
        return self.convert(computation, block, arguments)

    def convert(self, computation: HloComputationProto, block: Block, parameters: list[Values]) -> Values:
        """Writes a computation behind what stands in a block, for the values of its parameters."""
        self.check_recursion(computation)
        self.left -= len(computation.instructions)
        if self.left < 0:
            raise Error(
                f"so many instructions take {computation.name}, in computations that are taken as often, that its copies are too many"
            )
        self.under_way.append(computation.id)
        results = Body(self, block, parameters).convert(computation)
        self.under_way.pop()
        return results

    def check_recursion(self, computation: HloComputationProto) -> None:
        if computation.id in self.under_way:
            raise Error(f"the computation {computation.name} calls itself")


class Body:
    """A computation that is being written to a block."""

    def __init__(self, importer: Importer, block: Block, parameters: list[Values]):
        self.importer, self.block, self.parameters = importer, block, parameters
        self.builder = Builder.at_end(block)
        self.values: dict[int, Values] = {}  # of instructions, by number
        self.shapes: dict[int, ShapeProto] = {}
        self.ops: dict[int, Operation] = {}  # by the number of the instruction, where it has one of its own
        self.before: dict[int, list[int]] = {}  # of an instruction without one, what it waits for

    def convert(self, computation: HloComputationProto) -> Values:
        for instruction in computation.instructions:
            try:
                self.values[instruction.id] = self.instruction(instruction)
            except Error as error:
                raise error.and_told(f"at the instruction {instruction.name} of {computation.name}") from None
            self.shapes[instruction.id] = instruction.shape
        if computation.root_id not in self.values:
            raise Error(f"the root of {computation.name} has the number {computation.root_id}, which no instruction has")
        return self.values[computation.root_id]

    def instruction(self, instruction: HloInstructionProto) -> Values:
        opcode = opcodes().get(instruction.opcode)
        if opcode is None:
            raise Error(f"{instruction.opcode} is no opcode of XLA that is known")
        missing = [id for id in instruction.operand_ids if id not in self.values]
        if missing:
            raise Error(f"{instruction.name} has an operand of number {missing[0]}, which no instruction before it has")
        operands = [self.values[id] for id in instruction.operand_ids]
        self.builder.location = self.importer.locations.of(instruction.metadata)
        self.builder.created.clear()
        convert = CONVERSIONS.get(instruction.opcode)
        self.check_counts(instruction)
        values = convert(self, instruction, operands) if convert is not None else self.by_table(opcode, instruction, operands)
        if [value.type for value in values] != leaf_types(instruction.shape):
            raise Error(
                f"{instruction.name} is {shape_text(instruction.shape)}, but gives {', '.join([str(value.type) for value in values])}"
            )
        self.mark(instruction, values)
        self.order(instruction)
        return values

    def order(self, instruction: HloInstructionProto) -> None:
        """Says of the op of an instruction behind which others it runs. An edge to an instruction without one is left out: it orders memory."""
        op = self.own_op()
        if op is None:
            self.before[instruction.id] = [*instruction.operand_ids, *instruction.control_predecessor_ids]
            return
        self.ops[instruction.id] = op
        if not instruction.control_predecessor_ids:
            return
        numbers, before = self.importer.awaited, self.ops_before(instruction)
        for other in before:
            other.set_attribute(CONTROL_ID, IntegerAttr(numbers.setdefault(other, len(numbers)), I64))
        if before:
            op.set_attribute(CONTROL_PREDECESSORS, integers([numbers[other] for other in before]))

    def ops_before(self, instruction: HloInstructionProto) -> list[Operation]:
        """The ops behind which an instruction runs; for one without an op stands what it waits for itself."""
        ops: dict[Operation, None] = {}
        seen, rest = set(), list(reversed(instruction.control_predecessor_ids))
        while rest:
            id = rest.pop()
            if id not in self.values:
                raise Error(f"{instruction.name} runs behind number {id}, which no instruction before it has")
            if id in self.ops:
                ops[self.ops[id]] = None
            elif id not in seen:
                seen.add(id)
                rest += reversed(self.before[id])
        return list(ops)

    def check_counts(self, instruction: HloInstructionProto) -> None:
        """Raises Error where an instruction has fewer operands, computations or parts of a tuple than its conversion looks at."""
        operands, called, parts = LEAST.get(instruction.opcode, (0, 0, 0))
        filled = instruction.operand_ids[: TAKES_EMPTY.get(instruction.opcode, operands)]
        if len(instruction.operand_ids) < operands or any([not self.values[id] for id in filled]):
            raise Error(f"{instruction.name} needs {operands} operands")
        if len(instruction.called_computation_ids) < called:
            raise Error(f"{instruction.name} needs {called} computations to call")
        if len(instruction.shape.tuple_shapes) < parts:
            raise Error(f"{instruction.name} is {shape_text(instruction.shape)}, where a tuple of {parts} parts is needed")

    def mark(self, instruction: HloInstructionProto, values: Values) -> None:
        """Names the values, and gives the op that was made what XLA says besides."""
        op = self.own_op()
        if op is None:
            return
        if values and op.results and values[0] is op.results[0]:
            values[0].name = instruction.name
        marks: dict[str, Any] = {}
        shapes = leaves(instruction.shape)
        if not is_default_layout(instruction.shape) and len(shapes) == len(op.results):  # a start gives more
            marks["xla_shape"] = shape_text(shapes[0] if len(shapes) == 1 else tuple_shape(shapes))
        if instruction.HasField("sharding"):
            marks["mhlo.sharding"] = sharding_text(instruction.sharding)
        if instruction.frontend_attributes.map:
            marks["mhlo.frontend_attributes"] = dict(instruction.frontend_attributes.map)
        if instruction.backend_config and instruction.opcode != "custom-call":
            marks["mhlo.backend_config"] = instruction.backend_config
        for name, value in marks.items():
            op.set_attribute(name, strings(value) if isinstance(value, dict) else StringAttr(value))

    def own_op(self) -> Operation | None:
        """The last op that was made of an instruction, which numbers for XLA's runtime stand behind."""
        created = self.builder.created
        return next((op for op in reversed(created) if op.name != "stablehlo.constant"), created[-1] if created else None)

    def by_table(self, opcode: Opcode, instruction: HloInstructionProto, operands: list[Values]) -> Values:
        """An op whose operands are the instruction's, whose results are the leaves of its shape, and whose regions are what it calls."""
        if not opcode.op:
            raise Error(f"{opcode.name} has no counterpart in StableHLO")
        pair = fields.pair_of(opcode)
        regions = [self.importer.region(id) for id in instruction.called_computation_ids]
        flat = [value for each in operands for value in each]
        op = self.builder.create(opcode.op, flat, leaf_types(instruction.shape), pair.attributes(instruction), regions)
        return list(op.results)

    def one(self, name: str, operands: Sequence[Value], type: Type, attributes: dict[str, Any] | None = None) -> Value:
        return self.builder.value(name, operands, type, attributes)


def parameter_types(computation: HloComputationProto) -> list[Type]:
    return [type for each in computation.program_shape.parameters for type in leaf_types(each)]


def strings(values: dict[str, str]) -> DictAttr:
    return DictAttr({name: StringAttr(text) for name, text in values.items()})
