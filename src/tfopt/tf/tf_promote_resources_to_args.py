"""Makes arguments and results of the variables that a function reads and writes, so that it has no state any more.

A variable that is read before it is written is an argument, called by `tf.resource_name`, with what it begins with where its handle says that; one that is written is a result, and
`tf.aliasing_output` on its argument says which. A handle that is an argument becomes the value itself. Functions that are given handles are
given the values instead, and give back what they write; loops pass it on. Where the function names its inputs and outputs, the variables'
names are added.
"""

from __future__ import annotations

from tfir.analysis.call_graph import CallSite, call_sites, reached_functions
from tfir.analysis.feeds import add_entry_names, entry_names, set_entry_names
from tfir.dialects import has_trait, is_pure, trait_arguments
from tfir.dialects.tf.handles import variable_name
from tfir.dialects.tf.variables import shown
from tfir.dialects.tf_saved_model import BOUND_INPUT, EXPORTED, GLOBAL_TENSOR, INDEX_PATH, INITIAL_VALUE, INITIALIZER_TYPE, UNFINISHED
from tfir.dialects.tf_type import FuncAttr, SubtypedType
from tfir.ir.attributes import ArrayAttr, Attribute, DictAttr, IntegerAttr, StringAttr, SymbolRefAttr, UnitAttr
from tfir.ir.builder import Builder
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.symbols import SymbolTable, references_in
from tfir.ir.types import TensorType, Type
from tfir.ods.functions import retype
from tfir.ods.shapes import is_static

from tfopt.tf.growing_lists import Ops
from tfopt.tf.initialized_variables import tell_initialized
from tfopt.tf.opened_variables import HANDLE, LENT, OpenedVariables, name_opened, opened_by_name, opening, opens_by_name
from tfopt.tf.retyping import forget_types, name_called
from tfopt.tf.tf_decompose_resource_ops import ASSIGN, READ, function_of, held_type, is_handle, tf_decompose_resource_ops
from tfopt.tf.tf_references_to_resources import VARIABLES, shared_name, tf_references_to_resources
from tfopt.tf.values_of_initializers import ValuesOfInitializers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

WORKS_ON = ()  # arguments of functions, too
NAME, OUTPUT = "tf.resource_name", "tf.aliasing_output"
WRITES = "write variable"
ACCESSES = {"read variable", WRITES}
OPTIONS = {
    "functions": "The functions to change; without names main, what was a graph, and what a SavedModel exports.",
}


def tf_promote_resources_to_args(module: "Module", *, functions: tuple[str, ...] = ()):
    """Before, references become handles, and ops that change variables are taken apart, as --tf-references-to-resources and
    --tf-decompose-resource-ops do. Without names these are the functions that are called from outside: `main`, those that graphs
    were lifted to, and those that a SavedModel exports. Others keep their variables, behind handles too: a read of one has a place among its
    writes, which what reads a reference on the way has not."""
    symbols, promotions = SymbolTable(module), []
    defined = [op for op in module.body if op.name == "func.func" and op.regions and op.region.blocks]
    refuse_namesakes(module)
    for function in defined:
        if is_meant(function, functions) or not (functions or INITIALIZER_TYPE in function.attributes):
            tf_references_to_resources(function)
    tell_initialized([function for function in defined if INITIALIZER_TYPE not in function.attributes])
    opened, initializers = OpenedVariables(symbols), ValuesOfInitializers(symbols)
    for function in [function for function in defined if is_meant(function, functions)]:
        if len(function.region.blocks) != 1:
            raise Error.on(function, "expects the function to have exactly one block")
        opened.open_in(function)
        initializers.bind(function)
        promotions.append(EntryPromotion(function, symbols, initializers))
        promotions[-1].rewrite()
    check_opened_once(promotions, symbols)
    changed = {variable.symbol for one in promotions for variable in one.variables.values() if variable.is_written}
    for promotion in promotions:
        promotion.finish(changed)
    initializers.drop_assignments()
    drop_unused_tensors(module)


def refuse_namesakes(module: Operation) -> None:
    """Raises Error for a reference variable that is called as one behind a handle is: TensorFlow has two, and behind handles they were one."""
    names = {name for name, _ in opening(module)}
    for op in [op for op in module.walk() if op.name in VARIABLES] if names else ():
        if variable_name(op.get("container", ""), shared_name(op)) in names:
            raise Error.on(op, "is a variable besides the one that a handle of the same name is for")


