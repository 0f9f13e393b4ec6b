"""What random graphs do besides computing: variables, files, checks; and what holds other parts: branches, loops, functions."""

from __future__ import annotations

import numpy as np
from random_graph_scopes import TAKEN_APART, FunctionBody, Known, Scope, Side, Turn, function_named
from tfir.dialects.tf_type import RESOURCE, STRING
from tfir.ir.attributes import ArrayAttr, BoolAttr, IntegerAttr, TypeAttr
from tfir.ir.operations import Operation
from tfir.ir.types import F32, I1, I32, I64, TensorType

# Variables


def read(scope: Scope) -> None:
    for place in some(scope, "resource"):
        op = scope.effect(
            "ReadVariableOp", [scope.handle(place)], reads=[place.name], types=[TensorType(None, place.element)], dtype=place.element
        )
        scope.give(op, place.element, place.initial.shape, -50, 50, False)


def write(scope: Scope) -> None:
    for place in some(scope, "resource"):
        name = scope.chance.choice(["AssignVariableOp", "AssignAddVariableOp", "AssignAddVariableOp", "AssignSubVariableOp"])
        options = {"validate_shape": False} if name == "AssignVariableOp" else {}
        value = scope.matching(place.element, place.initial.shape)
        scope.effect(name, [scope.handle(place), value], writes=[place.name], types=[], dtype=place.element, **options)


def read_reference(scope: Scope) -> None:
    """The content of a variable of TensorFlow 1. What is read shares the variable's memory, so that all that is made of it must be
    computed before the next write: it goes at once into something else, for which the write waits."""
    for place in some(scope, "reference"):
        op = scope.effect("Identity", [scope.handle(place)], reads=[place.name])
        read = Known(op.results[0], place.element, place.initial.shape, -50, 50, False)
        factor = scope.filled(scope.chance.choice([2, 3]), (), place.element)
        used = scope.node("Mul", [read, factor])
        scope.touched(used, [place.name], [])
        scope.give(used, place.element, place.initial.shape, -150, 150, False)
        scope.repeatable.discard(used)  # no write waits for another that reads the same


def write_reference(scope: Scope) -> None:
    for place in some(scope, "reference"):
        name = scope.chance.choice(["Assign", "AssignAdd", "AssignSub"])
        options = {"validate_shape": True} if name == "Assign" else {}
        value = scope.matching(place.element, place.initial.shape)
        types = [TensorType(None, place.element)]
        scope.effect(
            name, [scope.handle(place), value], writes=[place.name], types=types, use_locking=scope.chance.random() < 0.5, **options
        )


def some(scope: Scope, *kinds) -> list:
    """One of the places of a kind that there are, in a list; an empty one where there is none."""
    places = scope.places(*kinds)
    return [scope.chance.choice(places)] if places else []


# Texts


def text(scope: Scope) -> Known:
    """A text of a whole number or a truth, which every executor writes alike."""
    a = scope.pick_of((I32, I64, I1))
    return Known(scope.node("StringFormat", [a], template="{}", placeholder="{}", summarize=-1).results[0], STRING, ())


def tell(scope: Scope) -> None:
    for place in some(scope, "print"):
        scope.effect(
            "PrintV2", [text(scope)], writes=[place.name], types=[], output_stream=f"file://{scope.program.files}/printout", end="\n"
        )


def write_file(scope: Scope) -> None:
    for place in some(scope, "file"):
        path = scope.constant(np.array(f"{scope.program.files}/file".encode(), object))
        scope.effect("WriteFile", [path, text(scope)], writes=[place.name], types=[])


def read_file(scope: Scope) -> None:
    for place in some(scope, "file"):
        path = scope.constant(np.array(f"{scope.program.files}/file".encode(), object))
        op = scope.effect("ReadFile", [path], reads=[place.name])
        found = Known(op.results[0], STRING, ())
        same = scope.node("Equal", [found, text(scope)], incompatible_shape_error=True)
        scope.give(same, I1, ())


# Checks


def check(scope: Scope) -> None:
    """An assertion: of what is always so, or, in programs that may fail, of anything."""
    if scope.program.failing and scope.chance.random() < 0.5:
        condition = scope.condition()
    else:
        a = scope.pick_of((I32, I64))
        always = [
            lambda: scope.filled(True, (), I1),
            lambda: every(scope, scope.node("Equal", [a, a], incompatible_shape_error=True), a.shape),
        ]
        condition = scope.chance.choice(always)()
    scope.effect("Assert", [condition, scope.pick_of((I32, I1))], types=[], summarize=3)


