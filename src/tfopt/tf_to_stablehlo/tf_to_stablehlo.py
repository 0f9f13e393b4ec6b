"""Lowers TensorFlow's ops to StableHLO.

Constants keep their bytes where they lie; identities go. What has no lowering, or shapes that are not known, is an error that
names all of it.
"""

from __future__ import annotations

from importlib import import_module

from tfir.analysis.feeds import entry_names, is_static, require_static_feeds
from tfir.ir.diagnostics import Diagnostic, Error
from tfir.ir.location import NameLocation
from tfir.ir.operations import Operation

from tfopt.rewrite.conversion import ConversionTarget, apply_conversion
from tfopt.tf_to_stablehlo.lowering import LOWERINGS, Lowering

AFTER = ["infer-shapes"]
EXACT = False  # sums are taken in another order, functions made of others
FAMILIES = (
    "creation", "elementwise", "activation", "reduction", "contraction", "window", "window_gradients", "normalization", "shaping", "layout",
    "indexing", "segments", "diagonal", "linear_algebra", "elimination", "special", "incomplete", "quantization", "recurrent", "image", "detection", "random",
    "control_flow", "fused",
)  # fmt: skip
MOST_SHOWN = 50


def tf_to_stablehlo(module: "Module"):
    for family in FAMILIES:
        import_module(f"tfopt.tf_to_stablehlo.{family}")
    ops = [op for op in module.walk(post_order=True) if op.dialect == "tf"]
    functions = [op for op in module.body if op.name == "func.func" and op.region.blocks]
    for function in functions:
        # A feed without a static shape is told before all else, since much has no lowering for the want of it alone.
        require_static_feeds(function, entry_names(function), "StableHLO needs static shapes, but feed")
    refuse_unknown(ops)
    for function in functions:
        require_shapes(function)
    for op in [op for op in ops if op.name == "tf.Assert"]:
        op.erase()  # before its message is lowered, which is text
    apply_conversion(module, ConversionTarget(illegal=["tf"]), [Lowering(name) for name in LOWERINGS])


def refuse_unknown(ops: list[Operation]) -> None:
    """Raises one Error for all ops without a lowering, each with its node and location."""
    refused = [op for op in ops if op.name.partition(".")[2] not in LOWERINGS]
    if not refused:
        return
    shown = [Diagnostic(f"{described(op)} has no lowering to StableHLO", op) for op in refused[:MOST_SHOWN]]
    if len(refused) > MOST_SHOWN:
        names = ", ".join(sorted({op.name for op in refused[MOST_SHOWN:]}))
        shown.append(Diagnostic(f"{len(refused) - MOST_SHOWN} more ops have none either: {names}"))
    raise Error.of(shown)


def described(op: Operation) -> str:
    where = op.location
    return f"'{op.name}' op of node '{where.name}'" if isinstance(where, NameLocation) else f"'{op.name}' op"


def require_shapes(function: Operation) -> None:
    """Every tensor must have a static shape."""
    for op in function.walk():
        for value in (*op.operands, *[result for result in op.results if result.uses]) if op.dialect == "tf" else ():
            if not is_static(value.type):
                raise Error.on(op, f"has a value of type {value.type}; StableHLO needs static shapes (did infer-shapes run before?)")
