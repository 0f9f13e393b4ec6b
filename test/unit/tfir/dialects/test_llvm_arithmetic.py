"""Arithmetic of the llvm dialect is computed as LLVM 22 folds it: `llvm_arithmetic.jsonl` has operations on constants, and what `opt` made of each."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.program import Program
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse

CASES = [json.loads(line) for line in Path(__file__).with_name("llvm_arithmetic.jsonl").read_text().splitlines()]


def result_of(text: str):
    (result,) = Program(parse(Source("llvm", text), lookup, dialect), "main").run({}).values()
    return result


def number(text: str) -> float:
    """A number as LLVM writes it: floats of both widths by the bits of f64, unless six digits say them."""
    if text in ("true", "false"):
        return text == "true"
    return (
        struct.unpack("<d", int(text, 16).to_bytes(8, "little"))[0] if text.startswith("0x") else float(text) if "." in text else int(text)
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["op"])
def test_operations_are_computed_as_llvm_folds_them(case):
    constants = "".join([f"  %{at} = llvm.mlir.constant({value}) : {type}\n" for at, (value, type) in enumerate(case["constants"])])
    text = f"llvm.func @main() -> {case['type']} {{\n{constants}  %r = {case['op']}\n  llvm.return %r : {case['type']}\n}}"
    result, expected = result_of(text), np.asarray(number(case["result"]))
    assert (
        float(result) == float(expected)
        and np.signbit(float(result)) == np.signbit(float(expected))
        or result != result
        and expected != expected
    )


def test_blocks_branches_and_loops():
    """27 takes 111 steps to 1, where an odd number is followed by three times it and one, an even one by its half."""
    text = """llvm.func @main() -> i32 {
      %n = llvm.mlir.constant(27 : i64) : i64
      %zero = llvm.mlir.constant(0 : i32) : i32
      %one = llvm.mlir.constant(1 : i32) : i32
      %1 = llvm.mlir.constant(1 : i64) : i64
      %3 = llvm.mlir.constant(3 : i64) : i64
      llvm.br ^head(%n, %zero : i64, i32)
    ^head(%x: i64, %count: i32):
      %done = llvm.icmp "eq" %x, %1 : i64
      llvm.cond_br %done, ^end, ^step
    ^step:
      %next = llvm.add %count, %one : i32
      %bit = llvm.and %x, %1 : i64
      llvm.switch %bit : i64, ^odd [ 0: ^even(%x : i64) ]
    ^even(%y: i64):
      %half = llvm.lshr %y, %1 : i64
      llvm.br ^head(%half, %next : i64, i32)
    ^odd:
      %tripled = llvm.mul %x, %3 : i64
      %more = llvm.add %tripled, %1 overflow<nsw> : i64
      llvm.br ^head(%more, %next : i64, i32)
    ^end:
      llvm.return %count : i32
    }"""
    assert result_of(text) == 111


def test_a_division_by_zero_is_an_error():
    text = "llvm.func @main() -> i32 {\n  %0 = llvm.mlir.constant(0 : i32) : i32\n  %r = llvm.udiv %0, %0 : i32\n  llvm.return %r : i32\n}"
    with pytest.raises(Error, match="divides by zero"):
        result_of(text)
