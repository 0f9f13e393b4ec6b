"""Threads meet where one reads what others wrote, and only there: a loop over dispatches that one of them runs alone, and such as all share."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from ctypes import CFUNCTYPE, c_int32, c_void_p, cast
from functools import cache
from time import sleep

import numpy as np
import pytest
from device_calls import lowered
from tfir.cost.dispatches import Work
from tfir.dialects import lookup
from tfir.execution.entry import find_entry
from tfir.ir.types import F32, MemRefType
from tfir.text.printer import print_operation

from tfrun.devices import session
from tfrun.devices.cpu.commands import COMMAND, DISPATCH
from tfrun.devices.cpu.compilation import code_for, compiled
from tfrun.devices.cpu.waiting import runtime
from tfrun.devices.cpu.work import Shares
from tfrun.devices.cpu.work import shares as shared
from tfrun.devices.cpu.workers import LINE

pytest.importorskip("llvmlite")

LOOP = """func.func @main(%x: tensor<20000xf32>, %s: tensor<f32>) -> (tensor<20000xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %y = %x, %t = %s) : tensor<i32>, tensor<20000xf32>, tensor<f32>
    cond {
      %bound = stablehlo.constant dense<1.0e6> : tensor<f32>
      %less = stablehlo.compare LT, %t, %bound : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %i, %one : tensor<i32>
      %two = stablehlo.constant dense<2.0> : tensor<f32>
      %u = stablehlo.multiply %t, %two : tensor<f32>
      %first = stablehlo.slice %y [19999:20000] : (tensor<20000xf32>) -> tensor<1xf32>
      %scalar = stablehlo.reshape %first : (tensor<1xf32>) -> tensor<f32>
      %v = stablehlo.add %u, %scalar : tensor<f32>
      %w = stablehlo.broadcast_in_dim %v, dims = [] : (tensor<f32>) -> tensor<20000xf32>
      %z = stablehlo.subtract %w, %y : tensor<20000xf32>
      stablehlo.return %next, %z, %v : tensor<i32>, tensor<20000xf32>, tensor<f32>
    }
  return %r#1, %r#2 : tensor<20000xf32>, tensor<f32>
}"""


def looped(x, t):
    while t < 1e6:
        t = np.float32(2) * t + x[-1]
        x = t - x
    return x, t


@pytest.mark.parametrize("threads", [1, 2, 3, 5])
def test_what_one_thread_writes_all_read(threads):
    x = np.random.default_rng(3).integers(1, 5, 20000).astype("f4")
    expected = looped(x, np.float32(1))
    module = lowered(LOOP, "x86-64-v3", "cpu")
    with session(module, "cpu", threads=threads) as program_of:
        program = program_of(find_entry(module))
        for _ in range(20):
            for answer, right in zip(program([x, np.float32(1)]), expected, strict=True):
                np.testing.assert_array_equal(answer, right)


# Sums of rows of 64 numbers, enough of them that it is worth it to share them.
ROWS = """func.func @main(%x: tensor<9000x64xf32>) -> tensor<9000xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1]
    : (tensor<9000x64xf32>, tensor<f32>) -> tensor<9000xf32>
  return %sum : tensor<9000xf32>
}"""
OTHER = ROWS.replace("stablehlo.add", "stablehlo.maximum")


def whole_numbers(seed: int) -> np.ndarray:
    """Their sums are exact in any order."""
    return np.random.default_rng(seed).integers(0, 100, (9000, 64)).astype("f4")


@pytest.fixture
def opened():
    """Programs for so many threads, open until the test ends."""
    with ExitStack() as stack:

        def open_program(text: str, threads: int):
            module = lowered(text, "x86-64-v3", "cpu")
            return stack.enter_context(session(module, "cpu", threads=threads))(find_entry(module))

        yield open_program


def test_programs_take_turns(opened):
    sums, greatest = opened(ROWS, 2), opened(OTHER, 3)
    for seed in range(10):
        x = whole_numbers(seed)
        np.testing.assert_array_equal(sums([x])[0], x.sum(1))
        np.testing.assert_array_equal(greatest([x])[0], x.max(1))


def test_entries_share_threads():
    module = lowered("\n".join([ROWS, OTHER.replace("@main", "@other")]), "x86-64-v3", "cpu")
    x = whole_numbers(1)
    with session(module, "cpu", threads=2) as program_of:
        for _ in range(5):
            np.testing.assert_array_equal(program_of(find_entry(module, "main"))([x])[0], x.sum(1))
            np.testing.assert_array_equal(program_of(find_entry(module, "other"))([x])[0], x.max(1))


def test_a_program_that_several_python_threads_call(opened):
    program = opened(ROWS, 2)
    given = [whole_numbers(seed) for seed in range(24)]
    with ThreadPoolExecutor(4) as callers:
        for x, (sums,) in zip(given, callers.map(lambda x: program([x]), given)):
            np.testing.assert_array_equal(sums, x.sum(1))


def test_more_threads_than_processors(opened):
    program, x = opened(ROWS, 4 * (os.cpu_count() or 1) + 1), whole_numbers(2)
    for _ in range(10):
        np.testing.assert_array_equal(program([x])[0], x.sum(1))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork.*")
def test_a_fork_has_threads_of_its_own(opened):
    program, x = opened(ROWS, 2), whole_numbers(4)
    program([x])
    child = os.fork()
    if not child:
        os._exit(not np.array_equal(program([x])[0], x.sum(1)))
    assert os.waitpid(child, 0)[1] == 0
    np.testing.assert_array_equal(program([x])[0], x.sum(1))


def test_a_process_may_end_while_threads_wait(tmp_path):
    """Also where a session is left open."""
    (tmp_path / "program.mlir").write_text(print_operation(lowered(ROWS, "x86-64-v3", "cpu"), lookup))
    script = (
        "import sys, numpy\nfrom tfir.execution.entry import find_entry\nfrom tfrun.devices import session\nfrom tfrun.reading import parse_module\n"
        "module, _ = parse_module(sys.argv[1])\nopened = session(module, 'cpu', threads=3)\n"
        "print(opened.__enter__()(find_entry(module))([numpy.ones((9000, 64), 'f4')])[0].sum())"
    )
    done = subprocess.run([sys.executable, "-c", script, tmp_path / "program.mlir"], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "576000.0\n", "")


def test_systems_without_futexes(opened, monkeypatch):
    monkeypatch.setattr("tfrun.devices.cpu.waiting.FUTEX", {})
    program, x = opened(ROWS, 2), whole_numbers(5)
    for _ in range(3):
        np.testing.assert_array_equal(program([x])[0], x.sum(1))
        sleep(0.01)  # by then the other thread is asleep


@pytest.mark.parametrize("system, processor", [("linux", "aarch64"), ("darwin", "arm64"), ("linux", "s390x"), ("linux", "x86_64")])
def test_the_runtime_is_sound_on_other_machines(system, processor):
    from llvmlite import binding

    binding.parse_assembly(runtime(system, processor)).verify()


@pytest.mark.parametrize(
    "rows, workgroups, least, shares",
    [
        (1, (1, 1, 1), 0, Shares(0)), (100000, (1, 1, 1), 0, Shares(0)), (100, (8, 1, 1), 0, Shares(0)), (4096, (8, 1, 1), 0, Shares(1)),
        (100000, (16, 4, 1), 0, Shares(4)), (100000, (16, 4, 1), 5, Shares(4, 4, 5)), (100, (16, 4, 1), 5, Shares(0)),
    ],
)  # fmt: skip
def test_what_is_shared(rows, workgroups, least, shares):
    """Two operands and a result of 64 bytes in a row: 100 rows move 19 kB, which take a thousand cycles, 4096 rows 40 times as many."""
    kinds = [MemRefType((rows, 16), F32)] * 3
    assert shared(Work(None, kinds), workgroups, least) == shares


@cache
def code_of_runtime():
    return code_for(compiled(runtime()))


def taken(x: int, lines: int, least: int, threads: int, each: int = 4) -> list[tuple[int, int]]:
    """From where to where the kernel of a dispatch of x times as many workgroups is called, by a thread that finds no other."""
    calls = []
    note = CFUNCTYPE(None, c_void_p, c_void_p, c_int32, c_int32)(lambda places, sizes, first, last: calls.append((first, last)))
    commands, pool = np.zeros(2, COMMAND), np.zeros(4 * LINE, np.uint8)
    commands[0] = DISPATCH, least, cast(note, c_void_p).value, 0, 0, x * lines, each, lines
    code_of_runtime().run(commands.ctypes.data, threads, pool.ctypes.data + -pool.ctypes.data % LINE)
    return calls


@pytest.mark.parametrize(
    "x, least, threads, ends",
    [
        (33, 5, 2, [17, 33]),
        (10, 5, 2, [5, 10]),
        (131, 4, 2, [17, 34, 51, 67, 83, 99, 115, 131]),  # so many that each thread has several parts
        (2, 1, 2, [1, 2]),
        (60, 5, 3, [20, 40, 60]),
    ],
)
def test_threads_take_the_same_part_of_each_line(x, least, threads, ends):
    parts = list(zip([0, *ends], ends))
    assert taken(x, 3, least, threads) == [(first + x * line, last + x * line) for first, last in parts for line in range(3)]


@pytest.mark.parametrize(
    "x, least, threads, count",
    [
        (9, 5, 2, 8),  # four of a line are too few
        (5, 1, 2, 8),  # three and two of a line are too unlike
        (1, 1, 2, 3),
        (33, 5, 8, 32),
    ],
)
def test_lines_are_one_where_parts_would_be_small_or_unlike(x, least, threads, count):
    calls = taken(x, 3, least, threads)
    assert len(calls) == count and [first for first, _ in calls] == [0, *[last for _, last in calls[:-1]]] and calls[-1][1] == 3 * x


PRODUCT = """func.func @main(%x: tensor<ROWSx64xf32>, %y: tensor<64x300xf32>) -> tensor<ROWSx300xf32> {
  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<ROWSx64xf32>, tensor<64x300xf32>) -> tensor<ROWSx300xf32>
  return %r : tensor<ROWSx300xf32>
}"""


@pytest.mark.parametrize("rows", [7, 333])
def test_products_by_several_threads(rows):
    rng = np.random.default_rng(rows)
    x, y = (rng.integers(-30, 30, shape).astype("f4") for shape in ((rows, 64), (64, 300)))
    module = lowered(PRODUCT.replace("ROWS", str(rows)), "x86-64-v3", "cpu")
    for threads in (2, 3, 5):
        with session(module, "cpu", threads=threads) as program_of:
            program = program_of(find_entry(module))
            for _ in range(5):
                np.testing.assert_array_equal(program([x, y])[0], x @ y)
