"""Says in ops that stay what deprecated ones say: broadcast, create_token, cross-replica-sum, dot and unary_einsum.

Source: StableHLO, RFC "StableHLO v1.0 opset deprecations".
"""

from __future__ import annotations

from tfir.dialects.stablehlo.attributes import NumbersAttr
from tfir.ir.attributes import StringAttr
from tfir.ir.operations import Operation
from tfir.ir.types import ShapedType

from tfopt.arithmetic.tensor import Tensor, array, body_of, building, emit, splat
from tfopt.rewrite.conversion import ConversionTarget, apply_conversion
from tfopt.rewrite.pattern import FunctionPattern

TITLE = "StablehloLegalizeDeprecatedOpsPass"
OPTIONS = {"fail-on-unused": "Whether map and rng, which nothing takes the place of, are errors."}


def stablehlo_legalize_deprecated_ops(func: "Func", *, fail_on_unused: bool = True):
    without = ["stablehlo.map", "stablehlo.rng"] if fail_on_unused else []
    patterns = [FunctionPattern((name,), by(make)) for name, make in SUCCESSORS.items()]
    apply_conversion(func, ConversionTarget(illegal=[*SUCCESSORS, *without]), patterns)


def by(make):
    """The pattern that replaces an op by the tensor that a function makes of its operands."""

    def rewrite(op: Operation, rewriter) -> bool:
        with building(rewriter.builder):
            return rewriter.replace(op, [make(op, *map(Tensor, op.operands)).value])

    return rewrite


def type_of(op: Operation) -> ShapedType:
    """The type of the result, which the new op has too."""
    return op.results[0].type  # type: ignore[return-value]  # tokens are told apart by nothing that builds


def broadcast(op: Operation, x: Tensor) -> Tensor:
    added = len(op.get("broadcast_sizes"))
    return emit("broadcast_in_dim", [x], type_of(op), broadcast_dimensions=array(range(added, added + x.rank)))


def token(op: Operation) -> Tensor:
    return emit("after_all", [], type_of(op))


def sum_of_replicas(op: Operation, x: Tensor) -> Tensor:
    return emit("all_reduce", [x], type_of(op), [body_of("add", x.element)], replica_groups=op.attributes["replica_groups"])


def product(op: Operation, lhs: Tensor, rhs: Tensor) -> Tensor:
    """The last dimension of the left side with the first of the right."""
    numbers = NumbersAttr("dot", lhs_contracting_dimensions=(lhs.rank - 1,), rhs_contracting_dimensions=(0,))
    precision = {name: value for name, value in op.attributes.items() if name == "precision_config"}
    return emit("dot_general", [lhs, rhs], type_of(op), dot_dimension_numbers=numbers, **precision)


def sum_with_one(op: Operation, x: Tensor) -> Tensor:
    """The other operand is 1 and has no letters."""
    letters = StringAttr(f",{op.get('einsum_config')}")
    return emit("einsum", [splat(1, (), x.element), x], type_of(op), einsum_config=letters)


SUCCESSORS = {
    "stablehlo.broadcast": broadcast, "stablehlo.create_token": token, "stablehlo.cross-replica-sum": sum_of_replicas,
    "stablehlo.dot": product, "stablehlo.unary_einsum": sum_with_one,
}  # fmt: skip
