"""Semantics: datasets of what is in files: lines, records, fields of CSV; and datasets that are written.

Files are read from the model's directory alone. What a program writes it can read again while the run lasts.
"""

from __future__ import annotations

from tfir.dialects.tf.dataset_optimizer import optimized
from tfir.dialects.tf.datasets import Dataset, Iteration, MakesDataset, scalar
from tfir.dialects.tf.errors import data_loss
from tfir.dialects.tf.examples import varint
from tfir.dialects.tf.files import path_in
from tfir.dialects.tf.records import WINDOW, field_value, fields_of, not_inflated
from tfir.ir.diagnostics import Error
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tfir.dialects.tf.datasets import Element

LENGTH, CHECKSUM = 8, 4  # bytes of a record's length, and of the checksums behind that and behind the record
MASK = 0xA282EAD8
TAKES_SNAPPY = (*WINDOW, "SNAPPY")  # compressions of datasets that are saved; of records alone TensorFlow does not take the last one
SNAPPY_BLOCK = 1 << 18  # bytes that are compressed together, each time with the compressed length before them


class Files(Iteration):
    """What is in files, one after another; a file is opened when it is its turn. One that cannot be opened is an error each time."""

    __slots__ = ("paths", "open", "rest", "refusal")

    def __init__(self, paths: list, open: Callable[..., Iterator[Element]]):
        self.paths, self.open = list(paths), open
        self.rest: Iterator[Element] | None = None
        self.refusal: Error | None = None

    def __next__(self):
        while True:
            if self.refusal is not None:
                raise self.refusal
            if self.rest is None:
                if not self.paths:
                    raise StopIteration
                try:
                    self.rest = self.open(self.paths.pop(0))
                except Error as error:
                    self.refusal = error
                    continue
            element = next(self.rest, None)
            if element is not None:
                return element
            self.rest = None


def of_files(kind: str, filenames, open: Callable[..., Iterator[Element]], extra=None) -> list[Dataset]:
    if np.ndim(filenames) > 1:
        raise Error("`filenames` must be a scalar or a vector.")
    paths = filenames.ravel().tolist()
    paths = paths if extra is None else list(zip(paths, extra))
    return [Dataset(kind, lambda: Files(paths, open), path=filenames)]


def content(state, path: bytes, compression: str) -> bytes:
    """The bytes of a file, which may be compressed as a whole."""
    data: bytes = state.read_file(path.decode("utf-8", "surrogateescape"))
    if not compression:
        return data
    if compression == "SNAPPY":
        return b"".join(snappy_blocks(data))
    import zlib

    opened = zlib.decompressobj(WINDOW[compression])
    try:
        whole = opened.decompress(data)
        while opened.unused_data:  # members of gzip files follow one another
            opened, data = zlib.decompressobj(WINDOW[compression]), opened.unused_data
            whole += opened.decompress(data)
    except zlib.error as error:
        raise not_inflated(error) from None
    return whole


def snappy_blocks(data: bytes) -> Iterator[bytes]:
    import cramjam

    at = 0
    while at < len(data):
        start, at = at + 4, at + 4 + int.from_bytes(data[at : at + 4], "big")
        size, _ = varint(data[start : start + 10], 0) if start < at <= len(data) else (SNAPPY_BLOCK + 1, 0)
        try:
            if size > SNAPPY_BLOCK:
                raise cramjam.DecompressionError("a block is cut off, or too long")
            yield bytes(cramjam.snappy.decompress_raw(data[start:at]))
        except cramjam.DecompressionError as error:
            raise data_loss(f"Snappy: {error}") from None


def compression_named(compression_type) -> str:
    name: str = scalar(compression_type, "compression_type").decode()
    if name and name not in WINDOW:
        raise Error("Unsupported compression_type.")
    return name


def text(value: bytes) -> Element:
    return [np.array(value, object)]


class TextLineDataset(MakesDataset):
    def evaluate(state, filenames, compression_type):
        compression = compression_named(compression_type)

        def lines(path: bytes) -> Iterator[Element]:
            whole = content(state, path, compression).replace(b"\r", b"").split(b"\n")
            return map(text, whole[:-1] if not whole[-1] else whole)

        return of_files("TextLine", filenames, lines)


class FixedLengthRecordDataset(MakesDataset):
    def evaluate(state, filenames, header_bytes, record_bytes, footer_bytes, compression_type=None):
        compression = "" if compression_type is None else compression_named(compression_type)
        header, size, footer = (scalar(number, "bytes") for number in (header_bytes, record_bytes, footer_bytes))
        for number, name, least in ((header, "header_bytes", 0), (size, "record_bytes", 1), (footer, "footer_bytes", 0)):
            if number < least:
                raise Error(f"`{name}` must be {'> 0' if least else '>= 0'}")

        def records(path: bytes) -> Iterator[Element]:
            data = content(state, path, compression)
            body = len(data) - header - footer
            if body % size and not compression:
                name = path.decode(errors="replace")
                which = (
                    f'Excluding the header ({header} bytes) and footer ({footer} bytes), input file "{name}" has body length {body} bytes'
                )
                raise Error(f"{which}, which is not an exact multiple of the record length ({size} bytes).")
            return map(lambda at: text(data[at : at + size]), range(header, header + body - size + 1, size))

        return of_files("FixedLengthRecord", filenames, records)


class TFRecordDataset(MakesDataset):
    def evaluate(state, filenames, compression_type, byte_offsets=None):
        compression = compression_named(compression_type)

        def open(place) -> Iterator[Element]:
            path, start = place
            return Records(content(state, path, compression), start)

        if byte_offsets is not None and byte_offsets.size and byte_offsets.size != filenames.size:
            raise Error("`byte_offsets` must be of same size as `filenames`")
        starts = [0] * filenames.size if byte_offsets is None or not byte_offsets.size else byte_offsets.ravel().tolist()
        return of_files("TFRecord", filenames, open, starts)


