"""Puts the bodies of functions in the place of their calls, except where a function calls itself."""

from __future__ import annotations

from tfir.analysis.call_graph import call_sites, referenced, strongly_connected_components
from tfir.cli.process import UsageError
from tfir.dialects import has_trait, is_pure, lookup, trait_arguments
from tfir.ir.attributes import BoolAttr, StringAttr, SymbolRefAttr
from tfir.ir.diagnostics import Error
from tfir.ir.location import CallSite
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.symbols import SymbolTable, references_in
from tfir.ir.types import TensorType, Type, shapes_fit
from tfir.text.affine import AffineAttr

from tfopt.generic import inlining_of_llvm
from tfopt.generic.symbol_dce import dead_symbols, drop

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

TITLE = "Inliner"
STATISTICS = {"num-inlined": "Number of calls inlined"}

RETURN_OF = {"func.func": "func.return", "llvm.func": "llvm.return"}
UNIQUE = "llvm.blocktag"  # a name for a block, by which its function is told as well
ALWAYS = 4294967295
MOST_COPIED = 2_000_000  # operations: where each function calls the next one twice, forty of them stand for 2^40
KEPT_AT = (
    "tfir.kept_at"  # our own, of an op: where what it keeps from call to call is, if it was a node of a function that TensorFlow calls
)
OPTIONS = {
    "default-pipeline": "Passes that simplify each function; nothing for none.",
    "inlining-threshold": "Bodies longer than so many percent of what calls them stay outside.",
    "max-iterations": "How often calls are looked for anew.",
    "op-pipelines": "Pipelines for other operations, as func.func(cse).",
    "ignore-no-inline": "Inline functions and calls marked no_inline as well.",
    "kept-by": "An attribute of functions that stay outside whatever else is said.",
}


def inline(
    module: Module, *, default_pipeline: str = "canonicalize", inlining_threshold: int = ALWAYS, max_iterations: int = 4,
    op_pipelines: tuple[str, ...] = (), ignore_no_inline: bool = False, kept_by: str = "",
):  # fmt: skip
    """Each function is then simplified by the pipeline for functions, and private ones without references go. Bodies with several
    blocks are inlined where several blocks may stand. A function may say `no_inline`, or as TensorFlow does `tf._noinline = true`,
    and so may a call say the former, unless that is ignored, as where nothing could call it. Bodies that are longer than so many
    percent of what calls them stay outside."""
    from tfopt.pipeline.statistics import count

    inliner = Inliner(module, inlining_threshold, ignore_no_inline, kept_by)
    pipelines = pipelines_by_anchor(default_pipeline, op_pipelines)
    for iteration in range(max_iterations):
        before = inliner.inlined
        inliner.sizes.clear()
        for op in inliner.callees_first():
            if inliner.inline_into(op) or iteration == 0:
                for function in [inner for inner in op.walk() if inner.name in RETURN_OF and inner.regions[0].blocks]:
                    run(pipelines.get(function.name, pipelines[""]), function)
        drop_unused(module)
        if inliner.inlined == before:
            break
    count("num-inlined", inliner.inlined)


