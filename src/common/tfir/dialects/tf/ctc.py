"""Semantics: connectionist temporal classification. Inputs are logits [time, batch, classes]; one class is the blank, which stands between labels.

Sources: Graves et al., "Connectionist temporal classification", ICML 2006; the search for the best labels as TensorFlow's ctc_beam_search.h.
"""

from __future__ import annotations

from heapq import nlargest

from tfir.ir.diagnostics import Error
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics
from tfir.ods.shapes import fresh, with_rank

NEVER = -float("inf")


def log_softmax(logits):
    shifted = logits - logits.max(-1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(-1, keepdims=True))


def checked_lengths(inputs, sequence_length):
    if inputs.shape[0] < sequence_length.max(initial=0):
        member = int(np.argmax(sequence_length > inputs.shape[0]))
        raise Error(f"sequence_length({member}) <= {inputs.shape[0]}")
    return [max(int(length), 0) for length in sequence_length]


# The loss


class CTCLoss(OpSemantics):
    """The loss of each member of a batch, and its gradient by the logits. The last class is the blank, and as a label, as any greater
    number, the end of a member's labels."""

    def infer(inputs, labels_values, sequence_length):
        time, batch, classes = with_rank(inputs.shape, 3, "inputs")
        return [(batch,), (time, batch, classes)]

    def evaluate(
        inputs, labels_indices, labels_values, sequence_length, preprocess_collapse_repeated, ctc_merge_repeated,
        ignore_longer_outputs_than_inputs,
    ):  # fmt: skip
        options = preprocess_collapse_repeated, ctc_merge_repeated, ignore_longer_outputs_than_inputs
        return losses(inputs, labels_indices, labels_values, sequence_length, inputs.shape[-1] - 1, *options)


class CTCLossV2(CTCLoss):
    """The first class is the blank."""

    def evaluate(
        inputs, labels_indices, labels_values, sequence_length, preprocess_collapse_repeated, ctc_merge_repeated,
        ignore_longer_outputs_than_inputs,
    ):  # fmt: skip
        options = preprocess_collapse_repeated, ctc_merge_repeated, ignore_longer_outputs_than_inputs
        return losses(inputs, labels_indices, labels_values, sequence_length, 0, *options)


def losses(inputs, indices, values, sequence_length, blank: int, collapse: bool, merge: bool, ignore_longer: bool):
    loss, gradient = np.zeros(inputs.shape[1], inputs.dtype), np.zeros_like(inputs)
    for member, length in enumerate(checked_lengths(inputs, sequence_length)):
        given = values[indices[:, 0] == member].tolist()
        count = len(given)  # with what repeats, and what stands for no label
        if not given:
            raise Error(f"Labels length is zero in batch {member}")
        given = labels_before_null(given, inputs.shape[-1], member) if blank else given
        labels = labels_of(given, inputs.shape[-1], blank, collapse)
        if count > length and not ignore_longer:
            counts = f"(required: {count}, available: {length})"
            advice = "You can turn this error into a warning by using the flag ignore_longer_outputs_than_inputs"
            raise Error(f"Not enough time for target transition sequence {counts}{member}{advice}")
        if count > length or not length:
            continue
        loss[member], gradient[:length, member] = loss_and_gradient(inputs[:length, member], labels, blank, merge)
    return [loss, gradient]


def labels_before_null(labels: list[int], classes: int, member: int) -> list[int]:
    """Labels up to the first that stands for none, after which no other may come."""
    end = next((at for at, label in enumerate(labels) if label >= classes - 1), len(labels))
    told = f"batch: {member} num_classes: {classes} labels: {','.join(map(str, labels))}"
    if any([label < classes - 1 for label in labels[end:]]):
        seen = ",".join(map(str, labels[:end]))
        raise Error(f"Saw a non-null label (index >= num_classes - 1) following a null label, {told} labels seen so far: {seen}")
    if min(labels) < 0:
        raise Error(f"All labels must be nonnegative integers, batch: {member} labels: {','.join(map(str, labels))}")
    return labels[:end]


