"""What random graphs compute: operations without effects, of which the generator knows shapes and bounds.

Each function takes a scope and adds nodes to it. `OPS` are those for programs whose numbers are tame, `EXACT_OPS` those whose
results IEEE 754 says to the bit, for programs of NaN, infinities and signed zeros.
"""

from __future__ import annotations

import numpy as np
from tfir.dialects.tfg.nodes import NAME
from tfir.ir.types import F32, I1, I32, I64
from tfir.ods.arrays import dtype_of

LARGEST = 1000.0  # beyond it, a tame number is brought back by Tanh
NUMBERS = (F32, I32, I64)
INTEGERS = (I32, I64)
CONSTANTS = (0, 0, 1, 1, -1, 2, 0.5, 3)  # neutral and absorbing ones more often
AXIS_SPECIAL = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0, -1.5, 2.0], np.float32)


def bounds_of(name: str, a, b) -> tuple[float, float]:
    """The bounds of a binary operation's results, from those of its operands."""
    ends = [(x, y) for x in (a.low, a.high) for y in (b.low, b.high)]
    if name in ("AddV2", "Add", "Sub"):
        found = [x - y if name == "Sub" else x + y for x, y in ends]
    elif name == "Mul":
        found = [x * y for x, y in ends]
    elif name == "SquaredDifference":
        return 0.0, max([(x - y) ** 2 for x, y in ends])
    else:
        found = [max(x, y) if name == "Maximum" else min(x, y) for x, y in ends]
    return min(found), max(found)


