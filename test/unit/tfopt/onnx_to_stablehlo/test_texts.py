"""Text, which the host computes with."""

from __future__ import annotations

import numpy as np
from onnx_tests import node_model, results_of, text_of


def test_white_space_at_most_so_often():
    """As ONNX's own test `string_split_maxsplit` has it: where nothing is left behind the last word there is none."""
    x = np.array([["hello world", "def.net"], ["o n n x", "the quick brown fox"]]).astype("S").astype(object)
    model = node_model("StringSplit", 20, {"x": x}, outputs=2, maxsplit=2)
    ((texts, counts),) = results_of(text_of(model, "m"), "interpreter", [[x]])
    assert counts.tolist() == [[2, 1], [3, 3]]
    assert texts.tolist() == [[[b"hello", b"world", b""], [b"def.net", b"", b""]], [[b"o", b"n", b"n x"], [b"the", b"quick", b"brown fox"]]]
