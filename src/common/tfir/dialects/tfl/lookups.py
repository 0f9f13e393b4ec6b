"""Rows by keys and by hashes, and words: what models of text look up.

Source: tensorflow/lite/kernels/{hashtable_lookup,embedding_lookup_sparse,lsh_projection,skip_gram}.cc.
"""

from __future__ import annotations

from tfir.dialects.tf_type import STRING
from tfir.dialects.tfl.in_tensorflow import Number, constant, family, tf, where
from tfir.ir.diagnostics import Error
from tfir.ir.types import F64, I1, I32, I64, UI8
from tfir.ods.numpy_on_demand import np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

SEMANTICS, means, _ = family()
SPACE, OTHER = r"[\t-\r ]", r"[^\t-\r ]"  # as C has it


def text(content) -> Number:
    return constant(np.array(content, object), STRING)


@means
def hashtable_lookup(lookup, key, value, result_types):
    """Rows of the keys that are asked for, which a binary search finds; of others nothing, and no hit."""
    rows = value.shape[0]
    low, high, place = constant(0), constant(rows), constant(-1)
    for _ in range(rows.bit_length()):
        middle = (low + high) >> 1
        there = tf("GatherV2", key, tf("Minimum", middle, rows - 1), 0)
        is_open = tf("LogicalAnd", low < high, place < 0)
        place = where(tf("LogicalAnd", is_open, tf("Equal", there, lookup)), middle, place)
        is_below = lookup < there
        low, high = where(is_below, low, middle + 1), where(is_below, middle, high)
    hits = place >= 0
    wide = hits.reshape(-1, *[1] * (value.rank - 1))
    rows_there = tf("GatherV2", value, tf("Maximum", place, 0), 0)
    nothing = text("") if value.element is STRING else constant(0, value.element)
    return where(wide, rows_there, nothing), hits.to(UI8)


@means
def embedding_lookup_sparse(ids, indices, dense_shape, weights, value, combiner):
    """For each row of a sparse tensor the sum of rows, each with its weight."""
    sizes = dense_shape.content
    if sizes is None:
        raise Error("has a dense shape that is no constant")
    outer = [int(size) for size in sizes[:-1]]
    strides = np.append(np.cumprod(outer[:0:-1])[::-1], 1) if outer else np.zeros(0)
    embedding = value.shape[1:]
    row = tf("Sum", indices * np.append(strides, 0).astype(np.int32), np.array([1], np.int32))  # the last axis is added up
    count = int(np.prod(outer))
    rows = tf("GatherV2", value, ids, 0) * beside(weights, embedding)
    if combiner == "SUM":
        total = tf("UnsortedSegmentSum", rows, row, count)
    else:
        total = averaged(
            rows, embedding, weights if combiner == "MEAN" else weights * weights, row, count, combiner != "MEAN", is_sorted(indices)
        )
    return total.reshape(*outer, *embedding)


def beside(numbers: Number, embedding: Sequence[int]) -> Number:
    return numbers.reshape(-1, *[1] * len(embedding))


def is_sorted(indices: Number) -> bool:
    """Whether rows are known to come one after the other, as the schema asks for."""
    content = indices.content
    rows = None if content is None else [tuple(row) for row in content[:, :-1].tolist()]
    return rows is not None and rows == sorted(rows)


def averaged(rows: Number, embedding: Sequence[int], weights: Number, row: Number, count: int, has_root: bool, is_in_order: bool) -> Number:
    """Sums of rows by what their weights add up to, or by its root. The kernel divides what a row has wherever another row comes next: of rows that come
    again, what was there before is divided once more. Only such are sorted, by doubling the reach of a product of all divisors that are still to come."""
    (size,) = row.type.shape or (None,)
    run, last = row, count
    if not is_in_order and size:  # of an open number of rows the order is taken for what the schema asks for
        before = tf("ConcatV2", [tf("Slice", row, [0], [1]), tf("Slice", row, [0], [size - 1])], 0)
        run, last = tf("Cumsum", tf("NotEqual", row, before).to(I32), 0), size
    divisor = tf("UnsortedSegmentSum", weights, run, last)
    divisor = tf("Sqrt", divisor) if has_root else divisor
    divisor = where(tf("UnsortedSegmentSum", tf("OnesLike", run), run, last) > 0, divisor, constant(1.0))
    total = tf("UnsortedSegmentSum", rows, run, last)
    if run is row:
        return total / beside(divisor, embedding)
    place = tf("UnsortedSegmentMax", row, run, last)
    place = where(place < 0, constant(count), place)  # of runs that there are not
    _, order = tf("TopKV2", -place, size)
    place, divisor = [tf("GatherV2", each, order, 0) for each in (place, divisor)]
    reach = 1
    while reach < size:
        is_same = tf("Equal", moved(place, reach, -1), place)
        divisor, reach = divisor * where(is_same, moved(divisor, reach, 1), constant(1.0)), 2 * reach
    divided = tf("GatherV2", total, order, 0) / beside(divisor, embedding)
    return tf("Slice", tf("UnsortedSegmentSum", divided, place, count + 1), [0] * total.rank, [count, *embedding])


