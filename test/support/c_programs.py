"""Programs as C, compiled by the system's compiler and called; warnings are errors. What needs it is skipped where there is none."""

import ctypes
import os
import shutil
import subprocess
from pathlib import Path

import numpy as np
from device_calls import read
from tfir.dialects import lookup
from tfir.dialects.iree.target import PLAIN, STYLE
from tfir.execution.entry import find_entry
from tfir.ir.attributes import StringAttr
from tfir.ir.verify import verify
from tfir.ods.arrays import dtype_of

from tfopt.pipeline.description import load_pipeline
from tfopt.pipeline.execution import Runner
from tftranslate.c_code.program import ALIGNMENT, c_of

COMPILER = shutil.which(os.environ.get("CC", "cc"))
FLAGS = ("-std=c11", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror", "-shared", "-fPIC")


def lowered(text, is_plain: bool = True):
    """A text, or a module, as dispatches."""
    module = read(text) if isinstance(text, str) else text
    if is_plain:
        module.set_attribute(STYLE, StringAttr(PLAIN))
    Runner(lambda op: verify(op, lookup)).run(load_pipeline("vulkan"), module)
    return module


def function(arguments: str, results: str, *lines: str) -> str:
    return f"func.func @main({arguments}) -> ({results}) {{\n" + "\n".join(lines) + "\n}"


# x doubled n times, and n
LOOP = function(
    "%n: tensor<i32>, %x: tensor<3xf32>", "tensor<3xf32>, tensor<i32>",
    "%zero = stablehlo.constant dense<0> : tensor<i32>", "%one = stablehlo.constant dense<1> : tensor<i32>",
    "%0:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<3xf32>",
    "cond { %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>", "stablehlo.return %p : tensor<i1> }",
    "do { %j = stablehlo.add %i, %one : tensor<i32>", "%b = stablehlo.add %a, %a : tensor<3xf32>",
    "stablehlo.return %j, %b : tensor<i32>, tensor<3xf32> }",
    "return %0#1, %0#0 : tensor<3xf32>, tensor<i32>",
)  # fmt: skip


def call_c(module, arrays, folder: Path) -> list:
    """The results of one call. `arrays` are those of the entry, in order."""
    return called_c(compiled_c(module, folder), find_entry(module), arrays)


def compiled_c(module, folder: Path) -> Path:
    source, library = folder / "program.c", folder / "program.so"
    source.write_text(c_of(module, "program"))
    done = subprocess.run([COMPILER, *FLAGS, "-o", library, source, "-lm"], capture_output=True, text=True, check=False)
    assert not done.returncode, " ".join([line for line in done.stderr.split("\n") if "error" in line][:2])
    return library


def called_c(library: Path, entry, arrays) -> list:
    text = library.with_suffix(".c").read_text()
    size = int(next(line for line in text.split("\n") if line.startswith("#define PROGRAM_MEMORY ")).split()[-1])
    memory = np.zeros(size + ALIGNMENT, np.uint8)
    begin = -(-memory.ctypes.data // ALIGNMENT) * ALIGNMENT
    inputs = [np.ascontiguousarray(array) for array in arrays]
    outputs = [np.zeros(port.type.shape, dtype_of(port.type.element)) for port in entry.fetches]
    ctypes.CDLL(str(library)).program(pointers(inputs), pointers(outputs), ctypes.c_void_p(begin))
    return outputs


def pointers(arrays: list):
    return (ctypes.c_void_p * max(len(arrays), 1))(*[array.ctypes.data for array in arrays])
