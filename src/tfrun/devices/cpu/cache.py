"""Files of machine code, kept from run to run: each under the digest of what it was made of, written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable

MOST_BYTES = 256 << 20


def folder() -> str:
    return os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache"), "tfir", "cpu")


def kept(key: str, make: Callable[[], bytes]) -> bytes:
    """The content under a key, which `make()` gives where there is none."""
    path = os.path.join(folder(), key)
    try:
        with open(path, "rb") as file:
            content = file.read()
        os.utime(path)  # the longest unused ones go first
        return content
    except OSError:
        content = make()
    try:
        write(path, content)
        drop_oldest(folder())
    except OSError:
        pass  # where nothing can be kept, all is made anew each time
    return content


def write(path: str, content: bytes) -> None:
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
    entries = sorted([(entry.stat().st_mtime, entry.stat().st_size, entry.path) for entry in os.scandir(folder)], reverse=True)
    total = 0
    for _, size, path in entries:
        total += size
        if total > MOST_BYTES:
            os.unlink(path)
