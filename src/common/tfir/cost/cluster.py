"""Devices and the links between them: what they do in a second, what they hold, what it takes to get from one to another.

A cluster is a preset (`cpu`, `v100`, `k40x4`: a host and that many of them), a JSON file, or the text of an `#iree.target`:

    {"devices": [{"name": "/device:CPU:0", "like": "haswell"},
                 {"name": "/device:GPU:0", "flops": {"f32": 1.5e13, "f16": 1.2e14}, "bandwidth": 9e11, "memory": 1.6e10, "launch": 5e-6}],
     "link": {"bandwidth": 1.2e10, "latency": 1e-5},
     "links": [{"between": ["/device:GPU:0", "/device:GPU:1"], "bandwidth": 5e10, "latency": 3e-6}]}

Units are flops per second, bytes per second, bytes and seconds. Sources of the presets: the makers' data sheets; of `launch` and of
links: round numbers of what is usually measured.
"""

from __future__ import annotations

import re

from tfir.cost.device_names import fits, parts_of, same_task

UNLIMITED = float("inf")


class Device:
    """A device of a cluster. `flops`: operations per second, one number or one for each element type (`f32` stands for the types not
    named). `bandwidth`: bytes per second of its memory; `memory`: its size in bytes; `launch`: seconds to start one op."""

    __slots__ = ("name", "flops", "bandwidth", "memory", "launch")

    def __init__(self, name: str, flops, bandwidth: float, memory: float = UNLIMITED, launch: float = 0.0):
        self.name, self.bandwidth, self.memory, self.launch = name, float(bandwidth), float(memory), float(launch)
        self.flops = {word: float(number) for word, number in flops.items()} if isinstance(flops, dict) else {"f32": float(flops)}

    @property
    def kind(self) -> str:
        return (parts_of(self.name) or {}).get("kind", "")

    def flops_of(self, element: str) -> float:
        """Operations per second in an element type, such as `f16`."""
        return self.flops.get(element) or self.flops["f32"]


class Link:
    """One direction of a connection. `bandwidth` is in bytes per second, `latency` in seconds. A message occupies the link for
    `seconds(size)` and arrives `latency` later."""

    __slots__ = ("bandwidth", "latency")

    def __init__(self, bandwidth: float, latency: float = 0.0):
        self.bandwidth, self.latency = float(bandwidth), float(latency)

    def seconds(self, size: float) -> float:
        """How long the link is busy with a message of `size` bytes, in seconds; the latency comes on top."""
        return size / self.bandwidth


class Cluster:
    """Devices in order; a device's number is its place among them. `links` maps pairs (source, target) of numbers to the links between
    them; `link` connects all other pairs."""

    def __init__(self, name: str, devices: list[Device], link: Link, links: dict[tuple[int, int], Link] | None = None):
        self.name, self.devices, self.link, self.links = name, devices, link, links or {}

    def between(self, source: int, target: int) -> Link:
        return self.links.get((source, target), self.link)

    @property
    def usual_device(self) -> int:
        """The number of the device on which TensorFlow puts ops that ask for none: the first that is no CPU, else 0."""
        return next((number for number, device in enumerate(self.devices) if device.kind != "CPU"), 0)

    def host_of(self, device: int) -> int:
        """The number of the first CPU of the same task as a device; the device itself where there is none."""
        return next(
            (
                number
                for number, other in enumerate(self.devices)
                if other.kind == "CPU" and same_task(other.name, self.devices[device].name)
            ),
            device,
        )

    def number(self, name: str) -> int | None:
        """The number of the first device that fits a whole or partial name; None when there is none."""
        return next((number for number, device in enumerate(self.devices) if fits(name, device.name)), None)


# flops, bandwidth, memory, launch
MODELS = {
    "cpu": (1.3e12, 1e11, 64e9, 1e-6),  # 16 cores of 2.5 GHz, two 256-bit multiply-adds each
    "haswell": (0.96e12, 68e9, 64e9, 1e-6),  # Xeon E5-2680 v3
    "k40": (4.29e12, 288e9, 12e9, 5e-6),
    "t4": ({"f32": 8.1e12, "f16": 65e12}, 320e9, 16e9, 5e-6),
    "p100": ({"f32": 10.6e12, "f16": 21.2e12, "f64": 5.3e12}, 732e9, 16e9, 5e-6),
    "v100": ({"f32": 15.7e12, "f16": 125e12, "f64": 7.8e12}, 900e9, 16e9, 5e-6),
    "a100": ({"f32": 19.5e12, "f16": 312e12, "bf16": 312e12, "f64": 9.7e12}, 1555e9, 40e9, 5e-6),
    "h100": ({"f32": 67e12, "f16": 989e12, "bf16": 989e12, "f64": 34e12}, 3350e9, 80e9, 5e-6),
}  # fmt: skip
HOSTS = frozenset({"cpu", "haswell"})
HOST_OF = {"k40": "haswell"}
PCIE, NVLINK = Link(12e9, 1e-5), Link(5e10, 5e-6)
LINK_OF = {"v100": NVLINK, "a100": Link(3e11, 5e-6), "h100": Link(4.5e11, 5e-6)}


def model(name: str, device: str) -> Device:
    """The device `device` with the data sheet of `name`, a key of MODELS."""
    return Device(device, *MODELS[name])


def preset(text: str) -> Cluster | None:
    """`cpu`, `p100`, `p100x4`; None for another name. Accelerators come with a host, across PCI Express."""
    match = re.fullmatch(r"([a-z]\w*?)(?:x([1-9]\d{0,2}))?", text)
    if match is None or match[1] not in MODELS:
        return None
    name, number = match[1], int(match[2] or 1)
    if name in HOSTS:
        return Cluster(text, [model(name, f"/device:CPU:{index}") for index in range(number)], PCIE)
    devices = [model(HOST_OF.get(name, "cpu"), "/device:CPU:0")]
    devices += [model(name, f"/device:GPU:{index}") for index in range(number)]
    pairs = [(a, b) for a in range(1, number + 1) for b in range(1, number + 1) if a != b and name in LINK_OF]
    return Cluster(text, devices, PCIE, {pair: LINK_OF[name] for pair in pairs})


def presets() -> str:
    return f"{', '.join(MODELS)}, or several as in p100x4"
