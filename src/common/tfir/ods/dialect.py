"""A dialect: a table of signatures, the text forms of its ops and types, and where its ops' meanings are written.

Nothing is read before it is asked for: a table is indexed by name, a line is parsed for the op that is met, and the modules
with meanings are imported for the first inference or evaluation.
"""

from __future__ import annotations

from tfir.ods.signature import Signature, SignatureError, Table
from tfir.startup import loaded

TYPE_CHECKING = False  # as `typing` has it, which takes time to import
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from typing import Any, TypeAlias

    from tfir.ir.attributes import Attribute
    from tfir.ir.operations import Operation
    from tfir.ods.constraints import Constraints, SlotConstraints
    from tfir.ods.requirements import Requirement
    from tfir.ods.semantics import OpSemantics
    from tfir.ods.signature import Attribute as DeclaredAttribute

Form: TypeAlias = "Any"  # has `parse`, mostly `print`, and says by other fields what the parser and the printer may count on
Today: TypeAlias = "Callable[[str, dict[str, Attribute]], tuple[str, dict[str, Attribute]] | None]"
Verify: TypeAlias = "Callable[[Operation], object]"
Families: TypeAlias = "Sequence[str] | Mapping[str, Sequence[str]]"
ResultNames: TypeAlias = "Callable[[Operation], Iterable[tuple[int, str]] | None]"


if TYPE_CHECKING:
    from functools import cached_property as lazy
else:

    class lazy:  # noqa: N801
        """`functools.cached_property`, whose module takes longer to import than a small program to read."""

        def __init__(self, compute: Callable[[Any], Any]) -> None:
            self.compute, self.__doc__ = compute, compute.__doc__

        def __get__(self, owner: Any, kind: type) -> Any:
            value = owner.__dict__[self.compute.__name__] = self.compute(owner)
            return value


# What has the one trait has the others.
IMPLIED: dict[str, tuple[str, ...]] = {
    "passthrough": ("movement", "exact"),
    **dict.fromkeys(("constant_like", "movement", "shape_only", "splat", "view"), ("exact",)),
}


