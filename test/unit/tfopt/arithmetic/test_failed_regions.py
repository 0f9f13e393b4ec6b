"""A lowering that fails inside of a loop leaves nothing behind that uses what stands before the loop."""

import pytest
from tfir.ir.builder import Builder
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block
from tfir.ir.types import F32, TensorType

from tfopt.arithmetic.tensor import Tensor, building, loop, splat


@pytest.mark.parametrize("kind", [Error, TypeError, AttributeError, KeyError])
def test_what_a_failed_loop_has_built_goes(kind):
    block = Block([TensorType((2,), F32)])
    with building(Builder.at_end(block)):
        before = Tensor(block.arguments[0])
        step = splat(1.0, (2,), F32)

        def body(now):
            inner = now + before + step
            loop(lambda now: now[0] > inner[1], lambda now: [now + before], inner)
            raise kind("has a size that nothing tells")

        with pytest.raises(kind, match="has a size that nothing tells"):
            loop(lambda now: now[0] < 3, body, before)
    assert not before.value.uses
    assert not step.value.uses
