"""Semantics: readers, which take names of files out of a queue and give the records of one after the other. A handle is the reader itself."""

from __future__ import annotations

from tfir.cli.file_formats import varint_bytes
from tfir.dialects.tf.errors import data_loss, out_of_range, unimplemented
from tfir.dialects.tf.examples import fields, int64_of
from tfir.dialects.tf.queues import first
from tfir.dialects.tf.records import decompressed
from tfir.dialects.tfg.nodes import node_name
from tfir.ir.diagnostics import Error
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ScalarResult, ops_of
from tfir.ods.waiting import Waits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Record = tuple[bytes, bytes]

LENGTH, CHECKSUM = 8, 4  # bytes in front of a record, and of the checksums of the two
MASK = 0xA282EAD8


class Reader:
    """What all kinds have in common. `begin` opens a piece of work, `following` gives its next record, or None at its end; a record that cannot
    be read is tried again each time. `is_done_at_once` of a kind whose pieces are done with their only record."""

    kind = ""
    is_done_at_once = False

    def __init__(self, state, name: str):
        self.state, self.name = state, name
        self.reset()

    def reset(self) -> None:
        self.started = self.finished = self.produced = 0
        self.work = b""

    def begin(self) -> None:
        """Raises Error where the work cannot be opened; the next attempt takes the next."""

    def following(self) -> Record | None:
        raise NotImplementedError

    def begun(self, item: list) -> Reader:
        """Itself, with the next piece of work."""
        if len(item) != 1:
            raise Error("Expected single component queue")
        (work,) = item
        if work.dtype.kind != "O":
            raise Error("Expected queue with single string component")
        if work.size != 1:
            raise Error("Expected to dequeue a one-element string tensor")
        self.work = work.item()
        self.begin()
        self.started += 1
        return self

    def read(self, queue, count: int = 1) -> list[Record]:
        """At most so many records, all of one piece of work; at least one."""
        return self.go_on(queue, count, [])

    def go_on(self, queue, count: int, read: list[Record]) -> list[Record]:
        while len(read) < count:
            if self.started <= self.finished:
                self.work = b""
                try:
                    item = queue.take(1, finish=first)
                except Waits as wait:
                    raise wait.followed_by(lambda item: self.begun(item).go_on(queue, count, read)) from None
                self.begun(item)
            record = self.following()
            if record is not None:
                read.append(record)
                self.produced += 1
            if record is None or self.is_done_at_once:
                self.finished = self.started
                if read:
                    break
        return read

    def content(self) -> bytes:
        content: bytes = self.state.read_file(self.work.decode("utf-8", "surrogateescape"))
        return content

    def key(self, number: int) -> bytes:
        return b"%s:%d" % (self.work, number)

    def serialized(self) -> bytes:
        raise unimplemented("Reader SerializeState")

    def restore(self, state: bytes) -> None:
        self.reset()
        raise unimplemented("Reader RestoreState")


class KeepsState(Reader):
    """Of which the state may be kept and restored: how much was begun, done and produced, and the work, as a message."""

    is_done_at_once = True

    def serialized(self) -> bytes:
        numbers = [(1, self.started), (2, self.finished), (3, self.produced)]
        parts = [bytes([field << 3]) + varint_bytes(number) for field, number in numbers if number]
        return b"".join(parts) + (b"\x22" + varint_bytes(len(self.work)) + self.work if self.work else b"")

    def restore(self, state: bytes) -> None:
        try:
            told: dict[int, Any] = dict(fields(state))
        except (IndexError, ValueError, Error):
            self.reset()
            raise Error(f"Could not parse state for {self.kind} '{self.name}': {octal(state)}") from None
        numbers = [int64_of(value) if isinstance(value := told.get(field), int) else 0 for field in (1, 2, 3)]
        if min(numbers) < 0 or numbers[0] > numbers[1]:
            self.reset()
            what = (
                "Unexpected negative value when restoring" if min(numbers) < 0 else "Inconsistent work started vs. finished when restoring"
            )
            raise Error(f"{what} in {self.kind} '{self.name}'")
        self.started, self.finished, self.produced = numbers
        self.work = told[4] if isinstance(told.get(4), bytes) else b""


def octal(content: bytes) -> str:
    return "".join([chr(byte) if 32 <= byte < 127 and byte not in b"\\\"'" else f"\\{byte:03o}" for byte in content])


class WholeFile(KeepsState):
    kind = "WholeFileReader"

    def following(self) -> Record:
        return self.work, self.content()


class Identity(KeepsState):
    kind = "IdentityReader"

    def following(self) -> Record:
        return self.work, self.work


class TextLines(Reader):
    kind = "TextLineReader"

    def __init__(self, state, name: str, skipped: int):
        self.skipped = skipped
        super().__init__(state, name)

    def begin(self) -> None:
        lines = self.content().split(b"\n")
        self.lines, self.at = lines[:-1] if not lines[-1] else lines, self.skipped

    def following(self) -> Record | None:
        self.at += 1
        return (self.key(self.at), self.lines[self.at - 1].replace(b"\r", b"")) if self.at <= len(self.lines) else None


