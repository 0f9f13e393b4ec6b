"""The version of an operator that a model needs, by the kinds of its tensors: what an interpreter must at least know.

Facts from tensorflow/compiler/mlir/lite/tools/versioning/op_version.cc (tensorflow/tensorflow).
"""

from __future__ import annotations

from tfir.ir.quantized_types import QuantizedType
from tfir.ir.types import IntegerType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.operations import Operation


def version_of(op: Operation) -> int:
    """1 unless a rule says more."""
    rule = RULES.get(op.name[4:])
    return rule(op) if rule is not None else 1


def stored(op: Operation, number: int = 0) -> str:
    """How an operand's elements are stored: `i8`, `i16`, `f32`."""
    element = getattr(op.operands[number].type, "element", None)
    element = element.storage if isinstance(element, QuantizedType) else element
    return f"{'u' if element.signedness == 'u' else 'i'}{element.width}" if isinstance(element, IntegerType) else str(element)


def by_type(**versions: int):
    return lambda op: versions.get(stored(op), 1)


def fully_connected(op: Operation) -> int:
    if stored(op) in ("i8", "i16"):
        return 4 if stored(op) == "i8" else 7
    if stored(op, 1) == "i8":
        return 9 if op.get("asymmetric_quantize_inputs") else 3
    return 5 if op.get("keep_num_dims") else 1


RULES = {
    "fully_connected": fully_connected,
    "conv_2d": by_type(i8=3, i16=4),
    "depthwise_conv_2d": lambda op: by_type(i8=3, i16=5)(op) if stored(op) != "f32" else 2 if op.get("dilation_h_factor", 1) != 1 else 1,
    "split_v": by_type(i8=2),
    "broadcast_to": lambda op: 3 if stored(op) in ("i8", "i16") else 2,
}
