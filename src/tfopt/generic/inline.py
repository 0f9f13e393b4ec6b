"""Puts the bodies of functions in the place of their calls, except where a function calls itself."""

from __future__ import annotations

from tfir.dialects import has_trait, lookup
from tfir.ir.diagnostics import Error
from tfir.ir.location import CallSite
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.symbols import SymbolTable

TITLE = "Inliner"
STATISTICS = {"num-inlined": "Number of calls inlined"}

# Calls, and the attribute that names the function.
CALLS = {"func.call": "callee", "tf.PartitionedCall": "f", "tf.StatefulPartitionedCall": "f"}
ALWAYS = 4294967295


def inline(
    module: Module, *, default_pipeline: str = "canonicalize", inlining_threshold: int = ALWAYS, max_iterations: int = 4,
    op_pipelines: tuple[str, ...] = (), ignore_no_inline: bool = False,
):  # fmt: skip
    """Each function is then simplified by the pipeline for functions, and private ones that nobody refers to go. Bodies with
    several blocks are inlined where several blocks may stand. A function may say `no_inline`, or as TensorFlow does
    `tf._noinline = true`, and so may a call say the former, unless that is ignored, as where nobody could call it. Bodies that are longer than so many
    percent of what calls them stay outside."""
    pipelines = pipelines_by_anchor(default_pipeline, op_pipelines)
    for _ in range(max_iterations):
        changed = inline_all(module, inlining_threshold, ignore_no_inline)
        for function in [op for op in module.walk() if op.name == "func.func" and op.regions[0].blocks]:
            run(pipelines.get("func.func", pipelines[""]), function)
        if not changed:
            break
    drop_unused(module)


def inline_all(module: Operation, threshold: int, ignore_no_inline: bool) -> bool:
    """Whether any call was inlined."""
    from tfopt.pipeline.statistics import count

    table = SymbolTable(module)
    recursive = recursive_functions(table)
    work = [op for op in module.walk() if op.name in CALLS]
    inlined = 0
    while work:
        call = work.pop()
        callee = body_of(call, table)
        if callee is None or callee in recursive or (stays_outside(call, callee) and not ignore_no_inline):
            continue
        if is_profitable(call, callee, threshold):
            work += replace_call(call, callee)
            inlined += 1
    count("num-inlined", inlined)
    return inlined > 0


def body_of(call: Operation, table: SymbolTable) -> Operation | None:
    """The function that a call means, if its body can stand in the call's place: the same types, nothing that nobody knows, and one
    block where there is room for one only."""
    found = table.get(call.attributes[CALLS[call.name]])
    if found is None or found.name != "func.func" or not found.regions or not found.region.blocks:
        return None
    if not all([lookup(op.name) for op in found.walk()]):
        return None
    block, ends = found.region.entry, [each.last for each in found.region.blocks]
    given, wanted = [value.type for value in call.operands], [argument.type for argument in block.arguments]
    if given != wanted or any([returned(end) != [result.type for result in call.results] for end in ends if end.name == "func.return"]):
        return None
    return found if len(ends) == 1 or has_room(call) else None


def stays_outside(call: Operation, callee: Operation) -> bool:
    return "no_inline" in callee.attributes or "no_inline" in call.attributes or callee.get("tf._noinline", False)


def returned(end: Operation) -> list:
    return [value.type for value in end.operands]


def has_room(call: Operation) -> bool:
    """Whether the region around a call may have several blocks."""
    around = call.parent_op
    return lookup(around.name) is not None and not has_trait(around, "single_block") and not has_trait(around, "graph_region")


def is_profitable(call: Operation, callee: Operation, threshold: int) -> bool:
    if threshold == ALWAYS:
        return True
    caller = next((op for op in call.ancestors() if op.name == "func.func"), None)
    return caller is not None and 100 * len(callee.inside()) <= threshold * len(caller.inside())


def recursive_functions(table: SymbolTable) -> set[Operation]:
    """Functions that can come to call themselves."""
    calls = {op: callees(op, table) for op in table.symbols.values()}
    return {op for op in calls if op in reached(calls, op)}


def callees(function: Operation, table: SymbolTable) -> set[Operation]:
    found = {table.get(op.attributes[CALLS[op.name]]) for op in function.walk() if op.name in CALLS}
    return found - {None}


def reached(calls: dict, start: Operation) -> set[Operation]:
    seen, stack = set(), list(calls[start])
    while stack:
        op = stack.pop()
        if op not in seen:
            seen.add(op)
            stack += calls.get(op, ())
    return seen


def replace_call(call: Operation, callee: Operation) -> list[Operation]:
    """Copies the body to where the call is and drops the call. Answers with the calls that came along."""
    if len(callee.region.blocks) > 1:
        return replace_by_blocks(call, callee)
    mapping: dict[Value, Value] = dict(zip(callee.body.arguments, call.operands))
    copied = []
    for op in callee.body:
        if op is not callee.body.last:
            copied.append(call.parent.insert_before(copy_of(op, mapping, call), call))
    call.replace_by([mapping.get(value, value) for value in callee.body.last.operands])
    return [inner for copy in copied for inner in copy.walk() if inner.name in CALLS]


def copy_of(op: Operation, mapping: dict, call: Operation) -> Operation:
    copy = op.clone(mapping)
    copy.location = CallSite(copy.location, call.location)
    return copy


def replace_by_blocks(call: Operation, callee: Operation) -> list[Operation]:
    """What follows the call becomes a block of its own, to which the copied blocks branch where they would return."""
    home, region = call.parent, call.parent.parent
    rest = Block([result.type for result in call.results])
    while call.next is not None:
        moved = call.next
        moved.remove()
        rest.append(moved)
    for result, argument in zip(call.results, rest.arguments):
        result.replace_by(argument)
    mapping: dict = dict(zip(callee.region.entry.arguments, call.operands))
    copies = {callee.region.entry: home}
    for block in callee.region.blocks[1:]:
        copies[block] = Block([argument.type for argument in block.arguments])
        mapping |= dict(zip(block.arguments, copies[block].arguments))
    mapping |= copies
    copied = []
    for block, into in copies.items():
        for op in block:
            copied.append(into.append(copy_of(op, mapping, call)))
    call.erase()
    for end in [op for op in copied if op.name == "func.return"]:
        end.parent.append(Operation("cf.br", end.operands, successors=[rest], location=end.location))
        end.erase()
    at = region.blocks.index(home) + 1
    added = [*list(copies.values())[1:], rest]
    for block in added:
        block.parent = region
    region.blocks[at:at] = added
    return [inner for copy in copied for inner in copy.walk() if inner.name in CALLS]


def pipelines_by_anchor(default: str, others: tuple[str, ...]) -> dict[str, list]:
    """Pipelines by the op that they are for; under no name the one for all the rest."""
    from tfopt.pipeline.description import Nest, parse_pipeline

    found = {"": parse_pipeline(default, "default-pipeline") if default else []}
    for text in others:
        for part in parse_pipeline(text, "op-pipelines"):
            if isinstance(part, Nest):
                found[part.anchor] = part.steps
    return found


def run(pipeline, function: Operation) -> None:
    from tfopt.pipeline.execution import inside

    for step in pipeline:
        inside(step, function)


def drop_unused(module: Operation) -> None:
    """Drops private functions that nobody refers to any more, where that can be told."""
    from tfopt.generic.symbol_dce import dead_symbols, drop

    try:
        dead = dead_symbols(module)
    except Error:
        return
    drop([op for op in dead if op.name == "func.func" and op.get("sym_visibility") == "private"])
