"""Barriers that a device records are those that `--iree-mark-barriers` shows."""

import numpy as np
from device_calls import call, lowered

from tfopt.stablehlo_to_iree.iree_mark_barriers import MARK, iree_mark_barriers
from tfrun.devices.vulkan.commands import CommandBuffer

# Two products of one matrix by others, which wait for nothing, and one of both.
PRODUCTS = """func.func @main(%x: tensor<32x64xf32>, %v: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
  %1 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [0] x [0] : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}"""


def test_products_of_one_matrix_are_side_by_side(monkeypatch):
    """A product adds up in memory of its own, which is no buffer that another one could read."""
    recorded = []
    original = CommandBuffer._record

    def record(self, sets):
        original(self, sets)
        recorded.append(self.barriers)

    monkeypatch.setattr(CommandBuffer, "_record", record)
    module = lowered(PRODUCTS, "lavapipe", "vulkan")
    x, v, w = [np.random.default_rng(1).standard_normal(shape).astype("f4") for shape in ((32, 64), (64, 64), (64, 64))]
    ((answer,),) = call(module, "vulkan", [[x, v, w]])
    np.testing.assert_allclose(answer, (x @ v).T @ (x @ w), rtol=1e-3, atol=1e-3)
    iree_mark_barriers(module)
    assert recorded == [len([op for op in module.walk() if MARK in op.attributes])] == [1]
