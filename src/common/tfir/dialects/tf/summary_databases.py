"""Summaries as rows of an SQLite database: users, their experiments, the runs of these, the tags of a run, and a tensor for each step of a tag.

Rows are called by numbers drawn by chance, and hold the time of the machine, as TensorFlow's do. Rows that TensorFlow keeps for tensors to come,
and mostly takes away again, are not made. Sources: TensorFlow, schema.cc, summary_db_writer.cc.
"""

from __future__ import annotations

import struct
import sys
import time
from secrets import randbits

from tfir.dialects.tf.errors import data_loss, unimplemented
from tfir.dialects.tf.examples import fields, int64_of, messages
from tfir.dialects.tf.records import NUMBERS, tensor_in, word_of
from tfir.dialects.tf.summaries import message_in
from tfir.ir.diagnostics import Error
from tfir.ods.numpy_on_demand import np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlite3 import Connection
    from typing import Any

    from tfir.proto import Event

# Tables: columns beside the number of a row, and the columns that no two rows have in common, where they are said (of those with `?`).
TABLES = {
    "Ids": ("id INTEGER PRIMARY KEY",),
    "Descriptions": ("id INTEGER PRIMARY KEY, description TEXT",),
    "Tensors": (
        "rowid INTEGER PRIMARY KEY, series INTEGER, step INTEGER, dtype INTEGER, computed_time REAL, shape TEXT, data BLOB",
        "TensorSeriesStepIndex series? step?",
    ),
    "TensorStrings": (
        "rowid INTEGER PRIMARY KEY, tensor_rowid INTEGER NOT NULL, idx INTEGER NOT NULL, data BLOB", "TensorStringIndex tensor_rowid idx",
    ),
    "Tags": (
        "rowid INTEGER PRIMARY KEY, run_id INTEGER, tag_id INTEGER NOT NULL, inserted_time DOUBLE, tag_name TEXT, display_name TEXT, plugin_name TEXT, "
        "plugin_data BLOB",
        "TagIdIndex tag_id", "TagRunNameIndex run_id? tag_name?",
    ),
    "Runs": (
        "rowid INTEGER PRIMARY KEY, experiment_id INTEGER, run_id INTEGER NOT NULL, inserted_time REAL, started_time REAL, finished_time REAL, run_name TEXT",
        "RunIdIndex run_id", "RunNameIndex experiment_id run_name?",
    ),
    "Experiments": (
        "rowid INTEGER PRIMARY KEY, user_id INTEGER, experiment_id INTEGER NOT NULL, inserted_time REAL, started_time REAL, is_watching INTEGER, "
        "experiment_name TEXT",
        "ExperimentIdIndex experiment_id", "ExperimentNameIndex user_id experiment_name?",
    ),
    "Users": (
        "rowid INTEGER PRIMARY KEY, user_id INTEGER NOT NULL, inserted_time REAL, user_name TEXT, email TEXT",
        "UserIdIndex user_id", "UserNameIndex user_name?", "UserEmailIndex email?",
    ),
    "Graphs": (
        "rowid INTEGER PRIMARY KEY, run_id INTEGER, graph_id INTEGER NOT NULL, inserted_time REAL, graph_def BLOB",
        "GraphIdIndex graph_id", "GraphRunIndex run_id?",
    ),
    "Nodes": (
        "rowid INTEGER PRIMARY KEY, graph_id INTEGER NOT NULL, node_id INTEGER NOT NULL, node_name TEXT, op TEXT, device TEXT, node_def BLOB",
        "NodeIdIndex graph_id node_id", "NodeNameIndex graph_id node_name?",
    ),
    "NodeInputs": (
        "rowid INTEGER PRIMARY KEY, graph_id INTEGER NOT NULL, node_id INTEGER NOT NULL, idx INTEGER NOT NULL, input_node_id INTEGER NOT NULL, "
        "input_node_idx INTEGER, is_control INTEGER",
        "NodeInputsIndex graph_id node_id idx",
    ),
}  # fmt: skip
SUPPORTED = frozenset("str f16 f32 f64 c64 c128 i8 i16 i32 i64 u8 u16 u32 u64".split())
NAMES = {"bool": "bool", "bf16": "bfloat16"}
BITS = (23, 31, 47)  # of the numbers that are drawn, more where there are many
# Fields of an Event, of a Summary's value, and of its metadata.
TIME, STEP, GRAPH, SUMMARY = 1, 2, 4, 5
TAG, SIMPLE, IMAGE, HISTOGRAM, AUDIO, TENSOR, METADATA = 1, 2, 4, 5, 6, 8, 9


