"""Answers of TFLite's reference kernels, under a Python that has TensorFlow: cases come as lines of JSON, and go with their results.

A case is one operation: `op` as the tfl dialect calls it, `operands`, `attributes` as its table names them, and `results`. An operand or a
result is {"type": "i8", "shape": [..], "scale": [..], "zero": [..], "axis": 0, "const": true, "variable": true, "data": [..]}, of which only the first is always
there; an operand that is left out is null. Of a result the kernels say shape and data, in the last of `calls` calls. A case that they refuse gets "error".

    tf/bin/python tools/tensorflow_lite.py < cases.jsonl > answers.jsonl
"""

from __future__ import annotations

import json
import re
import sys

import numpy as np

TYPES = {
    "f32": ("FLOAT32", np.float32), "f16": ("FLOAT16", np.float16), "f64": ("FLOAT64", np.float64), "i8": ("INT8", np.int8),
    "ui8": ("UINT8", np.uint8), "i16": ("INT16", np.int16), "ui16": ("UINT16", np.uint16), "i32": ("INT32", np.int32),
    "ui32": ("UINT32", np.uint32), "i64": ("INT64", np.int64), "ui64": ("UINT64", np.uint64), "i1": ("BOOL", np.bool_),
    "complex<f32>": ("COMPLEX64", np.complex64), "complex<f64>": ("COMPLEX128", np.complex128), "str": ("STRING", np.object_),
}  # fmt: skip
# Tables of options that are not called as their op is.
OPTIONS = {
    "conv_2d": "Conv2DOptions", "average_pool_2d": "Pool2DOptions", "max_pool_2d": "Pool2DOptions", "l2_pool_2d": "Pool2DOptions",
    "depthwise_conv_2d": "DepthwiseConv2DOptions", "conv_3d": "Conv3DOptions", "conv_3d_transpose": "Conv3DOptions",
    "l2_normalization": "L2NormOptions", "mean": "ReducerOptions", "sum": "ReducerOptions", "reduce_max": "ReducerOptions",
    "reduce_min": "ReducerOptions", "reduce_prod": "ReducerOptions", "reduce_any": "ReducerOptions", "reduce_all": "ReducerOptions",
    "topk_v2": "TopKV2Options", "padv2": "PadV2Options", "rnn": "RNNOptions", "svdf": "SVDFOptions", "lstm": "LSTMOptions", "basic_lstm": "LSTMOptions",
    "unidirectional_sequence_rnn": "SequenceRNNOptions", "bidirectional_sequence_rnn": "BidirectionalSequenceRNNOptions",
    "unidirectional_sequence_lstm": "UnidirectionalSequenceLSTMOptions",
    "bidirectional_sequence_lstm": "BidirectionalSequenceLSTMOptions", "lsh_projection": "LSHProjectionOptions",
    "space_to_batch_nd": "SpaceToBatchNDOptions", "batch_to_space_nd": "BatchToSpaceNDOptions", "random_standard_normal": "RandomOptions",
    "random_uniform": "RandomOptions", "multinomial": "RandomOptions", "rfft2d": "Rfft2dOptions", "segment_sum": "SegmentSumOptions",
    "batch_matmul": "BatchMatMulOptions", "stablehlo_pad": "StablehloPadOptions",
}  # fmt: skip
KERNELS = {"basic_lstm": "lstm"}  # ops that are an operator with a word among its options
ENUMS = {
    "fused_activation_function": "ActivationFunctionType", "padding": "Padding", "mode": "MirrorPadMode", "combiner": "CombinerType",
    "reduce_function": "ReduceWindowFunction", "kernel_type": "LSTMKernelType",
}  # fmt: skip
TYPE_FIELDS = ("out_type", "in_data_type", "out_data_type", "idx_out_type", "output_type", "output_data_type")


def camel(name: str) -> str:
    return "".join([part[:1].upper() + part[1:] for part in name.split("_")])


def lower_camel(name: str) -> str:
    text = camel(name)
    return text[:1].lower() + text[1:]


def options_of(op: str, attributes: dict, schema):
    """The number of the union's member, and the table with the attributes in it."""
    name = OPTIONS.get(op, camel(op) + "Options")
    union, table = schema.BuiltinOptions, name and getattr(schema, f"{name}T", None)
    if table is None:
        assert not attributes, f"{op} has no table of options"
        return 0, None, 1
    which = 2 if hasattr(schema.BuiltinOptions2, name) else 1
    union = schema.BuiltinOptions2 if which == 2 else union
    made = table()
    for key, value in attributes.items():
        field = lower_camel(key)
        if not hasattr(made, field):
            field = next((each for each in vars(made) if each.lower() == field.lower()), field)
        assert hasattr(made, field), f"{name} has no {field}: {sorted(vars(made))}"
        if isinstance(value, str):
            if op == "lsh_projection":
                value = getattr(schema.LSHProjectionType, value)
            elif key in ENUMS:
                value = getattr(getattr(schema, ENUMS[key]), value)
            elif value in TYPES:
                value = getattr(schema.TensorType, TYPES[value][0])
            else:
                kinds = [each for each in vars(schema).values() if isinstance(each, type) and isinstance(vars(each).get(value), int)]
                value = getattr(kinds[0], value)
        setattr(made, field, value)
    return getattr(union, name), made, which


