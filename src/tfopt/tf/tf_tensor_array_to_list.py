"""Turns arrays of tensors and stacks, which are places, into lists of tensors, which are values.

A place becomes a variable that holds a list, local to the function that makes it: each op on it reads the list, and assigns the one that it makes of
it. Then the variables go, as those of `tf-promote-resources-to-args` do: functions that are given a handle are given the list, and give back
what they write. Flows stay, as numbers that say nothing more: ops stand in an order by now.

The gradients of an array lie behind its elements in the same list, for each source as many as there are elements; what is written to
them is added up. Those of another shape than the elements, and those of arrays that grow, are arrays of their own (`shaped_gradients.py`). Places
are left alone where a handle goes somewhere that is not known here.
"""

from __future__ import annotations

from tfir.analysis.call_graph import call_sites
from tfir.analysis.effects import OF_ARRAY
from tfir.dialects import has_trait
from tfir.dialects.tf_type import ShapeAttr, SubtypedType
from tfir.dialects.tfg.nodes import node_name
from tfir.ir.attributes import BoolAttr, StringAttr, TypeAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import F32, I32, I64, OpaqueType, TensorType, Type

from tfopt.tf.arithmetic import built
from tfopt.tf.growing_lists import Ops
from tfopt.tf.misused_places import refuse_misuse, refuse_misuse_of_lists
from tfopt.tf.refused_draws import is_size
from tfopt.tf.retyping import constant, retype_functions
from tfopt.tf.shaped_gradients import ITEMS, PASSED_ON, SHAPED, give_gradients_arrays
from tfopt.tf.tf_decompose_resource_ops import ASSIGN, READ
from tfopt.tf.tf_promote_resources_to_args import HANDLE, LocalPromotion

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

ARRAY, STACK, GRADIENT, FAKE = "tf.TensorArrayV3", "tf.StackV2", "tf.TensorArrayGradV3", "tf.FakeParam"
LIST = TensorType((), OpaqueType("!tf_type.variant"))
PLACE = TensorType((), SubtypedType("resource", [LIST]))


def tf_tensor_array_to_list(module: "Module"):
    refuse_misuse_of_lists(module)
    makers = [op for op in module.walk() if op.name in (ARRAY, STACK)]
    if not makers:
        return
    symbols = SymbolTable(module)
    handles = Handles(module, symbols, makers)
    if not handles.is_closed:
        return
    refuse_misuse(makers, REPLACEMENTS.keys() - {ARRAY, STACK})
    growing = [Handles(module, symbols, [op]) for op in makers if op.get("dynamic_size")]
    with_gradients = [each for each in growing if each.gradients]
    shaped = [op for op in handles.gradients.values() if op.name == SHAPED]
    apart = dict.fromkeys([*shaped, *[op for each in with_gradients for op in each.gradients.values()]])
    written = set().union(*[each.users for each in with_gradients])
    writes = [op for op in module.walk() if op.name in ITEMS and op in written]
    given = give_gradients_arrays(module, symbols, apart, writes)
    handles.gradients = {handle: op for handle, op in handles.gradients.items() if op not in apart}
    sources = sorted({op.get("source", "") for op in handles.gradients.values()})
    summing = Handles(module, symbols, given.makers).users - {*given.longer}
    grow = {*given.longer}.union(*[each.users for each in growing])
    alone = grow | summing | {*given.makers, *[op for op in makers if op.get("dynamic_size")]}
    names = Names(makers)
    for op in [op for op in module.walk() if op.name in REPLACEMENTS]:
        place = Place(op, handles, [] if op in alone else sources, op in grow, op in summing, names)
        op.replace_with(REPLACEMENTS[op.name](place))
    for gradient in handles.gradients:
        drop_gradient(gradient)
    promote(module, symbols)
    retype_functions(module)


def drop_gradient(handle: Value) -> None:
    """Takes out the handle of an array's gradients, which nothing but an Identity still uses."""
    for user in list(handle.users):
        drop_gradient(user.results[0])
    if handle.op.name == GRADIENT:
        handle.op.results[1].replace_all_uses_with(handle.op.operands[1])
    handle.op.erase()


