"""The base class of rewrite patterns: a root operation, and one method that matches and rewrites.

There are two ways to write one. `pattern >> replacement` (`terms.py`) says both sides as terms, so that a test can prove them equal;
whatever terms cannot say is a function `(op, rewriter) -> bool` (`FunctionPattern`).
"""

from __future__ import annotations

from tfir.ir.operations import Operation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any, TypeAlias

    from tfopt.rewrite.building import Operand
    from tfopt.rewrite.rewriter import PatternRewriter

    PatternFunction: TypeAlias = Callable[[Operation, Any], bool]  # the driver's kind of `PatternRewriter`


class RewritePattern:
    """A rewrite of one kind of operation, for the greedy driver and for conversions.

    roots      the names of the ops that it looks at
    at         where it is written, as `file:line`
    changes    what a pattern that is not exact may change in floating point results: of "bits", "nan", "inf" and "zero"
    required   sets of names of ops: for each of them some operand must be made by one of these
    """

    roots: tuple[str, ...] = ()
    at: str = ""
    changes: tuple[str, ...] = ()
    required: Sequence[frozenset[str]] = ()
    has_more_to_fit = False  # whether `may_fit` can answer no
    is_declarative = False  # whether both sides are terms

    function: Callable[..., Any] | None = None  # where it is one

    def title(self) -> str:
        """The name of the pattern in remarks."""
        name = "<lambda>" if self.function is None else self.function.__name__
        return self.at if name == "<lambda>" else name

    def may_match(self, makers_of_operands: Iterable[str]) -> bool:
        """A cheap look at the names of the ops that make the operands, before anything else is tried."""
        return not any([names.isdisjoint(makers_of_operands) for names in self.required])

    def may_fit(self, op: Operation) -> bool:
        """A cheap look at the operation itself, before anything else is tried."""
        return True

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> bool:
        """Rewrites the operation by the rewriter's edits, and answers whether it has. Raises `Error` where what would be built has no
        meaning: no match either."""
        raise NotImplementedError


class ReplacementPattern(RewritePattern):
    """A pattern that only says which values take the place of an operation's results."""

    def replacements(self, op: Operation, rewriter: PatternRewriter) -> Iterable[list[Operand | None]]:
        """Lists with a value for each result, and None for one that stays, in the order in which they are to be tried."""
        raise NotImplementedError

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> bool:
        for values in self.replacements(op, rewriter):
            if rewriter.replace_if_sound(self, op, values):
                return True
        rewriter.take_back()
        return False


class FunctionPattern(RewritePattern):
    """A function `(op, rewriter) -> bool` for ops of these names, which answers whether it has changed the program."""

    def __init__(self, roots: Iterable[str], function: PatternFunction):
        self.roots, self.function, self.at = tuple(roots), function, place_of(function)
        self.match_and_rewrite = function  # type: ignore[method-assign, assignment]  # one call fewer for each op
        made_by = getattr(function, "made_by", None)
        self.required = (made_by,) if made_by else ()


def reads(*names: str) -> Callable[[PatternFunction], PatternFunction]:
    """Marks a function that does nothing unless some operand is made by one of these ops."""

    def mark(function: PatternFunction) -> PatternFunction:
        function.made_by = frozenset(names)  # type: ignore[attr-defined]  # functions have fields of any name
        return function

    return mark


def function_patterns(table: Mapping[str, Sequence[RewritePattern | PatternFunction]]) -> list[RewritePattern]:
    """The patterns of a table: name of an op -> patterns, and functions `(op, rewriter) -> bool`, in the order in which they are tried."""
    return [
        entry if isinstance(entry, RewritePattern) else FunctionPattern((name,), entry)
        for name, entries in table.items()
        for entry in entries
    ]


def place_of(function: Callable[..., Any]) -> str:
    """`file:line` of a function."""
    code = function.__code__
    return f"{code.co_filename.rpartition('/')[2]}:{code.co_firstlineno}"
