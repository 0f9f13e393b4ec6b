"""Parts of a random program: the graph, a function's body, one side of a branch, the body of a loop. See random_graphs.py."""

from __future__ import annotations

import numpy as np
from tfir.dialects import lookup
from tfir.dialects.tf_type import RESOURCE, STRING, FuncAttr, ShapeAttr
from tfir.dialects.tfg.nodes import DEVICE, NAME
from tfir.ir.attributes import ArrayAttr, DictAttr, StringAttr, TypeAttr, UnitAttr, attribute
from tfir.ir.location import NameLocation
from tfir.ir.operations import Block, Operation, Region
from tfir.ir.types import F32, I1, I32, I64, FunctionType, TensorType
from tfir.ods.arrays import dense_of, dtype_of
from tfir.ods.control import CONTROL
from tfir.ods.inference import result_types

from tfopt.grappler.item import unranked
from tfopt.rewrite.graph import complete_attributes

SHAPES = ((), (2,), (3,), (2, 3), (1,), (0,), (1, 3), (2, 1), (0, 2), (1, 2, 2, 2))
SPECIAL = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0, -1.5, 2.0], np.float32)
LARGEST_SIZE = 48  # elements of a value that is used further
HOME = "/device:CPU:0"  # where variables are
CONVOLUTION = "Conv2D"
TAKEN_APART = "_lower_using_switch_merge"
ORDER = "*"  # the place that every effect touches in programs of which a part may fail


class Known:
    """A value, its element type and shape as they will be, the bounds of its elements, and whether they are computed without rounding."""

    __slots__ = ("value", "kind", "shape", "low", "high", "exact")

    def __init__(self, value, kind, shape, low=None, high=None, exact=True):
        if kind is not F32:
            low, high, exact = -9e9, 9e9, True
        self.value, self.kind, self.shape = value, kind, shape
        self.low, self.high = -np.inf if low is None else float(low), np.inf if high is None else float(high)
        self.exact = exact


class Place:
    """What outlives a run: `kind` is `resource`, `reference`, `file` or `print`."""

    def __init__(self, name: str, kind: str, element=None, initial=None):
        self.name, self.kind, self.element, self.initial = name, kind, element, initial


