"""Variables that functions open by their names: where a function is called they become arguments, all along the way from the function that nothing
calls, which opens them in their stead.

What TensorFlow shares is told by the container and the name; nodes of one name in different functions are one variable. A handle that is
anonymous is a variable of its own each time that it is made, so that it stays where it is.
"""

from __future__ import annotations

from tfir.analysis.call_graph import CallSite, call_sites
from tfir.analysis.slices import reached
from tfir.dialects import has_trait
from tfir.dialects.tf.handles import ANONYMOUS, variable_name
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import SymbolTable

from tfopt.tf.retyping import describe, forget_types, name_called

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

HANDLE, LENT = "tf.VarHandleOp", "tfir.lent"


def opens_by_name(op: Operation) -> bool:
    return op.name == HANDLE and LENT not in op.attributes and op.get("shared_name", "") != ANONYMOUS


def name_opened(op: Operation) -> str:
    return variable_name(op.get("container", ""), op.get("shared_name", ""))


def opening(function: Operation) -> Iterator[tuple[str, Operation]]:
    """The ops of a function that open a variable by its name, with what that is."""
    return ((name_opened(op), op) for op in function.walk() if opens_by_name(op))


class OpenedVariables:
    """Gives functions the variables that they opened, in copies of them: others than the callers that are looked at may call them too."""

    def __init__(self, symbols: SymbolTable):
        self.symbols = symbols
        self.copies: dict[tuple, Operation] = {}
        self.openers = [op for op in symbols.op.body if is_plain(op) and any(True for _ in opening(op))]

    def open_in(self, entry: Operation) -> None:
        """Lets a function that nothing calls open, at its front, all that is opened in those that it calls."""
        made = {name: op for name, op in reversed(list(opening(entry))) if op.block is entry.body}
        handles: dict[str, Value] = {}

        def handle_of(name: str, op: Operation) -> Value:
            if name not in handles:
                own = made[name].remove() if name in made else op.clone()
                handles[name] = entry.body.insert_before(own, entry.body.first).result
            return handles[name]

        for name, op in list(opening(entry)):
            if op.block is not entry.body:
                op.replace_with([handle_of(name, op)])
        self.hand_on(entry, handle_of)

    def hand_on(self, function: Operation, handle_of: Callable[[str, Operation], Value]) -> None:
        for op in list(function.walk()):
            sites = call_sites(op)
            names = self.opened_by(sites)
            if not names:
                continue
            op.set_operands([*op.operands, *[handle_of(name, made) for name, made in names.items()]])
            if has_trait(op, "loop"):
                op.add_results([made.result.type for made in names.values()])
            if not all([is_plain(self.symbols.get(site.reference)) for site in sites]):
                raise opened_by_name(next(iter(names.values())))
            name_called(op, sites, [self.with_arguments(site, names) for site in sites])
            forget_types(op)

    def opened_by(self, sites: list[CallSite]) -> dict[str, Operation]:
        """What functions that an op runs, and those that these call, open; each with an op that does."""
        if not sites or not self.openers:
            return {}
        functions = [self.symbols.get(site.reference) for site in sites]
        met = reached([one for one in functions if is_plain(one)], self.called)
        return {name: op for function in self.openers if function in met for name, op in opening(function)}

    def called(self, function: Operation) -> list[Operation]:
        functions = [self.symbols.get(site.reference) for op in function.walk() for site in call_sites(op)]
        return [one for one in functions if is_plain(one)]

    def with_arguments(self, site: CallSite, names: dict[str, Operation]) -> Operation:
        """A copy of a function that takes these variables behind its other arguments. The body of a loop gives them back as they are."""
        function, is_body = self.symbols.get(site.reference), has_trait(site.op, "loop") and bool(site.results)
        asked_for = (function, tuple(names), is_body)
        if asked_for not in self.copies:
            copy = self.copies[asked_for] = self.symbols.add(function.clone(), function)
            handles = {name: copy.body.add_argument(made.result.type) for name, made in names.items()}
            for name, op in list(opening(copy)):
                op.replace_with([handles[name]])
            if is_body:
                copy.body.last.set_operands([*copy.body.last.operands, *handles.values()])
            self.hand_on(copy, lambda name, made: handles[name])
            describe(copy)
        return self.copies[asked_for]


def opened_by_name(op: Operation) -> Error:
    return Error.on(op, f"opens variable '{name_opened(op)}' by its name; a function that is called must be given the handle")


def is_plain(function: Operation | None) -> bool:
    return function is not None and function.name == "func.func" and len(function.region.blocks) == 1