def is_meant(function: Operation, functions: tuple[str, ...]) -> bool:
    """Whether a function is one to change. What runs before all others is none unless it is named: it fills tables, and has no callers
    that could give it values."""
    name = function.get("sym_name")
    is_from_model = bool({EXPORTED, "tf.entry_function"} & function.attributes.keys()) and INITIALIZER_TYPE not in function.attributes
    is_called = name == "main" or is_from_model
    return name in functions or not functions and is_called


def check_opened_once(promotions: list[EntryPromotion], symbols: SymbolTable) -> None:
    """Raises Error where a function that the host runs opens one of the variables: what is written there would be written to another."""
    names = {variable.name for one in promotions for variable in one.variables.values()}
    for function in reached_functions([one.function for one in promotions], symbols.symbols):
        for name, op in opening(function):
            if name in names:
                raise opened_by_name(op)


def drop_unused_tensors(module: Operation) -> None:
    """The variables of a SavedModel to which no function is bound anymore."""
    used = {reference.root for op, reference in references_in(module)}
    for op in list(module.body):
        if op.name == GLOBAL_TENSOR and op.get("sym_name") not in used and EXPORTED not in op.attributes:
            op.erase()


class Variable:
    """The state of one variable: its argument, its value at the place that is looked at, whether it was written. `symbol` is what of a
    SavedModel the argument is bound to, `initial` what it begins with where its handle says that."""

    __slots__ = ("name", "type", "argument", "value", "is_written", "symbol", "lent", "handed_over", "initial")

    def __init__(self, name: str | None, type: Type | None, argument: Value | None = None, symbol: SymbolRefAttr | None = None):
        self.name, self.type, self.argument, self.symbol = name, type, argument, symbol
        self.value: Value | None = None
        self.is_written = False
        self.initial: Attribute | None = None
        self.lent: Value | None = None  # a handle of the host's variable that stands for it, and the value that this has
        self.handed_over: Value | None = None

    def hand_over(self, op: Operation) -> None:
        """Gives the host's variable the value of this one, in front of an op, where it has another."""
        if self.handed_over is not self.value:
            Builder.before(op).create(ASSIGN, [self.lent, self.value], [])
            self.handed_over = self.value

    def learn(self, type: Type | None) -> None:
        """What a use says of the type, where the handle does not."""
        if self.type is None and type is not None:
            self.type = type
            if self.value is not None:
                self.value.retype(type)


def names_functions(op: Operation) -> bool:
    return any([isinstance(each, SymbolRefAttr | FuncAttr) for each in op.attributes.values()])


def forward_handles(block: Block) -> None:
    """Lets users of an Identity of a handle use the handle."""
    for op in list(block):
        if op.name == "tf.Identity" and is_handle(op.operands[0]):
            op.replace_with(op.operands)


def assert_shape(ops: Ops, value: Value, variable: Variable) -> None:
    """Has the program end where a value of another shape is assigned than the variable is declared with. Ranks are told by the value as well."""
    if not isinstance(variable.type, TensorType) or not is_static(variable.type.shape) or value.type.shape == variable.type.shape:
        return
    sizes, shape = list(variable.type.shape), ops.Shape(value)
    holds = ops.Equal(ops.Size(shape), len(sizes))
    if sizes:
        begin = ops.Slice(ops.ConcatV2(shape, [-1] * len(sizes), 0), [0], [len(sizes)])
        holds = ops.LogicalAnd(holds, ops.All(ops.Equal(begin, sizes), [0]))
    ops.check_when_run(holds, f"variable '{variable.name}' of shape {shown(sizes)} is assigned a value of another shape")


def writes_variables(site: CallSite, symbols: SymbolTable) -> bool:
    """Whether a function that an op runs writes variables, or one that it runs itself."""
    function = symbols.get(site.reference)
    reached = [] if function is None else [function, *reached_functions([function], symbols.symbols)]
    return any([WRITES in (trait_arguments(op, "effects") or ()) for each in reached for op in each.walk()])


