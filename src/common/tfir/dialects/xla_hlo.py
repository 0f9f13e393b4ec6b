"""XLA HLO as it was spelled in 2019: read, turned into StableHLO on the way, and never printed."""

from __future__ import annotations

from tfir.ods.dialect import Dialect
from tfir.text.inline_attributes import typed_attribute

BINARY = {
    "add": "add", "sub": "subtract", "mul": "multiply", "div": "divide", "max": "maximum", "min": "minimum",
    "rem": "remainder", "pow": "power", "and": "and", "or": "or", "xor": "xor", "atan2": "atan2",
    "shift_left": "shift_left", "shift_right_arithmetic": "shift_right_arithmetic",
    "shift_right_logical": "shift_right_logical",
}  # fmt: skip
UNARY = {
    "abs": "abs", "ceil": "ceil", "cos": "cosine", "exp": "exponential", "exponential": "exponential", "floor": "floor",
    "log": "log", "neg": "negate", "not": "not", "rsqrt": "rsqrt", "sign": "sign", "sin": "sine", "sqrt": "sqrt",
    "tanh": "tanh",
}  # fmt: skip


class Elementwise:
    """`mul(%a, %b) : type`, or without the parentheses: one type, of all operands and of the result."""

    def __init__(self, name: str, count: int):
        self.name, self.count = name, count

    def parse(self, p, state):
        state.name = self.name
        start = p.start
        operands = p.comma_list(p.operand, "(", ")") if p.at("(") else p.operands()
        if len(operands) != self.count:
            raise p.error(f"expected {self.count} operand{'s' * (self.count > 1)}, found {len(operands)}", start)
        p.optional_attributes(state.attributes)
        p.expect(":")
        kind = p.type()
        state.operands = [p.resolve(operand, kind) for operand in operands]
        state.result_types = [kind]


class Constant:
    """`constant dense<...> : type`."""

    def parse(self, p, state):
        state.name = "stablehlo.constant"
        state.attributes["value"] = value = typed_attribute(p)
        state.result_types = [value.type]


def forms(binary, unary) -> dict:
    result = {old: Elementwise(f"stablehlo.{new}", 2) for old, new in binary.items()}
    result |= {old: Elementwise(f"stablehlo.{new}", 1) for old, new in unary.items()}
    return result | {"constant": Constant()}


DIALECT = Dialect("xla_hlo", "\n", forms=forms(BINARY, UNARY), is_open=True)
