"""ONNX's operators, called as onnx-mlir calls them: `"onnx.Conv"(%x, %w, %none) {strides = [1, 1]} : (...) -> tensor<*xf32>`.

A module has the operators of the operator set that its `onnx.opset_import` names, in the form that they have there. An operand in the middle
that is left out is an `onnx.NoValue`, a subgraph a region that ends in `onnx.Yield`. What is computed is told by `--onnx-to-stablehlo`
alone: an operator has neither shape inference nor values of its own. Source: the registry of the `onnx` package.
"""

from __future__ import annotations

from os.path import dirname, join

from tfir.dialects.onnx.verify import verifier
from tfir.ods.dialect import Dialect
from tfir.ods.signature import Signature, Slot


class OnnxDialect(Dialect):
    """Types are verified by the names that signatures give to element types (`verify.py`)."""

    def __init__(self, *arguments, **keywords) -> None:
        super().__init__(*arguments, **keywords)
        self._counted: dict[str, Signature] = {}

    def constrained(self, local: str, signature: Signature | None = None) -> Signature | None:
        if signature is None:
            return None
        if local not in self._counted:
            operands, results = [
                tuple([Slot(each.name, "any", variadic=each.variadic, optional=each.optional) for each in side])
                for side in (signature.operands, signature.results)
            ]
            attributes = {name: each for name, each in signature.attributes.items() if name in self.inherent(signature)}
            self._counted[local] = Signature(local, None, operands, attributes, results, signature.traits, None)
        return self._counted[local]

    def inherent(self, signature: Signature) -> list[str]:
        """All but the element types that types of operands and results tell."""
        slots = {slot.type for slot in (*signature.operands, *signature.results)}
        return [name for name, each in signature.attributes.items() if not (name in slots or each.kind == "type" and name[0].isupper())]


DIALECT = OnnxDialect(
    "onnx", join(dirname(__file__), "ops.txt"), package=__name__, derived=True, verify=verifier, constraints=f"{__name__}.constraints"
)
