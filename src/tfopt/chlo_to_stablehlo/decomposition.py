"""How a decomposition is declared, and what they have in common.

A decomposition is a function whose parameters are operands and attributes of the op by their names, as those of a lowering of
TensorFlow's ops are; `op` is the operation itself. Operands arrive as tensors; it returns a tensor, or a list of one for each result, or
None where it has none. What it refuses stays, with the reason.
"""

from __future__ import annotations

from tfir.dialects import lookup
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import TensorType
from tfir.ods.binding import binding

from tfopt.arithmetic.tensor import Tensor, building
from tfopt.rewrite.pattern import RewritePattern, place_of
from tfopt.rewrite.rewriter import PatternRewriter

DECOMPOSITIONS: dict = {}


def decompose(function):
    """Registers the decomposition of the op that the function is named after."""
    DECOMPOSITIONS[function.__name__] = function
    return function


class Decomposition(RewritePattern):
    def __init__(self, name: str):
        self.name, self.roots, self.decompose = name, (f"chlo.{name}",), DECOMPOSITIONS[name]
        self.at = place_of(self.decompose)

    def title(self) -> str:
        return f"decompose {self.name}"

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> bool:
        for value in (*op.operands, *op.results):
            if isinstance(value.type, TensorType) and value.type.shape is None:
                raise Error.on(op, f"has a value of type {value.type}: of tensors of unknown rank nothing is decomposed")
        with building(rewriter.builder):
            arguments = binding(defined(op), self.decompose).arguments(op, [Tensor(value) for value in op.operands])
            try:
                results = self.decompose(**arguments)
            except Error as error:
                raise error if error.diagnostics[0].message.startswith("'") else Error.on(op, str(error)) from None
        if results is None:
            return False
        return rewriter.replace_if_sound(self, op, [each.value for each in (results if isinstance(results, list) else [results])])


def defined(op: Operation):
    """The definition of an op whose name is in a table."""
    definition = lookup(op.name)
    assert definition is not None
    return definition
