"""TFL: the operators of TensorFlow Lite. Source: tensorflow/compiler/mlir/lite/ir/tfl_ops.td and its schema (tensorflow/tensorflow).

An operand that is absent is the `none` of a `tfl.no_value`. A value of a quantized tensor has a type of the quant dialect.
"""

from os.path import dirname, join

from tfir.dialects.tfl.assembly import ONE_TYPE, BinaryForm
from tfir.dialects.tfl.attributes import ATTRIBUTES
from tfir.ir.types import OpaqueType
from tfir.ods.dialect import Dialect

# Modules beside this one that say what operators mean
FAMILIES = (
    "elementwise",
    "arithmetic",
    "convolution",
    "pooling",
    "normalization",
    "reduction",
    "quantization",
    "shaping",
    "resizing",
    "recurrent",
    "variables",
    "lookups",
    "random",
    "stablehlo_operators",
)


def form_of(signature):
    """Binary operators have a custom form, all others the generic one."""
    return BinaryForm("operands attr-dict : same", signature) if signature.name in ONE_TYPE else None


def read_control(p):
    return OpaqueType("!tfl.control")


DIALECT = Dialect(
    "tfl",
    join(dirname(__file__), "ops.txt"),
    package=__name__,
    families=FAMILIES,
    form_of_signature=form_of,
    attributes=ATTRIBUTES,
    types={"control": read_control},
    constraints=f"{__name__}.constraints",
)
