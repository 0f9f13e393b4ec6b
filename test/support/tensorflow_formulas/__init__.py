"""What TensorFlow's ops that combine whole numbers compute, as formulas over arrays of numbers, and the operands to try them on.

A formula takes the numbers of a type (`Numbers`), the operands in order (object arrays of z3 bit vectors, or arrays of ints where a case
writes an operand out) and the attributes of its case; it returns its results. Sources: TensorFlow's op documentation and CPU kernels;
`test_integer_combinations_are_proved.py` holds each against answers that were recorded of TensorFlow.

An operand of a case is its shape, "2x3", of the type that is proved, "2x3:i32" of another; or its content, `[1, 0]`, a constant.
"""

from tensorflow_formulas import contractions, elements, order, places, reductions, segments, sparse, windows  # noqa: F401
from tensorflow_formulas.numbers import CASES, FORMULAS, Numbers

__all__ = ["CASES", "FORMULAS", "Numbers"]
