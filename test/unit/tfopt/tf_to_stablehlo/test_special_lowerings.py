"""Special functions as they are lowered, on both sides of each border between the forms that they are computed by, and at their ends."""

from math import erfc
from types import SimpleNamespace

import numpy as np
import pytest
from lowered_case import computed
from tfir.dialects import lookup
from tfir.ir.operations import Operation, Value
from tfir.ir.types import TensorType
from tfir.ods.arrays import element_of
from tfir.ods.inference import result_types

PLACES = np.array([0.25, 1.75, 2.25, 4.5, 7.5, 8.5, 45])
# Computed from the definitions with 40 digits by mpmath 1.3.
EXPECTED = {
    "BesselI0": (
        1.015686141223608,
        1.9252521538585023,
        2.7270783071907956,
        17.481171855609276,
        268.16131151518937,
        683.1619269901156,
        2.0834140751773148e18,
    ),
    "BesselI1": (
        0.12597910894546793,
        1.255537512240173,
        2.003967456929593,
        15.389222753735924,
        249.58436542268814,
        641.6199025400667,
        2.0601334620815772e18,
    ),
    "BesselJ0": (
        0.9844359292958527,
        0.36903253018515075,
        0.08274985128873404,
        -0.32054250898512143,
        0.2663396578803784,
        0.041939251842934504,
        0.11581867067325632,
    ),
    "BesselJ1": (
        0.12402597732272692,
        0.5801561976389925,
        0.5483783566469601,
        -0.23106043192337064,
        0.1352484275797055,
        0.2731219636740537,
        0.028348854376424527,
    ),
    "BesselY0": (
        -0.9315730249300587,
        0.46549262864690605,
        0.5200647624572783,
        -0.19470500862950454,
        0.11731328614820863,
        0.27020510536578746,
        0.027060469763313288,
    ),
    "BesselY1": (
        -2.7041052293152825,
        -0.2539729859462457,
        0.02719205773801714,
        0.3009973230696546,
        -0.25912851048611624,
        -0.02616867939853747,
        -0.11552517964639944,
    ),
    "BesselK0": (
        1.5415067512483027,
        0.1553798123866036,
        0.08404311197465811,
        0.006399857243233975,
        0.00024917761635611437,
        8.625756634932507e-05,
        5.333456122618725e-21,
    ),
    "BesselK1": (
        3.7470259744407115,
        0.19547745347439302,
        0.10121630256832526,
        0.00707809490896809,
        0.0002652973901252895,
        9.119724775006898e-05,
        5.392394593722504e-21,
    ),
    "BesselK0e": (
        1.9793338485985688,
        0.8941490841572174,
        0.7973788452810561,
        0.5760967897687883,
        0.4505236991049157,
        0.4239359993336981,
        0.186320401860766,
    ),
    "BesselK1e": (
        4.811276588171025,
        1.1248950768625277,
        0.960313541101207,
        0.6371497987781355,
        0.4796689337910206,
        0.4482133915630794,
        0.18837937438601918,
    ),
    "Dawsn": (
        0.23983916356289822,
        0.3594364206717429,
        0.25655426284484917,
        0.11408861022682498,
        0.06727581164463062,
        0.05923937177997214,
        0.011113856630059862,
    ),
    "Expint": (
        -0.5425432646619137,
        4.083653659076957,
        5.940569075037338,
        27.93369669793958,
        289.3883982001446,
        674.2638015183371,
        7.943916035704454e17,
    ),
    "Spence": (
        0.9784693929303061,
        -0.6427612688399789,
        -0.990049001260104,
        -2.162096799077975,
        -3.2484540717954054,
        -3.5457171042558464,
        -8.782380231149947,
    ),
    "FresnelCos": (
        0.2497591503565432,
        0.3219350461495379,
        0.6401242099465546,
        0.5260259150535388,
        0.5160182501523364,
        0.5141775985837335,
        0.5070735525019716,
    ),
    "FresnelSin": (
        0.008175600235777757,
        0.49938467459067454,
        0.5053022268236937,
        0.4342729750487036,
        0.46070123294683063,
        0.4653412489810745,
        0.4999988881081362,
    ),
}
SLOPES = [
    -0.48945757610237844,
    -0.14765686908718714,
    -0.04724032644797375,
]  # likewise, of the regular lower one at (1, 0.5), (2.5, 4) and (0.5, 3)


def lowered(name: str, *operands):
    """What the lowering of an op computes."""
    definition = lookup("tf." + name)
    values = [Value(TensorType(operand.shape, element_of(operand.dtype)), None, at) for at, operand in enumerate(operands)]
    case = SimpleNamespace(name=name, definition=definition, operands=operands, attributes={}, results=[True])
    case.op = Operation.draft(definition.name, values, result_types(definition, values, {}))
    return computed(case)[0]


@pytest.mark.parametrize("name", EXPECTED)
def test_has_double_precision(name):
    np.testing.assert_allclose(lowered(name, PLACES), EXPECTED[name], rtol=3e-14, atol=1e-15)


def test_ends():
    """What TensorFlow's Cephes says of 0, of negative numbers and of infinity."""
    ends = np.array([0.0, -1, np.inf])
    np.testing.assert_array_equal(lowered("BesselK0", ends), [np.inf, np.inf, 0])
    np.testing.assert_array_equal(lowered("BesselY0", ends[:2]), [-np.inf, -np.inf])
    np.testing.assert_array_equal(lowered("Expint", ends), [-np.inf, np.nan, np.nan])
    np.testing.assert_array_equal(lowered("Spence", ends[1:]), [np.nan, np.nan])
    np.testing.assert_array_equal(lowered("FresnelSin", -ends[::2]), [0, -0.5])


def test_slopes_of_the_incomplete_gamma_function():
    a, x = np.array([1.0, 2.5, 0.5]), np.array([0.5, 4.0, 3.0])
    np.testing.assert_allclose(lowered("IgammaGradA", a, x), SLOPES, rtol=1e-13)
    density = np.exp((a - 1) * np.log(x) - x) / [1, 1.329340388179137, 1.772453850905516]
    np.testing.assert_allclose(lowered("RandomGammaGrad", a, x), -np.array(SLOPES) / density, rtol=1e-13)


@pytest.mark.parametrize(("dtype", "relative", "absolute"), [("f4", 1e-5, 3e-7), ("f8", 1e-13, 3e-15)])
def test_the_complementary_error_function(dtype, relative, absolute):
    """All the way to where it ends in f32, held to Python's; 0 beyond, 2 on the other side."""
    x = np.concatenate([np.linspace(-10, 0, 3001), np.linspace(0, 1.5, 3001), np.linspace(1.5, 9.1, 3001)]).astype(dtype)
    exact = np.array([erfc(number) for number in x.tolist()])
    result = lowered("Erfc", x)
    assert result.dtype == dtype
    np.testing.assert_allclose(result, exact, rtol=relative, atol=0)
    np.testing.assert_allclose(result, exact, rtol=0, atol=absolute)
    ends = np.array([0.0, -0.0, np.inf, -np.inf, 1e30, -1e30, np.nan], dtype)
    np.testing.assert_array_equal(lowered("Erfc", ends), [1, 1, 0, 2, 0, 2, np.nan])
