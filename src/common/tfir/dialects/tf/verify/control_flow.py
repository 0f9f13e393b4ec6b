"""Checks of calls, branches and loops: the types of functions and regions must match those of the op's operands and results."""

from tfir.dialects.tf.verify.checks import cast_compatible, has_rank
from tfir.ir.diagnostics import Bare
from tfir.ir.symbols import nearest_symbol
from tfir.ir.types import I1


def is_table(op) -> bool:
    from tfir.dialects import has_trait

    return has_trait(op, "symbol_table")


def function(op, reference):
    """The function that an op names, or None."""
    symbol = nearest_symbol(op, reference, is_table)
    return symbol if symbol is not None and symbol.name == "func.func" else None


def ranges_differ(one, one_name: str, other, other_name: str) -> str | None:
    """The error message where two lists of types differ in length or are not cast-compatible; None where they match."""
    if len(one) != len(other):
        return f"{one_name}s (size = {len(one)}) should have the same number of values as {other_name}s (size = {len(other)})"
    for index, (a, b) in enumerate(zip(one, other)):
        if not cast_compatible(a, b):
            return f"{one_name} type {a} is incompatible with {other_name} type {b} at index {index}"
    return None


def types(values) -> list:
    return [value.type for value in values]


# Calls


def call(op, args):
    return called_with(op, args, op.attributes["f"], "arguments")


def legacy_call(op, args):
    return called_with(op, args, op.attributes["f"].root, "argument(s)")


def called_with(op, args, shown, arguments: str):
    """Checks a call against its function; `shown` and `arguments` are upstream's words for these."""
    called = function(op, op.attributes["f"])
    if called is None:
        return Bare(f"'f' attribute refers to an undefined function: {shown}")
    count = len(called.attributes["function_type"].type.inputs)
    if len(args) != count:
        return Bare(f"argument count mismatch: 'args' has {len(args)} {arguments}, but '{shown}' expects {count}")
    return None


def batch_function(op):
    reference = op.attributes["f"]
    return None if function(op, reference) is not None else Bare(f"'f' attribute refers to an undefined function: {reference.root}")


# Branches


def if_(op):
    if "then_branch" not in op.attributes:
        return None
    names = ("then_branch", "else_branch")
    return branches(op, [(f"'{name}'", op.attributes[name]) for name in names])


def case(op, branch_index):
    if not has_rank(branch_index, 0):
        return f"expects 'branch_index' to be a scalar, but got '{branch_index}'"
    return branches(op, [(f"branch #{number}", name) for number, name in enumerate(op.attributes["branches"])])


def branches(op, named) -> str | None:
    taken = []
    for name, reference in named:
        branch = function(op, reference)
        if branch is None:
            return f"expects {name} ({reference}) to point to a defined function"
        type = branch.attributes["function_type"].type
        wrong = ranges_differ(type.inputs, f"{name} input", types(op.operands[1:]), "input") or ranges_differ(
            type.results, f"{name} result", types(op.results), "result"
        )
        if wrong is not None:
            return wrong
        taken.append(type.inputs)
    for index, inputs in enumerate(zip(*taken)):
        if not all([cast_compatible(a, b) for a in inputs for b in inputs]):
            return f"expects all branch input type(s) ({', '.join(map(str, inputs))}) at index {index} to be cast compatible"
    return None


def terminator(region):
    return region.blocks[0].last if region.blocks else None


def yielded(op, names) -> str | None:
    """The error message where the values that a region yields do not match the op's results; None where all match."""
    for name, region in zip(names, op.regions):
        last = terminator(region)
        wrong = ranges_differ(types(last.operands), f"{name} result", types(op.results), "result") if last is not None else None
        if wrong is not None:
            return wrong
    return None


def edges(op) -> str | None:
    """The error message where a region's terminator has more or fewer operands than the op has results; None where all match."""
    for number, region in enumerate(op.regions):
        last = terminator(region)
        if last is not None and len(last.operands) != len(op.results):
            where = f"region control flow edge from Region #{number} to parent results"
            return f"{where}: source has {len(last.operands)} operands, but target successor needs {len(op.results)}"
    return None


def if_region(op):
    return edges(op) or yielded(op, ("then", "else"))


def case_region(op, branch_index):
    if not op.regions:
        return "expects to have at least 1 region"
    if not has_rank(branch_index, 0):
        return f"expects 'branch_index' to be a scalar, but got '{branch_index}'"
    return yielded(op, [f"branch #{number}" for number in range(len(op.regions))])


# Loops


def while_(op):
    functions = [function(op, op.attributes[name]) for name in ("cond", "body")]
    for name, one in zip(("cond", "body"), functions):
        if one is None:
            return f"{name} refers to an undefined function : {op.attributes[name].root}"
    condition, body = [one.attributes["function_type"].type for one in functions]
    if len(condition.results) != 1:
        return "requires cond function to have exactly one result"
    return loop(op, condition.inputs, body.inputs, body.results)


def loop(op, condition_input, body_input, body_result) -> str | None:
    invariant = op.get("shape_invariant")
    operands, results = (types(op.operands), "input"), (types(op.results), "result")
    inside = (body_result, "body result"), (condition_input, "condition input"), (body_input, "body input")
    pairs = [] if invariant else [(operands, results)]
    pairs += [(operands, each) for each in inside[1:]] + [(results, each) for each in inside]
    pairs += [(inside[a], inside[b]) for a in range(3) for b in range(a + 1, 3)]
    return next(filter(None, [ranges_differ(*one, *other) for one, other in pairs]), None)


def while_region(op):
    condition, body = [terminator(region) for region in op.regions]
    if condition is None or body is None:
        return None
    arguments = op.regions[0].blocks[0].arguments
    operands = condition.operands
    if len(operands) not in (1, len(arguments) + 1):
        return "condition should yield a tensor<i1> and forward the arguments"
    if getattr(operands[0].type, "shape", None) != () or operands[0].type.element is not I1:
        return "condition should have a single tensor<i1> result"
    wrong = loop(op, types(arguments), types(op.regions[1].blocks[0].arguments), types(body.operands))
    if wrong is None and len(operands) > 1 and list(operands[1:]) != list(arguments):
        return "arguments on condition block aren't forwarded to yield"
    return wrong


def yield_(op):
    owners = [f"tf.{name}" for name in ("CaseRegion", "IfRegion", "WhileRegion", "GeneratorDatasetRegion")]
    around = op.parent_op
    return None if around is not None and around.name in owners else f"expects parent op to be one of '{', '.join(owners)}'"


VERIFY = {
    "PartitionedCall": call, "StatefulPartitionedCall": call, "TPUPartitionedCall": call, "LegacyCall": legacy_call,
    "BatchFunction": batch_function, "If": if_, "Case": case, "IfRegion": if_region, "CaseRegion": case_region, "While": while_,
    "WhileRegion": while_region, "Yield": yield_,
}  # fmt: skip
