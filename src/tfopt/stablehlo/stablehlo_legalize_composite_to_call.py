"""Replaces each `stablehlo.composite` by a call of the function that it names as its decomposition."""

from __future__ import annotations

from tfir.ir.builder import Builder
from tfir.ir.operations import Operation

TITLE = "StablehloLegalizeCompositeToCallPass"
OPTIONS = {"except": "The names of composites that stay."}


def stablehlo_legalize_composite_to_call(root: Operation, *, except_: tuple[str, ...] = ()) -> None:
    """The composite's name, attributes and version are lost: a call knows none."""
    for op in list(root.walk()):
        if op.name == "stablehlo.composite" and op.get("name") not in except_:
            types = [value.type for value in op.results]
            op.replace_with(Builder.before(op).create("func.call", op.operands, types, {"callee": op.attributes["decomposition"]}))