def moved(numbers: Number, by: int, behind: int) -> Number:
    """Numbers as many places further on; behind the last stands another one."""
    size = numbers.shape[0]
    rest = constant(np.full(by, behind), numbers.element)
    return tf("ConcatV2", [tf("Slice", numbers, [by], [size - by]), rest], 0)


@means
def lsh_projection(hash, input, weight, type):
    """For each seed whether the hashes of rows behind it, as integers with a sign, add up to more than zero."""
    functions, bits = hash.shape
    rows = bytes_of(input, input.shape[0])
    keys = rows.shape[0] * functions * bits
    seeds = tf("Tile", bytes_of(hash, functions * bits).reshape(-1, 1, 4), np.array([1, rows.shape[0], 1], np.int32))
    behind = tf("Tile", rows.reshape(1, *rows.shape), np.array([functions * bits, 1, 1], np.int32))
    data = tf("ConcatV2", [seeds, behind], 2).reshape(keys, 4 + rows.shape[1])
    hashes = tf("Bitcast", tf("Fingerprint", data, text(b"farmhash64")), type=I64).reshape(functions * bits, rows.shape[0])
    numbers = hashes.to(F64)
    numbers = numbers if weight is None else numbers * weight.to(F64).reshape(1, -1)
    signs = (tf("Sum", numbers, np.array([1], np.int32)) > 0.0).to(I32)
    if type == "DENSE":
        return signs
    if type != "SPARSE":
        raise Error(f"is of the type {type}, which no kernel computes")
    shifted = tf("LeftShift", signs.reshape(functions, bits), np.arange(bits - 1, -1, -1, np.int32).reshape(1, bits))
    offsets = (np.arange(functions, dtype=np.int64) << (bits % 32)).astype(np.int32)
    return tf("Sum", shifted, np.array([1], np.int32)) + offsets


def bytes_of(x: Number, rows: int) -> Number:
    """The bytes of the elements of each row."""
    if x.element is STRING:
        raise Error("hashes strings, which TFLite keeps with where they begin in one piece of memory")
    stored = x.to(UI8) if x.element is I1 else x if x.element is UI8 else tf("Bitcast", x, type=UI8)
    return stored.reshape(rows, int(np.prod(stored.shape)) // max(rows, 1))


@means
def skip_gram(input, ngram_size, max_skip_size, include_all_ngrams):
    """Words of a text that stand no farther apart than is said, joined: of each word in turn those that begin with it."""
    words = words_of(input)
    count = tf("Size", words)
    starts = tf("Range", constant(0), count, constant(1))
    patterns = [*offsets(ngram_size, max_skip_size, include_all_ngrams)]

    def joined(pattern: tuple[int, ...]) -> Number:
        parts = [tf("GatherV2", words, tf("Minimum", starts + offset, count - 1), 0) for offset in pattern]
        return tf("StringJoin", parts, separator=" ")

    grams = tf("Pack", [joined(pattern) for pattern in patterns], axis=1)
    last = np.array([[pattern[-1] for pattern in patterns]], np.int32)
    is_one = tf("LogicalAnd", tf("ExpandDims", starts, 1) + last < count, count >= ngram_size)
    return tf("GatherNd", grams, tf("Where", is_one))


def offsets(size: int, skipped: int, with_shorter: bool, pattern: tuple[int, ...] = (0,)):
    """How far the words of a gram are behind its first, in the order of a search that goes on before it comes back."""
    if len(pattern) < size:
        for step in range(1, skipped + 2):
            yield from offsets(size, skipped, with_shorter, (*pattern, pattern[-1] + step))
    if len(pattern) == size or with_shorter:
        yield pattern


def words_of(sentence: Number) -> Number:
    """What stands between spaces. The kernel does not look at the first character: a word behind a leading space belongs to it, and is lost where
    another space ends it."""
    first = tf("StridedSlice", sentence.reshape(-1), np.array([0], np.int32), np.array([1], np.int32), np.array([1], np.int32))
    is_whole = tf("RegexFullMatch", first, text(f"{SPACE}{OTHER}*"))
    rest = tf("RegexReplace", first, text(f"^{SPACE}{OTHER}*{SPACE}"), text(""), replace_global=False)
    rest = where(is_whole, text([b""]), rest)
    _, words, _ = tf("StringSplitV2", rest, text(""))
    whole = tf("Slice", first, np.array([0], np.int32), is_whole.to(I32))
    return tf("ConcatV2", [whole, words], 0)
