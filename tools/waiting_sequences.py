"""Random graphs whose ops wait for one another within a call: chains of ops that run side by side, one fills a queue and another one empties it.
For sequence_kinds.py.

A queue has one chain that puts and one that takes, so that what a call gives does not depend on which chain runs when. A run of the chains tells
whether all come to their end. Almost all calls do; of the others TensorFlow says that time is over, and no call follows.
"""

from __future__ import annotations

from collections.abc import Iterator

from drawn_sequence import Sequence
from frame_text import Frame, branches
from tfir.dialects import dialect, lookup
from tfir.ir.location import Source
from tfir.text.parser import parse

INT, HANDLE = "tensor<*xi32>", "tensor<*x!tf_type.resource>"
OFTEN_ENOUGH = 200  # chains that hang are drawn again so many times
Action = tuple


def waiting(sequence: Sequence) -> None:
    """Chains of puts and takes, some of them in functions, branches and loops; each call runs some of them."""
    draw(sequence, Chains)


def draw(sequence: Sequence, kind: type[Chains]) -> None:
    for _ in range(OFTEN_ENOUGH):
        drawn = kind(sequence)
        if drawn.keep_calls(with_a_hanging_one=sequence.chance(0.02)):
            break
    drawn.calls = drawn.calls or [[0]]
    sequence.module = parse(Source("drawn", drawn.text()), lookup, dialect)
    sequence.block = next(iter(sequence.module.body)).body
    sequence.calls.append([f"^zero_{chain}" for chain in range(len(drawn.chains))])
    sequence.texts.append("all variables 0")
    for call in drawn.calls:
        sequence.calls.append([name for chain in call for name in (f"{drawn.end(chain)}:0", f"^last_{chain}")])
        sequence.texts.append(f"chains {call}: {[drawn.chains[chain] for chain in call]} of queues of {drawn.capacities}")


