"""Programs as C give the numbers of the interpreter, compiled without a warning."""

import numpy as np
import pytest
from c_programs import COMPILER, LOOP, call_c, function, lowered
from device_calls import read
from tfir.ir.attributes import OpaqueAttr
from tfir.ir.diagnostics import Error

from tftranslate.c_code.program import c_of

NEEDS_COMPILER = pytest.mark.skipif(COMPILER is None, reason="needs a compiler of C")


@NEEDS_COMPILER
def test_a_product_and_a_sum(tmp_path):
    module = lowered(function(
        "%x: tensor<2x3xf32>, %y: tensor<3x2xf32>", "tensor<2x2xf32>",
        "%0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>",
        "%1 = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>",
        "%2 = stablehlo.add %0, %1 : tensor<2x2xf32>", "return %2 : tensor<2x2xf32>",
    ))  # fmt: skip
    x, y = np.array([[1, 2, 3], [4, 5, 6]], "f4"), np.array([[1, 0], [0, 1], [2, -1]], "f4")
    np.testing.assert_array_equal(call_c(module, [x, y], tmp_path)[0], [[8, 1], [19, 3]])


@NEEDS_COMPILER
def test_a_loop_that_numbers_end(tmp_path):
    module = lowered(LOOP)
    for count in (0, 5):
        doubled, rounds = call_c(module, [np.int32(count), np.array([1, -0.5, 3], "f4")], tmp_path)
        np.testing.assert_array_equal(doubled, np.array([1, -0.5, 3]) * 2**count)
        assert rounds == count


@NEEDS_COMPILER
def test_whole_numbers_wrap_and_keep_their_signs(tmp_path):
    module = lowered(function(
        "%x: tensor<4xi8>, %y: tensor<4xi8>", "tensor<4xi8>, tensor<4xi8>, tensor<4xi1>, tensor<4xi64>",
        "%0 = stablehlo.multiply %x, %y : tensor<4xi8>", "%1 = stablehlo.divide %x, %y : tensor<4xi8>",
        "%2 = stablehlo.compare LT, %x, %y : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi1>", "%3 = stablehlo.convert %x : (tensor<4xi8>) -> tensor<4xi64>",
        "return %0, %1, %2, %3 : tensor<4xi8>, tensor<4xi8>, tensor<4xi1>, tensor<4xi64>",
    ))  # fmt: skip
    product, quotient, less, wide = call_c(module, [np.array([100, -7, -128, 5], "i1"), np.array([3, 2, 2, 5], "i1")], tmp_path)
    assert product.tolist() == [44, -14, 0, 25] and quotient.tolist() == [33, -3, -64, 1]
    assert less.tolist() == [False, True, True, False] and wide.tolist() == [100, -7, -128, 5]


@NEEDS_COMPILER
def test_few_bits_are_spread_over_their_bytes(tmp_path):
    """7 + 1 of four bits is -8; without a sign it is 8, and 9 + 9 is 2. What is given back as it came loses what stood in front of its bits."""
    module = lowered(function(
        "%x: tensor<3xi4>, %y: tensor<3xi4>, %z: tensor<2xui4>", "tensor<3xi4>, tensor<2xui4>, tensor<3xi4>",
        "%0 = stablehlo.add %x, %y : tensor<3xi4>", "%1 = stablehlo.add %z, %z : tensor<2xui4>", "return %0, %1, %y : tensor<3xi4>, tensor<2xui4>, tensor<3xi4>",
    ))  # fmt: skip
    given = [np.array([7, -8, 3], "i1"), np.array([1, -1, 0x7D], "i1"), np.array([9, 4], "u1")]
    total, doubled, same = [result.view("i1").tolist() for result in call_c(module, given, tmp_path)]
    assert (total, doubled, same) == ([-8, 7, 0], [2, 8], [1, -1, -3])
    assert "outputs[0]  result0: int8_t[3], numbers of 4 bits: -8 to 7\n" in (tmp_path / "program.c").read_text()


