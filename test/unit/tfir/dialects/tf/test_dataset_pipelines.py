"""Pipelines of datasets give TensorFlow's elements, errors and ends, call after call: what it answered is in
`tensorflow_pipelines.jsonl` and `chosen_pipelines.jsonl`."""

from collections import Counter

import pytest
from pipeline_case import CHOSEN, answers_of_interpreter, difference, recorded

PIPELINES = recorded()


@pytest.mark.parametrize("pipeline", [*PIPELINES, *recorded(CHOSEN)], ids=lambda pipeline: ", ".join(pipeline.steps))
def test_elements_are_those_of_tensorflow(pipeline):
    assert difference(pipeline, answers_of_interpreter(pipeline)) is None


def test_what_is_recorded():
    steps = Counter(step.split(" ")[0] for pipeline in PIPELINES for step in pipeline.steps if step[0] != "~")
    assert len(PIPELINES) >= 40 and min(steps.values()) >= 2


def test_another_answer_is_a_difference():
    """The end or another error in place of an element, another element, and another error in place of the end."""
    pipeline = next(
        each for each in PIPELINES if "one_shot" in each.steps and isinstance(each.answers[0], list) and isinstance(each.answers[-1], tuple)
    )
    right = answers_of_interpreter(pipeline)
    other = [~array if array.dtype.kind == "b" else array[..., None] for array in right[0]]
    for answer in ("'tf.IteratorGetNext' op End of sequence [OutOfRangeError]", "'tf.Abs' op bad", other):
        assert difference(pipeline, [answer, *right[1:]]) is not None
    assert difference(pipeline, [*right[:-1], "'tf.Abs' op bad"]) is not None
