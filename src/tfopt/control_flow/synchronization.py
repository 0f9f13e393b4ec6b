"""Which ops of an executor's graph wait for one another though no edge says so: what takes from a queue, and what fills it.

TensorFlow runs them side by side. In code that runs line by line they are one part, in which the executor's order still holds.
"""

from __future__ import annotations

from tfir.analysis.call_graph import reached_functions, strongly_connected_components
from tfir.analysis.deadness import handed_on
from tfir.analysis.effects import effects_of
from tfir.analysis.slices import dependencies, needed_for
from tfir.dialects import trait_arguments
from tfir.dialects.tf_executor.names import ISLAND
from tfir.dialects.tf_type import RESOURCE, dereferenced, element_base
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import ShapedType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


class Exchange:
    """What an op takes, and what it puts where others take it; `places` are what makes the handles by which it says where, None where
    that is not known."""

    def __init__(self, takes: set[str], puts: set[str], places: set[object] | None):
        self.takes, self.puts, self.places = takes, puts, places

    def gives(self, other: Exchange) -> bool:
        """Whether the other one may wait for this."""
        if self.puts.isdisjoint(other.takes):
            return False
        return self.places is None or other.places is None or not self.places.isdisjoint(other.places)


def in_turn(block: Block, together: list[Operation]) -> list[list[Operation]]:
    """The ops of a graph in an order in which each comes after those that it depends on. Ops that wait for one another, those that are to be
    `together`, and what lies between, come together."""
    partners = partners_of(block)
    for op in together[1:]:
        partners.setdefault(together[0], []).append(op)
        partners.setdefault(op, []).append(together[0])
    if not partners:
        return [[op] for op in block]
    places = {op: place for place, op in enumerate(block)}

    def before(op: Operation) -> list[Operation]:
        return [*[each for each in dependencies(op) if each in places], *partners.get(op, ())]

    return [sorted(part, key=places.__getitem__) for part in strongly_connected_components(places, before)]


def partners_of(block: Block) -> dict[Operation, list[Operation]]:
    """For ops that may wait those that give them what they wait for, and the other way round, where no edge tells which comes first."""
    acting = exchanges(block)
    needed = {op: needed_for([op], block) for op in acting} if len(acting) > 1 else {}
    partners: dict[Operation, list[Operation]] = {}
    for one in needed:
        for other in needed:
            if other not in needed[one] and one not in needed[other] and acting[one].gives(acting[other]):
                partners.setdefault(one, []).append(other)
                partners.setdefault(other, []).append(one)
    return partners


def exchanges(block: Block) -> dict[Operation, Exchange]:
    """Those ops of a graph that take or put, themselves or in the functions that they run."""
    functions = SymbolTable(list(block.last.ancestors())[-1]).symbols
    told = [(op, exchange_of(op, functions)) for op in block if op.name == ISLAND]
    return {op: exchange for op, exchange in told if exchange is not None}


def exchange_of(island: Operation, functions: dict[str, Operation]) -> Exchange | None:
    called = reached_functions([island], functions)
    direct, indirect = list(acting_in(island)), [op for function in called for op in acting_in(function)]
    if not direct and not indirect:
        return None
    told = [argument.split(maxsplit=1) for op in (*direct, *indirect) for argument in trait_arguments(op, "synchronizes") or ()]
    takes, puts = [{thing for way, thing in told if way == each} for each in ("take", "put")]
    places = [place_of(value) for op in direct for value in op.operands if is_handle(value)]
    return Exchange(takes, puts, None if indirect or not places or None in places else set(places))


def acting_in(op: Operation) -> Iterator[Operation]:
    return (inner for inner in op.walk() if trait_arguments(inner, "synchronizes") is not None)


def is_handle(value: Value) -> bool:
    element = value.type.element if isinstance(value.type, ShapedType) else None
    return element is not None and (element_base(element) is RESOURCE or dereferenced(element) != element.text)


def place_of(handle: Value) -> object:
    """What tells the resource of a handle from others: the op that makes it, or the name that it shares. None where that is not known."""
    op = handed_on(handle, into_loops=True).op
    if op is None or op.operands or not effects_of(op).allocates:
        return None
    return (op.get("container"), op.get("shared_name")) if op.get("shared_name") else op
