"""Whether a stack may be popped from: the handle is followed through what hands it on, both ways."""

import pytest
from tfir.dialects import dialect, lookup
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.grappler.grappler_loop import is_popped

HANDLE = "tensor<!tf_type.resource>"
STACK = f"""
  %n, %nc = Const name("n") {{dtype = i32, value = dense<1> : tensor<i32>}} : () -> (tensor<i32>)
  %s, %sc = StackV2(%n) name("s") {{elem_type = f32, stack_name = ""}} : (tensor<i32>) -> ({HANDLE})
  %x, %xc = Placeholder name("x") {{dtype = f32}} : () -> (tensor<f32>)
  %p, %pc = Placeholder name("p") {{dtype = i1}} : () -> (tensor<i1>)
"""
ENTER = f'%e, %ec = Enter(%s) name("e") {{T = !tf_type.resource, frame_name = "f", is_constant = true, parallel_iterations = 10 : i64}} : ({HANDLE}) -> ({HANDLE})'
SWITCH = f'%t:2, %tc = Switch(%s, %p) name("t") {{T = !tf_type.resource}} : ({HANDLE}, tensor<i1>) -> ({HANDLE}, {HANDLE})'
MERGE = f'%m:2, %mc = Merge(%t#0, %t#1) name("m") {{N = 2 : i64, T = !tf_type.resource}} : ({HANDLE}, {HANDLE}) -> ({HANDLE}, tensor<i32>)'
IDENTITY = f'%i, %ic = Identity(%s) name("i") {{T = !tf_type.resource}} : ({HANDLE}) -> ({HANDLE})'
CALL = f'%c, %cc = PartitionedCall(%s) name("c") {{Tin = [!tf_type.resource], Tout = [f32], f = #tf_type.func<@g, {{}}>}} : ({HANDLE}) -> (tensor<f32>)'


def push(handle: str) -> str:
    return f'%push, %pushc = StackPushV2({handle}, %x) name("push") {{T = f32, swap_memory = false}} : ({HANDLE}, tensor<f32>) -> (tensor<f32>)'


def pop(handle: str) -> str:
    return f'%pop, %popc = StackPopV2({handle}) name("pop") {{elem_type = f32}} : ({HANDLE}) -> (tensor<f32>)'


def popped(*lines: str) -> bool:
    text = "tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {" + STACK + "\n".join(lines) + "}"
    graph = parse(Source("text", text), lookup, dialect).body.first
    return is_popped(next(op.operands[0] for op in graph.body if op.name == "tfg.StackPushV2"))


WAYS = {
    "itself": ([], "%s", "%s"),
    "a loop's constant": ([ENTER], "%s", "%e"),
    "pushed in the loop, popped outside": ([ENTER], "%e", "%s"),
    "an Identity": ([IDENTITY], "%i", "%s"),
    "one side": ([SWITCH], "%t#1", "%s"),
    "both sides, joined again": ([SWITCH, MERGE], "%m#0", "%s"),
    "the other side": ([SWITCH, MERGE], "%t#0", "%m#0"),
}  # fmt: skip


@pytest.mark.parametrize("lines, pushed, taken", WAYS.values(), ids=WAYS)
def test_a_pop_is_seen(lines, pushed, taken):
    assert popped(*lines, push(pushed), pop(taken))


@pytest.mark.parametrize("lines, pushed, taken", WAYS.values(), ids=WAYS)
def test_without_a_pop_nothing_is(lines, pushed, taken):
    assert not popped(*lines, push(pushed))


def test_who_else_takes_the_handle_may_pop():
    assert popped(push("%s"), CALL)


def test_another_stack_s_pop_is_not_this_one_s():
    other = f'%o, %oc = StackV2(%n) name("o") {{elem_type = f32, stack_name = ""}} : (tensor<i32>) -> ({HANDLE})'
    assert not popped(other, push("%s"), pop("%o"))
