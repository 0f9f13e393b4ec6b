"""Makes arithmetic on shapes, which has the type `index`, arithmetic on tensors of i32.

Where the two meet stand casts, `index` to `tensor<i32>` and `tensor<Nxindex>` to `tensor<Nxi32>` and back, most of which are for canonicalization
to cancel. Source: openxla/stablehlo, ShapeLegalizeToStablehlo.cpp.
"""

from __future__ import annotations

from tfir.dialects import dialect
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I32, INDEX, TensorType, Type

from tfopt.arithmetic.tensor import Tensor, array, building, constant, current, emit, splat
from tfopt.generic.canonicalization.constants import number
from tfopt.rewrite.conversion import ConversionTarget, apply_conversion
from tfopt.rewrite.pattern import FunctionPattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfopt.rewrite.conversion import Judge

TITLE = "ShapeLegalizeToStablehloPass"


def shape_legalize_to_stablehlo(func: "Func"):
    home = dialect("stablehlo")
    assert home is not None
    of_indices: dict[str, Judge] = {f"stablehlo.{local}": takes_indices for local in home.table}
    target = ConversionTarget(legal=["tensor.cast"], illegal=["shape", "tensor", "arith.index_cast", "arith.muli"], judged=of_indices)
    patterns = [FunctionPattern((name,), by(function)) for name, function in CONVERSIONS.items()]
    apply_conversion(
        func, target, [*patterns, FunctionPattern(("stablehlo.dynamic_broadcast_in_dim", "stablehlo.dynamic_reshape"), with_tensors)]
    )


def takes_indices(op: Operation) -> str | None:
    return "operands are of type index" if any([is_index(value.type) for value in op.operands]) else None


def is_index(type: Type) -> bool:
    return type is INDEX or (isinstance(type, TensorType) and type.element is INDEX)


def by(convert):
    """The pattern of a function that makes a tensor of an operation, or None where it knows none."""

    def rewrite(op: Operation, rewriter) -> bool:
        with building(rewriter.builder):
            result = convert(op)
            values = None if result is None else [cast(result.value, op.result.type)]
        return values is not None and rewriter.replace(op, values)

    return rewrite


def cast(value: Value, type: Type) -> Value:
    return value if value.type is type else current().value("builtin.unrealized_conversion_cast", [value], type)


def as_tensor(value: Value) -> Tensor | None:
    """An index, or a tensor of indices or i32 with known sizes, as a tensor of i32."""
    type = value.type
    if type is INDEX:
        return Tensor(cast(value, TensorType((), I32)))
    if isinstance(type, TensorType) and type.is_static and type.element in (INDEX, I32):
        return Tensor(cast(value, type.with_element(I32)))
    return None


def factor(value: Value) -> Tensor | None:
    """As `as_tensor`, but a constant index becomes a constant."""
    content = number(value) if value.type is INDEX else None
    return as_tensor(value) if content is None else splat(content, (), I32)


def element(x: Tensor, *index: int) -> Tensor:
    bounds = {"start_indices": array(index), "limit_indices": array([at + 1 for at in index]), "strides": array([1] * len(index))}
    return emit("slice", [x], TensorType((1,) * len(index), I32), **bounds).reshape()


def joined(parts: list[Tensor]) -> Tensor:
    return emit("concatenate", parts, TensorType((sum([part.size for part in parts]),), I32), dimension=0)


def has_type(op: Operation, *shape: int) -> bool:
    """Whether the result is the tensor of indices, or the index, that tensors of i32 of such a shape stand for."""
    return op.result.type is (TensorType(shape, INDEX) if shape else INDEX)


def constant_shape(op: Operation) -> Tensor | None:
    sizes = op.attributes["shape"].values()
    return vector(sizes) if has_type(op, len(sizes)) else None


def vector(sizes: list[int]) -> Tensor:
    return constant(DenseAttr.of(sizes, TensorType((len(sizes),), I32)))


