"""CHLO's ops: expected values have 40 digits before they are rounded (mpmath 1.3), or come from arithmetic on paper."""

import math
import re

import ml_dtypes
import numpy as np
import pytest
from tfir.dialects import dialect, lookup, verify
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse

INF, NAN = math.inf, math.nan
REAL = [
    ("acos", [-1.0, -0.75, 0.001, 0.9999], [3.141592653589793, 2.4188584057763776, 1.56979632662823, 0.014142253477512098]),
    ("acosh", [1.0, 1.0001, 3.0, 1e30, 0.5], [0.0, 0.014142017775251545, 1.762747174039086, 69.77069997038132, NAN]),
    ("asin", [-1.0, -0.25, 1e-05, 0.9999, 1.5], [-1.5707963267948966, -0.25268025514207865, 1.0000000000166668e-05, 1.5566540733173846, NAN]),
    ("asinh", [-1e30, -0.5, 1e-05, 3.0], [-69.77069997038132, -0.48121182505960347, 9.999999999833334e-06, 1.8184464592320668]),
    ("atan", [-1e30, -0.5, 1e-05, 3.0], [-1.5707963267948966, -0.4636476090008061, 9.999999999666668e-06, 1.2490457723982544]),
    ("atanh", [-0.9999, 1e-05, 0.5, 1.0], [-4.951718775643099, 1.0000000000333334e-05, 0.5493061443340549, INF]),
    ("cosh", [-3.0, 0.0, 0.001, 20.0], [10.067661995777765, 1.0, 1.0000005000000416, 242582597.70489514]),
    ("sinh", [-3.0, 1e-05, 0.5, 20.0], [-10.017874927409903, 1.0000000000166668e-05, 0.5210953054937474, 242582597.70489514]),
    ("tan", [-1.5, 1e-05, 0.5, 100000.0], [-14.101419947171719, 1.0000000000333334e-05, 0.5463024898437905, -0.035771662952898776]),
    ("erf", [-3.0, 1e-05, 0.5, 2.0], [-0.9999779095030014, 1.1283791670579e-05, 0.5204998778130465, 0.9953222650189527]),
    ("erfc", [-3.0, 1e-05, 0.5, 5.0], [1.9999779095030015, 0.9999887162083294, 0.4795001221869535, 1.537459794428035e-12]),
    ("erf_inv", [-0.999, 1e-30, 0.25, 0.75, 1.0, -1.0, 1.5],
     [-2.3267537655135246, 8.862269254527581e-31, 0.2253120550121781, 0.8134198475976185, INF, -INF, NAN]),
    ("lgamma", [0.25, 1.001, 1.75, 2.001, 30.5, -3.5, 0.0, -3.0],
     [1.2880225246980774, -0.0005763935982833062, -0.08440112102048555, 0.000423106734800117, 72.9534711841694, -1.309006684993042, INF, INF]),
    ("digamma", [0.25, 1.4616, 2.0, 30.5, -2.5, -3.0],
     [-4.2274535333762655, -3.110625123034165e-05, 0.42278433509846713, 3.401243668961661, 1.103156640645243, NAN]),
    ("bessel_i1e", [-3.0, 1e-05, 0.5, 40.0], [-0.19682671329730086, 4.999950000312499e-06, 0.1564208031848717, 0.062482229074442064]),
    ("square", [-3.0, 1.5, INF], [9.0, 2.25, INF]),
]  # fmt: skip


def floats(values, element: str) -> str:
    """Numbers as a dense literal of their bits."""
    digits = 16 if element == "f64" else 8
    bits = np.array(values, np.float64 if element == "f64" else np.float32).view(f"u{digits // 2}")
    return "[" + ", ".join([f"0x{int(each):0{digits}X}" for each in bits]) + "]"


def ulps(actual, expected):
    """How far off, in units in the last place of what is expected; 0 for equal infinities and NaN."""
    with np.errstate(invalid="ignore", over="ignore"):
        unit = np.spacing(np.abs(np.where(np.isfinite(expected), expected, 1)))
        off = np.abs(actual - expected) / unit
    return np.where((actual == expected) | (np.isnan(actual) & np.isnan(expected)), 0, off)


def unary(compute, name: str, values, element: str, result: str = ""):
    size = len(values)
    return compute(f"""
      %x = stablehlo.constant dense<{floats(values, element)}> : tensor<{size}x{element}>
      %y = "chlo.{name}"(%x) : (tensor<{size}x{element}>) -> tensor<{size}x{result or element}>
    """)


@pytest.mark.parametrize("name, values, expected", REAL, ids=[row[0] for row in REAL])
def test_functions_of_one_number(compute, name, values, expected):
    assert ulps(unary(compute, name, values, "f64"), np.array(expected)).max() <= 4
    as_f32 = np.array(values, np.float32)
    if (as_f32 == np.array(values)).all():  # else the operand is another number
        assert ulps(unary(compute, name, values, "f32"), np.array(expected, np.float32)).max() <= 1


