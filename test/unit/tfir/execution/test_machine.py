"""The machine for bytecode gives what the interpreter gives, to the bit: random programs, recorded calls of single ops, loops and calls by hand."""

import numpy as np
import pytest
from random_stablehlo_legs import executed, passed
from random_stablehlo_ops import AnyOp
from tfir.dialects import dialect, lookup
from tfir.execution.bytecode_program import assembled
from tfir.execution.machine import Code, Function
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.pipeline.description import parse_pipeline

TO_BYTECODE = parse_pipeline(
    "stablehlo-legalize-control-flow,iree-identify-dispatch-regions{allow-host-ops=true},iree-outline-dispatch-regions,iree-lower-sequencer-dialect,"
    "iree-plan-buffers,iree-legalize-interpreter-ops,iree-lower-interpreter-dialect"
)


def same(one, other):
    return all([a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes() for a, b in zip(one, other, strict=True)])


@pytest.mark.parametrize("most", [1, 8])
def test_random_programs_are_the_interpreters_to_the_bit(most):
    """Of one op of StableHLO, and of several."""
    compared = 0
    for seed in range(100):
        program = AnyOp(seed).program(most)
        try:
            module = passed(program, TO_BYTECODE)
            expected = executed(module, program.arrays, "interpreter")
        except Error:
            continue  # what is not lowered to dispatches, as a call
        assert same(expected, executed(module, program.arrays, "vm")), f"seed {seed}"
        compared += 1
    assert compared > 90


def code_of(text):
    module = parse(Source("test.mlir", text), lookup, dialect)
    return assembled(module, {})


def test_a_loop_sums_by_branches():
    """1 + 2 + ... + 10 is 55."""
    code = code_of("""
      func.func @sum(%n: memref<i32>, %out: memref<i32>) {
        %zero = "iree_ll_interp.constant"() {value = dense<0> : tensor<i32>} : () -> memref<i32>
        %one = "iree_ll_interp.constant"() {value = dense<1> : tensor<i32>} : () -> memref<i32>
        iree_ll_interp.br ^bb1(%n, %zero : memref<i32>, memref<i32>)
      ^bb1(%left: memref<i32>, %sum: memref<i32>):
        %more = "iree_ll_interp.alloc_heap"() : () -> memref<i1>
        "iree_ll_interp.cmp_i"(%left, %zero, %more) {predicate = "sgt"} : (memref<i32>, memref<i32>, memref<i1>) -> ()
        iree_ll_interp.cond_br %more, ^bb2, ^bb3
      ^bb2:
        %next = "iree_ll_interp.alloc_heap"() : () -> memref<i32>
        "iree_ll_interp.add_i"(%sum, %left, %next) : (memref<i32>, memref<i32>, memref<i32>) -> ()
        %fewer = "iree_ll_interp.alloc_heap"() : () -> memref<i32>
        "iree_ll_interp.sub_i"(%left, %one, %fewer) : (memref<i32>, memref<i32>, memref<i32>) -> ()
        iree_ll_interp.br ^bb1(%fewer, %next : memref<i32>, memref<i32>)
      ^bb3:
        "iree_ll_interp.static_copy"(%sum, %out) {source_offsets = array<i64>, target_offsets = array<i64>, lengths = array<i64>} : (memref<i32>, memref<i32>) -> ()
        iree_ll_interp.return
      }""")
    result = np.zeros((), np.int32)
    assert code.run("sum", np.int32(10)[...], result) == [] and result == 55


def test_calls_take_and_give_buffers():
    """(3 + 3) + (3 + 3) is 12."""
    code = code_of("""
      func.func @main(%x: memref<2xi32>) -> memref<2xi32> {
        %0 = "iree_ll_interp.call"(%x) {callee = @twice} : (memref<2xi32>) -> memref<2xi32>
        %1 = "iree_ll_interp.call"(%0) {callee = @twice} : (memref<2xi32>) -> memref<2xi32>
        iree_ll_interp.return %1 : memref<2xi32>
      }
      func.func @twice(%x: memref<2xi32>) -> memref<2xi32> {
        %0 = "iree_ll_interp.alloc_heap"() : () -> memref<2xi32>
        "iree_ll_interp.add_i"(%x, %x, %0) : (memref<2xi32>, memref<2xi32>, memref<2xi32>) -> ()
        iree_ll_interp.return %0 : memref<2xi32>
      }""")
    (result,) = code.run("main", np.array([3, -1], np.int32))
    assert result.tolist() == [12, -4]


