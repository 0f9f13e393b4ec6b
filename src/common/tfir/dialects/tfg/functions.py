"""The forms of `tfg.graph`, `tfg.func`, `return` and `get_result`.

The control token behind each argument of a function is not written where arguments are; its name is the argument's with `.ctl`.
"""

from __future__ import annotations

from tfir.dialects.tf_type import TENSOR
from tfir.dialects.tfg.nodes import parse_data_and_controls, resolve_all
from tfir.ir.attributes import ArrayAttr, DictAttr, IntegerAttr, StringAttr, TypeAttr, UnitAttr, symbol_text
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.types import I32, FunctionType
from tfir.ods.control import CONTROL, control_operands, data_operands
from tfir.text.regions import region_with_block

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

VISIBILITIES = ("private", "public", "nested")
KEPT = ("tf.", "tf_saved_model.", "tfir.")  # what attributes of functions and arguments begin with that say something in any form
SPELLED = frozenset({"generic", "sym_name", "sym_visibility", "function_type", "arg_attrs", "res_attrs"})


class GraphForm:
    """`tfg.graph #tf_type.version<...> { nodes }`."""

    def parse(self, parser, state) -> None:
        start = parser.start
        version = parser.attribute()
        if not version.text.startswith("#tf_type.version"):
            raise parser.error("invalid kind of attribute specified", start)
        if parser.accept("attributes"):
            parser.attribute_entries(state.attributes)
        state.attributes["version"] = version
        region_with_block(parser, state)

    def print(self, printer, op) -> None:
        rest = {name: value for name, value in op.attributes.items() if name != "version"}
        printer.write(f" {op.attributes['version'].text}{f' attributes {printer.dictionary(rest)}' if rest else ''} ")
        printer.region(op.region)


def functions_by_name(module: Operation) -> dict[str, Operation]:
    return {op.get("sym_name"): op for op in module.body if op.name == "tfg.func"}


def data_arguments(block: Block) -> Sequence[Value]:
    """The arguments of a function without the control tokens that stand behind them."""
    return block.arguments[::2]


def attribute_dicts(op: Operation, name: str) -> list[DictAttr]:
    """The attributes of each argument (control tokens included) or result; empty where there are none."""
    listed = op.attributes.get(name)
    dicts: list[Any] = list(listed.elements) if isinstance(listed, ArrayAttr) else []
    return dicts


class FuncForm:
    """`tfg.func generic @f(%x: T {tfg.name = "x"}) -> (T {tfg.name = "y"}) attributes {...} { body }`."""

    def parse(self, parser, state) -> None:
        attributes = state.attributes
        while parser.token == "generic" or parser.token in VISIBILITIES:
            word = parser.advance()
            attributes["generic" if word == "generic" else "sym_visibility"] = UnitAttr() if word == "generic" else StringAttr(word)
        attributes["sym_name"] = StringAttr(parser.symbol_name())
        arguments, argument_attrs = _parse_arguments(parser)
        results = parser.comma_list(lambda: _typed_dict(parser), "(", ")") if parser.accept("->") else []
        types = [type for _, type, _ in arguments]
        attributes["function_type"] = TypeAttr(FunctionType(types, [type for type, _ in results]))
        attributes["arg_attrs"] = ArrayAttr(argument_attrs)
        attributes["res_attrs"] = ArrayAttr([attrs for _, attrs in results])
        if parser.accept("attributes"):
            parser.attribute_entries(attributes)
        region_with_block(parser, state, arguments)

    def print(self, printer, op) -> None:
        generic, visibility = "generic" in op.attributes, op.get("sym_visibility")
        head = f" {f'{visibility} ' if visibility else ''}{'generic ' if generic else ''}{symbol_text(op.get('sym_name'))}("
        # Upstream counts the bare name and not `generic`: arguments under a quoted name stand two columns further left.
        column = len("tfg.func") + len(head) - 2 * (symbol_text(op.get("sym_name"))[1] == '"') - len("generic ") * generic
        arguments = _with_dicts(printer, data_arguments(op.body), attribute_dicts(op, "arg_attrs")[::2])
        printer.write(head + _next_line(printer, column).join(arguments) + ")")
        types = op.attributes["function_type"].type.results
        if types:
            dicts = attribute_dicts(op, "res_attrs")
            results = [type.text + _dict_text(printer, dicts, number) for number, type in enumerate(types)]
            printer.write(f"\n{printer.indent}     -> ({_next_line(printer, 9).join(results)})")
        rest = {name: value for name, value in op.attributes.items() if name not in SPELLED}
        printer.newline()
        printer.write(f" attributes {printer.dictionary(rest)} " if rest else " ")
        printer.region(op.region, entry_arguments=False)

    def argument_names(self, block: Block) -> dict:
        """Arguments print under the names that they have in the graph; the token of each is named after it."""
        dicts = attribute_dicts(block.parent_op, "arg_attrs")
        names: dict[Value, Value | str] = {}
        for number, argument in enumerate(block.arguments):
            if number % 2:
                names[argument] = block.arguments[number - 1]
            elif number < len(dicts) and isinstance(name := dicts[number].get("tfg.name"), StringAttr) and name.value:
                names[argument] = name.value
        return names


