"""Flags of a command line as keywords: `input_shapes="x=1x784"` is `--input-shapes=x=1x784`."""

from __future__ import annotations

from tfir.cli.flags import Arguments, Flag
from tfir.cli.process import UsageError
from tfir.ir.suggestion import did_you_mean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import TypeAlias

    Setting: TypeAlias = "str | bool | int | float | Sequence[str | int] | None"


def arguments_for(flags: list[Flag], settings: Mapping[str, Setting], tool: str) -> Arguments:
    """The arguments that a command line with these flags has. None leaves a flag out, a list gives it several times. Raises UsageError
    for a flag that there is not, and for a value that it does not take."""
    arguments, named = Arguments(flags), {name.replace("-", "_"): flag for flag in flags for name in (flag.name, *flag.also)}
    for name, value in settings.items():
        flag = named.get(name)
        if flag is None:
            raise UsageError(f"'{name}' is no option here; as a flag it would be one of {tool}{did_you_mean(name, named)}")
        for each in value if isinstance(value, (list, tuple)) else [value]:
            if each is not None:
                arguments.take(flag, taken(flag, each))
    return arguments


def taken(flag: Flag, value: object) -> object:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    try:
        return flag.value(text)
    except ValueError as error:
        choices = f"expected {' or '.join(flag.choices)}" if flag.choices else str(error)
        raise UsageError(f"{flag.attribute}={value!r}: {choices}") from None