def product_of_indices(op: Operation) -> Tensor | None:
    if not is_index(op.result.type):
        return None
    lhs, rhs = [factor(value) for value in op.operands]
    return None if lhs is None or rhs is None else lhs * rhs


def index_cast(op: Operation) -> Tensor | None:
    """Between index and integers; of numbers apart, integers of any width, of tensors i32 alone."""
    operand, type = op.operands[0], op.result.type
    if type is INDEX:
        return Tensor(cast(operand, TensorType((), operand.type)))
    if operand.type is INDEX:
        tensor = as_tensor(operand)
        return tensor if type is I32 or tensor is None else tensor.convert(type)
    return as_tensor(operand) if all([each.element in (INDEX, I32) for each in (operand.type, type)]) else None


def number_of_elements(op: Operation) -> Tensor | None:
    """One product after the other: each is folded alone, if its size is known."""
    sizes = as_tensor(op.operands[0])
    if sizes is None or not has_type(op):
        return None
    product = splat(1, (), I32)
    for axis in range(sizes.size):
        product = product * element(sizes, axis)
    return product


def shape_of(op: Operation) -> Tensor | None:
    operand = op.operands[0]
    rank = None if operand.type.shape is None else len(operand.type.shape)
    if rank is None or op.result.type is not TensorType((rank,), INDEX):
        return None
    return joined([size(operand, axis).reshape(1) for axis in range(rank)]) if rank else vector([])


def size(operand: Value, axis: int) -> Tensor:
    return emit("get_dimension_size", [Tensor(operand)], TensorType((), I32), dimension=axis)


def broadcast(op: Operation) -> Tensor | None:
    """Of two shapes that fit together the larger sizes, a shorter shape having ones in front."""
    shapes = [shape for shape in map(as_tensor, op.operands) if shape is not None]
    longest = max([shape.size for shape in shapes], default=0)
    if not len(shapes) == len(op.operands) == 2 or not has_type(op, longest):
        return None
    lhs, rhs = [shape if shape.size == longest else joined([splat(1, (longest - shape.size,), I32), shape]) for shape in shapes]
    return emit("maximum", [lhs, rhs], lhs.type)


def dimension(op: Operation) -> Tensor | None:
    axis = number(op.operands[1])
    return None if axis is None else size(op.operands[0], axis)


def extracted(op: Operation) -> Tensor | None:
    operand, *places = op.operands
    index, sizes = [number(value) for value in places], operand.type.shape
    tensor = as_tensor(operand)
    if None in index or tensor is None or any([at >= most for at, most in zip(index, sizes)]):
        return None
    return element(tensor, *index)


def from_elements(op: Operation) -> Tensor | None:
    type = op.result.type
    if type.rank == 0:
        return Tensor(cast(op.operands[0], type))
    if type.rank != 1 or type.element is not INDEX:
        return None
    return joined([one_element(value) for value in op.operands])


def one_element(value: Value) -> Tensor:
    """An index as a tensor of one element."""
    content = number(value)
    return Tensor(cast(value, TensorType((), I32))).reshape(1) if content is None else splat(content, (1,), I32)


def with_tensors(op: Operation, rewriter) -> bool:
    """Takes i32 where it takes indices."""
    with building(rewriter.builder):
        tensors = [as_tensor(value) if is_index(value.type) else Tensor(value) for value in op.operands]
    operands = [tensor.value for tensor in tensors if tensor is not None]
    if len(operands) < len(tensors):
        return False
    return rewriter.replace(op, rewriter.builder.create(op.name, operands, [op.result.type], op.attributes).results)


CONVERSIONS = {
    "shape.broadcast": broadcast, "shape.const_shape": constant_shape, "shape.num_elements": number_of_elements,
    "shape.shape_of": shape_of, "arith.index_cast": index_cast, "arith.muli": product_of_indices, "tensor.dim": dimension,
    "tensor.extract": extracted, "tensor.from_elements": from_elements,
}  # fmt: skip
