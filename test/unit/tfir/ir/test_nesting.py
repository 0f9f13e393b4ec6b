"""Regions within each other: as deeply as programs nest them, by the tools and by the interface; of more an error says so."""

import _thread
import os
import signal
import sys
import threading
import time

import numpy as np
import pytest
import tfir
from nested_branches import nested_branches
from tfir.cli import files
from tfir.ir import large_stack
from tfir.ir.nesting import DEEPEST, FEW, is_second_time, with_room

from tfopt.main import main as tf_opt
from tfrun.main import main as tf_run
from tftranslate.main import main as tf_translate

DEEP = 120  # more than Python's own stack has room for


def branches(depth: int) -> str:
    """2x where `%c`; tanh(x) elsewhere."""
    first = "stablehlo.add %x, %x : tensor<2xf32>"
    return nested_branches(depth, first, "stablehlo.tanh", "stablehlo.if", "stablehlo.return")


def loops(depth: int) -> str:
    """x + 1, by loops that run once, in custom form."""
    heads, ends = "", ""
    for level in range(depth):
        heads += f"""%r{level}:2 = stablehlo.while(%i{level} = %zero, %x{level + 1} = %x{level}) : tensor<i32>, tensor<f32> cond {{
          %l{level} = stablehlo.compare LT, %i{level}, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %l{level} : tensor<i1>
        }} do {{
        """
        ends = f"stablehlo.return %one, %r{level + 1}#1 : tensor<i32>, tensor<f32>\n}}\n{ends}"
    return f"""func.func @main(%x0: tensor<f32>) -> tensor<f32> {{
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %step = stablehlo.constant dense<1.0> : tensor<f32>
      {heads}%y = stablehlo.add %x{depth}, %step : tensor<f32>
      {ends.replace(f"%r{depth}#1", "%y")}return %r0#1 : tensor<f32>
    }}"""


@pytest.fixture
def written(tmp_path):
    def write(text: str) -> str:
        path = tmp_path / "deep.mlir"
        path.write_text(text)
        return str(path)

    return write


def test_few_regions_take_no_second_time():
    seen = []
    assert with_room(lambda: seen.append(is_second_time()) or len(tfir.parse(branches(FEW - 1)).functions)) == 1
    assert seen == [False]


def test_work_that_needs_more_is_done_twice():
    def sum_to(number: int) -> int:
        return number and number + sum_to(number - 1)

    before, seen = (sys.getrecursionlimit(), threading.stack_size()), []
    assert with_room(lambda: seen.append(is_second_time()) or with_room(lambda: sum_to(20_000))) == 200_010_000
    assert seen == [False, True] and (sys.getrecursionlimit(), threading.stack_size()) == before


def test_what_never_ends_is_no_overflow_of_the_stack():
    def forever(number):
        return sorted([0, 1], key=forever)

    with pytest.raises(RecursionError):
        with_room(lambda: forever(0))


@pytest.mark.parametrize(
    "told",
    [lambda: signal.pthread_kill(threading.main_thread().ident, signal.SIGINT), _thread.interrupt_main],
    ids=["while it is waited for", "just before"],
)
def test_an_interrupt_reaches_the_thread_that_works(told):
    ended = []

    def work():
        try:
            told()
            for _ in range(1000):
                time.sleep(0.01)
        finally:
            ended.append(True)

    with pytest.raises(KeyboardInterrupt):
        large_stack.on_fresh_stack(work, ())
    assert ended == [True]


@pytest.mark.parametrize("text", [branches(DEEP), loops(DEEP)], ids=["branches", "loops"])
def test_text_and_bytecode_are_stable(text, written, tmp_path):
    first, second, bytecode = (str(tmp_path / name) for name in ("1.mlir", "2.mlir", "3.mlirbc"))
    assert tf_opt([written(text), "--canonicalize", "--cse", "-o", first]) == 0
    assert tf_opt([first, "--emit-bytecode", "-o", bytecode]) == 0 and tf_opt([bytecode, "-o", second]) == 0
    assert open(first).read() == open(second).read()


@pytest.mark.parametrize("text, inputs, results", [
    (branches(DEEP), ["2xf32=1,2", "i1=true"], "2xf32=2 4\n"), (loops(DEEP), ["f32=41"], "f32=42\n"),
], ids=["branches", "loops"])  # fmt: skip
@pytest.mark.parametrize("way", ["hlo-text", "hlo-proto", "relay"])
def test_other_formats_nest_as_deeply(text, inputs, results, way, written, tmp_path, capsys):
    there, back = str(tmp_path / "there"), str(tmp_path / "back.mlir")
    lowered, into = written(text), "relay" if way == "relay" else way
    if way == "relay":
        lowered = str(tmp_path / "lowered.mlir")
        assert tf_opt([written(text), "--pipeline=relay", "-o", lowered]) == 0
    assert tf_translate([f"--mlir-to-{into}", lowered, "-o", there]) == 0
    assert tf_translate([f"--{into}-to-mlir", there, "-o", back]) == 0
    assert tf_run([back, "--device=interpreter", *[f"--input={each}" for each in inputs]]) == 0
    assert capsys.readouterr().out == results


def test_one_more_than_the_most_is_refused(written, tmp_path, capsys):
    assert tf_opt([written(branches(DEEPEST - 1)), "-o", str(tmp_path / "most.mlir")]) == 0
    assert tf_opt([written(branches(DEEPEST)), "-o", str(tmp_path / "more.mlir")]) == 1
    assert f"{DEEPEST + 1}:27: error: more than {DEEPEST} regions within each other" in capsys.readouterr().err
    assert not os.path.exists(tmp_path / "more.mlir")


@pytest.mark.parametrize("kept", [files.KEPT_OF_PIPES, 1000])
def test_what_comes_from_a_pipe_is_kept(kept, monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(files, "KEPT_OF_PIPES", kept)
    read, write = os.pipe()
    threading.Thread(target=lambda: open(write, "w").write(branches(DEEP))).start()
    done = tf_opt([f"/dev/fd/{read}", "-o", str(tmp_path / "o.mlir")])
    os.close(read)
    if kept == 1000:
        assert done == 1 and "is nested deeply, and what comes from a pipe" in capsys.readouterr().err
    else:
        assert done == 0 and (tmp_path / "o.mlir").read_text().count("stablehlo.if") == DEEP


def test_the_interface_has_room():
    module = tfir.parse(branches(DEEP))
    program = module.run_passes("canonicalize").compile()
    assert program(np.array([1, 2], np.float32), np.array(True)).tolist() == [2, 4]
    assert str(module.copy()) == str(module) and module.is_deep and not tfir.parse(branches(3)).is_deep
