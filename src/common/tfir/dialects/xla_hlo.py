"""XLA HLO as it was spelled in 2019: read, turned into StableHLO on the way, and never printed."""

from __future__ import annotations

from tfir.ir.attributes import ArrayAttr, DenseArrayAttr, EnumAttr, StringAttr
from tfir.ir.dense import DenseAttr
from tfir.ods.dialect import Dialect
from tfir.text.inline_attributes import typed_attribute

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.attributes import Attribute

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

# Those that had the generic form alone. A copy is a reshape that changes nothing; of all others only how attributes are written has changed.
GENERIC = {
    "broadcast_in_dim": "broadcast_in_dim", "clamp": "clamp", "compare": "compare", "concatenate": "concatenate", "constant": "constant",
    "convert": "convert", "copy": "reshape", "dot": "dot", "get_tuple_element": "get_tuple_element", "iota": "iota", "reduce": "reduce",
    "reshape": "reshape", "return": "return", "reverse": "reverse", "select": "select", "slice": "slice", "transpose": "transpose",
    "tuple": "tuple",
}  # fmt: skip
WORDS = {
    "precision_config": "precision",
    "comparison_direction": "comparison_direction",
}  # attributes that were strings: enums of StableHLO
LISTS = frozenset(
    ("broadcast_dimensions", "dimensions", "permutation", "start_indices", "limit_indices", "strides")
)  # that were tensors: arrays


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


def today(written: str, attributes: dict[str, Attribute]) -> tuple[str, dict[str, Attribute]] | None:
    """The name and the attributes that an operation in generic form has now; None where it has no other."""
    name = {**BINARY, **UNARY, **GENERIC}.get(written.removeprefix("xla_hlo."))
    if name is None:
        return None
    if name == "broadcast_in_dim":  # which a scalar had no dimensions for
        attributes.setdefault("broadcast_dimensions", DenseArrayAttr(()))
    return f"stablehlo.{name}", {key: as_today(key, value) for key, value in attributes.items()}


def as_today(name: str, value: Attribute) -> Attribute:
    if name in WORDS:
        return as_enum(WORDS[name], value)
    return DenseArrayAttr(value.values()) if name in LISTS and isinstance(value, DenseAttr) else value


def as_enum(kind: str, value: Attribute) -> Attribute:
    if isinstance(value, ArrayAttr):
        return ArrayAttr([as_enum(kind, each) for each in value])
    return EnumAttr(f"stablehlo.{kind}", value.value) if isinstance(value, StringAttr) else value


def forms(binary, unary) -> dict:
    result = {old: Elementwise(f"stablehlo.{new}", 2) for old, new in binary.items()}
    result |= {old: Elementwise(f"stablehlo.{new}", 1) for old, new in unary.items()}
    return result | {"constant": Constant()}


DIALECT = Dialect("xla_hlo", "\n", forms=forms(BINARY, UNARY), is_open=True, today=today)
