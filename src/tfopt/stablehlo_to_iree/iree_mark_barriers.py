"""Writes `iree.barrier` on each step of a sequence that waits for one before it, as devices record it: to be read, and for tests."""

from __future__ import annotations

from tfir.ir.attributes import UnitAttr
from tfir.ir.symbols import SymbolTable

from tfopt.pipeline.statistics import count
from tfopt.stablehlo_to_iree.accesses import stretches_of

AFTER = ("iree-lower-sequencer-dialect",)
WORKS_ON = ("iree_ll_seq",)
MARK = "iree.barrier"
STATISTICS = {"barriers": "Barriers between steps of devices.", "steps": "Dispatches and copies of devices."}


def iree_mark_barriers(module: "Module"):
    """Mark the steps in front of which devices record a barrier: those that read what one since the last barrier has written, or overwrite what
    one has read or written. Marks of before go."""
    symbols = SymbolTable(module)
    for block in [block for func in module.body if func.name == "func.func" for block in func.regions[0].blocks]:
        for step in block:
            step.remove_attribute(MARK)
        for stretches in stretches_of(block, symbols):
            count("barriers", len(stretches.first))
            count("steps", len(stretches.number))
            for step in stretches.first:
                step.set_attribute(MARK, UnitAttr())
