"""Folders of results: whole files, one run at a time, and of one program."""

import os

import pytest
from tfir.cluster.folder import ResultFolder
from tfir.ir.diagnostics import Error


def test_results_are_there_or_not(tmp_path):
    source = tmp_path / "source"
    source.write_text("")
    os.utime(source, (1000, 1000))
    with ResultFolder(str(tmp_path / "out"), {"program": "a"}) as out:
        assert not out.has("x", str(source))
        out.write("x", b"1")
        assert out.has("x", str(source)) and (tmp_path / "out" / "x").read_bytes() == b"1"
        os.utime(source, (4e9, 4e9))
        assert not out.has("x", str(source)), "it is older than its source"
        with pytest.raises(Error, match="cannot write"):
            out.write("no/x", b"1")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [".tfir-run.json", ".tfir-run.lock", "x"]


def test_what_a_killed_run_had_half_written_goes(tmp_path):
    (tmp_path / ".x.npz.17.part").write_text("half")
    (tmp_path / "x.part").write_text("another's")
    with ResultFolder(str(tmp_path), {}):
        assert not (tmp_path / ".x.npz.17.part").exists() and (tmp_path / "x.part").exists()


def test_a_folder_of_another_program_is_refused(tmp_path):
    with ResultFolder(str(tmp_path), {"program": "a", "device": "cpu"}):
        pass
    with ResultFolder(str(tmp_path), {"program": "a", "device": "cpu"}):
        pass
    for facts in ({"program": "b", "device": "cpu"}, {"program": "a", "device": "vulkan"}):
        with pytest.raises(Error, match="has results of another (program|device)"), ResultFolder(str(tmp_path), facts):
            pass


def test_two_runs_do_not_share_a_folder(tmp_path):
    with ResultFolder(str(tmp_path), {}), pytest.raises(Error, match="another run is writing"), ResultFolder(str(tmp_path), {}):
        pass
    with ResultFolder(str(tmp_path), {}):
        pass


def test_a_file_is_no_folder(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(Error, match="cannot write to"), ResultFolder(str(tmp_path / "file"), {}):
        pass
