"""Operations of 2019's sequencer that go by numbers in buffers, on the interpreter and as bytecode: numbers of paper, and what is refused."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.bytecode_program import bytecode_program
from tfir.execution.sequence import sequence_program
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse

PROGRAMS = {"interpreter": sequence_program, "vm": bytecode_program}
I32 = np.int32
BYTES = np.arange(1, 5, dtype=I32)


@pytest.fixture(params=PROGRAMS)
def run(request):
    def call(types, body, result, *arrays):
        """Results of the body of a function, in which arguments are %0, %1, ..."""
        program = PROGRAMS[request.param](func(types, body, result))
        return program([np.array(array) for array in arrays])[0]

    return call


def func(types, body, result):
    arguments = ", ".join([f"%{at}: memref<{type}>" for at, type in enumerate(types)])
    signature = f"func.func @f({arguments}) -> memref<{result}>"
    text = f"{signature} {{\n{body}\n  iree_ll_seq.return %out : memref<{result}>\n}}"
    return parse(Source("a.mlir", text), lookup, dialect).body.first


def allocated(type):
    return f'  %out = "iree_ll_seq.alloc_heap"() : () -> memref<{type}>\n'


def operation(name, operands, types, attributes="", result=""):
    return f'  "iree_ll_seq.{name}"({operands}) {attributes} : ({", ".join([f"memref<{each}>" for each in types])}) -> ({result})'


def test_shape_and_length(run):
    """A buffer of 3 by 4 has the shape [3, 4] and 12 elements."""
    x = np.zeros((3, 4), np.float32)
    assert run(["3x4xf32"], allocated("2xi32") + operation("shape", "%0, %out", ["3x4xf32", "2xi32"]), "2xi32", x).tolist() == [3, 4]
    assert run(["3x4xf32"], allocated("i32") + operation("length", "%0, %out", ["3x4xf32", "i32"]), "i32", x) == 12


def test_an_offset(run):
    """Element [2, 1] of 3 by 4 is number 2 * 4 + 1; elements have 4 bytes. One behind the end of an axis is no element of it."""
    types = ["2xi32", "2xi32", "i32"]
    body = allocated("i32") + operation("compute_offset", "%0, %1, %out", types, "{element_size = 4 : i32}")
    assert run(types[:2], body, "i32", I32([3, 4]), I32([2, 1])) == 36
    with pytest.raises(Error, match=r"has indices \[2, -1\] for a buffer of shape \[3, 4\]"):
        run(types[:2], body, "i32", I32([3, 4]), I32([2, -1]))


RANGE = (
    '  %out = "iree_ll_seq.alloc_heap"() : () -> memref<2xi32>\n'
    "  %a = iree_ll_seq.static_slice %out[0, 4] : memref<2xi32> -> memref<i32>\n"
    "  %b = iree_ll_seq.static_slice %out[4, 4] : memref<2xi32> -> memref<i32>\n"
    + operation("compute_range", "%0, %1, %2, %a, %b", ["2xi32"] * 3 + ["i32"] * 2, "{element_size = 2 : i32}")
)


@pytest.mark.parametrize(
    "indices, lengths, expected",
    [
        ([1, 0], [2, 4], [8, 16]),  # rows 1 and 2: from element 4 on, 8 elements of 2 bytes
        ([2, 1], [1, 3], [18, 6]),  # from element 9 on, 3 elements
        ([0, 2], [0, 1], [4, 0]),  # nothing
    ],
)
def test_a_range(run, indices, lengths, expected):
    assert run(["2xi32"] * 3, RANGE, "2xi32", I32([3, 4]), I32(indices), I32(lengths)).tolist() == expected


@pytest.mark.parametrize(
    "indices, lengths, message", [([0, 1], [2, 3], "do not lie in one piece"), ([2, 0], [2, 4], r"has lengths \[2, 4\] from \[2, 0\]")]
)
def test_what_is_no_range(run, indices, lengths, message):
    with pytest.raises(Error, match=message):
        run(["2xi32"] * 3, RANGE, "2xi32", I32([3, 4]), I32(indices), I32(lengths))


COPY = (
    '  %out = "iree_ll_seq.clone"(%1) : (memref<4xi32>) -> memref<4xi32>\n'
    "  iree_ll_seq.dynamic_copy %0[%2] to %out[%3], %4 : memref<4xi32>, memref<i32>, memref<4xi32>, memref<i32>, memref<i32>"
)


def test_a_part_is_copied(run):
    """From the second element of [1, 2, 3, 4], 8 bytes to the third of zeros."""
    types = ["4xi32", "4xi32", "i32", "i32", "i32"]
    zeros = np.zeros(4, I32)
    assert run(types, COPY, "4xi32", BYTES, zeros, I32(4), I32(8), I32(8)).tolist() == [0, 0, 2, 3]
    with pytest.raises(Error, match=r"bytes 12\.\.20 do not lie in a buffer of 16 bytes"):
        run(types, COPY, "4xi32", BYTES, zeros, I32(4), I32(12), I32(8))


def test_a_part_is_filled(run):
    types = ["i32", "4xi32", "i32", "i32"]
    body = '  %out = "iree_ll_seq.clone"(%1) : (memref<4xi32>) -> memref<4xi32>\n' + operation("dynamic_fill", "%0, %out, %2, %3", types)
    assert run(types, body, "4xi32", I32(7), BYTES, I32(4), I32(8)).tolist() == [1, 7, 7, 4]


def test_a_shape_in_a_buffer(run):
    body = "  %out = iree_ll_seq.reshape %0[%1 : memref<2xi32>] : memref<4xi32> -> memref<2x2xi32>"
    assert run(["4xi32", "2xi32"], body, "2x2xi32", BYTES, I32([2, 2])).tolist() == [[1, 2], [3, 4]]
    with pytest.raises(Error, match=r"has the shape \[4, 1\] for a result of type memref<2x2xi32>"):
        run(["4xi32", "2xi32"], body, "2x2xi32", BYTES, I32([4, 1]))


CHOICE = (
    '  %a = "iree_ll_seq.clone"(%1) : (memref<2xi32>) -> memref<2xi32>\n'
    '  %b = "iree_ll_seq.clone"(%1) : (memref<2xi32>) -> memref<2xi32>\n'
    '  %chosen = "iree_ll_seq.cond_assign"(%0, %a, %b) : (memref<i1>, memref<2xi32>, memref<2xi32>) -> memref<2xi32>\n'
    "  iree_ll_seq.static_fill 9 to %chosen[4, 4] : memref<2xi32>\n"
    '  %out = "iree_ll_seq.assign"(%a) : (memref<2xi32>) -> memref<2xi32>'
)


def test_a_choice_is_the_buffer_itself():
    """What is written to the chosen buffer is seen in the first one where that was chosen, call by call."""
    for make in PROGRAMS.values():
        program = make(func(["i1", "2xi32"], CHOICE, "2xi32"))
        for condition, expected in [(True, [1, 9]), (False, [1, 2]), (True, [1, 9])]:
            assert program([np.array(condition), I32([1, 2])])[0].tolist() == expected


CHOICES = (
    '  %a = "iree_ll_seq.cond_assign"(%0, %1, %2) : (memref<i1>, memref<i32>, memref<i32>) -> memref<i32>\n'
    '  %b = "iree_ll_seq.cond_assign"(%3, %a, %2) : (memref<i1>, memref<i32>, memref<i32>) -> memref<i32>\n'
    '  %out = "iree_ll_seq.clone"(%b) : (memref<i32>) -> memref<i32>'
)


@pytest.mark.parametrize("first, second, expected", [(True, True, 1), (True, False, 2), (False, True, 2), (False, False, 2)])
def test_a_choice_among_choices(run, first, second, expected):
    assert run(["i1", "i32", "i32", "i1"], CHOICES, "i32", np.array(first), I32(1), I32(2), np.array(second)) == expected


def test_memory_with_a_content():
    """It is there again in each call, whatever the one before has written."""
    for name in ("alloc_static", "alloc_stack_init"):
        body = (
            f'  %out = "iree_ll_seq.{name}"() {{value = dense<5> : tensor<i32>}} : () -> memref<2xi32>\n'
            "  iree_ll_seq.static_copy %0[0] to %out[4], 4 : memref<i32>, memref<2xi32>"
        )
        for make in PROGRAMS.values():
            program = make(func(["i32"], body, "2xi32"))
            assert [program([np.array(number, I32)])[0].tolist() for number in (1, 2)] == [[5, 1], [5, 2]]


SLICE = operation("dynamic_slice", "%0, %1, %2, %3", ["4xi32", "i32", "i32", "1xi32"])


@pytest.mark.parametrize("type", ["2xi32", "?xi32"])
def test_a_part_is_viewed(run, type):
    """From the second element of [1, 2, 3, 4], two of them; 8 bytes have no room for three."""
    types = ["4xi32", "i32", "i32", "1xi32"]
    body = SLICE.replace("  ", "  %part = ", 1).replace("-> ()", f"-> memref<{type}>")
    body += f'\n  %out = "iree_ll_seq.clone"(%part) : (memref<{type}>) -> memref<{type}>'
    assert run(types, body, type, BYTES, I32(4), I32(8), I32([2])).tolist() == [2, 3]
    assert run(types, body, type, BYTES, I32(8), I32(8), I32([2])).tolist() == [3, 4]
    with pytest.raises(Error, match=r"bytes 12\.\.20 do not lie in a buffer of 16 bytes"):
        run(types, body, type, BYTES, I32(12), I32(8), I32([2]))
    message = "gives 4 bytes to a buffer" if type == "2xi32" else "gives 4 bytes to a buffer of type memref<2xi32>"
    with pytest.raises(Error, match=message):
        run(types, body, type, BYTES, I32(4), I32(4), I32([2]))


def test_memory_of_a_size_in_a_buffer(run):
    """As many sevens as the buffer says."""
    body = operation("alloc_stack", "%0", ["i32"]).replace("  ", "  %out = ", 1).replace("-> ()", "-> memref<?xi32>") + "\n"
    body += operation("dynamic_fill", "%1, %out, %2, %3", ["i32", "?xi32", "i32", "i32"])
    assert run(["i32"] * 4, body, "?xi32", I32(3), I32(7), I32(0), I32(12)).tolist() == [7, 7, 7]


def test_memory_of_no_size(run):
    """A size below 0 is told of the operation that takes it; memory of 0 elements there is."""
    body = operation("alloc_stack", "%0", ["i32"]).replace("  ", "  %out = ", 1).replace("-> ()", "-> memref<?xi32>")
    assert run(["i32"], body, "?xi32", I32(0)).tolist() == []
    with pytest.raises(Error, match=r"has a result of type memref<\?xi32>, of which the sizes come to memref<-3xi32>"):
        run(["i32"], body, "?xi32", I32(-3))


def test_what_is_refused():
    """By name, with the place, before anything runs: numbers that are no whole numbers, and buffers of them of unknown sizes."""
    body = operation("dynamic_fill", "%0, %0, %1, %1", ["f32", "f32", "?xi32", "?xi32"])
    with pytest.raises(Error, match=r"takes numbers from a buffer of type memref<\?xi32>"):
        sequence_program(func(["f32", "?xi32"], body + "\n" + allocated("f32"), "f32"))([np.float32(0), I32([0])])