class Inliner:
    """Copies bodies to where calls are.

    A function comes behind those that it calls, so that what is copied has been simplified. A private function with a single
    reference, a call that takes its body, is not visited by itself: its body goes into its caller as it was written. So a chain of
    such functions takes time linear in its length, where each would otherwise hold all below it.
    """

    def __init__(self, module: Operation, threshold: int, ignore_no_inline: bool, kept_by: str):
        self.module, self.threshold, self.ignore_no_inline, self.kept_by = module, threshold, ignore_no_inline, kept_by
        self.table = SymbolTable(module)
        self.recursive = recursive_functions(self.table)
        self.bodies: dict[Operation, bool] = {}
        self.sizes: dict[Operation, int] = {}  # of functions that have been copied
        self.inlined = self.copied = 0

    def callees_first(self):
        """The operations of the module in the order of a visit."""
        components = strongly_connected_components(list(self.module.body), lambda op: referenced(op, self.table))
        order = [op for component in components for op in component]
        self.passed_over = self.single_calls()
        yield from [op for op in order if op not in self.passed_over]
        yield from [op for op in order if op in self.passed_over]  # what came to stay: its call stands where its body does not fit

    def single_calls(self) -> set[Operation]:
        """The functions that go into their only caller."""
        if self.threshold != ALWAYS or not are_uses_known(self.module):
            return set()
        users: dict[Operation, list[Operation]] = {}
        for user, reference in references_in(self.module):
            users.setdefault(self.table.get(reference), []).append(user)
        return {op for op, (user, *others) in users.items() if op is not None and not others and self.goes_into(user, op)}

    def goes_into(self, user: Operation, op: Operation) -> bool:
        return is_droppable(op) and is_call(user) and self.body_of(user) is op

    def inline_into(self, op: Operation) -> bool:
        """Whether anything was inlined."""
        work = [inner for inner in op.walk() if is_call(inner)]
        before = self.inlined
        while work:
            call = work.pop()
            callee = self.body_of(call)
            if callee is not None and is_profitable(call, callee, self.threshold):
                self.count_copied(call, callee)
                work += replace_call(call, callee, self.table)
                self.passed_over.discard(callee)
                self.inlined += 1
        return self.inlined > before

    def count_copied(self, call: Operation, callee: Operation) -> None:
        """Raises Error before copies take more memory than there is."""
        if callee not in self.sizes:
            self.sizes[callee] = sum([1 for _ in callee.walk()])
        self.copied += self.sizes[callee]
        if self.copied > MOST_COPIED:
            name = callee.get("sym_name")
            raise Error.on(call, f"calls '{name}', and with the calls in it more than {MOST_COPIED} operations would be inlined")

    def body_of(self, call: Operation) -> Operation | None:
        """The function whose body may replace the call, or None."""
        callee = callee_of(call, self.table)
        if callee is None or callee in self.recursive or self.kept_by in callee.attributes:
            return None
        if stays_outside(call, callee) and not self.ignore_no_inline:
            return None
        if callee not in self.bodies:
            self.bodies[callee] = has_known_body(callee)
        return callee if self.bodies[callee] and fits(call, callee) and stays_affine(call, callee) else None


def has_known_body(callee: Operation) -> bool:
    """Whether it is a function with a body in which nothing is unknown, nor the one of its kind."""
    has_body = callee.name in RETURN_OF and bool(callee.regions and callee.region.blocks)
    return has_body and all([lookup(op.name) and op.name != UNIQUE for op in callee.walk()])


def fits(call: Operation, callee: Operation) -> bool:
    """Whether the body takes and returns the types of the call, and has one block where there is room for one only."""
    if callee.name == "llvm.func" or call.name == "llvm.call":
        return fits_llvm(call, callee)
    block, ends = callee.region.entry, [each.last for each in callee.region.blocks]
    taken, results = [value.type for value in call.operands], [result.type for result in call.results]
    returned = [[value.type for value in end.operands] for end in ends if end.name == "func.return"]
    if len(ends) == 1 and call.name.startswith("tf."):
        return are_convertible(taken, [argument.type for argument in block.arguments]) and are_convertible(returned[0], results)
    if taken != [argument.type for argument in block.arguments] or any([types != results for types in returned]):
        return False
    return len(ends) == 1 or has_room(call)


def fits_llvm(call: Operation, callee: Operation) -> bool:
    if callee.name != "llvm.func" or not inlining_of_llvm.may_go_inside(call, callee):
        return False
    if [value.type for value in call.operands] != [argument.type for argument in callee.region.entry.arguments]:
        return False
    return inlining_of_llvm.is_one_sequence(callee) or has_room(call)


def are_convertible(given: list[Type], taken: list[Type]) -> bool:
    """Whether the types are the same but for what is said of shapes, which an op of tf may say less of than its function does."""
    return len(given) == len(taken) and all([one is other or is_alike(one, other) for one, other in zip(given, taken)])


def is_alike(one: Type, other: Type) -> bool:
    if not isinstance(one, TensorType) or not isinstance(other, TensorType):
        return False
    return one.element is other.element and shapes_fit(one.shape, other.shape)


