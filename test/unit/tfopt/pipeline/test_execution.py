"""When what a pass leaves is verified."""

import subprocess
import sys
from pathlib import Path

import pytest
from tfir.dialects import dialect, lookup
from tfir.ir.diagnostics import Error
from tfir.ir.edits import Edits
from tfir.ir.location import Source
from tfir.text.parser import parse
from tfir.text.printer import print_operation

from tfopt.pipeline.description import load_pipeline, named_pipelines, parse_pipeline, steps_in
from tfopt.pipeline.execution import Runner, outermost

LIT = Path(__file__).parents[3] / "lit"

NOTHING_TO_DO = "func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {\n  return %x : tensor<2xf32>\n}\n"
TWICE_THE_SAME = """
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.sine %x : tensor<2xf32>
  %1 = stablehlo.sine %x : tensor<2xf32>
  %2 = stablehlo.add %0, %1 : tensor<2xf32>
  return %2 : tensor<2xf32>
}
"""
OF_TENSORFLOW = """
func.func @main(%x: tensor<2x3xf32>) -> tensor<2xf32> attributes {tf.entry_function = {inputs = "x", outputs = "y"}} {
  %axis = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %0 = "tf.Tanh"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = "tf.Sum"(%0, %axis) {keep_dims = false} : (tensor<2x3xf32>, tensor<i32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
"""
A_PART_OF_NOTHING = """
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.slice %x [0:2] : (tensor<2xf32>) -> tensor<2xf32>
  %1 = stablehlo.sine %x : tensor<2xf32>
  return %x : tensor<2xf32>
}
"""


@pytest.mark.parametrize("text, passes, verified", [
    (NOTHING_TO_DO, "cse", 0), (TWICE_THE_SAME, "cse", 1),
    (NOTHING_TO_DO, "canonicalize", 0), (A_PART_OF_NOTHING, "canonicalize", 1),
    (TWICE_THE_SAME, "cse,cse", 1),
    (NOTHING_TO_DO, "symbol-dce,inline,dce", 0), (NOTHING_TO_DO, "canonicalize,cse,func.func(cse)", 0),
])  # fmt: skip
def test_the_program_is_verified_where_a_pass_may_have_changed_it(text, passes, verified):
    module = parse(Source("f", text), lookup, dialect)
    seen = []
    Runner(seen.append).run(parse_pipeline(passes), module)
    assert len(seen) == verified


def test_no_pass_of_a_pipeline_has_verified_again_what_it_left_as_it_was():
    module = parse(Source("f", OF_TENSORFLOW), lookup, dialect)
    texts = [print_operation(module, lookup)]
    Runner(lambda _: texts.append(print_operation(module, lookup))).run(load_pipeline("vulkan"), module)
    assert len(texts) > 5
    assert all([before != after for before, after in zip(texts, texts[1:])])


OF_ONNX = """
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "onnx.Abs"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""
LOADED = "import sys; from tfopt.main import main; main(['-', '-o', '/dev/null', *sys.argv[1:]]); print(*sys.modules)"


@pytest.mark.parametrize("text, flags, loaded", [
    (TWICE_THE_SAME, (), False), (OF_ONNX, (), True),
    (TWICE_THE_SAME, ("--mlir-timing",), True), (TWICE_THE_SAME, ("--mlir-print-ir-after=onnx-to-stablehlo",), True),
])  # fmt: skip
def test_a_pass_of_a_pipeline_is_loaded_where_the_program_has_what_it_works_on_or_passes_are_watched(text, flags, loaded):
    words = [sys.executable, "-c", LOADED, "--pipeline=stablehlo", *flags]
    done = subprocess.run(words, input=text, capture_output=True, text=True, check=True)
    assert ("tfopt.onnx_to_stablehlo.onnx_to_stablehlo" in done.stdout.split()) is loaded


def test_what_a_pass_says_that_it_works_on_is_read_without_loading_it():
    steps = [step for name in named_pipelines() for step in steps_in(load_pipeline(name))]
    unloaded = [(step, step.needs) for step in steps]
    assert sum([bool(dialects) for _, dialects in unloaded]) > 100
    assert [step.run.name for step, dialects in unloaded if dialects and step.run.works_on != dialects] == []


@pytest.mark.parametrize("path", sorted((LIT / "tfir").glob("*.mlir")), ids=lambda path: path.stem)
def test_a_program_without_the_dialects_that_a_pass_works_on_stays_as_it_is(path):
    steps = {str(step): step for name in named_pipelines() for step in steps_in(load_pipeline(name)) if step.needs}
    for text in path.read_text().split("// -----")[:3]:
        try:
            module = parse(Source(path.name, text), lookup, dialect)
        except Error:
            continue
        present = {op.dialect for op in module.walk()}
        for step in [step for step in steps.values() if present.isdisjoint(step.needs)]:
            anchors = step.run.anchors
            with Edits() as edits:
                for target in [module] if anchors is None or module.name in anchors else [*outermost(module, anchors)]:
                    step.run.function(target, **step.keywords)
            assert not edits.happened, str(step)