def every(scope: Scope, op: Operation, shape) -> Known:
    axes = scope.constant(np.arange(len(shape), dtype=np.int32))
    return Known(scope.node("All", [op.results[0], axes], keep_dims=False).results[0], I1, ())


def check_numbers(scope: Scope) -> None:
    a = scope.pick_of((F32,))
    if scope.program.failing or not scope.program.special:
        op = scope.effect("CheckNumerics", [a], message="checked")
        scope.give(op, F32, a.shape, a.low, a.high, a.exact)


def refuse(scope: Scope) -> None:
    """In programs that may fail, a computation that refuses some operands: an element beyond the end. Only where errors are kept does it
    fail when the element is not read."""
    if scope.program.failing:
        scope.program.refuses = True
        place = scope.node("FloorMod", [scope.pick(I32, lambda b: b.shape == ()) or scope.filled(2, (), I32), scope.filled(4, (), I32)])
        few = scope.constant(np.array(scope.floats((3,), -1, 1), np.float32))
        op = scope.effect("GatherV2", [few, place.results[0], scope.constant(np.int32(0))], batch_dims=0)
        if scope.chance.random() < 0.5:
            scope.give(op, F32, (), -1, 1, False)


def draw(scope: Scope) -> None:
    """Random numbers by a seed: the same node gives the same ones in each session."""
    if not scope.draws:
        return
    shape = scope.chance.choice([(2,), (), (2, 3)])
    seeds = {"seed": scope.chance.randint(1, 3), "seed2": scope.chance.randint(1, 3)}
    op = scope.node("RandomUniform", [scope.constant(np.array(shape, np.int32).reshape(-1))], [TensorType(None, F32)], dtype=F32, **seeds)
    scope.give(op, F32, shape, 0, 1, False)


# Branches and loops of TensorFlow 1


def touched_places(scope: Scope) -> list[str]:
    names = [place.name for place in scope.places("resource", "file", "print")]
    return scope.chance.sample(names, scope.chance.randint(0, len(names)))


def wanted_results(scope: Scope) -> list[tuple]:
    return [
        (scope.chance.choice([F32, F32, I32, I64, I1]), scope.chance.choice([(), (2,), (2, 3)])) for _ in range(scope.chance.randint(1, 2))
    ]


def all_writes(scope: Scope, places) -> list[str]:
    return [*places, "*"] if scope.program.failing else list(places)


def branch(scope: Scope) -> None:
    condition, places, wanted = scope.condition(), touched_places(scope), wanted_results(scope)
    writes = all_writes(scope, places)
    pivot = scope.node("Switch", [condition, condition], [TensorType(None, I1)] * 2, after=scope.conflicts((), writes))
    sides = []
    for number in (0, 1):
        side = Side(scope, condition, number, pivot)
        side.places = restricted(side, places)
        side.grow(scope.chance.randint(1, 6))
        results = [side.matching(*each).value for each in wanted]
        done = side.node("Identity", [side.start.results[0]], after=side.effects)
        sides.append([done.results[0], *results])
    merged = [scope.node("Merge", pair, [TensorType(None, pair[0].type.element), TensorType(None, I32)], N=2) for pair in zip(*sides)]
    scope.touched(merged[0], (), writes)
    for (kind, shape), op in zip(wanted, merged[1:]):
        bounds = () if scope.program.special else (-1, 1)
        scope.give(op, kind, shape, *bounds, exact=False)


def restricted(scope: Scope, names):
    """How a scope answers for its places, when only some of those around it may be touched."""
    around = scope.places
    return lambda *kinds: [place for place in around(*kinds) if place.name in names]


def loop(scope: Scope) -> None:
    """Counts up to a limit, which may be known in advance, and hands values on from turn to turn. No loop turns more often than it has
    parallel iterations: TensorFlow 2.21 leaves one at that limit where what enters it last is read by nothing that counts."""
    places, wanted, frame = touched_places(scope), wanted_results(scope), scope.program.name("frame")
    writes, limit = all_writes(scope, places), limit_of(scope)
    entering = [scope.filled(0, (), I32), *[scope.matching(*each) for each in wanted]]
    options = {"frame_name": frame, "is_constant": False, "parallel_iterations": 10}
    enters = [scope.node("Enter", [entering[0]], after=scope.conflicts((), writes), **options)]
    enters += [scope.node("Enter", [a], **options) for a in entering[1:]]
    turn = Turn(scope, frame)
    merges = [turn.node("Merge", [op.results[0]] * 2, [op.results[0].type, TensorType(None, I32)], N=2) for op in enters]
    turn.nodes = merges[:1]
    runs = turn.node("Less", [merges[0].results[0], turn.bring(limit, scope)])
    more = turn.node("LoopCond", [runs.results[0]], [TensorType(None, I1)])
    switches = [turn.node("Switch", [op.results[0], more.results[0]], [op.results[0].type] * 2) for op in merges]
    turn.start = turn.node("Identity", [switches[0].results[1]])
    turn.nodes = [turn.start]
    turn.known = [Known(turn.start.results[0], I32, ())]
    turn.brought = {}
    for (kind, shape), op in zip(wanted, switches[1:]):
        turn.give(turn.node("Identity", [op.results[1]]), kind, shape, *(() if scope.program.special else (-1, 1)), exact=False)
    turn.places = restricted(turn, places)
    turn.grow(scope.chance.randint(1, 6))
    results = [turn.node("Identity", [turn.matching(*each)], after=[turn.start]).results[0] for each in wanted]
    step = turn.filled(1, (), I32)
    following = [turn.node("AddV2", [turn.start.results[0], step], after=turn.effects).results[0], *results]
    for value, merge in zip(following, merges):
        back = turn.node("NextIteration", [value], [value.type])
        merge.set_operands([merge.operands[0], back.results[0], *merge.operands[2:]])
    leave(scope, switches, wanted, writes)