def converted(value: Value, type: Type, call: Operation) -> Value:
    """A value as a call or its function has it: through a cast in front of the call, as upstream has it, where shapes are said otherwise."""
    if value.type is type:
        return value
    cast = Operation("tf.Cast", [value], [type], {"Truncate": BoolAttr(False)}, location=call.location)
    return call.parent.insert_before(cast, call).results[0]


def stays_affine(call: Operation, callee: Operation) -> bool:
    """Whether loops and conditions of affine around the call stay such: of what has effects only affine accesses may come into them, and
    what was a symbol may not become an index of a loop."""
    around = call.parent_op
    if around is None or around.dialect != "affine":
        return True
    inside = [op for op in callee.region.entry if not has_trait(op, "terminator") and not is_pure(op)]
    return all([op.dialect == "affine" and not op.regions for op in inside]) and not any(map(needs_symbols, callee.region.entry))


def needs_symbols(op: Operation) -> bool:
    """Whether an affine operation takes an argument of its function for a symbol."""
    map = op.attributes.get("map") if op.dialect == "affine" else None
    if not isinstance(map, AffineAttr) or not map.symbols:
        return False
    return any([value.op is None for value in op.operands[-map.symbols :]])


def stays_outside(call: Operation, callee: Operation) -> bool:
    return "no_inline" in callee.attributes or "no_inline" in call.attributes or callee.get("tf._noinline", False)


def has_room(call: Operation) -> bool:
    """Whether the region around a call may have several blocks."""
    around = call.parent_op
    return lookup(around.name) is not None and not has_trait(around, "single_block") and not has_trait(around, "graph_region")


def is_profitable(call: Operation, callee: Operation, threshold: int) -> bool:
    if threshold == ALWAYS:
        return True
    caller = next((op for op in call.ancestors() if op.name in RETURN_OF), None)
    return caller is not None and 100 * len(callee.inside()) <= threshold * len(caller.inside())


def recursive_functions(table: SymbolTable) -> set[Operation]:
    """Functions that can come to call themselves."""
    calls = {op: callees(op, table) for op in table.symbols.values()}
    components = strongly_connected_components(calls, lambda op: calls.get(op, ()))
    return {op for component in components for op in component if len(component) > 1 or op in calls.get(op, ())}


def callees(function: Operation, table: SymbolTable) -> list[Operation]:
    called = [callee_of(op, table) for op in function.walk() if is_call(op)]
    return [op for op in dict.fromkeys(called) if op is not None]


def is_call(op: Operation) -> bool:
    return has_trait(op, "call") or (op.name == "llvm.call" and "callee" in op.attributes)


def callee_of(call: Operation, table: SymbolTable) -> Operation | None:
    if call.name == "llvm.call":
        callee = call.attributes.get("callee")
        return table.get(callee) if isinstance(callee, SymbolRefAttr) else None
    return next((table.get(site.reference) for site in call_sites(call)), None)


def replace_call(call: Operation, callee: Operation, table: SymbolTable) -> list[Operation]:
    """Copies the body to where the call is and drops the call. Returns the calls that came along."""
    if callee.name == "llvm.func":
        return replace_by_blocks(call, callee, inlining_of_llvm.arguments_inside(call, callee, table))
    if len(callee.region.blocks) > 1:
        return replace_by_blocks(call, callee, call.operands)
    if callee.get("tf._noinline"):
        say_where_kept(callee.body, callee.get("sym_name"))
    arguments = callee.body.arguments
    mapping = {argument: converted(value, argument.type, call) for argument, value in zip(arguments, call.operands)}
    copied = []
    for op in callee.body:
        if op is not callee.body.last:
            copied.append(call.parent.insert_before(copy_of(op, mapping, call), call))
    if KEPT_AT in call.attributes:
        say_where_kept(copied, call.get(KEPT_AT))
    returned = [mapping.get(value, value) for value in callee.body.last.operands]
    call.replace_with([converted(value, result.type, call) for value, result in zip(returned, call.results)])
    return calls_in(copied)


