"""Nodes of ONNX that move elements."""

import numpy as np
from onnx import numpy_helper
from onnx_draw import F32, F64, Fixed, op

# Shapes and places


@op("Reshape")
def reshape(d, name):
    shape = d.shape(1)
    count = int(np.prod(shape))
    asked = d.of([-1], [0, -1], [count], [1, -1, 1], [*shape, 1], [0] * len(shape))
    return {0: d.tensor(shape, d.kind()), 1: Fixed(np.array(asked, np.int64)), "allowzero": d.maybe(d.of(0, 1), 0.3)}


@op("Flatten")
def flatten(d, name):
    shape = d.shape(0)
    return {0: d.tensor(shape), "axis": d.maybe(d.whole(-len(shape), len(shape)), 0.8)}


@op("Squeeze")
def squeeze(d, name):
    shape = d.shape(1)
    ones = [axis - d.of(0, len(shape)) for axis, size in enumerate(shape) if size == 1 and d.maybe(True, 0.7)]
    return {0: d.tensor(shape), "axes": Fixed(np.array(ones, np.int64)) if ones else None}


@op("Unsqueeze")
def unsqueeze(d, name):
    shape = d.shape(0, 3)
    return {0: d.tensor(shape), "axes": Fixed(np.array(d.axes(len(shape) + d.whole(1, 2))[:2], np.int64))}


@op("Transpose")
def transpose(d, name):
    shape = d.shape()
    return {0: d.tensor(shape, d.kind()), "perm": d.maybe(d.chance.sample(range(len(shape)), len(shape)), 0.7)}


@op("Concat")
def concat(d, name):
    shape, kind = d.shape(1), d.kind()
    axis = d.axis(len(shape))
    parts = []
    for _ in range(d.whole(1, 3)):
        own = list(shape)
        own[axis] = d.whole(0, 3)
        parts.append(d.tensor(own, kind))
    return {"*": parts, "axis": axis}


@op("Split")
def split(d, name):
    shape = d.shape(1)
    axis = d.axis(len(shape))
    shape[axis] = d.whole(2, 7)
    first = d.whole(0, shape[axis])
    lengths = d.maybe([first, shape[axis] - first])
    more = {"split": Fixed(np.array(lengths, np.int64))} if lengths else {"num_outputs": 2}
    return {0: d.tensor(shape, d.kind()), "axis": axis, **more, "outputs": 2}


@op("Slice")
def sliced(d, name):
    shape = d.shape(1, 4)
    axes = d.maybe(d.axes(len(shape)), 0.7)
    count = len(axes) if axes is not None else d.whole(1, len(shape))
    ends = [-(1 << 63), -(1 << 31), -100, -3, -2, -1, 0, 1, 2, 3, 100, (1 << 31) - 1, (1 << 63) - 1]
    starts, stops = [[d.chance.choice(ends) for _ in range(count)] for _ in range(2)]
    steps = d.maybe([d.of(1, 1, 2, 3, -1, -1, -2) for _ in range(count)], 0.7)
    kind = d.of(np.int64, np.int64, np.int32)
    if kind is np.int32:
        starts, stops = [np.clip(each, -(1 << 31), (1 << 31) - 1).tolist() for each in (starts, stops)]
    hold = (lambda numbers: np.array(numbers, kind)) if d.maybe(True, 0.25) else (lambda numbers: Fixed(np.array(numbers, kind)))
    return {
        0: d.tensor(shape, d.kind()), "starts": hold(starts), "ends": hold(stops), "axes": None if axes is None else Fixed(np.array(axes, kind)),
        "steps": None if steps is None else Fixed(np.array(steps, kind)),
    }  # fmt: skip


@op("Pad")
def padded(d, name):
    shape, kind = d.shape(1, 4, 0), d.of(F32, F64, np.dtype("int32"))
    mode = d.of("constant", "constant", "edge", "reflect", "wrap")
    axes = d.maybe(d.chance.sample(range(len(shape)), d.whole(1, len(shape))), 0.3)
    most = [shape[axis] - 1 if mode == "reflect" else 2 for axis in (axes if axes is not None else range(len(shape)))]
    amounts = [d.whole(-1 if shape[0] > 2 and mode != "wrap" and d.maybe(True, 0.3) else 0, max(each, 0)) for each in [*most, *most]]
    value = d.maybe(np.asarray(d.of(1, 2, -3), kind), 0.6)
    value = value.tolist() if value is not None and d.version < 11 else value
    return {
        0: d.tensor(shape, kind), "pads": Fixed(np.array(amounts, np.int64)), "constant_value": value, "value": value, "mode": d.of(mode, mode, None),
        "axes": None if axes is None or d.version < 18 else Fixed(np.array(axes, np.int64)),
    }  # fmt: skip