class Scope:
    """A part of a program whose nodes run together: the graph, a function's body, one side of a branch, the body of a loop.

    `known` are the values that may be read there, `nodes` those that may be waited for; `last` and `readers` are, by place, who wrote
    it last and who has read it since; effects without such come after `start`.
    """

    depth = 0
    is_outermost, draws = False, True

    def __init__(self, program, block: Block):
        self.program, self.chance, self.block = program, program.chance, block
        self.known: list[Known] = []
        self.nodes: list[Operation] = []
        self.effects: list[Operation] = []
        self.repeatable: set[Operation] = set()
        self.last: dict[str, Operation] = {}
        self.readers: dict[str, list[Operation]] = {}
        self.handles: dict[str, object] = {}
        self.tainted: dict[str, list[Known]] = {}  # by reference variable, what was computed from its content
        self.start: Operation | None = None

    # Nodes

    def node(self, name: str, operands=(), types=None, after=(), **attributes) -> Operation:
        """A node behind those of `after`. Where it reads nothing it waits for the scope's start. A Conv2D waits for nothing without a
        reason, and nothing for it: TensorFlow 2.21 with oneDNN makes one node of it and a BiasAdd (MklLayoutRewritePass), and ends its
        process where the first waits for something, and never runs the node where the bias waits for the Conv2D."""
        values = [getattr(operand, "value", operand) for operand in operands]
        stored = {key: attribute(value) for key, value in attributes.items()}
        definition = lookup("tf." + name)
        if types is None:
            types = unranked(result_types(definition, values, stored))
        ordering = () if attributes.get(TAKEN_APART) else values
        waits = self.waits(values, ordering, after, name not in IN_LOOPS and name != CONVOLUTION)
        op = Operation("tfg." + name, [*values, *waits], [*[TensorType(None, type.element) for type in types], CONTROL], stored)
        if definition is not None and definition.signature is not None:
            complete_attributes(op, definition)
        op.set_attribute(NAME, StringAttr(self.program.name(name)))
        device = self.device_of(op)
        if device:
            op.set_attribute(DEVICE, StringAttr(device))
        self.block.append(op)
        return self.noted(op)

    def device_of(self, op: Operation) -> str:
        """Variables, who touches them, and functions, which may, are together: a name means another variable on another device."""
        values = [value for value in (*op.operands, *op.results) if value.type is not CONTROL]
        if op.name[4:] in CONTROL_FLOW or any([value.type.element is RESOURCE or is_reference(value) for value in values]):
            return ""
        calls = (
            is_function_of_library(op)
            or any([isinstance(value, FuncAttr) for value in op.attributes.values()])
            or "branches" in op.attributes
        )
        return HOME if calls and len(set(self.program.devices)) > 1 else self.chance.choice(self.program.devices)

    def noted(self, op: Operation) -> Operation:
        """Keeps in mind what surely ran before the node. TensorFlow makes Switches of If, Case and While that say so, and a part of
        a branch begins when the operands are there that it reads itself, and what the node waits for."""
        before = self.program.before
        found = [before.get(value.owner, 0) if value.type is CONTROL or not op.get(TAKEN_APART) else 0 for value in op.operands]
        data = [mask for value, mask in zip(op.operands, found) if value.type is not CONTROL] if op.name == "tfg.Merge" else []
        if data:
            mask = data[0] & data[-1]
            for value, waited in zip(op.operands, found):
                mask |= waited if value.type is CONTROL else 0
        else:
            mask = 0
            for each in found:
                mask |= each
        before[op] = mask | 1 << len(before)
        if op.name not in ("tfg.Enter", f"tfg.{CONVOLUTION}"):  # what waits for an Enter stands in the loop
            self.nodes.append(op)
        return op

    def bit(self, op: Operation) -> int:
        """The node itself among the bits: the highest."""
        return 1 << self.program.before[op].bit_length() - 1

    def waits(self, values, ordering, after, has_others: bool = True) -> list:
        """Control inputs that put a node behind others, as far as the operands in `ordering` don't, and some that don't matter."""
        have, tokens = 0, []
        for value in ordering:
            have |= self.program.before.get(value.owner, 0)
        for op in after:
            if not have & self.bit(op):
                source = self.path_from(op)
                tokens.append(source.results[-1])
                have |= self.program.before[source]
        if has_others and self.chance.random() < self.program.edges:
            tokens += [op.results[-1] for op in self.chance.sample(self.nodes, min(len(self.nodes), self.chance.randint(1, 2)))]
        if not values and not tokens and self.start is not None:
            tokens = [self.start.results[-1]]
        return list(dict.fromkeys(tokens))

    def path_from(self, op: Operation) -> Operation:
        """A node that comes after another: itself, one that happens to, or a new one."""
        kind = self.chance.random()
        if kind < 0.5:
            return op
        if kind < 0.75:
            bit = self.bit(op)
            return self.chance.choice([later for later in self.nodes if self.program.before[later] & bit] or [op])
        if kind < 0.85 or not self.known:
            return self.node("NoOp", after=[op])
        a = self.chance.choice([a for a in self.known if a.kind in (F32, I32, I64)] or [None])
        return self.node("NoOp", after=[op]) if a is None else self.program.handing_on(self, a, [op]).value.op

    def effect(self, name: str, operands=(), reads=(), writes=(), **attributes) -> Operation:
        """A node that touches places."""
        writes = [*writes, ORDER] if self.program.failing else list(writes)
        after = self.conflicts(reads, writes)
        operands = [self.carrying(operand, after) for operand in operands]
        op = self.node(name, operands, after=after, **attributes)
        self.touched(op, reads, writes)
        return op

    def carrying(self, a, after):
        """An operand that comes after some of the nodes itself, at times, so that who reads it need not wait for them."""
        if not isinstance(a, Known) or a.kind not in (F32, I32, I64) or not after or self.chance.random() < 0.5:
            return a
        return self.program.handing_on(self, a, self.chance.sample(after, self.chance.randint(1, len(after))))

    def conflicts(self, reads, writes) -> list[Operation]:
        """What must have run before such places are touched."""
        found = [self.last.get(place, self.start) for place in (*reads, *writes)]
        for place in writes:
            found += self.readers.get(place, ())
        return [op for op in dict.fromkeys(found) if op is not None] or ([self.start] if self.start is not None else [])

    def touched(self, op: Operation, reads, writes) -> None:
        self.effects.append(op)
        for place in reads:
            self.readers.setdefault(place, []).append(op)
        for place in writes:
            self.last[place], self.readers[place] = op, []

    # Values

    def give(self, op: Operation, kind, shape, low=None, high=None, exact=True, result: int = 0) -> Known:
        """Notes a value. One that may grow too large is brought back."""
        found = Known(op.results[result], kind, shape, low, high, exact)
        if op.name in REPEATABLE:
            self.repeatable.add(op)
        if kind is F32 and not self.program.special and not (found.low >= -1000 and found.high <= 1000):
            found = Known(self.node("Tanh", [found]).results[0], kind, shape, -1, 1, False)
        if len(shape) <= 4 and np.prod(shape) <= LARGEST_SIZE:
            self.known.append(found)
        return found

    def like(self, op: Operation, a: Known, shape) -> Known:
        """A value of other shape with the elements of one that is known."""
        return self.give(op, a.kind, shape, a.low, a.high, a.exact)

    def like_all(self, op: Operation, a: Known, shapes) -> None:
        for number, shape in enumerate(shapes):
            self.give(op, a.kind, shape, a.low, a.high, a.exact, result=number)

    def constant(self, array, after=()) -> Known:
        array = np.asarray(array)
        elements = dense_of(array)
        element = elements.type.element
        op = self.node("Const", (), [elements.type], after, value=elements, dtype=element)
        if element is F32 and array.size:
            finite = np.isfinite(array).all()
            return Known(op.results[0], element, array.shape, array.min() if finite else None, array.max() if finite else None, False)
        return Known(op.results[0], element, array.shape, 0, 0)

    def filled(self, number, shape, kind, after=()) -> Known:
        found = self.constant(np.full(shape, number, dtype_of(kind)), after)
        found.low = found.high = float(number)
        found.exact = kind is not F32 or float(number).is_integer()
        return found

    def floats(self, shape, low, high):
        return np.array([self.chance.uniform(low, high) for _ in range(int(np.prod(shape)))]).reshape(shape)

    def plain_attributes(self, op: Operation):
        return [(key, value) for key, value in op.attributes.items() if key not in (NAME, DEVICE)]

    def candidates(self) -> list[tuple[Known, Scope]]:
        return [(a, self) for a in self.known]

    def pick(self, kind, where=None) -> Known | None:
        """A known value; later ones more often."""
        found = [(a, home) for a, home in self.candidates() if a.kind is kind and (where is None or where(a))]
        if not found:
            return None
        a, home = found[-1 - min(int(self.chance.expovariate(0.25)), len(found) - 1)]
        return a if home is self else self.bring(a, home)

    def pick_of(self, kinds, where=None) -> Known:
        kind = self.chance.choice(kinds)
        found = self.pick(kind, where) or self.pick(kind)
        if found is None:
            found = self.filled(1, (2,), kind)
            self.known.append(found)
        return found

    def bring(self, a: Known, home: Scope) -> Known:
        raise AssertionError("there is nothing around this scope")

    def matching(self, kind, shape) -> Known:
        """A value of a type and shape, from what there is; a float between -1 and 1, at least in tame programs."""
        a = self.pick(kind, lambda b: b.shape == shape) or self.spread(kind, shape)
        if kind is F32 and not self.program.special and (a.low < -1 or a.high > 1):
            a = self.give(self.node("Tanh", [a]), F32, shape, -1, 1, False)
        return a

    def spread(self, kind, shape) -> Known:
        a = self.pick(kind, lambda b: b.shape == ()) or self.filled(1, (), kind)
        to = self.constant(np.array(shape, np.int32).reshape(-1))
        if kind is STRING:
            return self.like(self.node("Fill", [to, a], index_type=I32), a, shape)
        return self.like(self.node("BroadcastTo", [a, to]), a, shape)

    def condition(self) -> Known:
        """A 0-d boolean: constant, or known at run time only."""
        if self.chance.random() < 0.2:
            return self.filled(self.chance.random() < 0.5, (), I1)
        found = self.pick(I1, lambda b: b.shape == ())
        if found is not None:
            return found
        a = self.pick_of((I1,))
        axes = self.constant(np.arange(len(a.shape), dtype=np.int32))
        return self.give(self.node(self.chance.choice(["All", "Any"]), [a, axes], keep_dims=False), I1, ())

    def placeholder(self, kind) -> Known:
        shape = self.chance.choice(SHAPES)
        said = self.chance.choice([shape, shape, tuple([None if self.chance.random() < 0.5 else n for n in shape]), None])
        op = self.node(
            "Placeholder",
            (),
            [TensorType(None, kind)],
            dtype=kind,
            shape=ShapeAttr(said if said is None else [-1 if n is None else n for n in said]),
        )
        for feed in self.program.feeds:
            feed[op.attributes[NAME].value] = self.array(kind, shape)
        whole = self.chance.random() < 0.5
        if kind is F32 and not self.program.special:
            for feed in self.program.feeds if whole else ():
                feed[op.attributes[NAME].value] = np.round(feed[op.attributes[NAME].value])
            return self.give(op, kind, shape, 0 if whole else 0.5, 3, whole)
        return self.give(op, kind, shape, exact=kind is not F32)

    def array(self, kind, shape) -> np.ndarray:
        if kind is F32:
            if self.program.special:
                return np.array([self.chance.choice(SPECIAL) for _ in range(int(np.prod(shape)))], np.float32).reshape(shape)
            return self.floats(shape, 0.5, 3).astype(np.float32)
        if kind is I1:
            return np.array([self.chance.random() < 0.5 for _ in range(int(np.prod(shape)))], bool).reshape(shape)
        return np.array([self.chance.randint(-4, 4) for _ in range(int(np.prod(shape)))], dtype_of(kind)).reshape(shape)

    # Growth

    def grow(self, count: int) -> None:
        for _ in range(count):
            draw = self.chance.random()
            if draw < 0.72:
                self.chance.choice(self.program.computing)(self)
            elif draw < 0.9 or self.depth >= 2:
                self.chance.choice(self.program.acting)(self)
            else:
                self.chance.choice(self.program.holding)(self)

    def end(self) -> None:
        """Chooses what is fetched and what is run."""
        data = [a for a in self.known if a.kind is not RESOURCE]
        for a in self.chance.sample(data[-12:], min(len(data), self.chance.randint(1, 4))):
            self.program.fetches.append(f"{a.value.op.attributes[NAME].value}:{a.value.index}")
        self.program.fetches = list(dict.fromkeys(self.program.fetches))
        kept = [op for op in self.effects if self.chance.random() < 0.8]
        if kept:
            self.program.edges = 0
            self.program.targets.append(self.node("NoOp", after=kept).attributes[NAME].value)

    # Places

    def handle(self, place: Place):
        """The variable itself, made anew at times."""
        if place.name not in self.handles or self.chance.random() < 0.2:
            name = "VarHandleOp" if place.kind == "resource" else "VariableV2"
            shape, element = ShapeAttr(place.initial.shape), RESOURCE if place.kind == "resource" else place.element
            op = self.node(name, (), [TensorType(None, element)], dtype=place.element, shape=shape, container="", shared_name=place.name)
            if len(set(self.program.devices)) > 1:  # a name means another variable on another device
                op.set_attribute(DEVICE, StringAttr(HOME))
            self.handles[place.name] = op.results[0]
        return self.handles[place.name]

    def places(self, *kinds) -> list[Place]:
        return [place for place in self.program.places.values() if place.kind in kinds]


