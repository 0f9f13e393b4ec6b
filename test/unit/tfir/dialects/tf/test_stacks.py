"""Stacks give last what came first, and no more than they have."""

import numpy as np
import pytest
from tfir.dialects.tf.stacks import StackCloseV2, StackPopV2, StackPushV2, StackV2
from tfir.ir.diagnostics import Error


def test_what_is_pushed_last_is_popped_first():
    (stack,) = StackV2.evaluate(np.int32(-1))
    assert StackPushV2.evaluate(stack, 1) == [1]
    StackPushV2.evaluate(stack, 2)
    assert [StackPopV2.evaluate(stack), StackPopV2.evaluate(stack)] == [[2], [1]]
    with pytest.raises(Error, match="no entry to give"):
        StackPopV2.evaluate(stack)


def test_a_stack_may_be_bounded():
    (stack,) = StackV2.evaluate(np.int32(1))
    StackPushV2.evaluate(stack, 1)
    with pytest.raises(Error, match="takes 1 entries, and has them"):
        StackPushV2.evaluate(stack, 2)
    StackCloseV2.evaluate(stack)
    StackPushV2.evaluate(stack, 3)
