"""A program that was lowered for processors with vectors of 64 bytes and for others runs with the kernels that this machine is best at."""

import numpy as np
import pytest
from device_calls import call, lowered

from tfrun.devices.cpu import compilation

pytest.importorskip("llvmlite")

PRODUCT = """func.func @main(%x: tensor<9x5xf32>, %y: tensor<5x64xf32>) -> tensor<9x64xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<9x5xf32>, tensor<5x64xf32>) -> tensor<9x64xf32>
  return %0 : tensor<9x64xf32>
}"""


@pytest.mark.parametrize(
    "bytes, name, width", [(64, None, "<16 x float>"), (32, "x86-64-v3", "<8 x float>"), (16, "x86-64-v3", "<8 x float>")]
)
def test_the_widest_vectors_that_there_are(bytes, name, width, monkeypatch):
    monkeypatch.setattr(compilation, "vectors", lambda: (bytes, 16))
    module = lowered(PRODUCT, "x86-64-v4,x86-64-v3", "cpu")
    assert compilation.fallback_for(module) == name
    text = compilation.Kernels(module).llvm_ir()
    assert text.count("define ") == 1 and width in text
    random = np.random.default_rng(1)
    x, y = random.integers(-9, 9, (9, 5)).astype("f4"), random.integers(-9, 9, (5, 64)).astype("f4")
    ((answer,),) = call(module, "cpu", [[x, y]])
    np.testing.assert_array_equal(answer, x @ y)


def test_a_program_for_one_processor_has_no_choice(monkeypatch):
    """It runs with vectors that LLVM takes apart."""
    monkeypatch.setattr(compilation, "vectors", lambda: (16, 16))
    assert compilation.fallback_for(lowered(PRODUCT, "x86-64-v4", "cpu")) is None
