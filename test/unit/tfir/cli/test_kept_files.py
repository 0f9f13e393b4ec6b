"""Files that are kept: whole, noticed where they are damaged, bounded, and shared by processes."""

import os
import random
import subprocess
import sys
import time

import pytest
from tfir.cli import kept_files


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """The folder where machine code is kept."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "tfir" / "cpu"


def test_what_was_made_is_not_made_again(cache):
    assert kept_files.kept("a", lambda: b"first") == b"first"
    assert kept_files.kept("a", lambda: b"second") == b"first"
    assert kept_files.kept("b", lambda: b"second") == b"second"


@pytest.mark.parametrize(
    "damage", [lambda whole: whole[:-1], lambda whole: b"", lambda whole: b"F" + whole[1:], lambda whole: whole + b"\0"]
)
def test_a_damaged_file_is_made_anew(cache, damage):
    kept_files.keep("a", b"first")
    (cache / "a").write_bytes(damage((cache / "a").read_bytes()))
    assert kept_files.looked_up("a") is None
    assert kept_files.kept("a", lambda: b"second") == b"second"
    assert kept_files.looked_up("a") == b"second"


def test_the_longest_unused_go(cache, monkeypatch):
    monkeypatch.setattr(kept_files, "MOST_BYTES", 3 * (100 + kept_files.DIGEST))
    for at, name in enumerate("abc"):
        kept_files.keep(name, bytes(100))
        os.utime(cache / name, (at, at))
    kept_files.looked_up("a")  # is used now
    kept_files.keep("d", bytes(100))
    assert sorted(path.name for path in cache.iterdir()) == ["a", "c", "d"]


def test_a_folder_that_cannot_be_made(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert kept_files.kept("a", lambda: b"first") == b"first"
    assert kept_files.looked_up("a") is None


def test_a_folder_that_is_not_absolute(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", "here")
    kept_files.keep("a", b"first")
    assert [path.name for path in tmp_path.iterdir()] == ["home"]


def test_a_folder_that_is_only_read(cache, monkeypatch):
    kept_files.keep("a", b"first")

    def refused(path):
        raise PermissionError

    monkeypatch.setattr(kept_files.os, "utime", refused)
    assert kept_files.looked_up("a") == b"first"


KILLED = """
from tfir.cli import kept_files
while True:
    for letter in (b"a", b"b"):
        kept_files.keep("k", letter * 200000)
        print(flush=True)
"""


def test_killed_at_any_moment(cache):
    """What one leaves is what was kept last, or the one before."""
    delays = random.Random(1)
    for _ in range(4):
        with subprocess.Popen([sys.executable, "-c", KILLED], stdout=subprocess.PIPE) as process:
            process.stdout.readline()  # it has begun
            time.sleep(delays.uniform(0, 0.02))
            process.kill()
        assert kept_files.looked_up("k") in (b"a" * 200000, b"b" * 200000)
    kept_files.keep("k", b"after")
    assert kept_files.looked_up("k") == b"after"


WRITER = """
import sys
from tfir.cli import kept_files as cache
cache.MOST_BYTES = 20000
for number in range(150):
    key = str(number % 7)
    content = cache.looked_up(key)
    assert content in (None, key.encode() * 4000), content
    cache.keep(key, key.encode() * 4000)
"""


def test_processes_side_by_side(cache):
    """They write the same files, and delete each other's: what one reads is whole or not there."""
    processes = [subprocess.Popen([sys.executable, "-c", WRITER]) for _ in range(3)]
    assert [process.wait(60) for process in processes] == [0, 0, 0]
    assert not [path for path in cache.iterdir() if path.name.startswith("tmp")]
