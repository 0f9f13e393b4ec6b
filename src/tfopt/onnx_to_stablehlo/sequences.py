"""Lowerings: sequences of tensors, which are lists while a program is built: how long one is, is known then."""

from tfir.ir.diagnostics import Error
from tfir.ods.inference import constant_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.shapes import is_static

from tfopt.arithmetic.contents import sizes_of
from tfopt.arithmetic.tensor import concatenate, literal
from tfopt.onnx_to_stablehlo.control_flow import lowered_region
from tfopt.onnx_to_stablehlo.lowering import TensorSequence, lower, lowered_by
from tfopt.onnx_to_stablehlo.shaping import part

lowered_by(
    SequenceEmpty=lambda dtype=None: TensorSequence(),
    SequenceConstruct=lambda inputs: TensorSequence(inputs),
    SequenceLength=lambda input_sequence: literal(np.array(len(input_sequence), np.int64)),
    OptionalHasElement=lambda input=None: literal(np.array(input is not None)),  # an optional is what is in it, or None
    Optional=lambda input=None, type=None: input,
)


@lower
def OptionalGetElement(input):
    if input is None:
        raise Error("takes the value out of an optional that has none")
    return input


def place_in(position, length: int, default: int, places: int) -> int:
    """One of so many places in a sequence, which counts from the end below 0."""
    if position is None:
        return default
    content = constant_of(position.value)
    if content is None:
        raise Error("names a place in a sequence that is not known before the program runs")
    place = content.item()
    if not -length <= place < places:
        raise Error(f"names the place {place} in a sequence of {length}")
    return place + length if place < 0 else place


@lower
def SequenceAt(input_sequence, position):
    return input_sequence[place_in(position, len(input_sequence), 0, len(input_sequence))]


@lower
def SequenceInsert(input_sequence, tensor, position=None):
    at = place_in(position, len(input_sequence), len(input_sequence), len(input_sequence) + 1)
    return TensorSequence([*input_sequence[:at], tensor, *input_sequence[at:]])


@lower
def SequenceErase(input_sequence, position=None):
    at = place_in(position, len(input_sequence), len(input_sequence) - 1, len(input_sequence))
    return TensorSequence([*input_sequence[:at], *input_sequence[at + 1 :]])


@lower
def ConcatFromSequence(input_sequence, axis, new_axis):
    parts = list(input_sequence)
    if new_axis:
        parts = [each.expand(axis) for each in parts]
        axis %= parts[0].rank
    return concatenate(parts, axis % parts[0].rank)


@lower
def SplitToSequence(input, axis, keepdims, split=None):
    axis %= input.rank
    size = input.shape[axis]
    numbers = [1] if split is None else sizes_of(split)
    if not isinstance(size, int) or numbers is None or not is_static(tuple(numbers)):
        raise Error("makes a sequence of which it is not known how long it is")
    if split is None or not split.rank:
        each = numbers[0]
        lengths = [min(each, size - start) for start in range(0, size, each)]
    else:
        lengths = numbers
    starts = [sum(lengths[:at]) for at in range(len(lengths))]
    parts = [part(input, axis, start, start + length) for start, length in zip(starts, lengths)]
    if split is None and not keepdims:
        parts = [each.reshape(*[n for at, n in enumerate(each.shape) if at != axis]) for each in parts]
    return TensorSequence(parts)


@lower
def SequenceMap(input_sequence, additional_inputs, op, converter):
    """The body for each tensor, with the tensors at that place of other sequences, and with other tensors as they are."""
    rows = []
    for at, each in enumerate(input_sequence):
        others = [other[at] if isinstance(other, TensorSequence) else other for other in additional_inputs or []]
        rows.append(lowered_region(converter, op.regions[0], [each, *others]))
    return [TensorSequence([row[at] for row in rows]) for at in range(len(op.results))]