def elements(operand: dict) -> np.ndarray:
    dtype = TYPES[operand["type"]][1]
    data = operand["data"]
    if np.dtype(dtype).kind == "c":
        data = [complex(*pair) for pair in data]
    if dtype is np.object_:
        data = [text.encode() for text in data]
    return np.array(data, dtype).reshape(operand["shape"])


def model_of(case: dict) -> bytes:
    import flatbuffers
    from tensorflow.lite.python import schema_py_generated as schema

    model, graph, operator = schema.ModelT(), schema.SubGraphT(), schema.OperatorT()
    model.version, model.buffers, graph.tensors = 3, [schema.BufferT()], []
    graph.inputs, operator.inputs = [], []
    for operand in case["operands"]:
        if operand is None:
            operator.inputs.append(-1)
            continue
        tensor = tensor_of(operand, schema)
        if operand.get("const"):
            buffer = schema.BufferT()
            buffer.data = np.frombuffer(elements(operand).tobytes(), np.uint8)
            tensor.buffer = len(model.buffers)
            model.buffers.append(buffer)
        elif operand.get("variable"):
            tensor.isVariable = True
        else:
            graph.inputs.append(len(graph.tensors))
        operator.inputs.append(len(graph.tensors))
        graph.tensors.append(tensor)
    operator.outputs = []
    for result in case["results"]:
        operator.outputs.append(len(graph.tensors))
        graph.tensors.append(tensor_of({"shape": [], **result}, schema))
    for each in case.get("intermediates", ()):
        operator.intermediates = [*(operator.intermediates or []), len(graph.tensors)]
        graph.tensors.append(tensor_of({"shape": [], **each}, schema))
    graph.outputs = list(operator.outputs)
    code = schema.OperatorCodeT()
    code.builtinCode = getattr(schema.BuiltinOperator, KERNELS.get(case["op"], case["op"]).upper())
    code.deprecatedBuiltinCode, code.version = min(code.builtinCode, 127), case.get("version", 1)
    kind, options, which = options_of(case["op"], case.get("attributes", {}), schema)
    if which == 1:
        operator.builtinOptionsType, operator.builtinOptions = kind, options
    else:
        operator.builtinOptions2Type, operator.builtinOptions2 = kind, options
    model.operatorCodes, graph.operators, model.subgraphs = [code], [operator], [graph]
    builder = flatbuffers.Builder(4096)
    builder.Finish(model.Pack(builder), b"TFL3")
    return bytes(builder.Output())


def tensor_of(operand: dict, schema):
    tensor = schema.TensorT()
    tensor.shape, tensor.type, tensor.name = operand["shape"], getattr(schema.TensorType, TYPES[operand["type"]][0]), "t"
    if "scale" in operand:
        tensor.quantization = schema.QuantizationParametersT()
        tensor.quantization.scale, tensor.quantization.zeroPoint = operand["scale"], operand["zero"]
        tensor.quantization.quantizedDimension = operand.get("axis", 0)
    return tensor


def interpreter_of(case: dict):
    """With the reference kernels; of the operators that have none (four) with the others."""
    from tensorflow.lite.python.interpreter import Interpreter, OpResolverType

    model = model_of(case)
    if case.get("kernels") == "default":
        return Interpreter(
            model_content=model, experimental_op_resolver_type=OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES, num_threads=1
        )
    try:
        return Interpreter(model_content=model, experimental_op_resolver_type=OpResolverType.BUILTIN_REF, num_threads=1)
    except ValueError:
        kernels = OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES
        return Interpreter(model_content=model, experimental_op_resolver_type=kernels, num_threads=1)


def answered(case: dict) -> dict:
    try:
        interpreter = interpreter_of(case)
        interpreter.allocate_tensors()
        given = [each for each in case["operands"] if each is not None and not each.get("const") and not each.get("variable")]
        for detail, operand in zip(interpreter.get_input_details(), given):
            interpreter.set_tensor(detail["index"], elements(operand))
        for _ in range(case.get("calls", 1)):
            interpreter.invoke()
        results = []
        for detail, result in zip(interpreter.get_output_details(), case["results"]):
            array = interpreter.get_tensor(detail["index"])
            results.append({**result, "shape": list(array.shape), "data": plain(array)})
        return {**case, "results": results}
    except (ValueError, RuntimeError, AssertionError, AttributeError, IndexError) as error:
        return {**case, "error": re.sub(r"\s+", " ", f"{type(error).__name__}: {error}")[:300]}


def plain(array: np.ndarray) -> list:
    if array.dtype.kind == "c":
        return [[float(each.real), float(each.imag)] for each in array.ravel()]
    if array.dtype == np.object_:
        return [text.decode() for text in array.ravel()]
    if array.dtype == np.float32:  # as few digits as tell it
        return [float(str(each)) for each in array.ravel()]
    return array.ravel().tolist()


def main() -> None:
    for line in sys.stdin:
        print(json.dumps(answered(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
