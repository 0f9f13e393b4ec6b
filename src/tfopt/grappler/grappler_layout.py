"""Gives convolutions and their neighbours the data format that their device is fast with, with as few transposes as that takes."""

from __future__ import annotations

from tfir.ir.diagnostics import Error

from tfopt.grappler.item import Item
from tfopt.grappler.rewriting import Rewriting

TITLE = "GenericLayoutOptimizer"
EXACT = False
CONVERSIONS = {"nhwc_to_nchw": ("NHWC", "NCHW"), "nchw_to_nhwc": ("NCHW", "NHWC")}
OPTIONS = {
    "conversion": "From which layout to which, nhwc_to_nchw or nchw_to_nhwc, for nodes on any device; without it the former, on GPUs.",
}


def grappler_layout(item: "Item", *, conversion: str = ""):
    from tfopt.grappler.layout import stages
    from tfopt.grappler.layout.formats import Conversion

    name = conversion.replace("-", "_") or "nhwc_to_nchw"
    if name == "no_conversion_on_cpu":
        name, conversion = "nhwc_to_nchw", ""
    if name not in CONVERSIONS:
        raise Error(f"the conversion is one of {', '.join(CONVERSIONS)}, not '{conversion}'")
    source, target = CONVERSIONS[name]
    chosen = Conversion(source, target, "" if conversion else "GPU")
    Rewriting(item, stages(chosen), "LayoutOptimizer").run()
