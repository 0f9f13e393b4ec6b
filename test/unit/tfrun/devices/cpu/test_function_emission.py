"""Functions of loops and buffers as a library that a C program calls."""

import platform
import shutil
import subprocess

import pytest
from random_stablehlo_legs import module_of
from tfir.dialects import lookup, verify
from tfir.text.printer import PrintOptions, print_operation

from tfopt.pipeline.description import load_pipeline
from tfopt.pipeline.execution import Runner

COMPILER = shutil.which("gcc") or shutil.which("cc")
needs_compiler = pytest.mark.skipif(COMPILER is None or platform.system() != "Linux", reason="needs a C compiler on Linux")
SCALE = """
func.func @main(%m: memref<?x3xf32>, %by: f32, %double: i1) -> index {
  %zero = arith.constant 0 : index
  %rows = memref.dim %m, %zero : memref<?x3xf32>
  %twice = arith.addf %by, %by : f32
  %factor = arith.select %double, %twice, %by : f32
  affine.for %i = 0 to %rows {
    affine.for %j = 0 to 3 {
      %x = affine.load %m[%i, %j] : memref<?x3xf32>
      %y = arith.mulf %x, %factor : f32
      affine.store %y, %m[%i, %j] : memref<?x3xf32>
    }
  }
  return %rows : index
}
"""
# Two rows of three elements, and one that is not the function's.
CALLER = """
#include <stdio.h>
#include "libscale.h"
int main(void) {
  float m[7] = {1, 2, 3, 4, 5, 6, 9};
  int64_t rows = scale(m, m, 0, 2, 3, 3, 1, 0.5f, false);
  printf("%d", (int)rows);
  for (int at = 0; at < 7; at++) printf(" %g", m[at]);
}
"""


@pytest.fixture
def loops(tmp_path):
    """Writes a program of loops, lowered to functions of LLVM, to a file."""

    def write(text: str):
        module = module_of(text)
        Runner(verify).run(load_pipeline("llvm"), module)
        path = tmp_path / "scale.mlir"
        path.write_text(print_operation(module, lookup, PrintOptions(keep_names=True)))
        return path

    return write


@needs_compiler
def test_c_calls_a_function(loops, run, tmp_path):
    library = tmp_path / "libscale.so"
    assert run(loops(SCALE), "--emit=shared-library", f"--emit-to={library}") == (0, "", "")
    (tmp_path / "caller.c").write_text(CALLER)
    subprocess.run(
        [COMPILER, "-Wall", "-Wextra", "-Werror", "caller.c", "-o", "caller", "-L.", "-lscale", "-Wl,-rpath,."], cwd=tmp_path, check=True
    )
    assert subprocess.run(["./caller"], cwd=tmp_path, capture_output=True, check=True).stdout == b"2 0.5 1 1.5 2 2.5 3 9"


@needs_compiler
@pytest.mark.parametrize(
    "text, call, expected",
    [
        ("(%a: i8) -> i1 {\n  %0 = arith.trunci %a : i8 to i1\n  return %0 : i1\n}", "bool b = scale(6); memcpy(&byte, &b, 1); shown = byte;", b"0"),
        ("(%a: i4, %b: i4) -> i4 {\n  %0 = arith.addi %a, %b : i4\n  return %0 : i4\n}", "shown = scale(7, 2);", b"-7"),
        ("""(%m: memref<2xi4>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = memref.load %m[%c0] : memref<2xi4>
  %1 = arith.addi %0, %0 : i4
  memref.store %1, %m[%c1] : memref<2xi4>
  return
}""", "uint8_t m[2] = {13, 0}; scale(m, m, 0, 2, 1); shown = m[1];", b"10"),
    ],
)  # fmt: skip
def test_numbers_of_few_bits(loops, run, tmp_path, text, call, expected):
    """A truth value is 0 or 1 in its byte (6 is even); 7 + 2 is -7 of four bits; in a buffer -3 is 13, and twice that is -6, which is 10."""
    assert run(loops(f"func.func @main{text}"), "--emit=shared-library", f"--emit-to={tmp_path / 'libscale.so'}") == (0, "", "")
    stands = "/* Elements of buffers:\n   arg0: i4, each in the low bits of a byte, whose others are 0\n*/"
    assert (stands in (tmp_path / "libscale.h").read_text()) == ("memref" in text)
    main = f'int main(void) {{ unsigned char byte = 0; int shown; {call} printf("%d", shown); return byte & 0; }}'
    (tmp_path / "caller.c").write_text(f'#include <stdio.h>\n#include <string.h>\n#include "libscale.h"\n{main}\n')
    subprocess.run([COMPILER, "-O1", "caller.c", "-o", "caller", "-L.", "-lscale", "-Wl,-rpath,."], cwd=tmp_path, check=True)
    assert subprocess.run(["./caller"], cwd=tmp_path, capture_output=True, check=True).stdout == expected


def test_what_c_cannot_call(loops, run, tmp_path):
    """A buffer that is given back is a structure in registers, where C has it in memory."""
    text = "func.func @main(%m: memref<2xf32>) -> memref<2xf32> {\n  return %m : memref<2xf32>\n}"
    status, out, said = run(loops(text), "--emit=object", f"--emit-to={tmp_path / 'scale.o'}")
    assert (status, out) == (1, "") and "which C passes in another way" in said and not (tmp_path / "scale.o").exists()
    assert run(loops(SCALE), "--emit=assembly", f"--emit-to={tmp_path / 'scale.s'}")[0] == 0
    assert "scale:" in (tmp_path / "scale.s").read_text()