def ahead(loop: Operation, sites: list[CallSite], symbols: SymbolTable) -> tuple[Operation, Operation]:
    """Puts a call of a loop's condition in front of it, and a loop in its place whose trips begin with what the condition gave, and end with calling it."""

    def called(build: Builder, site: CallSite, operands: Sequence[Value], types: Sequence[Type]) -> Operation:
        config = {name: StringAttr("") for name in ("config", "config_proto", "executor_type")}
        return build.create("tf.StatefulPartitionedCall", operands, types, {"f": site.reference, **config})

    condition, body = sites
    before, types = Builder.before(loop), [value.type for value in loop.operands]
    first = called(before, condition, loop.operands, [value.type for value in symbols.get(condition.reference).body.last.operands])
    told = first.results[0]
    test, trip = Block([told.type, *types]), Block([told.type, *types])
    test.append(Operation("func.return", [test.arguments[0]], location=loop.location))
    inside = Builder(trip, None, loop.location)
    values = called(inside, body, trip.arguments[1:], types).results
    goes_on = called(inside, condition, values, [told.type]).results[0]
    trip.append(Operation("func.return", [goes_on, *values], location=loop.location))
    functions = {site.attribute: function_of(symbols, name, block) for site, name, block in zip(sites, ("goes_on", "trip"), (test, trip))}
    new = before.create(loop.name, [told, *loop.operands], [told.type, *types], {**loop.attributes, **functions})
    forget_types(new)
    loop.replace_with(new.results[1:])
    return first, new


