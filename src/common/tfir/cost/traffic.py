"""The bytes that ops move: most read operands and write results; these tables, and the lists of `op_lists.txt`, name the others.

FREE        nothing is touched: the op passes on its operands, or describes them
SWAPS       copies between an accelerator and its host's memory: links carry the bytes, nothing computes
STATE       values that stay in memory as long as the program runs
PARTS       reads only the part that it returns (and the indices)
IN_PLACE    writes only given operands, into existing ones: pairs of operands read, operands written
"""

from __future__ import annotations

from tfir.cost.site import Site
from tfir.ods.op_lists import read_lists

LISTS = {name: frozenset(ops) for name, ops in read_lists(__file__).items()}
HANDED_ON, SWAPS, STATE, PARTS = LISTS["handed_on"], LISTS["swaps"], LISTS["state"], LISTS["parts"]
FREE = HANDED_ON | STATE | LISTS["told"]

# Besides ops that hand on and those that answer with a reference they were given: what lies in its first operand's memory.
SAME_MEMORY = frozenset({"DestroyTemporaryVariable"})

REFERENCED = {
    **dict.fromkeys(LISTS["assigned"], ((1,), (1,))),
    **dict.fromkeys(LISTS["added"], ((1, 1), (1,))),
    **dict.fromkeys(LISTS["scattered"], ((1, 2), (2,))),
    **dict.fromkeys(LISTS["scattered_and_added"], ((1, 2, 2), (2,))),
    "dynamic_update_slice": ((1,), (1,)),
}  # fmt: skip
# Slots that optimizers keep beside the variable; the gradient comes after them and the rates.
SLOTS = {"GradientDescent": 0, "ProximalGradientDescent": 0, "Momentum": 1, "KerasMomentum": 1, "Adagrad": 1, "AdagradV2": 1, "AddSign": 1,
         "PowerSign": 1, "ProximalAdagrad": 1, "Adam": 2, "AdaMax": 2, "RMSProp": 2, "Adadelta": 2, "Ftrl": 2, "FtrlV2": 2,
         "CenteredRMSProp": 3, "AdamWithAmsgrad": 3}  # fmt: skip
UPDATING = {f"{prefix}{name}": 1 + slots for name, slots in SLOTS.items() for prefix in ("Apply", "ResourceApply")}


def bytes_moved(site: Site, local: str) -> tuple[int, int]:
    """Bytes read and written."""
    if local in FREE:
        return 0, 0
    if local in PARTS:
        written = sum(site.output_bytes)
        return written + sum(site.input_bytes[1:]), written
    if local in REFERENCED:
        reads, writes = REFERENCED[local]
        return sizes(site, reads), sizes(site, writes)
    if local in UPDATING:
        gradient = max(site.input_bytes, default=0)
        return (UPDATING[local] + 1) * gradient, UPDATING[local] * gradient
    return sum(site.input_bytes), sum(site.output_bytes)


def sizes(site: Site, operands) -> int:
    return sum([site.input_bytes[number] for number in operands if number < len(site.input_bytes)])
