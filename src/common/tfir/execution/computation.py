"""A block of operations made ready to be computed: a flat list of steps over numbered values.

Regions of ops become computations as well. A step that has some gets them as the context name `regions`: functions of arrays
that answer with a list of arrays. What a region uses from outside is captured each time its op is computed.
"""

from __future__ import annotations

from functools import partial

from tfir.analysis.reducers import single_op
from tfir.dialects import has_trait, lookup
from tfir.dialects.tfg.rendezvous import senders_of
from tfir.execution.blocks import TOKENS, captured_values, without_tokens
from tfir.execution.branches import Branches
from tfir.execution.dataflow import Graph, needs_tokens, read
from tfir.ir.diagnostics import Error, in_words
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.types import MemRefType, TensorType, Type
from tfir.ods.binding import element_type
from tfir.ods.buffers import Buffer
from tfir.ods.inference import AbstractValue, infer
from tfir.ods.quantization import evaluation
from tfir.ods.waiting import Progress, Waits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from tfir.ods.dialect import OpDefinition

# What these hold runs only as far as what they give needs it.
GRAPHS = {"tfg.func", "tf_executor.graph"}

# Dialects whose ops do not broadcast unless they are told to.
HOLDING_SIZES = {"stablehlo", "chlo"}
MOST_SHAPES = 1024  # that are remembered of an op

NEVER = ("llvm.resume", "llvm.unreachable", "ub.unreachable")  # what no program gets to


class Step:
    """One operation to compute. `call(arrays)` returns an array or a list of them; `dying` are the numbers of the values
    whose last use this is. `regions` are those of the op, made ready; whether it does more than its semantics say, as a call does, is told
    by `is_special`."""

    __slots__ = ("op", "call", "operands", "results", "dying", "regions", "is_special")

    def __init__(self, op: Operation, call, operands, results, regions=(), is_special: bool = False):
        self.op, self.call, self.operands, self.results = op, call, tuple(operands), tuple(results)
        self.dying: tuple[int, ...] = ()
        self.regions, self.is_special = regions, is_special


