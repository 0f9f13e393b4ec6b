"""A folder of results: each written whole or not at all, with a note of what they are results of, for one run at a time."""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from hashlib import blake2b

from tfir.cli.files import unreadable
from tfir.ir.diagnostics import Error

NOTE, LOCK, PART = ".tfir-run.json", ".tfir-run.lock", ".part"


class ResultFolder:
    """A context manager. `facts` say what the results are of: a folder that holds those of something else is refused.

    Raises Error where the folder cannot be used, or another run is using it.
    """

    def __init__(self, path: str, facts: dict[str, object], note: str = NOTE):
        self.path, self.facts, self.note = path, facts, note

    def __enter__(self) -> ResultFolder:
        try:
            os.makedirs(self.path, exist_ok=True)
            self.lock = os.open(os.path.join(self.path, LOCK), os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            raise Error(f"cannot write to '{self.path}': {error.strerror}") from None
        try:
            take_lock(self.lock)
        except OSError:
            os.close(self.lock)
            raise Error(f"another run is writing to '{self.path}'") from None
        try:
            self._compare()
        except BaseException:
            os.close(self.lock)
            raise
        for name in os.listdir(self.path):
            if name.startswith(".") and name.endswith(PART):  # of a run that was killed
                with suppress(OSError):
                    os.unlink(os.path.join(self.path, name))
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self.lock)

    def _compare(self) -> None:
        path = os.path.join(self.path, self.note)
        if os.path.exists(path):
            try:
                with open(path, encoding="utf-8") as file:
                    noted = json.load(file)
            except (OSError, ValueError) as error:
                raise Error(f"cannot read '{path}': {error}") from None
            other = [name for name in self.facts if noted.get(name) != self.facts[name]]
            if other:
                raise Error(f"'{self.path}' has results of another {' and another '.join(other)}; name another folder, or remove this one")
            return
        self.write(self.note, json.dumps(self.facts).encode())

    def has(self, name: str, source: str) -> bool:
        """Whether there is a result of this name, made after its source was last written."""
        try:
            return os.stat(os.path.join(self.path, name)).st_mtime_ns >= os.stat(source).st_mtime_ns
        except OSError:
            return False

    def forget(self, name: str) -> None:
        """Takes away what is older than its source."""
        with suppress(OSError):
            os.unlink(os.path.join(self.path, name))

    def write(self, name: str, data: bytes) -> None:
        """Writes a result, on the disk before it has its name. Raises Error where that fails."""
        path = os.path.join(self.path, name)
        beside = os.path.join(self.path, f".{name}.{os.getpid()}{PART}")
        try:
            with open(beside, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, path)
        except OSError as error:
            with suppress(OSError):
                os.unlink(beside)
            raise Error(f"cannot write '{path}': {error.strerror or error}") from None


def take_lock(file: int) -> None:
    """Locks an open file, or raises OSError where another process has it locked. The lock goes with the process, however that ends."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def read_whole(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise unreadable(path, error) from None


def digest_of(content: bytes) -> str:
    return blake2b(content, digest_size=16).hexdigest()
