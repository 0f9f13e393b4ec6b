"""Which activations the remapper will fuse into the op that makes their operand, so that other stages leave them where they are."""

from __future__ import annotations

from tfir.ir.operations import Operation, Value
from tfir.ods.control import data_operands

from tfopt.grappler.remapper.devices import ACTIVATIONS, BATCH_NORMS, FUSED
from tfopt.rewrite.building import plain_attribute

# What the remapper fuses with an activation that stands behind it: batch norms, and sums with the product of a contraction.
NORMS = frozenset([name for norm in BATCH_NORMS for name in norm.names])
SUMS = frozenset({"tfg.BiasAdd", "tfg.Add", "tfg.AddV2"})
ALREADY_FUSED = frozenset([name for name, _ in FUSED.values()])
# What upstream reckons with wherever the nodes will be placed.
FUSED_ANYWHERE = ("Relu", "Relu6")


def will_be_fused(op: Operation, item) -> bool:
    """Whether the remapper will fuse the node, an activation, into the op that makes its operand."""
    maker, name = op.operands[0].op, op.name[4:]
    if maker is None:
        return False
    if maker.name[4:] in ALREADY_FUSED:
        return len(plain_attribute(maker, "fused_ops")) == 1 and name in ACTIVATIONS.get((maker.name[4:], item.device_kind(op)), ())
    if maker.name not in SUMS:
        return maker.name in NORMS and name in FUSED_ANYWHERE
    forms = [fused_form(value) for value in data_operands(maker)]
    others = [value for value, form in zip(data_operands(maker), forms) if form is None]
    if len(others) + 1 != len(forms) or not all([is_bias(value, item) for value in others]):
        return False
    kind, fused = item.device_kind(op), next(filter(None, forms))
    return name in (FUSED_ANYWHERE if kind is None else ACTIVATIONS.get((fused, kind), ()))


def fused_form(value: Value) -> str | None:
    """The fused op of the contraction that makes a value."""
    forms = FUSED.get(value.op.name[4:]) if value.op is not None else None
    return forms[0] if forms is not None else None


def is_bias(value: Value, item) -> bool:
    """Whether it is one number for each channel, as far as its own shape tells."""
    shape = item.shapes.of(value)
    return shape is not None and all([size == 1 for size in shape[:-1]])
