"""Files of machine code, of pipelines, of programs that were lowered and of what was measured, kept from run to run, for each device or purpose in a folder of its own: each under the digest of what it was made of, written whole or not at all, so that processes may
read and write side by side. A file that does not have the digest of its content behind it is as good as none."""

from __future__ import annotations

import os
from hashlib import blake2b

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

CPU = "cpu"
MOST_BYTES = 256 << 20  # of a device
DIGEST = 16


def folder(device: str = CPU) -> str:
    """Where those of a device lie; a path that is not absolute is no place for caches, as the XDG Base Directory Specification has it."""
    given = os.environ.get("XDG_CACHE_HOME", "")
    return os.path.join(given if os.path.isabs(given) else os.path.join(os.path.expanduser("~"), ".cache"), "tfir", device)


def digest(content: bytes) -> bytes:
    return blake2b(content, digest_size=DIGEST).digest()


def kept(key: str, make: Callable[[], bytes]) -> bytes:
    """The content under a key, which `make()` gives where there is none."""
    content = looked_up(key)
    if content is None:
        content = make()
        keep(key, content)
    return content


def looked_up(key: str, device: str = CPU) -> bytes | None:
    path = os.path.join(folder(device), key)
    try:
        with open(path, "rb") as file:
            whole = file.read()
    except OSError:
        return None
    note_use(path)
    content = whole[:-DIGEST]
    return content if digest(content) == whole[-DIGEST:] else None


def note_use(path: str) -> None:
    try:
        os.utime(path)  # the longest unused ones go first
    except OSError:
        pass  # of a folder that others fill, it is only read


def keep(key: str, content: bytes, device: str = CPU) -> None:
    """Writes the content of a key; where that cannot be, it is made anew each time."""
    try:
        write(os.path.join(folder(device), key), content + digest(content))
        drop_oldest(folder(device))
    except OSError:
        pass


SUFFIX = ".mlir"


def kept_file(key: str, device: str) -> str | None:
    """The path of a whole file under a key, for others to read. The digest of its content stands in its name."""
    try:
        with os.scandir(folder(device)) as entries:
            paths = [entry.path for entry in entries if entry.name.startswith(key) and entry.name.endswith(SUFFIX)]
        for path in paths:
            with open(path, "rb") as file:
                content = digest(file.read()).hex()
            if path.endswith(f"-{content}{SUFFIX}"):
                note_use(path)
                return path
    except OSError:
        pass  # there is no such folder, or another process has just deleted the file
    return None


def keep_file(key: str, path: str, device: str) -> str:
    """Keeps a copy of a file. The path of that, or of the file where it is too large, or cannot be kept."""
    try:
        with open(path, "rb") as file:
            content = file.read()
        if len(content) > MOST_BYTES // 2:
            return path
        copy = os.path.join(folder(device), f"{key}-{digest(content).hex()}{SUFFIX}")
        write(copy, content)
        drop_oldest(folder(device))
        return copy
    except OSError:
        return path


def write(path: str, content: bytes) -> None:
    import tempfile

    os.makedirs(os.path.dirname(path), exist_ok=True)
    descriptor, beside = tempfile.mkstemp(dir=os.path.dirname(path))
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        os.replace(beside, path)
    except BaseException:
        os.unlink(beside)
        raise


def drop_oldest(folder: str) -> None:
    """Deletes the files that were not used for longest, where all together are larger than is allowed."""
    total = 0
    for _, size, path in sorted([stated for entry in os.scandir(folder) for stated in states(entry)], reverse=True):
        total += size
        if total > MOST_BYTES:
            remove(path)


def states(entry: os.DirEntry) -> list[tuple[float, int, str]]:
    """When a file was used last, its size and its path; nothing where another process has just deleted it."""
    try:
        status = entry.stat()
    except OSError:
        return []
    return [(status.st_mtime, status.st_size, entry.path)]


def remove(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        pass  # another process was faster
