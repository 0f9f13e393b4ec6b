"""Semantics: ops that save tensors in checkpoints, and restore them."""

from __future__ import annotations

from tfir.dialects.tf.files import path_in
from tfir.ir.diagnostics import Error
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics


def texts(array) -> list[str]:
    return [each.decode("utf-8", "surrogateescape") for each in array.ravel().tolist()]


class SaveV2(OpSemantics):
    def evaluate(state, prefix, tensor_names, shape_and_slices, tensors, dtypes):
        if tensor_names.size != shape_and_slices.size:
            told = f"{tensor_names.size} vs. {shape_and_slices.size}"
            raise Error(f"tensor_names and shape_and_slices have different number of elements: {told}")
        require_as_many(tensor_names, tensors)
        state.save_checkpoint(path_in(prefix), list(zip(texts(tensor_names), tensors, texts(shape_and_slices), dtypes)))
        return []


def require_as_many(names, tensors) -> None:
    if names.size != len(tensors):
        raise Error(f"Got {names.size} tensor names but {len(tensors)} tensors.")


class Save(OpSemantics):
    """A checkpoint of the first format."""

    def evaluate(state, filename, tensor_names, data, T):
        require_as_many(tensor_names, data)
        state.save_checkpoint(
            path_in(filename),
            [(name, each, "", element) for name, each, element in zip(texts(tensor_names), data, T)],
            is_first_format=True,
        )
        return []


class SaveSlices(OpSemantics):
    def evaluate(state, filename, tensor_names, shapes_and_slices, data, T):
        require_as_many(tensor_names, data)
        require_as_many(shapes_and_slices, data)
        parts = list(zip(texts(tensor_names), data, texts(shapes_and_slices), T))
        state.save_checkpoint(path_in(filename), parts, is_first_format=True)
        return []


class RestoreV2(OpSemantics):
    def infer(op):
        return [None] * len(op.results)

    def evaluate(state, prefix, tensor_names, shape_and_slices, dtypes):
        asked = zip(texts(tensor_names), texts(shape_and_slices), dtypes)
        return [state.restore_tensor(path_in(prefix), *each) for each in asked]


class Restore(OpSemantics):
    def infer(op):
        return None

    def evaluate(state, file_pattern, tensor_name, dt):
        return np.asarray(state.restore_tensor(path_in(file_pattern), path_in(tensor_name), "", dt))


class RestoreSlice(Restore):
    def evaluate(state, file_pattern, tensor_name, shape_and_slice, dt):
        return np.asarray(state.restore_tensor(path_in(file_pattern), path_in(tensor_name), path_in(shape_and_slice), dt))


class MergeV2Checkpoints(OpSemantics):
    """One checkpoint of several: their data become its shards, and they are gone."""

    def evaluate(state, checkpoint_prefixes, destination_prefix, delete_old_dirs, allow_missing_files):
        state.merge_checkpoints(texts(checkpoint_prefixes), path_in(destination_prefix), delete_old_dirs, allow_missing_files)
        return []
