"""Files in and out. The name "-" is standard input or output."""

from __future__ import annotations

import os
import sys

from tfir.ir.diagnostics import Error
from tfir.ir.nesting import is_second_time

MAP_IF_LARGER = 1 << 20  # bytes
KEPT_OF_PIPES = 64 << 20  # bytes
of_pipes: dict[str, bytes | None] = {}  # what was read of each that can be read once only; None for more than is kept


def read_bytes(path: str):
    """The content of a file or of standard input: bytes, or a read-only view on the mapped file when it is large."""
    if path == "-":
        return standard_input()
    try:
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            return mapped(file) if size > MAP_IF_LARGER else read_once(file, path, file.read)
    except OSError as error:
        raise unreadable(path, error) from None


def mapped(file):
    import mmap

    return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))


CONTROL = bytes([*range(9), *range(14, 32)])  # characters that text of IR does not begin with
# How else text begins that is no IR, or not at once.
UNLIKE_IR = (
    b"version https://git-lfs.", b"#[version = ", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"node {", b"saved_model_schema_version", b"meta_graphs {",
)  # fmt: skip


def read_ir(path: str) -> str | bytes:
    """A file of IR: as text, without a byte order mark, or as bytes where it is bytecode or holds some. Bytes of text that are not UTF-8
    come through as surrogates and go out as they came."""
    try:
        if path == "-":
            tell_of_terminal()
            return ir_of(read_once(sys.stdin.buffer, path, lambda: ir_in(sys.stdin.buffer, path)), path)
        with open(path, "rb") as file:
            return ir_of(read_once(file, path, lambda: ir_in(file, path)), path)
    except OSError as error:
        raise unreadable(path, error) from None


def read_once(file, path: str, read) -> bytes:
    """`read()`, the content of a file. That of a pipe is kept for a tool that begins again with more room."""
    if is_second_time() and path in of_pipes:
        content = of_pipes[path]
        if content is None:
            raise Error(
                f"{shown_name(path)}: is nested deeply, and what comes from a pipe is not kept beyond {KEPT_OF_PIPES >> 20} MiB; a file is read again"
            )
        return content
    content = read()
    if not file.seekable():
        of_pipes[path] = content if len(content) <= KEPT_OF_PIPES else None
    return content


def ir_in(file, path: str) -> bytes:
    """All of a file of IR. What is none may be many gigabytes, so the beginning is looked at first where the file lets itself be
    looked at."""
    head = file.peek(4096) if hasattr(file, "peek") else b""
    if b"\0" in head[:4096] and not may_hold_bytecode(head):
        ir_of(head, path)
    return file.read()


def read_module_file(path: str):
    """A view on a module file, which is mapped, or on what standard input holds of one; None for another file, and for one that cannot be
    read. What a named pipe holds can be read once only, so that none is looked at."""
    from tfir.cli.file_formats import is_module_file

    try:
        if path == "-":
            return memoryview(standard_input()) if is_module_file(head_of(sys.stdin.buffer)) else None
        if not os.path.isfile(path):
            return None
        with open(path, "rb") as file:
            return mapped(file) if is_module_file(head_of(file)) else None
    except OSError:
        return None


def head_of(file) -> bytes:
    """The first bytes of what is yet to be read; nothing of a terminal, where somebody would have to write them first."""
    if file.isatty():
        return b""
    if hasattr(file, "peek"):
        return file.peek(8)[:8]
    at = file.tell()
    head = file.read(8)
    file.seek(at)
    return head


def may_hold_bytecode(head: bytes) -> bool:
    """Whether a file that begins so may be bytecode, or hold some."""
    from tfir.cli.file_formats import begins_export, is_bytecode

    return is_bytecode(head) or begins_export(head)


def ir_of(data, path: str) -> str | bytes:
    """The text in bytes, or in a view on them, or these bytes themselves where they are bytecode or hold some. Raises Error for data that
    are neither, naming their format."""
    head = bytes(data[:4096])
    if len(head.translate(None, CONTROL)) != len(head) or head.lstrip().startswith(UNLIKE_IR):
        from tfir.cli.file_formats import exported_module, is_bytecode, without_mark

        if is_bytecode(data) or exported_module(data) is not None:
            return bytes(data)
        data = without_mark(data, shown_name(path))
    return str(data, "utf-8", "surrogateescape")


def read_text(path: str) -> str:
    """The text of a file of IR. Raises Error for one of bytecode."""
    content = read_ir(path)
    if isinstance(content, bytes):
        raise Error(f"{shown_name(path)}: expected IR as text, but this is MLIR bytecode")
    return content


def is_blank(text: str | bytes) -> bool:
    """Whether the input is empty: most often the command in front of a pipe has failed."""
    return not text or text.isspace()


def nothing_in(path: str) -> str:
    return f"{shown_name(path)}: the input is empty" + ("; did the command in front of the pipe fail?" if path == "-" else "")


