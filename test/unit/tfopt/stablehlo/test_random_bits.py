"""Random bits in simpler operations are those of the interpreter, which are XLA's; the state goes on as there."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.entry import find_entry
from tfir.ir.location import Source
from tfir.ir.verify import verify
from tfir.text.parser import parse

from tfopt.stablehlo.stablehlo_decompose import stablehlo_decompose
from tfrun.devices import session

END = (1 << 64) - 1


def computed(module, state):
    with session(module, "interpreter") as program_of:
        return program_of(find_entry(module))([state])


@pytest.mark.sweep
@pytest.mark.parametrize("shape", ["", "1x", "7x", "5x3x", "3x4x5x"])
@pytest.mark.parametrize("element", ["ui32", "ui64", "i8", "ui16", "f32", "i64"])
@pytest.mark.parametrize(
    ("algorithm", "kind", "state"),
    [
        ("THREE_FRY", "2xui64", [(7 << 32) + 5, 3]), ("THREE_FRY", "2xui64", [END, END - 1]), ("PHILOX", "2xui64", [11, END - 1]),
        ("PHILOX", "3xui64", [(7 << 32) + 5, END, 9]), ("DEFAULT", "2xui64", [1, 2]), ("THREE_FRY", "4xui32", [1, 2, 3, 4]),
    ],
)  # fmt: skip
def test_the_same_bits(algorithm, kind, state, element, shape):
    types = f"(tensor<{kind}>) -> (tensor<{kind}>, tensor<{shape}{element}>)"
    text = f"""func.func @main(%s: tensor<{kind}>) -> (tensor<{kind}>, tensor<{shape}{element}>) {{
      %0:2 = stablehlo.rng_bit_generator %s, algorithm = {algorithm} : {types}
      return %0#0, %0#1 : tensor<{kind}>, tensor<{shape}{element}>
    }}"""
    state = np.array(state, np.uint32 if kind.endswith("ui32") else np.uint64)
    module = parse(Source("test", text), lookup, dialect)
    expected = computed(module, state)
    stablehlo_decompose(module)
    verify(module, lookup)
    assert not any(op.name == "stablehlo.rng_bit_generator" for op in module.walk())
    for one, other in zip(computed(module, state), expected, strict=True):
        np.testing.assert_array_equal(one.view(f"u{one.itemsize}"), other.view(f"u{other.itemsize}"))
