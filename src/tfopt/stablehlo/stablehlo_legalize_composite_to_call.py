"""Replaces each `stablehlo.composite` by a call of the function that it names as its decomposition."""

from __future__ import annotations

from tfir.ir.operations import Operation

TITLE = "StablehloLegalizeCompositeToCallPass"


def stablehlo_legalize_composite_to_call(root: Operation) -> None:
    """The composite's name, attributes and version are lost: a call knows none."""
    for op in list(root.walk()):
        if op.name == "stablehlo.composite":
            call = Operation(
                "func.call",
                op.operands,
                [value.type for value in op.results],
                {"callee": op.attributes["decomposition"]},
                location=op.location,
            )
            op.block.insert_before(call, op)
            op.replace_with(call)
