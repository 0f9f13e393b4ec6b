"""Semantics: arithmetic, bits, types; each result element comes from the elements at its place."""

import math

from tfir.dialects.tf.errors import unimplemented
from tfir.dialects.tf.numerics import larger, require_divisor, smaller, truncated_quotient
from tfir.dialects.tf_type import STRING, dereferenced, referred
from tfir.ir.diagnostics import Error
from tfir.ir.types import ComplexType, Type, storage_bits
from tfir.ods import complex_functions
from tfir.ods.arrays import STORED_AS, converted, dtype_of, element_of, widened
from tfir.ods.element_types import is_signed
from tfir.ods.inference import AbstractValue, size_arithmetic
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import Broadcast, NumPyFunction, OpSemantics, Same, Unary, ops_of
from tfir.ods.shapes import add, broadcast, divide_down, least, most, multiply, remainder, subtract
from tfir.ods.special_functions import digamma, inverse_error, log_gamma, normal_quantile

# Arithmetic on one number


class Sign(Unary):
    def evaluate(x):
        if x.dtype.kind == "c":
            return np.where(x == 0, 0, x / np.where(x == 0, 1, np.abs(x))).astype(x.dtype)
        return np.sign(x)


class Round(Unary):
    """To the nearest integer, halves to the even one. An integer stays what it is, as `tf.round` says; the kernel for i32 and i64 of
    TensorFlow 2.21's CPUs answers 0 for each, which is a bug there."""

    def evaluate(x):
        return np.rint(x) if x.dtype.kind not in "iu" else x


class Reciprocal(Unary):
    def evaluate(x):
        return truncated_quotient(np.ones_like(x), x) if x.dtype.kind in "iu" else np.divide(x.dtype.type(1), x)


def elementwise(function):
    """A function of Python floats as a function of arrays that broadcast, computed in double precision."""

    def evaluate(operands):
        result = np.frompyfunc(function, len(operands), 1)(*[x.astype(np.float64) for x in operands])
        return np.asarray(result, np.float64).astype(operands[0].dtype)

    return evaluate


# Arithmetic on two numbers


def on_sizes(operator):
    """Following of an elementwise op on signed integers, or lists of them, that are near to zero."""

    def propagate_values(x, y):
        return size_arithmetic(operator, x, y)

    return propagate_values


class AddV2(Broadcast):
    evaluate = NumPyFunction("add")
    propagate_values = on_sizes(add)


class Sub(Broadcast):
    evaluate = NumPyFunction("subtract")
    propagate_values = on_sizes(subtract)


class Mul(Broadcast):
    evaluate = NumPyFunction("multiply")
    propagate_values = on_sizes(multiply)


class RealDiv(Broadcast):
    def evaluate(x, y):
        return truncated_quotient(x, y) if x.dtype.kind in "iu" else np.divide(x, y)


class FloorDiv(Broadcast):
    def evaluate(x, y):
        if x.dtype.kind not in "iu":
            return np.floor(np.divide(x, y))
        require_divisor(x, y)
        return np.floor_divide(x, y)

    propagate_values = on_sizes(divide_down)


class FloorMod(Broadcast):
    """The remainder that has the divisor's sign."""

    def evaluate(x, y):
        if x.dtype.kind in "iu":
            require_divisor(x, y)
            return np.mod(x, y)
        rest = np.fmod(x, y)
        return np.where((rest != 0) & ((y < 0) != (rest < 0)), rest + y, rest)

    propagate_values = on_sizes(remainder)


class TruncateMod(Broadcast):
    """The remainder that has the dividend's sign."""

    def evaluate(x, y):
        if x.dtype.kind in "iu":
            require_divisor(x, y)
        return np.fmod(x, y)


class Maximum(Broadcast):
    evaluate = NumPyFunction("maximum")
    propagate_values = on_sizes(most)


class Minimum(Broadcast):
    evaluate = NumPyFunction("minimum")
    propagate_values = on_sizes(least)


class Neg(Unary):
    evaluate = NumPyFunction("negative")

    def propagate_values(x):
        return size_arithmetic(subtract, AbstractValue((), x.element, content=[0]), x)


def modulus(x, Tout):
    if dtype_of(Tout) != x.real.dtype:
        raise Error(f"Signature mismatch, have: {x.dtype.name}->{dtype_of(Tout).name} expected: {x.dtype.name}->{x.real.dtype.name}")
    return np.absolute(x)


