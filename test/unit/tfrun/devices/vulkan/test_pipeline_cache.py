"""What a driver has of compiled pipelines is kept by device and module file, and damage to it is no harm."""

import signal
import subprocess
import sys

import pytest
from tfir.cli import kept_files

FACTS = {"name": "a", "driver": "b", "driver_info": "1.0", "api_version": (1, 1, 0), "uuid": "00"}


class Facts:
    def __init__(self, **facts):
        self.__dict__.update(FACTS | facts)


@pytest.fixture
def cache():
    return pytest.importorskip("tfrun.devices.vulkan.pipeline_cache", exc_type=ImportError)


@pytest.mark.parametrize("change", [{"driver_info": "1.1"}, {"uuid": "01"}, {"name": "c"}])
def test_another_driver_or_device_has_others(cache, change):
    assert cache.key_of(Facts(), b"x") == cache.key_of(Facts(), b"x")
    assert cache.key_of(Facts(), b"x") not in (cache.key_of(Facts(**change), b"x"), cache.key_of(Facts(), b"y"))


class Driver:
    """A device whose driver has `data`, and remembers what it was given."""

    facts = Facts()
    handle = None

    def __init__(self, data: bytes, buffer):
        self.data_held, self.buffer, self.given = data, buffer, None

    def create(self, function, kind, information):
        size = information.pointer.initialDataSize
        self.given = self.buffer(information.parts[1])[:] if size else b""
        return "cache"


@pytest.fixture
def kept(cache, monkeypatch, tmp_path):
    """A run of a program with a driver that has some data at its end; what it was given at the beginning."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(cache.PipelineCache, "data", lambda self: self.device.data_held)
    monkeypatch.setattr(cache, "lib", type("lib", (), {"vkDestroyPipelineCache": staticmethod(lambda *_: None)}))

    def run(data: bytes, digest: bytes | None = b"module") -> bytes | None:
        driver = Driver(data, cache.ffi.buffer)
        with cache.PipelineCache(driver, digest):
            return driver.given

    return run


def test_the_next_run_gets_what_one_has_left(kept):
    assert kept(b"h" * 32 + b"pipelines") == b""
    assert kept(b"h" * 32 + b"more pipelines") == b"h" * 32 + b"pipelines"
    assert kept(b"h" * 32) == b"h" * 32 + b"more pipelines"
    assert kept(b"", b"another") == b""


def test_nothing_but_a_header_is_not_kept(kept, tmp_path):
    kept(b"h" * 32)
    assert not list(tmp_path.rglob("*"))


def test_without_a_digest_nothing_is_kept(kept, tmp_path):
    assert kept(b"h" * 32 + b"pipelines", None) is None
    assert not list(tmp_path.rglob("*"))


def test_a_damaged_file_is_none(kept, tmp_path):
    kept(b"h" * 32 + b"pipelines")
    (file,) = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert file.parent.name == "vulkan" and file.parent == type(file)(kept_files.folder("vulkan"))
    content = bytearray(file.read_bytes())
    content[40] ^= 1
    file.write_bytes(content)
    assert kept(b"h" * 32) == b""


@pytest.mark.parametrize("point", ["os.fdopen", "os.replace"])
def test_a_process_that_is_killed_leaves_what_was(monkeypatch, tmp_path, point):
    """It ends before a byte is written, or when all are and the file is not yet in its place."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    kept_files.keep("k", b"old", "vulkan")
    code = (
        f"import os; from tfir.cli import kept_files; {point} = lambda *_: os.kill(os.getpid(), 9); kept_files.keep('k', b'new', 'vulkan')"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == -signal.SIGKILL
    assert kept_files.looked_up("k", "vulkan") == b"old"
    kept_files.keep("k", b"new", "vulkan")
    assert kept_files.looked_up("k", "vulkan") == b"new"


def test_two_processes_write_side_by_side(monkeypatch, tmp_path):
    """What is read is what one of them has written, as a whole."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    code = "from tfir.cli import kept_files\nfor _ in range(50): kept_files.keep('k', b'{}' * 100000, 'vulkan')"
    writers = [subprocess.Popen([sys.executable, "-c", code.format(letter)]) for letter in "ab"]
    found = set()
    while any(writer.poll() is None for writer in writers):
        found.add(kept_files.looked_up("k", "vulkan"))
    assert found <= {None, b"a" * 100000, b"b" * 100000} and found != {None}
    assert kept_files.looked_up("k", "vulkan") is not None
