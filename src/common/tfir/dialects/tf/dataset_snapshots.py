"""Semantics: datasets that are kept in files, as SaveDataset and snapshots write them.

PATH/snapshot.metadata says which run holds, and PATH/RUN/SHARD.shard/00000000.snapshot has the elements of a shard: of each component a record
that is a TensorProto. A snapshot has all of it in a directory named by a fingerprint of the dataset's graph; of a dataset that cannot be written as
a graph it is read within the run that wrote it, since by its path alone it could be that of another dataset. A distributed snapshot has its elements in PATH/chunks/chunk_STREAM_NUMBER_COUNT, and PATH/DONE once it is
whole. Sources: TensorFlow, save_dataset_op.cc, snapshot_dataset_op.cc, snapshot_utils.cc, snapshot_chunk_provider.cc.
"""

from __future__ import annotations

import re
import time
from secrets import randbits
from typing import NamedTuple

from tfir.cli.file_formats import varint_bytes
from tfir.dialects.tf.dataset_files import TAKES_SNAPPY, Records, compressed, content, framed, text
from tfir.dialects.tf.dataset_functions import capturing, dataset_in
from tfir.dialects.tf.datasets import UNKNOWN, Begun, Dataset, Iteration, MakesDataset, of_rows, same
from tfir.dialects.tf.errors import data_loss, error_of, internal, is_not_found, not_found, unimplemented
from tfir.dialects.tf.examples import fields, int64_of
from tfir.dialects.tf.files import path_in
from tfir.dialects.tf.fingerprints import combined, murmur
from tfir.dialects.tf.variant_protos import component_in, number_of_type, record_of_component, type_number
from tfir.ir.attributes import BoolAttr, IntegerAttr, StringAttr
from tfir.ir.diagnostics import Error
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from tfir.dialects.tf.datasets import Element

METADATA, VERSION = "snapshot.metadata", 2
RUN, WRITTEN, FORM, TYPES, COUNT, IS_WHOLE = 2, 3, 4, 5, 6, 1000  # fields of SnapshotMetadataRecord; the graph's fingerprint is the first


class Written(NamedTuple):
    """What the metadata say of a dataset."""

    run: str
    elements: int
    is_whole: bool
    types: list[int]
    micros: int


def metadata_at(state, path: str, version: int = VERSION) -> Written | None:
    """None where there are no metadata."""
    try:
        data = state.disk.content(f"{path}/{METADATA}")
    except Error as error:
        if not is_not_found(error):
            raise
        data = None
    if data is None:
        return None
    try:
        said = dict(fields(data))
        run, form, count, micros = said.get(RUN, b""), said.get(FORM, 0), said.get(COUNT, 0), said.get(WRITTEN, 0)
        types = said.get(TYPES, b"")
        if not isinstance(run, bytes) or not isinstance(types, bytes) or not isinstance(form, int) or not isinstance(count, int):
            raise ValueError("a field has another type")
        count = int64_of(count)
        if count < UNKNOWN or not isinstance(micros, int):
            raise ValueError("a field has another type")
        name = run.decode()
    except (ValueError, IndexError):
        raise data_loss(f"{path}/{METADATA} is damaged") from None
    if form != version:
        raise unimplemented(f"{path} has a dataset in version {form} of TensorFlow's files, of which {version} is read")
    return Written(name, count, bool(said.get(IS_WHOLE, 0)), list(types), micros)


