"""From `--input` flags to one array for each feed."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy

from tfir.cli.process import UsageError
from tfir.execution.entry import PLATFORM, Entry, Port, plain_name
from tfir.execution.values import TYPED, agrees, cast, element_type, load_file, parse_literal, type_text, typed
from tfir.ir.attributes import SymbolRefAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import TensorType, Type
from tfir.ods.arrays import array_of, dtype_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.execution.images import ImageSettings

Filling: TypeAlias = Callable[[Port], numpy.ndarray]

NAMED = re.compile(r"([^=@]+)=(.*)", re.DOTALL)


class Given:
    """One input or expected output from the command line: for the port called `name`, or without a name for the next free port. `archived`
    says that it came of a file with others, which may hold what a call does not take. Where only the port tells what the array is, `made` is
    what makes it; there is none before that."""

    __slots__ = ("name", "array", "origin", "archived", "made")

    def __init__(
        self, name: str | None, array: Any, origin: str, archived: bool = False, made: Callable[[Port], numpy.ndarray] | None = None
    ):
        self.name, self.array, self.origin, self.archived, self.made = name, array, origin, archived, made


def read_values(flags: list[str], flag: str = "--input", image: ImageSettings | None = None) -> list[Given]:
    """The arrays of the flags `[NAME=]TYPE=VALUES`, `[NAME=]TYPE=@file.npy`, `[NAME=]@file.npy` and `@file.npz`, in order. Files of images become arrays by the settings for
    these.

    Raises UsageError for what is none of these forms, Error for files that cannot be read.
    """
    return [value for text in flags for value in _read(text, flag, image)]


def _read(text: str, flag: str, image: ImageSettings | None) -> list[Given]:
    if text.startswith("@"):
        return _from_file(None, text[1:], image)
    converted = _cast_file(None, text)
    if converted is not None:
        return [converted]
    array = literal_in(text)
    if array is not None:
        return [Given(None, array, text)]
    match = NAMED.fullmatch(text)
    if match is None:
        meant = f"; did you mean {flag}=@{text}?" if os.path.isfile(text) else ""
        raise UsageError(f"cannot read {flag}={text}; expected [NAME=]TYPE=VALUES, [NAME=]@file.npy or @file.npz{meant}")
    name, rest = plain_name(match[1]), match[2]
    if rest.startswith("@"):
        return _from_file(name, rest[1:], image)
    converted = _cast_file(name, rest)
    if converted is not None:
        return [converted]
    array = literal_in(rest)
    if array is None:
        if os.path.isfile(rest):
            raise UsageError(f"cannot read {flag}={text}; did you mean {flag}={name}=@{rest}?")
        raise UsageError(f"cannot read {flag}={text}; expected a type such as f32 or 4xf32, = and values after '{name}='")
    return [Given(name, array, rest)]


def literal_in(text: str) -> numpy.ndarray | None:
    """The array that a flag spells out, or None where it does not begin with a type. Raises UsageError where its values do not fit the
    type."""
    try:
        return parse_literal(text)
    except Error as error:
        raise UsageError.of(error.diagnostics) from None


def _cast_file(name: str | None, text: str) -> Given | None:
    """The array of `4xf32=@file.npy`, as that type; None for another text. A type without sizes takes any."""
    match = TYPED.fullmatch(text)
    if match is None or not match[3].startswith("@"):
        return None
    path, shape = match[3][1:], tuple([int(size) for size in match[1].split("x") if size])
    loaded, element = load_file(path), element_type(match[2], text)
    if not isinstance(loaded, numpy.ndarray):
        raise UsageError(f"{text}: '{path}' holds arrays by name; a type stands before the .npy file of one")
    loaded = typed(loaded, dtype_of(element))
    if shape and loaded.shape != shape:
        raise Error(f"'{path}' is {type_text(loaded)}, and {match[1]}{match[2]} has other sizes")
    if loaded.dtype == dtype_of(element):
        return Given(name, loaded, text)
    try:
        return Given(name, cast(loaded, element), text)
    except Error as error:
        raise Error(f"'{path}' is {type_text(loaded)}: {error}") from None


def _from_file(name: str | None, path: str, image: ImageSettings | None) -> list[Given]:
    from tfir.execution.images import ImageSettings, image_array, is_image

    if is_image(path):
        return [Given(name, None, f"@{path}", made=lambda port: image_array(path, port, image or ImageSettings()))]
    return _of_arrays(name, path, load_file(path))


def values_in(content: bytes, path: str) -> list[Given]:
    """The values of an .npy or .npz file that was read already."""
    return _of_arrays(None, path, load_file(path, content=content))


def _of_arrays(name: str | None, path: str, loaded: dict[str, numpy.ndarray] | numpy.ndarray) -> list[Given]:
    if isinstance(loaded, numpy.ndarray):
        return [Given(name, loaded, f"@{path}")]
    if name is not None:
        if len(loaded) != 1:
            raise Error(f"'{path}' holds {len(loaded)} arrays; expected one for '{name}'")
        return [Given(name, array, f"@{path}") for array in loaded.values()]
    return [Given(plain_name(key), array, f"@{path}", archived=True) for key, array in loaded.items()]


def bind(
    entry: Entry, values: list[Given], held: frozenset[str] | set[str] = frozenset(), rest: Filling | None = None
) -> list[numpy.ndarray | None]:
    """One array for each feed, in order and of its element type. `rest` fills those that no value is for; without it a feed that nothing reads may be left out, and gets zeros, as may one that has a default; one that is the
    value of a variable gets None, where it is `held` since an earlier call or has an initial value.

    Raises UsageError for a missing, doubled or unknown input, Error for an array of another shape or type than its feed.
    """
    bound, ports = assigned(entry, values), {port.name: port for port in entry.feeds}
    for name, value in bound.items():
        check_fits(ports[name], value)
    kept = {port.name for port in entry.feeds if port.variable is not None and (port.variable in held or port.initial is not None)}
    missing = [port for port in entry.feeds if port.name not in bound and port.name not in kept and not is_dispensable(port)]
    if missing and rest is None:
        raise UsageError(f"no input is given for {_listed(missing)}; --input=random or --input=zeros makes some up")
    filled = {port.name: rest(port) for port in missing if rest is not None}
    left_out = [filled.get(port.name) if port.name in {*kept, *bound, *filled} else left_out_value(port) for port in entry.feeds]
    return [bound[port.name].array if port.name in bound else array for port, array in zip(entry.feeds, left_out)]


def assigned(entry: Entry, values: list[Given]) -> dict[str, Given]:
    """The feeds that the values are for, by name. Raises UsageError for an unknown one, and for one that is given twice."""
    bound: dict[str, Given] = {}
    for value in values:
        port = _port_for(entry, value, bound)
        if port.name in bound:
            raise UsageError(f"input '{port.written or port.name}' is given twice: by {bound[port.name].origin} and {value.origin}")
        bound[port.name] = value
    return bound


def initial_value(module: Operation, initial: Any) -> numpy.ndarray:
    """The array of a constant, or of the variable of a SavedModel that a symbol names. Raises Error where the module does not have it."""
    if isinstance(initial, SymbolRefAttr):
        definition = next((op for op in module.body if op.get("sym_name") == initial.root), None)
        initial = None if definition is None else definition.attributes.get("value")
    if initial is None:
        raise Error("a variable's initial value is in no variable of this module", module)
    return array_of(initial)


def is_dispensable(port: Port) -> bool:
    return port.default is not None or not port.used and isinstance(port.type, TensorType)


def left_out_value(port: Port) -> numpy.ndarray:
    return unread(port.type) if port.default is None else array_of(port.default)


def unread(kind: Type) -> numpy.ndarray:
    """An array that stands for a feed that nothing reads; sizes that are not known are 0."""
    assert isinstance(kind, TensorType), "another feed has to be given"
    return numpy.zeros([size or 0 for size in kind.shape or ()], dtype_of(kind.element))


def _port_for(entry: Entry, value: Given, bound) -> Port:
    if value.name is not None:
        named = [port for port in entry.feeds if port.written == value.name] or [port for port in entry.feeds if port.name == value.name]
        if named:
            return named[0]
        raise UsageError(f"there is no input '{value.name}' ({value.origin}); {_feeds(entry)}")
    for port in entry.feeds:
        if port.name not in bound and port.written != PLATFORM:  # which is given by its name alone
            return port
    raise UsageError(f"there are more inputs than feeds; {_feeds(entry)}")


def check_fits(port: Port, value: Given) -> None:
    """Makes an array the type of its feed. Raises Error where it is of another shape or kind."""
    if value.made is not None:
        value.array = value.made(port)
    if isinstance(port.type, TensorType):
        value.array = typed(value.array, dtype_of(port.type.element))
    if not agrees(value.array, port.type):
        raise Error(f"input '{port.written or port.name}' must be {port.type}, but {value.origin} is {type_text(value.array)}")


def fitting(entry: Entry, arrays: list) -> Entry:
    """The entry that a call with these arrays is of: the first of its variants that takes them, else itself."""
    for variant in entry.variants:
        ports = zip(arrays, entry.feeds, variant.feeds, strict=True)
        if all([own.type == any_size.type or agrees(array, own.type) for array, any_size, own in ports]):
            return variant
    return entry


def _feeds(entry: Entry) -> str:
    return f"the feeds are {_listed(entry.feeds)}" if entry.feeds else f"@{entry.name} has no feeds"


def _listed(ports: list[Port]) -> str:
    return ", ".join(map(str, ports))
