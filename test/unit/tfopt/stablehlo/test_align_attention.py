"""Attention as others write it becomes one form, which computes what NumPy does and is one dispatch; what only looks like it stays as it is."""

import numpy as np
import pytest
from device_calls import call, lowered, printed, read

from tfopt.generic.dce import dce
from tfopt.stablehlo.stablehlo_align_attention import stablehlo_align_attention

IMAGES, PLACES, HEADS, GROUPS, WIDTH, KEYS = 2, 8, 2, 3, 4, 12


def typed(*shape, element: str = "f32") -> str:
    return f"tensor<{'x'.join([*map(str, shape), element])}>"


class Draft:
    """A function being written; values are names of numbers with shapes."""

    def __init__(self, **arguments):
        self.shapes, self.lines = {f"%{name}": shape for name, shape in arguments.items()}, []
        self.arguments = ", ".join([f"{name}: {typed(*shape)}" for name, shape in self.shapes.items()])

    def op(self, text: str, operands, shape) -> str:
        name = f"%{len(self.lines)}"
        types = ", ".join([typed(*self.shapes.get(value, ())) for value in operands])
        self.lines.append(f"{name} = stablehlo.{text} : ({types}) -> {typed(*shape)}")
        self.shapes[name] = tuple(shape)
        return name

    def reshape(self, x, *shape):
        return self.op(f"reshape {x}", [x], shape)

    def transpose(self, x, *order):
        return self.op(f"transpose {x}, dims = {list(order)}", [x], [self.shapes[x][d] for d in order])

    def broadcast(self, x, dims, *shape):
        return self.op(f"broadcast_in_dim {x}, dims = {list(dims)}", [x], shape)

    def dot(self, x, y, batch, summed, rest: str = ""):
        free = [[s for d, s in enumerate(self.shapes[v]) if d not in (*batch[at], *summed[at])] for at, v in enumerate((x, y))]
        shape = [*[self.shapes[x][d] for d in batch[0]], *free[0], *free[1]]
        batching = f"batching_dims = {list(batch[0])} x {list(batch[1])}, " if batch[0] else ""
        return self.op(f"dot_general {x}, {y}, {batching}contracting_dims = {list(summed[0])} x {list(summed[1])}{rest}", [x, y], shape)

    def binary(self, name, x, y):
        return self.op(f"{name} {x}, {y}", [x, y], self.shapes[x])

    def number(self, value, *shape):
        name = f"%{len(self.lines)}"
        self.lines.append(f"{name} = stablehlo.constant dense<{value}> : {typed(*shape)}")
        self.shapes[name] = shape
        return name

    def reduce(self, name, x, initial, axis):
        shape = [size for d, size in enumerate(self.shapes[x]) if d != axis]
        start = self.number(initial)
        return self.op(f"reduce({x} init: {start}) applies stablehlo.{name} across dimensions = [{axis}]", [x, start], shape)

    def softmax(self, x, axis):
        shape = self.shapes[x]
        rest = [d for d in range(len(shape)) if d != axis]
        largest = self.reduce("maximum", x, "0xFF800000", axis)
        power = self.op(f"exponential {self.binary('subtract', x, self.broadcast(largest, rest, *shape))}", [x], shape)
        return self.binary("divide", power, self.broadcast(self.reduce("add", power, "0.0", axis), rest, *shape))

    def text(self, *results) -> str:
        types = ", ".join([typed(*self.shapes[value]) for value in results])
        body = "\n".join([*self.lines, f"return {', '.join(results)} : {types}"])
        return f"func.func @main({self.arguments}) -> ({types}) {{\n{body}\n}}"


def groups_that_share_keys():
    """As jax.nn.dot_product_attention: groups beside heads, in front of the batch in between, weights on the right."""
    d = Draft(q=(IMAGES, PLACES, HEADS * GROUPS, WIDTH), k=(IMAGES, KEYS, HEADS, WIDTH), v=(IMAGES, KEYS, HEADS, WIDTH))
    scores = d.dot(d.reshape("%q", IMAGES, PLACES, HEADS, GROUPS, WIDTH), "%k", ([0, 2], [0, 2]), ([4], [3]))
    weights = d.softmax(d.transpose(scores, 3, 0, 1, 2, 4), 4)
    sums = d.dot("%v", weights, ([0, 2], [1, 2]), ([1], [4]))
    back = d.transpose(d.transpose(sums, 3, 0, 4, 1, 2), 1, 2, 3, 0, 4)
    return d.text(d.reshape(back, IMAGES, PLACES, HEADS * GROUPS * WIDTH)), lambda q, k, v: attended(
        q, np.repeat(k, GROUPS, 2), np.repeat(v, GROUPS, 2)
    )


