"""Result types of what layers of networks are made of. A layout is a word with a letter for each axis, as `NCHW`."""

from __future__ import annotations

from tfir.dialects.relay.inference.elementwise import like
from tfir.ir.diagnostics import Error
from tfir.ir.types import TensorType, TupleType
from tfir.ods import shapes
from tfir.ods.inference import AbstractValue
from tfir.ods.shapes import anonymous, axis_in, broadcast


def dense(data, weight, out_dtype):
    """Rows by rows: the weight is [units, inner]."""
    shapes.unify(data.shape[-1], weight.shape[1], "inner sizes")
    return AbstractValue((*data.shape[:-1], weight.shape[0]), out_dtype or data.element)


def matmul(tensor_a, tensor_b, transpose_a, transpose_b, out_dtype):
    rows, columns = shapes.matmul(tensor_a.shape[-2:], tensor_b.shape[-2:], transpose_a, transpose_b)
    return AbstractValue((*tensor_a.shape[:-2], rows, columns), out_dtype or tensor_a.element)


def batch_matmul(tensor_a, tensor_b, transpose_a, transpose_b, out_dtype):
    rows, columns = shapes.matmul(tensor_a.shape[-2:], tensor_b.shape[-2:], transpose_a, transpose_b)
    return AbstractValue((*broadcast(tensor_a.shape[:-2], tensor_b.shape[:-2]), rows, columns), out_dtype or tensor_a.element)


def bias_add(data, bias, axis):
    shapes.unify(data.shape[axis_in(axis, data.rank)], bias.shape[0], "biases")
    return like(data)


def batch_norm(data, gamma, axis):
    axis_in(axis, data.rank)
    features = TensorType(anonymous(gamma.shape), gamma.element)
    return TupleType([data.type, features, features])


def layer_norm(data, axis):
    axis_in(axis, data.rank)
    return like(data)


def softmax(data, axis):
    axis_in(axis, data.rank)
    return like(data)


def dropout(data):
    return TupleType([data.type, data.type])


def dft(re_data, im_data):
    return TupleType([re_data.type, im_data.type])


# Windows

SPACE = "DHW"


def space_of(layout: str) -> list[str]:
    """The letters of the axes of space, in the order in which strides and paddings name them."""
    return [letter for letter in SPACE if letter in layout]


def in_pairs(padding, rank: int) -> list[tuple[int, int]]:
    """Relay's padding as pairs: one number for all edges, one for each axis, or first all low edges and then all high ones."""
    padding = list(padding)
    if len(padding) == 1:
        padding *= rank
    if len(padding) == rank:
        padding += padding
    if len(padding) != 2 * rank:
        raise Error(f"has {len(padding)} paddings for {rank} axes")
    return list(zip(padding[:rank], padding[rank:]))


def sizes_by_letter(shape, layout: str) -> dict:
    if len(shape) != len(layout) or not layout.isupper():
        raise Error(f"has the layout {layout} of a tensor of rank {len(shape)}")
    return dict(zip(layout, shape))


def convolution(data, weight, strides, padding, dilation, groups, data_layout, kernel_layout, out_layout, out_dtype):
    image, kernel = sizes_by_letter(data.shape, data_layout), sizes_by_letter(weight.shape, kernel_layout)
    space = space_of(data_layout)
    shapes.unify(image["C"], shapes.multiply(kernel["I"], groups), "channels")
    result = {"N": image["N"], "C": kernel["O"]}
    for at, (letter, pair) in enumerate(zip(space, in_pairs(padding, len(space)))):
        result[letter] = shapes.window_size(image[letter], kernel[letter], strides[at], pair, dilation[at])
    return AbstractValue(tuple([result[letter] for letter in out_layout or data_layout]), out_dtype or data.element)


def transposed(data, weight, strides, output_padding, padding, dilation, groups, data_layout, kernel_layout, out_layout, out_dtype):
    image, kernel = sizes_by_letter(data.shape, data_layout), sizes_by_letter(weight.shape, kernel_layout)
    space = space_of(data_layout)
    shapes.unify(image["C"], kernel["I"], "channels")
    result = {"N": image["N"], "C": shapes.multiply(kernel["O"], groups)}
    for at, (letter, (low, high)) in enumerate(zip(space, in_pairs(padding, len(space)))):
        between = shapes.multiply(shapes.add(image[letter], -1), strides[at])
        window = shapes.effective(kernel[letter], dilation[at])
        result[letter] = shapes.add(between, window - low - high + output_padding[at])
    return AbstractValue(tuple([result[letter] for letter in out_layout or data_layout]), out_dtype or data.element)


def pool(data, pool_size, strides, dilation, padding, layout, out_layout, ceil_mode):
    sizes, space = sizes_by_letter(data.shape, layout), space_of(layout)
    for at, (letter, pair) in enumerate(zip(space, edges_of_pool(strides, padding, ceil_mode))):
        sizes[letter] = shapes.window_size(sizes[letter], pool_size[at], strides[at], pair, dilation[at])
    return AbstractValue(tuple([sizes[letter] for letter in out_layout or layout]), data.element)


def edges_of_pool(strides, padding, ceil_mode: bool) -> list[tuple[int, int]]:
    """Paddings in pairs; where sizes are rounded up, the last window may begin up to a stride less one before the end."""
    pairs = in_pairs(padding, len(strides))
    return [(low, high + (stride - 1 if ceil_mode else 0)) for (low, high), stride in zip(pairs, strides)]


def global_pool(data, layout, out_layout):
    sizes = sizes_by_letter(data.shape, layout) | {"H": 1, "W": 1}
    return AbstractValue(tuple([sizes[letter] for letter in out_layout or layout]), data.element)


INFER = {
    "dft": dft, "nn.batch_matmul": batch_matmul, "nn.batch_norm": batch_norm, "nn.bias_add": bias_add, "nn.dense": dense,
    "nn.dropout": dropout, "nn.layer_norm": layer_norm, "nn.log_softmax": softmax, "nn.matmul": matmul, "nn.softmax": softmax,
    "nn.global_avg_pool2d": global_pool, "nn.global_max_pool2d": global_pool,
    **{f"nn.conv{rank}d": convolution for rank in (1, 2, 3)},
    **{f"nn.conv{rank}d_transpose": transposed for rank in (1, 2, 3)},
    **{f"nn.{kind}_pool{rank}d": pool for kind in ("avg", "max") for rank in (1, 2, 3)},
}  # fmt: skip
