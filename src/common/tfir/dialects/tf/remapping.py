"""Semantics: matrices and vocabularies of a model carried over to another one, whose rows and columns stand for other words."""

from __future__ import annotations

from tfir.dialects.tf.errors import internal, listed, unimplemented
from tfir.dialects.tf.files import path_in
from tfir.dialects.tf.tables import Table, lines_of
from tfir.ir.diagnostics import Error
from tfir.ir.types import F32
from tfir.ods.element_types import element_of_word
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics


class GenerateVocabRemapping(OpSemantics):
    """For each new word the line where it stood in the old file, or -1; and how many there are of those that stood there."""

    def infer(num_new_vocab):
        return [(num_new_vocab,), ()]

    def evaluate(state, new_vocab_file, old_vocab_file, new_vocab_offset, num_new_vocab, old_vocab_size):
        paths = path_in(new_vocab_file), path_in(old_vocab_file)
        if not all(paths):
            raise Error("new vocab filename cannot be empty.")
        new, old = [lines_of(state.read_file(path), size, path) for path, size in zip(paths, (-1, old_vocab_size))]
        if new_vocab_offset + num_new_vocab > len(new):
            raise Error("lookup table size must be larger than last new vocab entry's line")
        table = Table(element_of_word("str"), element_of_word("i64"), is_constant=True)
        table.fill(words(old), np.arange(len(old)))
        remapping = table.find(words(new[new_vocab_offset : new_vocab_offset + num_new_vocab]), np.array(-1))
        return [remapping, np.array(np.count_nonzero(remapping != -1), np.int32)]


def words(lines: list[bytes]) -> np.ndarray:
    result = np.empty(len(lines), object)
    result[:] = lines
    return result


class LoadAndRemapMatrix(OpSemantics):
    """A matrix of a checkpoint with its rows and columns in other places. The cells of rows and columns that are not of it, told by -1, are given
    in order. (Columns that are told to be of it and are not, TensorFlow leaves unset; here they are 0.)"""

    def infer(num_rows, num_cols):
        return (num_rows, num_cols)

    def evaluate(state, ckpt_path, old_tensor_name, row_remapping, col_remapping, initializing_values, num_rows, num_cols):
        if row_remapping.ndim != 1:
            raise Error(f"The `row_remapping` tensor must be 1-D, got a tensor of shape {listed(row_remapping.shape)}")
        if row_remapping.size != num_rows:
            raise Error(f"Size of row_remapping is {row_remapping.size} instead of being equal to num_rows={num_rows}")
        require_different(row_remapping)
        if col_remapping.size not in (0, num_cols):
            raise Error(f"Provided col_remapping, but its size is {col_remapping.size} instead of being equal to num_cols={num_cols}")
        require_different(col_remapping)
        name = path_in(old_tensor_name)
        old = state.restore_tensor(path_in(ckpt_path), name, "", F32)
        if old.ndim != 2:
            raise Error(f"Tensor {name} has shape {listed(old.shape)} of invalid rank {old.ndim} instead of expected shape of rank 2.")
        if not col_remapping.size and num_cols != old.shape[1]:
            told = f"where the size of its 2nd dimension is {old.shape[1]} instead of being equal to num_cols={num_cols}"
            raise Error(f"Tensor {name} has shape {listed(old.shape)}, {told}")
        columns = col_remapping if col_remapping.size else np.arange(num_cols)
        return moved(old, row_remapping, columns, initializing_values.ravel())


def require_different(remapping) -> None:
    """Raises Error where two places are told to come from one."""
    places: dict[int, int] = {}
    for new, old in enumerate(remapping.tolist()):
        if old >= 0 and places.setdefault(old, new) != new:
            raise unimplemented(f"Old ID {old} is mapped to both new ID {places[old]} and {new}, which is not supported.")


def moved(old, rows, columns, missing) -> np.ndarray:
    """The rows and columns of a matrix, and where they are negative what is `missing`."""
    if rows.size and rows.max() >= len(old):
        least = rows[rows >= 0].min()
        raise internal(f"Extent in dimension 0 out of bounds: shape = {listed(old.shape)}, slice = {least},{rows.max() - least + 1}:-")
    result = np.zeros((len(rows), len(columns)), np.float32)
    is_there, is_stored = (rows[:, None] >= 0) & (columns >= 0), (rows[:, None] >= 0) & (columns >= 0) & (columns < old.shape[1])
    sources = np.broadcast_arrays(rows[:, None], columns)
    result[is_stored] = old[sources[0][is_stored], sources[1][is_stored]]
    lacking = np.count_nonzero(~is_there)
    if lacking > missing.size:
        raise Error(f"initializing_values contained {missing.size} elements, but more missing values remain.")
    if lacking < missing.size:
        told = f"but only {lacking} elements were used to fill in missing values."
        raise Error(f"initializing_values contained {missing.size} elements, {told}")
    result[~is_there] = missing
    return result