@NEEDS_COMPILER
def test_what_the_ends_of_a_type_say_of_a_comparison(tmp_path):
    """No number is below the least or above the greatest one, of which compilers warn; -127 is another matter."""
    compares = [("LT", -128), ("GE", -128), ("LE", 127), ("GT", 127), ("LT", -127)]
    module = lowered(function(
        "%x: tensor<3xi8>", ", ".join(["tensor<3xi1>"] * 5), *[f"%c{at} = stablehlo.constant dense<{end}> : tensor<3xi8>" for at, (_, end) in enumerate(compares)],
        *[f"%{at} = stablehlo.compare {way}, %x, %c{at} : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi1>" for at, (way, _) in enumerate(compares)],
        f"return %0, %1, %2, %3, %4 : {', '.join(['tensor<3xi1>'] * 5)}",
    ))  # fmt: skip
    results = call_c(module, [np.array([-128, 0, 127], "i1")], tmp_path)
    assert [result.tolist() for result in results] == [[False] * 3, [True] * 3, [True] * 3, [False] * 3, [True, False, False]]


@NEEDS_COMPILER
def test_not_a_number_and_what_a_value_says_of_itself(tmp_path):
    """x | x of truth values is no comparison that compilers would know the result of."""
    module = lowered(function(
        "%x: tensor<3xf32>, %t: tensor<2xi1>", "tensor<3xf32>, tensor<2xi1>, tensor<3xi1>",
        "%0 = stablehlo.maximum %x, %x : tensor<3xf32>", "%1 = stablehlo.or %t, %t : tensor<2xi1>",
        "%2 = stablehlo.compare EQ, %x, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>",
        "return %0, %1, %2 : tensor<3xf32>, tensor<2xi1>, tensor<3xi1>",
    ))  # fmt: skip
    x = np.array([np.nan, -np.inf, 2], "f4")
    largest, either, same = call_c(module, [x, np.array([True, False])], tmp_path)
    np.testing.assert_array_equal(largest, x)
    assert either.tolist() == [True, False] and same.tolist() == [False, True, True]


@pytest.mark.parametrize(
    "text, is_plain, message",
    [
        (function("%x: tensor<8xf32>", "tensor<8xf32>", "return %x : tensor<8xf32>"), None, "has not been lowered to dispatches"),
        (function("%x: tensor<8xf32>", "tensor<8xf32>", "%0 = stablehlo.add %x, %x : tensor<8xf32>", "return %0 : tensor<8xf32>"),
         False, "--spirv-style=plain makes kernels that have"),
        (function("%x: tensor<?xf32>", "tensor<?xf32>", "%0 = stablehlo.add %x, %x : tensor<?xf32>", "return %0 : tensor<?xf32>"),
         True, r"feeds of one size each: '.*' is memref<\?xf32>; give them with --input-shapes=.*=N or --default-batch=1"),
        (function("%n: tensor<1xi32>", "tensor<?xf32>", "%0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>", "return %0 : tensor<?xf32>"),
         True, "sizes that numbers decide as it runs are not known before"),
        (function("%x: tensor<2x2xf32>", "tensor<2xf32>",
                  "%0, %1 = stablehlo.custom_call @Eigh(%x) : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>)", "return %1 : tensor<2xf32>"),
         True, "step of the host"),
    ],
)  # fmt: skip
def test_what_has_no_form_is_refused(text, is_plain, message):
    module = read(text) if is_plain is None else lowered(text, is_plain)
    with pytest.raises(Error, match=message):
        c_of(module, "f")


def test_what_a_load_says_of_its_access_is_refused_where_c_has_no_form_of_it():
    module = lowered(
        function("%x: tensor<4xf32>", "tensor<4xf32>", "%0 = stablehlo.negate %x : tensor<4xf32>", "return %0 : tensor<4xf32>")
    )
    load = next(op for op in module.walk() if op.name == "spirv.Load" and op.operands[0].type.storage_class == "StorageBuffer")
    plain = c_of(module, "main")
    for words in ("None", "Nontemporal"):
        load.set_attribute("memory_access", OpaqueAttr(f"#spirv.memory_access<{words}>"))
        assert c_of(module, "main") == plain
    load.set_attribute("memory_access", OpaqueAttr("#spirv.memory_access<Volatile|Nontemporal>"))
    with pytest.raises(Error, match=r"has the memory access Volatile\|Nontemporal, which has no form in C"):
        c_of(module, "main")
