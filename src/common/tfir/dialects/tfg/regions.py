"""The forms of control flow that holds its branches and bodies as regions, and of `yield` and `condition`."""

from __future__ import annotations

from tfir.dialects.tfg.nodes import parse_data_and_controls, parse_types, resolve_all
from tfir.ir.attributes import ArrayAttr, Attribute, DictAttr
from tfir.ods.control import CONTROL, data_operands
from tfir.text.regions import region_with_block


class RegionAttr(Attribute):
    """`#tfg.region_attrs<{attributes} [arguments'] [results']>`: what the function that a region was made of had."""

    __slots__ = ("attributes", "argument_attrs", "result_attrs")

    def __init__(self, attributes: DictAttr, argument_attrs: ArrayAttr, result_attrs: ArrayAttr):
        self.attributes, self.argument_attrs, self.result_attrs = attributes, argument_attrs, result_attrs
        self._text = None

    def _spell(self):
        return f"#tfg.region_attrs<{self.attributes} {self.argument_attrs} {self.result_attrs}>"


def parse_region_attrs(parser) -> RegionAttr:
    parser.expect("<")
    entries: dict[str, Attribute] = {}
    parser.attribute_entries(entries)
    lists = []
    for _ in range(2):
        if not parser.at("["):
            raise parser.error(f"expected '[', found {parser.found()}")
        lists.append(parser.attribute())
    parser.expect(">")
    return RegionAttr(DictAttr(entries), *lists)


def _optional_controls(parser):
    return parser.comma_list(parser.operand, "[", "]") if parser.at("[") else []


def _finish(parser, state, data, controls, may_lack_types: bool = False) -> None:
    """Attributes, and operands and results from the written types; the control token is not among them."""
    parser.optional_attributes(state.attributes)
    if may_lack_types and not parser.at(":"):
        inputs, results = (), ()
    else:
        parser.expect(":")
        inputs, results = parse_types(parser)
    state.operands = resolve_all(parser, data, inputs, parser.start) + resolve_all(parser, controls, [CONTROL] * len(controls))
    state.result_types = [*results, CONTROL]


def _split(op):
    operands, count = op.operands, len(data_operands(op))
    return operands[:count], operands[count:]


def _controls_text(printer, controls) -> str:
    return f" [{printer.values(controls)}]" if controls else ""


def _types_text(values, results, always_parens: bool) -> str:
    """A lone result stands bare but for ForRegion's."""
    outputs = ", ".join([v.type.text for v in results])
    bare = len(results) == 1 and not always_parens
    return f" : ({', '.join([v.type.text for v in values])}) -> {outputs if bare else f'({outputs})'}"


class IfForm:
    """`IfRegion %c [%ctl] then { ... } else { ... } {attributes} : (T) -> types`."""

    def parse(self, parser, state) -> None:
        data, controls = [parser.operand()], _optional_controls(parser)
        for word in ("then", "else"):
            parser.expect(word)
            region_with_block(parser, state)
        _finish(parser, state, data, controls)

    def print(self, printer, op) -> None:
        data, controls = _split(op)
        printer.write(f" {printer.values(data)}{_controls_text(printer, controls)} then ")
        printer.region(op.regions[0])
        printer.write(" else ")
        printer.region(op.regions[1])
        printer.attribute_dict(op)
        printer.write(_types_text(data, op.results[:-1], False))


class CaseForm:
    """`CaseRegion %i [%ctl] { ... }, { ... } {attributes} : (T) -> types`."""

    def parse(self, parser, state) -> None:
        data, controls = [parser.operand()], _optional_controls(parser)
        parser.comma_list(lambda: region_with_block(parser, state))
        _finish(parser, state, data, controls)

    def print(self, printer, op) -> None:
        data, controls = _split(op)
        printer.write(f" {printer.values(data)}{_controls_text(printer, controls)} ")
        for number, region in enumerate(op.regions):
            printer.write(", " if number else "")
            printer.region(region)
        printer.attribute_dict(op)
        printer.write(_types_text(data, op.results[:-1], False))


