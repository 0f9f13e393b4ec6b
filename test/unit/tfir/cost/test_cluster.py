"""Clusters by name, from files, from targets; names of devices."""

import pytest
from tfir.cost.chosen_cluster import cluster_of_text, read_cluster
from tfir.cost.cluster import preset
from tfir.cost.device_names import fits, parts_of
from tfir.ir.diagnostics import Error


@pytest.mark.parametrize(
    ("wanted", "device", "does"),
    [
        ("/device:GPU:0", "/device:GPU:0", True), ("/gpu:0", "/device:GPU:0", True), ("/gpu:1", "/device:GPU:0", False),
        ("/GPU:*", "/device:GPU:3", True), ("/device:GPU", "/device:GPU:3", True), ("/cpu:0", "/device:GPU:0", False),
        ("/job:worker", "/job:worker/task:1/device:GPU:0", True), ("/job:ps", "/job:worker/task:1/device:GPU:0", False),
        ("/job:worker/replica:0/task:1/device:GPU:0", "/job:worker/replica:0/task:1/device:GPU:0", True),
        ("/job:localhost/replica:0/task:0/device:GPU:0", "/device:GPU:0", True),
        ("/task:1", "/job:worker/task:0/device:CPU:0", False), ("no name", "/device:GPU:0", False), ("", "/device:GPU:0", True),
    ],
)  # fmt: skip
def test_names_in_whole_or_part(wanted, device, does):
    assert fits(wanted, device) is does


def test_what_a_name_says():
    assert parts_of("/job:worker/replica:0/task:1/device:gpu:2") == {
        "job": "worker",
        "replica": "0",
        "task": "1",
        "kind": "GPU",
        "index": "2",
    }
    assert parts_of("/cpu:0/") is None


def test_presets():
    cluster = preset("v100x4")
    assert [device.name for device in cluster.devices] == ["/device:CPU:0"] + [f"/device:GPU:{index}" for index in range(4)]
    assert cluster.between(1, 2).bandwidth > cluster.between(0, 1).bandwidth  # NVLink and PCI Express
    assert cluster.number("/gpu:2") == 3 and cluster.number("/gpu:4") is None
    assert [device.kind for device in preset("cpu").devices] == ["CPU"]
    assert preset("v100x0") is None and preset("z80") is None


FILE = """{"devices": [{"name": "/device:CPU:0", "like": "haswell", "memory": 1e9},
  {"name": "/device:GPU:0", "flops": {"f32": 1e12, "f16": 2e12}, "bandwidth": 1e11}],
  "link": {"bandwidth": 1e9, "latency": 1e-5}, "links": [{"between": ["/device:CPU:0", "/device:GPU:0"], "bandwidth": 2e9}]}"""


def test_a_file():
    cluster = cluster_of_text("c.json", FILE)
    cpu, gpu = cluster.devices
    assert (cpu.memory, cpu.flops_of("f32")) == (1e9, 0.96e12)
    assert (gpu.flops_of("f16"), gpu.flops_of("f64"), gpu.memory) == (2e12, 1e12, float("inf"))
    assert cluster.between(0, 1).bandwidth == cluster.between(1, 0).bandwidth == 2e9
    assert cluster.between(1, 1).latency == 1e-5


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "is no JSON"), ("[]", "a cluster is an object"), ("{}", "expected 'devices'"), ('{"devices": [{"name": "x y"}]}', "a device's name is like"),
        ('{"devices": [{"name": "/device:GPU:0"}]}', "says neither 'like' nor both"),
        ('{"devices": [{"name": "/cpu:0"}, {"name": "/cpu:0"}]}', "two devices have one name"),
        ('{"devices": [{"name": "/cpu:0", "like": "z80"}]}', "none of cpu"), ('{"devices": [{"name": "/cpu:0", "bandwidth": -1}]}', "positive number"),
        ('{"devices": [{"name": "/cpu:0", "speed": 1}]}', "a device has no 'speed'"),
        ('{"devices": [{"name": "/cpu:0"}], "links": [{"between": ["/cpu:0", "/cpu:1"], "bandwidth": 1}]}', "a link is between two"),
        ('{"devices": [{"name": "/cpu:0"}], "link": {"bandwidth": NaN}}', "positive number"),
        ("[" * 100000, "nested too deeply"),
    ],
)  # fmt: skip
def test_errors_in_files(text, says):
    with pytest.raises(Error, match=says):
        cluster_of_text("c.json", text)


def test_a_target_is_a_cluster_of_one():
    cluster = read_cluster('#iree.target<name = "x", kind = "discrete", peak_flops = 1000, memory_bandwidth = 10>')
    (device,) = cluster.devices
    assert (device.name, device.flops_of("f32"), device.bandwidth) == ("/device:GPU:0", 1000, 10)


def test_what_is_no_cluster():
    with pytest.raises(Error, match="is no cluster: expected cpu, haswell"):
        read_cluster("z80")