class Promotion:
    """One function whose handles become values. `variables` are by the handle's value, those of one name being one."""

    def __init__(self, function: Operation, symbols: SymbolTable):
        self.function, self.block, self.symbols = function, function.body, symbols
        self.variables: dict[Value, Variable] = {}
        self.places, self.returned = list(function.body.arguments), list[Value]()
        self.shared: list[Variable] = []  # what functions that the host calls write
        self.callers: tuple[Operation, ...] = ()  # of a copy, what it and those around it are copies of
        forward_handles(self.block)
        tf_decompose_resource_ops(function)

    def rewrite(self) -> None:
        given = self.values_of_arguments()
        for op in list(self.block):
            if op in given or op is self.block.last:
                continue
            if has_trait(op, "wraps"):
                self.lend_for_now(op)
                continue
            is_gone = any(operand in self.variables for operand in op.operands) and self.access(op)
            if not is_gone and self.shared and not is_pure(op):
                self.take_back(op)
        returned = self.block.last
        self.returned = list(returned.operands)
        if any([operand in self.variables for operand in self.returned]):
            returned.set_operands([self.current(operand) for operand in self.returned])
        for read in given:
            argument = read.operands[0]
            variable = self.variables[argument]
            if variable.type is None:
                raise Error.on(self.function, f"does not say of what type variable '{variable.name}' is")
            argument.retype(variable.type)
            for holder in [one for one in self.variables.values() if one.value is read.results[0]]:  # another one may have been given it
                holder.value = argument
            read.replace_with([argument])
        for again in [each for each in self.block.arguments if each in self.variables and self.variables[each].argument is not each]:
            again.retype(self.variables[again].type)
        for handle in [handle for handle in self.variables if handle.op is not None and handle.op.name == HANDLE]:
            handle.op.erase()

    def values_of_arguments(self) -> list[Operation]:
        """A read in front of all else for each argument that is a handle: what it gives stands for the value that the argument will be."""
        reads = []
        for handle, variable in self.variables.items():
            if variable.argument is handle:
                reads.append(self.block.insert_before(Operation(READ, [handle], [variable.type or handle.type]), self.block.first))
                variable.value = reads[-1].results[0]
        return reads

    def access(self, op: Operation) -> bool:
        """Puts values in place of the handles that an op uses; whether the op is not there any more."""
        sites = call_sites(op)
        if sites:
            self.call(op, sites)
        elif op.name == ASSIGN and op.operands[1] not in self.variables:
            variable = self.variables[op.operands[0]]
            if op.get("validate_shape", False):
                assert_shape(Ops(Builder.before(op)), op.operands[1], variable)
            variable.learn(op.operands[1].type)
            variable.value, variable.is_written = op.operands[1], True
            if variable.lent is not None:
                variable.hand_over(op)
            op.erase()
        elif op.name == READ:
            self.variables[op.operands[0]].learn(op.results[0].type)
            value = self.current(op.operands[0])
            op.replace_with([value])
        elif names_functions(op) or ACCESSES & set(trait_arguments(op, "effects") or ()):
            self.lend(op)
        else:
            self.refuse(next(operand for operand in op.operands if operand in self.variables))
        return op.name in (READ, ASSIGN) or op.parent is None

    def lend(self, op: Operation) -> None:
        """Gives an op whose functions take handles, as a dataset that is mapped, or that is not taken apart, those of variables of the host, which
        have the values that they have here. What is written, now or when elements are asked for, is taken back behind each op that may do that."""
        functions = reached_functions([op], self.symbols.symbols)
        writes = any([WRITES in (trait_arguments(inner, "effects") or ()) for top in (op, *functions) for inner in top.walk()])
        for handle in dict.fromkeys([operand for inner in op.walk() for operand in inner.operands if operand in self.variables]):
            variable, value = self.variables[handle], self.current(handle)
            if variable.lent is None:
                attributes = {"container": StringAttr(""), "shared_name": StringAttr(f"{variable.name}/lent"), LENT: UnitAttr()}
                type = TensorType((), SubtypedType("resource", [value.type]))
                variable.lent = Builder.before(op).value(HANDLE, [], type, attributes)
            variable.hand_over(op)
            for inner in [user for user in handle.users if user.is_inside(op)]:
                taken_by, lent = self.type_in_functions(inner, handle), variable.lent
                if taken_by is not None and taken_by is not lent.type:
                    lent = Builder.before(inner).value("tf.Identity", [lent], taken_by)
                inner.set_operands([lent if operand is handle else operand for operand in inner.operands])
            if writes and variable not in self.shared:
                self.shared.append(variable)

    def type_in_functions(self, op: Operation, handle: Value) -> Type | None:
        """The type by which functions that an op calls take a handle; it may say less of it."""
        pairs = [pair for site in call_sites(op) for pair in zip(site.operands, self.symbols.get(site.reference).body.arguments)]
        return next((argument.type for operand, argument in pairs if operand is handle), None)

    def lend_for_now(self, graph: Operation) -> None:
        """Lends what a graph uses whose ops wait for one another; all that it writes is written when it ends."""
        before, self.shared = self.shared, [*self.shared]
        self.lend(graph)
        self.take_back(graph)
        self.shared = before

    def take_back(self, op: Operation) -> None:
        for variable in self.shared:
            if variable.lent is not None and variable.value is not None:
                variable.value = Builder.after(op).value(READ, [variable.lent], variable.value.type)
                variable.handed_over, variable.is_written = variable.value, True

    def refuse(self, handle: Value) -> None:
        others = [user.name for user in handle.users if user.name not in (READ, ASSIGN) or user.operands.index(handle) > 0]
        raise Error.on(handle.op or self.function, f"expects users to be '{READ}' or '{ASSIGN}', got [{', '.join(others)}]")

    def current(self, operand: Value) -> Value:
        """What a variable holds at the place that is looked at, for its handle; any other value is itself."""
        variable = self.variables.get(operand)
        if variable is None:
            return operand
        if variable.value is None:
            self.read_first(variable)
        return variable.value

    def read_first(self, variable: Variable) -> None:
        """The variable is read before anything was written to it."""
        raise NotImplementedError

    def call(self, op: Operation, sites: list[CallSite]) -> None:
        """Gives the functions that an op runs values in place of handles, and takes what they write as results."""
        if has_trait(op, "loop") and writes_variables(sites[0], self.symbols):
            before, op = ahead(op, sites, self.symbols)
            self.call(before, call_sites(before))
            sites = call_sites(op)
        handles = list(sites[0].operands)
        given = [self.variables.get(handle) for handle in handles]
        for variable in given:
            if variable in self.shared:
                raise Error.on(op, f"is given variable '{variable.name}', which functions of a dataset write when elements are asked for")
        called = [CalledPromotion(site, self.symbols, given, self.callers) for site in sites]
        op.set_operands([self.current(operand) for operand in op.operands])
        written = sorted({at for one in called for at in one.written})
        self.hand_on(op, [one for one, site in zip(called, sites) if site.results or not has_trait(op, "loop")], handles)
        if has_trait(op, "loop"):
            self.pass_on(op, called, given, written)
        else:
            for one in called:
                one.give_back(written)
            first = len(op.results)
            op.add_results([given[at].type for at in written])
            for at, result in zip(written, op.results[first:]):
                given[at].value, given[at].is_written = result, True
        for one in called:
            retype(one.function)
        name_called(op, sites, [one.function for one in called])
        forget_types(op)

    def hand_on(self, op: Operation, called: list[CalledPromotion], handles: list[Value]) -> None:
        """Results that are handles among the operands: what uses them uses those."""
        for at, result in enumerate(op.results):
            places = {one.handed_on.get(at) for one in called}
            if places == {None}:
                continue
            if len(places) > 1:
                raise Error.on(op, f"gives one handle or another as result {at}, which have no common value")
            handle = handles[places.pop()]
            result.replace_all_uses_with(handle)
            result.retype(self.variables[handle].type)

    def pass_on(self, op: Operation, called: list[CalledPromotion], given: list[Variable | None], written: list[int]) -> None:
        """What the body of a loop writes, its next trip starts from, and the loop results in."""
        _, body = called
        for at, variable in enumerate(given):
            if variable is not None and body.handed_on.get(at) != at:
                raise Error.on(op, f"does not pass the handle of variable '{variable.name}' on as it is")
        for at in written:
            given[at].value, given[at].is_written = op.results[at], True