def promote(module: Operation, symbols: SymbolTable) -> None:
    """Makes values of the places of each function; first of those that others call, which may have places of their own."""
    functions, done = [op for op in module.body if op.name == "func.func" and op.region.blocks], set[Operation]()

    def visit(function: Operation) -> None:
        if function in done:
            return
        done.add(function)
        for op in list(function.body):
            called = [each for site in call_sites(op) if (each := symbols.get(site.reference)) is not None and each.regions]
            for each in called:
                if each.region.blocks:
                    visit(each)
            if called and not has_trait(op, "loop") and all([each.region.blocks for each in called]):
                hold_what_comes(op, [each.body.last.operands for each in called])
        handles = [op.results[0] for op in function.body if op.name == HANDLE and op.results[0].type is PLACE]
        if handles:
            LocalPromotion(function, symbols, handles, LIST).rewrite()

    for function in functions:
        visit(function)


def hold_what_comes(op: Operation, given: list[Sequence[Value]]) -> None:
    """Makes places of the lists that functions give of places which they made: `given` is what each function that the op may run returns. What
    stands for such a place in a branch that makes none stands for a list, which nothing reads."""
    for result, values in zip(list(op.results), zip(*given)):
        fakes = [value for value in values if value.op is not None and value.op.name == FAKE and value.type is not LIST]
        if result.type is LIST or len(fakes) == len(values) or not all([value.type is LIST or value in fakes for value in values]):
            continue
        for fake in fakes:
            fake.retype(LIST)
        result.retype(LIST)
        build, users = Builder.after(op), list(result.users)
        handle = build.value(HANDLE, [], PLACE, {"container": StringAttr(""), "shared_name": StringAttr("")})
        for user in users:
            user.set_operands([handle if operand is result else operand for operand in user.operands])
        build.create(ASSIGN, [handle, result], [], {"validate_shape": BoolAttr(False)})


class Handles:
    """All that the handles of places reach: through loops, branches and calls. `is_closed` tells whether nothing else uses them and
    nothing else meets them. `gradients` are the handles of arrays' gradients, with the ops that gave them; they stay where they are."""

    def __init__(self, module: Operation, symbols: SymbolTable, makers: list[Operation]):
        self.symbols = symbols
        self.reached: set[Value] = set()
        self.users: set[Operation] = set()
        self.gradients: dict[Value, Operation] = {}
        self.is_closed = True
        self.callers: dict[Operation, list] = {}
        for op in module.walk():
            for site in call_sites(op):
                self.callers.setdefault(self.symbols.get(site.reference), []).append(site.results)
        self.work = [op.results[0] for op in makers]
        while self.work:
            value = self.work.pop()
            if value not in self.reached:
                self.reached.add(value)
                for user in value.users:
                    self.propagate_values(user, value)

    def propagate_values(self, user: Operation, value: Value) -> None:
        self.users.add(user)
        slots = [at for at, operand in enumerate(user.operands) if operand is value]
        sites = call_sites(user)
        if sites:
            for site in sites:
                self.enter(user, self.symbols.get(site.reference), site.operands, value)
            if has_trait(user, "loop"):
                self.work += [user.results[at] for at in slots]
        elif user.name in PASSED_ON:
            self.work += [user.results[at] for at in slots]
        elif user.name == "func.return":
            self.leave(user, slots)
        elif user.name in (GRADIENT, SHAPED):
            self.follow_gradient(user.results[0], user)
        elif user.name not in REPLACEMENTS or slots != [0]:  # a handle that is pushed onto a stack is known by no list
            self.is_closed = False

    def follow_gradient(self, handle: Value, op: Operation) -> None:
        self.gradients[handle] = op
        for user in handle.users:
            if user.name == "tf.Identity":
                self.follow_gradient(user.results[0], op)
            elif user.name not in REPLACEMENTS:
                self.is_closed = False

    def enter(self, user: Operation, function, operands, value: Value) -> None:
        if function is None or not function.region.blocks or has_trait(user, "branch") and user.operands[0] is value:
            self.is_closed = False
            return
        self.work += [argument for argument, operand in zip(function.body.arguments, operands) if operand is value]

    def leave(self, returned: Operation, slots: list[int]) -> None:
        """Follows a returned handle to the results of the callers; a function without callers in the module must not return one."""
        callers = self.callers.get(returned.parent_op, ())
        self.is_closed &= bool(callers)
        for results in callers:
            self.work += [results[at] for at in slots if at < len(results)]


