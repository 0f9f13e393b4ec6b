"""Graphs with switches and loops, run as TensorFlow's executor runs them: an op fires when its inputs have come, dead or alive.

A value travels with a tag, which says the loops around it and the iteration of each: `((frame, iteration), ...)`, outermost first. An op
whose input is dead does nothing, and what it gives is dead; a Merge lives when one of its inputs does. The outermost graph has
the tag `()`. Values from outside the graph are there for every op, whatever its frame.

Iterations of a loop run side by side, as many as `parallel_iterations` says: the next one begins with the first value that comes for it, while
ops of those before may still wait, for what it does among other things.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator

from tfir.analysis.slices import needed_for
from tfir.dialects.tfg.rendezvous import senders_of
from tfir.ir.diagnostics import Diagnostic, Error
from tfir.ir.operations import Block, Operation
from tfir.ods.waiting import Progress, Waits

PREFIXES = ("tf_executor.", "tfg.")
DEAD, TOKEN = object(), object()  # what comes in place of a value that is never computed; what a control edge carries


def kind_of(op: Operation) -> str:
    """The executor's name for what an op does with tokens; empty for any op that computes."""
    for prefix in PREFIXES:
        if op.name.startswith(prefix):
            local = op.name[len(prefix) :].removeprefix("Ref")
            return local if local in KINDS else ""
    return ""


def read(value):
    """The current value of a variable; any other value unchanged. Variables have `read_reference`, arrays have not."""
    place = getattr(value, "read_reference", None)
    return value if place is None else place()


def hands_on_references(op: Operation) -> bool:
    """Whether a control-flow op passes on variables themselves; all others pass on the values that variables hold."""
    return ".Ref" in op.name or any([getattr(value.type, "element", value.type).text.endswith("ref") for value in op.results])


def needs_tokens(block: Block) -> bool:
    """Whether the graph cannot be run op by op in one order."""
    return any([kind_of(op) in DYNAMIC for op in block])


class Node:
    """An op. Its ports are data operands and captured values, `data` of them, then tokens. `consumers` are, per result, the ports
    it goes to; `input_ports` are the ports that the graph's inputs are for."""

    __slots__ = ("op", "kind", "call", "data", "ports", "input_ports", "waits", "consumers", "token", "frame", "constant", "most", "reads")

    def __init__(self, op: Operation, kind: str, call, data: int, ports: int, token: int | None):
        self.op, self.kind, self.call, self.data, self.ports, self.token = op, kind, call, data, ports, token
        self.input_ports: dict[int, int] = {}
        self.waits = [data, ports - data]  # how many data ports and tokens come from other ops
        self.consumers: list[list[tuple[Node, int]]] = [[] for _ in op.results]
        self.frame, self.constant, self.most = op.get("frame_name", ""), op.get("is_constant", False), op.get("parallel_iterations", 10)
        self.reads = bool(kind) and not hands_on_references(op)


class Graph:
    """The nodes of a graph, joined. `call_of(op)` returns a function of arrays and the values that it takes."""

    def __init__(self, block: Block, inputs, call_of, is_token):
        self.last, self.is_token = block.last, is_token
        numbers = {value: number for number, value in enumerate(inputs)}
        taken = {}
        needed = needed_for([block.last], block)
        for op in [op for op in block if op in needed]:
            node, values = self.node(op, call_of)
            taken[node] = values
        self.nodes = list(taken)
        by_op = {node.op: node for node in self.nodes}
        for node, values in taken.items():
            for port, value in enumerate(values):
                self.connect(node, port, value, numbers, by_op.get(value.op))
        self.end = by_op[self.last]
        self.sources = {node: by_op[node.op.operands[0].op] for node in self.nodes if node.kind == "NextIteration.Sink"}
        self.enters = Counter([node.frame for node in self.nodes if node.kind == "Enter"])

    def node(self, op: Operation, call_of):
        kind, call = kind_of(op), None
        data = [value for value in op.operands if not self.is_token(value)]
        if kind == "NextIteration.Sink":
            data = data[1:]
        elif not kind and op is not self.last:
            call, data = call_of(op)
        controls = [value for value in op.operands if self.is_token(value)] + [sender.results[-1] for sender in senders_of(op)]
        token = next((number for number, value in enumerate(op.results) if self.is_token(value)), None)
        return Node(op, kind, call, len(data), len(data) + len(controls), token), [*data, *controls]

    @staticmethod
    def connect(node: Node, port: int, value, numbers: dict, source: Node | None) -> None:
        if source is not None:
            source.consumers[value.index].append((node, port))
            return
        node.waits[port >= node.data] -= 1
        if value in numbers:
            node.input_ports[port] = numbers[value]

    def __call__(self, *arrays) -> list:
        return Run(self, arrays).results()


