"""Semantics: matrix products, einsum, and adding a bias along the channel axis."""

from tfir.dialects.tf.errors import failed_precondition, listed
from tfir.dialects.tf.numerics import is_narrow, total
from tfir.ir.diagnostics import Error
from tfir.ods import shapes
from tfir.ods.arrays import dtype_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ops_of
from tfir.ods.shapes import broadcast, fresh, unify, with_rank


def product(a, b, dtype):
    """The product of two matrices [M, K] and [K, N], or of stacks of them that broadcast. Narrow floats are multiplied in f32 and rounded
    once."""
    if is_narrow(np.dtype(dtype)) or is_narrow(a.dtype):
        return np.matmul(a.astype(np.float32), b.astype(np.float32)).astype(dtype)
    return np.matmul(a.astype(dtype, copy=False), b.astype(dtype, copy=False))


def adjoint_if(flag: bool, x):
    """The conjugate transpose of matrices [..., M, N], if the flag is set."""
    return np.conj(np.swapaxes(x, -1, -2)) if flag else x


class MatMul(OpSemantics):
    def infer(a, b, transpose_a, transpose_b):
        return shapes.matmul(with_rank(a.shape, 2, "a"), with_rank(b.shape, 2, "b"), transpose_a, transpose_b)

    def evaluate(a, b, transpose_a, transpose_b):
        left, right = a.T if transpose_a else a, b.T if transpose_b else b
        if left.shape[1] != right.shape[0]:
            raise Error(f"Matrix size-incompatible: In[0]: {listed(a.shape)}, In[1]: {listed(b.shape)}")
        return product(left, right, a.dtype)


class BatchMatMulV2(OpSemantics):
    """Products of the last two axes; the axes before broadcast. `adj` conjugates and transposes."""

    def infer(x, y, adj_x, adj_y):
        return products(x, y, adj_x, adj_y, broadcast, "incompatible broadcast")

    def evaluate(x, y, adj_x, adj_y):
        if not all([one == other or 1 in (one, other) for one, other in zip(x.shape[-3::-1], y.shape[-3::-1])]):
            raise Error(f"In[0] and In[1] must have compatible batch dimensions: {listed(x.shape)} vs. {listed(y.shape)}")
        if x.shape[-2 if adj_x else -1] != y.shape[-1 if adj_y else -2]:
            told = f"In[0]: {listed(x.shape)}, In[1]: {listed(y.shape)} {int(adj_x)} {int(adj_y)}"
            raise Error(f"Matrix size-incompatible: {told}")
        return product(adjoint_if(adj_x, x), adjoint_if(adj_y, y), x.dtype)


class BatchMatMul(BatchMatMulV2):
    """The axes before the last two are the same."""

    def infer(x, y, adj_x, adj_y):
        return products(x, y, adj_x, adj_y, shapes.merge, "mismatching")


def products(x, y, adj_x: bool, adj_y: bool, together, misfit: str):
    """The shape [..., N, M] of products of matrices [..., N, K] and [..., K, M], whose leading sizes `together` makes one. Raises Error
    in the words of upstream's verifier where it refuses them, and where inner sizes differ."""
    for name, operand in (("lhs", x), ("rhs", y)):
        if operand.rank is not None and operand.rank < 2:
            raise Error(f"requires {name} operand to have rank at least two")
    if x.shape is None or y.shape is None:
        return None
    try:
        batch = together(x.shape[:-2], y.shape[:-2])
    except Error:
        raise Error(f"found {misfit} batch dimensions for lhs shape '{x.type}' and rhs shape '{y.type}'") from None
    return (*batch, *shapes.matmul(x.shape[-2:], y.shape[-2:], adj_x, adj_y))


class Einsum(OpSemantics):
    """`ij,jk->ik`: each letter is an axis, `...` stands for axes that broadcast, letters missing behind the arrow are summed."""

    def infer(inputs, equation):
        terms, result = einsum_terms(equation)
        sizes, stack = {}, ()
        for term, operand in zip(terms, inputs):
            if operand.shape is None:
                return None if "." in result else tuple([sizes.get(letter, fresh()) for letter in result])
            stack = _note_sizes(term, operand.shape, sizes, stack)
        parts = [(stack if letter == "." else (sizes[letter],)) for letter in result.replace("...", ".")]
        return tuple([size for part in parts for size in part])

    def evaluate(inputs, equation):
        terms, result = einsum_terms(equation)
        wide = [x.astype(np.float32) if is_narrow(x.dtype) else x for x in inputs]
        return np.einsum(f"{','.join(terms)}->{result}", *wide, optimize=True).astype(inputs[0].dtype)


