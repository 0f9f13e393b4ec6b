"""The list of lowered ops that other tools read is what the lowerings are."""

from importlib import import_module
from pathlib import Path

import tfir.dialects.tf as tf

from tfopt.tf_to_stablehlo.tf_to_stablehlo import FAMILIES, LOWERINGS


def test_the_list_is_what_the_lowerings_are():
    for family in FAMILIES:
        import_module(f"tfopt.tf_to_stablehlo.{family}")
    listed = (Path(tf.__file__).parent / "lowered_to_stablehlo.txt").read_text().split()
    assert listed == sorted(LOWERINGS), "python tools/op_lists.py writes the list again"