class Frame:
    """One execution of a loop, begun from the iteration `parent` of the one around: how many Enters have arrived, how many `iterations` have
    begun and how many are `done`, what has come for the next one where no more than `most` run at a time, the values that are constant in
    the loop, the Exits that are `dead` so far and those that a value has `left` by."""

    __slots__ = ("parent", "name", "most", "entered", "iterations", "done", "delayed", "constants", "dead", "left")

    def __init__(self, parent: tuple, name: str, most: int):
        self.parent, self.name, self.most = parent, name, most
        self.entered, self.iterations, self.done = 0, 1, 0
        self.delayed: list[tuple[Node, object]] = []
        self.constants: list[tuple[Node, object]] = []
        self.dead: dict[Node, None] = {}
        self.left: set[Node] = set()

    def tag(self, iteration: int) -> tuple:
        return (*self.parent, (self.name, iteration))


class Waiting:
    """The inputs that have arrived so far for one op under one tag. `missing` counts the data and the control inputs still to come."""

    __slots__ = ("values", "missing", "dead", "merged", "has_fired")

    def __init__(self, node: Node, arrays):
        self.values: list = [TOKEN] * node.ports
        for port, number in node.input_ports.items():
            self.values[port] = arrays[number]
        self.missing, self.dead, self.has_fired = list(node.waits), False, False
        self.merged = min(node.input_ports, default=None)  # the input that a Merge takes

    def arrive(self, node: Node, port: int, value, from_enter: bool) -> None:
        is_token = port >= node.data
        self.values[port] = value
        self.missing[is_token] -= 1
        if node.kind != "Merge":
            self.dead |= value is DEAD
        elif value is DEAD and not is_token:
            self.dead |= from_enter or (self.missing[0] == 0 and self.merged is None)
        elif not is_token and self.merged is None:
            self.merged = port

    def is_ready(self, node: Node) -> bool:
        if self.has_fired or self.missing[1]:
            return False
        return not self.missing[0] or (node.kind == "Merge" and (self.merged is not None or self.dead))


