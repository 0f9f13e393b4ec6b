"""What programs of Relay compute; numbers are done on paper."""

import numpy as np
import pytest
from tfir.dialects import verify
from tfir.execution.program import Program
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source

from tftranslate.relay.reader import read_module
from tftranslate.relay.writer import module_text

HEADER = '#[version = "0.0.5"]\n'
LIST = """type List[A] { Cons(A, List[A]), Nil }
def @range(%n: int32) -> List[int32] {
  let %loop = fn (%i: int32, %xs: List[int32]) { if (%i == 0) { %xs } else { %loop(%i - 1, Cons(%i, %xs)) } };
  %loop(%n, Nil)
}
def @fold[A, B](%f: fn(A, B) -> B, %start: B, %xs: List[A]) -> B {
  match (%xs) { Cons(%x, %rest) => %f(%x, @fold(%f, %start, %rest)), Nil => %start }
}
def @each[A, B](%f: fn(A) -> B, %xs: List[A]) -> List[B] {
  match (%xs) { Cons(%x, %rest) => Cons(%f(%x), @each(%f, %rest)), Nil => Nil, }
}
"""


def run(text, *inputs):
    """What @main gives, as the text and as what is written of it."""
    module = read_module(Source("t.relay", HEADER + text))
    verify(module)
    again = read_module(Source("again.relay", "".join(module_text(module))))
    verify(again)
    outputs = []
    for each in (module, again):
        program = Program(each, "main")
        given = {
            port.name: np.asarray(value, np.float32 if "f32" in port.type.text else np.int32) for port, value in zip(program.feeds, inputs)
        }
        outputs.append([value.tolist() for value in program.run(given).values()])
    assert outputs[0] == outputs[1]
    return outputs[0]


def test_a_loop_is_a_function_that_calls_itself():
    text = "def @main(%n: int32) { let %loop = fn (%i: int32, %s: int32) { if (%i < %n) { %loop(%i + 1, %s + %i) } else { %s } }; %loop(0, 0) }"
    assert run(text, 10_000) == [49_995_000]


def test_two_functions_that_call_each_other():
    text = """def @even(%n: int32) -> bool { if (%n == 0) { True } else { @odd(%n - 1) } }
    def @odd(%n: int32) -> bool { if (%n == 0) { False } else { @even(%n - 1) } }
    def @main(%n: int32) { @even(%n) }"""
    assert run(text, 501) == [False] and run(text, 500) == [True]


def test_calls_that_are_not_the_last_thing():
    assert run(LIST + "def @main(%n: int32) { @fold(fn (%x: int32, %y: int32) { %x + %y }, 0, @range(%n)) }", 2_000) == [2_001_000]


def test_operators_and_constructors_are_functions():
    text = LIST + "def @main(%n: int32) { @fold(multiply, 1, @each(negative, @fold(Cons, Nil, @range(%n)))) }"
    assert run(text, 5) == [-120]


def test_functions_keep_what_is_around_them():
    text = "def @main(%x: float32) { let %add = fn (%a: float32) { fn (%b: float32) { %a - %b } }; let %f = %add(%x); %f(1f) * %f(2f) }"
    assert run(text, 5.0) == [12.0]


def test_a_polymorphic_function_is_used_at_two_types():
    assert run("def @main(%x: float32, %n: int32) { let %id = fn [A](%y: A) -> A { %y }; (%id(%x), %id(%n)) }", 1.5, 7) == [1.5, 7]


def test_references_are_read_and_written_in_order():
    text = """def @main(%x: float32) {
      let %r = ref(%x);
      let %before = ref_read(%r);
      ref_write(%r, 5f);
      (%before, ref_read(%r))
    }"""
    assert run(text, 1.0) == [1.0, 5.0]


def test_a_binding_acts_where_it_is_used_first():
    """A graph binding is a node, which is computed when it is needed; one that is not needed does nothing."""
    text = """def @main(%x: float32) {
      let %r = ref(%x);
      %0 = ref_read(%r);
      %1 = add(%0, 1f);
      %2 = ref_write(%r, 100f);
      ref_write(%r, 5f);
      (%1, %0)
    }"""
    assert run(text, 1.0) == [6.0, 5.0]


