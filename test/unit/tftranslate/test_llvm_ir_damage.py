"""Damaged LLVM IR ends in errors: words that are left out, put in and exchanged at random, and what LLVM's own assembler refuses."""

import pathlib
import random
import re

import pytest
from tfir.conversion.llvm_ir.module import llvm_ir_text
from tfir.dialects import verify
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source

from tftranslate.llvm_ir.module_import import import_module

TEXTS = pathlib.Path(__file__).parents[2] / "lit" / "tftranslate" / "llvmir_to_mlir"
WORDS = re.compile(r"\s+|[^\s\w]|\w+")
ODD = ["0", "-1", "i32", "ptr", "null", "zeroinitializer", "!0", "%0", "@f", "{", "}", "<4 x i32>", "9" * 20, "metadata", "="]


def damaged(words: list[str], source: random.Random) -> str:
    words = list(words)
    for _ in range(source.randint(1, 3)):
        at = source.randrange(len(words))
        words[at : at + 1] = source.choice([[], [source.choice(words)], [words[at], source.choice(words)], [source.choice(ODD)]])
    return "".join(words)


@pytest.mark.parametrize("name", ["attributes", "constants", "debug_info", "globals", "instructions", "intrinsics"])
def test_damage_ends_in_errors(name):
    text = (TEXTS / f"{name}.ll").read_text()
    words = WORDS.findall("\n".join([line for line in text.split("\n") if not line.startswith("; ")]))
    source, refused = random.Random(name), 0
    for _ in range(60):
        try:
            verify(import_module(Source("damaged.ll", damaged(words, source))))
        except Error:
            refused += 1
    assert refused > 30


