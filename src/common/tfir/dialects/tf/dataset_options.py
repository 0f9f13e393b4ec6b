"""Semantics: options of datasets, TensorFlow's message Options. Those of a dataset are merged of what its inputs have, in their order, and of its own.

Source: TensorFlow, core/framework/dataset_options.proto, DatasetBase::MergeOptionsFromInputs.
"""

from __future__ import annotations

from tfir.cli.file_formats import varint_bytes
from tfir.dialects.tf.datasets import Dataset, MakesDataset, same
from tfir.dialects.tf.examples import fields
from tfir.ir.diagnostics import Error
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import ScalarResult

MESSAGES = {
    2: {1},
    3: set(),
    5: set(),
    7: set(),
    12: set(),
}  # of options about one thing, with their numbers that are not written where they are 0
NAMES = 11  # one for each of the framework's own types: of all of them


def options_of(dataset: Dataset) -> bytes:
    return merged([*map(options_of, dataset.inputs), dataset.facts.get("options", b"")])


def merged(options: list[bytes]) -> bytes:
    """One message of several: what comes later prevails, and messages in it are merged. Raises ValueError or IndexError where one is damaged."""
    parts = []
    for number, values in sorted(gathered(options).items()):
        if number in MESSAGES:
            last = {own: each[-1] for own, each in gathered([each for each in values if isinstance(each, bytes)]).items()}
            values = [b"".join([field(own, last[own]) for own in sorted(last) if last[own] or own not in MESSAGES[number]])]
        parts += [field(number, each) for each in (values if number == NAMES else values[-1:])]
    return b"".join(parts)


def gathered(options: list[bytes]) -> dict[int, list[bytes | int]]:
    """What the fields of messages hold, by their numbers."""
    said: dict[int, list[bytes | int]] = {}
    for number, value in fields(b"".join(options)):
        said.setdefault(number, []).append(value)
    return said


def field(number: int, value: bytes | int) -> bytes:
    if isinstance(value, bytes):
        return varint_bytes(number << 3 | 2) + varint_bytes(len(value)) + value
    return varint_bytes(number << 3) + varint_bytes(value)


class OptionsDataset(MakesDataset):
    def evaluate(input_dataset, serialized_options):
        options = (
            serialized_options.encode("utf-8", "surrogateescape") if isinstance(serialized_options, str) else bytes(serialized_options)
        )
        try:
            options = merged([options])
        except (ValueError, IndexError):
            raise Error("Could not parse serialized_options as valid Options.") from None
        return [Dataset("Options", iter, input_dataset, cardinality=same, options=options)]


class GetOptions(ScalarResult):
    def evaluate(input_dataset):
        return np.array(options_of(input_dataset), object)
