"""The index of constraints, and what the helpers of them mean by fitting."""

from importlib import import_module

import pytest
from tfir.dialects import dialect
from tfir.dialects.quant import QuantizedType
from tfir.dialects.stablehlo import families, verify
from tfir.dialects.stablehlo.attributes import BoundsAttr
from tfir.dialects.stablehlo.inference.checks import bit_width, compatible, promotable
from tfir.ir.types import BF16, F32, F64, I1, I8, I32, ComplexType, IntegerType, TensorType, shapes_fit

TABLE = dialect("stablehlo").table


@pytest.mark.parametrize("family", families.FAMILIES)
def test_the_index_names_what_a_family_constrains(family):
    module = import_module(f"tfir.dialects.stablehlo.verify.{family}")
    assert {*getattr(module, "VERIFY", {}), *getattr(module, "VERIFY_IN_CONTEXT", {})} <= set(families.FAMILIES[family].split())


def test_no_two_families_constrain_one_op():
    names = [name for family in families.FAMILIES.values() for name in family.split()]
    assert len(names) == len(set(names))


def test_constraints_are_of_ops_that_there_are():
    named = {name for family in families.FAMILIES.values() for name in family.split()}
    assert [name for name in named if name not in TABLE] == []


def test_what_depends_on_values_is_listed():
    result = [
        name
        for family in families.FAMILIES
        for name in getattr(import_module(f"tfir.dialects.stablehlo.verify.{family}"), "VERIFY_IN_CONTEXT", {})
    ]
    assert {*result} <= {*verify.DEPEND_ON_VALUES} <= {*families.FAMILY_OF}


@pytest.mark.parametrize(
    "one, other, expected",
    [((2, 3), (2, None), True), (None, (2,), True), ((2,), (3,), False), ((2,), (2, 1), False), ((), (), True)],
)
def test_unknown_sizes_fit(one, other, expected):
    assert shapes_fit(one, other) is expected


def test_a_size_beyond_the_bound_is_not_compatible():
    bounded = TensorType((None,), F32, BoundsAttr([4]))
    assert compatible(bounded, TensorType((4,), F32)) and not compatible(bounded, TensorType((5,), F32))


def test_quantized_elements_fit_whatever_their_scales():
    one, other = [QuantizedType(I8, F32, None, (scale,), (0,), -128, 127) for scale in (1.0, 2.0)]
    wider = QuantizedType(IntegerType(16), F32, None, (1.0,), (0,), -32768, 32767)
    assert compatible(TensorType((2,), one), TensorType((2,), other))
    assert not compatible(TensorType((2,), one), TensorType((2,), wider))


@pytest.mark.parametrize(
    "one, other, expected",
    [(I8, I32, True), (I32, I8, False), (F64, BF16, True), (I32, F32, False), (ComplexType(F32), ComplexType(F64), True)],
)
def test_promotion_goes_to_wider_integers_and_any_float(one, other, expected):
    assert promotable(one, other) is expected


@pytest.mark.parametrize("element, bits", [(I1, 1), (F64, 64), (ComplexType(F32), 64)])
def test_bit_width(element, bits):
    assert bit_width(element) == bits
