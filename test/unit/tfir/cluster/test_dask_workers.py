"""Real workers of Dask as processes, killed by what they compute. tools/check_cluster.py kills them, their scheduler and the client at random."""

import os
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

import pytest
from cluster_work import Obedient
from tfir.cli.process import UsageError
from tfir.cluster.engine import Tally, opened, outcomes
from tfir.cluster.pieces import Piece
from tfir.ir.diagnostics import Error


def test_each_piece_is_finished_once_though_workers_are_lost(tmp_path, monkeypatch):
    pytest.importorskip("distributed")
    support = str(Path(__file__).parents[3] / "support")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([support, *filter(None, [os.environ.get("PYTHONPATH")])]))
    data = {f"p{number}": f"data {number}".encode() for number in range(30)} | {"bad": b"fails", "unlucky": b"dies once", "last": b"orphan"}
    pieces, tally = [Piece(name, lambda name=name: data[name]) for name in data], Tally(len(data))
    with opened("local:2", Obedient(str(tmp_path)), 1) as workers:
        ended = {outcome.piece.name: outcome for outcome in outcomes(pieces, workers, tally)}
        assert workers.capacity >= 4 and "2 workers" in workers.describe()
    assert ended.keys() == data.keys() and tally.failed == ["bad"] and ended["bad"].error == "error: bad is refused"
    assert all([ended[name].result == data[name][::-1] for name in data if name != "bad"])
    assert tally.retries >= 1 and (tmp_path / "unlucky.calls").read_text().count("\n") == 2
    processes = {int(line) for path in tmp_path.glob("*.calls") for line in path.read_text().split()}
    assert len(processes) > 1, "both of them worked"
    until = monotonic() + 20
    while left := [process for process in processes if is_running(process)]:
        assert monotonic() < until, f"{left} are still there"
        sleep(0.02)


def is_running(process):
    with suppress(OSError):
        return Path("/proc", str(process), "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


@pytest.mark.parametrize("cluster, message", [
    ("local:0", "expected a number of workers"), ("local:x", "expected a number of workers"), ("somewhere", "expected local:N"),
])  # fmt: skip
def test_what_is_no_cluster_is_told(cluster, message):
    with pytest.raises(UsageError, match=message), opened(cluster, len, 1):
        pass


def test_a_cluster_needs_dask(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(Error, match=r"pip install 'tfir\[cluster\]'"), opened("local:2", Obedient("."), 1):
        pass
