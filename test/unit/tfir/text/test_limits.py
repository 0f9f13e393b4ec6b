"""What is nested deeply or stands on one very long line is read, or refused with an error; never with one of Python's own."""

import time

import pytest
from tfir.dialects import dialect, lookup, verify
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse
from tfir.text.printer import print_operation

DEEP = 2_000


def read(text: str):
    return parse(Source("t.mlir", text), lookup, dialect, allow_unregistered=True)


@pytest.mark.parametrize("text", [
    "module {\n" * DEEP + "}\n" * DEEP,
    '"a.b"() ({\n' * DEEP + "}) : () -> ()\n" * DEEP,
    "module attributes {a.b = " + "[" * DEEP + "]" * DEEP + "} {\n}\n",
    "module attributes {a.b = " + "{a = " * DEEP + "1" + "}" * DEEP + "} {\n}\n",
    "module attributes {a.b = affine_map<(d0) -> (" + "(" * DEEP + "d0" + ")" * DEEP + ")>} {\n}\n",
    "module attributes {a.b = dense<" + "[" * DEEP + "1" + "]" * DEEP + "> : tensor<1xi32>} {\n}\n",
    "func.func private @f(" + "tuple<" * DEEP + "i32" + ">" * DEEP + ")\n",
    "func.func private @f() loc(" + '"a"(' * DEEP + "unknown" + ")" * DEEP + ")\n",
], ids=["modules", "regions", "arrays", "dictionaries", "affine", "elements", "types", "locations"])  # fmt: skip
def test_what_is_nested_too_deeply_is_refused(text):
    """From Python 3.14 on elements are read at any depth, and have the wrong shape then."""
    with pytest.raises(Error, match="nested too deeply|inferred shape of elements literal"):
        read(text)


def test_regions_nest_as_deeply_as_programs_do():
    text = "module {\n" * 30 + "}\n" * 30
    module = read(text)
    verify(module)
    assert print_operation(module, lookup).replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize(
    "text", ["module {" + " " * 3_000_000 + "}\n", "// " + "x" * 3_000_000 + "\nmodule {\n}\n"], ids=["blanks", "a comment"]
)
def test_a_long_line_of_nothing(text):
    assert print_operation(read(text), lookup) == "module {\n}\n"


def test_a_long_line_of_operations_takes_no_longer_than_many_lines():
    """Nothing looks for the line's end once per operation: that would take 12,000 times half of 650,000 characters."""
    lines = [f"%{n} = stablehlo.add %a, %a : tensor<4xf32>" for n in range(12_000)]
    began = time.process_time()
    module = read("func.func @f(%a: tensor<4xf32>) { " + " ".join(lines) + " return }\n")
    assert time.process_time() - began < 3
    assert len(module.body.first.body) == 12_001


def test_a_long_name_is_shortened_in_the_message():
    with pytest.raises(Error) as caught:
        read("x" * 1_000_000 + "\n")
    assert len(caught.value.render()) < 10_000