def metadata(fingerprint: str, run: str, types: list[int], count: int, version: int = VERSION, is_whole: bool = True) -> bytes:
    def field(number: int, value: int | bytes) -> bytes:
        if not value:
            return b""
        if isinstance(value, bytes):
            return varint_bytes(number << 3 | 2) + varint_bytes(len(value)) + value
        return varint_bytes(number << 3) + varint_bytes(value % (1 << 64))

    said: list[tuple[int, int | bytes]] = [
        (1, fingerprint.encode()), (RUN, run.encode()), (WRITTEN, time.time_ns() // 1000), (FORM, version), (TYPES, bytes(types)),
        (COUNT, count), (IS_WHOLE, int(is_whole)),
    ]  # fmt: skip
    return b"".join([field(number, value) for number, value in said])


class Target(NamedTuple):
    """Where a dataset is written, and how; `says` is what is said of the number of elements, where they are not counted."""

    state: Any
    path: str
    compression: str
    shard: Callable | None
    fingerprint: str = ""
    types: tuple[int, ...] = ()  # of elements, where there may be none
    says: int | None = None

    def number(self, element: Element) -> int:
        """The shard of an element."""
        if self.shard is None:
            return 0
        results = self.shard(*element)
        if len(results) != 1 or np.ndim(results[0]) or np.asarray(results[0]).dtype != np.int64:
            raise Error("`shard_func` must return a scalar int64.")
        return int(results[0])


class Saving(Iteration):
    """The elements as they come. Behind the last one they are written; where they are not counted also those before one that could not be
    computed, as elements of a dataset that is said to have none."""

    __slots__ = ("rest", "target", "shards", "types", "count", "run")

    def __init__(self, dataset: Dataset, target: Target):
        self.rest, self.target, self.run = iter(dataset), target, str(randbits(64))
        self.shards: dict[int, list[bytes]] = {}
        self.types, self.count = list(target.types), 0
        if target.says is not None:
            self.say(0, is_whole=False)

    def __next__(self) -> Element:
        try:
            element = next(self.rest, None)
        except Error:
            if self.target.says is not None:
                self.write_shards()
            raise
        if element is None:
            self.write()
            raise StopIteration
        records = [framed(record_of_component(component)) for component in element]
        self.shards.setdefault(self.target.number(element), []).extend(records)
        self.types = self.types or list(map(type_number, element))
        self.count += 1
        return element

    def write(self) -> None:
        self.write_shards()
        self.say(self.count if self.target.says is None else self.target.says)

    def write_shards(self) -> None:
        state, folder = self.target.state, f"{self.target.path}/{self.run}"
        for shard, records in self.shards.items():
            state.disk.write(f"{folder}/{shard:08d}.shard/00000000.snapshot", compressed(b"".join(records), self.target.compression))

    def say(self, count: int, is_whole: bool = True) -> None:
        said = metadata(self.target.fingerprint, self.run, self.types, count, is_whole=is_whole)
        self.target.state.disk.write(f"{self.target.path}/{METADATA}", said)


class Loading(Iteration):
    """The elements of files: `named` gives the path of each by its number, "" behind the last one."""

    __slots__ = ("state", "named", "compression", "width", "at", "records")

    def __init__(self, state, named: Callable[[int], str], compression: str, width: int):
        self.state, self.named, self.compression, self.width, self.at = state, named, compression, width, 0
        self.records: Iterator[Element] | None = None

    def __next__(self) -> Element:
        while True:
            if self.records is None:
                path = self.named(self.at)
                if not path:
                    raise StopIteration
                self.records, self.at = Records(content(self.state, path.encode(), self.compression), 0), self.at + 1
            first = next(self.records, None)
            if first is not None:
                rest = [next(self.records, None) for _ in range(self.width - 1)]
                if None in rest:
                    raise data_loss(f"the last element of {self.named(self.at - 1)} is cut off")
                return [component_in(part[0].item()) for part in [first, *rest]]
            self.records = None


def of_shard(state, folder: str) -> Callable[[int], str]:
    """The files of a shard by their numbers."""

    def named(number: int) -> str:
        path = f"{folder}/{number:08d}.snapshot"
        return path if state.disk.matching(path) else ""

    return named


def loaded(state, path: str, said: Written, compression: str, width: int, read: Callable) -> Dataset:
    """What a function makes of the datasets of the shards."""
    folders = sorted(state.disk.matching(f"{path}/{said.run}/*.shard"))
    shards = [
        [Dataset("SnapshotReader", lambda folder=folder: Loading(state, of_shard(state, folder), compression, width))] for folder in folders
    ]
    made = dataset_in(read(of_rows("TensorSlice", shards)), "Reader function")
    made.count, made.cardinality = lambda *sizes: said.elements, said.elements
    return made


def named(compression) -> str:
    """The compression of a dataset that is saved: what is called otherwise is written as it is."""
    text = compression.decode() if isinstance(compression, bytes) else str(compression)
    return text if text in TAKES_SNAPPY else ""


class SaveDataset(OpSemantics):
    def evaluate(op, state, functions, input_dataset, path, shard_func_other_args, compression, shard_func, use_shard_func):
        shard = capturing(functions(op, shard_func), shard_func_other_args) if use_shard_func else None
        for _ in Saving(input_dataset, Target(state, path_in(path), named(compression), shard)):
            pass
        return []


class SaveDatasetV2(MakesDataset):
    def evaluate(op, state, functions, input_dataset, path, shard_func_other_args, compression, shard_func, use_shard_func, output_types):
        shard = capturing(functions(op, shard_func), shard_func_other_args) if use_shard_func else None
        target = Target(state, path_in(path), named(compression), shard, "", types_of(output_types))
        return [Dataset("Save", lambda input: Saving(input, target._replace(says=input.cardinality)), input_dataset, cardinality=same)]


def types_of(output_types) -> tuple[int, ...]:
    return tuple(map(number_of_type, output_types))


class LoadDataset(MakesDataset):
    def evaluate(op, state, functions, path, reader_func_other_args, compression, reader_func, output_types):
        name = path_in(path)
        said = metadata_at(state, name)
        if said is None:
            raise not_found(f"Could not find metadata file [{name}]")
        read = capturing(functions(op, reader_func), reader_func_other_args)
        return [loaded(state, name, said, named(compression), len(output_types), read)]


def told_already(input: Dataset) -> int:
    """What the input says of itself: TensorFlow's snapshot does not have it counted."""
    return input.cardinality


class SnapshotDatasetV2(MakesDataset):
    """Written when it is first gone through to its end, and read from then on."""

    def evaluate(
        op, state, functions, input_dataset, path, reader_func_other_args, shard_func_other_args, output_types, compression, hash_valid, hash,
        reader_func, shard_func,
    ):  # fmt: skip
        read = capturing(functions(op, reader_func), reader_func_other_args)
        shard = capturing(functions(op, shard_func), shard_func_other_args)
        chosen = "SNAPPY" if named_auto(compression) else compression
        method = named(chosen)
        root, width, types = path_in(path), len(output_types), types_of(output_types)
        own = str(hash % (1 << 64)) if hash_valid else fingerprint(state, op, input_dataset, root, chosen)

        def elements(input: Dataset) -> Iterator[Element]:
            def begun() -> Iterator[Element]:
                said = metadata_at(state, f"{root}/{own}")
                if said is not None and said.is_whole:
                    return iter(loaded(state, f"{root}/{own}", said, method, width, read))
                return Saving(input, Target(state, f"{root}/{own}", method, shard, own, types))

            return Begun(begun)

        number = IntegerAttr(int(np.uint64(int(own)).view(np.int64)))
        attributes = {"hash": number, "hash_valid": BoolAttr(True), "compression": StringAttr(chosen)}
        return [Dataset("Snapshot", elements, input_dataset, cardinality=same, tally=told_already, attributes=attributes)]


def fingerprint(state, op, dataset: Dataset, root: str, compression) -> str:
    """The number that stands for a dataset and how it is written; of one that is no graph a number of the run."""
    try:
        number = state.fingerprint_of(state.graph_of(dataset))
    except Error:
        return str(state.of_node(f"snapshot at {root}", op, lambda: str(randbits(64))))
    return str(combined(number, murmur(str(compression).encode())))


def named_auto(compression) -> bool:
    return compression in ("AUTO", b"AUTO")


# Shards and chunks one by one


class SnapshotDatasetReader(MakesDataset):
    """The elements of a shard, from one of them on."""

    def evaluate(state, shard_dir, start_index, output_types, compression, version):
        folder, start, method = path_in(shard_dir), int(start_index), named(compression)
        if version > VERSION:
            raise Error(f"Snapshot reader version: {version} is not supported.")
        if version < VERSION:
            raise unimplemented(f"{folder} is to be read as version {version} of TensorFlow's files, of which {VERSION} is read")

        def begun() -> Iterator[Element]:
            if not of_shard(state, folder)(0):
                raise not_found(f"{folder}/{0:08d}.snapshot; No such file or directory")
            rest = Loading(state, of_shard(state, folder), method, len(output_types))
            if any([next(rest, None) is None for _ in range(start)]):
                raise internal("Read less bytes than requested")
            return rest

        return [Dataset("SnapshotReader", begun)]


class SnapshotNestedDatasetReader(MakesDataset):
    """The datasets themselves."""

    def evaluate(inputs):
        elements = [[each] for each in inputs]
        return [Dataset("SnapshotNestedReader", lambda: iter(elements), cardinality=len(elements))]


class SnapshotChunkDataset(MakesDataset):
    """The elements of a file of a distributed snapshot."""

    def evaluate(state, chunk_file, output_types, compression):
        path, method = path_in(chunk_file), named(compression)
        return [Dataset("SnapshotChunk", lambda: Loading(state, lambda number: "" if number else path, method, len(output_types)))]


class ListSnapshotChunksDataset(MakesDataset):
    """The files of a distributed snapshot, those first that were begun first. Of one that is still being written TensorFlow waits for more."""

    def evaluate(snapshot_path, state):
        root = path_in(snapshot_path)

        def begun() -> Iterator[Element]:
            if state.disk.matching(f"{root}/ERROR"):
                raise status_in(state.read_file(f"{root}/ERROR"))
            if not state.disk.matching(f"{root}/DONE"):
                raise unimplemented(f"the snapshot {root} is not done, and is not waited for")
            return iter([text(path.encode()) for path in sorted(state.disk.matching(f"{root}/chunks/*"), key=place_of)])

        return [Dataset("ListSnapshotChunks", begun)]


CHUNK = re.compile(r".*/chunk_(\d+)_(\d+)_\d+")


def place_of(chunk: str) -> tuple[int, int, str]:
    stream, number = CHUNK.fullmatch(chunk).groups() if CHUNK.fullmatch(chunk) else (0, 0)
    return int(number), int(stream), chunk


def status_in(message: bytes) -> Error:
    """The error that a file says, as text."""
    code = re.search(rb"code:\s*(\d+)", message)
    said = re.search(rb'message:\s*"((?:[^"\\]|\\.)*)"', message)
    kind = CODES.get(int(code[1]) if code else 0, "UnknownError")
    words = said[1].decode() if said else ""
    return Error(words) if kind == "InvalidArgumentError" else error_of(kind, words)


CODES = {
    1: "CancelledError", 3: "InvalidArgumentError", 4: "DeadlineExceededError", 5: "NotFoundError", 6: "AlreadyExistsError", 7: "PermissionDeniedError",
    8: "ResourceExhaustedError", 9: "FailedPreconditionError", 10: "AbortedError", 11: "OutOfRangeError", 12: "UnimplementedError", 13: "InternalError",
    14: "UnavailableError", 15: "DataLossError", 16: "UnauthenticatedError",
}  # fmt: skip
