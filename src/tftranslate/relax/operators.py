"""Operators of Relax that compute exactly what an op of StableHLO says, and for which elements and forms they do.

Left out, since TVM 0.27 computes them otherwise on processors: maximum, minimum and the reductions by them, which lose NaN; not_equal of
floats, which is false for NaN; negative, which makes +0 of 0; tanh, which is 0 near 0; round, whose ties go to even; arithmetic of integers,
whose overflow is taken not to be.
"""

from __future__ import annotations

from tfir.analysis.reducers import single_op
from tfir.dialects.stablehlo.convolution import Window, window_of
from tfir.dialects.stablehlo.inference.checks import integers, word
from tfir.ir.types import ComplexType

from tftranslate.relax.element_types import BOOL, FLOAT, NARROW, SIGNED, UNSIGNED, dtype_name, kind_of, number_text
from tftranslate.relax.kernel import is_number, tuple_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tfir.ir.operations import Operation, Value

    from tftranslate.relax.function_writer import FunctionWriter

# An operator of the operands alone, and the kinds of elements for which it is exact
OPERATORS: dict[str, tuple[str, str]] = {
    "abs": ("f", "R.abs({0})"), "add": ("fn", "R.add({0}, {1})"), "atan2": ("f", "R.atan2({0}, {1})"), "ceil": ("f", "R.ceil({0})"),
    "cosine": ("f", "R.cos({0})"), "divide": ("fn", "R.divide({0}, {1})"), "exponential": ("f", "R.exp({0})"), "floor": ("f", "R.floor({0})"),
    "log": ("f", "R.log({0})"), "logistic": ("f", "R.sigmoid({0})"), "multiply": ("fn", "R.multiply({0}, {1})"), "power": ("f", "R.power({0}, {1})"),
    "round_nearest_even": ("f", "R.round({0})"), "rsqrt": ("f", "R.rsqrt({0})"), "sine": ("f", "R.sin({0})"), "sqrt": ("f", "R.sqrt({0})"),
    "subtract": ("fn", "R.subtract({0}, {1})"), "tan": ("f", "R.tan({0})"), "select": ("bsufn", "R.where({0}, {1}, {2})"),
}  # fmt: skip
OF_BITS = {"and": "and", "or": "or", "xor": "xor", "not": "not"}
COMPARISONS = {"EQ": "equal", "GE": "greater_equal", "GT": "greater", "LE": "less_equal", "LT": "less", "NE": "not_equal"}
MOST_PARTS = 8  # that are joined at once: TVM chooses among them for each element, by conditions one within the other
REDUCTIONS = {"stablehlo.add": ("f", "sum", 0), "stablehlo.multiply": ("f", "prod", 1)}


def is_operator(op: Operation) -> bool:
    """Whether there is an operator for an op, in some form."""
    return op.dialect == "stablehlo" and op.name.removeprefix("stablehlo.") in FORMS


def operator_of(writer: FunctionWriter, op: Operation) -> str | None:
    """An op as an operator of Relax; None where no operator is exact for its types and form."""
    name = op.name.removeprefix("stablehlo.")
    types = [value.type for value in (*op.operands, *op.results)]
    if any([isinstance(type.element, ComplexType) for type in types]):
        return None
    if name in FORMS:
        return FORMS[name](writer, op)
    kind = kind_of(op.results[0].type.element)
    if name in OPERATORS and kind in OPERATORS[name][0] and fits(writer, op):
        return OPERATORS[name][1].format(*operands_of(writer, op))
    if name in OF_BITS and kind != FLOAT and (kind, name) != (BOOL, "xor") and fits(writer, op):  # TVM compares truth values as floats
        return f"R.{'logical' if kind == BOOL else 'bitwise'}_{name}({', '.join(operands_of(writer, op))})"
    return None


def fits(writer: FunctionWriter, op: Operation) -> bool:
    """Whether the sizes of all operands are the same text, so that TVM sees it too."""
    return len({tuple(writer.sizes(value)) for value in op.operands if value.type.shape}) <= 1


def operands_of(writer: FunctionWriter, op: Operation) -> list[str]:
    """The operands by name. One number at all places is that number alone, where another operand has the shape."""
    splats = [writer.splat(value) for value in op.operands]
    shaped = [splat is None and len(value.type.shape) == len(op.results[0].type.shape) for splat, value in zip(splats, op.operands)]
    if not any(shaped):
        return [writer.name(value) for value in op.operands]
    return [
        writer.name(value) if splat is None else f'R.const({number_text(splat)}, "{dtype_name(value.type.element)}")'
        for splat, value in zip(splats, op.operands)
    ]


def is_static(op: Operation) -> bool:
    return all([value.type.is_static for value in (*op.operands, *op.results)])


