"""Makes arguments and results of where the generators of draws with seeds stand, so that a call draws on where the one before it ended.

TensorFlow keeps a generator for each node with seeds of its own. It is one of Philox, whose key is the first seed; the upper half of its
counter is the second seed, and the lower half counts blocks. In functions that are called from outside, that half becomes the value of a
variable, 0 at first (`tfir.initial_value`), and the draw a stateless one. Functions that these run, as branches and bodies of loops, are
given counters and give them back: one for each place that runs them, as where TensorFlow inlines them, and one for all places where it does
not (`_noinline`). Where the name of a node was kept (`tfg-keep-node-names`) it is the place, for all functions of the module. What draws in the condition of a loop stays.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from tfir.analysis.call_graph import CallSite, call_sites
from tfir.analysis.feeds import add_entry_names, entry_names
from tfir.dialects import has_trait, lookup
from tfir.dialects.tf.philox import RESERVED
from tfir.dialects.tf.random import PHILOX
from tfir.dialects.tf_saved_model import BOUND_INPUT, EXPORTED, INDEX_PATH, INITIAL_VALUE, RESOURCE_NAME
from tfir.dialects.tfg.nodes import KEPT_NAME
from tfir.ir.attributes import ArrayAttr, BoolAttr, IntegerAttr, StringAttr, TypeAttr
from tfir.ir.builder import Builder
from tfir.ir.dense import DenseAttr
from tfir.ir.location import NameLocation
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import SymbolTable, references_in, take_name
from tfir.ir.types import F32, F64, I64, UI64, TensorType

from tfopt.generic.inline import KEPT_AT
from tfopt.rewrite.refusals import origin
from tfopt.tf.arithmetic import built
from tfopt.tf.retyping import constant, describe, described, forget_types, name_called

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

BLOCKS, HALF = TensorType((), UI64), (1 << 64) - 1
STATELESS = {
    "tf.RandomUniform": "tf.StatelessRandomUniformV2",
    "tf.RandomStandardNormal": "tf.StatelessRandomNormalV2",
    "tf.TruncatedNormal": "tf.StatelessTruncatedNormalV2",
    "tf.RandomUniformInt": "tf.StatelessRandomUniformIntV2",
    "tf.RandomShuffle": "tf.StatelessShuffle",
    "tf.ParameterizedTruncatedNormal": "tf._ParameterizedTruncatedNormalAt",
    "tf.RandomGamma": "tf.StatelessRandomGammaV3",
    "tf.RandomPoisson": "tf._RandomPoissonAt",
    "tf.RandomPoissonV2": "tf._RandomPoissonAt",
    "tf.SampleDistortedBoundingBox": "tf._SampleDistortedBoundingBoxAt",
    "tf.SampleDistortedBoundingBoxV2": "tf._SampleDistortedBoundingBoxAt",
}
# Those whose sizes must be known before the program runs, besides tf.Multinomial
OF_KNOWN_SIZES = {"tf.ParameterizedTruncatedNormal", "tf.SampleDistortedBoundingBox", "tf.SampleDistortedBoundingBoxV2"}
MULTINOMIAL = "tf.Multinomial"
OUTPUT = "tf.aliasing_output"
Place: TypeAlias = "tuple[int | str, ...]"


def tf_promote_generators_to_args(module: "Module"):
    called = {reference.root for _, reference in references_in(module)}
    taken = {attrs[RESOURCE_NAME].value for op in module.body for attrs in described(op, "arg_attrs") if RESOURCE_NAME in attrs}
    taken |= {name for op in module.body for which in ("inputs", "outputs") for name in entry_names(op, which)}
    counters = Counters(SymbolTable(module))
    shared: dict[Place, str] = {}
    for function in list(module.body):
        if is_entry(function) and function.get("sym_name") not in called:
            names: dict[Place, str] = {}
            for place, name in counters.of_function(function, ()).items():
                names_here = shared if is_shared(place) else names
                if place not in names_here:
                    names_here[place] = take_name(f"{name}/counter", taken)
                names[place] = names_here[place]
            if names:
                promote(function, names, counters)


class Counters:
    """Passes counters through functions, and through the ops that run functions. A counter is known by its place: the name of a node, which says
    what led there; or the numbers of the ops and call sites that lead to the draw, or, in what TensorFlow does not inline, what that is called
    and what leads there from it."""

    def __init__(self, symbols: SymbolTable):
        self.symbols = symbols
        self.open: list[Operation] = []  # functions that call themselves are left as they are

    def of_function(self, function: Operation, home: Place) -> dict[Place, str]:
        """The place of each counter that a call of a function may move on, with a name for it; `home` is the place of the call."""
        if function in self.open:
            return {}
        self.open.append(function)
        names = {}
        for number, op in enumerate(function.body):
            names.update(self.of_op(op, place_in(home, op, number)))
        self.open.pop()
        return names

    def of_op(self, op: Operation, place: Place) -> dict[Place, str]:
        if is_kept(op):
            return {place: name_of(op)}
        names = {}
        for number, function in self.drawing(op):
            names.update(self.of_function(function, home_of(function, place, number)))
        return names

    def drawing(self, op: Operation) -> list[tuple[int, Operation]]:
        """The functions that an op runs that may draw, each with the number of its site; none where one of them cannot be changed."""
        called = [(site, self.symbols.get(site.reference)) for site in call_sites(op)]
        if not all([function is not None and is_plain(function) for _, function in called]):
            return []
        return [(number, function) for number, (site, function) in enumerate(called) if function is not None and not is_condition(site)]

    def pass_through(self, function: Operation, home: Place, places: Iterable[Place]) -> None:
        """Gives a function arguments and results for counters, those that it only hands on among them."""
        block = function.body
        counters, ops = {place: block.add_argument(BLOCKS) for place in places}, list(block)
        for number, op in enumerate(ops):
            place = place_in(home, op, number)
            if is_kept(op):
                counters[place] = drawn_from(op, counters[place])
            elif handed := list(self.of_op(op, place)):
                counters.update(zip(handed, self.hand_on(op, place, {each: counters[each] for each in handed})))
        block.last.set_operands([*block.last.operands, *counters.values()])
        describe(function)

    def hand_on(self, op: Operation, place: Place, given: dict[Place, Value]) -> list[Value]:
        """Has an op run copies of its functions that take counters, and gives what these are behind it."""
        sites, copies = call_sites(op), []
        for number, site in enumerate(sites):
            function = self.symbols.get(site.reference)
            copy = self.symbols.add(function.clone(), function)
            copies.append(copy)
            if is_condition(site):
                for _ in given:
                    copy.body.add_argument(BLOCKS)
                describe(copy)
                continue
            self.open.append(function)
            self.pass_through(copy, home_of(function, place, number), given)
            self.open.pop()
        name_called(op, sites, copies)
        forget_types(op)
        first = len(op.results)
        op.set_operands([*op.operands, *given.values()])
        op.add_results([BLOCKS] * len(given))
        return list(op.results[first:])


def place_in(home: Place, op: Operation, number: int) -> Place:
    """The place of the op of that number in a function."""
    kept = op.get(KEPT_NAME) or op.get(KEPT_AT)
    return (kept,) if kept else (*home, number)


def home_of(function: Operation, place: Place, number: int) -> Place:
    """The place of what a function does that runs at the site of that number of an op."""
    return (function.get("sym_name"),) if function.get("tf._noinline") else (*place, number)


def is_shared(place: Place) -> bool:
    """Whether all that may come to a draw have one counter of it."""
    return isinstance(place[0], str)


def is_plain(function: Operation) -> bool:
    return function.name == "func.func" and len(function.region.blocks) == 1


def is_condition(site: CallSite) -> bool:
    return has_trait(site.op, "loop") and not site.results


def is_entry(function: Operation) -> bool:
    """Whether a function may get arguments: one block, callable from outside, and nothing at its end that callers do not pass."""
    if function.name != "func.func" or function.get("sym_visibility") == "private" or len(function.region.blocks) != 1:
        return False
    return not any([BOUND_INPUT in attrs for attrs in described(function, "arg_attrs")])


def is_kept(op: Operation) -> bool:
    """Whether an op has a generator of its own, and can be told where to begin."""
    if (op.name not in STATELESS and op.name != MULTINOMIAL) or not (op.get("seed", 0) or op.get("seed2", 0)):
        return False
    if op.name == MULTINOMIAL or op.name in OF_KNOWN_SIZES:
        return all([value.type.is_static for value in (*op.operands, *op.results)])
    return op.results[0].type.shape is not None


def name_of(op: Operation) -> str:
    where = origin(op)
    return where.name if isinstance(where, NameLocation) else op.name.removeprefix("tf.")


def promote(function: Operation, named: dict[Place, str], counters: Counters) -> None:
    """Makes variables of the counters of a function."""
    behind, names = len(function.body.last.operands), list(named.values())
    counters.pass_through(function, (), named)
    path = [{INDEX_PATH: ArrayAttr([StringAttr(name)])} if EXPORTED in function.attributes else {} for name in names]
    variables = [
        {RESOURCE_NAME: StringAttr(name), INITIAL_VALUE: DenseAttr.of(0, BLOCKS), OUTPUT: IntegerAttr(behind + number)}
        for number, name in enumerate(names)
    ]
    describe(function, [{**variable, **one} for variable, one in zip(variables, path)], path)
    for which in ("inputs", "outputs"):
        add_entry_names(function, which, names)


def drawn_from(op: Operation, passed: Value) -> Value:
    """Replaces a draw by the stateless one behind so many blocks; how many are passed then. There are never 2^64 of them."""
    build = Builder.before(op)
    key, upper = constant(build, [op.get("seed", 0) & HALF], (1,), UI64), constant(build, op.get("seed2", 0) & HALF, (), UI64)
    counter = built(build, "tf.Pack", [passed, upper], {"axis": IntegerAttr(0)})
    draw = chosen if op.name == MULTINOMIAL else stateless
    drawn = draw(build, op, [key, counter, constant(build, PHILOX)])
    blocks = constant(build, reserved(op), (), UI64) if drawn[0].type.is_static else computed_blocks(build, drawn[0])
    after = built(build, "tf.AddV2", [passed, blocks])
    op.replace_with(drawn)
    return after


def computed_blocks(build: Builder, drawn: Value) -> Value:
    """`reserved` by the sizes that a draw has when it runs."""
    if drawn.op.name == STATELESS["tf.RandomShuffle"]:
        sizes = built(build, "tf.Shape", [drawn], {"out_type": TypeAttr(I64)})
        count = built(build, "tf.GatherV2", [sizes, constant(build, 0), constant(build, 0)])
        used = built(build, "tf.FloorDiv", [built(build, "tf.AddV2", [count, constant(build, 2, (), I64)]), constant(build, 4, (), I64)])
        return built(build, "tf.Cast", [used], {"DstT": TypeAttr(UI64)})
    count = built(build, "tf.Cast", [built(build, "tf.Size", [drawn], {"out_type": TypeAttr(I64)})], {"DstT": TypeAttr(UI64)})
    return built(build, "tf.Mul", [count, constant(build, RESERVED, (), UI64)])


def reserved(op: Operation) -> int:
    """How many blocks TensorFlow's kernel moves its generator on by: a shuffle by those that it uses."""
    type = op.results[0].type
    if (attempts := op.get("max_attempts")) is not None:
        return attempts
    if op.name == "tf.RandomShuffle":
        return -(-max(type.shape[0] - 1, 0) // 4) if type.shape else 0
    if op.name == MULTINOMIAL:
        rows, samples = type.shape
        return rows * -(-samples // 4) * 8 * RESERVED
    if op.name == "tf.ParameterizedTruncatedNormal":
        from tfir.dialects.tf.truncated_normals import blocks_kept  # which most programs need not load

        return blocks_kept(type.shape, *[value.type for value in op.operands[1:]]) if type.size else 0
    return type.size * RESERVED


def stateless(build: Builder, op: Operation, generator: list[Value]) -> list[Value]:
    """The op without state: operands and attributes keep their names, an attribute may be an operand of it. The shape that it is told is whole."""
    own, signature = lookup(op.name).signature, lookup(STATELESS[op.name]).signature
    given = dict(zip([slot.name for slot in own.operands], op.operands)) | dict(zip(("key", "counter", "alg"), generator))
    result = op.results[0].type
    if "shape" in given and result.is_static and given["shape"].type.shape != (len(result.shape),):
        given["shape"] = constant(build, list(result.shape), (len(result.shape),))
    operands = [given.get(slot.name) or constant(build, op.get(slot.name), (), F32) for slot in signature.operands]
    told = {slot.type for slot in signature.operands}
    attributes = {name: op.attributes[name] for name in signature.attributes if name in op.attributes and name not in told}
    if "dtype" in signature.attributes and "dtype" not in told:
        attributes["dtype"] = TypeAttr(result.element)
    return list(build.create(STATELESS[op.name], operands, [result.type for result in op.results], attributes).results)


def chosen(build: Builder, op: Operation, generator: list[Value]) -> list[Value]:
    """Classes by rows of logarithms [n, classes]: how many running totals of the weights a share of the last does not reach."""
    type, (rows, classes) = op.results[0].type, op.operands[0].type.shape
    shape, wide = constant(build, list(type.shape), (2,)), built(build, "tf.Cast", [op.operands[0]], {"DstT": TypeAttr(F64)})
    is_finite, none = built(build, "tf.IsFinite", [wide]), constant(build, -math.inf, (), F64)
    finite = built(build, "tf.SelectV2", [is_finite, wide, none])
    largest = built(build, "tf.Max", [finite, constant(build, [1], (1,))], {"keep_dims": BoolAttr(True)})
    below = built(build, "tf.SelectV2", [is_finite, built(build, "tf.Sub", [wide, largest]), none])
    totals = built(build, "tf.Cumsum", [built(build, "tf.Exp", [below]), constant(build, 1)])
    last = built(build, "tf.Slice", [totals, constant(build, [0, classes - 1], (2,)), constant(build, [rows, 1], (2,))])
    draws = built(build, "tf.StatelessRandomUniformV2", [shape, *generator], {"dtype": TypeAttr(F64)})
    shares = built(build, "tf.Mul", [draws, last])
    return [build.value("tf.UpperBound", [totals, shares], type, {"out_type": TypeAttr(type.element)})]