def heads_beside_the_batch():
    """As bmm does it, with a mask of all images for each head in between, and an offset and a divisor of queries."""
    d = Draft(
        q=(IMAGES * PLACES, HEADS * WIDTH),
        k=(IMAGES, KEYS, HEADS, WIDTH),
        v=(IMAGES, KEYS, HEADS, WIDTH),
        bias=(HEADS, WIDTH),
        m=(HEADS, KEYS),
    )
    shape = IMAGES, PLACES, HEADS, WIDTH
    offset = d.binary("add", d.reshape("%q", *shape), d.broadcast("%bias", [2, 3], *shape))
    q = d.reshape(d.transpose(offset, 0, 2, 1, 3), IMAGES * HEADS, PLACES, WIDTH)
    q = d.binary("divide", q, d.number("2.0", *d.shapes[q]))
    k = d.reshape(d.transpose("%k", 0, 2, 3, 1), IMAGES * HEADS, WIDTH, KEYS)
    v = d.reshape(d.transpose("%v", 0, 2, 1, 3), IMAGES * HEADS, KEYS, WIDTH)
    scores = d.reshape(d.dot(q, k, ([0], [0]), ([2], [1])), IMAGES, HEADS, PLACES, KEYS)
    scores = d.binary("add", scores, d.broadcast("%m", [1, 3], IMAGES, HEADS, PLACES, KEYS))
    weights = d.softmax(d.reshape(scores, IMAGES * HEADS, PLACES, KEYS), 2)
    sums = d.reshape(d.dot(weights, v, ([0], [0]), ([2], [1])), IMAGES, HEADS, PLACES, WIDTH)

    def expected(q, k, v, bias, m):
        return attended((q.reshape(shape) + bias) / 2, k, v, m[:, None]).reshape(IMAGES, PLACES, HEADS * WIDTH)

    return d.text(d.reshape(d.transpose(sums, 0, 2, 1, 3), IMAGES, PLACES, HEADS * WIDTH)), expected


def one_query():
    """Of each head, with an odd dimension of one place."""
    d = Draft(q=(IMAGES, 1, HEADS, WIDTH), k=(IMAGES, KEYS, HEADS, WIDTH), v=(IMAGES, KEYS, HEADS, WIDTH))
    scores = d.dot("%q", "%k", ([0, 2], [0, 2]), ([3], [3]))
    weights = d.softmax(d.reshape(scores, IMAGES, HEADS, KEYS), 2)
    sums = d.dot(weights, "%v", ([0, 1], [0, 2]), ([2], [1]))
    return d.text(d.reshape(sums, IMAGES, 1, HEADS * WIDTH)), attended


def without_a_batch():
    """Which jax.nn.dot_product_attention puts in front of its operands."""
    d = Draft(q=(PLACES, HEADS, WIDTH), k=(KEYS, HEADS, WIDTH), v=(KEYS, HEADS, WIDTH))
    q, k, v = (d.broadcast(value, [1, 2, 3], 1, *d.shapes[value]) for value in ("%q", "%k", "%v"))
    weights = d.softmax(d.dot(q, k, ([0, 2], [0, 2]), ([3], [3])), 3)
    sums = d.transpose(d.dot(v, weights, ([0, 2], [0, 1]), ([1], [3])), 0, 3, 1, 2)
    return d.text(d.reshape(sums, PLACES, HEADS, WIDTH)), lambda q, k, v: attended(q[None], k[None], v[None])


def keys_on_the_left():
    """Whose scores are computed with, and reduced, across the first of two dimensions; both take a mask by numbers of places."""
    d = Draft(q=(IMAGES, PLACES, HEADS, WIDTH), k=(IMAGES, KEYS, HEADS, WIDTH), v=(IMAGES, KEYS, HEADS, WIDTH))
    scores = d.dot("%k", "%q", ([0, 2], [0, 2]), ([3], [3]))
    shape = d.shapes[scores]
    numbers = [f"%{name} = stablehlo.iota dim = {dim} : {typed(*shape)}" for name, dim in (("key", 2), ("row", 3))]
    d.lines += numbers
    d.shapes |= dict.fromkeys(("%key", "%row"), shape)
    scores = d.binary("add", scores, d.binary("multiply", "%key", "%row"))
    sums = d.dot(d.softmax(scores, 2), "%v", ([0, 1], [0, 2]), ([2], [1]))
    ramp = np.arange(PLACES)[:, None] * np.arange(KEYS)
    return d.text(d.transpose(sums, 0, 2, 1, 3)), lambda q, k, v: attended(q, k, v, ramp)


