"""Checks of ops around what they hold: lists, variables, partitions, examples."""

from tfir.dialects.tf.verify.checks import has_rank, is_known
from tfir.dialects.tf_type import SubtypedType, element_base
from tfir.ir.diagnostics import Bare


def held(type) -> int:
    """The number of tensor types that a resource or variant type holds."""
    return len(type.element.subtypes) if isinstance(type.element, SubtypedType) else 0


def empty_tensor_list(op, element_shape, max_num_elements, handle):
    return tensor_list(op, element_shape, handle) or counted(max_num_elements, "max_num_elements")


def tensor_list_reserve(op, element_shape, num_elements, handle):
    return tensor_list(op, element_shape, handle) or counted(num_elements, "num_elements")


def tensor_list(op, element_shape, handle) -> str | None:
    """The error message for a tensor list, or None. Its element type may be an attribute, as in a node, instead of a subtype."""
    if held(handle) > 1 or (not held(handle) and "element_dtype" not in op.attributes):
        return "must have exactly one subtype in the result variant type"
    return tensor_list_stack(element_shape)


def tensor_list_stack(element_shape):
    return None if has_rank(element_shape, 0, 1) else "requires element_shape operand to be 0D/1D tensor"


def counted(type, name: str) -> str | None:
    return None if has_rank(type, 0) else f"requires {name} operand to be 0D tensor"


def variable_handle(resource):
    return None if held(resource) == 1 else "must have exactly one subtype in the result resource type"


def static_dimension_bounds(input, static_shape):
    rank = None if input.shape is None else len(input.shape)
    if rank is not None and rank > 2:
        return "was used with an input tensor with rank > 2, only tensors of rank 1,2 are supported"
    if not has_rank(static_shape, 1):
        return "static shape must be of rank 1 (vector)"
    if rank is not None and is_known(static_shape) and static_shape.shape[0] != rank:
        return "static shape must have num_elements == rank of input tensor"
    return None


def partitioned_input(inputs, partition_dims, is_packed):
    parts = 1
    for size in partition_dims:
        parts *= size
    count = 1 if is_packed else parts
    if (partition_dims or is_packed) and len(inputs) != count:
        return f"expected {count} inputs, got {len(inputs)}"
    return None


def execute_and_update(args, device_var_reads_indices, device_var_updates_indices):
    handles = sum([element_base(type.element).text == "!tf_type.resource" for type in args])
    listed = ("device_var_reads_indices", device_var_reads_indices, 0), ("device_var_updates_indices", device_var_updates_indices, -1)
    for name, numbers, least in listed:
        if len(numbers) != handles:
            requirement = f"the same size as number of resource handles in 'args' ({handles})"
            return f"requires '{name}' to be {requirement}, but got {len(numbers)}"
        for index, number in enumerate(numbers):
            if number < least:
                return f"requires '{name}' to contain values of at least {least}, but got {number} at index {index}"
    return None


def parse_example(dense_defaults, sparse_indices, sparse_values, sparse_shapes, dense_values, ragged_values, ragged_row_splits, num_sparse):
    if len(dense_values) != len(dense_defaults):
        return Bare("output 'dense_values' should have same length as attribute 'Tdense'")
    if num_sparse != len(sparse_values):
        return Bare("attribute 'num_sparse' should be the same as the length of attribute 'sparse_types'")
    for name, values in (("sparse_indices", sparse_indices), ("sparse_shapes", sparse_shapes)):
        if len(values) != len(sparse_values):
            return Bare(f"output '{name}' should have same length as attribute 'sparse_types'")
    if len(ragged_values) != len(ragged_row_splits):
        return Bare("attribute 'ragged_value_types' should have same length as attribute 'ragged_split_types'")
    return None


VERIFY = {
    "EmptyTensorList": empty_tensor_list, "TensorListReserve": tensor_list_reserve, "TensorListStack": tensor_list_stack,
    "VarHandleOp": variable_handle, "SetStaticDimensionBounds": static_dimension_bounds, "TPUPartitionedInputV2": partitioned_input,
    "TPUExecuteAndUpdateVariables": execute_and_update, "ParseExampleV2": parse_example,
}  # fmt: skip