def decoded(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def standard_input() -> bytes:
    try:
        tell_of_terminal()
        return read_once(sys.stdin.buffer, "-", sys.stdin.buffer.read)
    except OSError as error:
        raise unreadable("-", error) from None


def safetensors_name(text: str) -> str:
    """The value of a flag that names a file of constants: `@weights.safetensors`, with or without `@`. Raises ValueError for another one."""
    name = text.removeprefix("@")
    if not name.endswith(".safetensors"):
        raise ValueError("the name of a file that ends in .safetensors")
    return name


def put_back(data: bytes) -> None:
    """Lets standard input be read once more: it holds these bytes."""
    from io import BytesIO, TextIOWrapper

    sys.stdin = TextIOWrapper(BytesIO(data), encoding="utf-8")


def tell_of_terminal() -> None:
    if sys.stdin.isatty():
        print("reading from the terminal; Ctrl-D ends the input", file=sys.stderr)


def goes_to_terminal(arguments) -> bool:
    """Whether a tool's output is shown on a terminal, and was not asked to go there."""
    return arguments.output == "-" and ("output", "-") not in arguments.order and sys.stdout.isatty()


ELIDED = "dense_resource<__elided__>"
NOTE = "note: large constants are left out where a terminal shows them; --elide-large-constants=false, -o FILE or a pipe has them"


def unreadable(path: str, error: OSError) -> Error:
    if isinstance(error, IsADirectoryError):
        model = os.path.exists(os.path.join(path, "saved_model.pb"))
        advice = "; a SavedModel is read by tf-translate --savedmodel-to-mlir" if model else ""
        return Error(f"cannot read '{path}': it is a directory; expected a file{advice}")
    return Error(f"cannot read '{shown_name(path)}': {error.strerror or error}")


def shown_name(path: str) -> str:
    """How a file is called in messages and locations."""
    return "<stdin>" if path == "-" else path


def take_name(beside: str, path: str) -> None:
    """Puts a file in the place of another, with its permissions, or where there was none."""
    if os.path.exists(path):
        os.chmod(beside, os.stat(path).st_mode & 0o7777)
    os.replace(beside, path)


class Output:
    """A file to write that appears whole or not at all: `with Output(path) as out: out.write(text)`.

    It is written beside its name and takes it when the block ends well; otherwise nothing is left. "-" and existing
    files that are not regular (a pipe, /dev/null) are written directly. Text goes out as UTF-8; `binary` takes bytes.
    """

    def __init__(self, path: str, binary: bool = False):
        self.path, self.binary = path, binary
        self.beside: str | None = None
        self.file = None

    def __enter__(self):
        if self.path == "-":
            self.file = StandardOutput()
            return self.file
        try:
            self.file = self._open(os.path.realpath(self.path))
        except OSError as error:
            raise self._unwritable(error) from None
        return self.file

    def _open(self, path: str):
        if os.path.exists(path) and not os.path.isfile(path):
            return self._opened(path)
        self.beside = os.path.join(os.path.dirname(path), f".{os.path.basename(path)}.{os.getpid()}.part")
        return self._opened(self.beside)

    def _opened(self, path: str):
        return open(path, "wb") if self.binary else open(path, "w", encoding="utf-8", errors="surrogateescape", newline="\n")

    def __exit__(self, kind, error, _):
        if self.path == "-":
            if kind is None:
                self.file.flush()
            return
        try:
            self.file.close()
            if kind is None and self.beside is not None:
                take_name(self.beside, os.path.realpath(self.path))
        except OSError as failure:
            kind = kind or OSError
            raise self._unwritable(failure) from None
        finally:
            if kind is not None and self.beside is not None and os.path.exists(self.beside):
                os.unlink(self.beside)
        if isinstance(error, OSError) and not isinstance(error, BrokenPipeError) and error.filename is None:
            raise self._unwritable(error) from None

    def _unwritable(self, error: OSError) -> Error:
        if isinstance(error, IsADirectoryError):
            return Error(f"cannot write '{self.path}': it is a directory; expected the name of a file")
        # NumPy only counts what it has written.
        return Error(f"cannot write '{self.path}': {error.strerror or 'not all of it could be written; is the disk full?'}")


class StandardOutput:
    """Standard output for text or bytes; surrogates in text go out as the bytes that they stand for, as into files.

    Under PYTHONUNBUFFERED a write may be short: what was left over is written again.
    """

    def write(self, content: str | bytes | memoryview) -> int:
        """As files do, returns the length of what was written."""
        sys.stdout.flush()
        data = memoryview(content.encode("utf-8", "surrogateescape") if isinstance(content, str) else content).cast("B")
        length = len(data)
        while len(data):
            data = data[sys.stdout.buffer.write(data) :]
        return length

    def flush(self) -> None:
        sys.stdout.buffer.flush()
