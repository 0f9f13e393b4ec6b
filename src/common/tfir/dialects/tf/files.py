"""Semantics: ops that read and write whole files, and name them."""

from __future__ import annotations

import math

from tfir.dialects.tf.creation import stated
from tfir.dialects.tf.errors import internal, unimplemented
from tfir.dialects.tf.tensor_arrays import shown
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ScalarResult


def path_in(filename) -> str:
    """A scalar of text as a path."""
    path: str = np.asarray(filename).item().decode("utf-8", "surrogateescape")
    return path


def as_text(string: str) -> np.ndarray:
    return np.array(string.encode("utf-8", "surrogateescape"), object)


class ReadFile(ScalarResult):
    def evaluate(state, filename):
        if filename.ndim:
            raise Error(f"Input filename tensor must be scalar, but had shape: {shown(filename.shape)}")
        return np.array(state.read_file(path_in(filename)), object)


class WriteFile(OpSemantics):
    def evaluate(state, filename, contents):
        for name, value in (("filename", filename), ("contents", contents)):
            if value.ndim:
                raise Error(f"Input {name} tensor must be scalar, but had shape: {shown(value.shape)}")
        state.disk.write(path_in(filename), contents.item())
        return []


class ImmutableConst(OpSemantics):
    """The first bytes of a file, which TensorFlow maps into memory, as a tensor."""

    def infer(shape):
        return stated(shape)

    def evaluate(state, dtype, shape, memory_region_name):
        element = dtype_of(dtype)
        if element.kind == "O":
            raise unimplemented("Sorry, DT_STRING is not currently supported for ImmutableConstOp.")
        content, needed = state.read_file(memory_region_name), element.itemsize * math.prod(shape)
        if needed > len(content):
            raise internal(f"Readonly memory region has wrong length ({len(content)}) when allocating {needed}")
        numbers = np.frombuffer(content[:needed], np.uint8 if element.kind == "b" else element)
        return (numbers & 1 != 0 if element.kind == "b" else numbers).reshape(shape)


class MatchingFiles(OpSemantics):
    """The paths that match patterns, in order; one that matches several stands there several times."""

    def infer(op):
        return None

    def evaluate(state, pattern):
        if pattern.ndim > 1:
            raise Error(f"Input patterns tensor must be scalar or vector, but had shape: {shown(pattern.shape)}")
        paths = [path for each in pattern.ravel() for path in state.disk.matching(path_in(each))]
        result = np.empty(len(paths), object)
        result[:] = sorted([path.encode("utf-8", "surrogateescape") for path in paths])
        return result


class ShardedFilename(ScalarResult):
    def evaluate(basename, shard, num_shards):
        return as_text(f"{path_in(basename)}-{int(shard):05}-of-{int(num_shards):05}")


class ShardedFilespec(ScalarResult):
    def evaluate(basename, num_shards):
        return as_text(f"{path_in(basename)}-?????-of-{int(num_shards):05}")
