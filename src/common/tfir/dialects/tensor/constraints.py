"""What the lines of the tensor dialect's table call their types. Source: MLIR's tensor dialect."""

from tfir.ir.types import TensorType
from tfir.ods.constraints import Constraint

NAMED = {
    "measured": Constraint(lambda type: isinstance(type, TensorType) and type.shape != (), "non-0-ranked or unranked tensor"),
    "static": Constraint(lambda type: isinstance(type, TensorType) and type.is_static, "statically shaped tensor of any type values"),
}
