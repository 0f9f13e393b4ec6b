"""Sums of products: matrices, convolutions."""

from __future__ import annotations

from itertools import product
from math import prod

import numpy as np
from bit_vector_arrays import array_from

from tensorflow_formulas.numbers import (
    case,
    formula,
    sliding,
)


@formula(case("2x3", "3x2"), case("3x2", "2x3", transpose_a=True, transpose_b=True), case("2x0", "0x2"))
def MatMul(n, a, b, transpose_a=False, transpose_b=False):
    a, b = a.T if transpose_a else a, b.T if transpose_b else b
    return array_from((a.shape[0], b.shape[1]), lambda i, j: n.sum([a[i, k] * b[k, j] for k in range(a.shape[1])]))


@formula(case("2x2x3", "2x3x2"), case("2x3x2", "2x2x3", adj_x=True, adj_y=True), also=("BatchMatMulV2", "BatchMatMulV3"))
def BatchMatMul(n, x, y, adj_x=False, adj_y=False):
    return np.stack([MatMul(n, left, right, adj_x, adj_y) for left, right in zip(x, y)])


@formula(case("2x3", "3x2", equation="ij,jk->ik"), case("2x3", equation="ij->j"), case("2x3", "2x3", equation="ij,ij->i"),
         case("2x2", equation="ij->ji"), case("2", "3", equation="i,j->ij"))  # fmt: skip
def Einsum(n, *operands, equation):
    inputs, output = equation.split("->")
    inputs = inputs.split(",")
    sizes = {letter: size for letters, part in zip(inputs, operands) for letter, size in zip(letters, part.shape)}
    inner = sorted(sizes.keys() - {*output})

    def element(*at):
        terms = []
        for within in product(*[range(sizes[letter]) for letter in inner]):
            place = {**dict(zip(output, at)), **dict(zip(inner, within))}
            factors = [part[tuple([place[letter] for letter in letters])] for letters, part in zip(inputs, operands)]
            terms.append(prod(factors[1:], start=factors[0]))
        return n.sum(terms)

    return array_from([sizes[letter] for letter in output], element)


@formula(case("2x3", "2x3"))
def Cross(n, a, b):
    return array_from(a.shape, lambda i, j: a[i, (j + 1) % 3] * b[i, (j + 2) % 3] - a[i, (j + 2) % 3] * b[i, (j + 1) % 3])


CONVOLVED = (
    case("1x3x3x2", "2x2x2x1", strides=[1, 1, 1, 1], padding="VALID"),
    case("1x3x2x1", "2x2x1x2", strides=[1, 2, 1, 1], padding="SAME"),
    case("1x4x3x1", "2x2x1x1", strides=[1, 1, 1, 1], padding="SAME", dilations=[1, 2, 1, 1]),
)  # fmt: skip


@formula(*CONVOLVED, also=("Conv",))
def Conv2D(n, x, kernel, strides, padding, dilations=(1, 1, 1, 1)):
    places, inside = sliding(x.shape[1:3], kernel.shape[:2], strides[1:3], padding, dilations[1:3])

    def element(batch, row, column, feature):
        return n.sum([x[(batch, *at, inner)] * kernel[(*offset, inner, feature)]
                      for offset, at in inside((row, column)) for inner in range(x.shape[3])])  # fmt: skip

    return array_from((x.shape[0], *places, kernel.shape[3]), element)


@formula(case([1, 3, 3, 2], "2x2x2x1", "1x2x2x1", strides=[1, 1, 1, 1], padding="VALID"),
         case([1, 3, 2, 1], "2x2x1x2", "1x2x2x2", strides=[1, 2, 1, 1], padding="SAME"))  # fmt: skip
def Conv2DBackpropInput(n, sizes, kernel, gradient, strides, padding):
    places, inside = sliding(sizes[1:3], kernel.shape[:2], strides[1:3], padding)
    result = n.full(sizes, n(0))
    for batch, *at, feature in np.ndindex(*gradient.shape):
        for offset, position in inside(at):
            for inner in range(kernel.shape[2]):
                result[(batch, *position, inner)] += kernel[(*offset, inner, feature)] * gradient[(batch, *at, feature)]
    return result
