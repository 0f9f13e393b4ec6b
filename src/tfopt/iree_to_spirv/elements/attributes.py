"""StableHLO's attributes as Python numbers."""

from __future__ import annotations

import re

from tfir.ir.attributes import ArrayAttr, DenseArrayAttr, IntegerAttr

LAST_WORD = re.compile(r"(\w+)>?$")
LIST = re.compile(r"(\w+) = \[([^\]]*)\]")
NUMBER_FIELD = re.compile(r"(\w+) = (-?\d+)")


def word(attribute) -> str:
    """`LT` of `#stablehlo<comparison_direction LT>`, of a string or of an enumeration's value."""
    value = getattr(attribute, "value", None)
    return LAST_WORD.search(str(value) if value is not None else attribute.text)[1]


def numbers(op, name: str, default=None) -> list[int]:
    """A list of whole numbers, however it is kept: array<i64: ...>, dense<...> or [...]."""
    attribute = op.attributes.get(name)
    if attribute is None:
        return default
    if isinstance(attribute, DenseArrayAttr):
        return [int(value) for value in attribute]
    if isinstance(attribute, ArrayAttr):
        return [int(element.value) for element in attribute]
    if isinstance(attribute, IntegerAttr):
        return [attribute.value]
    return [int(value) for value in attribute.values()]


def number(op, name: str, default: int) -> int:
    attribute = op.attributes.get(name)
    return default if attribute is None else int(attribute.value)


def fields(attribute) -> dict[str, list[int] | int]:
    """The lists and numbers of `#stablehlo.dot<lhs_contracting_dimensions = [1], ...>`."""
    entries: dict[str, list[int] | int] = {name: int(value) for name, value in NUMBER_FIELD.findall(attribute.text)}
    for name, body in LIST.findall(attribute.text):
        entries[name] = [int(part) for part in body.split(",") if part.strip()]
    return entries


class ConvolutionDims:
    """Which dimension of input, kernel and output is which: `#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>`."""

    def __init__(self, attribute):
        lists = [[part.strip() for part in body.split(",")] for body in re.findall(r"\[([^\]]*)\]", attribute.text)]
        (self.input, self.kernel, self.output) = lists
        self.batch, self.feature = self.input.index("b"), self.input.index("f")
        self.kernel_input, self.kernel_output = self.kernel.index("i"), self.kernel.index("o")
        self.output_batch, self.output_feature = self.output.index("b"), self.output.index("f")
        self.spatial = sum(part.isdigit() for part in self.input)
        self.input_spatial = [self.input.index(str(i)) for i in range(self.spatial)]
        self.kernel_spatial = [self.kernel.index(str(i)) for i in range(self.spatial)]
        self.output_spatial = [self.output.index(str(i)) for i in range(self.spatial)]
