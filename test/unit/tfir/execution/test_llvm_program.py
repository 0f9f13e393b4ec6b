"""Memory, calls and intrinsics of the llvm dialect. `llvm_programs.jsonl` has drawn functions with what machine code of LLVM's gave for each: the
modules by `mlir-translate` 22, run by MCJIT (llvmlite)."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from tfir.conversion.llvm_ir.instructions import intrinsic_name
from tfir.dialects import dialect, lookup, trait_arguments
from tfir.execution.program import Program
from tfir.ir.attributes import BoolAttr, DenseArrayAttr, StringAttr
from tfir.ir.builder import Builder
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.ir.types import I1, I32
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


def by_their_names(module) -> int:
    """Calls intrinsics by their names in place of operations, with attributes as constants; how many."""
    intrinsics = [op for op in module.walk() if op.name.startswith("llvm.intr.")]
    for op in intrinsics:
        builder, signature = Builder.before(op), lookup(op.name).signature
        values = dict(zip([slot.name for slot in signature.operands], op.operands))
        order = trait_arguments(op, "called_with")
        arguments = list(op.operands)
        if order is not None:
            arguments = []
            for name in order:
                attribute = op.attributes.get(name)
                type = I1 if isinstance(attribute, BoolAttr) else getattr(attribute, "type", None)
                arguments.append(values.get(name) or builder.create("llvm.mlir.constant", [], [type], {"value": attribute}).result)
        held = {
            "intrin": StringAttr(intrinsic_name(op, op.name.replace("llvm.intr.", "llvm."))), "op_bundle_sizes": DenseArrayAttr([], I32),
            "operandSegmentSizes": DenseArrayAttr([len(arguments), 0], I32),
        }  # fmt: skip
        called = builder.create("llvm.call_intrinsic", arguments, [value.type for value in op.results], held)
        op.replace_with(called.results)
    return len(intrinsics)


@pytest.mark.parametrize("case", CASES, ids=[f"{at}-{case['name']}" for at, case in enumerate(CASES)])
def test_intrinsics_called_by_name_are_their_operations(case):
    module = parse(Source("llvm", case["module"]), lookup, dialect)
    expected = results_of(case["module"])
    if by_their_names(module):
        assert not [op for op in module.walk() if op.name.startswith("llvm.intr.")]
        np.testing.assert_array_equal(list(Program(module, "main").run({}).values()), expected)


# Rounded as LLVM's constant folder does (`opt` 22, instsimplify): 589 drawn calls were equal to the bit.
CONSTRAINED = {
    ("fadd", "upward", 1.0, 1e-10): 0x3F800001, ("fadd", "downward", 1.0, 1e-10): 0x3F800000, ("fsub", "downward", 1.0, 1.0): 0x80000000,
    ("fsub", "upward", 1.0, 1.0): 0, ("fdiv", "upward", 1.0, 3.0): 0x3EAAAAAB, ("fdiv", "towardzero", 1.0, 3.0): 0x3EAAAAAA,
    ("fmul", "towardzero", 3e38, 3e38): 0x7F7FFFFF, ("fmul", "tonearest", 3e38, 3e38): 0x7F800000,
}  # fmt: skip


@pytest.mark.parametrize("call", CONSTRAINED, ids=map(str, range(len(CONSTRAINED))))
def test_constrained_floats_are_rounded_as_they_say(call):
    name, rounding, left, right = call
    body = f"""llvm.func @main() -> f32 {{
  %a = llvm.mlir.constant({left:e} : f32) : f32
  %b = llvm.mlir.constant({right:e} : f32) : f32
  %r = llvm.call_intrinsic "llvm.experimental.constrained.{name}.f32"(%a, %b) {{tfir.metadata_arguments = [[2, "round.{rounding}"], [3, "fpexcept.ignore"]]}} : (f32, f32) -> f32
  llvm.return %r : f32
}}"""
    (result,) = results_of(body)
    assert np.float32(result).view(np.uint32) == CONSTRAINED[call]


def test_constrained_conversions_are_rounded_as_they_say():
    """2^24 + 1 lies between two floats, 2^24 and 2^24 + 2."""
    body = """llvm.func @main() -> f32 {
  %n = llvm.mlir.constant(16777217 : i32) : i32
  %r = llvm.intr.experimental.constrained.sitofp %n WORD ignore : i32 to f32
  llvm.return %r : f32
}"""
    assert [int(*results_of(body.replace("WORD", word))) for word in ("upward", "downward", "tonearest")] == [16777218, 16777216, 16777216]


REFUSED = {
    "an intrinsic that is not known": (
        '  %r = llvm.call_intrinsic "llvm.x86.sse2.pause.i32"() : () -> i32\n  llvm.return %r : i32', "",
        "calls the intrinsic 'llvm.x86.sse2.pause.i32', which is not computed here"),
    "a value where an intrinsic takes a constant": (
        """  %p = llvm.alloca %1 x i1 : (i32) -> !llvm.ptr
  %c = llvm.load %p : !llvm.ptr -> i1
  %r = llvm.call_intrinsic "llvm.ctlz.i32"(%1, %c) : (i32, i1) -> i32
  llvm.return %r : i32""", "", "with a value where it takes a constant"),
    "an intrinsic with too few arguments": (
        '  %r = llvm.call_intrinsic "llvm.smax.i32"(%1) : (i32) -> i32\n  llvm.return %r : i32', "", "with 1 arguments for 2"),
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