def database_at(path: str, shown: str) -> Connection:
    """The database in a file, with its tables. Raises Error."""
    import sqlite3

    try:
        database = sqlite3.connect(path, isolation_level=None)
    except sqlite3.Error as error:
        raise Error(f"Sqlite::Open({shown}) failed: {error}") from None
    try:
        for name, (columns, *indices) in TABLES.items():
            database.execute(f"CREATE TABLE IF NOT EXISTS {name} ({columns})")
            for index in indices:
                database.execute(index_of(name, *index.split()))
    except sqlite3.Error as error:
        raise Error(f"Sqlite::Open({shown}) failed: {error}") from None
    return database


def index_of(table: str, name: str, *columns: str) -> str:
    said = " AND ".join([f"{column[:-1]} IS NOT NULL" for column in columns if column.endswith("?")])
    listed = ", ".join([column.rstrip("?") for column in columns])
    return f"CREATE UNIQUE INDEX IF NOT EXISTS {name} ON {table} ({listed}){said and ' WHERE ' + said}"


def now() -> float:
    return time.time_ns() // 1000 / 1e6


class SummaryDatabase:
    """Where a writer's summaries go: a run of an experiment of a user, each of which may have no name, and is not noted then."""

    def __init__(self, database: Connection, experiment: str, run: str, user: str):
        self.database, self.experiment, self.run, self.user = database, experiment, run, user
        self.user_id: int | None = None
        self.experiment_id: int | None = None
        self.run_id: int | None = None
        self.started = {"Experiments": 0.0, "Runs": 0.0}
        self.tags: dict[str, int] = {}

    def insert(self, table: str, replaces: bool = False, **values: Any) -> int:
        names, marks = ", ".join(values), ", ".join("?" * len(values))
        cursor = self.database.execute(
            f"INSERT{' OR REPLACE' if replaces else ''} INTO {table} ({names}) VALUES ({marks})", list(values.values())
        )
        return cursor.lastrowid or 0

    def new_id(self) -> int:
        import sqlite3

        for bits in (*BITS, *[BITS[-1]] * 18):
            drawn = randbits(bits) or 1
            try:
                self.insert("Ids", id=drawn)
            except sqlite3.IntegrityError:
                continue
            return drawn
        raise Error("UNIQUE constraint failed: Ids.id")

    # Who it is of

    def begin(self, moment: float) -> None:
        """Notes the user, the experiment and the run, with the earliest time of what is written."""
        if not self.run:
            return
        if self.experiment:
            self.begin_experiment(moment)
        if self.run_id is None:
            self.run_id, self.started["Runs"] = self.new_id(), moment
            self.insert(
                "Runs", True, experiment_id=self.experiment_id, run_id=self.run_id, run_name=self.run, inserted_time=now(), started_time=moment
            )  # fmt: skip
        self.earlier("Runs", "run_id", self.run_id, moment)

    def begin_experiment(self, moment: float) -> None:
        if self.experiment_id is None:
            self.begin_user()
            noted = self.database.execute(
                "SELECT experiment_id, started_time FROM Experiments WHERE user_id IS ? AND experiment_name = ?",
                (self.user_id, self.experiment),
            ).fetchone()
            if noted is not None:
                self.experiment_id, self.started["Experiments"] = noted[0], float(int(noted[1]))
            else:
                self.experiment_id, self.started["Experiments"] = self.new_id(), moment
                self.insert(
                    "Experiments", user_id=self.user_id, experiment_id=self.experiment_id, experiment_name=self.experiment,
                    inserted_time=now(), started_time=moment, is_watching=0,
                )  # fmt: skip
        self.earlier("Experiments", "experiment_id", self.experiment_id, moment)

    def begin_user(self) -> None:
        if self.user_id is not None or not self.user:
            return
        noted = self.database.execute("SELECT user_id FROM Users WHERE user_name = ?", (self.user,)).fetchone()
        self.user_id = self.new_id() if noted is None else noted[0]
        if noted is None:
            self.insert("Users", user_id=self.user_id, user_name=self.user, inserted_time=now())

    def earlier(self, table: str, column: str, number: int, moment: float) -> None:
        if moment < self.started[table]:
            self.started[table] = moment
            self.database.execute(f"UPDATE {table} SET started_time = ? WHERE {column} = ?", (moment, number))

    def close(self) -> None:
        if self.run_id is not None:
            self.database.execute("UPDATE Runs SET finished_time = ? WHERE run_id = ?", (now(), self.run_id))
        self.database.close()

    # What is written

    def tag(self, name: str, moment: float, metadata: bytes, plugin: str) -> int:
        """The number of a tag of the run; what is said of it is noted with the first."""
        self.begin(moment)
        if name not in self.tags:
            self.tags[name] = number = self.new_id()
            said = parsed(metadata)
            described = parsed(said.get(1, b""))
            self.insert("Descriptions", True, id=number, description=as_text(said.get(3, b"")))
            self.insert(
                "Tags", run_id=self.run_id, tag_id=number, tag_name=name, inserted_time=now(), display_name=as_text(said.get(2, b"")),
                plugin_name=as_text(described.get(1, b"")) or plugin, plugin_data=described.get(2, b""),
            )  # fmt: skip
        return self.tags[name]

    def tensor(self, step: int, tag: str, value: np.ndarray, metadata: bytes = b"", plugin: str = "", moment: float | None = None) -> None:
        require_supported(value)
        moment = now() if moment is None else moment
        is_list = value.dtype == object and value.ndim > 0
        row = self.insert(
            "Tensors", True, series=self.tag(tag, moment, metadata, plugin), step=step, computed_time=moment,
            dtype=NUMBERS[word_of(value.dtype)], shape=",".join(map(str, value.shape)),
            data=None if is_list else value.item() if value.dtype == object else value.tobytes(),
        )  # fmt: skip
        for at, text in enumerate(value.ravel().tolist() if is_list else ()):
            self.insert("TensorStrings", tensor_rowid=row, idx=at, data=text)

    def scalar(self, state, step: int, tag: bytes, value: np.ndarray) -> None:
        require_supported(value)
        self.tensor(step, as_text(tag), value.ravel()[:1].reshape(()), plugin="scalars")

    def write_tensor(self, state, step: int, tag: bytes, value: np.ndarray, metadata: bytes) -> None:
        require_supported(value)
        if metadata and message_in("SummaryMetadata", metadata) is None:
            raise Error("Bad serialized_metadata")
        self.tensor(step, as_text(tag), value, metadata)

    def summary(self, state, step: int, message: bytes) -> None:
        self.values(step, now(), message)

    def values(self, step: int, moment: float, message: bytes) -> None:
        for value in messages(message, 1):
            said = parsed(value)
            converted = converted_value(said)
            if converted is not None:
                content, plugin = converted
                self.tensor(step, as_text(said.get(TAG, b"")), content, said.get(METADATA, b""), plugin, moment)

    def event(self, state, event: Event) -> None:
        """Of events those with summaries and graphs are noted."""
        event.DiscardUnknownFields()  # of a kind that a field of that number is not
        said = parsed(event.SerializeToString(deterministic=True))
        moment = struct.unpack("<d", said.get(TIME, bytes(8)))[0]
        if SUMMARY in said:
            self.values(int64_of(said.get(STEP, 0)), moment, said[SUMMARY])
        elif GRAPH in said:
            self.write_graph(said[GRAPH], moment)

    def graph(self, state, step: int, message: bytes) -> None:
        self.write_graph(message, now())

    def write_graph(self, message: bytes, moment: float) -> None:
        self.begin(moment)
        graph, number = message_in("GraphDef", message), self.new_id()
        if graph is None:
            raise Error("bad proto")
        places = {node.name: at for at, node in reversed(list(enumerate(graph.node)))}
        for at, node in enumerate(graph.node):
            for order, text in enumerate(node.input):
                name, output, is_control = input_of(text)
                if name not in places:
                    raise data_loss(f"Could not find node: {name}\n\tSaveNodeInputs")
                self.insert(
                    "NodeInputs", graph_id=number, node_id=at, idx=order, input_node_id=places[name], input_node_idx=output,
                    is_control=is_control,
                )  # fmt: skip
        for at, node in enumerate(graph.node):
            names = {"node_name": node.name, "op": node.op, "device": node.device}
            for field in ("name", "op", "device", "input"):
                node.ClearField(field)
            self.insert("Nodes", graph_id=number, node_id=at, **names, node_def=node.SerializeToString(deterministic=True))
        graph.ClearField("node")
        rest = graph.SerializeToString(deterministic=True)
        self.insert("Graphs", True, run_id=self.run_id, graph_id=number, inserted_time=now(), graph_def=rest)


