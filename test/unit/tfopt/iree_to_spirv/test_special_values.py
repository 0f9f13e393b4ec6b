"""Every operation on floats, of every type, on NaN, infinities, signed zeros and subnormal numbers, as operands and as constants.

NumPy says what is right. Devices may take subnormal numbers for zero, in what they are given and in what they give.
"""

import itertools
import math

import ml_dtypes
import numpy
import pytest

from tfopt.iree_to_spirv.elements.elementwise import OPERATIONS

KINDS = ["f32", "f16", "bf16", "f64"]
EXACTNESS = {"f64": 1e-12, "f32": 1e-5, "f16": 4e-3, "bf16": 2e-2}
CONSTANTS = [0.0, -0.0, 1.0, -1.0, 2.5, math.inf, -math.inf, math.nan]


def erf(x):
    return numpy.vectorize(math.erf, otypes=["f8"])(x)


def away(x):
    return numpy.trunc(x + numpy.copysign(0.5, x))


def larger(x, y):
    """IEEE 754's maximum: +0 is larger than -0."""
    return numpy.where((x == 0) & (y == 0), x + y, numpy.maximum(x, y))


def smaller(x, y):
    return -larger(-x, -y)


UNARY = {
    "abs": numpy.abs, "cbrt": numpy.cbrt, "ceil": numpy.ceil, "cosine": numpy.cos, "exponential": numpy.exp, "exponential_minus_one": numpy.expm1,
    "floor": numpy.floor, "is_finite": numpy.isfinite, "log": numpy.log, "log_plus_one": numpy.log1p, "logistic": lambda x: 1 / (1 + numpy.exp(-x)),
    "negate": numpy.negative, "optimization_barrier": numpy.copy, "round_nearest_afz": away, "round_nearest_even": numpy.rint,
    "rsqrt": lambda x: 1 / numpy.sqrt(x), "sign": lambda x: numpy.where(x == 0, x, numpy.sign(x)), "sine": numpy.sin, "sqrt": numpy.sqrt, "tan": numpy.tan, "tanh": numpy.tanh,
    "chlo.erf": erf, "chlo.is_inf": numpy.isinf, "chlo.square": numpy.square,
}  # fmt: skip
BINARY = {
    "add": numpy.add, "atan2": numpy.arctan2, "divide": numpy.divide, "maximum": larger, "minimum": smaller, "multiply": numpy.multiply,
    "power": numpy.power, "remainder": numpy.fmod, "subtract": numpy.subtract,
}  # fmt: skip
COMPARISONS = {
    "EQ": numpy.equal,
    "NE": numpy.not_equal,
    "LT": numpy.less,
    "LE": numpy.less_equal,
    "GT": numpy.greater,
    "GE": numpy.greater_equal,
}
# What is no function of floats alone, and where it is tried
ELSEWHERE = set(
    "and or not xor popcnt count_leading_zeros shift_left shift_right_arithmetic shift_right_logical reduce_precision bitcast_convert convert select".split()
)


def test_the_tables_name_every_operation():
    names = {name.removeprefix("stablehlo.") for name in OPERATIONS}
    complex_only = {"real", "imag", "complex"}
    assert names - ELSEWHERE - complex_only == {*UNARY, *BINARY, "compare", "clamp"}


def special(kind, dtypes):
    info = ml_dtypes.finfo(dtypes[kind])
    tiny, huge = float(info.tiny), float(info.max)
    return numpy.array([*CONSTANTS, -2.5, 0.5, tiny / 4, -tiny / 4, tiny, huge, -huge, 3.0, 1.5, -3.5], dtypes[kind])


def rounded(numbers, like):
    with numpy.errstate(all="ignore"):
        return numpy.asarray(numbers).astype(like.dtype).astype("f8")


def flushed(x):
    info = ml_dtypes.finfo(x.dtype)
    return numpy.where(numpy.abs(x.astype("f8")) < float(info.tiny), numpy.copysign(0, x.astype("f8")), x.astype("f8"))


def check(name, kind, actual, function, operands, how=""):
    """Whether the result is the function's of the operands, each subnormal one taken as it is or as zero."""
    right = numpy.zeros(actual.shape, bool)
    with numpy.errstate(all="ignore"):
        tiny = float(ml_dtypes.finfo(operands[0].dtype).tiny)
        got = actual.astype("f8")
        for taken in itertools.product(*[(x.astype("f8"), flushed(x)) for x in operands]):
            expected = rounded(function(*taken), operands[0])
            same = (numpy.isnan(got) & numpy.isnan(expected)) | ((got == expected) & (numpy.signbit(got) == numpy.signbit(expected)))
            near = (numpy.abs(got - expected) <= EXACTNESS[kind] * numpy.abs(expected)) & (expected != 0) & numpy.isfinite(expected)
            gone = (got == 0) & (numpy.abs(expected) <= tiny) & (expected != 0)
            right |= same | near | gone
    wrong = numpy.flatnonzero(~right)
    assert not wrong.size, "; ".join(f"{how}{name}({', '.join([str(x.flat[i]) for x in operands])}) is {actual.flat[i]}" for i in wrong[:6])