def labels_of(labels, classes: int, blank: int, collapse: bool) -> list[int]:
    """Labels without those that repeat the one before, if `collapse`."""
    for at, label in enumerate(labels):
        if not 0 <= label < classes or label == blank:
            raise Error(f"Saw a label out of range: {label} at {at}; there are {classes} classes, of which {blank} is the blank")
    return [label for at, label in enumerate(labels) if not (collapse and at and labels[at - 1] == label)]


def loss_and_gradient(logits, labels, blank: int, merge: bool):
    """Of one member: logits [time, classes]. What is too small for their type is never met."""
    exponentials = np.exp(logits - logits.max(-1, keepdims=True))
    shares = exponentials / exponentials.sum(-1, keepdims=True)
    logs = np.log(np.where(shares < np.finfo(shares.dtype).tiny, 0, shares).astype(np.float64))
    states = np.array([blank, *[state for label in labels for state in (label, blank)]])
    joined = paths_to(logs, states, blank, merge) + paths_from(logs, states, blank, merge)
    whole = np.logaddexp.reduce(joined[0])
    if np.isnan(whole):
        return whole, np.full_like(logs, np.nan)
    probabilities = np.exp(logs)
    if whole == NEVER:
        return -whole, probabilities
    for at, state in enumerate(states):
        probabilities[:, state] -= np.exp(joined[:, at] - whole)
    return -whole, probabilities


def in_reach(time: int, times: int, count: int) -> slice:
    """The states that paths can have at a time, of those that begin with the first two and end with the last two: no others are computed, nor their NaN."""
    return slice(max(0, count - 2 * (times - time)), min(count, 2 * (time + 1)))


def ways_into(states, before, blank: int, merge: bool):
    """The logarithms of the sums of what each state gets: from itself, from the one before, and from the one before that."""
    ways = np.full((3, len(states)), NEVER)
    ways[0] = before if merge else np.where(states == blank, before, NEVER)
    ways[1, 1:] = before[:-1]
    ways[2, 2:] = np.where((states[2:] != blank) & ~(merge & (states[2:] == states[:-2])), before[:-2], NEVER)
    return np.logaddexp.reduce(ways)


def paths_to(logs, states, blank: int, merge: bool):
    """The logarithms of the probabilities of all paths that end in each state at each time: [time, states]."""
    result = np.full((len(logs), len(states)), NEVER)
    result[0, :2] = logs[0, states[:2]]
    for time in range(1, len(logs)):
        reached = in_reach(time, len(logs), len(states))
        result[time, reached] = (logs[time, states] + ways_into(states, result[time - 1], blank, merge))[reached]
    return result


def paths_from(logs, states, blank: int, merge: bool):
    """The same of all paths that begin in each state, without what it gives itself."""
    result = np.full((len(logs), len(states)), NEVER)
    result[-1, -2:] = 0
    for time in reversed(range(len(logs) - 1)):
        reached = in_reach(time, len(logs), len(states))
        after = result[time + 1] + logs[time + 1, states]
        result[time, reached] = ways_into(states[::-1], after[::-1], blank, merge)[::-1][reached]
    return result


# Decoding


def sparse(lists):
    """Lists as a sparse tensor: indices, values, shape."""
    indices = [(row, column) for row, one in enumerate(lists) for column in range(len(one))]
    shape = [len(lists), max(map(len, lists), default=0)]
    values = [label for one in lists for label in one]
    return [np.array(indices, np.int64).reshape(-1, 2), np.array(values, np.int64), np.array(shape, np.int64)]


class CTCGreedyDecoder(OpSemantics):
    """The best class at each time, without blanks, and minus the sum of its logits."""

    def infer(inputs):
        batch = with_rank(inputs.shape, 3, "inputs")[1]
        count = fresh()
        return [(count, 2), (count,), (2,), (batch, 1)]

    def evaluate(inputs, sequence_length, merge_repeated, blank_index):
        blank = blank_index % inputs.shape[-1]
        lists, scores = [], np.zeros((inputs.shape[1], 1), inputs.dtype)
        for member, length in enumerate(checked_lengths(inputs, sequence_length)):
            logits = inputs[:length, member]
            best = np.where(
                np.isnan(logits[:, 0]), 0, np.argmax(np.where(np.isnan(logits), -np.inf, logits), -1)
            )  # nothing is more than NaN
            scores[member] = -np.take_along_axis(logits, best[:, None], -1).sum(dtype=inputs.dtype) if length else 0
            repeats = np.concatenate([[False], best[1:] == best[:-1]])[: len(best)] & merge_repeated
            lists.append(best[(best != blank) & ~repeats].tolist())
        return [*sparse(lists), scores]


