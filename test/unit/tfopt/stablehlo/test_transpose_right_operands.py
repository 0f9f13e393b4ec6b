"""Right operands of products that are turned around."""

import numpy
import pytest

from tfopt.main import main

PROGRAM = """func.func @main(%x: tensor<1x1x1x320xf32>) -> tensor<1x1x1x10xf32> {{
  %w = stablehlo.constant dense<"0x{}"> : tensor<1x1x320x10xf32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {{}} {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : (tensor<1x1x1x320xf32>, tensor<1x1x320x10xf32>) -> tensor<1x1x1x10xf32>
  return %0 : tensor<1x1x1x10xf32>
}}
"""


@pytest.mark.parametrize("seed", [1, 2])
def test_sums_in_another_order_are_no_other_results(seed, tmp_path, capsys):
    """NumPy sums columns that lie side by side in another order than those that lie apart, so that last bits differ; what is a part in a million off is held."""
    weights = numpy.random.default_rng(seed).standard_normal((1, 1, 320, 10), "f4")
    (tmp_path / "x.mlir").write_text(PROGRAM.format(weights.tobytes().hex().upper()))
    command = [
        str(tmp_path / "x.mlir"),
        "--stablehlo-transpose-right-operands",
        f"--check-equivalence=seed={seed}",
        "-o",
        str(tmp_path / "y.mlir"),
    ]
    assert main(command) == 0, capsys.readouterr().err
    assert "tensor<10x1x1x320xf32>" in (tmp_path / "y.mlir").read_text()
