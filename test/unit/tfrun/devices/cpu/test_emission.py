"""Programs as functions of C: a C program calls them, and gets what TensorFlow recorded of the model."""

import platform
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from device_calls import lowered
from tfir.dialects import lookup
from tfir.text.printer import print_operation

from tftranslate.main import main as translate

MODEL = Path(__file__).parents[4] / "models" / "small_cnn"
COMPILER = shutil.which("gcc") or shutil.which("cc")
needs_compiler = pytest.mark.skipif(COMPILER is None or platform.system() != "Linux", reason="needs a C compiler on Linux")

CALLER = """
#include <stdio.h>
#include <stdlib.h>
%s
static void *content(const char *path, size_t size) {
  FILE *file = fopen(path, "rb");
  void *bytes = malloc(size);
  if (!file || fread(bytes, 1, size, file) != size) exit(3);
  fclose(file);
  return bytes;
}
int main(int count, char **arguments) {
  const void *inputs[] = {content(arguments[1], atoi(arguments[2]))};
  void *outputs[8];
  for (int at = 3; at < count; at += 2) outputs[at / 2 - 1] = malloc(atoi(arguments[at + 1]));
  model(inputs, outputs, aligned_alloc(64, (MODEL_MEMORY + 63) / 64 * 64));
  for (int at = 3; at < count; at += 2) {
    FILE *file = fopen(arguments[at], "wb");
    fwrite(outputs[at / 2 - 1], 1, atoi(arguments[at + 1]), file);
    fclose(file);
  }
  return 0;
}
"""
LOOP = """
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %limit = stablehlo.reduce(%y init: %zero) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %0:2 = stablehlo.while(%count = %zero, %total = %x) : tensor<f32>, tensor<4xf32>
   cond {
    %1 = stablehlo.compare LT, %count, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1.0> : tensor<f32>
    %1 = stablehlo.add %count, %one : tensor<f32>
    %2 = stablehlo.add %total, %y : tensor<4xf32>
    stablehlo.return %1, %2 : tensor<f32>, tensor<4xf32>
  }
  return %0#1 : tensor<4xf32>
}"""
HOST = """
func.func @main(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = stablehlo.custom_call @tf.MatrixSquareRoot(%x) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}"""


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    """The small network, lowered for processors."""
    folder = tmp_path_factory.mktemp("network")
    assert translate(["--graphdef-to-mlir", str(MODEL / "model.pb"), "-o", str(folder / "graph.mlir")]) == 0
    module = lowered((folder / "graph.mlir").read_text(), "x86-64-v3", "cpu")
    (folder / "model.mlir").write_text(print_operation(module, lookup))
    return folder / "model.mlir"


@needs_compiler
@pytest.mark.parametrize("kind, ending", [("shared-library", ".so"), ("object", ".o"), ("assembly", ".s")])
def test_c_computes_what_tensorflow_recorded(run, model, tmp_path, kind, ending):
    assert run(model, "--emit=shared-library", f"--emit-to={tmp_path / 'model.so'}")[0] == 0
    made = tmp_path / f"model{ending}"
    status, _, complaint = run(model, f"--emit={kind}", f"--emit-to={made}")
    assert status == 0, complaint
    ((_, given),), expected = np.load(MODEL / "inputs.npz").items(), np.load(MODEL / "outputs.npz")
    names = re.findall(r"outputs\[\d+\]  (.*): ", (tmp_path / "model.h").read_text())
    assert sorted(names) == sorted(expected)
    (tmp_path / "caller.c").write_text(CALLER % '#include "model.h"')
    given.tofile(tmp_path / "x.bin")
    subprocess.run([COMPILER, "-o", tmp_path / "caller", tmp_path / "caller.c", made, "-lm", f"-Wl,-rpath,{tmp_path}"], check=True)
    files = [part for at, name in enumerate(names) for part in (tmp_path / f"y{at}.bin", str(expected[name].nbytes))]
    subprocess.run([tmp_path / "caller", tmp_path / "x.bin", str(given.nbytes), *files], check=True)
    for at, name in enumerate(names):
        result = np.fromfile(tmp_path / f"y{at}.bin", expected[name].dtype).reshape(expected[name].shape)
        np.testing.assert_allclose(result, expected[name], rtol=1e-4, atol=1e-5)


