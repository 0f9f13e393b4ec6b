"""Lowerings: TensorFlow's reduced set of ops, each as its twin."""

from tfir.dialects.tf.risc import TWINS

from tfopt.tf_to_stablehlo import contraction, elementwise, indexing, linear_algebra, shaping
from tfopt.tf_to_stablehlo.lowering import LOWERINGS

OF_TWINS = (contraction, elementwise, indexing, linear_algebra, shaping)
LOWERINGS.update({name: LOWERINGS[twin] for name, twin in TWINS.items()})