def constant_beside(scope, a):
    """A constant that spreads to the shape of `a`: one number all over, of no dimensions, of ones, or of all of the shape."""
    number = scope.chance.choice(CONSTANTS) if a.kind is F32 else int(scope.chance.choice(CONSTANTS) // 1)
    if scope.program.special and scope.chance.random() < 0.3:
        number = float(scope.chance.choice(AXIS_SPECIAL.tolist())) if a.kind is F32 else number
    shape = scope.chance.choice([(), (), a.shape, (1,) * len(a.shape), a.shape[-1:]])
    found = scope.filled(number, shape, a.kind)
    return feed(scope, found) if scope.is_outermost and scope.chance.random() < 0.06 else found


def feed(scope, constant):
    """The constant, in the place of which something else is fed: 0 or 1. Nothing may wait for what leads to it."""
    op = constant.value.op
    if len(op.operands) == 0:
        name = op.get(NAME)
        scope.program.fed.append(name)
        for feeds in scope.program.feeds:
            feeds[name] = np.full(constant.shape, scope.chance.randint(0, 1), dtype_of(constant.kind))
        constant.low, constant.high, constant.exact = min(constant.low, 0.0), max(constant.high, 1.0), True
    return constant


def partner(scope, a):
    """Another value that spreads to the shape of `a` or to which that spreads; `a` itself at times."""
    if scope.chance.random() < 0.4:
        return constant_beside(scope, a)
    if scope.chance.random() < 0.15:
        return a
    return scope.pick(a.kind, lambda b: spread(a.shape, b.shape) is not None) or constant_beside(scope, a)


def spread(one, other):
    try:
        return np.broadcast_shapes(one, other)
    except ValueError:
        return None


def binary(scope, names=("AddV2", "AddV2", "Sub", "Mul", "Mul", "Maximum", "Minimum", "SquaredDifference"), kinds=NUMBERS):
    a = scope.pick_of(kinds)
    b = partner(scope, a)
    name = scope.chance.choice(names)
    if scope.chance.random() < 0.5:
        a, b = b, a
    low, high = bounds_of(name, a, b) if a.kind is F32 and not scope.program.special else (None, None)
    scope.give(scope.node(name, [a, b]), a.kind, spread(a.shape, b.shape), low, high, a.exact and b.exact)


def exact_binary(scope):
    binary(scope, ("AddV2", "Sub", "Mul"))


def exact_division(scope):
    binary(scope, ("RealDiv",), (F32,))


def division(scope):
    a = scope.pick_of(NUMBERS)
    if a.kind is F32:
        b = scope.pick(F32, lambda b: b.low > 0.25 and spread(a.shape, b.shape) is not None) or scope.filled(
            scope.chance.choice([1, 2, -1, 0.5]), (), F32
        )
        name, reach = scope.chance.choice(["RealDiv", "Div"]), max(abs(a.low), abs(a.high)) / min(abs(b.low), abs(b.high))
        scope.give(scope.node(name, [a, b]), F32, spread(a.shape, b.shape), -reach, reach, False)
    else:
        b = scope.filled(scope.chance.choice([1, 2, 3, -1, 5]), scope.chance.choice([(), a.shape]), a.kind)
        scope.give(scope.node(scope.chance.choice(["FloorDiv", "FloorMod", "TruncateDiv"]), [a, b]), a.kind, a.shape)


# What each does with bounds; those that need a domain say so.
UNARY = {
    "Neg": lambda a: (-a.high, -a.low), "Abs": lambda a: (0.0, max(abs(a.low), abs(a.high))), "Tanh": lambda a: (-1.0, 1.0),
    "Square": lambda a: (0.0, max(a.low**2, a.high**2)), "Relu": lambda a: (max(a.low, 0.0), max(a.high, 0.0)), "Sigmoid": lambda a: (0.0, 1.0),
    "Exp": lambda a: (np.exp(a.low), np.exp(a.high)) if a.high < 5 else None,
    "Sqrt": lambda a: (a.low**0.5, a.high**0.5) if a.low > 0.1 else None, "Rsqrt": lambda a: (a.high**-0.5, a.low**-0.5) if a.low > 0.1 else None,
    "Log": lambda a: (np.log(a.low), np.log(a.high)) if a.low > 0.1 else None, "Reciprocal": lambda a: (1 / a.high, 1 / a.low) if a.low > 0.1 else None,
    "Softplus": lambda a: (0.0, max(a.high, 0.0) + 0.7), "Elu": lambda a: (-1.0, max(a.high, 0.0)), "Relu6": lambda a: (0.0, 6.0),
    "Identity": lambda a: (a.low, a.high), "StopGradient": lambda a: (a.low, a.high), "Snapshot": lambda a: (a.low, a.high),
    "LeakyRelu": lambda a: (min(a.low, 0.0), max(a.high, 0.0)),
}  # fmt: skip
STAYS_EXACT = {"Neg", "Abs", "Square", "Relu", "Identity", "StopGradient", "Snapshot"}
OF_INTEGERS = ("Neg", "Abs", "Square", "Sign", "Identity", "Invert")


def unary(scope, names=tuple(UNARY)):
    a = scope.pick_of(NUMBERS)
    if a.kind is not F32:
        scope.give(scope.node(scope.chance.choice(OF_INTEGERS), [a]), a.kind, a.shape)
        return
    name = scope.chance.choice(names)
    bounds = (None, None) if scope.program.special else UNARY[name](a)
    if bounds is not None:
        scope.give(scope.node(name, [a]), F32, a.shape, *bounds, exact=a.exact and name in STAYS_EXACT)


def exact_unary(scope):
    unary(scope, ("Neg", "Abs", "Square", "Identity", "Neg"))


def twice(scope):
    """An operation and its opposite, or one that is its own."""
    a = scope.pick_of(NUMBERS)
    name = scope.chance.choice(["Neg", "Identity", "Transpose", "Reverse"] + (["Invert"] if a.kind is not F32 else []))
    axes = (
        scope.constant(np.arange(len(a.shape), dtype=np.int32)[::-1])
        if name == "Transpose"
        else scope.constant(np.arange(min(1, len(a.shape)), dtype=np.int32))
    )
    for _ in range(2):
        operands = [a, axes] if name in ("Transpose", "Reverse") else [a]
        shape = a.shape[::-1] if name == "Transpose" else a.shape
        bounds = (-a.high, -a.low) if name == "Neg" and a.kind is F32 else (a.low, a.high)
        a = scope.give(scope.node("ReverseV2" if name == "Reverse" else name, operands), a.kind, shape, *bounds, exact=a.exact)


def sum_of_many(scope):
    a = scope.pick_of(NUMBERS)
    same = [a] + [scope.pick(a.kind, lambda b: b.shape == a.shape) for _ in range(scope.chance.randint(0, 3))]
    if scope.chance.random() < 0.4:
        same.append(scope.filled(0, a.shape, a.kind))
    scope.chance.shuffle(same)
    low, high = (sum([b.low for b in same]), sum([b.high for b in same])) if a.kind is F32 else (None, None)
    scope.give(scope.node("AddN", same), a.kind, a.shape, low, high, all([b.exact for b in same]))


def compare(scope):
    a = scope.pick_of(INTEGERS) if scope.chance.random() < 0.7 else scope.pick(F32, lambda b: b.exact) or scope.pick_of(INTEGERS)
    b = partner(scope, a)
    if a.exact and b.exact:
        name = scope.chance.choice(["Equal", "NotEqual", "Less", "LessEqual", "Greater", "GreaterEqual"])
        scope.give(scope.node(name, [a, b]), I1, spread(a.shape, b.shape))


def logic(scope):
    a = scope.pick_of((I1,))
    name = scope.chance.choice(["LogicalAnd", "LogicalOr", "LogicalNot"])
    if name == "LogicalNot":
        scope.give(scope.node(name, [a]), I1, a.shape)
        return
    b = (
        scope.filled(scope.chance.random() < 0.5, (), I1)
        if scope.chance.random() < 0.5
        else scope.pick(I1, lambda b: spread(a.shape, b.shape) is not None)
    )
    scope.give(scope.node(name, [a, b]), I1, spread(a.shape, b.shape))


def select(scope):
    a = scope.pick_of(NUMBERS)
    b = scope.pick(a.kind, lambda b: b.shape == a.shape)
    condition = scope.pick(I1, lambda c: c.shape in ((), a.shape)) or scope.filled(scope.chance.random() < 0.5, (), I1)
    name = "SelectV2" if condition.shape not in ((), a.shape) else scope.chance.choice(["Select", "SelectV2"])
    scope.give(scope.node(name, [condition, a, b]), a.kind, a.shape, min(a.low, b.low), max(a.high, b.high), a.exact and b.exact)


def cast(scope):
    a = scope.pick_of((F32, I32, I64, I1))
    goals = (
        [kind for kind in (F32, I32, I64, I1) if kind is not F32 or a.kind is I1]
        if a.kind is not F32 or (a.exact and not scope.program.special)
        else [F32]
    )
    goal = scope.chance.choice(goals)
    low, high = (0.0, 1.0) if a.kind is I1 else (a.low, a.high)
    scope.give(scope.node("Cast", [a], SrcT=a.kind, DstT=goal, Truncate=False), goal, a.shape, low, high, goal is not F32 or a.exact)


# What a value passes through and stays what it is: where an order is carried by a node that an optimizer takes away


def handing_on(scope, a, after):
    """The value itself, by a node that comes after others: it waits for them, or a constant beside the value does."""
    if a.kind is F32 and scope.program.special:  # of which fewer keep the sign of a zero
        name = scope.chance.choice(["Identity", "Mul", "Neg", "Cast", "Reshape", "Transpose", "Slice", "ConcatV2", "Snapshot", "Split"])
    else:
        name = scope.chance.choice(list(NEUTRAL))
    node, operand = (after, ()) if scope.chance.random() < 0.4 else ((), after)
    op = NEUTRAL[name](scope, a, node, operand)
    if not any([scope.program.before[op] & scope.bit(each) == 0 for each in after]):
        return type(a)(op.results[0], a.kind, a.shape, a.low, a.high, a.exact)
    op = scope.node("Identity", [op.results[0]], after=after)
    return type(a)(op.results[0], a.kind, a.shape, a.low, a.high, a.exact)


def with_number(name, number, **attributes):
    def build(scope, a, node, operand):
        b = scope.filled(number, scope.chance.choice([(), a.shape]), a.kind, operand)
        pair = [b, a] if name in ("AddV2", "Mul") and scope.chance.random() < 0.5 else [a, b]
        return scope.node(name, pair if name != "AddN" else [a, scope.filled(number, a.shape, a.kind, operand)], after=node, **attributes)

    return build


def with_list(name, numbers, **attributes):
    """An operation that takes a list of whole numbers, which `numbers` makes of a shape."""
    return lambda scope, a, node, operand: scope.node(
        name, [a, scope.constant(np.array(numbers(a.shape), np.int32), operand)], after=node, **attributes
    )


def alone(name, **attributes):
    return lambda scope, a, node, operand: scope.node(name, [a], after=[*node, *operand], **attributes)


def double_negation(scope, a, node, operand):
    return scope.node("Neg", [scope.node("Neg", [a], after=operand).results[0]], after=node)


def slice_of_all(scope, a, node, operand):
    begin, size = scope.constant(np.zeros(len(a.shape), np.int32), operand), scope.constant(np.full(len(a.shape), -1, np.int32))
    return scope.node("Slice", [a, begin, size], after=node)


def concatenated_with_nothing(scope, a, node, operand):
    if not a.shape:
        return scope.node("Identity", [a], after=[*node, *operand])
    nothing = scope.filled(0, (0, *a.shape[1:]), a.kind, operand)
    return scope.node("ConcatV2", [a, nothing, scope.constant(np.int32(0))], after=node, N=2)


def split_in_one(scope, a, node, operand):
    if not a.shape:
        return scope.node("Identity", [a], after=[*node, *operand])
    return scope.node("Split", [scope.constant(np.int32(0), operand), a], after=node, num_split=1)


def selected(scope, a, node, operand):
    which = scope.chance.random() < 0.5
    other = scope.filled(0, a.shape, a.kind, operand)
    pair = [a, other] if which else [other, a]
    return scope.node("SelectV2", [scope.filled(which, (), I1), *pair], after=node)


def packed(scope, a, node, operand):
    one = scope.node("Pack", [a], after=operand, axis=0)
    return scope.node("Unpack", [one.results[0]], after=node, num=1, axis=0)


NEUTRAL = {
    "Identity": alone("Identity"), "Snapshot": alone("Snapshot"), "StopGradient": alone("StopGradient"),
    "Cast": lambda scope, a, node, operand: scope.node("Cast", [a], after=[*node, *operand], SrcT=a.kind, DstT=a.kind, Truncate=False),
    "AddV2": with_number("AddV2", 0), "Sub": with_number("Sub", 0), "Mul": with_number("Mul", 1), "AddN": with_number("AddN", 0), "Pow": with_number("Pow", 1),
    "Neg": double_negation, "Slice": slice_of_all, "ConcatV2": concatenated_with_nothing, "Split": split_in_one, "SelectV2": selected, "Pack": packed,
    "Reshape": with_list("Reshape", list), "BroadcastTo": with_list("BroadcastTo", list), "Tile": with_list("Tile", lambda shape: [1] * len(shape)),
    "Transpose": with_list("Transpose", lambda shape: list(range(len(shape)))), "Pad": with_list("Pad", lambda shape: np.zeros((len(shape), 2))),
    "ReverseV2": with_list("ReverseV2", lambda shape: []), "Sum": with_list("Sum", lambda shape: [], keep_dims=False),
}  # fmt: skip


# Shapes


def reshape(scope):
    a = scope.pick_of(NUMBERS)
    size = int(np.prod(a.shape))
    shapes = [a.shape, (size,), (1, *a.shape), (*a.shape, 1), (size, 1)] + ([()] if size == 1 else [])
    shape = scope.chance.choice(shapes)
    said = list(shape)
    if said and size and scope.chance.random() < 0.4:
        said[scope.chance.randrange(len(said))] = -1
    target = scope.constant(np.array(said, np.int32))
    if scope.chance.random() < 0.3 and shape == a.shape:
        target = shape_of(scope, a)
    scope.like(scope.node("Reshape", [a, target]), a, shape)


def shape_of(scope, a):
    return scope.give(scope.node("Shape", [a], out_type=I32), I32, (len(a.shape),))


def transpose(scope):
    a = scope.pick_of(NUMBERS)
    order = list(range(len(a.shape)))
    if scope.chance.random() < 0.7:
        scope.chance.shuffle(order)
    scope.like(scope.node("Transpose", [a, scope.constant(np.array(order, np.int32))]), a, tuple([a.shape[axis] for axis in order]))


def stack(scope):
    a = scope.pick_of(NUMBERS)
    same = [a] + [scope.pick(a.kind, lambda b: b.shape == a.shape) for _ in range(scope.chance.randint(0, 2))]
    bounds = min([b.low for b in same]), max([b.high for b in same])
    axis = scope.chance.randint(0, len(a.shape))
    shape = (*a.shape[:axis], len(same), *a.shape[axis:])
    packed = scope.give(scope.node("Pack", same, axis=axis), a.kind, shape, *bounds, exact=all([b.exact for b in same]))
    if scope.chance.random() < 0.4:
        scope.like_all(scope.node("Unpack", [packed], num=len(same), axis=axis), packed, [a.shape] * len(same))


def concatenate(scope):
    a = scope.pick_of(NUMBERS, lambda b: b.shape)
    if not a.shape:
        return
    axis = scope.chance.randrange(len(a.shape))

    def fits(b):
        return len(b.shape) == len(a.shape) and all([m == n for k, (m, n) in enumerate(zip(a.shape, b.shape)) if k != axis])

    parts = [a] + [scope.pick(a.kind, fits) for _ in range(scope.chance.randint(1, 2))]
    parts += [scope.filled(scope.chance.choice(CONSTANTS) // 1, a.shape, a.kind) for _ in range(scope.chance.choice([0, 0, 1, 2]))]
    shape = (*a.shape[:axis], sum([b.shape[axis] for b in parts]), *a.shape[axis + 1 :])
    where = scope.constant(np.int32(axis if scope.chance.random() < 0.7 else axis - len(a.shape)))
    bounds = min([b.low for b in parts]), max([b.high for b in parts])
    scope.give(scope.node("ConcatV2", [*parts, where], N=len(parts)), a.kind, shape, *bounds, exact=all([b.exact for b in parts]))


def split(scope):
    a = scope.pick_of(NUMBERS, lambda b: b.shape)
    if not a.shape:
        return
    axis = scope.chance.randrange(len(a.shape))
    count = scope.chance.choice([n for n in (1, 1, 2, 3) if a.shape[axis] % n == 0])
    part = (*a.shape[:axis], a.shape[axis] // count, *a.shape[axis + 1 :])
    scope.like_all(scope.node("Split", [scope.constant(np.int32(axis)), a], num_split=count), a, [part] * count)


def slice_of(scope):
    a = scope.pick_of(NUMBERS, lambda b: b.shape)
    begin = [scope.chance.randint(0, size) if scope.chance.random() < 0.4 else 0 for size in a.shape]
    size = [n - b if scope.chance.random() < 0.7 else scope.chance.randint(0, n - b) for n, b in zip(a.shape, begin)]
    numbers = [scope.constant(np.array(each, np.int32).reshape(-1)) for each in (begin, size)]
    scope.like(scope.node("Slice", [a, *numbers]), a, tuple(size))


def strided_slice(scope):
    a = scope.pick_of(NUMBERS, lambda b: b.shape and 0 not in b.shape)
    if not a.shape or 0 in a.shape:
        return
    step = scope.chance.choice([1, 1, -1, 2])
    shrinks = scope.chance.random() < 0.3
    at = scope.chance.randrange(a.shape[0])
    begin, end, strides = ([at], [at + 1], [1]) if shrinks else ([0], [0], [step])
    operands = [a] + [scope.constant(np.array(each, np.int32)) for each in (begin, end, strides)]
    masks = {"begin_mask": int(not shrinks), "end_mask": int(not shrinks), "shrink_axis_mask": int(shrinks)}
    first = () if shrinks else (-(-a.shape[0] // abs(step)),)
    scope.like(scope.node("StridedSlice", operands, ellipsis_mask=0, new_axis_mask=0, **masks), a, (*first, *a.shape[1:]))


def pad(scope):
    a = scope.pick_of(NUMBERS)
    widths = np.array([[scope.chance.choice([0, 0, 1]), scope.chance.choice([0, 0, 1])] for _ in a.shape], np.int32).reshape(-1, 2)
    shape = tuple([int(n + before + after) for n, (before, after) in zip(a.shape, widths)])
    scope.give(scope.node("Pad", [a, scope.constant(widths)]), a.kind, shape, min(a.low, 0), max(a.high, 0), a.exact)


def tile(scope):
    a = scope.pick_of(NUMBERS)
    times = [scope.chance.choice([1, 1, 2]) for _ in a.shape]
    scope.like(
        scope.node("Tile", [a, scope.constant(np.array(times, np.int32).reshape(-1))]), a, tuple([n * t for n, t in zip(a.shape, times)])
    )


def broadcast(scope):
    a = scope.pick_of(NUMBERS)
    shape = scope.chance.choice([a.shape, (2, *a.shape), tuple([3 if n == 1 else n for n in a.shape])])
    scope.like(scope.node("BroadcastTo", [a, scope.constant(np.array(shape, np.int32).reshape(-1))]), a, shape)


def squeeze(scope):
    a = scope.pick_of(NUMBERS)
    at = scope.chance.randint(0, len(a.shape))
    wider = scope.like(scope.node("ExpandDims", [a, scope.constant(np.int32(at))]), a, (*a.shape[:at], 1, *a.shape[at:]))
    if scope.chance.random() < 0.5:
        scope.like(scope.node("Squeeze", [wider], squeeze_dims=[at]), wider, a.shape)


def facts(scope):
    """Shape, rank and size of a value, ones and zeros like it."""
    a = scope.pick_of(NUMBERS)
    name = scope.chance.choice(["Shape", "Size", "Rank", "ZerosLike", "OnesLike"])
    if name in ("ZerosLike", "OnesLike"):
        number = float(name == "OnesLike")
        scope.give(scope.node(name, [a]), a.kind, a.shape, number, number, True)
    else:
        options = {} if name == "Rank" else {"out_type": I32}
        scope.give(scope.node(name, [a], **options), I32, (len(a.shape),) if name == "Shape" else ())


def fill(scope):
    a = scope.pick_of(NUMBERS)
    number = scope.pick(a.kind, lambda b: b.shape == ()) or scope.filled(scope.chance.choice([0, 1]), (), a.kind)
    scope.like(scope.node("Fill", [shape_of(scope, a), number], index_type=I32), number, a.shape)


def gather(scope):
    a = scope.pick_of(NUMBERS, lambda b: b.shape and b.shape[0] > 0)
    if not a.shape or a.shape[0] == 0:
        return
    indices = np.array([scope.chance.randrange(a.shape[0]) for _ in range(scope.chance.randint(0, 3))], np.int32)
    scope.like(
        scope.node("GatherV2", [a, scope.constant(indices), scope.constant(np.int32(0))], batch_dims=0), a, (len(indices), *a.shape[1:])
    )


# Contractions


def reduction(scope):
    a = scope.pick_of(NUMBERS, lambda b: 0 not in b.shape)
    if 0 in a.shape:
        return
    axes = sorted(scope.chance.sample(range(len(a.shape)), scope.chance.randint(0, len(a.shape))))
    keep = scope.chance.random() < 0.4
    name = scope.chance.choice(
        ["Sum", "Sum", "Mean", "Max", "Min"] if a.kind is F32 and not scope.program.special else ["Sum", "Max", "Min"]
    )
    if scope.program.special and a.kind is F32:
        axes = [axis for axis in axes if a.shape[axis] == 1]
        name = "Sum"
    count = int(np.prod([a.shape[axis] for axis in axes])) if name == "Sum" else 1
    shape = tuple([1 if axis in axes else n for axis, n in enumerate(a.shape) if keep or axis not in axes])
    where = scope.constant(np.array(axes, np.int32).reshape(-1))
    low, high = (min(count * a.low, a.low), max(count * a.high, a.high)) if a.kind is F32 else (None, None)
    scope.give(scope.node(name, [a, where], keep_dims=keep), a.kind, shape, low, high, a.exact and name != "Mean")


def matmul(scope):
    a = scope.pick(F32, lambda b: len(b.shape) == 2 and 0 not in b.shape)
    if a is None:
        return
    width = scope.chance.randint(1, 3)
    turned = scope.chance.random() < 0.3
    inner = a.shape[1]
    weights = scope.constant(np.array(scope.floats((width, inner) if turned else (inner, width), -1, 1), np.float32))
    reach = inner * max(abs(a.low), abs(a.high))
    found = scope.give(
        scope.node("MatMul", [a, weights], transpose_a=False, transpose_b=turned), F32, (a.shape[0], width), -reach, reach, False
    )
    finish(scope, found, width)


def convolution(scope):
    a = scope.pick(F32, lambda b: len(b.shape) == 4 and 0 not in b.shape)
    if a is None:
        shape = (1, 3, 3, 2)
        flat = scope.pick(F32, lambda b: b.shape == ()) or scope.filled(1, (), F32)
        a = scope.like(scope.node("Fill", [scope.constant(np.array(shape, np.int32)), flat], index_type=I32), flat, shape)
    width = scope.chance.randint(1, 3)
    weights = scope.constant(np.array(scope.floats((1, 1, a.shape[3], width), -1, 1), np.float32))
    reach = a.shape[3] * max(abs(a.low), abs(a.high))
    options = {
        "strides": [1, 1, 1, 1],
        "padding": "SAME",
        "data_format": "NHWC",
        "dilations": [1, 1, 1, 1],
        "explicit_paddings": [],
        "use_cudnn_on_gpu": True,
    }
    found = scope.give(scope.node("Conv2D", [a, weights], **options), F32, (*a.shape[:3], width), -reach, reach, False)
    finish(scope, found, width)


def finish(scope, found, width):
    """A bias and an activation behind a contraction, at times."""
    if scope.chance.random() < 0.6:
        bias = scope.constant(np.array(scope.floats((width,), -1, 1) if scope.chance.random() < 0.7 else [0] * width, np.float32))
        name = scope.chance.choice(["BiasAdd", "BiasAdd", "AddV2"])
        options = {"data_format": "NHWC"} if name == "BiasAdd" else {}
        found = scope.give(scope.node(name, [found, bias], **options), F32, found.shape, found.low - 1, found.high + 1, False)
    if scope.chance.random() < 0.6:
        name = scope.chance.choice(["Relu", "Relu6", "Tanh", "Elu", "Sigmoid", "LeakyRelu"])
        scope.give(scope.node(name, [found]), F32, found.shape, *UNARY[name](found), exact=False)


def again(scope):
    """What was computed before is computed once more."""
    found = [a for a in scope.known if a.value.op is not None and a.value.op in scope.repeatable]
    if found:
        a = scope.chance.choice(found)
        op = a.value.op
        data = [value for value in op.operands if value.type.text != "!tf_type.control"]
        copy = scope.node(op.name[4:], data, types=[result.type for result in op.results[:-1]], **dict(scope.plain_attributes(op)))
        scope.give(copy, a.kind, a.shape, a.low, a.high, a.exact, result=a.value.index)


SHAPES = [reshape, transpose, stack, concatenate, split, slice_of, strided_slice, pad, tile, broadcast, squeeze, facts, fill, gather]
OPS = [binary] * 8 + [unary] * 5 + [division, twice, sum_of_many, compare, compare, logic, select, cast, cast, reduction, reduction]
OPS += [matmul, convolution, again, again, *SHAPES]
EXACT_OPS = (
    [exact_binary] * 7 + [exact_division] + [exact_unary] * 3 + [twice, select, cast, reduction, again, again, compare, logic, *SHAPES]
)
