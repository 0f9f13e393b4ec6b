"""Element by element, though of several sizes or none."""

from __future__ import annotations

import z3
from bit_vectors import number

from tensorflow_formulas.numbers import (
    case,
    formula,
    single,
)


@formula(case("2x2x3", "3"), case("2x3x1x2", "3", data_format="NCHW"), case("2x3", "3"))
def BiasAdd(n, x, bias, data_format="NHWC"):
    return x + (bias.reshape(-1, *[1] * (x.ndim - 2)) if data_format == "NCHW" else bias)


@formula(case("2x2x3", "3"))
def BiasAddV1(n, x, bias):
    return x + bias


@formula(case("2", "2", "2"))
def AccumulateNV2(n, *inputs):
    return sum(inputs[1:], inputs[0])


@formula(case("2"))
def ZerosLike(n, x):
    return n.full(x.shape, n(0))


@formula(case("2"))
def OnesLike(n, x):
    return n.full(x.shape, n(1))


@formula(case([2, 2], ""))
def Fill(n, dims, value):
    return n.full(dims, value[()])


@formula(case("2x3", [1, 0]))
def ConjugateTranspose(n, x, permutation):
    return x.transpose(permutation)


@formula(case(""))
def ToBool(n, x):
    return single(z3.If(x[()] != 0, number(1, 1), number(0, 1)))
