"""Ops on quantized values: a value is held as its stored integers, and an op with the trait `dequantizing` computes with the numbers that
they stand for.

Source: StableHLO specification, "Quantization computations". Numbers are of the expressed type throughout, and rounded to it after each
step. What the specification leaves open: a zero point is subtracted without overflow, and NaN is stored as 0, or the storage minimum or
maximum that is nearest to 0; and how precisely products are summed: exactly, as whole numbers of which 32 bits hold all, which then are scaled.
So are sums of numbers of 32 bits at one scale.
"""

from __future__ import annotations

from tfir.ir.quantized_types import QuantizedType, default_range, is_quantized
from tfir.ir.types import I32, I64, TensorType, TupleType, Type
from tfir.ods.arrays import dtype_of
from tfir.ods.binding import Binding
from tfir.ods.numpy_on_demand import np
from tfir.ods.operand_shapes import shapes_asked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from tfir.ir.operations import Operation
    from tfir.ods.arrays import Array, Dtype
    from tfir.ods.binding import Operands
    from tfir.ods.dialect import OpDefinition
    from tfir.ods.operand_shapes import OperandShapes


def expressed(type: Type) -> Type:
    """The type of the numbers that a value stands for: the type itself where it is not quantized."""
    return type.with_element(type.element.expressed) if isinstance(type, TensorType) and is_quantized(type) else type


def stored(type: Type) -> Type:
    """The type that a value is held as: the type itself where it is not quantized."""
    if isinstance(type, TupleType):
        return TupleType(map(stored, type.elements))
    return type.with_element(type.element.storage) if isinstance(type, TensorType) and is_quantized(type) else type


def along_axis(numbers: Sequence[float], element: QuantizedType, rank: int, dtype: Dtype) -> Array:
    """Scales or zero points in a shape that broadcasts against tensors of that rank."""
    shape = [1] * rank
    if element.axis is not None:
        shape[element.axis] = len(numbers)
    return np.array(numbers, np.float64).astype(dtype).reshape(shape)


def dequantized(array: Array, element: QuantizedType) -> Array:
    """The numbers of the expressed type that stored integers stand for."""
    dtype, whole = dtype_of(element.expressed), np.dtype(np.int64)
    distance = array.astype(whole) - along_axis(element.zero_points, element, array.ndim, whole)
    return np.asarray(distance.astype(dtype) * along_axis(element.scales, element, array.ndim, dtype))


def quantized(numbers: Array, element: QuantizedType) -> Array:
    """The stored integers that stand for numbers of the expressed type, or for the nearest number that has one."""
    dtype = dtype_of(element.expressed)
    scales, zeros = (along_axis(each, element, numbers.ndim, dtype) for each in (element.scales, element.zero_points))
    limits = np.array([element.minimum, element.maximum], np.float64).astype(dtype)
    with np.errstate(all="ignore"):
        places = np.minimum(np.maximum(numbers / scales + zeros, limits[0]), limits[1])
        whole = np.where(np.isnan(places), places.dtype.type(0), np.rint(places)).astype(np.float64).astype(np.int64)
    # A limit that the expressed type lacks was rounded, perhaps beyond the storage.
    kept: Array = np.clip(whole, element.minimum, element.maximum).astype(dtype_of(element.storage))
    return kept


def requantized(array: Array, before: Type, after: Type) -> Array:
    """A value of one type as one of another, where both are quantized and differ; else the value as it is."""
    if not is_quantized(before) or not is_quantized(after) or before.element is after.element:
        return array
    return quantized(dequantized(array, before.element), after.element)


def dequantized_if(value: Any, type: Type) -> Any:
    return dequantized(value, type.element) if is_quantized(type) else value


def quantized_if(value: Any, type: Type) -> Any:
    return quantized(np.asarray(value), type.element) if is_quantized(type) else value


def sums_of(op: Operation, definition: OpDefinition) -> QuantizedType | None:
    """Of products of quantized operands the type of their exact sums: 32 bits, at the product of the scales. None where not all sums surely fit 32
    bits, and where the scales of the operands do not tell those of the sums."""
    if not is_exactly("bilinear", definition) or len(op.operands) != 2:
        return None
    lhs, rhs = [value.type for value in op.operands]
    left, right = lhs.element, rhs.element
    if (
        not (isinstance(left, QuantizedType) and isinstance(right, QuantizedType))
        or left.axis is not None
        or left.expressed is not right.expressed
    ):
        return None
    if max(left.storage.width, right.storage.width) > 8 or (right.axis is not None and any(right.zero_points)):
        return None
    terms, axes = about_products("terms", op, definition), about_products("channels", op, definition)
    if (
        terms is None
        or terms * farthest(left) * farthest(right) >= MOST_SUM
        or (right.axis is not None and (axes is None or axes[1] != right.axis))
    ):
        return None
    dtype = dtype_of(left.expressed).type
    scales = tuple([float(dtype(left.scales[0]) * dtype(scale)) for scale in right.scales])
    least, most = default_range(I32)
    axis = axes[0] if right.axis is not None and axes is not None else None
    return QuantizedType(I32, left.expressed, axis, scales, (0,) * len(scales), least, most)


def is_exactly(kind: str, definition: OpDefinition) -> bool:
    return kind in definition.traits.get("dequantizing", ())