class Computation:
    """One block. Calling it with arrays for its arguments (then for `captured`) gives the operands of its terminator, and then the values
    that are `exported`, which other blocks read.

    `special` gives functions `(op, operands, regions) -> list` for ops that need more than their operands: calls of functions, access to
    buffers; None for others. `context` holds values that semantics may take as parameters, besides those of their op.
    """

    def __init__(self, block: Block, special=lambda op: None, context=None, exported=()):
        self.block, self.special, self.context = block, special, context or {}
        self.captured: list[Value] = captured_values(block)
        self.numbers: dict[Value, int] = {}
        self.references: dict[Value, bool] = {}  # which values are places to write to, as far as it has been asked
        for value in (*without_tokens(block.arguments), *self.captured):
            self.number(value)
        self.inputs = len(self.numbers)
        self.steps: list[Step] = []
        self.outputs: tuple[int, ...] = ()
        if is_graph(block) and needs_tokens(block):
            self.add_graph(block)
        else:
            for op in in_order(block):
                self.add(op)
        self.outputs += tuple([self.numbers[value] for value in exported])
        mark_dying(self.steps, self.outputs)
        self.combines, self.takes_second = single_op(block), returns_second(block)

    def number(self, value: Value) -> int:
        return self.numbers.setdefault(value, len(self.numbers))

    def add(self, op: Operation) -> None:
        if has_trait(op, "terminator"):
            if op.name in NEVER:
                self.steps.append(Step(op, is_reached, (), ()))
            self.outputs = tuple([self.numbers[value] for value in handed_on(op)])
            return
        special = self.special(op)
        call, values, regions = self.prepared(op, special)
        operands, results = [self.numbers[value] for value in values], [self.number(value) for value in op.results]
        self.steps.append(Step(op, call, operands, results, regions, special is not None))

    def prepared(self, op: Operation, special):
        """A function of a list of arrays that computes the op, the values that these arrays are, and the op's regions."""
        definition, values = lookup(op.name), without_tokens(op.operands)
        rewritten = getattr(getattr(definition, "semantics", None), "region", None)
        regions = [self.of_region(region, rewritten) for region in regions_of(op)]
        captured = list(dict.fromkeys([value for region in regions for value in region.captured]))
        call, read = self.call_of(op, definition, special, regions, captured), read_operands(values, definition, self.references)
        if op.dialect in HOLDING_SIZES and any([leaves_sizes_open(value.type) for value in values]):
            call = with_sizes_checked(op, definition, call)
        if read:
            call = aliasing(call) if is_alias(op) else reading(call, read)
        return call, [*values, *captured], regions

    def of_region(self, region: Region, rewritten) -> Computation | Branches:
        """A region made ready; of one block, `rewritten` gives the one to compute it by."""
        if len(region.blocks) > 1:
            return Branches(region, lambda block, exported: Computation(block, self.special, self.context, exported))
        block = region.blocks[0] if region.blocks else Block()
        return Computation(block if rewritten is None else rewritten(block), self.special, self.context)

    def add_graph(self, block: Block) -> None:
        """A graph with switches or loops is one step, which finds its way each time."""
        inputs = list(self.numbers)

        def called(op):
            call, values, _ = self.prepared(op, self.special(op))
            return lambda arrays: with_errors_of(op, call, arrays), values

        graph = Graph(block, inputs, called, lambda value: value.type.text in TOKENS)
        outputs = without_tokens(block.last.operands)
        results = [self.number(value) for value in dict.fromkeys(outputs) if value not in inputs]
        self.outputs = tuple([self.numbers[value] for value in outputs])
        first = {number: at for at, number in reversed(list(enumerate(self.outputs)))}

        def told(fetched):
            return [fetched[first[number]] for number in results]

        def call(arrays):
            try:
                return told(graph(*arrays))
            except Waits as wait:
                raise wait.followed_by(told) from None

        self.steps.append(Step(block.parent_op, call, range(len(inputs)), results))

    def call_of(self, op: Operation, definition, special, regions, captured):
        """A function of the op's operands, followed by what its regions capture."""
        semantics = definition.semantics if definition is not None else None
        if special is None and (semantics is None or semantics.evaluate is None):
            reason = None if definition is None else definition.dialect.why_without_values(definition.local)
            raise Error.on(op, f"cannot be computed here: {reason or 'nothing says what its value is'}")
        bound = evaluation(definition, semantics.evaluate) if special is None else None
        if bound is not None and moves_handles(op):
            return moving_handles(bound.prepared(op, **self.context))
        if bound is not None and semantics.remember is not None:
            return remembering(op, bound.prepared(op, **self.context), semantics.remember, self.context)
        if bound is not None and not captured:
            return bound.prepared(op, regions=regions, **self.context)
        count = len(without_tokens(op.operands))

        def call(arrays):
            outside = dict(zip(captured, arrays[count:]))
            closures = [Closure(region, [outside[value] for value in region.captured]) for region in regions]
            if bound is None:
                return special(op, arrays[:count], closures)
            return bound.call(op, arrays[:count], regions=closures, **self.context)

        return call

    def __call__(self, *arrays) -> list:
        if len(arrays) != self.inputs:
            raise TypeError(f"a computation of {self.inputs} values was given {len(arrays)}")
        frame = [*arrays, *[None] * (len(self.numbers) - len(arrays))]
        for at, step in enumerate(self.steps):
            try:
                run_step(step, frame)
            except Waits as wait:
                return Rest(self.steps[at:], wait, frame, is_graph(self.block), lambda: [frame[number] for number in self.outputs])()
        return [frame[number] for number in self.outputs]


class Rest:
    """The rest of a computation: steps that are still to run, the first of which waits for another, that may stand behind it. Calling it runs
    what can be run and gives `results()` at the end; as long as all that is left waits, it raises that. In a `graph` the order of steps is what
    their operands and tokens say; elsewhere each comes after all before."""

    def __init__(self, steps: list[Step], wait: Waits, frame: list, graph: bool, results: Callable[[], list]):
        self.pending: list[tuple[Step, Callable[[], object] | None]] = [(step, None) for step in steps]
        self.pending[0] = steps[0], wait.again
        self.wait, self.frame, self.graph, self.results = wait, frame, graph, results

    def __call__(self) -> list:
        while self.pending:
            before = Progress.made
            self.pending = self.left_of_a_round()
            if self.pending and Progress.made == before:
                raise Waits.like(self.wait, self)
        return self.results()

    def left_of_a_round(self) -> list:
        """Tries each step that depends on none that waits."""
        left: list = []
        waiting: set[Operation] = set()
        for step, again in self.pending:
            if waiting and (not self.graph or any([op in waiting for op in sources_of(step.op)])):
                left.append((step, again))
                waiting.add(step.op)
                continue
            try:
                self.run(step, again)
            except Waits as wait:
                if not waiting:
                    self.wait = wait
                waiting.add(step.op)
                left.append((step, wait.again))
        return left

    def run(self, step: Step, again: Callable[[], object] | None) -> None:
        """Values that die are kept, since a step that waits may still need them."""
        operands = [self.frame[number] for number in step.operands]
        result = with_errors_of(step.op, step.call, operands) if again is None else again()
        Progress.made += 1
        if isinstance(result, list):
            for number, value in zip(step.results, result):
                self.frame[number] = value
        elif step.results:
            self.frame[step.results[0]] = result


