"""Values as text and as files: `4xf32=1 2 3 4`, `@file.npy`, `@file.npz`. What is printed can be given as an input again."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Callable, Iterable
from io import BytesIO
from math import prod
from typing import Any

import numpy

from tfir.execution.npz import arrays_of, arrays_of_file
from tfir.ir.attributes import Attribute
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import F32, F64, I64, ComplexType, FloatType, IntegerType, TensorType, Type, shapes_fit
from tfir.ods.arrays import array_of, converted, dtype_of, is_float, tensor_type

TYPED = re.compile(r"((?:\d+x)*)(complex<f(?:32|64)>|bf16|f\d+\w*|[su]?i\d+|index|!tf_type\.string|string)=(.*)", re.DOTALL)
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"|([^\s,\[\]"]+)', re.DOTALL)  # in quotes, or a bare word
ESCAPE = re.compile(r"\\(x[0-9A-Fa-f]{2}|.)", re.DOTALL)
COMPLEX = {str(kind): kind for kind in (ComplexType(F32), ComplexType(F64))}
WIDTHS = (1, 2, 4, 8, 16, 32, 64)  # of integers
MOST_ELEMENTS, MOST_DIMENSIONS = 1 << 40, 64
# Printed values of more elements than this are shortened, unless all of them were asked for.
ELIDED_ABOVE = 1024
FROM_ELSEWHERE = 2  # `isbuiltin` of dtypes that other packages add to NumPy
NUMBERS_ONLY = re.compile(r"[\s,\[\]]+")
WORDS = {"true": 1, "false": 0}


def parse_literal(text: str) -> numpy.ndarray | None:
    """The array that `2x2xf32=1,2,3,4` or `2xstring="a","b c"` means, or None when the text does not begin with a type.

    Elements are separated by commas or blanks; brackets may group them; a single element is broadcast. Strings become an array of bytes
    objects. A constant as programs have it, `dense<[1, 2]> : tensor<2xi32>`, means its array. Raises Error for an unknown element type, a
    number that does not fit it, and a wrong count of elements.
    """
    if text.startswith("dense<"):
        return _constant(text)
    match = TYPED.fullmatch(text)
    if match is None:
        return None
    shape = tuple(int(size) for size in match[1].split("x") if size)
    if len(shape) > MOST_DIMENSIONS or prod([max(size, 1) for size in shape]) > MOST_ELEMENTS:
        raise Error(f"'{_shortened(text)}' has more elements or dimensions than an array may have")
    values, dtype = _strings(match[3]) if match[2].endswith("string") else _numbers(match[2], match[3], text)
    count = prod(shape)
    if len(values) not in (count, 1):
        raise Error(f"'{_shortened(text)}' has {len(values)} elements; its type has {count}")
    array = numpy.empty(len(values), object)
    array[:] = values
    array = array.astype(dtype)
    return numpy.broadcast_to(array, shape).copy() if len(values) != count else array.reshape(shape)


def _constant(text: str) -> numpy.ndarray:
    constant = attribute_in(text)
    if not isinstance(constant, ElementsAttr):
        raise Error(f"'{_shortened(text)}' is no constant such as 'dense<[1, 2]> : tensor<2xi32>'")
    return array_of(constant)


def attribute_in(text: str) -> Attribute | None:
    """The attribute that a text is, or None where more stands behind one. Raises Error for a text that does not begin with one."""
    from tfir.dialects import dialect
    from tfir.ir.location import Source
    from tfir.text.attribute_parser import AttributeParser
    from tfir.text.lexer import END

    parser = AttributeParser(Source("value", text), dialect)
    attribute = parser.attribute()
    return attribute if parser.kind == END else None


def _numbers(kind: str, listed: str, text: str) -> tuple[list, numpy.dtype]:
    element = element_type(kind, text)
    return [_number(word, element, text) for word in NUMBERS_ONLY.split(listed) if word], dtype_of(element)


def _strings(listed: str) -> tuple[list[bytes], numpy.dtype]:
    literals = [quoted if bare is None else bare for quoted, bare in [match.groups() for match in STRING.finditer(listed)]]
    return [b"".join(_unescaped(text)) for text in literals], numpy.dtype(object)


def _unescaped(text: str):
    """The bytes of a string, `\\"`, `\\\\`, `\\n` and `\\xFF` among them."""
    at = 0
    for match in ESCAPE.finditer(text):
        yield text[at : match.start()].encode("utf-8", "surrogateescape")
        code = match[1]
        yield bytes([int(code[1:], 16)]) if len(code) == 3 else {"n": b"\n", "t": b"\t", "r": b"\r"}.get(code, code.encode())
        at = match.end()
    yield text[at:].encode("utf-8", "surrogateescape")


def element_type(word: str, text: str) -> Type:
    if word == "index":
        return I64  # it is computed with as 64 bits
    if word in COMPLEX or word in FloatType.WIDTHS:
        return COMPLEX.get(word) or FloatType(word)
    match = re.fullmatch(r"([su]?)i(\d+)", word)
    if match is None or int(match[2]) not in WIDTHS:
        raise Error(f"'{_shortened(text)}' has the unknown element type '{word}'")
    return IntegerType(int(match[2]), match[1])


def cast(array: numpy.ndarray, kind: Type) -> numpy.ndarray:
    """The array as another type: numbers are rounded to floats, and must be whole and small enough for integers. Raises Error where one does not
    fit, or the array has no numbers."""
    dtype = dtype_of(kind)
    if dtype == numpy.object_ or array.dtype.kind in "OSUV":
        raise Error(f"it is no array of numbers that could be made {kind}")
    if array.dtype.kind == "c" and dtype.kind != "c":
        raise Error(f"complex numbers are not made {kind}")
    with numpy.errstate(all="ignore"):
        made = converted(array, dtype)
    if is_float(dtype) or dtype.kind == "c":
        wrong = numpy.isfinite(array) & ~numpy.isfinite(made)
    else:
        low, high = kind.limits if isinstance(kind, IntegerType) else I64.limits
        wrong = (array < low) | (
            (array >= high + 1.0) if is_float(array.dtype) else (array > high)
        )  # of floats 2**63 is above 2**63 - 1, too
        wrong |= is_float(array.dtype) & (numpy.isnan(array) | (array != numpy.floor(array)))
    if wrong.any():
        raise Error(f"{_element_text(array[wrong].flat[0])} does not fit into {kind}")
    return made


def _number(word: str, kind: Type, text: str):
    try:
        value = PYTHON[type(kind)](word)
    except ValueError:
        raise Error(f"'{word}' in '{_shortened(text)}' is no value of type {kind}") from None
    if isinstance(kind, IntegerType) and not _fits(value, kind):
        raise Error(f"{word} in '{_shortened(text)}' does not fit into {kind}")
    return value


def _integer(word: str) -> int:
    return WORDS[word] if word in WORDS else int(word, 0)


PYTHON: dict[type[Type], Callable[[str], Any]] = {FloatType: float, ComplexType: complex, IntegerType: _integer}


def _fits(value: int, kind: IntegerType) -> bool:
    low, high = kind.limits
    return low <= value <= high


def literal(array: numpy.ndarray, all_elements: bool = True) -> str:
    """The text of an array, which `parse_literal` reads back; rows are in brackets. Unless `all_elements`, those behind the first 1024
    are elided."""
    kind = tensor_type(array)
    flat = array.reshape(-1)
    head = "x".join([*map(str, kind.shape), str(kind.element)])
    if not all_elements and flat.size > ELIDED_ABOVE:
        shown = " ".join(map(_element_text, flat[:ELIDED_ABOVE]))
        return f"{head}={shown} ... ({flat.size - ELIDED_ABOVE} more)"
    return f"{head}={_rows([_element_text(value) for value in flat], kind.shape)}"


def _rows(texts: list[str], shape) -> str:
    if len(shape) <= 1:
        return " ".join(texts)
    if not texts:
        return ""
    size = len(texts) // shape[0]
    return "".join(f"[{_rows(texts[at : at + size], shape[1:])}]" for at in range(0, len(texts), size))


def _element_text(value) -> str:
    """The shortest text that reads back as the same number; strings in quotes."""
    if isinstance(value, bytes):
        return '"' + "".join(map(_escaped, value.decode("utf-8", "surrogateescape"))) + '"'
    if isinstance(value, numpy.bool_):
        return "1" if value else "0"
    return str(value).removesuffix(".0")


def _escaped(letter: str) -> str:
    if "\udc80" <= letter <= "\udcff":  # a byte that is no UTF-8
        return f"\\x{ord(letter) & 0xFF:02x}"
    return {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}.get(letter, letter)


def type_text(array: numpy.ndarray) -> str:
    if is_untyped(array):
        return f"an array of shape {list(array.shape)} whose elements have {array.dtype.itemsize} bytes and no type"
    return str(tensor_type(array))


def load_file(path: str, takes_records: bool = False, content: bytes | None = None) -> dict[str, numpy.ndarray] | numpy.ndarray:
    """The array of an .npy file, or the arrays of an .npz file by name, contiguous and in this machine's byte order.

    Raises Error for a file that cannot be read, and for records unless these are taken, as which checkpoints write what NumPy has no type
    for. Pickled objects are never loaded. `content` is what the file holds, where it was read elsewhere.
    """
    if content is None and os.path.isdir(path):
        raise Error(f"cannot read '{path}': it is a directory; expected an .npy or .npz file")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what the parser warns of is an error a moment later, or no matter
            arrays = arrays_of_file(path) if content is None else arrays_of(content)
            if arrays is not None:
                return {name: _native(array, takes_records) for name, array in arrays.items()}
            loaded = numpy.load(path if content is None else BytesIO(content), allow_pickle=False)
        if isinstance(loaded, numpy.ndarray):
            return _native(loaded, takes_records)
        with loaded:
            return {name: _native(_member(loaded, name), takes_records) for name in loaded.files}
    except OSError as reason:
        raise Error(f"cannot read '{path}': {reason.strerror or reason}") from None
    except Exception as reason:  # of zip archives, of zlib, of Python's own parser, which reads the headers of arrays
        # NumPy takes what it does not recognise for a pickle and advises to load that; nothing here ever does.
        why = "it is in neither format" if "pickle" in str(reason) else _first_line(reason)
        raise Error(f"'{path}' is no readable .npy or .npz file: {why}") from None


def _member(archive, name: str) -> numpy.ndarray:
    array = archive[name]
    if not isinstance(array, numpy.ndarray):  # as in the archives of other programs
        raise ValueError(f"'{name}' in it is no array")
    return array


def save_archive(file, arrays: Iterable[tuple[str, numpy.ndarray]]) -> None:
    """An .npz file, the same bytes for the same arrays; unlike `savez` it takes any name."""
    import zipfile

    with zipfile.ZipFile(file, "w") as archive:
        for name, array in arrays:
            member = zipfile.ZipInfo(f"{name}.npy", date_time=(1980, 1, 1, 0, 0, 0))
            with archive.open(member, "w", force_zip64=True) as stream:
                numpy.lib.format.write_array(stream, storable(array), allow_pickle=False)


def storable(array: numpy.ndarray) -> numpy.ndarray:
    """An array as .npy files hold it: of dtypes that are none of NumPy's own, bfloat16 and its kin, the bytes alone, which `typed` takes back.
    By itself NumPy writes names of them that it refuses to read, as f1 for f8E5M2."""
    return array.view(f"V{array.dtype.itemsize}") if array.dtype.isbuiltin == FROM_ELSEWHERE else array


def _native(array: numpy.ndarray, takes_records: bool) -> numpy.ndarray:
    if array.dtype.kind in "mM" or (array.dtype.names is not None and not takes_records):
        raise ValueError(f"it holds neither numbers nor texts, but {array.dtype}")
    return numpy.ascontiguousarray(array, array.dtype.newbyteorder("=")).reshape(array.shape)


def _first_line(reason: BaseException) -> str:
    return (str(reason) or type(reason).__name__).splitlines()[0]


def _shortened(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."


def typed(array: numpy.ndarray, dtype: numpy.dtype) -> numpy.ndarray:
    """An array from a file under the dtype that it was written with: files keep only the size of bfloat16 and its kin. What is meant to be
    of another type stays as it is."""
    lost = is_untyped(array) and dtype.isbuiltin == FROM_ELSEWHERE
    return array.view(dtype) if lost and array.dtype.itemsize == dtype.itemsize else array


def is_untyped(array: numpy.ndarray) -> bool:
    """Whether a file told no more of an array's elements than their size."""
    return array.dtype.type is numpy.void and array.dtype.names is None


def agrees(array: numpy.ndarray, kind: Type) -> bool:
    """Whether an array is a value of a tensor type, as far as the type is known."""
    if not isinstance(kind, TensorType):
        return False
    if array.dtype.kind in "SU" and dtype_of(kind.element).kind == "O":
        return shapes_fit(array.shape, kind.shape)
    return array.dtype == dtype_of(kind.element) and shapes_fit(array.shape, kind.shape)


def is_exact(array: numpy.ndarray) -> bool:
    """Whether values of this kind are compared without tolerance."""
    return not is_float(array.dtype) and array.dtype.kind != "c"