def say_where_kept(ops: Iterable[Operation], home: str) -> None:
    """Gives draws, and what may come to draw, a place that all copies of them have: TensorFlow keeps one generator for each node of a
    function that it does not inline."""
    drawing = [op for op in ops if "write random" in (trait_arguments(op, "effects") or ()) or call_sites(op)]
    for number, op in enumerate(drawing):
        if KEPT_AT not in op.attributes:
            op.set_attribute(KEPT_AT, StringAttr(f"{home}/{number}"))


def copy_of(op: Operation, mapping: dict, call: Operation) -> Operation:
    copy = op.clone(mapping)
    copy.set_location(CallSite(copy.location, call.location))
    return copy


def replace_by_blocks(call: Operation, callee: Operation, given: Sequence[Value]) -> list[Operation]:
    """Inlines several blocks: the ops after the call become a block, to which the copied blocks branch where they would return. One block of
    LLVM's goes where the call is."""
    home, is_of_llvm = call.parent, callee.name == "llvm.func"
    mapping: dict = dict(zip(callee.region.entry.arguments, given))
    copies = {callee.region.entry: Block()}
    for block in callee.region.blocks[1:]:
        copies[block] = Block([argument.type for argument in block.arguments])
        mapping |= dict(zip(block.arguments, copies[block].arguments))
    mapping |= copies
    copied = []
    for block, into in copies.items():
        for op in block:
            copied.append(into.append(copy_of(op, mapping, call)))
    ends = [op for op in copied if op.name == RETURN_OF[callee.name]]
    if is_of_llvm:
        inlining_of_llvm.settle(call, list(copies.values()), ends)
    first = copies[callee.region.entry]
    if is_of_llvm and inlining_of_llvm.is_one_sequence(callee):
        while first.first is not ends[0]:
            home.insert_before(first.first.remove(), call)
        call.replace_with(ends[0].operands)
        ends[0].erase()
        return calls_in(copied[:-1])
    rest = Block([result.type for result in call.results])
    for result, argument in zip(call.results, rest.arguments):
        result.replace_all_uses_with(argument)
    while call.next is not None:
        rest.append(call.next.remove())
    while first.first is not None:
        home.append(first.first.remove())
    call.erase()
    for end in ends:
        end.parent.append(Operation("llvm.br" if is_of_llvm else "cf.br", end.operands, successors=[rest], location=end.location))
        end.erase()
    home.insert_behind([*list(copies.values())[1:], rest])
    return calls_in([op for op in copied if op not in ends])


def calls_in(ops: Iterable[Operation]) -> list[Operation]:
    return [inner for op in ops for inner in op.walk() if is_call(inner)]


def pipelines_by_anchor(default: str, others: tuple[str, ...]) -> dict[str, Sequence]:
    """Pipelines by the op that they are for; under no name the one for all the rest."""
    from tfopt.pipeline.description import Nest, parse_pipeline

    try:
        pipelines: dict[str, Sequence] = {"": parse_pipeline(default, "default-pipeline") if default else []}
        nests = [part for text in others for part in parse_pipeline(text, "op-pipelines") if isinstance(part, Nest)]
    except Error as error:
        raise UsageError.of(error.diagnostics) from None
    return pipelines | {nest.anchor: nest.steps for nest in nests}


def run(pipeline, function: Operation) -> None:
    from tfopt.pipeline.execution import inside

    for step in pipeline:
        inside(step, function)


def is_droppable(op: Operation) -> bool:
    """Whether it is a function with a body that cannot be referred to from outside: declarations stay."""
    return op.name in RETURN_OF and op.get("sym_visibility") in ("private", "nested") and bool(op.region.blocks)


def are_uses_known(module: Operation) -> bool:
    """Whether every reference to a function can be seen: not where an unknown operation with a region may be a symbol table."""
    try:
        return dead_symbols(module) is not None
    except Error:
        return False


def drop_unused(module: Operation) -> None:
    """Drops private functions to which nothing refers any more, where that can be told."""
    try:
        drop([op for op in dead_symbols(module) if is_droppable(op)])
    except Error:
        return
