"""Writes loops over threads as parallel loops."""

from __future__ import annotations

from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.operations import Operation, Region
from tfir.ir.types import I32

from tfopt.scf.loops import bounds_of_threads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.attributes import Attribute

TITLE = "Convert SCF forall loops to SCF parallel loops"


def scf_forall_to_parallel(root: Operation):
    """Inner ones first. One that gives tensors is an error."""
    for op in [each for each in root.walk(post_order=True) if each.name == "scf.forall"]:
        bounds = bounds_of_threads(op, "scf.parallel")
        held: dict[str, Attribute] = {"operandSegmentSizes": DenseArrayAttr([*map(len, bounds), 0], I32)}
        if "mapping" in op.attributes:
            held["mapping"] = op.attributes["mapping"]
        op.body.terminator.erase()
        (region,) = op.take_regions()
        region.entry.append(Operation("scf.reduce", location=op.location))
        op.block.insert_before(
            Operation("scf.parallel", [value for each in bounds for value in each], (), held, [region], location=op.location), op
        )
        op.add_region(Region())
        op.erase()
