"""What tools/check_stateful_ops.py compares with TensorFlow runs here, and nothing in it but an op refuses."""

import sys
from pathlib import Path

import numpy as np
import pytest
from tfir.dialects import lookup
from tfir.text.printer import print_operation

sys.path.append(str(Path(__file__).resolve().parents[3] / "tools"))

import check_stateful_ops
import sequence_kinds


@pytest.mark.parametrize("kind", sequence_kinds.KINDS, ids=lambda kind: kind.__name__)
def test_sequences_run_call_after_call(kind):
    answered = 0
    for seed in range(8):
        sequence = sequence_kinds.Sequence(np.random.default_rng(seed))
        kind(sequence)
        answers = check_stateful_ops.answers(print_operation(sequence.module, lookup), sequence.calls)
        assert len(answers) == len(sequence.calls) == len(sequence.texts)
        answered += sum([not isinstance(answer, str) for answer in answers])
    assert answered >= 8


def test_a_difference_is_told_with_what_led_to_it():
    assert check_stateful_ops.difference([np.float32(1)], [np.float32(2)], ["a:0"]).startswith("a:0 is 1.0")
    assert check_stateful_ops.difference("refused", [np.float32(2)], ["a:0"]).startswith("refused, and TensorFlow")
    assert check_stateful_ops.difference("refused", "refused in other words", ["a:0"]) is None
    exported = [np.array([2, 1]), np.array([20, 10])]
    assert check_stateful_ops.difference(exported, [each[::-1] for each in exported], ["LookupTableExportV2_1:0"]) is None
    turned = check_stateful_ops.difference(exported, [each[::-1] for each in exported], ["LookupTableExportV2_1:0"], is_dense=True)
    assert turned.startswith("LookupTableExportV2_1:0 is [2, 1]")
