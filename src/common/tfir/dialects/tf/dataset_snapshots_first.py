"""Semantics: snapshots in the form of before, SnapshotDataset.

PATH/HASH/snapshot.metadata says which run holds, and PATH/HASH/RUN/00000000.snapshot has its elements, each with its length before it: a
message with the components as TensorProtos, or with SNAPPY a message with their shapes and sizes, and then their bytes, packed together. HASH is
the fingerprint of the input's graph and of what the node says of files; where it has a name of its own these are PATH/custom-NAME/custom.
TensorFlow's iterators first rewrite functions by default, and the graph with them, which gives another HASH: its snapshots of such datasets are
found here by their names alone. Several files are filled by turns, by chance there; in which order they are read that is to be shuffled depends
there on the directory. Sources: TensorFlow, snapshot_dataset_op.cc, snapshot_utils.cc.
"""

from __future__ import annotations

import os
import time
from secrets import randbits

from tfir.dialects.tf.dataset_files import compressed, content
from tfir.dialects.tf.dataset_snapshots import METADATA, metadata, metadata_at, types_of
from tfir.dialects.tf.datasets import Begun, Dataset, Iteration, MakesDataset, as_component, same
from tfir.dialects.tf.errors import data_loss, internal, not_found
from tfir.dialects.tf.examples import fields
from tfir.dialects.tf.files import path_in
from tfir.dialects.tf.fingerprints import combined, murmur
from tfir.dialects.tf.summaries import part, whole
from tfir.dialects.tf.variant_protos import component_in, record_of_component
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of
from tfir.ods.numpy_on_demand import np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from tfir.dialects.tf.datasets import Element

VERSION, LENGTH = 1, 8  # of the files, and the bytes of a length
MODES, COMPRESSIONS = ("auto", "read", "write", "passthrough"), ("", "GZIP", "SNAPPY")
LARGEST_SHARD, DAY = 10 << 30, 86400


class Snapshot:
    """Where a snapshot lies, and how it is written and read."""

    def __init__(self, state: Any, folder: str, fingerprint: str, types: tuple[int, ...], dtypes: list, options: dict[str, Any]):
        self.state, self.folder, self.fingerprint, self.types, self.dtypes = state, folder, fingerprint, types, dtypes
        self.options = options

    def say(self, run: str, is_whole: bool) -> None:
        said = metadata(self.fingerprint, run, list(self.types), 0, VERSION, is_whole)
        self.state.disk.write(f"{self.folder}/{METADATA}", said)

    def begun(self, input: Dataset) -> Iterator[Element]:
        """What an iterator does: write, read, or neither while another one is still writing."""
        said, mode = metadata_at(self.state, self.folder, VERSION), self.options["mode"]
        if mode == "read" and said is None:
            raise not_found("Metadata file does not exist.")
        if mode == "auto":
            is_pending = said is not None and said.micros >= time.time_ns() // 1000 - self.options["expiry"] * 1_000_000
            mode = "write" if said is None else "read" if said.is_whole else "passthrough" if is_pending else "write"
        if mode == "passthrough":
            return iter(input)
        run = "custom" if self.options["name"] else ""
        return self.written(input, run or f"{randbits(64):04x}") if mode == "write" else self.read(run or said.run, said.types)

    def written(self, input: Dataset, run: str) -> Iterator[Element]:
        self.say(run, False)
        return Writing(self, input, run)

    def read(self, run: str, types: list[int]) -> Iterator[Element]:
        if not run:
            raise not_found("Could not find a valid snapshot to read.")
        if len(types) != len(self.types):
            raise internal(f"Expected number of dtypes: {len(self.types)} but number in snapshot: {len(types)}")
        for at, (theirs, ours) in enumerate(zip(types, self.types)):
            if theirs != ours:
                raise internal(f"Type: {at} doesn't match. Snapshot: {theirs}; dataset: {ours}")
        paths = sorted(self.state.disk.matching(f"{self.folder}/{run}/*"))
        if not paths:
            raise not_found(f"Could not find any files in dir: {self.folder}/{run}")
        if self.options["seed"] is not None:
            paths = np.random.default_rng(self.options["seed"]).permutation(paths).tolist()
        return Reading(self, paths)


class Writing(Iteration):
    """The elements as they come, one of which is always taken ahead: with the last one all are written."""

    __slots__ = ("snapshot", "rest", "run", "ahead", "records")

    def __init__(self, snapshot: Snapshot, input: Dataset, run: str):
        self.snapshot, self.rest, self.run = snapshot, iter(input), run
        self.ahead: list[Element | None] = []
        self.records: list[bytes] = []

    def __next__(self) -> Element:
        if self.ahead == []:
            self.ahead = [self.following()]
        (element,) = self.ahead
        if element is None:
            raise StopIteration
        self.ahead = [self.following()]
        return element

    def following(self) -> Element | None:
        element = next(self.rest, None)
        if element is None:
            self.finish()
            return None
        self.records.append(record_of(element, self.snapshot.options["compression"]))
        return element

    def finish(self) -> None:
        snapshot, count = self.snapshot, self.snapshot.options["files"]
        folder = os.path.join(snapshot.options["writer"], f"{snapshot.folder}/{self.run}".lstrip("/" if snapshot.options["writer"] else ""))
        for at in range(count):
            data, compression = b"".join(self.records[at::count]), snapshot.options["compression"]
            snapshot.state.disk.append(f"{folder}/{at:08d}.snapshot", compressed(data, compression if compression == "GZIP" else ""))
        snapshot.say(self.run, True)


def framed(record: bytes) -> bytes:
    return len(record).to_bytes(LENGTH, "little") + record