def leave(scope: Scope, switches, wanted, writes) -> None:
    exits = [scope.node("Exit", [op.results[0]], [op.results[0].type]) for op in switches]
    scope.touched(exits[0], (), writes)
    for (kind, shape), op in zip(wanted, exits[1:]):
        scope.give(op, kind, shape, *(() if scope.program.special else (-1, 1)), exact=False)


def limit_of(scope: Scope) -> Known:
    """How often a loop turns: 0 to 3 times, a constant or not."""
    constant = scope.filled(scope.chance.choice([0, 1, 2, 3]), (), I32)
    if scope.chance.random() < 0.5:
        return constant
    a = scope.pick(I32, lambda b: b.shape == ())
    if a is None:
        return constant
    return scope.give(scope.node("FloorMod", [a, scope.filled(4, (), I32)]), I32, ())


# Functions


def parameters_of(scope: Scope, places) -> tuple[list, list[Known], list]:
    """What functions are given: the values around, and some of the variables by their handles."""
    given = [scope.pick_of((F32, F32, I32, I64, I1)) for _ in range(scope.chance.randint(1, 3))]
    handles = [place for place in scope.places("resource") if place.name in places and scope.chance.random() < 0.6]
    return [*given, *[place.name for place in handles]], given, [scope.handle(place) for place in handles]


def body_of(scope: Scope, parameters, wanted, places, name: str) -> str:
    """A new function. Of what it does nothing is left out: its effects are control results, and its first result comes after them, as
    TensorFlow's Python interface writes functions: where branches become switches, what nothing that is read comes after is lost."""
    body = FunctionBody(scope, parameters)
    body.allowed = places
    body.grow(scope.chance.randint(1, 6))
    results = [body.matching(*each) for each in wanted]
    results[0] = behind_effects(body, results[0])
    return body.finish(results, name, {"tf._noinline": BoolAttr(True)} if scope.chance.random() < 0.2 else {})


def behind_effects(body: FunctionBody, a: Known) -> Known:
    return Known(body.node("Identity", [a], after=body.effects).results[0], a.kind, a.shape, a.low, a.high, a.exact)


def is_stateful(scope: Scope, *names: str) -> bool:
    functions = {op.get("sym_name"): op for op in scope.program.module.body if op.name == "tfg.func"}
    return any(["is_stateful" in functions[name].attributes for name in names])


def call(scope: Scope) -> None:
    places, wanted = touched_places(scope), wanted_results(scope)
    parameters, given, handles = parameters_of(scope, places)
    name = body_of(scope, parameters, wanted, places, "function")
    for _ in range(scope.chance.choice([1, 1, 2])):
        put_call(scope, name, [*given, *handles], wanted, places)


def put_call(scope: Scope, name: str, operands, wanted, places) -> None:
    types = [TensorType(None, kind) for kind, _ in wanted]
    stateful = is_stateful(scope, name)
    kind = scope.chance.choice(["StatefulPartitionedCall", name] + ([] if stateful else ["PartitionedCall"]))
    options = (
        {} if kind == name else {"f": function_named(name), "Tin": types_of(operands), "Tout": ArrayAttr(list(map(type_attribute, types)))}
    )
    put(scope, kind, operands, wanted, places if stateful else None, types, **options)


def types_of(operands) -> ArrayAttr:
    return ArrayAttr([type_attribute(getattr(operand, "value", operand).type) for operand in operands])


def type_attribute(type):
    return TypeAttr(type.element)