def attended(q, k, v, mask=0.0):
    sums = np.einsum("bmhd,blhd->bhml", q.astype("f8"), k) + mask
    weights = np.exp(sums - sums.max(-1, keepdims=True))
    weights /= weights.sum(-1, keepdims=True)
    return np.einsum("bhml,blhd->bmhd", weights, v.astype("f8"))


FORMS = (groups_that_share_keys, heads_beside_the_batch, one_query, without_a_batch, keys_on_the_left)


def drawn(text: str) -> list[np.ndarray]:
    random = np.random.default_rng(14)
    return [random.standard_normal(each.type.shape).astype("f4") for each in read(text).body.first.body.arguments]


@pytest.mark.parametrize("form", FORMS)
def test_both_products_have_the_dimensions_of_all_between(form):
    text, expected = form()
    module = read(text)
    stablehlo_align_attention(module.body.first)
    dce(module)
    ops = list(module.body.first.body)
    products = [at for at, op in enumerate(ops) if op.name == "stablehlo.dot_general"]
    assert len(products) == 2
    between = {op.name for op in ops[products[0] : products[1]] if op.result.type.size == ops[products[0]].result.type.size}
    assert not between & {"stablehlo.transpose", "stablehlo.reshape"}
    assert len([op for op in ops if op.name == "stablehlo.transpose"]) <= 1
    assert not [
        op for op in ops[: products[0]] if op.name == "stablehlo.broadcast_in_dim" and op.operands[0].type.size == op.result.type.size
    ]
    inputs = drawn(text)
    ((answer,),) = call(read(printed(module)), "interpreter", [inputs])
    result = expected(*inputs)
    np.testing.assert_allclose(answer.reshape(result.shape), result, rtol=1e-5, atol=2e-6)


@pytest.mark.parametrize("form", [FORMS[0], *[pytest.param(form, marks=pytest.mark.sweep) for form in FORMS[1:]]])
def test_one_dispatch(form):
    """Behind that of what queries are made of."""
    text, expected = form()
    module, inputs = lowered(text, "lavapipe", "vulkan"), drawn(text)
    schedules = [op.get("iree.schedule").text for op in module.walk() if "iree.schedule" in op.attributes]
    assert len(schedules) == 1 + ("%bias" in text) and "attention" in schedules[-1]
    ((answer,),) = call(module, "vulkan", [inputs])
    result = expected(*inputs)
    np.testing.assert_allclose(answer.reshape(result.shape), result, rtol=1e-5, atol=2e-6)


def straight(rest: str = "", weights_first: bool = True, is_kept: bool = False, sums=((3,), (1,)), middle=lambda d, x: x):
    """Attention with nothing to align, but for what is asked for."""
    d = Draft(q=(IMAGES, KEYS, HEADS, WIDTH), k=(IMAGES, KEYS, HEADS, WIDTH), v=(IMAGES, KEYS, HEADS, WIDTH))
    scores = d.dot("%q", "%k", ([0, 2], [0, 2]), ([3], [3]))
    weights = d.softmax(middle(d, scores), 3)
    left, right = (weights, ([0, 1], sums[0])), ("%v", ([0, 2], sums[1]))
    (one, (batch, summed)), (other, (batches, places)) = (left, right) if weights_first else (right, left)
    result = d.dot(one, other, (batch, batches), (summed, places), rest)
    return d.text(result, *[weights] * is_kept)


ALGORITHM = (
    ", algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, "
    "rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>"
)


@pytest.mark.parametrize(
    "text",
    [
        straight(),
        straight(weights_first=False, is_kept=True),
        straight(ALGORITHM, weights_first=False),
        straight(weights_first=False, sums=((2,), (1,))),
        straight(middle=lambda d, x: d.reshape(d.reshape(x, 3, IMAGES * HEADS * KEYS * KEYS // 3), IMAGES, HEADS, KEYS, KEYS)),
    ],
    ids=["nothing to align", "weights that are a result", "an algorithm for each side", "sums over rows", "sizes that do not divide"],
)
def test_what_stays(text):
    module = read(text)
    before = printed(module)
    stablehlo_align_attention(module.body.first)
    assert printed(module) == before


def test_precision_goes_with_its_operand():
    module = read(straight(", precision = [HIGH, DEFAULT]", weights_first=False))
    stablehlo_align_attention(module.body.first)
    assert "precision = [DEFAULT, HIGH]" in printed(module)