TRANSPOSED = """
  func.func @f(%x: memref<2x2xi32>, %y: memref<2x2xi32>) {
    %p = "iree_ll_interp.constant"() {value = dense<[1, 0]> : tensor<2xi32>} : () -> memref<2xi32>
    %0 = "iree_ll_interp.alloc_heap"() : () -> memref<2x2xi32>
    "iree_ll_interp.transpose"(%x, %p, %0) : (memref<2x2xi32>, memref<2xi32>, memref<2x2xi32>) -> ()
    "iree_ll_interp.add_i"(%x, %x, %x) : (memref<2x2xi32>, memref<2x2xi32>, memref<2x2xi32>) -> ()
    "iree_ll_interp.static_copy"(%0, %y) {source_offsets = array<i64: 0, 0>, target_offsets = array<i64: 0, 0>, lengths = array<i64: 2, 2>} : (memref<2x2xi32>, memref<2x2xi32>) -> ()
    iree_ll_interp.return
  }"""


def test_what_was_computed_before_an_argument_was_written_stays():
    """The transposed argument is a view of it until the argument is doubled."""
    x, y = np.array([[1, 2], [3, 4]], np.int32), np.zeros((2, 2), np.int32)
    code_of(TRANSPOSED).run("f", x, y)
    assert x.tolist() == [[2, 4], [6, 8]] and y.tolist() == [[1, 3], [2, 4]]


def test_a_buffer_that_is_an_input_and_an_output():
    """Its content is copied to itself, transposed."""
    x = np.array([[1, 2], [3, 4]], np.int32)
    code_of(TRANSPOSED).run("f", x, x)
    assert x.tolist() == [[1, 3], [2, 4]]


@pytest.mark.parametrize(
    "contents, message",
    [
        ("04", "f: byte 1: the data ends early"),
        ("38 0000 0900 04 00", "f: byte 0: iree_ll_interp.clone: there are 2 slots, and none is 9"),
        ("38 0100 0100 04 00", "f: byte 0: iree_ll_interp.clone: slot 1 is read before it is written"),
        ("05 01000000 00", "f: byte 0: iree_ll_interp.br: goes to byte 1, where no instruction begins"),
        ("01 07000000 00 00 04 00", "f: byte 0: iree_ll_interp.call: calls function 7 of 1"),
        ("02 00000000 00 00 04 00", "f: byte 0: iree_ll_interp.call_import: calls function 0 of 0"),
        ("38 0000 0100", "f: its bytecode does not end with a return or a branch"),
        ("01 00000000 00 00 04 00", "f: calls go too deep"),
    ],
)
def test_damaged_bytes_are_told(contents, message):
    with pytest.raises(Error) as caught:
        Code([Function("f", bytes.fromhex(contents), 2)], []).run("f", *([np.zeros(2)] if contents[:2] != "01" else []))
    assert message in caught.value.render()


def test_damage_by_chance_ends_in_errors():
    from random import Random

    random = Random(2)
    sound = code_of(TRANSPOSED).functions[0]
    for _ in range(400):
        contents = bytearray(sound.contents)
        at = random.randrange(len(contents))
        contents[at : at + random.choice([0, 1, 1, 1, len(contents)])] = random.choice([b"", random.randbytes(1), random.randbytes(1)])
        if 0x05 in contents or 0x06 in contents:
            continue  # a branch may go round for ever
        try:
            Code([Function("f", bytes(contents), sound.count)], []).run("f", np.zeros((2, 2), np.int32), np.zeros((2, 2), np.int32))
        except Error:
            pass
