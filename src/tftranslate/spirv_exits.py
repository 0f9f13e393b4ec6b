"""What leaves a construct of SPIR-V for the end of another one that it is inside of, as `break` and `continue` do, in a form that regions have.

A selection is left at its merge block alone there, and a loop goes back by a branch without a condition. So what leaves a selection goes to its merge block
with a truth that says so, which is looked at behind it; and a condition at a loop's end goes to a block that goes back.
Source: SPIR-V 1.3 specification, section 2.11 (structured control flow).
"""

from __future__ import annotations

from functools import partial

from tfir.dialects.spirv import numbers as n
from tfir.ir.attributes import BoolAttr
from tfir.ir.types import I1

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tftranslate.spirv_functions import Function
    from tftranslate.spirv_reading import Instruction

TARGETS = {n.BRANCH: slice(0, 1), n.BRANCH_CONDITIONAL: slice(1, 3), n.SWITCH: slice(1, None, 2)}  # among an instruction's words


class Exits:
    """The blocks of a function, which are edited. `defines` says which id an instruction defines, `uses` which ones it takes but for those of a phi instruction."""

    def __init__(self, function: Function, defines: Callable[[Instruction], int], uses: Callable[[Instruction], list[int]]):
        self.function, self.steps, self.merges, self.reader = function, function.steps, function.merges, function.reader
        self.defines, self.uses = defines, uses
        self.make = partial(type(function.head), at=function.head.at)
        self.successors, self.reached = function.successors, function.reached
        self.moved: dict[int, int] = {}  # to where, of headers that were merge blocks
        self.bodies: dict[int, set[int]] = {}
        for header, (_, merge, *_) in self.merges.items():  # those around it come before
            self.bodies[header] = set(self.reached([header], {merge, *self.ends_around(header)} - {header}))

    def rewrite(self) -> None:
        selections = [header for header, (opcode, *_) in self.merges.items() if opcode == n.SELECTION_MERGE and header in self.steps]
        insides = {header: self.inside(header, self.ends_around(header)) for header in selections}
        for header in sorted(selections, key=lambda each: len(insides[each])):
            while header in self.moved:
                header = self.moved[header]
            self.leave_at_merge(header)
        for header in [header for header, (opcode, *_) in self.merges.items() if opcode == n.LOOP_MERGE]:
            self.go_back_always(header)

    def inside(self, header: int, ends: set[int]) -> list[int]:
        return self.reached(self.successors(header), {self.merges[header][1], *ends})

    def ends_around(self, header: int) -> set[int]:
        """Where the constructs around a header end and go on."""
        ends: set[int] = set()
        for other, (opcode, merge, latch, _) in self.merges.items():
            if other != header and header in self.bodies.get(other, ()):
                ends |= {merge, latch, other} if opcode == n.LOOP_MERGE else {merge}
        return ends

    # Selections that are left in their midst

    def leave_at_merge(self, header: int) -> None:
        _, merge, *_ = self.merges[header]
        ends = self.ends_around(header)
        labels = [header, *self.inside(header, ends)]
        exits = dict.fromkeys([target for label in labels for target in self.successors(label) if target in ends and target != merge])
        if exits and (merge in ends or merge not in self.steps or self.is_used_behind(labels[1:])):
            return  # for which there is no form
        sources: dict[int, None] = {}
        for target in exits:
            leaving = [label for label in labels if target in self.successors(label)]
            self.leave_with_truth(leaving, merge, target)
            sources |= dict.fromkeys(leaving)
        for source in reversed(
            [label for label in labels if label in sources and label not in self.merges]
        ):  # those inside of others first
            if self.steps[source][-1].opcode == n.BRANCH_CONDITIONAL:
                self.end_before(source, merge)

    def is_used_behind(self, labels: list[int]) -> bool:
        """Whether something that is defined in blocks is used outside of them by another instruction than a phi."""
        defined = {self.defines(step) for label in labels for step in self.steps[label]} - {0}
        others = [step for label, steps in self.steps.items() if label not in labels for step in steps if step.opcode != n.PHI]
        return any([not defined.isdisjoint(self.uses(step)) for step in others])

    def leave_with_truth(self, sources: list[int], merge: int, target: int) -> None:
        """Has blocks that branch to a target go to the merge block, which goes there with what these pass on, and else to the block that it was."""
        ways = {source: self.new_id() for source in sources}
        before = [label for label in self.steps if merge in self.successors(label)]
        rest = self.new_id()
        phis, others = self.function.phis(merge), [step for step in self.steps[merge] if step.opcode != n.PHI]
        for phi in phis:
            undefined = self.undefined(phi.words[0])
            phi.words.extend([word for way in ways.values() for word in (undefined, way)])
        leaves = self.phi(
            self.type_of_truth(), {**dict.fromkeys(before, self.truth(False)), **dict.fromkeys(ways.values(), self.truth(True))}
        )
        for label in dict.fromkeys(self.successors(merge)):  # the target may be among them
            self.come_from(label, merge, rest)
        handed_on: list[Instruction] = []
        for phi in self.function.phis(target):
            given = dict(zip(phi.words[3::2], phi.words[2::2]))
            undefined = self.undefined(phi.words[0])
            passed = self.phi(
                phi.words[0], {**dict.fromkeys(before, undefined), **{ways[source]: given.get(source, undefined) for source in sources}}
            )
            handed_on.append(passed)
            kept = [word for label, value in given.items() if label not in ways for word in (value, label)]
            phi.words[2:] = [*kept, passed.words[1], merge]
        for source, way in ways.items():
            self.insert(source, way, [self.make(n.BRANCH, [merge])])
            self.redirect(source, target, way)
        self.insert(merge, rest, others)
        for body in [body for body in self.bodies.values() if merge in body]:
            body |= {rest, *ways.values()}
        if merge in self.merges:
            self.merges[rest], self.bodies[rest] = self.merges.pop(merge), self.bodies.pop(merge) - {merge}
            self.moved[merge] = rest
        self.steps[merge] = [*phis, leaves, *handed_on, self.make(n.BRANCH_CONDITIONAL, [leaves.words[1], target, rest])]

    def end_before(self, header: int, merge: int) -> None:
        """Makes a selection of a condition that led out of the one that ends with a merge block, and does not any more."""
        inside = self.reached(self.successors(header), {merge, *self.ends_around(header)})
        if not inside or [
            label for label in self.steps if label not in (header, *inside) and not set(inside).isdisjoint(self.successors(label))
        ]:
            raise self.function.error(
                f"block {header} leaves a construct from a part of it that others branch to, for which there is no form in IR"
            )
        last, end = [label for label in (header, *inside) if merge in self.successors(label)], self.new_id()
        phis = []
        for phi in self.function.phis(merge):
            given = dict(zip(phi.words[3::2], phi.words[2::2]))
            phis.append(self.phi(phi.words[0], {label: given.pop(label) for label in last if label in given}))
            phi.words[2:] = [*[word for label, value in given.items() for word in (value, label)], phis[-1].words[1], end]
        for label in last:
            self.redirect(label, merge, end)
        self.insert(inside[-1], end, [*phis, self.make(n.BRANCH, [merge])])
        self.merges[header] = n.SELECTION_MERGE, end, 0, 0
        for body in [body for body in self.bodies.values() if header in body]:
            body.add(end)
        self.bodies[header] = {header, *inside}

    # Loops whose end has a condition

    def go_back_always(self, header: int) -> None:
        opcode, merge, latch, control = self.merges[header]
        if latch not in self.steps or latch == header:
            return
        back = [label for label in self.bodies[header] if label in self.steps and header in self.successors(label)]
        if len(back) != 1 or (back == [latch] and self.steps[latch][-1].opcode != n.BRANCH_CONDITIONAL):
            return
        last = self.new_id()
        self.insert(back[0], last, [self.make(n.BRANCH, [header])])
        self.redirect(back[0], header, last)
        self.come_from(header, back[0], last)
        self.merges[header] = opcode, merge, last, control
        self.bodies[header].add(last)
        for label in reversed(list(self.steps)):  # those that are inside of others first
            if (
                label != latch
                and label not in self.merges
                and latch in self.successors(label)
                and self.steps[label][-1].opcode == n.BRANCH_CONDITIONAL
            ):
                self.end_before(label, latch)
                self.leave_at_merge(label)

    # Words

    def insert(self, before: int, label: int, steps: list[Instruction]) -> None:
        """Adds a block behind another one, which comes before what it leads to."""
        labels = list(self.steps)
        behind = {each: self.steps.pop(each) for each in labels[labels.index(before) + 1 :]}
        self.steps[label] = steps
        self.steps.update(behind)

    def redirect(self, label: int, target: int, other: int) -> None:
        """Has the branch at a block's end lead to another block."""
        last = self.steps[label][-1]
        targets = TARGETS[last.opcode]
        last.words[targets] = [other if word == target else word for word in last.words[targets]]

    def come_from(self, label: int, block: int, other: int) -> None:
        """Has what a block passes on come from another one."""
        for phi in self.function.phis(label):
            phi.words[3::2] = [other if word == block else word for word in phi.words[3::2]]

    def phi(self, type: int, values: dict[int, int]) -> Instruction:
        return self.make(n.PHI, [type, self.new_id(), *[word for label, value in values.items() for word in (value, label)]])

    def new_id(self) -> int:
        return next(self.reader.new_ids)

    def type_of_truth(self) -> int:
        types = [number for number, type in self.reader.types.items() if type is I1]
        if not types:
            raise self.function.error("a block ends with a condition where no type of truths is declared")
        return types[0]

    def truth(self, value: bool) -> int:
        number = self.new_id()
        self.reader.constants[number] = BoolAttr(value), I1
        return number

    def undefined(self, type: int) -> int:
        number = self.new_id()
        self.reader.undefined[number] = self.reader.type(type)
        return number
