"""How the executor's ops read and print.

The types are one type where all data has it, the predicate is `tensor<i1>` and the rest are control tokens; else the whole
function type with all tokens in it.
"""

from __future__ import annotations

from tfir.dialects.tf_executor.types import CONTROL, TOKEN
from tfir.ir.attributes import BoolAttr, IntegerAttr, StringAttr
from tfir.ir.location import resolve
from tfir.ir.operations import Block, Operation, Region, operation_of_parts
from tfir.ir.parts import NO_ATTRIBUTES, read_only
from tfir.ir.types import I1, I32, FunctionType, TensorType, function_text
from tfir.startup.patterns import compiled
from tfir.text.assembly import Renamed
from tfir.text.fast_paths.generic import binds_token, define_with_token, read_generic
from tfir.text.lexer import VALUE
from tfir.text.regions import terminated_block

SCALAR_BOOL, SCALAR_INT = TensorType((), I1), TensorType((), I32)
FETCH, YIELD = "tf_executor.fetch", "tf_executor.yield"
DEFAULT_PARALLEL_ITERATIONS = 10


def _data_types(op: Operation) -> list:
    return [value.type for value in op.operands if value.type is not CONTROL]


def _function_text(op: Operation) -> str:
    return f" : {function_text([v.type for v in op.operands], [v.type for v in op.results])}"


def _resolve(parser, state, operands, inputs, results, start) -> None:
    if len(inputs) != len(operands):
        raise parser.error(f"{len(operands)} operands present, but expected {len(inputs)}", start)
    state.operands = [parser.resolve(operand, type) for operand, type in zip(operands, inputs)]
    state.result_types = list(results)


def _finish(parser, state, operands, start: int, types_of) -> None:
    """Parses the text behind the operands: one type, of which `types_of` makes (types of operands, types of results), or the function type
    that these are; and attributes."""
    parser.expect(":")
    at, type = parser.start, parser.type()
    if parser.at(","):
        raise parser.error_in_op(" expects only a single data type", at)
    inputs, results = (type.inputs, type.results) if isinstance(type, FunctionType) else types_of(type)
    _resolve(parser, state, operands, inputs, results, start)
    parser.optional_attributes(state.attributes)


def _tokens_behind(operands, count: int) -> list:
    """The types of the tokens behind so many operands of data."""
    return [CONTROL] * (len(operands) - count)


class GraphForm:
    """`tf_executor.graph { ops } {attributes}`; the fetched values are its results."""

    def parse(self, parser, state) -> None:
        if parser.accept(":"):
            parser.comma_list(parser.type)
        last = terminated_block(parser, state, FETCH, state.location - parser.source.base)
        state.result_types = _data_types(last)
        parser.optional_attributes(state.attributes)

    def print(self, printer, op) -> None:
        printer.write(" ")
        printer.region(op.region)
        printer.attribute_dict(op)


class IslandForm:
    """`tf_executor.island(%control) { ops }`, or `wraps "op"(...)` when one op is all there is."""

    def parse(self, parser, state) -> None:
        operands = parser.comma_list(parser.operand, "(", ")") if parser.at("(") else []
        state.operands = [parser.resolve(operand, CONTROL) for operand in operands]
        if parser.accept(":"):
            parser.function_type()
        if parser.accept("wraps"):
            self._parse_wrapped(parser, state)
            return
        last = terminated_block(parser, state, YIELD, state.location - parser.source.base, takes_others=True)
        state.result_types = [*_data_types(last), CONTROL]
        parser.optional_attributes(state.attributes)

    def _parse_wrapped(self, parser, state) -> None:
        block = Block()
        op = block.append(parser.operation())
        state.location = op.location
        block.append(Operation(YIELD, op.results, location=op.location))
        state.regions.append(Region([block]))
        state.result_types = [*[value.type for value in op.results], CONTROL]

    def fast_path(self, parser, block, definition, head) -> int | None:
        """The short form, where its one op is shaped as printed."""
        wrap = _WRAPS(parser.text, head.end())
        controls = _tokens(parser, wrap[1]) if wrap is not None and parser.lookup(wrap[2]) is not None else None
        wrapped = read_generic(parser, wrap.end()) if controls is not None else None
        if wrapped is None or not binds_token(parser, head, len(wrapped[1])):
            return None
        operands, types, attributes, end = wrapped
        place, body = parser.source.base + wrap.start(2) - 1, Block()
        held = read_only(attributes) if attributes else NO_ATTRIBUTES
        inner = operation_of_parts(wrap[2], tuple(operands), types, held, place, block=body)
        operation_of_parts(YIELD, inner.results, (), NO_ATTRIBUTES, place, block=body)
        island = operation_of_parts(definition.name, tuple(controls), (*types, CONTROL), NO_ATTRIBUTES, place, block=block)
        island.add_region(Region([body]))
        define_with_token(parser, head, island.results)
        return end

    def print(self, printer, op) -> None:
        if op.operands:
            printer.write(f"({printer.values(op.operands)})")
        if not op.attributes and (wrapped := wrapped_op(op)) is not None and _is_one_place(op, wrapped):
            printer.write(" wraps ")
            printer.generic(wrapped)
            return
        printer.write(" ")
        printer.region(op.region)
        printer.attribute_dict(op)


