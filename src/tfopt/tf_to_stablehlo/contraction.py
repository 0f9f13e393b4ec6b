"""Lowerings: matrix products, einsum, biases along the channel axis."""

from tfir.dialects.tf.contraction import channel_axis, einsum_terms
from tfir.ir.diagnostics import Error
from tfir.ir.types import F32
from tfir.ods import shapes

from tfopt.arithmetic.tensor import Tensor, along, broadcast_to, concatenate, dot_general, widened
from tfopt.tf_to_stablehlo.elementwise import conjugate
from tfopt.tf_to_stablehlo.lowering import lower, lowered_by


@lower
def MatMul(a, b, transpose_a, transpose_b):
    return dot_general(a, b, ([0 if transpose_a else 1], [1 if transpose_b else 0]))


lowered_by(SparseMatMul=lambda a, b, transpose_a, transpose_b: MatMul(a.convert(F32), b.convert(F32), transpose_a, transpose_b))


def batch_product(x: Tensor, y: Tensor, adj_x: bool, adj_y: bool) -> Tensor:
    """Products of the last two axes. A y without a stack of its own is multiplied once, with all of x."""
    x = conjugate(x) if adj_x else x
    y = conjugate(y) if adj_y else y
    inner = x.rank - 2 if adj_x else x.rank - 1
    if y.rank == 2 and not adj_x:
        return dot_general(x, y, ([inner], [1 if adj_y else 0]))
    stack = shapes.broadcast(x.shape[:-2], y.shape[:-2])
    x = broadcast_to(x, (*stack, *x.shape[-2:]))
    y = broadcast_to(y, (*stack, *y.shape[-2:]))
    axes = list(range(len(stack)))
    rank = len(stack) + 2
    return dot_general(x, y, ([rank - 2 if adj_x else rank - 1], [rank - 1 if adj_y else rank - 2]), (axes, axes))


@lower
def BatchMatMulV3(x, y, adj_x, adj_y, result_types):
    element = result_types[0].element
    return batch_product(x.convert(element), y.convert(element), adj_x, adj_y)


lowered_by(BatchMatMul=BatchMatMulV3, BatchMatMulV2=BatchMatMulV3)


# Einsum


@lower
def Einsum(inputs, equation):
    """One operand is summed and transposed; of two, letters that both have and the result lacks are contracted."""
    terms, result = einsum_terms(equation)
    terms, result = spelled_out(terms, result, [x.rank for x in inputs])
    operands = [(x, term) for x, term in zip(inputs, terms)]
    for _, term in operands:
        if len(set(term)) != len(term):
            raise Error(f"equation {equation!r} takes a diagonal, which has no lowering")
    while len(operands) > 1:
        (x, a), (y, b), *rest = operands
        kept = set(result).union(*[term for _, term in rest])
        operands = [contracted(x, a, y, b, kept), *rest]
    x, term = reduced(*operands[0], set(result))
    return x.transpose(*[term.index(letter) for letter in result])


def spelled_out(terms, result, ranks):
    """Each `...` as letters of its own, the last axes of all operands being the same ones."""
    free = [letter for letter in map(chr, range(0xC0, 0xFF)) if letter not in result]
    longest = max([rank - len(term) + 3 for term, rank in zip(terms, ranks) if "..." in term], default=0)
    spelled = ["".join(free[longest - (rank - len(term) + 3) : longest]) if "..." in term else "" for term, rank in zip(terms, ranks)]
    terms = [term.replace("...", letters) for term, letters in zip(terms, spelled)]
    return terms, result.replace("...", "".join(free[:longest]))


def reduced(x: Tensor, term: str, kept: set) -> tuple[Tensor, str]:
    """The tensor summed over the axes whose letters are not in `kept`, and the letters that are left."""
    gone = [axis for axis, letter in enumerate(term) if letter not in kept]
    return (x.sum(*gone) if gone else x), "".join([letter for letter in term if letter in kept])


def contracted(x: Tensor, a: str, y: Tensor, b: str, kept: set) -> tuple[Tensor, str]:
    """The product of two operands, summed over letters that are not kept; with the letters of its axes."""
    x, a = reduced(x, a, kept | set(b))
    y, b = reduced(y, b, kept | set(a))
    x, a, y, b = without_repeated(x, a, y, b)
    both = [letter for letter in a if letter in b]
    batch = [letter for letter in both if letter in kept]
    inner = [letter for letter in both if letter not in kept]
    axes = [[term.index(letter) for letter in letters] for letters in (inner, batch) for term in (a, b)]
    product = dot_general(x, y, axes[:2], axes[2:])
    return product, "".join([*batch, *[c for c in a if c not in both], *[c for c in b if c not in both]])


def without_repeated(x, a, y, b):
    """Letters whose size is 1 on one side only broadcast: that side drops them."""
    sizes_x, sizes_y = dict(zip(a, x.shape)), dict(zip(b, y.shape))
    drop_x = {letter for letter in a if sizes_y.get(letter, 1) != 1 and sizes_x[letter] == 1}
    drop_y = {letter for letter in b if sizes_x.get(letter, 1) != 1 and sizes_y[letter] == 1}
    return *without(x, a, drop_x), *without(y, b, drop_y)


def without(x, term, dropped):
    sizes = [size for letter, size in zip(term, x.shape) if letter not in dropped]
    return x.reshape(*sizes), "".join([letter for letter in term if letter not in dropped])


# Biases


@lower
def BiasAdd(value, bias, data_format="NHWC"):
    return value + along(bias, value, channel_axis(data_format, value.rank))


lowered_by(BiasAddV1=BiasAdd)


@lower
def BiasAddGrad(out_backprop, data_format):
    kept = channel_axis(data_format, out_backprop.rank)
    axes = [axis for axis in range(out_backprop.rank) if axis != kept]
    return widened(out_backprop).sum(*axes).convert(out_backprop.element)


@lower
def Cross(a, b):
    def turned(x, by):
        return concatenate([x[..., by:], x[..., :by]], x.rank - 1)

    return turned(a, 1) * turned(b, 2) - turned(a, 2) * turned(b, 1)