class SquaredDifference(Broadcast):
    def evaluate(x, y):
        difference = x - y
        if x.dtype.kind == "c":  # times its conjugate, which leaves nothing imaginary
            return (difference.real * difference.real + difference.imag * difference.imag).astype(x.dtype)
        return difference * difference


class Pow(Broadcast):
    def evaluate(x, y):
        if x.dtype.kind in "iu" and np.any(y < 0) and 0 not in np.broadcast_shapes(x.shape, y.shape):
            raise Error("Integers to negative integer powers are not allowed")
        return complex_functions.in_double(np.power, x, y) if x.dtype.kind == "c" else np.power(x, y)


class AddN(Same):
    def evaluate(inputs):
        total = inputs[0]
        for term in inputs[1:]:
            total = total + term
        return total


class ClipByValue(OpSemantics):
    def infer(t, clip_value_min, clip_value_max):
        return broadcast(t.shape, clip_value_min.shape, clip_value_max.shape)

    def evaluate(t, clip_value_min, clip_value_max):
        return larger(smaller(t, clip_value_max), clip_value_min)  # a limit that is no number is none


class LeftShift(Broadcast):
    """Shifts by no less than 0 and no more than the width less 1."""

    def evaluate(x, y):
        return np.left_shift(x, np.clip(y, 0, x.itemsize * 8 - 1).astype(x.dtype))


class RightShift(Broadcast):
    """Copies of the sign come in for signed numbers; limits as for LeftShift."""

    def evaluate(x, y):
        return np.right_shift(x, np.clip(y, 0, x.itemsize * 8 - 1).astype(x.dtype))


# Types


SPELT = {"object": "string", "float16": "half", "float32": "float", "float64": "double"}  # types, in TensorFlow's messages


class Cast(Unary):
    def propagate_values(x, DstT):
        """Between integers nothing changes, as long as sizes fit."""
        return [x.numbers] if is_signed(x.element) and is_signed(DstT) else None

    def evaluate(x, DstT, Truncate=False):
        if x.dtype == object and DstT is STRING:
            return x
        if DstT is None or x.dtype == object:
            names = "string" if x.dtype == object else x.dtype.name, "string" if DstT is None else dtype_of(DstT).name
            raise unimplemented(f"Cast {' to '.join([SPELT.get(name, name) for name in names])} is not supported")
        if Truncate:
            x = without_last_bits(x, bits_cut_off(element_of(x.dtype), DstT))
        if x.dtype.kind == "c" and dtype_of(DstT).kind != "c":
            x = x.real
        return converted(x, dtype_of(DstT))


def without_last_bits(x, count: int):
    """Floats with zeros for their last bits; of complex numbers both parts."""
    if not count:
        return x
    width = x.itemsize // 2 if x.dtype.kind == "c" else x.itemsize
    bits = np.ascontiguousarray(x).reshape(-1).view(f"u{width}")
    return (bits & bits.dtype.type((1 << 8 * width) - (1 << count))).view(x.dtype).reshape(x.shape)


FRACTIONS = {"f64": 52, "f32": 23, "f16": 10, "bf16": 7, "f8E4M3FN": 3, "f8E5M2": 2}  # bits
# What TensorFlow's kernels drop otherwise: to bf16 they round what f32 would have, and to complex numbers they drop all, and an exponent's bit.
CUT_OFF = {("f64", "bf16"): 29, ("complex<f64>", "bf16"): 29, ("complex<f32>", "bf16"): 0, ("f64", "complex<f32>"): 53}


def bits_cut_off(source: Type, target: Type) -> int:
    """How many bits of a float, or of each part of a complex number, a cast drops that does not round."""
    pair = str(source), str(target)
    parts = [each.element if isinstance(each, ComplexType) else each for each in (source, target)]
    widths = [FRACTIONS.get(str(each), 0) for each in parts]
    return CUT_OFF.get(pair, max(0, widths[0] - widths[1]) if all(widths) and parts[0].width > parts[1].width else 0)


def bits_of(element: Type) -> int:
    """How many bits an element takes in memory; of a reference, the element that it refers to."""
    stored_as = STORED_AS.get(dereferenced(element))
    return storage_bits(referred(element)) if stored_as is None else int(stored_as.lstrip("uint"))