def compare(writer: FunctionWriter, op: Operation) -> str | None:
    kind, direction = kind_of(op.operands[0].type.element), word(op.get("comparison_direction"))
    is_exact = kind in (SIGNED, UNSIGNED) or kind == FLOAT and direction != "NE" and word(op.get("compare_type")) != "TOTALORDER"
    return f"R.{COMPARISONS[direction]}({', '.join(operands_of(writer, op))})" if is_exact and fits(writer, op) else None


def convert(writer: FunctionWriter, op: Operation) -> str | None:
    before, after = kind_of(op.operands[0].type.element), kind_of(op.results[0].type.element)
    if before in (FLOAT, NARROW) and after not in (FLOAT, NARROW) or after == BOOL:
        return None
    return f'R.astype({writer.name(op.operands[0])}, dtype="{dtype_name(op.results[0].type.element)}")'


def transpose(writer: FunctionWriter, op: Operation) -> str:
    return f"R.permute_dims({writer.name(op.operands[0])}, axes={integers(op.attributes['permutation'])})"


def reshape(writer: FunctionWriter, op: Operation) -> str:
    return f"R.reshape({writer.name(op.operands[0])}, {tuple_text(writer.sizes(op.results[0]))})"


def concatenate(writer: FunctionWriter, op: Operation) -> str | None:
    others = [[size for dim, size in enumerate(writer.sizes(value)) if dim != op.get("dimension")] for value in op.operands]
    if any([each != others[0] for each in others]):
        return None
    names = [writer.name(value) for value in op.operands]
    while len(names) > MOST_PARTS:
        groups = [names[at : at + MOST_PARTS] for at in range(0, len(names), MOST_PARTS)]
        names = [writer.bind(joined(group, op.get("dimension"))) if len(group) > 1 else group[0] for group in groups]
    return joined(names, op.get("dimension"))


def joined(names: Sequence[str], axis: int) -> str:
    return f"R.concat({tuple_text(names)}, axis={axis})"


def slice_(writer: FunctionWriter, op: Operation) -> str | None:
    if not is_static(op):
        return None
    shape = op.operands[0].type.shape
    starts, limits, strides = [integers(op.attributes[name]) for name in ("start_indices", "limit_indices", "strides")]
    axes = [dim for dim, size in enumerate(shape) if (starts[dim], limits[dim], strides[dim]) != (0, size, 1)]
    if not axes or 0 in op.results[0].type.shape:
        return None if axes else writer.name(op.operands[0])
    lists = ", ".join(
        [f"{name}={[numbers[dim] for dim in axes]}" for name, numbers in (("begin", starts), ("end", limits), ("strides", strides))]
    )
    return f"R.strided_slice({writer.name(op.operands[0])}, axes={axes}, {lists})"


def reverse(writer: FunctionWriter, op: Operation) -> str:
    name = writer.name(op.operands[0])
    for axis in integers(op.attributes["dimensions"]):
        name = f"R.flip({name}, axis={axis})"
    return name


def broadcast_in_dim(writer: FunctionWriter, op: Operation) -> str | None:
    dimensions = integers(op.attributes["broadcast_dimensions"])
    before, after = writer.sizes(op.operands[0]), writer.sizes(op.results[0])
    grown = [size == "1" or size == after[dim] for size, dim in zip(before, dimensions)]
    if dimensions != sorted(dimensions) or not all(grown):
        return None
    name, rank = writer.name(op.operands[0]), len(after)
    spread = dict(zip(dimensions, before))
    if dimensions != list(range(rank - len(dimensions), rank)):
        name = f"R.reshape({name}, {tuple_text([spread.get(dim, '1') for dim in range(rank)])})"
    return f"R.broadcast_to({name}, {tuple_text(after)})"


def iota(writer: FunctionWriter, op: Operation) -> str | None:
    (size, *others), element = writer.sizes(op.results[0]), op.results[0].type.element
    if others or not is_number(size) or kind_of(element) not in (SIGNED, UNSIGNED) or size == "0":
        return None
    return f'R.arange(0, {size}, 1, dtype="{dtype_name(element)}")'


def product_dimensions(op: Operation) -> tuple[list[int], list[int], list[int], list[int]]:
    """Batching dimensions of both operands, and contracting ones."""
    numbers = op.attributes.get("dot_dimension_numbers")
    if numbers is None:
        return [], [], [len(op.operands[0].type.shape) - 1], [0]
    return (
        integers(numbers.lhs_batching_dimensions), integers(numbers.rhs_batching_dimensions),
        integers(numbers.lhs_contracting_dimensions), integers(numbers.rhs_contracting_dimensions),
    )  # fmt: skip


