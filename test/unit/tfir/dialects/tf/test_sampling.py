"""Ops that draw from a generator of their own: what they answer call after call, and what they refuse. Expected values are TensorFlow 2.21's on a CPU."""

import pytest
from tensorflow_values import Case
from tfir.dialects.tf import sampling
from tfir.execution.state import State
from tfir.ir.diagnostics import Error
from tfir.ods.inference import evaluate

IMAGE = ["i32", [3, 4, 2], list(range(1, 25))]
SEEDS = {"seed": 3, "seed2": 1}


def answers(op: str, operands, attributes, calls: int = 1) -> list:
    """The results of several calls of one op."""
    case, state = Case(0, {"op": op, "operands": operands, "attributes": attributes, "results": []}), State()
    return [[each.tolist() for each in evaluate(case.op, case.definition, case.operands, state=state)] for _ in range(calls)]


def test_crops_differ_from_call_to_call():
    results = answers("RandomCrop", [IMAGE, ["i64", [2], [2, 2]]], SEEDS, 3)
    assert [image[0][0] for (image,) in results] == [[11, 12], [11, 12], [9, 10]]


SAMPLED = {"num_true": 1, "num_sampled": 3, "unique": False, "range_max": 4, **SEEDS}


@pytest.mark.parametrize(
    ("op", "operands", "attributes", "text"),
    [
        ("RandomCrop", [IMAGE, ["i64", [2], [2, 5]]], SEEDS, "width must be >= target_width: width = 4, target_width = 5"),
        ("UniformCandidateSampler", [["i64", [1, 1], [4]]], SAMPLED, "`true_candidate` out of range [0, 4), received 4"),
        (
            "LearnedUnigramCandidateSampler", [["i64", [1, 1], [0]]], SAMPLED | {"num_sampled": 5, "unique": True},
            "Sampler's range is too small.",
        ),
        ("FixedUnigramCandidateSampler", [["i64", [1, 1], [0]]], SAMPLED, "Must provide either vocab_file or unigrams."),
        (
            "FixedUnigramCandidateSampler", [["i64", [1, 1], [0]]], SAMPLED | {"unigrams": [1.0, 2.0]},
            "range is 4 must be equal to weights size  2",
        ),
        (
            "FixedUnigramCandidateSampler", [["i64", [1, 1], [0]]], SAMPLED | {"unigrams": [0.0, 0.0, 1.0, 1.0], "unique": True},
            "draws only 2 of 3 classes",
        ),
        (
            "StatelessSampleDistortedBoundingBox",
            [["i32", [3], [40, 15, 3]], ["f32", [1, 0, 4], []], ["f32", [], [0.5]], ["i32", [2], [9, 8]]], {},
            "No bounding boxes provided as input.",
        ),
        (
            "StatelessSampleDistortedBoundingBox",
            [["i32", [3], [40, 15, 3]], ["f32", [1, 1, 4], [0, 0, 1, 1.5]], ["f32", [], [0.5]], ["i32", [2], [9, 8]]], {},
            "All bounding box coordinates must be in [0.0, 1.0]: 1.5",
        ),
        (
            "ParameterizedTruncatedNormal", [["i32", [1], [4]], *[["f32", [], [number]] for number in (0, -1, -1, 1)]], SEEDS,
            "Invalid parameters",
        ),
        (
            "StatelessParameterizedTruncatedNormal",
            [["i32", [1], [4]], ["i32", [2], [1, 2]], ["f32", [3], [0, 0, 0]], *[["f32", [], [number]] for number in (1, -1, 1)]], {},
            "Shape passed in must end with broadcasted shape.",
        ),
    ],
)  # fmt: skip
def test_what_is_refused(op, operands, attributes, text, monkeypatch):
    monkeypatch.setattr(sampling, "MOST_TRIES", 1000)
    with pytest.raises(Error) as refusal:
        answers(op, operands, attributes)
    assert text in str(refusal.value)
