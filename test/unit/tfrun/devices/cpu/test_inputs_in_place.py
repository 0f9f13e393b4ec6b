"""Large inputs are read where they lie, and large outputs written to arrays of their own; what that must not change is here."""

import mmap

import numpy as np
import pytest
from device_calls import lowered, read
from tfir.dialects import lookup
from tfir.execution.entry import find_entry
from tfir.text.printer import PrintOptions, print_operation

from tfrun.devices import session
from tfrun.devices.cpu.commands import References
from tfrun.devices.cpu.recording import ALIGNMENT, LEAST_MOVED, address_of, lies_alike, memory_of

COUNT = LEAST_MOVED // 4
WHOLE = f"tensor<{COUNT}xf32>"
DIFFERENCE = f"""func.func @main(%x: {WHOLE}, %y: {WHOLE}) -> {WHOLE} {{
  %0 = stablehlo.subtract %x, %y : {WHOLE}
  return %0 : {WHOLE}
}}"""


@pytest.fixture
def moved(monkeypatch):
    """The addresses that commands were given for areas."""
    addresses, move = [], References.move
    monkeypatch.setattr(References, "move", lambda self, address: addresses.append(address) or move(self, address))
    return addresses


@pytest.fixture
def begin():
    """Makes a program of a module, or of text that is to be lowered."""
    opened = []

    def begin(module, threads=1):
        module = lowered(module, "x86-64-v3", "cpu") if isinstance(module, str) else module
        opened.append(session(module, "cpu", threads=threads))
        return opened[-1].__enter__()(find_entry(module))

    yield begin
    for each in opened:
        each.__exit__(None, None, None)


def numbers(begin: int = 0, count: int = COUNT) -> np.ndarray:
    """Small whole numbers, of which sums are exact."""
    return (np.arange(begin, begin + count) % 1000).astype("f4")


def placed(array: np.ndarray) -> np.ndarray:
    """The same in memory that is aligned, and ends inside of a page."""
    room = np.empty(array.nbytes + 2 * mmap.PAGESIZE, np.uint8)
    begin = -address_of(room) % mmap.PAGESIZE + ALIGNMENT
    inside = room[begin : begin + array.nbytes].view(array.dtype)
    inside[:] = array
    return inside


@pytest.mark.parametrize("threads", [1, 2])
def test_large_inputs_are_read_in_place(begin, moved, threads):
    x, y = placed(numbers()), placed(numbers(7))
    (answer,) = begin(DIFFERENCE, threads)([x, y])
    np.testing.assert_array_equal(answer, numbers() - numbers(7))
    assert {address_of(x), address_of(y), address_of(answer)} <= set(moved)


def test_small_inputs_are_copied(begin, moved):
    program = begin(DIFFERENCE.replace(WHOLE, f"tensor<{COUNT - 16}xf32>"))
    (answer,) = program([numbers(5, COUNT - 16), numbers(2, COUNT - 16)])
    np.testing.assert_array_equal(answer, numbers(5, COUNT - 16) - numbers(2, COUNT - 16))
    assert not moved


def test_one_array_twice(begin, moved):
    x = placed(numbers())
    (answer,) = begin(DIFFERENCE)([x, x])
    assert not answer.any() and moved.count(address_of(x)) == 2


def test_the_next_call_reads_what_it_is_given(begin):
    """An array that has changed, another one, and one that has to be copied; outputs of earlier calls stay as they are."""
    program, x, y = begin(DIFFERENCE), placed(numbers()), placed(numbers(7))
    (first,) = program([x, y])
    x += 1
    (second,) = program([x, placed(numbers(9))])
    (third,) = program([numbers()[::-1], y])
    (fourth,) = program([second, first])
    np.testing.assert_array_equal(first, numbers() - numbers(7))
    np.testing.assert_array_equal(second, numbers() + 1 - numbers(9))
    np.testing.assert_array_equal(third, numbers()[::-1] - numbers(7))
    np.testing.assert_array_equal(fourth, second - first)


def test_memory_of_an_output_is_used_again_once_nothing_holds_it(begin):
    program, x, y = begin(DIFFERENCE), placed(numbers()), placed(numbers(7))
    (first,) = program([x, y])
    place, part = address_of(first), first[3:5]
    del first
    (second,) = program([y, x])  # beside a part of the first one
    assert address_of(second) != place
    np.testing.assert_array_equal(part, numbers()[3:5] - numbers(7)[3:5])
    place = address_of(second)
    del second
    (third,) = program([x, y])
    assert address_of(third) == place
    np.testing.assert_array_equal(third, numbers() - numbers(7))


def test_an_output_that_is_the_next_input_is_read_as_it_is(begin):
    program, x, y = begin(DIFFERENCE), placed(numbers()), placed(numbers(7))
    for _ in range(4):
        (x,) = program([x, y])
    np.testing.assert_array_equal(x, numbers() - 4 * numbers(7))


