"""Semantics: what is told of the numbers in a tensor, for debuggers. Behind a gate that a debugger opens there is nothing to tell.
Source: TensorFlow, core/kernels/debug_ops.h; compiler/mlir/quantization/tensorflow/calibrator for DumpTensor."""

from __future__ import annotations

from tfir.dialects.tf.dataset_files import compressed, framed
from tfir.dialects.tf.dtypes import DTYPES
from tfir.dialects.tf.handles import handed_on
from tfir.dialects.tf.records import serialized
from tfir.dialects.tf.summaries import text
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of, element_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ShapeOfFirst, ops_of

SIZES_SHOWN = 6


def number_of(dtype) -> int:
    """The number of an element type on the wire."""
    text = str(element_of(dtype))
    return next(number for number, _, _, own in DTYPES if own in (text, f"s{text}"))


def counted(x) -> tuple:
    """How many are the negative infinity, the positive one, NaN, and of the others negative, zero, positive."""
    wide = x.astype(np.float64) if x.dtype.kind not in "iub" else x
    is_nan, is_finite = np.isnan(wide), np.isfinite(wide)
    parts = wide == -np.inf, wide == np.inf, is_nan, is_finite & (wide < 0), is_finite & (wide == 0), is_finite & (wide > 0)
    return tuple([int(np.count_nonzero(each)) for each in parts])


def health(x) -> list:
    lowest, highest, nan, *_ = counted(x)
    return [float(lowest + highest + nan > 0)]


def concise(x) -> list:
    lowest, highest, nan, *_ = counted(x)
    return [x.size, lowest, highest, nan]


def full(x) -> list:
    """Behind -1, for a device that is not known."""
    return [-1, number_of(x.dtype), x.ndim, x.size, *counted(x)]


def shape_told(x) -> list:
    sizes = [*x.shape[-SIZES_SHOWN:], *[0] * (SIZES_SHOWN - x.ndim)]
    return [number_of(x.dtype), x.ndim, x.size, *sizes]


def reduced(x) -> list:
    lowest, highest, nan, *_ = counted(x)
    return [-np.inf if lowest else 0, np.inf if highest else 0, np.nan if nan else 0]


MODES = {2: (health, 2), 3: (concise, 5), 4: (full, 11), 5: (shape_told, 10), 8: (reduced, 3)}  # with how many numbers they tell
WITHOUT_ID = {8}


class DebugNumericSummaryV2(OpSemantics):
    def infer(tensor_debug_mode):
        return (MODES[tensor_debug_mode][1],) if tensor_debug_mode in MODES else None

    def evaluate(input, output_dtype, tensor_debug_mode, tensor_id):
        if tensor_debug_mode not in MODES:
            raise Error(f"Unimplemented tensor debug mode: {tensor_debug_mode}")
        numbers = MODES[tensor_debug_mode][0](input)
        return np.array(numbers if tensor_debug_mode in WITHOUT_ID else [tensor_id, *numbers], dtype_of(output_dtype))


class DebugNumericSummary(OpSemantics):
    """Counts, extremes, mean and variance of what is finite, then type and shape. What lies beyond a bound counts as infinite."""

    def infer(input, gated_grpc):
        return (0,) if gated_grpc else None if input.shape is None else (14 + len(input.shape),)

    def evaluate(input, lower_bound, upper_bound, gated_grpc):
        if gated_grpc:
            return np.zeros(0)
        wide = input.astype(np.float64).ravel()
        low, high, is_nan = wide <= lower_bound, wide >= upper_bound, np.isnan(wide)
        inside = ~(low | high | is_nan)
        parts = is_nan, low, inside & (wide < 0), inside & (wide == 0), inside & (wide > 0), high
        finite = wide[np.isfinite(wide)]
        told = [np.inf, -np.inf, np.nan, np.nan]
        if len(finite):
            mean = np.add.accumulate(finite)[-1] / len(finite)  # one after the other, as the kernel adds
            told = [finite.min(), finite.max(), mean, np.add.accumulate((finite - mean) ** 2)[-1] / len(finite)]
        shape = [number_of(input.dtype), input.ndim, *input.shape]
        return np.array([1, input.size, *[np.count_nonzero(each) for each in parts], *told, *shape], np.float64)


class DebugNanCount(OpSemantics):
    def infer(gated_grpc):
        return (0,) if gated_grpc else (1,)

    def evaluate(input, gated_grpc):
        return np.array([] if gated_grpc else [counted(input)[2]], np.int64)


class DebugIdentity(OpSemantics):
    """Behind a gate that no debugger has opened there is nothing."""

    def infer(input, gated_grpc):
        return (0,) if gated_grpc else handed_on(input)

    def evaluate(input, gated_grpc):
        return np.empty(0, input.dtype) if gated_grpc else input


class DumpTensor(OpSemantics):
    """Appends the tensor to the records of a file, which is compressed as a whole, and says in another one of which node it is."""

    def evaluate(op, state, tensor_data, log_dir_path, file_name, enabled, func_name, node_name):
        folder, name = str(log_dir_path), str(file_name)
        records = state.of_node("dumped tensors", op, lambda: [])
        if enabled:
            records.append(framed(serialized(tensor_data, in_content=True).item()))
        state.disk.write(f"{folder}/{name}", compressed(b"".join(records), "ZLIB"))
        state.disk.write(f"{folder}/quant_unit.pb", text(2, str(node_name).encode()) + text(3, str(func_name).encode()))
        return []


SEMANTICS = ops_of(ShapeOfFirst, DebugIdentityV2=lambda input: input)
