"""Data formats as permutations: `NHWC` to `NCHW` moves dimension 3 to place 1."""

from __future__ import annotations

from tfir.ir.attributes import ArrayAttr, IntegerAttr, StringAttr
from tfir.ir.operations import Value

from tfopt.grappler.nodes import vector
from tfopt.rewrite.terms import tf

WITH_DEPTH = {"NHWC": "NDHWC", "NCHW": "NCDHW"}


class Conversion:
    """A conversion from one data format to another, for values of rank 4 and 5. `device` is the kind of device whose nodes are converted,
    "" for any."""

    def __init__(self, source: str, target: str, device: str):
        self.source, self.target, self.device = source, target, device

    def formats(self, rank: int) -> tuple[str, str]:
        return (self.source, self.target) if rank == 4 else (WITH_DEPTH[self.source], WITH_DEPTH[self.target])

    def there(self, rank: int) -> list[int]:
        """Entry k is the source's dimension that is the target's dimension k."""
        source, target = self.formats(rank)
        return [source.index(letter) for letter in target]

    def back(self, rank: int) -> list[int]:
        source, target = self.formats(rank)
        return [target.index(letter) for letter in source]

    def turned(self, value: Value, item) -> Value | None:
        """The value in the target's format of which this one is a transpose back, or None."""
        op = value.op
        if op is None or op.name != "tfg.Transpose":
            return None
        perm = item.shapes.integers(op.operands[1])
        return op.operands[0] if perm is not None and len(perm) in (4, 5) and perm == self.back(len(perm)) else None

    def to_target(self, value: Value, rank: int, item) -> Value:
        turned = self.turned(value, item)
        return tf.Transpose(value, vector(self.there(rank))) if turned is None else turned

    def to_source(self, value: Value, rank: int) -> Value:
        return tf.Transpose(value, vector(self.back(rank)))

    def axes(self, axes, rank: int) -> list[int]:
        """Dimensions of the source as dimensions of the target."""
        return [self.there(rank).index(axis % rank) for axis in axes]


def permuted(attribute: ArrayAttr, permutation) -> ArrayAttr:
    """A list with one entry for each dimension, or two (paddings), in another order."""
    entries, rank = attribute.elements, len(permutation)
    width = len(entries) // rank
    return ArrayAttr([entries[width * axis + part] for axis in permutation for part in range(width)])


def with_format(attributes: dict, format: str, permutation) -> dict:
    """A node's attributes in another format."""
    converted = dict(attributes)
    for name in ("strides", "dilations", "ksize", "explicit_paddings"):
        if isinstance(converted.get(name), ArrayAttr) and converted[name].elements:
            converted[name] = permuted(converted[name], permutation)
    converted["data_format"] = StringAttr(format)
    return converted


def integers(attribute) -> list[int]:
    return [entry.value for entry in attribute.elements if isinstance(entry, IntegerAttr)]
