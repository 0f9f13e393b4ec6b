"""Choosing boxes: non-maximum suppression. A box is two opposite corners, [y, x, y, x]; [..., n, 4] are n boxes."""

from __future__ import annotations

from math import inf

from tfir.ir.types import F32, I32

from tfopt.arithmetic.tensor import Tensor, broadcast_to, exp, iota, loop, number, select, splat


def edges(boxes: Tensor) -> list[Tensor]:
    """Top, left, bottom and right, each [..., n]."""
    y, x, other_y, other_x = [boxes[..., at] for at in range(4)]
    return [smaller(y, other_y), smaller(x, other_x), larger(y, other_y), larger(x, other_x)]


def smaller(one: Tensor, other: Tensor) -> Tensor:
    """Of a NaN and a number the first, as C++'s min has it."""
    return select(other < one, other, one)


def larger(one: Tensor, other: Tensor) -> Tensor:
    return select(one < other, other, one)


def overlap(box: Tensor, boxes: Tensor) -> Tensor:
    """The intersection over union of a box [..., 1, 4] with each of [..., n, 4]: [..., n]."""
    own, others = edges(broadcast_to(box, boxes.shape)), edges(boxes)
    sizes = [smaller(own[at + 2], others[at + 2]) - larger(own[at], others[at]) for at in (0, 1)]
    sizes = [select(size < 0, 0, size) for size in sizes]
    common = sizes[0] * sizes[1]
    areas = [(one[2] - one[0]) * (one[3] - one[1]) for one in (own, others)]
    is_empty = (areas[0] <= 0) | (areas[1] <= 0)
    return select(is_empty, 0, common / select(is_empty, 1, areas[0] + areas[1] - common))


def chosen(boxes: Tensor, scores: Tensor, limit: int, passed, score_threshold: Tensor) -> tuple[Tensor, Tensor]:
    """Greedy non-maximum suppression of boxes [b, n, 4] by scores [b, n]: indices [b, limit], filled up with zeros, and how many [b]."""
    picked, _, counts = chosen_by(overlap_in(boxes.reshape(*scores.shape, 4), scores.element), passed, scores, limit, score_threshold)
    return picked, counts


def chosen_by(
    similarity, passed, scores: Tensor, limit: int, score_threshold: Tensor, order: Tensor | None = None
) -> tuple[Tensor, Tensor, Tensor]:
    """Picks the best score again and again: `similarity(is_here)` is how much those that are masked [b, n] are like all others, and
    `passed(similarity, scores)` the scores that these have then, -infinity where they are out. Indices [b, limit], filled up with zeros, the
    scores that they were picked with, and how many [b]. Of equal scores that which is first in `order` [b, n]."""
    batch, count = scores.shape
    place, slot = iota((batch, count), 1), iota((batch, limit), 1)
    turns, threshold = number(limit), broadcast_to(score_threshold.convert(scores.element), scores.shape)
    beyond = count if order is None else 2 * count

    def turn(now, picked, kept, counts, step):
        best = now.max(1, keep=True)
        is_found = best > -inf
        first = select(now == broadcast_to(best, now.shape), place if order is None else order, beyond).min(1, keep=True)
        if order is not None:
            first = select(order == broadcast_to(first, order.shape), place, 0).sum(1, keep=True)
        is_new = (slot == step) & broadcast_to(is_found, slot.shape)
        picked = select(is_new, broadcast_to(first, slot.shape), picked)
        kept = select(is_new, broadcast_to(best, slot.shape), kept)
        is_here = (place == broadcast_to(first, place.shape)) & broadcast_to(is_found, place.shape)
        later = select(broadcast_to(is_found, now.shape), passed(similarity(is_here), now), now)
        now = select(is_here | ~(later > threshold), -inf, later)
        return [now, picked, kept, counts + is_found.reshape(batch).convert(I32), step + 1]

    nothing = splat(0, (batch, limit), I32), splat(0, (batch, limit), scores.element), splat(0, (batch,), I32)
    start = select(scores > threshold, scores, -inf), *nothing, splat(0, (), I32)
    _, picked, kept, counts, _ = loop(lambda now, picked, kept, counts, step: step < turns, turn, *start)
    return picked, kept, counts


def overlap_in(boxes: Tensor, element):
    """How much a box of boxes [b, n, 4] overlaps each: computed in f32, and rounded to the type of the scores."""
    boxes = boxes.convert(F32)

    def of(is_here: Tensor) -> Tensor:
        return overlap(select(broadcast_to(is_here.expand(2), boxes.shape), boxes, 0).sum(1, keep=True), boxes).convert(element)

    return of


def suppressed_above(threshold: Tensor):
    def passed(alike: Tensor, scores: Tensor) -> Tensor:
        return select(alike > broadcast_to(threshold, alike.shape), -inf, scores)

    return passed


def suppressed_unless_below(threshold: Tensor):
    """As `suppressed_above`, but where likeness is no number scores become 0."""

    def passed(alike: Tensor, scores: Tensor) -> Tensor:
        limit = broadcast_to(threshold, alike.shape)
        return select(alike > limit, -inf, select((alike <= limit) | (scores == -inf), scores, scores * 0))

    return passed


def lowered_by_likeness(sigma: Tensor):
    """Soft suppression: scores fall by a bell curve of how much a better box is overlapped; where sigma is not 0."""

    def passed(alike: Tensor, scores: Tensor) -> Tensor:
        return scores * exp(broadcast_to(-0.5 / sigma, alike.shape) * alike * alike)

    return passed
