"""The dialect `demo`: one op."""

from tfir.ods.dialect import Dialect
from tfir.ods.semantics import OpSemantics

OPS = """
twice(operand: tensor) -> (result: tensor) !pure !elementwise !exact
  $operand attr-dict : same
"""


class twice(OpSemantics):
    """Two times x."""

    def infer(operand):
        return operand.shape

    def evaluate(operand):
        return operand + operand


DIALECT = Dialect("demo", OPS, package=__package__, families=("dialect",))
