"""Semantics: events for TensorBoard, which are appended to a file as records. A handle is the writer itself. Of an Event the time is field 1, the step 2,
the version of the file 3, a graph 4, a summary 5, and what wrote the file 10. The time is that of the machine: nothing computed depends on it."""

from __future__ import annotations

import os
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
    part,
    single,
    summary_of,
    text,
    whole,
)
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ScalarResult, ops_of

VERSION, SOURCE = b"brain.Event:2", b"tensorflow.core.util.events_writer"


class Writer:
    """Appends events to a file that begins when it is opened; until then, and when it is closed, there is no writer."""

    def __init__(self, name: str):
        self.name, self.path = name, ""

    def open(self, state, folder: str, suffix: str) -> None:
        if self.path:
            return
        number = state.find(("number of event files",), lambda: [-1])
        number[0] += 1
        file_name = f"events.out.tfevents.{int(time.time()):010}.{os.uname().nodename}.{os.getpid()}.{number[0]}{suffix}"
        self.path = os.path.join(folder, file_name)
        self.add(state, 0, text(3, VERSION) + part(10, text(1, SOURCE)))

    def close(self) -> None:
        self.require()
        self.path = ""

    def require(self) -> None:
        if not self.path:
            raise not_found(f"Could not find resource: {self.name}")

    def add(self, state, step, content: bytes) -> None:
        self.append(state, double(1, time.time()) + whole(2, int(step)) + content)

    def append(self, state, event: bytes) -> None:
        self.require()
        state.disk.append(self.path, framed(event))


class SummaryWriter(ScalarResult):
    def evaluate(op, state, container, shared_name):
        return [state.shared("summary writer", op, container, shared_name, lambda: Writer(shared_name))]


class CreateSummaryFileWriter(OpSemantics):
    def evaluate(state, writer, logdir, filename_suffix):
        writer.open(state, path_in(logdir), path_in(filename_suffix))
        return []


class FlushSummaryWriter(OpSemantics):
    """Each event is in its file at once."""

    def evaluate(writer):
        writer.require()
        return []


class CloseSummaryWriter(OpSemantics):
    def evaluate(writer):
        writer.close()
        return []


class ImportEvent(OpSemantics):
    def evaluate(state, writer, event):
        if not is_message(event.item()):
            raise data_loss("Bad tf.Event binary proto tensor string")
        writer.append(state, event.item())
        return []


class WriteGraphSummary(OpSemantics):
    def evaluate(state, writer, step, tensor):
        if not is_message(tensor.item()):
            raise data_loss("Bad tf.GraphDef binary proto tensor string")
        writer.add(state, step, part(4, tensor.item()))
        return []


class WriteScalarSummary(OpSemantics):
    def evaluate(state, writer, step, tag, value):
        return written(state, writer, step, summary_of([text(1, tag.item()) + single(2, np.float32(value.ravel()[0]))]))


class WriteSummary(OpSemantics):
    def evaluate(state, writer, step, tensor, tag, summary_metadata):
        said = summary_metadata.item()
        told = part(9, said if is_message(said) else b"") if said else b""
        return written(state, writer, step, summary_of([text(1, tag.item()) + part(8, serialized(tensor).item()) + told]))


class WriteRawProtoSummary(OpSemantics):
    def evaluate(state, writer, step, tensor):
        for at, summary in enumerate(tensor.ravel().tolist()):
            if not is_message(summary):
                raise data_loss(f"Bad tf.compat.v1.Summary binary proto tensor string at index {at}")
        return written(state, writer, step, np.array(b"".join(tensor.ravel().tolist()), object))


def written(state, writer: Writer, step, summary) -> list:
    writer.add(state, step, part(5, summary.item()))
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
