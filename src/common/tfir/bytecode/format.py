"""What reader and writer agree on: sections, versions, the bits of an operation's mask."""

from __future__ import annotations

MAGIC = b"ML\xefR"
NEWEST = 6
PADDING = 0xCB

# Sections, by their numbers.
STRINGS, DIALECTS, ENTRIES, ENTRY_OFFSETS, IR, RESOURCES, RESOURCE_OFFSETS, DIALECT_VERSIONS, PROPERTIES = range(9)
NAMES = (
    "string",
    "dialect",
    "attribute and type",
    "attribute and type offset",
    "IR",
    "resource",
    "resource offset",
    "dialect version",
    "property",
)

# The version of the format that each of these came with.
VERSIONS_OF_DIALECTS, ISOLATED_REGIONS, USE_LISTS, ELIDED_LOCATIONS, PROPERTIES_APART, SEGMENTS_APART = 1, 2, 3, 4, 5, 6

# What an operation has.
HAS_ATTRIBUTES, HAS_RESULTS, HAS_OPERANDS, HAS_SUCCESSORS, HAS_REGIONS, HAS_USE_LISTS, HAS_PROPERTIES = 1, 2, 4, 8, 16, 32, 64

# Kinds of resources.
BLOB, TRUTH, STRING = range(3)

DYNAMIC = -(1 << 63)  # an unknown size


def is_bytecode(data: bytes | memoryview) -> bool:
    return bytes(data[:4]) == MAGIC
