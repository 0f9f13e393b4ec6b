"""Random programs whose functions open by name what the graph around them has, or what another function opens: variables behind handles, reference
variables, queues, tables. For sequence_kinds.py.

All that a chain does is in one order, so that what a call gives is one number, whatever TensorFlow runs side by side.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count

from drawn_sequence import Sequence
from tfir.dialects import dialect, lookup
from tfir.ir.location import Source
from tfir.text.parser import parse
from waiting_sequences import kinds_of

INT, BOOL, HANDLE, REFERENCE = "tensor<*xi32>", "tensor<*xi1>", "tensor<*x!tf_type.resource>", "tensor<*x!tf_type.int32ref>"
OLD_HANDLE, TEXT, FLOAT = "tensor<*x!tf_type.stringref>", "tensor<*x!tf_type.string>", "tensor<*xf32>"
Action = tuple


ACTIONS = {
    "queue": ["put", "put_and_take", "size"], "table": ["insert", "find", "size"], "old queue": ["put", "put_and_take", "size"], "old table": ["insert", "find", "size"],
    "barrier": ["put", "put_and_take", "size"], "accumulator": ["put", "put_and_take", "size"], "old accumulator": ["put", "put_and_take", "size"],
    "staging": ["put", "put_and_take", "size"], "temporary": ["whole"],
}  # fmt: skip


@dataclass(frozen=True)
class Place:
    """What a node makes: nodes of one container and name make one thing, without a name it is TensorFlow who says what is one."""

    kind: str
    container: str
    shared_name: str
    node: str

    @property
    def is_variable(self) -> bool:
        return self.kind in ("variable", "reference")


MAKERS = {
    "variable": ("VarHandleOp", "dtype = i32, shape = #tf_type.shape<>", HANDLE),
    "reference": ("VariableV2", "dtype = i32, shape = #tf_type.shape<>", REFERENCE),
    "queue": ("FIFOQueueV2", "component_types = [i32], shapes = [#tf_type.shape<>], capacity = 1000 : i64", HANDLE),
    "table": ("MutableHashTableV2", "key_dtype = i32, value_dtype = i32, use_node_name_sharing = false", HANDLE),
    "old queue": ("FIFOQueue", "component_types = [i32], shapes = [#tf_type.shape<>], capacity = 1000 : i64", OLD_HANDLE),
    "old table": ("MutableHashTable", "key_dtype = i32, value_dtype = i32, use_node_name_sharing = false", OLD_HANDLE),
    "barrier": ("Barrier", "component_types = [i32], shapes = [#tf_type.shape<>], capacity = -1 : i64", OLD_HANDLE),
    "accumulator": ("ResourceConditionalAccumulator", 'dtype = f32, shape = #tf_type.shape<>, reduction_type = "SUM"', HANDLE),
    "old accumulator": ("ConditionalAccumulator", 'dtype = f32, shape = #tf_type.shape<>, reduction_type = "SUM"', OLD_HANDLE),
}
UNNAMED = ("variable", "reference", "queue", "table")  # what is drawn without a name too
OLD = {"reference", "old queue", "old table", "barrier", "old accumulator"}  # what no function is given


def opened_by_name(sequence: Sequence) -> None:
    """Chains of reads and writes of what is opened by name in functions, branches and loops; each call runs one of them."""
    program = Program(sequence)
    sequence.module = parse(Source("drawn", program.text()), lookup, dialect)
    sequence.block = next(iter(sequence.module.body)).body
    sequence.calls.append([f"^begin_{at}" for at in range(program.beginnings)] or [f"{program.end(0)}:0"])
    sequence.texts.append("what it begins with")
    for _ in range(sequence.choice([2, 3, 4])):
        chain = sequence.choice(range(len(program.chains)))
        sequence.calls.append([f"{program.end(chain)}:0"])
        sequence.texts.append(f"{program.chains[chain]}")


@dataclass
class Function:
    name: str
    given: list[Place]  # handles that it takes, in front of its numbers
    is_loop: bool
    actions: list[Action] = field(default_factory=list)


class Program:
    def __init__(self, sequence: Sequence):
        self.sequence = sequence
        kinds = sequence.choice(
            [
                ["variable"],
                ["variable", "reference"],
                ["variable", "reference", "queue", "table"],
                ["queue", "table", "variable"],
                ["old queue", "old table", "barrier"],
                ["accumulator", "old accumulator", "variable"],
                ["barrier"],
                ["staging", "temporary", "reference"],
            ]
        )
        self.names = ["a", "b", "c", *[""] * sequence.chance(0.3)]
        self.places = [self.drawn_place(kinds) for _ in range(sequence.choice([2, 3, 4, 6]))]
        self.chains = [self.actions(3) for _ in range(sequence.choice([1, 2, 3]))]
        self.functions: list[str] = []
        self.drawn: list[Function] = []
        self.beginnings, self.numbers = 0, count()
        self.nodes: set[str] = set()  # without a name, of the graph itself

    def drawn_place(self, kinds: list[str]) -> Place:
        kind = self.sequence.choice(kinds)
        name, container = self.sequence.choice(self.names), self.sequence.choice(["", "", "localhost", "other"])
        name = name or ("" if kind in UNNAMED else "a")
        own_name = (
            name if kind == "variable" or not name else f"{kind.replace(' ', '_')}/{name}"
        )  # a variable behind a handle may well be without one
        return Place(kind, container, own_name, self.sequence.choice(["m", "n"]))

    def actions(self, depth: int) -> list[Action]:
        return [self.action(depth) for _ in range(self.sequence.choice([1, 2, 3]))]

    def action(self, depth: int) -> Action:
        if depth and self.sequence.chance(0.45):
            kind = self.sequence.choice(["call", "call", "branch", "case", "loop"])
            inside = [self.actions(depth - 1) for _ in range({"branch": 2, "case": 3}.get(kind, 1))]
            return kind, self.sequence.choice([1, 2, 3]), *inside
        place = self.sequence.choice(self.places)
        kinds = ACTIONS.get(place.kind, ["set", "add", "add", "read"])
        return self.sequence.choice(kinds), place

    def end(self, chain: int) -> str:
        """The node that gives what comes of a chain, called by what the chain does."""
        return f"{'-'.join(sorted(kinds_of(self.chains[chain])))}_{chain}"

    # As text

    def text(self) -> str:
        lines = []
        for at, actions in enumerate(self.chains):
            chain = Body(self, f"c{at}_", None, "start")
            chain.constant("start", str(at + 1))
            chain.number = f"c{at}_start"
            chain.actions(actions)
            chain.node(self.end(at), "Identity", [chain.number], [INT], INT, "T = i32", control=chain.last)
            lines += chain.lines
        beginning = Body(self, "b", None, "start")
        for place in dict.fromkeys([place for place in self.places if place.is_variable]):
            value = beginning.constant(f"value{self.beginnings}", str(10 * self.beginnings + 7))
            handle = beginning.open(place)
            beginning.assign(place, handle, value, f"begin_{self.beginnings}")
            self.beginnings += 1
        body = "\n  ".join([*beginning.lines, *lines])
        return (
            f"module {{\ntfg.graph #tf_type.version<producer = 1087, min_consumer = 12> {{\n  {body}\n}}\n"
            + "\n".join(self.functions)
            + "\n}\n"
        )


class Body:
    """Nodes of a chain, or of a function, each behind the one before: `number` is the value so far, `last` the node that acted last."""

    def __init__(self, program: Program, prefix: str, function: Function | None, number: str):
        self.program, self.prefix, self.function, self.number, self.last = program, prefix, function, number, ""
        self.lines: list[str] = []
        self.count = 0
        self.opened: dict[Place, str] = {}
        self.nodes: set[str] = set()  # without a name

    def chance(self, share: float) -> bool:
        return self.program.sequence.chance(share)

    def name(self, kind: str) -> str:
        self.count += 1
        return f"{self.prefix}{kind}{self.count}"

    def node(self, name, op, operands, types, result, attributes, control="", named=None) -> str:
        given, behind = ", ".join([f"%{operand}" for operand in operands]), f" [%{control}.ctl]" if control else ""
        results, type = (f"%{name}, ", f" -> ({result})") if result else ("", "")
        head = f"({', '.join(types)})" if result else ", ".join(types)
        call = f"{op}({given})" if operands else op
        self.lines.append(f'{results}%{name}.ctl = {call}{behind} name("{named or name}") {{{attributes}}} : {head}{type}')
        return name

    def constant(self, kind: str, number: str) -> str:
        name = f"{self.prefix}{kind}"
        self.lines.append(
            f'%{name}, %{name}.ctl = Const name("{name}") {{dtype = i32, value = dense<{number}> : tensor<i32>}} : () -> ({INT})'
        )
        return name

    def open(self, place: Place) -> str:
        """The handle in this body: an argument, or a node, of which there may be several."""
        if self.function is not None and place in self.function.given and self.chance(0.6):
            return f"given{self.function.given.index(place)}"
        if place in self.opened and self.chance(0.5):
            return self.opened[place]
        op, attributes, type = MAKERS[place.kind]
        name = self.name(place.kind.replace(" ", "_"))
        own = f"{place.kind.replace(' ', '_')}_{place.container}_{place.node}"
        taken = self.program.nodes if self.function is None else self.nodes
        named = name if place.shared_name or own in taken else own
        taken.add(own)
        self.opened[place] = name
        self.node(
            name,
            op,
            [],
            [],
            type,
            f'{attributes}, container = "{place.container}", shared_name = "{place.shared_name}"',
            control=self.last if self.chance(0.3) else "",
            named=named,
        )
        return name

    def actions(self, actions: list[Action]) -> None:
        for action in actions:
            getattr(self, action[0])(*action[1:])

    def follow(self, number: str) -> None:
        """Takes a number into the value."""
        three = self.constant(self.name("c")[len(self.prefix) :], "3")
        threefold = self.node(self.name("mul"), "Mul", [self.number, three], [INT, INT], INT, "T = i32")
        self.number = self.node(self.name("sum"), "AddV2", [threefold, number], [INT, INT], INT, "T = i32")

    def act(self, kind, op, operands, types, result, attributes) -> str:
        self.last = self.node(self.name(kind), op, operands, types, result, attributes, control=self.last)
        return self.last

    # What is done

    def assign(self, place: Place, handle: str, value: str, name: str) -> None:
        if place.kind == "variable":
            self.node(
                name, "AssignVariableOp", [handle, value], [HANDLE, INT], "", "dtype = i32, validate_shape = false", control=self.last
            )
        else:
            self.node(
                name,
                "Assign",
                [handle, value],
                [REFERENCE, INT],
                REFERENCE,
                "T = i32, use_locking = true, validate_shape = true",
                control=self.last,
            )
        self.last = name

    def set(self, place: Place) -> None:
        self.assign(place, self.open(place), self.number, self.name("set"))
        self.follow(self.number)

    def add(self, place: Place) -> None:
        if place.kind == "variable":
            self.act("add", "AssignAddVariableOp", [self.open(place), self.number], [HANDLE, INT], "", "dtype = i32")
            self.read(place)
        else:
            added = self.act(
                "add", "AssignAdd", [self.open(place), self.number], [REFERENCE, INT], REFERENCE, "T = i32, use_locking = true"
            )
            self.follow(self.act("value", "Identity", [added], [REFERENCE], INT, "T = i32"))

    def read(self, place: Place) -> None:
        if place.kind == "variable":
            self.follow(self.act("read", "ReadVariableOp", [self.open(place)], [HANDLE], INT, "dtype = i32"))
        else:
            self.follow(self.act("read", "Identity", [self.open(place)], [REFERENCE], INT, "T = i32"))

    def put(self, place: Place) -> None:
        kind, text = "Resource" if place.kind == "accumulator" else "", self.type_of(place)
        if place.kind == "staging":
            self.act("put", "Stage", [self.number], [INT], "", self.staging(place))
        elif place.kind == "barrier":
            axis = self.constant(self.name("c")[len(self.prefix) :], "0")
            row = self.node(self.name("row"), "ExpandDims", [self.number, axis], [INT, INT], INT, "T = i32, Tdim = i32")
            key = self.node(
                self.name("key"),
                "AsString",
                [row],
                [INT],
                TEXT,
                'T = i32, fill = "", precision = -1 : i64, scientific = false, shortest = false, width = -1 : i64',
            )
            self.act("put", "BarrierInsertMany", [self.open(place), key, row], [text, TEXT, INT], "", "T = i32, component_index = 0 : i64")
        elif "accumulator" in place.kind:
            small = self.cast(self.small(), INT, FLOAT, "i32", "f32")
            step = self.cast(self.constant(self.name("c")[len(self.prefix) :], "1000000"), INT, "tensor<*xi64>", "i32", "i64")
            self.act(
                "put", f"{kind}AccumulatorApplyGradient", [self.open(place), step, small], [text, "tensor<*xi64>", FLOAT], "", "dtype = f32"
            )
        else:
            version = "" if text == OLD_HANDLE else "V2"
            self.act(
                "put",
                f"QueueEnqueue{version}",
                [self.open(place), self.number],
                [text, INT],
                "",
                "Tcomponents = [i32], timeout_ms = -1 : i64",
            )

    def put_and_take(self, place: Place) -> None:
        self.put(place)
        kind, text, attributes = (
            "Resource" if place.kind == "accumulator" else "",
            self.type_of(place),
            "component_types = [i32], timeout_ms = -1 : i64",
        )
        if place.kind == "staging":
            taken = self.act("take", "Unstage", [], [], INT, self.staging(place))
        elif place.kind == "barrier":
            one, name = self.constant(self.name("c")[len(self.prefix) :], "1"), self.name("take")
            control = f" [%{self.last}.ctl]" if self.last else ""
            more = f"{attributes}, allow_small_batch = false, wait_for_incomplete = false"
            kinds = f"({text}, {INT}) -> (tensor<*xi64>, {TEXT}, {INT})"
            self.lines.append(
                f'%{name}.at, %{name}.key, %{name}, %{name}.ctl = BarrierTakeMany(%{self.open(place)}, %{one}){control} name("{name}") {{{more}}} : {kinds}'
            )
            self.last, axis = name, self.constant(self.name("c")[len(self.prefix) :], "0")
            taken = self.node(self.name("sum"), "Sum", [name, axis], [INT, INT], INT, "T = i32, Tidx = i32, keep_dims = false")
        elif "accumulator" in place.kind:
            one = self.constant(self.name("c")[len(self.prefix) :], "1")
            taken = self.act("take", f"{kind}AccumulatorTakeGradient", [self.open(place), one], [text, INT], FLOAT, "dtype = f32")
            taken = self.cast(taken, FLOAT, INT, "f32", "i32")
        else:
            taken = self.act("take", f"QueueDequeue{'' if text == OLD_HANDLE else 'V2'}", [self.open(place)], [text], INT, attributes)
        self.follow(self.number_of(taken))

    def number_of(self, value: str) -> str:
        """What is known to be one number."""
        return self.node(self.name("known"), "EnsureShape", [value], [INT], INT, "T = i32, shape = #tf_type.shape<>")

    def whole(self, place: Place) -> None:
        """A variable of its own, from when it is made until it is destroyed."""
        name, variable = self.name("t"), place.shared_name or "t"
        made = self.act(name, "TemporaryVariable", [], [], REFERENCE, f'dtype = i32, shape = #tf_type.shape<>, var_name = "{variable}"')
        assigned = self.act(
            "assign", "Assign", [made, self.number], [REFERENCE, INT], REFERENCE, "T = i32, use_locking = true, validate_shape = true"
        )
        added = self.act("plus", "AssignAdd", [assigned, self.number], [REFERENCE, INT], REFERENCE, "T = i32, use_locking = true")
        self.follow(
            self.number_of(self.act("end", "DestroyTemporaryVariable", [added], [REFERENCE], INT, f'T = i32, var_name = "{variable}"'))
        )

    def staging(self, place: Place) -> str:
        return f'dtypes = [i32], capacity = 0 : i64, memory_limit = 0 : i64, container = "{place.container}", shared_name = "{place.shared_name or "staged"}"'

    def type_of(self, place: Place) -> str:
        return OLD_HANDLE if place.kind in OLD else HANDLE

    def cast(self, value: str, one: str, other: str, of: str, to: str) -> str:
        return self.node(self.name("cast"), "Cast", [value], [one], other, f"SrcT = {of}, DstT = {to}, Truncate = false")

    def size(self, place: Place) -> None:
        text = self.type_of(place)
        version = "" if text == OLD_HANDLE else "V2"
        if place.kind == "staging":
            self.follow(self.act("size", "StageSize", [], [], INT, self.staging(place)))
        elif "table" in place.kind:
            wide = self.act("size", f"LookupTableSize{version}", [self.open(place)], [text], "tensor<*xi64>", "")
            self.follow(self.cast(wide, "tensor<*xi64>", INT, "i64", "i32"))
        else:
            op = {
                "barrier": "BarrierReadySize",
                "accumulator": "ResourceAccumulatorNumAccumulated",
                "old accumulator": "AccumulatorNumAccumulated",
            }
            self.follow(self.act("size", op.get(place.kind, f"QueueSize{version}"), [self.open(place)], [text], INT, ""))

    def small(self) -> str:
        eight = self.constant(self.name("c")[len(self.prefix) :], "8")
        return self.node(self.name("key"), "FloorMod", [self.number, eight], [INT, INT], INT, "T = i32")

    def insert(self, place: Place) -> None:
        key, text = self.small(), self.type_of(place)
        version = "" if text == OLD_HANDLE else "V2"
        self.act(
            "insert", f"LookupTableInsert{version}", [self.open(place), key, self.number], [text, INT, INT], "", "Tin = i32, Tout = i32"
        )

    def find(self, place: Place) -> None:
        key, none, text = self.small(), self.constant(self.name("c")[len(self.prefix) :], "-1"), self.type_of(place)
        version = "" if text == OLD_HANDLE else "V2"
        value = self.act("find", f"LookupTableFind{version}", [self.open(place), key, none], [text, INT, INT], INT, "Tin = i32, Tout = i32")
        self.follow(self.number_of(value))

    # Functions

    def given_to(self) -> list[Place]:
        """Handles that are handed on, beside those that are opened."""
        able = [place for place in dict.fromkeys(self.program.places) if place.kind not in (*OLD, "staging", "temporary")]
        return [place for place in able if self.chance(0.25)]

    def call(self, _: int, actions: list[Action]) -> None:
        given = self.given_to()
        function = self.function_of(actions, given)
        types = ", ".join([*["!tf_type.resource"] * len(given), "i32"])
        attributes = (
            f'Tin = [{types}], Tout = [i32], f = #tf_type.func<@{function}, {{}}>, config = "", config_proto = "", executor_type = ""'
        )
        self.run("StatefulPartitionedCall", given, attributes)

    def branch(self, least: int, *branches: list[Action]) -> None:
        given = self.given_to()
        then, otherwise = [self.function_of(each, given) for each in branches]
        limit = self.constant(self.name("c")[len(self.prefix) :], str(least * 50))
        condition = self.node(self.name("greater"), "Greater", [self.number, limit], [INT, INT], BOOL, "T = i32")
        types = ", ".join([*["!tf_type.resource"] * len(given), "i32"])
        attributes = f"Tcond = i1, Tin = [{types}], Tout = [i32], then_branch = #tf_type.func<@{then}, {{}}>, else_branch = #tf_type.func<@{otherwise}, {{}}>"
        self.run("If", given, attributes + f", output_shapes = [#tf_type.shape<>]{self.lowering()}", condition, BOOL)

    def case(self, _: int, *branches: list[Action]) -> None:
        given = self.given_to()
        names = ", ".join([f"#tf_type.func<@{self.function_of(each, given)}, {{}}>" for each in branches])
        types = ", ".join([*["!tf_type.resource"] * len(given), "i32"])
        three = self.constant(self.name("c")[len(self.prefix) :], "3")
        number = self.node(self.name("which"), "FloorMod", [self.number, three], [INT, INT], INT, "T = i32")
        self.run(
            "Case",
            given,
            f"Tin = [{types}], Tout = [i32], branches = [{names}], output_shapes = [#tf_type.shape<>]{self.lowering()}",
            number,
            INT,
        )

    def lowering(self) -> str:
        """Whether functions are inlined: where they are not, they have one resource without a name for all places that run them."""
        is_inlined = "" in self.program.names or self.chance(0.5)
        return ", _lower_using_switch_merge = true" if is_inlined else ""

    def run(self, op: str, given: list[Place], attributes: str, *first: str) -> None:
        handles = [self.open(place) for place in given]
        types = [*first[1:], *[HANDLE] * len(given), INT]
        self.number = self.act(op.lower(), op, [*first[:1], *handles, self.number], types, INT, attributes)

    def loop(self, trips: int, actions: list[Action]) -> None:
        given = self.given_to()
        condition, body = self.condition(trips, given), self.function_of(actions, given, is_loop=True)
        types = ", ".join([*["!tf_type.resource"] * len(given), "i32", "i32"])
        attributes = f"T = [{types}], cond = #tf_type.func<@{condition}, {{}}>, body = #tf_type.func<@{body}, {{}}>, output_shapes = [], parallel_iterations = 10 : i64{self.lowering()}"
        operands = [*[self.open(place) for place in given], self.constant(self.name("c")[len(self.prefix) :], "0"), self.number]
        name = self.name("while")
        results = ", ".join([f"%{name}.{at}" for at in range(len(operands))])
        kinds = ", ".join([*[HANDLE] * len(given), INT, INT])
        control, listed = f" [%{self.last}.ctl]" if self.last else "", ", ".join([f"%{operand}" for operand in operands])
        self.lines.append(f'{results}, %{name}.ctl = While({listed}){control} name("{name}") {{{attributes}}} : ({kinds}) -> ({kinds})')
        self.number, self.last = f"{name}.{len(operands) - 1}", name

    def condition(self, trips: int, given: list[Place]) -> str:
        function = Function(f"condition{next(self.program.numbers)}", given, True)
        inside = Body(self.program, "", function, "n")
        limit = inside.constant("limit", str(trips))
        less = inside.node("less", "Less", ["i", limit], [INT, INT], BOOL, "T = i32")
        return self.defined(function, inside, [less], [BOOL], ["i", "n"])

    def function_of(self, actions: list[Action], given: list[Place], is_loop: bool = False) -> str:
        for function in self.program.drawn:
            if (function.actions, function.given, function.is_loop) == (actions, given, is_loop):
                return function.name
        function = Function(f"part{next(self.program.numbers)}", given, is_loop, actions)
        inside = Body(self.program, "", function, "n")
        inside.actions(actions)
        result = inside.node("result", "Identity", [inside.number], [INT], INT, "T = i32", control=inside.last)
        self.program.drawn.append(function)
        if not is_loop:
            return self.defined(function, inside, [result], [INT], ["n"])
        following = inside.node("following", "AddV2", ["i", inside.constant("one", "1")], [INT, INT], INT, "T = i32", control="result")
        handles = [f"given{at}" for at in range(len(given))]
        return self.defined(function, inside, [*handles, following, result], [*[HANDLE] * len(given), INT, INT], ["i", "n"])

    def defined(self, function: Function, inside: Body, results: list[str], types: list[str], numbers: list[str]) -> str:
        handles = [f'%given{at}: {HANDLE} {{tfg.name = "given{at}"}}' for at in range(len(function.given))]
        arguments = [*handles, *[f'%{each}: {INT} {{tfg.name = "{each}"}}' for each in numbers]]
        told = ", ".join([f'{type} {{tfg.name = "out{at}"}}' for at, type in enumerate(types)])
        values, control = (
            ", ".join([f"%{each}" for each in results]),
            f'[%{results[-1]}.ctl {{tfg.name = "done"}}]',
        )  # as `Written.defined` has it
        lines = "\n  ".join([*inside.lines, f"return({values}) {control} : {', '.join(types)}"])
        self.program.functions.append(
            f"tfg.func @{function.name}({', '.join(arguments)})\n     -> ({told})\n attributes {{is_stateful}} {{\n  {lines}\n}}"
        )
        return function.name
