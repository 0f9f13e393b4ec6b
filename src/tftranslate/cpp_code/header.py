"""The header that modules in C++ are compiled against: `hal/NAME.h` behind each other, in the order in which they use each other."""

from __future__ import annotations

import os

PARTS = ("api", "host", "vulkan_api", "vulkan_device", "vulkan")


def hal_header() -> str:
    return "".join([part_of_header(name) for name in PARTS])


def part_of_header(name: str) -> str:
    with open(os.path.join(os.path.dirname(__file__), "hal", f"{name}.h"), encoding="utf-8") as file:
        return file.read()