@op("Tile", "Expand")
def tiled(d, name):
    shape = d.shape(0)
    if name == "Tile":
        return {0: d.tensor(shape, d.kind()), 1: Fixed(np.array([d.whole(0, 3) for _ in shape], np.int64))}
    asked = [d.of(size, 1, *([2, 3] if size == 1 else [])) for size in shape][d.whole(0, len(shape)) :]
    return {
        0: d.tensor(shape, d.kind()),
        1: Fixed(np.array([d.whole(1, 2)] * d.of(0, 0, 1) * (len(asked) == len(shape)) + asked, np.int64)),
    }


@op("Gather", "GatherElements")
def gathered(d, name):
    shape = d.shape(1, 4, 0)
    axis = d.axis(len(shape))
    size, kind = shape[axis], d.of(np.int32, np.int64)
    if name == "Gather":
        indices = d.numbers.integers(-size, size, d.shape(0, 3)).astype(kind)
    else:
        own = [d.whole(1, each) for each in shape]
        own[axis] = d.whole(0, 5)
        indices = d.numbers.integers(-size, size, own).astype(kind)
    return {0: d.tensor(shape, d.kind()), 1: np.asarray(indices), "axis": d.of(axis, axis, None if axis == 0 else axis)}


@op("GatherND")
def gathered_nd(d, name):
    shape = d.shape(2, 4, 0)
    batch = d.whole(0, 1)
    depth = d.whole(1, len(shape) - batch)
    outer = [*shape[:batch], *[d.whole(1, 3) for _ in range(d.whole(0, 2))]]
    parts = [d.numbers.integers(-shape[batch + at], shape[batch + at], outer) for at in range(depth)]
    return {0: d.tensor(shape, d.kind()), 1: np.stack(parts, -1).astype(np.int64), "batch_dims": batch or d.maybe(0)}


@op("ScatterElements", "Scatter")
def scattered(d, name):
    shape, kind = d.shape(1, 3, 0), d.kind()
    axis = d.axis(len(shape))
    reduction = d.maybe(d.of("none", "add", "mul", "max", "min"), 0.7)
    own = [d.whole(1, each) for each in shape]
    if reduction in (None, "none"):  # each place once
        lines = np.argsort(
            d.numbers.random([*own[:axis], shape[axis], *own[axis % len(shape) + 1 :]] if axis >= 0 else own_line(own, shape, axis)), axis
        )
        indices = np.take(lines, range(own[axis]), axis)
    else:
        indices = d.numbers.integers(0, shape[axis], own)
    indices = np.where(d.numbers.random(indices.shape) < 0.3, indices - shape[axis], indices) if name != "Scatter" else indices
    return {
        0: d.tensor(shape, kind),
        1: indices.astype(d.of(np.int32, np.int64)),
        2: d.tensor(indices.shape, kind),
        "axis": axis,
        "reduction": reduction,
    }


def own_line(own, shape, axis):
    line = list(own)
    line[axis] = shape[axis]
    return line


@op("ScatterND")
def scattered_nd(d, name):
    shape, kind = d.shape(1, 3, 0), d.kind()
    reduction = d.maybe(d.of("none", "add", "mul", "max", "min"), 0.7)
    depth = d.whole(1, len(shape))
    every = np.stack(np.meshgrid(*map(range, shape[:depth]), indexing="ij"), -1).reshape(-1, depth)
    picked = (
        d.numbers.choice(len(every), d.whole(0, len(every)), replace=False)
        if reduction in (None, "none")
        else d.numbers.integers(0, len(every), 4)
    )
    indices = every[picked]
    indices = np.where(d.numbers.random(indices.shape) < 0.3, indices - np.array(shape[:depth]), indices)
    return {
        0: d.tensor(shape, kind),
        1: indices.astype(np.int64),
        2: d.tensor([len(indices), *shape[depth:]], kind),
        "reduction": reduction,
    }


