"""What quantized weights add to each channel on average, which its bias takes off.

    E[sum x * w']  -  E[sum x * w]   =   sum E[x] * (w' - w)

since sums of products are linear in x: the op itself computes the right side.
"""

from __future__ import annotations

import numpy as np
from tfir.dialects import lookup
from tfir.ir.quantized_types import QuantizedType
from tfir.ir.types import NoneType
from tfir.ods.inference import evaluate
from tfir.ods.quantization import dequantized

from tfopt.quantization.forms import form_of
from tfopt.quantization.regions import Region, constant_array
from tfopt.quantization.rounding import stored_weights

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ods.arrays import Array


def correction_of(region: Region, mean: Array | None, element: QuantizedType) -> Array | None:
    """A number for each channel; None where the op cannot be computed by itself."""
    definition = lookup(region.op.name)
    assert region.weights is not None and region.channels is not None, "a region with weights by channel"
    weights = constant_array(region.weights)
    if mean is None or weights is None or definition is None or definition.semantics is None or definition.semantics.evaluate is None:
        return None
    change = dequantized(stored_weights(region, weights, element), element) - weights.astype(np.float32)
    numbers = [change if value is region.weights else mean.astype(np.float32) for value in region.op.operands[:2]]
    rest = [None if isinstance(value.type, NoneType) else np.zeros(value.type.shape, np.float32) for value in region.op.operands[2:]]
    (sums,) = evaluate(form_of(region.op.dialect).without_limits(region.op), definition, [*numbers, *rest])
    axis = region.channels[0]
    means: Array = np.moveaxis(sums, axis, -1).reshape(-1, sums.shape[axis]).mean(0)
    return -means.astype(np.float64)