def about_products(what: str, op: Operation, definition: OpDefinition) -> Any:
    """What the semantics of an op that sums products say of it, from types."""
    function = getattr(definition.semantics, what, None)
    return None if function is None else Binding.of(definition, function).call(op, [value.type for value in op.operands])


def farthest(element: QuantizedType) -> int:
    """How far what is stored may be from its zero point."""
    return max([max(element.maximum - zero, zero - element.minimum) for zero in element.zero_points])


def are_sums(element: QuantizedType, sums: QuantizedType) -> bool:
    """Whether a quantized type stores what sums of another store."""
    alike = (element.storage, element.minimum, element.maximum) == (sums.storage, sums.minimum, sums.maximum)
    if not alike or element.axis != sums.axis or any(element.zero_points) or element.expressed is not sums.expressed:
        return False
    dtype = dtype_of(element.expressed)
    return np.array_equal(np.array(element.scales).astype(dtype), np.array(sums.scales).astype(dtype))


def is_sum_of_stored(op: Operation, definition: OpDefinition) -> bool:
    """Whether an op adds up numbers of one scale: then it adds up what is stored of them."""
    elements = {value.type.element for value in (*op.operands, *op.results) if isinstance(value.type, TensorType)}
    element = next(iter(elements), None)
    if len(elements) != 1 or not isinstance(element, QuantizedType) or any(element.zero_points) or element.storage is not I32:
        return False
    return is_exactly("linear", definition)


MOST_SUM = 1 << 31


class Evaluation(Binding):
    """How `evaluate` is called for an operation: where its op has the trait `dequantizing` and some of its values are quantized, on the
    numbers that these stand for. Operands must have the shapes that the op's line asks for."""

    __slots__ = ("asked",)

    def __init__(self, definition: OpDefinition, function: Callable[..., Any]):
        super().__init__(definition, function)
        self.asked = shapes_asked(definition)

    def dequantizes(self, op: Operation) -> bool:
        return "dequantizing" in self.definition.traits and is_quantized(*[value.type for value in (*op.operands, *op.results)])

    def call(self, op: Operation, operands: Operands, **context: Any) -> Any:
        if self.asked is not None:
            self.asked.check(operands)
        if not self.dequantizes(op):
            return super().call(op, operands, **context)
        return self.on_numbers(op, lambda types: lambda numbers: Binding.call(self, op, numbers, **context, result_types=types))(operands)

    def prepared(self, op: Operation, **context: Any) -> Callable[[Operands], Any]:
        if self.asked is not None:
            return self.checking(self.asked, super().prepared(op, **context))
        if not self.dequantizes(op):
            return super().prepared(op, **context)
        prepared = super().prepared
        return self.on_numbers(op, lambda types: prepared(op, **context, result_types=types))

    def on_numbers(self, op: Operation, computing: Callable[[list[Type]], Callable[[Operands], Any]]) -> Callable[[Operands], Any]:
        """What the op makes of stored integers, by what computes results of given types: with whole numbers where its sums are exact."""
        sums = sums_of(op, self.definition)
        if sums is not None:
            return self.around_sums(op, sums, computing([op.results[0].type.with_element(I32)]))
        if is_sum_of_stored(op, self.definition):
            return around_stored(op, computing([result.type.with_element(I64) for result in op.results]))
        return self.around(op, computing(types_computed(op)))

    def around_sums(self, op: Operation, sums: QuantizedType, function: Callable[[Operands], Any]) -> Callable[[Operands], Any]:
        elements = [value.type.element for value in op.operands]
        after = op.results[0].type.element
        small = np.dtype(np.int16)

        def call(operands: Operands) -> Any:
            distances = [
                array.astype(small) - along_axis(each.zero_points, each, array.ndim, small) for array, each in zip(operands, elements)
            ]
            total = np.asarray(function(distances))
            return total if are_sums(after, sums) else quantized(dequantized(total, sums), after)

        return call

    def checking(self, asked: OperandShapes, function: Callable[[Operands], Any]) -> Callable[[Operands], Any]:
        def call(operands: Operands) -> Any:
            asked.check(operands)
            return function(operands)

        return call

    def around(self, op: Operation, function: Callable[[Operands], Any]) -> Callable[[Operands], Any]:
        """A function of stored integers from one of the numbers that they stand for."""
        before, after = [[value.type for value in values] for values in (op.operands, op.results)]

        def call(operands: Operands) -> Any:
            results = function([dequantized_if(value, type) for value, type in zip(operands, before)])
            if isinstance(results, list):
                return [quantized_if(value, type) for value, type in zip(results, after)]
            return quantized_if(results, after[0])

        return call


def around_stored(op: Operation, function: Callable[[Operands], Any]) -> Callable[[Operands], Any]:
    """An op that adds up what is stored of 32 bits; what is beyond them is the nearest number that has them."""
    element = op.results[0].type.element

    def call(operands: Operands) -> Any:
        total = function([array.astype(np.int64) for array in operands])
        return np.clip(total, element.minimum, element.maximum).astype(np.int32)

    return call


def types_computed(op: Operation) -> list[Type]:
    return [expressed(result.type) for result in op.results]


def evaluation(definition: OpDefinition, function: Callable[..., Any]) -> Evaluation:
    """How `function`, the `evaluate` of an op's semantics, is called for ops of that definition."""
    return Evaluation.of(definition, function)