@op("OneHot")
def one_hot(d, name):
    depth, shape = d.whole(1, 5), d.shape(0, 3)
    return {
        0: np.round(d.tensor(shape, d.of(np.int64, np.int32, F32), -2, 2)), 1: Fixed(d.of(np.array(depth), np.array([depth]))), 2: d.tensor([2], d.kind()),
        "axis": d.maybe(d.axis(len(shape) + 1)),
    }  # fmt: skip


@op("DepthToSpace", "SpaceToDepth")
def blocks(d, name):
    b = d.whole(1, 3)
    shape = [d.whole(1, 2), b * b * d.whole(1, 2), 2, 3] if name == "DepthToSpace" else [d.whole(1, 2), 2, b * 2, b]
    return {0: d.tensor(shape), "blocksize": b, "mode": d.maybe(d.of("DCR", "CRD")) if name == "DepthToSpace" else None}


@op("ReverseSequence")
def reversed_sequence(d, name):
    shape = d.shape(2, 3, 0)
    time, batch = d.of((0, 1), (1, 0))
    lengths = d.numbers.integers(1, shape[time] + 1, [shape[batch]])
    return {
        0: d.tensor(shape, d.kind()),
        1: lengths,
        "batch_axis": batch if time == 1 else d.maybe(1),
        "time_axis": time if time == 1 else d.maybe(0),
    }


@op("Trilu", "EyeLike")
def triangular(d, name):
    shape = d.shape(2, 2 if name == "EyeLike" else 4)
    k = d.maybe(d.whole(-3, 3))
    if name == "EyeLike":
        return {0: d.tensor(shape, d.of(F32, np.int32)), "k": k, "dtype": d.maybe(d.of(1, 6, 7))}
    return {0: d.tensor(shape, d.of(d.kind(), np.dtype(bool))), 1: None if k is None else Fixed(np.array(k)), "upper": d.maybe(d.of(0, 1))}


@op("TopK")
def top(d, name):
    shape = d.shape(1, 3, 0)
    axis = d.axis(len(shape))
    shape[axis] = d.whole(1, 6)
    k = d.whole(0, shape[axis])
    x = d.of(d.tensor(shape, d.kind()), np.asarray(d.numbers.integers(-2, 3, shape), F32))
    given = {"k": k} if d.version < 10 else {"K": Fixed(np.array([k]))}
    return {0: x, **given, "axis": axis, "largest": d.maybe(d.of(0, 1)), "outputs": 2}


@op("NonZero", "Shape", "Size")
def told(d, name):
    shape = d.shape(1)
    if name == "Shape":
        return {0: d.tensor(shape), "start": d.maybe(d.whole(-5, 5)), "end": d.maybe(d.whole(-5, 5))}
    return {0: d.of(d.tensor(shape, bool), d.tensor(shape, d.kind(), -0.5, 0.5))}


@op("Compress")
def compressed(d, name):
    shape = d.shape(1, 3, 0)
    axis = d.maybe(d.axis(len(shape)))
    size = shape[axis] if axis is not None else int(np.prod(shape))
    return {0: d.tensor(shape, d.kind()), 1: d.tensor([d.whole(1, size)], bool), "axis": axis}


@op("Unique")
def unique(d, name):
    shape = d.shape(1, 3, 0)
    x = d.of(np.asarray(d.numbers.integers(-2, 2, shape), F32), d.numbers.integers(-2, 2, shape))
    return {0: x, "axis": d.maybe(d.axis(len(shape))), "sorted": d.maybe(d.of(0, 1)), "outputs": d.whole(1, 4)}


@op("Range")
def ranged(d, name):
    kind = d.of(F32, F64, *[np.dtype(each) for each in ("int16", "int32", "int64")])
    hold = (lambda x: x) if d.maybe(True, 0.3) else Fixed
    return {at: hold(np.asarray(value, kind)) for at, value in enumerate((d.of(0, 1, -2), d.of(0, 5, 7, -4), d.of(1, 2, 3, -1, -2)))}


@op("ConstantOfShape")
def filled(d, name):
    value = d.maybe(numpy_helper.from_array(d.tensor([1], d.of(d.kind(), np.dtype(bool)))))
    return {0: Fixed(np.array(d.shape(0), np.int64)), "value": value}


@op("CenterCropPad")
def centred(d, name):
    shape = d.shape(1, 3, 0)
    axes = d.maybe(d.axes(len(shape)))
    return {0: d.tensor(shape), 1: Fixed(np.array([d.whole(1, 6) for _ in (shape if axes is None else axes)], np.int64)), "axes": axes}
