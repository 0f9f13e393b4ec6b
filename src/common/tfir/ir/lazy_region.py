"""Regions whose blocks are made when they are first asked for."""

from __future__ import annotations

from tfir.ir.operations import Region
from tfir.ir.parts import OpenBlock, OpenRegion, ReadOnlyList

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from tfir.ir.operations import Block

_blocks, _parent, _block_parent = [
    each.__dict__[field] for each, field in ((OpenRegion, "blocks"), (OpenRegion, "parent"), (OpenBlock, "parent"))
]


class LazyRegion(Region):
    """`content` is what the blocks are made of by `make()`, for those who read that instead; None once they are there, since who has them may
    change them."""

    __slots__ = ("content", "make")
    content: Any
    make: Callable[[], Sequence[Block]]

    def __new__(cls, content: Any, make: Callable[[], Sequence[Block]]) -> LazyRegion:
        region = object.__new__(cls)
        _parent.__set__(region, None)
        object.__setattr__(region, "content", content)
        object.__setattr__(region, "make", make)
        return region

    @property
    def blocks(self) -> Sequence[Block]:  # type: ignore[override]  # what is a field there is made here
        if self.content is not None:
            made = ReadOnlyList(self.make())
            object.__setattr__(self, "content", None)
            _blocks.__set__(self, made)
            for block in made:
                _block_parent.__set__(block, self)
        blocks: Sequence[Block] = _blocks.__get__(self)
        return blocks


def content_of(region: Region) -> Any:
    """What a region is yet to be made of; None for one that is there."""
    return region.content if isinstance(region, LazyRegion) else None
