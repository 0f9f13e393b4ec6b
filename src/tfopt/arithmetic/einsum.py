"""Einstein's sums of tensors: `ij,jk->ik`."""

from tfir.dialects.tf.contraction import einsum_terms

from tfopt.arithmetic.tensor import Tensor, dot_general, iota, select


def einsum(operands: list[Tensor], equation: str) -> Tensor:
    """One operand is summed and transposed; of two, letters that both have and the result lacks are contracted."""
    terms, result = einsum_terms(equation)
    terms, result = spelled_out(terms, result, [x.rank for x in operands])
    left = [diagonal(x, term) for x, term in zip(operands, terms)]
    while len(left) > 1:
        (x, a), (y, b), *rest = left
        kept = set(result).union(*[term for _, term in rest])
        left = [contracted(x, a, y, b, kept), *rest]
    x, term = reduced(*left[0], set(result))
    return x.transpose(*[term.index(letter) for letter in result])


def spelled_out(terms, result, ranks):
    """Each `...` as letters of its own, the last axes of all operands being the same ones."""
    free = [letter for letter in map(chr, range(0xC0, 0xFF)) if letter not in result]
    longest = max([rank - len(term) + 3 for term, rank in zip(terms, ranks) if "..." in term], default=0)
    spelled = ["".join(free[longest - (rank - len(term) + 3) : longest]) if "..." in term else "" for term, rank in zip(terms, ranks)]
    terms = [term.replace("...", letters) for term, letters in zip(terms, spelled)]
    return terms, result.replace("...", "".join(free[:longest]))


def diagonal(x: Tensor, term: str) -> tuple[Tensor, str]:
    """Of axes with one letter the places that are the same along all of them."""
    for axis in reversed(range(len(term))):
        first = term.index(term[axis])
        if first != axis:
            x = select(iota(x.shape, first) == iota(x.shape, axis), x, 0).sum(axis)
            term = term[:axis] + term[axis + 1 :]
    return x, term


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
