"""Building ONNX's operators, in the form of operator set 18, and the recipes of operations.

Recipes compute with tensors of the arithmetic of StableHLO, whose operations have recipes themselves; `onnx` builds an operator.
"""

from __future__ import annotations

from math import prod

from tfir.dialects.onnx.element_types import NUMBERS
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import F16, F32, F64, I1, I8, I16, I32, I64, NONE, UI8, UI16, UI32, FloatType, IntegerType, Type
from tfir.ods.arrays import array_of, dense_of
from tfir.ods.numpy_on_demand import np

from tfopt.arithmetic.tensor import Tensor, current
from tfopt.recipes.recipes import Recipes, need_sizes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# The type that arithmetic on narrower numbers is computed in, as ONNX Runtime has kernels for it; what it gives is cut off again.
WIDER: dict[Type, Type] = {I8: I32, UI8: I32, I16: I32, UI16: I32, UI32: I64}


def wide_of(element: Type) -> Type:
    """The type that numbers of one are computed with in."""
    if isinstance(element, FloatType):
        return element if element in (F16, F32, F64) else F32
    if isinstance(element, IntegerType) and element is not I1 and element.width < 8:
        return I32
    return WIDER.get(element, element)


OPEN: set[str] = set()  # operations whose recipes take tensors of sizes that are not known


def need_sizes_unless_open(op: Operation) -> None:
    if op.name not in OPEN:
        need_sizes(*op.operands, *op.results)


RECIPES = Recipes("ONNX", need_sizes_unless_open)
recipe = RECIPES.recipe


def open_recipe(function):
    """A recipe that takes sizes that are not known, too."""
    recipe(function)
    OPEN.update([name for name, each in RECIPES.items() if each is function])
    return function


def onnx(name: str, operands, type: Any, **attributes) -> Tensor:
    """An operator with one result of a type. Operands that are None are left out."""
    return onnx_many(name, operands, [type], **attributes)[0]


def onnx_many(name: str, operands, types, regions=(), **attributes) -> list[Tensor]:
    values = [none() if each is None else each.value for each in operands]
    given = {key: each for key, each in attributes.items() if each is not None}
    op = current().create(f"onnx.{name}", values, types, given, regions)
    return [Tensor(result) for result in op.results]


def none() -> Value:
    return current().value("onnx.NoValue", [], NONE)


def numbers(content, element: Type = I64) -> Tensor:
    """A constant of some numbers."""
    elements = dense_of(np.array(content), element)
    return Tensor(current().value("onnx.Constant", [], elements.type, {"value": elements}))


def cast(x: Tensor, element: Type) -> Tensor:
    """Under another element type: integers are cut off, floats rounded, towards zero where they become integers."""
    if x.element is element:
        return x
    if element not in NUMBERS:
        raise Error(f"gives numbers of type {element}, which ONNX does not have")
    return onnx("Cast", [x], x.type.with_element(element), to=NUMBERS[element])


BROADCASTING: set[str] = set()  # operators that compute element by element, of which those of several operands broadcast


def elementwise(name: str, operands, type: Any, **attributes) -> Tensor:
    BROADCASTING.add(f"onnx.{name}")
    return onnx(name, operands, type, **attributes)


def computed(name: str, operands, **attributes) -> Tensor:
    """An elementwise operator on numbers of one type, which gives that type, or truth values."""
    own = operands[0].element
    wide = wide_of(own)
    operands = [cast(each, wide) for each in operands]
    return cast(elementwise(name, operands, operands[0].type, **attributes), own)


def told(name: str, *operands: Tensor) -> Tensor:
    """An operator that gives truth values."""
    wide = wide_of(operands[0].element)
    operands = tuple([cast(each, wide) for each in operands])
    return elementwise(name, operands, operands[0].type.with_element(I1))


def reshaped(x: Tensor, shape) -> Tensor:
    """Under another shape, of which one size may be what is left."""
    shape = list(shape)
    if shape == list(x.shape) and shape.count(None) <= 1:
        return x
    if shape.count(None) > 1 or None in shape and 0 in shape:
        raise Error(f"would give a {x.type.with_shape(shape)}; its recipe needs known sizes (see --input-shapes)")
    content = content_of_weights(x)
    if content is not None:
        return numbers(content.reshape(shape), x.element)
    asked = [-1 if size is None else size for size in shape]
    return onnx("Reshape", [x, list_of(asked)], x.type.with_shape(shape), **({"allowzero": 1} if 0 in shape else {}))


def content_of_weights(x: Tensor):
    """The array of a constant that is read here alone, so that it can lie in the model in another order; else None."""
    op = x.value.op
    if op is None or op.name not in ("onnx.Constant", "stablehlo.constant") or len(x.value.uses) > 1:
        return None
    elements = op.get("value")
    return None if elements.is_splat and elements.type.size > 1 else array_of(elements)


def list_of(sizes: list) -> Tensor:
    return numbers(np.array(sizes, np.int64))


def product_of(sizes):
    """None where one is not known."""
    return None if None in sizes else prod(sizes)


def transposed(x: Tensor, order) -> Tensor:
    order = list(order)
    if order == list(range(x.rank)):
        return x
    content = content_of_weights(x)
    if content is not None:
        return numbers(content.transpose(order), x.element)
    return onnx("Transpose", [x], x.type.with_shape([x.shape[axis] for axis in order]), perm=order)


def expanded(x: Tensor, shape) -> Tensor:
    """Spread to a shape; what is not known of that has to be in the operand."""
    shape = list(shape)
    if shape == list(x.shape):
        return x
    own = [None] * (len(shape) - x.rank) + list(x.shape)
    for at, size in enumerate(shape):
        if size is None and (at < len(shape) - x.rank or own[at] is not None):
            raise Error(f"would give a {x.type.with_shape(shape)}; its recipe needs known sizes (see --input-shapes)")
    return onnx("Expand", [x, list_of([1 if size is None else size for size in shape])], x.type.with_shape(shape))


def cut(x: Tensor, starts, limits, steps=None) -> Tensor:
    """A slice; of axes that are taken whole nothing is said."""
    steps = steps or [1] * x.rank
    axes = [at for at in range(x.rank) if (starts[at], limits[at], steps[at]) != (0, x.shape[at], 1)]
    if not axes:
        return x
    shape = [
        (max(0, -(-(limits[at] - starts[at]) // steps[at])) if at in axes else x.shape[at]) for at in range(x.rank)
    ]  # of those that are not cut as they are
    told = [[each[axis] for axis in axes] for each in (starts, limits)]
    stride = [numbers([steps[axis] for axis in axes])] if any([steps[axis] != 1 for axis in axes]) else []
    return onnx("Slice", [x, numbers(told[0]), numbers(told[1]), numbers(axes), *stride], x.type.with_shape(shape))
