"""Windows in HLO's text, `{size=3x3 stride=2x2 pad=1_1x1_1 lhs_dilate=1x2 rhs_reversal=1x1}`, and which dimension of a convolution is
what, `b01f_01io->b01f`.

Source: window_util.cc, ToString; hlo_parser.cc, ParseConvolutionDimensionNumbers.
"""

from __future__ import annotations

import re

from tfir.ir.diagnostics import Error

from tftranslate.hlo.text.attribute import Attribute

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tfir.proto import HloInstructionProto

    from tftranslate.hlo.text.attribute import Reading, Writing
    from tftranslate.hlo.text.cursor import Cursor

PART = re.compile(r"(size|stride|pad|lhs_dilate|rhs_dilate|rhs_reversal)\s*=\s*(-?\d+(?:_-?\d+)?(?:x-?\d+(?:_-?\d+)?)*)")
FIELDS = {
    "size": "size",
    "stride": "stride",
    "lhs_dilate": "base_dilation",
    "rhs_dilate": "window_dilation",
    "rhs_reversal": "window_reversal",
}
MOST_DIMENSIONS = 255  # a damaged message may number them by anything
LABELS = re.compile(r"([0-9a-z?]+)_([0-9a-z?]+)->([0-9a-z?]+)")


class Window(Attribute):
    def read(self, cursor: Cursor, instruction: HloInstructionProto, context: Reading) -> None:
        start = cursor.place
        parts = {}
        cursor.expect("{")
        while not cursor.accept("}"):
            part = cursor.read(PART, "a part of a window")
            parts[part[1]] = part[2].split("x")
        if any([len(each) != len(parts.get("size", ())) for each in parts.values()]):
            raise cursor.error("the parts of a window have the length of its size", start)
        instruction.window.SetInParent()
        for place in range(len(parts.get("size", ()))):
            dim = instruction.window.dimensions.add(stride=1, base_dilation=1, window_dilation=1)
            self.read_dimension(cursor, dim, {name: each[place] for name, each in parts.items()})

    def read_dimension(self, cursor: Cursor, dim: Any, texts: dict[str, str]) -> None:
        for name, text in texts.items():
            if (name == "pad") != ("_" in text):
                raise cursor.error(f"{name}={text} in a window: only padding has two numbers, low_high")
            if name == "pad":
                dim.padding_low, dim.padding_high = map(cursor.int64, text.split("_"))
            else:
                setattr(dim, FIELDS[name], cursor.int64(text) != 0 if name == "rhs_reversal" else cursor.int64(text))

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        dims = instruction.window.dimensions
        if not dims:
            return None
        parts = []
        for name, of_dim, default in WRITTEN:
            words = [of_dim(dim) for dim in dims]
            if words and (default is None or any([word != default for word in words])):
                parts.append(f"{name}={'x'.join(words)}")
        return f"{{{' '.join(parts)}}}"


WRITTEN = [
    ("size", lambda dim: str(dim.size), None),
    ("stride", lambda dim: str(dim.stride), "1"),
    ("pad", lambda dim: f"{dim.padding_low}_{dim.padding_high}", "0_0"),
    ("lhs_dilate", lambda dim: str(dim.base_dilation), "1"),
    ("rhs_dilate", lambda dim: str(dim.window_dilation), "1"),
    ("rhs_reversal", lambda dim: str(int(dim.window_reversal)), "0"),
]


class ConvolutionDimensions(Attribute):
    """Batch, feature and spatial dimensions of input and output, input and output features of the kernel."""

    ROLES = (
        ("bf", "input_batch_dimension", "input_feature_dimension", "input_spatial_dimensions"),
        ("io", "kernel_input_feature_dimension", "kernel_output_feature_dimension", "kernel_spatial_dimensions"),
        ("bf", "output_batch_dimension", "output_feature_dimension", "output_spatial_dimensions"),
    )

    def read(self, cursor: Cursor, instruction: HloInstructionProto, context: Reading) -> None:
        start = cursor.place
        numbers = instruction.convolution_dimension_numbers
        for text, (letters, first, second, spatial) in zip(cursor.read(LABELS, "dim_labels").groups(), self.ROLES):
            named = text.replace("?", "")  # dimensions of a custom call of which nothing is told
            digits = sorted([letter for letter in named if letter.isdigit()])
            expected = [*letters, *map(str, range(len(named) - 2))]
            if sorted(named) != sorted(expected) or digits != [str(place) for place in range(len(digits))]:
                raise cursor.error(f"{text} does not name each of {', '.join(expected)} once", start)
            setattr(numbers, first, text.index(letters[0]))
            setattr(numbers, second, text.index(letters[1]))
            getattr(numbers, spatial)[:] = [text.index(digit) for digit in digits]

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        numbers = instruction.convolution_dimension_numbers
        if not instruction.HasField("convolution_dimension_numbers"):
            return None
        texts = [self.labels(numbers, *roles) for roles in self.ROLES]
        return f"{texts[0]}_{texts[1]}->{texts[2]}"

    def labels(self, numbers: Any, letters: str, first: str, second: str, spatial: str) -> str:
        dims = getattr(numbers, spatial)
        places = {getattr(numbers, first): letters[0], getattr(numbers, second): letters[1]}
        places |= {dim: str(number) for number, dim in enumerate(dims)}
        if not 0 <= max(places) <= MOST_DIMENSIONS:
            raise Error(f"a convolution has a dimension of number {max(places)}")
        return "".join([places.get(place, "?") for place in range(max(places) + 1)])
