"""How a lowering is declared: a function of the operator's own name whose parameters are its operands and attributes.

    @lower
    def Concat(inputs, axis):
        return concatenate(inputs, axis)

Operands arrive as tensors, those that are left out as None, sequences as lists. One that is annotated must be a constant, or sizes that the
program tells, and arrives as that (`arithmetic/contents.py`); in an older form of the operator it is an attribute of the same name. `op`
is the operation, `converter` what lowers its regions. The answer is a tensor or a sequence, or a list of one per result.

What StableHLO does not have and TensorFlow does is left as an op of `tf` (`tensorflow`): `--tf-to-stablehlo` lowers it, or the host computes it.
"""

from __future__ import annotations

import inspect
from typing import NamedTuple

from tfir.dialects.onnx.element_types import STRING
from tfir.ir.diagnostics import Error
from tfir.ir.types import I64, TensorType
from tfir.ods.binding import plain
from tfir.ods.shapes import is_static

from tfopt.arithmetic.sizes import active, builders, ir_type, note_named
from tfopt.arithmetic.tensor import Tensor, literal, sizes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from tfir.ir.operations import Operation
    from tfir.ir.types import Type

NAMING = ("domain_name", "function_name", "overload", "onnx_node_name")  # attributes that say which operator a node is, and which it was
LOWERINGS: dict[str, Callable[..., Any]] = {}
FAMILIES = (
    "attention", "choosing", "classes", "contraction", "control_flow", "creation", "elementwise", "images", "indexing", "learning", "normalization",
    "quantization", "random", "recurrent", "reduction", "resizing", "sequences", "shaping", "signals", "texts", "trees", "window",
)  # fmt: skip


class TensorSequence(list):
    """A sequence of tensors, which is one value."""


class TensorMap(NamedTuple):
    """A map: keys, and the value of each. With values of one more axis in front it is a sequence of maps of the same keys."""

    keys: Tensor
    values: Tensor


def lower(function):
    """Registers the lowering of the operator that the function is named after."""
    LOWERINGS[function.__name__] = function
    return function


def lowered_by(**functions) -> None:
    """Registers functions as the lowerings of operators."""
    LOWERINGS.update(functions)


def lowering_of(local: str):
    """The lowering of an operator; an older form has that of the newest where it has none of its own."""
    if local not in LOWERINGS and "V" in local and local[local.rindex("V") + 1 :].isdigit():
        local = local[: local.rindex("V")]
    return LOWERINGS.get(local)


def lowered_by_order(function: Callable[..., Any], op: Operation, operands: Sequence[Any], converter: Any) -> list[Any]:
    """What a node of another domain becomes, which has no line in the dialect's table: its operands are bound to a function's parameters by their order, those that are
    left out as None, its attributes by name, and its subgraphs by the names that the node has for them. `Rest` stands for all operands that are left."""
    parameters = inspect.signature(function).parameters
    places = [name for name, each in parameters.items() if each.kind is inspect.Parameter.POSITIONAL_ONLY]
    attributes = {name: plain(value) for name, value in op.attributes.items() if name not in NAMING and not name.startswith("onnx.")}
    names: Any = op.attributes.get("onnx.region_names")
    attributes |= dict(zip([each.value for each in names] if names is not None else [], op.regions))
    stray = next((name for name in attributes if name not in parameters), None)
    if stray is not None:
        raise Error(f"has an attribute '{stray}' that is not known")
    if "converter" in parameters:
        attributes["converter"] = converter
    is_listed = any([each.kind is inspect.Parameter.VAR_POSITIONAL for each in parameters.values()])
    given = list(operands) if is_listed else [*operands, *[None] * (len(places) - len(operands))]
    values = function(*given, **attributes)
    return values if isinstance(values, list) else [values]


def tensorflow(name: str, operands: Sequence[Tensor], types: Sequence[TensorType], **attributes: Any) -> list[Tensor]:
    """Builds an op of TensorFlow with results of these types."""
    op = builders[-1].create(f"tf.{name}", [operand.value for operand in operands], [ir_type(type) for type in types], attributes)
    for result, type in zip(op.results, types):
        if type.element is STRING:  # whose sizes StableHLO cannot ask for
            active[-1].shapes[result] = tuple(type.shape or ())  # type: ignore[arg-type]  # symbols among them
        else:
            note_named([result], [type])
    return [Tensor(result) for result in op.results]


def elementwise_tf(name: str):
    """The function of one tensor that is an elementwise op of TensorFlow."""
    return lambda x: tensorflow(name, [x], [x.type])[0]


def shape_tensor(shape: Sequence[Any], element: Type = I64) -> Tensor:
    """Sizes as a list of numbers, of which the program computes those that are not known."""
    import numpy as np

    if is_static(tuple(shape)):
        return literal(np.array(list(shape), np.int64), element)
    tensor = sizes(tuple(shape)).convert(element)
    active[-1].contents[tensor.value] = list(shape)
    return tensor
