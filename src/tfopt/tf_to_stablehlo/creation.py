"""Lowerings: constants, and tensors made from a shape or a few numbers."""

import numpy as np
from tfir.dialects.tf.broadcasting import summed_axes
from tfir.ir.types import I32

from tfopt.arithmetic.contents import Array
from tfopt.arithmetic.sizes import tell, tell_shape
from tfopt.arithmetic.tensor import Tensor, broadcast_to, constant, iota, literal, select, splat, unary
from tfopt.tf_to_stablehlo.lowering import lower, lowered_by

lowered_by(
    Const=lambda value: constant(value),
    HostConst=lambda value: constant(value),
    NoOp=lambda: [],
    ControlTrigger=lambda: [],
    FakeParam=lambda result_types: splat(0, result_types[0].shape, result_types[0].element),  # which no branch reads
    Empty=lambda result_types: splat(0, result_types[0].shape, result_types[0].element),
    ZerosLike=lambda x: splat(0, x.shape, x.element),
    OnesLike=lambda x: splat(1, x.shape, x.element),
)


@lower
def Fill(dims, value, result_types):
    tell_shape(result_types[0].shape, dims)
    return broadcast_to(value, result_types[0].shape)


@lower
def Range(start, limit, delta, result_types):
    """The length is known from the result's type, or computed: whole steps, and one for what is left."""
    (size,), element = result_types[0].shape, result_types[0].element

    def steps() -> Tensor:
        way, step = select(delta < 0, start - limit, limit - start), abs(delta)
        whole = unary("ceil", way / step) if start.is_float else (way + (step - 1)) / step
        return select(way > 0, whole, 0).convert(I32)

    tell(size, steps)
    return start + iota((size,), 0, element) * delta


@lower
def BroadcastGradientArgs(s0: Array, s1: Array, result_types):
    axes = summed_axes(s0.tolist(), s1.tolist())
    return [literal(np.array(each, np.int64), type.element) for each, type in zip(axes or (), result_types)]


@lower
def DeviceIndex(device_names):
    """The program is on a CPU, as TensorFlow's compiler takes it to be; the number behind all where that is not among the names."""
    return splat(device_names.index("CPU") if "CPU" in device_names else len(device_names), (), I32)


@lower
def LinSpace(start, stop, result_types):
    """The first and the last number are the operands themselves, also where the step between them is none."""
    (count,) = result_types[0].shape
    if count == 1:
        return start.reshape(1)
    at = iota((count,), 0, start.element)
    between = start + at * ((stop - start) / (count - 1))
    return select(at == 0, start, select(at == count - 1, stop, between))