def einsum_terms(equation: str) -> tuple[list[str], str]:
    """The operands' letters and the result's."""
    left, arrow, right = equation.replace(" ", "").partition("->")
    if not arrow:
        raise Error(f"equation {equation!r} has no ->")
    return left.split(","), right


def _note_sizes(term: str, shape, sizes: dict, stack):
    """Enters the sizes that one operand gives to its letters; returns the broadcast sizes of `...`."""
    before, dots, after = term.partition("...")
    if not (len(before) + len(after) == len(shape) or (dots and len(before) + len(after) < len(shape))):
        raise Error(f"{term!r} does not fit shape {shapes.shape_text(shape)}")
    tail = len(shape) - len(after)
    for letter, size in [*zip(before, shape), *zip(after, shape[tail:])]:
        sizes[letter] = unify(sizes.get(letter, size), size, f"sizes of {letter!r}")
    return broadcast(stack, shape[len(before) : tail]) if dots else stack


class BiasAdd(OpSemantics):
    """Adds a vector along the channels: the last axis, or the second one in NCHW."""

    def infer(value, bias, data_format):
        (channels,) = with_rank(bias.shape, 1, "bias")
        if value.shape is None:
            return None
        if len(value.shape) < 2:
            raise Error(f"value must have rank 2 or more, has shape {shapes.shape_text(value.shape)}")
        axis = channel_axis(data_format, len(value.shape))
        size = unify(value.shape[axis], channels, "numbers of channels and biases")
        return tuple([size if at == axis else old for at, old in enumerate(value.shape)])

    def evaluate(value, bias, data_format):
        axis = channel_axis(data_format, value.ndim)
        if value.shape[axis] != len(bias):
            sizes = f"{listed(bias.shape)} vs. {listed(value.shape)}"
            raise Error(f"Must provide as many biases as the last dimension of the input tensor: {sizes}")
        return value + bias.reshape([-1 if at == axis else 1 for at in range(value.ndim)])


def channel_axis(data_format: str, rank: int) -> int:
    return 1 if data_format.startswith("NC") else rank - 1


class BiasAddV1(OpSemantics):
    def infer(value, bias):
        return BiasAdd.infer(value, bias, "NHWC")

    def evaluate(value, bias):
        return value + bias


class BiasAddGrad(OpSemantics):
    def infer(out_backprop, data_format):
        shape = out_backprop.shape
        return (fresh(),) if shape is None else (shape[channel_axis(data_format, len(shape))],)

    def evaluate(out_backprop, data_format):
        kept = channel_axis(data_format, out_backprop.ndim)
        axes = tuple([axis for axis in range(out_backprop.ndim) if axis != kept])
        return total(out_backprop, axes).astype(out_backprop.dtype)


class Cross(OpSemantics):
    def infer(a, b):
        return shapes.merge(a.shape, b.shape)

    def evaluate(a, b):
        if a.shape[-1] != 3:
            raise failed_precondition("Cross-products are only defined for 3-element vectors.")
        return (np.roll(a, -1, -1) * np.roll(b, 1, -1) - np.roll(a, 1, -1) * np.roll(b, -1, -1)).astype(a.dtype)


class SparseMatMul(OpSemantics):
    """A product of matrices that are written out, zeros and all; sums are kept in f32."""

    def infer(a, b, transpose_a, transpose_b):
        return MatMul.infer(a, b, transpose_a, transpose_b)

    def evaluate(a, b, transpose_a, transpose_b):
        return product(a.T if transpose_a else a, b.T if transpose_b else b, np.float32)


SEMANTICS = ops_of(
    BatchMatMulV2, BatchMatMulV3=lambda x, y, adj_x, adj_y, Tout: product(adjoint_if(adj_x, x), adjoint_if(adj_y, y), dtype_of(Tout))
)