@pytest.mark.parametrize("name, x, expected", [("erf", 0.5, 0.5204998778130465), ("lgamma", 0.25, 1.2880225246980774)])
def test_half_precision_is_rounded_once(compute, name, x, expected):
    for element, dtype in (("bf16", ml_dtypes.bfloat16), ("f16", np.float16)):
        result = compute(f"""
          %x = stablehlo.constant dense<{x}> : tensor<{element}>
          %y = chlo.{name} %x : tensor<{element}> -> tensor<{element}>
        """)
        assert result.dtype == dtype and result == dtype(expected)


COMPLEX = [
    ("acos", 0.5 + 2j, 1.3497776911720127 - 1.4657153519472905j),
    ("acosh", 0.5 + 2j, 1.4657153519472905 + 1.3497776911720127j),
    ("asin", 0.5 + 2j, 0.22101863562288385 + 1.4657153519472905j),
    ("asinh", 0.5 + 2j, 1.3618009008578458 + 1.2930420702371828j),
    ("atan", 0.5 + 2j, 1.421546861001807 + 0.5003700000525311j),
    ("atanh", 0.5 + 2j, 0.09641562020299617 + 1.1265564408348223j),
    ("cosh", 0.5 + 2j, -0.4692579782290534 + 0.473830620416407j),
    ("sinh", 0.5 + 2j, -0.2168521629207897 + 1.0253473885839877j),
    ("tan", 0.5 + 2j, 0.030215987322877575 + 0.979940849961738j),
    # On a branch cut the sign of zero says from which side: log(2 + sqrt(3)) = 1.3169..
    ("acos", complex(-2, 0.0), complex(math.pi, -1.3169578969248166)),
    ("acos", complex(-2, -0.0), complex(math.pi, 1.3169578969248166)),
    ("acosh", complex(-2, -0.0), complex(1.3169578969248166, -math.pi)),
    ("asin", complex(2, -0.0), complex(math.pi / 2, -1.3169578969248166)),
    ("atanh", complex(2, 0.0), complex(math.log(3) / 2, math.pi / 2)),
    ("atanh", complex(2, -0.0), complex(math.log(3) / 2, -math.pi / 2)),
    ("square", complex(3.0000001, 3), 6.000000090180526e-07 + 18.0000006j),
    ("square", complex(1e200, 1e200), complex(0, INF)),
    ("conj", complex(1, -0.0), complex(1, 0)),
]


@pytest.mark.parametrize("name, x, expected", COMPLEX)
def test_complex_functions(compute, name, x, expected):
    bits = [int(np.float64(part).view(np.uint64)) for part in (x.real, x.imag)]
    result = compute(f"""
      %x = stablehlo.constant dense<(0x{bits[0]:016X}, 0x{bits[1]:016X})> : tensor<complex<f64>>
      %y = "chlo.{name}"(%x) : (tensor<complex<f64>>) -> tensor<complex<f64>>
    """)
    for actual, wanted in ((result.real, expected.real), (result.imag, expected.imag)):
        assert ulps(actual, np.float64(wanted)) <= 4
        assert np.signbit(actual) == np.signbit(wanted)


def test_infinities(compute):
    values = [INF, -INF, NAN, 1.0]
    for name, expected in (("is_inf", [1, 1, 0, 0]), ("is_pos_inf", [1, 0, 0, 0]), ("is_neg_inf", [0, 1, 0, 0])):
        assert unary(compute, name, values, "f32", "i1").tolist() == [bool(each) for each in expected]


@pytest.mark.parametrize("name, x, y, expected", [
    ("zeta", [2, 1.5, 19.5, 2, 1, 2, 2], [1, 0.25, 13, -1.5, 2, -3, 0],
     [1.6449340668482264, 10.213055360466601, 2.5092642502417164e-22, 9.379246644989124, INF, INF, INF]),
    ("polygamma", [0, 1, 3, 0.5], [2, 0.5, 2.5, 1], [0.42278433509846713, 4.934802200544679, 0.22390584881725206, NAN]),
    ("next_after", [0.0, 1.0, 1.0, INF, NAN], [1.0, 2.0, 1.0, 0.0, 1.0], [5e-324, 1 + 2**-52, 1.0, 1.7976931348623157e308, NAN]),
])  # fmt: skip
def test_functions_of_two_numbers(compute, name, x, y, expected):
    form = f"tensor<{len(x)}xf64>"
    result = compute(f"""
      %x = stablehlo.constant dense<{floats(x, "f64")}> : {form}
      %y = stablehlo.constant dense<{floats(y, "f64")}> : {form}
      %z = chlo.{name} %x, %y : {form}, {form} -> {form}
    """)
    assert ulps(result, np.array(expected)).max() <= 8