class Chains:
    """What is drawn: for each queue how much it holds, and of each chain its actions, the first number and the chain that gives that, or None."""

    def __init__(self, sequence: Sequence):
        self.sequence = sequence
        count = sequence.choice([2, 2, 3, 4])
        self.capacities = [sequence.choice([1, 2, 5, 20]) for _ in range(sequence.choice([1, 2, 3, 4]))]
        ends = [[sequence.choice(range(count)) for _ in "pt"] for _ in self.capacities]
        self.putting, self.taking = [
            [[queue for queue, each in enumerate(ends) if each[at] == chain] for chain in range(count)] for at in (0, 1)
        ]
        self.chains = [self.actions(chain, 2) for chain in range(count)]
        self.after = [sequence.choice(range(chain)) if chain and sequence.chance(0.25) else None for chain in range(count)]
        self.is_in_function = sequence.chance(0.3)  # all of it
        self.calls = [self.drawn_call() for _ in range(sequence.choice([1, 1, 2, 3]))]

    def drawn_call(self) -> list[int]:
        """All chains, or some, with those that they begin after."""
        chains = range(len(self.chains))
        called = (
            list(chains)
            if self.is_in_function or self.sequence.chance(0.7)
            else [chain for chain in chains if self.sequence.chance(0.6)] or [0]
        )
        for chain in called:
            if (before := self.after[chain]) is not None and before not in called:
                called.append(before)
        return sorted(called)

    def actions(self, chain: int, depth: int) -> list[Action]:
        return [self.action(chain, depth) for _ in range(self.sequence.choice([1, 2, 3]))]

    def action(self, chain: int, depth: int) -> Action:
        queues = [("put", queue) for queue in self.putting[chain]] + [("take", queue) for queue in self.taking[chain]]
        if depth and self.sequence.chance(0.3):
            kind = self.sequence.choice(["call", "branch", "loop"])
            inside = [self.actions(chain, depth - 1) for _ in range(1 + (kind == "branch"))]
            return kind, self.sequence.choice([1, 2, 3]), *inside
        if self.sequence.chance(0.15):
            return ("count", chain)
        if not queues:
            return ("add", self.sequence.choice([1, 5]))
        return *self.sequence.choice(queues), self.sequence.choice([1, 1, 2, 3])

    def end(self, chain: int) -> str:
        """The node that gives what comes of a chain, called by what the chain does."""
        return f"{'-'.join(sorted(kinds_of(self.chains[chain])))}_{chain}"

    # What comes of it

    def keep_calls(self, with_a_hanging_one: bool) -> bool:
        """Drops the first call that does not come to an end, and all behind it. Whether one is left."""
        queues: list[list[int]] = [[] for _ in self.capacities]
        self.counts = [0] * len(self.chains)
        ends = [self.call_ends(call, queues) for call in self.calls]
        count = [*ends, False].index(False)
        self.calls = self.calls[: count + with_a_hanging_one]
        return bool(self.calls)

    def call_ends(self, call: list[int], queues: list[list[int]]) -> bool:
        results: dict[int, int] = {}
        running = {chain: self.run(chain, queues, results) for chain in call}
        turns = 0
        while running and turns <= len(running):
            turns += 1
            for chain in list(running):
                told = next(running[chain], "end")
                turns = turns if told == "waits" else 0
                if told == "end":
                    del running[chain]
        return not running

    def run(self, chain: int, queues: list[list[int]], results: dict[int, int]) -> Iterator[str]:
        before = self.after[chain]
        while before is not None and before not in results:
            yield "waits"
        numbers = [chain if before is None else results[before]]
        yield from self.step(self.chains[chain], numbers, queues)
        results[chain] = numbers[0]

    def step(self, actions: list[Action], numbers: list[int], queues: list[list[int]]) -> Iterator[str]:
        """What a chain does; its number is the one of `numbers`. Yields where it has done something, and where it waits."""
        for kind, which, *rest in actions:
            if kind == "add":
                numbers[0] += which
            elif kind == "count":
                numbers[0] = self.counts[which] = wrapped(self.counts[which] + numbers[0])
            elif kind in ("put", "take"):
                taken = 0
                for at in range(rest[0]):
                    while len(queues[which]) == (self.capacities[which] if kind == "put" else 0):
                        yield "waits"
                    if kind == "put":
                        queues[which].append(numbers[0] + at)
                    else:
                        taken += queues[which].pop(0)
                    yield "goes on"
                numbers[0] = wrapped(numbers[0] + 1 if kind == "put" else 3 * numbers[0] + taken)
            else:
                inside = rest[numbers[0] <= which] if kind in ("branch", "switch") else rest[0]
                for _ in range(which if kind in ("loop", "round") else 1):
                    yield from self.step(inside, numbers, queues)

    # As text

    def text(self) -> str:
        self.functions: list[str] = []
        makers = [
            f'%q{queue}, %qc{queue} = FIFOQueueV2 name("q{queue}") {{component_types = [i32], shapes = [#tf_type.shape<>], capacity = {capacity} : i64, '
            f'container = "", shared_name = "{self.sequence.choice(["", f"name{queue}"])}"}} : () -> ({HANDLE})'
            for queue, capacity in enumerate(self.capacities)
        ]
        parts, lines = [makers, *[self.part(chain) for chain in range(len(self.chains))]], []
        if self.is_in_function:
            parts = [makers, self.called_whole([line for part in parts[1:] for line in part])]
        while parts := [part for part in parts if part]:
            lines.append(self.sequence.choice(parts).pop(0))
        lines += [line for chain in range(len(self.chains)) for line in self.variable(chain)]
        body = "\n  ".join(lines)
        return (
            f"module {{\ntfg.graph #tf_type.version<producer = 1087, min_consumer = 12> {{\n  {body}\n}}\n"
            + "\n".join(self.functions)
            + "\n}\n"
        )

    def called_whole(self, lines: list[str]) -> list[str]:
        """A call of a function that all chains stand in."""
        inside, ends = Written(self, "", ""), [f"end_{chain}" for chain in range(len(self.chains))]
        inside.lines = lines
        inside.defined("whole", inside, ends[-1], [], INT, ends[:-1])
        outside = Written(self, "", "")
        types = ", ".join(["!tf_type.resource"] * len(outside.handles))
        attributes = f'Tin = [{types}], Tout = [{", ".join(["i32"] * len(ends))}], f = #tf_type.func<@whole, {{}}>, config = "", config_proto = "", executor_type = ""'
        given, kinds = ", ".join([f"%{handle}" for handle in outside.handles]), ", ".join([HANDLE] * len(outside.handles))
        results = ", ".join([f"%result{at}" for at in range(len(ends))])
        outside.lines.append(
            f'{results}, %whole.ctl = StatefulPartitionedCall({given}) name("whole") {{{attributes}}} : ({kinds}) -> ({", ".join([INT] * len(ends))})'
        )
        for at, end in enumerate(ends):
            outside.node(end, "Identity", [f"result{at}"], named=self.end(at))
            outside.lines.append(f'%last_{at} = NoOp [%{end}.ctl] name("last_{at}")')
        return outside.lines

    @property
    def handles(self) -> list[str]:
        return [*[f"q{queue}" for queue in range(len(self.capacities))], *[f"qv{chain}" for chain in range(len(self.chains))]]

    def variable(self, chain: int) -> list[str]:
        written = Written(self, f"z{chain}_", "")
        name = f"qv{chain}"
        written.lines.append(
            f'%{name}, %{name}.ctl = VarHandleOp name("{name}") {{dtype = i32, shape = #tf_type.shape<>, container = "", shared_name = "{name}"}} : () -> ({HANDLE})'
        )
        zero = written.constant("zero", "0")
        written.node(f"zero_{chain}", "AssignVariableOp", [name, zero], "dtype = i32, validate_shape = false", result="")
        return written.lines

    def part(self, chain: int) -> list[str]:
        """The nodes of a chain, in order; those of different chains stand in any order."""
        before = self.after[chain]
        written = Written(self, f"c{chain}_", f"c{chain}_start" if before is None else f"end_{before}")
        if before is None:
            written.constant("start", str(chain))
        written.actions(self.chains[chain])
        written.node(f"end_{chain}", "Identity", [written.number], after=written.last, named=self.end(chain))
        written.lines.append(f'%last_{chain} = NoOp [%{written.last or f"end_{chain}"}.ctl] name("last_{chain}")')
        return written.lines


