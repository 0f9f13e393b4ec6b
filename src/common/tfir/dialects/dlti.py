"""What is told of the machine that a module is for: sizes and alignments of types. Source: MLIR's dlti dialect."""

from tfir.ir.attributes import OpaqueAttr
from tfir.ods.dialect import Dialect
from tfir.startup.patterns import compiled

ENTRY = "#dlti.dl_entry<"
TOKENS = compiled(r'"(?:[^"\\]|\\.)*"|->|[<>()\[\]{},]').finditer


def read(name: str):
    """Reads an attribute from the bracket on, as it is written, but for entries: each stands as `key = value`."""
    return lambda p: OpaqueAttr(f"#dlti.{name}{with_equals(p.raw_body())}")


def with_equals(text: str) -> str:
    """`#dlti.dl_entry<i32, 32 : i64>` is `i32 = 32 : i64`."""
    while (start := text.find(ENTRY)) >= 0:
        depth, comma, body = 0, None, start + len(ENTRY)
        for match in TOKENS(text, body):
            if match[0] in "<([{":
                depth += 1
            elif match[0] == "," and depth == 0 and comma is None:
                comma = match
            elif match[0] in ">)]}":
                depth -= 1
                if depth < 0:
                    break
        else:
            return text
        if comma is None:
            return text
        text = f"{text[:start]}{text[body : comma.start()]} = {text[comma.end() : match.start()].strip()}{text[match.end() :]}"
    return text


KINDS = ("dl_spec", "dl_entry", "target_device_spec", "target_system_spec", "map", "function_pointer_alignment")
DIALECT = Dialect("dlti", "\n", attributes={name: read(name) for name in KINDS})
