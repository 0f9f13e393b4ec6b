"""Lowerings: calls of ops that the host computes, where neither StableHLO nor arithmetic in it has the algorithm: Schur's decomposition, searches
among paths. A call names its op, as `@tf.MatrixLogarithm`; its attributes are the call's configuration."""

from tfir.dialects import lookup
from tfir.ir.attributes import DictAttr, IntegerAttr, StringAttr
from tfir.ir.types import I32

from tfopt.arithmetic.tensor import Tensor, emit_many
from tfopt.tf_to_stablehlo.lowering import lowered_by

TYPED = 4  # the version of calls that are configured by dictionaries


def called(op, operands, result_types) -> list[Tensor]:
    declared = lookup(op.name).signature.attributes
    attributes = {name: value for name, value in op.attributes.items() if name in declared}
    named = {"call_target_name": StringAttr(op.name), "api_version": IntegerAttr(TYPED, I32), "backend_config": DictAttr(attributes)}
    return emit_many("custom_call", operands, result_types, **named)


lowered_by(MatrixSquareRoot=called, MatrixLogarithm=called, Eig=called, CTCBeamSearchDecoder=called)
