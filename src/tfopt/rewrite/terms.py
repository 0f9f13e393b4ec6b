"""Rewrite rules: `pattern >> replacement`, or a function under its pattern.

    x, y = variables("x y");   p, q = constants("p q")

    tf.Neg(tf.Neg(x)) >> x

    @rewrite(tf.Transpose(tf.Transpose(x, p), q))
    def merge_transposes(x, p, q):              # constants come as arrays
        return tf.Transpose(x, p[q])            # among values the same name builds; None declines

    tf.Mul(x, 1)                  a constant all of whose elements are that number (0 is not -0.0)
    tf.AddN(*x)                   x is the list of all operands that are left
    tf.Unique(x)[1]               the second result
    tf.Relu(x) as an operand      once(tf.Relu(x)) demands that nothing else uses it
    where(x, is_scalar)           a function of the value must say yes; among attributes, a function of the attribute
    y @ tf.Abs(x)                 y is what tf.Abs(x) matches
    tf.Conv2D(x, w, data_format="NHWC", strides=s)      an attribute must be so, or is bound; absent ones have their default

`tf.Neg` is the one op of the table: it matches `tf.Neg` in functions and `tfg.Neg` in graphs. A misspelt name fails when it is
written. Whether operands may be exchanged is the engine's business (trait `commutative`).
"""

from __future__ import annotations

import sys
from itertools import permutations

from tfir.dialects import definition_of, dialect
from tfir.ir.operations import Operation, Value
from tfir.ods.control import data_operands, data_results

from tfopt.rewrite import building, trace
from tfopt.rewrite.constants import elements_of, is_all
from tfopt.rewrite.pattern import ReplacementPattern
from tfopt.rewrite.rewriter import PatternRewriter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
    from typing import Any, TypeAlias

    from tfir.ir.numbers import Number as PlainNumber

    from tfopt.rewrite.building import Operand

    # What the variables of a pattern stand for, by name: values, lists of values, plain attributes.
    Bindings: TypeAlias = dict[str, Any]
    # A rule's right-hand side; its parameters are the names that the pattern binds, as far as it asks for them.
    RuleFunction: TypeAlias = Callable[..., Any]
    Predicate: TypeAlias = Callable[[Any], bool]


# What a constant is called, and in which dialects: asking all of them for their `constant_like` ops would load them.
CONSTANTS = {"Const": ("tf", "tfg"), "constant": ("stablehlo", "mhlo", "arith")}
CONSTANT_OPS = frozenset([f"{dialect}.{local}" for local, names in CONSTANTS.items() for dialect in names])


class Term:
    """A part of a pattern. Python's own control flow cannot see through one.

    `made_by` are the ops one of which must make what the term matches, as the table's names for functions and for graphs; empty
    where any may.
    """

    made_by: frozenset[str] = frozenset()

    def matches(self, value: Value, bindings: Bindings) -> Iterator[Bindings]:
        """The bindings of variables for every way in which the value matches."""
        raise NotImplementedError

    def build(self, bindings: Bindings) -> Any:
        """The value that this term stands for on a rule's right-hand side."""
        raise NotImplementedError

    def __bool__(self) -> bool:
        raise TypeError("a pattern has no truth value; test inside the rule's function")


class Variable(Term):
    """Matches any value. The second time it is met, only the same value."""

    def __init__(self, name: str):
        self.name = name

    def matches(self, value: Value, bindings: Bindings) -> Iterator[Bindings]:
        bound = bindings.get(self.name)
        if bound is None:
            yield {**bindings, self.name: value}
        elif bound is value or bound == value:
            yield bindings

    def build(self, bindings: Bindings) -> Any:
        return bindings[self.name]

    def __matmul__(self, term: Term | PlainNumber) -> Bound:
        return Bound(self, as_term(term))

    def __iter__(self) -> Iterator[Rest]:
        yield Rest(self)

    def __repr__(self) -> str:
        return self.name


class Constant(Variable):
    """Matches a value that a constant makes. A rule's function gets it as an array, read when the whole pattern has matched."""

    made_by = CONSTANT_OPS

    def matches(self, value: Value, bindings: Bindings) -> Iterator[Bindings]:
        if elements_of(value) is not None:
            yield from super().matches(value, bindings)


