"""What follows from operations, and what they need."""

from __future__ import annotations

from tfir.ir.operations import Operation


def forward_slice(sources) -> set[Operation]:
    """The operations and all that follow from them, by data or by control."""
    found, stack = set(sources), list(sources)
    while stack:
        for result in stack.pop().results:
            for user in result.uses:
                if user not in found:
                    found.add(user)
                    stack.append(user)
    return found


def backward_slice(roots) -> set[Operation]:
    """The operations and all that they read or wait for, also inside their regions."""
    found, stack = set(roots), list(roots)
    while stack:
        op = stack.pop()
        for inner in op.walk() if op.regions else (op,):
            for value in inner.operands:
                maker = value.owner
                if maker.__class__ is Operation and maker not in found:
                    found.add(maker)
                    stack.append(maker)
    return found
