"""Checks of the ops that stand for XLA's: windows, reductions and sorts whose computation is a function."""

from tfir.dialects.tf.verify.checks import has_rank, is_known
from tfir.dialects.tf.verify.control_flow import function
from tfir.ir.types import I1


def convolution(window_strides, padding, lhs_dilation, rhs_dilation, feature_group_count, known_window_strides, known_padding,
                known_lhs_dilation, known_rhs_dilation, known_feature_group_count):  # fmt: skip
    constants = known_window_strides, known_padding, known_lhs_dilation, known_rhs_dilation, known_feature_group_count
    if None in constants:
        return None
    if not has_rank(window_strides, 1):
        return "expects window_stride to be a vector"
    if not has_rank(padding, 2) or padding.shape[1] != 2:
        return "expects padding to be a matrix with minor dimension 2"
    for name, type in (("lhs_dilation", lhs_dilation), ("rhs_dilation", rhs_dilation)):
        if not has_rank(type, 1):
            return f"expects {name} to be a vecotr"
    return None if has_rank(feature_group_count, 0) else "expects feature_group_count to be a scalar"


def along_axes(input, named, space: str, ranked: bool) -> str | None:
    """The error message where constants do not have one number for each axis of the input, or None."""
    for name, type, values in named:
        if values is None:
            continue
        if ranked and len(type.shape) != 1:
            return f"expects the rank of {name}to be 1, got {len(type.shape)}"
        if input.shape is not None and len(values) != len(input.shape):
            return f"expects the size of {name}{space}to be equal to the input rank ({len(values)} vs. {len(input.shape)})"
    return None


def padded(padding, values) -> str | None:
    if values is not None and (len(padding.shape) != 2 or padding.shape[1] != 2):
        return f"expects padding to be a matrix with minor dimension 2, got {', '.join(map(str, padding.shape))}"
    return None


def reduce_window(op, input, window_dimensions, window_strides, base_dilations, window_dilations, padding, known_window_dimensions,
                  known_window_strides, known_base_dilations, known_window_dilations, known_padding):  # fmt: skip
    named = (
        ("window_dimensions", window_dimensions, known_window_dimensions), ("window_strides", window_strides, known_window_strides),
        ("base_dilations", base_dilations, known_base_dilations), ("window_dilations", window_dilations, known_window_dilations),
    )  # fmt: skip
    wrong = along_axes(input, named, " ", ranked=True) or padded(padding, known_padding)
    return wrong or two_parameters(function(op, op.attributes["computation"]), "reduction")


def two_parameters(computation, kind: str) -> str | None:
    if computation is None:
        return f"has no {kind} function specified"
    inputs = computation.attributes["function_type"].type.inputs
    return None if len(inputs) == 2 else f"expects {kind} function to take 2 parameters, but has {len(inputs)} parameter(s)"


def select_and_scatter(
    op, operand, window_dimensions, window_strides, padding, known_window_dimensions, known_window_strides, known_padding
):
    named = (("window_dimensions", window_dimensions, known_window_dimensions), ("window_strides", window_strides, known_window_strides))
    wrong = along_axes(operand, named, "", ranked=False) or padded(padding, known_padding)
    chosen = function(op, op.attributes["select"])
    wrong = wrong or two_parameters(chosen, "select")
    if wrong is not None:
        return wrong
    results = chosen.attributes["function_type"].type.results
    if len(results) != 1 or getattr(results[0], "element", results[0]) is not I1:
        return f"expects select function to return a single boolean result but got '{results[0]}'"
    return two_parameters(function(op, op.attributes["scatter"]), "scatter")


def variadic_reduce(input):
    if not input:
        return "No input"
    return "This version is limited to operands of the same dtype" if len({type.element for type in input}) > 1 else None


def variadic_reduce_v2(op, inputs, init_values, dimensions_to_reduce):
    if not inputs:
        return "No inputs"
    if len(init_values) != len(inputs):
        return f"Number of inputs ({len(inputs)}) is different than number of init_values ({len(init_values)})"
    wrong = shapes_differ(inputs, "inputs")
    if wrong is not None:
        return wrong
    if is_known(inputs[0]) and len(dimensions_to_reduce) > len(inputs[0].shape):
        return "Invalid dimensions_to_reduce argument to XlaVariadicReduceV2"
    for number, type in enumerate(init_values):
        if not has_rank(type, 0):
            return f"init_values[{number}] must be a scalar but got [{', '.join(map(str, type.shape))}]"
    return one_block(function(op, op.attributes["reducer"]), "reducer")


def shapes_differ(types, name: str) -> str | None:
    first = types[0]
    for number, type in enumerate(types):
        if is_known(first) and is_known(type) and type.shape != first.shape:
            other = ", ".join(map(str, first.shape))
            return f"{name}[{number}] has shape [{', '.join(map(str, type.shape))}] different than the shape of {name}[0]: {other}"
    return None


def one_block(computation, kind: str) -> str | None:
    if computation is None:
        return f"No {kind}"
    return None if len(computation.regions[0].blocks) == 1 else f"{kind} has more than one block"


def variadic_sort(op, inputs, dimension, known_dimension):
    wrong = shapes_differ(inputs, "input")
    if wrong is None and known_dimension is not None and not has_rank(dimension, 0):
        return "dimension must be a scalar"
    return wrong or one_block(function(op, op.attributes["comparator"]), "comparator")


def call_module(op):
    for reference in op.attributes.get("function_list", ()):
        if function(op, reference) is None:
            return f"refers to an undefined function: {reference}"
    return None


VERIFY = {
    "XlaConvV2": convolution, "XlaReduceWindow": reduce_window, "XlaSelectAndScatter": select_and_scatter,
    "XlaVariadicReduce": variadic_reduce, "XlaVariadicReduceV2": variadic_reduce_v2, "XlaVariadicSort": variadic_sort,
    "XlaCallModule": call_module,
}  # fmt: skip