def test_the_neighbour_of_a_zero_is_the_other_one(compute):
    """IEEE 754-2019, 5.3.1: where both are equal the result is the second one."""
    result = compute("""
      %x = stablehlo.constant dense<[0.0, -0.0]> : tensor<2xf16>
      %y = stablehlo.constant dense<[-0.0, 0.0]> : tensor<2xf16>
      %z = chlo.next_after %x, %y : tensor<2xf16>, tensor<2xf16> -> tensor<2xf16>
    """)
    assert np.signbit(result).tolist() == [True, False]


@pytest.mark.parametrize("element, x, y, expected", [
    ("i8", "[-128, 127, -1]", "[-128, 127, 1]", [64, 63, -1]),
    ("ui8", "[255, 16]", "[255, 16]", [254, 1]),
    ("i4", "[-8, 7]", "[-8, 7]", [4, 3]),
    ("ui64", "[18446744073709551615]", "[18446744073709551615]", [18446744073709551614]),
    ("i64", "[-9223372036854775808]", "[2]", [-1]),
])  # fmt: skip
def test_the_upper_half_of_a_product(compute, element, x, y, expected):
    form = f"tensor<{len(expected)}x{element}>"
    result = compute(f"""
      %x = stablehlo.constant dense<{x}> : {form}
      %y = stablehlo.constant dense<{y}> : {form}
      %z = chlo.mulhi %x, %y : {form}, {form} -> {form}
    """)
    assert result.tolist() == expected


def test_implicit_broadcasting(compute):
    """By default to the last dimensions, else to those that are named; sizes of 1 are repeated too."""
    head = """
      %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
      %row = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
      %column = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
      %one = stablehlo.constant dense<[[10], [20]]> : tensor<2x1xi32>
    """
    added = [[11, 22, 33], [14, 25, 36]]
    down = [[11, 12, 13], [24, 25, 26]]
    for operand, size, dimensions, expected in (
        ("row", "3", "", added),
        ("column", "2", "{broadcast_dimensions = array<i64: 0>}", down),
        ("one", "2x1", "", down),
    ):
        form = f"(tensor<2x3xi32>, tensor<{size}xi32>) -> tensor<2x3xi32>"
        assert compute(f"{head} %y = chlo.broadcast_add %x, %{operand} {dimensions} : {form}").tolist() == expected
    flipped = compute(
        f"{head} %y = chlo.broadcast_subtract %column, %x {{broadcast_dimensions = array<i64: 0>}} : (tensor<2xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>"
    )
    assert flipped.tolist() == [[9, 8, 7], [16, 15, 14]]
    compared = compute(
        f"{head} %y = chlo.broadcast_compare %x, %row {{comparison_direction = #chlo<comparison_direction LT>}} : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi1>"
    )
    assert compared.all()
    chosen = compute(f"""{head}
      %p = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
      %y = chlo.broadcast_select %p, %x, %row : (tensor<3xi1>, tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
    """)
    assert chosen.tolist() == [[1, 20, 3], [4, 20, 6]]


def test_constants(compute):
    assert compute("%x = chlo.constant dense<[1, 2]> : tensor<2xi32>").tolist() == [1, 2]
    result = compute("""
      %x = stablehlo.constant dense<0> : tensor<2x2xi8>
      %y = "chlo.constant_like"(%x) {value = 2.5 : f32} : (tensor<2x2xi8>) -> tensor<2x2xf32>
    """)
    assert result.dtype == np.float32 and result.tolist() == [[2.5, 2.5], [2.5, 2.5]]


def test_top_k(compute):
    """Of equal ones the first; NaN before infinity, -0 after 0, NaN of negative sign last: IEEE 754's totalOrder."""
    values, indices = compute(f"""
      %x = stablehlo.constant dense<{floats([1, INF, NAN, 3, 3, -0.0, 0.0], "f32")}> : tensor<7xf32>
      %y:2 = chlo.top_k(%x, k = 7) : tensor<7xf32> -> (tensor<7xf32>, tensor<7xi32>)
    """)
    assert indices.tolist() == [2, 1, 3, 4, 0, 6, 5] and indices.dtype == np.int32
    assert np.isnan(values[0]) and values[1:].tolist() == [INF, 3, 3, 1, 0, 0]
    values, indices = compute("""
      %x = stablehlo.constant dense<[[1, -128, 127], [5, 5, 4]]> : tensor<2x3xi8>
      %y:2 = chlo.top_k(%x, k = 2) : tensor<2x3xi8> -> (tensor<2x2xi8>, tensor<2x2xi32>)
    """)
    assert values.tolist() == [[127, 1], [5, 5]] and indices.tolist() == [[2, 0], [0, 1]]