class WhileForm:
    """`WhileRegion(%init) [%ctl] { ^bb0(...): ... condition ... } do { ^bb0(...): ... } {attributes} : types`."""

    def parse(self, parser, state) -> None:
        data, controls = parse_data_and_controls(parser)
        region_with_block(parser, state)
        parser.expect("do")
        region_with_block(parser, state)
        _finish(parser, state, data, controls, may_lack_types=True)

    def print(self, printer, op) -> None:
        data, controls = _split(op)
        printer.write(f"({printer.values(data)})" if data else "")
        printer.write(f"{_controls_text(printer, controls)} ")
        printer.region(op.regions[0])
        printer.write(" do ")
        printer.region(op.regions[1])
        printer.attribute_dict(op)
        if data or len(op.results) > 1:
            printer.write(_types_text(data, op.results[:-1], False))


class ForForm:
    """`ForRegion(%init) [%ctl] from %start to %limit by %delta { ^bb0(...): ... } {attributes} : types`."""

    def parse(self, parser, state) -> None:
        data, controls = parse_data_and_controls(parser)
        bounds = []
        for word in ("from", "to", "by"):
            parser.expect(word)
            bounds.append(parser.operand())
        region_with_block(parser, state)
        _finish(parser, state, bounds + data, controls)

    def print(self, printer, op) -> None:
        data, controls = _split(op)
        start, limit, delta = map(printer.value, data[:3])
        printer.write(f"({printer.values(data[3:])})" if data[3:] else "")
        printer.write(f"{_controls_text(printer, controls)} from {start} to {limit} by {delta} ")
        printer.region(op.region)
        printer.attribute_dict(op)
        printer.write(_types_text(data, op.results[:-1], True))


class YieldForm:
    """`yield(%a) [%ctl] {attributes} : types`."""

    def parse(self, parser, state) -> None:
        data, controls = parse_data_and_controls(parser)
        parser.optional_attributes(state.attributes)
        start, types = parser.start, parser.comma_list(parser.type) if parser.accept(":") else []
        _resolve(parser, state, data, types, controls, start)

    def print(self, printer, op) -> None:
        data, controls = _split(op)
        printer.write(f"({printer.values(data)})" if data else "")
        printer.write(_controls_text(printer, controls))
        printer.attribute_dict(op)
        printer.write(f" : {', '.join([v.type.text for v in data])}" if data else "")


class ConditionForm:
    """`condition %c : T (%a) [%ctl] {attributes} : types`."""

    def parse(self, parser, state) -> None:
        condition = parser.operand()
        parser.expect(":")
        types = [parser.type()]
        data, controls = parse_data_and_controls(parser)
        parser.optional_attributes(state.attributes)
        start = parser.start
        types += parser.comma_list(parser.type) if parser.accept(":") else []
        _resolve(parser, state, [condition, *data], types, controls, start)

    def print(self, printer, op) -> None:
        data, controls = _split(op)
        printer.write(f" {printer.value(data[0])} : {data[0].type.text}")
        printer.write(f" ({printer.values(data[1:])})" if data[1:] else "")
        printer.write(_controls_text(printer, controls))
        printer.attribute_dict(op)
        printer.write(f" : {', '.join([v.type.text for v in data[1:]])}" if data[1:] else "")


def _resolve(parser, state, data, types, controls, start) -> None:
    state.operands = resolve_all(parser, data, types, start) + resolve_all(parser, controls, [CONTROL] * len(controls))


def _kinds(name: str, form) -> dict:
    return {f"{prefix}{name}": form for prefix in ("", "Stateless", "Stateful")}


REGION_FORMS = {
    **_kinds("IfRegion", IfForm()), **_kinds("CaseRegion", CaseForm()), **_kinds("WhileRegion", WhileForm()),
    "ForRegion": ForForm(), "yield": YieldForm(), "condition": ConditionForm(),
}  # fmt: skip
