"""The files of a run: those of one directory, if there is one, and what the program writes. Without a directory what is written stays in memory
and can be read again as long as the run lasts."""

from __future__ import annotations

import os
import re

from tfir.cli.files import Output
from tfir.dialects.tf.errors import error_of, failed_precondition, not_found
from tfir.ir.diagnostics import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tempfile import TemporaryDirectory

LARGEST_FILE = 1 << 30


def within(directory: str, path: str) -> str | None:
    """The real path of a file that relative paths of a directory name; None for one outside of it."""
    if "\0" in path:
        return None
    home = os.path.realpath(directory)
    real = os.path.realpath(os.path.join(home, path))
    return real if os.path.commonpath([home, real]) == home else None


def content_of(real: str, path: str) -> bytes:
    """The content of a file that a program calls `path`. Raises Error where it is too large, OSError where it cannot be read."""
    if os.path.getsize(real) > LARGEST_FILE:
        raise Error(f"reads the file '{path}', which is larger than 1 GB")
    with open(real, "rb") as file:
        return file.read()


class Disk:
    """`root` is the directory; relative paths begin there, and absolute ones must lie in it. Without one a directory of the run's own stands for all
    that there is."""

    def __init__(self, root: str | None = None):
        self.root = root
        self.own: TemporaryDirectory[str] | None = None

    @property
    def home(self) -> str:
        if self.root is not None:
            return os.path.realpath(self.root)
        if self.own is None:
            from tempfile import TemporaryDirectory  # which few programs need, and which takes 5 ms

            self.own = TemporaryDirectory()
        return os.path.realpath(self.own.name)

    def place(self, path: str) -> str:
        """The real path of a file. Raises Error for one outside of the directory."""
        real = within(self.home, path if self.root is not None else path.lstrip("/"))
        if real is None:
            where = f"the directory '{self.root}' (--files-dir)" if self.root is not None else "those that it has written"
            raise Error(f"names the file '{path}', which is outside of {where}")
        return real

    @property
    def is_empty(self) -> bool:
        """Whether it has no directory, and nothing was written."""
        return self.root is None and self.own is None

    def content(self, path: str) -> bytes | None:
        """What lies in the directory, or was written in this run; None where there is no directory and no such file."""
        if self.is_empty:
            return None
        real = self.place(path)
        if os.path.isdir(real):
            raise failed_precondition(f"{path}; Is a directory")
        try:
            return content_of(real, path)
        except FileNotFoundError:
            if self.root is None:
                return None
            raise not_found(f"{path}; No such file or directory") from None
        except OSError as error:
            raise error_of("UnknownError", f"{path}; {error.strerror}") from None

    def write(self, path: str, content: bytes) -> None:
        real = self.place(path)
        try:
            os.makedirs(os.path.dirname(real), exist_ok=True)
            with Output(real, binary=True) as out:
                out.write(content)
        except OSError as error:
            raise error_of("UnknownError", f"{path}; {error.strerror}") from None

    def append(self, path: str, content: bytes) -> None:
        """Writes behind what a file has."""
        real = self.place(path)
        try:
            os.makedirs(os.path.dirname(real), exist_ok=True)
            with open(real, "ab") as file:
                file.write(content)
        except OSError as error:
            raise error_of("UnknownError", f"{path}; {error.strerror}") from None

    def matching(self, pattern: str) -> list[str]:
        """The files and directories that a pattern of TensorFlow's matches: `*`, `?` and `[a-z]` stand for letters other than `/`."""
        if self.is_empty:
            return []
        prefix = self.home + "/" if self.root is None or not os.path.isabs(pattern) else ""
        matches = re.compile(translated(prefix + (pattern.lstrip("/") if self.root is None else pattern))).fullmatch
        paths = [os.path.join(folder, name) for folder, inner, files in os.walk(self.home) for name in (*inner, *files)]
        shown = "/" if self.root is None and pattern[:1] == "/" else ""
        return sorted([shown + path.removeprefix(prefix) for path in paths if matches(path)])


def translated(pattern: str) -> str:
    """A pattern as a regular expression."""
    parts, at = [], 0
    while at < len(pattern):
        letter, at = pattern[at], at + 1
        end = pattern.find("]", at + 1) if letter == "[" else -1
        if end > 0:
            inside, at = pattern[at:end], end + 1
            sign, inside = ("^", inside[1:]) if inside[0] in "!^" else ("", inside)
            parts.append(f"[{sign}{inside.replace(chr(92), chr(92) * 2)}]")
        elif letter == "\\" and at < len(pattern):
            parts.append(re.escape(pattern[at]))
            at += 1
        else:
            parts.append({"*": "[^/]*", "?": "[^/]"}.get(letter) or re.escape(letter))
    return "".join(parts)