class FixedLength(Reader):
    kind = "FixedLengthRecordReader"

    def __init__(self, state, name: str, header: int, size: int, footer: int, hop: int, encoding: str):
        for number, what in ((header, "header_bytes"), (footer, "footer_bytes"), (hop, "hop_bytes")):
            if number < 0:
                raise Error(f"{what} must be >= 0 not {number}")
        if size < 0:
            raise Error(f"record_bytes must be >= 0 not {size}")
        self.header, self.size, self.footer, self.hop, self.encoding = header, size, footer, hop or size, encoding
        super().__init__(state, name)

    def begin(self) -> None:
        content = self.content()
        self.data, self.number = decompressed(content, self.encoding) if self.encoding else content, 0
        if self.header > len(self.data):
            raise out_of_range("reached end of file")

    def following(self) -> Record | None:
        start = self.header + self.number * self.hop
        if start + self.size + self.footer > len(self.data):
            return None
        self.number += 1
        return self.key(self.number - 1), self.data[start : start + self.size]


class TFRecords(Reader):
    kind = "TFRecordReader"

    def __init__(self, state, name: str, compression: str):
        self.compression = compression
        super().__init__(state, name)

    def begin(self) -> None:
        content = self.content()
        self.data, self.at = decompressed(content, self.compression) if self.compression else content, 0

    def following(self) -> Record | None:
        start = self.at
        if start + LENGTH + CHECKSUM > len(self.data):
            return None
        length = int.from_bytes(self.part(LENGTH, start), "little")
        content = self.part(length, start + LENGTH + CHECKSUM)
        self.at = start + LENGTH + length + 2 * CHECKSUM
        return self.key(start), content

    def part(self, size: int, at: int) -> bytes:
        """So many bytes of the next record, behind which their checksum stands."""
        from google_crc32c import value

        part, told = self.data[at : at + size], self.data[at + size : at + size + CHECKSUM]
        if len(told) < CHECKSUM:
            raise data_loss(f"truncated record at {self.at}' failed with Read less bytes than requested")
        checksum = value(part)
        if ((checksum >> 15 | checksum << 17) + MASK) & 0xFFFFFFFF != int.from_bytes(told, "little"):
            raise data_loss(f"corrupted record at {self.at}{'' if self.at else ' (Is this even a TFRecord file?)'}")
        return part


def shared(op, state, container: str, shared_name: str, make):
    return [state.shared("reader", op, container, shared_name, lambda: make(state, node_name(op) or shared_name))]


class WholeFileReaderV2(ScalarResult):
    def evaluate(op, state, container, shared_name):
        return shared(op, state, container, shared_name, WholeFile)


class IdentityReaderV2(ScalarResult):
    def evaluate(op, state, container, shared_name):
        return shared(op, state, container, shared_name, Identity)


class TextLineReaderV2(ScalarResult):
    def evaluate(op, state, container, shared_name, skip_header_lines):
        return shared(op, state, container, shared_name, lambda state, name: TextLines(state, name, skip_header_lines))


class FixedLengthRecordReaderV2(ScalarResult):
    def evaluate(op, state, container, shared_name, header_bytes, record_bytes, footer_bytes, hop_bytes, encoding=""):
        numbers = header_bytes, record_bytes, footer_bytes, hop_bytes
        return shared(op, state, container, shared_name, lambda state, name: FixedLength(state, name, *numbers, encoding))


class TFRecordReaderV2(ScalarResult):
    def evaluate(op, state, container, shared_name, compression_type):
        return shared(op, state, container, shared_name, lambda state, name: TFRecords(state, name, compression_type))


class ReaderReadV2(OpSemantics):
    def infer():
        return [(), ()]

    def evaluate(reader_handle, queue_handle):
        return after(lambda: reader_handle.read(queue_handle), lambda records: [np.array(each, object) for each in records[0]])


class ReaderReadUpToV2(OpSemantics):
    def infer(op):
        return [None, None]

    def evaluate(reader_handle, queue_handle, num_records):
        return after(lambda: reader_handle.read(queue_handle, int(num_records)), columns)


def after(read, then):
    """What `then` makes of records, whether they are there or come later."""
    try:
        return then(read())
    except Waits as wait:
        raise wait.followed_by(then) from None


def columns(records: list[Record]) -> list[np.ndarray]:
    table = np.empty((2, len(records)), object)
    for at, record in enumerate(records):
        table[:, at] = record
    return list(table)


def acting(act):
    def evaluate(reader_handle):
        act(reader_handle)
        return []

    return evaluate


class ReaderRestoreStateV2(OpSemantics):
    def evaluate(operands):
        reader_handle, state = operands
        reader_handle.restore(state.item())
        return []


COUNTERS = {
    "NumRecordsProduced": lambda reader_handle: np.int64(reader_handle.produced),
    "NumWorkUnitsCompleted": lambda reader_handle: np.int64(reader_handle.finished),
    "SerializeState": lambda reader_handle: np.array(reader_handle.serialized(), object),
}
LATEST: tuple[type[OpSemantics], ...] = (
    WholeFileReaderV2, IdentityReaderV2, TextLineReaderV2, FixedLengthRecordReaderV2, TFRecordReaderV2, ReaderReadV2, ReaderReadUpToV2,
    ReaderRestoreStateV2,
)  # fmt: skip
SEMANTICS = {
    **{each.__name__.removesuffix("V2"): each for each in LATEST},
    **ops_of(ScalarResult, **{f"Reader{name}{version}": evaluate for name, evaluate in COUNTERS.items() for version in ("", "V2")}),
    **ops_of(OpSemantics, **{f"ReaderReset{version}": acting(Reader.reset) for version in ("", "V2")}),
}
