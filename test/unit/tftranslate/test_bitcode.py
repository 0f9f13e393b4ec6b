"""Bitcode there and back through LLVM, and what is said where LLVM is missing or refuses."""

import sys

import pytest
from tfir.dialects import dialect, lookup
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse

from tftranslate.bitcode import bitcode_of, text_of

ADD = "define i32 @add(i32 %0, i32 %1) {\n  %3 = add nsw i32 %0, %1\n  ret i32 %3\n}\n"


def test_there_and_back():
    pytest.importorskip("llvmlite")
    data = bitcode_of(ADD)
    assert data[:4] == b"BC\xc0\xde"
    assert ADD in text_of(data, "add.bc")


def test_a_module_of_the_dialect_comes_back(tmp_path):
    pytest.importorskip("llvmlite")
    from tftranslate.main import main

    source, middle, result = (str(tmp_path / name) for name in ("add.mlir", "add.bc", "back.mlir"))
    text = "llvm.func @add(%a: i32, %b: i32) -> i32 {\n  %0 = llvm.add %a, %b overflow<nsw> : i32\n  llvm.return %0 : i32\n}\n"
    (tmp_path / "add.mlir").write_text(text)
    assert not main(["--mlir-to-bitcode", source, "-o", middle])
    assert not main(["--bitcode-to-mlir", middle, "-o", result])
    module = parse(Source(result, (tmp_path / "back.mlir").read_text()), lookup, dialect)
    (function,) = [op for op in module.walk() if op.name == "llvm.func"]
    assert [op.name for op in function.body] == ["llvm.add", "llvm.return"] and function.body.first.get("overflowFlags") == 1


def test_what_llvm_refuses_is_told():
    pytest.importorskip("llvmlite")
    with pytest.raises(Error, match="LLVM [0-9.]+ refuses the module: value doesn't match function result type 'i32'"):
        bitcode_of("define i32 @f() { ret i64 0 }")
    with pytest.raises(Error, match="x.bc: LLVM [0-9.]+ cannot read this bitcode: "):
        text_of(b"BC\xc0\xde and no more", "x.bc")


def test_without_llvm_the_command_that_installs_it_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "llvmlite", None)
    with pytest.raises(Error, match=r"bitcode is read and written by LLVM, which is not installed: pip install 'tfir\[cpu\]'"):
        bitcode_of(ADD)
