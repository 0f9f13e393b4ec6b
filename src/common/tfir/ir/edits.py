"""Whether programs are edited: what was verified stays so until they are."""

from __future__ import annotations

edited = [False]  # whether anything was edited since the innermost `Edits` was entered; in a list, which is written to fastest


class Edits:
    """Whether anything that is verified was edited while this was entered, as `happened` says afterwards. Names, labels and locations are
    not; operations that are made and stay nowhere are no edits, those that stood somewhere for a while are."""

    __slots__ = ("happened", "_around")

    def __enter__(self) -> Edits:
        self._around, edited[0] = edited[0], False
        return self

    def __exit__(self, *_: object) -> None:
        self.happened, edited[0] = edited[0], self._around or edited[0]
