"""Semantics: strings, which are arrays of bytes objects. Where an op asks for characters, they are those of UTF-8."""

from __future__ import annotations

import base64
import re
from itertools import pairwise
from math import isfinite, prod

from tfir.dialects.tf.fingerprints import farmhash, murmur, siphash
from tfir.dialects.tf.regular_expressions import compiled, replaced
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ScalarResult, ShapeOfFirst, ops_of
from tfir.ods.shapes import axis_in, broadcast, fresh, reduce

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    Whole = TypeVar("Whole", bytes, str)

SPACE = b" \t\n\v\f\r"


def each(function, *arrays) -> np.ndarray:
    """The strings that a function answers for the elements of arrays, broadcast to one another."""
    shape = np.broadcast_shapes(*[np.shape(array) for array in arrays])
    flat = [np.broadcast_to(array, shape).reshape(-1).tolist() for array in arrays]
    result = np.empty(prod(shape), object)
    result[:] = [function(*elements) for elements in zip(*flat)]
    return result.reshape(shape)


def text_of(string: bytes) -> str:
    return string.decode("utf-8", "surrogateescape")


def bytes_of(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


class StringLower(ShapeOfFirst):
    def evaluate(input, encoding):
        return each(lambda string: string.decode(errors="replace").lower().encode() if encoding else string.lower(), input)


class StringUpper(ShapeOfFirst):
    def evaluate(input, encoding):
        return each(lambda string: string.decode(errors="replace").upper().encode() if encoding else string.upper(), input)


class StringLength(ShapeOfFirst):
    def evaluate(input, unit):
        return each(lambda string: len(string) if unit == "BYTE" else characters(string), input).astype(np.int32)


def characters(string: bytes) -> int:
    """How many characters begin in a string; bytes 10xxxxxx continue one."""
    return sum([byte & 0xC0 != 0x80 for byte in string])


def matching(input, pattern: bytes):
    expression = compiled(pattern)
    return each(lambda string: expression.fullmatch(text_of(string)) is not None, input).astype(np.bool_)


class StaticRegexReplace(ShapeOfFirst):
    def evaluate(input, pattern, rewrite, replace_global):
        expression = compiled(pattern.encode())
        return each(lambda string: bytes_of(replaced(expression, text_of(string), rewrite, replace_global)), input)


class RegexReplace(ShapeOfFirst):
    def evaluate(input, pattern, rewrite, replace_global):
        expression, by = compiled(pattern.item()), text_of(rewrite.item())
        return each(lambda string: bytes_of(replaced(expression, text_of(string), by, replace_global)), input)


# Numbers and strings


class StringToHashBucketStrong(ShapeOfFirst):
    def evaluate(input, num_buckets, key):
        if len(key) != 2:
            raise Error(f"'key' must have 2 elements, found {len(key)}")
        return each(lambda string: siphash(string, key) % num_buckets, input).astype(np.int64)


class StringToHashBucket(ShapeOfFirst):
    def evaluate(string_tensor, num_buckets):
        return each(lambda string: murmur(string) % num_buckets, string_tensor).astype(np.int64)


class StringToNumber(ShapeOfFirst):
    def evaluate(string_tensor, out_type):
        dtype = dtype_of(out_type)
        return each(lambda string: number_of(string, dtype), string_tensor).astype(dtype)


INTEGER = re.compile(rb"[+-]?\d+")
REAL = re.compile(rb"[+-]?(\d+\.?\d*(e[+-]?\d+)?|\.\d+(e[+-]?\d+)?|inf(inity)?|nan)", re.IGNORECASE)
NOT_A_NUMBER = re.compile(rb"([+-]?nan)\(\w*\)", re.IGNORECASE)
HEXADECIMAL = re.compile(rb"[+-]?0x([\da-f]+\.?[\da-f]*|\.[\da-f]+)(p[+-]?\d+)?", re.IGNORECASE)


def number_of(string: bytes, dtype: np.dtype):
    word = string.strip(SPACE)
    if dtype.kind == "f" and HEXADECIMAL.fullmatch(word):
        try:
            return dtype.type(float.fromhex(word.decode()))
        except OverflowError:
            return dtype.type(-np.inf if word.startswith(b"-") else np.inf)
    word = NOT_A_NUMBER.sub(rb"\1", word)
    if dtype.kind == "f" and REAL.fullmatch(word):
        return dtype.type(word.decode())
    if dtype.kind in "iu" and INTEGER.fullmatch(word) and np.iinfo(dtype).min <= int(word) <= np.iinfo(dtype).max:
        return int(word)
    raise Error(f"StringToNumberOp could not correctly convert string: {text_of(string)}")


class AsString(ShapeOfFirst):
    def evaluate(input, precision, scientific, shortest, width, fill):
        if scientific and shortest:
            raise Error("cannot be both 'scientific' and 'shortest'")
        if fill not in FILLS:
            raise Error(f"'fill' must be one of {' '.join(FILLS)}, or nothing, found '{fill}'")
        if input.dtype == object and width <= 0:
            return input  # a precision alone cuts nothing off
        is_whole = input.dtype.kind in "iub"
        if is_whole and (scientific or shortest or precision > -1):
            raise Error(f"neither 'precision' nor 'scientific' or 'shortest' is for elements of type {input.dtype}")
        if input.dtype.kind == "u":
            fill = fill.strip("+ ")
        plain = f"{fill}{width if width > -1 else ''}"
        form = f"%{plain}{f'.{precision}' if precision > -1 else ''}{'d' if is_whole else 'e' if scientific else 'g' if shortest else 'f'}"
        return each(lambda value: written(value, form), input)


FILLS = ("", " ", "+", "-", "0", "#")  # the flags of C's printf


def written(value, form: str) -> bytes:
    """An element in the format `form` of C's printf. Strings, NaN and infinities are not filled up with zeros."""
    if isinstance(value, bool):
        return b"true" if value else b"false"  # whatever the width
    if isinstance(value, bytes):
        return (form[:-1].replace("%0", "%") + "s").encode() % value
    if isinstance(value, complex):
        return f"({form},{form})".encode() % (value.real, value.imag)
    return (form if isfinite(value) else form.replace("%0", "%")).encode() % value


# Parts and wholes


class Substr(OpSemantics):
    """`len` bytes or characters from `pos` on, which counts from the end where it is negative. Where `len` is, all bytes that follow, and no
    characters."""

    def infer(input, pos):
        return None if input.shape is None or pos.shape is None else broadcast(input.shape, pos.shape)

    def evaluate(input, pos, len, unit):
        return each(lambda string, at, count: part_of(string, at, count, unit), input, pos, len)


def part_of(string: bytes, at: int, count: int, unit: str) -> bytes:
    if unit != "BYTE":
        if at < 0 and count < 0:
            raise Error(f"position {at} is out of range for the string {string!r}")
        return bytes_of(part(text_of(string), at, max(count, 0)))
    return part(string, at, count)


def part(whole: Whole, at: int, count: int) -> Whole:
    if not -len(whole) <= at <= len(whole):
        raise Error(f"position {at} is out of range for the string {whole!r}")
    at += len(whole) if at < 0 else 0
    return whole[at:] if count < 0 else whole[at : at + count]


class StringJoin(OpSemantics):
    """Strings side by side; scalars go with all others."""

    def infer(inputs):
        shapes = [each.shape for each in inputs]
        if None in shapes:
            return None
        return next((shape for shape in shapes if shape != ()), ())

    def evaluate(inputs, separator):
        if not inputs:
            return np.array(b"", object)
        return each(lambda *strings: separator.encode().join(strings), *inputs)


class ReduceJoin(OpSemantics):
    def infer(inputs, reduction_indices, keep_dims):
        return reduce(inputs.shape, reduction_indices.integers, keep_dims)

    def evaluate(inputs, reduction_indices, keep_dims, separator):
        """Strings are joined along the first of the axes, then what comes of that along the next."""
        axes = [axis_in(int(axis), inputs.ndim) for axis in reduction_indices.reshape(-1)][::-1]
        rest = [axis for axis in range(inputs.ndim) if axis not in axes]
        sizes = [prod([inputs.shape[axis] for axis in some]) for some in (rest, axes)]
        rows = inputs.transpose(*rest, *axes).reshape(sizes)
        joined = np.empty(len(rows), object)
        joined[:] = [separator.encode().join(row) for row in rows.tolist()]
        kept = [1 if axis in axes else size for axis, size in enumerate(inputs.shape)]
        return joined.reshape(kept if keep_dims else [inputs.shape[axis] for axis in rest])


class UnsortedSegmentJoin(OpSemantics):
    """The strings of each segment side by side; as long as all are empty, no separator stands between them."""

    def infer(inputs, segment_ids, num_segments):
        if inputs.shape is None or segment_ids.shape is None:
            return None
        return (num_segments.size, *inputs.shape[len(segment_ids.shape) :])

    def evaluate(inputs, segment_ids, num_segments, separator):
        for axis, (own, size) in enumerate(zip(segment_ids.shape, inputs.shape)):
            if own != size:
                raise Error(f"Segment dimension is {own} while input dimension is {size} in rank {axis}")
        if ((segment_ids < 0) | (segment_ids >= num_segments)).any():
            raise Error("segment_ids are not allowed to exceed num_segments or to have negative values.")
        inner = inputs.shape[segment_ids.ndim :]
        rows, flat = inputs.reshape(segment_ids.size, prod(inner)), segment_ids.ravel()
        joined = np.empty((int(num_segments), prod(inner)), object)
        for place in np.ndindex(joined.shape):
            joined[place] = reduce_strings(rows[flat == place[0], place[1]].tolist(), separator.encode())
        return joined.reshape(int(num_segments), *inner)


def reduce_strings(strings: list[bytes], separator: bytes) -> bytes:
    first = next((at for at, string in enumerate(strings) if string), len(strings))
    return separator.join(strings[first:])


class StringSplitV2(OpSemantics):
    """Words between separators; an empty separator stands for any white space. A `maxsplit` of 0 leaves the string whole."""

    def infer():
        return [(pieces := fresh(), 2), (pieces,), (2,)]

    def evaluate(input, sep, maxsplit):
        by = sep.item()
        return sparse_rows([string.split(by, maxsplit) if by else words_of(string, maxsplit) for string in input.tolist()])


def words_of(string: bytes, most: int) -> list[bytes]:
    """Words between white space. After the last that is split off stands the rest, even where nothing is left."""
    if most == 0:
        return [string]
    if most < 0:
        return string.split()
    words = string.split(None, most)
    return words if len(words) != most else [*words, b""]


class StringSplit(OpSemantics):
    """Words between any of the delimiter's bytes; without a delimiter each byte is a word."""

    def infer():
        return [(pieces := fresh(), 2), (pieces,), (2,)]

    def evaluate(input, delimiter, skip_empty):
        by = delimiter.item()
        apart = re.compile(b"[" + re.escape(by) + b"]") if by else None
        rows = [(apart.split(string) if string else []) if by else [bytes([byte]) for byte in string] for string in input.tolist()]
        return sparse_rows([[word for word in row if word or not skip_empty] for row in rows])


def sparse_rows(rows: list[list[bytes]]) -> list:
    """Rows of different lengths as a sparse tensor: places, values, and the shape around them."""
    places = [(row, column) for row, words in enumerate(rows) for column in range(len(words))]
    values = np.empty(len(places), object)
    values[:] = [word for words in rows for word in words]
    shape = [len(rows), max([len(words) for words in rows], default=0)]
    return [np.array(places, np.int64).reshape(-1, 2), values, np.array(shape, np.int64)]


class StringNGrams(OpSemantics):
    """Runs of words of each row, padded on both sides; a row that is too short for any may stand for itself."""

    def infer(data_splits):
        return [(fresh(),), data_splits.shape]

    def evaluate(data, data_splits, separator, ngram_widths, left_pad, right_pad, pad_width, preserve_short_sequences):
        ngrams, ends, apart = [], data_splits.ravel(), separator.encode()
        if any([width <= 0 for width in ngram_widths]):
            raise Error("ngram_widths must contain positive values")
        if not ends.size or not data.size:
            return [np.full(data.shape, b"", object), data_splits]
        check_splits(ends.tolist(), data.size)
        data, splits = data.ravel(), [0]  # splits count elements, whatever the shape
        for start, end in zip(ends[:-1], ends[1:]):
            words = data[start:end].tolist()
            runs = [
                run
                for width in ngram_widths
                for run in runs_of(words, width, width - 1 if pad_width < 0 else min(pad_width, width - 1), left_pad, right_pad)
            ]
            if preserve_short_sequences and not runs and words:
                padding = max(pad_width, 0)
                runs = runs_of(words, len(words) + 2 * padding, padding, left_pad, right_pad)
            ngrams += [apart.join(run) for run in runs]
            splits.append(len(ngrams))
        texts = np.empty(len(ngrams), object)
        texts[:] = ngrams
        return [texts, np.array(splits, data_splits.dtype).reshape(data_splits.shape)]


def check_splits(ends: list[int], count: int) -> None:
    """Raises Error, in the words of TensorFlow's kernel, where splits are none of so many elements."""
    if ends[0]:
        raise Error(f"First split value must be 0, got {ends[0]}")
    for start, end in pairwise(ends):
        if not start <= end <= count:
            raise Error(f"Invalid split value {end}, must be in [{start}, {count}]")
    if ends[-1] != count:
        raise Error(f"Last split value must be data size. Expected {count}, got {ends[-1]}")


def runs_of(words: list[bytes], width: int, padding: int, left: str, right: str) -> list[list[bytes]]:
    padded = [*[left.encode()] * padding, *words, *[right.encode()] * padding]
    return [padded[at : at + width] for at in range(len(padded) - width + 1)]


class StringFormat(ScalarResult):
    """The template with each placeholder replaced by the next tensor, of whose axes the middle is left out where they are long."""

    def evaluate(inputs, template, placeholder, summarize):
        parts = template.split(placeholder) if placeholder else [template]
        if len(parts) != len(inputs) + 1:
            raise Error(f"the template has {len(parts) - 1} placeholders for {len(inputs)} tensors")
        shown = [summary(np.asarray(value), summarize) for value in inputs]
        return np.array("".join([parts[0], *[a + b for a, b in zip(shown, parts[1:])]]).encode("utf-8", "surrogateescape"), object)


def summary(value: np.ndarray, count: int) -> str:
    """A tensor as TensorFlow tells it: of each axis `count` elements at either end, all where that is negative."""
    at_ends = value.size if count < 0 else min(count, value.size)
    if value.dtype.kind == "c":  # which has no digits there, and no rows
        shown = " ".join(["?"] * at_ends) + "..." * (at_ends < value.size)
        return f"[{shown}]" if value.ndim else shown
    return "" if value.dtype == bool and not at_ends else summary_of_axes(value, at_ends, 0)


def summary_of_axes(value: np.ndarray, at_ends: int, axis: int) -> str:
    """The axes from one on; `value` is a part that has only these. Rows stand below each other, with empty lines between matrices."""
    if value.ndim == 0:
        return element_text(value[()]) if at_ends else "..."
    between = " " if value.ndim == 1 else "\n" * (value.ndim - 1) + " " * (axis + 1)
    first, last = value[:at_ends], value[max(at_ends, len(value) - at_ends) :]
    middle = ["..."] if len(value) > 2 * at_ends else []
    shown = [*[summary_of_axes(np.asarray(part), at_ends, axis + 1) for part in first], *middle]
    shown += [summary_of_axes(np.asarray(part), at_ends, axis + 1) for part in last]
    return f"[{between if middle and not at_ends else ''}{between.join(shown)}]"


def element_text(element) -> str:
    """A number with as many digits as its type needs to be read again; a text in quotation marks."""
    if isinstance(element, bytes):
        return f'"{escaped(element)}"'
    if isinstance(element, np.bool_):
        return str(int(element))
    if np.issubdtype(np.asarray(element).dtype, np.integer):
        return str(element)
    wide, few, enough = (np.float64, 15, 17) if isinstance(element, np.float64) else (np.float32, 6, 9)
    number = wide(element)
    if np.isnan(number):
        return "-nan" if np.signbit(number) else "nan"
    short = f"{number:.{few}g}"
    return short if wide(short) == number else f"{number:.{enough}g}"


ESCAPES = {ord("\n"): "\\n", ord("\r"): "\\r", ord("\t"): "\\t", ord('"'): '\\"', ord("'"): "\\'", ord("\\"): "\\\\"}
ESCAPES = {code: f"\\{code:03o}" for code in (*range(0x20), 0x7F)} | ESCAPES


def escaped(string: bytes) -> str:
    """The text of a string with C's escapes; bytes of valid UTF-8 are kept."""
    return text_of(string).translate(ESCAPES)


# Encodings


WEB_SAFE = re.compile(rb"([A-Za-z0-9_-]*)={0,2}")


def unbase64(string: bytes) -> bytes:
    match = WEB_SAFE.fullmatch(string)
    if len(string.rstrip(b"=")) % 4 == 1:
        raise Error("Base64 string length cannot be 1 modulo 4.")
    if match is None:
        raise Error("Invalid character found in base64.")
    return base64.urlsafe_b64decode(match[1] + b"=" * (-len(match[1]) % 4))


class DecodeRaw(OpSemantics):
    """The bytes of strings, all of one length, as numbers."""

    def infer(bytes):
        return None if bytes.shape is None else (*bytes.shape, fresh())

    def evaluate(bytes, out_type, little_endian):
        dtype, lengths = dtype_of(out_type), {len(string) for string in bytes.reshape(-1).tolist()}
        if len(lengths) > 1 or any([length % dtype.itemsize for length in lengths]):
            raise Error(f"the strings are of {sorted(lengths)} bytes; expected one length, a multiple of {dtype.itemsize}")
        data = b"".join(bytes.reshape(-1).tolist())
        numbers = np.frombuffer(data, dtype.newbyteorder("<" if little_endian else ">")).astype(dtype)
        return numbers.reshape(*bytes.shape, -1) if lengths else np.zeros((*bytes.shape, 0), dtype)


class UnicodeTranscode(ShapeOfFirst):
    def evaluate(input, input_encoding, output_encoding, errors, replacement_char, replace_control_characters):
        def transcoded(string):
            return "".join(map(chr, code_points(string, input_encoding, errors, replacement_char, replace_control_characters))).encode(
                output_encoding, "replace"
            )

        return each(transcoded, input)


class UnicodeDecode(OpSemantics):
    def infer(input):
        return [None, (fresh(),)]

    def evaluate(input, input_encoding, errors, replacement_char, replace_control_characters, Tsplits):
        rows = [
            code_points(string, input_encoding, errors, replacement_char, replace_control_characters)
            for string in input.reshape(-1).tolist()
        ]
        splits = np.concatenate([[0], np.cumsum([len(row) for row in rows])]).astype(dtype_of(Tsplits))
        return [splits, np.array([point for row in rows for point in row], np.int32)]


class UnicodeDecodeWithOffsets(OpSemantics):
    """Also at which byte of its string each character begins."""

    def infer(input):
        return [None, (count := fresh(),), (count,)]

    def evaluate(input, input_encoding, errors, replacement_char, replace_control_characters, Tsplits):
        how = input_encoding, errors, replacement_char, replace_control_characters
        rows = [points_with_places(string, *how) for string in input.reshape(-1).tolist()]
        splits = np.concatenate([[0], np.cumsum([len(row) for row in rows])]).astype(dtype_of(Tsplits))
        points, places = np.array([pair for row in rows for pair in row], np.int64).reshape(-1, 2).T
        return [splits, points.astype(np.int32), places]


class UnicodeEncode(OpSemantics):
    def infer(input_splits):
        return None

    def evaluate(input_values, input_splits, errors, output_encoding, replacement_char):
        strings = np.empty(len(input_splits) - 1, object)
        for row, (start, end) in enumerate(zip(input_splits[:-1], input_splits[1:])):
            points = [valid(int(point), errors, replacement_char) for point in input_values[start:end]]
            strings[row] = "".join([chr(point) for point in points if point is not None]).encode(output_encoding)
        return strings


def valid(point: int, errors: str, replacement: int) -> int | None:
    if 0 <= point < 0x110000 and not 0xD800 <= point < 0xE000:
        return point
    if errors == "strict":
        raise Error(f"{point} is no character")
    return replacement if errors == "replace" else None


def code_points(string: bytes, *how) -> list[int]:
    """The characters of a string as numbers; what is none is refused, replaced or left out."""
    return [point for point, _ in points_with_places(string, *how)]


def points_with_places(string: bytes, encoding: str, errors: str, replacement: int, controls: bool) -> list[tuple[int, int]]:
    """Also at which byte each character begins."""
    points = list(units_of(string, encoding))
    if errors == "strict" and any([point < 0 for point, _ in points]):
        raise Error(f"Invalid formatting on input string: {string!r} is not in {encoding}")
    if controls:
        points = [(-1 if point < 0x20 else point, at) for point, at in points]
        errors = "replace" if errors == "strict" else errors
    valid_points = [(valid(point, errors, replacement), at) for point, at in points]
    return [(point, at) for point, at in valid_points if point is not None]


def units_of(string: bytes, encoding: str):
    """The characters of a string, each with the byte that it begins at; -1 for bytes that are none."""
    at = 0
    while at < len(string):
        rest = string[at:]
        try:
            text, end = rest.decode(encoding), None
        except UnicodeDecodeError as error:
            text, end = rest[: error.start].decode(encoding), at + error.end
        except LookupError as error:
            raise Error(str(error)) from None
        for letter in text:
            yield ord(letter), at
            at += len(letter.encode(encoding))
        if end is not None:
            yield -1, at
            at = end


SEMANTICS = {
    **ops_of(
        ShapeOfFirst,
        StringStrip=lambda input: each(lambda string: string.strip(SPACE), input),
        StaticRegexFullMatch=lambda input, pattern: matching(input, pattern.encode()),
        RegexFullMatch=lambda input, pattern: matching(input, pattern.item()),
        StringToHashBucketFast=lambda input, num_buckets: each(lambda string: farmhash(string) % num_buckets, input).astype(np.int64),
        EncodeBase64=lambda input, pad: each(lambda string: base64.urlsafe_b64encode(string).rstrip(b"" if pad else b"="), input),
        DecodeBase64=lambda input: each(unbase64, input),
    ),
}
