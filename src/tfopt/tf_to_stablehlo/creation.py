"""Lowerings: constants, and tensors made from a shape or a few numbers."""

from tfopt.tf_to_stablehlo.lowering import lower
from tfopt.tf_to_stablehlo.tensor import broadcast_to, constant, iota, select, splat


@lower
def Const(value):
    return constant(value)


@lower
def PlaceholderWithDefault(input):
    return input


@lower
def NoOp():
    return []


@lower
def Fill(value, result_types):
    return broadcast_to(value, result_types[0].shape)


@lower
def Empty(result_types):
    return splat(0, result_types[0].shape, result_types[0].element)


@lower
def ZerosLike(x):
    return splat(0, x.shape, x.element)


@lower
def OnesLike(x):
    return splat(1, x.shape, x.element)


@lower
def Range(start, delta, result_types):
    """The length is known from the result's type."""
    return start + iota(result_types[0].shape, 0, result_types[0].element) * delta


@lower
def LinSpace(start, stop, result_types):
    """The first and the last number are the operands themselves, also where the step between them is none."""
    (count,) = result_types[0].shape
    if count == 1:
        return start.reshape(1)
    at = iota((count,), 0, start.element)
    between = start + at * ((stop - start) / (count - 1))
    return select(at == 0, start, select(at == count - 1, stop, between))


@lower
def EnsureShape(input):
    return input