def with_implied(traits: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """The traits of a line, and those that they imply."""
    implied = [also for name in traits for also in IMPLIED.get(name, ())]
    return {**dict.fromkeys(implied, ()), **traits} if implied else traits


def spellings(trait: str) -> tuple[str, ...]:
    """The traits of which a line must have one so that its op has `trait`."""
    return (trait, *[name for name, also in IMPLIED.items() if trait in also])


def in_order(names: str) -> ResultNames:
    """The names of results, one after another, as a function of the op."""
    pairs = list(enumerate(names.split()))
    return lambda op: pairs


class OpDefinition:
    """The declaration of one op. `form` is its custom assembly (an object with `parse` and, unless it is only read, `print`) or None.
    `traits` are those of `ods/traits.py` that the op has, each with its arguments.
    """

    def __init__(self, dialect: Dialect, local: str, signature: Signature | None):
        self.dialect, self.local, self.name = dialect, local, f"{dialect.name}.{local}"
        self.signature = signature  # in the op's line of the table; None for an op that no table lists
        self.traits: dict[str, tuple[str, ...]] = with_implied(
            {**(signature.traits if signature else {}), **dict.fromkeys(dialect.traits.get(local, ()), ())}
        )
        takes_references = signature is not None and any([slot.ref for slot in signature.operands])
        self.is_pure = signature is not None and not takes_references and dialect.is_pure(self.traits)
        self.inherent: frozenset[str] = frozenset(dialect.inherent(signature)) if signature else frozenset()
        self.form = dialect.form_of(local, signature)
        self.verify = dialect.verifier_of(local)
        self.verify_in_context = dialect.verify_in_context.get(local)
        names = dialect.result_names
        named = names.get(local) if isinstance(names, dict) else names
        self.result_names: ResultNames | None = in_order(named) if isinstance(named, str) else named
        self.default_dialect = dialect.default_dialects.get(local, "")
        self.today = dialect.today
        self.defaults = dialect.defaults_of(signature) if dialect.defaults and signature else {}

    @property
    def declaration(self) -> Signature:
        """The signature of an op that has one, as all have that compute something."""
        assert self.signature is not None, f"no table lists {self.name}"
        return self.signature

    @lazy
    def constrained(self) -> Signature | None:
        """The signature whose types and attributes the verifier holds an op against; None where only counts are known."""
        return self.dialect.constrained(self.local, self.signature)

    @lazy
    def declared_attributes(self) -> tuple[DeclaredAttribute, ...]:
        """The attributes of `constrained` that belong to the op itself."""
        declared = self.constrained.attributes if self.constrained is not None else {}
        return tuple([each for name, each in declared.items() if name in self.inherent])

    @lazy
    def type_constraints(self) -> tuple[SlotConstraints, SlotConstraints]:
        """The type constraints of the operands, and those of the results."""
        from tfir.ods.constraints import SlotConstraints

        signature, constraints = self.constrained, self.dialect.constraints
        assert signature is not None, f"nothing is known of the types of {self.name}"
        try:
            operands, results = [
                SlotConstraints(side, signature.attributes, constraints) for side in (signature.operands, signature.results)
            ]
        except SignatureError as reason:
            raise self.misdeclared(reason) from None
        return operands, results

    @lazy
    def requirements(self) -> list[Requirement]:
        """What must hold of the types of operands and results together."""
        from tfir.ods.requirements import Requirement

        signature = self.constrained
        try:
            return [Requirement(line, signature) for line in signature.requires] if signature is not None else []
        except SignatureError as reason:
            raise self.misdeclared(reason) from None

    def misdeclared(self, reason: SignatureError) -> SignatureError:
        """The error of a word in the op's line of the table that means nothing, with the place of the line."""
        table = self.dialect.table
        return SignatureError(f"{self.name}, line {table.at.get(self.local, table.declared.get(self.local, 0)) + 1} of its table: {reason}")

    @lazy
    def semantics(self) -> type[OpSemantics] | None:
        """The class with the op's semantics (`infer`, `evaluate`), or None."""
        return self.dialect.semantics_of(self.local)

    @lazy
    def infer(self) -> Callable[..., Any] | None:
        """The function that says which types the results have (`ods/semantics.py`), or None."""
        inference = self.dialect.inference
        return inference(self.local) if inference is not None else getattr(self.semantics, "infer", None)

    def has_trait(self, *traits: str) -> bool:
        """Whether the op has one of the traits."""
        for trait in traits:
            if trait in self.traits:
                return True
        return False

    def __repr__(self) -> str:
        return f"<definition of {self.name}>"


class Dialect:
    """The ops under one prefix.

    table          a file of signature lines, or the lines themselves
    families       names of modules beside the dialect's, each with classes of meanings; with the ops of each, only the family of an op
                   that is met is imported; or a function that says so
    forms          local op name -> custom assembly; other ops have the form that the line below their signature describes, in which
                   `syntax` says what the directives in angle brackets are; `assembly_of(signature)` is that line where none is written;
                   `form_of_signature(signature)` answers otherwise
    types, attributes   keyword -> function(parser) that reads `!dialect.keyword...` / `#dialect.keyword...`
    constraints    name of the module with what the constraints of the table's lines cannot say in words (`ods/constraints.py`)
    verify         local op name -> function(op) that raises `Error` where the op's types and attributes don't fit together, and returns
                   True where it looked at constants that make operands too; or a function that returns such a function for each name
    verify_in_context   the same for what depends on more: on regions, on what stands around the op or refers to it
    is_open        whether ops that the table does not list are allowed (and have an empty definition)
    inference      function(local op name) -> its `infer`, or None: for a dialect whose `infer` stand apart from its meanings, since verifying
                   asks them and must not load what computes
    is_ranked      whether `infer` is written for tensors with a rank only
    result_names   function(op) -> pairs (number of a result, the name that it and those after it print under), or None;
                   or by local op name such a function, or all names in one text, where most ops have none
    default_dialects   local op name -> the dialect whose prefix is dropped inside that op's regions
    sketched       local name of an op that documents show and that never was one -> why, for the error
    leaves_blank   local names of ops whose form leaves the blank in front of a list of operands that is empty
    today          function(op name, attributes) -> the name and the attributes of what an op in generic form has become, or None, of a dialect that is only read
    defaults       name of an inherent attribute -> the attribute that an op gets where its text leaves it out
    """

    def __init__(
        self, name: str, table: str, *, package: str | None = None, families: Families | Callable[[], Families] = (),
        traits: Mapping[str, Iterable[str]] | None = None, forms: Mapping[str, Form] | None = None,
        form_of_signature: Callable[[Signature], Form | None] | None = None, assembly_of: Callable[[Signature], str] | None = None, types: Mapping[str, Callable[..., Any]] | None = None,
        attributes: Mapping[str, Callable[..., Any]] | None = None,
        verify: Mapping[str, Verify] | Callable[[str], Verify | None] | None = None,
        verify_in_context: Mapping[str, Verify] | None = None, is_open: bool = False, pure_unless: frozenset[str] | None = None,
        result_names: ResultNames | dict[str, ResultNames | str] | None = None, derived: bool = False,
        default_dialects: Mapping[str, str] | None = None, defaults: Mapping[str, Attribute] | None = None,
        sketched: Mapping[str, str] | None = None, constraints: str | None = None, syntax: Mapping[str, Any] | None = None,
        inference: Callable[[str], Callable[..., Any] | None] | None = None, is_ranked: bool = False, leaves_blank: Iterable[str] = (), today: Today | None = None,
    ):  # fmt: skip
        self.name, self.package, self._families = name, package, families
        self.table = Table(table) if "\n" not in table else Table.of_text(table)
        self.traits, self.forms, self.syntax = traits or {}, forms or {}, syntax or {}
        self.form_of_signature, self.assembly_of = form_of_signature or self.declared_form, assembly_of
        self.types, self.attributes, self.verify_in_context = types or {}, attributes or {}, verify_in_context or {}
        self.verifier_of: Callable[[str], Verify | None] = verify if callable(verify) else (verify or {}).get
        self.is_open, self.pure_unless, self.result_names, self.derived = is_open, pure_unless, result_names, derived
        self.default_dialects, self.defaults, self.sketched = default_dialects or {}, defaults or {}, sketched or {}
        self.inference, self.is_ranked, self.leaves_blank = inference, is_ranked, frozenset(leaves_blank)
        self._definitions: dict[str, OpDefinition | None] = {}
        self._of_family: dict[str, dict[str, type[OpSemantics]]] = {}
        self.constraints_module, self.today = constraints, today

    @lazy
    def families(self) -> Families:
        """The modules with the semantics classes of the ops."""
        return self._families() if callable(self._families) else self._families

    @lazy
    def constraints(self) -> Constraints:
        """The constraints that the table's lines name: its own, and those of the dialect's module `constraints`, if it has one."""
        from tfir.ods.constraints import Constraints

        module = self.constraints_module
        return Constraints(self.table.constraints, lambda: loaded(module) if module else None)

    def constrains(self, op: Operation) -> bool:
        """Whether an operation is held against its signature line; not where that is another dialect's and says too little."""
        return True

    def why_without_values(self, local: str) -> str | None:
        """Why nothing says what an op computes, where that is known."""
        return None

    def words_for_rank(self, local: str, operand: str) -> str | None:
        """What kernels of an op say of an operand of another rank than they take, where that is known."""
        return None

    def constrained(self, local: str, signature: Signature | None) -> Signature | None:
        """The signature that says what types and attributes an op of that name and signature may have."""
        return signature

    def definition(self, local: str) -> OpDefinition | None:
        """The definition of `dialect.local`, or None when there is no such op."""
        if local not in self._definitions:
            signature = self.table.get(local)
            self._definitions[local] = OpDefinition(self, local, signature) if signature is not None or self.is_open else None
        return self._definitions[local]

    def form_of(self, local: str, signature: Signature | None) -> Form | None:
        """The custom assembly of an op, or None where it only has the generic form."""
        form = self.forms.get(local)
        return self.form_of_signature(signature) if form is None and signature is not None else form

    def declared_form(self, signature: Signature) -> Form | None:
        """The form that a table describes in words, if it does."""
        if signature.assembly is None and self.assembly_of is not None:
            signature.assembly = self.assembly_of(signature)
        if not signature.assembly:
            return None
        from tfir.text.assembly import Format, FormatWithRegion

        kind = FormatWithRegion if "regions" in signature.traits else Format
        form = kind(signature.assembly, signature, self.syntax)
        form.blank_for_none = signature.name in self.leaves_blank
        form.left_out = {name: value.text for name, value in self.defaults_of(signature).items()}
        return form

    def defaults_of(self, signature: Signature) -> dict[str, Attribute]:
        """The attributes that an op of that signature gets where its text leaves them out."""
        declared = signature.attributes
        return {name: value for name, value in self.defaults.items() if name in declared and declared[name].default is not None}

    def is_pure(self, traits: Collection[str]) -> bool:
        """Whether nothing but its results can be told of an op with these traits."""
        return "pure" in traits or (self.pure_unless is not None and self.pure_unless.isdisjoint(traits))

    def with_trait(self, trait: str) -> dict[str, tuple[str, ...]]:
        """The local names of all ops of the table that have a trait, with its arguments."""
        return {name: told for each in spellings(trait) for name, told in self.table.with_trait(each).items()}

    def inherent(self, signature: Signature) -> Collection[str]:
        """The attributes that belong to the op itself; derived ones, which only repeat its types, are not stored at all."""
        if not self.derived:
            return signature.attributes
        repeated = {slot.type for slot in (*signature.operands, *signature.results)}
        counted = {slot.number for slot in (*signature.operands, *signature.results) if slot.number}
        return [name for name in signature.attributes if name not in repeated and name not in counted]

    @lazy
    def semantics(self) -> dict[str, type[OpSemantics]]:
        """The semantics classes of the dialect's ops, by local name; imports the families."""
        return {name: semantics for family in self.families for name, semantics in self.family(family).items()}

    @lazy
    def _family_of(self) -> dict[str, str]:
        """The family of each op, where the dialect says which that is."""
        return {name: family for family, names in self.families.items() for name in names} if isinstance(self.families, dict) else {}

    def semantics_of(self, local: str) -> type[OpSemantics] | None:
        """The semantics class of one op, or None; imports its family alone where the dialect says which that is."""
        if not isinstance(self.families, dict):
            return self.semantics.get(local)
        family = self._family_of.get(local)
        return self.family(family).get(local) if family is not None else None

    def family(self, name: str) -> dict[str, type[OpSemantics]]:
        """The semantics classes of one family's ops, by local name."""
        if name not in self._of_family:
            from tfir.ods.semantics import semantics_in

            self._of_family[name] = semantics_in(loaded(f"{self.package}.{name}"))
        return self._of_family[name]
