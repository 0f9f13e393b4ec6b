"""A device by its measured dispatches: what it was made of comes back, in the presence of rows that were disturbed."""

import json

import pytest
from tfir.cost.chosen_cluster import read_cluster
from tfir.ir.diagnostics import Error

PEAK, BANDWIDTH, LAUNCH = 2e11, 1e10, 4e-6
# Bound by arithmetic, bound by memory, and one so short that it is hardly more than its launch.
DISPATCHES = [(4e8, 1e6), (2e9, 1e7), (1e8, 1e5), (1e6, 1e7), (1e5, 4e6), (1e7, 1e8), (1e2, 1e2)]


def entry(operations: float, moved: float) -> dict:
    seconds = max(operations / PEAK, moved / BANDWIDTH) + LAUNCH
    return {"name": "d", "op": "add", "seconds": seconds, "flop": operations, "bytes": moved}


def written(tmp_path, ops: list) -> str:
    path = tmp_path / "m.json"
    path.write_text(json.dumps({"version": 1, "device": "gpu", "runs": 5, "ops": ops}))
    return str(path)


@pytest.mark.parametrize("disturbed", [1, 9])
def test_a_device_comes_back(tmp_path, disturbed):
    """Also where two of seven took nine times as long."""
    ops = [entry(*dispatch) for dispatch in DISPATCHES]
    for op in (ops[1], ops[4]):
        op["seconds"] *= disturbed
    (device,) = read_cluster(written(tmp_path, ops)).devices
    assert device.name == "/device:GPU:0"
    assert device.flops_of("f32") == pytest.approx(PEAK, rel=0.05)
    assert device.bandwidth == pytest.approx(BANDWIDTH, rel=0.05)
    assert device.launch == pytest.approx(LAUNCH, rel=0.05)


def test_times_alone_tell_no_device(tmp_path):
    """As the interpreter writes them."""
    path = written(tmp_path, [{"name": "a", "op": "add", "seconds": 1e-3}] * 5)
    with pytest.raises(Error, match="three dispatches or more with 'flop', 'bytes' and 'seconds' are needed"):
        read_cluster(path)


@pytest.mark.parametrize(
    "ops", [3, [3, 3, 3], [{}] * 3, [{"flop": 1, "bytes": 1}] * 3, [{**entry(1, 1), "flop": "x"}] * 3, [{**entry(1, 1), "seconds": -1}] * 3]
)
def test_what_is_no_table_of_dispatches_is_an_error(tmp_path, ops):
    with pytest.raises(Error, match="three dispatches or more"):
        read_cluster(written(tmp_path, ops))


def test_copies_are_left_out(tmp_path):
    """They compute nothing, so that no peak comes of them: with as many as there are dispatches the device is the same."""
    ops = [entry(*dispatch) for dispatch in DISPATCHES]
    copies = [{"name": "copy", "op": "copy", "seconds": 1e-3, "flop": 0, "bytes": 8}] * len(ops)
    (device,) = read_cluster(written(tmp_path, ops + copies)).devices
    assert device.flops_of("f32") == pytest.approx(PEAK, rel=0.05)