FLAGS = "!llvm.module.flags = !{!0} "
UNIT = "distinct !DICompileUnit(language: DW_LANG_C99, file: !2"
DEBUG = f'define void @f() !dbg !4 {{ ret void }} {FLAGS} !0 = !{{i32 2, !"Debug Info Version", i32 3}} !2 = !DIFile(filename: "a", directory: "b") '
SUBPROGRAM = '!4 = distinct !DISubprogram(name: "f", scope: !2, file: !2, line: 1, unit: !3, spFlags: DISPFlagDefinition'
# Each is refused by llvm-as of LLVM 22, but for the profile and the linker's options, which LLVM looks at later, and for numbers of so many
# digits, which Python does not read.
REFUSED = [
    ("define i32 @f(i32 %x) { %a = add i32 %x, 1 %a = add i32 %x, 2 ret i32 %a }", "redefinition of '%a'"),
    ("define i32 @f(i32 %x, i32 %x) { ret i32 %x }", "redefinition of '%x'"),
    ("define void @f(i32 %x) { br label %x x: ret void }", "redefinition of '%x'"),
    ("define i32 @f(i32 %0) { %3 = add i32 %0, 1 %2 = add i32 %0, 2 ret i32 %3 }", "expected a number from %4 on, found '%2'"),
    ("@c = global [2 x i32] [i32 1, i64 2]", "element 1 of !llvm.array<2 x i32> is of type i64"),
    ("@c = global { i32, i8 } { i8 1, i32 2 }", "element 0 of !llvm.struct<(i32, i8)> is of type i8"),
    ("@c = global <2 x i8> <i8 1, i16 2>", "element 1 of vector<2xi8> is of type i16"),
    ('!0 = !{!"a"} !0 = !{!"b"}', "redefinition of '!0'"),
    ("%a = type { i32 } %a = type { i64 } @x = global %a zeroinitializer", "redefinition of '%a'"),
    ("$a = comdat any $a = comdat largest @a = global i32 0, comdat", "redefinition of '$a'"),
    ("define void @f() #0 { ret void } attributes #0 = { #0 }", "expected '}', found '#0'"),
    ("declare void @f(ptr nonnull sret)", "expected '(', found ')'"),
    ("declare void @f(ptr dereferenceable)", "expected '(', found ')'"),
    ("define void @f(i32 %x) { switch i32 %x, label %d [ i32 undef, label %d ] d: ret void }", "the cases of a switch are different constants of i32"),
    ("define void @f(i32 %x) { switch i32 %x, label %d [ i32 1, label %d i32 1, label %d ] d: ret void }", "the cases of a switch are different"),
    ("define void @f(i32 %x) { switch i32 %x, label %d [ i64 1, label %d ] d: ret void }", "the cases of a switch are different constants of i32"),
    (FLAGS + '!0 = !{i32 2, !"a"}', "a flag of a module has 3 parts, not 2"),
    (FLAGS + '!0 = !{i32 5, !"CG Profile", !1} !1 = !{!2} !2 = !{null, null}', "a call of a profile is of two functions and a number"),
    (FLAGS + '!0 = !{i32 1, !"ProfileSummary", !1} !1 = !{!2} !2 = !{!"ProfileFormat", !"InstrProf"}', "a profile has a summary in detail"),
    (DEBUG + SUBPROGRAM + f") !3 = {UNIT}, producer: true)", "'producer' of 'DICompileUnit' says something else than it may"),
    (DEBUG + SUBPROGRAM + f", align: !2, column: !2) !3 = {UNIT})", "'column' of 'DISubprogram' says something else than it may"),
    (DEBUG + SUBPROGRAM + f") !3 = {UNIT.removeprefix('distinct ')})", "'DICompileUnit' is distinct"),
    (f"@a = global i20000 {'9' * 5000}", "a number of more than 4300 digits"),
    ("!llvm.linker.options = !{!0} !0 = !{i32 1}", "expected a node of texts"),
    ("define i8 @f(ptr %p) { %x = load i8, ptr %p, !alias.scope !0 ret i8 %x } !0 = !{i32 1}", "expected a node of nodes"),
    ("define ptr @f(ptr %p) { %x = load ptr, ptr %p, !dereferenceable !0 ret ptr %x } !0 = !{}", "no number of bytes"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_what_llvm_refuses_is_refused(text, message):
    with pytest.raises(Error, match=re.escape(message)):
        verify(import_module(Source("refused.ll", text)))


def test_what_is_alike_is_taken():
    """A number may be left out, a label may be named as a function is, a name in two functions, and a constant may be the same twice."""
    texts = [
        "define i32 @f(i32 %0) { %3 = add i32 %0, 1 %5 = add i32 %3, 2 ret i32 %5 }",
        "define void @f(i32 %x) { br label %f f: ret void } define void @g(i32 %x) { ret void }",
        "@c = global [2 x { i32, i8 }] [{ i32, i8 } { i32 1, i8 1 }, { i32, i8 } { i32 1, i8 1 }]",
        "define void @f(i32 %x) { switch i32 %x, label %d [ i32 1, label %d i32 -1, label %d ] d: ret void }",
        "define void @f() #0 #1 { ret void } attributes #0 = { cold } attributes #1 = { nounwind }",
    ]
    for text in texts:
        verify(import_module(Source("taken.ll", text)))


def test_named_metadata_may_be_told_in_parts():
    """LLVM's assembler puts them behind each other."""
    text = '!x = !{!0} !x = !{!1} !0 = !{!"a"} !1 = !{!"b"}'
    assert re.findall(r"^!x = .*", llvm_ir_text(import_module(Source("parts.ll", text))), re.MULTILINE) == ["!x = !{!0, !1}"]


def test_an_address_without_indices_is_its_base():
    text = "@g = external global i8 define ptr @f() { ret ptr getelementptr (i8, ptr @g) }"
    assert "ret ptr @g" in llvm_ir_text(import_module(Source("base.ll", text)))


def test_bytes_that_are_no_text_stay():
    r"""`\FF` is no character of UTF-8: in names of attributes and their values, of bundles, scopes of threads and strategies."""
    text = r"""define void @"f\FF"(ptr "arg\FF"="\FE" %0) #0 gc "gc\FF" section "s\FF" {
  fence syncscope("one\FF") seq_cst
  call void @"f\FF"(ptr %0) [ "tag\FF"(ptr %0) ]
  ret void
}
attributes #0 = { "key\FF"="v\FE" }
"""
    written = llvm_ir_text(import_module(Source("bytes.ll", text)))
    for part in (
        r'@"f\FF"',
        r'"arg\FF"="\FE"',
        r'gc "gc\FF"',
        r'section "s\FF"',
        r'syncscope("one\FF")',
        r'"tag\FF"(ptr %0)',
        r'"key\FF"="v\FE"',
    ):
        assert part in written
