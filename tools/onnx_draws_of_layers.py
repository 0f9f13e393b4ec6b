"""Nodes of ONNX that are layers of networks."""

import numpy as np
from onnx_draw import F16, F32, F64, Fixed, any_byte, op, weights

# Windows


def window(d, count: int, sizes, with_ceil: bool = False, is_pooled: bool = False) -> dict:
    kernel = [d.whole(1, min(3, size)) for size in sizes]
    dilations = d.maybe([d.of(1, 1, 2) for _ in range(count)], 0.4)
    auto = d.maybe(d.of("SAME_UPPER", "SAME_LOWER", "VALID", "NOTSET"), 0.4)
    if auto in ("SAME_UPPER", "SAME_LOWER"):
        dilations = None
    pads = (
        None if auto not in (None, "NOTSET") else d.maybe([d.whole(0, (k - 1) if is_pooled else k) for _ in range(2) for k in kernel], 0.7)
    )
    ceil = {"ceil_mode": d.maybe(d.of(0, 1))} if with_ceil else {}
    return {
        "kernel_shape": kernel,
        "strides": d.maybe([d.whole(1, 3) for _ in range(count)]),
        "dilations": dilations,
        "auto_pad": auto,
        "pads": pads,
        **ceil,
    }


@op("Conv", "ConvInteger", "QLinearConv")
def convolution(d, name):
    space = d.space()
    given = window(d, len(space), space)
    group = d.of(1, 1, 2, 3)
    channels, filters = group * d.whole(1, 2), group * d.whole(1, 2)
    x, w, bias = [d.whole(1, 2), channels, *space], [filters, channels // group, *given["kernel_shape"]], [filters]
    given |= {"group": group if group > 1 else d.maybe(1), "kernel_shape": d.maybe(given["kernel_shape"])}
    if name == "Conv":
        kind = d.of(F32, F32, F64)
        return {0: d.tensor(x, kind), 1: d.tensor(w, kind), 2: d.maybe(d.tensor(bias, kind)), **given}
    kinds = np.dtype("uint8"), d.of(np.dtype("uint8"), np.dtype("int8"))
    if name == "ConvInteger":
        return {
            0: any_byte(d, x, kinds[0]), 1: weights(d, w, kinds[1]), 2: d.maybe(any_byte(d, [], kinds[0])), 3: d.maybe(any_byte(d, [], kinds[1])), **given,
        }  # fmt: skip
    each = d.maybe(True, 0.4)
    scale = np.asarray(d.numbers.uniform(0.01, 0.05, bias if each else []), F32)
    zero = np.zeros(bias, kinds[1]) if each else any_byte(d, [], kinds[1])
    return {
        0: any_byte(d, x, kinds[0]), 1: np.asarray(d.of(0.02, 0.1), F32), 2: any_byte(d, [], kinds[0]), 3: weights(d, w, kinds[1]), 4: scale, 5: zero,
        6: np.asarray(d.of(0.5, 1.7), F32), 7: any_byte(d, [], kinds[0]), 8: d.maybe(d.numbers.integers(-500, 500, bias).astype(np.int32)), **given,
    }  # fmt: skip


@op("ConvTranspose")
def transposed(d, name):
    space = d.space(None, 2, 4)
    count = len(space)
    given = window(d, count, [3] * count)
    group = d.of(1, 1, 2)
    channels = group * d.whole(1, 2)
    strides = given["strides"] or [1] * count
    more = {}
    if given["auto_pad"] in (None, "NOTSET"):
        more = d.of(
            {},
            {"output_padding": [d.whole(0, s - 1) for s in strides]},
            {"output_shape": [size * s + d.whole(0, s - 1) for size, s in zip(space, strides)]},
        )
    elif given["auto_pad"] != "VALID":
        more = d.of({}, {"output_shape": [size * s for size, s in zip(space, strides)]})
    given["pads"] = None if given["pads"] is None or "output_shape" in more else [min(each, 1) for each in given["pads"]]
    kernel = given["kernel_shape"]
    given["kernel_shape"] = d.maybe(kernel)
    w = d.tensor([channels, d.whole(1, 2), *kernel])
    return {
        0: d.tensor([d.whole(1, 2), channels, *space]),
        1: w,
        2: d.maybe(d.tensor([w.shape[1] * group])),
        "group": group,
        **given,
        **more,
    }


@op("MaxPool", "AveragePool", "LpPool")
def pooled(d, name):
    space = d.space()
    given = window(d, len(space), space, True, True)
    if name == "AveragePool":
        given["count_include_pad"] = d.maybe(d.of(0, 1))
    if name == "LpPool":
        given["p"] = d.maybe(d.of(1, 2, 3))
    kind = d.of(F32, F32, np.dtype("int8"), np.dtype("uint8"), F64) if name == "MaxPool" else F32
    more = {"outputs": d.of(1, 2), "storage_order": d.maybe(d.of(0, 1), 0.3)} if name == "MaxPool" else {}
    return {0: d.tensor([d.whole(1, 2), d.whole(1, 3), *space], kind), **given, **more}


@op("GlobalAveragePool", "GlobalMaxPool", "GlobalLpPool")
def pooled_whole(d, name):
    return {0: d.tensor([2, 3, *d.space()]), **({"p": d.maybe(d.of(1, 2, 3))} if name == "GlobalLpPool" else {})}


@op("MaxUnpool")
def unpooled(d, name):
    kernel, strides = [2, 2], d.of([2, 2], [2, 3])
    space = [d.whole(1, 3), d.whole(1, 3)]
    out = [(n - 1) * s + k for n, s, k in zip(space, strides, kernel)]
    count = space[0] * space[1]
    places = np.stack([d.numbers.choice(out[0] * out[1], count, replace=False).reshape(space) for _ in range(2)]).reshape(1, 2, *space)
    places = places + np.arange(2).reshape(1, 2, 1, 1) * (out[0] * out[1])
    return {0: d.tensor([1, 2, *space]), 1: places.astype(np.int64), "kernel_shape": kernel, "strides": strides}


@op("LRN")
def local_response(d, name):
    return {
        0: d.tensor([2, d.whole(1, 6), *d.space(2)]), "size": d.of(1, 3, 5), "alpha": d.maybe(d.of(0.1, 0.5)), "beta": d.maybe(d.of(0.5, 1.0)),
        "bias": d.maybe(2.0),
    }  # fmt: skip


@op("Col2Im")
def from_columns(d, name):
    image, block = [d.whole(3, 5), d.whole(3, 5)], [2, d.whole(1, 2)]
    strides, dilations, pads = d.maybe([1, 2]), d.maybe([d.of(1, 2), 1]), d.maybe([1, 0, 0, 1])
    spans = [(k - 1) * e + 1 for k, e in zip(block, dilations or [1, 1])]
    amounts = pads or [0] * 4
    counts = [(n + amounts[at] + amounts[at + 2] - span) // s + 1 for at, (n, span, s) in enumerate(zip(image, spans, strides or [1, 1]))]
    return {
        0: d.tensor([1, 2 * block[0] * block[1], counts[0] * counts[1]]), 1: Fixed(np.array(image)), 2: Fixed(np.array(block)), "strides": strides,
        "dilations": dilations, "pads": pads,
    }  # fmt: skip


# Normalizations


@op("Softmax", "LogSoftmax", "Hardmax")
def soft_maximum(d, name):
    shape = d.shape(1)
    x = np.asarray(d.numbers.integers(-2, 3, shape), F32) if name == "Hardmax" else d.tensor(shape, d.float())
    return {0: x, "axis": d.maybe(d.axis(len(shape)), 0.7) if len(shape) > 1 else d.of(0, -1)}


@op("BatchNormalization")
def batch_norm(d, name):
    shape = [d.whole(1, 3), d.whole(1, 4), *d.space(d.whole(0, 3), 1, 4)]
    training = d.maybe(d.of(0, 1)) if d.version >= 14 else None
    kind = d.of(F32, F32, F64)
    each = [d.tensor([shape[1]], kind) for _ in range(3)]
    return {
        0: d.tensor(shape, kind), **dict(enumerate(each, 1)), 4: d.tensor([shape[1]], kind, 0.2, 2), "epsilon": d.maybe(1e-2), "momentum": d.maybe(0.7),
        "training_mode": training, "spatial": d.maybe(1), "outputs": 3 if training else 1,
    }  # fmt: skip


@op("InstanceNormalization", "GroupNormalization")
def instance_norm(d, name):
    groups = d.of(1, 2, 3)
    channels = groups * d.whole(1, 2)
    count = groups if name == "GroupNormalization" and d.version < 21 else channels
    more = {"num_groups": groups} if name == "GroupNormalization" else {}
    return {0: d.tensor([2, channels, *d.space(None, 2, 4)]), 1: d.tensor([count]), 2: d.tensor([count]), "epsilon": d.maybe(1e-2), **more}


@op("LayerNormalization", "RMSNormalization")
def layer_norm(d, name):
    shape, kind = d.shape(1, 4, 0), d.of(F32, F32, F16)
    axis = d.axis(len(shape))
    own = shape[axis:]
    more = {2: d.maybe(d.tensor(own, kind)), "outputs": d.of(1, 3)} if name == "LayerNormalization" else {}
    return {0: d.tensor(shape, kind), 1: d.tensor(own, kind), "axis": axis if axis != -1 else d.maybe(-1), "epsilon": d.maybe(1e-2), **more}


@op("LpNormalization")
def lp_norm(d, name):
    shape = d.shape(1, 3, 0)
    return {0: d.of(d.tensor(shape), np.zeros(shape, F32)), "axis": d.maybe(d.axis(len(shape))), "p": d.maybe(d.of(1, 2))}


@op("MeanVarianceNormalization")
def mean_variance(d, name):
    return {0: d.tensor([2, 3, *d.space(2, 2, 4)]), "axes": d.maybe(d.of([0, 2, 3], [2, 3], [1], [-1]))}


@op("NegativeLogLikelihoodLoss", "SoftmaxCrossEntropyLoss")
def loss(d, name):
    classes, space = d.whole(2, 4), d.space(d.whole(0, 2), 1, 3)
    target = d.numbers.integers(0, classes, [3, *space])
    ignored = d.maybe(d.of(0, 1, -1, classes))
    target = np.where(d.numbers.random(target.shape) < 0.3, ignored, target) if ignored is not None and ignored < 0 else target
    return {
        0: d.tensor([3, classes, *space]), 1: target.astype(d.of(np.int32, np.int64)), 2: d.maybe(d.tensor([classes], F32, 0.1, 2)),
        "ignore_index": ignored, "reduction": d.maybe(d.of("none", "sum", "mean")), "outputs": 1 if name[0] == "N" else d.of(1, 2),
    }  # fmt: skip
