"""Nodes of ONNX that resize, sample, quantize, attend; recurrent layers and signals."""

import numpy as np
from onnx_draw import F32, Fixed, any_byte, op, weights

# Images


@op("Resize", "Upsample")
def resize(d, name):
    space = d.space(d.of(1, 2, 2), 1, 5)
    shape = [1, d.whole(1, 2), *space]
    mode = d.of("nearest", "linear", "cubic" if len(space) == 2 else "nearest")
    scales = [1.0, 1.0, *[d.of(0.5, 0.6, 1.0, 1.5, 2.0, 2.3, 3.0) for _ in space]]
    if name == "Upsample" or d.version < 11:
        hold = [max(each, 1.0) for each in scales] if name == "Upsample" else scales
        return {0: d.tensor(shape), "scales": Fixed(np.array(hold, F32)), "mode": d.of("nearest", "linear")}
    how = d.maybe(d.of("half_pixel", "pytorch_half_pixel", "align_corners", "asymmetric", "half_pixel_symmetric", "tf_crop_and_resize",
                       *(["tf_half_pixel_for_nn"] if d.version < 13 else [])), 0.9)  # fmt: skip
    given = {
        "mode": mode, "coordinate_transformation_mode": how, "nearest_mode": d.maybe(d.of("round_prefer_floor", "round_prefer_ceil", "floor", "ceil")),
        "cubic_coeff_a": d.maybe(-0.5) if mode == "cubic" else None, "exclude_outside": d.maybe(d.of(0, 1), 0.3) if mode == "cubic" else None,
        "extrapolation_value": d.maybe(7.0),
    }  # fmt: skip
    if d.version >= 18 and mode != "nearest":
        given["antialias"] = d.maybe(d.of(0, 1), 0.4)
    axes = d.maybe(list(range(2, len(shape)))) if d.version >= 18 else None
    used = slice(2, None) if axes else slice(None)
    roi = None
    if how == "tf_crop_and_resize":
        roi = Fixed(
            np.array(
                [*[0.0, 0.0, *[d.of(0.0, 0.2, -0.2) for _ in space]][used], *[1.0, 1.0, *[d.of(1.0, 0.7, 1.3) for _ in space]][used]], F32
            )
        )
    asked = {"scales": Fixed(np.array(scales[used], F32))}
    if d.maybe(True):
        policy = d.maybe(d.of("stretch", "not_larger", "not_smaller"), 0.4) if d.version >= 18 and axes else None
        asked = {
            "sizes": Fixed(np.array([1, shape[1], *[d.whole(1, 7) for _ in space]][used], np.int64)),
            "keep_aspect_ratio_policy": policy,
        }
    kind = F32 if mode != "nearest" or d.maybe(True, 0.8) else np.dtype("uint8")
    return {0: d.tensor(shape, kind), "roi": roi if roi is not None or d.version >= 13 else Fixed(np.zeros(0, F32)), **asked, **given, "axes": axes,
            **({"scales": Fixed(np.zeros(0, F32)), "sizes": asked["sizes"]} if d.version < 13 and "sizes" in asked else {})}  # fmt: skip


@op("GridSample")
def grid_sample(d, name):
    count = d.of(2, 2, 3)
    space, out = d.space(count, 2, 4), d.space(count, 1, 3)
    mode = d.of("linear", "nearest", "cubic" if count == 2 else "linear") if d.version >= 20 else d.of("bilinear", "nearest", "bicubic")
    return {
        0: d.tensor([2, 2, *space]), 1: d.tensor([2, *out, count], F32, -1.4, 1.4), "mode": mode, "align_corners": d.maybe(d.of(0, 1)),
        "padding_mode": d.maybe(d.of("zeros", "border", "reflection")),
    }  # fmt: skip


@op("AffineGrid")
def affine_grid(d, name):
    count = d.of(2, 3)
    return {0: d.tensor([2, count, count + 1]), 1: Fixed(np.array([2, 3, *d.space(count, 1, 4)])), "align_corners": d.maybe(d.of(0, 1))}


@op("RoiAlign", "MaxRoiPool")
def regions(d, name):
    count = d.whole(1, 3)
    corners = d.numbers.uniform(0, 6, [count, 2])
    boxes = np.concatenate([corners, corners + d.numbers.uniform(0.5, 5, [count, 2])], 1).astype(F32)
    if name == "MaxRoiPool":
        boxes = np.concatenate([np.zeros([count, 1]), boxes.round()], 1).astype(F32)
        return {0: d.tensor([1, 2, 8, 8]), 1: boxes, "pooled_shape": [d.whole(1, 3), d.whole(1, 3)], "spatial_scale": d.maybe(0.5)}
    return {
        0: d.tensor([2, 2, 8, 7]), 1: boxes, 2: d.numbers.integers(0, 2, count), "mode": d.maybe("avg"), "output_height": d.maybe(d.whole(1, 3)),
        "output_width": d.maybe(2), "sampling_ratio": d.maybe(d.whole(0, 3), 0.8), "spatial_scale": d.maybe(0.5),
        "coordinate_transformation_mode": d.maybe(d.of("half_pixel", "output_half_pixel")),
    }  # fmt: skip


