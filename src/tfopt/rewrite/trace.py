"""`--print-rules-fired`, `--print-rules-refused`: remarks about rules, where they fire and where they match in vain."""

from __future__ import annotations

from tfir.ir.diagnostics import Diagnostic, emit
from tfir.ir.operations import Operation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tfopt.rewrite.pattern import RewritePattern

# What is told; switched on by flags. `heard` is called with (rule, op, why) of refusals by who keeps them.
told = {"fired": False, "refused": False}
heard: list[Callable[[RewritePattern, Operation, str], object]] = []


class telling:
    """While it lasts, rules are told about: `with telling(fired=True, refused=False): ...`."""

    def __init__(self, fired: bool, refused: bool):
        self.now = {"fired": fired, "refused": refused}

    def __enter__(self) -> None:
        self.before = dict(told)
        told.update(self.now)

    def __exit__(self, *_: object) -> None:
        told.update(self.before)


def fired(rule: RewritePattern, op: Operation, stage: str = "") -> None:
    """`stage` is what Grappler calls the rules among which this one is."""
    if told["fired"]:
        emit(Diagnostic(f"rule {called(rule, stage)} fires on '{op.name}' ({rule.at})", op, "remark"))


def refused(rule: RewritePattern, op: Operation, why: str, stage: str = "") -> None:
    """A rule's pattern matches, and yet nothing happens."""
    for listener in heard:
        listener(rule, op, why)
    if told["refused"]:
        emit(Diagnostic(f"rule {called(rule, stage)} matches '{op.name}' but is refused: {why} ({rule.at})", op, "remark"))


def called(pattern: RewritePattern, stage: str) -> str:
    """A pattern by its title, behind the stage that it belongs to."""
    return f"{stage} '{pattern.title()}'" if stage else f"'{pattern.title()}'"
