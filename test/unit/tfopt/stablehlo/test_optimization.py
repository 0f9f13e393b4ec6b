"""Folding and simplification as upstream does them: the programs of the golden tests compute the same before and after, to the bit."""

from pathlib import Path

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.entry import find_entry
from tfir.execution.random_inputs import RandomInputs
from tfir.ir.location import Source
from tfir.ir.verify import verify
from tfir.text.parser import parse

from tfopt.stablehlo.constant_folds import LEFT, LISTS, folds
from tfopt.stablehlo.optimization import Optimizer
from tfopt.stablehlo.simplification import simplifications
from tfrun.devices import session

GOLDEN = Path(__file__).parents[3] / "lit/tfopt/stablehlo"
EVERYTHING = folds(65536, True, False) + simplifications()
# What the interpreter does not run: calls of no known meaning, tuples as arguments, the shape dialect.
NOT_RUN = {"branches_with_effects", "same_tuple", "shape_of_reshape", "to_own_shape", "typed_call"}
# Where adding and subtracting zero forgets the sign of a zero.
WITHOUT_SIGN = {"add_zero", "subtract_zeros"}


def functions(file: str) -> list[tuple[str, str]]:
    """The functions of a golden test, each with its name."""
    texts = ["func.func @" + part.split("\n// CHECK")[0] for part in (GOLDEN / file).read_text().split("\nfunc.func @")[1:]]
    return [(text.split("@")[1].split("(")[0], text) for text in texts]


PROGRAMS = [*functions("stablehlo_aggressive_simplification.mlir"), *functions("stablehlo_aggressive_folder.mlir")]


def results(module, seed: int):
    entry = find_entry(module)
    with session(module, "interpreter") as program_of:
        return program_of(entry)(RandomInputs(seed).arrays(entry))


def optimized(module) -> set[str]:
    """The places of the patterns that fire."""
    driver = Optimizer(EVERYTHING, folds=False, iterations=10, pooled=frozenset({"stablehlo.constant"}), top_down=False)
    driver.run(module)
    verify(module, lookup)
    return set(driver.fired)


def parsed(text: str):
    return parse(Source("test", text), lookup, dialect)


def bits(array: np.ndarray) -> bytes:
    return np.ascontiguousarray(array).tobytes()


@pytest.mark.parametrize("name, text", PROGRAMS, ids=[name for name, _ in PROGRAMS])
def test_programs_compute_the_same(name, text):
    before, after = parsed(text), parsed(text)
    optimized(after)
    for seed in range(0 if name in NOT_RUN else 3):
        for expected, result in zip(results(before, seed), results(after, seed), strict=True):
            if name in WITHOUT_SIGN:
                np.testing.assert_array_equal(result, expected)
            else:
                assert expected.shape == result.shape and bits(expected) == bits(result)


def test_every_pattern_is_tried():
    """Those of canonicalization have tests of their own; what is folded of a list of ops is evaluation."""
    fired = set().union(*[optimized(parsed(text)) for _, text in PROGRAMS])
    own = [pattern for pattern in EVERYTHING if not pattern.at.startswith(("op_lists", "stablehlo.py"))]
    assert not {pattern.title() for pattern in own if pattern.at not in fired}


UNARY = [name for name in LISTS["folded"] if name not in ("not", "reverse", "transpose")]


@pytest.mark.parametrize("name", UNARY)
def test_one_element_of_a_splat_stands_for_all(name):
    """A function of a splat is computed once; it is what the function of any element is."""
    op = name if "." in name else f"stablehlo.{name}"
    numbers = [0.0, 0.5, 1.5, 2.5, 100.0, float("inf")] + [-0.0, -0.5, -2.5] * (name not in LEFT)
    for number in numbers:
        if name in ("log", "rsqrt") and number <= 0:
            continue
        content = str(number) if number != float("inf") else "0x7F800000"
        text = f"""func.func @f() -> tensor<5xf32> {{
          %0 = stablehlo.constant dense<{content}> : tensor<5xf32>
          %1 = "{op}"(%0) : (tensor<5xf32>) -> tensor<5xf32>
          return %1 : tensor<5xf32>
        }}"""
        before, after = parsed(text), parsed(text)
        optimized(after)
        assert not any(each.name == op for each in after.walk())
        assert bits(results(before, 0)[0]) == bits(results(after, 0)[0])


def test_floats_are_folded_only_where_asked_for():
    text = """func.func @f() -> tensor<f32> {
      %0 = stablehlo.constant dense<1.0> : tensor<f32>
      %1 = stablehlo.multiply %0, %0 : tensor<f32>
      return %1 : tensor<f32>
    }"""
    for floats in (True, False):
        module = parsed(text)
        Optimizer(folds(1, floats, False), folds=False).run(module)
        assert any(op.name == "stablehlo.multiply" for op in module.walk()) is not floats


def test_a_loop_that_calls_stays_unless_calls_are_said_to_be_pure():
    text = """func.func private @g(tensor<f32>) -> tensor<f32>
    func.func @f(%x: tensor<f32>) -> tensor<f32> {
      %0 = stablehlo.constant dense<false> : tensor<i1>
      %1 = stablehlo.while(%a = %x) : tensor<f32>
       cond { stablehlo.return %0 : tensor<i1> }
       do {
        %2 = func.call @g(%a) : (tensor<f32>) -> tensor<f32>
        stablehlo.return %2 : tensor<f32>
      }
      return %1 : tensor<f32>
    }"""
    for calls_are_pure in (True, False):
        module = parsed(text)
        Optimizer(folds(1, True, calls_are_pure), folds=False, iterations=2).run(module)
        assert any(op.name == "stablehlo.while" for op in module.walk()) is not calls_are_pure


def test_a_call_without_effects_goes_when_nothing_uses_it():
    text = """func.func @f(%x: tensor<f32>) -> tensor<f32> {
      %0 = stablehlo.custom_call @pure(%x) {has_side_effect = false} : (tensor<f32>) -> tensor<f32>
      %1 = stablehlo.custom_call @unknown(%x) : (tensor<f32>) -> tensor<f32>
      return %x : tensor<f32>
    }"""
    module = parsed(text)
    optimized(module)
    assert [op.get("call_target_name") for op in module.walk() if op.name == "stablehlo.custom_call"] == ["unknown"]