@needs_compiler
def test_loops_are_decided_in_c(run, write, tmp_path):
    """x + 3 * y, and calls at once with memory of their own."""
    from ctypes import CDLL, c_void_p
    from threading import Thread

    assert run(write(LOOP), "--emit=shared-library", f"--emit-to={tmp_path / 'libloop-1.so'}")[0] == 0
    assert "void loop_1(" in (tmp_path / "libloop-1.h").read_text()
    call = CDLL(tmp_path / "libloop-1.so").loop_1
    x, y = np.arange(4, dtype="f4"), np.full(4, 3, "f4")
    results = [np.zeros(4, "f4") for _ in range(4)]

    def work(result):
        memory = np.empty(1 << 16, np.uint8)
        start = memory.ctypes.data + -memory.ctypes.data % 64
        for _ in range(200):
            call((c_void_p * 2)(x.ctypes.data, y.ctypes.data), (c_void_p * 1)(result.ctypes.data), c_void_p(start))

    threads = [Thread(target=work, args=[result]) for result in results]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [result.tolist() for result in results] == [[9, 10, 11, 12]] * 4


def test_what_the_host_computes_is_no_c(run, write, tmp_path):
    status, _, complaint = run(write(HOST), "--emit=object", f"--emit-to={tmp_path / 'x.o'}")
    assert status == 1 and "cannot be emitted: the host computes" in complaint
    assert not (tmp_path / "x.o").exists()


def test_without_a_linker(run, write, tmp_path, monkeypatch):
    monkeypatch.setenv("CC", "no-such-compiler")
    status, _, complaint = run(write(LOOP), "--emit=shared-library", f"--emit-to={tmp_path / 'x.so'}")
    assert status == 1 and "there is no 'no-such-compiler'" in complaint
    assert run(write(LOOP), "--emit=object", f"--emit-to={tmp_path / 'x.o'}")[0] == 0


# Rows of %x and %z are as many, those of %y are others; then rows that are counted, and their sums.
ROWS = """
func.func @main(%x: tensor<?x3xf32>, %y: tensor<?x3xf32>, %z: tensor<?x3xf32>) -> (tensor<?x3xf32>, tensor<?xf32>) {
  %0 = stablehlo.add %x, %z : tensor<?x3xf32>
  %1 = stablehlo.concatenate %0, %y, dim = 0 : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x3xf32>, tensor<f32>) -> tensor<?xf32>
  return %1, %2 : tensor<?x3xf32>, tensor<?xf32>
}"""


@needs_compiler
def test_open_sizes_are_arguments(run, write, tmp_path):
    """One for each that may be another; C computes how much memory they take."""
    from ctypes import CDLL, c_int64, c_void_p

    status, _, complaint = run(write(ROWS), "--emit=shared-library", f"--emit-to={tmp_path / 'rows.so'}")
    assert status == 0, complaint
    header = (tmp_path / "rows.h").read_text()
    assert "sizes[0]    dimension 0 of x, dimension 0 of z\n     sizes[1]    dimension 0 of y\n" in header
    assert "outputs[0]  result0: float[(sizes[0] + sizes[1])][3]" in header
    (tmp_path / "memory.c").write_text('#include "rows.h"\nint64_t memory(int64_t *sizes) { return rows_memory(sizes); }')
    subprocess.run([COMPILER, "-shared", "-fPIC", "-o", tmp_path / "memory.so", tmp_path / "memory.c"], check=True)
    random = np.random.default_rng(1)
    for counts in ((2, 5), (1, 1), (300, 7), (0, 4), (4, 0), (1000, 3000)):
        n, m = counts
        sizes = (c_int64 * 2)(*counts)
        x, y, z = (random.integers(-9, 9, (count, 3)).astype("f4") for count in (n, m, n))
        rows, sums = np.empty((n + m, 3), "f4"), np.empty(n + m, "f4")
        memory = np.empty(CDLL(tmp_path / "memory.so").memory(sizes) + 64, np.uint8)
        start = memory.ctypes.data + -memory.ctypes.data % 64
        inputs = (c_void_p * 3)(*[array.ctypes.data for array in (x, y, z)])
        CDLL(tmp_path / "rows.so").rows(inputs, (c_void_p * 2)(rows.ctypes.data, sums.ctypes.data), c_void_p(start), sizes)
        expected = np.concatenate([x + z, y])
        np.testing.assert_array_equal(rows, expected)
        np.testing.assert_array_equal(sums, expected.sum(1))


