"""Compute shaders of glslang are read as mlir-translate of LLVM 22 reads them, and written again.

`glslang/NAME.spv` is what glslang made of a shader for Vulkan 1.1 as base64, `NAME.mlir` what `mlir-translate --deserialize-spirv` printed
of it. Constants and addresses stand elsewhere there, and a construct always begins a block; variables without a name have other numbers.
"""

import re
from base64 import b64decode
from pathlib import Path

import pytest
from damaged_spirv import read_damaged
from tfir.dialects import dialect, lookup, verify
from tfir.dialects.spirv.words import encode
from tfir.ir.diagnostics import Source
from tfir.text.parser import parse
from tfir.text.printer import print_operation

from tftranslate.spirv_reading import module_of

SHADERS = sorted(Path(__file__).with_name("glslang").glob("*.spv"))
PLACED = re.compile(r"(%\S+ = )?spirv\.(Constant|mlir\.addressof|Branch \^bb\d+$)|\^bb\d+:|\}|$")


def data_of(path: Path) -> bytes:
    return b64decode(path.read_text())


def lines(text: str) -> list[str]:
    stripped = [line.partition("  // ")[0].strip() for line in text.splitlines()]
    numbered = [re.sub(r"%[\w-]+(:\d+)?|\^bb\d+|spirv_var_\d+", "_", line) for line in stripped if not PLACED.match(line)]
    return sorted(numbered)


@pytest.mark.parametrize("path", SHADERS, ids=lambda path: path.stem)
def test_shaders_read_as_mlir_reads_them(path):
    module = module_of(data_of(path), path.name)
    verify(module)
    assert lines(print_operation(module.body.first, lookup)) == lines(path.with_suffix(".mlir").read_text())


@pytest.mark.parametrize("path", SHADERS, ids=lambda path: path.stem)
def test_text_of_shaders_is_written_to_words_that_come_back(path):
    text = print_operation(module_of(data_of(path), path.name).body.first, lookup)
    data = encode(parse(Source("x.mlir", text), lookup, dialect).body.first)
    assert encode(module_of(data, "x.spv").body.first) == data


@pytest.mark.parametrize("path", SHADERS, ids=lambda path: path.stem)
def test_damaged_shaders_are_an_error_or_a_module(path):
    read_damaged(data_of(path), 60)