def put(scope: Scope, name: str, operands, wanted, places, types, first: int = 0, **options) -> None:
    """A node that calls functions. `places` is None where they touch none; results come behind the first so many."""
    if places is None:
        op = scope.node(name, operands, types, **options)
    else:
        op = scope.effect(name, operands, writes=places, types=types, **options)
    for number, (kind, shape) in enumerate(wanted):
        scope.give(op, kind, shape, *(() if scope.program.special else (-1, 1)), exact=False, result=first + number)
    # TensorFlow lowers a branch that only control edges read to nothing: its Python interface reads it by an Identity
    same = scope.node("Identity", [op.results[first]])
    if places is not None:
        scope.touched(same, (), all_writes(scope, places))
        scope.effects.remove(op)


def lowering(scope: Scope) -> dict:
    return {TAKEN_APART: True} if scope.chance.random() < 0.5 else {}


def choose(scope: Scope) -> None:
    """If and Case, with functions for branches."""
    places, wanted = touched_places(scope), wanted_results(scope)
    parameters, given, handles = parameters_of(scope, places)
    is_if = scope.chance.random() < 0.6
    names = [body_of(scope, parameters, wanted, places, "branch") for _ in range(2 if is_if else scope.chance.randint(1, 3))]
    stateful = is_stateful(scope, *names)
    prefix = "" if stateful or scope.chance.random() < 0.3 else "Stateless"
    operands, types = [*given, *handles], [TensorType(None, kind) for kind, _ in wanted]
    shared = {
        "Tin": types_of(operands),
        "Tout": ArrayAttr(list(map(type_attribute, types))),
        "output_shapes": ArrayAttr([]),
        **lowering(scope),
    }
    if is_if:
        branches = {"Tcond": I1, "then_branch": function_named(names[0]), "else_branch": function_named(names[1])}
        put(scope, prefix + "If", [scope.condition(), *operands], wanted, places if stateful else None, types, **branches, **shared)
    else:
        index = scope.pick(I32, lambda b: b.shape == ()) or scope.filled(scope.chance.choice([-1, 0, 1, 5]), (), I32)
        branches = {"branches": ArrayAttr(list(map(function_named, names)))}
        put(scope, prefix + "Case", [index, *operands], wanted, places if stateful else None, types, **branches, **shared)


def repeat(scope: Scope) -> None:
    """While: the counter, its limit, what is handed on, and variables, which stay what they are."""
    places, wanted = touched_places(scope), wanted_results(scope)
    handles = [place for place in scope.places("resource") if place.name in places]
    limit = limit_of(scope)
    counter = Known(scope.filled(0, (), I32).value, I32, ())
    carried = [scope.matching(*each) for each in wanted]
    bounds = () if scope.program.special else (-1, 1)
    parameters = [
        counter,
        limit,
        *[Known(None, kind, shape, *bounds, exact=False) for kind, shape in wanted],
        *[place.name for place in handles],
    ]
    names = [condition_body(scope, parameters), repeated_body(scope, parameters, wanted, places, handles)]
    stateful = is_stateful(scope, *names)
    operands = [counter, limit, *carried, *[scope.handle(place) for place in handles]]
    types = [TensorType(None, getattr(operand, "value", operand).type.element) for operand in operands]
    prefix = "" if stateful or scope.chance.random() < 0.3 else "Stateless"
    options = {"T": types_of(operands), "cond": function_named(names[0]), "body": function_named(names[1]), "output_shapes": ArrayAttr([])}
    options |= {"parallel_iterations": IntegerAttr(10, I64), **lowering(scope)}
    put(scope, prefix + "While", operands, wanted, places if stateful else None, types, first=2, **options)


def condition_body(scope: Scope, parameters) -> str:
    body = FunctionBody(scope, parameters)
    body.allowed = []
    counter, limit = body.known[:2]
    runs = body.node("Less", [counter, limit])
    return body.finish([Known(runs.results[0], I1, ())], "condition", {})


def repeated_body(scope: Scope, parameters, wanted, places, handles) -> str:
    body = FunctionBody(scope, parameters)
    body.allowed = places
    counter, limit = body.known[:2]
    body.grow(scope.chance.randint(1, 6))
    results = [body.matching(*each) for each in wanted]
    results[0] = behind_effects(body, results[0])
    following = Known(body.node("AddV2", [counter, body.filled(1, (), I32)], after=body.effects).results[0], I32, ())
    passed = [Known(body.handles[place.name], RESOURCE, ()) for place in handles]
    return body.finish([following, limit, *results, *passed], "body", {})


EFFECTS = [read, read, write, write, read_reference, write_reference, tell, write_file, read_file, check, check_numbers, refuse, draw]
COMPOSITES = [branch, loop, call, call, choose, choose, repeat]
