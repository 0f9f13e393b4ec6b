"""Lowerings: the loss of connectionist temporal classification, of all members of a batch at once, in f64, and the best class at each time.

Inputs are logits [time, batch, classes]. A member's states are its labels with blanks around each: [batch, S]; as many as the longest
list of labels can have. Source: Graves et al., "Connectionist temporal classification", ICML 2006.
"""

import operator
from math import inf, nan

from tfir.ir.types import F64, I1, I32, I64

from tfopt.arithmetic.einsum import einsum
from tfopt.arithmetic.scattering import scatter
from tfopt.arithmetic.tensor import (
    SMALLEST_NORMAL,
    Tensor,
    broadcast_to,
    concatenate,
    exp,
    iota,
    log,
    loop,
    maximum,
    minimum,
    number,
    pad,
    select,
    splat,
)
from tfopt.tf_to_stablehlo.choosing import compressed
from tfopt.tf_to_stablehlo.detection import rows
from tfopt.tf_to_stablehlo.lowering import lower
from tfopt.tf_to_stablehlo.reduction import running


@lower
def CTCLoss(inputs, labels_indices, labels_values, sequence_length, preprocess_collapse_repeated, ctc_merge_repeated):
    options = preprocess_collapse_repeated, ctc_merge_repeated
    return losses(inputs, labels_indices, labels_values, sequence_length, inputs.shape[2] - 1, *options)


@lower
def CTCLossV2(inputs, labels_indices, labels_values, sequence_length, preprocess_collapse_repeated, ctc_merge_repeated):
    return losses(inputs, labels_indices, labels_values, sequence_length, 0, preprocess_collapse_repeated, ctc_merge_repeated)


def losses(inputs: Tensor, indices: Tensor, values: Tensor, lengths: Tensor, blank: int, collapse: bool, merge: bool) -> list[Tensor]:
    """The loss [batch], and its gradient by the logits."""
    if not inputs.size * values.size:
        return [splat(0, inputs.shape[1:2], inputs.element), splat(0, inputs.shape, inputs.element)]
    time, batch, classes = inputs.shape
    logs = log_shares(inputs)
    member = indices[:, 0].convert(I32)
    is_kept = apart(member, values) if collapse else splat(True, values.shape, I1)
    if blank:  # the last class, by which and by greater numbers labels end
        is_kept, values = is_kept & (values < blank), minimum(values, blank)
    states, count = states_of(placed(member, is_kept), values, is_kept, (batch, min(time, values.size)), blank)
    given = rows(logs.transpose(1, 2, 0), states).transpose(2, 0, 1)  # [time, batch, S]
    given = select(iota(given.shape, 2) < count.reshape(1, batch, 1), given, -inf)
    joined, whole = met(given, Paths(states, count, lengths, blank, merge))
    share = select((whole == -inf).reshape(1, batch, 1), 0, exp(joined - whole.expand(1)))
    hot = (iota((*states.shape, classes), 2) == states.expand(2)).convert(F64)
    gradient = exp(logs) - einsum([share, hot], "tbs,bsc->tbc")
    gradient = select((whole == whole).reshape(1, batch, 1), gradient, nan)
    given_labels = scatter(splat(0, (batch,), I32), member.expand(1), splat(1, values.shape, I32), "add")
    is_asked = (given_labels <= lengths) & (lengths > 0)
    is_there = (iota(inputs.shape, 0) < lengths.reshape(1, batch, 1)) & is_asked.reshape(1, batch, 1)
    return [select(is_asked, -whole, 0).convert(inputs.element), select(is_there, gradient, 0).convert(inputs.element)]


def log_shares(logits: Tensor) -> Tensor:
    """The logarithms of what softmax gives; what is too small for the logits' type is never met."""
    exponentials = exp(logits - logits.max(2, keep=True))
    shares = exponentials / exponentials.sum(2, keep=True)
    return log(select(shares < SMALLEST_NORMAL[logits.element.name], 0, shares).convert(F64))


def apart(member: Tensor, values: Tensor) -> Tensor:
    """Which labels do not repeat the one before."""
    before = [pad(each[:-1], [1], [0]) for each in (values, member)]
    return (iota(values.shape, 0) == 0) | (values != before[0]) | (member != before[1])


def placed(member: Tensor, is_kept: Tensor) -> Tensor:
    """The places [n, 2] of labels, which come member by member, one behind the other; those that are left out have a place beyond all."""
    ahead = running(operator.add, 0)(is_kept.convert(I32), 0, True, False)
    begins = member != pad(member[:-1], [1], [0], -1)
    place = ahead - running(maximum, 0)(select(begins, ahead, 0), 0, False, False)
    return concatenate([member.expand(1), select(is_kept, place, is_kept.size).expand(1)], 1)


def states_of(indices: Tensor, values: Tensor, is_kept: Tensor, shape, blank: int) -> tuple[Tensor, Tensor]:
    """The states, and how many of them each member has."""
    labels = scatter(splat(blank, shape, I32), indices, values, None)
    counts = scatter(splat(0, shape[:1], I32), indices[:, :1], is_kept.convert(I32), "add")
    return pad(labels, [0, 1], [0, 1], blank, [0, 1]), counts * 2 + 1


