"""A program as tasks: what each costs, what it waits for, how large its results are.

Tasks stand in an order in which each comes behind what it needs; a loop of a graph is cut behind NextIteration and counts once. An op
that calls functions or has regions is one task that costs what is inside.
"""

from __future__ import annotations

from tfir.analysis.call_graph import function_references
from tfir.analysis.labels import label
from tfir.analysis.shapes import ShapeAnalysis
from tfir.analysis.slices import backward_slice
from tfir.cost.arithmetic import FORMULAS
from tfir.cost.estimate import Cost, cost_of
from tfir.cost.site import UNKNOWN_SIZE
from tfir.cost.traffic import HANDED_ON, SAME_MEMORY, STATE
from tfir.dialects import lookup
from tfir.dialects.tf_type import ShapeAttr
from tfir.dialects.tfg.nodes import DEVICE, node_name
from tfir.dialects.tfg.order import topological_order
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation
from tfir.ir.suggestion import did_you_mean, nodes_like
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import TensorType
from tfir.ods.control import CONTROL, data, data_operands
from tfir.ods.shapes import anonymous, merge, named, shape_text

GRAPHS = ("tfg.graph", "tfg.func", "func.func")
TOKENS = (CONTROL.text, "!tf_executor.control")
MOST_NESTED = 20


class Task:
    """`inputs` are pairs (task, number of its result), `read` the same without repetitions, `waits` the tasks waited for without
    data. Sizes are in bytes. `sources` and `targets` are all edges, as pairs (task, number of a result, None where only its end counts).

    `hands_on`: its results lie where its first input lies. `is_state`: its results stay in memory from beginning to end.
    """

    __slots__ = (
        "op",
        "number",
        "name",
        "cost",
        "inputs",
        "read",
        "waits",
        "sizes",
        "hands_on",
        "is_state",
        "device",
        "consumers",
        "sources",
        "targets",
    )

    def __init__(self, op: Operation, number: int, cost: Cost, sizes: list[int], hands_on: bool, is_state: bool):
        self.op, self.number, self.name, self.cost, self.sizes = op, number, label(op), cost, sizes
        self.hands_on, self.is_state = hands_on, is_state
        self.inputs: list[tuple[int, int]] = []
        self.read: tuple[tuple[int, int], ...] = ()
        self.waits: list[int] = []
        self.device = op.get(DEVICE, "") or op.get("device", "")
        self.consumers: list[tuple[int, int]] = []  # (task, number of the result that it reads)
        self.sources: list[tuple[int, int | None]] = []
        self.targets: list[tuple[int, int | None]] = []

    @property
    def local(self) -> str:
        return self.op.name.partition(".")[2]


class Workload:
    """The tasks of one program. `fetched` are the numbers of those whose results are the program's."""

    def __init__(self, tasks: list[Task], fetched: set[int]):
        self.tasks, self.fetched = tasks, fetched
        for task in tasks:
            task.read = tuple(dict.fromkeys(task.inputs))
            for producer, result in task.read:
                tasks[producer].consumers.append((task.number, result))
        for task in tasks:
            task.sources = [*task.inputs, *[(producer, None) for producer in task.waits]]
            task.targets += task.consumers
        for task in tasks:
            for producer in task.waits:
                tasks[producer].targets.append((task.number, None))

    @property
    def is_accurate(self) -> bool:
        return all([task.cost.is_accurate for task in self.tasks])