class CTCBeamSearchDecoder(OpSemantics):
    """The most probable lists of labels, each a sparse tensor, and the logarithms of their probabilities. The last class is the blank."""

    def infer(inputs, top_paths):
        batch = with_rank(inputs.shape, 3, "inputs")[1]
        counts = [fresh() for _ in range(top_paths)]
        return [*[(count, 2) for count in counts], *[(count,) for count in counts], *[(2,)] * top_paths, (batch, top_paths)]

    def evaluate(inputs, sequence_length, beam_width, top_paths, merge_repeated):
        lists, scores = [], np.zeros((inputs.shape[1], top_paths), inputs.dtype)
        for member, length in enumerate(checked_lengths(inputs, sequence_length)):
            best = searched(log_softmax(inputs[:length, member]), beam_width)[:top_paths]
            if len(best) < top_paths:
                raise Error("Less leaves in the beam search than requested.")
            scores[member] = [beam.total for beam in best]
            lists.append([beam.labels(merge_repeated) for beam in best])
        tensors = [sparse([each[path] for each in lists]) for path in range(top_paths)]
        return [*[part[at] for at in range(3) for part in tensors], scores]


class Beam:
    """A list of labels, as the last one and what comes before it, with the logarithms of its probabilities: that it ends here, by a blank
    or by its label."""

    def __init__(self, parent: Beam | None, label: int):
        self.parent, self.label, self.children = parent, label, dict[int, Beam]()
        self.total = self.blank = self.by_label = NEVER
        self.old_total = self.old_blank = NEVER  # before the time that is looked at

    def labels(self, merge_repeated: bool) -> list[int]:
        result: list[int] = []
        beam, previous = self, -1
        while beam.parent is not None:
            if not (merge_repeated and beam.label == previous):
                result.append(beam.label)
            previous, beam = beam.label, beam.parent
        return result[::-1]

    def told(self, label: int) -> float:
        """The probability of going on with a label: after the same one only by way of a blank."""
        return self.old_blank if label == self.label else self.old_total

    def forget(self) -> None:
        self.total = self.blank = self.by_label = NEVER


def searched(logs, width: int) -> list[Beam]:
    """Search along log probabilities [time, classes] with so many lists in play, the best first."""
    root = Beam(None, -1)
    root.total = root.blank = logs.dtype.type(0)
    beams, blank = [root], logs.shape[-1] - 1
    for step in logs:
        beams = sorted(beams, key=lambda beam: -beam.total)
        for beam in beams:
            beam.old_total, beam.old_blank = beam.total, beam.blank
        for beam in beams:
            if beam.parent is not None:
                if beam.parent.total != NEVER:
                    beam.by_label = np.logaddexp(beam.by_label, beam.parent.told(beam.label))
                beam.by_label += step[beam.label]
            beam.blank = beam.old_total + step[blank]
            beam.total = np.logaddexp(beam.blank, beam.by_label)
        beams = grown(beams, step[:blank], width)
    return sorted(beams, key=lambda beam: -beam.total)


def grown(beams: list[Beam], step: list[float], width: int) -> list[Beam]:
    """Beams and those with a label more, the most probable of them."""
    kept = nlargest(width, beams, key=lambda beam: beam.total)
    for beam in beams:
        least = min(kept, key=lambda one: one.total)
        if beam.old_total == NEVER or (len(kept) >= width and beam.old_total <= least.total):
            continue
        for label, log in enumerate(step):
            child = beam.children.setdefault(label, Beam(beam, label))
            if child.total != NEVER:
                continue
            total = log + beam.told(label)
            least = min(kept, key=lambda one: one.total)
            if total == NEVER or (len(kept) >= width and total <= least.total):
                child.old_total = child.old_blank = NEVER  # it does not grow either, if it was given up for others of this time
                continue
            if len(kept) >= width:
                kept.remove(least)
                least.forget()
            child.blank, child.by_label, child.total = NEVER, total, total
            kept.append(child)
    return kept
