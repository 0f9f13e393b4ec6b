"""Files in and out: whole or not at all, streams, what cannot be read or written."""

import io
import os
import sys

import pytest
from tfir.cli.files import Output, read_bytes, read_text
from tfir.ir.diagnostics import Error


def test_output_appears_whole_or_not_at_all(tmp_path):
    path = tmp_path / "out"
    with Output(str(path)) as out:
        out.write("one")
        assert not path.exists()
    assert path.read_text() == "one"
    with pytest.raises(ValueError), Output(str(path)) as out:
        out.write("two")
        raise ValueError
    assert path.read_text() == "one" and os.listdir(tmp_path) == ["out"]


def test_output_keeps_the_mode_and_goes_through_links(tmp_path):
    path, link = tmp_path / "out", tmp_path / "link"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    with Output(str(link)) as out:
        out.write("new")
    assert link.is_symlink() and path.read_text() == "new" and path.stat().st_mode & 0o777 == 0o640


def test_output_that_is_no_file_is_written_directly():
    with Output("/dev/null") as out:
        out.write("x")


def test_a_full_disk_is_one_error():
    if not os.path.exists("/dev/full"):
        pytest.skip("needs /dev/full")
    with pytest.raises(Error, match="cannot write '/dev/full': No space left"), Output("/dev/full") as out:
        out.write("x" * 100000)


@pytest.mark.parametrize("reader", [read_bytes, read_text])
def test_unreadable_files(reader, tmp_path):
    with pytest.raises(Error, match="it is a directory; expected a file"):
        reader(str(tmp_path))
    with pytest.raises(Error, match="No such file"):
        reader(str(tmp_path / "absent"))


def test_large_files_are_views(tmp_path):
    path = tmp_path / "large"
    path.write_bytes(b"x" * (1 << 21))
    assert isinstance(read_bytes(str(path)), memoryview)


def test_bytes_that_are_no_text_come_through(tmp_path, monkeypatch):
    path = tmp_path / "in"
    path.write_bytes(b"a\xff\xfe\n")
    with Output(str(tmp_path / "out")) as out:
        out.write(read_text(str(path)))
    assert (tmp_path / "out").read_bytes() == b"a\xff\xfe\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff")))
    assert read_text("-") == "\udcff"
