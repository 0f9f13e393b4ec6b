"""Executor graphs: dead values, merges, loops of a number of turns, loops in loops, loops in branches. Values are worked out on paper."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.program import Program
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse

S = "tensor<i32>"


def run(arguments: str, results: str, body: str, *inputs):
    text = f"func.func @main({arguments}) -> ({results}) {{\n  %r:9 = tf_executor.graph {{\n{body}\n  }}\n  return RESULTS : {results}\n}}"
    count = results.count("tensor")
    text = text.replace("%r:9", f"%r:{count}").replace("RESULTS", ", ".join([f"%r#{at}" for at in range(count)]))
    program = Program(parse(Source("test.mlir", text), lookup, dialect))
    found = program.run({port.name: np.asarray(value) for port, value in zip(program.feeds, inputs)})
    return [np.asarray(value).tolist() for value in found.values()]


COND = """
    %s:3 = tf_executor.Switch %x, %p : tensor<i32>
    %f:2 = tf_executor.island wraps "tf.Neg"(%s#0) : (tensor<i32>) -> tensor<i32>
    %t:2 = tf_executor.island wraps "tf.Square"(%s#1) : (tensor<i32>) -> tensor<i32>
    %m:3 = tf_executor.Merge %f#0, %t#0 : tensor<i32>
    tf_executor.fetch %m#0, %m#1 : tensor<i32>, tensor<i32>
"""


@pytest.mark.parametrize("taken, expected", [(True, [9, 1]), (False, [-3, 0])])
def test_a_merge_takes_the_live_branch_and_says_which(taken, expected):
    assert run(f"%x: {S}, %p: tensor<i1>", f"{S}, {S}", COND, np.int32(3), taken) == expected


def test_what_comes_from_a_branch_not_taken_is_no_result():
    body = """
    %s:3 = tf_executor.Switch %x, %p : tensor<i32>
    tf_executor.fetch %s#1 : tensor<i32>
    """
    assert run(f"%x: {S}, %p: tensor<i1>", S, body, np.int32(3), True) == [3]
    with pytest.raises(Error, match="result 0 has no value: it comes from a branch that was not taken"):
        run(f"%x: {S}, %p: tensor<i1>", S, body, np.int32(3), False)


def test_a_merge_of_two_dead_values_is_dead_and_one_around_it_lives():
    body = """
    %o:3 = tf_executor.Switch %x, %p : tensor<i32>
    %i:3 = tf_executor.Switch %o#1, %q : tensor<i32>
    %a:2 = tf_executor.island wraps "tf.Neg"(%i#0) : (tensor<i32>) -> tensor<i32>
    %inner:3 = tf_executor.Merge %a#0, %i#1 : tensor<i32>
    %outer:3 = tf_executor.Merge %o#0, %inner#0 : tensor<i32>
    tf_executor.fetch %outer#0, %outer#1 : tensor<i32>, tensor<i32>
    """
    signature = f"%x: {S}, %p: tensor<i1>, %q: tensor<i1>", f"{S}, {S}", body, np.int32(5)
    assert run(*signature, False, True) == [5, 0]
    assert run(*signature, True, True) == [5, 1]
    assert run(*signature, True, False) == [-5, 1]


def test_of_two_live_inputs_a_merge_takes_one():
    body = """
    %a:2 = tf_executor.island wraps "tf.Neg"(%x) : (tensor<i32>) -> tensor<i32>
    %b:2 = tf_executor.island(%a#1) wraps "tf.Square"(%x) : (tensor<i32>) -> tensor<i32>
    %m:3 = tf_executor.Merge %b#0, %a#0 : tensor<i32>
    tf_executor.fetch %m#0, %m#1 : tensor<i32>, tensor<i32>
    """
    assert run(f"%x: {S}", f"{S}, {S}", body, np.int32(3)) == [-3, 1]


def test_a_dead_token_stops_an_op_but_neither_a_merge_nor_a_trigger():
    body = """
    %s:3 = tf_executor.Switch %x, %p : tensor<i32>
    %dead:2 = tf_executor.island wraps "tf.Neg"(%s#1) : (tensor<i32>) -> tensor<i32>
    %one:2 = tf_executor.island(%dead#1) wraps "tf.Square"(%x) : (tensor<i32>) -> tensor<i32>
    %m:3 = tf_executor.Merge %one#0, %s#0, %dead#1 : (tensor<i32>, tensor<i32>, !tf_executor.control) -> (tensor<i32>, tensor<i32>, !tf_executor.control)
    %c = tf_executor.ControlTrigger %dead#1
    %y:2 = tf_executor.island(%c) wraps "tf.Square"(%x) : (tensor<i32>) -> tensor<i32>
    tf_executor.fetch %m#1, %y#0 : tensor<i32>, tensor<i32>
    """
    assert run(f"%x: {S}, %p: tensor<i1>", f"{S}, {S}", body, np.int32(3), False) == [1, 9]


def test_a_switch_of_many():
    body = """
    %s:4 = tf_executor._SwitchN %x, %i of 3 : tensor<i32>
    %b:2 = tf_executor.island wraps "tf.Neg"(%s#1) : (tensor<i32>) -> tensor<i32>
    %c:2 = tf_executor.island wraps "tf.Square"(%s#2) : (tensor<i32>) -> tensor<i32>
    %m:3 = tf_executor.Merge %s#0, %b#0, %c#0 : (tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, !tf_executor.control)
    tf_executor.fetch %m#0, %m#1 : tensor<i32>, tensor<i32>
    """
    for index, expected in ((0, [4, 0]), (1, [-4, 1]), (2, [16, 2]), (7, [16, 2])):
        assert run(f"%x: {S}, %i: {S}", f"{S}, {S}", body, np.int32(4), np.int32(index)) == expected


def loop(name: str, start: str, limit: str, step: str, inside: str = "", inner: str = "%{n}id") -> str:
    """A loop that counts from `start` to `limit` by `step`; its result is %{name}x."""
    return f"""
    %{name}src, %{name}tok, %{name}c0 = tf_executor.NextIteration.Source : tensor<i32>
    %{name}e:2 = tf_executor.Enter {start} frame "{name}" : tensor<i32>
    %{name}l:2 = tf_executor.Enter {limit} frame "{name}" constant : tensor<i32>
    %{name}s:2 = tf_executor.Enter {step} frame "{name}" constant : tensor<i32>
    %{name}m:3 = tf_executor.Merge %{name}e#0, %{name}src : tensor<i32>
    %{name}p:2 = tf_executor.island wraps "tf.Less"(%{name}m#0, %{name}l#0) : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %{name}c:2 = tf_executor.LoopCond %{name}p#0 : tensor<i1>
    %{name}w:3 = tf_executor.Switch %{name}m#0, %{name}c#0 : tensor<i32>
    {inside}
    %{name}n:2 = tf_executor.island wraps "tf.AddV2"({inner.format(n=name) if inside else f"%{name}w#1"}, %{name}s#0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tf_executor.NextIteration.Sink[%{name}tok] %{name}n#0 : tensor<i32>
    %{name}x:2 = tf_executor.Exit %{name}w#0 : tensor<i32>
    """


@pytest.mark.parametrize("limit, expected", [(10, 12), (0, 0), (-5, 0), (3, 3), (1000, 1002)])
def test_a_loop_counts_until_its_limit(limit, expected):
    body = loop("a", "%x", "%n", "%k") + "tf_executor.fetch %ax#0 : tensor<i32>"
    assert run(f"%x: {S}, %n: {S}, %k: {S}", S, body, np.int32(0), np.int32(limit), np.int32(3)) == [expected]


def test_a_loop_in_a_loop():
    """Each outer turn counts on from where it is to the limit of the inner loop, which grows no more after the first turn:
    0 -> inner to 5 -> +1 = 6 -> inner leaves 6 -> 7, the first that is not below 7."""
    enters = '%ol2:2 = tf_executor.Enter %five frame "o" constant : tensor<i32>\n%ok2:2 = tf_executor.Enter %k frame "o" constant : tensor<i32>\n'
    inside = enters + loop("i", "%ow#1", "%ol2#0", "%ok2#0")
    body = loop("o", "%x", "%n", "%k", inside, "%ix#0") + "tf_executor.fetch %ox#0 : tensor<i32>"
    arguments = f"%x: {S}, %n: {S}, %k: {S}, %five: {S}"
    assert run(arguments, S, body, *map(np.int32, (0, 7, 1, 5))) == [7]
    assert run(arguments, S, body, *map(np.int32, (0, 3, 1, 5))) == [6]
    assert run(arguments, S, body, *map(np.int32, (9, 3, 1, 5))) == [9]


@pytest.mark.parametrize("taken, expected", [(True, 6), (False, -1)])
def test_a_loop_in_a_branch_that_is_taken_or_not(taken, expected):
    body = (
        """
    %s:3 = tf_executor.Switch %x, %p : tensor<i32>
    %neg:2 = tf_executor.island wraps "tf.Neg"(%s#0) : (tensor<i32>) -> tensor<i32>
    """
        + loop("a", "%s#1", "%n", "%n")
        + """
    %m:3 = tf_executor.Merge %neg#0, %ax#0 : tensor<i32>
    tf_executor.fetch %m#0 : tensor<i32>
    """
    )
    assert run(f"%x: {S}, %p: tensor<i1>, %n: {S}", S, body, np.int32(1), taken, np.int32(5)) == [expected]


def test_a_branch_in_a_loop():
    """Odd numbers are doubled, then one is added: 1 -> 3 -> 7 -> 15 -> 31 is not below 20."""
    inside = """
    %two:2 = tf_executor.Enter %k2 frame "a" constant : tensor<i32>
    %odd:2 = tf_executor.island wraps "tf.FloorMod"(%aw#1, %two#0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %is:2 = tf_executor.island wraps "tf.Cast"(%odd#0) : (tensor<i32>) -> tensor<i1>
    %b:3 = tf_executor.Switch %aw#1, %is#0 : tensor<i32>
    %d:2 = tf_executor.island wraps "tf.AddV2"(%b#1, %b#1) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %am2:3 = tf_executor.Merge %b#0, %d#0 : tensor<i32>
    """
    body = loop("a", "%x", "%n", "%k", inside, "%am2#0") + "tf_executor.fetch %ax#0 : tensor<i32>"
    arguments = f"%x: {S}, %n: {S}, %k: {S}, %k2: {S}"
    assert run(arguments, S, body, *map(np.int32, (1, 20, 1, 2))) == [31]


def test_an_op_outside_of_the_loop_that_its_value_comes_from_is_an_error():
    body = (
        loop("a", "%x", "%n", "%k")
        + """
    %y:2 = tf_executor.island wraps "tf.AddV2"(%z#0, %an#0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %z:2 = tf_executor.island wraps "tf.Neg"(%x) : (tensor<i32>) -> tensor<i32>
    tf_executor.fetch %y#0 : tensor<i32>
    """
    )
    with pytest.raises(Error, match="waits for inputs that never come"):
        run(f"%x: {S}, %n: {S}, %k: {S}", S, body, *map(np.int32, (0, 2, 1)))
