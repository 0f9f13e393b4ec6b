"""What this machine's processors have, as a target for schedules."""

from __future__ import annotations

import os
import sys

from tfir.dialects.iree.target import TargetAttr, processor

from tfrun.devices.cpu.llvm import binding

# By which of a processor's features its vectors have so many bytes, the widest first, and how many registers there are for them.
VECTORS = (("avx512f", 64, 32), ("avx", 32, 16), ("neon", 16, 32), ("", 16, 16))
CACHES = "/sys/devices/system/cpu/cpu0/cache"


def vectors() -> tuple[int, int]:
    """How many bytes this machine's vectors have, and how many registers there are for them."""
    features = binding().get_host_cpu_features()
    return next((bytes, registers) for name, bytes, registers in VECTORS if not name or features.get(name))


def has(feature: str) -> bool:
    """Whether this machine's processors have a feature of LLVM's name."""
    return bool(binding().get_host_cpu_features().get(feature))


def machine_name() -> str:
    """What the system calls its kind of processor: x86_64, AMD64, arm64, aarch64."""
    if sys.platform == "win32":
        return os.environ.get("PROCESSOR_ARCHITECTURE", "")
    return os.uname().machine


def host_target() -> TargetAttr:
    llvm = binding()
    features, (bytes, registers) = llvm.get_host_cpu_features(), vectors()
    return processor(
        llvm.get_host_cpu_name(), llvm.get_default_triple(), llvm.get_host_cpu_name(), features.flatten(), bytes, registers,
        cores=len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1, **cache_sizes(),
    )  # fmt: skip


def cache_sizes() -> dict[str, tuple[int, ...]]:
    """The sizes of the caches for data in bytes, the nearest first; nothing where the system does not tell."""
    try:
        caches = [os.path.join(CACHES, name) for name in sorted(os.listdir(CACHES)) if name.startswith("index")]
        sizes = [content(cache, "size") for cache in caches if content(cache, "type") != "Instruction"]
    except OSError:
        return {}
    numbers = [int(size[:-1]) << {"K": 10, "M": 20}[size[-1]] for size in sizes]
    return {"cache_sizes": tuple(numbers[:3])} if len(numbers) >= 3 else {}


def content(folder: str, name: str) -> str:
    with open(os.path.join(folder, name)) as file:
        return file.read().strip()