def is_function_of_library(op: Operation) -> bool:
    """Whether a node's op is a function of the library."""
    definition = lookup("tf" + op.name[3:])
    return definition is None or definition.signature is None


def is_reference(value) -> bool:
    return value.op is not None and value.op.name == "tfg.VariableV2"


CONTROL_FLOW = frozenset({"Switch", "Merge", "Enter", "Exit", "NextIteration", "LoopCond"})
IN_LOOPS = frozenset({"Merge", "Exit", "NextIteration", "LoopCond"})
REPEATABLE = frozenset(
    "tfg." + name
    for name in ("AddV2", "Sub", "Mul", "Neg", "Square", "Abs", "Tanh", "Exp", "Reshape", "Transpose", "MatMul", "Cast", "Sum", "Pack",
                 "ConcatV2", "LogicalAnd", "Equal", "Less", "Relu", "ZerosLike", "Shape")
)  # fmt: skip


# Scopes inside of others


class InnerScope(Scope):
    """A scope that may read what is known around it."""

    def __init__(self, outer: Scope, block: Block):
        super().__init__(outer.program, block)
        self.outer, self.depth, self.draws = outer, outer.depth + 1, outer.draws
        self.brought: dict = {}

    def candidates(self):
        found = super().candidates()
        return (
            found
            if len(found) > 4 and self.chance.random() < 0.6
            else [(a, home) for a, home in self.outer.candidates() if a.kind is not RESOURCE] + found
        )

    def bring(self, a: Known, home: Scope) -> Known:
        """The value of a scope around this one, as it comes in here."""
        if a.value not in self.brought:
            inner = a if home is self.outer else self.outer.bring(a, home)
            self.brought[a.value] = Known(self.way_in(inner.value), a.kind, a.shape, a.low, a.high, a.exact)
            self.known.append(self.brought[a.value])
        return self.brought[a.value]

    def handle(self, place: Place):
        if place.name not in self.handles:
            self.handles[place.name] = self.way_in(self.outer.handle(place))
        return self.handles[place.name]

    def places(self, *kinds) -> list[Place]:
        return [place for place in self.outer.places(*kinds) if place.kind != "reference"]

    def end(self) -> None: ...


