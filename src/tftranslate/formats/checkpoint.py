"""Checkpoints, and the files of tensors that they are made into and made of."""

from __future__ import annotations

from tfir.cli.files import Output, read_bytes, shown_name
from tfir.cli.flags import Flag
from tfir.cli.process import UsageError

from tftranslate.formats import Direction, Kind


def checkpoint_to_npz(source: str, arguments) -> None:
    """Writes all tensors of a checkpoint as arrays by their names, in the order in which they are stored."""
    from tfir.execution.values import save_archive
    from tfir.storage.checkpoint.npz import arrays

    bundle = bundle_of(source)
    with Output(arguments.output, binary=True) as out:
        save_archive(out, arrays(bundle.in_order()))


def npz_to_checkpoint(source: str, arguments) -> None:
    """Writes the arrays of an .npz file as a checkpoint."""
    from tfir.execution.values import load_file
    from tfir.storage.checkpoint.npz import tensors_of

    prefix, arrays = prefix_of(arguments), load_file(source, takes_records=True)
    if not isinstance(arrays, dict):
        raise UsageError(f"'{source}' is one array; a checkpoint is made of an .npz file, whose arrays have names")
    write(prefix, tensors_of(arrays, shown_name(source)), arguments)


def checkpoint_to_safetensors(source: str, arguments) -> None:
    """Writes all tensors of a checkpoint as a .safetensors file."""
    from tfir.storage.checkpoint.safetensors import pieces

    bundle = bundle_of(source)
    with Output(arguments.output, binary=True) as out:
        for piece in pieces(bundle.in_order()):
            out.write(piece)


def safetensors_to_checkpoint(source: str, arguments) -> None:
    """Writes the tensors of a .safetensors file as a checkpoint."""
    from tfir.storage.checkpoint.safetensors import tensors_of

    prefix = prefix_of(arguments)
    write(prefix, tensors_of(read_bytes(source), shown_name(source)), arguments)


def write(prefix: str, tensors, arguments) -> None:
    """Writes a checkpoint: of the first format as one file."""
    from tfir.storage.checkpoint.write_bundle import Part, write_bundle
    from tfir.storage.checkpoint.write_slices import write_slices

    if arguments.first_format:
        write_slices(prefix, [Part(*each) for each in tensors])
    else:
        write_bundle(prefix, tensors)


def bundle_of(source: str):
    """The checkpoint that a path means: its prefix, its index or file, a directory with one, its file `checkpoint`, or a SavedModel."""
    from tfir.storage.checkpoint.opening import open_checkpoint

    from tftranslate.recognition import CHECKPOINT, SAVED_MODEL, recognize, refuse_other
    from tftranslate.saved_model.directory import SavedModelDirectory

    file = recognize(source)
    if file.kind == SAVED_MODEL:
        return SavedModelDirectory(source).variables
    refuse_other(file.kind, CHECKPOINT, shown_name(source))
    if source == "-":
        raise UsageError("a checkpoint has several files; name it by what these have in common, or by its index")
    return open_checkpoint(file.path)


def prefix_of(arguments) -> str:
    if arguments.output == "-":
        raise UsageError("a checkpoint has several files; -o PREFIX says how their names begin")
    return arguments.output


def begins_checkpoint(data) -> bool:
    from tfir.storage.checkpoint.opening import latest_of
    from tfir.storage.checkpoint.table import is_table

    return is_table(data) or latest_of(bytes(data[: 1 << 16])) is not None


def begins_safetensors(data) -> bool:
    from tfir.storage.checkpoint.safetensors import is_safetensors

    return is_safetensors(data)


KINDS = [
    Kind("checkpoint", "--checkpoint-to-npz", begins_checkpoint),
    Kind("safetensors", "--safetensors-to-checkpoint", begins_safetensors),
]
DIRECTIONS = [
    Direction(
        Flag("checkpoint-to-npz", "Read a checkpoint, by its prefix or from a SavedModel, and write its tensors as an .npz file."),
        checkpoint_to_npz,
        is_binary=lambda arguments: True,
    ),
    Direction(
        Flag("npz-to-checkpoint", "Read an .npz file and write its arrays as a checkpoint, -o PREFIX."),
        npz_to_checkpoint,
        ("first-format",),
    ),
    Direction(
        Flag("checkpoint-to-safetensors", "The same as a .safetensors file; tensors of strings stand in its metadata."),
        checkpoint_to_safetensors,
        is_binary=lambda arguments: True,
    ),
    Direction(
        Flag("safetensors-to-checkpoint", "Read a .safetensors file and write its tensors as a checkpoint, -o PREFIX."),
        safetensors_to_checkpoint,
        ("first-format",),
    ),
]
FLAGS = [
    Flag("first-format", "Write a checkpoint as one file, -o FILE, as savers of SaverDef.V1 do."),
]
