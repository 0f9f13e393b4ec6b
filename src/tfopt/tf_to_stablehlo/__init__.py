"""TensorFlow's ops in functions become StableHLO: each lowering is arithmetic on `Tensor`s, IR values with operators (`tensor.py`).

Element types are promoted nowhere: two Tensors must have one element type, a number takes that of the Tensor beside it (`tensor.common`).
"""

WORKS_ON = ("tf",)
