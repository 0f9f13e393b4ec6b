"""States of readers as messages: numbers of 64 bits, and fields that are of another kind than the message's, which protobuf passes over."""

import pytest
from tfir.dialects.tf.examples import int64_of
from tfir.dialects.tf.readers import Identity
from tfir.ir.diagnostics import Error


@pytest.mark.parametrize(
    ("number", "value"),
    [
        (0, 0),
        ((1 << 63) - 1, (1 << 63) - 1),
        (1 << 63, -(1 << 63)),
        ((1 << 64) - 1, -1),
        ((1 << 64) + 5, 5),
        ((1 << 69) + (1 << 63), -(1 << 63)),
    ],
)
def test_numbers_with_a_sign(number, value):
    assert int64_of(number) == value


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (b"\x08\x02\x10\x03\x18\x07\x22\x01w", (2, 3, 7, b"w")),
        (b"\x0a\x01x\x10\x03", (0, 3, 0, b"")),  # the first as bytes
        (b"\x08\x02\x10\x03\x20\x05", (2, 3, 0, b"")),  # the work as a number
    ],
)
def test_a_state(state, expected):
    reader = Identity(None, "r")
    reader.restore(state)
    assert (reader.started, reader.finished, reader.produced, reader.work) == expected


def test_a_number_below_0():
    with pytest.raises(Error, match="Unexpected negative value when restoring in IdentityReader 'r'"):
        Identity(None, "r").restore(b"\x08" + b"\xff" * 9 + b"\x01")
