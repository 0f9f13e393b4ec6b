"""TensorFlow's ops in functions become StableHLO: each lowering is arithmetic on tensors that are not there yet."""

WORKS_ON = ("tf",)