def _next_line(printer, column: int) -> str:
    return f", \n{printer.indent}{' ' * column}"


def _parse_arguments(parser):
    """((name, type, place) of each argument and its token, their attributes)."""
    arguments, dicts = [], []
    for operand, type, attrs in parser.comma_list(lambda: (parser.operand(), *_colon_typed_dict(parser)), "(", ")"):
        arguments += [(operand.name, type, operand.start), (f"{operand.name}.ctl", CONTROL, operand.start)]
        dicts += [attrs, DictAttr()]
    return arguments, dicts


def _colon_typed_dict(parser):
    parser.expect(":")
    return _typed_dict(parser)


def _typed_dict(parser):
    type, entries = parser.type(), {}
    parser.optional_attributes(entries)
    return type, DictAttr(entries)


def _with_dicts(printer, values, dicts) -> list[str]:
    return [f"{printer.value(v)}: {v.type.text}{_dict_text(printer, dicts, i)}" for i, v in enumerate(values)]


def _dict_text(printer, dicts, number) -> str:
    entries = getattr(dicts[number], "entries", None) if number < len(dicts) else None
    return f" {printer.dictionary(entries)}" if entries else ""


class ReturnForm:
    """`return(%a, %b) [%c {tfg.name = "c"}] : types`."""

    def parse(self, parser, state) -> None:
        data = parser.comma_list(parser.operand, "(", ")") if parser.at("(") else []
        controls = parser.comma_list(lambda: _controlled(parser), "[", "]") if parser.at("[") else []
        parser.optional_attributes(state.attributes)
        if parser.accept(":"):
            start = parser.start
            values = resolve_all(parser, data, parser.comma_list(parser.type), start)
        else:
            values = [parser.resolve_any(operand) for operand in data]
        state.operands = values + [parser.resolve(operand, CONTROL) for operand, _ in controls]
        state.attributes["control_ret_attrs"] = ArrayAttr([attrs for _, attrs in controls])

    def print(self, printer, op) -> None:
        data = data_operands(op)
        controls = control_operands(op)
        if data:
            printer.write(f"({printer.values(data)})")
        if controls:
            dicts = attribute_dicts(op, "control_ret_attrs")
            printer.write(f" [{', '.join([printer.value(v) + _dict_text(printer, dicts, i) for i, v in enumerate(controls)])}]")
        printer.attribute_dict(op, ("control_ret_attrs",))
        if data:
            printer.write(f" : {', '.join([v.type.text for v in data])}")


def _controlled(parser):
    operand, entries = parser.operand(), {}
    parser.optional_attributes(entries)
    return operand, DictAttr(entries)


class GetResultForm:
    """`get_result(%Const) "output" : 0`; parentheses may be missing on input, as the design document has it."""

    def parse(self, parser, state) -> None:
        data, _ = parse_data_and_controls(parser) if parser.at("(") else ([parser.operand()], [])
        if len(data) != 1:
            raise parser.error(f"get_result takes one operand, found {len(data)}")
        state.attributes["name"] = StringAttr(parser.string())
        parser.expect(":")
        state.attributes["number"] = IntegerAttr(parser.integer(), I32)
        parser.optional_attributes(state.attributes)
        state.operands = resolve_all(parser, data, [TENSOR])
        state.result_types = [TENSOR]

    def print(self, printer, op) -> None:
        printer.write(f"({printer.values(op.operands)}) {op.attributes['name'].text} : {op.get('number')}")
        printer.attribute_dict(op, ("name", "number"))


FUNCTION_FORMS = {"graph": GraphForm(), "func": FuncForm(), "return": ReturnForm(), "get_result": GetResultForm()}
