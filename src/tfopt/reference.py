"""`--show-dialects` and `--describe-op`: the reference of dialects and ops."""

from __future__ import annotations

from tfir.cli.process import UsageError
from tfir.dialects import dialect, lookup, names
from tfir.ir.suggestion import did_you_mean


def dialects() -> list:
    """All dialects that have a name of their own and something to write under it, by name."""
    declared = [each for each in map(dialect, names()) if each is not None]
    return [each for each in declared if len(each.table) or each.types or each.attributes or each.is_open]


def shown_dialects() -> str:
    shown = dialects()
    width = max(len(each.name) for each in shown)
    lines = [f"  {each.name:{width}}  {ops_in_words(each)}" for each in shown]
    return "\n".join([f"Available dialects: {', '.join([each.name for each in shown])}", "", *lines]) + "\n"


def ops_in_words(each) -> str:
    number = len(each.table)
    if not number:
        return "any op" if each.is_open else "types and attributes"
    return f"{number} op{'s' * (number != 1)}" + (", and any other" if each.is_open else "")


def described_op(name: str) -> str:
    """The description of an op as text. Without its dialect it is TensorFlow's, or the only op of that name. Raises UsageError for unknown and
    ambiguous names."""
    from tfir.dialects.tf.bridge import way_to_stablehlo, ways_of_upstream
    from tfir.ods.description import OpDescription, as_text

    definition = lookup(name)
    candidates = [] if "." in name else named(name)
    chosen = candidates if len(candidates) == 1 else [each for each in candidates if each == f"tf.{name}"]
    if chosen:
        definition = lookup(chosen[0])
    if definition is None or definition.signature is None:
        raise unknown(name, candidates)
    text, way = as_text(OpDescription(definition)), way_to_stablehlo(definition.local) if definition.dialect.name == "tf" else ""
    upstream = f"; TensorFlow's bridge has {' and '.join(ways_of_upstream(definition.local))}" if ways_of_upstream(definition.local) else ""
    text += f"\nTo StableHLO: {way}{upstream}.\n" if way else ""
    text += f"\nTo TensorFlow Lite: {way_to_tflite(definition.local)}.\n" if definition.dialect.name == "tf" else ""
    others = [each for each in candidates if each not in chosen]
    return text + (f"\nOther dialects have {' and '.join(others)}.\n" if others else "")


def way_to_tflite(local: str) -> str:
    from tfopt.tf_to_tfl.legalizations import LEGALIZATIONS
    from tfopt.tf_to_tfl.tf_to_tfl import operators

    if local in operators():
        return f"tfl.{operators()[local][0]}, by tf-to-tfl"
    return (
        "lowered by tf-to-tfl"
        if local in LEGALIZATIONS
        else "no operator, unless it is gone by then; --tf-to-tfl=allow-custom-ops=true makes a custom one"
    )


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
