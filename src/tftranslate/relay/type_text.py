"""Types as Relay's text."""

from __future__ import annotations

from tfir.dialects.relay.types import AdtType, RefType, VarType
from tfir.ir.types import FunctionType, TensorType, TupleType

from tftranslate.relay.element_types import word_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tfir.ir.types import Type

BARE = ("int", "uint", "float", "bool")  # how the words begin that TVM reads as scalars


class NoText(Exception):
    """A type without text; the message names it."""


def type_text(type: Type, symbols: Mapping[str, str]) -> str:
    """A type, with data types by the names that symbols have in the text. Raises NoText."""
    if isinstance(type, TensorType):
        return tensor_text(type)
    if isinstance(type, TupleType):
        return tuple_text([type_text(each, symbols) for each in type.elements])
    if isinstance(type, FunctionType):
        inputs = [type_text(each, symbols) for each in type.inputs]
        results = [type_text(each, symbols) for each in type.results]
        return f"fn ({', '.join(inputs)}) -> {results[0] if len(results) == 1 else tuple_text(results)}"
    if isinstance(type, RefType):
        return f"ref({type_text(type.element, symbols)})"
    if isinstance(type, AdtType) and type.name in symbols:
        arguments = ", ".join([type_text(each, symbols) for each in type.arguments])
        return symbols[type.name] + (f"[{arguments}]" if arguments else "")
    if isinstance(type, VarType):
        return type.name
    raise NoText(f"type '{type}'")


def tuple_text(texts: list[str]) -> str:
    return f"({', '.join(texts)}{',' if len(texts) == 1 else ''})"


def tensor_text(type: TensorType) -> str:
    word = word_of(type.element)
    if word is None or type.shape is None or type.encoding is not None:
        raise NoText(f"type '{type}'")
    if not type.shape and word.startswith(BARE):
        return word
    return f"Tensor[({', '.join(['?' if size is None else str(size) for size in type.shape])}), {word}]"