def sources_of(op: Operation) -> list[Operation]:
    return [*[value.op for value in used_by(op) if value.op is not None], *senders_of(op)]


def remembering(op: Operation, call, remember, context):
    """The call, after which the op's semantics are told of its results."""

    def called(arrays: list):
        results = call(arrays)
        remember(op, context, arrays, results)
        return results

    return called


def moves_handles(op: Operation) -> bool:
    """Whether an op puts handles of resources together, or takes some of many, as it would do with numbers."""
    if op.dialect not in ("tf", "tfg") or not has_trait(op, "movement"):
        return False
    from tfir.dialects.tf_type import RESOURCE, element_base  # which programs of other dialects need not load

    types = [value.type for value in (*op.operands, *op.results)]
    return any([isinstance(type, TensorType) and element_base(type.element) is RESOURCE for type in types])


def moving_handles(call):
    """A function on arrays of handles, as a function of what stands for these: a handle itself, where there is one."""
    import numpy as np

    def as_array(value):
        if isinstance(value, (np.ndarray, np.generic)):
            return np.asarray(value)
        array = np.empty((), object)
        array[()] = value
        return array

    def as_handle(result):
        return result.item() if isinstance(result, np.ndarray) and result.ndim == 0 and result.dtype == object else result

    def called(arrays):
        results = call([as_array(each) for each in arrays])
        return [as_handle(each) for each in results] if isinstance(results, list) else as_handle(results)

    return called


def is_reached(arrays):
    raise Error("is reached")


class Closure:
    """A computation with the values that it captures."""

    __slots__ = ("computation", "outside", "block", "combines", "takes_second")

    def __init__(self, computation: Computation, outside):
        self.computation, self.outside, self.block = computation, outside, computation.block
        self.combines, self.takes_second = computation.combines, computation.takes_second

    def __call__(self, *arrays) -> list:
        return self.computation(*arrays, *self.outside)


def run_step(step: Step, frame: list) -> None:
    """Computes one step, and drops the values whose last use it is from the frame."""
    result = computed(step, [frame[number] for number in step.operands])
    if isinstance(result, list):
        for number, value in zip(step.results, result):
            frame[number] = value
    elif step.results:
        frame[step.results[0]] = result
    for number in step.dying:
        frame[number] = None


def computed(step: Step, operands: list):
    """The results of a step for its operands: an array, or a list of them."""
    if _laid_out[0]:
        operands = [value if is_in_order(value) else value.copy(order="C") for value in operands]
    return with_errors_of(step.op, step.call, operands)


_laid_out = [False]


class LaidOut:
    """While it lasts, ops see all operands as arrays whose elements lie in order. Sums and products in floating point depend, in
    their last bits, on how their operands lie in memory; without that, results are a function of values alone."""

    def __enter__(self) -> None:
        self.before, _laid_out[0] = _laid_out[0], True

    def __exit__(self, *_) -> None:
        _laid_out[0] = self.before


def is_laid_out() -> bool:
    return _laid_out[0]


def is_in_order(value) -> bool:
    """Whether an array's elements lie in order; a buffer is where it is."""
    if isinstance(value, Buffer):
        return True
    flags = getattr(value, "flags", None)
    return flags is None or flags.c_contiguous


def with_errors_of(op: Operation, function, *arguments, **named):
    """Calls `function`; errors that it raises become errors of the op, with its name and location."""
    try:
        return function(*arguments, **named)
    except Waits as wait:
        raise waiting(op, wait) from None
    except Error as error:
        raise error if error.diagnostics[0].message.startswith("'") else Error.on(op, str(error)) from None
    except MemoryError as error:
        raise Error.on(op, f"cannot be computed: there is not enough memory{str(error) and ': ' + str(error)}") from error
    except (ValueError, TypeError, IndexError, ArithmeticError, AttributeError, RecursionError) as error:
        raise Error.on(op, f"cannot be computed: {in_words(error)}") from error


