"""Evaluates ops of TensorFlow, and infers their shapes in a graph, for check_tf_ops.py; run by an interpreter that has TensorFlow.

    tensorflow_ops.py 0|1

The argument says whether with oneDNN. Reads from stdin (op, arrays by operand, attributes, None) and answers on stdout with (results,
None) or (None, error). With shapes by operand in place of the None it answers with the results' shapes in a graph; CONSTANT there stands
for an operand that the graph knows. To an op without a name it answers with the names of all ops that a CPU has kernels for. Each message is a pickle behind its length.
"""

import os
import pickle
import resource
import struct
import sys

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
os.environ["TF_ENABLE_ONEDNN_OPTS"] = sys.argv[1]
PIPE = os.fdopen(os.dup(1), "wb")
os.dup2(2, 1)  # what TensorFlow prints is no answer
resource.setrlimit(resource.RLIMIT_AS, (12 << 30, 12 << 30))

import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402
from tensorflow.core.framework import types_pb2  # noqa: E402
from tensorflow.python.eager import context, execute  # noqa: E402
from tensorflow.python.framework import kernels, op_def_library, op_def_registry  # noqa: E402

CONSTANT = "constant"
MOST = 1 << 22  # elements of a result


def value(kind: str, given):
    if kind == "type":
        return given if isinstance(given, int) else types_pb2.DataType.Value(given)
    if kind.startswith("list("):
        return [value(kind[5:-1], one) for one in given]
    return given


def default(attribute):
    stored = attribute.default_value
    which = stored.WhichOneof("value")
    if which == "list":
        return [one for field in ("s", "i", "f", "b", "type") for one in getattr(stored.list, field)]
    return None if which is None or which == "shape" else getattr(stored, which)


def derived_attributes(op, groups) -> dict:
    """The attributes that say how many operands there are, and of which types."""
    derived = {}
    for argument, tensors in zip(op.input_arg, groups):
        if argument.number_attr:
            derived[argument.number_attr] = len(tensors)
        if argument.type_list_attr:
            derived[argument.type_list_attr] = [each.dtype.as_datatype_enum for each in tensors]
        elif argument.type_attr and tensors:
            derived[argument.type_attr] = tensors[0].dtype.as_datatype_enum
    return derived


def chosen_attributes(op, given: dict, derived: dict) -> dict:
    """Those that are given, that the operands tell, or that the op has where nothing says them."""
    chosen = {
        each.name: value(each.type, given[each.name]) if each.name in given else derived.get(each.name, default(each)) for each in op.attr
    }
    return {name: one for name, one in chosen.items() if one is not None}


STORED_AS = {tf.qint8: tf.int8, tf.quint8: tf.uint8, tf.qint16: tf.int16, tf.quint16: tf.uint16, tf.qint32: tf.int32}


def operand(each: np.ndarray, argument, given: dict) -> tf.Tensor:
    """An array as a tensor; integers as quantized ones where the attributes say so."""
    named = given.get(argument.type_attr) if argument.type_attr else None
    kind = tf.dtypes.as_dtype(value("type", named)) if named else None
    return tf.bitcast(tf.constant(each), kind) if kind in STORED_AS else tf.constant(each)


def content(result: tf.Tensor) -> np.ndarray:
    result = tf.bitcast(result, STORED_AS[result.dtype]) if result.dtype in STORED_AS else result
    return result.numpy() if result.shape.rank or result.dtype != tf.string else np.array(result.numpy(), object)


def count_of(argument, values: dict) -> int:
    if argument.type_list_attr:
        return len(values[argument.type_list_attr])
    return values[argument.number_attr] if argument.number_attr else 1


def evaluated(name: str, arrays, given: dict) -> list:
    op = op_def_registry.get(name)
    groups = [[operand(each, argument, given) for each in group] for argument, group in zip(op.input_arg, arrays)]
    values = chosen_attributes(op, given, derived_attributes(op, groups))
    attributes = tuple([part for pair in values.items() for part in pair])
    count = sum([count_of(argument, values) for argument in op.output_arg])
    inputs = [tensor for group in groups for tensor in group]
    results = execute.quick_execute(name, count, inputs, attributes, context.context())
    return [content(each) for each in results]


def inferred(name: str, arrays, given: dict, shapes) -> list:
    """The shapes of the results: lists with None for a size that is not known, or None."""
    op = op_def_registry.get(name)
    with tf.Graph().as_default() as graph:
        inputs, groups = {}, []
        for argument, group, shapes_of_group in zip(op.input_arg, arrays, shapes):
            tensors = [
                operand(each, argument, given) if shape == CONSTANT else placeholder(each, shape)
                for each, shape in zip(group, shapes_of_group)
            ]
            groups.append(tensors)
            inputs[argument.name] = tensors if argument.number_attr or argument.type_list_attr else tensors[0]
        derived = derived_attributes(op, groups)
        attributes = {key: one for key, one in chosen_attributes(op, given, derived).items() if key not in derived}
        op_def_library.apply_op(name, **inputs, **attributes)
        last = graph.get_operations()[-1]
        return [None if each.shape.rank is None else each.shape.as_list() for each in last.outputs]


def placeholder(array: np.ndarray, shape):
    return tf.compat.v1.placeholder(tf.string if array.dtype == object else array.dtype, shape)


def ops_with_kernels() -> list[str]:
    return sorted({each.op for each in kernels.get_all_registered_kernels().kernel if each.device_type == "CPU"})


def answer(name: str, arrays, given: dict, shapes):
    try:
        if not name:
            return ops_with_kernels(), None
        if shapes is not None:
            return inferred(name, arrays, given, shapes), None
        results = evaluated(name, arrays, given)
        return (results, None) if all([each.size <= MOST for each in results]) else (None, "TooLarge: drawn numbers ask for so much")
    except Exception as error:
        return None, f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"


def main():
    tf.config.threading.set_intra_op_parallelism_threads(1)
    tf.config.threading.set_inter_op_parallelism_threads(1)
    context.ensure_initialized()
    while head := sys.stdin.buffer.read(8):
        packed = pickle.dumps(answer(*pickle.loads(sys.stdin.buffer.read(struct.unpack("<q", head)[0]))))
        PIPE.write(struct.pack("<q", len(packed)) + packed)
        PIPE.flush()


if __name__ == "__main__":
    main()
