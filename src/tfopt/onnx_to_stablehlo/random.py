"""Lowerings: numbers drawn at random, by TensorFlow's generators.

ONNX does not say which generator draws, so that no two implementations give the same numbers. Here a node's seed decides them, on every device alike, and
calls of one program go on with them; nodes of one seed draw the same numbers. Without a seed each run draws others.
"""

from struct import pack, unpack

from tfir.ir.types import F32, F64, I1, I32, I64, TensorType
from tfir.ods.inference import constant_of
from tfir.ods.numpy_on_demand import np

from tfopt.arithmetic.tensor import Tensor, broadcast_to, select, splat, widened
from tfopt.onnx_to_stablehlo.choosing import const
from tfopt.onnx_to_stablehlo.element_types import element_of
from tfopt.onnx_to_stablehlo.lowering import lower, shape_tensor, tensorflow

SECOND_SEED = 1  # with any first one: 0 and 0 stand for chance


def seeds(seed) -> dict[str, int]:
    """A seed that is no whole number counts by its bits."""
    if seed is None:
        return {"seed": 0, "seed2": 0}
    is_whole = seed == int(seed) if np.isfinite(seed) else False
    return {"seed": int(seed) if is_whole and abs(seed) < 1 << 62 else unpack("<i", pack("<f", seed))[0], "seed2": SECOND_SEED}


def drawn(name: str, shape, element, seed) -> Tensor:
    """Numbers of an op of TensorFlow, which draws f32 for narrower elements."""
    kind = F64 if element is F64 else F32
    return tensorflow(name, [shape_tensor(shape)], [TensorType(tuple(shape), kind)], dtype=kind, T=I64, **seeds(seed))[0]


def normal(shape, element, mean, scale, seed) -> Tensor:
    return (drawn("RandomStandardNormal", shape, element, seed) * scale + mean).convert(element)


def uniform(shape, element, low, high, seed) -> Tensor:
    return (drawn("RandomUniform", shape, element, seed) * (high - low) + low).convert(element)


def element_like(input: Tensor, dtype: int | None):
    """The element type that a node names, or that of its input."""
    return element_of(dtype) if dtype else input.element


@lower
def RandomNormal(dtype, mean, scale, shape, seed=None):
    return normal(shape, element_of(dtype), mean, scale, seed)


@lower
def RandomNormalLike(input, mean, scale, dtype=None, seed=None):
    return normal(input.shape, element_like(input, dtype), mean, scale, seed)


@lower
def RandomUniform(dtype, high, low, shape, seed=None):
    return uniform(shape, element_of(dtype), low, high, seed)


@lower
def RandomUniformLike(input, high, low, dtype=None, seed=None):
    return uniform(input.shape, element_like(input, dtype), low, high, seed)


@lower
def Bernoulli(input, dtype=None, seed=None):
    """1 with the probability that each element is."""
    probability = widened(input)
    return (drawn("RandomUniform", input.shape, probability.element, seed) < probability).convert(element_like(input, dtype))


@lower
def Multinomial(input, dtype, sample_size, seed=None):
    """Classes of each row by the logarithms of their shares."""
    element = element_of(dtype) if dtype else I32
    types = [TensorType((input.shape[0], sample_size), element)]
    return tensorflow("Multinomial", [widened(input), const(np.int32(sample_size))], types, output_dtype=element, **seeds(seed))[0]


@lower
def Dropout(data, ratio=None, training_mode=None, seed=None):
    """While a model is trained a share of the elements becomes 0, and the others as much larger; before set 12 it never is."""
    is_training = splat(False, (), I1) if training_mode is None else training_mode.reshape()
    told = constant_of(is_training.value)
    share = 0.5 if ratio is None else ratio
    if (told is not None and not told.item()) or (not isinstance(share, Tensor) and share == 0):
        return [data, splat(True, data.shape, I1)]
    x = widened(data)
    share = broadcast_to(share.convert(x.element).reshape(), x.shape, []) if isinstance(share, Tensor) else share
    is_kept = drawn("RandomUniform", data.shape, x.element, None if seed is None else float(seed)) >= share
    if told is None:
        is_kept = is_kept | broadcast_to(~is_training, is_kept.shape, [])
        share = share * broadcast_to(is_training.convert(x.element), x.shape, [])
    return [select(is_kept, x / (1 - share), 0).convert(data.element), is_kept]