_WRAPS = compiled(r'(?:\(([^()\n]*)\))? wraps "([\w$.]+)"(?=\()').match


def _tokens(parser, text: str | None) -> list | None:
    """The control tokens that an island waits for, if all are known by name."""
    defined = [parser.values.get(name) for name in text.split(", ")] if text else []
    return [values[0] for values in defined] if all(values and values[0].type is CONTROL for values in defined) else None


def wrapped_op(island: Operation) -> Operation | None:
    """The one op in an island whose results the island yields as they are, or None."""
    op, last = island.body.first, island.body.last
    if op is None or op is last or op.next is not last or last.attributes:
        return None
    return op if last.operands == op.results else None


def _is_one_place(island: Operation, wrapped: Operation) -> bool:
    """The short form has room for one location only."""
    here, inner, last = island.location, wrapped.location, island.body.last.location
    return here is inner is last or resolve(here) == resolve(inner) == resolve(last)


class TerminatorForm:
    """`tf_executor.fetch %a, %control : types {attributes}`."""

    def parse(self, parser, state) -> None:
        operands = parser.operands()
        start, types = parser.start, parser.comma_list(parser.type) if operands and parser.accept(":") else []
        _resolve(parser, state, operands, types, [], start)
        parser.optional_attributes(state.attributes)

    def print(self, printer, op) -> None:
        if op.operands:
            printer.write(f" {printer.values(op.operands)} : {', '.join([v.type.text for v in op.operands])}")
        printer.attribute_dict(op)


class SwitchForm:
    """`tf_executor.Switch %data, %predicate, %control : type`."""

    def parse(self, parser, state) -> None:
        start, operands = parser.start, parser.operands()
        if len(operands) < 2:
            raise parser.error_in_op(" expects a single data type and a predicate" if operands else "expected 2 or more operands", start)
        tokens = _tokens_behind(operands, 2)
        _finish(parser, state, operands, start, lambda type: ([type, SCALAR_BOOL, *tokens], [type, type, CONTROL]))

    def print(self, printer, op) -> None:
        data, predicate = [v.type for v in op.operands[:2]]
        short = predicate is SCALAR_BOOL and data is op.results[0].type and data is op.results[1].type
        printer.write(f" {printer.values(op.operands)}{f' : {data.text}' if short else _function_text(op)}")
        printer.attribute_dict(op)


MOST_OUTPUTS = 1 << 16


class SwitchNForm:
    """`tf_executor._SwitchN %data, %index of 3 (%control) : type`."""

    def parse(self, parser, state) -> None:
        start, operands = parser.start, parser.operands()
        if len(operands) != 2:
            raise parser.error(f"expected data and an index, found {len(operands)} operands", start)
        parser.keyword("of")
        at, count = parser.start, parser.integer()
        if not 0 < count <= MOST_OUTPUTS:
            raise parser.error(f"expected between 1 and {MOST_OUTPUTS} outputs, found {count}", at)
        controls = parser.comma_list(parser.operand, "(", ")") if parser.at("(") else []
        state.attributes["num_outs"] = IntegerAttr(count)
        tokens = [CONTROL] * len(controls)
        _finish(parser, state, operands + controls, start, lambda type: ([type, SCALAR_INT, *tokens], [*[type] * count, CONTROL]))

    def print(self, printer, op) -> None:
        controls, data = op.operands[2:], op.operands[0].type
        tokens = f" ({printer.values(controls)})" if controls else ""
        short = op.operands[1].type is SCALAR_INT and all(v.type is data for v in op.results[:-1])
        types = f" : {data.text}" if short else _function_text(op)
        printer.write(f" {printer.values(op.operands[:2])} of {op.attributes['num_outs'].value}{tokens}{types}")
        printer.attribute_dict(op, ("num_outs",))


class MergeForm:
    """`tf_executor.Merge %a, %b, %control : type`; with one data operand or more than two the whole function type. In the RFC it did
    not say which operand it took."""

    old_results = {2: (0, 2)}

    def parse(self, parser, state) -> None:
        start, operands = parser.start, parser.operands()
        tokens = _tokens_behind(operands, 2)
        _finish(parser, state, operands, start, lambda type: ([type, type, *tokens], [type, SCALAR_INT, CONTROL]))

    def print(self, printer, op) -> None:
        output, index, _ = [v.type for v in op.results]
        short = _data_types(op) == [output, output] and index is SCALAR_INT
        printer.write(f" {printer.values(op.operands)}{f' : {output.text}' if short else _function_text(op)}")
        printer.attribute_dict(op)


