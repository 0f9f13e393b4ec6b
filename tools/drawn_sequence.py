"""A sequence of operations made by chance, as a graph and calls of a session, to which the functions of sequence_kinds.py add."""

import numpy as np
from tfir.dialects import dialect, lookup
from tfir.dialects.tf_type import RESOURCE, VARIANT, ShapeAttr, VersionAttr
from tfir.dialects.tfg.nodes import NAME
from tfir.ir.attributes import StringAttr, attribute
from tfir.ir.location import Source
from tfir.ir.operations import Operation
from tfir.ir.types import F32, F64, I32, TensorType
from tfir.ods.arrays import array_of, dense_of, dtype_of
from tfir.ods.control import CONTROL
from tfir.ods.inference import result_types
from tfir.text.parser import parse

from tfopt.rewrite.graph import complete_attributes

EMPTY = "tfg.graph #tf_type.version<producer = 1087, min_consumer = 12> {\n}\n"
HIDDEN = (RESOURCE, VARIANT)


class Sequence:
    def __init__(self, random: np.random.Generator):
        self.random, self.calls, self.texts = random, [], []
        self.module = parse(Source("sequence", EMPTY), lookup, dialect)
        self.block = next(iter(self.module.body)).body
        self.last: Operation | None = None  # in a sequence that is one call, what the next op comes after
        self.fetched: list[str] = []

    def produced_by(self, version: int) -> None:
        """Of a graph that holds ops which that version of TensorFlow still took."""
        self.block.parent_op.set_attribute("version", VersionAttr(version, 0))

    def node(self, name: str, *operands, types=None, **attributes) -> Operation:
        values = [self.constant(value) if isinstance(value, np.ndarray) else value for value in operands]
        stored = {key: attribute(value) for key, value in attributes.items()}
        definition = lookup("tf." + name)
        if types is None:
            types = [getattr(type, "element", type) for type in result_types(definition, values, stored)]
        op = Operation("tfg." + name, values, [*[TensorType(None, type) for type in types], CONTROL], stored)
        complete_attributes(op, definition)
        op.set_attribute(NAME, StringAttr(f"{name}_{len(self.block)}"))
        return self.block.append(op)

    def constant(self, array: np.ndarray):
        """An array of which the graph does not know the shape: what does not fit is refused when it runs."""
        elements = dense_of(array)
        element = elements.type.element
        constant = self.node("Const", types=[element], value=elements, dtype=element).results[0]
        return self.node("PlaceholderWithDefault", constant, types=[element], dtype=element, shape=ShapeAttr(None)).results[0]

    def repeat(self, step, least: int, most: int) -> None:
        for _ in range(self.random.integers(least, most)):
            step()

    def run(self, op: Operation) -> None:
        """One more call, of this op alone."""
        self.calls.append(self._fetches(op))

    def then(self, op: Operation, hidden: bool = False) -> Operation:
        """One more call, of all ops until here. The results of a `hidden` op are not fetched."""
        if self.last is not None:
            op.set_operands([*op.operands, self.last.results[-1]])
        self.last = op
        self.fetched = [*self.fetched, *self._fetches(op, hidden)]
        self.calls.append(self.fetched)
        return op

    def leave_unread(self) -> None:
        """Has most calls fetch a number that waits for what they fetched."""
        for at, fetches in enumerate(self.calls):
            if self.chance(0.7):
                names = {fetch.removeprefix("^").split(":")[0] for fetch in fetches}
                waits = [op.results[-1] for op in self.block if op.get(NAME) in names]
                number = self.constant(np.array(at, np.int32))
                waiting = self.node("Identity", number, T=I32)
                waiting.set_operands([*waiting.operands, *waits])
                self.calls[at] = [f"{waiting.get(NAME)}:0"]

    def _fetches(self, op: Operation, hidden: bool = False) -> list[str]:
        name = op.get(NAME)
        given = [value.index for value in op.results[:-1] if value.type.element not in HIDDEN and not hidden]
        self.texts.append(f"{name}({', '.join([self._shown(value) for value in op.operands if value.type is not CONTROL])})")
        return [f"{name}:{index}" for index in given] or [f"^{name}"]

    def _shown(self, value) -> str:
        is_constant = value.op.name == "tfg.PlaceholderWithDefault"
        return str(array_of(value.op.operands[0].op.attributes["value"]).tolist()) if is_constant else value.op.get(NAME)

    # What is drawn

    def chance(self, probability: float) -> bool:
        return bool(self.random.random() < probability)

    def choice(self, options):
        return options[int(self.random.integers(len(options)))]

    def numbers(self, element, shape=()) -> np.ndarray:
        drawn = self.random.integers(-4, 9, shape)
        return np.asarray(drawn / 2 if element in (F32, F64) else drawn).astype(dtype_of(element))

    def shape_like(self, shape) -> tuple:
        """The shape, or now and then another one."""
        return shape if self.chance(0.9) else tuple([size + int(self.random.integers(0, 2)) for size in shape])[self.chance(0.3) :]

    def index(self, size: int) -> np.ndarray:
        return np.array(self.random.integers(0, max(size, 1)) if self.chance(0.93) else self.choice([-1, size, size + 2]), np.int32)

    def indices(self, size: int, shape) -> np.ndarray:
        drawn = self.random.integers(0, max(size, 1), shape)
        return np.asarray(drawn if self.chance(0.93) else drawn + self.choice([-1, 1, size])).astype(np.int32)