class Rest(Term):
    """All operands that are left, as a list; written `*x`."""

    def __init__(self, variable: Variable):
        self.variable, self.name = variable, variable.name

    def build(self, bindings: Bindings) -> Any:
        return bindings[self.name]

    def __repr__(self) -> str:
        return f"*{self.name}"


class Around(Term):
    """A term that says more of what an inner term matches."""

    def __init__(self, term: Term):
        self.term, self.made_by = term, term.made_by

    def build(self, bindings: Bindings) -> Any:
        return self.term.build(bindings)


class Bound(Around):
    """A name for what an inner term matches; written `x @ term`."""

    def __init__(self, variable: Variable, term: Term):
        super().__init__(term)
        self.variable = variable

    def matches(self, value: Value, bindings: Bindings) -> Iterator[Bindings]:
        for inner in self.term.matches(value, bindings):
            yield from self.variable.matches(value, inner)

    def build(self, bindings: Bindings) -> Any:
        return bindings[self.variable.name]

    def __repr__(self) -> str:
        return f"{self.variable!r} @ {self.term!r}"


class Where(Around):
    """Matches what `term` matches when a function says so of the value; written `where(term, is_small)`."""

    def __init__(self, term: Term, holds: Predicate):
        super().__init__(term)
        self.holds = holds

    def matches(self, value: Value, bindings: Bindings) -> Iterator[Bindings]:
        if self.holds(value):
            yield from self.term.matches(value, bindings)

    def __repr__(self) -> str:
        return f"where({self.term!r}, {self.holds.__name__})"


class Once(Around):
    """Matches what `term` matches when the value has a single use."""

    def matches(self, value: Value, bindings: Bindings) -> Iterator[Bindings]:
        if len(value.uses) == 1:
            yield from self.term.matches(value, bindings)

    def __repr__(self) -> str:
        return f"once({self.term!r})"


class Number(Term):
    """A constant all of whose elements are one number. Other kinds of values that are told by a number derive from it."""

    made_by = CONSTANT_OPS

    def __init__(self, number: PlainNumber):
        self.number = number

    def holds(self, value: Value) -> bool:
        return is_all(value, self.number)

    def matches(self, value: Value, bindings: Bindings) -> Iterator[Bindings]:
        if self.holds(value):
            yield bindings

    def build(self, bindings: Bindings) -> Any:
        return self.number

    def __repr__(self) -> str:
        return repr(self.number)


class Apply(Term):
    """An op applied to terms. `result` is which of its results the term means."""

    def __init__(self, op: Op, operands: Iterable[Term | PlainNumber], attributes: Mapping[str, Any], result: int = 0):
        self.op, self.attributes, self.result, self.made_by = op, attributes, result, frozenset(op.names)
        self.operands = [as_term(operand) for operand in operands]

    def __rshift__(self, replacement: Term | PlainNumber | RuleFunction) -> Rule:
        return Rule(self, replacement, place(2))

    def __getitem__(self, result: int) -> Apply:
        return Apply(self.op, self.operands, self.attributes, result)

    def matches(self, value: Value, bindings: Bindings) -> Iterator[Bindings]:
        op = value.op
        if op is not None and op.name in self.op.names and value.index == self.result:
            yield from self.matches_op(op, bindings)

    def matches_op(self, op: Operation, bindings: Bindings) -> Iterator[Bindings]:
        """Every way in which the operation matches, whichever of its results is meant."""
        for bound in self._attributes_match(op, bindings):
            operands = data_operands(op)
            may_swap = self.op.is_commutative and len(self.operands) == len(operands) == 2
            for order in permutations(operands) if may_swap else (operands,):
                yield from self._operands_match(self.operands, list(order), bound)

    def _operands_match(self, terms: Sequence[Term], operands: list[Value], bindings: Bindings) -> Iterator[Bindings]:
        if not terms:
            if not operands:
                yield bindings
        elif isinstance(terms[0], Rest):
            if terms[0].name not in bindings or bindings[terms[0].name] == operands:
                yield {**bindings, terms[0].name: operands}
        elif operands:
            for inner in terms[0].matches(operands[0], bindings):
                yield from self._operands_match(terms[1:], operands[1:], inner)

    def _attributes_match(self, op: Operation, bindings: Bindings) -> Iterator[Bindings]:
        for name, expected in self.attributes.items():
            value = building.plain_attribute(op, name)
            if isinstance(expected, Where):
                if not expected.holds(value):
                    return
                expected = expected.term
            if isinstance(expected, Variable):
                if expected.name in bindings and bindings[expected.name] != value:
                    return
                bindings = {**bindings, expected.name: value}
            elif value != expected:
                return
        yield bindings

    def build(self, bindings: Bindings) -> Any:
        operands: list[Operand] = []
        for term in self.operands:
            built = term.build(bindings)
            operands += built if isinstance(term, Rest) else [built]
        attributes = {k: v.build(bindings) if isinstance(v, Variable) else v for k, v in self.attributes.items()}
        made = building.create(self.op.name, operands, attributes)
        return made.results[self.result]

    def __repr__(self) -> str:
        return f"{self.op.name}({', '.join(map(repr, self.operands))})"