class EnterForm:
    """`tf_executor.Enter %data, %control frame "name" parallel_iterations 5 constant  : type`."""

    SPELLED = ("frame_name", "parallel_iterations", "is_constant")

    def parse(self, parser, state) -> None:
        start, operands = parser.start, parser.operands()
        if not parser.at("frame"):
            raise parser.expected_in_op("'frame' and the name of the frame that is entered")
        parser.advance()
        frame, iterations = parser.string(), DEFAULT_PARALLEL_ITERATIONS
        if parser.accept("parallel_iterations"):
            iterations = parser.integer()
        values = (StringAttr(frame), IntegerAttr(iterations), BoolAttr(parser.accept("constant")))
        state.attributes.update(zip(self.SPELLED, values))
        _finish(parser, state, operands, start, lambda type: ([type, *_tokens_behind(operands, 1)], [type, CONTROL]))

    def print(self, printer, op) -> None:
        iterations = op.get("parallel_iterations", DEFAULT_PARALLEL_ITERATIONS)
        words = f" parallel_iterations {iterations}" if iterations != DEFAULT_PARALLEL_ITERATIONS else ""
        words += " constant " if op.get("is_constant", False) else ""
        data = op.operands[0].type
        types = f" : {data.text}" if data is op.results[0].type else _function_text(op)
        printer.write(f" {printer.values(op.operands)} frame {op.attributes['frame_name'].text}{words}{types}")
        printer.attribute_dict(op, self.SPELLED)


class SourceForm:
    """`tf_executor.NextIteration.Source : type`. In the RFC it had no control token."""

    old_results = {2: (0, 1)}

    def parse(self, parser, state) -> None:
        parser.expect(":")
        state.result_types = [parser.type(), TOKEN, CONTROL]
        parser.optional_attributes(state.attributes)

    def print(self, printer, op) -> None:
        printer.write(f" : {op.results[0].type.text}")
        printer.attribute_dict(op)


class SinkForm:
    """`tf_executor.NextIteration.Sink[%token] %value, %control : type`."""

    def parse(self, parser, state) -> None:
        start = parser.start
        parser.expect("[")
        operands = [parser.operand()]
        parser.expect("]")
        operands += parser.operands()
        parser.expect(":")
        _resolve(parser, state, operands, [TOKEN, parser.type(), *[CONTROL] * (len(operands) - 2)], [], start)
        parser.optional_attributes(state.attributes)

    def print(self, printer, op) -> None:
        token, *rest = op.operands
        printer.write(f"[{printer.value(token)}] {printer.values(rest)} : {rest[0].type.text}")
        printer.attribute_dict(op)


class ForwardForm:
    """`tf_executor.Exit %data, %control : type`: one value passes through; `has_result` tells whether it comes out again."""

    def __init__(self, has_result: bool = True):
        self.has_result = has_result

    def parse(self, parser, state) -> None:
        start, operands = parser.start, parser.operands()
        tokens = _tokens_behind(operands, 1)
        _finish(parser, state, operands, start, lambda type: ([type, *tokens], [type, CONTROL] if self.has_result else [CONTROL]))

    def print(self, printer, op) -> None:
        data = op.operands[0].type
        short = not self.has_result or op.results[0].type is data
        printer.write(f" {printer.values(op.operands)}{f' : {data.text}' if short else _function_text(op)}")
        printer.attribute_dict(op)


class TriggerForm:
    """`tf_executor.ControlTrigger %control, %control`."""

    def parse(self, parser, state) -> None:
        state.operands = [parser.resolve(operand, CONTROL) for operand in _same_line_operands(parser)]
        parser.optional_attributes(state.attributes)
        state.result_types = [CONTROL]

    def print(self, printer, op) -> None:
        printer.write(" " + printer.values(op.operands))
        printer.attribute_dict(op)


class RecvForm:
    """`tf_executor.Recv %control : type`."""

    def parse(self, parser, state) -> None:
        operands = parser.operands()
        parser.expect(":")
        state.operands = [parser.resolve(operand, CONTROL) for operand in operands]
        state.result_types = [parser.type(), CONTROL]
        parser.optional_attributes(state.attributes)

    def print(self, printer, op) -> None:
        printer.write(f"{' ' if op.operands else ''}{printer.values(op.operands)} : {op.results[0].type.text}")
        printer.attribute_dict(op)


def _same_line_operands(parser):
    """Operands, unless the next value is on another line and so begins another op."""
    line = parser.text.rfind("\n", 0, parser.start)
    if parser.kind == VALUE and parser.text.rfind("ControlTrigger", 0, parser.start) < line:
        return []
    return parser.operands()


FORMS = {
    "graph": GraphForm(), "island": IslandForm(), "fetch": TerminatorForm(), "yield": TerminatorForm(), "Switch": SwitchForm(),
    "_SwitchN": SwitchNForm(), "SwitchN": Renamed("tf_executor._SwitchN"), "Merge": MergeForm(), "Enter": EnterForm(), "NextIteration.Source": SourceForm(),
    "NextIteration.Sink": SinkForm(), "Exit": ForwardForm(), "LoopCond": ForwardForm(), "ControlTrigger": TriggerForm(),
    "Send": ForwardForm(has_result=False), "Recv": RecvForm(),
}  # fmt: skip
