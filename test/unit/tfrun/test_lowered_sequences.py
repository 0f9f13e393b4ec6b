"""Graphs of TensorFlow 1 answer call after call, each a function that is lowered, what TensorFlow answered (`stateful_sequences.jsonl`)."""

import numpy as np
import pytest
import stateful_sequences
import tensorflow_values
from lowered_pipelines import answers_of, distinct, lowered_module
from tfir.dialects import dialect, lookup
from tfir.ir.location import Source
from tfir.text.parser import parse

# Variables that are trained in a loop, one that counts to a limit, and batches that are taken apart.
KINDS = ("loop_ta", "epochs", "batch")
# Arrays and stacks that become lists: what TensorFlow refuses of them is refused, in its words
PLACES = ("tensor_array", "stack")


def lines(kind: str) -> list[dict]:
    return [line for line in stateful_sequences.lines() if line["kind"] == kind]


@pytest.mark.parametrize("name, device", [("stablehlo", "interpreter"), ("cpu", "interpreter")])
@pytest.mark.parametrize("kind", KINDS)
def test_calls_answer_what_tensorflow_answered(kind, name, device):
    (line,) = lines(f"graph of TensorFlow 1: {kind}")
    assert_answers(line, name, device)


@pytest.mark.parametrize("line", [line for kind in PLACES for line in lines(kind)], ids=lambda line: line["calls"][-1][0][-1])
def test_misuse_of_places_is_told(line):
    assert_answers(line, "stablehlo", "interpreter")


def assert_answers(line: dict, name: str, device: str) -> None:
    asked = [fetches for fetches, _ in line["calls"]]
    calls = [
        ([each for each in fetches if each[0] != "^"], [each[1:] for each in fetches if each[0] == "^"]) for fetches in distinct(asked)
    ]
    text = lowered_module(parse(Source("sequence", line["graph"]), lookup, dialect), calls, name)
    answers = answers_of(text, device, [distinct(asked).index(fetches) for fetches in asked])
    for (_, theirs), ours in zip(line["calls"], answers, strict=True):
        if isinstance(theirs, str):
            assert stateful_sequences.says(ours, theirs)
            continue
        assert not isinstance(ours, str), ours
        for one, recorded in zip(ours, theirs, strict=True):
            np.testing.assert_allclose(one, tensorflow_values.array(*recorded), rtol=1e-5)
