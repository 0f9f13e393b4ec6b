"""Semantics: summaries for TensorBoard: events, which are appended to a file as records, or rows of a database. A handle is the writer itself. Of an Event the time is field 1, the step 2,
the version of the file 3, a graph 4, a summary 5, and what wrote the file 10. The time is that of the machine: nothing computed depends on it."""

from __future__ import annotations

import os
import socket
import time

from tfir.dialects.tf.dataset_files import framed
from tfir.dialects.tf.errors import data_loss, not_found
from tfir.dialects.tf.files import path_in
from tfir.dialects.tf.records import serialized
from tfir.dialects.tf.summaries import (
    AudioSummaryV2,
    HistogramSummary,
    ImageSummary,
    double,
    is_message,
    message_in,
    part,
    single,
    summary_of,
    text,
    whole,
)
from tfir.dialects.tf.summary_databases import SummaryDatabase, database_at
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ScalarResult, ops_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.proto import Event

VERSION, SOURCE = b"brain.Event:2", b"tensorflow.core.util.events_writer"


class Events:
    """A file that events are appended to."""

    def __init__(self, path: str):
        self.path = path

    def add(self, state, step, content: bytes) -> None:
        self.write(state, double(1, time.time()) + whole(2, int(step)) + content)

    def event(self, state, event: Event) -> None:
        self.write(state, event.SerializeToString(deterministic=True))

    def write(self, state, event: bytes) -> None:
        state.disk.append(self.path, framed(event))

    def graph(self, state, step, graph: bytes) -> None:
        self.add(state, step, part(4, graph))

    def summary(self, state, step, summary: bytes) -> None:
        self.add(state, step, part(5, summary))

    def scalar(self, state, step, tag: bytes, value: np.ndarray) -> None:
        self.summary(state, step, summary_of([text(1, tag) + single(2, np.float32(value.ravel()[0]))]).item())

    def write_tensor(self, state, step, tag: bytes, value: np.ndarray, metadata: bytes) -> None:
        told = part(9, metadata if is_message(metadata) else b"") if metadata else b""
        self.summary(state, step, summary_of([text(1, tag) + part(8, serialized(value).item()) + told]).item())

    def close(self) -> None:
        pass


class Writer:
    """Writes to a file or a database, of which there is none until it is opened, and when it is closed."""

    def __init__(self, name: str):
        self.name = name
        self.opened: Events | SummaryDatabase | None = None

    def open(self, state, folder: str, suffix: str) -> None:
        if self.opened is not None:
            return
        number = state.counted("event files")
        file_name = f"events.out.tfevents.{int(time.time()):010}.{socket.gethostname()}.{os.getpid()}.{number}{suffix}"
        self.opened = Events(os.path.join(folder, file_name))
        self.opened.add(state, 0, text(3, VERSION) + part(10, text(1, SOURCE)))

    def open_database(self, state, path: str, experiment: str, run: str, user: str) -> None:
        if self.opened is None:
            self.opened = SummaryDatabase(database_at(state.disk.place(path), path), experiment, run, user)

    def close(self) -> None:
        self.target.close()
        self.opened = None

    @property
    def target(self) -> Events | SummaryDatabase:
        if self.opened is None:
            raise not_found(f"Could not find resource: {self.name}")
        return self.opened


class SummaryWriter(ScalarResult):
    def evaluate(state, container, shared_name):
        return [state.named("summary writer", container, shared_name, lambda: Writer(shared_name))]


class CreateSummaryFileWriter(OpSemantics):
    def evaluate(state, writer, logdir, filename_suffix):
        writer.open(state, path_in(logdir), path_in(filename_suffix))
        return []


class CreateSummaryDbWriter(OpSemantics):
    def evaluate(state, writer, db_uri, experiment_name, run_name, user_name):
        writer.open_database(state, *map(path_in, (db_uri, experiment_name, run_name, user_name)))
        return []


class FlushSummaryWriter(OpSemantics):
    """Each event is where it goes at once."""

    def evaluate(writer):
        return [] if writer.target else []


class CloseSummaryWriter(OpSemantics):
    def evaluate(writer):
        writer.close()
        return []


class ImportEvent(OpSemantics):
    def evaluate(state, writer, event):
        message = message_in("Event", event.item())
        if message is None:
            raise data_loss("Bad tf.Event binary proto tensor string")
        writer.target.event(state, message)
        return []


class WriteGraphSummary(OpSemantics):
    def evaluate(state, writer, step, tensor):
        if message_in("GraphDef", tensor.item()) is None:
            raise data_loss("Bad tf.GraphDef binary proto tensor string")
        writer.target.graph(state, int(step), tensor.item())
        return []


class WriteScalarSummary(OpSemantics):
    def evaluate(state, writer, step, tag, value):
        writer.target.scalar(state, int(step), tag.item(), value)
        return []


class WriteSummary(OpSemantics):
    def evaluate(state, writer, step, tensor, tag, summary_metadata):
        writer.target.write_tensor(state, int(step), tag.item(), tensor, summary_metadata.item())
        return []


class WriteRawProtoSummary(OpSemantics):
    def evaluate(state, writer, step, tensor):
        for at, summary in enumerate(tensor.ravel().tolist()):
            if message_in("Summary", summary) is None:
                raise data_loss(f"Bad tf.compat.v1.Summary binary proto tensor string at index {at}")
        return written(state, writer, step, np.array(b"".join(tensor.ravel().tolist()), object))


def written(state, writer: Writer, step, summary) -> list:
    writer.target.summary(state, int(step), summary.item())
    return []


SEMANTICS = ops_of(
    OpSemantics,
    WriteHistogramSummary=lambda op, state, writer, step, tag, values: written(
        state, writer, step, HistogramSummary.evaluate(op, tag, values)
    ),
    WriteImageSummary=lambda state, writer, step, tag, tensor, bad_color, max_images: written(
        state, writer, step, ImageSummary.evaluate(tag, tensor, max_images, bad_color)
    ),
    WriteAudioSummary=lambda state, writer, step, tag, tensor, sample_rate, max_outputs: written(
        state, writer, step, AudioSummaryV2.evaluate(tag, tensor, sample_rate, max_outputs)
    ),
)