def record_of(components: Element, compression: str) -> bytes:
    encoded = list(map(record_of_component, components))
    if compression != "SNAPPY":
        return framed(b"".join([part(1, each) for each in encoded]))
    from cramjam import snappy

    arrays = list(map(as_component, components))
    bodies = [each if array.dtype.kind == "O" else array.tobytes() for array, each in zip(arrays, encoded)]
    told = [part(1, part(2, shape_of(array)) + whole(3, len(body))) for array, body in zip(arrays, bodies)]
    return framed(b"".join(told)) + framed(bytes(snappy.compress_raw(b"".join(bodies))))


def shape_of(component: np.ndarray) -> bytes:
    return b"".join([part(2, whole(1, size)) for size in component.shape])


class Reading(Iteration):
    """The elements of files, one file after another."""

    __slots__ = ("snapshot", "paths", "data", "at")

    def __init__(self, snapshot: Snapshot, paths: list[str]):
        self.snapshot, self.paths, self.data, self.at = snapshot, list(paths), b"", 0

    def __next__(self) -> Element:
        while self.at >= len(self.data):
            if not self.paths:
                raise StopIteration
            path = self.paths.pop(0)
            prefix, compression = self.snapshot.options["reader"], self.snapshot.options["compression"]
            path = os.path.join(prefix, path.lstrip("/")) if prefix else path
            self.data, self.at = content(self.snapshot.state, path.encode(), compression if compression == "GZIP" else ""), 0
        try:
            return self.element()
        except (ValueError, IndexError):
            self.data = b""
            raise data_loss("Unable to parse tensor from proto.") from None

    def record(self) -> bytes:
        start = self.at + LENGTH
        self.at = start + int.from_bytes(self.data[self.at : start], "little")
        if self.at > len(self.data):
            raise ValueError("a record is cut off")
        return self.data[start : self.at]

    def element(self) -> Element:
        if self.snapshot.options["compression"] != "SNAPPY":
            return [component_in(body) for number, body in fields(self.record()) if number == 1 and isinstance(body, bytes)]
        told = [dict(listing(body)) for number, body in fields(self.record()) if number == 1 and isinstance(body, bytes)]
        data, components, at = unpacked(self.record()), [], 0
        for each, dtype in zip(told, self.snapshot.dtypes):
            body, at = data[at : at + each["size"]], at + each["size"]
            components.append(component_in(body) if dtype.kind == "O" else np.frombuffer(body, dtype).reshape(each["shape"]))
        return components


def listing(message: bytes) -> Iterator[tuple[str, Any]]:
    """The shape of a component, and the number of its bytes."""
    yield "size", 0
    yield "shape", ()
    for number, body in fields(message):
        if number == 2 and isinstance(body, bytes):
            yield "shape", [int(dict(fields(size)).get(1, 0)) for field, size in fields(body) if field == 2 and isinstance(size, bytes)]
        elif number == 3:
            yield "size", body


def unpacked(data: bytes) -> bytes:
    import cramjam

    try:
        return bytes(cramjam.snappy.decompress_raw(data))
    except cramjam.DecompressionError:
        raise internal("Failed to perform snappy decompression.") from None


def checked(compression: str, expiry: int, mode: str) -> None:
    if compression not in COMPRESSIONS:
        raise Error("compression must be either '', 'GZIP' or 'SNAPPY'.")
    if expiry < 1:
        raise Error("pending_snapshot_expiry_seconds must be at least 1 second.")
    if mode not in MODES:
        raise Error("mode must be either 'auto', 'read', 'write', or 'passthrough'.")


class SnapshotDataset(MakesDataset):
    def evaluate(
        state, input_dataset, path, output_types, compression, reader_path_prefix, writer_path_prefix, shard_size_bytes,
        pending_snapshot_expiry_seconds, num_writer_threads, shuffle_on_read, seed, seed2, mode, snapshot_name,
    ):  # fmt: skip
        expiry = DAY if pending_snapshot_expiry_seconds == -1 else pending_snapshot_expiry_seconds
        checked(str(compression), expiry, str(mode))
        graph, root = state.graph_of(input_dataset), path_in(path)
        number = state.fingerprint_of(graph)
        said = [root, str(compression), str(reader_path_prefix), str(writer_path_prefix)]
        for each in (*[murmur(text.encode()) for text in said], LARGEST_SHARD if shard_size_bytes == -1 else shard_size_bytes):
            number = combined(number, each)
        state.disk.write(f"{root}/{number:016x}-graph.pbtxt", as_text(graph))
        options = {
            "mode": str(mode), "compression": str(compression), "reader": str(reader_path_prefix), "writer": str(writer_path_prefix),
            "expiry": expiry, "files": max(num_writer_threads, 1), "name": str(snapshot_name), "seed": draw(shuffle_on_read, seed, seed2),
        }  # fmt: skip
        folder = f"{root}/custom-{snapshot_name}" if str(snapshot_name) else f"{root}/{number:016x}"
        snapshot = Snapshot(state, folder, f"{number:016x}", types_of(output_types), [dtype_of(type) for type in output_types], options)
        return [Dataset("Snapshot", lambda input: Begun(lambda: snapshot.begun(input)), input_dataset, cardinality=same)]


def draw(shuffles: bool, seed: int, other: int) -> int | None:
    """The seed of the order of files, if that is not theirs."""
    return (seed + other or randbits(64)) % (1 << 64) if shuffles else None


def as_text(graph: Any) -> bytes:
    from google.protobuf import text_format

    return text_format.MessageToString(graph).encode()