class Names:
    """What arrays are called in errors, by handles in the function that makes them; elsewhere it is told where there is one array alone."""

    def __init__(self, makers: list[Operation]):
        arrays = [op for op in makers if op.name == ARRAY]
        self.of_handles: dict[Value, str] = {}
        self.otherwise = self.of(arrays[0]) if len(arrays) == 1 else ARRAY.removeprefix("tf.")

    def of(self, maker: Operation) -> str:
        return f"{maker.get('tensor_array_name') or node_name(maker)}_0"

    def of_handle(self, handle: Value) -> str:
        return self.of_handles.get(handle, self.otherwise)


class Place:
    """The place that an op works on, and what is built in front of the op. It has `lists` of as many elements behind each other, of which
    the op means the one that is number `part`; where it `sums`, what is written is added to what is there."""

    def __init__(self, op: Operation, handles: Handles, sources: list[str], grows: bool, sums: bool, names: Names):
        self.op, self.builder, self.lists = op, Builder.before(op), 1 + len(sources)
        gradient = handles.gradients.get(op.operands[0])
        self.handle = op.operands[0] if gradient is None else gradient.operands[0]
        self.part = 0 if gradient is None else 1 + sources.index(gradient.get("source", ""))
        self.sums = sums or gradient is not None
        self.names = names
        self.growing = {"resize_if_index_out_of_bounds": BoolAttr(True)} if grows else {}

    def made(self, name: str, operands: list[Value], type: Type = LIST, attributes: dict | None = None) -> Value:
        return self.builder.value(name, operands, type, attributes or {})

    def made_inside(self, name: str, operands: list[Value], type: Type = LIST, attributes: dict | None = None) -> Value:
        """The same of an op that asks for elements by number: its errors are an array's."""
        return self.made(name, operands, type, {**(attributes or {}), OF_ARRAY: StringAttr(self.names.of_handle(self.handle))})

    def built(self, name: str, operands: list[Value], **attributes) -> Value:
        return built(self.builder, name, operands, attributes)

    def constant(self, content, shape=(), element=I32) -> Value:
        return constant(self.builder, content, shape, element)

    def read(self) -> Value:
        return self.made(READ, [self.handle])

    def assign(self, held: Value) -> None:
        self.builder.create(ASSIGN, [self.handle, held], [], {"validate_shape": BoolAttr(False)})

    def new(self, held: Value) -> Value:
        """A handle of a place that holds a list."""
        attributes = {"container": StringAttr(""), "shared_name": StringAttr("")}
        self.handle = self.made(HANDLE, [], PLACE, attributes)
        self.assign(held)
        return self.handle

    def size(self, held: Value) -> Value:
        """How many elements there are, without gradients."""
        length = self.made("tf.TensorListLength", [held], TensorType((), I32))
        return length if self.lists == 1 else self.built("tf.FloorDiv", [length, self.constant(self.lists)])

    def at(self, held: Value, index: Value) -> Value:
        """Where elements of these numbers are in the list."""
        if not self.part:
            return index
        return self.built("tf.AddV2", [index, self.built("tf.Mul", [self.size(held), self.constant(self.part)])])

    def whole(self, held: Value) -> Value:
        """The numbers of all elements."""
        return self.built("tf.Range", [self.constant(0), self.size(held), self.constant(1)])

    def shape_of(self, item: Value) -> Value:
        return self.built("tf.Shape", [item])

    def stated_shape(self, name: str = "element_shape", *before: int) -> Value:
        """The shape that an attribute states, sizes `before` it, as far as it is said: -1 is any size, and alone any shape."""
        stored = self.op.attributes.get(name)
        if not isinstance(stored, ShapeAttr) or stored.shape is None:
            return self.constant(-1)
        sizes = [*before, *[-1 if size is None else size for size in stored.shape]]
        return self.constant(sizes, (len(sizes),))

    def gathered(self, held: Value, indices: Value, shape: Value, type: Type) -> Value:
        return self.made_inside("tf.TensorListGather", [held, self.at(held, indices), shape], type)


# Op by op


