"""The cluster that an option means: a preset, the facts of a target, or a JSON file, with errors that point into it."""

from __future__ import annotations

from tfir.cli.files import read_text
from tfir.cli.process import UsageError
from tfir.cost.calibration import cluster_of_measured, is_measured
from tfir.cost.cluster import MODELS, PCIE, Cluster, Device, Link, model, preset, presets
from tfir.cost.device_names import parts_of
from tfir.cost.measured import parsed
from tfir.dialects.iree.target import TARGET
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.ir.operations import Operation

DEVICE_FACTS = {"name", "like", "flops", "bandwidth", "memory", "launch"}
LINK_FACTS = {"bandwidth", "latency"}


def read_cluster(text: str) -> Cluster:
    """The cluster that an option means: a preset, a target attribute, the path of a file, which may be a table of measured dispatches."""
    if text.startswith("#iree.target"):
        return cluster_of_target(parsed_target(text))
    cluster = preset(text)
    if cluster is not None:
        return cluster
    if not text.endswith(".json"):
        raise UsageError(f"'{text}' is no cluster: expected {presets()}, or a file *.json")
    return cluster_of_text(text, read_text(text))


def chosen_cluster(module: Operation | None, text: str) -> Cluster:
    """The cluster named; else the device that the module is compiled for; else a processor."""
    target = module.attributes.get(TARGET) if module is not None else None
    if not text and target is not None and hasattr(target, "facts"):
        return cluster_of_target(target)
    return read_cluster(text or "cpu")


def parsed_target(text: str):
    from tfir.dialects import dialect
    from tfir.dialects.iree.target import TargetAttr
    from tfir.text.attribute_parser import AttributeParser

    attribute = AttributeParser(Source("(cluster)", text), dialect).attribute()
    if not isinstance(attribute, TargetAttr):
        raise Error(f"expected #iree.target<...>, found {attribute}")
    return attribute


def cluster_of_target(target) -> Cluster:
    """A single device from its facts. Where these do not say how fast it is, it is taken for a processor as presets have it."""
    flops, bandwidth, memory, launch = MODELS["cpu"]
    kind = "CPU" if target.kind in ("cpu", "other") else "GPU"
    device = Device(
        f"/device:{kind}:0", target.peak_flops or flops, target.memory_bandwidth or bandwidth, target.memory_size or memory, launch
    )
    return Cluster(target.name, [device], PCIE)


def cluster_of_text(path: str, text: str) -> Cluster:
    source = Source(path, text)
    description = parsed(source)
    try:
        return cluster_of_measured(path, description) if is_measured(description) else _cluster(path, description)
    except ValueError as error:
        raise Error(f"describes no cluster: {error}", source.base) from None


def _cluster(path: str, description) -> Cluster:
    _only(description, {"devices", "link", "links"}, "a cluster")
    listed = description.get("devices")
    if not isinstance(listed, list) or not listed:
        raise ValueError("expected 'devices', a list with one device or more")
    devices = [_device(each) for each in listed]
    numbers = {device.name: number for number, device in enumerate(devices)}
    if len(numbers) != len(devices):
        raise ValueError("two devices have one name")
    default = _link(description["link"], "link") if "link" in description else PCIE
    links: dict[tuple[int, int], Link] = {}
    for each in description.get("links", ()):
        links |= _links(each, numbers)
    return Cluster(path, devices, default, links)


def _device(description) -> Device:
    _only(description, DEVICE_FACTS, "a device")
    name = description.get("name")
    if not isinstance(name, str) or not (parts_of(name) or {}).get("kind"):
        raise ValueError(f"a device's name is like /device:GPU:0, not {name!r}")
    is_host = parts_of(name)["kind"] == "CPU"
    like = description.get("like", "cpu" if is_host else None)
    if like is None and not {"flops", "bandwidth"} <= set(description):
        raise ValueError(f"{name} says neither 'like' nor both 'flops' and 'bandwidth'")
    if like is not None and like not in MODELS:
        raise ValueError(f"{name} is like '{like}', which is none of {', '.join(MODELS)}")
    device = model(like, name) if like is not None else Device(name, 1.0, 1.0, launch=5e-6)
    for fact in DEVICE_FACTS - {"name", "like"}:
        if fact in description:
            setattr(device, fact, _flops(description[fact]) if fact == "flops" else _number(description[fact], fact, fact == "launch"))
    return device


def _flops(value) -> dict[str, float]:
    table = value if isinstance(value, dict) else {"f32": value}
    if "f32" not in table:
        raise ValueError("'flops' by element type must name f32")
    return {str(word): _number(number, "flops") for word, number in table.items()}


def _link(description, where: str) -> Link:
    _only(description, LINK_FACTS, f"'{where}'")
    return Link(_number(description.get("bandwidth"), "bandwidth"), _number(description.get("latency", 0), "latency", True))


def _links(description, numbers: dict[str, int]) -> dict[tuple[int, int], Link]:
    _only(description, LINK_FACTS | {"between"}, "an entry of 'links'")
    ends = description.get("between")
    if not isinstance(ends, list) or len(ends) != 2 or not all([isinstance(end, str) and end in numbers for end in ends]):
        raise ValueError(f"a link is between two of the devices' names, not {ends!r}")
    link = _link({name: value for name, value in description.items() if name != "between"}, "links")
    a, b = numbers[ends[0]], numbers[ends[1]]
    return {(a, b): link, (b, a): link}


def _number(value, what: str, may_be_zero: bool = False) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not (value > 0 or (may_be_zero and value == 0)):
        raise ValueError(f"'{what}' is a positive number, not {value!r}")
    return float(value)


def _only(description, allowed: set[str], what: str) -> None:
    if not isinstance(description, dict):
        raise ValueError(f"{what} is an object, not {description!r}")
    for name in description:
        if name not in allowed:
            raise ValueError(f"{what} has no '{name}' (it has {', '.join(sorted(allowed))})")
