"""What inference writes, the verifier takes: operands and attributes of operations of random programs are drawn again, odd ones too.

Operands that the verifier refuses whatever the results are show nothing. A result that is wrong in one static size is refused, but
where the reference verifier, too, does not tell.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from random import Random
from zlib import crc32

import pytest
from drawn_operations import SIZES, inferred_types, operand, redrawn_attributes, verify, with_a_wrong_size
from random_stablehlo_legs import module_of
from random_stablehlo_ops import AnyOp
from tfir.dialects import dialect, has_trait, lookup
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import TensorType

PROGRAMS, TRIALS = 150, 60
# Sizes that depend on values, on an unknown number of features, on the predicate; and an op without a verifier.
NOT_TOLD = {"real_dynamic_slice", "dynamic_pad", "batch_norm_training", "batch_norm_grad", "select", "reduce_window", "torch_index_select"}
NAMES = [local for local in dialect("stablehlo").table if getattr(lookup(f"stablehlo.{local}").semantics, "infer", None) is not None]


@cache
def samples() -> dict[str, list[Operation]]:
    found = defaultdict(list)
    for seed in range(PROGRAMS):
        for op in module_of(AnyOp(f"inference {seed}").program(8).text).walk():
            if op.dialect == "stablehlo":
                found[op.name.removeprefix("stablehlo.")].append(op)
    return found


def drawn_type(type, sizes: dict[int, int], random: Random):
    """The same sizes become the same others, most of the time, so that operands often still fit together."""
    if not isinstance(type, TensorType):
        return type
    shape = [sizes.get(size, size) if random.random() < 0.8 else size for size in type.shape]
    shape = shape[1:] if random.random() < 0.05 else shape
    return type.with_shape([None if random.random() < 0.1 else size for size in shape])


def drawn(op: Operation, random: Random) -> Operation:
    sizes = {size: random.choice(SIZES) for value in op.operands for size in value.type.shape if random.random() < 0.4}
    keeps = [value.op is not None and has_trait(value.op, "constant_like") and random.random() < 0.7 for value in op.operands]
    operands = [value if kept else operand(drawn_type(value.type, sizes, random)) for value, kept in zip(op.operands, keeps)]
    attributes = redrawn_attributes(lookup(op.name), op.attributes, random) if random.random() < 0.6 else dict(op.attributes)
    return like(op, operands, [type.with_shape([None] * len(type.shape)) for type in (result.type for result in op.results)], attributes)


def like(op: Operation, operands, types, attributes) -> Operation:
    made = Operation.draft(op.name, operands, types, attributes)
    for region in op.regions:
        made.add_region(region.clone({}))
    return made


def inferred(op: Operation) -> list | None:
    """The types of the results, where neither verifier nor inference refuses the operands."""
    try:
        verify(op)
        return inferred_types(op)
    except Error:
        return None


@pytest.mark.parametrize("name", NAMES)
def test_what_inference_writes_verifies(name):
    random, ops = Random(crc32(name.encode())), samples()[name]
    for op in ops * (TRIALS // max(1, len(ops)) + 1):
        tried = drawn(op, random)
        types = inferred(tried)
        if types is None:
            continue
        verify(like(tried, tried.operands, types, tried.attributes))
        wrong = with_a_wrong_size(types, random) if name not in NOT_TOLD else None
        if wrong is not None:
            with pytest.raises(Error):
                verify(like(tried, tried.operands, wrong, tried.attributes))


def test_most_ops_are_tried():
    assert len([name for name in NAMES if samples()[name]]) > 0.85 * len(NAMES)
