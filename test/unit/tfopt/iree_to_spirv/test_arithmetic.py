"""Index arithmetic that simplifies as it is written, and instructions that are made once."""

import pytest
from tfir.dialects.iree.target import TargetAttr

from tfopt.iree_to_spirv.arithmetic import I, is_multiple, where
from tfopt.iree_to_spirv.index import Index
from tfopt.iree_to_spirv.kernel import Kernel


@pytest.fixture
def kernel():
    made = Kernel("kernel", TargetAttr())
    made.local_size, made.workgroups = (64, 1, 1), (100, 1, 1)
    return made


def made(kernel) -> list[str]:
    """The instructions so far, but for constants and inputs."""
    return [op.name.removeprefix("spirv.") for op in kernel.block]


def test_constants_fold_and_wrap(kernel):
    assert (kernel.number(2**31 - 1) + 1).constant == -(2**31)
    assert (kernel.number(6) * 7 - 2).constant == 40
    assert made(kernel) == []


def test_neutral_elements_leave_a_value_as_it_is(kernel):
    i = kernel.local(0)
    assert i + 0 is i and i * 1 is i and i // 1 is i
    assert (i * 0).constant == 0 and (i % 1).constant == 0
    assert made(kernel) == []


def test_quotients_and_remainders_of_sums_of_multiples(kernel):
    i, j = kernel.workgroup(0), kernel.local(0)
    assert ((i * 4 + 2) // 4).ssa is i.ssa
    assert ((i * 4 + 2) % 4).constant == 2
    assert ((i * 64 + j) // 64).ssa is i.ssa  # j is below 64
    assert ((i * 64 + j) % 64).ssa is j.ssa
    assert not {"UDiv", "UMod", "ShiftRightLogical", "BitwiseAnd"} & set(made(kernel))


def test_a_part_that_may_reach_over_is_not_simplified(kernel):
    i, j = kernel.workgroup(0), kernel.local(0)
    quotient = (i * 32 + j) // 32  # j may be 32 and more
    assert quotient.ssa is not i.ssa
    assert "ShiftRightLogical" in made(kernel)


def test_multiples_are_seen_through_choices(kernel):
    i = kernel.workgroup(0)
    chosen = where(i < 50, i * 8, i.like(16))
    assert is_multiple(chosen, 4) and not is_multiple(chosen + 2, 4)


def test_comparisons_with_a_limit_are_decided(kernel):
    i = kernel.local(0)
    assert (i < 64).constant is True and i.is_below(64).constant is True
    assert (i < 63).constant is None


def test_the_same_instruction_is_made_once_where_it_can_be_seen(kernel):
    i = kernel.local(0)
    kernel.loop(0, 10, 1, [], lambda k, _: [] if (k + i) is None else [])
    outside = i * 3 + 1
    with kernel.when(i < 7):
        assert (i * 3 + 1).ssa is outside.ssa
        inner = i * 5 + 1
    assert (i * 5 + 1).ssa is not inner.ssa  # what was made under the condition is not there after it


def test_an_index_by_number_and_by_dimensions(kernel):
    number = kernel.workgroup(0) * 64 + kernel.local(0)
    index = Index(kernel, (10, 10, 64), linear=number)
    assert index.dims[2].ssa is kernel.local(0).ssa
    again = Index(kernel, (10, 10, 64), [kernel.number(1), kernel.number(2), kernel.number(3)])
    assert again.linear.constant == 640 + 128 + 3
    assert again.after(2).linear.constant == again.linear.constant + 2


def test_short_loops_are_written_out(kernel):
    (total,) = kernel.loop(0, 3, 1, [kernel.number(0)], lambda k, now: [now[0] + k])
    assert total.constant == 3 and made(kernel) == []
    kernel.loop(0, 100, 1, [kernel.number(0)], lambda k, now: [now[0] + k])
    assert made(kernel) == ["mlir.loop"]


def test_what_nobody_uses_is_left_out(kernel):
    kernel.number(5, I) + kernel.local(0)
    module = kernel.finish()
    function = next(op for op in module.body if op.name == "spirv.func")
    assert [op.name for op in function.body] == ["spirv.Return"]
