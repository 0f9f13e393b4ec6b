"""The dialects, each loaded when a name of its is first met.

A dialect is the module or package of its own name in this folder, or in a package that adds one (`tfir.plugins`), and puts its
`Dialect` into `DIALECT`.
"""

from __future__ import annotations

import os

from tfir.ir.operations import Operation
from tfir.ods.dialect import Dialect, OpDefinition
from tfir.startup import loaded

_dialects: dict[str, Dialect | None] = {}
_definitions: dict[str, OpDefinition | None] = {}


def dialect(name: str) -> Dialect | None:
    """The dialect of that name, or None when neither this package nor a plug-in declares one."""
    if name not in _dialects:
        _dialects[name] = loaded(f"tfir.dialects.{name}").DIALECT if is_written(name) else added(name)
    return _dialects[name]


def added(name: str) -> Dialect | None:
    """The dialect of that name that another package adds, if one does."""
    from tfir.plugins import entries

    entry = entries("tfir.dialects").get(name)
    return None if entry is None else entry.load().DIALECT


def names() -> list[str]:
    """The names of all dialects, those that other packages add among them. Modules that begin with `_` are names of old."""
    from pkgutil import iter_modules

    from tfir.plugins import entries

    return sorted({*[module.name for module in iter_modules(__path__) if module.name[0] != "_"], *entries("tfir.dialects")})


def is_written(name: str) -> bool:
    """Whether there is a module of that name. The import system could say, at a tenth of what an empty module may cost."""
    paths = [os.path.join(folder, name) for folder in __path__] if name.isidentifier() else []
    return any(os.path.isfile(path + ".py") or os.path.isfile(os.path.join(path, "__init__.py")) for path in paths)


def lookup(name: str) -> OpDefinition | None:
    """The definition of the op `dialect.op`, or None where its dialect does not declare it. Parser, printer and verifier are handed this
    function."""
    if name not in _definitions:
        prefix, _, local = name.partition(".")
        home = dialect(prefix)
        _definitions[name] = None if home is None else home.definition(local)
    return _definitions[name]


def definition_of(name: str) -> OpDefinition:
    """The definition of an op. Raises LookupError where there is none."""
    definition = lookup(name)
    if definition is None:
        raise LookupError(f"no op is called {name}")
    return definition


def has_trait(op: Operation | str, *traits: str) -> bool:
    """Whether an op, or the op of that name, has one of the traits (`ods/traits.py`); an op that no dialect declares has none."""
    definition = lookup(op.name if isinstance(op, Operation) else op)
    return definition is not None and definition.has_trait(*traits)


def trait_arguments(op: Operation | str, trait: str) -> tuple[str, ...] | None:
    """The arguments of a trait of the op: `("f",)` for `!call(f)`. None where the op does not have the trait."""
    definition = lookup(op.name if isinstance(op, Operation) else op)
    return None if definition is None else definition.traits.get(trait)


def with_trait(dialect_name: str, trait: str) -> dict[str, tuple[str, ...]]:
    """The full names of all ops of a dialect that have the trait, with its arguments; nodes of `tfg` have TensorFlow's."""
    return {f"{dialect_name}.{local}": arguments for local, arguments in dialect(dialect_name).with_trait(trait).items()}


def constant_numbers(value) -> list | None:
    """The elements of a value that a constant makes, as a flat list; None when the value is no constant of numbers."""
    if value.op is None or value.op.operands or not has_trait(value.op, "constant_like"):
        return None
    elements = value.op.attributes.get("value")
    if elements is None or not hasattr(elements, "values") or not hasattr(elements.type, "size"):
        return None
    return list(elements.values())


def is_pure(op) -> bool:
    """Whether the op can go when its results are unused, and be merged with its equal. Regions count with it."""
    definition = lookup(op.name)
    if definition is None or not definition.is_pure:
        return False
    if not op.regions:
        return True
    return all(is_pure(inner) or has_trait(inner, "terminator") for region in op.regions for block in region.blocks for inner in block)


def verify(root) -> None:
    """Raises one `Error` with a diagnostic for everything that is wrong with an operation or inside it."""
    verifier().verify(root)


def verifier():
    """What verifies one program again and again, and remembers what was right."""
    from tfir.ir.verify import Verifier

    return Verifier(lookup, declared_check())


def declared_check():
    """The check of an operation against its declaration, as `tfir.ir.verify` asks for it."""
    from tfir.ods.declared import verify_declared

    def declared(op, definition) -> bool:
        if op.shared is None and op.regions:
            verify_attached(op)
        return verify_declared(op, definition)

    return declared


def verify_attached(op) -> None:
    """Raises where an attribute of a dialect that looks after its attributes stands where it means nothing."""
    for name, value in list(op.attributes.items()):
        if name.startswith(ATTACHED):
            loaded(f"tfir.dialects.{name.partition('.')[0]}").verify_attribute(op, name, value)


ATTACHED = ("tf_saved_model.",)