class Side(InnerScope):
    """One side of a branch of TensorFlow 1."""

    def __init__(self, outer: Scope, condition: Known, side: int, pivot: Operation):
        super().__init__(outer, outer.block)
        self.predicate, self.side = condition, side
        self.start = self.node("Identity", [pivot.results[side]])

    def way_in(self, value):
        types = [TensorType(None, value.type.element)] * 2
        return self.outer.node("Switch", [value, self.predicate], types).results[self.side]


class Turn(InnerScope):
    """The body of a loop of TensorFlow 1."""

    def __init__(self, outer: Scope, frame: str):
        super().__init__(outer, outer.block)
        self.frame = frame

    def way_in(self, value):
        types = [TensorType(None, value.type.element)]
        return self.outer.node("Enter", [value], types, frame_name=self.frame, is_constant=True, parallel_iterations=10).results[0]


class FunctionBody(Scope):
    """The body of a function of some parameters: (element type, shape, low, high, exact) each, or the name of a variable."""

    def __init__(self, outer: Scope, parameters):
        super().__init__(outer.program, Block())
        self.depth, self.parameters, self.allowed = outer.depth + 1, parameters, None
        self.draws = False  # whether two calls draw from one generator is open
        for parameter in parameters:
            element = RESOURCE if isinstance(parameter, str) else parameter.kind
            argument = self.block.add_argument(TensorType(None, element))
            self.block.add_argument(CONTROL)
            if isinstance(parameter, str):
                self.handles[parameter] = argument
            else:
                self.known.append(Known(argument, parameter.kind, parameter.shape, parameter.low, parameter.high, parameter.exact))

    def places(self, *kinds) -> list[Place]:
        return [
            place
            for place in self.program.places.values()
            if place.kind in kinds and place.kind != "reference" and place.name in self.allowed
        ]

    def handle(self, place: Place):
        return self.handles[place.name] if place.name in self.handles else super().handle(place)

    def finish(self, results: list[Known], name: str, attributes) -> str:
        """Makes the function, which gives these results after all its effects."""
        tokens = [op.results[-1] for op in self.effects]
        entries = [DictAttr({"tfg.name": StringAttr(op.attributes[NAME].value)}) for op in self.effects]
        self.block.append(Operation("tfg.return", [*[a.value for a in results], *tokens], (), {"control_ret_attrs": ArrayAttr(entries)}))
        name = self.program.name(name)
        function = Operation("tfg.func", regions=[Region([self.block])], location=NameLocation(name))
        data = [argument for argument in self.block.arguments if argument.type is not CONTROL]
        type = FunctionType([argument.type for argument in self.block.arguments], [a.value.type for a in results])
        arguments = [entry for n in range(len(data)) for entry in (DictAttr({"tfg.name": StringAttr(f"a{n}")}), DictAttr())]
        function.update_attributes({
            "sym_name": StringAttr(name), "arg_attrs": ArrayAttr(arguments), "function_type": TypeAttr(type),
            "res_attrs": ArrayAttr([DictAttr({"tfg.name": StringAttr(f"r{n}")}) for n in range(len(results))]),
            **({"is_stateful": UnitAttr()} if self.effects else {}), **attributes,
        })  # fmt: skip
        self.program.module.body.append(function)
        return name

    def end(self) -> None: ...


def function_named(name: str) -> FuncAttr:
    return FuncAttr(name, {})