def waiting(op: Operation, wait: Waits) -> Error:
    """What an op raises where it, or something in it, waits. Trying again gives the op's results where it is its own kernel that waits, or
    a function whose results it hands on, or goes on with; for other ops it is an error."""
    semantics = getattr(lookup(op.name), "semantics", None)
    goes_on = wait.is_followed or getattr(semantics, "evaluate", None) is None or has_trait(op, "branch")
    if wait.is_told or (wait.in_function and not goes_on):
        return Error.of(wait.diagnostics)
    if not wait.in_function:
        told = Error.on(op, str(wait))
        wait.args, wait.diagnostics = told.args, told.diagnostics
    wait.again, wait.is_told = partial(with_errors_of, op, wait.again), True
    return wait


def in_order(block: Block) -> list[Operation]:
    """The operations of a block, each after those that it depends on. Graphs may hold them in any order, and only those run that the
    results of the graph depend on, of graphs that change state as they come (`as_inputs_come`); other blocks are in order and run whole."""
    done: set[Operation] = set()
    ordered: list[Operation] = []
    for first in [block.last] if is_graph(block) else block:
        waiting: dict[Operation, Iterator[Value]] = {}  # each for the next one, with what it has not been asked for yet
        op = None if first in done else first
        while op is not None:
            if op in waiting:
                raise Error.on(op, "cannot be computed here: it needs its own result")
            waiting[op] = iter((*used_by(op), *sent_to(op)))
            op = None
            while waiting and op is None:
                last = next(reversed(waiting))
                op = next((value.op for value in waiting[last] if is_ahead(value, block, done)), None)
                if op is None:
                    del waiting[last]
                    done.add(last)
                    ordered.append(last)
    return as_inputs_come(block, ordered) if is_graph(block) and changes_state(ordered) else ordered


def changes_state(ops: Iterable[Operation]) -> bool:
    from tfir.analysis.graph_effects import has_effect  # looks through the tables of graphs' dialects

    return any(map(has_effect, ops))


def as_inputs_come(block: Block, ops: Collection[Operation]) -> list[Operation]:
    """These operations of a graph in an order that TensorFlow's executor takes them in: the next one is that which has had its inputs for longest.
    What reads a variable is early then, and what changes it late, where no edge says which comes first."""
    needed = set(ops)
    missing, readers = dict[Operation, int](), dict[Operation, list[Operation]]()
    for op in [op for op in block if op in needed]:
        makers = {value.op for value in (*used_by(op), *sent_to(op)) if value.op in needed and value.op is not op}
        missing[op] = len(makers)
        for maker in makers:
            readers.setdefault(maker, []).append(op)
    coming = [op for op, count in missing.items() if not count]
    for op in coming:
        for reader in readers.get(op, ()):
            missing[reader] -= 1
            if not missing[reader]:
                coming.append(reader)
    return coming


def sent_to(op: Operation) -> list[Value]:
    """The control tokens of the Send ops whose values a Recv receives."""
    return [sender.results[-1] for sender in senders_of(op) if sender.results]


def is_graph(block: Block) -> bool:
    return block.last is not None and block.parent_op is not None and block.parent_op.name in GRAPHS


def used_by(op: Operation):
    """The values that an operation and those inside it use."""
    return [value for inner in op.walk() for value in inner.operands] if op.regions else op.operands


def is_ahead(value: Value, block: Block, done: set) -> bool:
    return value.op is not None and value.op.parent is block and value.op not in done


def handed_on(terminator: Operation) -> list[Value]:
    """What a block gives: the operands of its terminator, and those of the operations that the terminator holds uncomputed."""
    held = [op for region in terminator.regions for block in region.blocks if has_trait(terminator, "no_terminator") for op in block]
    return without_tokens([value for op in (terminator, *held) for value in op.operands])


def regions_of(op: Operation) -> list[Region]:
    """The regions of an op, and those of the terminators of their blocks, by which a parallel loop says how to reduce."""
    ends = [region.blocks[0].last for region in op.regions if len(region.blocks) == 1]
    return [*op.regions, *[region for end in ends if end is not None and not has_trait(end, "no_terminator") for region in end.regions]]


def is_alias(op: Operation) -> bool:
    """Whether the result of TensorFlow's kernel shares the memory of its first operand. Where that is a variable of TensorFlow 1, the result
    shows later assignments to it."""
    return has_trait(op, "view")


