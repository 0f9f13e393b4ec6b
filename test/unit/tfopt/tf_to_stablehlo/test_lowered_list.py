"""The list of lowered ops, which says what to import and which other tools read, is what the lowerings are."""

import re
from pathlib import Path

import tfir.dialects.tf as tf
from tfir.ods.op_lists import read_lists

from tfopt import tf_to_stablehlo
from tfopt.tf_to_stablehlo.lowering import LOWERINGS

ROOM = Path(tf_to_stablehlo.__file__).parent


def test_the_list_is_what_the_lowerings_are():
    for path in ROOM.glob("[a-z]*.py"):
        __import__(f"{tf_to_stablehlo.__name__}.{path.stem}")
    listed = [name for names in read_lists(tf.__file__, "lowered_to_stablehlo.txt").values() for name in names]
    assert sorted(listed) == sorted(LOWERINGS), "python tools/op_lists.py writes the list again"


def test_a_lowering_makes_no_ops_of_tensorflow():
    """Other modules might have to lower them, which nothing would import."""
    made = [
        (path.name, name)
        for path in ROOM.glob("[a-z]*.py")
        for name in re.findall(r"(?:create|emit|value|one)\(\"tf\.\w+", path.read_text())
    ]
    assert not made