class Bitcast(OpSemantics):
    """The same bytes under another type; a change of width takes away or adds a last axis."""

    def infer(input, T, type):
        if input.shape is None:
            return None
        old, new = bits_of(T), bits_of(type)
        if old > new:
            return (*input.shape, old // new)
        if old < new:
            if not input.shape:
                raise Error(f"a scalar of {old} bits does not make one of {new}")
            if isinstance(input.shape[-1], int) and input.shape[-1] != new // old:
                requirement = f"the last dimension of input is expected to be {new // old}"
                raise Error(f"input rightmost dimension size is not equal to the divisor. {requirement}")
            return input.shape[:-1]
        return input.shape

    def evaluate(input, type):
        new = dtype_of(type)
        shape = input.shape if input.itemsize == new.itemsize else (*input.shape, input.itemsize // new.itemsize)
        if input.itemsize < new.itemsize:
            shape = input.shape[:-1]
        return np.frombuffer(input.tobytes(), new).reshape(shape)


class Complex(OpSemantics):
    def infer(real, imag):
        return broadcast(real.shape, imag.shape)

    def evaluate(real, imag, Tout):
        return (real + imag.astype(dtype_of(Tout)) * dtype_of(Tout).type(1j)).astype(dtype_of(Tout))


def exponential_minus_one(x):
    """Complex results that are not finite are by their parts, as in Eigen: NaN in the real part where an infinity stands against 0 or an infinity."""
    close = np.expm1(x)
    if x.dtype.kind != "c" or np.isfinite(close).all():
        return close
    least, half = np.expm1(x.real), np.sin(x.imag / 2)
    result = np.empty_like(x)
    result.real, result.imag = least - 2 * ((least + 1) * (half * half)), (least + 1) * np.sin(x.imag)
    return np.where(np.isfinite(close), close, result)


def rsqrt(x):
    """Below 0 an imaginary part of -0 counts as 0."""
    if x.dtype.kind == "c":
        x = np.where((x.real < 0) & (x.imag == 0), x.real.astype(x.dtype), x)
    return converted(1 / np.sqrt(widened(x)), x.dtype)


def bucketized(input, boundaries):
    """How many boundaries are not above each number; whole numbers are compared as f32."""
    numbers = input.astype(np.float32) if input.dtype.kind == "i" else input
    return np.searchsorted(np.asarray(boundaries, np.float32), numbers, "right").astype(np.int32)


SEMANTICS = {
    **ops_of(RealDiv, TruncateDiv=lambda x, y: truncated_quotient(x, y) if x.dtype.kind in "iu" else np.trunc(np.divide(x, y))),
    "Inv": Reciprocal, "Add": AddV2, "Div": RealDiv, "Mod": TruncateMod, "AccumulateNV2": AddN,
    **ops_of(
        Unary,
        Square=lambda x: x * x,
        Rsqrt=rsqrt,
        PopulationCount=lambda x: np.bitwise_count(x.view(f"u{x.itemsize}")),
        Bucketize=bucketized,
        Abs="absolute", Ceil="ceil", Floor="floor", Rint="rint", Sqrt="sqrt", Exp="exp", Expm1=exponential_minus_one, Log="log", Log1p="log1p",
        Sin="sin", Cos="cos", Tan="tan", Asin="arcsin", Acos="arccos", Atan="arctan",
        Sinh="sinh", Cosh="cosh", Tanh="tanh", Asinh="arcsinh", Acosh="arccosh", Atanh="arctanh",
        Erf=elementwise(math.erf), Erfc=elementwise(math.erfc), Erfinv=elementwise(inverse_error), Ndtri=elementwise(normal_quantile),
        Lgamma=elementwise(log_gamma), Digamma=elementwise(digamma), IsNan="isnan", IsInf="isinf", IsFinite="isfinite",
        Invert="invert", Real="real", Imag="imag", Conj="conj", Angle="angle", ComplexAbs=modulus,
    ),
    **ops_of(
        Broadcast,
        DivNoNan=lambda x, y: np.where(y == 0, x.dtype.type(0), np.divide(x, y)),
        MulNoNan=lambda x, y: np.where(y == 0, x.dtype.type(0), np.multiply(x, y)),
        Xdivy=lambda x, y: np.where(x == 0, x.dtype.type(0), np.divide(x, y)),
        Xlogy=lambda x, y: np.where(x == 0, x.dtype.type(0), x * np.log(y)),
        Xlog1py=lambda x, y: np.where(x == 0, x.dtype.type(0), x * np.log1p(y)),
        Atan2="arctan2", NextAfter="nextafter",
        BitwiseAnd="bitwise_and", BitwiseOr="bitwise_or", BitwiseXor="bitwise_xor",
    ),
}  # fmt: skip