class Op:
    """An op by name. Among terms it is a pattern, among values it builds the operation and is its result (or all of them)."""

    def __init__(self, name: str):
        self.name = name
        self.names = (name, "tfg" + name[2:]) if name.startswith("tf.") else (name,)

    @property
    def is_commutative(self) -> bool:
        return "commutative" in definition_of(self.name).traits

    def __call__(self, *operands: Any, **attributes: Any) -> Any:
        if not operands or any(isinstance(each, Term) for each in (*operands, *attributes.values())):
            return Apply(self, operands, attributes)
        made = building.create(self.name, operands, attributes)
        return made.results[0] if len(data_results(made)) == 1 else data_results(made)

    def __repr__(self) -> str:
        return self.name


class Ops:
    """The ops of a dialect as attributes. A name that is a word of Python gets an underscore behind."""

    def __init__(self, name: str):
        self._dialect = name
        self._ops: dict[str, Op] = {}

    def __getattr__(self, name: str) -> Op:
        local = name.rstrip("_")
        if local not in self._ops:
            home = dialect(self._dialect)
            table = () if home is None else home.table
            if local not in table:
                from tfir.ir.suggestion import did_you_mean

                raise AttributeError(f"{self._dialect} has no op {local}{did_you_mean(local, table)}")
            self._ops[local] = Op(f"{self._dialect}.{local}")
        return self._ops[local]


once, where, tf, stablehlo = Once, Where, Ops("tf"), Ops("stablehlo")


class Rule(ReplacementPattern):
    """A pattern and what takes its place: a term, or a function of the names that the pattern binds.

    The function may also ask for `op`, the operation at the pattern's root, and for `item`, what the driver knows around it
    (Grappler's item: shapes, devices). It returns a value, a list with one for each result,
    a number or an array (a constant then), or None (or `MatchFailure`, with a reason) to decline. `at` is where the rule is written.
    `changes` says what a rule that is not exact may change in results that are computed from floating point numbers: some of
    "bits" (the last ones), "nan", "inf", "zero" (the sign of a zero).
    """

    def __init__(self, pattern: Apply, replacement: Term | PlainNumber | RuleFunction, at: str):
        self.pattern, self.at, self.roots = pattern, at, pattern.op.names
        self.replacement = replacement if callable(replacement) else as_term(replacement)
        self.is_declarative = isinstance(self.replacement, Term)
        self.required = [term.made_by for term in pattern.operands if term.made_by]
        self.repeats = repeated_places(pattern)
        self.numbers = [term for term in pattern.operands if isinstance(term, Number)]
        self.has_more_to_fit = bool(self.repeats or self.numbers)
        bound = dict(variables_in(pattern))
        self.constants = {name for name, variable in bound.items() if isinstance(variable, Constant)}
        self.parameters: tuple[str, ...] = ()
        if isinstance(self.replacement, Term):
            check_names(at, dict(variables_in(self.replacement)), bound)
        else:
            code = self.replacement.__code__
            self.parameters = code.co_varnames[: code.co_argcount]
            check_names(at, self.parameters, {*bound, *GIVEN})

    def changing(self, *what: str) -> Rule:
        """The rule itself, marked as one that may change results in these ways: `(tf.Log(x + 1) >> tf.Log1p(x)).changing("bits")`."""
        unknown = set(what) - CHANGES
        if unknown:
            raise TypeError(f"the rule at {self.at} cannot change {', '.join(sorted(unknown))}")
        self.changes = what
        return self

    def title(self) -> str:
        """Its function's name, or its sides where it has no function or one without a name."""
        name = getattr(self.replacement, "__name__", "<lambda>")
        return repr(self) if name == "<lambda>" else name

    def may_fit(self, op: Operation) -> bool:
        """Whether operands are the same that the pattern calls by one name, and its numbers are among them."""
        operands = op.operands
        if any([last >= len(operands) or operands[first] is not operands[last] for first, last in self.repeats]):
            return False
        return all([any(map(number.holds, operands)) for number in self.numbers])

    def replacements(self, op: Operation, rewriter: PatternRewriter) -> Iterator[list[Any]]:
        """Every answer of the rule for an operation, in order of the ways in which it matches."""
        side = self.replacement
        for bindings in self.pattern.matches_op(op, {}):
            answer = side.build(bindings) if isinstance(side, Term) else self._ask(side, op, rewriter.item, bindings)
            if isinstance(answer, MatchFailure):
                trace.refused(self, op, answer.reason)
            elif answer is not None:
                yield self._per_result(op, answer)

    def _ask(self, function: RuleFunction, op: Operation, item: Any, bindings: Bindings) -> Any:
        given = {"op": op, "item": item}
        arguments = {name: given[name] if name in GIVEN else bindings[name] for name in self.parameters}
        for name in self.constants & arguments.keys():
            arguments[name] = building.array(arguments[name])
        return function(**arguments)

    def _per_result(self, op: Operation, answer: Any) -> list[Any]:
        results = data_results(op)
        if isinstance(answer, (list, tuple)):
            return list(answer)
        replaced: list[Any] = [None] * len(results)
        replaced[self.pattern.result] = answer
        return replaced

    def __repr__(self) -> str:
        return f"{self.pattern!r} >> {self.replacement!r}" if self.is_declarative else repr(self.pattern)