def test_sizes_that_go_together_otherwise_are_no_c(run, write, tmp_path):
    """Rows of four out of as many numbers: 7 make none."""
    text = """func.func @main(%x: tensor<?xf32>) -> tensor<?x4xf32> {
      %four = stablehlo.constant dense<4> : tensor<i32>
      %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
      %m = stablehlo.divide %n, %four : tensor<i32>
      %sizes = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
      %fours = stablehlo.reshape %four : (tensor<i32>) -> tensor<1xi32>
      %shape = stablehlo.concatenate %sizes, %fours, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
      %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x4xf32>
      return %0 : tensor<?x4xf32>
    }"""
    status, _, complaint = run(write(text), "--emit=object", f"--emit-to={tmp_path / 'x.o'}")
    assert status == 1 and "do not go together" in complaint and "--input-shapes" in complaint


def test_sizes_that_are_read_are_no_c(run, write, tmp_path):
    text = """func.func @main(%n: tensor<1xi32>) -> tensor<?xf32> {
      %0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
      return %0 : tensor<?xf32>
    }"""
    status, _, complaint = run(write(text), "--emit=object", f"--emit-to={tmp_path / 'x.o'}")
    assert status == 1 and "reads sizes as it runs; lower it with --input-shapes" in complaint


SUM = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n%0 = stablehlo.add %x, %x : tensor<4xf32>\nreturn %0 : tensor<4xf32>\n}"


@needs_compiler
@pytest.mark.parametrize(
    "stem, name", [("run", "run"), ("tfir", "tfir"), ("double", "model_double"), ("libmemmove", "model_memmove"), ("main", "model_main")]
)
def test_names_that_mean_something_already(run, write, tmp_path, stem, name):
    """A function of the runtime has such a name, a word of C, a function of the C library that the program calls, the start of a program."""
    from ctypes import CDLL, c_void_p

    status, _, complaint = run(write(SUM), "--emit=shared-library", f"--emit-to={tmp_path / stem}.so")
    assert status == 0, complaint
    x, y, memory = np.arange(4, dtype="f4"), np.zeros(4, "f4"), np.empty(4096, np.uint8)
    start = memory.ctypes.data + -memory.ctypes.data % 64
    CDLL(tmp_path / f"{stem}.so")[name]((c_void_p * 1)(x.ctypes.data), (c_void_p * 1)(y.ctypes.data), c_void_p(start))
    assert y.tolist() == [0, 2, 4, 6]


