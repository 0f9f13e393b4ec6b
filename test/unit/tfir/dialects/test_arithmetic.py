"""Arithmetic of arith, math and index is computed as mlir-opt 22 folds it: `arithmetic.mlir` has operations on drawn constants, and what
`--canonicalize` made of each. What upstream leaves is held by arithmetic on paper."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.program import Program
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse

FOLDED = Path(__file__).with_name("arithmetic.mlir")


def results_of(text: str, entry: str = "main") -> list:
    return list(Program(parse(Source("arithmetic", text), lookup, dialect), entry).run({}).values())


def test_arithmetic_is_computed_as_upstream_folds_it():
    text = FOLDED.read_text()
    module = parse(Source("arithmetic", text), lookup, dialect)
    computed, folded = [list(Program(module, name).run({}).values()) for name in ("computed", "folded")]
    names = [value.op.name for value in list(module.body)[0].body.last.operands]
    for name, here, there in zip(names, computed, folded, strict=True):
        is_function = name.startswith("math.") and here.dtype.kind == "f"
        units = np.spacing(np.abs(there)) if is_function and np.isfinite(there) else 0
        alike = here.tobytes() == there.tobytes() or (here != here and there != there) or abs(float(here) - float(there)) <= 2 * units
        assert alike, f"{name}: {here} here, {there} upstream"
    assert len(set(names)) > 100


def scalar(operation: str, type: str, *constants: str) -> list:
    lines = [f"%{at} = arith.constant {constant}" for at, constant in enumerate(constants)]
    return results_of(f"func.func @main() -> {type} {{\n" + "\n".join(lines) + f"\n%r = {operation}\nreturn %r : {type}\n}}")


@pytest.mark.parametrize(
    "operation, type, constants, expected",
    [
        ("math.fma %0, %1, %2 : f32", "f32", ("0x3F800800 : f32", "0x3F800800 : f32", "0xBF801000 : f32"), 2**-24),
        ("math.fma %0, %1, %2 : f64", "f64", ("1.0e+300 : f64", "1.0e+300 : f64", "0xFFF0000000000000 : f64"), -np.inf),
        ("math.fpowi %0, %1 : f32, i32", "f32", ("-2.0 : f32", "-3 : i32"), -0.125),
        ("math.clampf %0 to [%1, %2] : f32", "f32", ("5.0 : f32", "-1.0 : f32", "1.0 : f32"), 1.0),
        ("arith.shli %0, %1 : i8", "i8", ("3 : i8", "7 : i8"), -128),
        ("arith.truncf %0 upward : f32 to f16", "f16", ("1.0001 : f32",), 1 + 2**-10),
        ("arith.truncf %0 downward : f32 to f16", "f16", ("1.0001 : f32",), 1.0),
        ("arith.truncf %0 toward_zero : f32 to f16", "f16", ("-1.9999999 : f32",), -(2 - 2**-10)),
        ("arith.truncf %0 to_nearest_away : f32 to bf16", "bf16", ("0x3F808000 : f32",), 1 + 2**-7),
        ("arith.truncf %0 : f32 to bf16", "bf16", ("0x3F808000 : f32",), 1.0),
        ("arith.flush_denormals %0 : f32", "f32", ("0x80000001 : f32",), -0.0),
        ("index.cmp slt(%0, %1)", "i1", ("-1 : index", "1 : index"), 1),
        ("index.cmp ult(%0, %1)", "i1", ("-1 : index", "1 : index"), 0),
        ("index.cmp eq(%0, %1)", "i1", ("7 : index", "7 : index"), 1),
        ("arith.fptosi %0 : f32 to i8", "i8", ("-3.9 : f32",), -3),
        ("arith.scaling_extf %0, %1 : f8E5M2, f8E8M0FNU to f32", "f32", ("1.5 : f8E5M2", "4.0 : f8E8M0FNU"), 6.0),
    ],
)  # fmt: skip
def test_what_upstream_does_not_fold(operation, type, constants, expected):
    (result,) = scalar(operation, type, *constants)
    assert float(result) == expected and np.signbit(float(result)) == np.signbit(expected)


def test_results_in_two_parts():
    text = """func.func @main() -> (i64, i64, i64, i64, i8, i1) {
      %a = arith.constant -2 : i64
      %b = arith.constant 3 : i64
      %c = arith.constant 200 : i8
      %low, %high = arith.mulsi_extended %a, %b : i64
      %low_u, %high_u = arith.mului_extended %a, %b : i64
      %sum, %over = arith.addui_extended %c, %c : i8, i1
      return %low, %high, %low_u, %high_u, %sum, %over : i64, i64, i64, i64, i8, i1
    }"""
    assert [int(each) for each in results_of(text)] == [-6, -1, -6, 2, -112, 1]  # 400 is 256 + 144


@pytest.mark.parametrize(
    "operation, constants, message",
    [
        ("arith.divsi %0, %1 : i8", ("1 : i8", "0 : i8"), "divides by zero"),
        ("arith.remui %0, %1 : i8", ("1 : i8", "0 : i8"), "divides by zero"),
        ("arith.divsi %0, %1 : i8", ("-128 : i8", "-1 : i8"), "overflows"),
        ("math.ipowi %0, %1 : i8", ("0 : i8", "-1 : i8"), "divides by zero"),
    ],
)
def test_what_is_undefined_is_an_error(operation, constants, message):
    with pytest.raises(Error, match=message):
        scalar(operation, "i8", *constants)


def test_a_division_by_minus_one_that_fits_is_none():
    assert int(scalar("arith.divsi %0, %1 : i8", "i8", "-127 : i8", "-1 : i8")[0]) == 127