@pytest.mark.parametrize(
    "given",
    [
        lambda x: x[::-1].copy()[::-1],
        lambda x: np.repeat(x, 2)[::2],
        lambda x: x.astype(">f4"),
        lambda x: np.frombuffer(b"123" + x.tobytes(), "f4", len(x), 3),
    ],
    ids=["backwards", "every other one", "bytes the other way round", "not aligned"],
)
def test_what_lies_otherwise_is_copied(begin, moved, given):
    x = given(numbers())
    (answer,) = begin(DIFFERENCE)([x, placed(numbers(7))])
    np.testing.assert_array_equal(answer, numbers() - numbers(7))
    assert address_of(x) not in moved


def test_a_vector_can_be_read_behind_the_last_element():
    """Where memory may end before, it is copied."""
    pages = np.frombuffer(mmap.mmap(-1, 2 * mmap.PAGESIZE), np.uint8)
    home = np.zeros(mmap.PAGESIZE, np.uint8)
    for end, fits in ((0, False), (16, False), (ALIGNMENT - 16, False), (ALIGNMENT, True), (2 * ALIGNMENT, True)):
        begin = mmap.PAGESIZE - end
        assert lies_alike(pages[begin : begin + mmap.PAGESIZE], home) == fits


def test_an_input_that_is_also_an_output(begin):
    """The output is a copy of it, and the caller's."""
    program = begin(
        DIFFERENCE.replace(f"-> {WHOLE}", f"-> ({WHOLE}, {WHOLE}, {WHOLE})").replace(
            "return %0 :", f"return %0, %x, %0 : {WHOLE}, {WHOLE},"
        )
    )
    x = placed(numbers())
    difference, same, again = program([x, placed(numbers(7))])
    same += 1
    difference += 1
    np.testing.assert_array_equal(x, numbers())
    np.testing.assert_array_equal(again, numbers() - numbers(7))


LOOP = f"""func.func @main(%x: tensor<8x{COUNT}xf32>) -> tensor<8x{COUNT}xf32> {{
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<4> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %all = %x) : tensor<i32>, tensor<8x{COUNT}xf32>
  cond {{
    %go = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  }} do {{
    %row = stablehlo.dynamic_slice %all, %i, %zero, sizes = [1, {COUNT}] : (tensor<8x{COUNT}xf32>, tensor<i32>, tensor<i32>) -> tensor<1x{COUNT}xf32>
    %twice = stablehlo.add %row, %row : tensor<1x{COUNT}xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %new = stablehlo.dynamic_update_slice %all, %twice, %next, %zero : (tensor<8x{COUNT}xf32>, tensor<1x{COUNT}xf32>, tensor<i32>, tensor<i32>) -> tensor<8x{COUNT}xf32>
    stablehlo.return %next, %new : tensor<i32>, tensor<8x{COUNT}xf32>
  }}
  return %r#1 : tensor<8x{COUNT}xf32>
}}"""


def test_a_loop_that_begins_with_an_input_leaves_it_as_it_is(begin):
    x = memory_of(32 * COUNT).view("f4").reshape(8, COUNT)
    x[:] = np.arange(1, 9)[:, None]
    program = begin(LOOP)
    for _ in range(2):
        (answer,) = program([x])
        assert answer[:, 0].tolist() == [1, 2, 4, 8, 16, 6, 7, 8] and (answer == answer[:, :1]).all()
        assert x[:, 0].tolist() == list(range(1, 9))


def test_an_input_that_is_written_is_copied(begin, moved):
    """As no pass makes it: the difference takes the place of the first input, and from that the second is subtracted once more."""
    text = print_operation(lowered(DIFFERENCE, "x86-64-v3", "cpu"), lookup, PrintOptions())
    line = next(each for each in text.split("\n") if "static_dispatch" in each)
    assert "(%arg0, %arg1, %0)" in line
    x, y = placed(numbers()), placed(numbers(7))
    (answer,) = begin(read(text.replace(line, f"{line.replace('%arg1, %0', '%arg1, %arg0')}\n{line}")))([x, y])
    np.testing.assert_array_equal(answer, numbers() - 2 * numbers(7))
    np.testing.assert_array_equal(x, numbers())
    assert address_of(x) not in moved and address_of(y) in moved


def test_what_is_not_known_to_be_only_read_is_copied(begin, moved):
    """Without the function that says what a kernel computes."""
    text = print_operation(lowered(DIFFERENCE, "x86-64-v3", "cpu"), lookup, PrintOptions())
    first, last = text.index("    iree.executable(Unspecified)"), text.index("    iree.executable(LLVM)")
    x, y = placed(numbers()), placed(numbers(7))
    (answer,) = begin(read(text[:first] + text[last:]))([x, y])
    np.testing.assert_array_equal(answer, numbers() - numbers(7))
    assert not {address_of(x), address_of(y)} & set(moved)