class MatchFailure:
    """A rule's answer when it leaves its match alone and can say why."""

    __slots__ = ("reason",)

    def __init__(self, reason: str):
        self.reason = reason


GIVEN = frozenset({"op", "item"})  # what a rule's function may ask for besides what its pattern binds
CHANGES = frozenset({"bits", "nan", "inf", "zero"})


def repeated_places(pattern: Apply) -> list[tuple[int, int]]:
    """Pairs of operands that are one variable, wherever the operands may not be exchanged."""
    terms = [term.term if isinstance(term, Around) else term for term in pattern.operands]
    names = [term.name if isinstance(term, Variable) else None for term in terms]
    first = {name: names.index(name) for name in names if name is not None}
    return [(first[name], at) for at, name in enumerate(names) if name is not None and first[name] != at]


def check_names(at: str, used: Iterable[str], bound: Collection[str]) -> None:
    """Raises TypeError where a rule uses a name that its pattern does not bind."""
    unknown = [name for name in used if name not in bound]
    if unknown:
        raise TypeError(f"the rule at {at} uses {', '.join(unknown)}, which its pattern does not bind")


def rewrite(pattern: Apply, changes: tuple[str, ...] = ()) -> Callable[[RuleFunction], Rule]:
    """The function below is the rule's right-hand side; `changes` as in `Rule.changing`."""
    at = place(2)
    return lambda function: Rule(pattern, function, at).changing(*changes)


def variables(names: str) -> list[Variable]:
    """A variable for each word."""
    return [Variable(name) for name in names.split()]


def constants(names: str) -> list[Constant]:
    """A variable for each word that matches constants alone."""
    return [Constant(name) for name in names.split()]


def as_term(thing: object) -> Term:
    """A term, or a number as one. Raises TypeError for anything else."""
    if isinstance(thing, Term):
        return thing
    if isinstance(thing, (bool, int, float)):
        return Number(thing)
    raise TypeError(f"a pattern is made of terms and numbers, not of {type(thing).__name__}")


def variables_in(term: Term) -> Iterator[tuple[str, Variable]]:
    """(name, variable) for every variable of a term."""
    if isinstance(term, Variable):
        yield term.name, term
    elif isinstance(term, Rest):
        yield term.name, term.variable
    elif isinstance(term, Around):
        if isinstance(term, Bound):
            yield term.variable.name, term.variable
        yield from variables_in(term.term)
    elif isinstance(term, Apply):
        for inner in (*term.operands, *(each for each in term.attributes.values() if isinstance(each, Term))):
            yield from variables_in(inner)


def place(depth: int) -> str:
    """`file:line` of a caller."""
    frame = sys._getframe(depth)
    return f"{frame.f_code.co_filename.rpartition('/')[2]}:{frame.f_lineno}"