def parsed(message: bytes) -> dict[int, Any]:
    return dict(fields(message))


def as_text(text: bytes) -> str:
    return text.decode("utf-8", "surrogateescape")


def input_of(text: str) -> tuple[str, int, int]:
    """The node of an input, the number of its output, and whether it is of control."""
    name, colon, output = text.rpartition(":")
    if colon and not output.isdigit():
        raise data_loss(f"Bad NodeDef.input: {text}\n\tSaveNodeInputs")
    name = name if colon else text
    return name.removeprefix("^"), int(output) if colon else 0, int(name[:1] == "^")


def require_supported(value: np.ndarray) -> None:
    word = word_of(value.dtype)
    if word not in SUPPORTED:
        raise unimplemented(f"{NAMES.get(word, word)} tensors unsupported on platform")


def converted_value(said: dict) -> tuple[np.ndarray, str] | None:
    """A value of a summary as a tensor, and the plugin that shows it; None for what is of another kind."""
    if TENSOR in said:
        return tensor_of(said[TENSOR]), ""
    if SIMPLE in said:
        return np.array(struct.unpack("<f", said[SIMPLE])[0], np.float32), "scalars"
    if HISTOGRAM in said:
        return buckets_of(said[HISTOGRAM]), "histograms"
    if IMAGE in said:
        image = parsed(said[IMAGE])
        parts = [b"%d" % image.get(2, 0), b"%d" % image.get(1, 0), image.get(4, b"")]
        return np.array(parts, object), "images"
    if AUDIO in said:
        return np.array([[parsed(said[AUDIO]).get(4, b""), b""]], object), "audio"
    return None


def tensor_of(record: bytes) -> np.ndarray:
    try:
        return tensor_in(record)
    except (Error, ValueError):  # whose shape is none
        raise Error("bad proto") from None


def buckets_of(histogram: bytes) -> np.ndarray:
    """Of each bucket where it begins and ends, and how many are in it."""
    said = parsed(histogram)
    ends, counts = [np.frombuffer(said.get(field, b""), np.float64) for field in (6, 7)]
    if len(ends) != len(counts):
        raise Error("size mismatch")
    return np.stack([np.append(sys.float_info.min, ends[:-1])[: len(ends)], ends, counts], axis=1)