class Records(Iteration):
    """Records with their lengths before them, and checksums of both."""

    __slots__ = ("data", "at")

    def __init__(self, data: bytes, at: int):
        self.data, self.at = data, at

    def part(self, size: int, at: int, start: int) -> bytes:
        """So many bytes of the record that starts there, behind which their checksum stands."""
        part, told = self.data[at : at + size], self.data[at + size : at + size + CHECKSUM]
        if len(told) < CHECKSUM:
            raise data_loss(f"truncated record at {start}")
        if masked(part) != told:
            raise data_loss(f"corrupted record at {start}")
        return part

    def __next__(self):
        if self.at >= len(self.data):
            raise StopIteration
        start, self.at = self.at, len(self.data)  # behind what is damaged nothing can be found
        size = int.from_bytes(self.part(LENGTH, start, start), "little")
        record = self.part(size, start + LENGTH + CHECKSUM, start)
        self.at = start + LENGTH + size + 2 * CHECKSUM
        return text(record)


def masked(part: bytes) -> bytes:
    """The checksum of a part of a record. Source: LevelDB, util/crc32c.h."""
    from google_crc32c import value

    checksum = value(part)
    return ((checksum >> 15 | checksum << 17) + MASK & 0xFFFFFFFF).to_bytes(CHECKSUM, "little")


class MatchingFilesDataset(MakesDataset):
    def evaluate(state, patterns):
        paths = sorted({path for pattern in patterns.ravel().tolist() for path in state.disk.matching(path_in(pattern))})
        return [Dataset("MatchingFiles", lambda: map(text, [path.encode() for path in paths]))]


# Fields


def records_in(data: bytes, is_quoting: bool) -> list[bytes]:
    """The records of a file: lines, which go on where a quoted field does."""
    records, start, at, is_inside = [], 0, 0, False
    while at < len(data):
        byte = data[at : at + 1]
        if byte == b'"' and is_quoting:
            is_inside = not is_inside
        elif byte in b"\r\n" and not is_inside:
            records.append(data[start:at])
            at += data[at : at + 2] == b"\r\n"
            start = at + 1
        at += 1
    return records if start >= len(data) else [*records, data[start:]]


class CSVDataset(MakesDataset):
    def evaluate(
        state, filenames, compression_type, header, field_delim, use_quote_delim, na_value, select_cols, record_defaults, exclude_cols=None
    ):
        compression, delimiter = compression_named(compression_type), scalar(field_delim, "field_delim")
        quotes, absent = bool(use_quote_delim), scalar(na_value, "na_value")
        if len(delimiter) != 1:
            raise Error("field_delim should be only 1 char")
        chosen, excluded = select_cols.tolist(), [] if exclude_cols is None else exclude_cols.tolist()
        for columns, name in ((chosen, "select_cols"), (excluded, "exclude_cols")):
            if any([after <= before for before, after in zip(columns, columns[1:])]):
                raise Error(f"{name} should be strictly increasing indices")
            if columns and columns[0] < 0:
                raise Error(f"{name} should be non-negative indices")
        if chosen and len(chosen) != len(record_defaults):
            raise Error("select_cols should match output size")

        def element(record: bytes) -> Element:
            row = fields_of(record, delimiter, quotes) or [b""]
            if chosen:
                row = [row[column] for column in chosen if column < len(row)]
            row = [value for column, value in enumerate(row) if column not in excluded]
            if len(row) != len(record_defaults):
                more = "more" if len(row) > len(record_defaults) else len(row)
                raise Error(f"Expect {len(record_defaults)} fields but have {more} in record")
            values = [field_value(value, default, absent, at, 0) for at, (value, default) in enumerate(zip(row, record_defaults))]
            return [np.array(value, default.dtype) for value, default in zip(values, record_defaults)]

        def rows(path: bytes) -> Iterator[Element]:
            return map(element, records_in(content(state, path, compression), quotes)[bool(header) :])

        return of_files("CSV", filenames, rows)


# Written


class DatasetToTFRecord(OpSemantics):
    """Writes the strings that are the elements as records."""

    def evaluate(state, input_dataset, filename, compression_type):
        compression = compression_named(compression_type)
        records = []
        for element in optimized(input_dataset, state):
            if len(element) != 1 or element[0].ndim or element[0].dtype != object:
                raise Error("DatasetToTFRecord only supports datasets of scalar strings.")
            records.append(framed(element[0].item()))
        data = b"".join(records)
        state.disk.write(path_in(filename), compressed(data, compression))
        return []


def framed(record: bytes) -> bytes:
    length = len(record).to_bytes(LENGTH, "little")
    return b"".join([length, masked(length), record, masked(record)])


def compressed(data: bytes, compression: str) -> bytes:
    if not compression:
        return data
    if compression == "SNAPPY":
        from cramjam import snappy

        blocks = [bytes(snappy.compress_raw(data[at : at + SNAPPY_BLOCK])) for at in range(0, len(data), SNAPPY_BLOCK)]
        return b"".join([part for block in blocks for part in (len(block).to_bytes(4, "big"), block)])
    import zlib

    packer = zlib.compressobj(wbits=WINDOW[compression])
    return packer.compress(data) + packer.flush()


SEMANTICS = {
    "ExperimentalCSVDataset": CSVDataset, "ExperimentalMatchingFilesDataset": MatchingFilesDataset,
    "FixedLengthRecordDatasetV2": FixedLengthRecordDataset, "TFRecordDatasetV2": TFRecordDataset, "CSVDatasetV2": CSVDataset,
    "ExperimentalDatasetToTFRecord": DatasetToTFRecord,
}  # fmt: skip