class CalledPromotion(Promotion):
    """A copy of a function that others than its callers may still call. `written` are the arguments whose variables it writes,
    `handed_on` gives for each result that is a handle the argument that it is."""

    def __init__(self, site: CallSite, symbols: SymbolTable, given: list[Variable | None], callers: tuple[Operation, ...]):
        function = symbols.get(site.reference)
        if function is None or not function.region.blocks:
            raise Error.on(site.op, f"is given a variable for '{site.reference}', which has no body")
        if function in callers:
            raise Error.on(
                site.op, f"gives a variable to '{site.reference}' from inside of it; no function that calls itself has an argument for one"
            )
        copy = symbols.add(function.clone(), function)
        for argument, variable in zip(copy.body.arguments, given):
            if variable is not None and variable.type is not None and is_handle(argument):
                argument.retype(TensorType((), SubtypedType("resource", [variable.type])))
        super().__init__(copy, symbols)
        self.callers = (*callers, function)
        once: dict[Variable, Variable] = {}  # what is given twice is one variable inside as well
        for argument, variable in zip(self.block.arguments, given):
            if variable is not None:
                own = Variable(variable.name, variable.type or held_type(argument), argument)
                self.variables[argument] = once.setdefault(variable, own)
        places = {argument: at for at, argument in enumerate(self.block.arguments) if argument in self.variables}
        self.rewrite()
        self.handed_on = {at: places[value] for at, value in enumerate(self.returned) if value in places}
        self.values = [self.variables.get(argument) for argument in self.places]
        self.written = [at for at, one in enumerate(self.values) if one is not None and one.is_written and one.argument is self.places[at]]
        for one, variable in zip(self.values, given):
            if variable is not None:
                variable.learn(one.type)

    def give_back(self, written: list[int]) -> None:
        """Adds the values of these arguments' variables to the results."""
        self.block.last.set_operands([*self.block.last.operands, *[self.values[at].value for at in written]])


class LocalPromotion(Promotion):
    """A function's own places, of which nothing outside of it knows: it writes them before it reads them. `handles` are where it makes them,
    all of them of values of one type."""

    def __init__(self, function: Operation, symbols: SymbolTable, handles: list[Value], type: Type):
        super().__init__(function, symbols)
        self.variables = {handle: Variable(None, type) for handle in handles}


