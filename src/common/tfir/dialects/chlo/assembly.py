"""Custom forms of CHLO's ops beyond the general ones."""

from __future__ import annotations

from tfir.ir.attributes import DenseArrayAttr, IntegerAttr
from tfir.ir.types import I32, I64
from tfir.ods.derived_types import Derived


class ScanForm:
    """`chlo.scan(%xs) inits (%init) dimension=0 { ... } : (..) -> (..)`."""

    @staticmethod
    def argument_names(block) -> dict:
        count = block.parent.parent.attributes["operandSegmentSizes"].values[0]
        return {argument: "input" if number < count else "carry" for number, argument in enumerate(block.arguments)}

    HIDDEN = ("dimension", "operandSegmentSizes", "resultSegmentSizes")

    def parse(self, p, state):
        inputs = p.comma_list(p.operand, "(", ")")
        p.keyword("inits")
        inits = p.comma_list(p.operand, "(", ")")
        p.keyword("dimension")
        p.expect("=")
        dimension = IntegerAttr(p.integer(), I64)
        if p.accept("attributes"):
            p.attribute_entries(state.attributes)
        state.regions = [p.region()]
        p.expect(":")
        start, signature = p.start, p.function_type()
        if len(signature.inputs) != len(inputs) + len(inits):
            raise p.error("operand types must match the number of inputs and inits", start)
        if len(signature.results) < len(inits):
            raise p.error("not enough result types to cover the required carries", start)
        state.operands = [p.resolve(u, t) for u, t in zip(inputs + inits, signature.inputs)]
        state.result_types = list(signature.results)
        state.attributes["dimension"] = dimension
        state.attributes["operandSegmentSizes"] = DenseArrayAttr([len(inputs), len(inits)], I32)
        state.attributes["resultSegmentSizes"] = DenseArrayAttr([len(signature.results) - len(inits), len(inits)], I32)

    def print(self, printer, op):
        count = op.attributes["operandSegmentSizes"].values[0]
        printer.write(f"({printer.values(op.operands[:count])}) inits ({printer.values(op.operands[count:])})")
        printer.write(f" dimension={op.get('dimension')} ")
        rest = {name: value for name, value in op.attributes.items() if name not in self.HIDDEN}
        printer.write(f" attributes {printer.dictionary(rest)} " if rest else " ")
        printer.region(op.region)
        printer.write(" : " + printer.signature(op))


SYNTAX = {"SequenceTypes": Derived("T* -> U*", "T*", "U*")}
FORMS = {"scan": ScanForm()}
