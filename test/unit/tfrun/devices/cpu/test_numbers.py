"""Numbers that processors have no instruction for, against NumPy."""

import numpy as np
import pytest
from device_calls import call, lowered


@pytest.fixture
def halves():
    """Doubles around what halves lie between: the middle of two, and beside it by as little as doubles can be."""
    random = np.random.default_rng(1)
    near = random.integers(0, 65536, 20000).astype(np.uint16).view(np.float16).astype(np.float64)
    factors = [
        1,
        1 + 2.0**-11,
        1 + 2.0**-12,
        1 + 2.0**-11 + 2.0**-40,
        1 + 2.0**-11 - 2.0**-40,
        1 + 2.0**-52,
        1 - 2.0**-53,
        1 + 3 * 2.0**-11,
    ]
    odd = [
        1e300,
        -1e300,
        65520,
        65519.999999,
        65520.000001,
        np.inf,
        -np.inf,
        np.nan,
        5e-324,
        2**-25,
        2**-25 * (1 + 2**-50),
        1.5 * 2**-24,
        0,
        -0.0,
    ]
    with np.errstate(invalid="ignore"):
        return np.concatenate([near * random.choice(factors, near.shape), odd])


def test_doubles_are_rounded_to_halves_once(halves):
    kind = f"tensor<{len(halves)}x%s>"
    text = f"""func.func @main(%x: {kind % "f64"}) -> {kind % "f16"} {{
      %0 = stablehlo.convert %x : ({kind % "f64"}) -> {kind % "f16"}
      return %0 : {kind % "f16"}
    }}"""
    with np.errstate(all="ignore"):
        expected = halves.astype(np.float16)
    ((result,),) = call(lowered(text, "x86-64-v3", "cpu"), "cpu", [[halves]])
    same = (result.view(np.uint16) == expected.view(np.uint16)) | (np.isnan(result) & np.isnan(expected))
    assert same.all(), (halves[~same][:5], result[~same][:5])
