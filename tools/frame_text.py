"""Loops by frames, and branches by Switch and Merge, as nodes in the text of a drawn graph. For waiting_sequences.py."""

from __future__ import annotations

INT, BOOL, HANDLE = "tensor<*xi32>", "tensor<*xi1>", "tensor<*x!tf_type.resource>"


class Frame:
    """A loop with a counter and the variables that are added to it, among the nodes of `outside`, whose handles enter as constants."""

    def __init__(self, outside, name: str, trips: int, in_flight: int):
        self.outside, self.prefix, self.in_flight = outside, f"{outside.prefix}{name}_", in_flight
        self.suffix = f"_{self.prefix}"
        for handle in outside.drawn.handles:
            self.enter(f"{handle}{self.suffix}", f"{handle}{outside.suffix}", is_constant=True)
        self.condition = ""
        counter = self.merged("i", outside.constant(f"{name}_zero", "0"))
        limit = self.constant("limit", trips, counter)
        less = self.node("less", "Less", [counter, limit], result=BOOL)
        self.condition = self.node("going", "LoopCond", [less], "", result=BOOL, types=[BOOL])
        self.counter = self.switched("i")
        following = self.node("following", "AddV2", [self.counter, self.constant("one", 1, self.counter)])
        self.node("i_next", "NextIteration", [following])

    def node(self, name: str, op: str, operands: list[str], *rest, **named) -> str:
        return self.outside.node(f"{self.prefix}{name}", op, operands, *rest, **named)

    def constant(self, name: str, number: int, anchor: str) -> str:
        return self.outside.anchored_constant(f"{self.prefix}{name}", str(number), anchor)

    def enter(self, name: str, value: str, is_constant: bool = False) -> None:
        element, kind = ("!tf_type.resource", HANDLE) if is_constant else ("i32", INT)
        attributes = f'T = {element}, frame_name = "{self.prefix}", is_constant = {str(is_constant).lower()}, parallel_iterations = {self.in_flight} : i64'
        self.outside.node(name, "Enter", [value], attributes, self.outside.last, result=kind)

    def merged(self, variable: str, start: str) -> str:
        name = f"{self.prefix}{variable}"
        self.enter(f"{name}_enter", start)
        kinds = f"({INT}, {INT}) -> ({INT}, {INT})"
        attributes = f'name("{name}") {{N = 2 : i64, T = i32}} : {kinds}'
        self.outside.lines.append(f"%{name}, %{name}.at, %{name}.ctl = Merge(%{name}_enter, %{name}_next) {attributes}")
        return name

    def variable(self, variable: str, start: str) -> str:
        self.merged(variable, start)
        return self.switched(variable)

    def switched(self, variable: str) -> str:
        name = f"{self.prefix}{variable}"
        switch(self.outside, f"{name}_switch", name, self.condition)
        return self.outside.node(f"{name}_in", "Identity", [f"{name}_switch.yes"])

    def body(self, number: str, prefix: str = ""):
        """What is written in the loop. Constants come with the counter, so that none is there when the loop has ended, and all that acts
        comes behind the value for the same reason."""
        inside = self.outside.inner(f"{self.prefix}{prefix}", number, self.counter, self.suffix)
        inside.last = number
        return inside

    def again(self, variable: str, body) -> None:
        self.outside.lines += body.lines
        self.node(f"{variable}_next", "NextIteration", [body.number], after=body.last)

    def exit(self, variable: str) -> str:
        name = f"{self.prefix}{variable}"
        return self.outside.node(f"{name}_exit", "Exit", [f"{name}_switch.no"])


def switch(written, name: str, value: str, condition: str, after: str = "") -> None:
    control = f" [%{after}.ctl]" if after else ""
    attributes = f'name("{name}") {{T = i32}} : ({INT}, {BOOL}) -> ({INT}, {INT})'
    written.lines.append(f"%{name}.no, %{name}.yes, %{name}.ctl = Switch(%{value}, %{condition}){control} {attributes}")


def branches(written, name: str, condition: str, actions: list) -> str:
    """Nodes of one list of actions or of another one; of no other frame than what is around."""
    switch(written, name, written.number, condition, written.last)
    ends = []
    for side, each in zip(("yes", "no"), actions):
        number = written.node(f"{name}_{side}", "Identity", [f"{name}.{side}"])
        inside = written.inner(f"{name}_{side}_", number, number, written.suffix)
        inside.last = number
        inside.actions(each)
        written.lines += inside.lines
        ends.append(written.node(f"{name}_{side}_end", "Identity", [inside.number], after=inside.last))
    given = ", ".join([f"%{end}" for end in ends])
    attributes = f'name("{name}_merge") {{N = 2 : i64, T = i32}} : ({INT}, {INT}) -> ({INT}, {INT})'
    written.lines.append(f"%{name}_merge, %{name}_merge.at, %{name}_merge.ctl = Merge({given}) {attributes}")
    return f"{name}_merge"
