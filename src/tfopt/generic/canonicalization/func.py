"""Calls of functions. Source: MLIR's func dialect."""

from __future__ import annotations

from tfir.ir.operations import Operation


def of_known_function(op: Operation, rewriter) -> bool:
    """A call of a value that is a function's name is a call of that function."""
    callee = op.operands[0].op
    if callee is None or callee.name != "func.constant":
        return False
    rest = {name: value for name, value in op.attributes.items() if name not in ("arg_attrs", "res_attrs")}
    types = [result.type for result in op.results]
    call = rewriter.create("func.call", op.operands[1:], types, {"callee": callee.attributes["value"], **rest})
    return rewriter.replace(op, call.results)


PATTERNS = {"func.call_indirect": [of_known_function]}
