"""What becomes of an op on the way to StableHLO, and what TensorFlow's own bridge to XLA makes of it."""

from __future__ import annotations

from functools import cache

from tfir.dialects import lookup
from tfir.dialects.tf.without_values import reason_for
from tfir.ods.op_lists import read_lists

EXCLUDED, KERNELS, PATTERNS = "excluded: ", "kernels", "patterns"
CALLS = "calls"  # the module of lowerings to calls
ANY = "any type but text and handles"
OPAQUE = ("str", "resource", "variant")  # element types that StableHLO does not have


@cache
def lists() -> dict[str, tuple[str, ...]]:
    return read_lists(__file__, "bridge.txt")


@cache
def lowered() -> dict[str, str]:
    """The modules of tf-to-stablehlo by the ops that they lower."""
    return {op: module for module, ops in read_lists(__file__, "lowered_to_stablehlo.txt").items() for op in ops}


@cache
def taken_away() -> dict[str, str]:
    """The passes before tf-to-stablehlo by the ops that they take away."""
    listed = {op: name for name, ops in lists().items() for op in ops if name not in (KERNELS, PATTERNS) and not name.startswith(EXCLUDED)}
    apart = {op: name.replace("_", "-") for name, ops in read_lists(__file__, "taken_apart.txt").items() for op in ops}
    return listed | apart


@cache
def excluded() -> dict[str, str]:
    """Why ops have no way to StableHLO that TensorFlow's bridge lowers, or that stand beside such, by op."""
    return {op: name.removeprefix(EXCLUDED) for name, ops in lists().items() if name.startswith(EXCLUDED) for op in ops}


def ways_of_upstream(name: str) -> list[str]:
    """How TensorFlow's bridge lowers an op: by kernels of XLA's, by patterns."""
    return [way for way in (KERNELS, PATTERNS) if name in lists()[way]]


def way_to_stablehlo(name: str) -> str:
    """What becomes of an op, in words; empty for one that is only read, checked and printed."""
    if lowered().get(name) == CALLS:
        return f"lowered by tf-to-stablehlo to a call of @tf.{name}, which the host answers"
    if name in lowered():
        return f"lowered by tf-to-stablehlo, in {', '.join(types_lowered(name)) or 'the types that it has'}"
    if name in taken_away():
        return f"taken away before by {taken_away()[name]}"
    if name in excluded():
        return f"not lowered: {excluded()[name]}"
    definition = lookup(f"tf.{name}")
    semantics = getattr(definition, "semantics", None)
    if semantics is not None and semantics.evaluate is not None:
        return "a host step, with --allow-host-ops"
    reason = reason_for(name)
    return "" if reason is None else f"not lowered: {reason}"


def types_lowered(name: str) -> list[str]:
    """The element types of the op's first operand, or of its result where it has none, that tensors of StableHLO may have."""
    signature = getattr(lookup(f"tf.{name}"), "signature", None)
    slots = [] if signature is None else [*signature.operands, *signature.results]
    if not slots:
        return []
    declared = signature.attributes.get(slots[0].type)
    words = [slots[0].type] if declared is None else declared.allowed or (ANY,)
    return [word for word in words if word not in OPAQUE]