@op("NonMaxSuppression")
def suppressed(d, name):
    count = d.whole(1, 6)
    corners = d.numbers.uniform(0, 3, [2, count, 2])
    other = corners + d.numbers.uniform(0.5, 3, [2, count, 2])
    is_centre = d.maybe(d.of(0, 1))
    boxes = np.concatenate([corners, other] if not is_centre and d.maybe(True, 0.7) else [other, corners], 2).astype(F32)
    return {
        0: boxes, 1: d.tensor([2, 2, count], F32, 0, 1), 2: d.maybe(Fixed(np.array([d.whole(0, 4)])), 0.9), 3: Fixed(np.array([d.of(0.2, 0.5)], F32)),
        4: d.maybe(Fixed(np.array([0.4], F32))), "center_point_box": is_centre,
    }  # fmt: skip


@op("DeformConv")
def deformed(d, name):
    kernel, groups = [2, d.whole(1, 2)], d.of(1, 2)
    out = [5 - kernel[0], 5 - kernel[1]]
    return {
        0: d.tensor([1, 2, 4, 4]), 1: d.tensor([2, 2, *kernel]), 2: d.tensor([1, groups * 2 * kernel[0] * kernel[1], *out], F32, -1, 1),
        3: d.maybe(d.tensor([2])), 4: d.maybe(d.tensor([1, groups * kernel[0] * kernel[1], *out])), "offset_group": groups, "kernel_shape": kernel,
        "pads": d.maybe([0, 0, 0, 0]), "strides": d.maybe([1, 1]),
    }  # fmt: skip


# Recurrent layers


@op("RNN", "GRU", "LSTM")
def recurrent(d, name):
    gates = {"RNN": 1, "GRU": 3, "LSTM": 4}[name]
    steps, batch, size, hidden = [d.whole(1, 4) for _ in range(4)]
    direction = d.maybe(d.of("forward", "reverse", "bidirectional"))
    ways = 2 if direction == "bidirectional" else 1
    words = d.of(
        "Tanh", "Relu", "Sigmoid", "LeakyRelu", "HardSigmoid", "ScaledTanh", "Elu", "Softsign", "Softplus", "ThresholdedRelu", "Affine"
    )
    functions = {"RNN": [words], "GRU": ["Sigmoid", words], "LSTM": ["Sigmoid", words, "Tanh"]}[name]
    chosen = d.maybe(functions * ways, 0.4)
    alpha, beta = {
        "LeakyRelu": (1, 0),
        "HardSigmoid": (1, 1),
        "ScaledTanh": (1, 1),
        "Elu": (1, 0),
        "ThresholdedRelu": (1, 0),
        "Affine": (1, 1),
    }.get(words, (0, 0))
    given = {}
    if chosen:
        given = {"activation_alpha": [0.3] * (alpha * ways) or None, "activation_beta": [0.4] * (beta * ways) or None}
    more = {}
    if name == "GRU":
        more = {"linear_before_reset": d.maybe(d.of(0, 1))}
    if name == "LSTM":
        more = {
            "input_forget": d.maybe(d.of(0, 1), 0.3),
            "initial_c": d.maybe(d.tensor([ways, batch, hidden])),
            "P": d.maybe(d.tensor([ways, 3 * hidden])),
        }
    lengths = d.maybe(d.numbers.integers(1, steps + 1, batch).astype(np.int32), 0.4)
    return {
        0: d.tensor([steps, batch, size], F32, -1, 1), 1: d.tensor([ways, gates * hidden, size], F32, -1, 1),
        2: d.tensor([ways, gates * hidden, hidden], F32, -1, 1), 3: d.maybe(d.tensor([ways, 2 * gates * hidden], F32, -1, 1)), 4: lengths,
        5: d.maybe(d.tensor([ways, batch, hidden])), "direction": direction, "hidden_size": hidden, "activations": chosen, **given, **more,
        "clip": d.maybe(0.5, 0.3), "outputs": 3 if name == "LSTM" else 2,
    }  # fmt: skip


# Integers with a scale