class Written:
    """Nodes of one chain, or of a function of it, each behind the one before: `number` is the value so far, `last` the node. In a loop or a
    branch constants come with the `anchor`, and the handles are those that end in `suffix`."""

    def __init__(self, drawn: Chains, prefix: str, number: str, anchor: str = "", suffix: str = ""):
        self.drawn, self.prefix, self.number, self.last = drawn, prefix, number, ""
        self.anchor, self.suffix = anchor, suffix
        self.lines: list[str] = []
        self.nodes = 0

    def name(self, kind: str) -> str:
        self.nodes += 1
        return f"{self.prefix}{kind}{self.nodes}"

    def node(
        self, name: str, op: str, operands: list[str], attributes="T = i32", after="", result: str = INT, types=None, named=None
    ) -> str:
        given = ", ".join([f"%{operand}" for operand in operands])
        kinds = types or [HANDLE if operand[0] == "q" else INT for operand in operands]
        control = f" [%{after}.ctl]" if after else ""
        results, type = (f"%{name}, ", f" -> ({result})") if result else ("", "")
        head = f"({', '.join(kinds)})" if result else ", ".join(kinds)
        self.lines.append(f'{results}%{name}.ctl = {op}({given}){control} name("{named or name}") {{{attributes}}} : {head}{type}')
        return name

    def constant(self, kind: str, number: str, shape: str = "", element: str = "i32") -> str:
        return self.anchored_constant(f"{self.prefix}{kind}", number, self.anchor, shape, element)

    def anchored_constant(self, name: str, number: str, anchor: str, shape: str = "", element: str = "i32") -> str:
        attributes = f"{{dtype = {element}, value = dense<{number}> : tensor<{shape}{element}>}} : () -> (tensor<*x{element}>)"
        control = f" [%{anchor}.ctl]" if anchor else ""
        self.lines.append(f'%{name}, %{name}.ctl = Const{control} name("{name}") {attributes}')
        return name

    def inner(self, prefix: str, number: str, anchor: str, suffix: str) -> Written:
        return Written(self.drawn, prefix, number, anchor, suffix)

    def plus(self, number: str, addend: str) -> str:
        return self.node(self.name("add"), "AddV2", [number, addend])

    def actions(self, actions: list[Action]) -> None:
        for action in actions:
            getattr(self, action[0])(*action[1:])

    def add(self, addend: int) -> None:
        self.number = self.plus(self.number, self.constant(self.name("c"), str(addend)))

    def put(self, queue: int, count: int) -> None:
        many = "Many" if count > 1 else ""
        value = self.plus(self.number, self.vector(range(count))) if many else self.number
        self.last = self.node(
            self.name("put"),
            f"QueueEnqueue{many}V2",
            [f"q{queue}{self.suffix}", value],
            "Tcomponents = [i32], timeout_ms = -1 : i64",
            self.last,
            result="",
        )
        self.add(1)

    def take(self, queue: int, count: int) -> None:
        many = "Many" if count > 1 else ""
        asked = [self.constant(self.name("c"), str(count))] if many else []
        attributes = "component_types = [i32], timeout_ms = -1 : i64"
        taken = self.last = self.node(self.name("take"), f"QueueDequeue{many}V2", [f"q{queue}{self.suffix}", *asked], attributes, self.last)
        if many:
            axis = self.constant(self.name("c"), "0")
            taken = self.node(self.name("sum"), "Sum", [taken, axis], "T = i32, Tidx = i32, keep_dims = false")
        threefold = self.node(self.name("mul"), "Mul", [self.number, self.constant(self.name("c"), "3")])
        self.number = self.plus(threefold, taken)

    def count(self, chain: int) -> None:
        added = self.node(
            self.name("count"), "AssignAddVariableOp", [f"qv{chain}{self.suffix}", self.number], "dtype = i32", self.last, result=""
        )
        self.number = self.last = self.node(self.name("read"), "ReadVariableOp", [f"qv{chain}{self.suffix}"], "dtype = i32", added)

    def vector(self, numbers) -> str:
        return self.constant(self.name("v"), str(list(numbers)), f"{len(numbers)}x")

    @property
    def handles(self) -> list[str]:
        return [f"{handle}{self.suffix}" for handle in self.drawn.handles]

    def round(self, trips: int, actions: list[Action]) -> None:
        """A loop by a frame, that takes the value round. It begins behind the last node."""
        frame = Frame(self, self.name("round").removeprefix(self.prefix), trips, 10)
        body = frame.body(frame.variable("n", self.number))
        body.actions(actions)
        frame.again("n", body)
        self.number = self.last = frame.exit("n")

    def switch(self, least: int, *actions: list[Action]) -> None:
        limit = self.constant(self.name("c"), str(least))
        condition = self.node(self.name("greater"), "Greater", [self.number, limit], result="tensor<*xi1>")
        self.number = self.last = branches(self, self.name("switch"), condition, list(actions))

    def call(self, _: int, actions: list[Action]) -> None:
        name = self.function(actions)
        types = ", ".join([*["!tf_type.resource"] * len(self.handles), "i32"])
        attributes = f'Tin = [{types}], Tout = [i32], f = #tf_type.func<@{name}, {{}}>, config = "", config_proto = "", executor_type = ""'
        self.run("StatefulPartitionedCall", [*self.handles, self.number], attributes)

    def branch(self, least: int, *branches: list[Action]) -> None:
        then, otherwise = [self.function(each) for each in branches]
        limit = self.constant(self.name("c"), str(least))
        condition = self.node(self.name("greater"), "Greater", [self.number, limit], result="tensor<*xi1>")
        types = ", ".join([*["!tf_type.resource"] * len(self.handles), "i32"])
        attributes = f"Tcond = i1, Tin = [{types}], Tout = [i32], then_branch = #tf_type.func<@{then}, {{}}>, else_branch = #tf_type.func<@{otherwise}, {{}}>"
        self.run("If", [condition, *self.handles, self.number], attributes + ", output_shapes = [#tf_type.shape<>]", "tensor<*xi1>")

    def loop(self, count: int, actions: list[Action]) -> None:
        """The handles and a counter go round, which the value follows."""
        condition, body = self.condition(count), self.function(actions, is_loop=True)
        types = ", ".join([*["!tf_type.resource"] * len(self.handles), "i32", "i32"])
        attributes = f"T = [{types}], cond = #tf_type.func<@{condition}, {{}}>, body = #tf_type.func<@{body}, {{}}>, output_shapes = [], parallel_iterations = 10 : i64"
        operands = [*self.handles, self.constant(self.name("c"), "0"), self.number]
        name = self.name("while")
        results = ", ".join([f"%{name}.{at}" for at in range(len(operands))])
        kinds = ", ".join([*[HANDLE] * len(self.handles), INT, INT])
        control = f" [%{self.last}.ctl]" if self.last else ""
        given = ", ".join([f"%{operand}" for operand in operands])
        self.lines.append(f'{results}, %{name}.ctl = While({given}){control} name("{name}") {{{attributes}}} : ({kinds}) -> ({kinds})')
        self.number, self.last = f"{name}.{len(operands) - 1}", name

    def run(self, op: str, operands: list[str], attributes: str, *first: str) -> None:
        types = [*first, *[HANDLE if operand[0] == "q" else INT for operand in operands[len(first) :]]]
        self.number = self.last = self.node(self.name(op.lower()), op, operands, attributes, self.last, types=types)

    def condition(self, count: int) -> str:
        name = f"condition{len(self.drawn.functions)}"
        inside = Written(self.drawn, "", "n")
        limit = inside.constant("limit", str(count))
        less = inside.node("less", "Less", ["i", limit], result="tensor<*xi1>")
        return self.defined(name, inside, less, ["i", "n"], "tensor<*xi1>")

    def function(self, actions: list[Action], is_loop: bool = False) -> str:
        inside = Written(self.drawn, "", "n")
        inside.actions(actions)
        result = inside.node("result", "Identity", [inside.number], after=inside.last)
        name = f"part{len(self.drawn.functions)}"
        if not is_loop:
            return self.defined(name, inside, result, ["n"], INT)
        following = inside.node("following", "AddV2", ["i", inside.constant("one", "1")], after="result")
        return self.defined(name, inside, result, ["i", "n"], INT, [*self.drawn.handles, following])

    def defined(self, name: str, inside: Written, result: str, numbers: list[str], type: str, before: tuple | list = ()) -> str:
        """Adds a function of the queues and of numbers, that gives what goes before and a result. That is a control result as well: TensorFlow inlines
        calls, and what comes behind one waits for the control results alone."""
        arguments = [f'%{each}: {HANDLE} {{tfg.name = "{each}"}}' for each in self.drawn.handles] + [
            f'%{each}: {INT} {{tfg.name = "{each}"}}' for each in numbers
        ]
        given = [*before, result]
        kinds = [HANDLE if each[0] == "q" else INT for each in before] + [type]
        told = ", ".join([f'{kind} {{tfg.name = "out{at}"}}' for at, kind in enumerate(kinds)])
        values, control = ", ".join([f"%{each}" for each in given]), f'[%{result}.ctl {{tfg.name = "done"}}]'
        lines = "\n  ".join([*inside.lines, f"return({values}) {control} : {', '.join(kinds)}"])
        self.drawn.functions.append(
            f"tfg.func @{name}({', '.join(arguments)})\n     -> ({told})\n attributes {{is_stateful}} {{\n  {lines}\n}}"
        )
        return name


def kinds_of(actions: list[Action]) -> set[str]:
    inside = [kinds_of(each) for action in actions for each in action[2:] if isinstance(each, list)]
    return {action[0] for action in actions}.union(*inside)


def wrapped(number: int) -> int:
    """As 32 bits hold it."""
    return (number + (1 << 31)) % (1 << 32) - (1 << 31)
