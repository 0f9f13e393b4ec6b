"""The custom form of binary operators: `tfl.add %a, %b {fused_activation_function = "NONE"} : tensor<4xf32>`.

Where operands and result are not of one type, what stands behind the name is what the generic form has there.
"""

from tfir.dialects.stablehlo.assembly import read_signature
from tfir.text.assembly import Format

# The operators that upstream gives a custom form.
ONE_TYPE = frozenset(
    """add sub mul div pow floor_div squared_difference less less_equal greater greater_equal not_equal logical_and logical_or""".split()
)


class BinaryForm(Format):
    def parse(self, p, state):
        if not p.at("("):
            return super().parse(p, state)
        operands = p.comma_list(p.operand, "(", ")")
        if p.accept("<"):
            p.attribute_entries(state.attributes)
            p.expect(">")
        read_signature(p, state, operands)

    def line(self, printer, op):
        first = op.results[0].type
        if all([value.type is first for value in op.operands]):
            return Format.line(self, printer, op)
        declared = printer.lookup(op.name).inherent
        own = {name: value for name, value in op.attributes.items() if name in declared}
        properties = f" <{printer.dictionary(own)}>" if own else ""
        return f"({printer.values(op.operands)}){properties}{printer.other_attributes(op, own)} : {printer.signature(op)}"

    _plain_line = line
