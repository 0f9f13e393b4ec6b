"""What an editor shows of the word under the pointer, as Markdown: the type of a value, what an op is, what a name stands for."""

from __future__ import annotations

from tfir.ir.operations import Block, Operation, Value
from tfir.ir.symbols import symbol_name
from tfir.ir.types import ShapedType, Type, storage_bits

from tfopt.language_server.analysis import Analysis
from tfopt.language_server.names import Meaning, Place, definition_of, meaning_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST = 2000  # characters of a definition


def hover(analysis: Analysis, offset: int, described: Callable[[str], str]) -> tuple[str, Place] | None:
    """The text for the word at a place, and the word's place. `described` is the page of an op."""
    meaning = meaning_at(analysis, offset)
    text = text_of(meaning, described) if meaning is not None else None
    return None if meaning is None or text is None else (text, Place(meaning.word.start, meaning.word.end))


def text_of(meaning: Meaning, described: Callable[[str], str]) -> str | None:
    if meaning.value is not None:
        return of_value(meaning)
    if meaning.block is not None:
        return code(f"^{meaning.block.label}({', '.join(map(spelled, meaning.block.arguments))})")
    if meaning.symbol is not None:
        return of_symbol(meaning.symbol)
    if meaning.alias is not None:
        return code(shortened(meaning.alias.text.strip()))
    if meaning.op is not None:
        return page_of(meaning.op.name, described)
    return None


def page_of(name: str, described: Callable[[str], str]) -> str:
    from tfir.cli.process import UsageError

    try:
        return code(described(name), "text")
    except UsageError:  # an operation that no dialect declares
        return code(name)


def of_value(meaning: Meaning) -> str:
    value = meaning.value
    assert value is not None
    if isinstance(value.owner, Block):
        around = value.owner.parent_op
        origin = f"argument {value.index}" + (f" of a block of `{named(around)}`" if around is not None else "")
    elif value.op is not None:
        count = len(value.op.results)
        origin = f"result {value.index} of {count} of `{named(value.op)}`" if count > 1 else f"result of `{named(value.op)}`"
    else:
        origin = "not defined; the type is that of its use"
    uses = len(value.uses)
    lines = [code(spelled(value)), f"{origin}, {uses} use{'s' * (uses != 1)}", *shape_facts(value.type)]
    place = definition_of(meaning.piece, value)
    if place is not None and value.op is not None:
        end = meaning.piece.text.find("\n", place)
        lines.append(code(shortened(meaning.piece.text[place : end if end >= 0 else None], 300)))
    return "\n\n".join(lines)


def spelled(value: Value) -> str:
    return f"%{value.name} : {value.type}"


def named(op: Operation) -> str:
    name = symbol_name(op)
    return op.name if name is None else f"{op.name} @{name}"


def shape_facts(type: Type) -> list[str]:
    """What a shape comes to, in words."""
    if not isinstance(type, ShapedType):
        return []
    if type.rank is None:
        return ["rank not known"]
    if not type.is_static:
        return [f"rank {type.rank}, sizes open"]
    text = f"rank {type.rank}, {type.size} element{'s' * (type.size != 1)}"
    try:
        return [f"{text}, {type.size * storage_bits(type.element) // 8} bytes"]
    except (AttributeError, TypeError, ValueError):  # an element whose size says its dialect
        return [text]


def of_symbol(op: Operation) -> str:
    type = op.attributes.get("function_type")
    lines = [code(f"{op.name} @{symbol_name(op)}{f' : {shortened(str(type))}' if type is not None else ''}")]
    if op.regions and op.regions[0].blocks:
        count = sum(1 for block in op.regions[0].blocks for _ in block)
        lines.append(f"{count} operation{'s' * (count != 1)} in its body")
    return "\n\n".join(lines)


def code(text: str, language: str = "mlir") -> str:
    return f"```{language}\n{text.rstrip()}\n```"


def shortened(text: str, length: int = LONGEST) -> str:
    return text if len(text) <= length else f"{text[:length]} ..."