class Reading:
    """How a module becomes a workload: the shapes of its feeds, what an unknown size counts as, how many iterations loops have."""

    def __init__(self, module: Operation, input_shapes: dict | None = None, unknown_size: int = UNKNOWN_SIZE, loop_turns: int = 1):
        self.module, self.input_shapes, self.unknown_size, self.loop_turns = module, input_shapes, unknown_size, loop_turns
        self.symbols = SymbolTable(module) if module.name == "builtin.module" else None
        self.depth = 0

    def workload(self, function: Operation, fetches=(), whole: bool = False) -> Workload:
        """The tasks of a graph or function; only what `fetches`, names of nodes, or its results need, or else the `whole`."""
        ops = topological_order(function.body)
        shapes = ShapeAnalysis(given=self.fed(function, ops)).run(ops)
        results = [op for op in ops if op.name in ("tfg.return", "func.return")]
        roots = [op for op in ops if op in results] if not fetches else named_nodes(ops, fetches)
        if roots and not whole:
            needed = backward_slice(roots)
            ops = [op for op in ops if op in needed]
        ops = [op for op in ops if op not in results]
        fetched = {value.op for op in results for value in op.operands} if results and not fetches else set(roots)
        numbers = {op: number for number, op in enumerate(ops)}
        tasks = [self.task(op, number, numbers, shapes) for op, number in numbers.items()]
        return Workload(tasks, {numbers[op] for op in fetched if op in numbers})

    def fed(self, function: Operation, ops: list[Operation]) -> dict:
        """The shapes that the user gives to feeds: to nodes of a graph, to arguments of a function."""
        shapes, input_shapes = {}, self.input_shapes or {}
        feeds = {node_name(op): op.results[0] for op in ops if op.results} if input_shapes else {}
        if input_shapes and function.name != "tfg.graph":
            from tfir.execution.entry import Entry

            feeds |= zip([port.name for port in Entry(function).feeds], without_tokens(function.body.arguments))
        for name, sizes in input_shapes.items():
            if name not in feeds:
                raise Error(f"--input-shapes names '{name}', which is no feed{did_you_mean(name, feeds)}", function)
            declared = declared_shape(feeds[name])
            try:
                shapes[feeds[name]] = merge(named(sizes), declared)
            except Error:
                text = shape_text(anonymous(declared)).replace("None", "?")
                raise Error(
                    f"--input-shapes gives '{name}' the shape {shape_text(tuple(sizes))}, but the model says {text}", feeds[name].op
                ) from None
        return shapes

    def task(self, op: Operation, number: int, numbers: dict, shapes: ShapeAnalysis) -> Task:
        local = op.name.partition(".")[2]
        cost, site = cost_of(op, shapes, self.unknown_size)
        if (op.regions and local not in FORMULAS) or (op.attributes and cost.operations == 0 and not cost.is_free):
            cost = self.cost_of_inside(op, cost, shapes)
        task = Task(op, number, cost, site.output_bytes, hands_on(op, local), local in STATE)
        waits: dict = {}
        for value in op.operands if not op.regions else used_inside(op):
            producer = numbers.get(value.op)
            if producer is None or producer >= number:
                continue
            if value.type.text in TOKENS:
                waits[producer] = None
            else:
                task.inputs.append((producer, value.index))
        task.waits = [producer for producer in waits if all([producer != other for other, _ in task.inputs])]
        return task

    # What is inside of an op

    def cost_of_inside(self, op: Operation, own: Cost, shapes: ShapeAnalysis) -> Cost:
        """The cost of the functions that an op calls and of its regions: loop bodies once per iteration, of branches the most expensive
        one."""
        bodies = [block for region in op.regions for block in region.blocks] + [function.body for function in self.called(op)]
        if not bodies or self.depth > MOST_NESTED:
            return own
        self.depth += 1
        costs = [self.cost_of_body(body, op, shapes) for body in bodies]
        self.depth -= 1
        if "While" in op.name or op.name.endswith((".while", ".For", ".ForRegion")):
            return together(costs, self.loop_turns, False)
        is_choice = any([word in op.name for word in ("If", "Case", ".if", ".case")])
        return max(costs, key=lambda cost: (cost.operations, cost.bytes)) if is_choice else together(costs)

    def cost_of_body(self, body: Block, op: Operation, around: ShapeAnalysis) -> Cost:
        shapes = around if op.regions else ShapeAnalysis()
        arguments = data(body.arguments)
        operands = data_operands(op)[-len(arguments) :]
        if len(operands) == len(arguments):
            for argument, value in zip(arguments, operands):
                shapes.refine(argument, around[value].shape)
        ops = topological_order(body)
        shapes.run(ops)
        return together([self.task(inner, 0, {}, shapes).cost for inner in ops])

    def called(self, op: Operation) -> list[Operation]:
        references = [one for attribute in op.attributes.values() for one in function_references(attribute)] if self.symbols else ()
        functions = [self.symbols.get(reference) for reference in references]
        return [each for each in functions if each is not None and each.name in GRAPHS and each.region.blocks]


def hands_on(op: Operation, local: str) -> bool:
    """Whether the op's results lie where its first operand lies."""
    return local in HANDED_ON or local in SAME_MEMORY or answers_with_reference(op)


def answers_with_reference(op: Operation) -> bool:
    """Whether the op's result is the variable that it was given, as that of `Assign` is."""
    definition = lookup(op.name) if op.dialect == "tfg" else None
    signature = definition.signature if definition is not None else None
    return bool(signature and signature.operands and signature.results) and signature.operands[0].ref and signature.results[0].ref


def without_tokens(values) -> list:
    return [value for value in values if value.type.text not in TOKENS]


def declared_shape(value):
    """The shape that the IR declares for a feed: by its type, or by the attribute of a Placeholder; None where neither does."""
    type, attribute = value.type, value.op.attributes.get("shape") if value.op is not None else None
    shape = named(type.shape) if isinstance(type, TensorType) else None
    return named(attribute.shape) if shape is None and isinstance(attribute, ShapeAttr) else shape


def together(costs: list[Cost], times: int = 1, is_accurate: bool = True) -> Cost:
    """One cost for many ops, each of which is started by itself."""
    busy = [cost for cost in costs if not cost.is_free]
    element = max(busy, key=lambda cost: cost.operations).element if busy else "f32"
    read, written = sum([cost.read for cost in busy]), sum([cost.written for cost in busy])
    accurate = is_accurate and all([cost.is_accurate for cost in costs])
    launches = sum([cost.launches for cost in busy])
    return Cost(
        times * sum([cost.operations for cost in busy]), times * read, times * written, element, not busy, accurate, times * launches
    )


def used_inside(op: Operation):
    inside = {inner for inner in op.walk()}
    return [value for inner in op.walk() for value in inner.operands if value.op not in inside]


def named_nodes(ops: list[Operation], names) -> list[Operation]:
    nodes = {node_name(op): op for op in ops}
    for name in names:
        if name.partition(":")[0] not in nodes:
            raise Error(f"there is no node '{name}' to be fetched{nodes_like(name, nodes)}")
    return [nodes[name.partition(":")[0]] for name in names]


def main_graph(module: Operation) -> Operation:
    """The graph that a report is about, or else the function that `tf-run` would run."""
    from tfir.execution.entry import find_entry

    graph = next((op for op in module.body if op.name == "tfg.graph"), None) if module.name == "builtin.module" else module
    return graph if graph is not None else find_entry(module).func
