"""Which files a checkpoint has, and so which format it is of."""

from __future__ import annotations

import os
import re
from glob import escape, glob

from tfir.ir.diagnostics import Error
from tfir.storage.checkpoint.checkpoint import Checkpoint

SHARD = re.compile(r"(.*)-\d{5}-of-(\d{5})", re.DOTALL)
STATE = "checkpoint"  # the file in which savers note the latest checkpoint of a directory
LATEST = re.compile(rb'\s*model_checkpoint_path:\s*"((?:[^"\\\n]|\\.)*)"')
ANY_SHARD = re.compile(r"-\?{5}-of-(\?{5}|\d{5})$")  # as the savers of the first format name all shards


def open_checkpoint(path: str) -> Checkpoint:
    """The checkpoint that a path means: what the names of its files have in common, its `.index`, its only file, or a directory with it.

    Raises Error where the files are not there or are damaged.
    """
    if os.path.isdir(path) or os.path.basename(path) == STATE:
        path = checkpoint_in(path) or path
    from tfir.storage.checkpoint.bundle import Bundle
    from tfir.storage.checkpoint.slice_files import SliceFiles

    prefix = path.removesuffix(".index")
    files = [] if os.path.exists(prefix + ".index") else slice_files(prefix)
    return SliceFiles(prefix, files) if files else Bundle(prefix)


def checkpoint_in(path: str) -> str | None:
    """The checkpoint that a directory means, or the file `checkpoint` in it: the latest, as that file says, or else the only one. A path that is
    not there any more is taken to be beside that file, as where a directory was copied. Raises Error where there are several."""
    folder = path if os.path.isdir(path) else os.path.dirname(path)
    latest = latest_in(os.path.join(folder, STATE))
    if latest is not None:
        there = os.path.join(folder, latest)
        return there if checkpoint_exists(there) else os.path.join(folder, os.path.basename(latest))
    indexes = [name for name in sorted(os.listdir(folder or ".")) if name.endswith(".index")]
    if len(indexes) > 1:
        raise Error(f"{path}: which checkpoint is meant? There are {', '.join([name.removesuffix('.index') for name in indexes])}")
    return os.path.join(folder, indexes[0].removesuffix(".index")) if indexes else None


def latest_in(file: str) -> str | None:
    """What a file `checkpoint` names, which is a CheckpointState in text form; None where it is no such file."""
    if not os.path.isfile(file):
        return None
    with open(file, "rb") as state:
        return latest_of(state.read(1 << 16))


def latest_of(data: bytes) -> str | None:
    """The path in a CheckpointState; None where the bytes are none, or the path is one that no file has."""
    from google.protobuf.text_encoding import CUnescape

    named = LATEST.match(data)
    if named is None:
        return None
    escaped = "".join([chr(byte) if byte < 128 else f"\\{byte:03o}" for byte in named[1]])
    try:
        path = CUnescape(escaped)
    except ValueError:
        return None
    return None if b"\0" in path else path.decode("utf-8", "surrogateescape")


def checkpoint_exists(path: str) -> bool:
    return os.path.exists(path + ".index") or bool(slice_files(path))


def slice_files(path: str) -> list[str]:
    """The files of a checkpoint of the first format: the path itself, or `PATH-?????-of-?????`. Raises Error where some are missing."""
    if os.path.isfile(path):
        return [path]
    pattern = ANY_SHARD.search(path)
    prefix, ending = (path[: pattern.start()], pattern[0]) if pattern else (path, "-?????-of-?????")
    shards = {file: shard[2] for file in sorted(glob(escape(prefix) + ending)) if (shard := SHARD.fullmatch(file))}
    counts = sorted(set(shards.values()))
    if len(counts) > 1:
        raise Error(f"{path}: which checkpoint is meant? There are {', '.join(f'{prefix}-?????-of-{count}' for count in counts)}")
    if shards and len(shards) != int(counts[0]):
        raise Error(f"{path}: {len(shards)} of {int(counts[0])} files of the checkpoint are there")
    return list(shards)
