"""Semantics: datasets of what a query of a database gives."""

from __future__ import annotations

from tfir.dialects.tf.creation import stated
from tfir.dialects.tf.datasets import Begun, Dataset, MakesDataset, scalar
from tfir.dialects.tf.errors import error_of
from tfir.dialects.tf.files import path_in
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of
from tfir.ods.numpy_on_demand import np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.dialects.tf.datasets import Element

READS = {"SQLITE_SELECT", "SQLITE_READ", "SQLITE_FUNCTION", "SQLITE_RECURSIVE"}  # what a query may do; it opens no other file
STORED_AS = {"O": "BLOB", "f": "REAL"}  # by the kind of a component; all others are taken of whole numbers
WORDS = {"!tf_type.string", "i8", "i16", "i32", "i64", "ui8", "ui16", "i1", "f64"}


class SqlDataset(MakesDataset):
    """The rows that a query of an SQLite database gives. What is stored as another type is converted by SQLite's own rules."""

    def evaluate(state, driver_name, data_source_name, query, output_types, output_shapes):
        driver, source, text = (
            scalar(each, name) for each, name in ((driver_name, "driver_name"), (data_source_name, "data_source_name"), (query, "query"))
        )
        if any([str(each) not in WORDS for each in output_types]):
            raise Error(
                "Each element of `output_types_` must be one of: DT_STRING, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_UINT16, DT_BOOL, DT_DOUBLE"
            )
        if any([stated(shape) != () for shape in output_shapes]):
            raise Error("Each element of `output_shapes_` must be a scalar.")
        if driver != b"sqlite":
            raise Error(
                f"The database type, {driver.decode(errors='replace')}, is not supported by SqlDataset. The set of supported databases is: {{'sqlite'}}."
            )
        dtypes, place = [dtype_of(each) for each in output_types], state.disk.place(path_in(data_source_name))
        return [Dataset("SQL", lambda: Begun(lambda: iter(rows(place, text.decode("utf-8", "surrogateescape"), dtypes))))]


def rows(path: str, query: str, dtypes: list) -> list[Element]:
    """All rows. The file is opened to be read."""
    import sqlite3
    from urllib.parse import quote

    try:
        connection = sqlite3.connect(f"file:{quote(path)}?mode=ro", uri=True)
    except sqlite3.Error as error:
        raise Error(f"Failed to open file '{path}': {error}") from None
    try:
        connection.text_factory = bytes
        connection.set_authorizer(lambda action, *_: sqlite3.SQLITE_OK if action in allowed(sqlite3) else sqlite3.SQLITE_DENY)
        cursor = connection.execute(first_statement(query, sqlite3.complete_statement))
        names = cursor.description or ()
        if len(names) != len(dtypes):
            raise Error(f"The number of columns in query ({len(names)}) must match the number of elements in output_types ({len(dtypes)}).")
        convert = "SELECT " + ", ".join([f"CAST(? AS {STORED_AS.get(dtype.kind, 'INTEGER')})" for dtype in dtypes])
        return [element(connection.execute(convert, row).fetchone(), dtypes) for row in cursor.fetchall()]
    except sqlite3.Error as error:
        raise error_of("UnknownError", f"Prepare() failed: {error}: {query}") from None
    finally:
        connection.close()


def allowed(sqlite3) -> set[int]:
    return {getattr(sqlite3, name) for name in READS}


def first_statement(query: str, is_complete) -> str:
    """What is behind the first statement is not run."""
    ends = [at + 1 for at, letter in enumerate(query) if letter == ";"]
    return next((query[:end] for end in ends if query[:end].strip(" ;\n\t") and is_complete(query[:end])), query).lstrip(" ;\n\t")


def element(values: tuple, dtypes: list) -> Element:
    return [component(value, dtype) for value, dtype in zip(values, dtypes)]


def component(value, dtype) -> np.ndarray:
    """A number beyond a type keeps its last bits, and what is absent is 0 or an empty text."""
    if dtype.kind == "O":
        return np.array(value or b"", object)
    number = np.array(value or 0, np.float64 if dtype.kind == "f" else np.int64)
    return number != 0 if dtype.kind == "b" else number.astype(dtype)


SEMANTICS = {"ExperimentalSqlDataset": SqlDataset}