def array(place: Place):
    count = place.op.operands[0]
    if not is_size(count):
        ops = Ops(place.builder)
        ops.check_when_run(ops.GreaterEqual(count, 0), "Size should be >= 0.")
    if place.lists > 1:
        count = place.built("tf.Mul", [count, place.constant(place.lists)])
    held = place.made("tf.TensorListReserve", [place.stated_shape(), count], LIST, {"element_dtype": place.op.attributes["dtype"]})
    handle = place.new(held)
    place.names.of_handles[handle] = place.names.of(place.op)
    return [handle, place.constant(0, (), F32)]


def write(place: Place):
    _, index, item, flow = place.op.operands
    held = place.read()
    at = place.at(held, index)
    if place.sums:
        before = place.made("tf.TensorListGetItem", [held, at, place.shape_of(item)], item.type)
        item = place.built("tf.AddV2", [before, item])
    place.assign(place.made_inside("tf.TensorListSetItem", [held, at, item], LIST, place.growing))
    return [flow]


def read(place: Place):
    held = place.read()
    at = place.at(held, place.op.operands[1])
    return [place.made_inside("tf.TensorListGetItem", [held, at, place.stated_shape()], place.op.results[0].type)]


def gather(place: Place):
    return [place.gathered(place.read(), place.op.operands[1], place.stated_shape(), place.op.results[0].type)]


def scatter(place: Place):
    _, indices, rows, flow = place.op.operands
    put(place, place.read(), indices, rows)
    return [flow]


def put(place: Place, held: Value, indices: Value, rows: Value) -> None:
    if place.sums:
        sizes = place.built("tf.Slice", [place.shape_of(rows), place.constant([1], (1,)), place.constant([-1], (1,))])
        before = place.gathered(held, indices, sizes, rows.type)
        rows = place.built("tf.AddV2", [before, rows])
    place.assign(place.made_inside("tf.TensorListScatterIntoExistingList", [held, rows, place.at(held, indices)], LIST, place.growing))


def split(place: Place):
    """Pieces are a list of their own; beside gradients they are put into the one that there is."""
    _, value, lengths, flow = place.op.operands
    pieces = place.made("tf.TensorListSplit", [value, place.constant(-1), lengths])
    if place.lists == 1:
        place.assign(pieces)
        return [flow]
    rows = place.made("tf.TensorListStack", [pieces, place.constant(-1)], TensorType(None, value.type.element))
    held = place.read()
    put(place, held, place.whole(held), rows)
    return [flow]


def concatenate(place: Place):
    """Elements may have any number of rows; the attribute states the shape of one row."""
    held, types = place.read(), [result.type for result in place.op.results]
    if place.lists > 1:
        rows = place.gathered(held, place.whole(held), place.constant(-1), TensorType(None, types[0].element))
        held = place.made("tf.TensorListFromTensor", [rows, place.constant(-1)])
    shape = place.stated_shape("element_shape_except0", -1)
    return place.builder.create("tf.TensorListConcatV2", [held, shape, place.constant([], (0,), I64)], types).results


def stack(place: Place):
    shape, element = place.constant(-1), {"element_dtype": TypeAttr(place.op.get("elem_type"))}
    return [place.new(place.made("tf.EmptyTensorList", [shape, place.op.operands[0]], LIST, element))]


def push(place: Place):
    item = place.op.operands[1]
    place.assign(place.made("tf.TensorListPushBack", [place.read(), item]))
    return [item]


def pop(place: Place):
    operands, types = [place.read(), place.constant(-1)], [LIST, place.op.results[0].type]
    left, top = place.builder.create("tf.TensorListPopBack", operands, types).results
    place.assign(left)
    return [top]


REPLACEMENTS = {
    ARRAY: array,
    "tf.TensorArrayWriteV3": write,
    "tf.TensorArraySplitV3": split,
    "tf.TensorArrayConcatV3": concatenate,
    "tf.TensorArrayReadV3": read,
    "tf.TensorArrayGatherV3": gather,
    "tf.TensorArrayScatterV3": scatter,
    "tf.TensorArraySizeV3": lambda place: [place.size(place.read())],
    "tf.TensorArrayCloseV3": lambda place: [],
    STACK: stack,
    "tf.StackPushV2": push,
    "tf.StackPopV2": pop,
    "tf.StackCloseV2": lambda place: [],
}
