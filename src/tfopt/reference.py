"""`--show-dialects` and `--describe-op`: what there is to write a program with."""

from __future__ import annotations

from pkgutil import iter_modules

import tfir.dialects
from tfir.dialects import dialect, lookup
from tfir.ir.diagnostics import Error
from tfir.ir.suggestion import did_you_mean


def dialects() -> list:
    """All dialects that have a name of their own and something to write under it, by name."""
    names = [module.name for module in iter_modules(tfir.dialects.__path__) if not module.name.startswith("_")]
    found = [each for each in map(dialect, sorted(names)) if each is not None]
    return [each for each in found if len(each.table) or each.types or each.attributes or each.is_open]


def shown_dialects() -> str:
    found = dialects()
    width = max(len(each.name) for each in found)
    lines = [f"  {each.name:{width}}  {ops_in_words(each)}" for each in found]
    return "\n".join([f"Available dialects: {', '.join([each.name for each in found])}", "", *lines]) + "\n"


def ops_in_words(each) -> str:
    number = len(each.table)
    if not number:
        return "any op" if each.is_open else "types and attributes"
    return f"{number} op{'s' * (number != 1)}" + (", and any other" if each.is_open else "")


def described_op(name: str) -> str:
    from tfir.define.description import OpDescription, as_text

    definition = lookup(name)
    if definition is None or definition.signature is None:
        raise unknown(name)
    return as_text(OpDescription(definition))


def unknown(name: str) -> Error:
    prefix = name.partition(".")[0]
    home = dialect(prefix)
    if home is None:
        return Error(f"unknown dialect '{prefix}'{did_you_mean(prefix, [each.name for each in dialects()])}")
    return Error(f"unknown op '{name}'{did_you_mean(name, [f'{prefix}.{local}' for local in home.table])}")