def test_a_binding_in_a_branch_acts_there():
    text = """def @main(%x: float32, %n: int32) {
      let %r = ref(%x);
      %0 = ref_write(%r, 5f);
      let %u = if (%n == 0) { %0; 1f } else { 2f };
      (%u, ref_read(%r))
    }"""
    assert run(text, 1.0, 0) == [1.0, 5.0] and run(text, 1.0, 1) == [2.0, 1.0]


def test_gradients_by_references_to_functions():
    """Reverse mode as Relay's gradients do it: what is to be done backwards is a function in a reference. d(x * x) = 2x."""
    text = """def @main(%x: float32) {
      let %grad = ref(0f);
      let %back = ref(fn () { () });
      let %y = %x * %x;
      let %before = ref_read(%back);
      ref_write(%back, fn () { ref_write(%grad, ref_read(%grad) + %x); ref_write(%grad, ref_read(%grad) + %x); %before() });
      ref_read(%back)();
      (%y, ref_read(%grad))
    }"""
    assert run(text, 3.0) == [9.0, 6.0]


def test_matches_take_the_first_pattern_that_fits():
    text = (
        LIST
        + """def @main(%n: int32) {
      match (@range(%n), %n) { (Cons(%x, Cons(%y, Nil)), _) => %x * 10 + %y, (Cons(_, Cons(%y, %rest)), %m) => %y + %m, (Nil, _) => -1, _ => -2 }
    }"""
    )
    assert [run(text, n) for n in (0, 1, 2, 3)] == [[-1], [-2], [12], [5]]


def test_a_match_that_lacks_a_pattern_fails():
    text = LIST + "def @main(%n: int32) { match? (@range(%n)) { Cons(%x, _) => %x } }"
    assert run(text, 3) == [1]
    with pytest.raises(Error, match="no pattern matches"):
        run(text, 0)


def test_recursion_without_end_is_an_error():
    with pytest.raises(Error, match="does not seem to end"):
        run("def @f(%x: int32) -> int32 { 1 + @f(%x) }\ndef @main(%x: int32) { @f(%x) }", 1)


def test_tuples_of_main_are_outputs_and_inputs():
    """The fields of the tuple that @main gives, and those of tuples in it; what it takes likewise."""
    assert run("def @main(%x: float32) { (%x, %x + 2f) }", 1.0) == [1.0, 3.0]
    assert run("def @main(%x: float32) { (%x, (%x + 1f, (%x + 2f,)), ()) }", 1.0) == [1.0, 2.0, 3.0]
    assert run("def @main(%t: (float32, (float32, float32)), %y: float32) { %t.0 - %t.1.1 * %y }", 7.0, 5.0, 2.0, 3.0) == [1.0]


def test_a_tuple_whose_type_says_less_is_written_in_place():
    """What is written of it is the same when it has been read and written again."""
    text = """def @f(%x: Tensor[(?), float32]) -> (Tensor[(?), float32], Tensor[(?), float32]) {
  %0 = full(1f, shape=[2], dtype="float32");
  (%0, %x)
}

def @main(%x1: Tensor[(?), float32]) -> (Tensor[(?), float32], Tensor[(?), float32]) {
  @f(%x1)
}
"""
    once = "".join(module_text(read_module(Source("t.relay", HEADER + text))))
    assert "  (%0, %x)\n}" in once
    assert "".join(module_text(read_module(Source("t.relay", once)))) == once


def test_what_tf_run_does_not_show():
    """Tuples stay where another function asks for them too."""
    with pytest.raises(Error, match="gives a tuple"):
        run("def @main(%x: float32) -> (float32, (float32,)) { if (%x < 1f) { (%x, (%x,)) } else { @main(%x - 1f) } }", 1.0)


def test_infix_operators_compute_what_they_are():
    assert run("def @main(%x: float32, %y: float32) { (%x - %y * 2f, %x / %y, -%x) }", 7.0, 2.0) == [3.0, 3.5, -7.0]