class EntryPromotion(Promotion):
    """A function that nothing calls: variables that it opens by their names are its own."""

    def __init__(self, function: Operation, symbols: SymbolTable, initializers: ValuesOfInitializers):
        super().__init__(function, symbols)
        self.initializers = initializers
        self.attrs = [dict(one.entries) for one in self.described("arg_attrs", len(self.block.arguments))]
        by_name: dict[str, Variable] = {}
        for argument, attrs in zip(self.block.arguments, self.attrs):
            if is_handle(argument):
                bound = attrs.get(BOUND_INPUT)
                symbol = bound if isinstance(bound, SymbolRefAttr) else None
                name = attrs[NAME].value if NAME in attrs else symbol.root.removeprefix("__sm_") if symbol else None
                variable = self.variables[argument] = Variable(name, held_type(argument), argument, symbol)
                by_name.setdefault(name, variable)
        for op in [op for op in self.block if opens_by_name(op)]:
            name = name_opened(op)
            self.variables[op.results[0]] = variable = by_name.setdefault(name, Variable(name, held_type(op.results[0])))
            variable.initial = op.attributes.get(INITIAL_VALUE, variable.initial)

    def described(self, what: str, count: int) -> list[DictAttr]:
        dicts = self.function.attributes.get(what)
        if not isinstance(dicts, ArrayAttr):
            return [DictAttr()] * count
        return [each for each in dicts.elements if isinstance(each, DictAttr)]

    def read_first(self, variable: Variable) -> None:
        module = self.function.parent_op
        is_finished = module is not None and UNFINISHED not in module.attributes
        if EXPORTED in self.function.attributes and is_finished and variable.initial is None:
            handle = next(handle for handle, opened in self.variables.items() if opened is variable)
            raise self.initializers.refuse(variable.name, handle.op)
        variable.argument = variable.value = self.block.add_argument(variable.type)
        self.attrs.append({NAME: StringAttr(variable.name), **({} if variable.initial is None else {INITIAL_VALUE: variable.initial})})
        add_entry_names(self.function, "inputs", [variable.name])

    def finish(self, changed: set) -> None:
        """Adds the values of variables that were written to the function's results, and updates its type. A variable of a SavedModel that
        no function changes is a constant."""
        for variable in list(dict.fromkeys(self.variables.values())):
            if variable.symbol is not None:
                self.unbind(variable, variable.symbol in changed)
        returned, variables = self.block.last, list(dict.fromkeys(self.variables.values()))
        results = self.described("res_attrs", len(returned.operands))
        written = sorted(
            [one for one in variables if one.is_written], key=lambda one: one.argument.index if one.argument else len(self.attrs)
        )
        for variable in written:
            if variable.argument is not None:
                self.attrs[variable.argument.index][OUTPUT] = IntegerAttr(len(results))
            attributes = {} if variable.argument is not None else {NAME: StringAttr(variable.name)}
            results.append(DictAttr(attributes if variable.symbol is None else {**attributes, INDEX_PATH: path(variable)}))
        if written:
            returned.set_operands([*returned.operands, *[variable.value for variable in written]])
        add_entry_names(self.function, "outputs", [variable.name for variable in written])
        retype(self.function)
        for what, dicts in (("arg_attrs", [DictAttr(one) for one in self.attrs]), ("res_attrs", results)):
            if any([one.entries for one in dicts]):
                self.function.set_attribute(what, ArrayAttr(dicts))
            elif what in self.function.attributes:  # of arguments that are gone
                self.function.remove_attribute(what)

    def unbind(self, variable: Variable, is_changed: bool) -> None:
        at, names = variable.argument.index, entry_names(self.function)
        del self.attrs[at][BOUND_INPUT]
        if is_changed:
            set_entry_names(self.function, "inputs", [*names[:at], variable.name, *names[at + 1 :]])
            self.attrs[at].update({NAME: StringAttr(variable.name), INDEX_PATH: path(variable)})
            if "value" in self.symbols.get(variable.symbol).attributes:
                self.attrs[at][INITIAL_VALUE] = variable.symbol
            return
        set_entry_names(self.function, "inputs", names[:at] + names[at + 1 :])
        content = {"value": self.symbols.get(variable.symbol).attributes["value"]}
        value = Builder.before(self.block.first).value("tf.Const", [], content["value"].type, content)
        variable.argument.replace_all_uses_with(value)
        self.block.remove_argument(at)
        del self.attrs[at]


def path(variable: Variable) -> ArrayAttr:
    """What callers of an exported function pass a variable as, and get it as."""
    return ArrayAttr([StringAttr(variable.name)])
