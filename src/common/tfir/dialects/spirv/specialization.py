"""The custom forms of specialization constants."""

from __future__ import annotations

from tfir.ir.attributes import ArrayAttr, IntegerAttr, StringAttr, SymbolRefAttr, TypeAttr, symbol_text
from tfir.ir.operations import Block, Operation, Region
from tfir.ir.types import I32
from tfir.text.inline_attributes import typed_attribute


class SpecConstant:
    """`@x spec_id(5) = 42 : i32`: a number that may be given when a pipeline is made."""

    spelled = ("sym_name", "spec_id", "default_value")

    def parse(self, p, state):
        state.attributes["sym_name"] = StringAttr(p.symbol_name())
        if p.accept("spec_id"):
            p.expect("(")
            state.attributes["spec_id"] = IntegerAttr(p.integer(), I32)
            p.expect(")")
        p.expect("=")
        state.attributes["default_value"] = typed_attribute(p)
        p.optional_attributes(state.attributes)

    def print(self, printer, op):
        number = f" spec_id({op.get('spec_id')})" if "spec_id" in op.attributes else ""
        value = printer.attribute(op.attributes["default_value"])
        printer.write(f" {symbol_text(op.get('sym_name'))}{number} = {value}{printer.other_attributes(op, self.spelled)}")


class SpecConstantComposite:
    """`@v (@x, @y) : vector<2xi32>`."""

    spelled = ("sym_name", "constituents", "type")

    def parse(self, p, state):
        state.attributes["sym_name"] = StringAttr(p.symbol_name())
        state.attributes["constituents"] = ArrayAttr(p.comma_list(lambda: SymbolRefAttr(p.symbol_name()), "(", ")"))
        p.optional_attributes(state.attributes)
        p.expect(":")
        state.attributes["type"] = TypeAttr(p.type())

    def print(self, printer, op):
        parts = ", ".join([symbol_text(part.value) for part in op.attributes["constituents"]])
        printer.write(f" {symbol_text(op.get('sym_name'))} ({parts}){printer.other_attributes(op, self.spelled)} : {op.get('type').text}")


class SpecConstantOperation:
    """`wraps "spirv.IAdd"(%x, %y) : (i32, i32) -> i32`: what is computed of such numbers when a pipeline is made."""

    def parse(self, p, state):
        p.expect("wraps")
        block = Block()
        op = block.append(p.operation())
        block.append(Operation("spirv.mlir.yield", op.results, location=op.location))
        state.regions.append(Region([block]))
        state.result_types = [value.type for value in op.results]
        p.optional_attributes(state.attributes)

    def print(self, printer, op):
        printer.write(" wraps ")
        printer.generic(op.body.first)
        printer.attribute_dict(op)


FORMS = {
    "SpecConstant": SpecConstant(),
    "SpecConstantComposite": SpecConstantComposite(),
    "SpecConstantOperation": SpecConstantOperation(),
}
