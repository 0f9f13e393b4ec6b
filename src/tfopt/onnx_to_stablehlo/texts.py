"""Lowerings: text, which the host computes with by TensorFlow's ops."""

from tfir.ir.diagnostics import Error
from tfir.ir.types import F32, I1, I32, I64, TensorType
from tfir.ods.numpy_on_demand import np
from tfir.ods.shapes import broadcast, fresh

from tfopt.arithmetic.scattering import scatter
from tfopt.arithmetic.sizes import named_type, told
from tfopt.arithmetic.tensor import Tensor, concatenate, maximum, number, select, sliced, splat, take
from tfopt.onnx_to_stablehlo.choosing import const
from tfopt.onnx_to_stablehlo.element_types import STRING, is_text
from tfopt.onnx_to_stablehlo.lowering import lower, shape_tensor, tensorflow


def words(texts) -> Tensor:
    return const(np.array(list(texts), object))


def reshaped(x: Tensor, shape) -> Tensor:
    """Text under another shape."""
    return tensorflow("Reshape", [x, shape_tensor(shape)], [TensorType(tuple(shape), STRING)])[0]


@lower
def StringConcat(X, Y):
    return tensorflow("StringJoin", [X, Y], [TensorType(broadcast(X.shape, Y.shape), STRING)], separator="")[0]


@lower
def RegexFullMatch(X, pattern):
    from tfir.ods.arrays import dense_of

    text = tensorflow("Const", [], [TensorType((), STRING)], value=dense_of(np.array(pattern, object)))[0]
    return tensorflow("RegexFullMatch", [X, text], [TensorType(X.shape, I1)])[0]


@lower
def StringSplit(X, delimiter=None, maxsplit=None):
    """The parts of each text, filled up with empty ones, and how many there are of each."""
    from tfir.ods.arrays import dense_of

    count = 1
    for size in X.shape:
        count = count * size
    flat = reshaped(X, (count,))
    separator = tensorflow("Const", [], [TensorType((), STRING)], value=dense_of(np.array(delimiter or "", object)))[0]
    pieces = fresh()
    types = [TensorType((pieces, 2), I64), TensorType((pieces,), STRING), TensorType((2,), I64)]
    places, parts, sizes = tensorflow("StringSplitV2", [flat, separator], types, maxsplit=-1 if maxsplit is None else maxsplit)
    if not delimiter and maxsplit is not None:
        places, parts, sizes = without_rests(places, parts, sizes)
        pieces = places.shape[0]
    empty = tensorflow("Const", [], [TensorType((), STRING)], value=dense_of(np.array("", object)))[0]
    width = told(sizes[1].reshape().convert(I32))
    dense = tensorflow("SparseToDense", [places, sizes, parts, empty], [TensorType((count, width), STRING)], validate_indices=False)[0]
    ones = splat(1, (pieces,), I64)
    counts = scatter(splat(0, (count,), I64), places[:, 0:1], ones, "add")
    return [reshaped(dense, (*X.shape, width)), counts.reshape(*X.shape)]


