"""StableHLO as HLO: functions and regions become computations, values of several results tuples.

What regions take from around them is passed to them: by loops with what they carry, to branches as their operand. Constants are written
again where they are used; other regions, as those of reductions, take nothing else from outside.
"""

from __future__ import annotations

import re

from tfir.execution.entry import find_function
from tfir.ir.attributes import DictAttr
from tfir.ir.diagnostics import Error
from tfir.ir.nesting import too_deep
from tfir.proto import HloModuleProto, Kind

from tftranslate.hlo.computation_writer import Body, fitting, sharding, texts
from tftranslate.hlo.element_types import TUPLE
from tftranslate.hlo.emissions import EMISSIONS, by_table
from tftranslate.hlo.shapes import argument_paths, leaf_paths, leaves, shape_of
from tftranslate.hlo.shardy import MESHES, mark, mark_result, meshes_of
from tftranslate.hlo.text.cursor import cursor_of
from tftranslate.hlo.text.shapes import read_program_shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.ir.attributes import Attribute
    from tfir.ir.operations import Operation, Value
    from tfir.proto import HloComputationProto, HloInstructionProto, ProgramShapeProto, ShapeProto

    from tftranslate.hlo.text.module_header import Settings


def export_module(module: Operation) -> tuple[HloModuleProto, Settings]:
    """The program, and what the first line of its text says besides. Raises Error for ops that XLA has no instruction for."""
    exporter = Exporter(module)
    try:
        exporter.write()
    except RecursionError:
        raise too_deep(Error("regions or functions are nested too deeply")) from None
    return exporter.proto, exporter.settings


def argument_marks(function: Operation) -> list[dict[str, Attribute]]:
    return marks_of(function, "arg_attrs", function.body.arguments)


def marks_of(function: Operation, name: str, values: Sequence[Value]) -> list[dict[str, Attribute]]:
    """The attributes of each argument, or of each result."""
    marks = function.attributes.get(name)
    if marks is None:
        return [{} for _ in values]
    return [dict(each.entries) if isinstance(each, DictAttr) else {} for each in marks.elements]