def is_reference(value: Value, references: dict[Value, bool]) -> bool:
    """Whether a value is a place to write to rather than what lies there, as the variables of TensorFlow 1. What shares a variable's memory is
    such a place too. What is found of the values on the way is written there, for chains of thousands."""
    way = []
    while value not in references:
        way.append(value)
        source = memory_of(value)
        if source is None:
            references[value] = is_declared_reference(value)
        else:
            value = source
    references.update(dict.fromkeys(way, references[value]))
    return references[value]


def memory_of(value: Value) -> Value | None:
    """The value that is what this one is, or whose memory it shares; None where that is its own."""
    if value.op is None or has_type_of_references(value):
        return None
    if has_trait(value.op, "wraps"):
        inside = value.op.body.last.operands
        return inside[value.index] if value.index < len(inside) else None
    return value.op.operands[0] if is_alias(value.op) and value.index == 0 and value.op.operands else None


def has_type_of_references(value: Value) -> bool:
    return getattr(value.type, "element", value.type).text.endswith("ref")


def is_declared_reference(value: Value) -> bool:
    """By its type, or, since nodes have plain types, by the signature of the op that makes it."""
    if has_type_of_references(value):
        return True
    definition = lookup(value.op.name) if value.op is not None else None
    results = definition.signature.results if definition is not None and definition.signature is not None else ()
    return bool(results) and results[min(value.index, len(results) - 1)].ref


def read_operands(values: list[Value], definition, references: dict[Value, bool]) -> list[int]:
    """The numbers of references among operands whose op wants what they refer to. A buffer of references takes them as they are."""
    held = [value.type.element for value in values if isinstance(value.type, MemRefType)]
    numbers = [
        number
        for number, value in enumerate(values)
        if getattr(value.type, "element", None) not in held and is_reference(value, references)
    ]
    if not numbers or definition is None or definition.signature is None:
        return numbers
    slots = definition.signature.operands
    return [number for number in numbers if not slots[min(number, len(slots) - 1)].ref]


def reading(call, numbers: list[int]):
    """The call with some of its operands read when it comes to run, and not before."""

    def read_and_call(arrays):
        arrays = list(arrays)
        for number in numbers:
            arrays[number] = read(arrays[number])
        return call(arrays)

    return read_and_call


def leaves_sizes_open(type: Type) -> bool:
    return isinstance(type, TensorType) and not type.is_static


def with_sizes_checked(op: Operation, definition: OpDefinition | None, call):
    """The call, which raises Error first where sizes that types leave open do not go together by what the op infers: NumPy repeats an
    operand of size 1 silently, and these dialects do not."""
    if definition is None:
        return call
    kinds, accepted = without_tokens(op.operands), set[tuple]()

    def check_and_call(arrays):
        shapes = tuple([getattr(array, "shape", None) for array in arrays[: len(kinds)]])
        if shapes not in accepted:
            states = [AbstractValue(shape, element_type(value.type)) for shape, value in zip(shapes, kinds)]
            infer(op, definition, states)
            if len(accepted) < MOST_SHAPES:
                accepted.add(shapes)
        return call(arrays)

    return check_and_call


class Alias:
    """An array that shares the memory of a variable: reading it gives the current value of `place` through `view`. A variable that is
    assigned a value of another shape gets other memory; its aliases keep the old value."""

    __slots__ = ("place", "view", "first")

    def __init__(self, place, view):
        self.place, self.view, self.first = place, view, read(place)
        view(self.first)  # which is where an error is told

    def read_reference(self):
        now = read(self.place)
        return self.view(now if now.shape == self.first.shape else self.first)


def aliasing(call):
    """The call of an op that hands its first operand on, as the memory that it is. An operand that is no variable is handed on by value."""

    def alias(arrays):
        place, *rest = arrays
        if not hasattr(place, "read_reference"):
            return call(arrays)

        def view(array):
            result = call([array, *rest])
            return result[0] if isinstance(result, list) else result

        return [Alias(place, view)]

    return alias


def mark_dying(steps: list[Step], kept) -> None:
    """Notes at each step the values that are used there for the last time, and results that are never used."""
    needed = set(kept)
    for step in reversed(steps):
        here = dict.fromkeys((*step.operands, *step.results))
        step.dying = tuple([number for number in here if number not in needed])
        needed.update(step.operands)


def returns_second(block: Block) -> bool:
    """Whether a body (a, b) -> c gives back b unchanged."""
    last = block.last
    return last is not None and len(block.arguments) == 2 and last.operands == tuple(block.arguments[1:])