def without_rests(places: Tensor, parts: Tensor, sizes: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Words between white space without the empty one that TensorFlow puts behind the last that is split off where nothing is left."""
    is_word = ~tensorflow("Equal", [parts, words([""])], [named_type(parts.shape, I1)])[0]
    kept = tensorflow("Where", [is_word], [named_type((fresh(), 1), I64)])[0][:, 0]
    places = take(places, kept, 0)
    parts = tensorflow("GatherV2", [parts, kept, const(np.int32(0))], [named_type(kept.shape, STRING)], batch_dims=0)[0]
    width = (places[:, 1] + 1).max(0)
    return places, parts, concatenate([sizes[0:1], maximum(width, 0).reshape(1)], 0)


@lower
def StringNormalizer(X, case_change_action, is_case_sensitive, stopwords=None, locale=None):
    """Text in capitals or small letters, without words that stand for nothing; if none is left, one empty text."""
    flat = X if X.rank == 1 else reshaped(X, (X.shape[1],))
    count = flat.shape[0]
    mask = splat(True, (count,), I1)
    compared = flat if is_case_sensitive else changed(flat, "LOWER")
    for word in stopwords or ():
        told_word = words([word if is_case_sensitive else word.lower()])
        mask = mask & ~tensorflow("Equal", [compared, told_word], [TensorType((count,), I1)])[0]
    flat = changed(flat, case_change_action)
    if not stopwords:
        return flat if X.rank == 1 else reshaped(flat, X.shape)
    flat = tensorflow("ConcatV2", [flat, words([""]), const(np.int32(0))], [TensorType((count + 1,), STRING)])[0]
    left = tensorflow("Where", [mask], [TensorType((fresh(), 1), I64)])[0]
    left_over = left.shape[0]
    places = concatenate([left.reshape(left_over), number(count, I64).reshape(1)], 0)
    kept = told(maximum(number(left_over), 1))
    places = sliced(places, [0], [kept])
    result = tensorflow("GatherV2", [flat, places, const(np.int32(0))], [TensorType((kept,), STRING)], batch_dims=0)[0]
    return result if X.rank == 1 else reshaped(result, (1, kept))


def changed(x: Tensor, action: str) -> Tensor:
    if action not in ("LOWER", "UPPER"):
        return x
    return tensorflow("StringLower" if action == "LOWER" else "StringUpper", [x], [x.type], encoding="utf-8")[0]


@lower
def TfIdfVectorizer(
    X, max_gram_length, max_skip_count, min_gram_length, mode, ngram_counts, ngram_indexes, pool_int64s=None, pool_strings=None, weights=None,
):  # fmt: skip
    """How often runs of words of a pool stand in each row, also with words left out between them, and weighed."""
    rows = X if X.rank == 2 else reshape_row(X)
    pool = pool_strings if is_text(X.element) else pool_int64s
    if pool is None:
        raise Error("has no pool of words of the type of its operand")
    batch, length = rows.shape
    if not isinstance(length, int):
        raise Error("has rows of which it is not known how long they are")
    same: dict = {}

    def is_word(word) -> Tensor:
        """Where a word stands, [batch, length], as 0 and 1."""
        if word not in same:
            if is_text(X.element):
                equal = tensorflow("Equal", [rows, words([word])], [TensorType(rows.shape, I1)])[0]
            else:
                equal = rows == int(word)
            same[word] = equal.convert(F32)
        return same[word]

    columns = [splat(0, (batch,), F32) for _ in ngram_indexes]
    grams, at = [], 0
    ends = [*ngram_counts, len(pool)]
    for size, (start, end) in enumerate(zip(ends, ends[1:]), 1):
        grams += [(size, tuple(pool[place : place + size])) for place in range(start, end, size)]
    for at, (size, gram) in enumerate(grams):
        if not min_gram_length <= size <= max_gram_length:
            continue
        total = splat(0, (batch,), F32)
        for skip in range(max_skip_count + 1) if size > 1 else (0,):
            count = length - (size - 1) * (skip + 1)
            if count <= 0:
                continue
            run = None
            for place, word in enumerate(gram):
                part = is_word(word)[:, place * (skip + 1) : place * (skip + 1) + count]
                run = part if run is None else run * part
            total = total + run.sum(1)
        columns[at] = total
    width = max(ngram_indexes) + 1
    order = [None] * width
    for column, index in zip(range(len(grams)), ngram_indexes):
        value = columns[column]
        weight = 1.0 if weights is None else weights[column]
        if mode == "IDF":
            value = select(value > 0, splat(1, value.shape, F32), 0) * weight
        elif mode == "TFIDF":
            value = value * weight
        order[index] = value
    filled = [splat(0, (batch,), F32) if each is None else each for each in order]
    result = concatenate([each.expand(1) for each in filled], 1)
    return result if X.rank == 2 else result.reshape(width)


def reshape_row(x: Tensor) -> Tensor:
    return reshaped(x, (1, x.shape[0])) if is_text(x.element) else x.reshape(1, x.shape[0])
