"""Memory, calls and intrinsics of the llvm dialect. `llvm_programs.jsonl` has drawn functions with what machine code of LLVM's gave for each: the
modules by `mlir-translate` 22, run by MCJIT (llvmlite)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.program import Program
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse

CASES = [json.loads(line) for line in Path(__file__).with_name("llvm_programs.jsonl").read_text().splitlines()]
UNITS = {"f32": 2.0**-23, "f64": 2.0**-52}


def results_of(text: str) -> list:
    return list(Program(parse(Source("llvm", text), lookup, dialect), "main").run({}).values())


def in_main(body: str, rest: str = "") -> str:
    return f"{rest}\nllvm.func @main() -> i32 {{\n  %1 = llvm.mlir.constant(1 : i32) : i32\n{body}\n}}"


@pytest.mark.parametrize("case", CASES, ids=[f"{at}-{case['name']}" for at, case in enumerate(CASES)])
def test_functions_give_what_machine_code_gives(case):
    (result,), expected = results_of(case["module"]), case["result"]
    if case["type"] in UNITS:
        allowed = 4 * UNITS[case["type"]] * abs(expected)  # functions of C's library differ in their last bits
        assert abs(float(result) - expected) <= allowed or (result != result and expected != expected)
    else:
        assert int(result) == expected


REFUSED = {
    "behind the end of what it allocates": (
        """  %p = llvm.alloca %1 x i32 : (i32) -> !llvm.ptr
  %q = llvm.getelementptr %p[1] : (!llvm.ptr) -> !llvm.ptr, i32
  %r = llvm.load %q : !llvm.ptr -> i32
  llvm.return %r : i32""", "", "which no memory has"),
    "null": ("  %p = llvm.mlir.zero : !llvm.ptr\n  llvm.store %1, %p : i32, !llvm.ptr\n  llvm.return %1 : i32", "", "as it is null"),
    "memory of a call that is over": (
        "  %p = llvm.call @f(%1) : (i32) -> !llvm.ptr\n  %r = llvm.load %p : !llvm.ptr -> i32\n  llvm.return %r : i32",
        """llvm.func @f(%n: i32) -> !llvm.ptr {
  %p = llvm.alloca %n x i32 : (i32) -> !llvm.ptr
  llvm.return %p : !llvm.ptr
}""", "which no memory has"),
    "what is freed twice": (
        """  %n = llvm.mlir.constant(4 : i64) : i64
  %p = llvm.call @malloc(%n) : (i64) -> !llvm.ptr
  llvm.call @free(%p) : (!llvm.ptr) -> ()
  llvm.call @free(%p) : (!llvm.ptr) -> ()
  llvm.return %1 : i32""", "llvm.func @malloc(i64) -> !llvm.ptr\nllvm.func @free(!llvm.ptr)", "where no memory begins"),
    "a function that is not there": (
        "  %r = llvm.call @g(%1) : (i32) -> i32\n  llvm.return %r : i32", "llvm.func @g(i32) -> i32", "calls @g, which this module does not define"),
    "a number for a function": (
        """  %n = llvm.mlir.constant(5 : i64) : i64
  %p = llvm.inttoptr %n : i64 to !llvm.ptr
  %r = llvm.call %p(%1) : !llvm.ptr, (i32) -> i32
  llvm.return %r : i32""", "", "which is no function"),
    "what is not reached": ("  llvm.unreachable", "", "is reached"),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_what_llvm_leaves_undefined_is_an_error(what):
    body, rest, message = REFUSED[what]
    with pytest.raises(Error, match=message):
        results_of(in_main(body, rest))


def test_text_is_printed_as_c_does(capsys):
    """Buffered or not, what the program prints comes on standard output."""
    rest = """llvm.func @printf(!llvm.ptr, ...) -> i32
llvm.mlir.global internal constant @text("%d and %5.2f of %s\\0A\\00") : !llvm.array<20 x i8>
llvm.mlir.global internal constant @word("all\\00") : !llvm.array<4 x i8>"""
    body = """  %t = llvm.mlir.addressof @text : !llvm.ptr
  %w = llvm.mlir.addressof @word : !llvm.ptr
  %x = llvm.mlir.constant(2.5 : f64) : f64
  %r = llvm.call @printf(%t, %1, %x, %w) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i32, f64, !llvm.ptr) -> i32
  llvm.return %r : i32"""
    assert results_of(in_main(body, rest)) == [19]
    assert capsys.readouterr().out == "1 and  2.50 of all\n"


def test_atomic_changes_wrap_around_at_their_own_end():
    """`uinc_wrap` goes from its operand on to 0, and `udec_wrap` from 0 to its operand, by LLVM's language reference."""
    body = """  %p = llvm.alloca %1 x i32 : (i32) -> !llvm.ptr
  %7 = llvm.mlir.constant(7 : i32) : i32
  llvm.store %7, %p : i32, !llvm.ptr
  %a = llvm.atomicrmw uinc_wrap %p, %7 seq_cst : !llvm.ptr, i32
  %b = llvm.atomicrmw udec_wrap %p, %7 seq_cst : !llvm.ptr, i32
  %c = llvm.load %p : !llvm.ptr -> i32
  %d = llvm.mul %b, %7 : i32
  %e = llvm.add %c, %d : i32
  llvm.return %e : i32"""
    assert results_of(in_main(body)) == [7]


@pytest.mark.parametrize(("number", "bit"), [(0, 0), (1, 1), (-4, 3), (-(1 << 63), 64)])
def test_the_lowest_bit_that_is_set(number, bit):
    """`ffsll` of POSIX."""
    body = f"  %n = llvm.mlir.constant({number} : i64) : i64\n  %r = llvm.call @ffsll(%n) : (i64) -> i32\n  llvm.return %r : i32"
    (result,) = results_of(in_main(body, "llvm.func @ffsll(i64) -> i32"))
    assert int(result) == bit
