"""Printing what was parsed and parsing what was printed come to the same."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tfir.dialects import dialect, lookup
from tfir.ir.attributes import FloatAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.ir.types import BF16, F16, F32, F64, I1, I8, UI8, TensorType
from tfir.text.parser import parse
from tfir.text.printer import PrintOptions, print_operation


def reread(text: str):
    return parse(Source("input", text), lookup, dialect, allow_unregistered=True)


def attribute_back(attribute):
    module = reread(f'"t.op"() {{a = {attribute}}} : () -> ()')
    return module.body.first.attributes["a"]


@given(st.integers(0, 2**32 - 1))
def test_every_f32_comes_back_bit_for_bit(bits):
    attribute = FloatAttr(0.0, F32, bits)
    assert attribute_back(attribute).bits == bits


@given(st.integers(0, 2**64 - 1))
def test_every_f64_comes_back_bit_for_bit(bits):
    assert attribute_back(FloatAttr(0.0, F64, bits)).bits == bits


@given(st.integers(0, 2**16 - 1), st.sampled_from([F16, BF16]))
def test_every_half_comes_back_bit_for_bit(bits, type):
    assert attribute_back(FloatAttr(0.0, type, bits)).bits == bits


@given(st.binary(max_size=64), st.sampled_from([I8, UI8]), st.sampled_from([0, 4, 100]))
def test_dense_constants_come_back(data, element, hex_if_larger):
    type = TensorType((len(data),), element)
    text = f"dense<{DenseAttr(type, data).body(hex_if_larger)}> : {type}"
    attribute = attribute_back(text)
    assert attribute.type is type and bytes(attribute.data) * (len(data) if attribute.is_splat else 1) == data


@pytest.mark.parametrize("count", [1, 7, 8, 9, 17])
def test_truth_values_take_a_byte_each_and_were_packed_before(count):
    """MLIR's hexadecimal form has a byte for each; until 2025 it held eight to a byte, the first in the lowest bit."""
    values = [i % 3 == 0 for i in range(count)]
    attribute = DenseAttr.of(values, TensorType((count,), I1))
    assert attribute.hex() == "".join(["01" if value else "00" for value in values])
    packed = sum(1 << i for i, v in enumerate(values) if v).to_bytes(-(-count // 8), "little").hex().upper()
    for digits in (attribute.hex(), packed):
        if count > 1:
            assert attribute_back(f'dense<"0x{digits}"> : tensor<{count}xi1>').values() == values


def test_long_lists_of_numbers_are_read_exactly():
    values = [i * 0.1 for i in range(1000)]
    text = "[" + ", ".join(f"[{a!r}, {b!r}]" for a, b in zip(values[::2], values[1::2])) + "]"
    attribute = attribute_back(f"dense<{text}> : tensor<500x2xf32>")
    assert bytes(attribute.data) == struct.pack("<1000f", *values)


@pytest.mark.parametrize("text", ["[" + "[1.0, 2.0], " * 500 + "[1.0]]", "[" + "1.0, " * 700 + "[1.0]]"])
def test_long_ragged_lists_are_refused(text):
    with pytest.raises(Error, match="ranks are not consistent"):
        attribute_back(f"dense<{text}> : tensor<501x2xf32>")


def test_hexadecimal_text_is_not_decoded_on_the_way_through():
    text = f'%0 = stablehlo.constant dense<"0x{"0000803F00000040" * 100}"> : tensor<200xf32>'
    module = reread(text)
    blob = module.body.first.attributes["value"].blob
    assert blob._decoded is None and text in print_operation(module, lookup).replace("%cst", "%0")
    assert blob._decoded is None


def test_locations_are_printed_and_read():
    text = 'module {\n  "t.a"() : () -> () loc(fused<"why">["f.py":3:4, callsite("g" at "h"("k.py":1:2))])\n}\n'
    printed = print_operation(reread(text), lookup, PrintOptions(debug_info=True, local_scope=True))
    assert 'loc(fused<"why">["f.py":3:4, callsite("g" at "h"("k.py":1:2))])' in printed


def test_locations_have_names_by_depth_and_order():
    text = 'module {\n  "t.a"() : () -> () loc(callsite("g" at "h"("k.py":1:2)))\n} loc("f.py":3:4)\n'
    printed = print_operation(reread(text), lookup, PrintOptions(debug_info=True))
    assert printed.splitlines()[1:] == [
        '  "t.a"() : () -> () loc(#loc4)', "} loc(#loc)", '#loc = loc("f.py":3:4)', '#loc1 = loc("g")', '#loc2 = loc("k.py":1:2)',
        '#loc3 = loc("h"(#loc2))', "#loc4 = loc(callsite(#loc1 at #loc3))",
    ]  # fmt: skip


def test_location_aliases_may_come_last():
    module = reread('"t.a"() : () -> () loc(#loc1)\n#loc = loc("x.py":7:8)\n#loc1 = loc("name"(#loc))\n')
    assert str(module.body.first.location) == '"name"("x.py":7:8)'


def test_resources_stand_at_the_end():
    text = '%0 = stablehlo.constant dense_resource<w> : tensor<2xf32>\n{-# dialect_resources: {builtin: {w: "0x040000000000803F00000040"}} #-}\n'
    module = reread(text)
    assert module.body.first.attributes["value"].values() == [1.0, 2.0]
    again = reread(print_operation(module, lookup))
    assert again.body.first.attributes["value"].values() == [1.0, 2.0]


def test_kept_names_survive():
    text = "func.func @f(%first: tensor<f32>) -> tensor<f32> {\n  %sum = stablehlo.add %first, %first : tensor<f32>\n  return %sum : tensor<f32>\n}\n"
    module = parse(Source("input", text), lookup, dialect, keep_names=True)
    printed = print_operation(module, lookup, PrintOptions(keep_names=True))
    assert "%sum = stablehlo.add %first, %first" in printed


@pytest.mark.parametrize("depth", [10_000])
def test_deep_nesting_is_an_error_and_no_crash(depth):
    with pytest.raises(Error, match="nested too deeply"):
        attribute_back("[" * depth + "]" * depth)