@needs_compiler
def test_few_bits_have_a_byte_each(run, write, tmp_path):
    """7 + 1 of four bits is -8, 1 + 1 of two is -2, and 9 + 9 without a sign is 2. What stands in front of an argument's bits is not read."""
    write_to = tmp_path / "libfew.so"
    path = write("""
func.func @main(%a: tensor<3xi4>, %b: tensor<3xi4>, %c: tensor<3xi2>, %d: tensor<3xui4>) -> (tensor<3xi4>, tensor<3xi2>, tensor<3xui4>, tensor<3xi4>, tensor<3xi8>) {
  %0 = stablehlo.add %a, %b : tensor<3xi4>
  %1 = stablehlo.add %c, %c : tensor<3xi2>
  %2 = stablehlo.add %d, %d : tensor<3xui4>
  %3 = stablehlo.convert %b : (tensor<3xi4>) -> tensor<3xi8>
  return %0, %1, %2, %b, %3 : tensor<3xi4>, tensor<3xi2>, tensor<3xui4>, tensor<3xi4>, tensor<3xi8>
}""")
    assert run(path, "--emit=shared-library", f"--emit-to={write_to}") == (0, "", "")
    assert "int8_t[3], numbers of 4 bits: -8 to 7\n" in (tmp_path / "libfew.h").read_text()
    (tmp_path / "caller.c").write_text("""
#include <stdio.h>
#include <stdlib.h>
#include "libfew.h"
int main(void) {
  int8_t a[3] = {7, -8, 3}, b[3] = {1, -1, 0x7d}, c[3] = {1, -2, -1}, sum[3], twice[3], same[3], wide[3];
  uint8_t d[3] = {9, 15, 0xf1}, without[3];
  few((const void *[]){a, b, c, d}, (void *[]){sum, twice, without, same, wide}, aligned_alloc(64, (FEW_MEMORY + 63) / 64 * 64));
  for (int at = 0; at < 3; at++) printf("%d %d %d %d %d;", sum[at], twice[at], without[at], same[at], wide[at]);
}
""")
    subprocess.run([COMPILER, "caller.c", "-o", "caller", "-L.", "-lfew", "-Wl,-rpath,."], cwd=tmp_path, check=True)
    printed = subprocess.run(["./caller"], cwd=tmp_path, capture_output=True, check=True).stdout
    assert printed == b"-8 -2 2 1 1;7 0 14 -1 -1;0 -2 2 -3 -3;"


@needs_compiler
def test_types_of_c(run, write, tmp_path):
    """As arrays hold them: four bits in a byte, a complex number as C has it."""
    kinds = {"i4": "int8_t", "ui4": "uint8_t", "i1": "uint8_t", "f16": "uint16_t", "i64": "int64_t", "complex<f32>": "float _Complex"}
    arguments = ", ".join([f"%a{at}: tensor<2x{kind}>" for at, kind in enumerate(kinds)])
    results = ", ".join([f"tensor<2x{kind}>" for kind in kinds])
    values = ", ".join([f"%a{at}" for at in range(len(kinds))])
    write_to = tmp_path / "types.so"
    path = write(f"func.func @main({arguments}) -> ({results}) {{\nreturn {values} : {results}\n}}")
    assert run(path, "--emit=shared-library", f"--emit-to={write_to}")[0] == 0
    lines = re.findall(r"outputs\[\d+\]  \w+: (.*)", write_to.with_suffix(".h").read_text())
    few = {"i4": ", numbers of 4 bits: -8 to 7", "ui4": ", numbers of 4 bits: 0 to 15"}
    assert lines == [f"{name}[2]{few.get(kind, '')}" for kind, name in kinds.items()]


@needs_compiler
def test_what_cannot_be_written(run, write, tmp_path):
    """An error, and nothing half-written."""
    path = write(SUM)
    status, _, complaint = run(path, "--emit=shared-library", f"--emit-to={tmp_path / 'x.h'}")
    assert status == 2 and "expected a name like" in complaint
    status, _, complaint = run(path, "--emit=assembly", "--emit-to=-")
    assert status == 2 and "two files" in complaint
    for kind in ("object", "assembly", "shared-library"):
        status, _, complaint = run(path, f"--emit={kind}", f"--emit-to={tmp_path / 'nowhere' / 'x.so'}")
        assert status == 1 and "cannot write" in complaint
    assert [file.name for file in tmp_path.iterdir() if file.is_file()] == [path.name]
