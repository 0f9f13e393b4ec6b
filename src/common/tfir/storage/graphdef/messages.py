"""Messages of protobuf from bytes or text, told apart by their content. Errors say where a text is wrong."""

from __future__ import annotations

import re

from google.protobuf import text_format
from google.protobuf.message import DecodeError, Message

from tfir.ir.diagnostics import Error
from tfir.ir.location import FileLineCol

CONTROL_CHARACTER = re.compile(rb"[\x00-\x08\x0e-\x1f]")
LIMIT = (1 << 31) - 1  # bytes of a protocol buffer; no reader takes more
BYTES_TO_READ_ONE = 4  # of memory that a byte of a protocol buffer may take while it is read
LOOKED_AT = 4096  # bytes at the start that tell text from binary


def is_binary(data) -> bool:
    return CONTROL_CHARACTER.search(bytes(data[:LOOKED_AT])) is not None


def require_size(size: int, what: str) -> None:
    """Raises Error for more bytes than a protocol buffer may have."""
    if size > LIMIT:
        raise Error(f"{what} of {size / 1e9:.2f} GB, and no protocol buffer may have more than 2 GB; the variables of a SavedModel may")


def parse(message: Message, data) -> None:
    """Fills an empty message from bytes. Raises DecodeError where they are damaged, and MemoryError where there was not enough room,
    which protobuf tells as damage too."""
    try:
        message.ParseFromString(data)
    except DecodeError:
        bytearray(BYTES_TO_READ_ONE * len(data))  # raises MemoryError
        raise


def read_message(data, message: Message, name: str, what: str) -> Message:
    """Fills an empty message from the data of a file. `what` it should be is for errors."""
    try:
        if is_binary(data):
            parse(message, bytes(data))
            return message
        text = bytes(data).decode()
    except (DecodeError, UnicodeDecodeError):
        raise Error(f"{name}: not {what}: its fields are damaged") from None
    return read_text(text, message, name, f"{what} in text form")


def read_text(text: str, message: Message, name: str, what: str) -> Message:
    """Parses protobuf's text form into `message`; `what` says in errors what was expected. Raises Error with line and column."""
    try:
        return text_format.Parse(text, message)
    except text_format.ParseError as error:
        place = FileLineCol(name, error.GetLine() or 1, error.GetColumn() or 1)
        words = re.sub(r"^\d+:\d+ : ", "", str(error)).replace('"tfir.', '"')  # without the place, which is told already
        raise Error(f"not {what}: {words}", place) from None
    except ValueError as error:  # protobuf's word on a number that does not fit its field
        raise Error(f"{name}: not {what}: {error}") from None
