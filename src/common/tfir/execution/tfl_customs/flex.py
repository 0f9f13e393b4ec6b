"""Operators that TFLite has run by TensorFlow's own kernels, called Flex and the op's name: their options are the op's name, and its node."""

from __future__ import annotations

from tfir.dialects import lookup
from tfir.dialects.tf_type import FuncAttr
from tfir.dialects.tfl.in_tensorflow import Number, builders
from tfir.ir.attributes import Attribute
from tfir.ir.diagnostics import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.ir.types import Type

FLEX = "Flex"


def is_flex(code: str) -> bool:
    return code.startswith(FLEX)


def why_not_flex(data: bytes) -> str | None:
    """Why the op that such an operator is cannot be told, or None."""
    try:
        name, attributes = node_of(data)
    except Error as error:
        return error.diagnostics[0].message
    definition = lookup(f"tf.{name}")
    if definition is None or definition.signature is None:
        return f"has a node of the op '{name}', which TensorFlow does not have"
    if any([isinstance(value, FuncAttr) for value in attributes.values()]):
        return f"has a node of the op '{name}' that calls functions, which no file of TFLite has"
    return None


def flex_results(data: bytes, operands: Sequence[Number], types: Sequence[Type]) -> list[Number]:
    name, attributes = node_of(data)
    definition = lookup(f"tf.{name}")
    kept = {key: value for key, value in attributes.items() if definition is not None and key in definition.inherent}
    made = builders[-1].create(f"tf.{name}", [each.value for each in operands], types, kept)
    return [Number(result) for result in made.results]


def node_of(data: bytes) -> tuple[str, dict[str, Attribute]]:
    """The op and the attributes of the node in an operator's options. Raises Error."""
    from google.protobuf.message import DecodeError

    from tfir.proto import NodeDef
    from tfir.storage.flexbuffers import read
    from tfir.storage.graphdef.attribute_values import attribute_of

    options = read(data)
    if not isinstance(options, list) or len(options) != 2 or not all([isinstance(each, bytes) for each in options]):
        raise Error("has options that are no name and node of TensorFlow")
    try:
        node = NodeDef.FromString(options[1])
    except DecodeError:
        raise Error("has options whose node is none of TensorFlow") from None
    return node.op, {name: attribute_of(value)[0] for name, value in node.attr.items()}