class Exporter:
    def __init__(self, module: Operation):
        self.module = module
        self.proto = HloModuleProto()
        self.settings: Settings = {}
        self.functions: dict[str, int] = {}  # numbers of computations, by symbol
        self.under_way: list[str] = []
        self.names: dict[str, int] = {}  # given so far, with the last number behind them
        self.last_id = 0
        self.symbols = {op.get("sym_name"): op for op in module.body if op.name == "func.func"}

    def write(self) -> None:
        proto, module = self.proto, self.module
        name = module.get("sym_name")
        proto.name = fitting(name) if name else "module"
        entry = find_function(module)
        declared = entry.get("mhlo.entry_computation_layout")
        layout = read_program_shape(cursor_of(declared)) if declared else None
        computation = self.function(entry, entry.get("sym_name"), layout)
        proto.entry_computation_name, proto.entry_computation_id = computation.name, computation.id
        proto.host_program_shape.CopyFrom(layout if layout is not None else computation.program_shape)
        proto.host_program_shape.parameter_names[:] = computation.program_shape.parameter_names
        for attribute, key in (("mhlo.num_replicas", "replica_count"), ("mhlo.num_partitions", "num_partitions")):
            if module.get(attribute, 1) != 1:
                self.settings[key] = str(module.get(attribute))
        for key, text in texts(module.attributes.get("mhlo.frontend_attributes")).items():
            proto.frontend_attributes.map[key] = text
        if meshes := meshes_of(module):
            proto.frontend_attributes.map[MESHES] = meshes
        self.alias_arguments(entry, computation.program_shape)

    def alias_arguments(self, entry: Operation, shape: ProgramShapeProto) -> None:
        results = leaf_paths(shape.result)
        for (number, path), marks in zip(argument_paths(list(shape.parameters)), argument_marks(entry)):
            output = getattr(marks.get("tf.aliasing_output"), "value", -1)
            if 0 <= output < len(results):
                self.proto.input_output_alias.entries.add(
                    output_shape_index=results[output], parameter_number=number, parameter_shape_index=path, kind=Kind.Value("MAY_ALIAS")
                )
            if "jax.buffer_donor" in marks:
                self.proto.buffer_donor.entries.add(parameter_number=number, parameter_shape_index=path)

    def called(self, op: Operation, symbol: str) -> int:
        """The computation of a function, which is written where it is first called."""
        if symbol not in self.functions:
            function = self.symbols.get(symbol)
            if function is None or not function.region.blocks:
                raise Error.on(op, f"@{symbol} has no body here")
            if symbol in self.under_way:
                raise Error.on(op, f"@{symbol} calls itself, which XLA has no way to say")
            self.under_way.append(symbol)
            self.functions[symbol] = self.function(function, symbol).id
            self.under_way.pop()
        return self.functions[symbol]

    def function(self, function: Operation, name: str, layout: ProgramShapeProto | None = None) -> HloComputationProto:
        """A function as a computation; `layout` says which of its arguments make one parameter, and what tuple its results are."""
        if len(function.region.blocks) != 1:
            raise Error.on(function, "a function of several blocks has no counterpart in XLA")
        body = Body(self)
        block = function.region.entry
        shapes = list(layout.parameters) if layout is not None else [shape_of(argument.type) for argument in block.arguments]
        if len(argument_paths(shapes)) != len(block.arguments):
            raise Error.on(function, "its mhlo.entry_computation_layout has another number of parameters")
        if layout is not None and len(leaves(layout.result)) != len(block.terminator.operands):
            raise Error.on(function, "its mhlo.entry_computation_layout has another number of results")
        marks, at = argument_marks(function), 0
        for number, shape in enumerate(shapes):
            arguments = block.arguments[at : at + len(leaves(shape))]
            parameter = self.parameter(body, number, shape, list(arguments))
            if shape.element_type != TUPLE:
                self.mark_parameter(parameter, function, marks[at])
            at += len(arguments)
        body.write(block)
        results = self.results(body, function, list(block.terminator.operands))
        root = body.tuple_like(layout.result, iter(results)) if layout is not None else body.together(results)
        return body.finish(name, root)

    def mark_parameter(self, parameter: HloInstructionProto, function: Operation, marks: dict[str, Attribute]) -> None:
        if "sdy.sharding" in marks:
            mark(parameter, function, marks["sdy.sharding"])
        if "mhlo.sharding" in marks:
            parameter.sharding.CopyFrom(sharding(marks["mhlo.sharding"].value))
        for key, text in texts(marks.get("mhlo.frontend_attributes")).items():
            parameter.frontend_attributes.map[key] = text

    def results(self, body: Body, function: Operation, values: list[Value]) -> list[int]:
        marks = marks_of(function, "res_attrs", values)
        return [
            mark_result(body, function, body.id_of(value), value, each["sdy.sharding"]) if "sdy.sharding" in each else body.id_of(value)
            for value, each in zip(values, marks)
        ]

    def parameter(self, body: Body, number: int, shape: ShapeProto, arguments: list[Value]) -> HloInstructionProto:
        """The parameter whose leaves some arguments are."""
        hint, location = f"Arg_{number}", None
        if arguments:
            location = arguments[0].block.argument_locations.get(arguments[0])
        if len(arguments) == 1 and arguments[0].name:
            hint = arguments[0].name
        parameter = body.parameter(number, shape, hint, location)
        body.take_apart(parameter.id, shape, iter(arguments))
        return parameter

    def emit(self, body: Body, op: Operation) -> list[int]:
        """Writes an op, and returns the instructions of its results."""
        emission = EMISSIONS.get(op.name)
        return emission(body, op) if emission is not None else by_table(body, op)

    def next_id(self) -> int:
        self.last_id += 1
        return self.last_id

    def new_name(self, wish: str) -> str:
        """A name that no instruction and no computation has yet."""
        wish = fitting(wish)
        if wish not in self.names:
            self.names[wish] = 0
            return wish
        base = re.sub(r"\.\d+$", "", wish)
        number = self.names.get(base, 0)
        while True:
            number += 1
            name = f"{base}.{number}"
            if name not in self.names:
                self.names[base] = number
                self.names[name] = 0
                return name