RAGGED = """
  %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %y = stablehlo.constant dense<{rhs}> : tensor<{shape}xi32>
  %sizes = stablehlo.constant dense<{sizes}> : tensor<2xi64>
  %z = "chlo.ragged_dot"(%x, %y, %sizes) {{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [],
    rhs_batching_dimensions = [], {numbers}>}} : (tensor<3x2xi32>, tensor<{shape}xi32>, tensor<2xi64>) -> tensor<{result}xi32>
"""


def test_ragged_rows_meet_the_matrix_of_their_group(compute):
    numbers = "lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]"
    text = RAGGED.format(rhs="[[[1], [10]], [[100], [1000]]]", shape="2x2x1", sizes="SIZES", numbers=numbers, result="3x1")
    assert compute(text.replace("SIZES", "[1, 2]")).tolist() == [[21], [4300], [6500]]
    assert compute(text.replace("SIZES", "[1, 1]")).tolist() == [[21], [4300], [0]], "the last row is of no group"


def test_a_ragged_contracted_dimension_gives_a_product_for_each_group(compute):
    numbers = "lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [0], rhs_group_dimensions = []"
    text = RAGGED.format(rhs="[[1], [10], [100]]", shape="3x1", sizes="[2, 1]", numbers=numbers, result="2x2x1")
    assert compute(text).tolist() == [[[31], [42]], [[500], [600]]]


SCAN = """
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %init = stablehlo.constant dense<[100, 200]> : tensor<2xi32>
  %y:2 = chlo.scan(%x) inits(%init) dimension=1 ATTRIBUTES{
  ^bb0(%input: tensor<2xi32>, %carry: tensor<2xi32>):
    %sum = stablehlo.add %input, %carry : tensor<2xi32>
    stablehlo.return %carry, %sum : tensor<2xi32>, tensor<2xi32>
  } : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
"""


def test_scan(compute):
    outputs, carry = compute(SCAN.replace("ATTRIBUTES", ""))
    assert outputs.tolist() == [[100, 101, 103], [200, 204, 209]] and carry.tolist() == [106, 215]
    outputs, carry = compute(SCAN.replace("ATTRIBUTES", "attributes {is_reverse = true} "))
    assert outputs.tolist() == [[105, 103, 100], [211, 206, 200]] and carry.tolist() == [106, 215]


def check_scan_of(types: str) -> None:
    """Verifies a scan whose results are declared to be of these types."""
    text = SCAN.replace("ATTRIBUTES", "").replace("-> (tensor<2x3xi32>, tensor<2xi32>)", f"-> ({types})")
    verify(parse(Source("scan.mlir", f"func.func @f() {{\n{text}return\n}}\n"), lookup, dialect))


@pytest.mark.parametrize("types", ["tensor<2x3xi32>, tensor<2xi32>", "tensor<2x?xi32>, tensor<2xi32>", "tensor<?x3xi32>, tensor<?xi32>"])
def test_results_of_a_scan_may_leave_sizes_open(types):
    check_scan_of(types)


@pytest.mark.parametrize("types", [
    "tensor<2x4xi32>, tensor<2xi32>", "tensor<5x3xi32>, tensor<2xi32>", "tensor<2xi32>, tensor<2xi32>", "tensor<2x3xi32>, tensor<3xi32>",
    "tensor<2x3xf32>, tensor<2xi32>",
])  # fmt: skip
def test_results_of_a_scan_are_what_its_body_gives_along_the_dimension(types):
    """As jaxlib 0.10 says it, which takes other elements."""
    told = ", ".join([f"'{each}'" for each in types.split(", ")])
    inferred = "inferred type(s) 'tensor<2x3xi32>', 'tensor<2xi32>' are incompatible with return type(s) of operation"
    with pytest.raises(Error, match=re.escape(f"'chlo.scan' op {inferred} {told}")):
        check_scan_of(types)


def test_zeta_of_huge_exponents(compute):
    """A term (-1/2) ** -1e30 is beyond all numbers and, 1e30 being even, positive; of 1e300 none is left."""
    result = compute("""
      %x = stablehlo.constant dense<[1.0e30, 1.0e30, 301.0, 3.0]> : tensor<4xf64>
      %q = stablehlo.constant dense<[-0.5, 1.0e300, -0.05, -0.5]> : tensor<4xf64>
      %y = chlo.zeta %x, %q : tensor<4xf64>, tensor<4xf64> -> tensor<4xf64>
    """)
    assert result[:3].tolist() == [INF, 0, -INF]
    assert result[3] == pytest.approx(7 * 1.2020569031595942 - 8)  # 7 zeta(3) - 8, as the terms from 1/2 on are 7 zeta(3)
