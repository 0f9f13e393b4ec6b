"""The text of a module is asked for without changing the module, and long functions take time in proportion to their length."""

import cProfile

from tfir.conversion.llvm_ir.module import llvm_ir_text
from tfir.dialects import dialect, lookup
from tfir.ir.location import Source
from tfir.text.parser import parse
from tfir.text.printer import print_operation

# Two edges from one terminator to a block with an argument, which LLVM tells apart by a block between.
TWO_EDGES = """llvm.func @f(%c: i1, %a: i32, %b: i32) -> i32 {
  llvm.cond_br %c, ^x(%a : i32), ^x(%b : i32)
^x(%v: i32):
  llvm.return %v : i32
}"""


def module_of(text: str):
    return parse(Source("test.mlir", text), lookup, dialect)


def test_blocks_between_are_not_left_in_the_module():
    module = module_of(TWO_EDGES)
    before = print_operation(module, lookup)
    texts = [llvm_ir_text(module), llvm_ir_text(module)]
    assert texts[0] == texts[1] and "phi i32 [ %7, %6 ], [ %1, %3 ]" in texts[0]
    assert print_operation(module, lookup) == before


def loops(count: int) -> str:
    """One after another."""
    lines = ["llvm.func @f(%n: i64) {", "  %z = llvm.mlir.constant(0 : i64) : i64", "  %one = llvm.mlir.constant(1 : i64) : i64"]
    for at in range(count):
        lines += [f"  llvm.br ^h{at}(%z : i64)", f"^h{at}(%i{at}: i64):", f'  %t{at} = llvm.icmp "slt" %i{at}, %n : i64']
        lines += [f"  llvm.cond_br %t{at}, ^b{at}, ^e{at}", f"^b{at}:", f"  %j{at} = llvm.add %i{at}, %one : i64"]
        lines += [f"  llvm.br ^h{at}(%j{at} : i64)", f"^e{at}:"]
    return "\n".join([*lines, "  llvm.return", "}"])


def calls_for(module) -> int:
    profile = cProfile.Profile()
    profile.runcall(llvm_ir_text, module)
    return sum(entry.callcount for entry in profile.getstats())


def test_calls_grow_with_the_length():
    module_of(loops(1))
    short, long = [calls_for(module_of(loops(count))) for count in (50, 500)]
    assert long < 11 * short
