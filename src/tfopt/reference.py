"""`--show-dialects` and `--describe-op`: the reference of dialects and ops."""

from __future__ import annotations

from tfir.cli.process import UsageError
from tfir.dialects import dialect, lookup, names
from tfir.ir.suggestion import did_you_mean

from tfopt.ways import ways_of


def dialects() -> list:
    """All dialects that have a name of their own and something to write under it, by name."""
    declared = [each for each in map(dialect, names()) if each is not None]
    return [each for each in declared if len(each.table) or each.types or each.attributes or each.is_open]


def shown_dialects() -> str:
    shown = dialects()
    width = max(len(each.name) for each in shown)
    lines = [f"  {each.name:{width}}  {ops_in_words(each)}" for each in shown]
    return "\n".join([f"Available dialects: {', '.join([each.name for each in shown])}", "", *lines]) + "\n"


def dialect_facts() -> list[dict]:
    """What `--show-dialects` shows, for programs."""
    return [{"name": each.name, "ops": sorted(each.table), "is_open": bool(each.is_open)} for each in dialects()]


def ops_in_words(each) -> str:
    number = len(each.table)
    if not number:
        return "any op" if each.is_open else "types and attributes"
    return f"{number} op{'s' * (number != 1)}" + (", and any other" if each.is_open else "")


def chosen_op(name: str):
    """(the definition of an op, other ops of the name). Without its dialect it is TensorFlow's, or the only op of that name. Raises UsageError
    for unknown and ambiguous names."""
    definition = lookup(name)
    candidates = [] if "." in name else named(name)
    chosen = candidates if len(candidates) == 1 else [each for each in candidates if each == f"tf.{name}"]
    if chosen:
        definition = lookup(chosen[0])
    if definition is not None and definition.local not in definition.dialect.table.at:  # a node, whose op TensorFlow's table has
        definition = lookup(f"tf.{definition.local}") or definition
    if definition is None or definition.signature is None:
        raise unknown(name, candidates)
    return definition, [each for each in candidates if each not in chosen]


def described_op(name: str) -> str:
    """The description of an op as text."""
    from tfir.ods.description import OpDescription, as_text

    definition, others = chosen_op(name)
    text = as_text(OpDescription(definition))
    text += "".join([f"\nTo {target}: {way}.\n" for target, way in ways_of(definition).items()])
    return text + (f"\nOther dialects have {' and '.join(others)}.\n" if others else "")


def op_facts(name: str) -> dict:
    """The same for programs."""
    from tfir.ods.description import OpDescription, sections

    definition, others = chosen_op(name)
    op = OpDescription(definition)
    facts = {title.lower().replace(" ", "_"): [entry_facts(entry) for entry in entries] for title, entries in sections(op)}
    return {
        "name": op.name,
        "signature": op.line,
        "describes": op.prose,
        **facts,
        "computes": op.formula,
        "ways": ways_of(definition),
        "others": others,
    }


def entry_facts(entry) -> dict:
    return {"name": entry.name, "kind": entry.kind, **({} if entry.default is None else {"default": entry.default})}


def named(local: str) -> list[str]:
    """The ops of a name in all dialects; nodes of `tfg` that are ops of `tf` are left out."""
    ops = [f"{each.name}.{local}" for each in dialects() if local in each.table]
    return [name for name in ops if name != f"tfg.{local}" or f"tf.{local}" not in ops]


def unknown(name: str, candidates: list[str]) -> UsageError:
    prefix, dot, _ = name.partition(".")
    if candidates:
        return UsageError(f"several dialects have an op '{name}': {', '.join(candidates)}")
    if not dot:
        return UsageError(f"no dialect has an op '{name}'{did_you_mean(name, [local for each in dialects() for local in each.table])}")
    home = dialect(prefix)
    if home is None:
        return UsageError(
            f"unknown dialect '{prefix}'{did_you_mean(prefix, [each.name for each in dialects()])}; --show-dialects lists them"
        )
    return UsageError(f"unknown op '{name}'{did_you_mean(name, [f'{prefix}.{local}' for local in home.table])}")
