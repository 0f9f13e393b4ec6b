"""Node by node: ops that the executor treats in its own way become its ops, any other an island around an op of `tf`."""

from __future__ import annotations

from tfir.conversion.tfg_to_executor.attributes import FUNCTIONAL, executor_attributes, tf_attributes
from tfir.dialects.tf_executor.types import CONTROL as TOKEN
from tfir.dialects.tf_executor.types import TOKEN as LOOP_TOKEN
from tfir.dialects.tf_type import ShapeAttr, SubtypedType, referring
from tfir.dialects.tfg.interface import placeholder_shape
from tfir.dialects.tfg.nodes import node_name
from tfir.dialects.tfg.regions import REGION_FORMS
from tfir.ir.attributes import BoolAttr, IntegerAttr, StringAttr, SymbolRefAttr
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.location import NameLocation
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.types import I1, I32, TensorType, Type
from tfir.ods.control import control_operands, control_result, data_operands, data_results

SCALAR_BOOL, SCALAR_INT = TensorType((), I1), TensorType((), I32)
FRAME = {"frame_name": StringAttr(""), "parallel_iterations": IntegerAttr(10), "is_constant": BoolAttr(False)}


class Translation:
    """The graph that is being built at the end of `block`. `values` maps translated values to their replacements."""

    def __init__(self, block: Block, functions: set):
        self.block, self.functions = block, functions
        self.values: dict[Value, Value] = {}
        self.sources: dict[Operation, Operation] = {}

    def node(self, op: Operation) -> None:
        local = op.name[4:]
        if not op.name.startswith("tfg."):
            raise Error.on(op, "is no node; a graph that is lowered holds nothing else")
        if local in REGION_FORMS:
            raise Error.on(op, f"'{node_name(op)}' holds its branches as regions; --tfg-region-to-functional makes functions of them")
        kind = local.removeprefix("Ref")
        if kind == "NextIteration":
            self._next_iteration(op)
        elif kind in RESULTS:
            self._executor_op(op, kind)
        else:
            self._island(op, local)

    def tokens(self, controls) -> list[Value]:
        """The tokens to wait for. Those of arguments are left out: an argument is there from the start."""
        return [self._value(value) for value in controls if value.op is not None]

    def data(self, op: Operation) -> list[Value]:
        return [self._value(value) for value in data_operands(op)]

    def _value(self, value: Value) -> Value:
        translated = self.values.get(value)
        if translated is None and value.op is not None and value.op.name[4:].removeprefix("Ref") == "NextIteration":
            self._source(value.op)
            translated = self.values[value]
        return translated

    def emit(self, op: Operation, name: str, operands, types, attributes: dict, regions=(), location=None) -> Operation:
        return Operation(name, operands, types, attributes, regions, (), location or place(op), self.block)

    def bind(self, op: Operation, new: Operation) -> None:
        """The results of a node are those of `new`, and its token is the last of them."""
        for old, value in zip(data_results(op), new.results):
            self.values[old] = value
        self.values[control_result(op)] = new.results[-1]

    def _island(self, op: Operation, local: str) -> None:
        location, body = place(op), Block()
        if local == "VarHandleOp":
            say_what_is_held(op)
        attributes = tf_attributes(op)
        if op.name[4:] in self.functions:
            attributes = {"_disable_call_shape_inference": BoolAttr(False), **attributes, "f": SymbolRefAttr(local)}
            local = "LegacyCall"
        types = [result_type(value, op) for value in data_results(op)]
        inner = Operation(f"tf.{FUNCTIONAL.get(local, local)}", self.data(op), types, attributes, (), (), location, body)
        body.append(Operation("tf_executor.yield", inner.results, location=location))
        island = self.emit(op, "tf_executor.island", self.tokens(control_operands(op)), [*types, TOKEN], {}, [Region([body])], location)
        self.bind(op, island)

    def _executor_op(self, op: Operation, kind: str) -> None:
        operands, attributes = self.data(op), executor_attributes(op)
        types = RESULTS[kind]([value.type for value in operands], [value.type for value in data_results(op)])
        if kind == "Enter":
            attributes = FRAME | attributes
        if kind == "_SwitchN":
            attributes["num_outs"] = IntegerAttr(len(types))
        if op.name.startswith("tfg.Ref"):
            types = [referred_by(type) if type is not SCALAR_INT else type for type in types]
        operands += self.tokens(control_operands(op))
        self.bind(op, self.emit(op, f"tf_executor.{kind}", operands, [*types, TOKEN], attributes))

    def _next_iteration(self, op: Operation) -> None:
        """The sink, where its value is there; the source stands in front of everything."""
        self._source(op)
        source, value = self.sources[op], self.data(op)[0]
        self.block.insert_before(source, self.block.first)
        if value.type is not source.results[0].type:
            source.results[0].retype(value.type)
        operands = [source.results[1], value, *self.tokens(control_operands(op))]
        self.emit(op, "tf_executor.NextIteration.Sink", operands, [], executor_attributes(op))

    def _source(self, op: Operation) -> None:
        if op in self.sources:
            return
        types = [data_results(op)[0].type, LOOP_TOKEN, TOKEN]
        name = "tf_executor.NextIteration.Source"
        self.sources[op] = source = Operation(name, (), types, executor_attributes(op), (), (), place(op))
        self.values[data_results(op)[0]], self.values[control_result(op)] = source.results[0], source.results[2]


def referred_by(type):
    """The type of a reference, which the executor's op has where the node's name told it."""
    return TensorType(type.shape, referring(type.element), type.encoding) if isinstance(type, TensorType) else type


def place(op: Operation):
    """Where the op came from: its node's name, and the place of the node."""
    name = node_name(op)
    return NameLocation(name, op.location) if name else op.location


def say_what_is_held(node: Operation) -> None:
    """Puts the shape and element type in a node's attributes into the type of a variable's handle, where upstream expects them."""
    handle, shape, element = node.results[0], node.attributes.get("shape"), node.get("dtype")
    if isinstance(shape, ShapeAttr) and isinstance(element, Type) and not isinstance(handle.type.element, SubtypedType):
        held = TensorType(shape.shape, element)
        handle.retype(TensorType(handle.type.shape or (), SubtypedType("resource", [held])))


def result_type(value: Value, op: Operation):
    """The type of a node's result; a constant tells its own, and a Placeholder its shape."""
    type = value.type
    if not isinstance(type, TensorType) or type.shape is not None:
        return type
    if op.name == "tfg.Const" and isinstance(constant := op.attributes.get("value"), ElementsAttr):
        return type.with_shape(constant.type.shape)
    if op.name == "tfg.Placeholder" and (declared := placeholder_shape(op)) is not None:
        return type.with_shape(declared.shape)
    return type


def merged(operands: list, own: list) -> list:
    return [operands[0] if len(set(operands)) == 1 else own[0], SCALAR_INT]


# The types of results of the executor's ops, from those of their operands and those of the node's results.
RESULTS = {
    "Switch": lambda operands, own: operands[:1] * 2, "_SwitchN": lambda operands, own: operands[:1] * len(own), "Merge": merged,
    "Enter": lambda operands, own: own, "Exit": lambda operands, own: operands, "LoopCond": lambda operands, own: [SCALAR_BOOL],
    "ControlTrigger": lambda operands, own: [],
}  # fmt: skip
