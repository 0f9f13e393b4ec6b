"""Which ops auto mixed precision computes in a narrow type: TensorFlow's lists, by what they are for.

`allow` is faster and safe; `infer` is safe unless a dangerous value comes in; `deny` is dangerous, and so is what follows from it;
`clear` only moves, compares or selects numbers, and goes with its surroundings. Ops that hold other graphs or lists of tensors are
left out: they stay as they are.
"""

from __future__ import annotations

from tfir.ods.op_lists import read_lists

LISTS = read_lists(__file__)


class Lists:
    """The four lists for one narrow type, as sets of op names."""

    __slots__ = ("allow", "infer", "deny", "clear")

    def __init__(self, is_bfloat: bool, tensor_cores_only: bool = False):
        """`tensor_cores_only` leaves what is fast on tensor cores, and nothing else."""
        self.allow = named("allow", "allow_bf16_only" if is_bfloat else "allow_f16_only")
        self.infer = named("infer", "infer_bf16_only" if is_bfloat else "")
        self.deny = named("deny", "" if is_bfloat else "deny_f16_only")
        self.clear = named("clear", "clear_bf16_only" if is_bfloat else "clear_f16_only")
        if tensor_cores_only:
            self.infer, self.deny, self.clear = set(), set(), set()

    def change(self, which: str, names) -> None:
        """Adds ops to a list; a name behind a minus is taken off it."""
        chosen = getattr(self, which)
        for name in names:
            chosen.discard(name[1:]) if name[:1] == "-" else chosen.add(name)


def named(*lists: str) -> set[str]:
    """The nodes of some of the lists."""
    return {name if name.startswith("tfg.") else f"tfg.{name}" for each in lists for name in LISTS.get(each, ())}