def operation(name) -> str:
    return name if "." in name else f"stablehlo.{name}"


def spelled(number, kind) -> str:
    code = {"f64": "u8", "f32": "u4", "f16": "u2", "bf16": "u2"}[kind]
    return f"0x{int(numpy.asarray(number).view(code)):0{2 * int(code[1])}X}"


@pytest.mark.sweep
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", UNARY)
def test_one_operand(run, dtypes, name, kind):
    x = special(kind, dtypes)
    if name in ("sine", "cosine", "tan"):
        x = x[numpy.abs(flushed(x)) < (1e5 if kind != "f64" else 1e300)]  # elsewhere: how they are reduced
    count, result = len(x), "i1" if name.partition(".")[2] == "is_inf" or name == "is_finite" else kind
    types = f"(tensor<{count}x{kind}>) -> tensor<{count}x{result}>"
    lines = [f'%r = "{operation(name)}"(%0) : {types}']
    for i, c in enumerate(x[: len(CONSTANTS)]):
        lines.append(f"%c{i} = stablehlo.constant dense<{spelled(c, kind)}> : tensor<{count}x{kind}>")
        lines.append(f'%r{i} = "{operation(name)}"(%c{i}) : {types}')
    actual = run("\n".join(lines), [x], [f"{count}x{result}"] * (len(lines) // 2 + 1), ["%r", *[f"%r{i}" for i in range(len(lines) // 2)]])
    check(name, kind, actual[0], UNARY[name], [x])
    check(name, kind, numpy.array([part[0] for part in actual[1:]]), UNARY[name], [x[: len(actual) - 1]], "constant ")


@pytest.mark.sweep
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", [*BINARY, *COMPARISONS])
def test_two_operands(run, dtypes, name, kind):
    function, result = (COMPARISONS[name], "i1") if name in COMPARISONS else (BINARY[name], kind)
    numbers = special(kind, dtypes)
    pairs = numpy.array(list(itertools.product(numbers, repeat=2)))
    x, y = numpy.ascontiguousarray(pairs.T)
    count = len(x)
    types = f"(tensor<{count}x{kind}>, tensor<{count}x{kind}>) -> tensor<{count}x{result}>"
    how = f" <{{comparison_direction = #stablehlo<comparison_direction {name}>}}>" if name in COMPARISONS else ""
    code = f'"stablehlo.{"compare" if how else name}"(%s, %s){how} : {types}'
    lines, results = [f"%r = {code % ('%0', '%1')}"], ["%r"]
    for i, c in enumerate(numpy.array(CONSTANTS, x.dtype)):
        lines.append(f"%c{i} = stablehlo.constant dense<{spelled(c, kind)}> : tensor<{count}x{kind}>")
        lines += [f"%l{i} = {code % (f'%c{i}', '%1')}", f"%q{i} = {code % ('%0', f'%c{i}')}"]
        results += [f"%l{i}", f"%q{i}"]
    actual = run("\n".join(lines), [x, y], [f"{count}x{result}"] * len(results), results)
    check(name, kind, actual[0], function, [x, y])
    for c, (left, right) in zip(CONSTANTS, zip(actual[1::2], actual[2::2])):
        constant = numpy.full(count, c, x.dtype)
        check(name, kind, left, function, [constant, y], "left constant ")
        check(name, kind, right, function, [x, constant], "right constant ")


@pytest.mark.parametrize("kind", KINDS)
def test_clamp(run, dtypes, kind):
    low, x, high = numpy.ascontiguousarray(numpy.array(list(itertools.product(special(kind, dtypes), repeat=3))).T)
    result = run(f"%r = stablehlo.clamp %0, %1, %2 : tensor<{len(x)}x{kind}>", [low, x, high], [f"{len(x)}x{kind}"])
    check("clamp", kind, result, lambda low, x, high: smaller(larger(low, x), high), [low, x, high])


@pytest.mark.parametrize("kind", ["f32", "f16", "bf16"])
def test_division_by_the_zero_of_an_iota(run, dtypes, kind):
    """Along a dimension of size 1 all of an iota is 0, which a driver could fold: -0.5 / 0 is -inf, as IEEE 754 has it."""
    body = f"""%c = stablehlo.constant dense<-0.5> : tensor<1x3x{kind}>
      %i = "stablehlo.iota"() <{{iota_dimension = 0 : i64}}> : () -> tensor<1x3x{kind}>
      %q = stablehlo.divide %c, %i : tensor<1x3x{kind}>
      %r = stablehlo.add %0, %q : tensor<1x3x{kind}>"""
    actual = run(body, [numpy.ones((1, 3)).astype(dtypes[kind])], [f"1x3x{kind}"])
    assert (actual.astype(numpy.float32) == -numpy.inf).all()