class Run:
    """One run. `open` says of the iterations of loops, and of the outermost graph, how many ops that are to fire and how many loops they have."""

    def __init__(self, graph: Graph, arrays):
        self.graph, self.arrays = graph, arrays
        self.waiting: dict[tuple, Waiting] = {}
        self.frames: dict[tuple, Frame] = {}
        self.open: Counter = Counter()
        self.ready: deque = deque()
        self.held: list[tuple[Node, tuple, Waits]] = []  # those that wait for what other ops do
        self.fetched: list | None = None

    def results(self) -> list:
        for node in self.graph.nodes:
            if self.waiting_for(node, ()).is_ready(node) and node.kind != "NextIteration.Source":
                self.make_ready(node, ())
        return self.go_on()

    def go_on(self) -> list:
        """What is fetched, when all that can be computed has been."""
        while self.ready or self.held:
            while self.ready:
                node, tag, *inputs = self.ready.popleft()
                if self.fire(node, tag, *inputs):
                    self.end_one(tag)
            if self.held and not self.try_again():
                raise self.waits()
        if self.fetched is None:
            raise self.stuck()
        return self.fetched

    def waiting_for(self, node: Node, tag: tuple) -> Waiting:
        waiting = self.waiting.get((node, tag))
        if waiting is None:
            waiting = self.waiting[node, tag] = Waiting(node, self.arrays)
        return waiting

    def make_ready(self, node: Node, tag: tuple) -> None:
        """A Merge is remembered after it fired, since more may come for it, which is lost."""
        state = self.waiting[node, tag]
        state.has_fired = True
        self.ready.append((node, tag, state.values, state.dead, state.merged))
        self.open[tag] += 1
        state.values = [None] * node.ports
        if node.kind != "Merge":
            del self.waiting[node, tag]

    def send(self, node: Node, result: int, value, tag: tuple) -> None:
        for consumer, port in node.consumers[result]:
            state = self.waiting_for(consumer, tag)
            state.arrive(consumer, port, value, node.kind == "Enter")
            if state.is_ready(consumer):
                self.make_ready(consumer, tag)

    def give(self, node: Node, values: list, tag: tuple, token=TOKEN) -> None:
        """Sends results in order, then the token."""
        for result, value in enumerate(values):
            self.send(node, result, value, tag)
        if node.token is not None:
            self.send(node, node.token, token, tag)

    def give_dead(self, node: Node, tag: tuple) -> None:
        self.give(node, [DEAD] * (len(node.op.results) - (node.token is not None)), tag, DEAD)

    def fire(self, node: Node, tag: tuple, values: list, dead: bool, merged) -> bool:
        """Gives the results of an op that has its inputs; False where it waits."""
        if node.reads:
            values = [read(value) for value in values]
        if node is self.graph.end:
            self.finish(node, values[: node.data])
        elif node.kind in AT_FRAMES:
            AT_FRAMES[node.kind](self, node, tag, values[0], dead)
        elif dead and node.kind != "ControlTrigger":
            self.give_dead(node, tag)
        elif node.kind == "Merge":
            self.give(node, [values[merged], number(merged)], tag)
        elif node.kind:
            self.give(node, VALUES[node.kind](node, *values[: node.data]), tag)
        else:
            return self.compute(node, tag, lambda: node.call(values[: node.data]))
        return True

    def compute(self, node: Node, tag: tuple, call: Callable) -> bool:
        """Gives the results of a call, if it has any yet; False where it waits."""
        try:
            result = call()
        except Waits as wait:
            self.held.append((node, tag, wait))
            return False
        self.give(node, result if isinstance(result, list) else [result], tag)
        return True

    def try_again(self) -> bool:
        """Whether an op that waited has gone on, or made others go on."""
        held, self.held, before = self.held, [], Progress.made
        for node, tag, wait in held:
            if self.compute(node, tag, wait.again):
                Progress.made += 1
                self.end_one(tag)
        return Progress.made != before

    def finish(self, node: Node, values: list) -> None:
        for number, value in enumerate(values):
            if value is DEAD:
                raise Error.on(node.op, f"result {number} has no value: it comes from a branch that was not taken")
        self.fetched = values

    # Loops

    def frame_of(self, node: Node, tag: tuple) -> Frame:
        if not tag:
            raise Error.on(node.op, "is in no loop: nothing that it depends on comes through an Enter")
        return self.frames[tag[:-1], tag[-1][0]]

    def enter(self, node: Node, tag: tuple, value, dead: bool) -> None:
        frame = self.frames.get((tag, node.frame))
        if frame is None:
            frame = self.frames[tag, node.frame] = Frame(tag, node.frame, node.most)
            self.open[tag] += 1
        frame.entered += 1
        value = DEAD if dead else value
        if node.constant:
            frame.constants.append((node, value))
        for iteration in range(frame.iterations if node.constant else 1):
            self.give(node, [value], frame.tag(iteration), DEAD if dead else TOKEN)
        self.close_iterations(frame)

    def leave(self, node: Node, tag: tuple, value, dead: bool) -> None:
        """A dead Exit is kept back until the loop has ended: it may be alive in a later iteration."""
        frame = self.frame_of(node, tag)
        if dead:
            frame.dead[node] = None
        else:
            frame.left.add(node)
            self.give(node, [value], tag[:-1])

    def next_iteration(self, node: Node, tag: tuple, value, dead: bool) -> None:
        """Passes a live value to the next iteration; dead ones are dropped."""
        if dead:
            return
        frame, following = self.frame_of(node, tag), tag[-1][1] + 1
        if following == frame.iterations:
            frame.delayed.append((node, value))
            if frame.iterations - frame.done != frame.most:
                self.begin_iteration(frame)
        else:
            self.pass_on(node, frame.tag(following), value)

    def begin_iteration(self, frame: Frame) -> None:
        tag, delayed = frame.tag(frame.iterations), frame.delayed
        frame.iterations, frame.delayed = frame.iterations + 1, []
        for constant, held in frame.constants:
            self.give(constant, [held], tag, DEAD if held is DEAD else TOKEN)
        for node, value in delayed:
            self.pass_on(node, tag, value)

    def pass_on(self, node: Node, tag: tuple, value) -> None:
        source = self.graph.sources.get(node, node)
        self.send(source, 0, value, tag)
        self.send(source, source.token, TOKEN, tag)

    def end_one(self, tag: tuple) -> None:
        """One op fewer, or one loop, is to end in an iteration."""
        self.open[tag] -= 1
        if tag and not self.open[tag]:
            self.close_iterations(self.frames[tag[:-1], tag[-1][0]])

    def close_iterations(self, frame: Frame) -> None:
        """Ends the iterations of a loop in which nothing is left to do, in order, and the loop with the last one."""
        while frame.done < frame.iterations and not self.open[frame.tag(frame.done)]:
            if not frame.done and frame.entered < self.graph.enters[frame.name]:
                return
            del self.open[frame.tag(frame.done)]
            frame.done += 1
            if frame.delayed:
                self.begin_iteration(frame)
        if frame.done == frame.iterations:
            self.close(frame)

    def close(self, frame: Frame) -> None:
        for node in frame.dead:
            if node not in frame.left:
                self.give_dead(node, frame.parent)
        del self.frames[frame.parent, frame.name]
        self.end_one(frame.parent)

    def waits(self) -> Waits:
        """What a run waits with whose ops all wait for what is done elsewhere."""
        wait = self.held[0][2]
        whole = Waits.like(wait, self.go_on)
        first, *more = wait.diagnostics
        notes = [*first.notes, *[note for note in self.notes() if note.message not in [each.message for each in first.notes]]]
        whole.diagnostics = [Diagnostic(first.message, first.location, notes=notes), *more]
        return whole

    def notes(self) -> Iterator[Diagnostic]:
        """Which loops do not go on since as many iterations as may be are under way."""
        for frame in self.frames.values():
            if frame.delayed:
                told = f"the loop of frame '{frame.name}' begins no iteration before another one ends: parallel_iterations is {frame.most}"
                yield Diagnostic(told, frame.delayed[0][0].op, "note")

    def stuck(self) -> Error:
        """The error of a graph whose last op never got all its inputs. It names the first op that waits."""
        waiting = {node for (node, _), state in self.waiting.items() if not state.has_fired and state.missing != node.waits}
        first = next((node for node in self.graph.nodes if node in waiting), self.graph.end)
        return Error.on(first.op, "waits for inputs that never come: they belong to another loop, or to none")


def number(index: int):
    from numpy import int32

    return int32(index)


def switch(node: Node, data, predicate) -> list:
    return [DEAD, data] if bool(predicate) else [data, DEAD]


def switch_n(node: Node, data, index) -> list:
    outputs = len(node.op.results) - 1
    index = int(index)
    taken = index if 0 <= index < outputs else outputs - 1
    return [data if output == taken else DEAD for output in range(outputs)]


VALUES: dict[str, Callable[..., list]] = {
    "Switch": switch,
    "_SwitchN": switch_n,
    "LoopCond": lambda node, value: [value],
    "ControlTrigger": lambda node: [],
}
AT_FRAMES = {"Enter": Run.enter, "Exit": Run.leave, "NextIteration": Run.next_iteration, "NextIteration.Sink": Run.next_iteration}
KINDS = {*VALUES, *AT_FRAMES, "Merge", "NextIteration.Source"}
DYNAMIC = KINDS - {"ControlTrigger"}