class Paths:
    """Which ways lead from state to state, [batch, S] each."""

    def __init__(self, states: Tensor, count: Tensor, lengths: Tensor, blank: int, merge: bool):
        self.states, self.merge, self.lengths = states, merge, lengths.expand(1)
        self.is_blank, self.place, self.count = states == blank, iota(states.shape, 1), count.expand(1)

    def shifted(self, x: Tensor, by: int, fill) -> Tensor:
        """x with the entry `by` places before each in its stead; `fill` where there is none."""
        kept = x[:, : x.shape[1] - by] if by > 0 else x[:, -by:]
        return pad(kept, [0, max(by, 0)], [0, max(-by, 0)], fill)

    def within_reach(self, step: Tensor) -> Tensor:
        """Which states paths can have at a time, of those that begin with the first two and end with the last two."""
        return (self.place >= self.count - 2 * (self.lengths - step)) & (self.place < 2 * (step + 1)) & (self.place < self.count)

    def step(self, before: Tensor, direction: int) -> Tensor:
        """The logarithms of the probabilities of all paths one time later (1) or earlier (-1), without what a state itself gives."""
        stay = before if self.merge else select(self.is_blank, before, -inf)
        skips = ~self.is_blank
        if self.merge:
            skips = skips & (self.shifted(self.states, 2 * direction, -1) != self.states)
        skip = select(skips, self.shifted(before, 2 * direction, -inf), -inf)
        return log_of_sum(concatenate([each.expand(2) for each in (stay, self.shifted(before, direction, -inf), skip)], 2))


def log_of_sum(x: Tensor) -> Tensor:
    """log(sum(exp(x))) along the last axis."""
    most = x.max(x.rank - 1, keep=True)
    most = select(most == -inf, 0, most)
    return log(exp(x - most).sum(x.rank - 1)) + most.reshape(*x.shape[:-1])


def met(given: Tensor, paths: Paths) -> tuple[Tensor, Tensor]:
    """The logarithms of the probabilities of all paths through each state at each time, and of all paths [batch]."""
    time = given.shape[0]

    def at(step: Tensor) -> Tensor:
        return select(iota(given.shape, 0) == step, given, -inf).max(0)

    def kept(every: Tensor, now: Tensor, step: Tensor) -> Tensor:
        return select(iota(given.shape, 0) == step, broadcast_to(now, given.shape), every)

    def later(every, now, step):
        now = select(paths.within_reach(step), at(step) + paths.step(now, 1), -inf)
        now = select(step == 0, select(paths.place < 2, at(step), -inf), now)
        return [kept(every, now, step), now, step + 1]

    def earlier(every, after, step):
        is_end = (paths.place >= paths.count - 2) & (paths.place < paths.count)
        now = select((paths.lengths - 1 > step) & paths.within_reach(step), paths.step(after, -1), -inf)
        now = select(paths.lengths - 1 == step, select(is_end, 0, none), now)
        return [kept(every, now, step), now + at(step), step - 1]

    nothing, none = splat(-inf, given.shape, F64), splat(-inf, given.shape[1:], F64)
    forward = loop(lambda every, now, step: step < time, later, nothing, none, splat(0, (), I32))[0]
    backward = loop(lambda every, now, step: step >= 0, earlier, nothing, none, splat(time - 1, (), I32))[0]
    joined = forward + backward
    return joined, log_of_sum(joined[0])


@lower
def CTCGreedyDecoder(inputs, sequence_length, merge_repeated, blank_index, result_types):
    """A sparse tensor [batch, longest], and minus the sums of the best logits [batch, 1]."""
    time, batch, classes = inputs.shape
    by_member = inputs.transpose(1, 0, 2)  # [batch, time, classes]
    first = by_member[:, :, :1]
    is_number = broadcast_to(first == first, by_member.shape) & (by_member == by_member)
    largest = select(first == first, select(is_number, by_member, -inf).max(2, keep=True), first)  # nothing is more than NaN
    is_best = is_number & (by_member == largest)
    best = select(first == first, select(is_best, iota(by_member.shape, 2), classes).min(2, keep=True), 0).reshape(batch, time)
    is_in_time = iota(best.shape, 1) < sequence_length.reshape(batch, 1)
    is_label = is_in_time & (best != blank_index % classes)
    if merge_repeated:
        before = pad(best, [0, 1], [0, -1], -1)
        is_label = is_label & (best != before)
    columns = running(operator.add, 0)(is_label.convert(I32), 1, True, False)
    places = concatenate([each.convert(I64).reshape(batch * time, 1) for each in (iota(best.shape, 0), columns)], 1)
    labels = best.convert(I64).reshape(batch * time)
    longest = maximum(is_label.convert(I32).sum(1).max(0), 0)
    chosen = compressed(is_label.reshape(batch * time), (places, result_types[0]), (labels, result_types[1]))
    shape = concatenate([number(batch, I64).reshape(1), longest.convert(I64).reshape(1)], 0)
    return [*chosen, shape, -select(is_in_time, largest.reshape(batch, time), 0).sum(1, keep=True)]