def dot_general(writer: FunctionWriter, op: Operation) -> str | None:
    """A product of matrices, between a permutation and a reshape of what is not laid out as one."""
    types = [value.type for value in (*op.operands, *op.results)]
    if not is_static(op) or any(
        [kind_of(type.element) != FLOAT or type.element is not types[0].element or 0 in type.shape for type in types]
    ):
        return None
    lhs_batch, rhs_batch, lhs_inner, rhs_inner = product_dimensions(op)
    lhs_free = [dim for dim in range(len(types[0].shape)) if dim not in (*lhs_batch, *lhs_inner)]
    rhs_free = [dim for dim in range(len(types[1].shape)) if dim not in (*rhs_batch, *rhs_inner)]
    left = as_matrices(writer, op.operands[0], [lhs_batch, lhs_free, lhs_inner])
    right = as_matrices(writer, op.operands[1], [rhs_batch, rhs_inner, rhs_free])
    product = f"R.matmul({left}, {right})"
    if len(lhs_free) == len(rhs_free) == 1:
        return product
    return f"R.reshape({writer.bind(product)}, {tuple_text(writer.sizes(op.results[0]))})"


def as_matrices(writer: FunctionWriter, value: Value, groups: Sequence[list[int]]) -> str:
    """Dimensions in the order of groups; of all but the first, which batches, each group becomes one dimension."""
    order = [dim for group in groups for dim in group]
    name, shape = writer.name(value), value.type.shape
    if order != sorted(order):
        name = writer.bind(f"R.permute_dims({name}, axes={order})")
    if all([len(group) == 1 for group in groups[1:]]):
        return name
    sizes = [str(shape[dim]) for dim in groups[0]]
    for group in groups[1:]:
        size = 1
        for dim in group:
            size *= shape[dim]
        sizes.append(str(size))
    return writer.bind(f"R.reshape({name}, {tuple_text(sizes)})")


SPACE = {1: "W", 2: "HW", 3: "DHW"}


def window_of_convolution(op: Operation) -> Window:
    names = ("window_strides", "padding", "lhs_dilation", "rhs_dilation", "window_reversal")
    return window_of(op.attributes["dimension_numbers"], *[op.attributes.get(name) for name in names])


def convolution(writer: FunctionWriter, op: Operation) -> str | None:
    """A convolution whose window only strides, is dilated and padded, as neural networks have it."""
    types = [value.type for value in (*op.operands, *op.results)]
    window = window_of_convolution(op)
    rank, lowest = len(window.strides), min([size for pair in window.padding for size in pair], default=0)
    if (
        not is_static(op)
        or rank not in SPACE
        or window.reversal
        or max(window.base_dilation) > 1
        or lowest < 0
        or op.get("batch_group_count") > 1
    ):
        return None
    layouts = [layout_of(order, letters) for order, letters in (
        (window.input_order, f"N{SPACE[rank]}C"), (window.kernel_order, f"{SPACE[rank]}IO"), (window.output_order, f"N{SPACE[rank]}C"),
    )]  # fmt: skip
    is_known = layouts[0] == layouts[2] and layouts[0] in (f"N{SPACE[rank]}C", f"NC{SPACE[rank]}")
    if not is_known or any([kind_of(type.element) != FLOAT or type.element is not types[0].element or 0 in type.shape for type in types]):
        return None
    padding = [low for low, _ in window.padding] + [high for _, high in window.padding]
    return (
        f"R.nn.conv{rank}d({writer.name(op.operands[0])}, {writer.name(op.operands[1])}, strides={window.strides}, padding={padding}, "
        f'dilation={window.dilation}, groups={op.get("feature_group_count")}, data_layout="{layouts[0]}", kernel_layout="{layouts[1]}")'
    )


def layout_of(order: Sequence[int], letters: str) -> str:
    return "".join([letter for _, letter in sorted(zip(order, letters))])


def reduce(writer: FunctionWriter, op: Operation) -> str | None:
    kinds, name, neutral = REDUCTIONS.get(single_op(op.region.entry) or "", ("", "", 0))
    element, dimensions = op.results[0].type.element, integers(op.attributes["dimensions"])
    if (
        len(op.results) != 1
        or kind_of(element) not in kinds
        or op.operands[0].type.element is not element
        or not dimensions
        or not is_static(op)
    ):
        return None
    if 0 in op.operands[0].type.shape or writer.splat(op.operands[1]) != neutral:
        return None
    return f"R.{name}({writer.name(op.operands[0])}, axis={dimensions}, keepdims=False)"


FORMS: dict[str, Callable[[FunctionWriter, Operation], str | None]] = {
    "compare": compare, "convert": convert, "transpose": transpose, "reshape": reshape, "concatenate": concatenate, "slice": slice_,
    "reverse": reverse, "broadcast_in_dim": broadcast_in_dim, "iota": iota, "dot_general": dot_general, "dot": dot_general,
    "convolution": convolution, "reduce": reduce, "dynamic_reshape": reshape,
}  # fmt: skip