@op("QuantizeLinear", "DequantizeLinear")
def quantized(d, name):
    shape = d.shape(1, 3, 0)
    axis = d.axis(len(shape))
    how = d.of("one", "axis", "blocks" if d.version >= 21 else "axis")
    block = d.whole(1, 3)
    own = {
        "one": [],
        "axis": [shape[axis]],
        "blocks": [-(-size // block) if at == axis % len(shape) else size for at, size in enumerate(shape)],
    }[how]
    kind = d.of(np.dtype("uint8"), np.dtype("int8"), *([np.dtype("int16"), np.dtype("uint16")] if d.version >= 21 else []))
    scale, zero = d.tensor(own, F32, 0.02, 0.7), d.maybe(any_byte(d, own, kind))
    more = {"axis": axis, "block_size": block if how == "blocks" else None}
    x = d.tensor(shape, F32, -200, 200) if name[0] == "Q" else any_byte(d, shape, kind)
    if name[0] == "Q" and d.maybe(True, 0.3):
        x = np.asarray(np.round(x) * 0.5, F32)
        scale = np.ones(own, F32)
    return {0: x, 1: scale, 2: zero, **more}


@op("DynamicQuantizeLinear")
def dynamically(d, name):
    shape = d.shape(1, 3, 0)
    return {0: d.of(d.tensor(shape), d.tensor(shape, F32, 1, 3), d.tensor(shape, F32, -3, -1), np.zeros(shape, F32)), "outputs": 3}


@op("QLinearMatMul")
def quantized_product(d, name):
    m, k, n = [d.whole(1, 4) for _ in range(3)]
    kinds = np.dtype("uint8"), d.of(np.dtype("uint8"), np.dtype("int8"))
    each = d.of([], [n])
    return {
        0: any_byte(d, [*d.shape(0, 1, 0), m, k], kinds[0]), 1: np.asarray(0.03, F32), 2: any_byte(d, [], kinds[0]), 3: weights(d, [k, n], kinds[1]),
        4: d.tensor(each, F32, 0.01, 0.05), 5: any_byte(d, each, kinds[1]), 6: np.asarray(0.9, F32), 7: any_byte(d, [], kinds[0]),
    }  # fmt: skip


# Attention


@op("Attention")
def attention(d, name):
    batch, heads, length, keys, size = 2, d.of(1, 2), d.whole(1, 3), d.whole(1, 4), d.of(2, 4)
    group = d.of(1, 2)
    causal = d.maybe(d.of(0, 1))
    past = d.maybe(d.whole(1, 2), 0.4)
    total = keys + (past or 0)
    mask = d.maybe(d.of(d.tensor([length, total], bool), d.tensor([batch, 1, length, total]), d.tensor([length, total])))
    more = {"past_key": d.tensor([batch, heads, past, size]), "past_value": d.tensor([batch, heads, past, size])} if past else {}
    given = {
        "is_causal": causal,
        "scale": d.maybe(0.3),
        "softcap": d.maybe(2.0, 0.3),
        "attn_mask": mask,
        **more,
        "outputs": 3 if past else 1,
    }
    if d.maybe(True, 0.4):
        return {
            0: d.tensor([batch, length, heads * group * size]), 1: d.tensor([batch, keys, heads * size]), 2: d.tensor([batch, keys, heads * size]),
            "q_num_heads": heads * group, "kv_num_heads": heads, **given,
        }  # fmt: skip
    return {
        0: d.tensor([batch, heads * group, length, size]),
        1: d.tensor([batch, heads, keys, size]),
        2: d.tensor([batch, heads, keys, size]),
        **given,
    }


@op("RotaryEmbedding")
def rotary(d, name):
    batch, heads, length, size = 2, 2, d.whole(1, 3), d.of(4, 8)
    used = d.of(size, 0, size // 2)
    half = (used or size) // 2
    places = d.maybe(d.numbers.integers(0, 5, [batch, length]))
    cache = [5, half] if places is not None else [batch, length, half]
    packed = d.maybe(True, 0.4)
    return {
        0: d.tensor([batch, length, heads * size] if packed else [batch, heads, length, size]), 1: d.tensor(cache), 2: d.tensor(cache), 3: places,
        "interleaved": d.maybe(d.of(0, 1)), "rotary_embedding_dim": used or d.maybe(0), "num_heads": heads if packed or used not in (0, size) else None,
    }  # fmt: skip


# Signals


@op("DFT")
def transform(d, name):
    shape = [1, d.whole(2, 5), d.whole(2, 5), d.of(1, 2)]
    inverse = d.maybe(d.of(0, 1)) if shape[-1] == 2 else None
    axis = d.of(1, 2, -2, -3)
    length = d.maybe(Fixed(np.array(d.whole(2, 6))))
    one_sided = d.maybe(d.of(0, 1)) if shape[-1] == 1 and not inverse else None
    return {
        0: d.tensor(shape),
        "dft_length": length,
        "axis": Fixed(np.array(axis)) if d.version >= 20 else axis,
        "inverse": inverse,
        "onesided": one_sided,
    }


@op("HannWindow", "HammingWindow", "BlackmanWindow")
def of_window(d, name):
    return {0: Fixed(np.array(d.whole(2, 9))), "periodic": d.maybe(d.of(0, 1)), "output_datatype": d.maybe(d.of(1, 11))}


@op("STFT")
def short_time(d, name):
    size, length = d.whole(8, 16), d.whole(2, 5)
    parts = d.of(1, 2)
    return {
        0: d.tensor([1, size, parts]), 1: Fixed(np.array(d.whole(1, 3))), 2: d.maybe(d.tensor([length])), 3: Fixed(np.array(length)),
        "onesided": d.maybe(d.of(0, 1)) if parts == 1 else 0,
    }  # fmt: skip


@op("MelWeightMatrix")
def mel(d, name):
    return {
        at: Fixed(np.array(each, F32 if at > 2 else np.int32))
        for at, each in enumerate((d.whole(2, 8), d.of(16, 32), 8192, d.of(0.0, 100.0), 4096.0))
    }
